import TFLiteSchema

// Activation functions of float32 that converters write out: the operator that ends one computes all of it. `x * logistic(x)`;
// `log(exp(x) + 1)`; `x * tanh(log(exp(x) + 1))`.
//
// Tensors on the way have no other reader, and operators no activation. Values are those of one function, not of several
// operators, so that they may be rounded elsewhere.

extension Pass {
  static var activationFunctions: Pass {
    Pass("activation functions") { graph, environment in
      for number in graph.nodes.indices.reversed() where graph.isOpen(number) {
        if graph.removeIfUnused(number) { continue }
        guard let (function, argument) = activation(number, graph, environment.brought) else { continue }
        graph.replace(number, with: function, inputs: [argument])
      }
    }
  }

  /// The function that operator `number` ends, and the tensor that it is one of; nil when it computes something else.
  private static func activation(
    _ number: Int, _ graph: EditableGraph, _ functions: BroughtPasses
  ) -> (FusedOperatorEntry, argument: Int)? {
    switch graph.nodes[number].stated.code {
    case .mul:
      guard let (a, b) = operands(number, graph) else { return nil }
      for (value, other) in [(a, b), (b, a)] {
        guard let function = soleProducer(of: other, graph) else { continue }
        if let swish = functions.swish, argument(.logistic, of: function, graph) == value { return (swish, value) }
        guard let mish = functions.mish, let sum = argument(.tanh, of: function, graph) else { continue }
        if let log = soleProducer(of: sum, graph), softplusArgument(of: log, graph) == value { return (mish, value) }
      }
      return nil
    case .log:
      guard let softplus = functions.softplus else { return nil }
      return softplusArgument(of: number, graph).map { (softplus, $0) }
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

  /// The operator that writes `tensor`, when it is open and only one other reads what it writes.
  private static func soleProducer(of tensor: Int, _ graph: EditableGraph) -> Int? {
    guard let producer = graph.producer(of: tensor), graph.isOpen(producer), graph.hasOneUse(tensor) else { return nil }
    return producer
  }

  /// The argument of operator `number`, when it is the function `code` of one float32 tensor.
  private static func argument(_ code: Schema.BuiltinOperator, of number: Int, _ graph: EditableGraph) -> Int? {
    let node = graph.nodes[number].stated
    guard node.code == code, node.inputs.count == 1, node.outputs.count == 1,
      (node.inputs + node.outputs).allSatisfy({ $0 >= 0 && graph.tensors[$0].type == .float32 })
    else { return nil }
    return node.inputs[0]
  }

  /// The `x` of `log(exp(x) + 1)`, when operator `number` is its logarithm.
  private static func softplusArgument(of number: Int, _ graph: EditableGraph) -> Int? {
    guard let sum = argument(.log, of: number, graph), let adder = soleProducer(of: sum, graph),
      graph.nodes[adder].stated.code == .add, let (a, b) = operands(adder, graph)
    else { return nil }
    for (power, one) in [(a, b), (b, a)] where isOne(graph.tensors[one], beside: graph.tensors[power]) {
      if let exp = soleProducer(of: power, graph), let x = argument(.exp, of: exp, graph) { return x }
    }
    return nil
  }

  /// Whether the constant is the number one, and adding it changes no shape.
  private static func isOne(_ tensor: TensorDescription, beside other: TensorDescription) -> Bool {
    tensor.number == 1 && other.hasRank && tensor.shape.rank <= other.shape.rank
  }
}
