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
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  final class SpinningPool: ThreadPool, @unchecked Sendable {
    // What threads wait on, what they count and what the job is stand in cache lines of their own.
    private typealias Line = (Int, Int, Int, Int, Int, Int, Int, Int)
    private static let emptyLine: Line = (0, 0, 0, 0, 0, 0, 0, 0)

    private let firstGap = SpinningPool.emptyLine
    /// The chunks of the current job that nobody has taken, a bit for each. Who clears a bit runs that chunk; the job lasts
    /// until all its chunks have run, so `context` and `body` are read by those alone that hold a chunk of it, and never
    /// while they change.
    private let available = Atomic<UInt64>(0)
    private let secondGap = SpinningPool.emptyLine
    private let finished = Atomic<Int>(0)
    private let thirdGap = SpinningPool.emptyLine
    private var context = UnsafeRawPointer(RuntimeTensor.nothing)
    private var body: ChunkBody = { _, _ in }
    /// The chunks of the current job, by which threads find their own part; a stale number finds another chunk, no wrong one.
    private let chunkCount = Atomic<Int>(0)
    private let sleepers = Atomic<Int>(0)
    private let helpers = Atomic<Int>(0)
    /// Whether an invocation is under way, so that more work may come soon.
    private let isInvoking = Atomic<Bool>(false)
    private let wake = DispatchSemaphore(value: 0)
    private let queue = DispatchQueue(label: "tflite.workers", qos: .userInitiated, attributes: .concurrent)
    private let helperCount: Int

    private static let spins = 4_000
    /// Spins inside an invocation: some tens of microseconds, which operators on one thread may take.
    private static let patientSpins = 60_000
    private static let napMilliseconds = 100

    init(threadCount: Int) { helperCount = threadCount - 1 }

    func run(chunks: Int, _ context: UnsafeRawPointer, _ body: @escaping ChunkBody) {
      assert(chunks > 0 && chunks <= mostChunks)
      startHelpers()
      if !isInvoking.load(ordering: .relaxed) { isInvoking.store(true, ordering: .relaxed) }
      self.context = context
      self.body = body
      chunkCount.store(chunks, ordering: .relaxed)
      finished.store(0, ordering: .relaxed)
      available.store(~0 >> UInt64(64 - chunks), ordering: .sequentiallyConsistent)
      wakeSleepers()
      while takeChunk(thread: 0) {}
      var spins = 0
      while finished.load(ordering: .acquiring) < chunks {
        spins += 1
        if spins > Self.spins { sched_yield() }
      }
    }

    func rest() { isInvoking.store(false, ordering: .relaxed) }

    /// Runs one chunk of the current job; false when none is left to take. Each thread begins with a part of its own, the same
    /// for every job, so that it finds what it computed before in its cache, and then takes others' last chunks.
    private func takeChunk(thread: Int) -> Bool {
      var left = available.load(ordering: .acquiring)
      while left != 0 {
        let count = chunkCount.load(ordering: .relaxed)
        let begin = thread * count / (helperCount + 1)
        let length = (thread + 1) * count / (helperCount + 1) - begin
        let ahead = (left >> UInt64(begin)).trailingZeroBitCount
        let chunk = ahead < length ? begin + ahead : 63 - left.leadingZeroBitCount
        let bit = UInt64(1) << UInt64(chunk)
        let (before, after) = available.bitwiseAnd(~bit, ordering: .acquiringAndReleasing)
        if before & bit != 0 {
          body(context, chunk)
          finished.add(1, ordering: .releasing)
          return true
        }
        left = after
      }
      return false
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
      var sleeping = sleepers.load(ordering: .sequentiallyConsistent)
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
        while spins < Self.spins || (spins < Self.patientSpins && isInvoking.load(ordering: .relaxed)) {
          if takeChunk(thread: thread) { spins = 0 } else { spins += 1 }
        }
        sleepers.add(1, ordering: .sequentiallyConsistent)
        let hasWork = available.load(ordering: .sequentiallyConsistent) != 0
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
