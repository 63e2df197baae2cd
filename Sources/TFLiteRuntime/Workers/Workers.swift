import TFLiteKernelSets

/// Work on rows that are independent of each other, so that any split gives the same bits.
public protocol RowJob: SendableMetatype {
  /// Computes the given rows. Runs on several threads at once with disjoint ranges.
  func run(_ rows: Range<Int>)
}

/// Runs one numbered piece of the work that the pointer describes.
typealias ChunkBody = @Sendable (UnsafeRawPointer, Int) -> Void

/// The chunks of a job at most.
let mostChunks = 64

/// Threads that help the invoking one.
protocol ThreadPool: AnyObject {
  /// Begins a job: once those begun before are done, calls `body` with `context` and every number in `0..<chunks`, at most
  /// `mostChunks` and a multiple of the threads where it is larger, in any order, on any threads. Returns when this thread has
  /// done its share; `context` must stay as it is until `finish`, or until the job after the next begins.
  func begin(chunks: Int, _ context: UnsafeRawPointer, _ body: @escaping ChunkBody)
  /// Returns when all jobs are done.
  func finish()
  /// The invocation is over: helpers may go.
  func rest()
}

/// Splits the work of one session's operators between threads.
final class Workers {
  /// The threads that compute at once, the invoking one included.
  let threadCount: Int
  private let pool: (any ThreadPool)?
  /// Where the job begun last is kept; nil when all are done.
  @exclusivity(unchecked) private var store: Unmanaged<JobStore>?

  /// Pieces a thread gets of a long job, so that a delayed thread leaves work to the others.
  private static let chunksPerThread = 4
  /// Grains for each thread that make a job long. A shorter one goes in one piece a thread, which costs the least.
  private static let grainsOfLongJob = 16

  /// - Parameters:
  ///   - pause: what a thread does between looks for work or for others to be done; see `KernelSet.pause`.
  ///   - flushesSubnormals: the threads that help do without subnormal numbers, as the invoking one does.
  init(threadCount: Int, pause: (@Sendable () -> Void)? = nil, flushesSubnormals: Bool) {
    let pool = threadCount > 1 ? Self.makePool(threadCount, pause, flushesSubnormals) : nil
    self.pool = pool
    self.threadCount = pool == nil ? 1 : threadCount
  }

  private func chunks(_ rows: Int, grain: Int) -> Int {
    let grains = rows / max(grain, 1)
    let isLong = grains >= threadCount &* Self.grainsOfLongJob
    let chunks = min(grains, isLong ? threadCount &* Self.chunksPerThread : threadCount, mostChunks)
    return chunks > threadCount ? chunks &- chunks % threadCount : chunks
  }

  /// Runs a job; all jobs are done when it returns.
  @inline(__always)
  func run<Job: RowJob>(_ job: Job, rows: Int, grain: Int) {
    withUnsafePointer(to: job) { run($0, JobKind(Job.self), rows: rows, grain: grain, keptIn: nil) }
  }

  /// Runs the job of this kind at `address`.
  /// - Parameter store: nil for all jobs to be done on return. Otherwise the job begins when those begun before are done, and
  ///   other threads may still have to do their share, until `finish` has returned: `store` keeps the job for them.
  func run(_ address: UnsafeRawPointer, _ kind: JobKind, rows: Int, grain: Int, keptIn store: JobStore?) {
    let chunks = chunks(rows, grain: grain)
    guard chunks > 1, let pool else {
      finish()
      if rows > 0 { kind.run(address, 0..<rows) }
      return
    }
    #if !hasFeature(Embedded)
    if let store {
      let kept = Unmanaged.passUnretained(store)
      if let last = self.store, last.toOpaque() == kept.toOpaque() { finish() }
      self.store = kept
      return pool.begin(chunks: chunks, store.keep(address, kind, rows: rows, chunks: chunks), RowTask.run)
    }
    #endif
    finish()
    withUnsafePointer(to: RowTask(rows: rows, chunks: chunks, body: kind.run, job: address)) { task in
      pool.begin(chunks: chunks, task, RowTask.run)
      pool.finish()
    }
  }

  /// Waits until all jobs are done.
  @inline(__always)
  func finish() {
    if store != nil { finishJobs() }
  }

  @inline(never)
  private func finishJobs() {
    pool?.finish()
    store = nil
  }

  func rest() { pool?.rest() }

  private static func makePool(
    _ threadCount: Int, _ pause: (@Sendable () -> Void)?, _ flushesSubnormals: Bool
  ) -> (any ThreadPool)? {
    #if canImport(Dispatch) && !hasFeature(Embedded)
    if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) {
      return SpinningPool(threadCount: threadCount, pause: pause, flushesSubnormals: flushesSubnormals)
    }
    return DispatchPool(flushesSubnormals: flushesSubnormals)
    #else
    return nil
    #endif
  }

  /// The processors this process can use at once.
  static var processorCount: Int {
    #if canImport(Dispatch) && !hasFeature(Embedded)
    activeProcessorCount()
    #else
    1
    #endif
  }
}

/// What the workers have to know of a type of jobs. They do not know the type itself: there are a hundred, and a program that
/// refers to a type's metadata keeps its methods, whether it has the operator or not.
struct JobKind {
  /// The bytes of a job.
  let size: Int
  /// Computes rows of the job at an address.
  let run: @Sendable (UnsafeRawPointer, Range<Int>) -> Void
  #if !hasFeature(Embedded)
  /// Copies the job at the first address to the second, where none is.
  let copy: @Sendable (UnsafeRawPointer, UnsafeMutableRawPointer) -> Void
  /// Ends what `copy` has made.
  let end: @Sendable (UnsafeMutableRawPointer) -> Void
  #endif

  @inline(__always)
  init<Job: RowJob>(_: Job.Type) {
    size = MemoryLayout<Job>.size
    run = { $0.assumingMemoryBound(to: Job.self).pointee.run($1) }
    #if !hasFeature(Embedded)
    // What copies and ends several values at once would ask for the metadata.
    copy = { $1.initializeMemory(as: Job.self, to: $0.assumingMemoryBound(to: Job.self).pointee) }
    end = { _ = $0.assumingMemoryBound(to: Job.self).move() }
    #endif
  }
}

/// A job that several threads do.
struct RowTask {
  let rows: Int
  let chunks: Int
  let body: @Sendable (UnsafeRawPointer, Range<Int>) -> Void
  let job: UnsafeRawPointer

  /// Runs a piece of the task that lies at `address`.
  static func run(_ address: UnsafeRawPointer, _ chunk: Int) {
    address.assumingMemoryBound(to: Self.self).pointee.run(chunk)
  }

  /// Piece `chunk` of `chunks`. Sizes differ by one row at most, and so do those of threads that get several neighbors;
  /// what is left goes to the first thread, which begins first.
  private func run(_ chunk: Int) {
    body(job, (chunk &* rows &+ chunks &- 1) / chunks..<((chunk &+ 1) &* rows &+ chunks &- 1) / chunks)
  }
}
