import TFLiteKernels

/// The filter of a convolution of groups that computes several neighboring groups as one, so that their channels fill vectors
/// that those of one leave nearly empty, and a tap has longer runs of channels to read. Weights are zeros between different
/// groups: more multiply-adds, in fewer vectors. Zeros times an infinity or NaN are NaN, so that such inputs reach the groups
/// that are computed with theirs.
struct JoinedGroups {
  /// Of the groups alone.
  private let geometry: ConvolutionGeometry
  private let form: WeightedProduct.Form
  /// A byte of a weight that is zero.
  private let zero: UInt8
  /// Groups that are computed as one.
  let count: Int

  /// What joining must gain at least, as a share of the work.
  private static let least = 0.95
  /// Joined groups fill so many vectors at most.
  private static let mostVectors = 2

  /// - Returns: nil where groups alone are faster.
  init?(_ geometry: ConvolutionGeometry, _ form: WeightedProduct.Form, filter: RuntimeTensor, lanes: Int) {
    guard geometry.groups > 1, lanes > 1 else { return nil }
    let (columns, depth) = (geometry.filtersPerGroup, geometry.filterDepth)
    func cost(_ count: Int) -> Double {
      let vectors = (count &* columns &+ lanes &- 1) / lanes
      let tapReading = form.copiesWindows && Self.joined(geometry, count).windowRows > 0 ? 1 : form.tapReading
      let row = geometry.taps &* (count &* depth &+ tapReading) &+ form.finishing
      return Double(vectors &* row) / Double(count)
    }
    var (best, bestCost) = (1, Self.least * cost(1))
    let most = min(geometry.groups, Self.mostVectors &* lanes / columns)
    for count in stride(from: 2, through: most, by: 1) where geometry.groups % count == 0 && cost(count) < bestCost {
      (best, bestCost) = (count, cost(count))
    }
    if best == 1 { return nil }
    self.geometry = geometry
    self.form = form
    count = best
    zero = form == .uint8 ? UInt8(truncatingIfNeeded: filter.quantization?.zeroPoint ?? 0) : 0
  }

  /// The convolution of joined groups.
  var joined: ConvolutionGeometry { Self.joined(geometry, count) }

  private static func joined(_ geometry: ConvolutionGeometry, _ count: Int) -> ConvolutionGeometry {
    var joined = geometry
    joined.groups = geometry.groups / count
    return joined
  }

  private var elementSize: Int { form == .float ? 4 : 1 }

  /// Bytes of room that `spread` needs.
  var roomByteCount: Int {
    let (size, overflow) = (geometry.outputDepth &* geometry.taps &* elementSize).multipliedReportingOverflow(
      by: count &* geometry.filterDepth)
    return overflow ? .max : AlignedMemory.roundedUp(size)
  }

  /// Gives `body` the filter of joined groups, OHWI as `weights`.
  func spread(
    _ weights: UnsafeRawPointer, _ bias: WeightBias?, room: UnsafeMutableRawPointer,
    _ body: (UnsafeRawPointer, WeightBias?) -> Void
  ) {
    let run = geometry.filterDepth &* elementSize
    room.initializeMemory(as: UInt8.self, repeating: zero, count: roomByteCount)
    var (source, target) = (weights, room)
    for channel in 0..<geometry.outputDepth {
      let place = channel / geometry.filtersPerGroup % count &* run
      for _ in 0..<geometry.taps {
        (target + place).copyMemory(from: source, byteCount: run)
        source += run
        target += count &* run
      }
    }
    body(UnsafeRawPointer(room), bias)
  }
}

/// What becomes of a convolution's filter before it is packed.
enum SpreadFilter {
  case blocks(BlockedFilter)
  case groups(JoinedGroups)

  /// - Returns: nil where the filter as it is is fastest.
  init?(_ geometry: ConvolutionGeometry, _ form: WeightedProduct.Form, filter: RuntimeTensor, lanes: Int) {
    if let blocks = BlockedFilter(geometry, form, filter: filter, lanes: lanes) {
      self = .blocks(blocks)
    } else if let groups = JoinedGroups(geometry, form, filter: filter, lanes: lanes) {
      self = .groups(groups)
    } else {
      return nil
    }
  }

  /// The convolution that is computed.
  var geometry: ConvolutionGeometry {
    switch self {
    case .blocks(let blocks): blocks.blocks
    case .groups(let groups): groups.joined
    }
  }

  /// Pixels whose channels are those of one.
  var pixels: Int { if case .blocks(let blocks) = self { blocks.pixels } else { 1 } }

  /// Tells apart what the same filter becomes.
  var variant: [Int] {
    switch self {
    case .blocks(let blocks): [blocks.pixels, 1]
    case .groups(let groups): [1, groups.count]
    }
  }

  /// Bytes of room that `spread` needs.
  var roomByteCount: Int {
    switch self {
    case .blocks(let blocks): blocks.roomByteCount
    case .groups(let groups): groups.roomByteCount
    }
  }

  /// Gives `body` the filter that is computed with, OHWI as `weights`, and its bias.
  func spread(
    _ weights: UnsafeRawPointer, _ bias: WeightBias?, room: UnsafeMutableRawPointer,
    _ body: (UnsafeRawPointer, WeightBias?) -> Void
  ) {
    switch self {
    case .blocks(let blocks): blocks.spread(weights, bias, room: room, body)
    case .groups(let groups): groups.spread(weights, bias, room: room, body)
    }
  }
}
