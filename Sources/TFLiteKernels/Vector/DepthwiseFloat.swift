#if TFLITE_TIER
  import TFLiteKernels
#endif

// Packed form: the header, the bias, the filter `[taps][channels]`, at least one vector of channels, in which those of a
// narrow image are repeated: the channels of neighbouring pixels fill a vector. Taps outside the image are left out; every sum starts at the bias and takes the taps in the order of the filter, whichever loop computes it.

/// What all pixels of an output row share.
private struct DepthwiseRow {
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
private enum DepthwiseReading {
  /// They lie side by side.
  case vector
  /// All are the same.
  case splat
  /// One by one.
  case gather
}

/// The sums of four neighbouring pixels for one vector of channels.
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
  @inline(__always)
  private static func floatChannels(_ g: ConvolutionGeometry) -> Int { max(g.outputDepth, Floats.scalarCount) }

  /// Neighbouring output pixels whose channels fill a vector, as those do that a filter column reads; 1 if they do not.
  @inline(__always)
  private static func pixelsOfVector(_ g: ConvolutionGeometry) -> Int {
    guard g.strideWidth == 1, g.dilationWidth == 1, g.depthMultiplier == 1, g.outputDepth < Floats.scalarCount,
      Floats.scalarCount % g.outputDepth == 0
    else { return 1 }
    return Floats.scalarCount / g.outputDepth
  }

  /// The bytes of a packed float depthwise filter.
  static func packedSizeDepthwiseFloat(_ g: ConvolutionGeometry) -> Int {
    headerSize + 4 * floatChannels(g) * (g.taps + 1)
  }

  /// Packs a float depthwise filter.
  static func packDepthwiseFloat(
    _ g: ConvolutionGeometry, _ filter: UnsafePointer<Float>, _ bias: UnsafePointer<Float>?, _ range: FloatRange,
    _ packed: UnsafeMutableRawPointer
  ) {
    packed.storeBytes(of: MatrixHeader(range), as: MatrixHeader.self)
    let target = (packed + headerSize).assumingMemoryBound(to: Float.self)
    let channels = floatChannels(g)
    var channel = 0
    while channel < channels {
      let source = channel % g.outputDepth
      target[channel] = bias?[source] ?? 0
      var tap = 0
      while tap < g.taps {
        target[(tap &+ 1) &* channels &+ channel] = filter[tap &* g.outputDepth &+ source]
        tap &+= 1
      }
      channel &+= 1
    }
  }

  /// Float depthwise convolution of the output rows `[rowBegin, rowEnd)`.
  static func runDepthwiseFloat(_ a: DepthwiseArguments, _ rowBegin: Int, _ rowEnd: Int) {
    let g = a.geometry
    assert(rowBegin >= 0 && rowBegin <= rowEnd && rowEnd <= g.outputRows && g.outputDepth % g.inputDepth == 0)
    let range = a.packed.load(as: MatrixHeader.self).floatRange
    let pitch = 4 &* floatChannels(g)
    let linePitch = g.inputWidth &* g.inputDepth &* 4
    let bias = a.packed + headerSize
    var r = DepthwiseRow(
      line: a.input, linePitch: linePitch &* g.dilationHeight, lines: 0, columns: g.filterWidth,
      dilation: g.dilationWidth, stride: g.strideWidth, paddingLeft: g.paddingLeft, inputWidth: g.inputWidth,
      inputDepth: g.inputDepth, depth: g.outputDepth, multiplier: g.depthMultiplier, bias: bias, filter: bias,
      filterPitch: pitch, output: a.output, outputPitch: g.outputWidth &* g.outputDepth &* 4,
      inputEnd: a.input + g.batches &* g.inputHeight &* linePitch,
      range: range)
    let reading: DepthwiseReading
    if r.multiplier == 1 {
      reading = .vector
    } else if g.outputDepth >= Floats.scalarCount, r.multiplier % Floats.scalarCount == 0 || g.inputDepth == 1 {
      reading = .splat
    } else {
      reading = .gather
    }
    // Pixels of which every filter column lies inside the image.
    let span = (g.filterWidth &- 1) &* g.dilationWidth
    let inner = min(g.outputWidth, (g.paddingLeft &+ g.strideWidth &- 1) / g.strideWidth)
    let room = g.inputWidth &- 1 &- span &+ g.paddingLeft
    let innerEnd = max(inner, min(g.outputWidth, room < 0 ? 0 : room / g.strideWidth &+ 1))
    let hasPairs =
      reading == .vector && g.depthMultiplier == 1 && g.outputDepth >= Floats.scalarCount && g.dilationHeight == 1
      && g.dilationWidth == 1 && g.strideHeight == g.strideWidth && g.filterHeight == g.filterWidth
      && innerEnd &- inner >= 4
    let pixels = pixelsOfVector(g)
    var row = rowBegin
    while row < rowEnd {
      let batch = row / g.outputHeight
      let y = row &- batch &* g.outputHeight
      let inY = y &* g.strideHeight &- g.paddingTop
      let above = inY >= 0 ? 0 : (g.dilationHeight &- 1 &- inY) / g.dilationHeight
      let below = g.inputHeight &- inY
      let end = min(g.filterHeight, below <= 0 ? 0 : (below &+ g.dilationHeight &- 1) / g.dilationHeight)
      r.lines = max(0, end &- above)
      r.line = a.input + (batch &* g.inputHeight &+ inY &+ above &* g.dilationHeight) &* linePitch
      r.filter = bias + (1 &+ above &* g.filterWidth) &* pitch
      r.output = a.output + row &* r.outputPitch
      if hasPairs, row &+ 1 < rowEnd, y &+ 1 < g.outputHeight, inY >= 0, below >= g.filterHeight &+ g.strideHeight,
        innerPairs(r, inner, innerEnd)
      {
        var lower = r
        lower.line += g.strideHeight &* linePitch
        lower.output += r.outputPitch
        outerPixels(.vector, r, 0, inner)
        outerPixels(.vector, r, innerEnd, g.outputWidth)
        outerPixels(.vector, lower, 0, inner)
        outerPixels(.vector, lower, innerEnd, g.outputWidth)
        row &+= 2
        continue
      }
      if reading == .gather {
        edge(.gather, r, 0, g.outputWidth)
      } else {
        let (begin, end) =
          pixels > 1 ? innerVectors(pixels, r, inner, innerEnd) : innerPixels(reading, r, inner, innerEnd)
        outerPixels(reading, r, 0, begin)
        outerPixels(reading, r, end, g.outputWidth)
      }
      row &+= 1
    }
  }

  @inline(__always)
  private static func outerPixels(_ reading: DepthwiseReading, _ r: DepthwiseRow, _ begin: Int, _ end: Int) {
    if begin == end { return }
    if reading == .splat { edge(.splat, r, begin, end) } else { edge(.vector, r, begin, end) }
  }

  /// The inner pixels of a narrow image, so many to a vector: together they are one pixel of a wider one. Returns which of
  /// them are done.
  @inline(__always)
  private static func innerVectors(_ pixels: Int, _ r: DepthwiseRow, _ begin: Int, _ end: Int) -> (Int, Int) {
    var row = r
    row.paddingLeft = r.paddingLeft &- begin
    row.stride = pixels
    row.output = r.output + begin &* r.depth &* 4
    row.depth = Floats.scalarCount
    let (first, last) = innerPixels(.vector, row, 0, (end &- begin) / pixels)
    return (begin &+ first &* pixels, begin &+ last &* pixels)
  }

  /// Pixels whose filter columns are all inside the image, four at a time. Returns which of them are done.
  @inline(__always)
  private static func innerPixels(
    _ reading: DepthwiseReading, _ r: DepthwiseRow, _ begin: Int, _ end: Int
  ) -> (Int, Int) {
    // Vectors of a narrow image reach into the following pixels, which the last of them has not.
    var wide = end
    if r.depth < Floats.scalarCount {
      let last = r.line + (max(r.lines, 1) &- 1) &* r.linePitch
      while wide > begin,
        last + ((wide &- 1) &* r.stride &- r.paddingLeft &+ (r.columns &- 1) &* r.dilation) &* r.inputDepth &* 4
          + MemoryLayout<Floats>.size > r.inputEnd
      {
        wide &-= 1
      }
    }
    if wide &- begin < 4 { return (0, 0) }
    // The last group overlaps the one before, unless a single pixel is left.
    let groups = (wide &- begin) / 4 &* 4 &+ begin
    let isFixed = r.dilation == 1 && reading == .vector
    switch (isFixed ? r.columns : 0, r.stride) {
    case (3, 1): inner3(r, begin, groups, wide)
    case (3, 2): inner3By2(r, begin, groups, wide)
    case (5, 1): inner5(r, begin, groups, wide)
    case (5, 2): inner5By2(r, begin, groups, wide)
    default:
      if reading == .splat { innerSplat(r, begin, groups, wide) } else { innerAny(r, begin, groups, wide) }
    }
    return (begin, wide &- groups > 1 ? wide : groups)
  }

  // Each shape of an inner loop is one function: the template with constants.

  @inline(never)
  private static func inner3(_ r: DepthwiseRow, _ begin: Int, _ groups: Int, _ end: Int) {
    inner(1, .vector, 3, 1, r, begin, groups, end)
  }

  @inline(never)
  private static func inner3By2(_ r: DepthwiseRow, _ begin: Int, _ groups: Int, _ end: Int) {
    inner(1, .vector, 3, 2, r, begin, groups, end)
  }

  @inline(never)
  private static func inner5(_ r: DepthwiseRow, _ begin: Int, _ groups: Int, _ end: Int) {
    inner(1, .vector, 5, 1, r, begin, groups, end)
  }

  @inline(never)
  private static func inner5By2(_ r: DepthwiseRow, _ begin: Int, _ groups: Int, _ end: Int) {
    inner(1, .vector, 5, 2, r, begin, groups, end)
  }

  @inline(never)
  private static func innerAny(_ r: DepthwiseRow, _ begin: Int, _ groups: Int, _ end: Int) {
    inner(1, .vector, 0, 0, r, begin, groups, end)
  }

  @inline(never)
  private static func innerSplat(_ r: DepthwiseRow, _ begin: Int, _ groups: Int, _ end: Int) {
    inner(1, .splat, 0, 0, r, begin, groups, end)
  }

  /// The same pixels of this row and the next, whose filter rows are all inside the image; false when there is no such
  /// loop.
  @inline(__always)
  private static func innerPairs(_ r: DepthwiseRow, _ begin: Int, _ end: Int) -> Bool {
    let groups = (end &- begin) / 4 &* 4 &+ begin
    switch (r.columns, r.stride) {
    case (3, 1): pairs3(r, begin, groups, end)
    case (3, 2): pairs3By2(r, begin, groups, end)
    case (5, 1): pairs5(r, begin, groups, end)
    case (5, 2): pairs5By2(r, begin, groups, end)
    default: return false
    }
    return true
  }

  @inline(never)
  private static func pairs3(_ r: DepthwiseRow, _ begin: Int, _ groups: Int, _ end: Int) {
    inner(2, .vector, 3, 1, r, begin, groups, end)
  }

  @inline(never)
  private static func pairs3By2(_ r: DepthwiseRow, _ begin: Int, _ groups: Int, _ end: Int) {
    inner(2, .vector, 3, 2, r, begin, groups, end)
  }

  @inline(never)
  private static func pairs5(_ r: DepthwiseRow, _ begin: Int, _ groups: Int, _ end: Int) {
    inner(2, .vector, 5, 1, r, begin, groups, end)
  }

  @inline(never)
  private static func pairs5By2(_ r: DepthwiseRow, _ begin: Int, _ groups: Int, _ end: Int) {
    inner(2, .vector, 5, 2, r, begin, groups, end)
  }

  /// Groups of four pixels from `begin` to `groups`, and one that ends at `end` if any more are left, several in
  /// the case of one row. `rows` (1 or 2 rows of the output), `columns` and `stride` are constants, the latter two 0 for those
  /// of the row.
  @inline(__always)
  private static func inner(
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
        // Neighbouring pixels share their inputs: equal addresses are loaded once.
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
  private static func edge(_ reading: DepthwiseReading, _ r: DepthwiseRow, _ begin: Int, _ end: Int) {
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
