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
    default: ReferenceKernels.Spatial.transpose(t)
    }
  }

  @inline(__always)
  private static func transpose<Tile: Interleave>(_ t: Transposition, _ tile: Tile.Type) {
    let size = 16 / Tile.side
    let side = Tile.side
    let lineRows = 64 / size
    if t.rows == 2, t.destinationStride == 2 &* size {
      let columns = t.columns / side &* side
      interleave(t, columns, tile)
      return transposeEdge(t, 0, 2, columns, t.columns &- columns)
    }
    withUnsafeTemporaryAllocation(byteCount: 1024, alignment: 16) { buffer in
      guard let lines = buffer.baseAddress else { return }
      var row = 0
      while t.rows &- row >= lineRows {
        var column = 0
        while t.columns &- column >= side {
          let source = t.source + (row &* t.sourceStride &+ column &* size)
          var target = t.destination + (column &* t.destinationStride &+ row &* size)
          var quarter = 0
          if side <= 4 {
            // So few lines stay in the cache until they are full.
            while quarter < 4 {
              transposeTile(
                source + quarter &* side &* t.sourceStride, t.sourceStride, target + 16 &* quarter,
                t.destinationStride, Tile.self)
              quarter &+= 1
            }
            column &+= side
            continue
          }
          while quarter < 4 {
            transposeTile(
              source + quarter &* side &* t.sourceStride, t.sourceStride, lines + 16 &* quarter, 64, Tile.self)
            quarter &+= 1
          }
          var line = 0
          while line < side {
            target.put(UnsafeRawPointer(lines).lanes(64 &* line, as: SIMD8<Int64>.self), 0)
            target += t.destinationStride
            line &+= 1
          }
          column &+= side
        }
        transposeEdge(t, row, lineRows, column, t.columns &- column)
        row &+= lineRows
      }
      while t.rows &- row >= side {
        var column = 0
        while t.columns &- column >= side {
          transposeTile(
            t.source + (row &* t.sourceStride &+ column &* size), t.sourceStride,
            t.destination + (column &* t.destinationStride &+ row &* size), t.destinationStride, Tile.self)
          column &+= side
        }
        transposeEdge(t, row, side, column, t.columns &- column)
        row &+= side
      }
      transposeEdge(t, row, t.rows &- row, 0, t.columns)
    }
  }

  /// The first `columns` columns of two lines, which become neighbors in memory: a shuffle of two groups of channels.
  @inline(__always)
  private static func interleave<Tile: Interleave>(_ t: Transposition, _ columns: Int, _ tile: Tile.Type) {
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

  /// The part of the matrix that begins at `row` and `column`.
  @inline(__always)
  private static func transposeEdge(_ t: Transposition, _ row: Int, _ rows: Int, _ column: Int, _ columns: Int) {
    if rows == 0 || columns == 0 { return }
    var part = t
    part.source = t.source + (row &* t.sourceStride &+ column &* t.elementSize)
    part.destination = t.destination + (column &* t.destinationStride &+ row &* t.elementSize)
    part.rows = rows
    part.columns = columns
    ReferenceKernels.Spatial.transpose(part)
  }

  /// A tile of as many lines as 16 bytes hold elements.
  @inline(__always)
  private static func transposeTile<Tile: Interleave>(
    _ source: UnsafeRawPointer, _ sourceStride: Int, _ destination: UnsafeMutableRawPointer, _ destinationStride: Int,
    _ tile: Tile.Type
  ) {
    let side = Tile.side
    if side == 4 {
      let a = source.lanes(0, as: SIMD2<Int64>.self)
      let b = source.lanes(sourceStride, as: SIMD2<Int64>.self)
      let c = source.lanes(2 &* sourceStride, as: SIMD2<Int64>.self)
      let d = source.lanes(3 &* sourceStride, as: SIMD2<Int64>.self)
      let (x, y) = (Tile.low(a, c), Tile.low(b, d))
      let (z, w) = (Tile.high(a, c), Tile.high(b, d))
      destination.put(Tile.low(x, y), 0)
      destination.put(Tile.high(x, y), destinationStride)
      destination.put(Tile.low(z, w), 2 &* destinationStride)
      destination.put(Tile.high(z, w), 3 &* destinationStride)
      return
    }
    var lines = Lines16()
    withUnsafeMutableBytes(of: &lines) { bytes in
      let line = bytes.assumingMemoryBound(to: SIMD2<Int64>.self)
      var i = 0
      while i < side {
        line[i] = source.lanes(i &* sourceStride, as: SIMD2<Int64>.self)
        i &+= 1
      }
      // Interleaving line `i` with the one half the tile further moves one bit of the line's number into the column's.
      var step = 1
      while step < side {
        var next = Lines16()
        withUnsafeMutableBytes(of: &next) { bytes in
          let result = bytes.assumingMemoryBound(to: SIMD2<Int64>.self)
          var i = 0
          while i < side / 2 {
            result[2 &* i] = Tile.low(line[i], line[i &+ side / 2])
            result[2 &* i &+ 1] = Tile.high(line[i], line[i &+ side / 2])
            i &+= 1
          }
          i = 0
          while i < side {
            line[i] = result[i]
            i &+= 1
          }
        }
        step &*= 2
      }
      i = 0
      while i < side {
        destination.put(line[i], i &* destinationStride)
        i &+= 1
      }
    }
  }
}

private typealias Line = SIMD2<Int64>

/// Room for the lines of a tile.
private struct Lines16 {
  var lines:
    (
      Line, Line, Line, Line, Line, Line, Line, Line, Line, Line, Line, Line, Line, Line, Line, Line
    ) = (
      Line(), Line(), Line(), Line(), Line(), Line(), Line(), Line(), Line(), Line(), Line(), Line(), Line(), Line(),
      Line(), Line()
    )
}

#endif
