/// An output that is, or holds, the content of an input, so that one may lie inside the other.
struct Placement {
  /// Which of the two lies in the other.
  enum Part {
    case input
    case output
  }

  let input: Int
  let output: Int
  let part: Part
  /// Bytes from the start of the other one.
  let offset: Int
}

/// What an operator has stated while preparing, besides the shapes of its outputs.
struct Statements {
  /// Bytes of each scratch request.
  var scratchSizes: [Int] = []
  /// Pairs of output and input that may share memory.
  var inPlace: [(output: Int, input: Int)] = []
  /// Operands that may lie inside others.
  private(set) var placements: [Placement] = []
  /// The shape of an output depends on data.
  var hasDynamicOutput = false
  /// The outputs depend on shapes and constants only.
  var dependsOnShapesOnly = false

  mutating func add(_ placement: Placement) { placements.append(placement) }

  /// Forgets everything but the room that lists have.
  mutating func removeAll() {
    scratchSizes.removeAll(keepingCapacity: true)
    inPlace.removeAll(keepingCapacity: true)
    placements.removeAll(keepingCapacity: true)
    hasDynamicOutput = false
    dependsOnShapesOnly = false
  }

  /// Puts placements in the order of outputs, as `placements(ofOutput:)` expects them.
  mutating func sortPlacements() {
    let isSorted = zip(placements, placements.dropFirst()).allSatisfy { $0.output <= $1.output }
    if isSorted { return }
    placements = placements.enumerated().sorted { ($0.element.output, $0.offset) < ($1.element.output, $1.offset) }
      .map { $0.element }
  }

  /// How output `position` may lie inside inputs, or inputs inside it.
  func placements(ofOutput position: Int) -> ArraySlice<Placement> {
    var (start, end) = (0, placements.count)
    while start < end {
      let middle = (start + end) / 2
      if placements[middle].output < position { start = middle + 1 } else { end = middle }
    }
    end = start
    while end < placements.count, placements[end].output == position { end += 1 }
    return placements[start..<end]
  }
}
