#if TFLITE_X86 && arch(x86_64)

import Builtin
import TFLiteKernels
import _Builtin_intrinsics.intel

// Depthwise convolution of dynamically quantized activations by products of floats. Whole numbers of 8 bits and their sums are
// exact as floats, and a fused product of floats takes no interleaving. So the images are read as they are: a few rows of two
// vectors of channels are rounded into a near cache, zeros for what is outside the image, and multiplied there.
//
// Packed form: the header, the filter `[taps][channels]` as floats, the scales and the biases of the channels.

/// How the channels of a convolution are computed. It does not depend on the image's extents, for which packed weights are the
/// same.
struct RoundedDepthwise {
  /// Rows of the image that are kept, as many as a window covers.
  let rows: Int
  /// Output pixels of a stretch, whole fours.
  let pixels: Int
  /// Vectors of channels that are computed together, where so many are left.
  static var vectors: Int { 2 }
  /// Bytes of the kept rows.
  static var capacity: Int { 32 << 10 }

  /// Nil where channels do not fill a vector, sums may not be exact, or few pixels of a window's rows fit.
  init?(_ g: ConvolutionGeometry) {
    guard g.depthMultiplier == 1, g.outputDepth >= Floats.scalarCount, g.taps <= 512 else { return nil }
    let (height, heightOverflow) = (g.filterHeight &- 1).multipliedReportingOverflow(by: g.dilationHeight)
    let (width, widthOverflow) = (g.filterWidth &- 1).multipliedReportingOverflow(by: g.dilationWidth)
    guard !heightOverflow, !widthOverflow, height < 64 else { return nil }
    rows = height &+ 1
    let room = Self.capacity / (rows &* Self.vectors &* MemoryLayout<Floats>.size) &- 1 &- width
    guard room >= 7 &* g.strideWidth else { return nil }
    pixels = (room / g.strideWidth &+ 1) & ~3
  }
}

/// What the rows of one block of channels need.
private struct RoundedRows {
  let source: UnsafeRawPointer
  let width: Int
  /// Bytes of a pixel of the image, and of a rounded one.
  let pitch: Int
  let size: Int
  private let factor: Floats
  private let lowest: Floats
  private let highest: Floats

  /// - Parameter source: the first channel of the image's first pixel.
  @inline(__always)
  init(_ g: ConvolutionGeometry, _ source: UnsafeRawPointer, _ block: DynamicQuantization.Parameters, size: Int) {
    self.source = source
    width = g.inputWidth
    pitch = 4 &* g.inputDepth
    self.size = size
    // An infinite factor makes infinities, which no result stands for, of what is not zero.
    let step = block.step
    factor = Floats(repeating: step.factor == .infinity ? .nan : step.factor)
    lowest = Floats(repeating: Float(step.lowest &- step.zeroPoint))
    highest = Floats(repeating: Float(127 &- step.zeroPoint))
  }

  /// Rounds `count` pixels of row `y` from column `x` on; zeros for those outside the image.
  @inline(__always)
  func fill(_ target: UnsafeMutableRawPointer, isInside: Bool, row y: Int, column x: Int, _ count: Int, vectors: Int) {
    let first = isInside ? max(0, min(count, 0 &- x)) : count
    let last = isInside ? max(first, min(count, width &- x)) : count
    let end = target + count &* size
    var place = target
    clear(&place, to: target + first &* size)
    var input = source + (y &* width &+ x &+ first) &* pitch
    let inside = target + last &* size
    while place < inside {
      place.put(rounded(input.lanes(0, as: Floats.self)), 0)
      if vectors > 1 {
        place.put(rounded(input.lanes(MemoryLayout<Floats>.size, as: Floats.self)), MemoryLayout<Floats>.size)
      }
      input += pitch
      place += size
    }
    clear(&place, to: end)
  }

  @inline(__always)
  private func clear(_ place: inout UnsafeMutableRawPointer, to end: UnsafeMutableRawPointer) {
    while place < end {
      place.put(Floats(), 0)
      place += MemoryLayout<Floats>.size
    }
  }

  /// The quantized values minus the zero point; the lowest of what is no number.
  @inline(__always)
  private func rounded(_ x: Floats) -> Floats {
    // Where an operand is no number, the second one is the result.
    let y = _mm256_min_ps(_mm256_max_ps(x * factor, lowest), highest)
    // The largest float below one half is added before truncation, see `roundedInts`.
    let half = Ints(repeating: Int32(bitPattern: (0.5 as Float).nextDown.bitPattern))
    let sign = unsafeBitCast(y, to: Ints.self) & Ints(repeating: Int32.min)
    let sum = y + unsafeBitCast(sign | half, to: Floats.self)
    return unsafeBitCast(Builtin.int_trunc_Vec8xFPIEEE32(sum._storage._value), to: Floats.self)
  }
}

/// What makes results of the sums of a vector of channels.
private struct RoundedEnd {
  private let scale: Floats
  private let bias: Floats
  private let lower: Floats
  private let upper: Floats

  @inline(__always)
  init(
    _ scales: UnsafeRawPointer, _ biases: UnsafeRawPointer, _ block: DynamicQuantization.Parameters, _ range: FloatRange
  ) {
    scale = scales.lanes(0, as: Floats.self) * Floats(repeating: block.scale)
    bias = biases.lanes(0, as: Floats.self)
    lower = Floats(repeating: range.lower)
    upper = Floats(repeating: range.upper)
  }

  @inline(__always)
  func callAsFunction(_ sum: Floats) -> Floats { (sum * scale + bias).bounded(lower, upper) }
}

extension FourPixels {
  /// Stores the results of the first `count` pixels, `step` bytes apart.
  @inline(__always)
  fileprivate func store(_ target: UnsafeMutableRawPointer, _ step: Int, _ count: Int, _ end: RoundedEnd) {
    target.put(end(y0), 0)
    if count > 1 { target.put(end(y1), step) }
    if count > 2 { target.put(end(y2), 2 &* step) }
    if count > 3 { target.put(end(y3), 3 &* step) }
  }
}

/// A stretch of some output rows of one image.
private struct RoundedPart {
  let arguments: DepthwiseArguments
  let plan: RoundedDepthwise
  let block: DynamicQuantization.Parameters
  let rows: Range<Int>
  let x: Int
  let pixels: Int
  /// Room for the rounded rows, and for where those of the filter's rows are.
  let memory: UnsafeMutableRawPointer
  let lines: UnsafeMutablePointer<UnsafeRawPointer>
}

/// A stretch of one output row, from the first channel of a block on.
private struct RoundedStretch {
  /// The rounded rows of the filter's rows.
  let lines: UnsafePointer<UnsafeRawPointer>
  let geometry: ConvolutionGeometry
  /// The weights of the first channel.
  let weights: UnsafeRawPointer
  let output: UnsafeMutableRawPointer
  let pixels: Int
}

extension VectorKernels {
  /// The bytes of a packed depthwise filter for dynamically quantized activations.
  static func packedSizeDepthwiseRounded(_ g: ConvolutionGeometry) -> Int {
    RoundedDepthwise(g) == nil ? packedSizeDepthwiseByte(g) : headerSize + 4 * g.outputDepth * (g.taps + 2)
  }

  /// Packs an int8 depthwise filter for dynamically quantized activations.
  static func packDepthwiseRounded(
    _ g: ConvolutionGeometry, _ filter: UnsafePointer<Int8>, _ bias: UnsafePointer<Float>?,
    _ scales: UnsafePointer<Float>, _ isPerChannel: Bool, _ range: FloatRange, _ packed: UnsafeMutableRawPointer
  ) {
    if RoundedDepthwise(g) == nil { return packDepthwiseHybrid(g, filter, bias, scales, isPerChannel, range, packed) }
    assert(g.validateDepthwise(packing: packed))
    packed.storeBytes(of: MatrixHeader(range), as: MatrixHeader.self)
    let target = (packed + headerSize).assumingMemoryBound(to: Float.self)
    let count = g.taps &* g.outputDepth
    for i in 0..<count { target[i] = Float(filter[i]) }
    for channel in 0..<g.outputDepth {
      target[count &+ channel] = scales[isPerChannel ? channel : 0]
      target[count &+ g.outputDepth &+ channel] = bias?[channel] ?? 0
    }
  }

  /// Whether `runDepthwiseRounded` reads images of floats.
  static func roundsDepthwise(_ g: ConvolutionGeometry) -> Bool { RoundedDepthwise(g) != nil }

  /// Depthwise convolution of floats that are quantized by the parameters of their images, or of quantized ones.
  static func runDepthwiseRounded(_ a: DepthwiseArguments, _ rowBegin: Int, _ rowEnd: Int) {
    guard let plan = RoundedDepthwise(a.geometry) else { return runDepthwiseHybrid(a, rowBegin, rowEnd) }
    assert(a.validate(rowBegin, rowEnd, isHybrid: true))
    withStackMemory(RoundedDepthwise.capacity) { runRounded(a, plan, rowBegin, rowEnd, $0) }
  }

  @inline(never)
  private static func runRounded(
    _ a: DepthwiseArguments, _ plan: RoundedDepthwise, _ rowBegin: Int, _ rowEnd: Int,
    _ memory: UnsafeMutableRawPointer
  ) {
    guard let parameters = a.imageParameters else { return }
    let g = a.geometry
    withUnsafeTemporaryAllocation(of: UnsafeRawPointer.self, capacity: plan.rows) { buffer in
      guard let lines = buffer.baseAddress else { return }
      var row = rowBegin
      while row < rowEnd {
        let batch = row / g.outputHeight
        let end = min(rowEnd, (batch &+ 1) &* g.outputHeight)
        var x = 0
        while x < g.outputWidth {
          let pixels = min(plan.pixels, g.outputWidth &- x)
          let part = RoundedPart(
            arguments: a, plan: plan, block: parameters[batch], rows: row..<end, x: x, pixels: pixels, memory: memory,
            lines: lines)
          var channel = 0
          while channel < g.outputDepth {
            let rest = g.outputDepth &- channel
            if rest > lanesPerVector, g.outputDepth >= 2 &* lanesPerVector {
              channel = min(channel, g.outputDepth &- 2 &* lanesPerVector)
              twoVectors(part, channel)
              channel &+= 2 &* lanesPerVector
            } else {
              channel = min(channel, g.outputDepth &- lanesPerVector)
              oneVector(part, channel)
              channel &+= lanesPerVector
            }
          }
          x &+= pixels
        }
        row = end
      }
    }
  }

  @inline(never)
  private static func twoVectors(_ part: RoundedPart, _ channel: Int) { runPart(2, part, channel) }

  @inline(never)
  private static func oneVector(_ part: RoundedPart, _ channel: Int) { runPart(1, part, channel) }

  /// `vectors` vectors of channels from `channel` on.
  @inline(__always)
  private static func runPart(_ vectors: Int, _ part: RoundedPart, _ channel: Int) {
    let (a, rows) = (part.arguments, part.plan.rows)
    let g = a.geometry
    let batch = part.rows.lowerBound / g.outputHeight
    let size = vectors &* MemoryLayout<Floats>.size
    let image = RoundedRows(
      g, a.input + 4 &* (batch &* g.inputHeight &* g.inputWidth &* g.inputDepth &+ channel), part.block, size: size)
    // Fours of pixels are computed whole.
    let columns =
      (((part.pixels &+ 3) & ~3) &- 1) &* g.strideWidth &+ (g.filterWidth &- 1) &* g.dilationWidth &+ 1
    let left = part.x &* g.strideWidth &- g.paddingLeft
    // Rounded rows are counted from the first one of the padding on.
    var next = 0
    var row = part.rows.lowerBound
    while row < part.rows.upperBound {
      let top = (row &- batch &* g.outputHeight) &* g.strideHeight
      next = max(next, top)
      while next < top &+ rows {
        let y = next &- g.paddingTop
        image.fill(
          part.memory + next % rows &* columns &* size, isInside: y >= 0 && y < g.inputHeight, row: y, column: left,
          columns, vectors: vectors)
        next &+= 1
      }
      var fy = 0
      while fy < g.filterHeight {
        part.lines[fy] = UnsafeRawPointer(part.memory + (top &+ fy &* g.dilationHeight) % rows &* columns &* size)
        fy &+= 1
      }
      let stretch = RoundedStretch(
        lines: UnsafePointer(part.lines), geometry: g, weights: a.packed + (headerSize &+ 4 &* channel),
        output: a.output + 4 &* ((row &* g.outputWidth &+ part.x) &* g.outputDepth &+ channel), pixels: part.pixels)
      let range = a.packed.load(as: MatrixHeader.self).floatRange
      switch (vectors > 1 && g.dilationWidth == 1 ? g.filterWidth : 0, g.strideWidth) {
      case (3, 1): three(stretch, part.block, range)
      case (3, 2): threeByTwo(stretch, part.block, range)
      case (5, 1): five(stretch, part.block, range)
      case (5, 2): fiveByTwo(stretch, part.block, range)
      default: runStretch(vectors, 0, 0, stretch, part.block, range)
      }
      row &+= 1
    }
  }

  // Each shape of the inner loop is one function: the template with constants.

  @inline(never)
  private static func three(_ s: RoundedStretch, _ block: DynamicQuantization.Parameters, _ range: FloatRange) {
    runStretch(2, 3, 1, s, block, range)
  }

  @inline(never)
  private static func threeByTwo(_ s: RoundedStretch, _ block: DynamicQuantization.Parameters, _ range: FloatRange) {
    runStretch(2, 3, 2, s, block, range)
  }

  @inline(never)
  private static func five(_ s: RoundedStretch, _ block: DynamicQuantization.Parameters, _ range: FloatRange) {
    runStretch(2, 5, 1, s, block, range)
  }

  @inline(never)
  private static func fiveByTwo(_ s: RoundedStretch, _ block: DynamicQuantization.Parameters, _ range: FloatRange) {
    runStretch(2, 5, 2, s, block, range)
  }

  /// The pixels of a stretch, four at a time. `columns` and `stride` are constants, 0 for those of the geometry.
  @inline(__always)
  private static func runStretch(
    _ vectors: Int, _ columns: Int, _ stride: Int, _ s: RoundedStretch, _ block: DynamicQuantization.Parameters,
    _ range: FloatRange
  ) {
    let g = s.geometry
    let width = MemoryLayout<Floats>.size
    let size = vectors &* width
    let step = (columns > 0 ? stride : g.strideWidth) &* size
    let pitch = 4 &* g.outputDepth
    let scales = s.weights + g.taps &* pitch
    let end0 = RoundedEnd(scales, scales + pitch, block, range)
    let end1 = vectors > 1 ? RoundedEnd(scales + width, scales + (pitch &+ width), block, range) : end0
    var x = 0
    while x < s.pixels {
      var y0 = FourPixels(Floats())
      var y1 = FourPixels(Floats())
      var weights = s.weights
      var fy = 0
      while fy < g.filterHeight {
        var input = s.lines[fy] + x &* step
        var fx = 0
        if columns > 0 {
          // Neighboring pixels share their inputs: equal addresses are loaded once.
          while fx < columns {
            let tap = weights + fx &* pitch
            y0.add(input + fx &* size, step, tap.lanes(0, as: Floats.self))
            if vectors > 1 { y1.add(input + (fx &* size &+ width), step, tap.lanes(width, as: Floats.self)) }
            fx &+= 1
          }
          weights += columns &* pitch
        } else {
          while fx < g.filterWidth {
            y0.add(input, step, weights.lanes(0, as: Floats.self))
            if vectors > 1 { y1.add(input + width, step, weights.lanes(width, as: Floats.self)) }
            input += g.dilationWidth &* size
            weights += pitch
            fx &+= 1
          }
        }
        fy &+= 1
      }
      let target = s.output + x &* pitch
      let count = s.pixels &- x
      y0.store(target, pitch, count, end0)
      if vectors > 1 { y1.store(target + width, pitch, count, end1) }
      x &+= 4
    }
  }
}

#endif
