/// The tensors that share one usage of a memory plan, found by where they lie.
///
/// They are many where operators in a row write to the place of what they read, or where one tensor is made of many.
struct ResidentIndex {
  /// What keeping a tensor means for those who want its place.
  enum Verdict {
    /// It must not be overwritten.
    case needed
    /// It may be overwritten.
    case unneeded
    /// It may be, from now on: nobody will ask again.
    case gone
  }

  private struct Resident {
    var tensor: Int
    var offset: Int
    var byteCount: Int
  }

  /// Tensors by offset, those of about the same size together: a list holds sizes with as many bits.
  private var lists: [(bits: Int, residents: [Resident])] = []

  mutating func insert(_ tensor: Int, offset: Int, byteCount: Int) {
    let bits = Self.bits(byteCount)
    let resident = Resident(tensor: tensor, offset: offset, byteCount: byteCount)
    guard let list = lists.firstIndex(where: { $0.bits == bits }) else {
      lists.append((bits, [resident]))
      return
    }
    let position = Self.position(of: offset + 1, in: lists[list].residents)
    lists[list].residents.insert(resident, at: position)
  }

  private static func bits(_ byteCount: Int) -> Int { Int.bitWidth - byteCount.leadingZeroBitCount }

  /// The number of the first resident from `offset` on.
  private static func position(of offset: Int, in residents: [Resident]) -> Int {
    var (start, end) = (0, residents.count)
    while start < end {
      let middle = (start + end) / 2
      if residents[middle].offset < offset { start = middle + 1 } else { end = middle }
    }
    return start
  }

  /// Whether no tensor with bytes in `range` is needed. Those that are gone are not looked at again.
  mutating func isFree(_ range: Range<Int>, _ verdict: (Int) -> Verdict) -> Bool {
    for list in lists.indices {
      let longest = lists[list].bits >= Int.bitWidth - 2 ? Int.max >> 1 : 1 << lists[list].bits
      var position = Self.position(of: max(range.lowerBound - longest, 0), in: lists[list].residents)
      var kept = position
      var isFree = true
      while isFree, position < lists[list].residents.count {
        let resident = lists[list].residents[position]
        if resident.offset >= range.upperBound { break }
        var isGone = false
        if range.lowerBound < resident.offset + resident.byteCount {
          switch verdict(resident.tensor) {
          case .needed: isFree = false
          case .unneeded: break
          case .gone: isGone = true
          }
        }
        if !isGone {
          lists[list].residents[kept] = resident
          kept += 1
        }
        position += 1
      }
      lists[list].residents.removeSubrange(kept..<position)
      if !isFree { return false }
    }
    return true
  }
}
