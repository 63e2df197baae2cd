import ArgumentParser
import Foundation
import TFLiteRuntime

struct BenchmarkCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "benchmark",
    abstract: "Measure how long a model takes to load and to run, and its memory.",
    discussion: """
      One thread unless --threads says otherwise. Loading is mapping and checking the file, making the operators and \
      planning memory; the first run is the invocation after that. Inputs are random unless files are given. \
      Ctrl-C ends the measurement; what was measured is printed. docs/benchmark.md explains the figures.

      Examples:
        tflite benchmark model.tflite --threads 2 --seconds 3
        tflite benchmark model.tflite --warmup-runs 5 --num-runs 100 --profile
        tflite benchmark model.tflite --threads 1,2,4 --kernels all
        tflite benchmark model.tflite --against smaller.tflite
        tflite benchmark model.tflite --kernels avx2 --against-kernels avx512
        tflite benchmark model.tflite --sessions 4 --seconds 5 --cpus 0,1
        tflite benchmark model.tflite --frequency 30 --csv runs.csv --trace trace.json

      Exit codes: 0 success, 1 the run failed, 65 a file or value does not fit, 66 a file cannot be read, \
      69 an operator or a system call is not supported, 74 a file cannot be written, 130 stopped by Ctrl-C.
      """)

  @Argument(help: "The model.") var model: String
  @OptionGroup var options: BenchmarkOptions
  @OptionGroup(title: "What to compare") var against: AgainstOptions
  @OptionGroup(title: "How to run") var pace: BenchmarkPace
  @OptionGroup(title: "What to write") var files: FileOptions
  @OptionGroup var inputs: InputOptions
  @OptionGroup(title: "Engine") var sweep: BenchmarkSweep

  @Option(help: "Sessions of the model that run at once, each on a thread of its own; tells the throughput.")
  var sessions = 1

  @Option(help: ArgumentHelp("Processors to run on, as 0,1; Linux only.", valueName: "numbers"))
  var cpus: NumberList?

  @Flag(help: "Measure every operator too, in runs of their own.")
  var profile = false

  @Flag(help: "Print the figures as JSON and nothing else.")
  var json = false

  struct AgainstOptions: ParsableArguments {
    @Option(help: "Another model, whose runs alternate with those of the first.") var against: String?
    @Option(help: "The other side runs on these kernels.") var againstKernels: SessionOptions.Kernels?
    @Option(help: "The other side runs with so many threads.") var againstThreads: Int?

    var isAsked: Bool { against != nil || againstKernels != nil || againstThreads != nil }
  }

  struct FileOptions: ParsableArguments {
    @Option(help: "A table of all runs.") var csv: String?
    @Option(help: "A trace of some runs by operator, for ui.perfetto.dev and chrome://tracing.") var trace: String?
    @Flag(help: "Tell the process's memory after each run, in JSON, in the table of runs and in the trace.")
    var memorySamples = false
  }

  func validate() throws {
    guard (1...1024).contains(sessions) else {
      throw ValidationError("--sessions: expected 1 to 1024, found \(sessions)")
    }
    if let threads = against.againstThreads, !(1...64).contains(threads) {
      throw ValidationError("--against-threads: expected 1 to 64, found \(threads)")
    }
    let isSweep = sweep.sessions.count > 1
    if against.isAsked, isSweep || sessions > 1 {
      throw ValidationError("--against: expected one number of threads, one kernel set and one session")
    }
    if profile, isSweep || against.isAsked {
      throw ValidationError("--profile: expected one number of threads, one kernel set and one model")
    }
  }

  func run() throws {
    if let cpus { try ProcessorAffinity.set(cpus.numbers) }
    let interruption = Interruption()
    let end = options.end(interruption)
    let base = ProcessUsage.peakResidentByteCount
    let subjects: [BenchmarkSubject]
    var peak = 0
    var duel: BenchmarkDuel?
    if against.isAsked {
      let pair = try sides()
      for subject in pair { try options.warmUp(subject.runners[0]) }
      peak = ProcessUsage.peakResidentByteCount
      duel = try BenchmarkDuel.measure(pair[0], pair[1], pace, end, files.memorySamples)
      subjects = pair
    } else {
      subjects = try measured(end, &peak)
    }
    guard let first = subjects.first else { return }
    let report = BenchmarkReport(subjects: subjects, duel: duel, peak: peak, growth: peak - base, end: end)
    let operators =
      profile && !interruption.isAsked
      ? try ProfileReport.measured(first.model, first.options, options, inputs) : nil
    if let csv = files.csv { try OutputFile.write(Array(report.csv.utf8), to: csv) }
    if let trace = files.trace {
      try OutputFile.write(Array(BenchmarkTrace(subjects).json(interruption).text.utf8), to: trace)
    }
    if json {
      let samples = files.memorySamples ? [("memory_samples", report.memorySamples)] : []
      try Output.standard.write(JSONText.object(report.members + samples + (operators?.members ?? [])).text)
    } else {
      try Output.standard.write(report.text)
      if let operators { try Output.standard.write("\n" + operators.text(limit: nil)) }
    }
    if interruption.isAsked {
      try Output.standard.flush()
      throw ExitCode(Interruption.exitCode)
    }
  }

  private func sides() throws -> [BenchmarkSubject] {
    let own = sweep.sessions[0]
    var other = own
    if let kernels = against.againstKernels { other.kernels = kernels }
    if let threads = against.againstThreads { other.threads = .count(threads) }
    return [
      try BenchmarkSubject("A", path: model, own, sessions: 1, inputs, signature: options.signature),
      try BenchmarkSubject(
        "B", path: against.against ?? model, other, sessions: 1, inputs, signature: options.signature),
    ]
  }

  /// Measures each configuration of the sweep.
  private func measured(_ end: BenchmarkEnd, _ peak: inout Int) throws -> [BenchmarkSubject] {
    var subjects: [BenchmarkSubject] = []
    let line = StatusLine()
    defer { line.clear() }
    for session in sweep.sessions {
      if end.interruption.isAsked, !subjects.isEmpty { break }
      let subject = try BenchmarkSubject(
        session.kernels.rawValue, path: model, session, sessions: sessions, inputs, signature: options.signature)
      for runner in subject.runners { try options.warmUp(runner) }
      // Before measuring, which keeps a time for each run.
      peak = ProcessUsage.peakResidentByteCount
      try subject.measure(pace, end, measuresMemory: files.memorySamples, line)
      subjects.append(subject)
    }
    return subjects
  }
}
