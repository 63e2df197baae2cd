/// BROADCAST_TO: the input repeated along its axes of extent one, and along new leading axes, to the shape that the
/// second input states.
final class BroadcastTo {
  private var copy: StridedCopy?

  init(_ node: OperatorNode) {}

  var made: MadeOperator { MadeOperator(prepare: prepare, execute: execute) }

  func prepare(_ context: PrepareContext) throws(RuntimeError) {
    copy = nil
    try context.expect(inputs: 2, outputs: 1)
    let input = try context.input(0)
    let shape = try context.input(1)
    try context.expect(input, oneOf: ElementType.fixedSize)
    try context.expectSameType(context.output(0), input)
    try context.expect(shape, .int32, .int64)
    try context.expectRank(shape, 1)
    if shape.isConstant {
      let (resolved, copy) = try Self.resolve(input, shape, context.node)
      try context.setShape(resolved, ofOutput: 0)
      self.copy = copy
    } else {
      try context.setUnknownShape(ofOutput: 0)
    }
  }

  func execute(_ context: ExecuteContext) throws(RuntimeError) {
    let input = context.input(0)
    if let copy {
      copy.run(context, from: input, to: context.output(0))
    } else {
      let (shape, copy) = try Self.resolve(input, context.input(1), context.node)
      copy.run(context, from: input, to: try context.resizeOutput(0, to: shape))
    }
  }

  private static func resolve(
    _ input: RuntimeTensor, _ shapeTensor: RuntimeTensor, _ node: OperatorNode
  ) throws(RuntimeError) -> (Shape, StridedCopy) {
    let shape = Shape(shapeTensor.integers)
    let added = shape.rank - input.rank
    var isPossible = added >= 0 && shape.checkedElementCount != nil
    var strides = [Int](repeating: 0, count: shape.rank)
    let inputStrides = input.shape.strides
    for axis in 0..<input.rank where isPossible {
      let extent = input.shape[axis]
      isPossible = extent == 1 || extent == shape[added + axis]
      strides[added + axis] = extent == 1 ? 0 : inputStrides[axis]
    }
    if !isPossible {
      throw node.operandError(
        "the input cannot be broadcast", shapeTensor, expected: "a shape that extends \(input.shape)",
        actual: "\(shape)")
    }
    return (
      shape, StridedCopy(input.type, extents: shape.dimensions, source: strides, destination: shape.strides)
    )
  }
}
