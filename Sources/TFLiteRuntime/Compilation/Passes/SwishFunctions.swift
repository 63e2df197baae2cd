import TFLiteSchema

// Swish: the MUL of `x * logistic(x)` of float32 computes all of it.
//
// The logistic function's output has no other reader, and the product no activation. Values are those of one function, not
// of two operators, so that they may be rounded elsewhere.

extension Pass {
  static let swish = Pass("swish") { graph, environment in
    guard let swish = environment.fused.swish else { return }
    for number in graph.nodes.indices.reversed() where graph.isOpen(number) {
      if graph.removeIfUnused(number) { continue }
      guard let argument = argument(number, graph) else { continue }
      graph.replace(number, with: swish, inputs: [argument])
    }
  }

  /// The tensor of which operator `number` computes the function; nil when it computes something else.
  private static func argument(_ number: Int, _ graph: EditableGraph) -> Int? {
    let node = graph.nodes[number].stated
    guard node.code == .mul, node.inputs.count == 2, node.outputs.count == 1, !node.hasActivation else { return nil }
    for (value, function) in [(0, 1), (1, 0)] where logisticArgument(node.inputs[function], graph) == node.inputs[value]
    {
      return node.inputs[value]
    }
    return nil
  }

  /// The tensor of which `tensor`, with one reader, is the logistic function.
  private static func logisticArgument(_ tensor: Int, _ graph: EditableGraph) -> Int? {
    guard let producer = graph.producer(of: tensor), graph.isOpen(producer), graph.hasOneUse(tensor) else { return nil }
    let node = graph.nodes[producer].stated
    guard node.code == .logistic, node.inputs.count == 1, node.outputs.count == 1, node.inputs[0] >= 0,
      graph.tensors[node.inputs[0]].type == .float32, graph.tensors[tensor].type == .float32
    else { return nil }
    return node.inputs[0]
  }
}
