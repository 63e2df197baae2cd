#if TFLITE_TIER
  import TFLiteKernels
#endif

// Depthwise convolution of bytes by packets, see DepthwiseByte.swift. A step computes two packets: `2 * pixels` output pixels
// of a row, for all channels. The table holds pointers to their inputs, `[tap][pixel]`, or `[row of the filter][column]` for
// the form by fours of columns.

/// Memory for the table.
private struct PointerTable {
  typealias Part = SIMD64<Int>
  var parts: (Part, Part, Part, Part, Part, Part, Part, Part)

  @inline(__always)
  init() {
    let zero = Part()
    parts = (zero, zero, zero, zero, zero, zero, zero, zero)
  }
}

/// Consecutive steps along a row, and what they need beside the table.
private struct PacketSteps {
  var kind: ByteDepthwiseKind
  var header: MatrixHeader
  var records: UnsafeRawPointer
  var recordCount: Int
  var recordSize: Int
  var taps: Int
  /// Fours of columns, in all rows of the filter.
  var quads: Int
  var depth: Int
  /// The first output pixel and the bytes from one to the next.
  var output: UnsafeMutableRawPointer
  var outputStride: Int
  /// The row's last pixel, counted from the first one of the step; pixels past it are computed in vain.
  var lastPixel: Int
  var block: DynamicQuantization.Parameters
  var count: Int
  /// The table's entries that move from step to step, those of taps within the image, and by how many bytes.
  var movingBegin: Int
  var movingEnd: Int
  var distance: Int
}

extension VectorKernels {
  static func runPackets(
    _ a: DepthwiseArguments, _ plan: ByteDepthwisePlan, _ kind: ByteDepthwiseKind, _ rowBegin: Int, _ rowEnd: Int
  ) {
    let g = a.geometry
    let perPacket = Bytes.scalarCount / plan.group
    let pixels = ByteDepthwisePlan.packets &* perPacket
    let size = kind == .hybrid ? 4 : 1
    var steps = PacketSteps(
      kind: kind, header: a.packed.load(as: MatrixHeader.self), records: a.packed + recordOffset(g),
      recordCount: plan.records, recordSize: plan.recordSize(g), taps: g.taps, quads: plan.quads &* g.filterHeight,
      depth: g.outputDepth, output: a.output,
      outputStride: g.outputDepth &* size, lastPixel: 0,
      block: DynamicQuantization.Parameters(scale: 1, zeroPoint: 0), count: 1, movingBegin: 0, movingEnd: 0,
      distance: pixels &* g.strideWidth &* g.inputDepth)
    // Pixels of whole packets that follow each other in memory are read as if they were channels of one.
    let isContiguous =
      plan.group == g.outputDepth && plan.group < Bytes.scalarCount && g.strideWidth == 1 && kind != .hybrid
    let isByQuads = steps.header.isByQuads
    // The last pixel whose taps all lie to the left of the image's right edge.
    let lastInside =
      (g.inputWidth &- 1 &- (g.filterWidth &- 1) &* g.dilationWidth &+ g.paddingLeft) / g.strideWidth
    var padding = a.packed + headerSize
    var memory = PointerTable()
    withUnsafeMutableBytes(of: &memory) { buffer in
      guard let base = buffer.baseAddress else { return }
      let table = base.assumingMemoryBound(to: UnsafeRawPointer.self)
      var row = rowBegin
      while row < rowEnd {
        let batch = row / g.outputHeight
        if kind == .hybrid, let parameters = a.imageParameters, let rows = a.paddingRows {
          steps.block = parameters[batch]
          padding = rows + batch &* g.inputDepth
        }
        let (top, bottom) = rowsInside(g, row)
        var x = 0
        while x < g.outputWidth {
          let first = max(0, min(x, g.outputWidth &- pixels))
          let lastStep = min(lastInside &+ 1, g.outputWidth) &- pixels
          let isInside = first &* g.strideWidth >= g.paddingLeft && first <= lastStep
          steps.count = isInside ? (lastStep &- first) / pixels &+ 1 : 1
          steps.output = a.output + (row &* g.outputWidth &+ first) &* g.outputDepth &* size
          steps.lastPixel = g.outputWidth &- 1 &- first
          if isByQuads {
            let columns = 4 &* plan.quads
            fill(
              g, a.input, padding, row, (top, bottom), first &* g.strideWidth &- g.paddingLeft, columns,
              last: g.filterWidth &+ g.strideWidth &- 1, table)
            steps.movingBegin = top &* columns
            steps.movingEnd = bottom &* columns
            quadSteps(steps, table)
          } else if isInside, isContiguous {
            fill(g, a.input, padding, row, first, ByteDepthwisePlan.packets, every: perPacket, table)
            steps.movingBegin = top &* g.filterWidth &* ByteDepthwisePlan.packets
            steps.movingEnd = bottom &* g.filterWidth &* ByteDepthwisePlan.packets
            var whole = steps
            whole.depth = Bytes.scalarCount
            whole.outputStride = Bytes.scalarCount
            whole.lastPixel = ByteDepthwisePlan.packets &* steps.count
            wideSteps(whole, table)
          } else {
            fill(g, a.input, padding, row, first, pixels, every: 1, table)
            steps.movingBegin = top &* g.filterWidth &* pixels
            steps.movingEnd = bottom &* g.filterWidth &* pixels
            switch plan.group {
            case Bytes.scalarCount: wideSteps(steps, table)
            case 32: halfSteps(steps, table)
            case 16: mediumSteps(steps, table)
            default: narrowSteps(steps, table)
            }
          }
          x = first &+ steps.count &* pixels
        }
        row &+= 1
      }
    }
  }

  /// The filter's rows that lie within the image at output row `row`.
  @inline(__always)
  private static func rowsInside(_ g: ConvolutionGeometry, _ row: Int) -> (Int, Int) {
    let y = row % g.outputHeight &* g.strideHeight &- g.paddingTop
    var begin = 0
    while begin < g.filterHeight, y &+ begin &* g.dilationHeight < 0 { begin &+= 1 }
    var end = g.filterHeight
    while end > begin, y &+ (end &- 1) &* g.dilationHeight >= g.inputHeight { end &-= 1 }
    return (begin, end)
  }

  /// Fills the table with `columns` input columns from `begin` for each row of the filter, of which those from `inside.0` to
  /// `inside.1` lie within the image; columns past `last` repeat it.
  @inline(__always)
  private static func fill(
    _ g: ConvolutionGeometry, _ input: UnsafeRawPointer, _ padding: UnsafeRawPointer, _ row: Int, _ inside: (Int, Int),
    _ begin: Int, _ columns: Int, last: Int, _ table: UnsafeMutablePointer<UnsafeRawPointer>
  ) {
    let batch = row / g.outputHeight
    let y = (row &- batch &* g.outputHeight) &* g.strideHeight &- g.paddingTop
    let image = input + (batch &* g.inputHeight &+ y) &* g.inputWidth &* g.inputDepth
    let pitch = SIMD4<Int>(repeating: g.dilationHeight &* g.inputWidth &* g.inputDepth)
    let outside = SIMD4<Int>(repeating: Int(bitPattern: padding))
    let furthest = SIMD4<Int>(repeating: last)
    var column = 0
    while column < columns {
      let columnsAhead = SIMD4<Int>(repeating: column) &+ SIMD4<Int>(0, 1, 2, 3)
      let x = SIMD4<Int>(repeating: begin) &+ columnsAhead.replacing(with: furthest, where: columnsAhead .> furthest)
      let isOutside = (x .< SIMD4<Int>()) .| (x .>= SIMD4<Int>(repeating: g.inputWidth))
      var lines = SIMD4<Int>(repeating: Int(bitPattern: image)) &+ x &* SIMD4<Int>(repeating: g.inputDepth)
      var entry = UnsafeMutableRawPointer(table + column)
      var fy = 0
      while fy < g.filterHeight {
        let isRow = fy >= inside.0 && fy < inside.1
        entry.put(isRow ? lines.replacing(with: outside, where: isOutside) : outside, 0)
        entry += 8 &* columns
        lines = lines &+ pitch
        fy &+= 1
      }
      column &+= 4
    }
  }

  /// Fills the table for `pixels` pixels from column `x`, `every` columns apart; columns past the row's end are its last.
  @inline(__always)
  private static func fill(
    _ g: ConvolutionGeometry, _ input: UnsafeRawPointer, _ padding: UnsafeRawPointer, _ row: Int, _ x: Int,
    _ pixels: Int, every: Int, _ table: UnsafeMutablePointer<UnsafeRawPointer>
  ) {
    let batch = row / g.outputHeight
    var y = (row &- batch &* g.outputHeight) &* g.strideHeight &- g.paddingTop
    var entry = table
    var fy = 0
    while fy < g.filterHeight {
      let isInside = y >= 0 && y < g.inputHeight
      let line = input + (batch &* g.inputHeight &+ y) &* g.inputWidth &* g.inputDepth
      var fx = 0
      while fx < g.filterWidth {
        var pixel = 0
        while pixel < pixels {
          let column =
            min(x &+ pixel &* every, g.outputWidth &- 1) &* g.strideWidth &- g.paddingLeft &+ fx &* g.dilationWidth
          let isColumn = isInside && column >= 0 && column < g.inputWidth
          entry[pixel] = isColumn ? line + column &* g.inputDepth : padding
          pixel &+= 1
        }
        entry += pixels
        fx &+= 1
      }
      y &+= g.dilationHeight
      fy &+= 1
    }
  }

  @inline(never)
  private static func wideSteps(_ steps: PacketSteps, _ table: UnsafeMutablePointer<UnsafeRawPointer>) {
    packetSteps(group: Bytes.scalarCount, steps, table)
  }

  @inline(never)
  private static func quadSteps(_ steps: PacketSteps, _ table: UnsafeMutablePointer<UnsafeRawPointer>) {
    packetSteps(group: Bytes.scalarCount, isByQuads: true, steps, table)
  }

  @inline(never)
  private static func halfSteps(_ steps: PacketSteps, _ table: UnsafeMutablePointer<UnsafeRawPointer>) {
    #if TFLITE_AVX512
      packetSteps(group: 32, steps, table)
    #endif
  }

  @inline(never)
  private static func mediumSteps(_ steps: PacketSteps, _ table: UnsafeMutablePointer<UnsafeRawPointer>) {
    packetSteps(group: 16, steps, table)
  }

  @inline(never)
  private static func narrowSteps(_ steps: PacketSteps, _ table: UnsafeMutablePointer<UnsafeRawPointer>) {
    packetSteps(group: 8, steps, table)
  }

  @inline(__always)
  private static func packetSteps(
    group: Int, isByQuads: Bool = false, _ steps: PacketSteps, _ table: UnsafeMutablePointer<UnsafeRawPointer>
  ) {
    let pixels = ByteDepthwisePlan.packets &* (Bytes.scalarCount / group)
    var now = steps
    var i = 0
    while true {
      packetStep(group: group, isByQuads: isByQuads, now, table)
      i &+= 1
      if i >= steps.count { return }
      now.output += pixels &* steps.outputStride
      now.lastPixel &-= pixels
      // Steps hold an even number of pixels.
      let target = UnsafeMutableRawPointer(table)
      let distance = SIMD2<Int>(repeating: steps.distance)
      var entry = steps.movingBegin
      while entry < steps.movingEnd {
        target.put(UnsafeRawPointer(target).lanes(8 &* entry, as: SIMD2<Int>.self) &+ distance, 8 &* entry)
        entry &+= 2
      }
    }
  }

  /// One packet: `group` bytes from each of the pointers. Fewer than 8 channels are read one by one.
  @inline(__always)
  private static func packet(
    group: Int, _ depth: Int, _ pointers: UnsafePointer<UnsafeRawPointer>, _ channel: Int
  ) -> Bytes {
    if group == Bytes.scalarCount { return pointers[0].lanes(channel, as: Bytes.self) }
    if group == 8, depth < 8 {
      var result = Bytes()
      var pixel = 0
      while pixel < Bytes.scalarCount / 8 {
        var i = 0
        while i < depth {
          result[8 &* pixel &+ i] = pointers[pixel].load(fromByteOffset: i, as: Int8.self)
          i &+= 1
        }
        pixel &+= 1
      }
      return result
    }
    return joinedBytes(group: group, pointers, channel)
  }

  @inline(__always)
  private static func packetStep(
    group: Int, isByQuads: Bool, _ step: PacketSteps, _ table: UnsafeMutablePointer<UnsafeRawPointer>
  ) {
    let pixels = Bytes.scalarCount / group
    let lanes = Bytes.scalarCount
    let depth = step.depth
    let flip = Bytes(repeating: step.kind.flip)
    var record = step.records
    var index = 0
    while index < step.recordCount {
      let channel = max(0, min(index &* group, depth &- group))
      let isHybrid = step.kind == .hybrid
      var x = PacketSums(record)
      if isHybrid { x.clear() }
      var y = x
      var weights = record + 20 &* lanes
      var entry = UnsafePointer(table)
      if isByQuads {
        var quad = 0
        while quad < step.quads {
          let columns = ByteQuad(
            entry[0].lanes(channel, as: Bytes.self).flipped(flip),
            entry[1].lanes(channel, as: Bytes.self).flipped(flip),
            entry[2].lanes(channel, as: Bytes.self).flipped(flip), entry[3].lanes(channel, as: Bytes.self).flipped(flip)
          )
          x.add(columns, weights)
          y.add(columns, weights + 4 &* lanes)
          weights += 8 &* lanes
          entry += 4
          quad &+= 1
        }
      } else {
        addPairs(group: group, step, table, channel, weights, &x, &y)
      }
      if step.header.factor == .rightShift {
        if isByQuads {
          x.scale()
          y.scale()
        }
        finish(group: group, &x, &y, step, record + 4 &* lanes, channel, flip)
      } else {
        finishSlowly(group: group, x, 0, step, record, channel)
        if pixels > 1 || step.lastPixel > 0 { finishSlowly(group: group, y, pixels, step, record, channel) }
      }
      record += step.recordSize
      index &+= 1
    }
  }

  /// Adds the products of all taps, two at a time.
  @inline(__always)
  private static func addPairs(
    group: Int, _ step: PacketSteps, _ table: UnsafePointer<UnsafeRawPointer>, _ channel: Int,
    _ firstWeights: UnsafeRawPointer, _ x: inout PacketSums, _ y: inout PacketSums
  ) {
    let pixels = Bytes.scalarCount / group
    let depth = step.depth
    let flip = Bytes(repeating: step.kind.flip)
    var weights = firstWeights
    var entry = table
    var tap = 1
    while tap < step.taps {
      let a0 = packet(group: group, depth, entry, channel).flipped(flip)
      let b0 = packet(group: group, depth, entry + 2 &* pixels, channel).flipped(flip)
      x.add(a0, b0, weights)
      let a1 = packet(group: group, depth, entry + pixels, channel).flipped(flip)
      let b1 = packet(group: group, depth, entry + 3 &* pixels, channel).flipped(flip)
      y.add(a1, b1, weights)
      weights += 4 &* Bytes.scalarCount
      entry += 4 &* pixels
      tap &+= 2
    }
    if step.taps & 1 == 1 {
      let a0 = packet(group: group, depth, entry, channel).flipped(flip)
      x.add(a0, a0, weights)
      let a1 = packet(group: group, depth, entry + pixels, channel).flipped(flip)
      y.add(a1, a1, weights)
    }
  }

  /// Requantizes and stores two packets.
  @inline(__always)
  private static func finish(
    group: Int, _ x: inout PacketSums, _ y: inout PacketSums, _ step: PacketSteps,
    _ factors: UnsafeRawPointer, _ channel: Int, _ flip: Bytes
  ) {
    let size = MemoryLayout<Ints>.size
    let f0 = BoundedFactors(factors, stride: 4 &* size)
    x.v0 = f0.apply(x.v0)
    y.v0 = f0.apply(y.v0)
    let f1 = BoundedFactors(factors + size, stride: 4 &* size)
    x.v1 = f1.apply(x.v1)
    y.v1 = f1.apply(y.v1)
    let f2 = BoundedFactors(factors + 2 &* size, stride: 4 &* size)
    x.v2 = f2.apply(x.v2)
    y.v2 = f2.apply(y.v2)
    let f3 = BoundedFactors(factors + 3 &* size, stride: 4 &* size)
    x.v3 = f3.apply(x.v3)
    y.v3 = f3.apply(y.v3)
    let raise: Int32 = step.kind == .signed ? 128 : 0
    let offset = Shorts(repeating: Int16(truncatingIfNeeded: step.header.outputOffset &+ raise))
    let lower = Bytes(repeating: Int8(truncatingIfNeeded: step.header.range.lower &+ raise))
    let upper = Bytes(repeating: Int8(truncatingIfNeeded: step.header.range.upper &+ raise))
    put(group: group, clampedBytes(x.bytes(plus: offset), lower, upper).flipped(flip), 0, step, channel)
    put(
      group: group, clampedBytes(y.bytes(plus: offset), lower, upper).flipped(flip), Bytes.scalarCount / group, step,
      channel)
  }

  /// Stores a packet whose first pixel is `first`.
  @inline(__always)
  private static func put(
    group: Int, _ bytes: Bytes, _ first: Int, _ step: PacketSteps, _ channel: Int
  ) {
    let output = step.output + channel
    if group == Bytes.scalarCount {
      if first <= step.lastPixel { output.put(bytes, first &* step.outputStride) }
      return
    }
    withUnsafeBytes(of: bytes) { buffer in
      guard let source = buffer.baseAddress else { return }
      var pixel = 0
      while pixel < Bytes.scalarCount / group {
        let target = output + min(first &+ pixel, step.lastPixel) &* step.outputStride
        if group == 32 {
          target.put(source.lanes(32 &* pixel, as: SIMD32<Int8>.self), 0)
        } else if group == 16 {
          target.put(source.lanes(16 &* pixel, as: SIMD16<Int8>.self), 0)
        } else if step.depth >= 8 {
          target.put(source.lanes(8 &* pixel, as: SIMD8<Int8>.self), 0)
        } else {
          target.put(first: step.depth, of: source.lanes(8 &* pixel, as: SIMD8<Int8>.self), 0)
        }
        pixel &+= 1
      }
    }
  }

  /// The results that `BoundedFactors` does not cover, byte by byte, and those of hybrid kernels.
  @inline(__always)
  private static func finishSlowly(
    group: Int, _ sums: PacketSums, _ first: Int, _ step: PacketSteps, _ record: UnsafeRawPointer,
    _ channel: Int
  ) {
    if step.kind == .hybrid {
      return finishReal(group: group, sums, first, step, record, channel)
    }
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
        let value = step.header.range.clamp(multiplier.apply(to: sum) &+ step.header.outputOffset)
        let pixel = min(first &+ byte / group, step.lastPixel)
        if byte % group < step.depth {
          step.output.storeBytes(
            of: UInt8(truncatingIfNeeded: value),
            toByteOffset: pixel &* step.outputStride &+ channel &+ byte % group, as: UInt8.self)
        }
        word &+= 1
      }
    }
  }

  @inline(__always)
  private static func finishReal(
    group: Int, _ sums: PacketSums, _ first: Int, _ step: PacketSteps, _ record: UnsafeRawPointer,
    _ channel: Int
  ) {
    finishReal(group: group, 0, sums.v0, first, step, record, channel)
    finishReal(group: group, 1, sums.v1, first, step, record, channel)
    finishReal(group: group, 2, sums.v2, first, step, record, channel)
    finishReal(group: group, 3, sums.v3, first, step, record, channel)
  }

  /// One vector of sums as floats.
  @inline(__always)
  private static func finishReal(
    group: Int, _ vector: Int, _ sum: Ints, _ first: Int, _ step: PacketSteps, _ record: UnsafeRawPointer,
    _ channel: Int
  ) {
    let words = record + vector &* MemoryLayout<Ints>.size
    let y = realResult(sum, words, stride: 4 &* Bytes.scalarCount, step.block, step.header.floatRange)
    withUnsafeBytes(of: y) {
      var part = 0
      while part < lanesPerVector / 4 {
        let byte = 16 &* part &+ 4 &* vector
        let inside = byte & (group &- 1)
        let pixel = min(first &+ byte / group, step.lastPixel)
        let target = step.output + (pixel &* step.outputStride &+ 4 &* (channel &+ inside))
        let four = $0.loadUnaligned(fromByteOffset: 16 &* part, as: SIMD4<Float>.self)
        let count = step.depth &- inside
        if count >= 4 {
          target.put(four, 0)
        } else if count > 0 {
          target.put(first: count, of: four, 0)
        }
        part &+= 1
      }
    }
  }

  /// Sums of unsigned bytes as floats: the weights' sums, scales and biases are `stride` bytes apart.
  @inline(__always)
  static func realResult(
    _ sum: Ints, _ words: UnsafeRawPointer, stride: Int, _ block: DynamicQuantization.Parameters, _ range: FloatRange
  ) -> Floats {
    let centred = sum &- words.lanes(0, as: Ints.self) &* Ints(repeating: block.zeroPoint &+ 128)
    let scale = words.lanes(stride, as: Floats.self) * Floats(repeating: block.scale)
    let real = converted(centred) * scale + words.lanes(2 &* stride, as: Floats.self)
    return real.bounded(Floats(repeating: range.lower), Floats(repeating: range.upper))
  }
}
