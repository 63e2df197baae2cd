import TFLiteSchema

// Activation functions of float32 that converters write out: the operator that ends one computes all of it. `x * logistic(x)`;
// `log(exp(x) + 1)`; `x * tanh(log(exp(x) + 1))`; `relu(x) + slopes * min(x, 0)`, where the second part may be written by the
// positive part of `-x` or the difference of `x` and its magnitude; GELU (see WrittenGelu.swift).
//
// Tensors on the way have no other reader, and operators no activation. Values are those of one function, not of several
// operators, so that they may be rounded elsewhere.

extension Pass {
  static var activationFunctions: Pass {
    Pass("activation functions") { graph, environment in
      if let gelu = environment.brought.gelu {
        for number in graph.nodes.indices where graph.isOpen(number) {
          guard let found = graph.writtenGelu(number) else { continue }
          graph.replace(found.last, with: gelu, inputs: [found.x])
        }
      }
      for number in graph.nodes.indices.reversed() where graph.isOpen(number) {
        if graph.removeIfUnused(number) { continue }
        guard let (function, inputs) = activation(number, graph, environment.brought) else { continue }
        graph.replace(number, with: function, inputs: inputs, needsRanks: inputs.count > 1)
      }
    }
  }

  /// The function that operator `number` ends, and the tensors that it is one of; nil when it computes something else.
  private static func activation(
    _ number: Int, _ graph: EditableGraph, _ functions: BroughtPasses
  ) -> (FusedOperatorEntry, inputs: [Int])? {
    switch graph.nodes[number].stated.code {
    case .mul:
      guard let (a, b) = graph.floatOperands(number) else { return nil }
      for (value, other) in [(a, b), (b, a)] {
        guard let function = soleProducer(of: other, graph) else { continue }
        if let swish = functions.swish, argument(.logistic, of: function, graph) == value { return (swish, [value]) }
        guard let mish = functions.mish, let sum = argument(.tanh, of: function, graph) else { continue }
        if let log = soleProducer(of: sum, graph), softplusArgument(of: log, graph) == value { return (mish, [value]) }
      }
      return nil
    case .log:
      guard let softplus = functions.softplus else { return nil }
      return softplusArgument(of: number, graph).map { (softplus, [$0]) }
    case .add, .sub:
      guard let prelu = functions.prelu else { return nil }
      return bent(number, graph).map { (prelu, $0) }
    default: return nil
    }
  }

  /// The operator that writes `tensor`, when it is open and only one other reads what it writes.
  private static func soleProducer(of tensor: Int, _ graph: EditableGraph) -> Int? {
    guard let producer = graph.producer(of: tensor), graph.isOpen(producer), graph.hasOneUse(tensor) else { return nil }
    return producer
  }

  /// The argument of operator `number`, when it is the function `code` of one float32 tensor that is no variable.
  private static func argument(_ code: Schema.BuiltinOperator, of number: Int, _ graph: EditableGraph) -> Int? {
    let node = graph.nodes[number].stated
    guard node.code == code, node.inputs.count == 1, node.outputs.count == 1,
      (node.inputs + node.outputs).allSatisfy({ $0 >= 0 && graph.tensors[$0].isPlainFloat })
    else { return nil }
    return node.inputs[0]
  }

  /// The `x` of `log(exp(x) + 1)`, when operator `number` is its logarithm.
  private static func softplusArgument(of number: Int, _ graph: EditableGraph) -> Int? {
    guard let sum = argument(.log, of: number, graph), let adder = soleProducer(of: sum, graph),
      graph.nodes[adder].stated.code == .add, let (a, b) = graph.floatOperands(adder)
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

  // MARK: Slopes

  /// `x` and the slopes, when operator `number` is `relu(x) + slopes * min(x, 0)`.
  private static func bent(_ number: Int, _ graph: EditableGraph) -> [Int]? {
    guard let (a, b) = graph.floatOperands(number) else { return nil }
    let isSum = graph.nodes[number].stated.code == .add
    for (positive, negative) in isSum ? [(a, b), (b, a)] : [(a, b)] {
      guard let relu = soleProducer(of: positive, graph), let x = argument(.relu, of: relu, graph),
        graph.hasKnownRows(x), let part = negativePart(negative, of: x, graph), let slopes = part.slopes,
        part.factor == (isSum ? 1 : -1)
      else { continue }
      return [x, slopes]
    }
    return nil
  }

  /// A tensor that is `factor * slopes * min(x, 0)`, slopes being a constant with an element for each of the last axis.
  private struct NegativePart {
    var factor: Float
    var slopes: Int?
  }

  /// - Parameter steps: operators that may multiply or negate.
  private static func negativePart(
    _ tensor: Int, of x: Int, _ graph: EditableGraph, steps: Int = 3
  ) -> NegativePart? {
    guard let number = soleProducer(of: tensor, graph) else { return nil }
    if let argument = argument(.relu, of: number, graph) {
      guard let negation = soleProducer(of: argument, graph), self.argument(.neg, of: negation, graph) == x else {
        return nil
      }
      return NegativePart(factor: -1)
    }
    if let argument = argument(.neg, of: number, graph) {
      guard steps > 0, var part = negativePart(argument, of: x, graph, steps: steps - 1) else { return nil }
      part.factor.negate()
      return part
    }
    guard let (a, b) = graph.floatOperands(number) else { return nil }
    switch graph.nodes[number].stated.code {
    case .minimum:
      let isPart = (a == x && isNumber(0, b, beside: x, graph)) || (b == x && isNumber(0, a, beside: x, graph))
      return isPart ? NegativePart(factor: 1) : nil
    case .sub:
      guard a == x, let magnitude = soleProducer(of: b, graph), argument(.abs, of: magnitude, graph) == x else {
        return nil
      }
      return NegativePart(factor: 2)
    case .mul:
      if steps == 0 { return nil }
      for (constant, other) in [(a, b), (b, a)] where graph.tensors[constant].isConstant {
        guard var part = negativePart(other, of: x, graph, steps: steps - 1) else { return nil }
        if part.slopes == nil, graph.isRow(constant, beside: x), graph.tensors[constant].shape.elementCount > 1 {
          part.slopes = constant
        } else if let factor = graph.tensors[constant].number, isNumber(factor, constant, beside: x, graph) {
          part.factor *= factor
        } else {
          return nil
        }
        return part
      }
      return nil
    default: return nil
    }
  }

  /// Whether the constant is this number, and broadcasts to the shape of another tensor.
  private static func isNumber(_ value: Float, _ tensor: Int, beside other: Int, _ graph: EditableGraph) -> Bool {
    graph.tensors[tensor].number == value && graph.tensors[tensor].shape.rank <= graph.tensors[other].shape.rank
  }
}
