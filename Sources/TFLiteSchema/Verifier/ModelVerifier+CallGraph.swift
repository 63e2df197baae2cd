extension ModelVerifier {
  /// Checks the subgraphs that operators run: each exists, and none runs itself, directly or through others.
  mutating func callGraph() throws(VerificationError) {
    let count = model.subgraphs.count
    var callees = [[Int32]](repeating: [], count: count)
    var lastCaller = [Int](repeating: -1, count: count)
    for caller in 0..<count {
      let operators = model.subgraphs[caller].operators
      for index in operators.indices {
        let entry = operators[index]
        let called = calls(of: entry)
        try spend(called.count, at: entry.table)
        for callee in called {
          guard callee >= 0, callee < count else {
            throw error(
              "subgraph \(caller), operator \(index): it runs subgraph \(callee), expected 0..<\(count)",
              at: entry.table)
          }
          guard lastCaller[Int(callee)] != caller else { continue }
          lastCaller[Int(callee)] = caller
          callees[caller].append(Int32(callee))
        }
      }
    }
    guard let subgraph = cycle(in: callees) else { return }
    throw error("subgraph \(subgraph): it runs itself", at: model.subgraphs[subgraph].table)
  }

  /// The subgraphs an operator's options name.
  private func calls(of entry: Schema.Operator) -> [Int64] {
    if let options = entry.builtinOptions.ifOptions {
      return [Int64(options.thenSubgraphIndex), Int64(options.elseSubgraphIndex)]
    }
    if let options = entry.builtinOptions.whileOptions {
      return [Int64(options.condSubgraphIndex), Int64(options.bodySubgraphIndex)]
    }
    if let options = entry.builtinOptions.callOnceOptions {
      return [Int64(options.initSubgraphIndex)]
    }
    if let options = entry.builtinOptions.callOptions {
      return [Int64(options.subgraph)]
    }
    if let options = entry.builtinOptions2.stableHLOCompositeOptions {
      return [Int64(options.decompositionSubgraphIndex)]
    }
    if let options = entry.builtinOptions2.stablehloCaseOptions {
      return options.branchSubgraphIndices.map { Int64($0) }
    }
    if let options = entry.builtinOptions2.stablehloWhileOptions {
      return [Int64(options.condSubgraphIndex), Int64(options.bodySubgraphIndex)]
    }
    if let options = entry.builtinOptions2.stablehloReduceOptions {
      return [Int64(options.bodySubgraphIndex)]
    }
    if let options = entry.builtinOptions2.stablehloReduceWindowOptions {
      return [Int64(options.bodySubgraphIndex)]
    }
    if let options = entry.builtinOptions2.stablehloSortOptions {
      return [Int64(options.comparatorSubgraphIndex)]
    }
    if let options = entry.builtinOptions2.stablehloScatterOptions {
      return [Int64(options.updateComputationSubgraphIndex)]
    }
    return []
  }

  /// A subgraph that reaches itself, found by removing again and again those that nothing left calls.
  private func cycle(in callees: [[Int32]]) -> Int? {
    var callers = [Int](repeating: 0, count: callees.count)
    for list in callees {
      for callee in list { callers[Int(callee)] += 1 }
    }
    var free = callers.indices.filter { callers[$0] == 0 }
    var removed = 0
    while let next = free.popLast() {
      removed += 1
      for callee in callees[next] {
        callers[Int(callee)] -= 1
        if callers[Int(callee)] == 0 { free.append(Int(callee)) }
      }
    }
    return removed == callees.count ? nil : callers.firstIndex { $0 > 0 }
  }
}
