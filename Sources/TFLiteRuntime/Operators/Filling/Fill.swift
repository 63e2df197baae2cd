/// FILL: a tensor of the stated shape whose every element is one value.
final class Fill {
  private var isDynamic = false

  init(_ node: OperatorNode) {}

  var made: MadeOperator { MadeOperator(prepare: prepare, execute: execute) }

  func prepare(_ context: PrepareContext) throws(RuntimeError) {
    try context.expect(inputs: 2, outputs: 1)
    let shape = try context.input(0)
    let value = try context.input(1)
    let output = try context.output(0)
    try context.expect(shape, .int32, .int64)
    try context.expectRank(shape, 1)
    try context.expect(value, oneOf: ElementType.wholeBytesAndStrings)
    try context.expect(value.elementCount == 1, "the value is not one element", value)
    try context.expectSameType(output, value)
    try context.expectSameQuantization(output, value)
    if value.type == .int16 { try context.expectZeroZeroPoint(value) }
    isDynamic = !shape.isConstant
    if isDynamic {
      try context.setUnknownShape(ofOutput: 0)
    } else {
      try context.setShape(Self.resolve(shape, context.node), ofOutput: 0)
    }
  }

  func execute(_ context: ExecuteContext) throws(RuntimeError) {
    let value = context.input(1)
    var output = context.output(0)
    let shape = try isDynamic ? Self.resolve(context.input(0), context.node) : output.shape
    if value.type == .string {
      guard let count = shape.checkedElementCount, count <= Int(Int32.max) / 8 else {
        throw context.error("too many strings", output, actual: "\(shape)")
      }
      return try context.selectStrings(count, of: value, output: 0, shape: shape) { _ in 0 }
    }
    if isDynamic { output = try context.resizeOutput(0, to: shape) }
    let width = output.type.elementByteCount
    context.parallel(
      ElementFillJob(destination: output.data, value: value.data, width: width), rows: output.elementCount,
      work: Work(width, .copiedByte))
  }

  private static func resolve(_ shapeTensor: RuntimeTensor, _ node: OperatorNode) throws(RuntimeError) -> Shape {
    let shape = Shape(shapeTensor.integers)
    if shape.checkedElementCount == nil {
      throw node.operandError("impossible output shape", shapeTensor, actual: "\(shape)")
    }
    return shape
  }
}
