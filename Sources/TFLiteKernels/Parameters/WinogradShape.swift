/// How a convolution of stride 1 is computed by Winograd's minimal filtering, F(4x4, 3x3), F(2x2, 3x3) or F(2x2, 5x5).
///
/// The output is cut into tiles of `outputs` x `outputs` pixels, the last of a row or column reaching beyond it. Each reads
/// a patch of `extent` x `extent` input pixels, which a linear transform turns into as many values per channel; value `e`
/// of all tiles times the transformed weights `e` is a matrix product, and another transform makes outputs of the
/// products. `extent * extent` multiplications give `taps * outputs * outputs`.
///
/// Filters of one row or column go by F(4, 3), F(2, 3) or F(2, 5): tiles and patches are lines, and `extent` multiplications
/// give `taps * outputs`. The pixels of tiles and patches lie a dilation apart.
package struct WinogradShape: Sendable {
  /// The convolution, with a filter of 3 or 5 rows and as many columns, or one of either, strides and groups of 1, and
  /// at least `leastDepth` channels on either side.
  package let geometry: ConvolutionGeometry
  /// Rows and columns of output pixels in a tile, or the pixels of a line: 2, or 4 of filters of 3.
  package let outputs: Int
  /// Rows of pixels of the result for each row of `geometry`'s output: a pixel of that has the channels of as many pixels
  /// below one another, each in its own row of the result (see `TransposedBlocks`).
  package let blockRows: Int
  /// Rows and columns of input pixels for each of `geometry`'s, whose input channels are theirs (see `StridedBlocks`).
  package let inputBlock: (rows: Int, columns: Int)

  /// Channels that any kernel's vectors hold.
  package static var leastDepth: Int { 16 }

  /// `geometry` in tiles of `outputs` x `outputs`.
  package init(
    _ geometry: ConvolutionGeometry, outputs: Int, blockRows: Int = 1, inputBlock: (rows: Int, columns: Int) = (1, 1)
  ) {
    self.geometry = geometry
    self.outputs = outputs
    self.blockRows = blockRows
    self.inputBlock = inputBlock
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
    let most = max(g.filterHeight, g.filterWidth)
    let isLine = min(g.filterHeight, g.filterWidth) == 1
    let isSquare = g.filterHeight == g.filterWidth
    return (most == 3 || most == 5) && (isLine || isSquare)
      && g.strideHeight == 1 && g.strideWidth == 1 && g.groups == 1
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
    return fastest(taps: Double(g.taps)) { WinogradShape(g, outputs: $0) }
  }

  /// The tiles with which a transposed convolution is computed fastest, nil where its phases are (see `TransposedPhase`) or where
  /// the weights would take much memory, of which they have up to nine times as much as by phases.
  package static func fastest(for blocks: TransposedBlocks) -> WinogradShape? {
    let g = blocks.geometry
    guard serves(g), g.outputDepth / blocks.height >= leastDepth else { return nil }
    return fastest(taps: blocks.taps, mostWeights: Costs.mostOfBlocks) {
      WinogradShape(g, outputs: $0, blockRows: blocks.height)
    }
  }

  /// The same for a convolution of larger strides, nil where direct products are faster or the weights would take much memory.
  package static func fastest(for blocks: StridedBlocks) -> WinogradShape? {
    let g = blocks.geometry
    guard serves(g), g.inputDepth / (blocks.height * blocks.width) >= leastDepth else { return nil }
    return fastest(taps: blocks.taps, mostWeights: Costs.mostOfBlocks) {
      WinogradShape(g, outputs: $0, inputBlock: (blocks.height, blocks.width))
    }
  }

  /// - Parameters:
  ///   - taps: multiply-adds of direct products for each input channel of an output value.
  ///   - mostWeights: bytes that transformed weights may have.
  ///   - shape: what has so many outputs.
  private static func fastest(
    taps: Double, mostWeights: Double = .infinity, _ shape: (Int) -> WinogradShape
  ) -> WinogradShape? {
    let small = shape(2)
    let g = small.geometry
    let large = max(g.filterHeight, g.filterWidth) == 3 ? shape(4) : small
    let best = large.cost < Costs.gainOfLargeTiles * small.cost ? large : small
    let weights = Double(g.inputDepth * g.outputDepth)
    let direct = taps * Double(g.batches * g.outputHeight * g.outputWidth) * weights
    return best.cost < Costs.gain * direct && 4 * Double(best.products) * weights <= mostWeights ? best : nil
  }

  /// Whether minimal filtering in tiles of 4x4 computes `g` of bytes where it is exact: channels fill vectors.
  /// - Parameter leastDepth: the fewest input channels of the kernel.
  package static func servesBytes(_ g: ConvolutionGeometry, leastDepth: Int) -> Bool {
    serves(g) && g.taps == 9 && g.inputDepth >= leastDepth && g.inputDepth % 2 == 0 && g.outputDepth % 16 == 0
  }

  /// Whether it is exact: results without bias are less than 2^25, whatever the activations.
  /// - Parameter largestSum: the largest sum of the magnitudes of a filter's weights.
  package static func isExact(largestSum: Int) -> Bool { largestSum < (1 << 25) / 128 }

  /// The tiles with which `g` of bytes is computed faster than by direct products, nil where it is not.
  /// - Parameter productCost: see `ByteWinogradKernel`, as `leastDepth`.
  package static func ofBytes(_ g: ConvolutionGeometry, productCost: Double, leastDepth: Int) -> WinogradShape? {
    guard servesBytes(g, leastDepth: leastDepth) else { return nil }
    let shape = WinogradShape(g, outputs: 4)
    let (inputs, results) = (Double(g.inputDepth), Double(g.outputDepth))
    let weights = inputs * results
    let tiles = max(Costs.leastTiles, shape.tileCount)
    let passage = 2 * Double(shape.products) * weights > Costs.cache ? ByteCosts.distantWeight : ByteCosts.nearWeight
    let cost =
      Double(shape.products) * weights * (tiles * productCost + passage)
      + shape.tileCount * (ByteCosts.input * inputs + ByteCosts.result * results)
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

  /// `tiles`, which might overflow where a file states dilations of any size; such are never the fastest.
  private var tileCount: Double { Double(geometry.batches) * Double(tileRows) * Double(tileColumns) }

  private var cost: Double {
    let (inputs, results) = (Double(geometry.inputDepth), Double(geometry.outputDepth))
    let weights = inputs * results
    let passage = 4 * Double(products) * weights > Costs.cache ? Costs.distantWeight : Costs.nearWeight
    // A line is transformed once, a square by columns and by rows.
    let transforms = isLine ? 0.5 : 1
    return Double(products)
      * (weights * (max(Costs.leastTiles, tileCount) + passage)
        + tileCount * transforms * (Costs.input * inputs + Costs.result * results) + Costs.product)
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
    /// Bytes that the weights of blocks may have.
    static var mostOfBlocks: Double { 0x200_0000 }
    /// Products of fewer tiles take as long as those of so many.
    static var leastTiles: Double { 4 }
    /// The part of small tiles' time that large ones may take, and of direct products' time that either may take.
    static var gainOfLargeTiles: Double { 0.8 }
    static var gain: Double { 0.9 }
  }

  /// Whether the filter has one row or one column.
  @inlinable @inline(__always)
  package var isLine: Bool { geometry.filterHeight == 1 || geometry.filterWidth == 1 }
  /// Whether it has one column.
  @inlinable @inline(__always)
  package var isColumn: Bool { geometry.filterWidth == 1 }
  /// Pixels of the image from one of a line to the next.
  @inlinable @inline(__always)
  package var lineStep: Int { isColumn ? geometry.dilationHeight : geometry.dilationWidth }
  /// Rows and columns of input pixels that a tile reads, or the pixels of a line.
  @inlinable @inline(__always)
  package var extent: Int { outputs &+ max(geometry.filterHeight, geometry.filterWidth) &- 1 }
  /// The matrix products.
  @inlinable @inline(__always)
  package var products: Int { isLine ? extent : extent &* extent }
  /// Tiles above one another in an image.
  package let tileRows: Int
  /// Tiles beside one another in an image.
  package let tileColumns: Int
  /// The first row of outputs of a tile of row `tile` of tiles.
  @inlinable @inline(__always)
  package func firstRow(ofTile tile: Int) -> Int {
    geometry.filterHeight == 1 ? tile : first(tile, of: tileRows, step: geometry.dilationHeight)
  }
  /// The first column of outputs of a tile of column `tile` of tiles.
  @inlinable @inline(__always)
  package func firstColumn(ofTile tile: Int) -> Int {
    geometry.filterWidth == 1 ? tile : first(tile, of: tileColumns, step: geometry.dilationWidth)
  }
  /// Tiles that begin at the first of every `step` pixels come first, then those that begin at the second.
  @inlinable @inline(__always)
  func first(_ tile: Int, of count: Int, step: Int) -> Int {
    if step == 1 { return tile &* outputs }
    let perStart = count / step
    let start = tile / perStart
    return start &+ (tile &- start &* perStart) &* outputs &* step
  }
  /// The outputs of a tile that lie in `left` pixels from its first one on, `step` pixels apart.
  @inlinable @inline(__always)
  package func outputs(in left: Int, step: Int) -> Int { min(outputs, step == 1 ? left : (left &+ step &- 1) / step) }
  /// The tiles of all images.
  @inlinable @inline(__always)
  package var tiles: Int { geometry.batches &* tileRows &* tileColumns }
  /// The shape of each product: tiles are its rows.
  package var product: MatrixShape { MatrixShape(columns: geometry.outputDepth, depth: geometry.inputDepth) }

  /// Asserts what kernels rely on.
  @inlinable @inline(__always)
  package func validate(packed: UnsafeRawPointer) -> Bool {
    assert(WinogradShape.serves(geometry), "a convolution that minimal filtering does not serve")
    assert(outputs == 2 || (outputs == 4 && extent == 6), "tiles of no known size")
    assert(blockRows == 1 || geometry.outputDepth % blockRows == 0, "rows of blocks with unlike channels")
    let pixels = inputBlock.rows &* inputBlock.columns
    assert(geometry.inputDepth % pixels == 0, "pixels of blocks with unlike channels")
    assert(geometry.inputDepth / pixels >= Self.leastDepth, "too few channels in a pixel of a block")
    assert(geometry.outputDepth / blockRows >= Self.leastDepth, "too few channels in a row of a block")
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
