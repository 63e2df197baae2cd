/// The elementwise operators of a graph that compute functions of one byte: of one 8-bit tensor and of constants of one
/// element.
///
/// Such a function has 256 values, so a table of them replaces all operators on the way. Between the 8-bit tensor and the
/// result may stand any types.
struct ByteFunctions {
  /// Operators of a function at most: graphs have few, and a damaged one should not take long.
  private static let mostOperators = 64

  private let graph: Graph
  /// For each tensor the one that it is a function of, element by element; itself where there is none.
  private var sources: [Int]
  /// The operator that writes the tensor, for functions.
  private var producers: [Int: Int] = [:]
  /// What the operators read, tensors of the same content being one.
  private let inputs: (Int) -> [Int]

  /// - Parameters:
  ///   - isElementwise: whether an operator is one to look at; see `Operator.isElementwise`.
  ///   - inputs: what an operator reads, given by its number.
  init(_ graph: Graph, isElementwise: (Int) -> Bool, inputs: @escaping (Int) -> [Int]) {
    self.graph = graph
    self.inputs = inputs
    sources = Array(graph.tensors.indices)
    for (number, node) in graph.operators.enumerated() where isElementwise(number) {
      guard node.outputs.count == 1, node.outputs[0] >= 0, isUniform(node.outputs[0]), let source = source(of: number)
      else { continue }
      sources[node.outputs[0]] = source
      producers[node.outputs[0]] = number
    }
  }

  /// The one tensor of which the operator's inputs are functions.
  private func source(of number: Int) -> Int? {
    var source: Int?
    for input in inputs(number) where input >= 0 && !isNumber(input) {
      if let source, source != sources[input] { return nil }
      source = sources[input]
    }
    guard let source, isByte(source), isUniform(source), !graph.tensors[source].isConstant else { return nil }
    return source
  }

  private func isByte(_ tensor: Int) -> Bool {
    let type = graph.tensors[tensor].type
    return type == .int8 || type == .uint8
  }

  /// All elements mean the same numbers.
  private func isUniform(_ tensor: Int) -> Bool {
    let tensor = graph.tensors[tensor]
    guard tensor.hasRank, !tensor.isVariable, tensor.sparsity == nil else { return false }
    guard let quantization = tensor.quantization else { return true }
    return !quantization.isPerChannel && quantization.blocks == nil
  }

  private func isNumber(_ tensor: Int) -> Bool {
    graph.tensors[tensor].isConstant && graph.tensors[tensor].shape.elementCount == 1 && isUniform(tensor)
  }

  /// A function alone.
  struct Expression {
    /// The 8-bit tensor it is a function of.
    let source: Int
    /// Computes the function of the 256 values of its one input.
    let graph: Graph
    /// The result has at least this rank.
    let rank: Int
  }

  /// What the operator computes, where its output is a function of one byte and a byte itself.
  func expression(_ number: Int) -> Expression? {
    let node = graph.operators[number]
    guard let output = node.outputs.first, producers[output] == number, isByte(output) else { return nil }
    let source = sources[output]
    var operators = [number]
    var tensors = [source]
    var next = 0
    while next < operators.count {
      if operators.count > Self.mostOperators { return nil }
      for input in inputs(operators[next]) where input >= 0 && !tensors.contains(input) {
        tensors.append(input)
        if let producer = producers[input] { operators.append(producer) }
      }
      next += 1
    }
    operators.sort()
    tensors.append(output)
    let rank = tensors.map { graph.tensors[$0].isConstant ? graph.tensors[$0].shape.rank : 0 }.max() ?? 0
    let values = [Int](repeating: 1, count: max(rank, graph.tensors[source].shape.rank, 1) - 1) + [256]
    func renumbered(_ list: [Int]) -> [Int] { list.map { tensors.firstIndex(of: $0) ?? -1 } }
    return Expression(
      source: source,
      graph: Graph(
        name: graph.name,
        tensors: tensors.enumerated().map { index, tensor in
          graph.tensors[tensor].renumbered(index, shape: tensor == source ? Shape(values) : nil)
        },
        operators: operators.map {
          graph.operators[$0].rewired(
            inputs: renumbered(inputs($0)), outputs: renumbered(graph.operators[$0].outputs), intermediates: [])
        }, inputs: [0], outputs: [tensors.count - 1]), rank: rank)
  }
}

extension TensorDescription {
  /// The same tensor of another graph, with another shape if one is given.
  fileprivate func renumbered(_ index: Int, shape: Shape?) -> TensorDescription {
    TensorDescription(
      index: index, name: name, type: type, shape: shape ?? self.shape, shapeSignature: shape ?? shapeSignature,
      hasRank: hasRank, quantization: quantization, isVariable: isVariable, constant: constant, sparsity: sparsity)
  }
}
