import TFLiteKernelSets
import TFLiteKernels
import TFLiteSchema

/// DEPTHWISE_CONV_2D: input [N, H, W, C], filter [1, h, w, C * multiplier], bias [C * multiplier].
///
/// With float data and int8 weights every image is quantized asymmetrically first. One input channel with several filters
/// is an ordinary convolution; several filters of each of several channels read channels that are repeated. A CONV_2D whose
/// filters read one channel each is one too; its filter is [C * multiplier, h, w, 1].
final class DepthwiseConv2D {
  private var window: WindowOptions
  /// The filter's axis of output channels: the last, or the first when each filter lies by itself.
  private let channelAxis: Int
  private var factors: ChannelFactors
  private let types: DepthwiseTypes

  // One of these is set, which computes the output.
  private var channels = Held<Channels>()
  /// Several filters of one channel.
  private var convolution: Conv2D?

  /// - Parameter types: those that there are kernels for.
  init(_ node: OperatorNode, _ types: DepthwiseTypes) {
    self.types = types
    let options = node.options.depthwiseConv2DOptions
    window = WindowOptions(
      padding: options?.padding ?? .same, strideHeight: Int(options?.strideH ?? 0),
      strideWidth: Int(options?.strideW ?? 0), dilationHeight: Int(options?.dilationHFactor ?? 1),
      dilationWidth: Int(options?.dilationWFactor ?? 1))
    factors = ChannelFactors(FusedActivation(options?.fusedActivationFunction))
    channelAxis = 3
  }

  /// A CONV_2D whose filters read one channel each.
  init(ofSeparateChannels node: OperatorNode, _ types: DepthwiseTypes) {
    self.types = types
    let options = node.options.conv2DOptions
    window = WindowOptions(options)
    factors = ChannelFactors(FusedActivation(options?.fusedActivationFunction))
    channelAxis = 0
  }

  var made: MadeOperator {
    MadeOperator(
      prepare: prepare, pack: pack, execute: execute, rows: execute(_:rows:), computesInJobs: self.computesInJobs,
      rowWindow: self.rowWindow, bind: bind,
      fusible: FusibleWork(
        accepts: accepts, take: take,
        roles: { WeightedRoles(channelAxis: self.channelAxis, leastOutputRank: self.window.outputRank) }, canEnd: canEnd
      ))
  }

  func accepts(_ fusion: Fusion) -> Bool {
    window.accepts(fusion) || factors.accepts(fusion)
  }

  func take(_ fusion: Fusion) {
    window.take(fusion)
    factors.take(fusion)
  }

  func prepare(_ context: PrepareContext) throws(RuntimeError) {
    (self.channels.object, convolution) = (nil, nil)
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
    guard filter.shape[3 &- channelAxis] == 1, channels % input.shape.innermost == 0 else {
      let multiple = "a multiple of \(input.shape.innermost)"
      throw context.error(
        "the filter does not fit the input's channels", filter,
        expected: channelAxis == 0 ? "[\(multiple), h, w, 1]" : "[1, h, w, \(multiple)]", actual: "\(filter.shape)")
    }
    let geometry = try window.geometry(
      input, filterHeight: filter.shape[1], filterWidth: filter.shape[2], outputDepth: channels,
      groups: input.shape.innermost, context)
    try window.expectMargins(of: input, geometry, context)
    try context.expectBias(bias, channels: channels, for: input, filter)
    if input.type == .int16, let bias { try context.expect(bias, .int64) }
    if input.type == .float32 { try context.expect(filter, .float32, .int8, .int4) }
    if input.shape.innermost == 1, channels > 1 {
      let convolution = Conv2D(ofOneChannel: window, factors, types.products, channelAxis: channelAxis)
      try convolution.prepare(context)
      self.convolution = convolution
      return
    }
    let work = Work(geometry.outputWidth &* geometry.outputDepth &* geometry.taps, .depthwise)
    // Threads share the rows of a column; one thread reads a column as a row.
    let isShared = context.threadCount > 1 && geometry.outputRows >= 2 &* work.grain
    let single = RepeatedChannels.geometry(of: isShared ? geometry : geometry.lying)
    let (form, images) = try chooseForm(input, filter, bias, output, single, context)
    let isQuantized = images.map { !$0.isReadAsFloats } ?? false
    let repeated = try RepeatedChannels(geometry, input, isQuantized: isQuantized, context)
    let weights = try PackedWeights(
      DepthwiseLayout(form: form, geometry: single, isByChannel: channelAxis == 0),
      WeightSource(filter, bias: bias, factors: factors, channelAxis: channelAxis), context)
    try context.setShape(window.outputShape(geometry), ofOutput: 0)
    self.channels.object = Channels(single, form, weights, images, repeated)
  }

  private func chooseForm(
    _ input: RuntimeTensor, _ filter: RuntimeTensor, _ bias: RuntimeTensor?, _ output: RuntimeTensor,
    _ geometry: ConvolutionGeometry, _ context: PrepareContext
  ) throws(RuntimeError) -> (DepthwiseForm, QuantizedImages?) {
    if input.type == .float32 {
      if filter.type == .float32 {
        let kernel = try context.restricted(types.float, to: .float32)(context.kernels)
        return (.float(kernel, FloatRange(factors.activation)), nil)
      }
      let kernel = try context.restricted(types.hybrid, to: .dynamic)(context.kernels)
      let isReadAsFloats = kernel.readsFloats(geometry)
      let quantization = try ActivationQuantization(
        blocks: geometry.batches, blockSize: input.elementCount / max(1, geometry.batches), isAsymmetric: true,
        keepsValues: !isReadAsFloats, context)
      let paddingRows = try context.requestScratch(product: geometry.batches, geometry.inputDepth)
      let scales = try context.weightScales(filter, channels: geometry.outputDepth, axis: channelAxis)
      return (
        .hybrid(kernel, scales, FloatRange(factors.activation)),
        QuantizedImages(
          quantization: quantization, paddingRows: paddingRows, isReadAsFloats: isReadAsFloats)
      )
    }
    if input.type == .uint8 { try context.expect(filter, .uint8) } else { try context.expect(filter, .int8, .int4) }
    let integers = try WeightedQuantization(
      input: input, filter: filter, bias: bias, output: output, activation: factors.activation,
      channels: geometry.outputDepth, channelAxis: channelAxis, ignoresZeroPoints: channelAxis == 3, context)
    switch input.type {
    case .uint8: return (.byte(try context.restricted(types.uint8, to: .uint8)(context.kernels), integers), nil)
    case .int8: return (.byte(try context.restricted(types.int8, to: .int8)(context.kernels), integers), nil)
    default: return (.int16(try context.restricted(types.int16, to: .int16)(context.kernels), integers), nil)
    }
  }

  func pack(_ context: PackContext) throws(RuntimeError) {
    if let channels = channels.object { return try channels.weights.pack(context) }
    guard let convolution else { throw context.unprepared }
    try convolution.pack(context)
  }

  var rowWindow: RowWindow? {
    guard let channels = channels.object else { return convolution?.rowWindow }
    return channels.readsAndMultiplies ? channels.geometry.rowWindow : nil
  }

  var computesInJobs: Bool {
    if let channels = channels.lent { return channels._withUnsafeGuaranteedRef { $0.readsAndMultiplies } }
    return convolution?.computesInJobs ?? false
  }

  func canEnd(with epilogue: EpilogueFunction) -> Bool {
    guard let channels = channels.object else { return convolution?.canEnd(with: epilogue) ?? false }
    guard case .byte = channels.form else { return false }
    if case .addFloats = epilogue { return false }
    return true
  }

  func execute(_ context: ExecuteContext) throws(RuntimeError) {
    if let channels = channels.lent {
      let isDone = channels._withUnsafeGuaranteedRef { $0.execute(context, channels, rows: 0..<$0.geometry.outputRows) }
      if !isDone { throw context.unprepared }
    } else {
      guard let convolution else { throw context.unprepared }
      try convolution.execute(context)
    }
  }

  /// The only call of a kernel, where one is all.
  private func bind(_ context: ExecuteContext) -> BoundCall? {
    if let channels = channels.object { return channels.bind(context) }
    return convolution?.bind(context)
  }

  func execute(_ context: ExecuteContext, rows: Range<Int>) throws(RuntimeError) {
    if let channels = channels.lent {
      let isDone = channels._withUnsafeGuaranteedRef { $0.execute(context, channels, rows: rows) }
      if !isDone { throw context.unprepared }
    } else {
      guard let convolution else { throw context.unprepared }
      try convolution.execute(context, rows: rows)
    }
  }
}

/// Images that are quantized while executing.
private struct QuantizedImages {
  let quantization: ActivationQuantization
  /// A row of zero points for each image.
  let paddingRows: Scratch
  /// The kernel quantizes, by the parameters.
  let isReadAsFloats: Bool

  /// What the kernel reads.
  func read(_ input: RuntimeTensor, _ context: ExecuteContext) -> UnsafeRawPointer {
    if !isReadAsFloats { return UnsafeRawPointer(quantization.quantize(input, context)) }
    quantization.findParameters(input, context)
    return UnsafeRawPointer(input.data)
  }
}

/// Filters of channels by themselves. It does not change, so that reading it counts no references.
private final class Channels {
  let geometry: ConvolutionGeometry
  let form: DepthwiseForm
  let weights: PackedWeights<DepthwiseLayout>
  private let images: QuantizedImages?
  /// Set where channels have several filters.
  private let repeated: RepeatedChannels?
  private let kernel: DepthwiseKernel

  init(
    _ geometry: ConvolutionGeometry, _ form: DepthwiseForm, _ weights: PackedWeights<DepthwiseLayout>,
    _ images: QuantizedImages?, _ repeated: RepeatedChannels?
  ) {
    self.geometry = geometry
    self.form = form
    self.weights = weights
    self.images = images
    self.repeated = repeated
    kernel =
      switch form {
      case .float(let kernel, _): kernel.run
      case .byte(let kernel, _): kernel.run
      case .hybrid(let kernel, _, _): kernel.run
      case .int16(let kernel, _): kernel.run
      }
  }

  /// Execution does no more than to read and multiply, in jobs.
  var readsAndMultiplies: Bool { images == nil && repeated == nil && weights.arePacked }

  /// - Parameter lent: this object.
  /// - Returns: false, and nothing is done, where the weights have not been packed.
  func execute(_ context: ExecuteContext, _ lent: Unmanaged<Channels>, rows: Range<Int>) -> Bool {
    guard let packed = weights.prepared(context) else { return false }
    let input = context.input(0)
    let pixels = images?.read(input, context) ?? UnsafeRawPointer(input.data)
    let arguments = arguments(context, repeated?.fill(pixels, context) ?? pixels, packed, fillPaddingRows(context))
    let job = DepthwiseJob(channels: lent, arguments: arguments, firstRow: rows.lowerBound)
    context.parallel(job, rows: rows.count, work: rowWork)
    return true
  }

  private var rowWork: Work { Work(geometry.outputWidth &* geometry.outputDepth &* geometry.taps, .depthwise) }

  @inline(__always)
  private func arguments(
    _ context: ExecuteContext, _ values: UnsafeRawPointer, _ packed: UnsafeRawPointer, _ paddingRows: UnsafeRawPointer?
  ) -> DepthwiseArguments {
    var arguments = DepthwiseArguments(
      geometry: geometry, input: values, packed: packed, output: context.output(0).data,
      imageParameters: images.map { UnsafePointer($0.quantization.parameters(context, 0)) }, paddingRows: paddingRows)
    arguments.epilogue = context.epilogue
    return arguments
  }

  /// The only call of the kernel, where one thread does nothing else.
  func bind(_ context: ExecuteContext) -> BoundCall? {
    guard readsAndMultiplies, !context.shares(rows: geometry.outputRows, work: rowWork),
      let packed = weights.prepared(context)
    else { return nil }
    let arguments = arguments(context, UnsafeRawPointer(context.input(0).data), packed, nil)
    return BoundDepthwiseCall(kernel, arguments, rows: geometry.outputRows)
  }

  /// Computes rows of output pixels over all images.
  fileprivate func run(_ arguments: DepthwiseArguments, _ begin: Int, _ end: Int) { kernel(arguments, begin, end) }

  private func fillPaddingRows(_ context: ExecuteContext) -> UnsafeRawPointer? {
    guard let images else { return nil }
    let rows = context.scratch(images.paddingRows)
    let parameters = images.quantization.parameters(context, 0)
    for image in 0..<geometry.batches {
      (rows + image &* geometry.inputDepth).initializeMemory(
        as: Int8.self, repeating: Int8(truncatingIfNeeded: parameters[image].zeroPoint), count: geometry.inputDepth)
    }
    return UnsafeRawPointer(rows)
  }
}

/// The kernel for the types at hand, with what it packs besides the weights.
private enum DepthwiseForm {
  case float(FloatDepthwiseKernel, FloatRange)
  case byte(ByteDepthwiseKernel, WeightedQuantization)
  case int16(ShortDepthwiseKernel, WeightedQuantization)
  case hybrid(HybridDepthwiseKernel, [Float], FloatRange)
}

/// The filters as the kernel of a form reads them.
private struct DepthwiseLayout: WeightLayout {
  let form: DepthwiseForm
  let geometry: ConvolutionGeometry
  /// Each filter lies by itself, and kernels read them side by side.
  let isByChannel: Bool

  var packedSize: Int {
    switch form {
    case .float(let kernel, _): kernel.packedSize(geometry)
    case .byte(let kernel, _): kernel.packedSize(geometry)
    case .int16(let kernel, _): kernel.packedSize(geometry)
    case .hybrid(let kernel, _, _): kernel.packedSize(geometry)
    }
  }

  var roomByteCount: Int {
    guard case .byte(_, let integers) = form else { return filterRoom }
    return filterRoom &+ integers.settlingRoom(FilterPlaces(depthwise: geometry))
  }

  /// Bytes of the filters side by side.
  private var filterRoom: Int {
    guard isByChannel else { return 0 }
    let size = if case .float = form { 4 } else { 1 }
    return AlignedMemory.roundedUp(geometry.taps &* geometry.outputDepth &* size)
  }

  /// Other channels of an input have as many filters each, and one channel is an ordinary convolution; images of one column
  /// may lie.
  var variant: [Int] { [geometry.inputDepth, geometry.filterWidth] }

  func pack(
    _ weights: UnsafeRawPointer, _ bias: WeightBias?, room: UnsafeMutableRawPointer,
    into packed: UnsafeMutableRawPointer
  ) {
    var (weights, room) = (weights, room)
    if isByChannel {
      if case .float = form {
        placeSideBySide(weights, room, Float.self)
      } else {
        placeSideBySide(weights, room, Int8.self)
      }
      weights = UnsafeRawPointer(room)
      room += filterRoom
    }
    switch form {
    case .float(let kernel, let range):
      kernel.pack(
        geometry, weights.assumingMemoryBound(to: Float.self), bias?.values.assumingMemoryBound(to: Float.self), range,
        packed)
    case .byte(let kernel, let integers):
      integers.withSettledChannels(
        FilterPlaces(depthwise: geometry), weights.assumingMemoryBound(to: Int8.self),
        bias?.values.assumingMemoryBound(to: Int32.self), room: room
      ) { kernel.pack(geometry, $0, $1, $2, packed) }
    case .int16(let kernel, let integers):
      integers.withRequantization {
        kernel.pack(
          geometry, weights.assumingMemoryBound(to: Int8.self), bias?.values.assumingMemoryBound(to: Int64.self), $0,
          packed)
      }
    case .hybrid(let kernel, let scales, let range):
      scales.withUnsafeBufferPointer { buffer in
        guard let base = buffer.baseAddress else { return }
        kernel.pack(
          geometry, weights.assumingMemoryBound(to: Int8.self), bias?.values.assumingMemoryBound(to: Float.self), base,
          buffer.count > 1, range, packed)
      }
    }
  }

  private func placeSideBySide<Element: BitwiseCopyable>(
    _ filters: UnsafeRawPointer, _ target: UnsafeMutableRawPointer, _ type: Element.Type
  ) {
    let (taps, channels) = (geometry.taps, geometry.outputDepth)
    let source = filters.assumingMemoryBound(to: type)
    let columns = target.bindMemory(to: type, capacity: taps &* channels)
    for channel in 0..<channels {
      for tap in 0..<taps { columns[tap &* channels &+ channel] = source[channel &* taps &+ tap] }
    }
  }
}

/// Rows of output pixels over all images.
private struct DepthwiseJob: RowJob {
  let channels: Unmanaged<Channels>
  let arguments: DepthwiseArguments
  let firstRow: Int

  func run(_ rows: Range<Int>) {
    channels._withUnsafeGuaranteedRef {
      $0.run(arguments, firstRow &+ rows.lowerBound, firstRow &+ rows.upperBound)
    }
  }
}
