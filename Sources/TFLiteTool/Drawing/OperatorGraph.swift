import TFLiteRuntime

/// A subgraph to be drawn: inputs, operators and outputs, and which tensors lead from one to another.
struct OperatorGraph {
  enum Kind {
    /// An input of the graph, by its position.
    case input(Int)
    /// By its place in the list of operators.
    case operation(Int)
    /// An output of the graph, by its position.
    case output(Int)
  }

  struct Node {
    let kind: Kind
    let title: String
    let subtitle: String
  }

  /// A tensor on its way from what computes it to those that read it.
  struct Link {
    let tensor: Int
    let source: Int
    /// Nodes behind the source, without repetition.
    var targets: [Int]
  }

  /// What is drawn of an operator.
  struct Operation {
    let name: String
    let inputs: [Int]
    let outputs: [Int]
  }

  let nodes: [Node]
  let links: [Link]

  /// - Parameters:
  ///   - operations: in the order of execution.
  ///   - shape: a tensor's type and shape in words; of tensors that the file does not have as well.
  init(_ graph: Graph, _ operations: [Operation], shape: (Int) -> String) {
    var nodes: [Node] = []
    var sources: [Int: Int] = [:]
    for (position, tensor) in graph.inputs.enumerated() {
      sources[tensor] = nodes.count
      nodes.append(Node(kind: .input(position), title: Self.label(graph, tensor), subtitle: shape(tensor)))
    }
    var links: [Link] = []
    /// For each tensor that is read, its place in `links`.
    var places: [Int: Int] = [:]
    func read(_ tensor: Int, by node: Int) {
      guard tensor >= 0, let source = sources[tensor], source < node else { return }
      if let place = places[tensor], links[place].source == source {
        if links[place].targets.last != node { links[place].targets.append(node) }
      } else {
        places[tensor] = links.count
        links.append(Link(tensor: tensor, source: source, targets: [node]))
      }
    }
    for (place, operation) in operations.enumerated() {
      let node = nodes.count
      for tensor in operation.inputs { read(tensor, by: node) }
      let first = operation.outputs.first { $0 >= 0 }
      nodes.append(Node(kind: .operation(place), title: operation.name, subtitle: first.map(shape) ?? ""))
      for tensor in operation.outputs where tensor >= 0 { sources[tensor] = node }
    }
    for (position, tensor) in graph.outputs.enumerated() {
      read(tensor, by: nodes.count)
      nodes.append(Node(kind: .output(position), title: Self.label(graph, tensor), subtitle: shape(tensor)))
    }
    (self.nodes, self.links) = (nodes, links)
  }

  /// The operators that the file states.
  init(_ graph: Graph) {
    self.init(graph, graph.operators.map { Operation(name: $0.name, inputs: $0.inputs, outputs: $0.outputs) }) {
      graph.tensors.indices.contains($0) ? Self.shape(graph.tensors[$0]) : ""
    }
  }

  static func shape(_ tensor: TensorDescription) -> String {
    "\(tensor.type.name.lowercased()) \(tensor.hasRank || tensor.isConstant ? "\(tensor.shapeSignature)" : "any shape")"
  }

  private static func label(_ graph: Graph, _ tensor: Int) -> String {
    let name = graph.tensors.indices.contains(tensor) ? graph.tensors[tensor].name : ""
    return name.isEmpty ? "#\(tensor)" : name
  }
}
