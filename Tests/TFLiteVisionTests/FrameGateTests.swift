import Dispatch
import TFLiteVision
import Testing

@Suite struct FrameGateTests {
  @Test func dropsNewest() {
    let gate = FrameGate<Int>(policy: .dropNewest)
    #expect(gate.offer(1))
    #expect(gate.isBusy)
    #expect(!gate.offer(2))
    #expect(!gate.offer(3))
    #expect(gate.finish() == nil)
    #expect(!gate.isBusy)
    #expect(gate.offer(4))
    #expect(gate.counters == .init(offered: 4, taken: 2, dropped: 2))
  }

  @Test func keepsLatest() {
    let gate = FrameGate<Int>(policy: .latestOnly)
    #expect(gate.offer(1))
    #expect(!gate.offer(2))
    #expect(!gate.offer(3))
    #expect(gate.finish() == 3)
    #expect(gate.isBusy)
    #expect(!gate.offer(4))
    #expect(gate.finish() == 4)
    #expect(gate.finish() == nil)
    #expect(!gate.isBusy)
    #expect(gate.counters == .init(offered: 4, taken: 3, dropped: 1))
  }

  struct Failure: Error, Equatable {}

  @Test(arguments: [FrameGate<Int>.Policy.dropNewest, .latestOnly]) func opensAfterErrors(
    _ policy: FrameGate<Int>.Policy
  ) {
    let gate = FrameGate<Int>(policy: policy)
    #expect(throws: Failure()) {
      try gate.run(1) { _ throws(Failure) in
        #expect(!gate.offer(2))
        throw Failure()
      }
    }
    #expect(!gate.isBusy)
    #expect(gate.counters == .init(offered: 2, taken: 1, dropped: 1))
    #expect(gate.run(3) { _ in })
  }

  @Test(arguments: [FrameGate<Int>.Policy.dropNewest, .latestOnly])
  func letsOneThroughAtATime(_ policy: FrameGate<Int>.Policy) {
    let gate = FrameGate<Int>(policy: policy)
    let inside = FrameGate<Int>(policy: .dropNewest)
    DispatchQueue.concurrentPerform(iterations: 8) { thread in
      for i in 0..<2000 {
        gate.run(thread * 10_000 + i) { frame in
          // A second frame inside at the same time would be refused here.
          #expect(inside.offer(frame))
          _ = inside.finish()
        }
      }
    }
    let counters = gate.counters
    #expect(counters.offered == 16_000)
    #expect(counters.taken + counters.dropped == 16_000)
    #expect(counters.taken == inside.counters.taken)
    #expect(inside.counters.dropped == 0)
    #expect(!gate.isBusy)
  }

  @Test func runsAsynchronously() async throws {
    let gate = FrameGate<Int>(policy: .latestOnly)
    let inside = FrameGate<Int>(policy: .dropNewest)
    await withTaskGroup(of: Void.self) { group in
      for i in 0..<200 {
        group.addTask {
          await gate.run(i) { frame in
            #expect(inside.offer(frame))
            await Task.yield()
            _ = inside.finish()
          }
        }
      }
    }
    #expect(gate.counters.taken + gate.counters.dropped == 200)
    #expect(gate.counters.taken == inside.counters.taken)
    #expect(inside.counters.dropped == 0)
    await #expect(throws: Failure()) { try await gate.run(1) { _ async throws(Failure) in throw Failure() } }
    #expect(!gate.isBusy)
  }
}
