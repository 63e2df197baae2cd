#if !TFLITE_TIER || (TFLITE_X86 && arch(x86_64)) || (TFLITE_ARM && arch(arm64))

#if TFLITE_TIER
import TFLiteKernels
#endif

// The forms of a depthwise convolution of bytes, see DepthwiseByte.swift.

/// How a depthwise convolution of bytes is computed. It does not depend on the image's extents, for which packed weights are
/// the same.
struct ByteDepthwisePlan {
  /// Channels of one pixel in a packet, 0 for the form that broadcasts.
  var group: Int
  /// Output channels of a record.
  var lanes: Int
  /// Records: blocks of channels, or blocks of outputs for each input channel.
  var records: Int
  /// Pairs of taps.
  var pairs: Int
  /// Fours of columns that two neighboring pixels' taps in one row of the filter take, 0 where the form by fours cannot be.
  var quads = 0

  /// What eight pixels' bytes cost in packets, as `Threshold.PacketCost` counts.
  var cost = Int.max
  /// Packets of one step.
  static var packets: Int { 2 }

  @inline(__always)
  init(_ g: ConvolutionGeometry) {
    pairs = (g.taps &+ 1) / 2
    let width = Bytes.scalarCount
    let depth = g.outputDepth
    group = 0
    if g.depthMultiplier == 1 {
      // Wide groups read fastest, but their last one overlaps the one before.
      group = 8
      var least = (depth &+ 7) / 8 &* 16
      var wide = 16
      while wide <= min(width, depth) {
        let cost = (depth &+ wide &- 1) / wide &* wide / 8 &* Self.cost(group: wide, g)
        if cost <= least {
          group = wide
          least = cost
        }
        wide &*= 2
      }
      if !DepthwiseTable.fits(g, pixels: Self.packets &* (width / group)) { group = depth >= width ? width : 0 }
      if group > 0, !DepthwiseTable.fits(g, pixels: Self.packets &* (width / group)) { group = 0 }
    }
    if group > 0 {
      cost = (depth &+ group &- 1) / group &* group &* Self.cost(group: group, g)
      lanes = width
      records = (depth &+ group &- 1) / group
      if Tier.hasDepthwiseGroups, group == width, g.strideWidth <= 2, g.dilationWidth == 1 {
        quads = (g.filterWidth &+ g.strideWidth &+ 3) / 4
        if 4 &* quads &* g.filterHeight > DepthwiseTable.Capacity.large.entries { quads = 0 }
      }
    } else {
      lanes = lanesPerVector
      records = g.inputDepth &* ((g.depthMultiplier &+ lanes &- 1) / lanes)
    }
  }

  /// What a byte of a packet costs.
  @inline(__always)
  private static func cost(group: Int, _ g: ConvolutionGeometry) -> Int {
    typealias Cost = Threshold.PacketCost
    if group < Bytes.scalarCount { return group < 32 ? Cost.narrow : Cost.half }
    return Tier.hasDepthwiseGroups && g.strideWidth == 1 && g.dilationWidth == 1 ? Cost.wholeByGroups : Cost.whole
  }

  /// The bytes of a record before its weights.
  var headSize: Int { 20 &* lanes }
  /// The bytes of a record, its weights in either form.
  @inline(__always)
  func recordSize(_ g: ConvolutionGeometry) -> Int {
    (20 &+ max(4 &* pairs, 8 &* quads &* g.filterHeight)) &* lanes
  }

  /// The first channel of a block; the last one overlaps the one before.
  @inline(__always)
  func firstChannel(_ record: Int, depth: Int) -> Int { max(0, min(record &* group, depth &- group)) }

  /// The output channel of a record's word, -1 for none.
  @inline(__always)
  func channel(_ record: Int, _ word: Int, _ g: ConvolutionGeometry) -> Int {
    if group > 0 {
      let channel = PacketSums.byte(ofWord: word) & (group &- 1)
      return channel < g.outputDepth ? firstChannel(record, depth: g.outputDepth) &+ channel : -1
    }
    let blocks = records / g.inputDepth
    let output = record % blocks &* lanes &+ word
    return output < g.depthMultiplier ? record / blocks &* g.depthMultiplier &+ output : -1
  }
}

/// The form by runs. As the plan, it does not depend on the image's extents.
struct ByteDepthwiseRuns {
  /// Registers until the same channels stand in one again; each has a record.
  let phases: Int
  /// Whether two output rows share groups of input rows: where windows move down by one row.
  let sharesRows: Bool
  /// Groups of input rows that an output row takes, or two that share them.
  let groups: Int
  /// The pixels of a stretch, whole phases of them.
  let pixels: Int
  /// Padded input rows in memory, which two output rows take, and the bytes from one to the next.
  let rows: Int
  let pitch: Int
  /// The bytes from one part of a row to the next: where windows move by two columns, even and odd ones are parts of their own.
  let partPitch: Int

  /// Bytes for padded rows.
  static var rowCapacity: Int { 16 * 1024 }
  /// Input rows that are interleaved: four where the processor multiplies groups of four bytes, else two.
  static var rowsOfGroup: Int { Tier.hasDepthwiseGroups ? 4 : 2 }
  static var mostRows: Int { 16 }
  private static var mostPhases: Int { 16 }
  /// Bytes of records, which two output rows read.
  private static var recordCapacity: Int { 112 * 1024 }

  /// Nil where windows are not of this form, where rows do not fit, or packets are as fast.
  @inline(__always)
  init?(_ g: ConvolutionGeometry, _ plan: ByteDepthwisePlan, isHybrid: Bool) {
    let lanes = Bytes.scalarCount
    let depth = g.outputDepth
    guard g.depthMultiplier == 1, g.dilationWidth == 1, g.dilationHeight == 1, depth & (lanes &- 1) != 0,
      g.strideWidth <= 2, g.strideHeight <= 2, g.filterHeight <= Self.mostRows, g.filterWidth <= 64
    else { return nil }
    // Short registers of more channels compute little in vain, and four pixels at a time by packets. Wide packets also gain where
    // windows move by two columns, or rows that nothing shares: only narrow ones are slow to gather.
    if lanes == 16, depth > lanes { return nil }
    if g.strideWidth > 1 || g.strideHeight > 1, plan.group > 8 { return nil }
    // Pixels of whole packets that move by one column are read as runs already, except by hybrid kernels.
    if plan.group == depth, g.strideWidth == 1, !isHybrid { return nil }
    let common = min(lanes, depth & (0 &- depth))
    phases = depth / common
    sharesRows = g.strideHeight == 1
    let together = sharesRows ? g.filterHeight &+ 1 : g.filterHeight
    groups = (together &+ Self.rowsOfGroup &- 1) / Self.rowsOfGroup
    rows = g.filterHeight &+ g.strideHeight
    let mostRows = groups &* Self.rowsOfGroup &+ (sharesRows ? 0 : g.strideHeight)
    guard phases <= Self.mostPhases, max(rows, mostRows) <= Self.mostRows else { return nil }
    pitch = Self.rowCapacity / rows & ~63
    partPitch = pitch / g.strideWidth
    let unit = lanes / common
    pixels = ((partPitch &- lanes) / depth &- (g.filterWidth &- 1) / g.strideWidth) / unit &* unit
    guard pixels > 0, phases &* recordSize(g) <= Self.recordCapacity else { return nil }
    typealias Cost = Threshold.PacketCost
    // Costs are those of 3x3 filters. Of others, groups of rows and fours of columns may compute more in vain, or less.
    let usual = (3 &+ Self.rowsOfGroup) / Self.rowsOfGroup &* 3
    let whole = Tier.hasDepthwiseGroups ? Cost.wholeByGroups : Cost.whole
    let cost = depth &* whole &* 9 &* groups &* g.filterWidth / usual
    let packets = plan.cost &* (plan.quads > 0 ? 3 &* plan.quads &* g.filterHeight : g.taps)
    if plan.group > 0, cost &+ cost / 8 >= packets { return nil }
  }

  /// The bytes of a record.
  @inline(__always)
  func recordSize(_ g: ConvolutionGeometry) -> Int {
    (20 &+ (sharesRows ? 8 : 4) &* groups &* g.filterWidth) &* Bytes.scalarCount
  }

  /// Whether weights were packed in this form.
  @inline(__always)
  static func isForm(of header: MatrixHeader, _ kind: ByteDepthwiseKind) -> Bool {
    if Tier.hasDepthwiseGroups { return header.isByQuads }
    if case .rightShift = header.factor { return true }
    return kind == .hybrid
  }

  /// The output channel of a record's word.
  @inline(__always)
  func channel(_ phase: Int, _ word: Int, _ g: ConvolutionGeometry) -> Int {
    (phase &* Bytes.scalarCount &+ PacketSums.byte(ofWord: word)) % g.outputDepth
  }
}

/// The types of a depthwise convolution of bytes.
enum ByteDepthwiseKind {
  case signed
  case unsigned
  case hybrid

  /// What turns an input byte into an unsigned one, and a result back.
  @inline(__always)
  var flip: Int8 { self == .unsigned ? 0 : -128 }
}

#endif
