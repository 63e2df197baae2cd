#if TFLITE_TIER
  import TFLiteKernels
#endif

// Packed form: the header, a row of zero points (input channels), then for all channels Int32 bias with the input's zero
// point folded in (hybrid: the sum of the weights), 8 bytes of factors (hybrid: Float scale, Float bias), and the filter
// as pairs of Int16 `[(taps + 1) / 2][channels][2]`, zero points subtracted.

extension VectorKernels {
  @inline(__always)
  private static func biasOffset(_ g: ConvolutionGeometry) -> Int {
    MatrixHeader.size &+ (max(8, g.inputDepth) &+ 7) & ~7
  }

  /// The bytes of a packed 8-bit depthwise filter.
  static func packedSizeDepthwiseByte(_ g: ConvolutionGeometry) -> Int {
    biasOffset(g) + paddedChannels(g) * (12 + 4 * ((g.taps + 1) / 2))
  }

  /// Packs an int8 depthwise filter for int8 inputs.
  static func packDepthwiseInt8(
    _ g: ConvolutionGeometry, _ filter: UnsafePointer<Int8>, _ bias: UnsafePointer<Int32>?, _ q: Requantization,
    _ packed: UnsafeMutableRawPointer
  ) {
    packDepthwise(g, filter, flip: 0, q.weightsOffset, bias, q, .int8, packed)
  }

  /// Packs a uint8 depthwise filter, given by its bit patterns, for uint8 inputs.
  static func packDepthwiseUInt8(
    _ g: ConvolutionGeometry, _ filter: UnsafePointer<Int8>, _ bias: UnsafePointer<Int32>?, _ q: Requantization,
    _ packed: UnsafeMutableRawPointer
  ) {
    packDepthwise(g, filter, flip: -128, q.weightsOffset &+ 128, bias, q, .uint8, packed)
  }

  /// Writes pairs of weights and returns nothing; the sum of each channel's weights goes to `sums`.
  @inline(__always)
  private static func packPairs(
    _ g: ConvolutionGeometry, _ filter: UnsafePointer<Int8>, flip: Int8, _ offset: Int32,
    _ packed: UnsafeMutableRawPointer
  ) {
    let channels = paddedChannels(g)
    let base = packed + biasOffset(g)
    let target = (base + 12 &* channels).assumingMemoryBound(to: Int16.self)
    var channel = 0
    while channel < channels {
      var sum: Int32 = 0
      var tap = 0
      while tap < (g.taps &+ 1) & ~1 {
        var value: Int32 = 0
        if channel < g.outputDepth, tap < g.taps {
          value = Int32(filter[tap &* g.outputDepth &+ channel] ^ flip) &+ offset
        }
        target[(tap / 2 &* channels &+ channel) &* 2 &+ (tap & 1)] = Int16(truncatingIfNeeded: value)
        sum &+= value
        tap &+= 1
      }
      base.storeBytes(of: sum, toByteOffset: 4 &* channel, as: Int32.self)
      channel &+= 1
    }
  }

  @inline(__always)
  private static func packDepthwise(
    _ g: ConvolutionGeometry, _ filter: UnsafePointer<Int8>, flip: Int8, _ offset: Int32,
    _ bias: UnsafePointer<Int32>?, _ q: Requantization, _ type: MatrixOutputType, _ packed: UnsafeMutableRawPointer
  ) {
    assert(q.scales == nil)
    let header = MatrixHeader(q, type, columns: g.outputDepth)
    packed.storeBytes(of: header, as: MatrixHeader.self)
    let padding = UInt8(truncatingIfNeeded: 0 &- q.inputOffset)
    var i = MatrixHeader.size
    while i < biasOffset(g) {
      packed.storeBytes(of: padding, toByteOffset: i, as: UInt8.self)
      i &+= 1
    }
    packPairs(g, filter, flip: flip, offset, packed)
    let base = packed + biasOffset(g)
    let channels = paddedChannels(g)
    var channel = 0
    while channel < channels {
      let isInside = channel < g.outputDepth
      let sum = base.load(fromByteOffset: 4 &* channel, as: Int32.self)
      base.storeBytes(
        of: (isInside ? bias?[channel] ?? 0 : 0) &+ sum &* q.inputOffset, toByteOffset: 4 &* channel, as: Int32.self)
      if let multiplier = q.multipliers?[isInside ? channel &* q.stride : 0] {
        let inverse = UInt32(bitPattern: 127 &+ multiplier.shift) &<< 23
        base.storeBytes(of: multiplier.multiplier, toByteOffset: 4 &* (channels &+ channel), as: Int32.self)
        base.storeBytes(
          of: header.factor == .rightShift ? inverse : UInt32(bitPattern: multiplier.shift),
          toByteOffset: 4 &* (2 &* channels &+ channel), as: UInt32.self)
      }
      channel &+= 1
    }
  }

  /// Packs an int8 depthwise filter for dynamically quantized activations.
  static func packDepthwiseHybrid(
    _ g: ConvolutionGeometry, _ filter: UnsafePointer<Int8>, _ bias: UnsafePointer<Float>?,
    _ scales: UnsafePointer<Float>, _ isPerChannel: Bool, _ range: FloatRange, _ packed: UnsafeMutableRawPointer
  ) {
    packed.storeBytes(of: MatrixHeader(range), as: MatrixHeader.self)
    packPairs(g, filter, flip: 0, 0, packed)
    let base = packed + biasOffset(g)
    let channels = paddedChannels(g)
    var channel = 0
    while channel < channels {
      let isInside = channel < g.outputDepth
      base.storeBytes(
        of: isInside ? scales[isPerChannel ? channel : 0] : 0, toByteOffset: 4 &* (channels &+ channel), as: Float.self)
      base.storeBytes(
        of: isInside ? bias?[channel] ?? 0 : 0, toByteOffset: 4 &* (2 &* channels &+ channel), as: Float.self)
      channel &+= 1
    }
  }

  /// Depthwise convolution of int8.
  static func runDepthwiseInt8(_ a: DepthwiseArguments, _ rowBegin: Int, _ rowEnd: Int) {
    runDepthwise(SignedBytes.self, isHybrid: false, a, rowBegin, rowEnd)
  }

  /// Depthwise convolution of uint8.
  static func runDepthwiseUInt8(_ a: DepthwiseArguments, _ rowBegin: Int, _ rowEnd: Int) {
    runDepthwise(UnsignedBytes.self, isHybrid: false, a, rowBegin, rowEnd)
  }

  /// Depthwise convolution of dynamically quantized activations.
  static func runDepthwiseHybrid(_ a: DepthwiseArguments, _ rowBegin: Int, _ rowEnd: Int) {
    assert(a.imageParameters != nil)
    runDepthwise(SignedBytes.self, isHybrid: true, a, rowBegin, rowEnd)
  }

  @inline(__always)
  private static func runDepthwise<Kind: ByteKind>(
    _ kind: Kind.Type, isHybrid: Bool, _ a: DepthwiseArguments, _ rowBegin: Int, _ rowEnd: Int
  ) {
    let g = a.geometry
    assert(rowBegin >= 0 && rowEnd <= g.outputRows && g.outputDepth % g.inputDepth == 0)
    let taps = (g.taps &+ 1) & ~1
    // A hybrid image has its own zero point, so its row of zero points stands behind the table.
    let row0 = 2 &* taps
    let capacity = row0 &+ (isHybrid ? (max(8, g.inputDepth) &+ 7) / 8 : 0)
    withUnsafeTemporaryAllocation(byteCount: capacity &* 8, alignment: 16) { buffer in
      guard let base = buffer.baseAddress else { return }
      let table = base.assumingMemoryBound(to: UnsafeRawPointer.self)
      var padding = a.packed + MatrixHeader.size
      var batch = -1
      var row = rowBegin
      while row < rowEnd {
        if isHybrid, row / g.outputHeight != batch, let parameters = a.imageParameters {
          batch = row / g.outputHeight
          let zero = Int8(truncatingIfNeeded: parameters[batch].zeroPoint)
          var i = 0
          while i < max(8, g.inputDepth) {
            base.storeBytes(of: zero, toByteOffset: row0 &* 8 &+ i, as: Int8.self)
            i &+= 1
          }
          padding = UnsafeRawPointer(base) + row0 &* 8
        }
        var x = 0
        while x < g.outputWidth {
          let pixels = g.outputWidth &- x >= 2 ? 2 : 1
          // With an odd number of taps the last pair's second weight is zero and any readable pointer will do.
          fillTaps(g, a.input, size: 1, padding, row, x, 1, table)
          table[taps &- 1] = g.taps & 1 == 0 ? table[taps &- 1] : padding
          if pixels == 2 {
            fillTaps(g, a.input, size: 1, padding, row, x &+ 1, 1, table + taps)
            table[2 &* taps &- 1] = g.taps & 1 == 0 ? table[2 &* taps &- 1] : padding
          }
          let target = (row &* g.outputWidth &+ x) &* g.outputDepth
          if pixels == 2 {
            depthwise2(kind, a, table, target, isHybrid ? batch : -1)
          } else {
            depthwise1(kind, a, table, target, isHybrid ? batch : -1)
          }
          x &+= pixels
        }
        row &+= 1
      }
    }
  }

  @inline(never)
  private static func depthwise2<Kind: ByteKind>(
    _ kind: Kind.Type, _ a: DepthwiseArguments, _ table: UnsafeMutablePointer<UnsafeRawPointer>, _ target: Int,
    _ batch: Int
  ) {
    depthwise(2, kind, a, table, target, batch)
  }

  @inline(never)
  private static func depthwise1<Kind: ByteKind>(
    _ kind: Kind.Type, _ a: DepthwiseArguments, _ table: UnsafeMutablePointer<UnsafeRawPointer>, _ target: Int,
    _ batch: Int
  ) {
    depthwise(1, kind, a, table, target, batch)
  }

  @inline(__always)
  private static func inputs<Kind: ByteKind>(
    _ kind: Kind.Type, _ pixel: UnsafeRawPointer, _ channel: Int, _ count: Int, _ multiplier: Int
  ) -> SIMD8<Int16> {
    Kind.isSigned
      ? SIMD8<Int16>(truncatingIfNeeded: gather(pixel, channel, count, multiplier, SIMD8<Int8>()))
      : SIMD8<Int16>(truncatingIfNeeded: gather(pixel, channel, count, multiplier, SIMD8<UInt8>()))
  }

  /// `pixels` output pixels (a constant, 1 or 2), all channels; `batch` is negative unless the kernel is hybrid.
  @inline(__always)
  private static func depthwise<Kind: ByteKind>(
    _ pixels: Int, _ kind: Kind.Type, _ a: DepthwiseArguments, _ table: UnsafeMutablePointer<UnsafeRawPointer>,
    _ target: Int, _ batch: Int
  ) {
    let g = a.geometry
    let header = a.packed.load(as: MatrixHeader.self)
    let depth = g.outputDepth
    let channels = paddedChannels(g)
    let base = a.packed + biasOffset(g)
    let pairs = (g.taps &+ 1) / 2
    let multiplier = g.depthMultiplier
    var channel = 0
    while channel < depth {
      let count = min(8, depth)
      if depth &- channel < 8, depth >= 8 { channel = depth &- 8 }
      var x0 = SIMD4<Int32>()
      var x1 = SIMD4<Int32>()
      var y0 = SIMD4<Int32>()
      var y1 = SIMD4<Int32>()
      var filter = base + (12 &* channels &+ 4 &* channel)
      var entry = table
      let next = 2 &* pairs
      var pair = 0
      if multiplier == 1, count == 8 {
        while pair < pairs {
          let w0 = filter.lanes(0, as: SIMD8<Int16>.self)
          let w1 = filter.lanes(16, as: SIMD8<Int16>.self)
          let a0 = widened(entry[0] + channel, isSigned: Kind.isSigned)
          let a1 = widened(entry[1] + channel, isSigned: Kind.isSigned)
          x0 = x0 &+ multiplyAddPairs(interleavedLow(a0, a1), w0)
          x1 = x1 &+ multiplyAddPairs(interleavedHigh(a0, a1), w1)
          if pixels > 1 {
            let b0 = widened(entry[next] + channel, isSigned: Kind.isSigned)
            let b1 = widened(entry[next &+ 1] + channel, isSigned: Kind.isSigned)
            y0 = y0 &+ multiplyAddPairs(interleavedLow(b0, b1), w0)
            y1 = y1 &+ multiplyAddPairs(interleavedHigh(b0, b1), w1)
          }
          filter += 4 &* channels
          entry += 2
          pair &+= 1
        }
      } else {
        while pair < pairs {
          let w0 = filter.lanes(0, as: SIMD8<Int16>.self)
          let w1 = filter.lanes(16, as: SIMD8<Int16>.self)
          let a0 = inputs(kind, entry[0], channel, count, multiplier)
          let a1 = inputs(kind, entry[1], channel, count, multiplier)
          x0 = x0 &+ multiplyAddPairs(interleavedLow(a0, a1), w0)
          x1 = x1 &+ multiplyAddPairs(interleavedHigh(a0, a1), w1)
          if pixels > 1 {
            let b0 = inputs(kind, entry[next], channel, count, multiplier)
            let b1 = inputs(kind, entry[next &+ 1], channel, count, multiplier)
            y0 = y0 &+ multiplyAddPairs(interleavedLow(b0, b1), w0)
            y1 = y1 &+ multiplyAddPairs(interleavedHigh(b0, b1), w1)
          }
          filter += 4 &* channels
          entry += 2
          pair &+= 1
        }
      }
      if batch < 0 {
        let bias0 = base.lanes(4 &* channel, as: SIMD4<Int32>.self)
        let bias1 = base.lanes(4 &* channel &+ 16, as: SIMD4<Int32>.self)
        let factors = base + 4 &* (channels &+ channel)
        let shifts = base + 4 &* (2 &* channels &+ channel)
        storeRequantized(x0 &+ bias0, x1 &+ bias1, header, factors, shifts, a.output, target &+ channel, count)
        if pixels > 1 {
          storeRequantized(
            y0 &+ bias0, y1 &+ bias1, header, factors, shifts, a.output, target &+ depth &+ channel, count)
        }
      } else if let parameters = a.imageParameters {
        let block = parameters[batch]
        storeReal(x0, x1, block, header.floatRange, base + 4 &* channel, channels, a.output, target &+ channel, count)
        if pixels > 1 {
          storeReal(
            y0, y1, block, header.floatRange, base + 4 &* channel, channels, a.output, target &+ depth &+ channel, count
          )
        }
      }
      channel &+= 8
    }
  }

  @inline(__always)
  private static func storeReal(
    _ x0: SIMD4<Int32>, _ x1: SIMD4<Int32>, _ block: DynamicQuantization.Parameters, _ range: FloatRange,
    _ records: UnsafeRawPointer, _ channels: Int, _ output: UnsafeMutableRawPointer, _ target: Int, _ count: Int
  ) {
    let sums =
      SIMD8<Int32>(lowHalf: x0, highHalf: x1)
      &- records.lanes(0, as: SIMD8<Int32>.self) &* SIMD8<Int32>(repeating: block.zeroPoint)
    let scale = records.lanes(4 &* channels, as: SIMD8<Float>.self) * SIMD8<Float>(repeating: block.scale)
    let real = SIMD8<Float>(sums) * scale + records.lanes(8 &* channels, as: SIMD8<Float>.self)
    let y = real.bounded(SIMD8<Float>(repeating: range.lower), SIMD8<Float>(repeating: range.upper))
    if count == 8 {
      output.put(y, 4 &* target)
    } else {
      output.put(first: count, of: y, 4 &* target)
    }
  }
}
