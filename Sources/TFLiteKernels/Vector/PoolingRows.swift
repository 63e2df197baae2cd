#if !TFLITE_TIER || (TFLITE_X86 && arch(x86_64)) || (TFLITE_ARM && arch(arm64))

#if TFLITE_TIER
import TFLiteKernels
#endif

// Pooling by lines: the lines of a window are folded into one, whichever pixels their elements belong to, and that line with
// itself moved by a pixel, and two. Vectors are full however few channels there are, and neighboring windows share the first
// half of the work.

/// What a pooling by lines does with vectors of elements.
protocol LinePool {
  associatedtype Vector: SIMD
  /// What elements outside the image count as.
  var nothing: Vector { get }
  /// Loads a vector of inputs.
  func load(_ source: UnsafeRawPointer) -> Vector
  func combine(_ a: Vector, _ b: Vector) -> Vector
  /// Results of windows of `taps` inputs.
  func finish(_ x: Vector, taps: Int) -> Vector
  /// Stores the first `count` lanes, fewer than all.
  func storeFirst(_ count: Int, of x: Vector, _ target: UnsafeMutableRawPointer)
}

extension LinePool {
  /// Bytes of an element.
  @inline(__always)
  static var size: Int { MemoryLayout<Vector>.size / Vector.scalarCount }
}

struct FloatMaximumLines: LinePool {
  let range: FloatRange
  @inline(__always) var nothing: Floats { Floats(repeating: -Float.greatestFiniteMagnitude) }
  @inline(__always) func load(_ source: UnsafeRawPointer) -> Floats { source.lanes(0, as: Floats.self) }
  @inline(__always) func combine(_ a: Floats, _ b: Floats) -> Floats { a.larger(b) }
  @inline(__always) func finish(_ x: Floats, taps: Int) -> Floats {
    x.bounded(Floats(repeating: range.lower), Floats(repeating: range.upper))
  }
  @inline(__always) func storeFirst(_ count: Int, of x: Floats, _ target: UnsafeMutableRawPointer) {
    target.putFloats(first: count, of: x, 0)
  }
}

struct FloatAverageLines: LinePool {
  let range: FloatRange
  @inline(__always) var nothing: Floats { Floats() }
  @inline(__always) func load(_ source: UnsafeRawPointer) -> Floats { source.lanes(0, as: Floats.self) }
  @inline(__always) func combine(_ a: Floats, _ b: Floats) -> Floats { a + b }
  @inline(__always) func finish(_ x: Floats, taps: Int) -> Floats {
    (x * Floats(repeating: 1 / Float(max(1, taps)))).bounded(
      Floats(repeating: range.lower), Floats(repeating: range.upper))
  }
  @inline(__always) func storeFirst(_ count: Int, of x: Floats, _ target: UnsafeMutableRawPointer) {
    target.putFloats(first: count, of: x, 0)
  }
}

/// Lines hold int8 flipped to the order of uint8.
struct ByteMaximumLines: LinePool {
  let flips: Bytes
  let lower: Bytes
  let upper: Bytes

  /// - Parameter flip: what orders int8 as uint8.
  @inline(__always)
  init(_ range: IntegerRange, flip: UInt8) {
    flips = Bytes(repeating: Int8(bitPattern: flip))
    lower = Bytes(repeating: Int8(bitPattern: UInt8(truncatingIfNeeded: range.lower) ^ flip))
    upper = Bytes(repeating: Int8(bitPattern: UInt8(truncatingIfNeeded: range.upper) ^ flip))
  }

  @inline(__always) var nothing: Bytes { Bytes() }
  @inline(__always) func load(_ source: UnsafeRawPointer) -> Bytes { source.lanes(0, as: Bytes.self).flipped(flips) }
  @inline(__always) func combine(_ a: Bytes, _ b: Bytes) -> Bytes { largerBytes(a, b) }
  @inline(__always) func finish(_ x: Bytes, taps: Int) -> Bytes { clampedBytes(x, lower, upper).flipped(flips) }
  @inline(__always) func storeFirst(_ count: Int, of x: Bytes, _ target: UnsafeMutableRawPointer) {
    target.putBytes(first: count, of: x, 0)
  }
}

extension VectorKernels {
  /// Whether a pooling by lines is faster: where pixels do not fill vectors, or windows overlap.
  @inline(__always)
  static func poolsLines<Pool: LinePool>(_ g: ConvolutionGeometry, _ pool: Pool.Type) -> Bool {
    let isNarrow = g.inputDepth < Pool.Vector.scalarCount
    let overlaps = g.strideWidth == 1 && g.filterWidth > 1 && g.taps > 3
    return (isNarrow || overlaps) && g.dilationWidth == 1 && g.dilationHeight == 1
      && lineElements(g) &* Pool.size &+ MemoryLayout<Pool.Vector>.size <= lineByteCount
      && g.inputWidth &* g.inputDepth >= Pool.Vector.scalarCount
  }

  /// Bytes of the longest line, with a vector behind it.
  private static var lineByteCount: Int { 16 << 10 }

  /// The elements of a line with its margins: all that windows reach.
  @inline(__always)
  private static func lineElements(_ g: ConvolutionGeometry) -> Int {
    max(
      g.paddingLeft &+ g.inputWidth, (g.outputWidth &- 1) &* g.strideWidth &+ g.filterWidth) &* g.inputDepth
  }

  /// Pools the output rows `[rowBegin, rowEnd)`.
  @inline(__always)
  static func poolLines<Pool: LinePool>(
    _ pool: Pool, _ g: ConvolutionGeometry, _ input: UnsafeRawPointer, _ output: UnsafeMutableRawPointer,
    _ rowBegin: Int, _ rowEnd: Int
  ) {
    assert(g.validatePooling(rowBegin, rowEnd))
    let lanes = Pool.Vector.scalarCount
    let pixel = g.inputDepth &* Pool.size
    let pitch = g.inputWidth &* pixel
    let margin = g.paddingLeft &* pixel
    let length = lineElements(g) &* Pool.size
    // The positions at which windows begin.
    let positions = ((g.outputWidth &- 1) &* g.strideWidth &+ 1) &* pixel
    let outputPitch = g.outputWidth &* pixel
    let step = lanes &* Pool.size
    /// The vectors at `source` and, each `pitch` bytes further, below it: `count` in all.
    @inline(__always)
    func fold(_ source: UnsafeRawPointer, _ pitch: Int, _ count: Int) -> Pool.Vector {
      // Counting to three takes longer than three steps.
      if count == 3 {
        let pair = pool.combine(pool.combine(pool.nothing, pool.load(source)), pool.load(source + pitch))
        return pool.combine(pair, pool.load(source + 2 &* pitch))
      }
      var x = pool.nothing
      var source = source
      var left = count
      while left > 0 {
        x = pool.combine(x, pool.load(source))
        source += pitch
        left &-= 1
      }
      return x
    }
    withStackMemory(lineByteCount) { line in
      var i = 0
      while i < length {
        line.put(pool.nothing, i)
        i &+= step
      }
      var row = rowBegin
      while row < rowEnd {
        let batch = row / g.outputHeight
        let inY = (row &- batch &* g.outputHeight) &* g.strideHeight &- g.paddingTop
        let y0 = max(0, inY)
        let y1 = max(y0, min(inY &+ g.filterHeight, g.inputHeight))
        let first = input + (batch &* g.inputHeight &+ y0) &* pitch
        i = 0
        while true {
          // The last vector overlaps the one before.
          let place = min(i, pitch &- step)
          line.put(fold(first + place, pitch, y1 &- y0), margin &+ place)
          i &+= step
          if i >= pitch { break }
        }
        // Windows of one line replace it from its begin on: what follows is still what it was.
        i = 0
        while i < positions {
          let source = UnsafeRawPointer(line) + i
          var x = source.lanes(0, as: Pool.Vector.self)
          if g.filterWidth == 3 {
            x = pool.combine(x, source.lanes(pixel, as: Pool.Vector.self))
            x = pool.combine(x, source.lanes(2 &* pixel, as: Pool.Vector.self))
          } else {
            var column = 1
            while column &+ 1 < g.filterWidth {
              x = pool.combine(x, source.lanes(column &* pixel, as: Pool.Vector.self))
              x = pool.combine(x, source.lanes((column &+ 1) &* pixel, as: Pool.Vector.self))
              column &+= 2
            }
            if column < g.filterWidth {
              x = pool.combine(x, source.lanes(column &* pixel, as: Pool.Vector.self))
            }
          }
          line.put(x, i)
          i &+= step
        }
        store(pool, g, UnsafeRawPointer(line), output + row &* outputPitch, rows: y1 &- y0)
        // What has been replaced and belongs to a margin.
        i = 0
        while i < margin {
          line.put(pool.nothing, i)
          i &+= step
        }
        i = margin &+ pitch
        while i < length {
          line.put(pool.nothing, i)
          i &+= step
        }
        row &+= 1
      }
    }
  }

  /// Writes a row of results from the windows at the begin of `line`, pixel by pixel; each but the last ones is written with
  /// what follows it, which the next one replaces.
  @inline(__always)
  private static func store<Pool: LinePool>(
    _ pool: Pool, _ g: ConvolutionGeometry, _ line: UnsafeRawPointer, _ output: UnsafeMutableRawPointer, rows: Int
  ) {
    let pixel = g.inputDepth &* Pool.size
    let step = MemoryLayout<Pool.Vector>.size
    let pitch = g.outputWidth &* pixel
    var x = 0
    while x < g.outputWidth {
      let inX = x &* g.strideWidth &- g.paddingLeft
      let columns = max(0, min(inX &+ g.filterWidth, g.inputWidth) &- max(0, inX))
      // Pixels side by side that have all of their columns are one.
      let isInside = g.strideWidth == 1 && columns == g.filterWidth
      let pixels = isInside ? max(1, min(g.outputWidth, g.inputWidth &+ g.paddingLeft &- g.filterWidth &+ 1) &- x) : 1
      let source = line + x &* g.strideWidth &* pixel
      let target = output + x &* pixel
      let count = pixels &* pixel
      let room = pitch &- x &* pixel
      var i = 0
      while i < count {
        let y = pool.finish(source.lanes(i, as: Pool.Vector.self), taps: rows &* columns)
        if i &+ step <= room {
          target.put(y, i)
        } else {
          pool.storeFirst((room &- i) / Pool.size, of: y, target + i)
        }
        i &+= step
      }
      x &+= pixels
    }
  }
}

#endif
