/// Operators planned together, with their arena.
struct Segment {
  let operators: Range<Int>
  let plan: MemoryPlan
  let arena: AlignedMemory
  /// What each usage of the plan is, for printing.
  let labels: [String]
  /// Operators that run in bands of rows.
  let bands: [BandRunner]

  /// Plans the operators, all prepared, and gives their tensors and scratch requests their places.
  /// - Throws: `outOfMemory` when the account refuses.
  init(_ executor: SubgraphExecutor, _ operators: Range<Int>) throws(RuntimeError) {
    let rewrites = executor.program.key.rewrites
    let memory = executor.resources.memory
    let bands = rewrites ? BandPlan.plans(executor, operators) : []
    var layout = SegmentLayout(executor, operators, bands, rewrites ? TensorAliasing(executor, operators, bands) : nil)
    var plan = try MemoryPlan(layout.usages)
    if layout.hasAliases {
      // Tensors inside others keep all of those alive: not at the price of memory.
      let plainLayout = SegmentLayout(executor, operators, bands, nil)
      let plainPlan = try MemoryPlan(plainLayout.usages)
      if plainPlan.arenaByteCount < plan.arenaByteCount { (layout, plan) = (plainLayout, plainPlan) }
    }
    arena = try AlignedMemory(plan.arenaByteCount, for: "the tensors of a subgraph", memory)
    layout.place(plan, in: arena)
    for tensor in layout.tensorsApart { try executor.placeApart(tensor) }
    self.operators = operators
    self.plan = plan
    labels = layout.labels
    self.bands = bands.map { BandRunner($0, executor) }
  }
}
