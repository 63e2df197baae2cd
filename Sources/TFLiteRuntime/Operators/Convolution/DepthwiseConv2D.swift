import TFLiteKernels
import TFLiteSchema

/// DEPTHWISE_CONV_2D: input [N, H, W, C], filter [1, h, w, C * multiplier], bias [C * multiplier].
///
/// With float data and int8 weights every image is quantised asymmetrically first.
final class DepthwiseConv2D: Operator {
  private let window: WindowOptions
  private let activation: FusedActivation

  private enum Form {
    case float(FloatRange)
    case integer(WeightedQuantization)
    case hybrid(ActivationQuantization, scales: [Float], FloatRange)
  }

  private var geometry: ConvolutionGeometry?
  private var form: Form?
  /// Where four-bit weights are unpacked to, when they are not constants.
  private var unpackedScratch: Scratch?
  private var unpacked: AlignedMemory?

  init(_ node: OperatorNode) {
    let options = node.options(Schema.DepthwiseConv2DOptions.self)
    window = WindowOptions(
      padding: options?.padding ?? .same, strideHeight: Int(options?.strideH ?? 0),
      strideWidth: Int(options?.strideW ?? 0), dilationHeight: Int(options?.dilationHFactor ?? 1),
      dilationWidth: Int(options?.dilationWFactor ?? 1))
    activation = FusedActivation(options?.fusedActivationFunction)
  }

  func prepare(_ context: PrepareContext) throws(RuntimeError) {
    try context.expect(inputs: 2...3, outputs: 1...1)
    let input = try context.input(0)
    let filter = try context.input(1)
    let bias = context.optionalInput(2)
    let output = try context.output(0)
    try context.expect(input, .float32, .uint8, .int8, .int16)
    try context.expectSameType(output, input)
    try context.expectRank(input, 4)
    try context.expectRank(filter, 4)
    try context.expect(
      filter.elementCount > 0 && input.shape.product(1..<4) > 0, "an extent is 0",
      filter.elementCount > 0 ? input : filter)
    let channels = filter.shape[3]
    guard filter.shape[0] == 1, channels % input.shape[3] == 0 else {
      throw context.error(
        "the filter does not fit the input's channels", filter, expected: "[1, h, w, a multiple of \(input.shape[3])]",
        actual: "\(filter.shape)")
    }
    let geometry = try window.geometry(
      input, filterHeight: filter.shape[1], filterWidth: filter.shape[2], outputDepth: channels, groups: input.shape[3],
      context)
    try context.expectBias(bias, channels: channels, for: input, filter)
    if input.type == .int16, let bias { try context.expect(bias, .int64) }
    switch input.type {
    case .float32 where filter.type == .float32: form = .float(FloatRange(activation))
    case .float32:
      try context.expect(filter, .int8, .int4)
      form = .hybrid(
        try ActivationQuantization(
          blocks: geometry.batches, blockSize: input.shape.product(1..<4), isAsymmetric: true, context),
        scales: try context.weightScales(filter, channels: channels, axis: 3), FloatRange(activation))
    default:
      if input.type == .uint8 { try context.expect(filter, .uint8) } else { try context.expect(filter, .int8, .int4) }
      form = .integer(
        try WeightedQuantization(
          input: input, filter: filter, bias: bias, output: output, activation: activation, channels: channels,
          channelAxis: 3, context))
    }
    self.geometry = geometry
    unpackedScratch = filter.type == .int4 && !filter.isConstant ? try context.requestScratch(filter.elementCount) : nil
    try context.setShape(geometry.outputShape, ofOutput: 0)
  }

  func pack(_ context: PackContext) {
    unpacked = nil
    guard let filter = context.input(1), filter.type == .int4, filter.isConstant else { return }
    unpacked = context.packed(from: filter, byteCount: filter.elementCount) {
      PackedIntegers.unpack(
        filter.data, bitWidth: 4, count: filter.elementCount, into: $0.assumingMemoryBound(to: Int8.self))
    }
  }

  func execute(_ context: ExecuteContext) {
    guard let geometry, let form else { return }
    let input = context.input(0)
    let filter = context.input(1)
    var weights = UnsafeRawPointer(unpacked?.base ?? filter.data)
    if let unpackedScratch {
      let target = context.scratch(unpackedScratch)
      PackedIntegers.unpack(
        filter.data, bitWidth: 4, count: filter.elementCount, into: target.assumingMemoryBound(to: Int8.self))
      weights = UnsafeRawPointer(target)
    }
    var values = UnsafeRawPointer(input.data)
    var blocks: UnsafePointer<DynamicQuantization.Parameters>?
    if case .hybrid(let quantization, _, _) = form {
      values = UnsafeRawPointer(quantization.quantize(input, context))
      blocks = UnsafePointer(quantization.parameters(context, 0))
    }
    let job = DepthwiseJob(
      geometry: geometry, form: form, type: input.type, input: values, weights: weights,
      bias: context.optionalInput(2).map { UnsafeRawPointer($0.data) }, output: context.output(0).data, blocks: blocks)
    let rowWork = geometry.outputWidth &* geometry.outputDepth &* geometry.taps
    context.parallel(job, rows: geometry.outputRows, grain: max(1, (1 << 15) / max(1, rowWork)))
  }

  /// Rows of output pixels over all images.
  private struct DepthwiseJob: RowJob {
    let geometry: ConvolutionGeometry
    let form: Form
    let type: ElementType
    let input: UnsafeRawPointer
    let weights: UnsafeRawPointer
    let bias: UnsafeRawPointer?
    let output: UnsafeMutableRawPointer
    let blocks: UnsafePointer<DynamicQuantization.Parameters>?

    func run(_ rows: Range<Int>) {
      switch form {
      case .float(let range):
        ReferenceKernels.depthwise(
          geometry, input.assumingMemoryBound(to: Float.self), weights.assumingMemoryBound(to: Float.self),
          bias?.assumingMemoryBound(to: Float.self), output.assumingMemoryBound(to: Float.self), range, rows.lowerBound,
          rows.upperBound)
      case .integer(let integers): integers.withRequantization { runInteger($0, rows) }
      case .hybrid(_, let scales, let range):
        guard let blocks else { return }
        scales.withUnsafeBufferPointer { buffer in
          guard let base = buffer.baseAddress else { return }
          let scaling = HybridScaling(
            inputParameters: blocks, weightScales: base, isPerChannel: buffer.count > 1, range: range)
          ReferenceKernels.depthwiseHybrid(
            geometry, input.assumingMemoryBound(to: Int8.self), weights.assumingMemoryBound(to: Int8.self),
            bias?.assumingMemoryBound(to: Float.self), output.assumingMemoryBound(to: Float.self), scaling,
            rows.lowerBound,
            rows.upperBound)
        }
      }
    }

    private func runInteger(_ requantization: Requantization, _ rows: Range<Int>) {
      switch type {
      case .uint8:
        ReferenceKernels.depthwise(
          geometry, input.assumingMemoryBound(to: UInt8.self), weights.assumingMemoryBound(to: UInt8.self),
          bias?.assumingMemoryBound(to: Int32.self), output.assumingMemoryBound(to: UInt8.self), requantization,
          rows.lowerBound, rows.upperBound)
      case .int8:
        ReferenceKernels.depthwise(
          geometry, input.assumingMemoryBound(to: Int8.self), weights.assumingMemoryBound(to: Int8.self),
          bias?.assumingMemoryBound(to: Int32.self), output.assumingMemoryBound(to: Int8.self), requantization,
          rows.lowerBound, rows.upperBound)
      default:
        ReferenceKernels.depthwise(
          geometry, input.assumingMemoryBound(to: Int16.self), weights.assumingMemoryBound(to: Int8.self),
          bias?.assumingMemoryBound(to: Int64.self), output.assumingMemoryBound(to: Int16.self), requantization,
          rows.lowerBound, rows.upperBound)
      }
    }
  }
}
