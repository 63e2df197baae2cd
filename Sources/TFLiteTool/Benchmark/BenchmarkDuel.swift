import TFLiteRuntime

/// Two configurations that ran in turns, so that what slows the machine down for a while meets both.
struct BenchmarkDuel {
  /// B's time divided by A's, of each pair of runs, least first.
  let ratios: [Double]

  static func measure(
    _ first: BenchmarkSubject, _ second: BenchmarkSubject, _ pace: BenchmarkPace, _ end: BenchmarkEnd,
    _ measuresMemory: Bool
  ) throws -> BenchmarkDuel {
    let start = Clock.nanoseconds()
    let line = StatusLine()
    defer { line.clear() }
    var ratios: [Double] = []
    while let beginning = pace.wait(for: ratios.count, since: start, until: end) {
      // Who begins changes, as the first may find the caches cold.
      let order = ratios.count % 2 == 0 ? [first, second] : [second, first]
      for subject in order {
        subject.add(try subject.run(0, since: start, late: beginning.late, measuresMemory: measuresMemory))
      }
      let times = [first, second].map { Double(max($0.runs[0].last?.nanoseconds ?? 1, 1)) }
      ratios.append(times[1] / times[0])
      line.show("\(ratios.count) pairs")
    }
    return BenchmarkDuel(ratios: ratios.sorted())
  }

  /// The ratio that so many percent of all do not exceed (nearest rank).
  func quantile(_ percent: Int) -> Double {
    guard !ratios.isEmpty else { return 0 }
    return ratios[max((ratios.count * percent + 99) / 100, 1) - 1]
  }
}
