#if !TFLITE_TIER || (TFLITE_X86 && arch(x86_64)) || (TFLITE_ARM && arch(arm64))

#if TFLITE_TIER
import TFLiteKernels
#endif

// 8-bit depthwise convolution takes two forms.
//
// With one output channel for each input channel, a register of input bytes holds `group` channels of one or several
// pixels: a packet. Pairs of taps are multiplied by 16-bit weights. Otherwise the inputs of a pixel's taps are broadcast,
// two at a time, and multiplied by the weights of the input channel's outputs.
//
// Inputs are taken as unsigned bytes, int8 plus 128. Zero points fold into the bias, so taps outside the image read a row of
// zero points. Packed form: the header, the row of zero points, then one record for each block of output channels:
//   Int32   bias (hybrid: the sum of the weights)
//   4 x 32 bits   `BoundedFactors`, `DoubleFactors` and then their halves, or multiplier and shift, of packets in the order of
//   sums (hybrid: Float scale and Float bias, of packets in the order of bytes)
//   Int16   pairs of weights, zero points subtracted, times `BoundedFactors.accumulatorScale` where those factors are used
//
// Where the processor multiplies groups of four bytes, int8 weights and neighboring pixels of whole registers take a third
// form: four neighboring input columns are interleaved once for two output pixels. Instead of pairs, a record then holds for
// each row of the filter and each four columns the weights of the first pixel and those of the second, zeros for columns
// that are none of its taps, each as `PacketSums.quadIndex` says. Where groups are of signed bytes, this form takes inputs as
// they are. A fourth form, see DepthwiseRuns.swift, interleaves rows instead of columns where windows move by one, or by two over
// pixels of few channels; with pairs of rows and 16-bit weights where there are no products of four.

extension VectorKernels {
  /// The bytes of a row of zero points.
  @inline(__always)
  private static func paddingSize(_ g: ConvolutionGeometry) -> Int { (g.inputDepth &+ 63) & ~63 }

  /// Where the records begin.
  @inline(__always)
  static func recordOffset(_ g: ConvolutionGeometry) -> Int { headerSize &+ paddingSize(g) }

  /// The bytes of a packed 8-bit depthwise filter.
  static func packedSizeDepthwiseByte(_ g: ConvolutionGeometry) -> Int {
    let plan = ByteDepthwisePlan(g)
    let size = plan.records * plan.recordSize(g)
    guard let runs = ByteDepthwiseRuns(g, plan, isHybrid: true) else { return recordOffset(g) + size }
    return recordOffset(g) + max(size, runs.phases * runs.recordSize(g))
  }

  /// Packs an int8 depthwise filter for int8 inputs.
  static func packDepthwiseInt8(
    _ g: ConvolutionGeometry, _ filter: UnsafePointer<Int8>, _ bias: UnsafePointer<Int32>?, _ q: Requantization,
    _ packed: UnsafeMutableRawPointer
  ) {
    packDepthwise(g, filter, isSigned: true, bias, q, packed)
  }

  /// Packs a uint8 depthwise filter, given by its bit patterns, for uint8 inputs.
  static func packDepthwiseUInt8(
    _ g: ConvolutionGeometry, _ filter: UnsafePointer<Int8>, _ bias: UnsafePointer<Int32>?, _ q: Requantization,
    _ packed: UnsafeMutableRawPointer
  ) {
    packDepthwise(g, filter, isSigned: false, bias, q, packed)
  }

  /// Filters as they are read for packing: of four channels at a time, zeros where there is none.
  private struct FilterReading {
    let filter: UnsafePointer<Int8>
    let depth: Int
    /// Makes signed bytes of unsigned ones, which `offset` takes into account.
    let flip: UInt32
    let offset: Int32

    /// - Parameter offset: added to every weight.
    @inline(__always)
    init(_ g: ConvolutionGeometry, _ filter: UnsafePointer<Int8>, isSigned: Bool, _ offset: Int32) {
      self.filter = filter
      depth = g.outputDepth
      flip = isSigned ? 0 : 0x8080_8080
      self.offset = isSigned ? offset : offset &+ 128
    }

    /// Weights `tap` of four channels, their zero point subtracted.
    /// - Parameter channels: four, -1 for none.
    @inline(__always)
    func weights(_ tap: Int, _ channels: UnsafePointer<Int>) -> SIMD4<Int32> {
      let weights = filter + tap &* depth
      if channels[0] >= 0, channels[3] == channels[0] &+ 3 { return widened(weights + channels[0]) }
      var values = SIMD4<Int32>()
      var i = 0
      while i < 4 {
        if channels[i] >= 0 { values[i] = widened(weights[channels[i]]) }
        i &+= 1
      }
      return values
    }

    /// The magnitudes of the weights of tap `tap` of `count` channels from `first` on, at most four.
    @inline(__always)
    func magnitudes(_ tap: Int, _ first: Int, _ count: Int) -> SIMD4<Int32> {
      let weights = filter + (tap &* depth &+ first)
      var values = SIMD4<Int32>()
      if count == 4 {
        values = widened(weights)
      } else {
        var i = 0
        while i < count {
          values[i] = widened(weights[i])
          i &+= 1
        }
      }
      return values.larger(SIMD4() &- values)
    }

    @inline(__always)
    private func widened(_ weight: Int8) -> Int32 { Int32(weight ^ Int8(truncatingIfNeeded: flip)) &+ offset }

    @inline(__always)
    private func widened(_ weights: UnsafePointer<Int8>) -> SIMD4<Int32> {
      let word = Int32(bitPattern: UnsafeRawPointer(weights).loadUnaligned(as: UInt32.self) ^ flip)
      return (SIMD4(word &<< 24, word &<< 16, word &<< 8, word) &>> 24) &+ SIMD4(offset, offset, offset, offset)
    }
  }

  /// The output channels of a record's words, as `ByteDepthwisePlan.channel` says.
  /// - Parameter isByByte: whether they stand in the order of a packet's bytes.
  @inline(__always)
  private static func withChannels(
    _ g: ConvolutionGeometry, _ plan: ByteDepthwisePlan, _ runs: ByteDepthwiseRuns?, _ record: Int,
    isByByte: Bool = false, _ body: (UnsafePointer<Int>) -> Void
  ) {
    withUnsafeTemporaryAllocation(of: Int.self, capacity: Bytes.scalarCount) { buffer in
      guard let channels = buffer.baseAddress else { return }
      let lanes = runs == nil ? plan.lanes : Bytes.scalarCount
      var word = 0
      while word < lanes {
        channels[isByByte ? PacketSums.byte(ofWord: word) : word] =
          runs?.channel(record, word, g) ?? plan.channel(record, word, g)
        word &+= 1
      }
      body(UnsafePointer(channels))
    }
  }

  /// Writes a record's weights, multiplied by `scales`, of each word.
  @inline(__always)
  private static func packWeights(
    _ g: ConvolutionGeometry, _ plan: ByteDepthwisePlan, _ channels: UnsafePointer<Int>,
    _ target: UnsafeMutableRawPointer, _ weights: FilterReading, _ scales: (UnsafePointer<Int>) -> SIMD4<Int32>
  ) {
    let taps = g.taps
    var word = 0
    while word < plan.lanes {
      let scale = scales(channels + word)
      var part = target + plan.headSize
      var tap = 0
      while tap < 2 &* plan.pairs {
        let even = weights.weights(tap, channels + word) &* scale
        let odd = tap &+ 1 < taps ? weights.weights(tap &+ 1, channels + word) &* scale : SIMD4()
        if plan.group > 0 {
          PacketSums.put(even, odd, word, part)
        } else {
          part.put(pairs(even, odd), 4 &* word)
        }
        part += 4 &* plan.lanes
        tap &+= 2
      }
      word &+= 4
    }
  }

  /// Writes a record's weights by fours of columns.
  @inline(__always)
  private static func packQuads(
    _ g: ConvolutionGeometry, _ plan: ByteDepthwisePlan, _ channels: UnsafePointer<Int>,
    _ target: UnsafeMutableRawPointer, _ weights: FilterReading
  ) {
    var part = target + plan.headSize
    var row = 0
    while row < g.filterHeight {
      // The fours of a row, of each those of two pixels.
      var half = 0
      while half < 2 &* plan.quads {
        let first = half / 2 &* 4 &- (half & 1) &* g.strideWidth
        var word = 0
        while word < plan.lanes {
          PacketSums.putQuads(word, part) { column in
            let tap = first &+ column
            guard tap >= 0 && tap < g.filterWidth else { return SIMD4() }
            return weights.weights(row &* g.filterWidth &+ tap, channels + word)
          }
          word &+= 4
        }
        part += 4 &* plan.lanes
        half &+= 1
      }
      row &+= 1
    }
  }

  /// Writes a record's weights by groups of rows, multiplied by `scales`, of each word.
  @inline(__always)
  private static func packRuns(
    _ g: ConvolutionGeometry, _ runs: ByteDepthwiseRuns, _ channels: UnsafePointer<Int>,
    _ target: UnsafeMutableRawPointer, _ weights: FilterReading, _ scales: (UnsafePointer<Int>) -> SIMD4<Int32>
  ) {
    let lanes = Bytes.scalarCount
    let rows = ByteDepthwiseRuns.rowsOfGroup
    var word = 0
    while word < lanes {
      let scale = scales(channels + word)
      var part = target + 20 &* lanes
      var fx = 0
      while fx < g.filterWidth {
        // The groups of a column, of each those of two output rows that share it.
        let shares = runs.sharesRows ? 2 : 1
        var half = 0
        while half < shares &* runs.groups {
          @inline(__always) func scaled(_ row: Int) -> SIMD4<Int32> {
            let fy = half / shares &* rows &+ row &- half % shares
            guard fy >= 0 && fy < g.filterHeight else { return SIMD4() }
            return weights.weights(fy &* g.filterWidth &+ fx, channels + word) &* scale
          }
          if Tier.hasDepthwiseGroups {
            PacketSums.putQuads(word, part, scaled)
          } else {
            PacketSums.put(scaled(0), scaled(1), word, part)
          }
          part += 4 &* lanes
          half &+= 1
        }
        fx &+= 1
      }
      word &+= 4
    }
  }

  @inline(__always)
  private static func fillPadding(_ g: ConvolutionGeometry, _ value: Int32, _ packed: UnsafeMutableRawPointer) {
    var i = headerSize
    while i < recordOffset(g) {
      packed.storeBytes(of: UInt8(truncatingIfNeeded: value), toByteOffset: i, as: UInt8.self)
      i &+= 1
    }
  }

  @inline(never)
  private static func packDepthwise(
    _ g: ConvolutionGeometry, _ filter: UnsafePointer<Int8>, isSigned: Bool, _ bias: UnsafePointer<Int32>?,
    _ q: Requantization, _ packed: UnsafeMutableRawPointer
  ) {
    assert(g.validateDepthwise(packing: packed))
    assert(q.scales == nil, "depthwise convolutions by real factors")
    let plan = ByteDepthwisePlan(g)
    var header = MatrixHeader(q, isSigned ? .int8 : .uint8, columns: g.outputDepth)
    let inputOffset = isSigned ? q.inputOffset &- 128 : q.inputOffset
    header.factor =
      isBounded(g, filter, isSigned: isSigned, bias, q, inputOffset: inputOffset) ? .rightShift : .anyShift
    let isBounded = if case .rightShift = header.factor { true } else { false }
    header.scalesInDoubles =
      isBounded && fitDoubles(g, filter, isSigned: isSigned, bias, q, inputOffset: inputOffset)
    let scalesInDoubles = header.scalesInDoubles
    var runs = ByteDepthwiseRuns(g, plan, isHybrid: false)
    let hasQuads = plan.quads > 0 || (Tier.hasDepthwiseGroups && runs != nil)
    header.isByQuads = hasQuads && isBounded && isSigned && q.weightsOffset == 0
    if let multipliers = q.multipliers, header.isByQuads {
      for channel in 0..<g.outputDepth where multipliers[channel &* q.stride].shift > 0 { header.isByQuads = false }
    }
    packed.storeBytes(of: header, as: MatrixHeader.self)
    fillPadding(g, 0 &- q.inputOffset, packed)
    let isByQuads = header.isByQuads
    if !ByteDepthwiseRuns.isForm(of: header, isSigned ? .signed : .unsigned) { runs = nil }
    let records = runs?.phases ?? plan.records
    let recordSize = runs?.recordSize(g) ?? plan.recordSize(g)
    let lanes = runs == nil ? plan.lanes : Bytes.scalarCount
    @inline(__always) func scale(_ channel: Int) -> Int32 {
      guard isBounded, !isByQuads, let multipliers = q.multipliers else { return 1 }
      return BoundedFactors.accumulatorScale &<< max(0, multipliers[channel &* q.stride].shift)
    }
    @inline(__always) func scales(_ channels: UnsafePointer<Int>) -> SIMD4<Int32> {
      var scales = SIMD4<Int32>(repeating: 1)
      var i = 0
      while i < 4 {
        if channels[i] >= 0 { scales[i] = scale(channels[i]) }
        i &+= 1
      }
      return scales
    }
    let weights = FilterReading(g, filter, isSigned: isSigned, q.weightsOffset)
    let sumOffset = isByQuads && Tier.unsignedShift != 0 ? q.inputOffset : inputOffset
    var record = 0
    while record < records {
      let target = packed + (recordOffset(g) &+ record &* recordSize)
      withChannels(g, plan, runs, record) { channels in
        if let runs {
          packRuns(g, runs, channels, target, weights, scales)
        } else if isByQuads {
          packQuads(g, plan, channels, target, weights)
        } else {
          packWeights(g, plan, channels, target, weights, scales)
        }
        sumWeights(g, lanes, channels, target, weights)
        var word = 0
        while word < lanes {
          let channel = channels[word]
          var factor = QuantizedMultiplier(multiplier: 0, shift: 0)
          if channel >= 0 {
            let sum = target.load(fromByteOffset: 4 &* word, as: Int32.self)
            target.storeBytes(
              of: ((bias?[channel] ?? 0) &+ sum &* sumOffset) &* scale(channel), toByteOffset: 4 &* word,
              as: Int32.self)
            if let multipliers = q.multipliers { factor = multipliers[channel &* q.stride] }
          }
          let words = target + 4 &* (lanes &+ word)
          if scalesInDoubles {
            let doubles = target + 4 &* (lanes &+ 2 &* word)
            DoubleFactors.store(factor, doubles, half: doubles + 8 &* lanes)
          } else if isBounded {
            // Shifts to the left went into the weights.
            BoundedFactors.store(bounded: factor, words, stride: 4 &* lanes)
          } else {
            words.storeBytes(of: factor.multiplier, as: Int32.self)
            words.storeBytes(of: factor.shift, toByteOffset: 4 &* lanes, as: Int32.self)
          }
          word &+= 1
        }
      }
      record &+= 1
    }
  }

  /// Writes the sums of each channel's weights at `sums`, zeros for words without a channel.
  @inline(__always)
  private static func sumWeights(
    _ g: ConvolutionGeometry, _ lanes: Int, _ channels: UnsafePointer<Int>,
    _ sums: UnsafeMutableRawPointer, _ weights: FilterReading
  ) {
    let taps = g.taps
    var word = 0
    while word < lanes {
      var sum = SIMD4<Int32>()
      var tap = 0
      while tap < taps {
        sum &+= weights.weights(tap, channels + word)
        tap &+= 1
      }
      sums.put(sum, 4 &* word)
      word &+= 4
    }
  }

  /// Whether accumulators and shifts stay within what `BoundedFactors` takes.
  @inline(__always)
  private static func isBounded(
    _ g: ConvolutionGeometry, _ filter: UnsafePointer<Int8>, isSigned: Bool, _ bias: UnsafePointer<Int32>?,
    _ q: Requantization, inputOffset: Int32
  ) -> Bool {
    let taps = g.taps
    guard let multipliers = q.multipliers, q.weightsOffset >= -255, q.weightsOffset <= 255, taps <= 1 << 20
    else { return false }
    let reach = Int64(inputOffset.magnitude) &+ 255
    let weights = FilterReading(g, filter, isSigned: isSigned, q.weightsOffset)
    var first = 0
    while first < g.outputDepth {
      let count = min(4, g.outputDepth &- first)
      var sums = SIMD4<Int32>()
      var largest = SIMD4<Int32>()
      var tap = 0
      while tap < taps {
        let magnitudes = weights.magnitudes(tap, first, count)
        sums &+= magnitudes
        largest = largest.larger(magnitudes)
        tap &+= 1
      }
      var i = 0
      while i < count {
        let channel = first &+ i
        let bound = Int64(sums[i]).multipliedReportingOverflow(by: reach)
        let start = Int64((bias?[channel] ?? 0).magnitude)
        let factor = multipliers[channel &* q.stride]
        if factor.multiplier < 0 || factor.shift > 7 || factor.shift < -31 || bound.overflow { return false }
        let left = Int64(max(0, factor.shift))
        if Int64(largest[i]) &* Int64(BoundedFactors.accumulatorScale) &<< left > Int64(Int16.max) { return false }
        let limit = BoundedFactors.limit >> left
        if bound.partialValue >= limit || start >= limit || bound.partialValue &+ start >= limit { return false }
        i &+= 1
      }
      first &+= 4
    }
    return true
  }

  /// Whether the factors of bounded accumulators can be doubles.
  private static func fitDoubles(
    _ g: ConvolutionGeometry, _ filter: UnsafePointer<Int8>, isSigned: Bool, _ bias: UnsafePointer<Int32>?,
    _ q: Requantization, inputOffset: Int32
  ) -> Bool {
    guard Tier.scalesInDoubles, q.outputOffset.magnitude < 256, let multipliers = q.multipliers else { return false }
    let weights = FilterReading(g, filter, isSigned: isSigned, q.weightsOffset)
    for channel in 0..<g.outputDepth {
      let factor = multipliers[channel &* q.stride]
      if DoubleFactors.isExact(factor, bound: BoundedFactors.limit) { continue }
      let sum = (0..<g.taps).reduce(Int64(0)) { $0 &+ Int64(weights.magnitudes($1, channel, 1)[0]) }
      let bound = sum &* (Int64(inputOffset.magnitude) &+ 255) &+ Int64((bias?[channel] ?? 0).magnitude)
      if !DoubleFactors.isExact(factor, bound: bound &<< Int64(max(0, factor.shift))) { return false }
    }
    return true
  }

  /// Packs an int8 depthwise filter for dynamically quantized activations.
  static func packDepthwiseHybrid(
    _ g: ConvolutionGeometry, _ filter: UnsafePointer<Int8>, _ bias: UnsafePointer<Float>?,
    _ scales: UnsafePointer<Float>, _ isPerChannel: Bool, _ range: FloatRange, _ packed: UnsafeMutableRawPointer
  ) {
    assert(g.validateDepthwise(packing: packed))
    let plan = ByteDepthwisePlan(g)
    var header = MatrixHeader(range)
    let runs = ByteDepthwiseRuns(g, plan, isHybrid: true)
    header.isByQuads = plan.quads > 0 || (Tier.hasDepthwiseGroups && runs != nil)
    packed.storeBytes(of: header, as: MatrixHeader.self)
    fillPadding(g, 0, packed)
    let weights = FilterReading(g, filter, isSigned: true, 0)
    let records = runs?.phases ?? plan.records
    let recordSize = runs?.recordSize(g) ?? plan.recordSize(g)
    let lanes = runs == nil ? plan.lanes : Bytes.scalarCount
    var record = 0
    while record < records {
      let target = packed + (recordOffset(g) &+ record &* recordSize)
      withChannels(g, plan, runs, record) { channels in
        if let runs {
          packRuns(g, runs, channels, target, weights) { _ in SIMD4(repeating: 1) }
        } else if header.isByQuads {
          packQuads(g, plan, channels, target, weights)
        } else {
          packWeights(g, plan, channels, target, weights) { _ in SIMD4(repeating: 1) }
        }
        sumWeights(g, lanes, channels, target, weights)
      }
      withChannels(g, plan, runs, record, isByByte: runs != nil || plan.group > 0) { channels in
        var word = 0
        while word < lanes {
          let channel = channels[word]
          let scale = channel >= 0 ? scales[isPerChannel ? channel : 0] : 0
          target.storeBytes(of: scale, toByteOffset: 4 &* (lanes &+ word), as: Float.self)
          target.storeBytes(
            of: channel >= 0 ? bias?[channel] ?? 0 : 0, toByteOffset: 4 &* (2 &* lanes &+ word), as: Float.self)
          word &+= 1
        }
      }
      record &+= 1
    }
  }

  /// Depthwise convolution of int8.
  static func runDepthwiseInt8(_ a: DepthwiseArguments, _ rowBegin: Int, _ rowEnd: Int) {
    runDepthwise(a, .signed, rowBegin, rowEnd)
  }

  /// Depthwise convolution of uint8.
  static func runDepthwiseUInt8(_ a: DepthwiseArguments, _ rowBegin: Int, _ rowEnd: Int) {
    runDepthwise(a, .unsigned, rowBegin, rowEnd)
  }

  /// Depthwise convolution of dynamically quantized activations.
  static func runDepthwiseHybrid(_ a: DepthwiseArguments, _ rowBegin: Int, _ rowEnd: Int) {
    runDepthwise(a, .hybrid, rowBegin, rowEnd)
  }

  @inline(never)
  private static func runDepthwise(
    _ a: DepthwiseArguments, _ kind: ByteDepthwiseKind, _ rowBegin: Int, _ rowEnd: Int
  ) {
    assert(a.validate(rowBegin, rowEnd, isHybrid: kind == .hybrid))
    guard let epilogue = a.epilogue else { return runDepthwiseRows(a, kind, rowBegin, rowEnd) }
    let size = a.geometry.outputWidth &* a.geometry.outputDepth
    let part = Threshold.epilogueByteCount / max(1, size) &+ 1
    var row = rowBegin
    while row < rowEnd {
      let rows = min(part, rowEnd &- row)
      runDepthwiseRows(a, kind, row, row &+ rows)
      applyEpilogue(
        a.output, epilogue, at: row &* size, rows: rows, columns: size, stride: size, isSigned: kind == .signed)
      row &+= rows
    }
  }

  @inline(never)
  private static func runDepthwiseRows(
    _ a: DepthwiseArguments, _ kind: ByteDepthwiseKind, _ rowBegin: Int, _ rowEnd: Int
  ) {
    let g = a.geometry
    let plan = ByteDepthwisePlan(g)
    if let runs = ByteDepthwiseRuns(g, plan, isHybrid: kind == .hybrid),
      ByteDepthwiseRuns.isForm(of: a.packed.load(as: MatrixHeader.self), kind)
    {
      runRuns(a, runs, kind, rowBegin, rowEnd)
    } else if plan.group > 0 {
      runPackets(a, plan, kind, rowBegin, rowEnd)
    } else {
      runBroadcast(a, plan, kind, rowBegin, rowEnd)
    }
  }
}

#endif
