/// Gives every short-lived buffer an offset in one arena so that buffers alive at the same time never overlap.
///
/// A pure function of the lifetimes:
/// - buffers are placed one after another in several orders (largest first, longest-lived first, earliest first);
/// - each goes into the smallest gap between the already placed buffers that live at the same time and that it fits
///   (best fit), at the lowest offset when no gap is bounded above;
/// - the order that needs the smallest arena wins, the first of equals; no other is tried after one that needs less than a page
///   more than any must.
package struct MemoryPlan: Sendable {
  /// One buffer: it must not be overwritten by others from step `firstUse` to step `lastUse`, both included.
  package struct Usage: Hashable, Sendable {
    /// The size in bytes.
    package var byteCount: Int
    /// The step that writes it first.
    package var firstUse: Int
    /// The last step that reads it.
    package var lastUse: Int

    /// A buffer of known size and life.
    package init(byteCount: Int, firstUse: Int, lastUse: Int) {
      self.byteCount = byteCount
      self.firstUse = firstUse
      self.lastUse = lastUse
    }

    func overlaps(_ other: Usage) -> Bool { firstUse <= other.lastUse && other.firstUse <= lastUse }
  }

  /// The buffers planned for.
  package let usages: [Usage]
  /// The offset of each buffer, in the order of `usages`; multiples of the arena's alignment.
  package let offsets: [Int]
  /// Bytes of the arena.
  package let arenaByteCount: Int
  /// The largest sum of buffers alive at one step: no plan can need less.
  package let lowerBound: Int

  /// Plans `usages`.
  /// - Throws: `outOfMemory` when sizes add up to more than an `Int` holds.
  package init(_ usages: [Usage]) throws(RuntimeError) {
    let sizes = try Self.sizes(usages)
    self.usages = usages
    lowerBound = Self.peak(usages, sizes)

    var best: (offsets: [Int], end: Int) = ([], 0)
    let isFew = usages.count <= Self.fewBuffers
    var index = LifetimeIndex(isFew ? [] : usages)
    for attempt in 0..<3 {
      let order = Self.order(attempt, usages, sizes)
      let placed = isFew ? Self.placeFew(order, usages, sizes) : Self.place(order, sizes, &index)
      if attempt == 0 || placed.end < best.end { best = placed }
      if best.end - lowerBound < Self.page { break }
    }
    offsets = best.offsets
    arenaByteCount = best.end
  }

  /// Less memory than what systems hand out: not worth the time to look for.
  static let page = 4096

  /// What no plan for `usages` can need less than.
  /// - Throws: `outOfMemory` when sizes add up to more than an `Int` holds.
  static func lowerBound(_ usages: [Usage]) throws(RuntimeError) -> Int { peak(usages, try sizes(usages)) }

  /// The sizes of buffers in an arena.
  private static func sizes(_ usages: [Usage]) throws(RuntimeError) -> [Int] {
    var sizes: [Int] = []
    var total = 0
    sizes.reserveCapacity(usages.count)
    for usage in usages {
      guard let size = AlignedMemory.aligned(usage.byteCount), size >= 0 else { throw tooLarge }
      let (sum, overflow) = total.addingReportingOverflow(size)
      if overflow { throw tooLarge }
      total = sum
      sizes.append(size)
    }
    return sizes
  }

  /// The buffers with the largest first, those that live longest, or those that come first.
  private static func order(_ attempt: Int, _ usages: [Usage], _ sizes: [Int]) -> [Int] {
    let indices = Array(usages.indices)
    switch attempt {
    case 0: return indices.sorted { (sizes[$0], usages[$1].firstUse, $1) > (sizes[$1], usages[$0].firstUse, $0) }
    case 1:
      return indices.sorted {
        (usages[$0].lastUse - usages[$0].firstUse, sizes[$0], $1) > (
          usages[$1].lastUse - usages[$1].firstUse, sizes[$1], $0
        )
      }
    default: return indices.sorted { (usages[$0].firstUse, sizes[$1], $0) < (usages[$1].firstUse, sizes[$0], $1) }
    }
  }

  private static var tooLarge: RuntimeError {
    RuntimeError(.outOfMemory, "the sizes of the tensors add up to more than fits an address")
  }

  private static func peak(_ usages: [Usage], _ sizes: [Int]) -> Int {
    var events: [(step: Int, change: Int)] = []
    events.reserveCapacity(2 * usages.count)
    for (usage, size) in zip(usages, sizes) {
      events.append((usage.firstUse, size))
      events.append((usage.lastUse + 1, -size))
    }
    events.sort { ($0.step, $0.change) < ($1.step, $1.change) }
    var live = 0
    var peak = 0
    for event in events {
      live += event.change
      peak = max(peak, live)
    }
    return peak
  }

  /// Buffers of which each is sooner compared with all others than found by an index.
  private static let fewBuffers = 512

  /// Does what `place` does, without an index.
  private static func placeFew(_ order: [Int], _ usages: [Usage], _ sizes: [Int]) -> (offsets: [Int], end: Int) {
    var offsets = [Int](repeating: 0, count: sizes.count)
    var end = 0
    // The buffers that have their place, by offset.
    var placed: [LifetimeIndex.Entry] = []
    placed.reserveCapacity(order.count)
    for usage in order where sizes[usage] > 0 {
      let (size, firstUse, lastUse) = (sizes[usage], usages[usage].firstUse, usages[usage].lastUse)
      var bestOffset = -1
      var bestGap = Int.max
      var frontier = 0
      for entry in placed where entry.firstUse <= lastUse && firstUse <= entry.lastUse {
        let gap = entry.offset - frontier
        if gap >= size, gap < bestGap { (bestGap, bestOffset) = (gap, frontier) }
        frontier = max(frontier, entry.end)
      }
      let offset = bestOffset >= 0 ? bestOffset : frontier
      offsets[usage] = offset
      end = max(end, offset + size)
      var position = placed.count
      while position > 0, placed[position - 1].offset > offset { position -= 1 }
      placed.insert(
        .init(firstUse: firstUse, lastUse: lastUse, offset: offset, end: offset + size), at: position)
    }
    return (offsets, end)
  }

  /// Looks at buffers alive at the same time in all for one order: where more live together, they lie one behind the other.
  private static let mostLooks = 1 << 27

  private static func place(
    _ order: [Int], _ sizes: [Int], _ index: inout LifetimeIndex
  ) -> (offsets: [Int], end: Int) {
    var offsets = [Int](repeating: 0, count: sizes.count)
    var end = 0
    var looks = 0
    index.removeAll()
    for usage in order where sizes[usage] > 0 {
      let size = sizes[usage]
      var bestOffset: Int?
      var bestGap = Int.max
      var frontier = 0
      func pass(_ entry: LifetimeIndex.Entry) {
        let gap = entry.offset - frontier
        if gap >= size, gap < bestGap {
          bestGap = gap
          bestOffset = frontier
        }
        frontier = max(frontier, entry.end)
      }
      if let neighbors = index.neighbors(of: usage, most: 16 + index.count / 32) {
        for entry in neighbors { pass(entry) }
      } else if looks < mostLooks {
        looks += index.count
        index.forEachNeighbor(of: usage, pass)
      } else {
        frontier = end
      }
      let offset = bestOffset ?? frontier
      offsets[usage] = offset
      end = max(end, offset + size)
      index.insert(usage, offset..<offset + size)
    }
    return (offsets, end)
  }
}
