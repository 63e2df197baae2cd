#if TFLITE_TIER
  import TFLiteKernels
#endif

// Rows of short runs: those that are neighbours in memory count as one, and where an edge of the image parts them they are
// copied side by side.

extension VectorKernels {
  /// The product for runs of a few elements, a block of rows at a time.
  @inline(never)
  static func joinedProduct(
    _ a: MatrixArguments, _ rowBegin: Int, _ rowEnd: Int, _ columnBegin: Int, _ columnEnd: Int
  ) {
    let depth = a.shape.taps &* a.shape.depth
    let rows = FloatRowBlock.count / max(1, depth &* mainRows) &* mainRows
    var copies = FloatRowBlock()
    var runs = FloatRowBlock()
    withUnsafeMutablePointer(to: &copies) { copiesPointer in
      withUnsafeMutablePointer(to: &runs) { runsPointer in
        let table = UnsafeMutableRawPointer(runsPointer).assumingMemoryBound(to: UnsafeRawPointer.self)
        let joined = a.shape.taps % a.neighbours == 0 ? a.neighbours : 1
        var b = a
        b.offsets = nil
        b.runs = UnsafePointer(table)
        b.shape.taps = a.shape.taps / joined
        b.shape.depth = joined &* a.shape.depth
        // The table has room for as many pointers as half of the floats.
        let limit = min(rows, FloatRowBlock.count / 2 / b.shape.taps)
        let step = limit < mainRows ? limit : limit / mainRows &* mainRows
        var row = rowBegin
        while row < rowEnd {
          let count = min(step, rowEnd &- row)
          joinRuns(a, row, count, joined, UnsafeMutableRawPointer(copiesPointer), table)
          b.output = a.output + row &* a.outputStride &* 4
          b.residual = a.residual?.advanced(by: row &* a.outputStride &* 4)
          blockProduct(b, 0, count, columnBegin, columnEnd)
          row &+= count
        }
      }
    }
  }

  /// Writes where each `joined` runs of `count` rows begin to `table`; copies to `copies` those that are no neighbours.
  @inline(__always)
  private static func joinRuns(
    _ a: MatrixArguments, _ row: Int, _ count: Int, _ joined: Int, _ copies: UnsafeMutableRawPointer,
    _ table: UnsafeMutablePointer<UnsafeRawPointer>
  ) {
    guard let offsets = a.offsets, let padding = a.paddingRow else { return }
    let depth = a.shape.depth
    let span = (joined &- 1) &* depth
    let end = offsets + (row &+ count) &* a.shape.taps
    var entry = offsets + row &* a.shape.taps
    var target = copies
    var run = table
    while entry < end {
      let first = Int(entry[0])
      // A window is a rectangle: its row lies inside the image when both ends do.
      if first >= 0, Int(entry[joined &- 1]) == first &+ span {
        run.pointee = a.input + 4 &* first
      } else {
        run.pointee = UnsafeRawPointer(target)
        var tap = 0
        while tap < joined {
          let offset = Int(entry[tap])
          copy(offset < 0 ? padding : a.input + 4 &* offset, depth, target)
          target += 4 &* depth
          tap &+= 1
        }
      }
      run += 1
      entry += joined
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
}

/// Room for rows whose runs are copied together, or for pointers to them.
struct FloatRowBlock {
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
