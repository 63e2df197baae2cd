import TFLiteSchema

// Layer normalization, and that by the root of the mean square: the operator that ends one computes all of it.
//
// Constants have an element for each of the last axis, or one where that is all there is of epsilon; operators have no
// activation. Values are those of one function, so that they may be rounded elsewhere; squares beyond the floats are infinite,
// where operators by themselves leave the largest float.

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
          number, with: .layerNormalization(expression.form),
          inputs: [expression.source, expression.scales ?? -1, expression.offsets ?? -1], needsRanks: true)
      }
    }
  }
}

/// The layer normalizations that a graph writes out: `(x - mean) / sqrt(variance + epsilon) * scales + offsets` over the
/// last axis of a float tensor, by whichever arithmetic operators a converter has chosen; or `x` by the root of the mean of its
/// squares, without a mean.
///
/// Every tensor on the way has a meaning relative to the one that is normalized, its source. Operators lead from the
/// meanings of what they read to that of what they write. Means are written as such, or as sums divided by the elements.
struct LayerNormalizations {
  /// What a tensor is, `m` being the mean of the source and `v` its variance, or the mean of its squares. Scales and offsets
  /// are constants with an element for each of the last axis, or nil for ones and zeros.
  private enum Meaning: Equatable {
    /// The sum of `x`, or of the squares.
    case sum
    case sumOfSquares(Center?)
    /// `m`.
    case mean(Divisor)
    /// `-m`.
    case negatedMean(Divisor)
    /// `x - m`.
    case centered(Divisor)
    /// `(x - m)^2`, or `x^2`.
    case squares(Center?)
    /// `v`.
    case variance(Center?, Divisor)
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

  /// What a sum has been divided by for a mean.
  private enum Divisor: Equatable {
    /// The elements of the last axis.
    case elements
    /// A number that the file states.
    case number(Float)

    var number: Float? { if case .number(let value) = self { value } else { nil } }
  }

  /// The mean that is subtracted.
  private struct Center: Equatable {
    var divisor: Divisor
  }

  private struct Spread: Equatable {
    /// Nil where `v` is the mean of squares.
    var center: Center?
    var divisor: Divisor
    var epsilon: Int
  }

  private struct Factor: Equatable {
    var spread: Spread
    var scales: Int?

    var center: Center? { spread.center }
  }

  private struct Value {
    var source: Int
    var meaning: Meaning
    /// It has an element for each row of the source, and no last axis.
    var isDropped = false
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
    let form: LayerNormalizationForm
    /// Constants with an element for each of the last axis, nil for ones and zeros.
    let scales: Int?
    let offsets: Int?
  }

  /// What the operator computes, where its output is a normalized tensor.
  func expression(_ number: Int) -> Expression? {
    guard let value = results[number], case .normalized(let factor, let offsets) = value.meaning,
      let epsilon = graph.tensors[factor.spread.epsilon].number
    else { return nil }
    let form = LayerNormalizationForm(
      epsilon: epsilon, isCentered: factor.center != nil, meanDivisor: factor.center?.divisor.number,
      varianceDivisor: factor.spread.divisor.number)
    return Expression(source: value.source, form: form, scales: factor.scales, offsets: offsets)
  }

  // MARK: Operators

  private func value(_ node: OperatorNode, _ inputs: [Int]) -> Value? {
    switch (node.code, inputs.count) {
    case (.mean, 2), (.sum, 2): return reduced(node, inputs[0])
    case (.reshape, 1...2), (.expandDims, 2):
      guard let value = values[inputs[0]], value.isDropped, graph.restoresLastAxis(node, of: value.source) else {
        return nil
      }
      return Value(source: value.source, meaning: value.meaning)
    case (.square, 1): return squares(inputs[0])
    case (.mul, 2) where inputs[0] == inputs[1]: return squares(inputs[0])
    case (.pow, 2) where graph.tensors[inputs[1]].number == 2 && isNumber(inputs[1], beside: inputs[0]):
      return squares(inputs[0])
    case (.neg, 1), (.rsqrt, 1), (.sqrt, 1):
      guard let value = values[inputs[0]], let meaning = function(node.code, value.meaning) else { return nil }
      return Value(source: value.source, meaning: meaning, isDropped: value.isDropped)
    case (.add, 2), (.mul, 2), (.squaredDifference, 2):
      return operation(node.code, inputs[0], inputs[1]) ?? operation(node.code, inputs[1], inputs[0])
    case (.sub, 2), (.div, 2): return operation(node.code, inputs[0], inputs[1])
    default: return nil
    }
  }

  /// What a MEAN or a SUM makes of a tensor.
  private func reduced(_ node: OperatorNode, _ input: Int) -> Value? {
    guard let isDropped = graph.dropsLastAxis(node) else { return nil }
    let isMean = node.code == .mean
    if let value = values[input], case .squares(let center) = value.meaning {
      let meaning: Meaning = isMean ? .variance(center, .elements) : .sumOfSquares(center)
      return Value(source: value.source, meaning: meaning, isDropped: isDropped)
    }
    return Value(source: input, meaning: isMean ? .mean(.elements) : .sum, isDropped: isDropped)
  }

  /// The squares of a tensor.
  private func squares(_ input: Int) -> Value? {
    if let value = values[input], case .centered(let divisor) = value.meaning {
      return Value(source: value.source, meaning: .squares(Center(divisor: divisor)))
    }
    return graph.hasKnownRows(input) ? Value(source: input, meaning: .squares(nil)) : nil
  }

  private func function(_ code: Schema.BuiltinOperator, _ meaning: Meaning) -> Meaning? {
    switch (code, meaning) {
    case (.neg, .mean(let divisor)): .negatedMean(divisor)
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
      case (.div, .sum), (.mul, .sum): count(code, second, beside: first, value).map { .mean(.number($0)) }
      case (.div, .sumOfSquares(let center)), (.mul, .sumOfSquares(let center)):
        count(code, second, beside: first, value).map { .variance(center, .number($0)) }
      case (.add, .variance(let center, let divisor)) where isNumber(second, beside: first):
        .raised(Spread(center: center, divisor: divisor, epsilon: second))
      case (.add, .normalized(let factor, nil)) where graph.isRow(second, beside: value.source):
        .normalized(factor, offsets: second)
      case (.mul, .normalized(let factor, nil)) where factor.scales == nil && graph.isRow(second, beside: value.source):
        .normalized(Factor(spread: factor.spread, scales: second), offsets: nil)
      case (.mul, .factor(let factor))
      where factor.scales == nil && !value.isDropped && graph.isRow(second, beside: value.source):
        .factor(Factor(spread: factor.spread, scales: second))
      default: nil
      }
    return meaning.map { Value(source: value.source, meaning: $0, isDropped: value.isDropped) }
  }

  /// The same where the second operand has the meaning `value`, and the first is its source, a constant, or has a meaning
  /// relative to the same source.
  private func operation(_ code: Schema.BuiltinOperator, _ first: Int, _ value: Value) -> Meaning? {
    if value.isDropped { return nil }
    if first == value.source {
      switch (code, value.meaning) {
      case (.sub, .mean(let divisor)), (.add, .negatedMean(let divisor)): return .centered(divisor)
      case (.squaredDifference, .mean(let divisor)): return .squares(Center(divisor: divisor))
      case (.mul, .factor(let factor)):
        return factor.center == nil ? .normalized(factor, offsets: nil) : .product(factor)
      case (.div, .root(let spread)) where spread.center == nil:
        return .normalized(Factor(spread: spread), offsets: nil)
      default: return nil
      }
    }
    switch (code, value.meaning) {
    case (.sub, .meanProduct(let factor)) where graph.isRow(first, beside: value.source):
      return .shift(factor, offsets: first)
    case (.add, .negatedMeanProduct(let factor)) where graph.isRow(first, beside: value.source):
      return .shift(factor, offsets: first)
    default: break
    }
    guard let companion = values[first], companion.source == value.source, !companion.isDropped else { return nil }
    switch (code, companion.meaning, value.meaning) {
    case (.mul, .mean(let divisor), .factor(let factor)) where factor.center?.divisor == divisor:
      return .meanProduct(factor)
    case (.mul, .negatedMean(let divisor), .factor(let factor)) where factor.center?.divisor == divisor:
      return .negatedMeanProduct(factor)
    case (.mul, .centered(let divisor), .factor(let factor)) where factor.center?.divisor == divisor:
      return .normalized(factor, offsets: nil)
    case (.div, .centered(let divisor), .root(let spread)) where spread.center?.divisor == divisor:
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

  private func isNumber(_ tensor: Int, beside other: Int) -> Bool {
    graph.tensors[tensor].number != nil && graph.tensors[tensor].shape.rank <= graph.tensors[other].shape.rank
  }

  /// The elements of the last axis of the source, where a sum is divided by them, or multiplied by what one divided by them is,
  /// as a constant that leaves the shape of `other` as it is.
  private func count(_ code: Schema.BuiltinOperator, _ tensor: Int, beside other: Int, _ value: Value) -> Float? {
    let count = Float(graph.tensors[value.source].shape.innermost)
    guard isNumber(tensor, beside: other), graph.tensors[tensor].number == (code == .div ? count : 1 / count) else {
      return nil
    }
    return count
  }
}
