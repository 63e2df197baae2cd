import Foundation
import Testing

/// Random small models on all kernel sets, with one thread and several, with rewrites and without, against the reference
/// kernels: integers are the same bit for bit, floats but for rounding, and threads change no bit.
///
/// A failure names the seed; `TFLITE_DIFFERENTIAL_SEED=<seed> swift test --filter DifferentialTests` draws it again, in every
/// family. `TFLITE_DIFFERENTIAL_SEEDS` says how many seeds a family has, operators with weights three times as many; without
/// it there are as many as take about a minute.
@Suite struct DifferentialTests {
  private static let environment = ProcessInfo.processInfo.environment

  private static func seeds(_ family: Family) -> ClosedRange<UInt64> {
    if let seed = environment["TFLITE_DIFFERENTIAL_SEED"].flatMap({ UInt64($0) }) { return seed...seed }
    let count = environment["TFLITE_DIFFERENTIAL_SEEDS"].flatMap { UInt64($0) } ?? 80
    return 1...max(1, count) * family.share
  }

  @Test(arguments: Family.all)
  func kernelSetsAgree(_ family: Family) throws {
    for seed in Self.seeds(family) {
      let trial = try Trial.drawn(family, seed: seed)
      do {
        if let text = try trial.disagreement() {
          Issue.record("\(family.name), seed \(seed), \(trial.description): \(text)")
        }
      } catch {
        Issue.record("\(family.name), seed \(seed), \(trial.description): \(error)")
      }
    }
  }
}
