#if TFLITE_TIER
  import TFLiteKernels
#endif

extension VectorKernels {
  /// The inputs that an output pixel of a pooling covers: `rows` lines of `columns` pixels from `first`.
  private struct Window {
    var first: UnsafeRawPointer
    var rows: Int
    var columns: Int
  }

  /// Calls `body(window, output element)` for each pixel of the rows.
  @inline(__always)
  private static func forEachWindow(
    _ g: ConvolutionGeometry, _ input: UnsafeRawPointer, size: Int, _ rowBegin: Int, _ rowEnd: Int,
    _ body: (Window, Int) -> Void
  ) {
    assert(rowBegin >= 0 && rowBegin <= rowEnd && rowEnd <= g.outputRows && g.inputDepth == g.outputDepth)
    var row = rowBegin
    while row < rowEnd {
      let batch = row / g.outputHeight
      let inY = (row &- batch &* g.outputHeight) &* g.strideHeight &- g.paddingTop
      let y0 = max(0, inY)
      let y1 = max(y0, min(inY &+ g.filterHeight, g.inputHeight))
      var x = 0
      while x < g.outputWidth {
        let inX = x &* g.strideWidth &- g.paddingLeft
        let x0 = max(0, inX)
        let x1 = max(x0, min(inX &+ g.filterWidth, g.inputWidth))
        let offset = ((batch &* g.inputHeight &+ y0) &* g.inputWidth &+ x0) &* g.inputDepth &* size
        let window = Window(first: input + offset, rows: x1 > x0 ? y1 &- y0 : 0, columns: x1 &- x0)
        body(window, (row &* g.outputWidth &+ x) &* g.outputDepth)
        x &+= 1
      }
      row &+= 1
    }
  }

  /// Folds the pixels of a window, channel block by channel block, the last one overlapping the one before.
  @inline(__always)
  private static func fold<Lanes: SIMD, Sum>(
    _ g: ConvolutionGeometry, _ window: Window, as type: Lanes.Type, _ initial: Sum,
    _ combine: (inout Sum, Lanes) -> Void, _ finish: (Sum, _ channel: Int, _ count: Int) -> Void
  ) where Lanes.Scalar: BitwiseCopyable & ExpressibleByIntegerLiteral {
    let size = MemoryLayout<Lanes.Scalar>.stride
    let lanes = Lanes.scalarCount
    let depth = g.inputDepth
    let pitch = g.inputWidth &* depth &* size
    let count = min(lanes, depth)
    var channel = 0
    while channel < depth {
      if depth &- channel < lanes, depth >= lanes { channel = depth &- lanes }
      var sum = initial
      var line = window.first + channel &* size
      var row = 0
      while row < window.rows {
        var pixel = line
        var column = 0
        while column < window.columns {
          combine(&sum, count == lanes ? pixel.lanes(0, as: Lanes.self) : pixel.lanes(first: count, 0, as: Lanes.self))
          pixel += depth &* size
          column &+= 1
        }
        line += pitch
        row &+= 1
      }
      finish(sum, channel, count)
      channel &+= lanes
    }
  }

  @inline(__always)
  private static func put<Lanes: SIMD>(_ value: Lanes, _ count: Int, _ target: UnsafeMutableRawPointer) {
    if count == Lanes.scalarCount {
      target.put(value, 0)
    } else {
      target.put(first: count, of: value, 0)
    }
  }

  /// Average pooling of float32; a window without input gives zero.
  static func averagePoolFloat(
    _ g: ConvolutionGeometry, _ input: UnsafePointer<Float>, _ output: UnsafeMutablePointer<Float>,
    _ range: FloatRange, _ rowBegin: Int, _ rowEnd: Int
  ) {
    let lower = SIMD8<Float>(repeating: range.lower)
    let upper = SIMD8<Float>(repeating: range.upper)
    forEachWindow(g, input, size: 4, rowBegin, rowEnd) { window, target in
      let count = SIMD8<Float>(repeating: Float(max(1, window.rows &* window.columns)))
      fold(g, window, as: SIMD8<Float>.self, SIMD8<Float>()) {
        $0 = $0 + $1
      } _: { sum, channel, lanes in
        put((sum / count).bounded(lower, upper), lanes, UnsafeMutableRawPointer(output + (target &+ channel)))
      }
    }
  }

  /// L2 pooling of float32.
  static func l2PoolFloat(
    _ g: ConvolutionGeometry, _ input: UnsafePointer<Float>, _ output: UnsafeMutablePointer<Float>,
    _ range: FloatRange, _ rowBegin: Int, _ rowEnd: Int
  ) {
    let lower = SIMD8<Float>(repeating: range.lower)
    let upper = SIMD8<Float>(repeating: range.upper)
    forEachWindow(g, input, size: 4, rowBegin, rowEnd) { window, target in
      let count = SIMD8<Float>(repeating: Float(window.rows &* window.columns))
      fold(g, window, as: SIMD8<Float>.self, SIMD8<Float>()) {
        $0 = multiplyAdd($1, $1, $0)
      } _: { sum, channel, lanes in
        let y = rootOfLanes(sum / count).bounded(lower, upper)
        put(y, lanes, UnsafeMutableRawPointer(output + (target &+ channel)))
      }
    }
  }

  /// Maximum pooling of float32.
  static func maxPoolFloat(
    _ g: ConvolutionGeometry, _ input: UnsafePointer<Float>, _ output: UnsafeMutablePointer<Float>,
    _ range: FloatRange, _ rowBegin: Int, _ rowEnd: Int
  ) {
    let lower = SIMD8<Float>(repeating: range.lower)
    let upper = SIMD8<Float>(repeating: range.upper)
    forEachWindow(g, input, size: 4, rowBegin, rowEnd) { window, target in
      fold(g, window, as: SIMD8<Float>.self, SIMD8<Float>(repeating: -Float.greatestFiniteMagnitude)) {
        $0 = $0.larger($1)
      } _: { largest, channel, lanes in
        put(largest.bounded(lower, upper), lanes, UnsafeMutableRawPointer(output + (target &+ channel)))
      }
    }
  }

  /// `sum / count` rounded half away from zero. The quotient of doubles truncates exactly: no 32-bit quotient lies
  /// closer to an integer than a double resolves.
  @inline(__always)
  private static func average(_ sum: SIMD4<Int32>, _ count: Int32) -> SIMD4<Int32> {
    let half = SIMD4<Int32>(repeating: count / 2)
    let rounded = (sum &+ half).replacing(with: sum &- half, where: sum .<= 0)
    let divisor = SIMD2<Double>(repeating: Double(count))
    return SIMD4<Int32>(
      lowHalf: truncatedToInt32(SIMD2<Double>(rounded.lowHalf) / divisor),
      highHalf: truncatedToInt32(SIMD2<Double>(rounded.highHalf) / divisor))
  }

  /// The low bits of the lanes. The generic initialiser would be a function that tiers share.
  @inline(__always)
  private static func narrowed<Element: FixedWidthInteger & SIMDScalar>(_ x: SIMD8<Int32>) -> SIMD8<Element> {
    SIMD8(
      Element(truncatingIfNeeded: x[0]), Element(truncatingIfNeeded: x[1]), Element(truncatingIfNeeded: x[2]),
      Element(truncatingIfNeeded: x[3]), Element(truncatingIfNeeded: x[4]), Element(truncatingIfNeeded: x[5]),
      Element(truncatingIfNeeded: x[6]), Element(truncatingIfNeeded: x[7]))
  }

  @inline(__always)
  private static func averagePool<Element: FixedWidthInteger & SIMDScalar & BitwiseCopyable>(
    _ g: ConvolutionGeometry, _ input: UnsafePointer<Element>, _ output: UnsafeMutablePointer<Element>,
    _ range: IntegerRange, _ rowBegin: Int, _ rowEnd: Int
  ) {
    let lower = SIMD4<Int32>(repeating: range.lower)
    let upper = SIMD4<Int32>(repeating: range.upper)
    forEachWindow(g, input, size: MemoryLayout<Element>.stride, rowBegin, rowEnd) { window, target in
      let count = Int32(truncatingIfNeeded: max(1, window.rows &* window.columns))
      fold(g, window, as: SIMD8<Element>.self, SIMD8<Int32>()) {
        $0 = $0 &+ SIMD8<Int32>(truncatingIfNeeded: $1)
      } _: { sum, channel, lanes in
        let y = SIMD8<Int32>(
          lowHalf: average(sum.lowHalf, count).bounded(lower, upper),
          highHalf: average(sum.highHalf, count).bounded(lower, upper))
        let bytes: SIMD8<Element> = narrowed(y)
        put(bytes, lanes, UnsafeMutableRawPointer(output + (target &+ channel)))
      }
    }
  }

  /// Average pooling of uint8.
  static func averagePoolUInt8(
    _ g: ConvolutionGeometry, _ input: UnsafePointer<UInt8>, _ output: UnsafeMutablePointer<UInt8>,
    _ range: IntegerRange, _ rowBegin: Int, _ rowEnd: Int
  ) { averagePool(g, input, output, range, rowBegin, rowEnd) }

  /// Average pooling of int8.
  static func averagePoolInt8(
    _ g: ConvolutionGeometry, _ input: UnsafePointer<Int8>, _ output: UnsafeMutablePointer<Int8>,
    _ range: IntegerRange, _ rowBegin: Int, _ rowEnd: Int
  ) { averagePool(g, input, output, range, rowBegin, rowEnd) }

  /// Average pooling of int16.
  static func averagePoolInt16(
    _ g: ConvolutionGeometry, _ input: UnsafePointer<Int16>, _ output: UnsafeMutablePointer<Int16>,
    _ range: IntegerRange, _ rowBegin: Int, _ rowEnd: Int
  ) { averagePool(g, input, output, range, rowBegin, rowEnd) }

  /// Maximum pooling of uint8.
  static func maxPoolUInt8(
    _ g: ConvolutionGeometry, _ input: UnsafePointer<UInt8>, _ output: UnsafeMutablePointer<UInt8>,
    _ range: IntegerRange, _ rowBegin: Int, _ rowEnd: Int
  ) {
    let lower = SIMD16<UInt8>(repeating: UInt8(clamping: range.lower))
    let upper = SIMD16<UInt8>(repeating: UInt8(clamping: range.upper))
    forEachWindow(g, input, size: MemoryLayout<UInt8>.stride, rowBegin, rowEnd) { window, target in
      fold(g, window, as: SIMD16<UInt8>.self, SIMD16<UInt8>(repeating: UInt8.min)) {
        $0 = $0.larger($1)
      } _: { largest, channel, lanes in
        put(largest.bounded(lower, upper), lanes, UnsafeMutableRawPointer(output + (target &+ channel)))
      }
    }
  }

  /// Maximum pooling of int8.
  static func maxPoolInt8(
    _ g: ConvolutionGeometry, _ input: UnsafePointer<Int8>, _ output: UnsafeMutablePointer<Int8>,
    _ range: IntegerRange, _ rowBegin: Int, _ rowEnd: Int
  ) {
    let lower = SIMD16<Int8>(repeating: Int8(clamping: range.lower))
    let upper = SIMD16<Int8>(repeating: Int8(clamping: range.upper))
    forEachWindow(g, input, size: MemoryLayout<Int8>.stride, rowBegin, rowEnd) { window, target in
      fold(g, window, as: SIMD16<Int8>.self, SIMD16<Int8>(repeating: Int8.min)) {
        $0 = $0.larger($1)
      } _: { largest, channel, lanes in
        put(largest.bounded(lower, upper), lanes, UnsafeMutableRawPointer(output + (target &+ channel)))
      }
    }
  }

  /// Maximum pooling of int16.
  static func maxPoolInt16(
    _ g: ConvolutionGeometry, _ input: UnsafePointer<Int16>, _ output: UnsafeMutablePointer<Int16>,
    _ range: IntegerRange, _ rowBegin: Int, _ rowEnd: Int
  ) {
    let lower = SIMD8<Int16>(repeating: Int16(clamping: range.lower))
    let upper = SIMD8<Int16>(repeating: Int16(clamping: range.upper))
    forEachWindow(g, input, size: MemoryLayout<Int16>.stride, rowBegin, rowEnd) { window, target in
      fold(g, window, as: SIMD8<Int16>.self, SIMD8<Int16>(repeating: Int16.min)) {
        $0 = $0.larger($1)
      } _: { largest, channel, lanes in
        put(largest.bounded(lower, upper), lanes, UnsafeMutableRawPointer(output + (target &+ channel)))
      }
    }
  }
}
