import TFLiteRuntime
import TestSupport
import Testing

#if os(Linux) || os(Android)
@Suite struct PageHeapTests {
  private struct Block {
    let start: UnsafeMutableRawPointer
    let count: Int
    let mark: UInt8

    func holds(_ value: UInt8) -> Bool {
      UnsafeRawBufferPointer(start: start, count: count).allSatisfy { $0 == value }
    }
    var bytes: Range<Int> { Int(bitPattern: start)..<Int(bitPattern: start) + count }
  }

  /// Blocks come and go: each is zero when it comes, and nobody else writes to it.
  @Test(arguments: [UInt64](1...8)) func blocks(_ seed: UInt64) throws {
    var g = SeededGenerator(seed: seed)
    let heap = PageHeap()
    heap.expect(Int.random(in: 0...12 << 20, using: &g))
    var blocks: [Block] = []
    for step in 0..<120 {
      if !blocks.isEmpty, Int.random(in: 0..<5, using: &g) < 2 {
        let block = blocks.remove(at: Int.random(in: blocks.indices, using: &g))
        #expect(block.holds(block.mark), "step \(step)")
        heap.release(block.start, block.count)
        continue
      }
      let count = [1, 4096, 40_000, 1 << 20, 3 << 20, 5 << 20 + 1].randomElement(using: &g) ?? 1
      let start = try #require(heap.allocate(count))
      let block = Block(start: start, count: count, mark: UInt8.random(in: 1...255, using: &g))
      #expect(Int(bitPattern: start) % 4096 == 0)
      #expect(block.holds(0), "step \(step)")
      #expect(!blocks.contains { $0.bytes.overlaps(block.bytes) })
      start.initializeMemory(as: UInt8.self, repeating: block.mark, count: count)
      blocks.append(block)
    }
    for block in blocks {
      #expect(block.holds(block.mark))
      heap.release(block.start, block.count)
    }
    #expect(heap.mappedByteCount == 0)
  }

  @Test func spareBlock() throws {
    let heap = PageHeap()
    let first = try #require(heap.allocate(50_000))
    let second = try #require(heap.allocate(70_000))
    second.initializeMemory(as: UInt8.self, repeating: 7, count: 70_000)
    heap.release(second, 70_000)
    // The pages are there still, and are zeroed.
    let again = try #require(heap.allocate(70_000))
    #expect(again == second)
    #expect(Block(start: again, count: 70_000, mark: 0).holds(0))
    heap.release(again, 70_000)
    heap.trim()
    #expect(heap.mappedByteCount > 0)
    heap.release(first, 50_000)
    #expect(heap.mappedByteCount == 0)
  }

  @Test(arguments: [1 << 45, 1 << 46, Int.max]) func tooMuch(_ count: Int) {
    let heap = PageHeap()
    #expect(heap.allocate(count) == nil)
    #expect(heap.mappedByteCount == 0)
  }
}
#endif
