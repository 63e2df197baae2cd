import ArgumentParser
import TFLiteRuntime

/// The options of commands that measure.
struct BenchmarkOptions: ParsableArguments {
  @Option(help: "Invocations before the measured ones.")
  var warmupRuns = 1

  @Option(help: "Seconds that the warm-up takes at least.")
  var warmupSeconds = 0.0

  @Option(help: "Measured invocations at least; by default 50, or 5 when --seconds is given.")
  var numRuns: Int?

  @Option(help: "Seconds that the measured invocations take at least; by default 1.")
  var seconds: Double?

  @Option(help: "Seconds after which to stop in any case.")
  var maxSeconds = 150.0

  @Option(help: "The signature to run instead of the primary subgraph.")
  var signature: String?

  func validate() throws {
    if warmupRuns < 0 { throw ValidationError("--warmup-runs: expected 0 or more, found \(warmupRuns)") }
    if let numRuns, numRuns < 1 { throw ValidationError("--num-runs: expected 1 or more, found \(numRuns)") }
    for (name, value) in [
      ("--warmup-seconds", warmupSeconds), ("--seconds", seconds ?? 0), ("--max-seconds", maxSeconds),
    ] where !(value >= 0 && value.isFinite) {
      throw ValidationError("\(name): expected 0 or more, found \(value)")
    }
  }

  func warmUp(_ runner: ModelRunner) throws {
    if warmupRuns == 0, warmupSeconds == 0 { return }
    _ = try Measurement.repeating(least: warmupRuns, seconds: warmupSeconds, most: maxSeconds) { try runner.invoke() }
  }

  /// What ends the measured runs.
  func end(_ interruption: Interruption) -> BenchmarkEnd {
    BenchmarkEnd(least: leastRuns, seconds: seconds ?? 1, most: maxSeconds, interruption: interruption)
  }

  private var leastRuns: Int { numRuns ?? (seconds == nil ? 50 : 5) }

  func measure(_ runner: ModelRunner) throws -> Measurement {
    let line = StatusLine()
    defer { line.clear() }
    return Measurement(
      try Measurement.repeating(
        least: leastRuns, seconds: seconds ?? 1, most: maxSeconds,
        { runs, elapsed in line.show("\(runs) runs, \(fixed(elapsed, 1)) s") }
      ) { try runner.invoke() })
  }
}
