import ArgumentParser
import Dispatch
import TFLiteRuntime

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

struct VerifyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify",
    abstract: "Run conformance cases and compare the outputs with their references.",
    discussion: """
      PATH is a folder with cases.json and blob.bin, a tree of such folders, or one model with a cases.json beside it. \
      Integers, booleans and strings must be equal; reals may differ by the case's tolerance times \
      (1 + the largest magnitude of the reference).

      Examples:
        tflite verify Tests/Conformance/Operators
        tflite verify cases --filter '^CONV_2D$' --threads 2 --kernels all
        tflite verify cases --summary

      Exit codes: 0 when every case passed, 1 when one failed, 65 and 66 when cases cannot be read.
      """)

  @Argument(help: ArgumentHelp("Folders of cases, trees of them, or models.", valueName: "path"))
  var paths: [String]

  @Option(help: "Threads of each invocation.")
  var threads = 1

  @Option(
    help: """
      The kernels: reference, portable, dot, i8mm, avx2, avxvnni, avx512, best, or all that run here, one after the other.
      """)
  var kernels = KernelChoice.set(.best)

  @Option(help: "Only cases whose folder/name, or one of whose operators, matches the regular expression.")
  var filter: String?

  @Flag(help: "Run the graph exactly as the file states it.")
  var noRewrites = false

  @Flag(help: "Print JSON and nothing else.")
  var json = false

  @Option(help: "How many mismatching elements of an output to show.")
  var limitMismatches = 5

  @Flag(help: "Group the failures by operators and reason instead of listing them.")
  var summary = false

  @Option(help: "Cases at once; by default as many as the processors allow.")
  var jobs: Int?

  func validate() throws {
    if !(1...64).contains(threads) { throw ValidationError("--threads: expected 1 to 64, found \(threads)") }
    if limitMismatches < 0 { throw ValidationError("--limit-mismatches: expected 0 or more, found \(limitMismatches)") }
    if let jobs, jobs < 1 { throw ValidationError("--jobs: expected 1 or more, found \(jobs)") }
    if summary, json { throw ValidationError("--summary and --json exclude each other") }
    if let filter { _ = try NameFilter(filter) }
  }

  func run() throws {
    var cases = try VerifyCase.find(paths)
    if let filter {
      let filter = try NameFilter(filter)
      cases = cases.filter { filter.matches($0.name) || $0.content.operators.contains(where: filter.matches) }
      if cases.isEmpty { throw ToolError(.invalidData, "--filter '\(filter.pattern)': no case matches") }
    }
    let report = VerifyReport(cases, verdicts(cases))
    try Output.standard.write(json ? report.json.text : summary ? report.summary : report.text)
    try Output.standard.flush()
    if report.failedCount > 0 { throw ExitCode(ToolError.Code.failed.rawValue) }
  }

  /// The verdict of each case, in order.
  private func verdicts(_ cases: [VerifyCase]) -> [CaseRunner.Verdict] {
    let runners = kernels.sets.map { set in
      var runner = CaseRunner()
      runner.options.threads = .count(threads)
      runner.options.kernels = set
      runner.options.rewrites = !noRewrites
      runner.mismatchLimit = limitMismatches
      return runner
    }
    let jobs = min(jobs ?? max(1, ProcessInfo.processInfo.activeProcessorCount / threads), cases.count)
    let progress = Progress(cases.count, "cases")
    let queue = CaseQueue(cases.count)
    DispatchQueue.concurrentPerform(iterations: jobs) { _ in
      while let index = queue.next() {
        var verdict = CaseRunner.Verdict()
        for runner in runners {
          var next = runner.run(cases[index])
          if runners.count > 1 {
            next.reasons = next.reasons.map { "kernels \(runner.options.kernels.rawValue), \($0)" }
          }
          verdict.reasons += next.reasons
          if let difference = next.maxDifference {
            verdict.maxDifference = max(verdict.maxDifference ?? 0, difference)
          }
        }
        queue.finish(index, verdict)
        progress.advance(failed: !verdict.passes)
      }
    }
    progress.finish()
    return queue.verdicts()
  }
}

/// The cases still to run and the verdicts so far.
private final class CaseQueue: @unchecked Sendable {
  private let lock = Lock()
  private let count: Int
  private var started = 0
  private var finished: [Int: CaseRunner.Verdict] = [:]

  init(_ count: Int) { self.count = count }

  func next() -> Int? {
    lock.withLock {
      if started == count { return nil }
      started += 1
      return started - 1
    }
  }

  func finish(_ index: Int, _ verdict: CaseRunner.Verdict) { lock.withLock { finished[index] = verdict } }

  func verdicts() -> [CaseRunner.Verdict] {
    lock.withLock { (0..<count).map { finished[$0] ?? .init(reasons: ["it was not run"]) } }
  }
}

/// The kernels a command runs with: a set by its name, or all that there are.
enum KernelChoice: ExpressibleByArgument, Equatable {
  case set(SessionOptions.Kernels)
  case all

  init?(argument: String) {
    if argument == "all" {
      self = .all
    } else if let set = SessionOptions.Kernels(rawValue: argument) {
      self = .set(set)
    } else {
      return nil
    }
  }

  static var allValueStrings: [String] { SessionOptions.Kernels.allCases.map { $0.rawValue } + ["all"] }

  var defaultValueDescription: String { if case .set(let set) = self { set.rawValue } else { "all" } }

  var sets: [SessionOptions.Kernels] {
    switch self {
    case .set(let set): [set]
    case .all: SessionOptions.Kernels.available.filter { $0 != .best }
    }
  }
}

/// A regular expression that is found anywhere in a name.
struct NameFilter {
  let pattern: String
  let matches: (String) -> Bool

  /// - Throws: a usage error for a pattern that is not one.
  init(_ pattern: String) throws {
    self.pattern = pattern
    guard #available(macOS 13, iOS 16, tvOS 16, watchOS 9, *) else {
      throw ValidationError("--filter needs macOS 13 or newer")
    }
    do {
      let regex = try Regex(pattern)
      matches = { $0.contains(regex) }
    } catch {
      throw ValidationError("--filter '\(pattern)': expected a regular expression, found \(error)")
    }
  }
}
