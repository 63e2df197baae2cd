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
//   4 x 32 bits   `BoundedFactors`, or multiplier and shift, of packets in the order of sums (hybrid: Float scale and Float
//   bias, of packets in the order of bytes)
//   Int16   pairs of weights, zero points subtracted, times `BoundedFactors.accumulatorScale` where those factors are used
//
// Where the processor multiplies groups of four bytes, int8 weights and neighboring pixels of whole registers take a third
// form: four neighboring input columns are interleaved once for two output pixels. Instead of pairs, a record then holds for
// each row of the filter and each four columns the weights of the first pixel and those of the second, zeros for columns
// that are none of its taps, each as `PacketSums.quadIndex` says. Where groups are of signed bytes, this form takes inputs as
// they are. A fourth form, see DepthwiseRuns.swift, interleaves rows instead of columns where windows move by one; with pairs of
// rows and 16-bit weights where there are no products of four.

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

  /// Filters as they are read for packing.
  private struct FilterReading {
    let filter: UnsafePointer<Int8>
    let depth: Int
    /// Makes signed bytes of unsigned ones, which `offset` takes into account.
    let flip: Int8
    let offset: Int32

    /// - Parameter offset: added to every weight.
    @inline(__always)
    init(_ g: ConvolutionGeometry, _ filter: UnsafePointer<Int8>, isSigned: Bool, _ offset: Int32) {
      self.filter = filter
      depth = g.outputDepth
      flip = isSigned ? 0 : -128
      self.offset = isSigned ? offset : offset &+ 128
    }

    /// Weight `tap` of `channel`, its zero point subtracted.
    @inline(__always)
    func weight(_ tap: Int, _ channel: Int) -> Int32 { Int32(filter[tap &* depth &+ channel] ^ flip) &+ offset }

    /// The magnitudes of the weights of tap `tap` of `count` channels from `first` on, at most 16; zeros for others.
    @inline(__always)
    func magnitudes(_ tap: Int, _ first: Int, _ count: Int) -> SIMD16<Int32> {
      var values = SIMD16<Int32>()
      var i = 0
      while i < count {
        let value = weight(tap, first &+ i)
        values[i] = value < 0 ? 0 &- value : value
        i &+= 1
      }
      return values
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

  /// Writes a record's weights.
  @inline(__always)
  private static func packWeights(
    _ g: ConvolutionGeometry, _ plan: ByteDepthwisePlan, _ channels: UnsafePointer<Int>,
    _ target: UnsafeMutableRawPointer, _ weight: (_ tap: Int, _ channel: Int) -> Int32
  ) {
    let taps = g.taps
    var tap = 0
    while tap < 2 &* plan.pairs {
      let pair = target + (plan.headSize &+ tap / 2 &* 4 &* plan.lanes)
      var word = 0
      while word < plan.lanes {
        let channel = channels[word]
        let value = channel >= 0 && tap < taps ? weight(tap, channel) : 0
        let index =
          plan.group > 0 ? PacketSums.weightIndex(word, tap & 1) : broadcastWeightIndex(word, tap & 1)
        pair.storeBytes(of: Int16(truncatingIfNeeded: value), toByteOffset: 2 &* index, as: Int16.self)
        word &+= 1
      }
      tap &+= 1
    }
  }

  /// Writes a record's weights by fours of columns.
  private static func packQuads(
    _ g: ConvolutionGeometry, _ plan: ByteDepthwisePlan, _ channels: UnsafePointer<Int>,
    _ target: UnsafeMutableRawPointer, _ filter: UnsafePointer<Int8>
  ) {
    var part = target + plan.headSize
    var row = 0
    while row < g.filterHeight {
      // The fours of a row, of each those of two pixels.
      var half = 0
      while half < 2 &* plan.quads {
        var column = 0
        while column < 4 {
          let tap = half / 2 &* 4 &+ column &- (half & 1) &* g.strideWidth
          let isTap = tap >= 0 && tap < g.filterWidth
          let weights = filter + (isTap ? (row &* g.filterWidth &+ tap) &* g.outputDepth : 0)
          var word = 0
          while word < plan.lanes {
            let channel = channels[word]
            part.storeBytes(
              of: isTap && channel >= 0 ? weights[channel] : 0, toByteOffset: PacketSums.quadIndex(word, column),
              as: Int8.self)
            word &+= 1
          }
          column &+= 1
        }
        part += 4 &* plan.lanes
        half &+= 1
      }
      row &+= 1
    }
  }

  /// Writes a record's weights by groups of rows.
  @inline(__always)
  private static func packRuns(
    _ g: ConvolutionGeometry, _ runs: ByteDepthwiseRuns, _ channels: UnsafePointer<Int>,
    _ target: UnsafeMutableRawPointer, _ weight: (_ tap: Int, _ channel: Int) -> Int32
  ) {
    let lanes = Bytes.scalarCount
    let rows = ByteDepthwiseRuns.rowsOfGroup
    var part = target + 20 &* lanes
    var fx = 0
    while fx < g.filterWidth {
      // The groups of a column, of each those of two output rows.
      var half = 0
      while half < 2 &* runs.groups {
        var row = 0
        while row < rows {
          let fy = half / 2 &* rows &+ row &- (half & 1)
          let isTap = fy >= 0 && fy < g.filterHeight
          var word = 0
          while word < lanes {
            let value = isTap ? weight(fy &* g.filterWidth &+ fx, channels[word]) : 0
            if Tier.hasDepthwiseGroups {
              part.storeBytes(
                of: Int8(truncatingIfNeeded: value), toByteOffset: PacketSums.quadIndex(word, row), as: Int8.self)
            } else {
              part.storeBytes(
                of: Int16(truncatingIfNeeded: value), toByteOffset: 2 &* PacketSums.weightIndex(word, row),
                as: Int16.self)
            }
            word &+= 1
          }
          row &+= 1
        }
        part += 4 &* lanes
        half &+= 1
      }
      fx &+= 1
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
    let weights = FilterReading(g, filter, isSigned: isSigned, q.weightsOffset)
    let sumOffset = isByQuads && Tier.unsignedShift != 0 ? q.inputOffset : inputOffset
    var record = 0
    while record < records {
      let target = packed + (recordOffset(g) &+ record &* recordSize)
      withChannels(g, plan, runs, record) { channels in
        if let runs {
          packRuns(g, runs, channels, target) { weights.weight($0, $1) &* scale($1) }
        } else if isByQuads {
          packQuads(g, plan, channels, target, filter)
        } else {
          packWeights(g, plan, channels, target) { weights.weight($0, $1) &* scale($1) }
        }
        sumWeights(g, lanes, channels, target) { weights.weight($0, $1) }
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
          if isBounded {
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
    _ sums: UnsafeMutableRawPointer, _ weight: (_ tap: Int, _ channel: Int) -> Int32
  ) {
    let taps = g.taps
    sums.initializeMemory(as: UInt8.self, repeating: 0, count: 4 &* lanes)
    var tap = 0
    while tap < taps {
      var word = 0
      while word < lanes {
        let channel = channels[word]
        if channel >= 0 {
          let sum = sums.load(fromByteOffset: 4 &* word, as: Int32.self) &+ weight(tap, channel)
          sums.storeBytes(of: sum, toByteOffset: 4 &* word, as: Int32.self)
        }
        word &+= 1
      }
      tap &+= 1
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
      let count = min(16, g.outputDepth &- first)
      var sums = SIMD16<Int32>()
      var largest = SIMD16<Int32>()
      var tap = 0
      while tap < taps {
        let magnitudes = weights.magnitudes(tap, first, count)
        sums &+= magnitudes
        largest.replace(with: magnitudes, where: magnitudes .> largest)
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
      first &+= 16
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
          packRuns(g, runs, channels, target) { weights.weight($0, $1) }
        } else if header.isByQuads {
          packQuads(g, plan, channels, target, filter)
        } else {
          packWeights(g, plan, channels, target) { weights.weight($0, $1) }
        }
        sumWeights(g, lanes, channels, target) { weights.weight($0, $1) }
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
