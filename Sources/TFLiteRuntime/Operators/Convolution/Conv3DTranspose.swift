import TFLiteKernels
import TFLiteSchema

/// CONV_3D_TRANSPOSE: output shape, filter [d, h, w, O, I], input [N, D, H, W, I], bias [O]; float32.
///
/// Every output position gathers the input positions that reach it; taps that none reaches read zeros.
final class Conv3DTranspose: Operator {
  private let options: VolumeOptions
  private var windows: VolumeWindows?
  private var product: WeightedProduct?
  private var table: AlignedMemory?
  private var border: AlignedMemory?
  private var packed: AlignedMemory?
  /// Kept for outputs whose shape is known only while executing.
  private var kernels: KernelSet?
  /// Room for a filter with its output channels first, where it is arranged so while executing.
  private var arranged: AlignedMemory?

  init(_ node: OperatorNode) { options = VolumeOptions(node) }

  func prepare(_ context: PrepareContext) throws(RuntimeError) {
    try context.expect(inputs: 3...4, outputs: 1...1)
    let shape = try context.input(0)
    let filter = try context.input(1)
    let input = try context.input(2)
    let bias = context.optionalInput(3)
    try context.expect(shape, .int32)
    try context.expect(shape.rank == 1 && shape.elementCount == 5, "the output shape is not a vector of 5", shape)
    try context.expect(input, .float32)
    try context.expect(filter, .float32)
    try context.expect(context.output(0), .float32)
    try context.expectRank(input, 5)
    try context.expectRank(filter, 5)
    try context.expect(filter.elementCount > 0, "an extent is 0", filter)
    guard filter.shape[4] == input.shape[4] else {
      throw context.error(
        "the weights do not fit the input's channels", filter, expected: "[d, h, w, O, \(input.shape[4])]",
        actual: "\(filter.shape)")
    }
    try context.expectBias(bias, channels: filter.shape[3], for: input, filter)
    border = try context.allocate(product: 4, input.shape[4])
    kernels = context.kernels
    windows = nil
    packed = nil
    arranged = nil
    if shape.isConstant {
      let outputShape = Shape(shape.values(as: Int32.self).map { Int($0) })
      try context.setShape(outputShape, ofOutput: 0)
      try makeWindows(outputShape, input, filter, context.memory, context.node)
      if !(filter.isConstant && bias?.isConstant ?? true) { try makeRoom(filter, context.memory) }
    } else {
      try context.setUnknownShape(ofOutput: 0)
    }
  }

  /// - Throws: `invalidOperator` when the output shape contradicts the input.
  private func makeWindows(
    _ outputShape: Shape, _ input: RuntimeTensor, _ filter: RuntimeTensor, _ account: MemoryAccount,
    _ node: OperatorNode
  ) throws(RuntimeError) {
    guard let kernels, let fit = options.windows(over: outputShape, filter: filter.shape),
      outputShape[0] == input.shape[0], outputShape[4] == filter.shape[3],
      (0..<3).allSatisfy({ fit[$0].count == input.shape[$0 + 1] })
    else {
      throw node.error(
        .invalidOperator, "the output shape does not fit input and weights", tensor: input.label,
        expected: "[\(input.shape[0]), D, H, W, \(filter.shape[3])] that \(input.shape) comes from",
        actual: "\(outputShape)")
    }
    let windows = VolumeWindows(
      axes: (0..<3).map {
        .init(
          input: input.shape[$0 + 1], output: outputShape[$0 + 1], filter: filter.shape[$0],
          stride: options.strides[$0],
          dilation: options.dilations[$0], before: fit[$0].before)
      }, channels: input.shape[4])
    table = try windows.table(isTransposed: true, account, node)
    product = WeightedProduct(
      .float, MatrixShape(columns: outputShape[4], taps: windows.taps, depth: input.shape[4]),
      .clamp(FloatRange(options.activation)), kernels)
    self.windows = windows
  }

  /// Makes room for what is packed while executing.
  private func makeRoom(_ filter: RuntimeTensor, _ account: MemoryAccount) throws(RuntimeError) {
    guard let product else { return }
    arranged = try AlignedMemory(filter.byteCount, for: "packed weights", account)
    packed = try AlignedMemory(product.packedSize, for: "packed weights", account)
  }

  func pack(_ context: PackContext) throws(RuntimeError) {
    guard let product, windows != nil, let filter = context.input(1), filter.isConstant,
      context.input(3)?.isConstant ?? true
    else { return }
    let bias = context.input(3)
    packed = try context.packed(from: filter, bias, byteCount: product.packedSize) { (target) throws(RuntimeError) in
      let part = try context.temporary(filter.byteCount)
      withExtendedLifetime(part) { fill(target, filter, bias, part.base) }
    }
  }

  /// Packs the filter with its output channels first, as it is arranged in `part`.
  private func fill(
    _ target: UnsafeMutableRawPointer, _ filter: RuntimeTensor, _ bias: RuntimeTensor?, _ part: UnsafeMutableRawPointer
  ) {
    guard let product, let windows else { return }
    let (columns, depth) = (product.shape.columns, product.shape.depth)
    for column in 0..<columns {
      for tap in 0..<windows.taps {
        (part + 4 * (column * windows.taps + tap) * depth).copyMemory(
          from: filter.data + 4 * (tap * columns + column) * depth, byteCount: 4 * depth)
      }
    }
    product.pack(part, bias, into: target)
  }

  func execute(_ context: ExecuteContext) throws(RuntimeError) {
    let filter = context.input(1)
    let input = context.input(2)
    let bias = context.optionalInput(3)
    if !context.input(0).isConstant {
      let shape = Shape(context.input(0).values(as: Int32.self).map { Int($0) })
      let isNew = windows == nil || packed == nil || context.output(0).shape != shape
      if try context.resizeOutput(0, to: shape).elementCount == 0 {
        windows = nil
        return
      }
      if isNew {
        packed = nil
        arranged = nil
        windows = nil
        try makeWindows(shape, input, filter, context.memory, context.node)
        try makeRoom(filter, context.memory)
      }
    }
    guard let windows, let product, let table, let border, let packed else { return }
    if let arranged {
      fill(packed.base, filter, bias, arranged.base)
      // Constants are packed once for a shape.
      if filter.isConstant, bias?.isConstant ?? true { self.arranged = nil }
    }
    context.multiplyVolumes(
      product, windows, table: table, border: border, packed: packed.base, input: input, output: context.output(0))
  }
}
