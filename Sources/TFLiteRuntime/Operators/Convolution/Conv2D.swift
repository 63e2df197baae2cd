import TFLiteKernelSets
import TFLiteKernels
import TFLiteSchema

/// CONV_2D: input [N, H, W, C], filter [O, h, w, C / groups], bias [O].
///
/// A pointwise convolution multiplies the pixels where they lie; others read them through a table of offsets, so that
/// nothing is copied; float ones of 3x3 go by minimal filtering where that is faster. With float data and integer weights
/// every image is quantized first: symmetrically with one weight scale, asymmetrically with a scale for each channel or
/// with groups.
final class Conv2D {
  private var window: WindowOptions
  private var factors: ChannelFactors
  private let biasType: Schema.TensorType
  /// The filter's axis of output channels: the first, or the last when filters lie side by side.
  private let channelAxis: Int
  private let types: ProductTypes

  // One of these is set, which computes the output.
  private var direct = Held<Direct>()
  /// By minimal filtering, where it is faster.
  private var winograd: WinogradConvolution?

  /// - Parameter types: those that there are kernels for.
  init(_ node: OperatorNode, _ types: ProductTypes) {
    self.types = types
    let options = node.options(Schema.Conv2DOptions.self)
    window = WindowOptions(
      padding: options?.padding ?? .same, strideHeight: Int(options?.strideH ?? 0),
      strideWidth: Int(options?.strideW ?? 0), dilationHeight: Int(options?.dilationHFactor ?? 1),
      dilationWidth: Int(options?.dilationWFactor ?? 1))
    factors = ChannelFactors(FusedActivation(options?.fusedActivationFunction))
    biasType = options?.quantizedBiasType ?? .float32
    channelAxis = 0
  }

  /// A depthwise convolution of one channel: its filter is [1, h, w, O], and activations are quantized asymmetrically.
  init(ofOneChannel window: WindowOptions, _ factors: ChannelFactors, _ types: ProductTypes) {
    self.types = types
    self.window = window
    self.factors = factors
    biasType = .float32
    channelAxis = 3
  }

  var made: MadeOperator {
    MadeOperator(
      prepare: prepare, pack: pack, execute: execute, rows: execute(_:rows:), computesInJobs: self.computesInJobs,
      rowWindow: self.rowWindow,
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
    (direct.object, winograd) = (nil, nil)
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
    try context.expectBias(bias, channels: channels, for: input, filter)
    if input.type == .int16, biasType != .float32, let bias,
      Int8(truncatingIfNeeded: biasType.rawValue) != bias.type.rawValue
    {
      throw context.error("the bias is not of the stated type", bias, expected: biasType.name, actual: bias.type.name)
    }
    try context.setShape(window.outputShape(geometry), ofOutput: 0)
    if input.type == .float32, filter.type == .float32,
      let winograd = try WinogradConvolution(types, geometry, factors, filter: filter, bias: bias, context)
    {
      self.winograd = winograd
      return
    }
    let (form, parameters, quantization) = try chooseForm(input, filter, bias, output, geometry, context)
    if channelAxis == 0 {
      switch (parameters, quantization) {
      case (.integer(let integers, let type), _):
        winograd = try WinogradConvolution(types, geometry, integers, type, filter: filter, bias: bias, context)
      case (.hybrid(let scales, _), .some(let quantization)):
        winograd = try WinogradConvolution(
          types, geometry, factors, scales: scales, quantization, filter: filter, bias: bias, context)
      default: break
      }
      if winograd != nil { return }
    }
    let image = geometry.lying
    let spread = channelAxis == 0 ? SpreadFilter(image, form, filter: filter, lanes: context.kernels.lanes) : nil
    let computed = spread?.geometry ?? image
    let product = try WeightedProduct(
      form, shape(computed, form), spread.map { parameters.repeated($0.pixels) } ?? parameters, types, context)
    let weights = try PackedWeights(
      GroupedProduct(product, groups: computed.groups, spread: spread),
      WeightSource(filter, bias: bias, factors: factors, channelAxis: channelAxis), context)
    let reading = try Reading(input, computed, needsTable: product.shape.windowRows == 1, context)
    direct.object = Direct(computed, product, weights, reading, quantization)
  }

  private func shape(_ geometry: ConvolutionGeometry, _ form: WeightedProduct.Form) -> MatrixShape {
    let columns = geometry.filtersPerGroup
    var shape =
      channelAxis == 0
      ? MatrixShape(columns: columns, taps: geometry.taps, depth: geometry.filterDepth)
      : MatrixShape(columns: columns, taps: geometry.taps, depth: 1, columnStride: 1, elementStride: columns)
    if form.copiesWindows { shape.windowRows = geometry.windowRows }
    return shape
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

  func pack(_ context: PackContext) throws(RuntimeError) {
    if let direct = direct.object { return try direct.weights.pack(context) }
    guard let winograd else { throw context.unprepared }
    try winograd.pack(context)
  }

  var rowWindow: RowWindow? {
    guard let direct = direct.object, direct.readsAndMultiplies else { return nil }
    return direct.geometry.rowWindow
  }

  var computesInJobs: Bool {
    if let direct = direct.lent { return direct._withUnsafeGuaranteedRef { $0.readsAndMultiplies } }
    return winograd?.computesInJobs ?? false
  }

  func canEnd(with epilogue: EpilogueFunction) -> Bool {
    if let direct = direct.object {
      let outputs = direct.geometry.outputShape.elementCount
      return direct.product.canEnd(with: epilogue, outputs: outputs, isClamped: factors.activation.isClamp)
    }
    return winograd?.canEnd(with: epilogue, isClamped: factors.activation.isClamp) ?? false
  }

  func execute(_ context: ExecuteContext) throws(RuntimeError) {
    if let direct = direct.lent {
      let isDone = direct._withUnsafeGuaranteedRef {
        $0.execute(context, pixels: 0..<$0.geometry.outputRows &* $0.geometry.outputWidth)
      }
      if !isDone { throw context.unprepared }
    } else {
      guard let winograd else { throw context.unprepared }
      try winograd.execute(context)
    }
  }

  func execute(_ context: ExecuteContext, rows: Range<Int>) throws(RuntimeError) {
    guard let direct = direct.lent else { throw context.unprepared }
    let isDone = direct._withUnsafeGuaranteedRef {
      $0.execute(
        context, pixels: rows.lowerBound &* $0.geometry.outputWidth..<rows.upperBound &* $0.geometry.outputWidth)
    }
    if !isDone { throw context.unprepared }
  }
}

/// How products find the pixels of windows.
private struct Reading {
  /// Offsets of all taps of all pixels of an image; nil for pointwise convolutions, and for kernels that always copy windows.
  let table: AlignedMemory?
  /// The geometry, for kernels that copy windows; nil where they cannot.
  let windows: AlignedMemory?
  /// What taps outside the image read; nil for pointwise convolutions.
  let border: AlignedMemory?

  /// - Throws: `invalidOperator` when there are too many offsets, `outOfMemory`.
  init(
    _ input: RuntimeTensor, _ geometry: ConvolutionGeometry, needsTable: Bool, _ context: PrepareContext
  ) throws(RuntimeError) {
    if geometry.isPointwise {
      (table, windows, border) = (nil, nil, nil)
      return
    }
    let pixels = geometry.outputHeight.multipliedReportingOverflow(by: geometry.outputWidth)
    let count = pixels.partialValue.multipliedReportingOverflow(by: geometry.taps)
    guard input.elementCount / max(1, geometry.batches) <= Int(Int32.max), !pixels.overflow, !count.overflow,
      count.partialValue <= 1 << 30
    else {
      throw context.error("the image is too large for a convolution", input, actual: "\(input.shape)")
    }
    if needsTable {
      let table = try context.allocate(product: 4, IndirectionTable.count(geometry))
      IndirectionTable.fill(geometry, table.base.assumingMemoryBound(to: Int32.self))
      self.table = table
    } else {
      table = nil
    }
    if geometry.hasRuns {
      let windows = try context.allocate(MemoryLayout<ConvolutionGeometry>.size)
      windows.base.initializeMemory(as: ConvolutionGeometry.self, to: geometry)
      self.windows = windows
    } else {
      windows = nil
    }
    let size = input.type.elementByteCount
    let border = try context.allocate(product: geometry.inputDepth, size, max(1, geometry.batches))
    if input.type == .uint8 || input.type == .int8 {
      let zeroPoint = UInt8(truncatingIfNeeded: input.quantization?.zeroPoint ?? 0)
      border.base.initializeMemory(as: UInt8.self, repeating: zeroPoint, count: border.byteCount)
    }
    self.border = border
  }
}

/// Products of the filters with all windows. It does not change, so that reading it counts no references.
private final class Direct {
  let geometry: ConvolutionGeometry
  let product: WeightedProduct
  let weights: PackedWeights<GroupedProduct>
  /// Holds what the addresses lead to.
  private let reading: Reading
  private let table: UnsafePointer<Int32>?
  private let windows: UnsafePointer<ConvolutionGeometry>?
  private let border: UnsafeMutableRawPointer?
  private let quantization: ActivationQuantization?

  init(
    _ geometry: ConvolutionGeometry, _ product: WeightedProduct, _ weights: PackedWeights<GroupedProduct>,
    _ reading: Reading,
    _ quantization: ActivationQuantization?
  ) {
    self.geometry = geometry
    self.product = product
    self.weights = weights
    self.reading = reading
    table = reading.table.map { UnsafePointer($0.base.assumingMemoryBound(to: Int32.self)) }
    windows = reading.windows.map { UnsafePointer($0.base.assumingMemoryBound(to: ConvolutionGeometry.self)) }
    border = reading.border?.base
    self.quantization = quantization
  }

  /// Execution does no more than to read and multiply, in jobs.
  var readsAndMultiplies: Bool { quantization == nil && weights.arePacked }

  /// Computes the pixels `range` of all images, counted one image behind the other.
  /// - Returns: false, and nothing is done, where the weights have not been packed.
  func execute(_ context: ExecuteContext, pixels range: Range<Int>) -> Bool {
    guard let packed = weights.prepared(context) else { return false }
    let input = context.input(0)
    let output = context.output(0)
    let epilogue = context.epilogue
    if output.byteCount == 0 { return true }
    let size = product.form == .hybrid ? 1 : input.type.elementByteCount
    let outputSize = output.type.elementByteCount
    let values = UnsafeRawPointer(quantization?.quantize(input, context) ?? input.data)
    let isPointwise = border == nil
    // The images of a pointwise convolution are one run of pixels, except where each has parameters of its own.
    let imagePixels =
      isPointwise && quantization == nil ? range.upperBound : geometry.outputHeight &* geometry.outputWidth
    let inputStep = geometry.inputHeight &* geometry.inputWidth &* geometry.inputDepth &* size
    var first = range.lowerBound
    while first < range.upperBound {
      let image = first / imagePixels
      let pixel = first &- image &* imagePixels
      let count = min(imagePixels &- pixel, range.upperBound &- first)
      let parameters = quantization?.parameters(context, image)
      if let border, let parameters {
        border.initializeMemory(
          as: Int8.self, repeating: Int8(truncatingIfNeeded: parameters.pointee.zeroPoint), count: geometry.inputDepth)
      }
      let start = image &* inputStep &+ (isPointwise ? pixel &* geometry.inputDepth &* size : 0)
      let place = first &* geometry.outputDepth &* outputSize
      var arguments = MatrixArguments(
        input: values + start, inputStride: geometry.inputDepth, offsets: table.map { $0 + pixel &* geometry.taps },
        geometry: windows, firstPixel: pixel, paddingRow: border.map { UnsafeRawPointer($0) }, packed: packed,
        shape: product.shape, output: output.data + place, outputStride: geometry.outputDepth,
        rowParameters: parameters, rowParameterStride: 0)
      arguments.epilogue = epilogue?.advanced(by: place)
      if geometry.groups == 1 {
        context.multiply(product, arguments, rows: count)
      } else {
        let steps = GroupSteps(
          input: geometry.filterDepth &* size, packed: weights.layout.groupStride,
          output: geometry.filtersPerGroup &* outputSize)
        let job = GroupJob(
          run: product.run, arguments: arguments, steps: steps, groups: geometry.groups, width: geometry.outputWidth,
          rows: count)
        let work =
          GroupJob.tile &* geometry.groups &* (product.work(columns: product.shape.columns) &+ product.gathering)
        context.parallel(
          job, rows: job.tiles, work: Work(work, product.workKind), atLeast: job.share(of: context.threadCount))
      }
      first &+= count
    }
    return true
  }
}

/// Bytes from one group to the next.
private struct GroupSteps {
  let input: Int
  let packed: Int
  let output: Int
}

/// Tiles of rows of the products of all groups. Each part of the image is computed for all of them before the next one, since
/// groups lie side by side in a pixel.
private struct GroupJob: RowJob {
  /// Rows of a tile.
  static let tile = 4
  /// Pixels of a part, which whole rows of the image come near.
  private static let part = 240

  let run: @Sendable (MatrixArguments, Int, Int, Int, Int) -> Void
  /// Those of the first group.
  let arguments: MatrixArguments
  let steps: GroupSteps
  let groups: Int
  /// Pixels of a row of the output.
  let width: Int
  let rows: Int

  var tiles: Int { (rows &+ Self.tile &- 1) / Self.tile }

  /// The fewest tiles that one of so many threads gets: a part, since kernels copy the margins of each, or all that it can get.
  func share(of threads: Int) -> Int { max(1, min(tiles / threads, Self.part / Self.tile)) }

  func run(_ range: Range<Int>) {
    let end = min(range.upperBound &* Self.tile, rows)
    let part = max(1, Self.part / width) &* width
    var row = range.lowerBound &* Self.tile
    while row < end {
      let last = min(row &+ part, end)
      var a = arguments
      for group in 0..<groups {
        run(a, row, last, 0, a.shape.columns)
        guard group &+ 1 < groups else { break }
        a.input += steps.input
        a.packed += steps.packed
        a.output += steps.output
        a.epilogue = a.epilogue?.advanced(by: steps.output)
      }
      row = last
    }
  }
}
