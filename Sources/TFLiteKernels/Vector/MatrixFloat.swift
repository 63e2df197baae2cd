#if !TFLITE_TIER || (TFLITE_X86 && arch(x86_64)) || (TFLITE_ARM && arch(arm64))

#if TFLITE_TIER
import TFLiteKernels
#endif

// Packed form: the header, then for each panel of one vector of columns the bias and the weights `[taps * depth][lanes]`.
// Columns past the last are zeros. Every sum starts at the bias and takes the products in the order of the weights,
// whichever tile computes it.

extension VectorKernels {
  /// Columns of a panel.
  @inline(__always)
  private static var lanes: Int { Floats.scalarCount }
  /// Column ranges begin on pairs of panels.
  static var floatColumnTile: Int { 2 &* Floats.scalarCount }

  /// Rows of the main tile, which has two panels.
  @inline(__always)
  static var mainRows: Int { Tier.floatTileRows }

  @inline(__always)
  static func panelSize(_ shape: MatrixShape) -> Int {
    (shape.taps &* shape.depth &+ 1) &* MemoryLayout<Floats>.size
  }

  /// The bytes of packed float weights.
  static func packedSizeFloat(_ shape: MatrixShape) -> Int {
    headerSize + (shape.columns + lanes - 1) / lanes * panelSize(shape)
  }

  /// Packs float weights.
  static func packFloat(
    _ shape: MatrixShape, _ weights: UnsafePointer<Float>, _ bias: UnsafePointer<Float>?, _ range: FloatRange,
    _ packed: UnsafeMutableRawPointer
  ) {
    assert(shape.validate(packing: packed))
    packed.storeBytes(of: MatrixHeader(range), as: MatrixHeader.self)
    var target = (packed + headerSize).assumingMemoryBound(to: Float.self)
    let depth = shape.taps &* shape.depth
    var first = 0
    while first < shape.columns {
      let count = min(lanes, shape.columns &- first)
      var lane = 0
      while lane < lanes {
        target[lane] = lane < count ? (bias?[first &+ lane] ?? 0) : 0
        lane &+= 1
      }
      target += lanes
      packPanel(shape, weights + first &* shape.columnStride, count, target)
      target += depth &* lanes
      first &+= lanes
    }
  }

  /// Packs the weights of a panel, `count` columns from `weights` on.
  @inline(__always)
  private static func packPanel(
    _ shape: MatrixShape, _ weights: UnsafePointer<Float>, _ count: Int, _ target: UnsafeMutablePointer<Float>
  ) {
    let depth = shape.taps &* shape.depth
    if count == lanes, shape.columnStride == 1 {
      var source = UnsafeRawPointer(weights)
      var line = UnsafeMutableRawPointer(target)
      let end = line + depth &* MemoryLayout<Floats>.size
      while line < end {
        line.put(source.lanes(0, as: Floats.self), 0)
        source += 4 &* shape.elementStride
        line += MemoryLayout<Floats>.size
      }
    } else if count == lanes, shape.elementStride == 1 {
      transpose(
        Transposition(
          source: UnsafeRawPointer(weights), sourceStride: 4 &* shape.columnStride,
          destination: UnsafeMutableRawPointer(target), destinationStride: MemoryLayout<Floats>.size, rows: lanes,
          columns: depth, elementSize: 4))
    } else {
      var lane = 0
      while lane < lanes {
        let source = weights + (lane < count ? lane &* shape.columnStride : 0)
        var k = 0
        while k < depth {
          target[k &* lanes &+ lane] = lane < count ? source[k &* shape.elementStride] : 0
          k &+= 1
        }
        lane &+= 1
      }
    }
  }

  /// The rows of a block, which stay in the second-level cache while they are multiplied by all panels.
  @inline(__always)
  static func rowsOfBlock(_ a: MatrixArguments) -> Int {
    max(8, Threshold.floatsOfBlock / max(1, a.shape.depth &* mainRows)) &* mainRows
  }

  /// The product of float rows with packed float weights.
  static func runFloat(
    _ a: MatrixArguments, _ rowBegin: Int, _ rowEnd: Int, _ columnBegin: Int, _ columnEnd: Int
  ) {
    assert(a.validate(rowBegin, rowEnd, columnBegin, columnEnd, columnTile: floatColumnTile))
    if let geometry = a.geometry {
      if readsWindows(a, geometry.pointee) {
        return windowProduct(a, geometry.pointee, rowBegin, rowEnd, columnBegin, columnEnd)
      }
      if copiesPatches(a, geometry.pointee) {
        return patchProduct(a, geometry.pointee, rowBegin, rowEnd, columnBegin, columnEnd)
      }
    }
    let block = rowsOfBlock(a)
    var row = rowBegin
    while row < rowEnd {
      let end = rowEnd &- row < 2 &* block ? rowEnd : row &+ block
      blockProduct(a, row, end, columnBegin, columnEnd)
      row = end
    }
  }

  /// A block of rows by all panels, in tall tiles of two panels. A last panel that is half empty is computed in vectors of half
  /// the length. The last one to three rows have wide tiles, or tall tiles overlap: see `rowsOfWideTiles`.
  @inline(never)
  static func blockProduct(
    _ a: MatrixArguments, _ rowBegin: Int, _ rowEnd: Int, _ columnBegin: Int, _ columnEnd: Int
  ) {
    let rows = rowEnd &- rowBegin
    let panels = (columnEnd &- columnBegin &+ lanes &- 1) / lanes
    let hasPairs = Tier.hasFloatPairTiles && rows >= 4 && panels >= 4
    let tallEnd = rowEnd &- (hasPairs ? rows & 1 : rowsOfWideTiles(rows, panels))
    var panel = 0
    if tallEnd > rowBegin {
      let last = columnEnd &- columnBegin &- (panels &- 1) &* lanes
      let isHalf = HalfFloats.scalarCount < lanes && last <= HalfFloats.scalarCount
      let whole = isHalf ? panels &- 1 : panels
      // Rows that are a multiple of 4 KB apart map to one set of the first-level cache, which has no room for more than eight.
      while Tier.hasWideFloatTiles, a.shape.depth & 1023 == 0, whole &- panel >= 4 {
        let column = columnBegin &+ panel &* lanes
        var row = rowBegin
        while tallEnd &- row >= 6 {
          tile6x4(a, row, column, columnEnd)
          row &+= 6
        }
        while row < tallEnd {
          tile4x2(a, min(row, tallEnd &- 4), column, columnEnd)
          tile4x2(a, min(row, tallEnd &- 4), column &+ 2 &* lanes, columnEnd)
          row &+= 4
        }
        panel &+= 4
      }
      while hasPairs, whole &- panel >= 4 {
        let column = columnBegin &+ panel &* lanes
        let isLong = whole &- panel >= 6
        var row = rowBegin
        while row < tallEnd {
          if isLong { tile2x6(a, row, column, columnEnd) } else { tile2x4(a, row, column, columnEnd) }
          row &+= 2
        }
        panel &+= isLong ? 6 : 4
      }
      let mainEnd = rowBegin &+ rowsOfMainTiles(tallEnd &- rowBegin)
      while whole &- panel >= 2 {
        let column = columnBegin &+ panel &* lanes
        var row = rowBegin
        if Tier.hasFloatLanes {
          row = mainTiles(a, row, mainEnd, column, columnEnd)
        } else {
          if row < mainEnd {
            mainTile(a, min(row, tallEnd &- mainRows), column, columnEnd)
            row &+= mainRows
          }
          while row < mainEnd {
            lowerMainTile(a, min(row, tallEnd &- mainRows), column, columnEnd)
            row &+= mainRows
          }
        }
        while row < tallEnd {
          tile4x2(a, min(row, tallEnd &- 4), column, columnEnd)
          row &+= 4
        }
        panel &+= 2
      }
      if panel < whole { lastPanel(a, rowBegin, tallEnd, columnBegin &+ panel &* lanes, columnEnd) }
      if isHalf { halfPanel(a, rowBegin, tallEnd, columnBegin &+ whole &* lanes, columnEnd) }
    }
    if rowEnd &- tallEnd >= 2 { pairOfRows(a, tallEnd, columnBegin, columnEnd, panels) }
    if (rowEnd &- tallEnd) & 1 == 1 { singleRow(a, rowEnd &- 1, columnBegin, columnEnd, panels) }
  }

  /// The rows at the end of a block that tiles of one or two rows compute: up to three.
  ///
  /// These read all weights once more, from a cache further away, which takes as long as to multiply some four rows. So there
  /// are none where tall tiles compute no more than one row twice. Nor where panels are too few for wide tiles, whose sums
  /// would wait for one another.
  private static func rowsOfWideTiles(_ rows: Int, _ panels: Int) -> Int {
    let rest = rows % mainRows % 4
    if rows < 4 { return rest }
    // Tiles of six and of four cover any number of rows above six, or one more.
    return panels < 4 || rest == 3 || (mainRows == 6 && rows > 6) ? 0 : rest
  }

  /// Of `rows`, four at least, those that tiles of `mainRows` compute; tiles of four have the others. In both the last one
  /// may overlap the one before. So counted that rows computed twice are few: of six a tile, eight rows are two tiles of four,
  /// and eleven are two of six.
  private static func rowsOfMainTiles(_ rows: Int) -> Int {
    func inFours(_ rows: Int) -> Int { (rows &+ 3) / 4 &* 4 }
    let whole = rows / mainRows &* mainRows
    let rest = rows &- whole
    if whole == 0 || rest == 0 { return whole }
    if inFours(rest) > mainRows { return whole &+ mainRows }
    return inFours(rest &+ mainRows) < inFours(rest) &+ mainRows ? whole &- mainRows : whole
  }

  /// At least four rows by one panel; the last tile overlaps the one before.
  @inline(__always)
  private static func lastPanel(
    _ a: MatrixArguments, _ rowBegin: Int, _ rowEnd: Int, _ column: Int, _ columnEnd: Int
  ) {
    var row = rowBegin
    while rowEnd &- row >= 8 {
      tile8x1(a, row, column, columnEnd)
      row &+= 8
    }
    if row == rowEnd { return }
    if rowEnd &- rowBegin >= 8, rowEnd &- row > 4 {
      tile8x1(a, rowEnd &- 8, column, columnEnd)
      return
    }
    while row < rowEnd {
      tile4x1(a, min(row, rowEnd &- 4), column, columnEnd)
      row &+= 4
    }
  }

  /// At least four rows by half a panel; the last tile overlaps the one before.
  @inline(__always)
  private static func halfPanel(
    _ a: MatrixArguments, _ rowBegin: Int, _ rowEnd: Int, _ column: Int, _ columnEnd: Int
  ) {
    var row = rowBegin
    while rowEnd &- row >= 12 {
      half12(a, row, column, columnEnd)
      row &+= 12
    }
    while row < rowEnd {
      half4(a, min(row, rowEnd &- 4), column, columnEnd)
      row &+= 4
    }
  }

  @inline(__always)
  private static func pairOfRows(
    _ a: MatrixArguments, _ row: Int, _ columnBegin: Int, _ columnEnd: Int, _ panels: Int
  ) {
    var panel = 0
    if panels < 4 {
      while panel < panels {
        tile2x1(a, row, columnBegin &+ panel &* lanes, columnEnd)
        panel &+= 1
      }
      return
    }
    while panel < panels {
      tile2x4(a, row, columnBegin &+ min(panel, panels &- 4) &* lanes, columnEnd)
      panel &+= 4
    }
  }

  @inline(__always)
  private static func singleRow(
    _ a: MatrixArguments, _ row: Int, _ columnBegin: Int, _ columnEnd: Int, _ panels: Int
  ) {
    var panel = 0
    while panels &- panel >= 8 {
      tile1x8(a, row, columnBegin &+ panel &* lanes, columnEnd)
      panel &+= 8
    }
    // When three panels are left, the tile of four overlaps the one before.
    while panels &- panel >= (panel > 0 ? 3 : 4) {
      tile1x4(a, row, columnBegin &+ min(panel, panels &- 4) &* lanes, columnEnd)
      panel &+= 4
    }
    if panels &- panel >= 2 {
      tile1x2(a, row, columnBegin &+ panel &* lanes, columnEnd)
      panel &+= 2
    }
    if panel < panels { tile1x1(a, row, columnBegin &+ panel &* lanes, columnEnd) }
  }
}

#endif
