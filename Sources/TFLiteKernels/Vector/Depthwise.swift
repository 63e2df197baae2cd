#if TFLITE_TIER
  import TFLiteKernels
#endif

// A pixel's taps are read through pointers; taps outside the image point to a row of zero points, so that every pixel
// takes the same steps and zero points fold into the bias.

extension VectorKernels {
  /// Channels that one step of a depthwise kernel computes.
  static var depthwiseBlock: Int { 8 }

  /// The channels of packed rows: the output's, but a whole step at least.
  @inline(__always)
  static func paddedChannels(_ g: ConvolutionGeometry) -> Int { max(g.outputDepth, depthwiseBlock) }

  /// Fills `table[pixel * taps + tap]` for `pixels` output pixels of row `row` from column `x`.
  @inline(__always)
  static func fillTaps(
    _ g: ConvolutionGeometry, _ input: UnsafeRawPointer, size: Int, _ padding: UnsafeRawPointer, _ row: Int, _ x: Int,
    _ pixels: Int, _ table: UnsafeMutablePointer<UnsafeRawPointer>
  ) {
    let batch = row / g.outputHeight
    let inY = (row &- batch &* g.outputHeight) &* g.strideHeight &- g.paddingTop
    var entry = table
    var pixel = 0
    while pixel < pixels {
      let inX = (x &+ pixel) &* g.strideWidth &- g.paddingLeft
      var fy = 0
      while fy < g.filterHeight {
        let y = inY &+ fy &* g.dilationHeight
        let line = input + (batch &* g.inputHeight &+ y) &* g.inputWidth &* g.inputDepth &* size
        let isInside = y >= 0 && y < g.inputHeight
        var fx = 0
        while fx < g.filterWidth {
          let column = inX &+ fx &* g.dilationWidth
          entry.pointee =
            isInside && column >= 0 && column < g.inputWidth ? line + column &* g.inputDepth &* size : padding
          entry += 1
          fx &+= 1
        }
        fy &+= 1
      }
      pixel &+= 1
    }
  }

  /// The inputs of output channels `[channel, channel + 8)`, the first `count` of them, for any depth multiplier.
  @inline(__always)
  static func gather<Element: SIMDScalar & BitwiseCopyable>(
    _ pixel: UnsafeRawPointer, _ channel: Int, _ count: Int, _ multiplier: Int, _ zero: SIMD8<Element>
  ) -> SIMD8<Element> {
    if multiplier == 1, count == 8 {
      return pixel.lanes(channel &* MemoryLayout<Element>.stride, as: SIMD8<Element>.self)
    }
    var value = zero
    var source = channel / multiplier
    var rest = channel &- source &* multiplier
    var lane = 0
    while lane < count {
      value[lane] = pixel.loadUnaligned(
        fromByteOffset: source &* MemoryLayout<Element>.stride, as: Element.self)
      rest &+= 1
      if rest == multiplier {
        rest = 0
        source &+= 1
      }
      lane &+= 1
    }
    return value
  }
}

// Packed float form: the header, a row of zeros (input channels), the bias, the filter `[taps][channels]`.

extension VectorKernels {
  @inline(__always)
  private static func biasOffsetFloat(_ g: ConvolutionGeometry) -> Int {
    MatrixHeader.size &+ 4 &* max(8, g.inputDepth)
  }

  /// The bytes of a packed float depthwise filter.
  static func packedSizeDepthwiseFloat(_ g: ConvolutionGeometry) -> Int {
    biasOffsetFloat(g) + 4 * paddedChannels(g) * (g.taps + 1)
  }

  /// Packs a float depthwise filter.
  static func packDepthwiseFloat(
    _ g: ConvolutionGeometry, _ filter: UnsafePointer<Float>, _ bias: UnsafePointer<Float>?, _ range: FloatRange,
    _ packed: UnsafeMutableRawPointer
  ) {
    packed.storeBytes(of: MatrixHeader(range), as: MatrixHeader.self)
    let padding = (packed + MatrixHeader.size).assumingMemoryBound(to: Float.self)
    var i = 0
    while i < max(8, g.inputDepth) {
      padding[i] = 0
      i &+= 1
    }
    let target = (packed + biasOffsetFloat(g)).assumingMemoryBound(to: Float.self)
    let channels = paddedChannels(g)
    var channel = 0
    while channel < channels {
      let isInside = channel < g.outputDepth
      target[channel] = isInside ? bias?[channel] ?? 0 : 0
      var tap = 0
      while tap < g.taps {
        target[(tap &+ 1) &* channels &+ channel] = isInside ? filter[tap &* g.outputDepth &+ channel] : 0
        tap &+= 1
      }
      channel &+= 1
    }
  }

  /// Depthwise convolution of float32.
  static func runDepthwiseFloat(_ a: DepthwiseArguments, _ rowBegin: Int, _ rowEnd: Int) {
    let g = a.geometry
    assert(rowBegin >= 0 && rowEnd <= g.outputRows && g.outputDepth % g.inputDepth == 0)
    withUnsafeTemporaryAllocation(of: UnsafeRawPointer.self, capacity: 4 * max(1, g.taps)) { buffer in
      guard let table = buffer.baseAddress else { return }
      let padding = a.packed + MatrixHeader.size
      var row = rowBegin
      while row < rowEnd {
        var x = 0
        while x < g.outputWidth {
          let pixels = g.outputWidth &- x >= 4 ? 4 : 1
          fillTaps(g, a.input, size: 4, padding, row, x, pixels, table)
          let output = a.output + (row &* g.outputWidth &+ x) &* g.outputDepth &* 4
          if pixels == 4 {
            depthwiseFloat4(g, table, a.packed, output)
          } else {
            depthwiseFloat1(g, table, a.packed, output)
          }
          x &+= pixels
        }
        row &+= 1
      }
    }
  }

  @inline(never)
  private static func depthwiseFloat4(
    _ g: ConvolutionGeometry, _ table: UnsafeMutablePointer<UnsafeRawPointer>, _ packed: UnsafeRawPointer,
    _ output: UnsafeMutableRawPointer
  ) {
    depthwiseFloat(4, g, table, packed, output)
  }

  @inline(never)
  private static func depthwiseFloat1(
    _ g: ConvolutionGeometry, _ table: UnsafeMutablePointer<UnsafeRawPointer>, _ packed: UnsafeRawPointer,
    _ output: UnsafeMutableRawPointer
  ) {
    depthwiseFloat(1, g, table, packed, output)
  }

  /// `pixels` output pixels (a constant, 1 or 4), all channels. The last step overlaps the one before.
  @inline(__always)
  private static func depthwiseFloat(
    _ pixels: Int, _ g: ConvolutionGeometry, _ table: UnsafeMutablePointer<UnsafeRawPointer>,
    _ packed: UnsafeRawPointer, _ output: UnsafeMutableRawPointer
  ) {
    let range = packed.load(as: MatrixHeader.self).floatRange
    let lower = SIMD8<Float>(repeating: range.lower)
    let upper = SIMD8<Float>(repeating: range.upper)
    let bias = packed + biasOffsetFloat(g)
    let stride = 4 &* paddedChannels(g)
    let depth = g.outputDepth
    let taps = g.taps
    let multiplier = g.depthMultiplier
    var channel = 0
    while channel < depth {
      let count = min(8, depth)
      if depth &- channel < 8, depth >= 8 { channel = depth &- 8 }
      let initial = bias.lanes(4 &* channel, as: SIMD8<Float>.self)
      var y0 = initial
      var y1 = initial
      var y2 = initial
      var y3 = initial
      var filter = bias + (stride &+ 4 &* channel)
      var tap = 0
      if multiplier == 1, count == 8 {
        while tap < taps {
          let w = filter.lanes(0, as: SIMD8<Float>.self)
          y0 = multiplyAdd(table[tap].lanes(4 &* channel, as: SIMD8<Float>.self), w, y0)
          if pixels > 1 {
            y1 = multiplyAdd(table[taps &+ tap].lanes(4 &* channel, as: SIMD8<Float>.self), w, y1)
            y2 = multiplyAdd(table[2 &* taps &+ tap].lanes(4 &* channel, as: SIMD8<Float>.self), w, y2)
            y3 = multiplyAdd(table[3 &* taps &+ tap].lanes(4 &* channel, as: SIMD8<Float>.self), w, y3)
          }
          filter += stride
          tap &+= 1
        }
      } else {
        let zero = SIMD8<Float>()
        while tap < taps {
          let w = filter.lanes(0, as: SIMD8<Float>.self)
          y0 = multiplyAdd(gather(table[tap], channel, count, multiplier, zero), w, y0)
          if pixels > 1 {
            y1 = multiplyAdd(gather(table[taps &+ tap], channel, count, multiplier, zero), w, y1)
            y2 = multiplyAdd(gather(table[2 &* taps &+ tap], channel, count, multiplier, zero), w, y2)
            y3 = multiplyAdd(gather(table[3 &* taps &+ tap], channel, count, multiplier, zero), w, y3)
          }
          filter += stride
          tap &+= 1
        }
      }
      put(y0.bounded(lower, upper), count, output + 4 &* channel)
      if pixels > 1 {
        put(y1.bounded(lower, upper), count, output + 4 &* (depth &+ channel))
        put(y2.bounded(lower, upper), count, output + 4 &* (2 &* depth &+ channel))
        put(y3.bounded(lower, upper), count, output + 4 &* (3 &* depth &+ channel))
      }
      channel &+= 8
    }
  }

  @inline(__always)
  private static func put(_ value: SIMD8<Float>, _ count: Int, _ target: UnsafeMutableRawPointer) {
    if count == 8 {
      target.put(value, 0)
    } else {
      target.put(first: count, of: value, 0)
    }
  }
}
