#if canImport(Dispatch) && !hasFeature(Embedded)
import Dispatch
import Synchronization
import TFLiteKernels

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
/// network cost little more. So every thread has a line of its own with its parts of jobs, the only one that it watches,
/// and keeps it for itself by watching it with an exchange, so that a chunk is taken where it is seen; and another one for
/// what it has done. The invoking thread waits for none of its writes, and looks at others' parts only where they may be
/// left undone. With one helper it hands out a job before it waits for the one before, so that the helper, which does them
/// in order, finds it without delay: that it is there says that the invoking thread has done what came before.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
final class SpinningPool: ThreadPool, @unchecked Sendable {
  /// Room that keeps what stands on both sides of it in cache lines of their own, pairs of which are fetched together.
  private typealias Gap = (
    Int, Int, Int, Int, Int, Int, Int, Int, Int, Int, Int, Int
  )
  private static let gap: Gap = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)

  /// One thread's part of a job: two of them, for jobs of odd and of even numbers, are a cache line.
  private struct Part: ~Copyable {
    /// The job's number, the number of the part's first chunk, and the chunks that nobody has taken, a bit for each.
    ///
    /// The thread that clears a bit runs that chunk. A job ends when all its chunks have run, so that only threads which hold
    /// a chunk read `context` and `body`, and these do not change meanwhile.
    let open = Atomic<UInt64>(0)
    var context = UnsafeRawPointer(AlignedMemory.nothing)
    var body: ChunkBody = { _, _ in }

    static func word(number: UInt64, first: Int, count: Int) -> UInt64 {
      number << 16 | UInt64(truncatingIfNeeded: first) << 8 | (1 << UInt64(truncatingIfNeeded: count)) - 1
    }
    static func isOpen(_ word: UInt64) -> Bool { word & 255 != 0 }
    static func number(_ word: UInt64) -> UInt64 { word >> 16 }
    static func firstChunk(_ word: UInt64) -> Int { Int(truncatingIfNeeded: word >> 8 & 255) }
  }

  /// What one helper has done, in cache lines of its own.
  private struct Record: ~Copyable {
    /// The chunks that the helper has run, of all jobs.
    let finished = Atomic<Int>(0)
    private let gap = SpinningPool.gap
    private let rest = (0, 0, 0)
  }

  /// Bytes that two threads do not share.
  private static let lineBytes = 128
  /// Parts from a thread's to those of the next.
  private static let partsPerThread = lineBytes / MemoryLayout<Part>.stride
  private let parts: UnsafeMutablePointer<Part>
  private let records: UnsafeMutablePointer<Record>
  private let sleepers = Atomic<Int>(0)
  private let helpers = Atomic<Int>(0)
  /// Whether an invocation is under way, so that more work may come soon.
  private let isInvoking = Atomic<Bool>(false)
  private let wake = DispatchSemaphore(value: 0)
  private let queue = DispatchQueue(label: "tflite.workers", qos: .userInitiated, attributes: .concurrent)
  private let helperCount: Int
  private let gapBefore = SpinningPool.gap
  // The invoking thread alone uses these.
  /// The number of the last job.
  @exclusivity(unchecked) private var number: UInt64 = 0
  /// The chunks that helpers will have run when the last job is done, of all jobs.
  @exclusivity(unchecked) private var expected = 0
  /// The last job may not be done.
  @exclusivity(unchecked) private var isUnderWay = false
  private let gapAfter = SpinningPool.gap

  private let pause: @Sendable () -> Void
  private let flushesSubnormals: Bool
  /// Looks of a helper for work: a tenth of a millisecond or two, so that it is still awake when the next invocation follows
  /// at once.
  private let looks: Int
  /// Looks inside an invocation: a millisecond or two, which operators on one thread may take. Waking a helper costs the
  /// invoking thread as much as some operators.
  private let patientLooks: Int
  /// How often the invoking thread looks whether the helpers are done before it takes over chunks that they have not begun.
  private let trustingSpins: Int
  /// How often it looks before it lets other threads of the system run.
  private let spins: Int
  private static let napMilliseconds = 100

  /// - Parameters:
  ///   - pause: what a thread does between looks, nil for nothing.
  ///   - flushesSubnormals: helpers do without subnormal numbers.
  init(threadCount: Int, pause: (@Sendable () -> Void)?, flushesSubnormals: Bool) {
    helperCount = threadCount - 1
    self.flushesSubnormals = flushesSubnormals
    // A look takes some nanoseconds, with a pause some dozens.
    let rate = pause == nil ? 4 : 1
    (looks, patientLooks) = (5_000 * rate, 50_000 * rate)
    (trustingSpins, spins) = (250 * rate, 1_000 * rate)
    self.pause = pause ?? {}
    let count = threadCount * Self.partsPerThread
    parts = UnsafeMutableRawPointer.allocate(
      byteCount: count * MemoryLayout<Part>.stride, alignment: Self.lineBytes
    ).bindMemory(to: Part.self, capacity: count)
    for index in 0..<count { (parts + index).initialize(to: Part()) }
    records = UnsafeMutableRawPointer.allocate(
      byteCount: threadCount * MemoryLayout<Record>.stride, alignment: Self.lineBytes
    ).bindMemory(to: Record.self, capacity: threadCount)
    for thread in 0..<threadCount { (records + thread).initialize(to: Record()) }
  }

  deinit {
    parts.deinitialize(count: (helperCount + 1) * Self.partsPerThread)
    parts.deallocate()
    records.deinitialize(count: helperCount + 1)
    records.deallocate()
  }

  private func part(_ thread: Int, of number: UInt64) -> UnsafeMutablePointer<Part> {
    parts + (thread &* Self.partsPerThread &+ Int(truncatingIfNeeded: number & 1))
  }

  func begin(chunks: Int, _ context: UnsafeRawPointer, _ body: @escaping ChunkBody) {
    assert(chunks > 0 && chunks <= mostChunks)
    startHelpers()
    if !isInvoking.load(ordering: .relaxed) { isInvoking.store(true, ordering: .relaxed) }
    // Several helpers would have to wait for one another.
    if helperCount > 1 { finish() }
    number &+= 1
    // The same part for every job, so that a thread finds what it computed before in its cache. The invoking thread keeps
    // its first chunk to itself: with one chunk for each thread nobody writes to its line.
    let perThread = max(1, chunks / (helperCount + 1))
    assert(perThread <= 8 && (chunks <= helperCount + 1 || chunks == perThread * (helperCount + 1)))
    var thread = min(chunks, helperCount + 1) - 1
    while thread >= 0 {
      let own = thread > 0 ? 0 : 1
      if perThread > own {
        let part = part(thread, of: number)
        part.pointee.context = context
        part.pointee.body = body
        part.pointee.open.store(
          Part.word(number: number, first: thread &* perThread &+ own, count: perThread &- own), ordering: .releasing)
      }
      thread -= 1
    }
    wakeSleepers()
    let taken = isUnderWay ? finishPrevious() : 0
    body(context, 0)
    var left = chunks &- 1 &- runPart(0, of: number) &- run(taken, context, body)
    if chunks > helperCount + 1 { left -= runOthers(of: number) }
    expected &+= left
    isUnderWay = left > 0
  }

  func finish() {
    if !isUnderWay { return }
    var spins = 0
    while finishedChunks != expected {
      spins += 1
      pause()
      if spins == trustingSpins { expected -= runOthers(of: number) }
      if spins > self.spins { sched_yield() }
    }
    isUnderWay = false
  }

  /// Waits for the job before the one that has just been handed out. Where the helper has not begun that, all is done here:
  /// first the later job's chunks are taken back, so that the helper cannot begin them before the earlier one is done.
  /// - Returns: the word of the part that has been taken back, 0 for none.
  private func finishPrevious() -> UInt64 {
    var taken: UInt64 = 0
    var spins = 0
    while finishedChunks < expected {
      spins += 1
      pause()
      if spins == trustingSpins, Part.isOpen(part(1, of: number &- 1).pointee.open.load(ordering: .relaxed)) {
        taken = takeBack(part(1, of: number))
        expected -= runOthers(of: number &- 1)
      }
      if spins > self.spins { sched_yield() }
    }
    return taken
  }

  /// Takes all chunks that are left of a part.
  private func takeBack(_ part: UnsafeMutablePointer<Part>) -> UInt64 {
    var word = part.pointee.open.load(ordering: .relaxed)
    while Part.isOpen(word) {
      let (exchanged, original) = part.pointee.open.compareExchange(
        expected: word, desired: word & ~255, ordering: .acquiringAndReleasing)
      if exchanged { return word }
      word = original
    }
    return 0
  }

  /// Runs the chunks of a part that has been taken back, and returns their number.
  private func run(_ taken: UInt64, _ context: UnsafeRawPointer, _ body: ChunkBody) -> Int {
    var bits = taken & 255
    var count = 0
    while bits != 0 {
      body(context, Part.firstChunk(taken) &+ bits.trailingZeroBitCount)
      bits &= bits &- 1
      count += 1
    }
    return count
  }

  /// The chunks that helpers have run.
  private var finishedChunks: Int {
    var count = 0
    for thread in 1..<helperCount + 1 { count &+= records[thread].finished.load(ordering: .acquiring) }
    return count
  }

  /// Runs the chunks that helpers have not taken, and returns their number.
  private func runOthers(of number: UInt64) -> Int {
    var count = 0
    for thread in 1..<helperCount + 1 { count += runPart(thread, of: number, fromEnd: true) }
    return count
  }

  func rest() { isInvoking.store(false, ordering: .relaxed) }

  /// Runs the chunks left of a thread's part of a job, from the first or the last on, and returns their number.
  private func runPart(_ thread: Int, of number: UInt64, fromEnd: Bool = false) -> Int {
    let part = part(thread, of: number)
    var count = 0
    var word = part.pointee.open.load(ordering: .acquiring)
    while Part.isOpen(word), Part.number(word) == number {
      let bits = word & 255
      let chunk = fromEnd ? 63 - bits.leadingZeroBitCount : bits.trailingZeroBitCount
      let (exchanged, original) = part.pointee.open.compareExchange(
        expected: word, desired: word & ~(1 << UInt64(chunk)), ordering: .acquiringAndReleasing)
      if exchanged {
        part.pointee.body(part.pointee.context, Part.firstChunk(word) &+ chunk)
        count += 1
        word = part.pointee.open.load(ordering: .acquiring)
      } else {
        word = original
      }
    }
    return count
  }

  /// A helper's share of the current job, if there is one: its own part, then what others have left.
  private func takePart(_ thread: Int) -> Bool {
    // Exchanging nothing, which makes the cache line this thread's.
    let even = part(thread, of: 0).pointee.open.compareExchange(expected: ~0, desired: ~0, ordering: .acquiring)
      .original
    let odd = part(thread, of: 1).pointee.open.load(ordering: .acquiring)
    var word = Part.isOpen(even) ? even : odd
    if !Part.isOpen(word) { return false }
    // Of two jobs the earlier one, which this thread sees by now if it sees the later one.
    let other = part(thread, of: Part.number(word) &+ 1).pointee.open.load(ordering: .acquiring)
    if Part.isOpen(other), other < word { word = other }
    let number = Part.number(word)
    var count = 0
    var owner = thread
    repeat {
      count += runPart(owner, of: number, fromEnd: owner != thread)
      owner = owner == helperCount ? 0 : owner + 1
    } while owner != thread
    let record = records + thread
    record.pointee.finished.store(record.pointee.finished.load(ordering: .relaxed) &+ count, ordering: .releasing)
    return true
  }

  private func startHelpers() {
    if helpers.load(ordering: .relaxed) < helperCount { startMissingHelpers() }
  }

  @inline(never)
  private func startMissingHelpers() {
    // Where Dispatch makes a thread, that thread begins as its maker is at this moment, and serves others afterwards.
    let environment = FloatEnvironment.withSubnormals()
    defer { environment.restore() }
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
    // Dispatch gets its thread back as it was.
    let environment = FloatEnvironment.withoutSubnormals(if: flushesSubnormals)
    defer { environment.restore() }
    while true {
      var spins = 0
      while spins < looks || (spins < patientLooks && isInvoking.load(ordering: .relaxed)) {
        if takePart(thread) {
          spins = 0
        } else {
          spins += 1
          pause()
        }
      }
      sleepers.add(1, ordering: .sequentiallyConsistent)
      atomicMemoryFence(ordering: .sequentiallyConsistent)
      let hasWork =
        Part.isOpen(part(thread, of: 0).pointee.open.load(ordering: .relaxed))
        || Part.isOpen(part(thread, of: 1).pointee.open.load(ordering: .relaxed))
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
  private let flushesSubnormals: Bool

  /// - Parameter flushesSubnormals: jobs run without subnormal numbers.
  init(flushesSubnormals: Bool) { self.flushesSubnormals = flushesSubnormals }

  func begin(chunks: Int, _ context: UnsafeRawPointer, _ body: @escaping ChunkBody) {
    // Read until all chunks are done, which this call waits for.
    nonisolated(unsafe) let context = context
    // Threads that Dispatch makes begin as their maker is, and serve others afterwards.
    let maker = FloatEnvironment.withSubnormals()
    defer { maker.restore() }
    DispatchQueue.concurrentPerform(iterations: chunks) { [flushesSubnormals] chunk in
      let environment = FloatEnvironment.withoutSubnormals(if: flushesSubnormals)
      defer { environment.restore() }
      body(context, chunk)
    }
  }

  func finish() {}

  func rest() {}
}

func activeProcessorCount() -> Int {
  max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))))
}
#endif
