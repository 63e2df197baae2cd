#if !TFLITE_TIER || (TFLITE_X86 && arch(x86_64)) || (TFLITE_ARM && arch(arm64))

#if TFLITE_TIER
import TFLiteKernels
#endif

// Depthwise convolution of bytes by packets, see DepthwiseByte.swift. A step computes two packets: `2 * pixels` output pixels
// of a row, for all channels.

/// The steps along a stretch of an output row, and what they need beside the table.
struct PacketSteps {
  var kind: ByteDepthwiseKind
  var header: MatrixHeader
  var records: UnsafeRawPointer
  var recordCount: Int
  var recordSize: Int
  var table: DepthwiseTable
  var tapCount: Int
  /// Fours of columns in a row of the filter, and the filter's rows.
  var quads: Int
  var filterHeight: Int
  var depth: Int
  /// The stretch's first output pixel, and the bytes from one of a step to the next.
  var output: UnsafeMutableRawPointer
  var outputStride: Int
  /// The stretch's pixels. The last step reaches back over pixels that are done; of a stretch shorter than a step, pixels past
  /// its end are computed in vain.
  var pixels: Int
  /// The bytes from one output pixel to the next, and the table's entries, from one packet's to the next too.
  var pixelSize: Int
  var pixelEntries: Int
  var packetEntries: Int
  var block: DynamicQuantization.Parameters
  /// What products take inputs plus: 128, or 0 where fours of columns are multiplied as signed bytes.
  var shift: Int32
  /// Sums are requantized by `BoundedFactors`.
  var isBounded: Bool
  /// Negative sums become the lower bound, however they are rounded.
  var clampsNegatives: Bool
  /// Of hybrid kernels, what `beginReal` fills and `finishReal` reads.
  var real: UnsafeMutableRawPointer
}

/// One step.
struct PacketStep {
  /// The first entry of the table that the first pixel reads.
  var entry: UnsafePointer<UnsafeRawPointer>
  var output: UnsafeMutableRawPointer
  /// The stretch's last pixel, counted from the step's first.
  var lastPixel: Int
}

extension VectorKernels {
  static func runPackets(
    _ a: DepthwiseArguments, _ plan: ByteDepthwisePlan, _ kind: ByteDepthwiseKind, _ rowBegin: Int, _ rowEnd: Int
  ) {
    let g = a.geometry
    // Pixels of whole packets that follow each other in memory are read as if they were channels of one.
    let margins =
      plan.group == g.outputDepth && plan.group < Bytes.scalarCount && g.strideWidth == 1 && kind != .hybrid
      ? DepthwiseMargins(g, pixels: Bytes.scalarCount / plan.group) : nil
    typealias Capacity = DepthwiseTable.Capacity
    let least = columns(g, plan, 1) &* g.filterHeight
    let capacity = g.taps <= Capacity.small.taps && least <= Capacity.small.entries ? Capacity.small : .large
    // The table begins at a multiple of 64.
    let size = (max(DepthwiseMargins.capacity, RealMemory.size) &+ 63) & ~63
    withStackMemory(size &+ capacity.byteCount) { memory in
      runPackets(a, plan, kind, rowBegin, rowEnd, margins, memory, capacity, memory + size)
    }
  }

  /// - Parameters:
  ///   - margins: given where packets hold pixels that follow each other in memory.
  ///   - memory: for margins or for hybrid steps.
  ///   - table: for a table of `capacity`.
  @inline(never)
  private static func runPackets(
    _ a: DepthwiseArguments, _ plan: ByteDepthwisePlan, _ kind: ByteDepthwiseKind, _ rowBegin: Int, _ rowEnd: Int,
    _ margins: DepthwiseMargins?, _ memory: UnsafeMutableRawPointer, _ capacity: DepthwiseTable.Capacity,
    _ table: UnsafeMutableRawPointer
  ) {
    let g = a.geometry
    let perPacket = Bytes.scalarCount / plan.group
    let size = kind == .hybrid ? 4 : 1
    let header = a.packed.load(as: MatrixHeader.self)
    // Once, and not by ==, which calls into the other module.
    let isBounded = if case .rightShift = header.factor { true } else { false }
    let stretch = pixelsOfStretch(g, plan, step: ByteDepthwisePlan.packets &* perPacket, capacity)
    var steps = PacketSteps(
      kind: kind, header: header, records: a.packed + recordOffset(g), recordCount: plan.records,
      recordSize: plan.recordSize(g), table: DepthwiseTable(g, columns: columns(g, plan, stretch), capacity, table),
      tapCount: g.taps, quads: plan.quads, filterHeight: g.filterHeight, depth: g.outputDepth, output: a.output,
      outputStride: g.outputDepth &* size, pixels: stretch, pixelSize: g.outputDepth &* size,
      pixelEntries: g.strideWidth, packetEntries: perPacket &* g.strideWidth,
      block: DynamicQuantization.Parameters(scale: 1, zeroPoint: 0),
      shift: header.isByQuads && Tier.unsignedShift != 0 ? 0 : 128, isBounded: isBounded,
      clampsNegatives: header.range.lower >= header.outputOffset, real: memory)
    var padding = a.packed + headerSize
    let imageSize = g.inputHeight &* g.inputWidth &* g.inputDepth
    var batch = rowBegin / g.outputHeight
    var y = rowBegin &- batch &* g.outputHeight
    var row = rowBegin
    while row < rowEnd {
      if y == g.outputHeight {
        y = 0
        batch &+= 1
      }
      if kind == .hybrid, let parameters = a.imageParameters, let rows = a.paddingRows {
        steps.block = parameters[batch]
        padding = rows + batch &* g.inputDepth
      }
      let image = a.input + batch &* imageSize
      let firstTap = y &* g.strideHeight &- g.paddingTop
      var x = 0
      while x < g.outputWidth {
        x = max(0, min(x, g.outputWidth &- stretch))
        steps.output = a.output + (row &* g.outputWidth &+ x) &* steps.pixelSize
        let begin = x &* g.strideWidth &- g.paddingLeft
        steps.table.fill(g, image, padding, y: firstTap, begin: begin)
        if let margins {
          margins.fill(g, image, padding, y: firstTap, begin: begin, pixels: perPacket, steps.table, memory)
          var whole = steps
          whole.depth = Bytes.scalarCount
          whole.outputStride = Bytes.scalarCount
          wideSteps(whole, pixels: ByteDepthwisePlan.packets &* perPacket)
        } else if DepthwiseFours.areShared, header.isByQuads, isBounded, g.strideWidth <= 2, stretch >= 4 {
          fourSteps(steps)
        } else if Tier.hasDepthwiseGroups, header.isByQuads {
          if stretch == 1, kind != .hybrid { singleQuads(steps) } else { quadSteps(steps) }
        } else if !Tier.hasDepthwiseGroups, Bytes.scalarCount > 16, stretch == 1, plan.group == Bytes.scalarCount,
          kind != .hybrid
        {
          singlePixels(steps)
        } else {
          switch plan.group {
          case Bytes.scalarCount: wideSteps(steps, pixels: ByteDepthwisePlan.packets)
          case 32: halfSteps(steps)
          case 16: mediumSteps(steps)
          default: narrowSteps(steps)
          }
        }
        x &+= stretch
      }
      y &+= 1
      row &+= 1
    }
  }

  /// The output pixels of a row that one table serves: all of them if they fit, else whole steps.
  @inline(__always)
  private static func pixelsOfStretch(
    _ g: ConvolutionGeometry, _ plan: ByteDepthwisePlan, step: Int, _ capacity: DepthwiseTable.Capacity
  ) -> Int {
    var pixels = g.outputWidth
    while pixels > step, columns(g, plan, pixels) &* g.filterHeight > capacity.entries {
      pixels = max(step, (pixels &+ 1) / 2)
    }
    return pixels
  }

  /// The table's columns for `pixels` output pixels; packets reach at least a whole step, fours of columns past the last tap.
  @inline(__always)
  private static func columns(_ g: ConvolutionGeometry, _ plan: ByteDepthwisePlan, _ pixels: Int) -> Int {
    let step = ByteDepthwisePlan.packets &* (Bytes.scalarCount / plan.group)
    let columns = DepthwiseTable.columns(g, pixels: max(pixels, step))
    return plan.quads == 0 ? columns : (max(pixels &- step, 0) &* g.strideWidth &+ 4 &* plan.quads &+ 3) & ~3
  }

  @inline(never)
  private static func wideSteps(_ steps: PacketSteps, pixels: Int) {
    packetSteps(group: Bytes.scalarCount, pixels: pixels, steps)
  }

  @inline(never)
  private static func quadSteps(_ steps: PacketSteps) {
    packetSteps(group: Bytes.scalarCount, isByQuads: true, pixels: ByteDepthwisePlan.packets, steps)
  }

  @inline(never)
  private static func singlePixels(_ steps: PacketSteps) {
    packetSteps(group: Bytes.scalarCount, isSingle: true, pixels: 1, steps)
  }

  @inline(never)
  private static func singleQuads(_ steps: PacketSteps) {
    packetSteps(group: Bytes.scalarCount, isByQuads: true, isSingle: true, pixels: 1, steps)
  }

  @inline(never)
  private static func halfSteps(_ steps: PacketSteps) {
    if Bytes.scalarCount > 32 {
      packetSteps(group: 32, pixels: ByteDepthwisePlan.packets &* (Bytes.scalarCount / 32), steps)
    }
  }

  @inline(never)
  private static func mediumSteps(_ steps: PacketSteps) {
    packetSteps(group: 16, pixels: ByteDepthwisePlan.packets &* (Bytes.scalarCount / 16), steps)
  }

  @inline(never)
  private static func narrowSteps(_ steps: PacketSteps) {
    packetSteps(group: 8, pixels: ByteDepthwisePlan.packets &* (Bytes.scalarCount / 8), steps)
  }

  /// All steps, of `pixels` pixels each: a block of channels along the stretch, whose weights stay in the first-level cache.
  /// - Parameter isSingle: the stretch is one pixel. The second packet is not stored, so that the compiler leaves its sums out.
  @inline(__always)
  private static func packetSteps(
    group: Int, isByQuads: Bool = false, isSingle: Bool = false, pixels: Int, _ steps: PacketSteps
  ) {
    let last = max(0, steps.pixels &- pixels)
    var record = steps.records
    var index = 0
    while index < steps.recordCount {
      let channel = max(0, min(index &* group, steps.depth &- group))
      if steps.kind == .hybrid { beginReal(steps.real, record, steps.block, shift: steps.shift) }
      var x = 0
      while true {
        let step = PacketStep(
          entry: steps.table.entries + x &* steps.pixelEntries, output: steps.output + x &* steps.pixelSize,
          lastPixel: steps.pixels &- 1 &- x)
        packetStep(group: group, isByQuads: isByQuads, isSingle: isSingle, steps, step, record, channel)
        if x >= last { break }
        x = min(x &+ pixels, last)
      }
      record += steps.recordSize
      index &+= 1
    }
  }

  /// One packet: `group` bytes from each of the pointers `every` entries apart. Fewer than 8 channels are read one by one.
  @inline(__always)
  private static func packet(
    group: Int, _ depth: Int, _ pointers: UnsafePointer<UnsafeRawPointer>, every: Int, _ channel: Int
  ) -> Bytes {
    if group == Bytes.scalarCount { return pointers[0].lanes(channel, as: Bytes.self) }
    if group == 8, depth < 8 {
      return gatheredPixels(depth, pointers, every: every)
    }
    return joinedBytes(group: group, pointers, every: every, channel)
  }

  /// Pixels of fewer than 8 channels, each with zeros up to 8 bytes. A function of its own, since packets are read in many places.
  @inline(never)
  private static func gatheredPixels(
    _ depth: Int, _ pointers: UnsafePointer<UnsafeRawPointer>, every: Int
  ) -> Bytes {
    /// The bytes of a pixel, by loads that overlap.
    @inline(__always)
    func word(_ pixel: Int) -> Int64 {
      let source = pointers[pixel &* every]
      if depth >= 4 {
        let end = UInt64((source + (depth &- 4)).loadUnaligned(as: UInt32.self))
        return Int64(bitPattern: UInt64(source.loadUnaligned(as: UInt32.self)) | end &<< UInt64(8 &* (depth &- 4)))
      }
      let first = UInt64(source.load(as: UInt8.self))
      if depth == 1 { return Int64(first) }
      let end = UInt64((source + (depth &- 2)).loadUnaligned(as: UInt16.self))
      return Int64(bitPattern: first | end &<< UInt64(8 &* (depth &- 2)))
    }
    // Elements are named: those that a loop indexes would go through memory.
    var words = Longs()
    words[0] = word(0)
    words[1] = word(1)
    if Longs.scalarCount > 2 {
      words[2] = word(2)
      words[3] = word(3)
    }
    if Longs.scalarCount > 4 {
      words[4] = word(4)
      words[5] = word(5)
      words[6] = word(6)
      words[7] = word(7)
    }
    return unsafeBitCast(words, to: Bytes.self)
  }

  /// One step for the channels of one record, from `channel` on.
  @inline(__always)
  private static func packetStep(
    group: Int, isByQuads: Bool, isSingle: Bool, _ steps: PacketSteps, _ step: PacketStep,
    _ record: UnsafeRawPointer, _ channel: Int
  ) {
    let pixels = Bytes.scalarCount / group
    let lanes = Bytes.scalarCount
    let flip = Bytes(repeating: steps.kind.flip)
    var x = PacketSums(steps.kind == .hybrid ? UnsafeRawPointer(steps.real) : record)
    var y = x
    if isByQuads {
      // int8, which groups of signed bytes take as they are.
      let flip = Tier.unsignedShift != 0 ? Bytes() : flip
      addQuads(steps, step, channel, record + 20 &* lanes, flip, &x, &y)
    } else {
      addPairs(group: group, steps, step, channel, record + 20 &* lanes, flip, &x, &y)
    }
    if steps.isBounded {
      if isByQuads {
        x.scale()
        y.scale()
      }
      finish(group: group, isSingle: isSingle, &x, &y, steps, step, record + 4 &* lanes, channel, flip)
    } else if !isSingle, steps.kind == .hybrid {
      finishReal(group: group, x, y, steps, step, record + 8 &* lanes, channel)
    } else {
      finishSlowly(group: group, x, 0, steps, step, record, channel)
      if !isSingle, pixels > 1 || step.lastPixel > 0 {
        finishSlowly(group: group, y, pixels, steps, step, record, channel)
      }
    }
  }

  /// Adds the products of all taps, four columns at a time.
  @inline(__always)
  private static func addQuads(
    _ steps: PacketSteps, _ step: PacketStep, _ channel: Int, _ firstWeights: UnsafeRawPointer, _ flip: Bytes,
    _ x: inout PacketSums, _ y: inout PacketSums
  ) {
    let lanes = Bytes.scalarCount
    var weights = firstWeights
    var line = step.entry
    var fy = 0
    while fy < steps.filterHeight {
      var entry = line
      var quad = 0
      while quad < steps.quads {
        let columns = ByteQuad(
          entry[0].lanes(channel, as: Bytes.self).flipped(flip), entry[1].lanes(channel, as: Bytes.self).flipped(flip),
          entry[2].lanes(channel, as: Bytes.self).flipped(flip), entry[3].lanes(channel, as: Bytes.self).flipped(flip))
        x.add(columns, weights)
        y.add(columns, weights + 4 &* lanes)
        weights += 8 &* lanes
        entry += 4
        quad &+= 1
      }
      line += steps.table.pitch
      fy &+= 1
    }
  }

  /// Adds the products of all taps, two at a time.
  @inline(__always)
  private static func addPairs(
    group: Int, _ steps: PacketSteps, _ step: PacketStep, _ channel: Int, _ firstWeights: UnsafeRawPointer,
    _ flip: Bytes, _ x: inout PacketSums, _ y: inout PacketSums
  ) {
    let depth = steps.depth
    let every = steps.pixelEntries
    let other = steps.packetEntries
    let taps = steps.table.taps
    var weights = firstWeights
    var tap = 1
    while tap < steps.tapCount {
      let a = step.entry + Int(taps[tap &- 1])
      let b = step.entry + Int(taps[tap])
      x.add(
        packet(group: group, depth, a, every: every, channel).flipped(flip),
        packet(group: group, depth, b, every: every, channel).flipped(flip), weights)
      y.add(
        packet(group: group, depth, a + other, every: every, channel).flipped(flip),
        packet(group: group, depth, b + other, every: every, channel).flipped(flip), weights)
      weights += 4 &* Bytes.scalarCount
      tap &+= 2
    }
    if steps.tapCount & 1 == 1 {
      let a = step.entry + Int(taps[tap &- 1])
      let a0 = packet(group: group, depth, a, every: every, channel).flipped(flip)
      x.add(a0, a0, weights)
      let a1 = packet(group: group, depth, a + other, every: every, channel).flipped(flip)
      y.add(a1, a1, weights)
    }
  }

  /// Requantizes and stores two packets.
  @inline(__always)
  private static func finish(
    group: Int, isSingle: Bool, _ x: inout PacketSums, _ y: inout PacketSums, _ steps: PacketSteps,
    _ step: PacketStep, _ factors: UnsafeRawPointer, _ channel: Int, _ flip: Bytes
  ) {
    requantize(&x, &y, factors, steps.header, clampsNegatives: steps.clampsNegatives)
    let raise: Int32 = steps.kind == .signed ? 128 : 0
    let offset = Shorts(repeating: Int16(truncatingIfNeeded: steps.header.outputOffset &+ raise))
    let lower = Bytes(repeating: Int8(truncatingIfNeeded: steps.header.range.lower &+ raise))
    let upper = Bytes(repeating: Int8(truncatingIfNeeded: steps.header.range.upper &+ raise))
    put(group: group, clampedBytes(x.bytes(plus: offset), lower, upper).flipped(flip), 0, steps, step, channel)
    if isSingle { return }
    put(
      group: group, clampedBytes(y.bytes(plus: offset), lower, upper).flipped(flip), Bytes.scalarCount / group, steps,
      step, channel)
  }

  /// Requantizes two packets.
  /// - Parameter clampsNegatives: whether negative sums become the lower bound, however they are rounded.
  @inline(__always)
  static func requantize(
    _ x: inout PacketSums, _ y: inout PacketSums, _ factors: UnsafeRawPointer, _ header: MatrixHeader,
    clampsNegatives: Bool
  ) {
    if Tier.scalesInDoubles, header.scalesInDoubles {
      if clampsNegatives {
        scaleInDoubles(&x, &y, factors, hasNegatives: false)
      } else {
        scaleInDoubles(&x, &y, factors, hasNegatives: true)
      }
    } else if clampsNegatives {
      scale(&x, &y, factors, hasNegatives: false)
    } else if Tier.hasRoundingShifts, header.dividesAll {
      scale(&x, &y, factors, hasNegatives: true, divides: true)
    } else {
      scale(&x, &y, factors, hasNegatives: true)
    }
  }

  /// Requantizes two packets; see `DoubleFactors.apply`.
  @inline(__always)
  private static func scaleInDoubles(
    _ x: inout PacketSums, _ y: inout PacketSums, _ factors: UnsafeRawPointer, hasNegatives: Bool
  ) {
    let size = MemoryLayout<Ints>.size
    @inline(__always)
    func scale(_ vector: Int, _ x: inout Ints, _ y: inout Ints) {
      let doubles = factors + 2 &* vector &* size
      let f = DoubleFactors(doubles, halves: doubles + 8 &* size)
      x = f.apply(x, hasNegatives: hasNegatives)
      y = f.apply(y, hasNegatives: hasNegatives)
    }
    scale(0, &x.v0, &y.v0)
    scale(1, &x.v1, &y.v1)
    scale(2, &x.v2, &y.v2)
    scale(3, &x.v3, &y.v3)
  }

  /// Requantizes two packets; see `BoundedFactors.apply`.
  @inline(__always)
  private static func scale(
    _ x: inout PacketSums, _ y: inout PacketSums, _ factors: UnsafeRawPointer, hasNegatives: Bool,
    divides: Bool = false
  ) {
    let size = MemoryLayout<Ints>.size
    let f0 = BoundedFactors(factors, stride: 4 &* size)
    x.v0 = f0.apply(x.v0, hasNegatives: hasNegatives, divides: divides)
    y.v0 = f0.apply(y.v0, hasNegatives: hasNegatives, divides: divides)
    let f1 = BoundedFactors(factors + size, stride: 4 &* size)
    x.v1 = f1.apply(x.v1, hasNegatives: hasNegatives, divides: divides)
    y.v1 = f1.apply(y.v1, hasNegatives: hasNegatives, divides: divides)
    let f2 = BoundedFactors(factors + 2 &* size, stride: 4 &* size)
    x.v2 = f2.apply(x.v2, hasNegatives: hasNegatives, divides: divides)
    y.v2 = f2.apply(y.v2, hasNegatives: hasNegatives, divides: divides)
    let f3 = BoundedFactors(factors + 3 &* size, stride: 4 &* size)
    x.v3 = f3.apply(x.v3, hasNegatives: hasNegatives, divides: divides)
    y.v3 = f3.apply(y.v3, hasNegatives: hasNegatives, divides: divides)
  }

  /// Stores a packet whose first pixel is `first`.
  @inline(__always)
  private static func put(
    group: Int, _ bytes: Bytes, _ first: Int, _ steps: PacketSteps, _ step: PacketStep, _ channel: Int
  ) {
    let output = step.output + channel
    if group == Bytes.scalarCount {
      if first <= step.lastPixel { output.put(bytes, first &* steps.outputStride) }
      return
    }
    withUnsafeBytes(of: bytes) { buffer in
      guard let source = buffer.baseAddress else { return }
      var pixel = 0
      let pixels = min(Bytes.scalarCount / group, step.lastPixel &+ 1 &- first)
      while pixel < pixels {
        let target = output + (first &+ pixel) &* steps.outputStride
        if group == 32 {
          target.put(source.lanes(32 &* pixel, as: SIMD32<Int8>.self), 0)
        } else if group == 16 {
          target.put(source.lanes(16 &* pixel, as: SIMD16<Int8>.self), 0)
        } else if steps.depth >= 8 {
          target.put(source.lanes(8 &* pixel, as: SIMD8<Int8>.self), 0)
        } else {
          target.put(first: steps.depth, of: source.lanes(8 &* pixel, as: SIMD8<Int8>.self), 0)
        }
        pixel &+= 1
      }
    }
  }

  /// The results that `BoundedFactors` does not cover, byte by byte.
  @inline(never)
  private static func finishSlowly(
    group: Int, _ sums: PacketSums, _ first: Int, _ steps: PacketSteps, _ step: PacketStep,
    _ record: UnsafeRawPointer, _ channel: Int
  ) {
    let lanes = Bytes.scalarCount
    let words = (sums.v0, sums.v1, sums.v2, sums.v3)
    withUnsafeBytes(of: words) {
      var word = 0
      while word < lanes {
        let byte = PacketSums.byte(ofWord: word)
        let factor = record + 4 &* (lanes &+ word)
        let multiplier = QuantizedMultiplier(
          multiplier: factor.load(as: Int32.self), shift: factor.load(fromByteOffset: 4 &* lanes, as: Int32.self))
        let sum = $0.load(fromByteOffset: 4 &* word, as: Int32.self)
        let value = steps.header.range.clamp(multiplier.apply(to: sum) &+ steps.header.outputOffset)
        let pixel = first &+ byte / group
        if byte % group < steps.depth, pixel <= step.lastPixel {
          step.output.storeBytes(
            of: UInt8(truncatingIfNeeded: value),
            toByteOffset: pixel &* steps.outputStride &+ channel &+ byte % group, as: UInt8.self)
        }
        word &+= 1
      }
    }
  }
}

#endif
