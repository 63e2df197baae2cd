/// TRANSPOSE: output axis `i` is axis `permutation[i]` of the input; negative numbers count from the end.
final class Transpose {
  private var copy: StridedCopy?

  init(_ node: OperatorNode) {}

  var made: MadeOperator { MadeOperator(prepare: prepare, execute: execute) }

  func prepare(_ context: PrepareContext) throws(RuntimeError) {
    copy = nil
    try context.expect(inputs: 2, outputs: 1)
    let input = try context.input(0)
    let permutation = try context.input(1)
    try context.expect(input, oneOf: ElementType.fixedSize)
    try context.expectSameType(context.output(0), input)
    try context.expect(permutation, .int32, .int64)
    try context.expectRank(permutation, 1)
    if permutation.elementCount != input.rank {
      throw context.error(
        "wrong number of axes", permutation, expected: "\(input.rank)", actual: "\(permutation.elementCount)")
    }
    if permutation.isConstant {
      let (shape, copy) = try Self.resolve(input, permutation, context.node)
      try context.setShape(shape, ofOutput: 0)
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
    _ input: RuntimeTensor, _ permutation: RuntimeTensor, _ node: OperatorNode
  ) throws(RuntimeError) -> (Shape, StridedCopy) {
    let rank = input.rank
    let inputStrides = input.shape.strides
    var shape = input.shape
    var strides = inputStrides
    var isUsed = [Bool](repeating: false, count: rank)
    for axis in 0..<rank {
      let given = permutation.integer(axis)
      let source = given < 0 ? given &+ rank : given
      guard source >= 0, source < rank, !isUsed[source] else {
        throw node.operandError(
          "not a permutation", permutation, expected: "each of 0..<\(rank) once", actual: "\(permutation.integers)")
      }
      isUsed[source] = true
      shape[axis] = input.shape[source]
      strides[axis] = inputStrides[source]
    }
    return (
      shape, StridedCopy(input.type, extents: shape.dimensions, source: strides, destination: shape.strides)
    )
  }
}
