#if !TFLITE_TIER || (TFLITE_X86 && arch(x86_64)) || (TFLITE_ARM && arch(arm64))

#if TFLITE_TIER
import TFLiteKernels
#endif

// Depthwise convolution of int16 by int8 weights. Packed form: the header, then for each block of `lanesPerVector` channels,
// the last of which overlaps the one before where there are as many channels:
//   Int64   bias
//   Int32   significand, reduced to 16 bits, and shift to the right of each channel
//   Int32   weights, tap by tap
// Fewer channels than lanes are repeated where that fills a vector, for as many pixels; otherwise words of channels that there are
// none of are zeros. The reference sums in 64 bits. Where a channel's sum and bias stay within 32 bits whatever the inputs, the
// vector form gives the same.

extension VectorKernels {
  private static var shortHead: Int { 16 &* lanesPerVector }

  @inline(__always)
  private static func shortRecord(_ g: ConvolutionGeometry) -> Int { shortHead &+ 4 &* lanesPerVector &* g.taps }

  @inline(__always)
  private static func shortBlocks(_ g: ConvolutionGeometry) -> Int {
    (g.outputDepth &+ lanesPerVector &- 1) / lanesPerVector
  }

  /// How often all channels fit a vector, one if not as a whole number.
  @inline(__always)
  private static func shortRepeats(_ g: ConvolutionGeometry) -> Int {
    g.outputDepth < lanesPerVector && lanesPerVector % g.outputDepth == 0 ? lanesPerVector / g.outputDepth : 1
  }

  /// The first channel of a block.
  @inline(__always)
  private static func shortChannel(_ block: Int, _ g: ConvolutionGeometry) -> Int {
    max(0, min(block &* lanesPerVector, g.outputDepth &- lanesPerVector))
  }

  /// The bytes of a packed filter for int16 inputs.
  static func packedSizeDepthwiseInt16(_ g: ConvolutionGeometry) -> Int { headerSize + shortBlocks(g) * shortRecord(g) }

  /// Packs an int8 depthwise filter for int16 inputs.
  static func packDepthwiseInt16(
    _ g: ConvolutionGeometry, _ filter: UnsafePointer<Int8>, _ bias: UnsafePointer<Int64>?, _ q: Requantization,
    _ packed: UnsafeMutableRawPointer
  ) {
    assert(g.validateDepthwise(packing: packed))
    var header = MatrixHeader(q, .int16, columns: g.outputDepth)
    header.isWide = false
    var block = 0
    while block < shortBlocks(g) {
      let record = packed + (headerSize &+ block &* shortRecord(g))
      record.initializeMemory(as: UInt8.self, repeating: 0, count: shortRecord(g))
      let first = shortChannel(block, g)
      var lane = 0
      while lane < min(lanesPerVector, g.outputDepth &* shortRepeats(g)) {
        let channel = first &+ (lane < g.outputDepth ? lane : lane % g.outputDepth)
        let start = bias?[channel] ?? 0
        var bound: Int64 = 0
        var tap = 0
        while tap < g.taps {
          let weight = Int32(filter[tap &* g.outputDepth &+ channel])
          record.storeBytes(
            of: weight, toByteOffset: shortHead &+ 4 &* (tap &* lanesPerVector &+ lane), as: Int32.self)
          bound &+= Int64(weight.magnitude) &<< 15
          tap &+= 1
        }
        record.storeBytes(of: start, toByteOffset: 8 &* lane, as: Int64.self)
        let factor = q.multipliers?[channel &* q.stride] ?? QuantizedMultiplier(multiplier: 0, shift: 0)
        let words = record + 4 &* (2 &* lanesPerVector &+ lane)
        words.storeBytes(of: factor.reducedSignificand, as: Int32.self)
        words.storeBytes(of: 15 &- factor.shift, toByteOffset: 4 &* lanesPerVector, as: Int32.self)
        let isNarrow = start.magnitude < UInt64(1 << 30) && bound < 1 << 30
        if !isNarrow || factor.shift > 14 || factor.shift < -31 { header.isWide = true }
        lane &+= 1
      }
      block &+= 1
    }
    packed.storeBytes(of: header, as: MatrixHeader.self)
  }

  /// Depthwise convolution of int16 of the output rows `[rowBegin, rowEnd)`.
  static func runDepthwiseInt16(_ a: DepthwiseArguments, _ rowBegin: Int, _ rowEnd: Int) {
    assert(a.validate(rowBegin, rowEnd))
    assert(a.geometry.depthMultiplier == 1 && a.epilogue == nil)
    let g = a.geometry
    let isWide = a.packed.load(as: MatrixHeader.self).isWide
    var row = rowBegin
    while row < rowEnd {
      let line = ShortLine(g, a.input, row)
      var block = 0
      while block < shortBlocks(g) {
        let record = a.packed + (headerSize &+ block &* shortRecord(g))
        let channel = shortChannel(block, g)
        let target = a.output + 2 &* (row &* g.outputWidth &* g.outputDepth &+ channel)
        if isWide {
          wideShorts(a, line, record, channel, target)
        } else if g.outputDepth >= lanesPerVector {
          wholeShorts(a, line, record, channel, target)
        } else {
          partialShorts(a, line, record, channel, target)
        }
        block &+= 1
      }
      row &+= 1
    }
  }

  @inline(never)
  private static func wholeShorts(
    _ a: DepthwiseArguments, _ line: ShortLine, _ record: UnsafeRawPointer, _ channel: Int,
    _ target: UnsafeMutableRawPointer
  ) { shorts(isWhole: true, a, line, record, channel, target) }

  @inline(never)
  private static func partialShorts(
    _ a: DepthwiseArguments, _ line: ShortLine, _ record: UnsafeRawPointer, _ channel: Int,
    _ target: UnsafeMutableRawPointer
  ) { shorts(isWhole: false, a, line, record, channel, target) }

  /// A block of channels of all pixels of a row.
  /// - Parameter isWhole: a constant; whether there are as many channels as lanes.
  @inline(__always)
  private static func shorts(
    isWhole: Bool, _ a: DepthwiseArguments, _ line: ShortLine, _ record: UnsafeRawPointer, _ channel: Int,
    _ target: UnsafeMutableRawPointer
  ) {
    let g = a.geometry
    let header = a.packed.load(as: MatrixHeader.self)
    let end = a.input + 2 &* g.batches &* g.inputHeight &* g.inputWidth &* g.inputDepth
    let lastWhole = end - 2 &* lanesPerVector
    let factors = ShortFactors(record)
    let lower = Ints(repeating: header.range.lower)
    let upper = Ints(repeating: header.range.upper)
    let offset = Ints(repeating: header.outputOffset)
    let step = 2 &* g.dilationWidth &* g.inputDepth
    // Pixels of a vector, and from one vector to the next.
    let pixels = isWhole || g.strideWidth > 1 ? 1 : shortRepeats(g)
    let stride = 2 &* g.strideWidth &* g.inputDepth &* pixels
    let inside = line.insideColumns
    var output = target
    var x = 0
    @inline(__always) func put(_ sums: Ints, _ pixel: Int, isFull: Bool) {
      let result = narrowedShorts(clamped(factors.apply(sums) &+ offset, lower, upper))
      let place = output + 2 &* pixel &* g.outputDepth
      if isWhole || isFull { place.put(result, 0) } else { place.store(result, first: g.outputDepth) }
    }
    while x < g.outputWidth {
      let columns = line.columns(x)
      let tap = record + (shortHead &+ 4 &* lanesPerVector &* (line.firstTap &+ columns.lowerBound))
      let source = line.start(x, columns.lowerBound) + 2 &* channel
      let last = source + ((line.rows &- 1) &* line.rowStep &+ (columns.count &- 1) &* step)
      /// Calls `add` with the input and the weights of each tap.
      @inline(__always) func everyTap(_ add: (UnsafeRawPointer, Ints) -> Void) {
        var (row, rowTap) = (source, tap)
        var fy = 0
        while fy < line.rows {
          var (pixel, weights) = (row, rowTap)
          var fx = columns.lowerBound
          while fx < columns.upperBound {
            add(pixel, weights.lanes(0, as: Ints.self))
            pixel += step
            weights += 4 &* lanesPerVector
            fx &+= 1
          }
          row += line.rowStep
          rowTap += 4 &* lanesPerVector &* g.filterWidth
          fy &+= 1
        }
      }
      // A loop each, lest every pixel has a branch. A sum waits for the one before, so that four take hardly longer than one.
      if x >= inside.lowerBound, x &+ 4 &* pixels <= inside.upperBound, isWhole || last + 3 &* stride <= lastWhole {
        var (s0, s1, s2, s3) = (factors.bias, factors.bias, factors.bias, factors.bias)
        everyTap { pixel, weights in
          s0 = addShortProducts(s0, pixel.lanes(0, as: NarrowShorts.self), weights)
          s1 = addShortProducts(s1, pixel.lanes(stride, as: NarrowShorts.self), weights)
          s2 = addShortProducts(s2, pixel.lanes(2 &* stride, as: NarrowShorts.self), weights)
          s3 = addShortProducts(s3, pixel.lanes(3 &* stride, as: NarrowShorts.self), weights)
        }
        let isFull = pixels > 1
        put(s0, 0, isFull: isFull)
        put(s1, pixels, isFull: isFull)
        put(s2, 2 &* pixels, isFull: isFull)
        put(s3, 3 &* pixels, isFull: isFull)
        output += 8 &* pixels &* g.outputDepth
        x &+= 4 &* pixels
        continue
      }
      var sums = factors.bias
      if isWhole || last <= lastWhole {
        everyTap { sums = addShortProducts(sums, $0.lanes(0, as: NarrowShorts.self), $1) }
      } else {
        everyTap { sums = addShortProducts(sums, $0.lanes(first: g.inputDepth, 0, as: NarrowShorts.self), $1) }
      }
      put(sums, 0, isFull: false)
      output += 2 &* g.outputDepth
      x &+= 1
    }
  }

  /// The same one channel at a time, in 64 bits.
  @inline(never)
  private static func wideShorts(
    _ a: DepthwiseArguments, _ line: ShortLine, _ record: UnsafeRawPointer, _ channel: Int,
    _ target: UnsafeMutableRawPointer
  ) {
    let g = a.geometry
    let header = a.packed.load(as: MatrixHeader.self)
    var x = 0
    while x < g.outputWidth {
      let columns = line.columns(x)
      var lane = 0
      while lane < min(lanesPerVector, g.outputDepth) {
        var sum = record.load(fromByteOffset: 8 &* lane, as: Int64.self)
        var fy = 0
        while fy < line.rows {
          var fx = columns.lowerBound
          while fx < columns.upperBound {
            let tap = line.firstTap &+ fy &* g.filterWidth &+ fx
            let weight = record.load(
              fromByteOffset: shortHead &+ 4 &* (tap &* lanesPerVector &+ lane), as: Int32.self)
            let pixel = line.start(x, fx) + (fy &* line.rowStep &+ 2 &* (channel &+ lane))
            sum &+= Int64(pixel.load(as: Int16.self)) &* Int64(weight)
            fx &+= 1
          }
          fy &+= 1
        }
        let words = record + 4 &* (2 &* lanesPerVector &+ lane)
        let shift = Int64(words.load(fromByteOffset: 4 &* lanesPerVector, as: Int32.self))
        let product = sum &* Int64(words.load(as: Int32.self)) &+ (1 &<< (shift &- 1))
        let value = Int32(truncatingIfNeeded: product &>> shift) &+ header.outputOffset
        target.storeBytes(
          of: Int16(truncatingIfNeeded: max(header.range.lower, min(header.range.upper, value))),
          toByteOffset: 2 &* (x &* g.outputDepth &+ lane), as: Int16.self)
        lane &+= 1
      }
      x &+= 1
    }
  }
}

/// The rows of the filter that lie within the image, for one output row.
private struct ShortLine {
  /// How many they are.
  let rows: Int
  /// The first one's first tap.
  let firstTap: Int
  /// Bytes from the input of one of them to the next one's.
  let rowStep: Int
  private let line: UnsafeRawPointer
  private let geometry: ConvolutionGeometry

  @inline(__always)
  init(_ g: ConvolutionGeometry, _ input: UnsafeRawPointer, _ row: Int) {
    let image = row / g.outputHeight
    let y = (row &- image &* g.outputHeight) &* g.strideHeight &- g.paddingTop
    let above = y >= 0 ? 0 : (g.dilationHeight &- 1 &- y) / g.dilationHeight
    let room = g.inputHeight &- y
    let end = min(g.filterHeight, room <= 0 ? 0 : (room &+ g.dilationHeight &- 1) / g.dilationHeight)
    let pitch = 2 &* g.inputWidth &* g.inputDepth
    rows = max(0, end &- above)
    firstTap = above &* g.filterWidth
    rowStep = pitch &* g.dilationHeight
    line = input + (image &* g.inputHeight &+ y &+ above &* g.dilationHeight) &* pitch
    geometry = g
  }

  /// The columns of the filter that lie within the image, for output pixel `x`.
  @inline(__always)
  func columns(_ x: Int) -> Range<Int> {
    let g = geometry
    let first = x &* g.strideWidth &- g.paddingLeft
    let left = first >= 0 ? 0 : (g.dilationWidth &- 1 &- first) / g.dilationWidth
    let room = g.inputWidth &- first
    let right = min(g.filterWidth, room <= 0 ? 0 : (room &+ g.dilationWidth &- 1) / g.dilationWidth)
    return Range(uncheckedBounds: (left, max(left, right)))
  }

  /// The output pixels for which all columns of the filter lie within the image.
  var insideColumns: Range<Int> {
    let g = geometry
    let first = (g.paddingLeft &+ g.strideWidth &- 1) / g.strideWidth
    let room = g.inputWidth &- 1 &- (g.filterWidth &- 1) &* g.dilationWidth &+ g.paddingLeft
    let end = room < 0 ? 0 : min(g.outputWidth, room / g.strideWidth &+ 1)
    return Range(uncheckedBounds: (first, max(first, end)))
  }

  /// The pixel that column `fx` of the filter takes from the first of its rows within the image, for output pixel `x`.
  @inline(__always)
  func start(_ x: Int, _ fx: Int) -> UnsafeRawPointer {
    let g = geometry
    return line + 2 &* (x &* g.strideWidth &- g.paddingLeft &+ fx &* g.dilationWidth) &* g.inputDepth
  }
}

/// What turns the sums of a block of channels into results: `QuantizedMultiplier.apply(to:)` for 64 bits, of sums that take 32.
private struct ShortFactors {
  let bias: Ints
  private let even: Ints
  private let odd: Ints
  private let evenShift: Longs
  private let oddShift: Longs
  private let evenHalf: Longs
  private let oddHalf: Longs

  /// - Parameter record: a block's; its biases take 32 bits.
  @inline(__always)
  init(_ record: UnsafeRawPointer) {
    let lanes = lanesPerVector
    var starts = Ints()
    var lane = 0
    while lane < lanes {
      starts[lane] = record.load(fromByteOffset: 8 &* lane, as: Int32.self)
      lane &+= 1
    }
    bias = starts
    even = record.lanes(8 &* lanes, as: Ints.self)
    odd = oddLanesDown(even)
    let shifts = record.lanes(12 &* lanes, as: Ints.self)
    let low = Longs(repeating: 0xFFFF_FFFF)
    let one = Longs(repeating: 1)
    evenShift = unsafeBitCast(shifts, to: Longs.self) & low
    oddShift = unsafeBitCast(oddLanesDown(shifts), to: Longs.self) & low
    evenHalf = one &<< (evenShift &- one)
    oddHalf = one &<< (oddShift &- one)
  }

  @inline(__always)
  func apply(_ x: Ints) -> Ints {
    let first = shiftedLongs(evenProducts(x, even) &+ evenHalf, evenShift)
    let second = shiftedLongs(evenProducts(oddLanesDown(x), odd) &+ oddHalf, oddShift)
    return mergedLanes(
      unsafeBitCast(first, to: Ints.self), unsafeBitCast(second &<< Longs(repeating: 32), to: Ints.self))
  }
}

#endif
