import TFLiteSchema

// Dead operators: pure operators whose outputs nobody needs do not run. Of loops, variables that nobody needs behind them are
// not copied out: weights may be among them.

extension Pass {
  static let deadOperators = Pass("dead operators") { graph, _ in
    for number in graph.nodes.indices.reversed() {
      if graph.nodes[number].stated.code == .while {
        let needed = graph.outputs(number).map { $0 >= 0 && graph.isUnread($0) ? -1 : $0 }
        if needed != graph.outputs(number) { graph.rewire(number, inputs: graph.inputs(number), outputs: needed) }
      }
      graph.removeIfUnused(number)
    }
  }
}
