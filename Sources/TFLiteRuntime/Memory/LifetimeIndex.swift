/// The buffers of a memory plan that have their place, found by when they are alive or by where they lie.
///
/// Few of many buffers live at the same time in most graphs, so that looking at all of them for each would take the square of
/// their number.
struct LifetimeIndex {
  /// A buffer that has its place.
  struct Entry {
    var firstUse: Int
    var lastUse: Int
    var offset: Int
    var end: Int
  }

  private let usages: [MemoryPlan.Usage]
  /// The steps at which buffers begin, and the number of each buffer's among them.
  private let steps: [Int]
  private let stepNumbers: [Int]
  /// The number of steps, rounded up to a power of two.
  private let width: Int

  /// Buffers that have their place.
  private var entries: [Entry] = []
  /// A tree over steps: node 1 is its root, node `width + step` a step. A buffer is in the few nodes that make up its life.
  private var nodes: [[Int32]]
  /// The buffers that begin at each step, and which steps have any, 64 in a word.
  private var starts: [[Int32]]
  private var hasStarts: [UInt64]
  /// All of them by offset, in chunks.
  private var chunks: [[Entry]] = []
  private static let longestChunk = 1024

  init(_ usages: [MemoryPlan.Usage]) {
    self.usages = usages
    var steps: [Int] = []
    for step in usages.map({ $0.firstUse }).sorted() where steps.last != step { steps.append(step) }
    self.steps = steps
    var numbers: [Int: Int] = [:]
    numbers.reserveCapacity(steps.count)
    for (number, step) in steps.enumerated() { numbers[step] = number }
    stepNumbers = usages.map { numbers[$0.firstUse] ?? 0 }
    var width = 1
    while width < steps.count { width *= 2 }
    self.width = width
    nodes = [[Int32]](repeating: [], count: 2 * width)
    starts = [[Int32]](repeating: [], count: steps.count)
    hasStarts = [UInt64](repeating: 0, count: (steps.count + 63) / 64)
  }

  /// Forgets all places.
  mutating func removeAll() {
    entries.removeAll(keepingCapacity: true)
    for node in nodes.indices where !nodes[node].isEmpty { nodes[node].removeAll(keepingCapacity: true) }
    for step in starts.indices where !starts[step].isEmpty { starts[step].removeAll(keepingCapacity: true) }
    for word in hasStarts.indices { hasStarts[word] = 0 }
    chunks.removeAll()
  }

  var count: Int { entries.count }

  /// The number of the last step at which a buffer begins and that is not after `step`; -1 for none.
  private func stepNumber(upTo step: Int) -> Int {
    var (start, end) = (0, steps.count)
    while start < end {
      let middle = (start + end) / 2
      if steps[middle] <= step { start = middle + 1 } else { end = middle }
    }
    return start - 1
  }

  mutating func insert(_ usage: Int, _ range: Range<Int>) {
    let entry = Entry(
      firstUse: usages[usage].firstUse, lastUse: usages[usage].lastUse, offset: range.lowerBound, end: range.upperBound)
    let number = Int32(truncatingIfNeeded: entries.count)
    entries.append(entry)
    let step = stepNumbers[usage]
    starts[step].append(number)
    hasStarts[step / 64] |= 1 << UInt64(step % 64)
    var (low, high) = (step + width, stepNumber(upTo: entry.lastUse) + width + 1)
    while low < high {
      if low % 2 == 1 {
        nodes[low].append(number)
        low += 1
      }
      if high % 2 == 1 {
        high -= 1
        nodes[high].append(number)
      }
      low /= 2
      high /= 2
    }
    insertByOffset(entry)
  }

  /// The places of the buffers alive at the same time as `usage`, by offset; nil when these are more than `most`.
  func neighbors(of usage: Int, most: Int) -> [Entry]? {
    var found: [Entry] = []
    func add(_ list: [Int32]) -> Bool {
      for number in list {
        let entry = entries[Int(number)]
        if entry.firstUse > usages[usage].lastUse || usages[usage].firstUse > entry.lastUse { continue }
        if found.count >= most { return false }
        found.append(entry)
      }
      return true
    }
    var node = stepNumbers[usage] + width
    while node >= 1 {
      if !add(nodes[node]) { return nil }
      node /= 2
    }
    var step = stepNumbers[usage] + 1
    let last = stepNumber(upTo: usages[usage].lastUse)
    while step <= last {
      let word = hasStarts[step / 64] >> UInt64(step % 64)
      if word == 0 {
        step = (step / 64 + 1) * 64
        continue
      }
      step += word.trailingZeroBitCount
      if step > last { break }
      if !add(starts[step]) { return nil }
      step += 1
    }
    return found.sorted { $0.offset < $1.offset }
  }

  // MARK: By offset

  private mutating func insertByOffset(_ entry: Entry) {
    let chunk = Self.upperBound(chunks.count) { chunks[$0][0].offset <= entry.offset } - 1
    if chunk < 0 {
      if chunks.isEmpty { chunks.append([entry]) } else { chunks[0].insert(entry, at: 0) }
      return split(0)
    }
    let position = Self.upperBound(chunks[chunk].count) { chunks[chunk][$0].offset <= entry.offset }
    chunks[chunk].insert(entry, at: position)
    split(chunk)
  }

  private mutating func split(_ chunk: Int) {
    if chunks[chunk].count <= Self.longestChunk { return }
    let half = chunks[chunk].count / 2
    chunks.insert(Array(chunks[chunk][half...]), at: chunk + 1)
    chunks[chunk].removeSubrange(half...)
  }

  /// The first index below `count` for which `isBefore` does not hold, which holds for those before it.
  private static func upperBound(_ count: Int, _ isBefore: (Int) -> Bool) -> Int {
    var (start, end) = (0, count)
    while start < end {
      let middle = (start + end) / 2
      if isBefore(middle) { start = middle + 1 } else { end = middle }
    }
    return start
  }

  /// Calls `body` with the places of all buffers alive at the same time as `usage`, by offset.
  func forEachNeighbor(of usage: Int, _ body: (Entry) -> Void) {
    let (firstUse, lastUse) = (usages[usage].firstUse, usages[usage].lastUse)
    for chunk in chunks {
      chunk.withUnsafeBufferPointer { entries in
        for entry in entries where entry.firstUse <= lastUse && firstUse <= entry.lastUse { body(entry) }
      }
    }
  }
}
