import TFLiteSchema

/// UNPACK: one output for each index of an axis, which the outputs lack.
final class Unpack {
  private let axis: Int
  private let count: Int

  private var parts: AxisSplit?

  init(_ node: OperatorNode) {
    let options = node.options.unpackOptions
    axis = Int(options?.axis ?? 0)
    count = Int(options?.num ?? 0)
  }

  var made: MadeOperator { MadeOperator(prepare: prepare, execute: execute) }

  func prepare(_ context: PrepareContext) throws(RuntimeError) {
    self.parts = nil
    try context.expect(inputs: 1, outputs: max(0, count))
    let input = try context.input(0)
    try context.expect(input, oneOf: ElementType.wholeBytes)
    try context.expect(input.elementCount > 0, "the input is empty", input)
    let axis = try context.resolveAxis(axis, rank: input.rank, input)
    if input.shape[axis] != count {
      throw context.error("wrong extent of axis \(axis)", input, expected: "\(count)", actual: "\(input.shape[axis])")
    }
    var shape = input.shape
    shape.dimensions.remove(at: axis)
    for number in 0..<count {
      let output = try context.output(number)
      try context.expectSameType(output, input)
      try context.expectSameQuantization(output, input)
      try context.setShape(shape, ofOutput: number)
    }
    let parts = AxisSplit(
      input.type, outer: input.shape.product(0..<axis), counts: [Int](repeating: 1, count: count),
      inner: input.shape.product(axis + 1..<input.rank), .wholeToParts)
    for (number, copy) in parts.copies.enumerated() { context.allowPlacing(output: number, insideInput: 0, copy) }
    self.parts = parts
  }

  func execute(_ context: ExecuteContext) throws(RuntimeError) {
    guard let parts else { throw context.unprepared }
    parts.split(context, input: 0)
  }
}
