import TFLiteSchema

// Common subexpressions: an operator that computes what another one has computed does not run, and its readers read the
// other one's outputs.
//
// Two operators compute the same when code, version, options and inputs are the same and their outputs are described alike.
// Constants with the same bytes in the file are one input. Only pure operators are touched, none that read variables, which
// change in between, and none whose output leaves the graph.

extension Pass {
  static let commonSubexpressions = Pass("common subexpressions") { graph, _ in
    CommonSubexpressions.mergeConstants(&graph)
    CommonSubexpressions.mergeOperators(&graph)
  }
}

private enum CommonSubexpressions {
  /// Constants at one place, or operators with the same inputs, that a further one is compared with at most: graphs have
  /// few, and a damaged one should not take long.
  static let mostAlternatives = 16

  static func mergeConstants(_ graph: inout EditableGraph) {
    // By address: a key of a type of its own would cost the first session of a process a search for its conformance.
    var known: [Int: [Int]] = [:]
    for (number, tensor) in graph.tensors.enumerated() {
      guard let bytes = tensor.constant, tensor.sparsity == nil, !tensor.isVariable, !graph.isKept[number] else {
        continue
      }
      let place = Int(bitPattern: bytes.baseAddress)
      let same = known[place]?.first {
        graph.tensors[$0].constant?.count == bytes.count && isDescribedAlike(graph.tensors[$0], tensor)
      }
      if let same {
        graph.redirect(number, to: same)
      } else if known[place]?.count ?? 0 < mostAlternatives {
        known[place, default: []].append(number)
      }
    }
  }

  private static func isDescribedAlike(_ first: TensorDescription, _ second: TensorDescription) -> Bool {
    first.type == second.type && first.shape == second.shape && first.shapeSignature == second.shapeSignature
      && first.hasRank == second.hasRank && first.quantization == second.quantization
  }

  private struct Call: Hashable {
    var code: Int32
    var name: String
    var version: Int
    var inputs: [Int]
  }

  static func mergeOperators(_ graph: inout EditableGraph) {
    var known: [Call: [Int]] = [:]
    for number in graph.nodes.indices where canMerge(number, graph) {
      let node = graph.nodes[number].stated
      let call = Call(
        code: Int32(node.code.rawValue), name: node.name, version: node.version, inputs: node.inputs)
      let same = known[call]?.first { isDouble(node, of: graph.nodes[$0].stated, graph) }
      if let same, !node.outputs.contains(where: { graph.isKept[$0] }) {
        graph.remove(number)
        for (output, other) in zip(node.outputs, graph.outputs(same)) { graph.redirect(output, to: other) }
      } else if same == nil, known[call]?.count ?? 0 < mostAlternatives {
        known[call, default: []].append(number)
      }
    }
  }

  private static func canMerge(_ number: Int, _ graph: EditableGraph) -> Bool {
    let node = graph.nodes[number].stated
    return graph.isOpen(number) && !node.inputs.isEmpty && !node.outputs.isEmpty && node.intermediates.isEmpty
      && node.outputs.allSatisfy { $0 >= 0 }
      && node.inputs.allSatisfy { $0 < 0 || !graph.tensors[$0].isVariable }
  }

  private static func isDouble(_ node: OperatorNode, of other: OperatorNode, _ graph: EditableGraph) -> Bool {
    node.outputs.count == other.outputs.count
      && zip(node.outputs, other.outputs).allSatisfy { isDescribedAlike(graph.tensors[$0], graph.tensors[$1]) }
      && node.table.hasOptions(of: other.table)
  }
}
