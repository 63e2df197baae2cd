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
    /// The current job: its number, how many chunks it has, and the next chunk nobody has taken. A chunk is taken by
    /// compare-and-exchange, which succeeds only while the job it belongs to is unfinished; so `context` and `body` are
    /// read by those alone that hold a chunk, and never while they change.
    private let ticket = Atomic<UInt64>(0)
    private let finished = Atomic<Int>(0)
    private let sleepers = Atomic<Int>(0)
    private let helpers = Atomic<Int>(0)
    /// Whether an invocation is under way, so that more work may come soon.
    private let isInvoking = Atomic<Bool>(false)
    private let wake = DispatchSemaphore(value: 0)
    private let queue = DispatchQueue(label: "tflite.workers", qos: .userInitiated, attributes: .concurrent)
    private let helperCount: Int
    private var context = UnsafeRawPointer(RuntimeTensor.nothing)
    private var body: ChunkBody = { _, _ in }

    private static let spins = 4_000
    /// Spins inside an invocation: some tens of microseconds, which operators on one thread may take.
    private static let patientSpins = 60_000
    private static let napMilliseconds = 100

    init(threadCount: Int) { helperCount = threadCount - 1 }

    private struct Ticket {
      var bits: UInt64
      var count: UInt64 { (bits >> 20) & 0xFFFFF }
      var next: UInt64 { bits & 0xFFFFF }
      var hasWork: Bool { next < count }
      /// The ticket of the following job, with `chunks` to give out.
      func successor(_ chunks: Int) -> UInt64 { ((bits >> 40 &+ 1) & 0xFFFFFF) << 40 | UInt64(chunks) << 20 }
    }

    func run(chunks: Int, _ context: UnsafeRawPointer, _ body: @escaping ChunkBody) {
      startHelpers()
      isInvoking.store(true, ordering: .relaxed)
      self.context = context
      self.body = body
      finished.store(0, ordering: .relaxed)
      ticket.store(Ticket(bits: ticket.load(ordering: .relaxed)).successor(chunks), ordering: .sequentiallyConsistent)
      wakeSleepers()
      while takeChunk() {}
      var spins = 0
      while finished.load(ordering: .acquiring) < chunks {
        spins += 1
        if spins > Self.spins { sched_yield() }
      }
    }

    func rest() { isInvoking.store(false, ordering: .relaxed) }

    /// Runs one chunk of the current job; false when none is left to take.
    private func takeChunk() -> Bool {
      var current = Ticket(bits: ticket.load(ordering: .acquiring))
      while current.hasWork {
        let (exchanged, original) = ticket.compareExchange(
          expected: current.bits, desired: current.bits + 1, ordering: .acquiringAndReleasing)
        if exchanged {
          body(context, Int(current.next))
          finished.add(1, ordering: .releasing)
          return true
        }
        current = Ticket(bits: original)
      }
      return false
    }

    private func startHelpers() {
      while true {
        let running = helpers.load(ordering: .relaxed)
        if running >= helperCount { return }
        if helpers.compareExchange(expected: running, desired: running + 1, ordering: .relaxed).exchanged {
          queue.async { [self] in help() }
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
    private func help() {
      while true {
        var spins = 0
        while spins < Self.spins || (spins < Self.patientSpins && isInvoking.load(ordering: .relaxed)) {
          if takeChunk() { spins = 0 } else { spins += 1 }
        }
        sleepers.add(1, ordering: .sequentiallyConsistent)
        let hasWork = Ticket(bits: ticket.load(ordering: .sequentiallyConsistent)).hasWork
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
