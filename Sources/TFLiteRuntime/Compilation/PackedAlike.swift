import TFLiteSchema

/// Products of a graph whose packed weights are the same bytes, so that a model needs one block for all of them.
///
/// They are FULLY_CONNECTED of float32 with the same constants, the same options and the same arithmetic taken over. Those of
/// bytes are quantized apart from one another, and share what is packed of the weights alone.
enum PackedAlike {
  private struct Weights: Hashable {
    var filter: Int
    var bias: Int
  }

  /// Products with the same constants that a further one is compared with at most.
  private static let mostAlternatives = 16

  /// For each product that packs what an earlier one has packed: the position of that one in the file, by its own.
  static func positions(_ nodes: [EditableGraph.Node], _ graph: Graph) -> [Int: Int] {
    var known: [Weights: [Int]] = [:]
    var positions: [Int: Int] = [:]
    for (number, node) in nodes.enumerated() where isProduct(node.stated, graph) {
      let inputs = node.stated.inputs
      let weights = Weights(filter: inputs[1], bias: inputs.count > 2 ? inputs[2] : -1)
      if let first = known[weights]?.first(where: { packAlike(nodes[$0], node) }) {
        positions[node.stated.index] = nodes[first].stated.index
      } else if known[weights]?.count ?? 0 < mostAlternatives {
        known[weights, default: []].append(number)
      }
    }
    return positions
  }

  /// For products of bytes whose constant weights others have too: the position of the first of these in the file, by their own.
  static func weights(_ nodes: [EditableGraph.Node], _ graph: Graph) -> [Int: Int] {
    var known: [Int: [Int]] = [:]
    for node in nodes {
      let inputs = node.stated.inputs
      guard node.stated.code == .fullyConnected, 2...3 ~= inputs.count, inputs[0] >= 0, inputs[1] >= 0 else { continue }
      let (input, filter) = (graph.tensors[inputs[0]], graph.tensors[inputs[1]])
      guard filter.isConstant, filter.type == .int8 || filter.type == .uint8, input.type == filter.type else {
        continue
      }
      known[inputs[1], default: []].append(node.stated.index)
    }
    var positions: [Int: Int] = [:]
    for alike in known.values where alike.count > 1 {
      for position in alike { positions[position] = alike[0] }
    }
    return positions
  }

  private static func isProduct(_ node: OperatorNode, _ graph: Graph) -> Bool {
    guard node.code == .fullyConnected, 2...5 ~= node.inputs.count, node.inputs[0] >= 0, node.inputs[1] >= 0,
      let output = node.outputs.first, output >= 0
    else { return false }
    let constants = node.inputs[1..<min(3, node.inputs.count)].filter { $0 >= 0 }
    return graph.tensors[node.inputs[0]].type == .float32 && graph.tensors[output].type == .float32
      && constants.allSatisfy { graph.tensors[$0].isConstant }
  }

  private static func packAlike(_ first: EditableGraph.Node, _ second: EditableGraph.Node) -> Bool {
    channels(first) == channels(second) && first.stated.version == second.stated.version
      && first.stated.table.hasOptions(of: second.stated.table)
  }

  /// The arithmetic that becomes part of the weights.
  private static func channels(_ node: EditableGraph.Node) -> [ChannelFactors] {
    node.fusions.compactMap { fusion in
      if case .channels(let factors) = fusion { factors } else { nil }
    }
  }
}
