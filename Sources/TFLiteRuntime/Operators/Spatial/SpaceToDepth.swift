import TFLiteSchema

/// SPACE_TO_DEPTH: each block of `n` by `n` pixels becomes one pixel of `n * n` times the depth. DEPTH_TO_SPACE is the
/// inverse.
final class SpaceToDepth {
  private let blockSize: Int
  private let isInverse: Bool

  private var copy: StridedCopy?

  init(_ node: OperatorNode) {
    blockSize = Int(node.options.spaceToDepthOptions?.blockSize ?? 0)
    isInverse = false
  }

  init(inverse node: OperatorNode) {
    blockSize = Int(node.options.depthToSpaceOptions?.blockSize ?? 0)
    isInverse = true
  }

  var made: MadeOperator { MadeOperator(prepare: prepare, execute: execute) }

  func prepare(_ context: PrepareContext) throws(RuntimeError) {
    copy = nil
    try context.expect(inputs: 1, outputs: 1)
    let input = try context.input(0)
    try context.expect(input, oneOf: ElementType.wholeBytes)
    try context.expectSameType(context.output(0), input)
    try context.expectRank(input, 4)
    if blockSize <= 0 || blockSize > 1 << 15 {
      throw context.error("block size out of range", expected: "1...32768", actual: "\(blockSize)")
    }
    let block = blockSize
    let shape = input.shape
    let strides = shape.strides
    let area = block * block
    if isInverse {
      if shape[3] % area != 0 {
        throw context.error(
          "the depth cannot be cut evenly", input, expected: "a multiple of \(area)", actual: "\(shape[3])")
      }
      let depth = shape[3] / area
      try context.setShape([shape[0], shape[1] &* block, shape[2] &* block, depth], ofOutput: 0)
      let extents = [shape[0], shape[1], block, shape[2], block, depth]
      copy = StridedCopy(
        input.type, extents: extents, source: [strides[0], strides[1], block &* depth, strides[2], depth, 1],
        destination: Shape(extents).strides)
    } else {
      if shape[1] % block != 0 || shape[2] % block != 0 {
        throw context.error(
          "the image cannot be cut evenly", input, expected: "multiples of \(block)", actual: "\(shape)")
      }
      try context.setShape([shape[0], shape[1] / block, shape[2] / block, shape[3] &* area], ofOutput: 0)
      let extents = [shape[0], shape[1] / block, shape[2] / block, block, block, shape[3]]
      copy = StridedCopy(
        input.type, extents: extents,
        source: [strides[0], strides[1] &* block, strides[2] &* block, strides[1], strides[2], 1],
        destination: Shape(extents).strides)
    }
  }

  func execute(_ context: ExecuteContext) throws(RuntimeError) {
    guard let copy else { throw context.unprepared }
    copy.run(context, from: context.input(0), to: context.output(0))
  }
}
