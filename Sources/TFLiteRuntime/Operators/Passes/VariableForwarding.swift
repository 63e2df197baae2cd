import TFLiteSchema

// Variable forwarding: who reads a resource variable that the same graph has just assigned reads what was assigned.
//
// Nothing lies between the two that might assign the variable: no other assignment of a variable that could be the same, and no
// operator that runs another graph. The read value is described like the assigned one and leaves no graph. Pruned networks that
// were converted with their masks multiply, assign and read all their weights in every invocation.

extension Pass {
  static var variableForwarding: Pass {
    Pass("variable forwarding") { graph, _ in
      var variables = AssignedVariables()
      for number in graph.nodes.indices where !graph.nodes[number].isRemoved {
        let node = graph.nodes[number].stated
        switch node.code {
        case .readVariable:
          guard node.outputs.count == 1, let value = variables.value(node, graph), canStand(value, for: node, graph)
          else { continue }
          graph.remove(number)
          graph.redirect(node.outputs[0], to: value)
        case .assignVariable: variables.assign(node, graph)
        default: if !graph.nodes[number].made.isPure { variables = AssignedVariables() }
        }
      }
    }
  }

  private static func canStand(_ value: Int, for node: OperatorNode, _ graph: EditableGraph) -> Bool {
    let output = node.outputs[0]
    guard output >= 0, !graph.isKept[output] else { return false }
    let (read, assigned) = (graph.tensors[output], graph.tensors[value])
    return read.type == assigned.type && read.type != .string && read.hasRank && assigned.hasRank
      && read.shape == assigned.shape && read.shapeSignature == read.shape && assigned.shapeSignature == assigned.shape
      && read.quantization == assigned.quantization && read.shape.rank > 0 && !assigned.isVariable
      && assigned.sparsity == nil
  }
}

/// What the variables of a graph hold, as far as it is known.
private struct AssignedVariables {
  private struct Value {
    let container: String
    let name: String
    let tensor: Int
  }

  private var values: [Value] = []

  /// The variables that are known at most, those assigned last: graphs have few, and a damaged one should not take long.
  private static let most = 1024

  /// What the variable that `node` reads was given.
  func value(_ node: OperatorNode, _ graph: EditableGraph) -> Int? {
    guard let handle = node.inputs.first, let (container, name) = Self.variable(handle, graph) else { return nil }
    return values.first { $0.name == name && $0.container == container }?.tensor
  }

  mutating func assign(_ node: OperatorNode, _ graph: EditableGraph) {
    guard node.inputs.count == 2, node.inputs[1] >= 0, let (container, name) = Self.variable(node.inputs[0], graph)
    else {
      // It may be any.
      values = []
      return
    }
    values.removeAll { $0.name == name && $0.container == container }
    if values.count == Self.most { values.removeFirst() }
    values.append(Value(container: container, name: name, tensor: node.inputs[1]))
  }

  /// The names of the variable whose handle is in a tensor; nil where another graph has made it.
  private static func variable(_ handle: Int, _ graph: EditableGraph) -> (container: String, name: String)? {
    guard handle >= 0, let number = graph.producer(of: handle), graph.nodes[number].stated.code == .varHandle else {
      return nil
    }
    let options = graph.nodes[number].stated.options.varHandleOptions
    return (options?.container?.string ?? "", options?.sharedName?.string ?? "")
  }
}
