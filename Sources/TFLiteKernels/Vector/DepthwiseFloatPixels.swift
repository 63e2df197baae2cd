#if !TFLITE_TIER || (TFLITE_X86 && arch(x86_64)) || (TFLITE_ARM && arch(arm64))

#if TFLITE_TIER
import TFLiteKernels
#endif
// What float depthwise convolutions do with the pixels of a row.

/// What all pixels of an output row share.
struct DepthwiseRow {
  /// Input column 0 of the first filter row inside the image.
  var line: UnsafeRawPointer
  /// Bytes from one filter row's input to the next one's.
  var linePitch: Int
  /// Filter rows inside the image.
  var lines: Int
  /// Filter columns.
  var columns: Int
  /// Input columns from one filter column to the next.
  var dilation: Int
  /// Input columns from one output pixel to the next.
  var stride: Int
  /// Input columns to the left of the image that output pixel 0 covers.
  var paddingLeft: Int
  var inputWidth: Int
  var inputDepth: Int
  var depth: Int
  var multiplier: Int
  var bias: UnsafeRawPointer
  /// The first filter row inside the image.
  var filter: UnsafeRawPointer
  /// Bytes from one tap to the next.
  var filterPitch: Int
  var output: UnsafeMutableRawPointer
  /// Bytes from one row of the output to the next.
  var outputPitch: Int
  /// Input bytes from the first element of the input to its end.
  var inputEnd: UnsafeRawPointer
  var range: FloatRange

  /// Where the first filter row reads for column `fx` of output pixel `x`.
  @inline(__always)
  func pixel(_ x: Int, _ fx: Int) -> UnsafeRawPointer {
    line + (x &* stride &- paddingLeft &+ fx &* dilation) &* inputDepth &* 4
  }
}

/// How the inputs of one vector of output channels are found.
enum DepthwiseReading {
  /// They lie side by side.
  case vector
  /// All are the same.
  case splat
  /// One by one.
  case gather
}

/// The sums of four neighboring pixels for one vector of channels.
private struct FourPixels {
  private var y0, y1, y2, y3: Floats

  @inline(__always)
  init(_ bias: Floats) {
    y0 = bias
    y1 = bias
    y2 = bias
    y3 = bias
  }

  /// Adds one tap, whose inputs for the first pixel are at `input` and for each next one `step` bytes further.
  @inline(__always)
  mutating func add(_ reading: DepthwiseReading, _ input: UnsafeRawPointer, _ step: Int, _ w: Floats) {
    y0 = multiplyAdd(VectorKernels.input(reading, input, 0), w, y0)
    y1 = multiplyAdd(VectorKernels.input(reading, input, step), w, y1)
    y2 = multiplyAdd(VectorKernels.input(reading, input, 2 &* step), w, y2)
    y3 = multiplyAdd(VectorKernels.input(reading, input, 3 &* step), w, y3)
  }

  /// Clamps the sums and stores them from `target` on.
  @inline(__always)
  func store(_ r: DepthwiseRow, _ target: UnsafeMutableRawPointer) {
    let lower = Floats(repeating: r.range.lower)
    let upper = Floats(repeating: r.range.upper)
    let step = 4 &* r.depth
    target.put(y0.bounded(lower, upper), 0)
    target.put(y1.bounded(lower, upper), step)
    target.put(y2.bounded(lower, upper), 2 &* step)
    target.put(y3.bounded(lower, upper), 3 &* step)
  }

  /// The same for pixels of fewer channels than a vector has.
  @inline(never)
  func storeNarrow(_ r: DepthwiseRow, _ target: UnsafeMutableRawPointer) {
    let lower = Floats(repeating: r.range.lower)
    let upper = Floats(repeating: r.range.upper)
    let step = 4 &* r.depth
    target.putFirst(r.depth, of: y0.bounded(lower, upper), 0)
    target.putFirst(r.depth, of: y1.bounded(lower, upper), step)
    target.putFirst(r.depth, of: y2.bounded(lower, upper), 2 &* step)
    target.putFirst(r.depth, of: y3.bounded(lower, upper), 3 &* step)
  }
}
extension VectorKernels {
  /// Groups of four pixels from `begin` to `groups`, and one that ends at `end` if any more are left, several in
  /// the case of one row. `rows` (1 or 2 rows of the output), `columns` and `stride` are constants, the latter two 0 for those
  /// of the row.
  @inline(__always)
  static func inner(
    _ rows: Int, _ reading: DepthwiseReading, _ columns: Int, _ stride: Int, _ r: DepthwiseRow, _ begin: Int,
    _ groups: Int,
    _ end: Int
  ) {
    var x = begin
    while x < groups {
      fourPixels(rows, reading, columns, stride, r, x)
      x &+= 4
    }
    if end &- groups > (rows == 1 ? 1 : 0) { fourPixels(rows, reading, columns, stride, r, end &- 4) }
  }

  @inline(__always)
  private static func fourPixels(
    _ rows: Int, _ reading: DepthwiseReading, _ columns: Int, _ stride: Int, _ r: DepthwiseRow, _ x: Int
  ) {
    let lanes = Floats.scalarCount
    let pixelSize = r.inputDepth &* 4
    let first = r.pixel(x, 0)
    var channel = 0
    while channel < r.depth {
      if r.depth &- channel < lanes, r.depth >= lanes { channel = r.depth &- lanes }
      let bias = r.bias.lanes(4 &* channel, as: Floats.self)
      var upper = FourPixels(bias)
      var lower = FourPixels(bias)
      var filter = r.filter + 4 &* channel
      var line = first + 4 &* (reading == .splat ? channel / r.multiplier : channel)
      if columns > 0 {
        // Neighboring pixels share their inputs: equal addresses are loaded once.
        var fy = 0
        while fy < (rows == 2 ? columns : r.lines) {
          var fx = 0
          while fx < columns {
            let w = filter.lanes(fx &* r.filterPitch, as: Floats.self)
            upper.add(.vector, line + fx &* pixelSize, stride &* pixelSize, w)
            if rows == 2 {
              lower.add(.vector, line + (stride &* r.linePitch &+ fx &* pixelSize), stride &* pixelSize, w)
            }
            fx &+= 1
          }
          filter += columns &* r.filterPitch
          line += r.linePitch
          fy &+= 1
        }
      } else {
        var fy = 0
        while fy < r.lines {
          var pixel = line
          var fx = 0
          while fx < r.columns {
            upper.add(reading, pixel, r.stride &* pixelSize, filter.lanes(0, as: Floats.self))
            filter += r.filterPitch
            pixel += r.dilation &* pixelSize
            fx &+= 1
          }
          line += r.linePitch
          fy &+= 1
        }
      }
      let target = r.output + (x &* r.depth &+ channel) &* 4
      if rows == 2 {
        upper.store(r, target)
        lower.store(r, target + r.outputPitch)
      } else if r.depth >= lanes {
        upper.store(r, target)
      } else {
        upper.storeNarrow(r, target)
      }
      channel &+= lanes
    }
  }

  @inline(__always)
  fileprivate static func input(_ reading: DepthwiseReading, _ pixel: UnsafeRawPointer, _ offset: Int) -> Floats {
    if reading == .splat { return Floats(repeating: pixel.loadUnaligned(fromByteOffset: offset, as: Float.self)) }
    return pixel.lanes(offset, as: Floats.self)
  }

  @inline(never)
  static func edge(_ reading: DepthwiseReading, _ r: DepthwiseRow, _ begin: Int, _ end: Int) {
    var x = begin
    while x < end {
      // The filter columns inside the image.
      let inX = x &* r.stride &- r.paddingLeft
      let left = inX >= 0 ? 0 : (r.dilation &- 1 &- inX) / r.dilation
      let room = r.inputWidth &- inX
      let right = max(left, min(r.columns, room <= 0 ? 0 : (room &+ r.dilation &- 1) / r.dilation))
      var channel = 0
      if reading == .vector {
        while r.depth &- channel >= 4 &* Floats.scalarCount {
          onePixel(4, .vector, r, x, left, right, channel)
          channel &+= 4 &* Floats.scalarCount
        }
        if r.depth &- channel >= 2 &* Floats.scalarCount {
          onePixel(2, .vector, r, x, left, right, channel)
          channel &+= 2 &* Floats.scalarCount
        }
      }
      while channel < r.depth {
        if r.depth &- channel < Floats.scalarCount, r.depth >= Floats.scalarCount {
          channel = r.depth &- Floats.scalarCount
        }
        switch reading {
        case .vector: onePixel(1, .vector, r, x, left, right, channel)
        case .splat: onePixel(1, .splat, r, x, left, right, channel)
        case .gather: onePixel(1, .gather, r, x, left, right, channel)
        }
        channel &+= Floats.scalarCount
      }
      x &+= 1
    }
  }

  /// `count` vectors of channels (1, 2 or 4) of pixel `x`, with the filter columns `[left, right)`.
  @inline(__always)
  private static func onePixel(
    _ count: Int, _ reading: DepthwiseReading, _ r: DepthwiseRow, _ x: Int, _ left: Int, _ right: Int, _ channel: Int
  ) {
    let width = MemoryLayout<Floats>.size
    let bias = r.bias + 4 &* channel
    var y0 = bias.lanes(0, as: Floats.self)
    var y1 = count > 1 ? bias.lanes(width, as: Floats.self) : y0
    var y2 = count > 2 ? bias.lanes(2 &* width, as: Floats.self) : y0
    var y3 = count > 2 ? bias.lanes(3 &* width, as: Floats.self) : y0
    var line = r.pixel(x, left)
    switch reading {
    case .vector: line += 4 &* channel
    case .splat: line += 4 &* (channel / r.multiplier)
    case .gather: break
    }
    var filter = r.filter + (left &* r.filterPitch &+ 4 &* channel)
    var fy = 0
    while fy < r.lines {
      var pixel = line
      var tap = filter
      var fx = left
      while fx < right {
        let w = tap.lanes(0, as: Floats.self)
        switch reading {
        case .gather:
          y0 = multiplyAdd(gather(pixel, channel, r.depth, r.multiplier), w, y0)
        case .splat:
          y0 = multiplyAdd(input(.splat, pixel, 0), w, y0)
        case .vector:
          if count == 1, r.depth < Floats.scalarCount {
            y0 = multiplyAdd(pixel.lanes(first: r.depth, 0, as: Floats.self), w, y0)
          } else {
            y0 = multiplyAdd(pixel.lanes(0, as: Floats.self), w, y0)
          }
          if count > 1 {
            y1 = multiplyAdd(pixel.lanes(width, as: Floats.self), tap.lanes(width, as: Floats.self), y1)
          }
          if count > 2 {
            y2 = multiplyAdd(pixel.lanes(2 &* width, as: Floats.self), tap.lanes(2 &* width, as: Floats.self), y2)
            y3 = multiplyAdd(pixel.lanes(3 &* width, as: Floats.self), tap.lanes(3 &* width, as: Floats.self), y3)
          }
        }
        tap += r.filterPitch
        pixel += r.dilation &* r.inputDepth &* 4
        fx &+= 1
      }
      line += r.linePitch
      filter += r.columns &* r.filterPitch
      fy &+= 1
    }
    let lower = Floats(repeating: r.range.lower)
    let upper = Floats(repeating: r.range.upper)
    let target = r.output + (x &* r.depth &+ channel) &* 4
    if r.depth >= Floats.scalarCount {
      target.put(y0.bounded(lower, upper), 0)
    } else {
      target.putFirst(r.depth, of: y0.bounded(lower, upper), 0)
    }
    if count > 1 {
      target.put(y1.bounded(lower, upper), width)
    }
    if count > 2 {
      target.put(y2.bounded(lower, upper), 2 &* width)
      target.put(y3.bounded(lower, upper), 3 &* width)
    }
  }

  /// The inputs of the output channels from `channel` on, of `depth` channels in all.
  @inline(__always)
  private static func gather(
    _ pixel: UnsafeRawPointer, _ channel: Int, _ depth: Int, _ multiplier: Int
  ) -> Floats {
    var value = Floats()
    var source = channel / multiplier
    var rest = channel &- source &* multiplier
    var lane = 0
    while lane < min(Floats.scalarCount, depth) {
      value[lane] = pixel.loadUnaligned(fromByteOffset: 4 &* source, as: Float.self)
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

#endif
