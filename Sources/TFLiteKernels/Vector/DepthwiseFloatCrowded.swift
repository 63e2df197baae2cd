#if !TFLITE_TIER || (TFLITE_X86 && arch(x86_64)) || (TFLITE_ARM && arch(arm64))

#if TFLITE_TIER
import TFLiteKernels
#endif

// Float depthwise convolutions whose pixels are a multiple of 2 KB apart, or of 1 KB where windows are large: a channel of
// neighboring pixels then lies in the same few sets of a first-level cache, which holds fewer of them than a window has. Some
// channels of the rows that some outputs need are copied, and lie side by side.

extension VectorKernels {
  /// Channels of which a multiple crowds a cache.
  static var crowdingDepth: Int { 256 }
  /// Bytes of copied channels: half of a small first-level cache.
  private static var crowdedRoom: Int { 16 << 10 }

  /// Rows of the image that `rows` rows of the output read.
  @inline(__always)
  private static func reach(_ g: ConvolutionGeometry, _ rows: Int) -> Int {
    (rows &- 1) &* g.strideHeight &+ (g.filterHeight &- 1) &* g.dilationHeight &+ 1
  }

  /// Whether the pixels of a window are more than the sets that they lie in hold: nine taps of pixels that are a multiple of
  /// 2 KB apart, 49 of 1 KB.
  @inline(__always)
  private static func isCrowded(_ g: ConvolutionGeometry) -> Bool {
    g.taps >= 9 && g.inputDepth % (2 &* crowdingDepth) == 0 || g.taps >= 49 && g.inputDepth % crowdingDepth == 0
  }

  /// The channels to copy at a time, nil where images are read as they are.
  static func crowdedBlock(_ g: ConvolutionGeometry) -> Int? {
    // A file may state dilations and strides of any size.
    guard isCrowded(g), 1...64 ~= g.inputWidth, g.filterHeight <= 64, g.dilationHeight <= 64, g.strideHeight <= 64
    else { return nil }
    var block = 64
    while block >= 16 {
      if reach(g, 2) &* g.inputWidth &* block &* 4 <= crowdedRoom { return block }
      block /= 2
    }
    return nil
  }

  /// The output rows `[rowBegin, rowEnd)`, `block` channels at a time.
  @inline(never)
  static func runCrowded(
    _ g: ConvolutionGeometry, _ r: DepthwiseRow, _ block: Int, _ rowBegin: Int, _ rowEnd: Int
  ) {
    let pitch = 4 &* block &* g.inputWidth
    let most = (crowdedRoom / pitch &- reach(g, 1)) / g.strideHeight &+ 1
    withStackMemory(crowdedRoom) { room in
      var row = rowBegin
      while row < rowEnd {
        let batch = row / g.outputHeight
        let y = row &- batch &* g.outputHeight
        let count = min(most, rowEnd &- row, g.outputHeight &- y)
        let above = y &* g.strideHeight &- g.paddingTop
        let first = max(0, above)
        let end = min(g.inputHeight, above &+ reach(g, count))
        let start = batch &* g.inputHeight &+ first
        var part = r
        part.inputDepth = block
        part.depth = block
        part.imagePitch = pitch
        part.linePitch = pitch &* g.dilationHeight
        part.image = UnsafeRawPointer(room) - start &* pitch
        part.inputEnd = UnsafeRawPointer(room) + crowdedRoom
        var channel = 0
        while channel < r.depth {
          if end > first {
            copyChannels(
              r.image + (start &* r.imagePitch &+ 4 &* channel), 4 &* r.inputDepth, room, 4 &* block,
              (end &- first) &* g.inputWidth)
          }
          part.bias = r.bias + 4 &* channel
          part.output = r.output + 4 &* channel
          runRows(g, part, row, row &+ count)
          channel &+= block
        }
        row &+= count
      }
    }
  }

  /// Copies `size` bytes, a multiple of 64, of `count` pixels that are `step` bytes apart, to one behind the other.
  @inline(__always)
  private static func copyChannels(
    _ source: UnsafeRawPointer, _ step: Int, _ target: UnsafeMutableRawPointer, _ size: Int, _ count: Int
  ) {
    var (from, to) = (source, target)
    let end = target + count &* size
    while to < end {
      var offset = 0
      while offset < size {
        to.put(from.lanes(offset, as: SIMD16<Float>.self), offset)
        offset &+= 64
      }
      from += step
      to += size
    }
  }
}

#endif
