/// How a 3x3 convolution of stride 1 is computed by Winograd's minimal filtering, F(m x m, 3 x 3).
///
/// The output is cut into tiles of `outputs` x `outputs` pixels, the last of a row or column reaching beyond it. Each reads
/// a patch of `extent` x `extent` input pixels, which a linear transform turns into as many values per channel; value `e`
/// of all tiles times the transformed weights `e` is a matrix product, and another transform makes outputs of the
/// products. `extent * extent` multiplications give `9 * outputs * outputs`.
///
/// Filters of 1x3 and 3x1 go by F(m, 3): tiles and patches are lines, whose pixels lie a dilation apart, and `extent`
/// multiplications give `3 * outputs`.
package struct WinogradShape: Equatable, Sendable {
  /// The convolution, with a 3x3, 1x3 or 3x1 filter, strides and groups of 1, no dilation but along a line, and at least
  /// `leastDepth` channels on either side.
  package let geometry: ConvolutionGeometry
  /// Rows and columns of output pixels in a tile, or the pixels of a line: 2 or 4.
  package let outputs: Int

  /// Channels that any kernel's vectors hold.
  package static var leastDepth: Int { 16 }

  /// `geometry` in tiles of `outputs` x `outputs`.
  package init(_ geometry: ConvolutionGeometry, outputs: Int) {
    self.geometry = geometry
    self.outputs = outputs
    /// Tiles of a line of `length` pixels: as many for each of its first `step` pixels.
    func tiles(along length: Int, step: Int) -> Int {
      step * (((length + step - 1) / step + outputs - 1) / outputs)
    }
    let isRow = geometry.filterHeight == 1
    let isColumn = geometry.filterWidth == 1
    tileRows = isRow ? geometry.outputHeight : tiles(along: geometry.outputHeight, step: geometry.dilationHeight)
    tileColumns = isColumn ? geometry.outputWidth : tiles(along: geometry.outputWidth, step: geometry.dilationWidth)
  }

  /// Whether minimal filtering can compute `g` at all.
  package static func serves(_ g: ConvolutionGeometry) -> Bool {
    let isLine = (g.filterHeight == 1 && g.filterWidth == 3) || (g.filterHeight == 3 && g.filterWidth == 1)
    let isSquare = g.filterHeight == 3 && g.filterWidth == 3 && g.dilationHeight == 1 && g.dilationWidth == 1
    return (isLine || isSquare) && g.strideHeight == 1 && g.strideWidth == 1 && g.groups == 1
      && g.inputDepth >= leastDepth && g.outputDepth >= leastDepth
  }

  /// The tiles with which `g` is computed fastest, nil where direct products are.
  ///
  /// Costs are estimated in multiply-adds of the matrix kernels: the products, where less than four tiles cost as much as
  /// four; the transforms, in proportion to the channels; a price for each product; and reading the weights, which
  /// costs more when they do not fit into a second-level cache. Tiles of 4x4 have more than twice the weights of those of 2x2, and
  /// twice the errors, so they have to save a fifth of the time; either has to save a tenth of that of direct products.
  package static func fastest(for g: ConvolutionGeometry) -> WinogradShape? {
    guard serves(g) else { return nil }
    let small = WinogradShape(g, outputs: 2)
    let large = WinogradShape(g, outputs: 4)
    let best = large.cost < Costs.gainOfLargeTiles * small.cost ? large : small
    let direct = Double(g.taps * g.batches * g.outputHeight * g.outputWidth) * Double(g.inputDepth * g.outputDepth)
    return best.cost < Costs.gain * direct ? best : nil
  }

  /// Whether minimal filtering in tiles of 4x4 computes `g` of bytes exactly, and kernels can: results without bias are less than
  /// 2^25, whatever the weights, and channels fill vectors.
  /// - Parameter largestWeight: the largest magnitude of a weight.
  package static func servesBytes(_ g: ConvolutionGeometry, largestWeight: Int) -> Bool {
    serves(g) && g.taps == 9 && g.inputDepth >= 32 && g.inputDepth % 2 == 0 && g.outputDepth % 16 == 0
      && g.inputDepth < (1 << 25) / (9 * 128 * max(1, largestWeight))
  }

  /// The tiles with which `g` of bytes is computed faster than by direct products, nil where it is not.
  /// - Parameter productCost: see `ByteWinogradKernel`.
  package static func ofBytes(
    _ g: ConvolutionGeometry, largestWeight: Int, productCost: Double
  ) -> WinogradShape? {
    guard servesBytes(g, largestWeight: largestWeight) else { return nil }
    let shape = WinogradShape(g, outputs: 4)
    let (inputs, results) = (Double(g.inputDepth), Double(g.outputDepth))
    let weights = inputs * results
    let tiles = Double(max(Costs.leastTiles, shape.tiles))
    let passage = 2 * Double(shape.products) * weights > Costs.cache ? ByteCosts.distantWeight : ByteCosts.nearWeight
    let cost =
      Double(shape.products) * weights * (tiles * productCost + passage)
      + Double(shape.tiles) * (ByteCosts.input * inputs + ByteCosts.result * results)
    let direct =
      Double(g.taps * g.batches * g.outputHeight * g.outputWidth) * weights
      * (g.outputDepth < 32 ? ByteCosts.narrow : 1)
    return cost < ByteCosts.gain * direct ? shape : nil
  }

  /// Costs in multiply-adds of a matrix product of bytes.
  private enum ByteCosts {
    /// A channel of a tile's inputs, and of its results.
    static var input: Double { 440 }
    static var result: Double { 900 }
    /// Reading one weight from a second-level cache, or from further away.
    static var nearWeight: Double { 5 }
    static var distantWeight: Double { 10 }
    /// What direct products of fewer than 32 columns take, which fill the fewest registers.
    static var narrow: Double { 1.25 }
    /// The part of direct products' time that it may take: weights take eight times the memory.
    static var gain: Double { 0.8 }
  }

  private var cost: Double {
    let (inputs, results) = (Double(geometry.inputDepth), Double(geometry.outputDepth))
    let weights = inputs * results
    let passage = 4 * Double(products) * weights > Costs.cache ? Costs.distantWeight : Costs.nearWeight
    // A line is transformed once, a square by columns and by rows.
    let transforms = isLine ? 0.5 : 1
    return Double(products)
      * (weights * (Double(max(Costs.leastTiles, tiles)) + passage)
        + Double(tiles) * transforms * (Costs.input * inputs + Costs.result * results) + Costs.product)
  }

  /// Costs in multiply-adds of a matrix product of floats, the unit in which `kernel-benchmark 3x3` states what direct
  /// convolutions take; those of convolutions by minimal filtering are timed by `tflite benchmark --profile` with and without.
  private enum Costs {
    /// A channel's transformed input value, and a channel's product on its way to outputs.
    static var input: Double { 8 }
    static var result: Double { 5 }
    /// Beginning one product.
    static var product: Double { 2000 }
    /// Reading one weight from a second-level cache, or from further away.
    static var nearWeight: Double { 1 }
    static var distantWeight: Double { 6 }
    /// Bytes of weights that a second-level cache holds.
    static var cache: Double { 0x10_0000 }
    /// Products of fewer tiles take as long as those of so many.
    static var leastTiles: Int { 4 }
    /// The part of small tiles' time that large ones may take, and of direct products' time that either may take.
    static var gainOfLargeTiles: Double { 0.8 }
    static var gain: Double { 0.9 }
  }

  /// Whether the filter has one row or one column.
  @inlinable @inline(__always)
  package var isLine: Bool { geometry.taps == 3 }
  /// Whether it has one column.
  @inlinable @inline(__always)
  package var isColumn: Bool { geometry.filterWidth == 1 }
  /// Pixels of the image from one of a line to the next.
  @inlinable @inline(__always)
  package var lineStep: Int { isColumn ? geometry.dilationHeight : geometry.dilationWidth }
  /// Rows and columns of input pixels that a tile reads, or the pixels of a line.
  @inlinable @inline(__always)
  package var extent: Int { outputs &+ 2 }
  /// The matrix products.
  @inlinable @inline(__always)
  package var products: Int { isLine ? extent : extent &* extent }
  /// Tiles above one another in an image.
  package let tileRows: Int
  /// Tiles beside one another in an image.
  package let tileColumns: Int
  /// The first pixel of tile `tile` of a line, of `tileCount` tiles.
  @inlinable @inline(__always)
  package func firstPixel(_ tile: Int, of tileCount: Int) -> Int {
    let perStart = tileCount / lineStep
    let start = tile / perStart
    return start &+ (tile &- start &* perStart) &* outputs &* lineStep
  }
  /// The tiles of all images.
  @inlinable @inline(__always)
  package var tiles: Int { geometry.batches &* tileRows &* tileColumns }
  /// The shape of each product: tiles are its rows.
  package var product: MatrixShape { MatrixShape(columns: geometry.outputDepth, depth: geometry.inputDepth) }

  /// Asserts what kernels rely on.
  @inlinable @inline(__always)
  package func validate(packed: UnsafeRawPointer) -> Bool {
    assert(WinogradShape.serves(geometry), "a convolution that minimal filtering does not serve")
    assert(outputs == 2 || outputs == 4, "tiles of no known size")
    assert(Contract.packed(packed))
    return true
  }
}

/// One block of tiles of a convolution by minimal filtering: images and results of floats or bytes; transformed inputs of floats or,
/// of bytes, of 16 bits; products of floats or of 32 bits.
///
/// Value `e` of the transformed input of tile `t`, counted from the first of the block, begins at
/// element `e * inputPitch + t * inputDepth` of `transformed`, its products at element `e * outputPitch + t * outputDepth` of
/// `products`.
package struct WinogradBlock: BorrowedMemory, @unchecked Sendable {
  /// The shape given to `pack`.
  package var shape: WinogradShape
  /// The first pixel of the first image.
  package var input: UnsafeRawPointer
  /// What `pack` wrote.
  package var packed: UnsafeRawPointer
  /// The first pixel of the first image of the result.
  package var output: UnsafeMutableRawPointer
  /// What is done to the results in the end.
  package var epilogue: Epilogue?
  /// What pixels outside the image are, and how floats became bytes: of activations that are quantized while executing, all of one
  /// image.
  package var quantized: (border: UnsafeRawPointer, parameters: UnsafePointer<DynamicQuantization.Parameters>)?
  /// Room for the transformed inputs of `capacity` tiles.
  package var transformed: UnsafeMutableRawPointer
  /// Room for the products of `capacity` tiles.
  package var products: UnsafeMutableRawPointer
  /// The tiles for which there is room.
  package var capacity: Int
  /// The first tile of the block, of all tiles of all images.
  package var firstTile: Int
  /// The tiles of the block, at most `capacity`.
  package var tiles: Int

  /// Elements from the first value of a transformed input to the second.
  @inlinable @inline(__always)
  package var inputPitch: Int { Self.pitch(capacity, shape.geometry.inputDepth) }
  /// Elements from the first product of a tile to the second.
  @inlinable @inline(__always)
  package var outputPitch: Int { Self.pitch(capacity, shape.geometry.outputDepth) }

  /// Elements from a value of `tiles` tiles to the next, an odd number of cache lines: what is written at this distance from
  /// one another should not meet in the same few sets of a cache.
  @inlinable @inline(__always)
  package static func pitch(_ tiles: Int, _ depth: Int) -> Int { (tiles &* depth &+ 15) / 32 &* 32 &+ 16 }

  /// A block of known parts.
  package init(
    shape: WinogradShape, input: UnsafeRawPointer, packed: UnsafeRawPointer, output: UnsafeMutableRawPointer,
    transformed: UnsafeMutableRawPointer, products: UnsafeMutableRawPointer, capacity: Int, firstTile: Int,
    tiles: Int
  ) {
    self.shape = shape
    self.input = input
    self.packed = packed
    self.output = output
    epilogue = nil
    quantized = nil
    self.transformed = transformed
    self.products = products
    self.capacity = capacity
    self.firstTile = firstTile
    self.tiles = tiles
  }

  /// Asserts what kernels rely on that compute `[begin, end)` of `limit` tiles or products.
  @inlinable @inline(__always)
  package func validate(_ begin: Int, _ end: Int, of limit: Int) -> Bool {
    assert(shape.validate(packed: packed))
    assert(Contract.range(begin, end, of: limit))
    assert(tiles >= 0 && tiles <= capacity, "more tiles than there is room for")
    assert(Contract.range(firstTile, firstTile &+ tiles, of: shape.tiles))
    return true
  }
}
