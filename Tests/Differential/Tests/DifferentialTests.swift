import DifferentialTesting
import Foundation
import Testing

/// A minute of the differential tester: random small models on all kernel sets, with one thread and several, with rewrites
/// and without, in bands, resized, at once, against the reference kernels.
///
/// A failure names family and seed; `differential-tester --family NAME --seed SEED --seeds 1` draws it again and makes it
/// small. `TFLITE_DIFFERENTIAL_SEEDS` says how many seeds a family has.
@Suite struct DifferentialTests {
  /// As many as take about a minute; 24 reach every type of every operator.
  private static let seeds =
    ProcessInfo.processInfo.environment["TFLITE_DIFFERENTIAL_SEEDS"].flatMap { UInt64($0) } ?? 96

  /// What a family has come to.
  private struct Result: Sendable {
    var coverage = Coverage()
    var disagreements: [String] = []
  }

  private static func result(_ family: Family) -> Result {
    var result = Result()
    for seed in 1...max(1, seeds) * family.share {
      do {
        let trial = try Trial.drawn(family, seed: seed)
        result.coverage.trialCount += 1
        if let disagreement = trial.disagreement(&result.coverage) {
          result.disagreements.append("\(family.name), seed \(seed), \(trial.description): \(disagreement)")
        }
      } catch {
        result.disagreements.append("\(family.name), seed \(seed): no model: \(error)")
      }
    }
    return result
  }

  /// All agree, and all that the operator table states has been compared: a family that draws nothing would be noticed.
  @Test func kernelSetsAgree() async {
    var coverage = Coverage()
    await withTaskGroup(of: Result.self) { group in
      var waiting = Family.all[...]
      // Two at a time; sessions have threads of their own.
      for _ in 0..<2 { if let family = waiting.popFirst() { group.addTask { Self.result(family) } } }
      while let result = await group.next() {
        coverage.merge(result.coverage)
        for text in result.disagreements { Issue.record("\(text)") }
        if let family = waiting.popFirst() { group.addTask { Self.result(family) } }
      }
    }
    #expect(coverage.sessionCount > 10_000)
    guard Self.seeds >= 24 else { return }
    #expect(coverage.missing.map { "\($0)" } == [])
    // The passes before this one remove what nobody reads, too.
    #expect(coverage.idlePasses.filter { $0 != "dead operators" } == [])
    #expect(coverage.passes.count >= 11)
  }

  /// The choices of a trial make it again, and fewer choices make a smaller one.
  @Test func trialsAreMadeOfTheirChoices() throws {
    let family = try #require(Family.named("CONV_2D"))
    for seed in 1...20 as ClosedRange<UInt64> {
      let trial = try Trial.drawn(family, seed: seed)
      let again = try Trial(family, choices: trial.choices)
      #expect(again.model == trial.model)
      #expect(again.description == trial.description)
    }
    let simplest = try Trial(family, choices: [])
    #expect(simplest.description.hasPrefix("CONV_2D(FLOAT32[1, 1, 1, 1], FLOAT32[1, 1, 1, 1]"))
  }
}
