import TFLiteKernelSets
import TFLiteKernels

/// The windows of an image times filters: what a convolution computes once its operands are checked.
///
/// Pointwise filters multiply the pixels where they lie; others read them through a table of offsets, so that nothing is
/// copied; those that minimal filtering is faster for go by that.
final class WindowProducts {
  /// The input's place among the operands.
  private let index: Int

  // One of these is set, which computes the output.
  private var direct = Held<Direct>()
  /// By minimal filtering, where it is faster.
  private var winograd: WinogradConvolution?
  /// Several narrow groups at once.
  private var grouped: GroupedConvolution?

  /// - Parameter index: where the input stands among the operator's.
  init(ofInput index: Int) { self.index = index }

  /// Nothing is prepared.
  func reset() { (direct.object, winograd, grouped) = (nil, nil, nil) }

  /// Chooses how to compute, and makes the tables for it.
  /// - Parameters:
  ///   - types: those that there are kernels for.
  ///   - quantization: that of images, of the hybrid form.
  ///   - source: the filters, as `filter`, and their bias.
  ///   - channelAxis: the filter's axis of output channels: 0, or 3 for filters of one channel side by side.
  func prepare(
    _ types: ProductTypes, _ geometry: ConvolutionGeometry, _ form: WeightedProduct.Form,
    _ parameters: WeightedProduct.Parameters, _ quantization: ActivationQuantization?, _ input: RuntimeTensor,
    _ filter: RuntimeTensor, _ source: WeightSource, channelAxis: Int = 0, _ context: PrepareContext
  ) throws(RuntimeError) {
    reset()
    if channelAxis == 0 {
      winograd = try WinogradConvolution(types, geometry, parameters, quantization, source, context)
      if winograd != nil { return }
      grouped = try GroupedConvolution(types, geometry, parameters, source, context)
      if grouped != nil { return }
    }
    let image = geometry.lying
    let spread = channelAxis == 0 ? SpreadFilter(image, form, filter: filter, lanes: context.kernels.lanes) : nil
    let computed = spread?.geometry ?? image
    var shape = Self.shape(computed, form, channelAxis: channelAxis)
    if spread == nil { shape.nonzeros = Self.nonzeros(types, computed, form, shape, source, context) }
    let product = try WeightedProduct(
      form, shape,
      spread.map { parameters.repeated($0.pixels) } ?? parameters, types, context)
    let weights = try PackedWeights(GroupedProduct(product, groups: computed.groups, spread: spread), source, context)
    let reading = try Reading(input, computed, needsTable: product.shape.windowRows == 0, context)
    direct.object = Direct(computed, product, weights, reading, quantization)
  }

  private static func shape(
    _ geometry: ConvolutionGeometry, _ form: WeightedProduct.Form, channelAxis: Int
  ) -> MatrixShape {
    let columns = geometry.filtersPerGroup
    var shape =
      channelAxis == 0
      ? MatrixShape(columns: columns, taps: geometry.taps, depth: geometry.filterDepth)
      : MatrixShape(columns: columns, taps: geometry.taps, depth: 1, columnStride: 1, elementStride: columns)
    if form.copiesWindows { shape.windowRows = geometry.windowRows }
    return shape
  }

  /// The weights that are not zero, where so few are that a kernel leaves the others out; 0 otherwise.
  private static func nonzeros(
    _ types: ProductTypes, _ geometry: ConvolutionGeometry, _ form: WeightedProduct.Form, _ shape: MatrixShape,
    _ source: WeightSource, _ context: PrepareContext
  ) -> Int {
    guard case .float = form, geometry.isPointwise, geometry.groups == 1,
      let kernel = types.sparseFloat?(context.kernels),
      geometry.outputRows &* geometry.outputWidth >= kernel.leastRows, let count = source.nonzeros
    else { return 0 }
    var shape = shape
    shape.nonzeros = count
    return kernel.serves(shape) ? count : 0
  }

  func pack(_ context: PackContext) throws(RuntimeError) {
    if let direct = direct.object { return try direct.weights.pack(context) }
    if let grouped { return try grouped.pack(context) }
    guard let winograd else { throw context.unprepared }
    try winograd.pack(context)
  }

  var rowWindow: RowWindow? {
    if let grouped { return grouped.rowWindow }
    guard let direct = direct.object, direct.readsAndMultiplies else { return nil }
    return direct.geometry.rowWindow
  }

  /// Execution does no more than to read and multiply, in jobs.
  var computeInJobs: Bool {
    if let direct = direct.lent { return direct._withUnsafeGuaranteedRef { $0.readsAndMultiplies } }
    return winograd?.computesInJobs ?? (grouped != nil)
  }

  /// Whether they can have the epilogue.
  /// - Parameter isClamped: results have a clamp of their own.
  func canEnd(with epilogue: EpilogueFunction, isClamped: Bool) -> Bool {
    if let direct = direct.object {
      let outputs = direct.geometry.outputShape.elementCount
      return direct.product.canEnd(with: epilogue, outputs: outputs, isClamped: isClamped)
    }
    return winograd?.canEnd(with: epilogue, isClamped: isClamped) ?? false
  }

  func execute(_ context: ExecuteContext) throws(RuntimeError) {
    if let direct = direct.lent {
      let isDone = direct._withUnsafeGuaranteedRef {
        $0.execute(context, input: index, pixels: 0..<$0.geometry.outputRows &* $0.geometry.outputWidth)
      }
      if !isDone { throw context.unprepared }
    } else if let grouped {
      try grouped.execute(context, input: index)
    } else {
      guard let winograd else { throw context.unprepared }
      try winograd.execute(context, input: index)
    }
  }

  /// The same for a part of the output's rows.
  func execute(_ context: ExecuteContext, rows: Range<Int>) throws(RuntimeError) {
    if let grouped { return try grouped.execute(context, input: index, rows: rows) }
    guard let direct = direct.lent else { throw context.unprepared }
    let isDone = direct._withUnsafeGuaranteedRef {
      $0.execute(
        context, input: index,
        pixels: rows.lowerBound &* $0.geometry.outputWidth..<rows.upperBound &* $0.geometry.outputWidth)
    }
    if !isDone { throw context.unprepared }
  }

  /// The only call of a kernel, where one is all.
  func bind(_ context: ExecuteContext) -> BoundCall? { direct.object?.bind(context, input: index) }
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
  func execute(_ context: ExecuteContext, input index: Int, pixels range: Range<Int>) -> Bool {
    guard let packed = weights.prepared(context) else { return false }
    let input = context.input(index)
    if context.output(0).byteCount == 0 { return true }
    let values = UnsafeRawPointer(quantization?.quantize(input, context) ?? input.data)
    let parameters = quantization?.parameters(context, 0)
    if let border, let parameters {
      for image in 0..<geometry.batches {
        (border + image &* geometry.inputDepth).initializeMemory(
          as: Int8.self, repeating: Int8(truncatingIfNeeded: parameters[image].zeroPoint), count: geometry.inputDepth)
      }
    }
    let images = images(context, input: index, values, parameters, packed, until: range.upperBound)
    if range.count > images.pixels, geometry.groups == 1,
      context.sharing(of: product, rows: range.count) == .rows
    {
      let job = ImagesJob(run: product.run, images: images, firstPixel: range.lowerBound)
      let work = product.work(columns: product.shape.columns) &+ product.gathering
      context.parallel(job, rows: range.count, work: Work(work, product.workKind), atLeast: 4)
      return true
    }
    images.forEach(range) { arguments, count in
      if geometry.groups == 1 {
        context.multiply(product, arguments, rows: count)
      } else {
        let steps = GroupSteps(
          input: geometry.filterDepth &* elementSize(input), packed: weights.layout.groupStride,
          output: geometry.filtersPerGroup &* context.output(0).type.elementByteCount)
        let job = GroupJob(
          run: product.run, arguments: arguments, steps: steps, groups: geometry.groups, width: geometry.outputWidth,
          rows: count)
        let work =
          GroupJob.tile &* geometry.groups &* (product.work(columns: product.shape.columns) &+ product.gathering)
        context.parallel(
          job, rows: job.tiles, work: Work(work, product.workKind), atLeast: job.share(of: context.threadCount))
      }
    }
    return true
  }

  /// The bytes of an element that is multiplied.
  private func elementSize(_ input: RuntimeTensor) -> Int { product.form == .hybrid ? 1 : input.type.elementByteCount }

  /// What there is to multiply, where the input lies now.
  /// - Parameter end: the pixel that the last one is before.
  @inline(__always)
  private func images(
    _ context: ExecuteContext, input index: Int, _ values: UnsafeRawPointer,
    _ parameters: UnsafeMutablePointer<DynamicQuantization.Parameters>?, _ packed: UnsafeRawPointer, until end: Int
  ) -> Images {
    let output = context.output(0)
    let size = elementSize(context.input(index))
    let isPointwise = border == nil
    var arguments = MatrixArguments(
      input: values, inputStride: geometry.inputDepth, offsets: table, geometry: windows,
      paddingRow: border.map { UnsafeRawPointer($0) }, packed: packed, shape: product.shape, output: output.data,
      outputStride: geometry.outputDepth, rowParameters: parameters.map { UnsafePointer($0) }, rowParameterStride: 0)
    arguments.epilogue = context.epilogue
    return Images(
      arguments: arguments, isQuantized: parameters != nil, taps: geometry.taps,
      // The images of a pointwise convolution are one run of pixels, except where each has parameters of its own.
      pixels: isPointwise && parameters == nil ? end : geometry.outputHeight &* geometry.outputWidth,
      inputStep: geometry.inputHeight &* geometry.inputWidth &* geometry.inputDepth &* size,
      pixelStep: isPointwise ? geometry.inputDepth &* size : 0,
      outputStep: geometry.outputDepth &* output.type.elementByteCount)
  }

  /// The call that `execute` is for all pixels; nil where there are more.
  func bind(_ context: ExecuteContext, input index: Int) -> BoundCall? {
    let pixels = geometry.outputRows &* geometry.outputWidth
    guard quantization == nil, weights.arePacked, geometry.groups == 1, pixels > 0,
      let packed = weights.prepared(context)
    else { return nil }
    let images = images(
      context, input: index, UnsafeRawPointer(context.input(index).data), nil, packed, until: pixels)
    return images.pixels == pixels ? context.bound(product, images.arguments, rows: pixels) : nil
  }
}

/// The products of several images.
private struct Images {
  /// Those of the first pixel of the first image.
  let arguments: MatrixArguments
  /// Each image has parameters and a border of its own.
  let isQuantized: Bool
  /// Offsets of a pixel.
  let taps: Int
  /// Output pixels of an image.
  let pixels: Int
  /// Bytes from one image of the input to the next.
  let inputStep: Int
  /// Bytes of the input from one output pixel to the next, where products do not find their windows by the pixel's number.
  let pixelStep: Int
  /// Bytes from one pixel of the output to the next.
  let outputStep: Int

  /// Calls `body` with the arguments and the pixels of each image's part of the pixels `range` of all images.
  @inline(__always)
  func forEach(_ range: Range<Int>, _ body: (MatrixArguments, Int) -> Void) {
    var pixel = range.lowerBound
    while pixel < range.upperBound {
      let image = pixel / pixels
      let place = pixel &- image &* pixels
      let count = min(pixels &- place, range.upperBound &- pixel)
      var a = arguments
      a.input += image &* inputStep &+ place &* pixelStep
      a.offsets = a.offsets.map { $0 + place &* taps }
      a.firstPixel = place
      if isQuantized {
        a.paddingRow = a.paddingRow.map { $0 + image &* a.inputStride }
        a.rowParameters = a.rowParameters.map { $0 + image }
      }
      a.output += pixel &* outputStep
      a.epilogue = a.epilogue?.advanced(by: pixel &* outputStep)
      body(a, count)
      pixel &+= count
    }
  }
}

/// Pixels of several images.
private struct ImagesJob: RowJob {
  let run: ProductKernel
  let images: Images
  /// The job's first pixel, of all images.
  let firstPixel: Int

  func run(_ range: Range<Int>) {
    images.forEach(firstPixel &+ range.lowerBound..<firstPixel &+ range.upperBound) { arguments, count in
      run(arguments, 0, count, 0, arguments.shape.columns)
    }
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

  let run: ProductKernel
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
