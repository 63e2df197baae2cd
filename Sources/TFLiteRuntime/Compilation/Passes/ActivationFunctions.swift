import TFLiteSchema

// Activation functions of float32 that converters write out: the operator that ends one computes all of it. `x * logistic(x)`;
// `log(exp(x) + 1)`; `x * tanh(log(exp(x) + 1))`.
//
// Tensors on the way have no other reader, and operators no activation. Values are those of one function, not of several
// operators, so that they may be rounded elsewhere.

extension Pass {
  static let activationFunctions = Pass("activation functions") { graph, environment in
    let fused = environment.fused
    if fused.swish == nil && fused.softplus == nil && fused.mish == nil { return }
    for number in graph.nodes.indices.reversed() where graph.isOpen(number) {
      if graph.removeIfUnused(number) { continue }
      guard let (function, argument) = activation(number, graph, fused) else { continue }
      graph.replace(number, with: function, inputs: [argument])
    }
  }

  /// The function that operator `number` ends, and the tensor that it is one of; nil when it computes something else.
  private static func activation(
    _ number: Int, _ graph: EditableGraph, _ fused: FusedOperators
  ) -> (FusedOperatorEntry, argument: Int)? {
    let node = graph.nodes[number].stated
    switch node.code {
    case .mul:
      guard let (a, b) = operands(number, graph) else { return nil }
      for (value, function) in [(a, b), (b, a)] {
        if let swish = fused.swish, argument(of: function, .logistic, graph) == value { return (swish, value) }
        guard let mish = fused.mish, let sum = argument(of: function, .tanh, graph) else { continue }
        if softplusArgument(endingIn: sum, graph) == value { return (mish, value) }
      }
      return nil
    case .log:
      guard let softplus = fused.softplus, let output = node.outputs.first, output >= 0 else { return nil }
      return softplusArgument(of: output, number, graph).map { (softplus, $0) }
    default: return nil
    }
  }

  /// The operands of a product or sum of two float32 tensors without an activation.
  private static func operands(_ number: Int, _ graph: EditableGraph) -> (Int, Int)? {
    let node = graph.nodes[number].stated
    guard node.inputs.count == 2, node.outputs.count == 1, !node.hasActivation,
      (node.inputs + node.outputs).allSatisfy({ $0 >= 0 && graph.tensors[$0].type == .float32 })
    else { return nil }
    return (node.inputs[0], node.inputs[1])
  }

  /// The tensor of which `tensor`, with one reader, is the function `code` of float32.
  private static func argument(of tensor: Int, _ code: Schema.BuiltinOperator, _ graph: EditableGraph) -> Int? {
    guard let producer = graph.producer(of: tensor), graph.isOpen(producer), graph.hasOneUse(tensor) else { return nil }
    return argument(of: tensor, producer, code, graph)
  }

  /// The same, of whatever readers, of what operator `producer` writes.
  private static func argument(
    of tensor: Int, _ producer: Int, _ code: Schema.BuiltinOperator, _ graph: EditableGraph
  ) -> Int? {
    let node = graph.nodes[producer].stated
    guard node.code == code, node.inputs.count == 1, node.outputs.count == 1, node.inputs[0] >= 0,
      graph.tensors[node.inputs[0]].type == .float32, graph.tensors[tensor].type == .float32
    else { return nil }
    return node.inputs[0]
  }

  /// The tensor `x` of which `tensor`, with one reader, is `log(exp(x) + 1)`.
  private static func softplusArgument(endingIn tensor: Int, _ graph: EditableGraph) -> Int? {
    guard let producer = graph.producer(of: tensor), graph.isOpen(producer), graph.hasOneUse(tensor) else { return nil }
    return softplusArgument(of: tensor, producer, graph)
  }

  /// The same, of whatever readers, of what operator `number` writes.
  private static func softplusArgument(of tensor: Int, _ number: Int, _ graph: EditableGraph) -> Int? {
    guard let sum = argument(of: tensor, number, .log, graph), let adder = graph.producer(of: sum), graph.isOpen(adder),
      graph.hasOneUse(sum), graph.nodes[adder].stated.code == .add, let (a, b) = operands(adder, graph)
    else { return nil }
    for (power, one) in [(a, b), (b, a)] where isOne(graph.tensors[one], beside: graph.tensors[power]) {
      if let x = argument(of: power, .exp, graph) { return x }
    }
    return nil
  }

  /// Whether the constant is the number one, and adding it changes no shape.
  private static func isOne(_ tensor: TensorDescription, beside other: TensorDescription) -> Bool {
    tensor.number == 1 && other.hasRank && tensor.shape.rank <= other.shape.rank
  }
}
