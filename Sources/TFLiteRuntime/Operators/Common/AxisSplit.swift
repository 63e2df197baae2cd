/// Copies between one tensor and several that divide it along an axis: what CONCATENATION, SPLIT, SPLIT_V, PACK and
/// UNPACK have in common.
struct AxisSplit {
  /// One copy for each part, in order.
  let copies: [StridedCopy]

  enum Direction {
    case partsToWhole
    case wholeToParts
  }

  /// - Parameter counts: the extent of each part along the axis; their sum is the extent of the whole.
  init(_ type: ElementType, outer: Int, counts: [Int], inner: Int, _ direction: Direction) {
    var total = 0
    for count in counts { total &+= count &* inner }
    var copies: [StridedCopy] = []
    copies.reserveCapacity(counts.count)
    var offset = 0
    for count in counts {
      let run = count &* inner
      switch direction {
      case .partsToWhole:
        copies.append(
          StridedCopy(
            type, extents: [outer, run], source: [run, 1], destination: [total, 1], destinationOffset: offset))
      case .wholeToParts:
        copies.append(
          StridedCopy(type, extents: [outer, run], source: [total, 1], destination: [run, 1], sourceOffset: offset))
      }
      offset &+= run
    }
    self.copies = copies
  }
}
