import TFLiteKernelSets
import TFLiteKernels

/// A convolution with constant weights by Winograd's minimal filtering (see `WinogradShape`), of float32, int8 or uint8, or
/// of float32 that is quantized while executing.
///
/// Tiles are computed in blocks whose transformed inputs and products stay in a second-level cache. Each thread has a part of
/// the tiles and a block of its own; where tiles are too few for that, and the weights larger than what is made of them, all
/// threads share the steps of one block, and a thread takes whole products, so that it reads a part of the weights alone.
final class WinogradConvolution {
  private let shape: WinogradShape
  private let form: WinogradForm
  private let weights: PackedWeights<WinogradLayout>
  /// The parts of the tiles, each with a block of its own.
  private let parts: Int
  /// The tiles of a block.
  private let capacity: Int
  /// Bytes of the transformed inputs, and of the products, of a block.
  private let transformedSize: Int
  private let productSize: Int
  private let room: Scratch
  /// How floats become bytes while executing, with memory for a pixel outside of an image, and the images, which are computed one
  /// after the other then.
  private var quantized: (quantization: ActivationQuantization, border: AlignedMemory, images: Int)?

  /// A multiple of the rows of the matrix kernels' tiles.
  private static let rowTile = 12
  /// The tiles of a part at least.
  private static let fewestTiles = 8

  /// - Parameters:
  ///   - parameters: what the product would have.
  ///   - quantization: that of images, where floats meet weights of bytes.
  ///   - source: the filters, OHWI.
  /// - Returns: nil when direct products are faster, the weights are not constant or the kernels have no such form.
  convenience init?(
    _ types: ProductTypes, _ geometry: ConvolutionGeometry, _ parameters: WeightedProduct.Parameters,
    _ quantization: ActivationQuantization?, _ source: WeightSource, _ context: PrepareContext
  ) throws(RuntimeError) {
    switch (parameters, quantization) {
    case (.clamp(let range), _):
      guard source.areConstant, let kernel = try context.restricted(types.winograd, to: .float32)(context.kernels)
      else { return nil }
      if let shape = WinogradShape.fastest(for: geometry) {
        try self.init(shape, .float(kernel, range), source, context)
      } else if let blocks = StridedBlocks(geometry), let shape = WinogradShape.fastest(for: blocks) {
        try self.init(shape, .float(kernel, range), source, context, .strided(blocks))
      } else {
        return nil
      }
    case (.integer(let integers, let type), _):
      try self.init(types, geometry, integers, type, source, context)
    case (.hybrid(let scales, let range), .some(let quantization)):
      var image = geometry
      image.batches = 1
      guard let kernel = try context.restricted(types.winogradHybrid, to: .dynamic)(context.kernels),
        let shape = WinogradShape.ofBytes(image, productCost: kernel.productCost, leastDepth: kernel.leastDepth),
        Self.isExact(image, source, isSigned: true, offset: 0)
      else { return nil }
      try self.init(shape, .hybrid(kernel, scales, range), source, context)
      // Kernels load whole vectors.
      let border = try context.allocate(AlignedMemory.roundedUp(geometry.inputDepth))
      quantized = (quantization, border, geometry.batches)
    default: return nil
    }
  }

  /// A transposed convolution of float32, whose blocks of output pixels are a convolution of stride 1.
  /// - Parameter geometry: what makes the input of the output.
  /// - Returns: nil as above.
  convenience init?(
    transposed geometry: ConvolutionGeometry, _ range: FloatRange, _ source: WeightSource, _ context: PrepareContext
  ) throws(RuntimeError) {
    guard source.areConstant,
      let kernel = try context.restricted(ProductTypes.all.winograd, to: .float32)(context.kernels),
      let blocks = TransposedBlocks(geometry), let shape = WinogradShape.fastest(for: blocks)
    else { return nil }
    try self.init(shape, .float(kernel, range), source, context, .transposed(blocks))
  }

  /// A convolution of int8 or uint8.
  /// - Returns: nil as above.
  private convenience init?(
    _ types: ProductTypes, _ geometry: ConvolutionGeometry, _ quantization: WeightedQuantization,
    _ type: MatrixOutputType, _ source: WeightSource, _ context: PrepareContext
  ) throws(RuntimeError) {
    let kernel: ByteWinogradKernel?
    switch type {
    case .int8: kernel = try context.restricted(types.winogradInt8, to: .int8)(context.kernels)
    case .uint8: kernel = try context.restricted(types.winogradUInt8, to: .uint8)(context.kernels)
    case .int16, .accumulators: return nil
    }
    guard let kernel,
      let shape = WinogradShape.ofBytes(geometry, productCost: kernel.productCost, leastDepth: kernel.leastDepth),
      Self.isExact(geometry, source, isSigned: type == .int8, offset: quantization.weightsOffset)
    else { return nil }
    try self.init(shape, .bytes(kernel, quantization, type), source, context)
  }

  /// Whether products with such weights are exact; these are read where not any would be.
  private static func isExact(
    _ geometry: ConvolutionGeometry, _ source: WeightSource, isSigned: Bool, offset: Int32
  ) -> Bool {
    // Zero points that no byte has make weights that no kernel transforms.
    guard (isSigned ? -127...128 : -255...0).contains(offset) else { return false }
    let (lowest, highest) = isSigned ? (-128, 127) : (0, 255)
    let largestWeight = max(0 - lowest - Int(offset), highest + Int(offset))
    if WinogradShape.isExact(largestSum: geometry.taps * geometry.inputDepth * largestWeight) { return true }
    guard let sum = source.largestSumOfBytes(isSigned: isSigned, offset: offset) else { return false }
    return WinogradShape.isExact(largestSum: sum)
  }

  private init?(
    _ shape: WinogradShape, _ form: WinogradForm, _ source: WeightSource, _ context: PrepareContext,
    _ filter: WinogradFilter = .asStated
  ) throws(RuntimeError) {
    guard source.areConstant else { return nil }
    self.shape = shape
    self.form = form
    let geometry = shape.geometry
    weights = try PackedWeights(WinogradLayout(form: form, shape: shape, filter: filter), source, context)
    let tileBytes = shape.products &* (form.transformedSize &* geometry.inputDepth &+ 4 &* geometry.outputDepth)
    let most = max(2, MachineModel.blockOfCache / tileBytes / Self.rowTile) &* Self.rowTile
    let threads = context.threadCount
    // What each thread reads of the weights, against what it reads of others' blocks.
    let sharesLess =
      geometry.inputDepth &* geometry.outputDepth <= shape.tiles &* (geometry.inputDepth &+ geometry.outputDepth)
    let hasParts =
      shape.tiles >= 2 &* most &* threads || (sharesLess && shape.tiles >= Self.fewestTiles &* threads)
    parts = hasParts ? threads : 1
    capacity = hasParts || threads == 1 ? min(most, PartJob.mostTiles(of: shape.tiles, parts)) : shape.tiles
    transformedSize = form.transformedSize &* shape.products &* WinogradBlock.pitch(capacity, geometry.inputDepth)
    productSize = 4 &* shape.products &* WinogradBlock.pitch(capacity, geometry.outputDepth)
    room = try context.requestScratch(product: parts, transformedSize &+ productSize)
  }

  func pack(_ context: PackContext) throws(RuntimeError) { try weights.pack(context, tag: shape.outputs) }

  /// Execution does no more than to read and multiply, in jobs.
  var computesInJobs: Bool { quantized == nil }

  /// Whether it can have the epilogue.
  /// - Parameter isClamped: results have a clamp of their own.
  func canEnd(with epilogue: EpilogueFunction, isClamped: Bool) -> Bool {
    switch (form, epilogue) {
    case (.float, .addFloats): !isClamped
    case (.bytes, .addBytes), (.bytes, .lookUp): true
    default: false
    }
  }

  /// - Parameter index: where the input stands among the operator's.
  func execute(_ context: ExecuteContext, input index: Int) throws(RuntimeError) {
    guard let packed = weights.prepared(context) else { throw context.unprepared }
    let room = context.scratch(room)
    var block = WinogradBlock(
      shape: shape, input: UnsafeRawPointer(context.input(index).data), packed: packed, output: context.output(0).data,
      transformed: room, products: room + transformedSize, capacity: capacity, firstTile: 0, tiles: shape.tiles)
    block.epilogue = context.epilogue
    guard let (quantization, border, images) = quantized else { return execute(block, context) }
    let g = shape.geometry
    block.input = UnsafeRawPointer(quantization.quantize(context.input(index), context))
    for image in 0..<images {
      let parameters = quantization.parameters(context, image)
      border.base.initializeMemory(
        as: Int8.self, repeating: Int8(truncatingIfNeeded: parameters.pointee.zeroPoint), count: border.byteCount)
      block.quantized = (UnsafeRawPointer(border.base), UnsafePointer(parameters))
      execute(block, context)
      block.input += g.inputHeight &* g.inputWidth &* g.inputDepth
      block.output += 4 &* g.outputHeight &* g.outputWidth &* g.outputDepth
    }
  }

  /// Computes all tiles.
  private func execute(_ block: WinogradBlock, _ context: ExecuteContext) {
    let steps = form.steps
    let (inputs, results) = (shape.geometry.inputDepth, shape.geometry.outputDepth)
    let work = Work(shape.products &* shape.tiles &* inputs &* results, .winogradProduct)
    if parts > 1 || context.threadCount == 1 || work.isShort {
      let job = PartJob(steps: steps, block: block, parts: parts, stride: transformedSize &+ productSize)
      context.parallel(job, rows: parts, work: work.isShort ? work.divided(by: parts) : .worthwhile)
      return
    }
    context.parallel(
      StepJob(step: steps.transformInput, block: block), rows: shape.tiles,
      work: Work(shape.products &* inputs, .winogradTransform))
    context.parallel(
      StepJob(step: steps.multiply, block: block), rows: shape.products,
      work: .worthwhile, atLeast: shape.products / (2 &* context.threadCount))
    context.parallel(
      StepJob(step: steps.transformOutput, block: block), rows: shape.tiles,
      work: Work(shape.products &* results, .winogradTransform))
  }
}

/// The element types of a convolution by minimal filtering, and what packing needs to know.
private enum WinogradForm {
  /// The clamp of results.
  case float(FloatWinogradKernel, FloatRange)
  case bytes(ByteWinogradKernel, WeightedQuantization, MatrixOutputType)
  /// One weight scale or one for each channel, and the clamp of results.
  case hybrid(HybridWinogradKernel, [Float], FloatRange)

  var steps: WinogradSteps {
    switch self {
    case .float(let kernel, _): kernel.steps
    case .bytes(let kernel, _, _): kernel.steps
    case .hybrid(let kernel, _, _): kernel.steps
    }
  }

  /// Bytes of a value of transformed inputs.
  var transformedSize: Int { if case .float = self { 4 } else { 2 } }
}

/// The filters of a convolution by minimal filtering.
private enum WinogradFilter {
  /// Those that the operator has.
  case asStated
  case strided(StridedBlocks)
  case transposed(TransposedBlocks)
}

/// Filters that are transformed for minimal filtering.
private struct WinogradLayout: WeightLayout {
  let form: WinogradForm
  let shape: WinogradShape
  let filter: WinogradFilter

  var packedSize: Int {
    switch form {
    case .float(let kernel, _): kernel.packedSize(shape)
    case .bytes(let kernel, _, _): kernel.packedSize(shape)
    case .hybrid(let kernel, _, _): kernel.packedSize(shape)
    }
  }

  /// A gathered filter and its bias come first.
  var roomByteCount: Int {
    switch filter {
    case .asStated: kernelRoom
    case .strided(let blocks): room(blocks) &+ kernelRoom
    case .transposed(let blocks): room(blocks) &+ kernelRoom
    }
  }

  private func room(_ blocks: some GatheredFilter) -> Int {
    let channels = shape.geometry.outputDepth / blocks.outputPixels
    return filterRoom(blocks) &+ PixelBlocks.biasRoom(channels: channels, width: blocks.outputPixels)
  }

  private func filterRoom(_ blocks: some GatheredFilter) -> Int { AlignedMemory.roundedUp(4 &* blocks.filterCount) }

  var variant: [Int] {
    switch filter {
    case .asStated: []
    case .strided(let blocks): blocks.variant
    case .transposed(let blocks): blocks.variant
    }
  }

  private var kernelRoom: Int {
    switch form {
    case .float(let kernel, _): 4 &* kernel.packingRoom(shape)
    case .bytes(let kernel, _, _): kernel.packingRoom(shape)
    case .hybrid(let kernel, _, _): kernel.packingRoom(shape)
    }
  }

  func pack(
    _ weights: UnsafeRawPointer, _ bias: WeightBias?, room: UnsafeMutableRawPointer,
    into packed: UnsafeMutableRawPointer
  ) {
    switch filter {
    case .asStated: transform(weights, bias, room: room, into: packed)
    case .strided(let blocks): gather(blocks, weights, bias, room: room, into: packed)
    case .transposed(let blocks): gather(blocks, weights, bias, room: room, into: packed)
    }
  }

  private func gather(
    _ blocks: some GatheredFilter, _ weights: UnsafeRawPointer, _ bias: WeightBias?, room: UnsafeMutableRawPointer,
    into packed: UnsafeMutableRawPointer
  ) {
    blocks.gather(weights.assumingMemoryBound(to: Float.self), room.assumingMemoryBound(to: Float.self))
    let pixels = blocks.outputPixels
    let bias = PixelBlocks.bias(
      bias, .float, channels: shape.geometry.outputDepth / pixels, width: pixels, room: room + filterRoom(blocks))
    transform(UnsafeRawPointer(room), bias, room: room + self.room(blocks), into: packed)
  }

  private func transform(
    _ weights: UnsafeRawPointer, _ bias: WeightBias?, room: UnsafeMutableRawPointer,
    into packed: UnsafeMutableRawPointer
  ) {
    switch form {
    case .float(let kernel, let range):
      kernel.pack(
        shape, weights.assumingMemoryBound(to: Float.self), bias?.values.assumingMemoryBound(to: Float.self), range,
        room.assumingMemoryBound(to: Float.self), packed)
    case .bytes(let kernel, let quantization, let type):
      quantization.withRequantization {
        kernel.pack(
          shape, weights.assumingMemoryBound(to: Int8.self), bias?.values.assumingMemoryBound(to: Int32.self), $0, type,
          room, packed)
      }
    case .hybrid(let kernel, let scales, let range):
      scales.withUnsafeBufferPointer { buffer in
        guard let base = buffer.baseAddress else { return }
        kernel.pack(
          shape, weights.assumingMemoryBound(to: Int8.self), bias?.values.assumingMemoryBound(to: Float.self), base,
          buffer.count > 1, range, room, packed)
      }
    }
  }
}

/// One step of all tiles, or of all products, of a block.
private struct StepJob: RowJob {
  let step: @Sendable (WinogradBlock, Int, Int) -> Void
  let block: WinogradBlock

  func run(_ range: Range<Int>) { step(block, range.lowerBound, range.upperBound) }
}

/// Parts of the tiles, block by block.
private struct PartJob: RowJob {
  let steps: WinogradSteps
  /// All tiles, with the room of the first part.
  let block: WinogradBlock
  let parts: Int
  /// Bytes from the room of a part to that of the next.
  let stride: Int

  func run(_ range: Range<Int>) {
    for part in range {
      let end = firstTile(of: part + 1)
      var b = block
      b.transformed += part &* stride
      b.products += part &* stride
      b.firstTile = firstTile(of: part)
      while b.firstTile < end {
        b.tiles = min(block.capacity, end &- b.firstTile)
        steps.transformInput(b, 0, b.tiles)
        steps.multiply(b, 0, b.shape.products)
        steps.transformOutput(b, 0, b.tiles)
        b.firstTile &+= b.tiles
      }
    }
  }

  /// Parts begin at fours of tiles, of which the matrix kernels leave no rest.
  private func firstTile(of part: Int) -> Int { Self.firstTile(of: part, parts, block.tiles) }

  private static func firstTile(of part: Int, _ parts: Int, _ tiles: Int) -> Int {
    part == parts ? tiles : tiles &* part / parts / 4 &* 4
  }

  /// The tiles of the largest part.
  static func mostTiles(of tiles: Int, _ parts: Int) -> Int {
    (0..<parts).reduce(0) { max($0, firstTile(of: $1 + 1, parts, tiles) - firstTile(of: $1, parts, tiles)) }
  }
}
