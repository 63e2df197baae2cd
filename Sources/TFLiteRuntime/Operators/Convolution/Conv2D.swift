import TFLiteKernelSets
import TFLiteKernels
import TFLiteSchema

/// CONV_2D: input [N, H, W, C], filter [O, h, w, C / groups], bias [O].
///
/// With float data and integer weights every image is quantized first: symmetrically with one weight scale, asymmetrically
/// with a scale for each channel or with groups.
final class Conv2D {
  private var window: WindowOptions
  private var factors: ChannelFactors
  private let biasType: Schema.TensorType
  /// The filter's axis of output channels: the first, or the last when filters lie side by side.
  private let channelAxis: Int
  private let types: ProductTypes
  private let products = WindowProducts(ofInput: 0)

  /// - Parameter types: those that there are kernels for.
  init(_ node: OperatorNode, _ types: ProductTypes) {
    self.types = types
    let options = node.options.conv2DOptions
    window = WindowOptions(options)
    factors = ChannelFactors(FusedActivation(options?.fusedActivationFunction))
    biasType = options?.quantizedBiasType ?? .float32
    channelAxis = 0
  }

  /// A depthwise convolution of one channel: with an axis of 3 its filter is [1, h, w, O], and activations are quantized
  /// asymmetrically.
  init(ofOneChannel window: WindowOptions, _ factors: ChannelFactors, _ types: ProductTypes, channelAxis: Int) {
    self.types = types
    self.window = window
    self.factors = factors
    biasType = .float32
    self.channelAxis = channelAxis
  }

  var made: MadeOperator {
    MadeOperator(
      prepare: prepare, pack: pack, execute: execute, rows: execute(_:rows:), computesInJobs: self.computesInJobs,
      rowWindow: self.rowWindow, bind: bind,
      fusible: FusibleWork(
        accepts: accepts, take: take, roles: { WeightedRoles(leastOutputRank: self.window.outputRank) }, canEnd: canEnd)
    )
  }

  func accepts(_ fusion: Fusion) -> Bool {
    window.accepts(fusion) || factors.accepts(fusion)
  }

  func take(_ fusion: Fusion) {
    window.take(fusion)
    factors.take(fusion)
  }

  func prepare(_ context: PrepareContext) throws(RuntimeError) {
    products.reset()
    try context.expect(inputs: 2...3, outputs: 1...1)
    let input = try context.input(0)
    let filter = try context.input(1)
    let bias = context.optionalInput(2)
    let output = try context.output(0)
    try context.expect(input, .float32, .uint8, .int8, .int16)
    try context.expectSameType(output, input)
    try context.expectRank(input, window.inputRank)
    try context.expectRank(filter, 4)
    try context.expect(
      filter.elementCount > 0 && window.hasPixels(input), "an extent is 0",
      filter.elementCount > 0 ? input : filter)
    let channels = filter.shape[channelAxis]
    let filterDepth = channelAxis == 0 ? filter.shape[3] : 1
    guard input.shape.innermost % filterDepth == 0, channels % (input.shape.innermost / filterDepth) == 0 else {
      throw context.error(
        "the filter's channels do not divide the input's", filter, expected: "a divisor of \(input.shape.innermost)",
        actual: "\(filter.shape)")
    }
    let geometry = try window.geometry(
      input, filterHeight: filter.shape[1], filterWidth: filter.shape[2], outputDepth: channels,
      groups: input.shape.innermost / filterDepth, context)
    try window.expectMargins(of: input, geometry, context)
    try context.expectBias(bias, channels: channels, for: input, filter)
    if input.type == .int16, biasType != .float32, let bias,
      Int8(truncatingIfNeeded: biasType.rawValue) != bias.type.rawValue
    {
      throw context.error("the bias is not of the stated type", bias, expected: biasType.name, actual: bias.type.name)
    }
    try context.setShape(window.outputShape(geometry), ofOutput: 0)
    let (form, parameters, quantization) = try chooseForm(input, filter, bias, output, geometry, context)
    try products.prepare(
      types, geometry, form, parameters, quantization, input, filter,
      WeightSource(filter, bias: bias, factors: factors, channelAxis: channelAxis), channelAxis: channelAxis, context)
  }

  /// Chooses the kernel for the types at hand.
  private func chooseForm(
    _ input: RuntimeTensor, _ filter: RuntimeTensor, _ bias: RuntimeTensor?, _ output: RuntimeTensor,
    _ geometry: ConvolutionGeometry, _ context: PrepareContext
  ) throws(RuntimeError) -> (WeightedProduct.Form, WeightedProduct.Parameters, ActivationQuantization?) {
    if input.type == .float32 {
      let range = FloatRange(factors.activation)
      if filter.type == .float32 { return (.float, .clamp(range), nil) }
      try context.expect(filter, .int8, .int4, .uint8)
      let scales = try context.weightScales(filter, channels: geometry.outputDepth, axis: channelAxis)
      let quantization = try ActivationQuantization(
        blocks: geometry.batches, blockSize: input.elementCount / max(1, geometry.batches),
        isAsymmetric: scales.count > 1 || geometry.groups > 1 || channelAxis > 0, context)
      return (.hybrid, .hybrid(scales: scales, range), quantization)
    }
    if input.type == .uint8 { try context.expect(filter, .uint8) } else { try context.expect(filter, .int8, .int4) }
    let integers = try WeightedQuantization(
      input: input, filter: filter, bias: bias, output: output, activation: factors.activation,
      channels: geometry.outputDepth,
      channelAxis: channelAxis, context)
    switch input.type {
    case .uint8: return (.uint8, .integer(integers, .uint8), nil)
    case .int8: return (.int8, .integer(integers, .int8), nil)
    default: return (.int16, .integer(integers, .int16), nil)
    }
  }

  func pack(_ context: PackContext) throws(RuntimeError) { try products.pack(context) }

  var rowWindow: RowWindow? { products.rowWindow }

  var computesInJobs: Bool { products.computeInJobs }

  func canEnd(with epilogue: EpilogueFunction) -> Bool {
    products.canEnd(with: epilogue, isClamped: factors.activation.isClamp)
  }

  func bind(_ context: ExecuteContext) -> BoundCall? { products.bind(context) }

  func execute(_ context: ExecuteContext) throws(RuntimeError) { try products.execute(context) }

  func execute(_ context: ExecuteContext, rows: Range<Int>) throws(RuntimeError) {
    try products.execute(context, rows: rows)
  }
}
