import TFLiteRuntime

/// What every operator of a model costs, and all together.
struct ModelCost {
  /// One operator as the file states it.
  struct Entry {
    let node: OperatorNode
    let cost: OperatorCost
    /// Executions in an invocation.
    let runs: Int
    /// The shape of the first output.
    let output: Shape?
  }

  let shapes: ModelShapes
  /// By subgraph, in the order of the file.
  let subgraphs: [[Entry]]
  /// Elements and bytes of all constants that are weights or biases, each counted once however many operators read it.
  let parameters: Int
  let parameterBytes: Int

  init(_ model: Model, _ shapes: ModelShapes) {
    self.shapes = shapes
    var seen: Set<Int> = []
    var (count, bytes) = (0, 0)
    subgraphs = model.graphs.enumerated().map { number, graph in
      let tensors = shapes.tensors[number]
      return graph.operators.map { node in
        for index in node.inputs where index >= 0 && tensors[index].isParameter {
          guard let constant = graph.tensors[index].constant, constant.count > 0,
            seen.insert(Int(bitPattern: constant.baseAddress)).inserted
          else { continue }
          count = count.added(tensors[index].count)
          bytes = bytes.added(tensors[index].byteCount)
        }
        let cost = OperatorCost(
          node.name, node.inputs.map { $0 < 0 ? nil : tensors[$0] },
          node.outputs.filter { $0 >= 0 }.map { tensors[$0] },
          options: OperatorOptions(node))
        return Entry(
          node: node, cost: cost, runs: shapes.runs[number][node.index],
          output: node.outputs.first { $0 >= 0 }.map { tensors[$0].shape })
      }
    }
    (parameters, parameterBytes) = (count, bytes)
  }

  var entries: [Entry] { subgraphs.flatMap { $0 } }

  /// The sum of `value` over all operators, as often as they run.
  func total(_ value: (OperatorCost) -> Int) -> Int {
    entries.reduce(0) { $0.added(value($1.cost).times($1.runs)) }
  }

  var multiplyAdds: Int { total { $0.multiplyAdds } }
  var elementOperations: Int { total { $0.elementOperations } }
  var movedBytes: Int { total { $0.movedBytes } }
  /// Operators whose shapes nobody knows.
  var unknownCount: Int { entries.count { $0.cost.isUnknown } }

  /// The least seconds of an invocation.
  func seconds(_ limits: ProcessorLimits, threads: Int) -> Double {
    entries.reduce(0) { $0 + limits.seconds($1.cost, threads: threads) * Double($1.runs) }
  }
}
