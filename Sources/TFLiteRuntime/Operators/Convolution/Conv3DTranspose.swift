import TFLiteKernelSets
import TFLiteKernels
import TFLiteSchema

/// CONV_3D_TRANSPOSE: output shape, filter [d, h, w, O, I], input [N, D, H, W, I], bias [O]; float32.
///
/// Every output position gathers the input positions that reach it; taps that none reaches read zeros.
final class Conv3DTranspose {
  private let options: VolumeOptions
  private var border: AlignedMemory?
  /// For the shape of the output, which may be known only while executing.
  private var plan: Plan?

  private struct Plan {
    let windows: VolumeWindows
    let weights: PackedWeights<TransposedVolumeLayout>
    let table: AlignedMemory
  }

  init(_ node: OperatorNode) { options = VolumeOptions(node) }

  var made: MadeOperator { MadeOperator(prepare: prepare, pack: pack, execute: execute) }

  func prepare(_ context: PrepareContext) throws(RuntimeError) {
    (border, plan) = (nil, nil)
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
    let border = try context.allocate(product: 4, input.shape[4])
    if shape.isConstant {
      let outputShape = Shape(shape.values(as: Int32.self).map { Int($0) })
      try context.setShape(outputShape, ofOutput: 0)
      plan = try makePlan(outputShape, input, filter, context.kernels, context.memory, context.node) {
        (layout) throws(RuntimeError) in
        try PackedWeights(layout, WeightSource(filter, bias: bias), context)
      }
    } else {
      try context.setUnknownShape(ofOutput: 0)
    }
    self.border = border
  }

  /// - Parameter weights: makes the packed weights of a layout.
  /// - Throws: `invalidOperator` when the output shape contradicts the input.
  private func makePlan(
    _ outputShape: Shape, _ input: RuntimeTensor, _ filter: RuntimeTensor, _ kernels: KernelSet,
    _ account: MemoryAccount, _ node: OperatorNode,
    _ weights: (TransposedVolumeLayout) throws(RuntimeError) -> PackedWeights<TransposedVolumeLayout>
  ) throws(RuntimeError) -> Plan {
    guard let fit = options.windows(over: outputShape, filter: filter.shape),
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
    let table = try windows.table(isTransposed: true, account, node)
    let product = WeightedProduct(
      .float, MatrixShape(columns: outputShape[4], taps: windows.taps, depth: input.shape[4]),
      .clamp(FloatRange(options.activation)), kernels)
    let layout = TransposedVolumeLayout(product: product, taps: windows.taps, roomByteCount: filter.byteCount)
    return Plan(windows: windows, weights: try weights(layout), table: table)
  }

  func pack(_ context: PackContext) throws(RuntimeError) {
    guard border != nil else { throw context.unprepared }
    try plan?.weights.pack(context)
  }

  func execute(_ context: ExecuteContext) throws(RuntimeError) {
    guard let border else { throw context.unprepared }
    let input = context.input(2)
    if !context.input(0).isConstant {
      let shape = Shape(context.input(0).values(as: Int32.self).map { Int($0) })
      let isNew = plan == nil || context.output(0).shape != shape
      if try context.resizeOutput(0, to: shape).elementCount == 0 {
        plan = nil
        return
      }
      if isNew {
        plan = nil
        let filter = context.input(1)
        plan = try makePlan(shape, input, filter, context.resources.kernels, context.memory, context.node) {
          (layout) throws(RuntimeError) in
          let source = WeightSource(filter, bias: context.optionalInput(3))
          return try PackedWeights(layout, source, holding: context.memory)
        }
      }
    }
    guard let plan, let packed = plan.weights.prepared(context) else { throw context.unprepared }
    context.multiplyVolumes(
      plan.weights.layout.product, plan.windows, table: plan.table, border: border, packed: packed, input: input,
      output: context.output(0))
  }
}

/// A filter [d, h, w, O, I] with its output channels first, as the kernel of the product reads it.
private struct TransposedVolumeLayout: WeightLayout {
  let product: WeightedProduct
  let taps: Int
  /// For the filter, arranged.
  let roomByteCount: Int

  var packedSize: Int { product.packedSize }

  func pack(
    _ weights: UnsafeRawPointer, _ bias: WeightBias?, room: UnsafeMutableRawPointer,
    into packed: UnsafeMutableRawPointer
  ) {
    let (columns, depth) = (product.shape.columns, product.shape.depth)
    for column in 0..<columns {
      for tap in 0..<taps {
        (room + 4 * (column * taps + tap) * depth).copyMemory(
          from: weights + 4 * (tap * columns + column) * depth, byteCount: 4 * depth)
      }
    }
    product.pack(room, bias, into: packed)
  }
}
