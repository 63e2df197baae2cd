/// Positions in a list, of operators or of tensors, in ascending order: a bit for each up to the last one.
///
/// A `Set<Int>` hashes, and for the first one of a process the type of its memory is looked up by name, which takes more than a
/// tenth of a millisecond.
package struct PositionSet: Sequence {
  private var words: [UInt64] = []

  package init() {}

  package init(_ positions: some Sequence<Int>) { formUnion(positions) }

  package var isEmpty: Bool { words.allSatisfy { $0 == 0 } }

  /// - Parameter position: any number; none below 0 is in a set.
  package func contains(_ position: Int) -> Bool {
    let word = position >> 6
    return words.indices.contains(word) && words[word] >> UInt64(position & 63) & 1 == 1
  }

  /// - Parameter position: not negative.
  package mutating func insert(_ position: Int) {
    let word = position >> 6
    if word >= words.count { words += repeatElement(0, count: word + 1 - words.count) }
    words[word] |= 1 << UInt64(position & 63)
  }

  package mutating func formUnion(_ positions: some Sequence<Int>) {
    for position in positions { insert(position) }
  }

  package struct Iterator: IteratorProtocol {
    fileprivate let words: [UInt64]
    fileprivate var position = 0

    package mutating func next() -> Int? {
      var word = position >> 6
      guard word < words.count else { return nil }
      var bits = words[word] & ~0 << UInt64(position & 63)
      while bits == 0 {
        word += 1
        guard word < words.count else {
          position = words.count << 6
          return nil
        }
        bits = words[word]
      }
      let found = word << 6 + bits.trailingZeroBitCount
      position = found + 1
      return found
    }
  }

  package func makeIterator() -> Iterator { Iterator(words: words) }
}
