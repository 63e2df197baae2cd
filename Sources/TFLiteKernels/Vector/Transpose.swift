#if !TFLITE_TIER || (TFLITE_X86 && arch(x86_64)) || (TFLITE_ARM && arch(arm64))

#if TFLITE_TIER
import TFLiteKernels
#endif

// Transposition of matrices by tiles of 16 bytes a side of lines, gathered to whole cache lines before they are written.

extension VectorKernels {
  /// Writes the lines of a matrix as columns.
  static func transpose(_ t: Transposition) {
    assert(t.validate())
    switch t.elementSize {
    case 1: transpose(t, ByteInterleave.self)
    case 2: transpose(t, ShortInterleave.self)
    case 4: transpose(t, WordInterleave.self)
    default: transpose(t, LongInterleave.self)
    }
  }

  @inline(__always)
  private static func transpose<Tile: Interleave>(_ t: Transposition, _ tile: Tile.Type)
  where Tile.Register == SIMD2<Int64> {
    let size = 16 / Tile.side
    let side = Tile.side
    let lineRows = 64 / size
    if t.rows == 2, t.destinationStride == 2 &* size {
      let columns = t.columns / side &* side
      interleave(t, columns, tile)
      return transposeEdge(t, 0, 2, columns, t.columns &- columns, tile)
    }
    // Lines that far apart crowd one another out of the cache between one tile and the next: they lie in a few of its sets.
    let distance = min(t.sourceStride & (0 &- t.sourceStride), 4096)
    if distance < 1024 || 8 &* 4096 / distance >= 2 &* lineRows || t.rows < lineRows || t.columns < 2 &* side {
      return transposeBlocks(t, tile, room: nil)
    }
    withStackMemory(64 &* lineRows) { transposeBlocks(t, tile, room: $0) }
  }

  /// - Parameter room: where the lines of 64 bytes of columns are gathered before they are transposed; nil where they are read in
  ///   place.
  private static func transposeBlocks<Tile: Interleave>(
    _ t: Transposition, _ tile: Tile.Type, room: UnsafeMutableRawPointer?
  ) where Tile.Register == SIMD2<Int64> {
    let size = 16 / Tile.side
    let side = Tile.side
    let lineRows = 64 / size
    // Columns whose lines of the destination are written in turn.
    let blockColumns = 64
    var first = 0
    while first < t.columns {
      let end = min(first &+ blockColumns, t.columns)
      let whole = first &+ (end &- first) / side &* side
      var row = 0
      while t.rows &- row >= lineRows {
        let line = t.source + row &* t.sourceStride
        let target = t.destination + row &* size
        var column = first
        while column < whole {
          var width = min(64, (whole &- column) &* size)
          var (source, stride) = (line + column &* size, t.sourceStride)
          if let room, width > 16 {
            gather(source, stride, width, lineRows, room)
            (source, stride) = (UnsafeRawPointer(room), 64)
          } else {
            width = 16
          }
          var offset = 0
          while offset < width {
            transposeLines(
              source + offset, stride, target + column &* t.destinationStride, t.destinationStride, Tile.Wide.self)
            column &+= side
            offset &+= 16
          }
        }
        transposeEdge(t, row, lineRows, whole, end &- whole, tile)
        row &+= lineRows
      }
      while t.rows &- row >= side {
        var column = first
        while column < whole {
          transposeTile(
            t.source + (row &* t.sourceStride &+ column &* size), t.sourceStride,
            t.destination + (column &* t.destinationStride &+ row &* size), t.destinationStride, Tile.self)
          column &+= side
        }
        transposeEdge(t, row, side, whole, end &- whole, tile)
        row &+= side
      }
      transposeEdge(t, row, t.rows &- row, first, end &- first, tile)
      first = end
    }
  }

  /// Copies the first `width` bytes, a multiple of 16 up to 64, of `rows` lines to places 64 bytes apart.
  @inline(__always)
  private static func gather(
    _ source: UnsafeRawPointer, _ stride: Int, _ width: Int, _ rows: Int, _ buffer: UnsafeMutableRawPointer
  ) {
    var from = source
    var row = 0
    while row < rows {
      if width == 64 {
        buffer.put(from.lanes(0, as: SIMD8<Int64>.self), 64 &* row)
      } else {
        buffer.put(from.lanes(0, as: SIMD4<Int64>.self), 64 &* row)
        if width > 32 { buffer.put(from.lanes(32, as: SIMD2<Int64>.self), 64 &* row &+ 32) }
      }
      from += stride
      row &+= 1
    }
  }

  /// Rows that fill a cache line of the destination by the columns of a tile.
  @inline(__always)
  private static func transposeLines<Tile: Interleave>(
    _ source: UnsafeRawPointer, _ sourceStride: Int, _ destination: UnsafeMutableRawPointer, _ destinationStride: Int,
    _ tile: Tile.Type
  ) {
    let side = Tile.side
    let width = MemoryLayout<Tile.Register>.size
    let tileRows = width / 16 &* side
    var offset = 0
    var from = source
    if side <= 4 || width == 64 {
      // So few lines stay in the cache until they are full.
      while offset < 64 {
        transposeTile(from, sourceStride, destination + offset, destinationStride, Tile.self)
        from += tileRows &* sourceStride
        offset &+= width
      }
      return
    }
    withUnsafeTemporaryAllocation(byteCount: 1024, alignment: 16) { buffer in
      guard let lines = buffer.baseAddress else { return }
      while offset < 64 {
        transposeTile(from, sourceStride, lines + offset, 64, Tile.self)
        from += tileRows &* sourceStride
        offset &+= width
      }
      var line = 0
      var target = destination
      while line < side {
        target.put(UnsafeRawPointer(lines).lanes(64 &* line, as: SIMD8<Int64>.self), 0)
        target += destinationStride
        line &+= 1
      }
    }
  }

  /// The first `columns` columns of two lines, which become neighbors in memory: a shuffle of two groups of channels.
  @inline(__always)
  private static func interleave<Tile: Interleave>(_ t: Transposition, _ columns: Int, _ tile: Tile.Type)
  where Tile.Register == SIMD2<Int64> {
    var source = t.source
    var target = t.destination
    var column = 0
    while column < columns {
      let a = source.lanes(0, as: SIMD2<Int64>.self)
      let b = source.lanes(t.sourceStride, as: SIMD2<Int64>.self)
      target.put(Tile.low(a, b), 0)
      target.put(Tile.high(a, b), 16)
      source += 16
      target += 32
      column &+= Tile.side
    }
  }

  /// The part of the matrix that begins at `row` and `column`, which is smaller than a tile one way: by tiles that begin before
  /// it, where these are not much larger.
  private static func transposeEdge<Tile: Interleave>(
    _ t: Transposition, _ row: Int, _ rows: Int, _ column: Int, _ columns: Int, _ tile: Tile.Type
  ) where Tile.Register == SIMD2<Int64> {
    if rows == 0 || columns == 0 { return }
    let size = 16 / Tile.side
    let side = Tile.side
    if t.rows < side || t.columns < side || 4 &* min(rows, columns) < side {
      var part = t
      part.source = t.source + (row &* t.sourceStride &+ column &* size)
      part.destination = t.destination + (column &* t.destinationStride &+ row &* size)
      part.rows = rows
      part.columns = columns
      return ReferenceKernels.Spatial.transpose(part)
    }
    var top = row
    while top < row &+ rows {
      let tileRow = min(top, t.rows &- side)
      var left = column
      while left < column &+ columns {
        let tileColumn = min(left, t.columns &- side)
        transposeTile(
          t.source + (tileRow &* t.sourceStride &+ tileColumn &* size), t.sourceStride,
          t.destination + (tileColumn &* t.destinationStride &+ tileRow &* size), t.destinationStride, Tile.self)
        left &+= side
      }
      top &+= side
    }
  }

  /// A tile of as many lines as 16 bytes hold elements, and those below it that fill a register.
  @inline(__always)
  private static func transposeTile<Tile: Interleave>(
    _ source: UnsafeRawPointer, _ sourceStride: Int, _ destination: UnsafeMutableRawPointer, _ destinationStride: Int,
    _ tile: Tile.Type
  ) {
    let side = Tile.side
    let below = side &* sourceStride
    if side == 2 {
      let a = Tile.load(source, below)
      let b = Tile.load(source + sourceStride, below)
      destination.put(Tile.low(a, b), 0)
      destination.put(Tile.high(a, b), destinationStride)
      return
    }
    if side == 4 {
      let a = Tile.load(source, below)
      let b = Tile.load(source + sourceStride, below)
      let c = Tile.load(source + 2 &* sourceStride, below)
      let d = Tile.load(source + 3 &* sourceStride, below)
      let (x, y) = (Tile.low(a, c), Tile.low(b, d))
      let (z, w) = (Tile.high(a, c), Tile.high(b, d))
      destination.put(Tile.low(x, y), 0)
      destination.put(Tile.high(x, y), destinationStride)
      destination.put(Tile.low(z, w), 2 &* destinationStride)
      destination.put(Tile.high(z, w), 3 &* destinationStride)
      return
    }
    if side == 8 {
      var lines = Lines8<Tile>(source, sourceStride, below)
      lines.interleave()
      lines.interleave()
      lines.interleave()
      lines.store(destination, destinationStride)
      return
    }
    var lines = Lines16<Tile>(source, sourceStride, below)
    lines.interleave()
    lines.interleave()
    lines.interleave()
    lines.interleave()
    lines.store(destination, destinationStride)
  }
}

/// 8 lines of a tile.
private struct Lines8<Tile: Interleave> {
  var v0: Tile.Register
  var v1: Tile.Register
  var v2: Tile.Register
  var v3: Tile.Register
  var v4: Tile.Register
  var v5: Tile.Register
  var v6: Tile.Register
  var v7: Tile.Register

  /// - Parameters:
  ///   - stride: bytes from line to line.
  ///   - below: bytes from tile to tile.
  @inline(__always)
  init(_ source: UnsafeRawPointer, _ stride: Int, _ below: Int) {
    v0 = Tile.load(source, below)
    v1 = Tile.load(source + 1 &* stride, below)
    v2 = Tile.load(source + 2 &* stride, below)
    v3 = Tile.load(source + 3 &* stride, below)
    v4 = Tile.load(source + 4 &* stride, below)
    v5 = Tile.load(source + 5 &* stride, below)
    v6 = Tile.load(source + 6 &* stride, below)
    v7 = Tile.load(source + 7 &* stride, below)
  }

  /// Interleaves line `i` with the one half the tile further, which moves one bit of the line's number into the column's.
  @inline(__always)
  mutating func interleave() {
    let x = self
    (v0, v1) = (Tile.low(x.v0, x.v4), Tile.high(x.v0, x.v4))
    (v2, v3) = (Tile.low(x.v1, x.v5), Tile.high(x.v1, x.v5))
    (v4, v5) = (Tile.low(x.v2, x.v6), Tile.high(x.v2, x.v6))
    (v6, v7) = (Tile.low(x.v3, x.v7), Tile.high(x.v3, x.v7))
  }

  @inline(__always)
  func store(_ destination: UnsafeMutableRawPointer, _ stride: Int) {
    destination.put(v0, 0)
    destination.put(v1, 1 &* stride)
    destination.put(v2, 2 &* stride)
    destination.put(v3, 3 &* stride)
    destination.put(v4, 4 &* stride)
    destination.put(v5, 5 &* stride)
    destination.put(v6, 6 &* stride)
    destination.put(v7, 7 &* stride)
  }
}

/// 16 lines of a tile.
private struct Lines16<Tile: Interleave> {
  var v0: Tile.Register
  var v1: Tile.Register
  var v2: Tile.Register
  var v3: Tile.Register
  var v4: Tile.Register
  var v5: Tile.Register
  var v6: Tile.Register
  var v7: Tile.Register
  var v8: Tile.Register
  var v9: Tile.Register
  var v10: Tile.Register
  var v11: Tile.Register
  var v12: Tile.Register
  var v13: Tile.Register
  var v14: Tile.Register
  var v15: Tile.Register

  /// - Parameters:
  ///   - stride: bytes from line to line.
  ///   - below: bytes from tile to tile.
  @inline(__always)
  init(_ source: UnsafeRawPointer, _ stride: Int, _ below: Int) {
    v0 = Tile.load(source, below)
    v1 = Tile.load(source + 1 &* stride, below)
    v2 = Tile.load(source + 2 &* stride, below)
    v3 = Tile.load(source + 3 &* stride, below)
    v4 = Tile.load(source + 4 &* stride, below)
    v5 = Tile.load(source + 5 &* stride, below)
    v6 = Tile.load(source + 6 &* stride, below)
    v7 = Tile.load(source + 7 &* stride, below)
    v8 = Tile.load(source + 8 &* stride, below)
    v9 = Tile.load(source + 9 &* stride, below)
    v10 = Tile.load(source + 10 &* stride, below)
    v11 = Tile.load(source + 11 &* stride, below)
    v12 = Tile.load(source + 12 &* stride, below)
    v13 = Tile.load(source + 13 &* stride, below)
    v14 = Tile.load(source + 14 &* stride, below)
    v15 = Tile.load(source + 15 &* stride, below)
  }

  /// Interleaves line `i` with the one half the tile further, which moves one bit of the line's number into the column's.
  @inline(__always)
  mutating func interleave() {
    let x = self
    (v0, v1) = (Tile.low(x.v0, x.v8), Tile.high(x.v0, x.v8))
    (v2, v3) = (Tile.low(x.v1, x.v9), Tile.high(x.v1, x.v9))
    (v4, v5) = (Tile.low(x.v2, x.v10), Tile.high(x.v2, x.v10))
    (v6, v7) = (Tile.low(x.v3, x.v11), Tile.high(x.v3, x.v11))
    (v8, v9) = (Tile.low(x.v4, x.v12), Tile.high(x.v4, x.v12))
    (v10, v11) = (Tile.low(x.v5, x.v13), Tile.high(x.v5, x.v13))
    (v12, v13) = (Tile.low(x.v6, x.v14), Tile.high(x.v6, x.v14))
    (v14, v15) = (Tile.low(x.v7, x.v15), Tile.high(x.v7, x.v15))
  }

  @inline(__always)
  func store(_ destination: UnsafeMutableRawPointer, _ stride: Int) {
    destination.put(v0, 0)
    destination.put(v1, 1 &* stride)
    destination.put(v2, 2 &* stride)
    destination.put(v3, 3 &* stride)
    destination.put(v4, 4 &* stride)
    destination.put(v5, 5 &* stride)
    destination.put(v6, 6 &* stride)
    destination.put(v7, 7 &* stride)
    destination.put(v8, 8 &* stride)
    destination.put(v9, 9 &* stride)
    destination.put(v10, 10 &* stride)
    destination.put(v11, 11 &* stride)
    destination.put(v12, 12 &* stride)
    destination.put(v13, 13 &* stride)
    destination.put(v14, 14 &* stride)
    destination.put(v15, 15 &* stride)
  }
}

#endif
