import TFLiteRuntime

/// One measured run.
struct BenchmarkRun: Sendable {
  /// From the beginning of the measurement, in nanoseconds.
  let start: UInt64
  let nanoseconds: UInt64
  /// How much later than planned it began; nil without a frequency.
  let late: UInt64?
  /// Bytes of physical memory that the process held after it; nil where nobody asked.
  let resident: Int?
}

/// What decides how long to measure.
struct BenchmarkEnd {
  let least: Int
  let seconds: Double
  let most: Double
  let interruption: Interruption

  /// - Parameter start: When the measurement began.
  func isReached(_ count: Int, since start: UInt64) -> Bool {
    let elapsed = Double(Clock.nanoseconds() &- start) / 1e9
    return interruption.isAsked && count > 0 || count >= least && elapsed >= seconds || count > 0 && elapsed >= most
  }
}

/// A configuration with its sessions, ready to run.
final class BenchmarkSubject: @unchecked Sendable {
  let label: String
  let path: String
  let model: Model
  let options: SessionOptions
  let runners: [ModelRunner]
  let load: Double
  let first: Double
  /// The runs of each session.
  private(set) var runs: [[BenchmarkRun]]
  /// From the first run's beginning to the last one's end, in nanoseconds.
  private(set) var duration: UInt64 = 0

  init(
    _ label: String, path: String, _ options: SessionOptions, sessions: Int, _ inputs: InputOptions,
    signature: String?
  ) throws {
    self.label = label
    self.path = path
    self.options = options
    let start = Clock.nanoseconds()
    model = try Model(path: path)
    let runner = try ModelRunner(model, options: options, signature: signature)
    try runner.prepare()
    load = Double(Clock.nanoseconds() &- start) / 1e6
    var runners = [runner]
    for _ in 1..<max(sessions, 1) { runners.append(try ModelRunner(model, options: options, signature: signature)) }
    for runner in runners {
      try inputs.feed(runner)
      try runner.prepare()
    }
    let beforeFirst = Clock.nanoseconds()
    try runner.invoke()
    first = Double(Clock.nanoseconds() &- beforeFirst) / 1e6
    for runner in runners.dropFirst() { try runner.invoke() }
    self.runners = runners
    runs = [[BenchmarkRun]](repeating: [], count: runners.count)
  }

  var session: Session { runners[0].session }

  /// Runs session `index` once.
  func run(_ index: Int, since start: UInt64, late: UInt64?, measuresMemory: Bool) throws(RuntimeError) -> BenchmarkRun
  {
    let before = Clock.nanoseconds()
    try runners[index].invoke()
    let after = Clock.nanoseconds()
    return BenchmarkRun(
      start: before &- start, nanoseconds: after &- before, late: late,
      resident: measuresMemory ? ProcessUsage.residentByteCount : nil)
  }

  /// Measures all sessions at once, each on a thread of its own.
  func measure(_ pace: BenchmarkPace, _ end: BenchmarkEnd, measuresMemory: Bool, _ progress: StatusLine) throws {
    let start = Clock.nanoseconds()
    if runners.count == 1 {
      while let beginning = pace.wait(for: runs[0].count, since: start, until: end) {
        runs[0].append(try run(0, since: start, late: beginning.late, measuresMemory: measuresMemory))
        progress.show("\(label) \(runs[0].count) runs")
      }
    } else {
      let results = ThreadResults(runners.count)
      inThreads(runners.count) { index in
        var own: [BenchmarkRun] = []
        do throws(RuntimeError) {
          while let beginning = pace.wait(for: own.count, since: start, until: end) {
            let measuresMemory = measuresMemory && index == 0
            own.append(try self.run(index, since: start, late: beginning.late, measuresMemory: measuresMemory))
          }
        } catch {
          results.fail(error)
        }
        results.set(own, index)
      }
      runs = try results.get()
    }
    duration = Clock.nanoseconds() &- start
  }

  /// Takes over runs that were measured elsewhere.
  func add(_ run: BenchmarkRun) {
    runs[0].append(run)
    duration = run.start + run.nanoseconds
  }

  var all: [BenchmarkRun] { runs.flatMap { $0 } }
  var measurement: Measurement { Measurement(all.map { $0.nanoseconds }) }
  /// Runs of all sessions in a second.
  var throughput: Double { duration == 0 ? 0 : Double(all.count) * 1e9 / Double(duration) }
}

/// What threads found.
private final class ThreadResults: @unchecked Sendable {
  private let lock = Lock()
  private var runs: [[BenchmarkRun]]
  private var error: RuntimeError?

  init(_ count: Int) { runs = .init(repeating: [], count: count) }

  func set(_ own: [BenchmarkRun], _ index: Int) { lock.withLock { runs[index] = own } }
  func fail(_ failure: RuntimeError) { lock.withLock { error = error ?? failure } }

  func get() throws(RuntimeError) -> [[BenchmarkRun]] {
    if let error { throw error }
    return runs
  }
}
