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
