import TFLiteKernelSets
import TFLiteKernels

/// A float32 convolution with constant weights by Winograd's minimal filtering (see `WinogradShape`).
///
/// Tiles are computed in blocks whose transformed inputs and products stay in a second-level cache. Each thread has a part of
/// the tiles and a block of its own; where tiles are too few for that, and the weights larger than what is made of them, all
/// threads share the steps of one block, and a thread takes whole products, so that it reads a part of the weights alone.
final class WinogradConvolution {
  private let shape: WinogradShape
  private let kernel: FloatWinogradKernel
  private let weights: PackedWeights<WinogradLayout>
  /// The parts of the tiles, each with a block of its own.
  private let parts: Int
  /// The tiles of a block.
  private let capacity: Int
  /// Floats of the transformed inputs, and of the products, of a block.
  private let transformedCount: Int
  private let productCount: Int
  private let room: Scratch

  /// A multiple of the rows of the matrix kernels' tiles.
  private static let rowTile = 12
  /// The tiles of a part at least.
  private static let fewestTiles = 8

  /// - Returns: nil when direct products are faster, the weights are not constant or the kernels have no such form.
  init?(
    _ kernel: @Sendable (KernelSet) -> FloatWinogradKernel?, _ geometry: ConvolutionGeometry, _ factors: ChannelFactors,
    filter: RuntimeTensor, bias: RuntimeTensor?,
    _ context: PrepareContext
  ) throws(RuntimeError) {
    guard let kernel = kernel(context.kernels), filter.isConstant, bias?.isConstant ?? true,
      let shape = WinogradShape.fastest(for: geometry)
    else { return nil }
    self.shape = shape
    self.kernel = kernel
    weights = try PackedWeights(
      WinogradLayout(kernel: kernel, shape: shape, range: FloatRange(factors.activation)),
      WeightSource(filter, bias: bias, factors: factors), context)
    let tileBytes = 4 &* shape.products &* (geometry.inputDepth &+ geometry.outputDepth)
    let most = max(2, MachineModel.blockOfCache / tileBytes / Self.rowTile) &* Self.rowTile
    let threads = context.threadCount
    // What each thread reads of the weights, against what it reads of others' blocks.
    let sharesLess =
      geometry.inputDepth &* geometry.outputDepth <= shape.tiles &* (geometry.inputDepth &+ geometry.outputDepth)
    let hasParts =
      shape.tiles >= 2 &* most &* threads || (sharesLess && shape.tiles >= Self.fewestTiles &* threads)
    parts = hasParts ? threads : 1
    capacity = hasParts || threads == 1 ? min(most, PartJob.mostTiles(of: shape.tiles, parts)) : shape.tiles
    transformedCount = shape.products &* WinogradBlock.pitch(capacity, geometry.inputDepth)
    productCount = shape.products &* WinogradBlock.pitch(capacity, geometry.outputDepth)
    room = try context.requestScratch(product: 4, parts, transformedCount &+ productCount)
  }

  func pack(_ context: PackContext) throws(RuntimeError) { try weights.pack(context, tag: shape.outputs) }

  func execute(_ context: ExecuteContext) throws(RuntimeError) {
    guard let packed = weights.prepared(context) else { throw context.unprepared }
    let room = context.scratch(room).assumingMemoryBound(to: Float.self)
    var block = WinogradBlock(
      shape: shape, input: context.input(0).pointer(as: Float.self), packed: packed,
      output: context.output(0).mutablePointer(as: Float.self), transformed: room, products: room + transformedCount,
      capacity: capacity, firstTile: 0, tiles: shape.tiles)
    block.epilogue = context.epilogue
    let (inputs, results) = (shape.geometry.inputDepth, shape.geometry.outputDepth)
    let work = Work(shape.products &* shape.tiles &* inputs &* results, .winogradProduct)
    if parts > 1 || context.threadCount == 1 || work.isShort {
      let job = PartJob(kernel: kernel, block: block, parts: parts, stride: transformedCount &+ productCount)
      context.parallel(job, rows: parts, work: work.isShort ? work.divided(by: parts) : .worthwhile)
      return
    }
    context.parallel(
      StepJob(step: kernel.transformInput, block: block), rows: shape.tiles,
      work: Work(shape.products &* inputs, .winogradTransform))
    context.parallel(
      StepJob(step: kernel.multiply, block: block), rows: shape.products,
      work: .worthwhile, atLeast: shape.products / (2 &* context.threadCount))
    context.parallel(
      StepJob(step: kernel.transformOutput, block: block), rows: shape.tiles,
      work: Work(shape.products &* results, .winogradTransform))
  }
}

/// Filters that are transformed for minimal filtering.
private struct WinogradLayout: WeightLayout {
  let kernel: FloatWinogradKernel
  let shape: WinogradShape
  /// The clamp of results.
  let range: FloatRange

  var packedSize: Int { kernel.packedSize(shape) }
  var roomByteCount: Int { 4 &* kernel.packingRoom(shape) }

  func pack(
    _ weights: UnsafeRawPointer, _ bias: WeightBias?, room: UnsafeMutableRawPointer,
    into packed: UnsafeMutableRawPointer
  ) {
    kernel.pack(
      shape, weights.assumingMemoryBound(to: Float.self), bias?.values.assumingMemoryBound(to: Float.self), range,
      room.assumingMemoryBound(to: Float.self), packed)
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
  let kernel: FloatWinogradKernel
  /// All tiles, with the room of the first part.
  let block: WinogradBlock
  let parts: Int
  /// Floats from the room of a part to that of the next.
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
        kernel.transformInput(b, 0, b.tiles)
        kernel.multiply(b, 0, b.shape.products)
        kernel.transformOutput(b, 0, b.tiles)
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
