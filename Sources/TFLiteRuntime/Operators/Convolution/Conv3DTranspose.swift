import TFLiteKernelSets
import TFLiteKernels
import TFLiteSchema

/// CONV_3D_TRANSPOSE: output shape, filter [d, h, w, O, I], input [N, D, H, W, I], bias [O]; float32.
///
/// Computed phase by phase (see `VolumePhases`) by the same matrix kernels as a convolution.
final class Conv3DTranspose {
  private let options: VolumeOptions
  private var border: AlignedMemory?
  /// For the shape of the output, which may be known only while executing.
  private var weights: PackedWeights<TransposedVolumeLayout>?

  init(_ node: OperatorNode) { options = VolumeOptions(node) }

  var made: MadeOperator { MadeOperator(prepare: prepare, pack: pack, execute: execute) }

  func prepare(_ context: PrepareContext) throws(RuntimeError) {
    (border, weights) = (nil, nil)
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
      let layout = try layout(outputShape, input, filter, context.kernels, context.memory, context.node)
      weights = try PackedWeights(layout, WeightSource(filter, bias: bias), context)
    } else {
      try context.setUnknownShape(ofOutput: 0)
    }
    self.border = border
  }

  /// - Throws: `invalidOperator` when the output shape contradicts the input.
  private func layout(
    _ outputShape: Shape, _ input: RuntimeTensor, _ filter: RuntimeTensor, _ kernels: KernelSet,
    _ account: MemoryAccount, _ node: OperatorNode
  ) throws(RuntimeError) -> TransposedVolumeLayout {
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
    let phases = try VolumePhases(windows, account)
    let products = phases.phases.map {
      WeightedProduct(
        .float, MatrixShape(columns: outputShape[4], taps: $0.taps.count, depth: input.shape[4]),
        .clamp(FloatRange(options.activation)), kernels)
    }
    return TransposedVolumeLayout(phases, products)
  }

  func pack(_ context: PackContext) throws(RuntimeError) {
    guard border != nil else { throw context.unprepared }
    try weights?.pack(context)
  }

  func execute(_ context: ExecuteContext) throws(RuntimeError) {
    guard let border else { throw context.unprepared }
    let input = context.input(2)
    if !context.input(0).isConstant {
      let shape = Shape(context.input(0).values(as: Int32.self).map { Int($0) })
      let isNew = weights == nil || context.output(0).shape != shape
      if try context.resizeOutput(0, to: shape).elementCount == 0 {
        weights = nil
        return
      }
      if isNew {
        weights = nil
        let filter = context.input(1)
        let layout = try layout(shape, input, filter, context.resources.kernels, context.memory, context.node)
        weights = try PackedWeights(
          layout, WeightSource(filter, bias: context.optionalInput(3)), holding: context.memory)
      }
    }
    guard let weights, let packed = weights.prepared(context) else { throw context.unprepared }
    let output = context.output(0)
    let job = LineJob(
      layout: weights.layout, packed: packed, input: input.data, border: border.base, output: output.data,
      channels: output.shape[4])
    let phases = weights.layout.phases
    let windows = phases.windows
    let products = windows.axes[2].output &* output.shape[4] &* windows.channels
    context.parallel(
      job, rows: output.shape[0] &* phases.lines,
      work: Work(products &* max(1, windows.taps / max(1, phases.phases.count)), .floatProduct))
  }
}

/// The filters of all phases, one after another, each as the kernel of its product reads them.
private struct TransposedVolumeLayout: WeightLayout {
  let phases: VolumePhases
  let products: [WeightedProduct]
  /// Where the packed weights of each phase begin; one place more is where they end.
  let starts: [Int]
  /// For the filter of one phase.
  let roomByteCount: Int

  init(_ phases: VolumePhases, _ products: [WeightedProduct]) {
    self.phases = phases
    self.products = products
    roomByteCount = 4 &* (products.map { $0.shape.columns &* $0.shape.taps &* $0.shape.depth }.max() ?? 0)
    starts = WeightedProduct.starts(products)
  }

  var packedSize: Int { starts.last ?? 0 }

  var variant: [Int] { phases.variant }

  /// A kernel reads output channels first, of a filter [d, h, w, O, I].
  func pack(
    _ weights: UnsafeRawPointer, _ bias: WeightBias?, room: UnsafeMutableRawPointer,
    into packed: UnsafeMutableRawPointer
  ) {
    for (number, phase) in phases.phases.enumerated() {
      let shape = products[number].shape
      var next = room
      for column in 0..<shape.columns {
        for tap in phase.taps {
          next.copyMemory(
            from: weights + 4 * (tap * shape.columns + column) * shape.depth, byteCount: 4 * shape.depth)
          next += 4 * shape.depth
        }
      }
      products[number].pack(room, bias, into: packed + starts[number])
    }
  }
}

/// Output lines of all volumes.
private struct LineJob: RowJob {
  let layout: TransposedVolumeLayout
  let packed: UnsafeRawPointer
  let input: UnsafeRawPointer
  let border: UnsafeRawPointer
  let output: UnsafeMutableRawPointer
  let channels: Int

  func run(_ lines: Range<Int>) {
    let phases = layout.phases
    let windows = phases.windows
    for line in lines {
      let (volume, lineOfVolume) = (line / phases.lines, line % phases.lines)
      let source = input + 4 &* volume &* windows.inputCount &* windows.channels
      let target = output + 4 &* line &* windows.axes[2].output &* channels
      phases.forEachPhase(ofLine: lineOfVolume) { phase, offsets, count, position in
        let product = layout.products[phase]
        let arguments = MatrixArguments(
          input: source, inputStride: 0, offsets: offsets, paddingRow: border, packed: packed + layout.starts[phase],
          shape: product.shape, output: target + 4 &* position &* channels,
          outputStride: channels &* phases.columnStep)
        product.run(arguments, 0, count, 0, channels)
      }
    }
  }
}
