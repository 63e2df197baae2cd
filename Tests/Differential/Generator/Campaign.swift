import Foundation

/// Trials of many seeds, one after the other.
package struct Campaign {
  private let families: [Family]
  private let firstSeed: UInt64
  private let failures: URL
  private let shrinkingSeconds: Double
  private let limit: Int
  private let isVerbose: Bool
  package private(set) var coverage = Coverage()
  package private(set) var disagreementCount = 0
  /// The last seed whose trials were all compared.
  package private(set) var lastSeed: UInt64
  /// Families and operators that have disagreed, with how often; each is made small once.
  private var known: [String: Int] = [:]

  package init(
    families: [Family], firstSeed: UInt64, failures: URL, shrinkingSeconds: Double, limit: Int, isVerbose: Bool
  ) {
    self.families = families
    self.firstSeed = firstSeed
    self.failures = failures
    self.shrinkingSeconds = shrinkingSeconds
    self.limit = limit
    self.isVerbose = isVerbose
    lastSeed = firstSeed
  }

  /// Compares the trials of `seeds` seeds, of every family as many as its share, until a point in time.
  package mutating func run(seeds: UInt64, until deadline: Date?) {
    var seed = firstSeed
    var done: UInt64 = 0
    while done < seeds {
      for family in families {
        for part in 0..<family.share {
          if let deadline, Date() > deadline { return }
          if disagreementCount >= limit { return }
          run(family, seed: seed &+ part << 48)
        }
      }
      lastSeed = seed
      seed &+= 1
      done += 1
    }
  }

  private mutating func run(_ family: Family, seed: UInt64) {
    do {
      try run(Trial.drawn(family, seed: seed), seed: seed)
    } catch {
      disagreementCount += 1
      Self.say("\(family.name), seed \(seed): nothing to draw: \(error)")
    }
  }

  /// Compares one trial.
  package mutating func run(_ trial: Trial, seed: UInt64?) throws {
    if isVerbose {
      Self.say("\(trial.family.name), seed \(seed.map { "\($0)" } ?? "-"): \(trial.description)")
    }
    coverage.trialCount += 1
    guard let disagreement = trial.disagreement(&coverage) else { return }
    disagreementCount += 1
    Self.say("\(trial.family.name), seed \(seed.map { "\($0)" } ?? "-"): \(trial.description)\n  \(disagreement)")
    known[trial.family.name, default: 0] += 1
    if known[trial.family.name, default: 0] > 3 { return }
    let small = trial.shrunk(disagreement.run, seconds: shrinkingSeconds)
    var coverage = Coverage()
    let rest = small.disagreement(&coverage)
    let name = trial.family.name.replacingOccurrences(of: " ", with: "-")
    let folder = failures.appendingPathComponent("\(name)-\(seed.map { "\($0)" } ?? "choices")")
    try CaseFolder.write(small, to: folder, seed: seed, rest ?? disagreement)
    let choices = small.choices.map { "\($0)" }.joined(separator: ",")
    Self.say("  small: \(small.description)\n  \(rest ?? disagreement)")
    Self.say("  in \(folder.path); differential-tester --family '\(trial.family.name)' --choices \(choices)")
  }

  /// Prints a line at once, so that a log has it when something goes wrong.
  private static func say(_ text: String) { FileHandle.standardOutput.write(Data((text + "\n").utf8)) }

  /// Writes the trials of `seeds` seeds for a judge.
  package func write(to folder: URL, seeds: UInt64) throws {
    var count = 0
    for seed in 0..<seeds {
      for family in families {
        let number = firstSeed &+ seed
        guard let trial = try? Trial.drawn(family, seed: number) else { continue }
        let name = family.name.replacingOccurrences(of: " ", with: "-")
        try CaseFolder.write(trial, to: folder.appendingPathComponent("\(name)-\(number)"), seed: number)
        count += 1
      }
    }
    Self.say("\(count) cases in \(folder.path)")
  }
}
