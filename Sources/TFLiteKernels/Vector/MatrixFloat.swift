#if TFLITE_TIER
  import TFLiteKernels
#endif

// Packed form: the header, then for each strip of one vector of columns the bias and the weights `[taps * depth][lanes]`.
// Columns past the last are zeros. Every sum starts at the bias and takes the products in the order of the weights,
// whichever tile computes it.

extension VectorKernels {
  /// Columns of a strip.
  @inline(__always)
  private static var lanes: Int { Floats.scalarCount }
  /// Column ranges begin on pairs of strips.
  static var floatColumnTile: Int { 2 &* Floats.scalarCount }

  /// Rows of the main tile, which has two strips: as many sums as the registers hold.
  @inline(__always)
  private static var mainRows: Int {
    #if TFLITE_AVX512 || arch(arm64)
      12
    #elseif TFLITE_AVX2
      6
    #else
      4
    #endif
  }

  @inline(__always)
  private static func stripSize(_ shape: MatrixShape) -> Int {
    (shape.taps &* shape.depth &+ 1) &* MemoryLayout<Floats>.size
  }

  /// The bytes of packed float weights.
  static func packedSizeFloat(_ shape: MatrixShape) -> Int {
    headerSize + (shape.columns + lanes - 1) / lanes * stripSize(shape)
  }

  /// Packs float weights.
  static func packFloat(
    _ shape: MatrixShape, _ weights: UnsafePointer<Float>, _ bias: UnsafePointer<Float>?, _ range: FloatRange,
    _ packed: UnsafeMutableRawPointer
  ) {
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
      lane = 0
      while lane < lanes {
        var k = 0
        if lane < count {
          let source = weights + (first &+ lane) &* shape.columnStride
          while k < depth {
            target[k &* lanes &+ lane] = source[k &* shape.elementStride]
            k &+= 1
          }
        } else {
          while k < depth {
            target[k &* lanes &+ lane] = 0
            k &+= 1
          }
        }
        lane &+= 1
      }
      target += depth &* lanes
      first &+= lanes
    }
  }

  /// The product of float rows with packed float weights.
  static func runFloat(
    _ a: MatrixArguments, _ rowBegin: Int, _ rowEnd: Int, _ columnBegin: Int, _ columnEnd: Int
  ) {
    assert(columnBegin % floatColumnTile == 0 && columnEnd <= a.shape.columns)
    assert(a.offsets == nil || a.paddingRow != nil)
    if a.offsets != nil, a.shape.depth < 8, a.shape.taps &* a.shape.depth &* mainRows <= FloatRowBlock.count {
      copiedProduct(a, rowBegin, rowEnd, columnBegin, columnEnd)
      return
    }
    // The rows of a block stay in the second-level cache while all strips pass.
    let block = max(8, 49152 / max(1, a.shape.depth &* mainRows)) &* mainRows
    var row = rowBegin
    while row < rowEnd {
      let end = rowEnd &- row < 2 &* block ? rowEnd : row &+ block
      blockProduct(a, row, end, columnBegin, columnEnd)
      row = end
    }
  }

  /// The taps of short runs are copied side by side, a few rows at a time.
  @inline(never)
  private static func copiedProduct(
    _ a: MatrixArguments, _ rowBegin: Int, _ rowEnd: Int, _ columnBegin: Int, _ columnEnd: Int
  ) {
    let depth = a.shape.taps &* a.shape.depth
    let rows = FloatRowBlock.count / max(1, depth &* mainRows) &* mainRows
    var buffer = FloatRowBlock()
    withUnsafeMutablePointer(to: &buffer) { pointer in
      let block = UnsafeMutableRawPointer(pointer)
      var b = a
      b.input = UnsafeRawPointer(block)
      b.inputStride = depth
      b.offsets = nil
      b.shape.taps = 1
      b.shape.depth = depth
      var row = rowBegin
      while row < rowEnd {
        let count = min(rows, rowEnd &- row)
        copyRows(a, row, count, block)
        b.output = a.output + row &* a.outputStride &* 4
        blockProduct(b, 0, count, columnBegin, columnEnd)
        row &+= count
      }
    }
  }

  /// Copies the runs of `count` rows one after the other, neighbours in memory at once.
  @inline(__always)
  private static func copyRows(
    _ a: MatrixArguments, _ row: Int, _ count: Int, _ block: UnsafeMutableRawPointer
  ) {
    guard let offsets = a.offsets, let padding = a.paddingRow else { return }
    let depth = a.shape.depth
    let end = offsets + (row &+ count) &* a.shape.taps
    var entry = offsets + row &* a.shape.taps
    var target = block
    while entry < end {
      let offset = Int(entry.pointee)
      entry += 1
      if offset < 0 {
        copy(padding, depth, target)
        target += 4 &* depth
        continue
      }
      var length = depth
      while entry < end, Int(entry.pointee) == offset &+ length {
        entry += 1
        length &+= depth
      }
      copy(a.input + 4 &* offset, length, target)
      target += 4 &* length
    }
  }

  /// Copies `count` floats; the last vector overlaps the one before.
  @inline(__always)
  private static func copy(_ source: UnsafeRawPointer, _ count: Int, _ target: UnsafeMutableRawPointer) {
    let end = 4 &* count
    if count >= 8 {
      var i = 0
      while i < end &- 32 {
        target.put(source.lanes(i, as: SIMD8<Float>.self), i)
        i &+= 32
      }
      target.put(source.lanes(end &- 32, as: SIMD8<Float>.self), end &- 32)
    } else if count >= 4 {
      target.put(source.lanes(0, as: SIMD4<Float>.self), 0)
      target.put(source.lanes(end &- 16, as: SIMD4<Float>.self), end &- 16)
    } else if count >= 2 {
      target.put(source.lanes(0, as: SIMD2<Float>.self), 0)
      target.put(source.lanes(end &- 8, as: SIMD2<Float>.self), end &- 8)
    } else {
      target.storeBytes(of: source.loadUnaligned(as: Float.self), as: Float.self)
    }
  }

  /// A block of rows by all strips: tall tiles by pairs of strips, the last rows by wide tiles.
  @inline(never)
  private static func blockProduct(
    _ a: MatrixArguments, _ rowBegin: Int, _ rowEnd: Int, _ columnBegin: Int, _ columnEnd: Int
  ) {
    let rows = rowEnd &- rowBegin
    let tall = rows % mainRows % 4
    let tallEnd = rowEnd &- tall
    let strips = (columnEnd &- columnBegin &+ lanes &- 1) / lanes
    var strip = 0
    if tallEnd > rowBegin {
      while strips &- strip >= 2 {
        let column = columnBegin &+ strip &* lanes
        var row = rowBegin
        while tallEnd &- row >= mainRows {
          mainTile(a, row, column, columnEnd)
          row &+= mainRows
        }
        while row < tallEnd {
          tile4x2(a, row, column, columnEnd)
          row &+= 4
        }
        strip &+= 2
      }
      if strip < strips { lastStrip(a, rowBegin, tallEnd, columnBegin &+ strip &* lanes, columnEnd) }
    }
    if tall >= 2 { pairOfRows(a, tallEnd, columnBegin, columnEnd, strips) }
    if tall & 1 == 1 { singleRow(a, rowEnd &- 1, columnBegin, columnEnd, strips) }
  }

  /// Four rows at least by one strip; the last tile overlaps the one before.
  @inline(__always)
  private static func lastStrip(
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

  @inline(__always)
  private static func pairOfRows(
    _ a: MatrixArguments, _ row: Int, _ columnBegin: Int, _ columnEnd: Int, _ strips: Int
  ) {
    var strip = 0
    if strips < 4 {
      while strip < strips {
        tile2x1(a, row, columnBegin &+ strip &* lanes, columnEnd)
        strip &+= 1
      }
      return
    }
    while strip < strips {
      tile2x4(a, row, columnBegin &+ min(strip, strips &- 4) &* lanes, columnEnd)
      strip &+= 4
    }
  }

  @inline(__always)
  private static func singleRow(
    _ a: MatrixArguments, _ row: Int, _ columnBegin: Int, _ columnEnd: Int, _ strips: Int
  ) {
    var strip = 0
    while strips &- strip >= 8 {
      tile1x8(a, row, columnBegin &+ strip &* lanes, columnEnd)
      strip &+= 8
    }
    if strips < 4 {
      while strip < strips {
        tile1x1(a, row, columnBegin &+ strip &* lanes, columnEnd)
        strip &+= 1
      }
      return
    }
    while strip < strips {
      tile1x4(a, row, columnBegin &+ min(strip, strips &- 4) &* lanes, columnEnd)
      strip &+= 4
    }
  }

  // Each shape of a tile is one function: the template below with constant extents.

  @inline(never)
  private static func mainTile(_ a: MatrixArguments, _ row: Int, _ column: Int, _ columnEnd: Int) {
    tile(mainRows, 2, a, row, column, columnEnd)
  }

  @inline(never)
  private static func tile4x2(_ a: MatrixArguments, _ row: Int, _ column: Int, _ columnEnd: Int) {
    tile(4, 2, a, row, column, columnEnd)
  }

  @inline(never)
  private static func tile8x1(_ a: MatrixArguments, _ row: Int, _ column: Int, _ columnEnd: Int) {
    tile(8, 1, a, row, column, columnEnd)
  }

  @inline(never)
  private static func tile4x1(_ a: MatrixArguments, _ row: Int, _ column: Int, _ columnEnd: Int) {
    tile(4, 1, a, row, column, columnEnd)
  }

  @inline(never)
  private static func tile2x4(_ a: MatrixArguments, _ row: Int, _ column: Int, _ columnEnd: Int) {
    tile(2, 4, a, row, column, columnEnd)
  }

  @inline(never)
  private static func tile2x1(_ a: MatrixArguments, _ row: Int, _ column: Int, _ columnEnd: Int) {
    tile(2, 1, a, row, column, columnEnd)
  }

  @inline(never)
  private static func tile1x8(_ a: MatrixArguments, _ row: Int, _ column: Int, _ columnEnd: Int) {
    tile(1, 8, a, row, column, columnEnd)
  }

  @inline(never)
  private static func tile1x4(_ a: MatrixArguments, _ row: Int, _ column: Int, _ columnEnd: Int) {
    tile(1, 4, a, row, column, columnEnd)
  }

  @inline(never)
  private static func tile1x1(_ a: MatrixArguments, _ row: Int, _ column: Int, _ columnEnd: Int) {
    tile(1, 1, a, row, column, columnEnd)
  }

  /// `rows` rows by `strips` strips from `column` on, both constants.
  @inline(__always)
  private static func tile(
    _ rows: Int, _ strips: Int, _ a: MatrixArguments, _ row: Int, _ column: Int, _ columnEnd: Int
  ) {
    let width = MemoryLayout<Floats>.size
    let pitch = stripSize(a.shape)
    let first = a.packed + (headerSize &+ column / lanes &* pitch)
    var sums = FloatTileSums()
    var runs = FloatTileRuns()
    withUnsafeMutablePointer(to: &sums) { sumsPointer in
      withUnsafeMutablePointer(to: &runs) { runsPointer in
        let c = UnsafeMutableRawPointer(sumsPointer).assumingMemoryBound(to: Floats.self)
        let run = UnsafeMutableRawPointer(runsPointer).assumingMemoryBound(to: UnsafeRawPointer.self)
        var s = 0
        while s < strips {
          let bias = first.lanes(s &* pitch, as: Floats.self)
          var r = 0
          while r < rows {
            c[r &* strips &+ s] = bias
            r &+= 1
          }
          s &+= 1
        }
        var b = first + width
        var tap = 0
        while tap < a.shape.taps {
          var r = 0
          while r < rows {
            run[r] = runPointer(a, row &+ r, tap, size: 4)
            r &+= 1
          }
          var k = 0
          while k < a.shape.depth {
            var weights = FloatTileWeights()
            withUnsafeMutablePointer(to: &weights) { weightsPointer in
              let w = UnsafeMutableRawPointer(weightsPointer).assumingMemoryBound(to: Floats.self)
              var s = 0
              while s < strips {
                w[s] = b.lanes(s &* pitch, as: Floats.self)
                s &+= 1
              }
              var r = 0
              while r < rows {
                let x = Floats(repeating: run[r].load(fromByteOffset: k &* 4, as: Float.self))
                s = 0
                while s < strips {
                  c[r &* strips &+ s] = multiplyAdd(x, w[s], c[r &* strips &+ s])
                  s &+= 1
                }
                r &+= 1
              }
            }
            b += width
            k &+= 1
          }
          tap &+= 1
        }
        let range = a.packed.load(as: MatrixHeader.self).floatRange
        let lower = Floats(repeating: range.lower)
        let upper = Floats(repeating: range.upper)
        let last = columnEnd &- column &- (strips &- 1) &* lanes
        var target = a.output + (row &* a.outputStride &+ column) &* 4
        var r = 0
        if last >= lanes, rows &* strips <= 16 {
          while r < rows {
            s = 0
            while s < strips {
              target.put(c[r &* strips &+ s].bounded(lower, upper), s &* width)
              s &+= 1
            }
            target += a.outputStride &* 4
            r &+= 1
          }
          return
        }
        // The sums leave their registers first: a loop too long to be unrolled would keep them in memory all along.
        var copy = FloatTileSums()
        withUnsafeMutablePointer(to: &copy) { copyPointer in
          let y = UnsafeMutableRawPointer(copyPointer).assumingMemoryBound(to: Floats.self)
          while r < rows &* strips {
            y[r] = c[r]
            r &+= 1
          }
          finish(UnsafeRawPointer(y), rows, strips, last, range, target, a.outputStride)
        }
      }
    }
  }

  /// Clamps and stores the sums of a tile, `last` columns of its last strip.
  @inline(never)
  private static func finish(
    _ sums: UnsafeRawPointer, _ rows: Int, _ strips: Int, _ last: Int, _ range: FloatRange,
    _ output: UnsafeMutableRawPointer, _ outputStride: Int
  ) {
    let width = MemoryLayout<Floats>.size
    let lower = Floats(repeating: range.lower)
    let upper = Floats(repeating: range.upper)
    var source = sums
    var target = output
    var r = 0
    while r < rows {
      var s = 1
      while s < strips {
        target.put(source.lanes(0, as: Floats.self).bounded(lower, upper), (s &- 1) &* width)
        source += width
        s &+= 1
      }
      let y = source.lanes(0, as: Floats.self).bounded(lower, upper)
      if last >= lanes {
        target.put(y, (strips &- 1) &* width)
      } else {
        target.putFirst(last, of: y, (strips &- 1) &* width)
      }
      source += width
      target += outputStride &* 4
      r &+= 1
    }
  }
}

/// The sums of a tile.
private struct FloatTileSums {
  var s00 = Floats(), s01 = Floats(), s02 = Floats(), s03 = Floats(), s04 = Floats(), s05 = Floats()
  var s06 = Floats(), s07 = Floats(), s08 = Floats(), s09 = Floats(), s10 = Floats(), s11 = Floats()
  #if TFLITE_AVX512 || arch(arm64)
    var s12 = Floats(), s13 = Floats(), s14 = Floats(), s15 = Floats(), s16 = Floats(), s17 = Floats()
    var s18 = Floats(), s19 = Floats(), s20 = Floats(), s21 = Floats(), s22 = Floats(), s23 = Floats()
  #endif
}

/// One vector of weights of each strip of a tile.
private struct FloatTileWeights {
  var w0 = Floats(), w1 = Floats(), w2 = Floats(), w3 = Floats()
  var w4 = Floats(), w5 = Floats(), w6 = Floats(), w7 = Floats()
}

/// Where the rows of a tile read.
private struct FloatTileRuns {
  var r0, r1, r2, r3, r4, r5, r6, r7, r8, r9, r10, r11: UnsafeRawPointer?
}

/// Room for rows whose taps are copied together.
private struct FloatRowBlock {
  private typealias Part = (
    SIMD64<Float>, SIMD64<Float>, SIMD64<Float>, SIMD64<Float>, SIMD64<Float>, SIMD64<Float>, SIMD64<Float>,
    SIMD64<Float>
  )
  private static var part: Part {
    let zero = SIMD64<Float>()
    return (zero, zero, zero, zero, zero, zero, zero, zero)
  }
  private var p0 = part, p1 = part, p2 = part, p3 = part

  /// The floats of a block.
  static var count: Int { 2048 }
}
