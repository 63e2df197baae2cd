/// REVERSE_V2: the order of the elements reversed along some axes.
final class ReverseV2 {
  private var copy: StridedCopy?

  init(_ node: OperatorNode) {}

  var made: MadeOperator { MadeOperator(prepare: prepare, execute: execute) }

  func prepare(_ context: PrepareContext) throws(RuntimeError) {
    copy = nil
    try context.expect(inputs: 2, outputs: 1)
    let input = try context.input(0)
    let axes = try context.input(1)
    try context.expect(input, oneOf: ElementType.wholeBytes)
    try context.expectSameType(context.output(0), input)
    try context.expect(axes, .int32, .int64)
    try context.expectRank(axes, 1)
    try context.setShape(input.shape, ofOutput: 0)
    copy = axes.isConstant ? try Self.resolve(input, axes, context.node) : nil
  }

  func execute(_ context: ExecuteContext) throws(RuntimeError) {
    let input = context.input(0)
    if let copy {
      copy.run(context, from: input, to: context.output(0))
    } else {
      let copy = try Self.resolve(input, context.input(1), context.node)
      copy.run(context, from: input, to: context.output(0))
    }
  }

  private static func resolve(
    _ input: RuntimeTensor, _ axes: RuntimeTensor, _ node: OperatorNode
  ) throws(RuntimeError) -> StridedCopy {
    let rank = input.rank
    let strides = input.shape.strides
    var sources = strides
    var offset = 0
    for given in axes.integers {
      let axis = given < 0 ? given &+ rank : given
      if axis < 0 || axis >= rank {
        throw node.operandError("axis out of range", axes, expected: "\(-rank)..<\(rank)", actual: "\(given)")
      }
      if sources[axis] < 0 { throw node.operandError("axis \(axis) is given twice", axes) }
      if strides[axis] == 0 { continue }
      sources[axis] = -strides[axis]
      offset &+= (input.shape[axis] - 1) &* strides[axis]
    }
    return StridedCopy(
      input.type, extents: input.shape.dimensions, source: sources, destination: strides, sourceOffset: offset)
  }
}
