#if canImport(Dispatch) && !hasFeature(Embedded)
  import Dispatch
  import Synchronization

  #if canImport(Darwin)
    import Darwin
  #elseif canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #elseif canImport(Android)
    import Android
  #endif

  /// Helpers that wait for the next operator by spinning on an atomic, because waking a thread takes longer than most
  /// operators of a small network. A helper that finds no work for a while sleeps, and later leaves its Dispatch thread.
  ///
  /// What one core has written costs another some hundred to some thousand cycles a cache line, and most operators of a small
  /// network cost little more. So every thread has a line of its own with its part of the job, the only one that it watches,
  /// and keeps it for itself by watching it with an exchange, so that a chunk is taken where it is seen. The invoking thread
  /// writes to nothing but these lines, waits for none of its writes, and looks at others' parts only where they may be
  /// left undone.
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  final class SpinningPool: ThreadPool, @unchecked Sendable {
    /// Room that keeps what stands on both sides of it in cache lines of their own, pairs of which are fetched together.
    private typealias Gap = (
      Int, Int, Int, Int, Int, Int, Int, Int, Int, Int, Int, Int
    )
    private static let gap: Gap = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)

    /// One thread's part of the current job.
    private struct Part: ~Copyable {
      /// The part's chunks that nobody has taken, a bit for each. Who clears a bit runs that chunk; the job lasts until all
      /// its chunks have run, so `context` and `body` are read by those alone that hold a chunk, and never while they change.
      let available = Atomic<UInt64>(0)
      var context = UnsafeRawPointer(RuntimeTensor.nothing)
      var body: ChunkBody = { _, _ in }
      private let gap = SpinningPool.gap
    }

    /// The parts of all threads, the invoking one's first.
    private let parts: UnsafeMutablePointer<Part>
    private let firstGap = SpinningPool.gap
    /// The chunks that helpers have run, of all jobs.
    private let finished = Atomic<Int>(0)
    private let secondGap = SpinningPool.gap
    private let sleepers = Atomic<Int>(0)
    private let helpers = Atomic<Int>(0)
    /// Whether an invocation is under way, so that more work may come soon.
    private let isInvoking = Atomic<Bool>(false)
    private let wake = DispatchSemaphore(value: 0)
    private let queue = DispatchQueue(label: "tflite.workers", qos: .userInitiated, attributes: .concurrent)
    private let helperCount: Int
    private let thirdGap = SpinningPool.gap
    /// What `finished` was when the last job ended. The invoking thread alone uses it.
    private var finishedBefore = 0
    private let fourthGap = SpinningPool.gap

    /// Looks of a helper for work, each some nanoseconds long.
    private static let looks = 1_000
    /// Looks inside an invocation: some tens of microseconds, which operators on one thread may take.
    private static let patientLooks = 15_000
    /// Spins of the invoking thread, until it does what others have not begun, and until it lets other threads run.
    private static let trustingSpins = 1_000
    private static let spins = 4_000
    private static let napMilliseconds = 100

    init(threadCount: Int) {
      helperCount = threadCount - 1
      parts = .allocate(capacity: threadCount)
      for thread in 0..<threadCount { (parts + thread).initialize(to: Part()) }
    }

    deinit {
      parts.deinitialize(count: helperCount + 1)
      parts.deallocate()
    }

    func run(chunks: Int, _ context: UnsafeRawPointer, _ body: @escaping ChunkBody) {
      assert(chunks > 0 && chunks <= mostChunks)
      startHelpers()
      if !isInvoking.load(ordering: .relaxed) { isInvoking.store(true, ordering: .relaxed) }
      // The same part for every job, so that a thread finds what it computed before in its cache. The invoking thread keeps
      // its first chunk to itself: with one chunk for each thread nobody writes to its line.
      let threads = helperCount + 1
      var end = chunks
      var thread = helperCount
      while thread >= 0 {
        let begin = (thread * chunks + helperCount) / threads
        let first = thread > 0 ? begin : 1
        if end > first {
          parts[thread].context = context
          parts[thread].body = body
          let bits: UInt64 = (~0 >> UInt64(64 - (end - first))) << UInt64(first)
          parts[thread].available.store(bits, ordering: .releasing)
        }
        end = begin
        thread -= 1
      }
      wakeSleepers()
      body(context, 0)
      var left = chunks - 1 - runPart(0)
      if chunks > threads { left -= runOthers() }
      var spins = 0
      while finished.load(ordering: .acquiring) &- finishedBefore != left {
        spins += 1
        if spins == Self.trustingSpins { left -= runOthers() }
        if spins > Self.spins { sched_yield() }
      }
      finishedBefore &+= left
    }

    /// Runs the chunks that helpers have not taken, and returns their number.
    private func runOthers() -> Int {
      var count = 0
      for thread in 1..<helperCount + 1 { count += runPart(thread, fromEnd: true) }
      return count
    }

    func rest() { isInvoking.store(false, ordering: .relaxed) }

    /// Runs the chunks left of a thread's part, from the first or the last on, and returns their number.
    private func runPart(_ thread: Int, fromEnd: Bool = false) -> Int {
      let part = parts + thread
      var count = 0
      var left = part.pointee.available.load(ordering: .acquiring)
      while left != 0 {
        let chunk = fromEnd ? 63 - left.leadingZeroBitCount : left.trailingZeroBitCount
        let bit = UInt64(1) << UInt64(chunk)
        let (before, after) = part.pointee.available.bitwiseAnd(~bit, ordering: .acquiringAndReleasing)
        left = after
        if before & bit != 0 {
          part.pointee.body(part.pointee.context, chunk)
          count += 1
          left = part.pointee.available.load(ordering: .acquiring)
        }
      }
      return count
    }

    /// A helper's share of the current job, if there is one: its own part, then what others have left.
    private func takePart(_ thread: Int) -> Bool {
      // Exchanging nothing, which makes the cache line this thread's.
      let bits = parts[thread].available.compareExchange(expected: ~0, desired: ~0, ordering: .relaxed).original
      if bits == 0 { return false }
      var other = thread
      repeat {
        let count = runPart(other, fromEnd: other != thread)
        if count > 0 { finished.add(count, ordering: .releasing) }
        other = other == helperCount ? 0 : other + 1
      } while other != thread
      return true
    }

    private func startHelpers() {
      while true {
        let running = helpers.load(ordering: .relaxed)
        if running >= helperCount { return }
        if helpers.compareExchange(expected: running, desired: running + 1, ordering: .relaxed).exchanged {
          queue.async { [self] in help(thread: running + 1) }
        }
      }
    }

    private func wakeSleepers() {
      // Nothing makes sure that this thread sees a helper that is falling asleep, or that one the chunks: a fence would wait
      // for them to arrive, every time. At worst the invoking thread runs them, and the next job wakes the helper.
      var sleeping = sleepers.load(ordering: .relaxed)
      while sleeping > 0 {
        let (exchanged, original) = sleepers.compareExchange(
          expected: sleeping, desired: 0, ordering: .sequentiallyConsistent)
        if exchanged {
          for _ in 0..<sleeping { wake.signal() }
          return
        }
        sleeping = original
      }
    }

    /// The life of a helper: work, spin, sleep, leave.
    private func help(thread: Int) {
      while true {
        var spins = 0
        while spins < Self.looks || (spins < Self.patientLooks && isInvoking.load(ordering: .relaxed)) {
          if takePart(thread) { spins = 0 } else { spins += 1 }
        }
        sleepers.add(1, ordering: .sequentiallyConsistent)
        atomicMemoryFence(ordering: .sequentiallyConsistent)
        let hasWork = parts[thread].available.load(ordering: .relaxed) != 0
        if hasWork || wake.wait(timeout: .now() + .milliseconds(Self.napMilliseconds)) == .timedOut {
          // Takes its own name off the list; when the list is empty already, the waker has sent a signal to consume.
          if !retractSleeper() { wake.wait() } else if !hasWork { break }
        }
      }
      helpers.subtract(1, ordering: .relaxed)
    }

    private func retractSleeper() -> Bool {
      var sleeping = sleepers.load(ordering: .sequentiallyConsistent)
      while sleeping > 0 {
        let (exchanged, original) = sleepers.compareExchange(
          expected: sleeping, desired: sleeping - 1, ordering: .sequentiallyConsistent)
        if exchanged { return true }
        sleeping = original
      }
      return false
    }
  }

  /// Dispatch's own parallel loop, for systems without atomics in the standard library.
  final class DispatchPool: ThreadPool {
    func run(chunks: Int, _ context: UnsafeRawPointer, _ body: @escaping ChunkBody) {
      nonisolated(unsafe) let context = context
      DispatchQueue.concurrentPerform(iterations: chunks) { body(context, $0) }
    }

    func rest() {}
  }

  func activeProcessorCount() -> Int {
    max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))))
  }
#endif
