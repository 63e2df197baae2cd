/// Which tensors can be read after an invocation, beside the outputs: of the primary subgraph and of those that signatures run.
///
/// Such tensors keep their memory to the end of an invocation, and no rewrite takes their operators away.
public enum IntermediateTensors: Sendable, Hashable {
  /// The outputs alone.
  case none
  /// Those of the names.
  case named(Set<String>)
  /// All that operators compute.
  case all

  /// What compiled graphs and packed weights are told apart by: the tensors of `graph` that are chosen, `[-1]` for all.
  func key(in graph: Graph) -> [Int] {
    switch self {
    case .none: []
    case .named(let names): graph.tensors.indices.filter { names.contains(graph.tensors[$0].name) }
    case .all: [-1]
    }
  }

  /// The tensors of `graph` that are chosen.
  func tensors(of graph: Graph) -> [Int] {
    switch self {
    case .none: []
    case .named: key(in: graph)
    case .all: graph.operators.flatMap { $0.outputs.filter { $0 >= 0 } }
    }
  }
}
