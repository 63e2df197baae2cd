#if !TFLITE_TIER || (TFLITE_X86 && arch(x86_64)) || (TFLITE_ARM && arch(arm64))

#if TFLITE_TIER
import TFLiteKernels
#endif
// What float depthwise convolutions do with the pixels of a row.

/// What all pixels of an output row share.
struct DepthwiseRow {
  /// The first row of the first image.
  var image: UnsafeRawPointer
  /// Bytes from one row of an image to the next.
  var imagePitch: Int
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
  var bias: UnsafeRawPointer
  /// The first filter row inside the image.
  var filter: UnsafeRawPointer
  /// Bytes from one tap to the next.
  var filterPitch: Int
  var output: UnsafeMutableRawPointer
  /// Bytes from one pixel of the output to the next.
  var pixelPitch: Int
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

/// The sums of four neighboring pixels for one vector of channels.
struct FourPixels {
  private(set) var y0, y1, y2, y3: Floats

  @inline(__always)
  init(_ bias: Floats) {
    y0 = bias
    y1 = bias
    y2 = bias
    y3 = bias
  }

  /// Adds one tap, whose inputs for the first pixel are at `input` and for each next one `step` bytes further.
  @inline(__always)
  mutating func add(_ input: UnsafeRawPointer, _ step: Int, _ w: Floats) {
    y0 = multiplyAdd(input.lanes(0, as: Floats.self), w, y0)
    y1 = multiplyAdd(input.lanes(step, as: Floats.self), w, y1)
    y2 = multiplyAdd(input.lanes(2 &* step, as: Floats.self), w, y2)
    y3 = multiplyAdd(input.lanes(3 &* step, as: Floats.self), w, y3)
  }

  /// Clamps the sums and stores them from `target` on.
  @inline(__always)
  func store(_ r: DepthwiseRow, _ target: UnsafeMutableRawPointer) {
    let lower = Floats(repeating: r.range.lower)
    let upper = Floats(repeating: r.range.upper)
    let step = r.pixelPitch
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
    let step = r.pixelPitch
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
    _ rows: Int, _ columns: Int, _ stride: Int, _ r: DepthwiseRow, _ begin: Int, _ groups: Int, _ end: Int
  ) {
    var x = begin
    while x < groups {
      fourPixels(rows, columns, stride, r, x)
      x &+= 4
    }
    if end &- groups > (rows == 1 ? 1 : 0) { fourPixels(rows, columns, stride, r, end &- 4) }
  }

  @inline(__always)
  private static func fourPixels(
    _ rows: Int, _ columns: Int, _ stride: Int, _ r: DepthwiseRow, _ x: Int
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
      var line = first + 4 &* channel
      if columns > 0 {
        // Neighboring pixels share their inputs: equal addresses are loaded once.
        var fy = 0
        while fy < (rows == 2 ? columns : r.lines) {
          var fx = 0
          while fx < columns {
            let w = filter.lanes(fx &* r.filterPitch, as: Floats.self)
            upper.add(line + fx &* pixelSize, stride &* pixelSize, w)
            if rows == 2 {
              lower.add(line + (stride &* r.linePitch &+ fx &* pixelSize), stride &* pixelSize, w)
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
            upper.add(pixel, r.stride &* pixelSize, filter.lanes(0, as: Floats.self))
            filter += r.filterPitch
            pixel += r.dilation &* pixelSize
            fx &+= 1
          }
          line += r.linePitch
          fy &+= 1
        }
      }
      let target = r.output + (x &* r.pixelPitch &+ 4 &* channel)
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

  @inline(never)
  static func edge(_ r: DepthwiseRow, _ begin: Int, _ end: Int) {
    var x = begin
    while x < end {
      // The filter columns inside the image.
      let inX = x &* r.stride &- r.paddingLeft
      let left = inX >= 0 ? 0 : (r.dilation &- 1 &- inX) / r.dilation
      let room = r.inputWidth &- inX
      let right = max(left, min(r.columns, room <= 0 ? 0 : (room &+ r.dilation &- 1) / r.dilation))
      var channel = 0
      while r.depth &- channel >= 4 &* Floats.scalarCount {
        onePixel(4, r, x, left, right, channel)
        channel &+= 4 &* Floats.scalarCount
      }
      if r.depth &- channel >= 2 &* Floats.scalarCount {
        onePixel(2, r, x, left, right, channel)
        channel &+= 2 &* Floats.scalarCount
      }
      while channel < r.depth {
        if r.depth &- channel < Floats.scalarCount, r.depth >= Floats.scalarCount {
          channel = r.depth &- Floats.scalarCount
        }
        onePixel(1, r, x, left, right, channel)
        channel &+= Floats.scalarCount
      }
      x &+= 1
    }
  }

  /// `count` vectors of channels (1, 2 or 4) of pixel `x`, with the filter columns `[left, right)`.
  @inline(__always)
  private static func onePixel(
    _ count: Int, _ r: DepthwiseRow, _ x: Int, _ left: Int, _ right: Int, _ channel: Int
  ) {
    let width = MemoryLayout<Floats>.size
    let bias = r.bias + 4 &* channel
    var y0 = bias.lanes(0, as: Floats.self)
    var y1 = count > 1 ? bias.lanes(width, as: Floats.self) : y0
    var y2 = count > 2 ? bias.lanes(2 &* width, as: Floats.self) : y0
    var y3 = count > 2 ? bias.lanes(3 &* width, as: Floats.self) : y0
    var line = r.pixel(x, left) + 4 &* channel
    var filter = r.filter + (left &* r.filterPitch &+ 4 &* channel)
    var fy = 0
    while fy < r.lines {
      var pixel = line
      var tap = filter
      var fx = left
      while fx < right {
        let w = tap.lanes(0, as: Floats.self)
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
    let target = r.output + (x &* r.pixelPitch &+ 4 &* channel)
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
}

#endif
