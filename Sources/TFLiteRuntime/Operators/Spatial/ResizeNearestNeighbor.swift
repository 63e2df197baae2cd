import TFLiteSchema

/// RESIZE_NEAREST_NEIGHBOR: an NHWC image at another size, each pixel that of the nearest in the input.
///
/// The coordinate is `(x + offset) * scale` in single precision, rounded half away from zero when corners are aligned and
/// down otherwise, where `offset` is a half with half-pixel centers.
final class ResizeNearestNeighbor {
  private let alignCorners: Bool
  private let halfPixelCenters: Bool

  private var copy: IndexedCopy?

  init(_ node: OperatorNode) {
    let options = node.options.resizeNearestNeighborOptions
    alignCorners = options?.alignCorners ?? false
    halfPixelCenters = options?.halfPixelCenters ?? false
  }

  var made: MadeOperator { MadeOperator(prepare: prepare, execute: execute) }

  func prepare(_ context: PrepareContext) throws(RuntimeError) {
    copy = nil
    try context.expect(inputs: 2, outputs: 1)
    let input = try context.input(0)
    let size = try context.input(1)
    try context.expect(input, oneOf: ElementType.wholeBytes)
    try context.expectSameType(context.output(0), input)
    try context.expectRank(input, 4)
    try context.expectImageSize(size)
    if size.isConstant {
      let shape = try ImageSize.resolve(input, size, context.node)
      try context.setShape(shape, ofOutput: 0)
      copy = try makeCopy(input, shape, context.memory)
    } else {
      try context.setUnknownShape(ofOutput: 0)
    }
  }

  func execute(_ context: ExecuteContext) throws(RuntimeError) {
    let input = context.input(0)
    var output = context.output(0)
    let copy: IndexedCopy
    if let planned = self.copy {
      copy = planned
    } else {
      let shape = try ImageSize.resolve(input, context.input(1), context.node)
      output = try context.resizeOutput(0, to: shape)
      copy = try makeCopy(input, shape, context.memory)
    }
    if output.elementCount > 0 { copy.run(context, from: input.data, to: output.data) }
  }

  private func makeCopy(
    _ input: RuntimeTensor, _ shape: Shape, _ account: MemoryAccount
  ) throws(RuntimeError) -> IndexedCopy {
    try IndexedCopy(
      width: input.type.elementByteCount, input: input.shape, output: shape,
      indices: [nil, neighbors(input.shape[1], shape[1]), neighbors(input.shape[2], shape[2]), nil], account)
  }

  private func neighbors(_ inputSize: Int, _ outputSize: Int) -> (Int) -> Int {
    let scale =
      alignCorners && outputSize > 1
      ? Float(inputSize - 1) / Float(outputSize - 1) : Float(inputSize) / Float(outputSize)
    let offset: Float = halfPixelCenters ? 0.5 : 0
    let alignCorners = alignCorners
    return { position in
      let coordinate = (Float(position) + offset) * scale
      let rounded = alignCorners ? coordinate.rounded(.toNearestOrAwayFromZero) : coordinate.rounded(.down)
      return rounded >= 0 && rounded < Float(inputSize) ? Int(rounded) : rounded > 0 ? inputSize - 1 : 0
    }
  }
}
