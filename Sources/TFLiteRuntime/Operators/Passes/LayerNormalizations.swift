import TFLiteSchema

// Layer normalization, and that by the root of the mean square: the operator that ends one computes all of it.
//
// Constants have an element for each of the last axis, or one where that is all there is of epsilon; operators have no
// activation. Values are those of one function, so that they may be rounded elsewhere.

extension Pass {
  static var layerNormalization: Pass {
    Pass(
      "layer normalization", operators: ["LAYER_NORMALIZATION", "RMS_NORMALIZATION"]
    ) { graph, _ in
      let found = LayerNormalizations(graph)
      for number in graph.nodes.indices.reversed() where graph.isOpen(number) {
        if graph.removeIfUnused(number) { continue }
        guard let expression = found.expression(number) else { continue }
        graph.replace(
          number, with: .layerNormalization(epsilon: expression.epsilon, isCentered: expression.isCentered),
          inputs: [expression.source, expression.scales ?? -1, expression.offsets ?? -1])
      }
    }
  }
}

/// The layer normalizations that a graph writes out: `(x - mean) / sqrt(variance + epsilon) * scales + offsets` over the
/// last axis of a float tensor, by whichever arithmetic operators a converter has chosen; or `x` by the root of the mean of its
/// squares, without a mean.
///
/// Every tensor on the way has a meaning relative to the one that is normalized, its source. Operators lead from the
/// meanings of what they read to that of what they write.
struct LayerNormalizations {
  /// What a tensor is, `m` being the mean of the source and `v` its variance, or the mean of its squares. Scales and offsets
  /// are constants with an element for each of the last axis, or nil for ones and zeros.
  private enum Meaning: Equatable {
    /// `m`.
    case mean
    /// `-m`.
    case negatedMean
    /// `x - m`.
    case centered
    /// `(x - m)^2`, or `x^2`.
    case squares(isCentered: Bool)
    /// `v`.
    case variance(isCentered: Bool)
    /// `v + epsilon`.
    case raised(Spread)
    /// `sqrt(v + epsilon)`.
    case root(Spread)
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
    /// `(x - m) * factor + offsets`, or `x * factor + offsets`.
    case normalized(Factor, offsets: Int?)
  }

  private struct Spread: Equatable {
    /// `v` is the variance.
    var isCentered: Bool
    var epsilon: Int
  }

  private struct Factor: Equatable {
    var spread: Spread
    var scales: Int?

    var isCentered: Bool { spread.isCentered }
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
    /// The mean is subtracted first.
    let isCentered: Bool
    /// Constants with an element for each of the last axis, nil for ones and zeros.
    let scales: Int?
    let offsets: Int?
  }

  /// What the operator computes, where its output is a normalized tensor.
  func expression(_ number: Int) -> Expression? {
    guard let value = results[number], case .normalized(let factor, let offsets) = value.meaning,
      let epsilon = graph.tensors[factor.spread.epsilon].number
    else { return nil }
    return Expression(
      source: value.source, epsilon: epsilon, isCentered: factor.isCentered, scales: factor.scales, offsets: offsets)
  }

  // MARK: Operators

  private func value(_ node: OperatorNode, _ inputs: [Int]) -> Value? {
    switch (node.code, inputs.count) {
    case (.mean, 2): return mean(node, inputs)
    case (.square, 1): return squares(inputs[0])
    case (.mul, 2) where inputs[0] == inputs[1]: return squares(inputs[0])
    case (.pow, 2) where graph.tensors[inputs[1]].number == 2 && isNumber(inputs[1], beside: inputs[0]):
      return squares(inputs[0])
    case (.neg, 1), (.rsqrt, 1), (.sqrt, 1):
      guard let value = values[inputs[0]], let meaning = function(node.code, value.meaning) else { return nil }
      return Value(source: value.source, meaning: meaning)
    case (.add, 2), (.mul, 2), (.squaredDifference, 2):
      return operation(node.code, inputs[0], inputs[1]) ?? operation(node.code, inputs[1], inputs[0])
    case (.sub, 2), (.div, 2): return operation(node.code, inputs[0], inputs[1])
    default: return nil
    }
  }

  private func mean(_ node: OperatorNode, _ inputs: [Int]) -> Value? {
    guard node.options.reducerOptions?.keepDims ?? false, isSource(inputs[0]),
      let axes = graph.tensors[inputs[1]].indices,
      axes == [-1] || axes == [graph.tensors[inputs[0]].shape.rank - 1]
    else { return nil }
    if let value = values[inputs[0]], case .squares(let isCentered) = value.meaning {
      return Value(source: value.source, meaning: .variance(isCentered: isCentered))
    }
    return Value(source: inputs[0], meaning: .mean)
  }

  /// The squares of a tensor.
  private func squares(_ input: Int) -> Value? {
    if let value = values[input], value.meaning == .centered {
      return Value(source: value.source, meaning: .squares(isCentered: true))
    }
    return isSource(input) ? Value(source: input, meaning: .squares(isCentered: false)) : nil
  }

  private func function(_ code: Schema.BuiltinOperator, _ meaning: Meaning) -> Meaning? {
    switch (code, meaning) {
    case (.neg, .mean): .negatedMean
    case (.neg, .meanProduct(let factor)): .negatedMeanProduct(factor)
    case (.rsqrt, .raised(let spread)): .factor(Factor(spread: spread))
    case (.sqrt, .raised(let spread)): .root(spread)
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
      case (.add, .variance(let isCentered)) where isNumber(second, beside: value.source):
        .raised(Spread(isCentered: isCentered, epsilon: second))
      case (.add, .normalized(let factor, nil)) where isVector(second, beside: value.source):
        .normalized(factor, offsets: second)
      case (.mul, .normalized(let factor, nil)) where factor.scales == nil && isVector(second, beside: value.source):
        .normalized(Factor(spread: factor.spread, scales: second), offsets: nil)
      case (.mul, .factor(let factor)) where factor.scales == nil && isVector(second, beside: value.source):
        .factor(Factor(spread: factor.spread, scales: second))
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
      case (.squaredDifference, .mean): return .squares(isCentered: true)
      case (.mul, .factor(let factor)):
        return factor.isCentered ? .product(factor) : .normalized(factor, offsets: nil)
      case (.div, .root(let spread)) where !spread.isCentered:
        return .normalized(Factor(spread: spread), offsets: nil)
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
    case (.mul, .mean, .factor(let factor)) where factor.isCentered: return .meanProduct(factor)
    case (.mul, .negatedMean, .factor(let factor)) where factor.isCentered: return .negatedMeanProduct(factor)
    case (.mul, .centered, .factor(let factor)) where factor.isCentered: return .normalized(factor, offsets: nil)
    case (.div, .centered, .root(let spread)) where spread.isCentered:
      return .normalized(Factor(spread: spread), offsets: nil)
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

  /// What can be normalized: floats whose last axis is known.
  private func isSource(_ tensor: Int) -> Bool {
    let source = graph.tensors[tensor]
    let rank = source.shape.rank
    return isFloat(tensor) && !source.isConstant && source.hasRank && rank > 0 && source.shape[rank - 1] > 0
      && source.shapeSignature.rank == rank && source.shapeSignature[rank - 1] == source.shape[rank - 1]
  }

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
