/// EXPAND_DIMS: the same elements with a new axis of extent one.
final class ExpandDims {
  private var isDynamic = false

  init(_ node: OperatorNode) {}

  var made: MadeOperator { MadeOperator(prepare: prepare, execute: execute) }

  func prepare(_ context: PrepareContext) throws(RuntimeError) {
    try context.expect(inputs: 2, outputs: 1)
    let input = try context.input(0)
    let axis = try context.input(1)
    let output = try context.output(0)
    try context.expectSameType(output, input)
    try context.expectSameQuantization(output, input)
    if input.type == .int16 { try context.expectZeroZeroPoint(input) }
    try context.expect(axis, .int32, .int64)
    try context.expect(axis.elementCount == 1, "the axis is not one number", axis)
    isDynamic = !axis.isConstant
    if isDynamic {
      try context.setUnknownShape(ofOutput: 0)
    } else {
      try context.setShape(Self.resolve(input, axis, context.node), ofOutput: 0)
      context.keepContent()
    }
  }

  func execute(_ context: ExecuteContext) throws(RuntimeError) {
    let shape =
      try isDynamic ? Self.resolve(context.input(0), context.input(1), context.node) : context.output(0).shape
    try context.copyUnchanged(shape: shape, resizing: isDynamic)
  }

  private static func resolve(
    _ input: RuntimeTensor, _ axisTensor: RuntimeTensor, _ node: OperatorNode
  ) throws(RuntimeError) -> Shape {
    let given = axisTensor.integer(0)
    let axis = given < 0 ? given &+ input.rank &+ 1 : given
    if axis < 0 || axis > input.rank {
      throw node.operandError(
        "axis out of range", axisTensor, expected: "\(-input.rank - 1)...\(input.rank)", actual: "\(given)")
    }
    var shape = input.shape
    shape.dimensions.insert(1, at: axis)
    return shape
  }
}
