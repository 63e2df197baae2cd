// Dead operators: pure operators whose outputs nobody needs do not run.

extension Pass {
  static let deadOperators = Pass("dead operators") { graph, _ in
    for number in graph.nodes.indices.reversed() { graph.removeIfUnused(number) }
  }
}
