import TFLiteRuntime
import TestSupport
import Testing

@Suite struct MemoryPlanTests {
  /// The same plan by looking at every buffer for each, as it is described.
  private static func plainPlan(_ usages: [MemoryPlan.Usage], lowerBound: Int) -> [Int] {
    let sizes = usages.map { ($0.byteCount + 63) / 64 * 64 }
    func life(_ index: Int) -> Int { usages[index].lastUse - usages[index].firstUse }
    let orders = [
      usages.indices.sorted { (sizes[$0], usages[$1].firstUse, $1) > (sizes[$1], usages[$0].firstUse, $0) },
      usages.indices.sorted { (life($0), sizes[$0], $1) > (life($1), sizes[$1], $0) },
      usages.indices.sorted { (usages[$0].firstUse, sizes[$1], $0) < (usages[$1].firstUse, sizes[$0], $1) },
    ]
    var best: (offsets: [Int], end: Int)?
    for order in orders where (best?.end ?? Int.max) - lowerBound >= 4096 {
      var placed: [Int] = []
      var offsets = [Int](repeating: 0, count: usages.count)
      for index in order where sizes[index] > 0 {
        let others = placed.filter {
          usages[$0].firstUse <= usages[index].lastUse && usages[index].firstUse <= usages[$0].lastUse
        }.sorted { offsets[$0] < offsets[$1] }
        var (frontier, gap, choice) = (0, Int.max, Int?.none)
        for other in others {
          let room = offsets[other] - frontier
          if room >= sizes[index], room < gap { (gap, choice) = (room, frontier) }
          frontier = max(frontier, offsets[other] + sizes[other])
        }
        offsets[index] = choice ?? frontier
        placed.append(index)
      }
      let end = usages.indices.map { offsets[$0] + sizes[$0] }.max() ?? 0
      if end < best?.end ?? Int.max { best = (offsets, end) }
    }
    return best?.offsets ?? []
  }

  @Test(arguments: 0..<60 as Range<UInt64>) func `plans are those of the plain search`(seed: UInt64) throws {
    var usages: [MemoryPlan.Usage] = []
    // Few buffers, and more than are compared with all others.
    for part in 0...seed % 24 {
      usages += Self.random(seed * 24 + part).map {
        let shift = seed % 2 == 0 ? Int(part) * 35 : 0
        return .init(byteCount: $0.byteCount, firstUse: $0.firstUse + shift, lastUse: $0.lastUse + shift)
      }
    }
    let plan = try MemoryPlan(usages)
    #expect(plan.offsets == Self.plainPlan(usages, lowerBound: plan.lowerBound))
  }

  private static func random(_ seed: UInt64) -> [MemoryPlan.Usage] {
    var generator = SeededGenerator(seed: seed)
    let steps = Int.random(in: 1...40, using: &generator)
    return (0..<Int.random(in: 0...80, using: &generator)).map { _ in
      let first = Int.random(in: 0..<steps, using: &generator)
      let last = min(steps, first + Int.random(in: 0...(Bool.random(using: &generator) ? 3 : steps), using: &generator))
      let size = [0, 1, 63, 64, 65, 1000, 4096, 150_528].randomElement(using: &generator) ?? 0
      return .init(
        byteCount: size + Int.random(in: 0...(size / 2), using: &generator), firstUse: first, lastUse: last)
    }
  }

  @Test(arguments: 0..<300 as Range<UInt64>) func `buffers alive at once never overlap`(seed: UInt64) throws {
    let usages = Self.random(seed)
    let plan = try MemoryPlan(usages)
    #expect(plan.usages == usages)
    try #require(plan.offsets.count == usages.count)
    var peak = 0
    for step in 0...(usages.map(\.lastUse).max() ?? 0) {
      let live = usages.filter { $0.firstUse <= step && step <= $0.lastUse }
      peak = max(peak, live.reduce(0) { $0 + ($1.byteCount + 63) / 64 * 64 })
    }
    #expect(plan.lowerBound == peak)
    #expect(plan.arenaByteCount >= plan.lowerBound)
    // Much more than the bound would be a planner gone wrong; random lifetimes fit this with room to spare.
    #expect(plan.arenaByteCount <= plan.lowerBound * 2)
    for (index, usage) in usages.enumerated() {
      #expect(plan.offsets[index] % 64 == 0 && plan.offsets[index] >= 0)
      #expect(plan.offsets[index] + usage.byteCount <= plan.arenaByteCount || usage.byteCount == 0)
      for other in 0..<index {
        let apart =
          plan.offsets[index] + usage.byteCount <= plan.offsets[other]
          || plan.offsets[other] + usages[other].byteCount <= plan.offsets[index]
        let together = usage.firstUse <= usages[other].lastUse && usages[other].firstUse <= usage.lastUse
        #expect(apart || !together || usage.byteCount == 0 || usages[other].byteCount == 0)
      }
    }
    let again = try MemoryPlan(usages)
    #expect(again.offsets == plan.offsets && again.arenaByteCount == plan.arenaByteCount)
  }

  @Test func `a chain needs two buffers`() throws {
    let plan = try MemoryPlan((0..<50).map { .init(byteCount: 1024, firstUse: $0, lastUse: $0 + 1) })
    #expect(plan.lowerBound == 2048)
    #expect(plan.arenaByteCount == 2048)
  }

  @Test func `nothing needs nothing`() throws {
    #expect(try MemoryPlan([]).arenaByteCount == 0)
  }

  @Test(arguments: [[Int.max], [Int.max - 63, Int.max - 63], [Int.max / 2, Int.max / 2, 1000]])
  func `sizes that no memory holds are errors`(sizes: [Int]) {
    let usages = sizes.map { MemoryPlan.Usage(byteCount: $0, firstUse: 0, lastUse: 1) }
    #expect(failure { () throws(RuntimeError) in _ = try MemoryPlan(usages) }?.code == .outOfMemory)
  }

  // MARK: In sessions

  @Test func `an output takes over the memory of an input that nobody reads later`() throws {
    let model = ModelBuilder([
      .init(
        tensors: [
          .float32([2, 8], name: "x"), .float32([2, 8], name: "negative"), .float32([16], name: "flat"),
          .float32([16], name: "y"), .int32([1], [16]),
        ],
        inputs: [0], outputs: [3],
        operators: [
          .init(.neg, inputs: [0], outputs: [1]), .init(.reshape, inputs: [1, 4], outputs: [2]),
          .init(.neg, inputs: [2], outputs: [3]),
        ])
    ]).build()
    let session = try Session(Model(bytes: model))
    let values = (0..<16).map { Float($0) }
    try session.write(values, toInput: 0)
    try session.invoke()
    #expect(try session.output(0, as: Float.self) == values)
    let report = try #require(session.memoryPlan.first)
    #expect(session.memoryPlan.count == 1)
    #expect(report.operators == 0..<3)
    #expect(report.entries.contains { $0.label.contains("'negative'") && $0.label.contains("'flat'") })
    #expect(report.arenaByteCount >= report.lowerBound)
    #expect(session.arenaByteCount == report.arenaByteCount)
    #expect(report.description.contains("'negative'"))
  }

  @Test func `an input that is read later keeps its memory`() throws {
    let model = ModelBuilder([
      .init(
        tensors: [
          .float32([4], name: "x"), .float32([4], name: "negative"), .float32([2, 2], name: "square"),
          .float32([4], name: "sum"), .int32([2], [2, 2]),
        ],
        inputs: [0], outputs: [2, 3],
        operators: [
          .init(.neg, inputs: [0], outputs: [1]), .init(.reshape, inputs: [1, 4], outputs: [2]),
          .init(.add, inputs: [1, 1], outputs: [3]),
        ])
    ]).build()
    let session = try Session(Model(bytes: model))
    try session.write([1, 2, 3, 4] as [Float], toInput: 0)
    try session.invoke()
    #expect(try session.output(0, as: Float.self) == [-1, -2, -3, -4])
    #expect(try session.output(1, as: Float.self) == [-2, -4, -6, -8])
    #expect(session.memoryPlan[0].entries.allSatisfy { !$0.label.contains("=") || !$0.label.contains("'square'") })
  }

  @Test func `the example detector is planned close to the bound`() throws {
    let session = try Session(Model(path: Examples.path("shapes-detector/model.tflite")))
    try session.prepare()
    for report in session.memoryPlan {
      #expect(report.arenaByteCount <= report.lowerBound + report.lowerBound / 4)
      for (index, entry) in report.entries.enumerated() {
        for other in report.entries[..<index] where entry.byteCount > 0 && other.byteCount > 0 {
          let apart =
            entry.offset + entry.byteCount <= other.offset || other.offset + other.byteCount <= entry.offset
          let together = entry.firstUse <= other.lastUse && other.firstUse <= entry.lastUse
          #expect(apart || !together, "\(entry.label) and \(other.label)")
        }
      }
    }
  }
}
