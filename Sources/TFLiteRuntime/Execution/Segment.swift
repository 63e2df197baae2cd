/// Operators planned together, with their arena.
struct Segment {
  private(set) var operators: Range<Int>
  let plan: MemoryPlan
  let arena: AlignedMemory
  /// What lies in the usages of the plan.
  private let contents: [SegmentLayout.Content]
  /// Tensors that lie in inputs of the graph.
  private(set) var views: [InputView]
  /// Operators that run in bands of rows.
  let bands: [BandRunner]
  /// Short operators that run as calls.
  private(set) var callRuns: [CallRun]

  /// Plans the operators, all prepared, and gives their tensors and scratch requests their places.
  /// - Throws: `outOfMemory` when the account refuses.
  init(_ executor: SubgraphExecutor, _ operators: Range<Int>) throws(RuntimeError) {
    self.operators = operators
    // Nothing but constants.
    if operators.allSatisfy({ !executor.states[$0].hasPlace }) {
      (plan, contents, views, bands, callRuns) = (try MemoryPlan([]), [], [], [], [])
      arena = AlignedMemory(small: 0)
      for number in operators { executor.states[number].place.hasAliasedOperands = false }
      return
    }
    let rewrites = executor.program.key.rewrites
    let memory = executor.resources.memory
    let bands = rewrites ? BandPlan.plans(executor, operators) : []
    var layout = SegmentLayout(executor, operators, bands, rewrites ? TensorAliasing(executor, operators, bands) : nil)
    var plan = try MemoryPlan(layout.usages)
    if layout.hasAliases {
      // Tensors inside others keep all of those alive: not at the price of memory.
      let plainLayout = SegmentLayout(executor, operators, bands, nil)
      if plan.arenaByteCount - (try MemoryPlan.lowerBound(plainLayout.usages)) >= MemoryPlan.page {
        let plainPlan = try MemoryPlan(plainLayout.usages)
        if plainPlan.arenaByteCount < plan.arenaByteCount { (layout, plan) = (plainLayout, plainPlan) }
      }
    }
    arena = try AlignedMemory(plan.arenaByteCount, for: "the tensors of a subgraph", memory)
    layout.place(plan, in: arena)
    for tensor in layout.tensorsApart { try executor.placeApart(tensor) }
    self.plan = plan
    (contents, views) = (layout.contents, layout.views)
    let runners = bands.map { BandRunner($0, executor) }
    self.bands = runners
    callRuns = CallRun.runs(executor, operators, runners)
  }

  /// Ends before operator `start`, from which on all are planned anew. What those before it have in the arena stays there.
  mutating func end(before start: Int) {
    operators = operators.lowerBound..<start
    views.removeAll { $0.writer >= start }
    callRuns.removeAll { $0.operators.upperBound > start }
  }

  /// What each usage of the plan is, for printing.
  func labels(_ executor: SubgraphExecutor) -> [String] {
    var labels = [String](repeating: "", count: plan.usages.count)
    for content in contents {
      switch content.kind {
      case .tensor(let tensor): labels[content.usage] += executor.tensors[tensor].label
      case .successor(let tensor): labels[content.usage] += " = " + executor.tensors[tensor].label
      case .part(let tensor, let offset): labels[content.usage] += ", \(executor.tensors[tensor].label) at \(offset)"
      case .scratch(let number):
        labels[content.usage] += "scratch of #\(number) \(executor.states[number].node.name)"
      }
    }
    return labels
  }
}
