import TFLiteSchema

/// PACK: inputs of one shape stacked along a new axis.
final class Pack {
  private let axis: Int
  private let count: Int

  private var parts: AxisSplit?

  init(_ node: OperatorNode) {
    let options = node.options.packOptions
    axis = Int(options?.axis ?? 0)
    count = Int(options?.valuesCount ?? 0)
  }

  var made: MadeOperator { MadeOperator(prepare: prepare, execute: execute) }

  func prepare(_ context: PrepareContext) throws(RuntimeError) {
    self.parts = nil
    try context.expect(count >= 1, "a count of inputs that is not positive")
    try context.expect(inputs: count, outputs: 1)
    let first = try context.input(0)
    let output = try context.output(0)
    try context.expect(first, oneOf: ElementType.wholeBytes)
    try context.expectSameType(output, first)
    let axis = try context.resolveAxis(axis, rank: first.rank + 1, first)
    for number in 0..<count {
      let input = try context.input(number)
      try context.expectSameType(input, first)
      if input.shape != first.shape {
        throw context.error("shapes differ", input, expected: "\(first.shape)", actual: "\(input.shape)")
      }
      try context.expectSameQuantization(input, output)
    }
    var shape = first.shape
    shape.dimensions.insert(count, at: axis)
    try context.setShape(shape, ofOutput: 0)
    let parts = AxisSplit(
      first.type, outer: shape.product(0..<axis), counts: [Int](repeating: 1, count: count),
      inner: shape.product(axis + 1..<shape.rank), .partsToWhole)
    for (number, copy) in parts.copies.enumerated() { context.allowPlacing(input: number, insideOutput: 0, copy) }
    self.parts = parts
  }

  func execute(_ context: ExecuteContext) throws(RuntimeError) {
    guard let parts else { throw context.unprepared }
    parts.join(context)
  }
}
