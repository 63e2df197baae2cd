import TFLiteRuntime

/// How many entries the tables have that integers among a graph's inputs choose from: words of an embedding, kinds of segments.
/// Random content stays below, so that a model of token ids runs on it.
struct IndexRanges {
  /// The entries of the smallest table, by the number of an input's tensor; none for an input that chooses from no table.
  private var entries: [Int: Int] = [:]

  /// Operators whose output holds what their first input holds, in another form or in part.
  private static let carriers: Set<String> = [
    "CAST", "EXPAND_DIMS", "RESHAPE", "SLICE", "SQUEEZE", "STRIDED_SLICE", "TILE", "TRANSPOSE",
  ]

  /// Follows each integer input of `graph` to the operators that take it for positions.
  init(_ graph: Graph) {
    var origins: [Int: Int] = [:]
    for input in graph.inputs { origins[input] = input }
    for node in graph.operators {
      guard let first = node.inputs.first, let output = node.outputs.first else { continue }
      switch node.name {
      case let name where Self.carriers.contains(name): origins[output] = origins[first]
      case "EMBEDDING_LOOKUP": note(origins[first], graph, table: node.inputs.dropFirst().first, axis: 0)
      case "GATHER":
        guard let positions = node.inputs.dropFirst().first else { continue }
        note(origins[positions], graph, table: first, axis: Int(OperatorOptions(node)["axis"] ?? "0") ?? 0)
      default: break
      }
    }
  }

  private mutating func note(_ input: Int?, _ graph: Graph, table: Int?, axis: Int) {
    guard let input, let table, graph.tensors.indices.contains(table) else { return }
    let dimensions = graph.tensors[table].shape.dimensions
    let axis = axis < 0 ? axis + dimensions.count : axis
    guard dimensions.indices.contains(axis), dimensions[axis] > 0 else { return }
    entries[input] = min(entries[input] ?? .max, dimensions[axis])
  }

  /// The numbers below which an integer of `input` has to stay, nil where nothing asks for it.
  subscript(_ input: TensorInfo) -> Int? { entries[input.number] }
}

extension ModelRunner {
  /// Of the subgraph that runs.
  var indexRanges: IndexRanges {
    IndexRanges(session.model.graphs[signature?.signature.subgraph ?? 0])
  }
}
