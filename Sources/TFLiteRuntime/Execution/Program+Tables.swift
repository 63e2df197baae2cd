extension Program {
  /// Operators that are executed together to find tables.
  private static let operatorsAtOnce = 1024

  /// The values of functions of one byte, found by executing the operators that compute them; shared by the sessions of the
  /// model. Nil where one of these objects, as it will again when it is prepared, and where there is no memory.
  /// - Parameter functions: each with the position of the operator that computes its result.
  func tables(
    _ functions: [(expression: ByteFunctions.Expression, operatorIndex: Int)], subgraph: Int, isLoopBody: Bool
  ) -> [AlignedMemory?] {
    let keys = functions.map {
      ConstantKey(
        subgraph: subgraph, node: $0.operatorIndex, tag: Int.min, kernels: key.kernels,
        registrations: key.registrations, kept: keptKeys[subgraph], isLoopBody: isLoopBody)
    }
    var tables: [AlignedMemory?] = []
    var missing: [Int] = []
    for (index, key) in keys.enumerated() {
      do throws(RuntimeError) {
        tables.append(try model.constants.existing(key, resources.memory))
        if tables[index] == nil { missing.append(index) }
      } catch {
        tables.append(nil)
      }
    }
    var begin = missing.startIndex
    while begin < missing.endIndex {
      var (end, count) = (begin, 0)
      repeat {
        count += functions[missing[end]].expression.graph.operators.count
        end += 1
      } while end < missing.endIndex && count < Self.operatorsAtOnce
      let together = missing[begin..<end]
      let found = self.made(together.map { functions[$0].expression }, subgraph)
      for (index, table) in zip(together, found) {
        guard let table else { continue }
        tables[index] = table
        model.constants.store(keys[index], table)
      }
      begin = end
    }
    return tables
  }

  /// The tables of functions that are executed together, or else each by itself.
  private func made(_ expressions: [ByteFunctions.Expression], _ subgraph: Int) -> [AlignedMemory?] {
    do throws(RuntimeError) {
      return try execute(expressions, subgraph)
    } catch {
      return expressions.count < 2 ? [nil] : expressions.map { made([$0], subgraph)[0] }
    }
  }

  private func execute(
    _ expressions: [ByteFunctions.Expression], _ subgraph: Int
  ) throws(RuntimeError) -> [AlignedMemory?] {
    var made: [MadeOperator] = []
    let graph = try CompiledGraph(
      alone: ByteFunctions.Expression.joined(expressions), registry, resources.memory, made: &made)
    let executor = try SubgraphExecutor(subgraph, self, graph, made)
    // Operators of a constant are computed as they are prepared.
    for input in executor.inputs {
      try input.ensureOwnMemory(ByteLookUp.tableByteCount, resources.memory)
      input.isConstant = true
      for value in 0..<ByteLookUp.tableByteCount {
        input.mutablePointer(as: UInt8.self)[value] = UInt8(truncatingIfNeeded: value)
      }
    }
    try executor.prepare()
    return try executor.outputs.map { output throws(RuntimeError) in
      guard output.isConstant, output.byteCount == ByteLookUp.tableByteCount else { return nil }
      let table = try AlignedMemory(
        ByteLookUp.tableByteCount, for: ConstantStore.purpose, resources.memory, holder: .model)
      table.base.copyMemory(from: output.data, byteCount: table.byteCount)
      return table
    }
  }
}
