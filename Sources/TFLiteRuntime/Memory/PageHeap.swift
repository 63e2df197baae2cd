#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

#if os(Linux) || os(Android)
/// Zeroed memory for large blocks, one behind the other, whose pages the system brings with one call for each block instead of
/// one fault for each page, and as huge pages where they are used as a whole.
package final class PageHeap: @unchecked Sendable {
  static let shared = PageHeap()

  /// Addresses of the system that blocks are taken from.
  private struct Region {
    let start: Int
    let end: Int
    /// What lies behind has not been used since the region, or everything from here on, was released.
    var frontier: Int
    /// Where huge pages have been asked for, as far as they were.
    var hugeEnd: Int
    /// Released blocks below the frontier, by address; no two touch.
    var free: [Range<Int>] = []

    /// The bytes of blocks.
    var used = 0
    var isEmpty: Bool { used == 0 }
    /// No other block is there.
    func isHeld(by block: Range<Int>) -> Bool {
      start <= block.lowerBound && block.lowerBound < end && used == block.count
    }

    init(start: Int, count: Int) {
      self.start = start
      end = start + count
      frontier = start
      hugeEnd = start
    }

    /// The address of `count` bytes that are free and zero, nil when there are none.
    /// - Parameter expected: how many bytes, these among them, are expected to be taken one behind the other.
    mutating func take(_ count: Int, expected: Int) -> Int? {
      if let index = free.firstIndex(where: { $0.count >= count }) {
        used += count
        let start = free[index].lowerBound
        if free[index].count == count {
          free.remove(at: index)
        } else {
          free[index] = start + count..<free[index].upperBound
        }
        return start
      }
      guard count <= end - frontier else { return nil }
      let start = frontier
      used += count
      frontier += count
      askForHugePages(max(hugeEnd, start), min(end, start + max(count, expected)))
      // Very large blocks may never be used as a whole. A system that does not know the call brings pages when they are touched.
      if count <= PageHeap.mostPopulated {
        madvise(UnsafeMutableRawPointer(bitPattern: start), count, PageHeap.populateWrite)
      }
      return start
    }

    /// Asks for huge pages between two addresses, the last one if three quarters of it are needed. Where the system has none,
    /// nothing happens.
    private mutating func askForHugePages(_ begin: Int, _ end: Int) {
      let first = PageHeap.roundedUp(begin, PageHeap.hugePage)
      let count = (end - first + PageHeap.hugePage / 4) / PageHeap.hugePage * PageHeap.hugePage
      guard count > 0 else { return }
      madvise(UnsafeMutableRawPointer(bitPattern: first), count, PageHeap.adviseHuge)
      hugeEnd = first + count
    }

    /// Takes bytes back whose pages the system has.
    mutating func put(_ bytes: Range<Int>) {
      used -= bytes.count
      let next = free.firstIndex { $0.lowerBound > bytes.lowerBound } ?? free.count
      var bytes = bytes
      var replaced = next..<next
      if next > 0, free[next - 1].upperBound == bytes.lowerBound {
        bytes = free[next - 1].lowerBound..<bytes.upperBound
        replaced = next - 1..<next
      }
      if next < free.count, free[next].lowerBound == bytes.upperBound {
        bytes = bytes.lowerBound..<free[next].upperBound
        replaced = replaced.lowerBound..<next + 1
      }
      if bytes.upperBound == frontier {
        frontier = bytes.lowerBound
        free.removeSubrange(replaced)
      } else {
        free.replaceSubrange(replaced, with: CollectionOfOne(bytes))
      }
    }
  }

  package init() {}

  private let lock = Lock()
  // Under `lock`.
  private var regions: [Region] = []
  /// How many bytes more are expected to be asked for.
  private var expected = 0
  /// A released block whose pages are still there: sessions whose shapes change ask for the like of it at once.
  private var spare: Range<Int>?

  /// The size of a huge page where pages have 4 KiB; regions begin and end with one.
  private static let hugePage = 2 << 20
  private static let leastRegion = 64 << 20
  private static let mostExpected = 64 << 30
  private static let longestSpare = 4 << 20
  private static let mostPopulated = 64 << 20
  private static let populateWrite: Int32 = 23  // MADV_POPULATE_WRITE
  private static let adviseHuge: Int32 = 14  // MADV_HUGEPAGE
  private static let page = Int(sysconf(Int32(_SC_PAGESIZE)))

  private static func roundedUp(_ count: Int, _ multiple: Int) -> Int { (count + multiple - 1) & ~(multiple - 1) }

  /// Says that blocks of so many bytes together will soon be asked for, and no others before; they are not held back for that.
  package func expect(_ byteCount: Int) {
    lock.withLock { expected = max(0, min(byteCount, Self.mostExpected)) }
  }

  /// `byteCount` zeroed bytes, more than none, at the beginning of a page; nil when the system has none.
  package func allocate(_ byteCount: Int) -> UnsafeMutableRawPointer? {
    // Sums with addresses fit.
    guard byteCount < 1 << 46 else { return nil }
    let count = Self.roundedUp(byteCount, Self.page)
    return lock.withLock {
      if let spare, spare.count == count {
        self.spare = nil
        let block = UnsafeMutableRawPointer(bitPattern: spare.lowerBound)
        block?.initializeMemory(as: UInt8.self, repeating: 0, count: count)
        return block
      }
      let expected = expected
      self.expected = max(0, expected - count)
      for index in regions.indices {
        if let address = regions[index].take(count, expected: expected) { return .init(bitPattern: address) }
      }
      guard var region = Self.region(max(count, expected, Self.leastRegion)) ?? Self.region(count) else { return nil }
      let address = region.take(count, expected: expected)
      regions.append(region)
      return address.flatMap { .init(bitPattern: $0) }
    }
  }

  /// Takes back what `allocate` has given for `byteCount`.
  package func release(_ block: UnsafeMutableRawPointer, _ byteCount: Int) {
    let start = Int(bitPattern: block)
    let bytes = start..<start + Self.roundedUp(byteCount, Self.page)
    lock.withLock {
      let former = spare
      spare = bytes.count <= Self.longestSpare ? bytes : nil
      if spare == nil { put(bytes) }
      if let former { put(former) }
      // Where nothing else is in use, nothing is kept.
      if let last = spare, regions.allSatisfy({ $0.isHeld(by: last) }) {
        spare = nil
        put(last)
      }
    }
  }

  /// Lets the spare block go.
  package func trim() {
    lock.withLock {
      guard let last = spare else { return }
      spare = nil
      put(last)
    }
  }

  /// Bytes of addresses that the heap has of the system, used or not.
  package var mappedByteCount: Int { lock.withLock { regions.reduce(0) { $0 + $1.end - $1.start } } }

  /// Gives pages back to the system, and their addresses to their region. The lock is held.
  private func put(_ bytes: Range<Int>) {
    guard let index = regions.firstIndex(where: { $0.start <= bytes.lowerBound && bytes.lowerBound < $0.end }) else {
      return
    }
    regions[index].put(bytes)
    if regions[index].isEmpty {
      munmap(UnsafeMutableRawPointer(bitPattern: regions[index].start), regions[index].end - regions[index].start)
      regions.remove(at: index)
    } else {
      madvise(UnsafeMutableRawPointer(bitPattern: bytes.lowerBound), bytes.count, Int32(MADV_DONTNEED))
    }
  }

  /// Addresses for at least `byteCount` bytes; nil when the system has none.
  private static func region(_ byteCount: Int) -> Region? {
    let count = roundedUp(byteCount, hugePage)
    let mapped = count + hugePage
    guard let address = mmap(nil, mapped, PROT_READ | PROT_WRITE, Int32(MAP_PRIVATE | MAP_ANONYMOUS), -1, 0),
      address != MAP_FAILED
    else {
      return nil
    }
    let start = roundedUp(Int(bitPattern: address), hugePage)
    let (before, behind) = (start - Int(bitPattern: address), Int(bitPattern: address) + mapped - start - count)
    if before > 0 { munmap(address, before) }
    if behind > 0 { munmap(UnsafeMutableRawPointer(bitPattern: start + count), behind) }
    return Region(start: start, count: count)
  }
}
#endif
