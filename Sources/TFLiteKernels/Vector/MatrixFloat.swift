#if TFLITE_TIER
  import TFLiteKernels
#endif

// Packed form: the header, then for each panel of `columnTile` columns the bias and `[taps * depth][columnTile]` weights.
// Columns past the last are zeros.

extension VectorKernels {
  /// Rows of a register tile.
  private static var rowTile: Int { 6 }
  /// Columns of a register tile: two vectors.
  static var floatColumnTile: Int { 2 &* Floats.scalarCount }

  @inline(__always)
  private static func panelSize(_ shape: MatrixShape) -> Int {
    (shape.taps &* shape.depth &+ 1) &* floatColumnTile &* 4
  }

  /// The bytes of packed float weights.
  static func packedSizeFloat(_ shape: MatrixShape) -> Int {
    MatrixHeader.size + (shape.columns + floatColumnTile - 1) / floatColumnTile * panelSize(shape)
  }

  /// Packs float weights.
  static func packFloat(
    _ shape: MatrixShape, _ weights: UnsafePointer<Float>, _ bias: UnsafePointer<Float>?, _ range: FloatRange,
    _ packed: UnsafeMutableRawPointer
  ) {
    packed.storeBytes(of: MatrixHeader(range), as: MatrixHeader.self)
    let target = (packed + MatrixHeader.size).assumingMemoryBound(to: Float.self)
    let tile = floatColumnTile
    let depth = shape.taps &* shape.depth
    var index = 0
    var first = 0
    while first < shape.columns {
      let count = min(tile, shape.columns &- first)
      var lane = 0
      while lane < tile {
        target[index &+ lane] = lane < count ? (bias?[first &+ lane] ?? 0) : 0
        lane &+= 1
      }
      index &+= tile
      var k = 0
      while k < depth {
        let source = first &* shape.columnStride &+ k &* shape.elementStride
        lane = 0
        while lane < tile {
          target[index &+ lane] = lane < count ? weights[source &+ lane &* shape.columnStride] : 0
          lane &+= 1
        }
        index &+= tile
        k &+= 1
      }
      first &+= tile
    }
  }

  /// A part of the summation: whole taps, or one part of a long tap. Sums between parts wait in the output.
  struct Part {
    var tapBegin: Int
    var tapEnd: Int
    var begin: Int
    var end: Int
    var isFirst: Bool
    var isLast: Bool
  }

  /// The product of float rows with packed float weights.
  static func runFloat(
    _ a: MatrixArguments, _ rowBegin: Int, _ rowEnd: Int, _ columnBegin: Int, _ columnEnd: Int
  ) {
    assert(columnBegin % floatColumnTile == 0 && columnEnd <= a.shape.columns)
    assert(a.offsets == nil || a.paddingRow != nil)
    let range = a.packed.load(as: MatrixHeader.self).floatRange
    let depth = a.shape.depth
    // A part of a panel stays in the first-level cache, the rows of one block in the second-level cache.
    let longest = 512
    let block = max(1, 32768 / max(1, min(a.shape.taps &* depth, longest) &* rowTile)) &* rowTile
    var row = rowBegin
    while row < rowEnd {
      let blockEnd = min(rowEnd, row &+ block)
      if blockEnd &- row == 1 {
        rowProduct(a, row, columnBegin, columnEnd, range)
        row = blockEnd
        continue
      }
      if depth > longest {
        var tap = 0
        while tap < a.shape.taps {
          var k = 0
          while k < depth {
            let end = min(depth, k &+ longest)
            let part = Part(
              tapBegin: tap, tapEnd: tap &+ 1, begin: k, end: end, isFirst: tap == 0 && k == 0,
              isLast: tap &+ 1 == a.shape.taps && end == depth)
            blockProduct(a, row, blockEnd, columnBegin, columnEnd, range, part)
            k = end
          }
          tap &+= 1
        }
      } else {
        let taps = max(1, longest / max(1, depth))
        var tap = 0
        repeat {
          let end = min(a.shape.taps, tap &+ taps)
          let part = Part(
            tapBegin: tap, tapEnd: end, begin: 0, end: depth, isFirst: tap == 0, isLast: end == a.shape.taps)
          blockProduct(a, row, blockEnd, columnBegin, columnEnd, range, part)
          tap = end
        } while tap < a.shape.taps
      }
      row = blockEnd
    }
  }

  /// One block of rows by all panels, over one part of the summation.
  @inline(never)
  private static func blockProduct(
    _ a: MatrixArguments, _ rowBegin: Int, _ rowEnd: Int, _ columnBegin: Int, _ columnEnd: Int, _ range: FloatRange,
    _ part: Part
  ) {
    var column = columnBegin
    while column < columnEnd {
      let panel = a.packed + (MatrixHeader.size &+ column / floatColumnTile &* panelSize(a.shape))
      let columns = min(floatColumnTile, columnEnd &- column)
      var row = rowBegin
      while rowEnd &- row >= rowTile {
        tile(6, a, row, panel, column, columns, range, part)
        row &+= rowTile
      }
      switch rowEnd &- row {
      case 1: tile(1, a, row, panel, column, columns, range, part)
      case 2: tile(2, a, row, panel, column, columns, range, part)
      case 3: tile(3, a, row, panel, column, columns, range, part)
      case 4: tile(4, a, row, panel, column, columns, range, part)
      case 5: tile(5, a, row, panel, column, columns, range, part)
      default: break
      }
      column &+= floatColumnTile
    }
  }

  @inline(__always)
  private static func splat(_ run: UnsafeRawPointer, _ k: Int) -> Floats {
    Floats(repeating: run.load(fromByteOffset: k &* 4, as: Float.self))
  }

  /// `rows` rows (a constant) by one panel.
  @inline(__always)
  private static func tile(
    _ rows: Int, _ a: MatrixArguments, _ row: Int, _ panel: UnsafeRawPointer, _ column: Int, _ columns: Int,
    _ range: FloatRange, _ part: Part
  ) {
    let width = MemoryLayout<Floats>.size
    let bias0 = panel.lanes(0, as: Floats.self)
    let bias1 = panel.lanes(width, as: Floats.self)
    var c00 = bias0
    var c01 = bias1
    var c10 = bias0
    var c11 = bias1
    var c20 = bias0
    var c21 = bias1
    var c30 = bias0
    var c31 = bias1
    var c40 = bias0
    var c41 = bias1
    var c50 = bias0
    var c51 = bias1
    if !part.isFirst {
      (c00, c01) = partial(a, row, column, columns)
      if rows > 1 { (c10, c11) = partial(a, row &+ 1, column, columns) }
      if rows > 2 { (c20, c21) = partial(a, row &+ 2, column, columns) }
      if rows > 3 { (c30, c31) = partial(a, row &+ 3, column, columns) }
      if rows > 4 { (c40, c41) = partial(a, row &+ 4, column, columns) }
      if rows > 5 { (c50, c51) = partial(a, row &+ 5, column, columns) }
    }
    let depth = part.end
    var b = panel + (1 &+ part.tapBegin &* a.shape.depth &+ part.begin) &* 2 &* width
    var tap = part.tapBegin
    while tap < part.tapEnd {
      let r0 = runPointer(a, row, tap, size: 4)
      let r1 = rows > 1 ? runPointer(a, row &+ 1, tap, size: 4) : r0
      let r2 = rows > 2 ? runPointer(a, row &+ 2, tap, size: 4) : r0
      let r3 = rows > 3 ? runPointer(a, row &+ 3, tap, size: 4) : r0
      let r4 = rows > 4 ? runPointer(a, row &+ 4, tap, size: 4) : r0
      let r5 = rows > 5 ? runPointer(a, row &+ 5, tap, size: 4) : r0
      var k = part.begin
      while k < depth {
        let b0 = b.lanes(0, as: Floats.self)
        let b1 = b.lanes(width, as: Floats.self)
        let a0 = splat(r0, k)
        c00 = multiplyAdd(a0, b0, c00)
        c01 = multiplyAdd(a0, b1, c01)
        if rows > 1 {
          let a1 = splat(r1, k)
          c10 = multiplyAdd(a1, b0, c10)
          c11 = multiplyAdd(a1, b1, c11)
        }
        if rows > 2 {
          let a2 = splat(r2, k)
          c20 = multiplyAdd(a2, b0, c20)
          c21 = multiplyAdd(a2, b1, c21)
        }
        if rows > 3 {
          let a3 = splat(r3, k)
          c30 = multiplyAdd(a3, b0, c30)
          c31 = multiplyAdd(a3, b1, c31)
        }
        if rows > 4 {
          let a4 = splat(r4, k)
          c40 = multiplyAdd(a4, b0, c40)
          c41 = multiplyAdd(a4, b1, c41)
        }
        if rows > 5 {
          let a5 = splat(r5, k)
          c50 = multiplyAdd(a5, b0, c50)
          c51 = multiplyAdd(a5, b1, c51)
        }
        b += 2 &* width
        k &+= 1
      }
      tap &+= 1
    }
    // Between parts nothing is clamped, not even infinities.
    let lower = Floats(repeating: part.isLast ? range.lower : -Float.infinity)
    let upper = Floats(repeating: part.isLast ? range.upper : Float.infinity)
    store(c00, c01, a, row, column, columns, lower, upper)
    if rows > 1 { store(c10, c11, a, row &+ 1, column, columns, lower, upper) }
    if rows > 2 { store(c20, c21, a, row &+ 2, column, columns, lower, upper) }
    if rows > 3 { store(c30, c31, a, row &+ 3, column, columns, lower, upper) }
    if rows > 4 { store(c40, c41, a, row &+ 4, column, columns, lower, upper) }
    if rows > 5 { store(c50, c51, a, row &+ 5, column, columns, lower, upper) }
  }

  /// The sums of an earlier part.
  @inline(__always)
  private static func partial(
    _ a: MatrixArguments, _ row: Int, _ column: Int, _ columns: Int
  ) -> (Floats, Floats) {
    let source = UnsafeRawPointer(a.output) + (row &* a.outputStride &+ column) &* 4
    let lanes = Floats.scalarCount
    if columns == 2 &* lanes {
      return (source.lanes(0, as: Floats.self), source.lanes(lanes &* 4, as: Floats.self))
    }
    return (
      source.lanes(first: min(columns, lanes), 0, as: Floats.self),
      source.lanes(first: columns &- lanes, lanes &* 4, as: Floats.self)
    )
  }

  /// One row by all panels, four at a time: enough sums at once to hide the latency of an addition.
  @inline(__always)
  private static func rowProduct(
    _ a: MatrixArguments, _ row: Int, _ columnBegin: Int, _ columnEnd: Int, _ range: FloatRange
  ) {
    let width = MemoryLayout<Floats>.size
    let stride = panelSize(a.shape)
    let lower = Floats(repeating: range.lower)
    let upper = Floats(repeating: range.upper)
    let whole = Part(
      tapBegin: 0, tapEnd: a.shape.taps, begin: 0, end: a.shape.depth, isFirst: true, isLast: true)
    var column = columnBegin
    while columnEnd &- column > 3 &* floatColumnTile {
      let panel = a.packed + (MatrixHeader.size &+ column / floatColumnTile &* stride)
      var c00 = panel.lanes(0, as: Floats.self)
      var c01 = panel.lanes(width, as: Floats.self)
      var c10 = panel.lanes(stride, as: Floats.self)
      var c11 = panel.lanes(stride &+ width, as: Floats.self)
      var c20 = panel.lanes(2 &* stride, as: Floats.self)
      var c21 = panel.lanes(2 &* stride &+ width, as: Floats.self)
      var c30 = panel.lanes(3 &* stride, as: Floats.self)
      var c31 = panel.lanes(3 &* stride &+ width, as: Floats.self)
      var b0 = panel + 2 &* width
      var b2 = b0 + 2 &* stride
      var tap = 0
      while tap < a.shape.taps {
        let run = runPointer(a, row, tap, size: 4)
        var k = 0
        while k < a.shape.depth {
          let x = splat(run, k)
          c00 = multiplyAdd(x, b0.lanes(0, as: Floats.self), c00)
          c01 = multiplyAdd(x, b0.lanes(width, as: Floats.self), c01)
          c10 = multiplyAdd(x, b0.lanes(stride, as: Floats.self), c10)
          c11 = multiplyAdd(x, b0.lanes(stride &+ width, as: Floats.self), c11)
          c20 = multiplyAdd(x, b2.lanes(0, as: Floats.self), c20)
          c21 = multiplyAdd(x, b2.lanes(width, as: Floats.self), c21)
          c30 = multiplyAdd(x, b2.lanes(stride, as: Floats.self), c30)
          c31 = multiplyAdd(x, b2.lanes(stride &+ width, as: Floats.self), c31)
          b0 += 2 &* width
          b2 += 2 &* width
          k &+= 1
        }
        tap &+= 1
      }
      let tile = floatColumnTile
      store(c00, c01, a, row, column, tile, lower, upper)
      store(c10, c11, a, row, column &+ tile, tile, lower, upper)
      store(c20, c21, a, row, column &+ 2 &* tile, tile, lower, upper)
      store(c30, c31, a, row, column &+ 3 &* tile, min(tile, columnEnd &- column &- 3 &* tile), lower, upper)
      column &+= 4 &* tile
    }
    while column < columnEnd {
      let panel = a.packed + (MatrixHeader.size &+ column / floatColumnTile &* stride)
      tile(1, a, row, panel, column, min(floatColumnTile, columnEnd &- column), range, whole)
      column &+= floatColumnTile
    }
  }

  @inline(__always)
  private static func store(
    _ c0: Floats, _ c1: Floats, _ a: MatrixArguments, _ row: Int, _ column: Int, _ columns: Int,
    _ lower: Floats, _ upper: Floats
  ) {
    let y0 = c0.bounded(lower, upper)
    let y1 = c1.bounded(lower, upper)
    let target = a.output + (row &* a.outputStride &+ column) &* 4
    let lanes = Floats.scalarCount
    if columns == 2 &* lanes {
      target.put(y0, 0)
      target.put(y1, lanes &* 4)
    } else {
      target.put(first: min(columns, lanes), of: y0, 0)
      target.put(first: columns &- lanes, of: y1, lanes &* 4)
    }
  }
}
