import TFLiteRuntime

extension OperatorMatching {
  /// The best pairs, in order, of operators that names leave over.
  struct Alignment {
    /// The reference's operator and the candidate's.
    private(set) var pairs: [(Int, Int)] = []

    private let left: Side
    private let right: Side
    /// The reference's operator for one of the candidate.
    private let known: [Int: Int]
    private let leftParts: [Int: Set<String>]
    private let rightParts: [Int: Set<String>]
    private let leftSources: [Int: [Int]]
    private let rightSources: [Int: [Int]]

    init(_ left: Side, _ right: Side, _ known: [Int: Int]) {
      (self.left, self.right, self.known) = (left, right, known)
      let taken = Set(known.values)
      let mine = left.working.filter { !taken.contains($0) }
      let its = right.working.filter { known[$0] == nil }
      leftParts = Dictionary(uniqueKeysWithValues: mine.map { ($0, TensorNames.parts(left.name($0))) })
      rightParts = Dictionary(uniqueKeysWithValues: its.map { ($0, TensorNames.parts(right.name($0))) })
      leftSources = Dictionary(uniqueKeysWithValues: mine.map { ($0, left.sources($0)) })
      rightSources = Dictionary(uniqueKeysWithValues: its.map { ($0, right.sources($0)) })
      // Between two named pairs in order, only what lies between them on both sides can be the same.
      let anchors = Self.increasing(known.map { ($0.value, $0.key) }.sorted { $0 < $1 })
      var bounds = anchors + [(Int.max, Int.max)]
      var (first, second) = (mine[...], its[...])
      while !bounds.isEmpty {
        let bound = bounds.removeFirst()
        let one = first.prefix { $0 < bound.0 }
        let other = second.prefix { $0 < bound.1 }
        first = first.dropFirst(one.count)
        second = second.dropFirst(other.count)
        align(Array(one), Array(other))
      }
    }

    /// The longest choice of `pairs`, sorted by their first, whose second increase too.
    private static func increasing(_ pairs: [(Int, Int)]) -> [(Int, Int)] {
      var ends: [Int] = []
      var before = [Int](repeating: -1, count: pairs.count)
      for (index, pair) in pairs.enumerated() {
        var (low, high) = (0, ends.count)
        while low < high {
          let middle = (low + high) / 2
          if pairs[ends[middle]].1 < pair.1 { low = middle + 1 } else { high = middle }
        }
        before[index] = low > 0 ? ends[low - 1] : -1
        if low == ends.count { ends.append(index) } else { ends[low] = index }
      }
      var chosen: [(Int, Int)] = []
      var index = ends.last ?? -1
      while index >= 0 {
        chosen.append(pairs[index])
        index = before[index]
      }
      return chosen.reversed()
    }

    /// Needleman and Wunsch's alignment, gaps for nothing.
    private mutating func align(_ mine: [Int], _ its: [Int]) {
      // Two sides of thousands without a name in common would take more memory than an answer is worth.
      if mine.isEmpty || its.isEmpty || mine.count * its.count > 64 << 20 { return }
      let width = its.count + 1
      var best = [Int32](repeating: 0, count: width)
      var moves = [UInt8](repeating: 0, count: (mine.count + 1) * width)
      for (row, one) in mine.enumerated() {
        var diagonal: Int32 = 0
        for (column, other) in its.enumerated() {
          let above = best[column + 1]
          let score = score(one, other)
          let joined = score > 0 ? diagonal + score : -1
          let move: UInt8
          if joined > above, joined > best[column] {
            (best[column + 1], move) = (joined, 1)
          } else if above >= best[column] {
            move = 2
          } else {
            (best[column + 1], move) = (best[column], 3)
          }
          diagonal = above
          moves[(row + 1) * width + column + 1] = move
        }
      }
      var (row, column) = (mine.count, its.count)
      while row > 0, column > 0 {
        switch moves[row * width + column] {
        case 1:
          pairs.append((mine[row - 1], its[column - 1]))
          (row, column) = (row - 1, column - 1)
        case 2: row -= 1
        default: column -= 1
        }
      }
    }

    /// How much speaks for a pair, 0 where it cannot be one.
    private func score(_ one: Int, _ other: Int) -> Int32 {
      let (mine, its) = (left.graph.operators[one], right.graph.operators[other])
      let (shape, otherShape) = (left.shape(one), right.shape(other))
      guard shape.reduce(1, *) == otherShape.reduce(1, *) else { return 0 }
      let isSame = mine.name == its.name
      if !isSame, Self.family(mine.name) != Self.family(its.name) { return 0 }
      var score: Int32 = isSame ? 4 : 2
      if shape == otherShape { score += 2 }
      if leftParts[one]?.isDisjoint(with: rightParts[other] ?? []) == false { score += 4 }
      let sources = leftSources[one] ?? []
      score += 2 * Int32((rightSources[other] ?? []).count { source in known[source].map(sources.contains) == true })
      return score
    }

    /// Operators that conversions put in each other's place.
    private static func family(_ name: String) -> String {
      switch name {
      case "FULLY_CONNECTED", "BATCH_MATMUL", "CONV_2D", "DEPTHWISE_CONV_2D": "product"
      case "MEAN", "AVERAGE_POOL_2D", "SUM": "mean"
      case "RELU", "RELU6", "RELU_N1_TO_1", "RELU_0_TO_1", "MAXIMUM", "MINIMUM": "clamp"
      case "RESHAPE", "SQUEEZE", "EXPAND_DIMS": "reshape"
      case "PAD", "PADV2", "MIRROR_PAD": "pad"
      default: name
      }
    }
  }
}
