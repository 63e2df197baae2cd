import TFLiteRuntime

/// What a session of the model tells: the graphs that run, the memory plan, and the time of each operator.
struct ReportRun {
  let kernels: String
  let threads: Int
  let graphs: [GraphReport]
  let memory: [MemoryReport]
  let tensors: [TensorReport]
  /// Times of measured invocations; nil when none came to its end.
  let measurement: Measurement?
  /// Milliseconds of an invocation, by subgraph and operator: the median, which outlasts disturbances.
  private let times: [[Int: Double]]
  /// Why there are no times.
  let problem: String?

  private static let mostRuns = 200

  /// - Parameters:
  ///   - seconds: how long to measure; one invocation in any case. Nil to prepare without running.
  /// - Throws: what `inputs` cannot read; `RuntimeError` when the model cannot be prepared.
  init(_ model: Model, options: SessionOptions, inputs: InputOptions, seconds: Double?) throws {
    var options = options
    options.profiling = true
    let runner = try ModelRunner(model, options: options)
    try inputs.feed(runner)
    try runner.prepare()
    let session = runner.session
    var problem: String?
    var measurement: Measurement?
    var samples = ProfileSamples(model)
    if let seconds {
      do {
        // A long first run is the measurement, others warm up.
        var runs = try Measurement.repeating(least: 1, seconds: 0, most: 0) { try runner.invoke() }
        if Double(runs[0]) / 1e9 < seconds / 2 {
          runs = []
          let start = Clock.nanoseconds()
          while runs.isEmpty || Double(Clock.nanoseconds() &- start) / 1e9 < seconds, runs.count < Self.mostRuns {
            session.resetProfile()
            runs += try Measurement.repeating(least: 1, seconds: 0, most: 0) { try runner.invoke() }
            samples.add(session.profile)
          }
        } else {
          samples.add(session.profile)
        }
        measurement = Measurement(runs)
      } catch let error as RuntimeError {
        problem = error.description
      }
    }
    times = measurement == nil ? [] : samples.medians
    self.measurement = measurement
    self.problem = problem
    kernels = session.kernelsName
    threads = session.threadCount
    graphs = session.graphReports
    memory = session.memoryPlan
    tensors = session.tensorReports
  }

  /// Milliseconds an invocation, nil for what does not run.
  func milliseconds(subgraph: Int, _ index: Int) -> Double? {
    times.indices.contains(subgraph) ? times[subgraph][index] : nil
  }
}

/// The times of operators in several invocations.
private struct ProfileSamples {
  private var milliseconds: [[Int: [Double]]]
  private var count = 0

  init(_ model: Model) { milliseconds = .init(repeating: [:], count: model.graphs.count) }

  /// Adds one invocation.
  mutating func add(_ profiles: [OperatorProfile]) {
    var sums = [[Int: Double]](repeating: [:], count: milliseconds.count)
    // A subgraph may run as a loop's body and by itself.
    for profile in profiles { sums[profile.subgraph][profile.index, default: 0] += Double(profile.nanoseconds) / 1e6 }
    for (subgraph, times) in sums.enumerated() {
      for (index, time) in times { milliseconds[subgraph][index, default: []].append(time) }
    }
    count += 1
  }

  /// By subgraph and operator; an invocation in which an operator does not run counts as none.
  var medians: [[Int: Double]] {
    milliseconds.map { subgraph in
      subgraph.mapValues { times in
        let sorted = ([Double](repeating: 0, count: max(0, count - times.count)) + times).sorted()
        return sorted[sorted.count / 2]
      }
    }
  }
}
