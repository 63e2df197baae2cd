/// Copies between one tensor and several that divide it along an axis: what CONCATENATION, SPLIT, SPLIT_V, PACK and
/// UNPACK have in common.
final class AxisSplit {
  /// One copy for each part, in order.
  let copies: [StridedCopy]
  /// The same for execution: reading them counts no references.
  private let steps: UnsafeMutablePointer<Unmanaged<StridedCopy>>

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
    steps = .allocate(capacity: max(1, copies.count))
    for (number, copy) in copies.enumerated() { (steps + number).initialize(to: .passUnretained(copy)) }
  }

  deinit { steps.deallocate() }

  /// Copies the inputs to their places in output 0.
  func join(_ context: ExecuteContext) {
    let whole = context.output(0).data
    for number in 0..<copies.count {
      let part = UnsafeRawPointer(context.input(number).data)
      steps[number]._withUnsafeGuaranteedRef { $0.run(context, from: part, to: whole) }
    }
  }

  /// Copies the parts of input `input` to the outputs.
  func split(_ context: ExecuteContext, input: Int) {
    let whole = UnsafeRawPointer(context.input(input).data)
    for number in 0..<copies.count {
      let part = context.output(number).data
      steps[number]._withUnsafeGuaranteedRef { $0.run(context, from: whole, to: part) }
    }
  }
}
