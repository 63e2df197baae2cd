import ArgumentParser
import DifferentialTesting
import Foundation

/// Random models on all kernel sets, for as long as one likes.
@main struct DifferentialTester: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "differential-tester",
    abstract: "Holds all kernel sets to the reference on random models.",
    discussion: """
      Seeds go up from --seed, families one after the other. Every disagreement is printed with the command that makes it \
      again, made small, and written with its inputs to the folder --failures.

        differential-tester --seconds 28800 --seed 1000000 --coverage
        differential-tester --family CONV_2D --seed 7 --seeds 1
        differential-tester --family CONV_2D --choices 1,0,3 --failures folder
        differential-tester --cases folder --seeds 3 && Tests/Differential/judge/judge folder
      """)

  @Option(help: "Stops after so many seconds.") var seconds: Double?
  @Option(help: "The first seed.") var seed: UInt64 = 1
  @Option(help: "How many seeds; with neither this nor --seconds, one.") var seeds: UInt64?
  @Option(help: "Only families whose name begins so; may be given several times.") var family: [String] = []
  @Option(help: "A trial by its choices, as printed for a disagreement that was made small.") var choices: String?
  @Option(help: "Where disagreements are written.") var failures = "differential-failures"
  @Option(help: "Writes trials here, with what the reference kernels give, and compares nothing.") var cases: String?
  @Option(help: "Seconds in which a disagreement is made small.") var shrink: Double = 20
  @Option(help: "Stops after so many disagreements.") var limit = 20
  @Flag(help: "Prints which operators and types were reached, those that were not with a minus.") var coverage = false
  @Flag(help: "Lists the families.") var list = false
  @Flag(help: "Prints every trial before it runs.") var verbose = false

  func run() throws {
    let chosen = Family.all.filter { item in family.isEmpty || family.contains { item.name.hasPrefix($0) } }
    if list { return print(chosen.map { $0.name }.joined(separator: "\n")) }
    if chosen.isEmpty { throw ValidationError("--family: no family begins with \(family)") }
    var campaign = Campaign(
      families: chosen, firstSeed: seed, failures: URL(fileURLWithPath: failures), shrinkingSeconds: shrink,
      limit: limit, isVerbose: verbose)
    if let choices {
      guard let exact = Family.named(family.first ?? "") else { throw ValidationError("--choices needs --family") }
      let numbers = choices.split(separator: ",").compactMap { UInt64($0) }
      try campaign.run(Trial(exact, choices: numbers), seed: nil)
    } else if let cases {
      return try campaign.write(to: URL(fileURLWithPath: cases), seeds: seeds ?? 1)
    } else {
      let count = seeds ?? (seconds == nil ? 1 : .max)
      campaign.run(seeds: count, until: seconds.map { Date().addingTimeInterval($0) })
    }
    print(campaign.coverage.summary)
    if coverage { print(campaign.coverage.table) }
    print("seeds \(seed) to \(campaign.lastSeed), \(campaign.disagreementCount) disagreements")
    if campaign.disagreementCount > 0 { throw ExitCode(1) }
  }
}
