import TFLiteSchema

// Layer normalization: the operator that ends one computes all of it.
//
// Constants have an element for each of the last axis, or one where that is all there is of epsilon; operators have no
// activation. Values are those of one function, so that they may be rounded elsewhere.

extension Pass {
  static let layerNormalization = Pass("layer normalization") { graph, environment in
    guard let layerNormalization = environment.fused.layerNormalization else { return }
    let found = LayerNormalizations(graph)
    for number in graph.nodes.indices.reversed() where graph.isOpen(number) {
      if graph.removeIfUnused(number) { continue }
      guard let expression = found.expression(number) else { continue }
      graph.replace(
        number, with: layerNormalization(expression.epsilon),
        inputs: [expression.source, expression.scales ?? -1, expression.offsets ?? -1])
    }
  }
}

/// The layer normalizations that a graph writes out: `(x - mean) / sqrt(variance + epsilon) * scales + offsets` over the
/// last axis of a float tensor, by whichever arithmetic operators a converter has chosen.
///
/// Every tensor on the way has a meaning relative to the one that is normalized, its source. Operators lead from the
/// meanings of what they read to that of what they write.
struct LayerNormalizations {
  /// What a tensor is, `m` being the mean of the source and `v` its variance. Scales and offsets are constants with an
  /// element for each of the last axis, or nil for ones and zeros.
  private enum Meaning: Equatable {
    /// `m`.
    case mean
    /// `-m`.
    case negatedMean
    /// `x - m`.
    case centered
    /// `(x - m)^2`.
    case squares
    /// `v`.
    case variance
    /// `v + epsilon`.
    case raised(epsilon: Int)
    /// `sqrt(v + epsilon)`.
    case root(epsilon: Int)
    /// `scales / sqrt(v + epsilon)`.
    case factor(Factor)
    /// `x * factor`.
    case product(Factor)
    /// `m * factor`.
    case meanProduct(Factor)
    /// `-m * factor`.
    case negatedMeanProduct(Factor)
    /// `offsets - m * factor`.
    case shift(Factor, offsets: Int)
    /// `(x - m) * factor + offsets`.
    case normalized(Factor, offsets: Int?)
  }

  private struct Factor: Equatable {
    var epsilon: Int
    var scales: Int?
  }

  private struct Value {
    var source: Int
    var meaning: Meaning
  }

  private let graph: EditableGraph
  private var values: [Int: Value] = [:]
  /// The operators that write normalized tensors.
  private var results: [Int: Value] = [:]

  init(_ graph: EditableGraph) {
    self.graph = graph
    for number in graph.nodes.indices where graph.isOpen(number) {
      let node = graph.nodes[number].stated
      guard node.outputs.count == 1, let output = node.outputs.first, output >= 0, isFloat(output), !node.hasActivation,
        node.inputs.allSatisfy({ $0 >= 0 }), let value = value(node, node.inputs)
      else { continue }
      values[output] = value
      if case .normalized = value.meaning { results[number] = value }
    }
  }

  /// One layer normalization.
  struct Expression {
    /// The tensor that is normalized.
    let source: Int
    let epsilon: Float
    /// Constants with an element for each of the last axis, nil for ones and zeros.
    let scales: Int?
    let offsets: Int?
  }

  /// What the operator computes, where its output is a normalized tensor.
  func expression(_ number: Int) -> Expression? {
    guard let value = results[number], case .normalized(let factor, let offsets) = value.meaning,
      let epsilon = graph.tensors[factor.epsilon].number
    else { return nil }
    return Expression(source: value.source, epsilon: epsilon, scales: factor.scales, offsets: offsets)
  }

  // MARK: Operators

  private func value(_ node: OperatorNode, _ inputs: [Int]) -> Value? {
    switch (node.code, inputs.count) {
    case (.mean, 2): return mean(node, inputs)
    case (.neg, 1), (.rsqrt, 1), (.sqrt, 1), (.square, 1):
      guard let value = values[inputs[0]], let meaning = function(node.code, value.meaning) else { return nil }
      return Value(source: value.source, meaning: meaning)
    case (.add, 2), (.mul, 2), (.squaredDifference, 2):
      return operation(node.code, inputs[0], inputs[1]) ?? operation(node.code, inputs[1], inputs[0])
    case (.sub, 2), (.div, 2): return operation(node.code, inputs[0], inputs[1])
    default: return nil
    }
  }

  private func mean(_ node: OperatorNode, _ inputs: [Int]) -> Value? {
    let input = graph.tensors[inputs[0]]
    let rank = input.shape.rank
    guard node.options(Schema.ReducerOptions.self)?.keepDims ?? false, isFloat(inputs[0]), input.hasRank, rank > 0,
      input.shape[rank - 1] > 0, input.shapeSignature.rank == rank,
      input.shapeSignature[rank - 1] == input.shape[rank - 1], !input.isConstant,
      let axes = graph.tensors[inputs[1]].indices, axes == [-1] || axes == [rank - 1]
    else { return nil }
    if let value = values[inputs[0]], value.meaning == .squares {
      return Value(source: value.source, meaning: .variance)
    }
    return Value(source: inputs[0], meaning: .mean)
  }

  private func function(_ code: Schema.BuiltinOperator, _ meaning: Meaning) -> Meaning? {
    switch (code, meaning) {
    case (.neg, .mean): .negatedMean
    case (.neg, .meanProduct(let factor)): .negatedMeanProduct(factor)
    case (.square, .centered): .squares
    case (.rsqrt, .raised(let epsilon)): .factor(Factor(epsilon: epsilon))
    case (.sqrt, .raised(let epsilon)): .root(epsilon: epsilon)
    default: nil
    }
  }

  /// What an operator makes of a tensor with a meaning and another one.
  private func operation(_ code: Schema.BuiltinOperator, _ first: Int, _ second: Int) -> Value? {
    if let value = values[second], let meaning = operation(code, first, value) {
      return Value(source: value.source, meaning: meaning)
    }
    guard let value = values[first] else { return nil }
    let meaning: Meaning? =
      switch (code, value.meaning) {
      case (.add, .variance) where isNumber(second, beside: value.source): .raised(epsilon: second)
      case (.add, .normalized(let factor, nil)) where isVector(second, beside: value.source):
        .normalized(factor, offsets: second)
      case (.mul, .normalized(let factor, nil)) where factor.scales == nil && isVector(second, beside: value.source):
        .normalized(Factor(epsilon: factor.epsilon, scales: second), offsets: nil)
      case (.mul, .factor(let factor)) where factor.scales == nil && isVector(second, beside: value.source):
        .factor(Factor(epsilon: factor.epsilon, scales: second))
      default: nil
      }
    return meaning.map { Value(source: value.source, meaning: $0) }
  }

  /// The same where the second operand has the meaning `value`, and the first is its source, a constant, or has a meaning
  /// relative to the same source.
  private func operation(_ code: Schema.BuiltinOperator, _ first: Int, _ value: Value) -> Meaning? {
    if first == value.source {
      switch (code, value.meaning) {
      case (.sub, .mean), (.add, .negatedMean): return .centered
      case (.squaredDifference, .mean): return .squares
      case (.mul, .factor(let factor)): return .product(factor)
      default: return nil
      }
    }
    switch (code, value.meaning) {
    case (.sub, .meanProduct(let factor)) where isVector(first, beside: value.source):
      return .shift(factor, offsets: first)
    case (.add, .negatedMeanProduct(let factor)) where isVector(first, beside: value.source):
      return .shift(factor, offsets: first)
    default: break
    }
    guard let companion = values[first], companion.source == value.source else { return nil }
    switch (code, companion.meaning, value.meaning) {
    case (.mul, .centered, .centered): return .squares
    case (.mul, .mean, .factor(let factor)): return .meanProduct(factor)
    case (.mul, .negatedMean, .factor(let factor)): return .negatedMeanProduct(factor)
    case (.mul, .centered, .factor(let factor)): return .normalized(factor, offsets: nil)
    case (.div, .centered, .root(let epsilon)): return .normalized(Factor(epsilon: epsilon), offsets: nil)
    case (.sub, .product(let factor), .meanProduct(let other)) where factor == other:
      return .normalized(factor, offsets: nil)
    case (.add, .product(let factor), .negatedMeanProduct(let other)) where factor == other:
      return .normalized(factor, offsets: nil)
    case (.add, .product(let factor), .shift(let other, let offsets)) where factor == other:
      return .normalized(factor, offsets: offsets)
    default: return nil
    }
  }

  // MARK: Tensors

  private func isFloat(_ tensor: Int) -> Bool { graph.tensors[tensor].isPlainFloat }

  private func isNumber(_ tensor: Int, beside source: Int) -> Bool {
    graph.tensors[tensor].number != nil && graph.tensors[tensor].shape.rank <= graph.tensors[source].shape.rank
  }

  /// A constant with an element for each of the last axis of `source`, to whose shape it broadcasts.
  private func isVector(_ tensor: Int, beside source: Int) -> Bool {
    let (vector, source) = (graph.tensors[tensor], graph.tensors[source])
    guard isFloat(tensor), vector.isConstant, let last = vector.shape.dimensions.last else { return false }
    return last == source.shape.innermost && vector.shape.elementCount == last && vector.shape.rank <= source.shape.rank
  }
}
