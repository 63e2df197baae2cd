// Bands of lines: products of matrices, softmax and what is computed between them element by element go together, as in
// attention, where the scores of some queries are read while they are in the cache. All have as many lines, and read by lines
// what others of them write.

extension BandPlan {
  /// The fewest lines of a band: kernels of products read a packed matrix again for each.
  static let fewestLines = 8

  /// The plans for lines of the operators `range`, all prepared.
  static func linePlans(_ executor: SubgraphExecutor, _ range: Range<Int>) -> [BandPlan] {
    var plans: [BandPlan] = []
    var chain: [Int] = []
    func close() {
      // What has no products goes together in rows.
      if chain.contains(where: { executor.states[$0].made.lines?.begin != nil }),
        let plan = longest(chain, executor, .lines)
      {
        plans.append(plan)
      }
      chain = []
    }
    for number in range {
      let state = executor.states[number]
      if !state.hasPlace { continue }
      guard state.outputs.count == 1, !state.stated.hasDynamicOutput, !state.isIdle, state.epilogue == nil,
        let window = state.lineWindow
      else {
        close()
        continue
      }
      if !chain.isEmpty, chain.count == longestChain || !continues(chain, executor, number, window) { close() }
      chain.append(number)
    }
    close()
    return plans
  }

  /// Whether the operator `number` reads by lines something large that the one before has just written, and reads nothing of the
  /// chain as a whole.
  private static func continues(
    _ chain: [Int], _ executor: SubgraphExecutor, _ number: Int, _ window: LineWindow
  ) -> Bool {
    let state = executor.states[number]
    guard let last = chain.last, let before = executor.states[last].lineWindow, before.isContiguous,
      before.lines == window.lines
    else { return false }
    let tensor = executor.states[last].written(0)
    guard executor.tensors[tensor].byteCount >= executor.program.bands.smallestTensor,
      state.node.inputs.contains(tensor)
    else {
      return false
    }
    let written = chain.map { executor.states[$0].written(0) }
    return state.node.inputs.enumerated().allSatisfy { !written.contains($1) || window.readsLines(ofInput: $0) }
  }
}
