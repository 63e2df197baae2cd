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
  /// Calls `body` with `context` and every number in `0..<chunks`, at most `mostChunks`, in any order, on any threads;
  /// returns when all are done.
  func run(chunks: Int, _ context: UnsafeRawPointer, _ body: @escaping ChunkBody)
  /// The invocation is over: helpers may go.
  func rest()
}

/// Splits the work of one session's operators between threads.
final class Workers {
  /// The threads that compute at once, the invoking one included.
  let threadCount: Int
  private let pool: (any ThreadPool)?

  /// Pieces a thread gets of a long job, so that a delayed thread leaves work to the others.
  private static let chunksPerThread = 4
  /// Grains for each thread that make a job long. A shorter one goes in one piece a thread, which costs the least.
  private static let grainsOfLongJob = 16

  init(threadCount: Int) {
    let pool = threadCount > 1 ? Self.makePool(threadCount) : nil
    self.pool = pool
    self.threadCount = pool == nil ? 1 : threadCount
  }

  func run<Job: RowJob>(_ job: Job, rows: Int, grain: Int) {
    if rows <= 0 { return }
    let grains = rows / max(grain, 1)
    let isLong = grains >= threadCount &* Self.grainsOfLongJob
    var chunks = min(grains, isLong ? threadCount &* Self.chunksPerThread : threadCount, mostChunks)
    if chunks > threadCount { chunks &-= chunks % threadCount }
    guard chunks > 1, let pool else {
      job.run(0..<rows)
      return
    }
    let task = RowTask(job: job, rows: rows, chunks: chunks)
    withUnsafePointer(to: task) { pointer in
      pool.run(chunks: chunks, pointer) { raw, chunk in
        raw.assumingMemoryBound(to: RowTask<Job>.self).pointee.run(chunk)
      }
    }
  }

  func rest() { pool?.rest() }

  private static func makePool(_ threadCount: Int) -> (any ThreadPool)? {
    #if canImport(Dispatch) && !hasFeature(Embedded)
      if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) {
        return SpinningPool(threadCount: threadCount)
      }
      return DispatchPool()
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

private struct RowTask<Job: RowJob> {
  let job: Job
  let rows: Int
  let chunks: Int

  /// Piece `chunk` of `chunks`, whose sizes differ by one row at most.
  func run(_ chunk: Int) {
    let base = rows / chunks
    let extra = rows % chunks
    let start = chunk * base + min(chunk, extra)
    job.run(start..<start + base + (chunk < extra ? 1 : 0))
  }
}
