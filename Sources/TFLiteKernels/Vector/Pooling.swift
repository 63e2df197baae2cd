#if !TFLITE_TIER || (TFLITE_X86 && arch(x86_64)) || (TFLITE_ARM && arch(arm64))

#if TFLITE_TIER
import TFLiteKernels
#endif

/// What a pooling of floats does with the values of a window.
protocol FloatPool {
  var initial: Floats { get }
  func combine(_ current: Floats, _ next: Floats) -> Floats
  func finish(_ x: Floats) -> Floats
}

private struct AveragePool: FloatPool {
  let range: FloatRange
  let inverse: Float
  @inline(__always) init(_ range: FloatRange, _ taps: Int) {
    self.range = range
    inverse = 1 / Float(max(1, taps))
  }
  @inline(__always) var initial: Floats { Floats() }
  @inline(__always) func combine(_ current: Floats, _ next: Floats) -> Floats { current + next }
  @inline(__always) func finish(_ x: Floats) -> Floats {
    (x * Floats(repeating: inverse)).bounded(Floats(repeating: range.lower), Floats(repeating: range.upper))
  }
}

private struct RootPool: FloatPool {
  let range: FloatRange
  let taps: Float
  @inline(__always) init(_ range: FloatRange, _ taps: Int) {
    self.range = range
    self.taps = Float(taps)
  }
  @inline(__always) var initial: Floats { Floats() }
  @inline(__always) func combine(_ current: Floats, _ next: Floats) -> Floats { multiplyAdd(next, next, current) }
  @inline(__always) func finish(_ x: Floats) -> Floats {
    rootOfLanes(x / Floats(repeating: taps)).bounded(Floats(repeating: range.lower), Floats(repeating: range.upper))
  }
}

private struct MaximumPool: FloatPool {
  let range: FloatRange
  @inline(__always) init(_ range: FloatRange) { self.range = range }
  @inline(__always) var initial: Floats { Floats(repeating: -Float.greatestFiniteMagnitude) }
  @inline(__always) func combine(_ current: Floats, _ next: Floats) -> Floats { current.larger(next) }
  @inline(__always) func finish(_ x: Floats) -> Floats {
    x.bounded(Floats(repeating: range.lower), Floats(repeating: range.upper))
  }
}

extension VectorKernels {
  /// The inputs that an output pixel of a pooling covers: `rows` lines of `columns` pixels from `first`.
  private struct Window {
    var first: UnsafeRawPointer
    var rows: Int
    var columns: Int
    /// Behind the last image.
    var end: UnsafeRawPointer
  }

  /// Calls `body(window, output element)` for each pixel of the rows.
  @inline(__always)
  private static func forEachWindow(
    _ g: ConvolutionGeometry, _ input: UnsafeRawPointer, size: Int, _ rowBegin: Int, _ rowEnd: Int,
    _ body: (Window, Int) -> Void
  ) {
    assert(g.validatePooling(rowBegin, rowEnd))
    let end = input + g.batches &* g.inputHeight &* g.inputWidth &* g.inputDepth &* size
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
        let window = Window(first: input + offset, rows: x1 > x0 ? y1 &- y0 : 0, columns: x1 &- x0, end: end)
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
      let first = window.first + channel &* size
      @inline(__always)
      func addPixels(_ load: (UnsafeRawPointer) -> Lanes) {
        var line = first
        var row = 0
        while row < window.rows {
          var pixel = line
          var column = 0
          while column < window.columns {
            combine(&sum, load(pixel))
            pixel += depth &* size
            column &+= 1
          }
          line += pitch
          row &+= 1
        }
      }
      // What follows fewer channels than a vector holds is read with them where it belongs to the images, and is not stored.
      let last = (window.rows &- 1) &* pitch &+ (window.columns &- 1) &* depth &* size
      if count == lanes || window.end - first >= last &+ MemoryLayout<Lanes>.size {
        addPixels { $0.lanes(0, as: Lanes.self) }
      } else {
        addPixels { $0.lanes(first: count, 0, as: Lanes.self) }
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

  /// Pools the channels of a window, four vectors or two at a time; the last ones overlap those before.
  @inline(__always)
  private static func poolFloats<Pool: FloatPool>(
    _ pool: Pool, _ g: ConvolutionGeometry, _ window: Window, _ output: UnsafeMutableRawPointer
  ) {
    let size = MemoryLayout<Floats>.size
    let depth = 4 &* g.inputDepth
    let pitch = g.inputWidth &* depth
    var channel = 0
    while depth &- channel >= 4 &* size {
      var (a, b, c, d) = (pool.initial, pool.initial, pool.initial, pool.initial)
      var line = window.first + channel
      var row = 0
      while row < window.rows {
        var pixel = line
        var column = 0
        while column < window.columns {
          a = pool.combine(a, pixel.lanes(0, as: Floats.self))
          b = pool.combine(b, pixel.lanes(size, as: Floats.self))
          c = pool.combine(c, pixel.lanes(2 &* size, as: Floats.self))
          d = pool.combine(d, pixel.lanes(3 &* size, as: Floats.self))
          pixel += depth
          column &+= 1
        }
        line += pitch
        row &+= 1
      }
      output.put(pool.finish(a), channel)
      output.put(pool.finish(b), channel &+ size)
      output.put(pool.finish(c), channel &+ 2 &* size)
      output.put(pool.finish(d), channel &+ 3 &* size)
      channel &+= 4 &* size
    }
    while depth &- channel >= 2 &* size {
      var (a, b) = (pool.initial, pool.initial)
      var line = window.first + channel
      var row = 0
      while row < window.rows {
        var pixel = line
        var column = 0
        while column < window.columns {
          a = pool.combine(a, pixel.lanes(0, as: Floats.self))
          b = pool.combine(b, pixel.lanes(size, as: Floats.self))
          pixel += depth
          column &+= 1
        }
        line += pitch
        row &+= 1
      }
      output.put(pool.finish(a), channel)
      output.put(pool.finish(b), channel &+ size)
      channel &+= 2 &* size
    }
    while channel < depth {
      let isWhole = depth >= size
      if isWhole { channel = min(channel, depth &- size) }
      var sum = pool.initial
      var line = window.first + channel
      var row = 0
      while row < window.rows {
        var pixel = line
        var column = 0
        while column < window.columns {
          sum = pool.combine(
            sum, isWhole ? pixel.lanes(0, as: Floats.self) : pixel.floats(first: g.inputDepth, 0))
          pixel += depth
          column &+= 1
        }
        line += pitch
        row &+= 1
      }
      if isWhole {
        output.put(pool.finish(sum), channel)
      } else {
        output.putFloats(first: g.inputDepth, of: pool.finish(sum), 0)
      }
      channel &+= size
    }
  }

  /// Average pooling of float32; a window without input gives zero.
  static func averagePoolFloat(
    _ g: ConvolutionGeometry, _ input: UnsafePointer<Float>, _ output: UnsafeMutablePointer<Float>,
    _ range: FloatRange, _ rowBegin: Int, _ rowEnd: Int
  ) {
    if g.taps == 4, let pixels = FewPixels(g, size: 4, lanes: lanesPerVector) {
      return poolFew(AveragePool(range, 4), pixels, g, input, output, rowBegin, rowEnd)
    }
    // Four vectors of channels at a time take no longer.
    if g.inputDepth < 4 &* lanesPerVector, poolsLines(g, FloatAverageLines.self) {
      return poolLines(FloatAverageLines(range: range), g, input, output, rowBegin, rowEnd)
    }
    forEachWindow(g, input, size: 4, rowBegin, rowEnd) { window, target in
      poolFloats(AveragePool(range, window.rows &* window.columns), g, window, output + target)
    }
  }

  /// L2 pooling of float32.
  static func l2PoolFloat(
    _ g: ConvolutionGeometry, _ input: UnsafePointer<Float>, _ output: UnsafeMutablePointer<Float>,
    _ range: FloatRange, _ rowBegin: Int, _ rowEnd: Int
  ) {
    forEachWindow(g, input, size: 4, rowBegin, rowEnd) { window, target in
      poolFloats(RootPool(range, window.rows &* window.columns), g, window, output + target)
    }
  }

  /// Maximum pooling of float32.
  static func maxPoolFloat(
    _ g: ConvolutionGeometry, _ input: UnsafePointer<Float>, _ output: UnsafeMutablePointer<Float>,
    _ range: FloatRange, _ rowBegin: Int, _ rowEnd: Int
  ) {
    let pool = MaximumPool(range)
    if let pixels = FewPixels(g, size: 4, lanes: lanesPerVector) {
      return poolFew(pool, pixels, g, input, output, rowBegin, rowEnd)
    }
    if poolsLines(g, FloatMaximumLines.self) {
      return poolLines(FloatMaximumLines(range: range), g, input, output, rowBegin, rowEnd)
    }
    forEachWindow(g, input, size: 4, rowBegin, rowEnd) { window, target in
      poolFloats(pool, g, window, output + target)
    }
  }

  // MARK: Averages of integers

  /// The taps up to which a float resolves the quotient: `(n + 1/2) / taps` lies `1 / (2 taps)` or more from every whole
  /// number, and its rounding error is far less for bytes, and half of that at most for 64 taps of two bytes.
  private static func mostFloatTaps(_ size: Int) -> Int { size == 1 ? 8192 : 64 }

  /// A window's sums of four vectors of channels, or of one, divided and stored.
  @inline(__always)
  private static func averages<Stored: StoredIntegers>(
    _ stored: Stored.Type, _ g: ConvolutionGeometry, _ window: Window, _ output: UnsafeMutableRawPointer,
    _ range: IntegerRange
  ) {
    let lanes = lanesPerVector
    let depth = g.inputDepth
    let pitch = g.inputWidth &* depth &* Stored.size
    let taps = max(1, window.rows &* window.columns)
    let inverse = Floats(repeating: 1 / Float(taps))
    let half = Ints(repeating: Int32(truncatingIfNeeded: taps / 2))
    let lower = Ints(repeating: range.lower)
    let upper = Ints(repeating: range.upper)
    @inline(__always) func put(_ sum: Ints, _ channel: Int) {
      let rounded = converted(magnitudes(sum) &+ half) + Floats(repeating: 0.5)
      let quotient = truncatedInts(rounded * inverse)
      Stored.store(clamped(withSign(quotient, of: sum), lower, upper), output, channel)
    }
    var channel = 0
    while depth &- channel >= 4 &* lanes {
      var (a, b, c, d) = (Ints(), Ints(), Ints(), Ints())
      var line = window.first + channel &* Stored.size
      var row = 0
      while row < window.rows {
        var pixel = line
        var column = 0
        while column < window.columns {
          a = a &+ Stored.load(pixel, 0)
          b = b &+ Stored.load(pixel, lanes)
          c = c &+ Stored.load(pixel, 2 &* lanes)
          d = d &+ Stored.load(pixel, 3 &* lanes)
          pixel += depth &* Stored.size
          column &+= 1
        }
        line += pitch
        row &+= 1
      }
      put(a, channel)
      put(b, channel &+ lanes)
      put(c, channel &+ 2 &* lanes)
      put(d, channel &+ 3 &* lanes)
      channel &+= 4 &* lanes
    }
    while channel < depth {
      channel = min(channel, depth &- lanes)
      var sum = Ints()
      var line = window.first + channel &* Stored.size
      var row = 0
      while row < window.rows {
        var pixel = line
        var column = 0
        while column < window.columns {
          sum = sum &+ Stored.load(pixel, 0)
          pixel += depth &* Stored.size
          column &+= 1
        }
        line += pitch
        row &+= 1
      }
      put(sum, channel)
      channel &+= lanes
    }
  }

  /// `sum / count` rounded half away from zero. The quotient of doubles truncates exactly: no 32-bit quotient lies
  /// closer to an integer than a double resolves.
  @inline(__always)
  private static func average(_ sum: SIMD4<Int32>, _ count: Int32) -> SIMD4<Int32> {
    let half = SIMD4<Int32>(repeating: count / 2)
    let rounded = (sum &+ half).replacing(with: sum &- half, where: sum .<= SIMD4<Int32>())
    let divisor = SIMD2<Double>(repeating: Double(count))
    return SIMD4<Int32>(
      lowHalf: truncatedToInt32(SIMD2<Double>(rounded.lowHalf) / divisor),
      highHalf: truncatedToInt32(SIMD2<Double>(rounded.highHalf) / divisor))
  }

  /// The low bits of the lanes. The generic initializer would be a function that tiers share.
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
  ) {
    if g.inputDepth < lanesPerVector || g.taps > mostFloatTaps(1) {
      return averagePool(g, input, output, range, rowBegin, rowEnd)
    }
    forEachWindow(g, input, size: 1, rowBegin, rowEnd) { window, target in
      averages(StoredUInt8.self, g, window, output + target, range)
    }
  }

  /// Average pooling of int8.
  static func averagePoolInt8(
    _ g: ConvolutionGeometry, _ input: UnsafePointer<Int8>, _ output: UnsafeMutablePointer<Int8>,
    _ range: IntegerRange, _ rowBegin: Int, _ rowEnd: Int
  ) {
    if g.inputDepth < lanesPerVector || g.taps > mostFloatTaps(1) {
      return averagePool(g, input, output, range, rowBegin, rowEnd)
    }
    forEachWindow(g, input, size: 1, rowBegin, rowEnd) { window, target in
      averages(StoredInt8.self, g, window, output + target, range)
    }
  }

  /// Average pooling of int16.
  static func averagePoolInt16(
    _ g: ConvolutionGeometry, _ input: UnsafePointer<Int16>, _ output: UnsafeMutablePointer<Int16>,
    _ range: IntegerRange, _ rowBegin: Int, _ rowEnd: Int
  ) {
    if g.inputDepth < lanesPerVector || g.taps > mostFloatTaps(2) {
      return averagePool(g, input, output, range, rowBegin, rowEnd)
    }
    forEachWindow(g, input, size: 2, rowBegin, rowEnd) { window, target in
      averages(StoredInt16.self, g, window, output + target, range)
    }
  }

  /// Maximum pooling of bytes, a register of channels at a time; `flip` orders int8 as uint8. Both types share it.
  @inline(never)
  private static func maxPoolBytes(
    _ g: ConvolutionGeometry, _ input: UnsafeRawPointer, _ output: UnsafeMutableRawPointer, _ range: IntegerRange,
    flip: UInt8, _ rowBegin: Int, _ rowEnd: Int
  ) {
    let width = Bytes.scalarCount
    let depth = g.inputDepth
    let pitch = g.inputWidth &* depth
    let flips = Bytes(repeating: Int8(bitPattern: flip))
    let lower = Bytes(repeating: Int8(bitPattern: UInt8(truncatingIfNeeded: range.lower) ^ flip))
    let upper = Bytes(repeating: Int8(bitPattern: UInt8(truncatingIfNeeded: range.upper) ^ flip))
    if let pixels = FewPixels(g, size: 1, lanes: width) {
      return forEachWhole(g, input, output, size: 1, rowBegin, rowEnd) { first, target in
        @inline(__always)
        func larger(_ largest: Bytes, _ next: Bytes) -> Bytes { clampedBytes(next.flipped(flips), largest, upper) }
        if depth < width {
          let largest = pixels.fold(first, { $0.bytes(first: depth, 0, filler: flips) }, larger, lower)
          return target.putBytes(first: depth, of: largest.flipped(flips), 0)
        }
        var channel = 0
        while channel < depth {
          channel = min(channel, depth &- width)
          let largest = pixels.fold(first + channel, { $0.lanes(0, as: Bytes.self) }, larger, lower)
          target.put(largest.flipped(flips), channel)
          channel &+= width
        }
      }
    }
    if poolsLines(g, ByteMaximumLines.self) {
      return poolLines(ByteMaximumLines(range, flip: flip), g, input, output, rowBegin, rowEnd)
    }
    forEachWindow(g, input, size: 1, rowBegin, rowEnd) { window, target in
      var channel = 0
      while channel < depth {
        let isWhole = depth >= width
        if isWhole { channel = min(channel, depth &- width) }
        var largest = lower
        var line = window.first + channel
        var row = 0
        while row < window.rows {
          var pixel = line
          var column = 0
          while column < window.columns {
            let next = isWhole ? pixel.lanes(0, as: Bytes.self) : pixel.bytes(first: depth, 0, filler: flips)
            largest = clampedBytes(next.flipped(flips), largest, upper)
            pixel += depth
            column &+= 1
          }
          line += pitch
          row &+= 1
        }
        if isWhole {
          output.put(largest.flipped(flips), target &+ channel)
        } else {
          output.putBytes(first: depth, of: largest.flipped(flips), target)
        }
        channel &+= width
      }
    }
  }

  /// Maximum pooling of uint8.
  static func maxPoolUInt8(
    _ g: ConvolutionGeometry, _ input: UnsafePointer<UInt8>, _ output: UnsafeMutablePointer<UInt8>,
    _ range: IntegerRange, _ rowBegin: Int, _ rowEnd: Int
  ) { maxPoolBytes(g, input, output, range, flip: 0, rowBegin, rowEnd) }

  /// Maximum pooling of int8.
  static func maxPoolInt8(
    _ g: ConvolutionGeometry, _ input: UnsafePointer<Int8>, _ output: UnsafeMutablePointer<Int8>,
    _ range: IntegerRange, _ rowBegin: Int, _ rowEnd: Int
  ) { maxPoolBytes(g, input, output, range, flip: 0x80, rowBegin, rowEnd) }

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

#endif
