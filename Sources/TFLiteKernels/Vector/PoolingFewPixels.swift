#if !TFLITE_TIER || (TFLITE_X86 && arch(x86_64)) || (TFLITE_ARM && arch(arm64))

#if TFLITE_TIER
import TFLiteKernels
#endif

/// Windows of few pixels that are whole wherever they lie, so that the addresses of these are all that it takes: up to four
/// pixels, or up to sixteen where an output row has no more than two.
struct FewPixels {
  private let taps: Int
  private let rows: Int
  private let columns: Int
  // Bytes from a pixel to the next, and to the one below it.
  private let pixel: Int
  private let line: Int
  // Bytes from the first pixel of a window to the others, the last one again where there are fewer than four.
  private let second: Int
  private let third: Int
  private let fourth: Int

  /// Nil for other windows, and for pixels of so many or so few channels that windows are computed as fast one by one.
  /// - Parameter lanes: elements of a vector.
  @inline(__always)
  init?(_ g: ConvolutionGeometry, size: Int, lanes: Int) {
    guard g.taps > 1, g.taps <= (g.outputWidth <= 2 ? 16 : 4), g.paddingTop == 0, g.paddingLeft == 0,
      g.dilationHeight == 1, g.dilationWidth == 1,
      (g.outputHeight &- 1) &* g.strideHeight &+ g.filterHeight <= g.inputHeight,
      (g.outputWidth &- 1) &* g.strideWidth &+ g.filterWidth <= g.inputWidth,
      g.inputDepth <= 4 &* lanes, g.inputDepth >= lanes || Tier.hasPartialBytes
    else { return nil }
    (taps, rows, columns) = (g.taps, g.filterHeight, g.filterWidth)
    (pixel, line) = (g.inputDepth &* size, g.inputWidth &* g.inputDepth &* size)
    let last = g.taps &- 1
    @inline(__always)
    func place(_ tap: Int) -> Int {
      let tap = min(tap, last)
      let (row, column) = g.filterWidth == 1 ? (tap, 0) : tap < g.filterWidth ? (0, tap) : (1, tap &- g.filterWidth)
      return (row &* g.inputWidth &+ column) &* g.inputDepth &* size
    }
    (second, third, fourth) = (place(1), place(2), place(3))
  }

  @inline(__always)
  func fold<Value>(
    _ first: UnsafeRawPointer, _ load: (UnsafeRawPointer) -> Value, _ combine: (Value, Value) -> Value,
    _ initial: Value
  ) -> Value {
    if taps <= 4 {
      let start = combine(combine(initial, load(first)), load(first + second))
      return combine(combine(start, load(first + third)), load(first + fourth))
    }
    var result = initial
    var row = 0
    while row < rows {
      var place = first + row &* line
      var column = 0
      while column < columns {
        result = combine(result, load(place))
        place += pixel
        column &+= 1
      }
      row &+= 1
    }
    return result
  }
}

extension VectorKernels {
  /// Calls `body(first input, output)` for each pixel of the rows, whose windows are whole.
  @inline(__always)
  static func forEachWhole(
    _ g: ConvolutionGeometry, _ input: UnsafeRawPointer, _ output: UnsafeMutableRawPointer, size: Int,
    _ rowBegin: Int, _ rowEnd: Int, _ body: (UnsafeRawPointer, UnsafeMutableRawPointer) -> Void
  ) {
    assert(g.validatePooling(rowBegin, rowEnd))
    let pixel = g.inputDepth &* size
    let line = g.inputWidth &* pixel
    let batch = rowBegin / g.outputHeight
    var y = rowBegin &- batch &* g.outputHeight
    var image = input + batch &* g.inputHeight &* line
    var target = output + rowBegin &* g.outputWidth &* pixel
    var row = rowBegin
    while row < rowEnd {
      var first = image + y &* g.strideHeight &* line
      let end = target + g.outputWidth &* pixel
      while target < end {
        body(first, target)
        first += g.strideWidth &* pixel
        target += pixel
      }
      row &+= 1
      y &+= 1
      if y == g.outputHeight {
        y = 0
        image += g.inputHeight &* line
      }
    }
  }

  /// Pools windows of few pixels.
  @inline(__always)
  static func poolFew<Pool: FloatPool>(
    _ pool: Pool, _ pixels: FewPixels, _ g: ConvolutionGeometry, _ input: UnsafeRawPointer,
    _ output: UnsafeMutableRawPointer, _ rowBegin: Int, _ rowEnd: Int
  ) {
    let size = MemoryLayout<Floats>.size
    let depth = 4 &* g.inputDepth
    forEachWhole(g, input, output, size: 4, rowBegin, rowEnd) { first, target in
      if depth < size {
        let sum = pixels.fold(first, { $0.floats(first: g.inputDepth, 0) }, pool.combine, pool.initial)
        return target.putFloats(first: g.inputDepth, of: pool.finish(sum), 0)
      }
      var channel = 0
      while channel < depth {
        channel = min(channel, depth &- size)
        let sum = pixels.fold(first + channel, { $0.lanes(0, as: Floats.self) }, pool.combine, pool.initial)
        target.put(pool.finish(sum), channel)
        channel &+= size
      }
    }
  }
}

#endif
