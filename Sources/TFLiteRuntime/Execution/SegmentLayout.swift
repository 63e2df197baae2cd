/// What a segment's arena has to hold: tensors its operators compute, and their scratch memory.
struct SegmentLayout {
  private(set) var usages: [MemoryPlan.Usage] = []
  /// What each usage is, for printing.
  private(set) var labels: [String] = []
  /// The usage of each tensor in the arena; tensors that share memory have the same.
  private var usageOfTensor: [Int: Int] = [:]
  private var usagesOfScratch: [Int: [Int]] = [:]
  /// Outputs of the graph that need memory of their own.
  private(set) var tensorsApart: [RuntimeTensor] = []

  /// Bytes behind the rows of a band that kernels may load without using them, where more of the tensor would follow.
  private static let slack = 64
  /// The operators that run together with one: their tensors and scratch memory live side by side.
  private var companions: [Int: ClosedRange<Int>] = [:]

  init(_ executor: SubgraphExecutor, _ operators: Range<Int>, _ bands: [BandPlan]) {
    for plan in bands {
      for number in plan.operators { companions[number] = plan.operators }
    }
    for number in operators {
      let state = executor.states[number]
      if state.isFolded || state.isRemoved { continue }
      for (position, tensor) in state.outputs.enumerated() where !tensor.hasUnknownShape && tensor.type != .string {
        let index = state.node.outputs[position]
        if index < 0 { continue }
        if executor.ownsOutputs, executor.isOutput[index] {
          tensorsApart.append(tensor)
          continue
        }
        let lastUse = lastUse(of: index, executor, operators)
        if let shared = sharedUsage(position, state, executor, operators, number) {
          usages[shared].lastUse = max(usages[shared].lastUse, lastUse)
          usageOfTensor[index] = shared
          labels[shared] += " = " + tensor.label
        } else {
          let rows = bands.first { $0.operators.contains(number) }?.heldRows[index]
          usageOfTensor[index] = add(
            rows.map { tensor.byteCount / tensor.rowCount * $0 + Self.slack } ?? tensor.byteCount, number,
            max(lastUse, number),
            tensor.label)
        }
      }
      usagesOfScratch[number] = []
      for size in state.scratchSizes {
        let usage = add(size, number, number, "scratch of #\(number) \(state.node.name)")
        usagesOfScratch[number]?.append(usage)
      }
    }
  }

  private mutating func add(_ byteCount: Int, _ first: Int, _ last: Int, _ label: String) -> Int {
    usages.append(
      .init(
        byteCount: byteCount, firstUse: companions[first]?.lowerBound ?? first,
        lastUse: companions[last]?.upperBound ?? last))
    labels.append(label)
    return usages.count - 1
  }

  /// Outputs of the graph, and what later segments read, stay to the end.
  private func lastUse(of tensor: Int, _ executor: SubgraphExecutor, _ operators: Range<Int>) -> Int {
    if executor.isOutput[tensor] || executor.lastReaders[tensor] >= operators.upperBound {
      return executor.states.count
    }
    let reader = executor.lastReaders[tensor]
    return companions[reader]?.upperBound ?? reader
  }

  /// The usage of an input that the output may take over: one that nobody reads later and that is large enough.
  private func sharedUsage(
    _ output: Int, _ state: OperatorState, _ executor: SubgraphExecutor, _ operators: Range<Int>, _ number: Int
  ) -> Int? {
    if companions[number] != nil { return nil }
    for pair in state.sharing where pair.output == output && pair.input < state.node.inputs.count {
      let input = state.node.inputs[pair.input]
      guard input >= 0, let usage = usageOfTensor[input], usages[usage].lastUse == number,
        state.outputs[output].byteCount <= usages[usage].byteCount,
        !state.node.outputs.contains(where: { $0 != state.node.outputs[output] && usageOfTensor[$0] == usage })
      else { continue }
      return usage
    }
    return nil
  }

  /// Gives the tensors and scratch requests their addresses.
  func place(_ plan: MemoryPlan, in arena: AlignedMemory, _ executor: SubgraphExecutor) {
    for (tensor, usage) in usageOfTensor {
      executor.tensors[tensor].storage = .arena
      executor.tensors[tensor].data = arena.base + plan.offsets[usage]
    }
    for (number, scratch) in usagesOfScratch {
      executor.states[number].scratch = scratch.map { arena.base + plan.offsets[$0] }
    }
  }
}
