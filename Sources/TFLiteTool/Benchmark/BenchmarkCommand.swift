import ArgumentParser
import TFLiteRuntime

struct BenchmarkCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "benchmark",
    abstract: "Measure how long a model takes to load and to run, and its memory.",
    discussion: """
      One thread unless --threads says otherwise. Loading is mapping and checking the file, making the operators and \
      planning memory; the first run is the invocation after that. Inputs are random unless files are given.

      Examples:
        tflite benchmark model.tflite --threads 2 --seconds 3
        tflite benchmark model.tflite --warmup-runs 5 --num-runs 100 --profile
        tflite benchmark model.tflite --kernels portable --json

      Exit codes: 0 success, 1 the run failed, 65 a file or value does not fit, 66 a file cannot be read, \
      69 an operator is not supported.
      """)

  @Argument(help: "The model.") var model: String
  @OptionGroup var options: BenchmarkOptions
  @OptionGroup var inputs: InputOptions
  @OptionGroup var engine: EngineOptions

  @Flag(help: "Measure every operator too, in runs of their own.")
  var profile = false

  @Flag(help: "Print the figures as JSON and nothing else.")
  var json = false

  func run() throws {
    let base = ProcessUsage.peakResidentByteCount
    let start = Clock.nanoseconds()
    let loaded = try Model(path: model)
    let runner = try ModelRunner(loaded, options: engine.session(standard: .single), signature: options.signature)
    try runner.prepare()
    let load = Double(Clock.nanoseconds() &- start) / 1e6
    try inputs.feed(runner)
    try runner.prepare()
    let beforeFirst = Clock.nanoseconds()
    try runner.invoke()
    let first = Double(Clock.nanoseconds() &- beforeFirst) / 1e6
    try options.warmUp(runner)
    // Before measuring, which keeps a time for each run.
    let peak = ProcessUsage.peakResidentByteCount
    let measurement = try options.measure(runner)
    let session = runner.session
    let figures: [(String, JSONText)] = [
      ("model", .string(model)), ("kernels", .string(session.kernelsName)),
      ("faster_kernels", session.fasterKernelsName.map { .string($0) } ?? .null),
      ("threads", .int(session.threadCount)),
      ("runs", .int(measurement.count)), ("median_ms", .double(measurement.median)),
      ("mean_ms", .double(measurement.mean)), ("min_ms", .double(measurement.min)),
      ("max_ms", .double(measurement.max)), ("p95_ms", .double(measurement.percentile(95))),
      ("std_ms", .double(measurement.deviation)), ("load_ms", .double(load)), ("first_ms", .double(first)),
      ("arena_bytes", .int(session.arenaByteCount)), ("shared_bytes", .int(session.sharedByteCount)),
      ("peak_rss_bytes", .int(peak)), ("rss_growth_bytes", .int(peak - base)),
    ]
    let report = profile ? try ProfileReport.measured(loaded, engine, options, inputs) : nil
    if json {
      try Output.standard.write(JSONText.object(figures + (report?.members ?? [])).text)
      return
    }
    func milliseconds(_ value: Double) -> String { fixed(value, 4) + " ms" }
    try Output.standard.write(
      """
      \(model): kernels \(session.kernelsText), \(session.threadCount) thread\(session.threadCount == 1 ? "" : "s")
      load    \(milliseconds(load))
      first   \(milliseconds(first))
      median  \(milliseconds(measurement.median)) of \(measurement.count) runs
      mean    \(milliseconds(measurement.mean)), standard deviation \(milliseconds(measurement.deviation))
      min     \(milliseconds(measurement.min))
      p95     \(milliseconds(measurement.percentile(95)))
      max     \(milliseconds(measurement.max))
      arena   \(bytesText(session.arenaByteCount)), packed weights \(bytesText(session.sharedByteCount)), \
      peak resident memory \(bytesText(peak))

      """)
    if let report { try Output.standard.write("\n" + report.text(limit: nil)) }
  }
}
