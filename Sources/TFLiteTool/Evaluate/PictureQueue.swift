import Dispatch
import TFLiteRuntime

/// Pictures that several sessions take from, each the next one.
final class PictureQueue<Result: Sendable>: @unchecked Sendable {
  private let lock = Lock()
  private let count: Int
  private var started = 0
  private var results: [Int: Result] = [:]
  private var failure: (index: Int, error: any Error)?

  private init(_ count: Int) { self.count = count }

  /// The results of all pictures, in order.
  /// - Parameters:
  ///   - sessions: workers at once.
  ///   - worker: makes what works on one picture after the other; called once on each thread.
  /// - Throws: the error of the first picture that has one, once the others under way are done.
  static func results(
    _ count: Int, sessions: Int, _ worker: @Sendable () throws -> (Int) throws -> Result
  ) throws -> [Result] {
    let queue = PictureQueue(count)
    let progress = Progress(count, "pictures", isShown: count > 1 && Output.error.isTerminal)
    DispatchQueue.concurrentPerform(iterations: min(sessions, count)) { _ in
      var index = -1
      do {
        let work = try worker()
        while let next = queue.next() {
          index = next
          queue.finish(next, try work(next))
          progress.advance()
        }
      } catch {
        queue.fail(index, error)
      }
    }
    progress.finish()
    if let failure = queue.lock.withLock({ queue.failure }) { throw failure.error }
    return queue.lock.withLock { (0..<count).compactMap { queue.results[$0] } }
  }

  private func next() -> Int? {
    lock.withLock {
      if started == count || failure != nil { return nil }
      started += 1
      return started - 1
    }
  }

  private func finish(_ index: Int, _ result: Result) { lock.withLock { results[index] = result } }

  private func fail(_ index: Int, _ error: any Error) {
    lock.withLock { if failure.map({ index < $0.index }) ?? true { failure = (index, error) } }
  }
}

/// How long invocations took, and how many pictures went through.
struct Latency {
  let measurement: Measurement
  let picturesPerSecond: Double

  init(_ nanoseconds: [UInt64], elapsed: UInt64) {
    measurement = Measurement(nanoseconds)
    picturesPerSecond = Double(nanoseconds.count) * 1e9 / Double(max(elapsed, 1))
  }

  private var figures: [(name: String, milliseconds: Double)] {
    [
      ("mean", measurement.mean), ("median", measurement.median), ("p90", measurement.percentile(90)),
      ("p95", measurement.percentile(95)), ("p99", measurement.percentile(99)), ("max", measurement.max),
    ]
  }

  var json: JSONText {
    .object(
      figures.map { ("\($0.name)_ms", JSONText.double($0.milliseconds)) } + [
        ("pictures_per_second", .double(picturesPerSecond))
      ])
  }

  /// The rows of a table with a column for each of some models.
  static func rows(_ latencies: [Latency]) -> [[String]] {
    guard let first = latencies.first else { return [] }
    let times = first.figures.indices.map { index in
      ["\(first.figures[index].name), ms"] + latencies.map { fixed($0.figures[index].milliseconds, 3) }
    }
    return times + [["pictures a second"] + latencies.map { fixed($0.picturesPerSecond, 1) }]
  }
}
