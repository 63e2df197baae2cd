import TFLiteKernels

/// Blocks of neighbouring output pixels that one row of a product computes, so that the channels of all of them fill vectors
/// that those of one leave nearly empty. A block's window has the inputs of all its pixels, and a pixel's weights are zeros where
/// its own window does not reach: more multiply-adds, in fewer vectors. Zeros times an infinity or NaN are NaN, so that such
/// inputs reach all pixels of a block.
package enum PixelBlocks {
  /// Blocks of which an image has fewer leave tiles of rows empty.
  private static let fewestBlocks = 16
  /// A block fills so many vectors at most.
  private static let mostVectors = 4
  /// What blocks must gain at least, as a share of the work.
  private static let least = 0.85

  /// The width that takes the least work: 1, or a multiple of `unit` that divides `output`'s width.
  /// - Parameters:
  ///   - output: the extents of an image.
  ///   - lanes: columns that one vector has.
  ///   - work: what one vector of columns takes of so many pixels beside each other, for each pixel.
  package static func width(
    _ output: (height: Int, width: Int, depth: Int), multipleOf unit: Int, lanes: Int, work: (Int) -> Double
  ) -> Int {
    func cost(_ width: Int) -> Double { Double((width &* output.depth &+ lanes &- 1) / lanes) * work(width) }
    let most = min(
      mostVectors &* lanes / max(1, output.depth),
      output.height.multipliedReportingOverflow(by: output.width).partialValue
        / fewestBlocks)
    guard lanes > 1, unit >= 1, unit <= most, output.depth % lanes != 0 else { return 1 }
    var (best, bestCost) = (1, least * cost(1))
    for width in stride(from: unit, through: min(most, output.width), by: unit) where output.width % width == 0 {
      let cost = cost(width)
      if cost < bestCost { (best, bestCost) = (width, cost) }
    }
    return best
  }

  /// The channels' bias for each pixel of a block.
  /// - Parameter room: memory for it.
  static func bias(
    _ bias: WeightBias?, _ form: WeightedProduct.Form, channels: Int, width: Int, room: UnsafeMutableRawPointer
  ) -> WeightBias? {
    guard let bias, width > 1 else { return bias }
    let size = channels &* (form == .int16 && bias.isWide ? 8 : 4)
    for pixel in 0..<width { (room + pixel &* size).copyMemory(from: bias.values, byteCount: size) }
    return WeightBias(values: UnsafeRawPointer(room), isWide: bias.isWide)
  }

  /// Bytes of room for `bias`.
  static func biasRoom(channels: Int, width: Int) -> Int {
    width == 1 ? 0 : AlignedMemory.roundedUp(8 &* width &* channels)
  }
}

/// The filter of a convolution that computes blocks of pixels.
struct BlockedFilter {
  /// Of single pixels.
  private let geometry: ConvolutionGeometry
  private let width: Int
  private let form: WeightedProduct.Form
  /// A byte of a weight that is zero.
  private let zero: UInt8
  /// The convolution of blocks: its output has a pixel for each block, with the channels of all the block's pixels.
  let blocks: ConvolutionGeometry

  /// - Returns: nil where single pixels are faster.
  init?(_ geometry: ConvolutionGeometry, _ form: WeightedProduct.Form, filter: RuntimeTensor, lanes: Int) {
    guard geometry.groups == 1, geometry.dilationWidth == 1 else { return nil }
    // Blocks of single pixels save no products, only requantization.
    if geometry.filterWidth == 1, form == .float || form == .hybrid { return nil }
    func taps(_ width: Int) -> Int { geometry.filterWidth &+ (width &- 1) &* geometry.strideWidth }
    width = PixelBlocks.width(
      (geometry.outputHeight, geometry.outputWidth, geometry.outputDepth), multipleOf: 1, lanes: lanes
    ) {
      Double(geometry.filterHeight &* taps($0) &* geometry.inputDepth &+ form.finishing) / Double($0)
    }
    if width == 1 { return nil }
    var blocks = geometry
    blocks.filterWidth = taps(width)
    blocks.strideWidth = geometry.strideWidth &* width
    blocks.outputWidth = geometry.outputWidth / width
    blocks.outputDepth = geometry.outputDepth &* width
    self.geometry = geometry
    self.blocks = blocks
    self.form = form
    zero = form == .uint8 ? UInt8(truncatingIfNeeded: filter.quantization?.zeroPoint ?? 0) : 0
  }

  /// Pixels of a block.
  var pixels: Int { width }

  private var elementSize: Int { form == .float ? 4 : 1 }

  private var byteCount: Int {
    AlignedMemory.roundedUp(blocks.outputDepth &* blocks.taps &* blocks.inputDepth &* elementSize)
  }

  /// Bytes of room that `spread` needs.
  var roomByteCount: Int { byteCount &+ PixelBlocks.biasRoom(channels: geometry.outputDepth, width: width) }

  /// Gives `body` the filter of blocks, OHWI as `weights`, and its bias.
  func spread(
    _ weights: UnsafeRawPointer, _ bias: WeightBias?, room: UnsafeMutableRawPointer,
    _ body: (UnsafeRawPointer, WeightBias?) -> Void
  ) {
    let row = geometry.filterWidth &* geometry.inputDepth &* elementSize
    let blockRow = blocks.filterWidth &* geometry.inputDepth &* elementSize
    let step = geometry.strideWidth &* geometry.inputDepth &* elementSize
    room.initializeMemory(as: UInt8.self, repeating: zero, count: byteCount)
    var target = room
    for pixel in 0..<width {
      for line in 0..<geometry.outputDepth &* geometry.filterHeight {
        (target + pixel &* step).copyMemory(from: weights + line &* row, byteCount: row)
        target += blockRow
      }
    }
    let bias = PixelBlocks.bias(bias, form, channels: geometry.outputDepth, width: width, room: room + byteCount)
    body(UnsafeRawPointer(room), bias)
  }
}
