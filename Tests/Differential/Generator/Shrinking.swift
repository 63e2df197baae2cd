import Foundation

extension Trial {
  /// A simpler trial of the same family that disagrees in the same run: choices are left out and lowered as long as that
  /// holds.
  /// - Parameter seconds: when to stop.
  package func shrunk(_ run: Run, seconds: Double = 20) -> Trial {
    var search = Shrinking(best: self, run: run, deadline: Date().addingTimeInterval(seconds))
    search.run()
    return search.best
  }
}

private struct Shrinking {
  var best: Trial
  let runOfFailure: Run
  let deadline: Date
  /// Choices that have been tried.
  private var seen: Set<[UInt64]> = []

  init(best: Trial, run: Run, deadline: Date) {
    self.best = best
    runOfFailure = run
    self.deadline = deadline
  }

  private var isOver: Bool { Date() > deadline }

  /// Fewer bytes of model first, then fewer and smaller choices.
  private func isSimpler(_ trial: Trial) -> Bool {
    let (a, b) = (Self.cost(trial), Self.cost(best))
    return a.0 != b.0 ? a.0 < b.0 : a.1 != b.1 ? a.1 < b.1 : a.2 < b.2
  }

  private static func cost(_ trial: Trial) -> (Int, Int, UInt64) {
    let bytes = trial.model.count + trial.steps.reduce(0) { $0 + $1.feeds.reduce(0) { $0 + $1.count } }
    return (bytes, trial.choices.count, trial.choices.reduce(0) { $0 &+ min($1, 1 << 20) })
  }

  private mutating func accept(_ choices: [UInt64]) -> Bool {
    if isOver || !seen.insert(choices).inserted { return false }
    guard let trial = try? Trial(best.family, choices: choices), isSimpler(trial), trial.disagrees(runOfFailure) else {
      return false
    }
    best = trial
    return true
  }

  mutating func run() {
    var isBetter = true
    while isBetter, !isOver {
      isBetter = false
      for length in [16, 8, 4, 2, 1] {
        var start = 0
        while start + length <= best.choices.count, !isOver {
          var choices = best.choices
          choices.removeSubrange(start..<start + length)
          if accept(choices) { isBetter = true } else { start += length > 4 ? length / 2 : 1 }
        }
      }
      var index = 0
      while index < best.choices.count, !isOver {
        let value = best.choices[index]
        for smaller in Self.smaller(value) {
          var choices = best.choices
          choices[index] = smaller
          if accept(choices) {
            isBetter = true
            break
          }
        }
        index += 1
      }
    }
  }

  private static func smaller(_ value: UInt64) -> [UInt64] {
    if value == 0 { return [] }
    return [0, 1, value / 2, value - 1].filter { $0 < value }
  }
}
