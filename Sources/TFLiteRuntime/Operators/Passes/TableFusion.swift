import TFLiteSchema

// Table fusion: what a graph computes of one 8-bit tensor, element by element, becomes one look-up.
//
// All operators on the way are elementwise and pure, their other operands constants of one element, and tensors have one
// scale. Between the 8-bit tensor and the 8-bit result may stand any types. The table holds what the operators themselves
// compute of the 256 values, so that results are the same bit for bit.

extension Pass {
  static let tableFusion = Pass("table fusion") { graph, environment in
    let wanted = ByteFunctions(graph).wanted()
    let tables = environment.tables(wanted.map { ($0.expression, graph.nodes[$0.number].stated.index) })
    // From the last one on, so that those between are unused when their turn comes.
    var next = wanted.startIndex
    for number in graph.nodes.indices.reversed() where graph.isOpen(number) {
      let isWanted = next < wanted.endIndex && wanted[next].number == number
      defer { if isWanted { next += 1 } }
      if graph.removeIfUnused(number) || !isWanted { continue }
      guard let table = tables[next] else {
        graph.cutShort()
        continue
      }
      let expression = wanted[next].expression
      graph.replace(number, with: .byteTable(table, rank: expression.rank), inputs: [expression.source])
    }
  }
}

/// The elementwise operators of a graph that compute functions of one byte: of one 8-bit tensor and of constants of one
/// element.
struct ByteFunctions {
  /// Operators of a function at most: graphs have few, and a damaged one should not take long.
  private static let mostOperators = 64

  private let graph: EditableGraph
  /// For each tensor the one that it is a function of, element by element; itself where there is none.
  private var sources: [Int]
  /// The operator that writes the tensor, for functions.
  private var producers: [Int: Int] = [:]

  init(_ graph: EditableGraph) {
    self.graph = graph
    sources = Array(graph.tensors.indices)
    for number in graph.nodes.indices
    where graph.isOpen(number) && graph.nodes[number].made.isElementwise {
      let outputs = graph.outputs(number)
      guard outputs.count == 1, outputs[0] >= 0, isUniform(outputs[0]), let source = source(of: number) else {
        continue
      }
      sources[outputs[0]] = source
      producers[outputs[0]] = number
    }
  }

  /// The one tensor of which the operator's inputs are functions.
  private func source(of number: Int) -> Int? {
    var source: Int?
    for input in graph.inputs(number) where input >= 0 && !isNumber(input) {
      if let source, source != sources[input] { return nil }
      source = sources[input]
    }
    guard let source, graph.tensors[source].isByte, isUniform(source), !graph.tensors[source].isConstant else {
      return nil
    }
    return source
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

  /// The functions that become tables, from the last one on, so that each is taken whole.
  func wanted() -> [(number: Int, expression: Expression)] {
    // Operators that tables may execute in all: functions may share theirs.
    var steps = 4096 + 8 * graph.nodes.count
    var isRead = graph.isKept
    var wanted: [(number: Int, expression: Expression)] = []
    for number in graph.nodes.indices.reversed() {
      let outputs = graph.outputs(number)
      if graph.isOpen(number), !outputs.isEmpty, outputs.allSatisfy({ $0 < 0 || !isRead[$0] }) { continue }
      if graph.isOpen(number), steps > 0, !looksUpAlone(number), let expression = expression(number) {
        steps -= expression.graph.operators.count
        isRead[expression.source] = true
        wanted.append((number, expression))
      } else {
        for input in graph.inputs(number) where input >= 0 { isRead[input] = true }
      }
    }
    return wanted
  }

  /// The operator looks up what no other computes a part of.
  private func looksUpAlone(_ number: Int) -> Bool {
    let inputs = graph.inputs(number)
    return inputs.count == 1 && graph.nodes[number].made.fusible?.endsProducts ?? false && producers[inputs[0]] == nil
  }

  /// A function alone.
  struct Expression {
    /// The 8-bit tensor it is a function of.
    let source: Int
    /// Computes the function of the 256 values of its one input.
    let graph: Graph
    /// The result has at least this rank.
    let rank: Int

    /// Computes some functions, each with an input and an output.
    static func joined(_ expressions: some Sequence<Expression>) -> Graph {
      var (tensors, operators, inputs, outputs): ([TensorDescription], [OperatorNode], [Int], [Int]) = ([], [], [], [])
      for expression in expressions {
        let (graph, first) = (expression.graph, tensors.count)
        func moved(_ list: [Int]) -> [Int] { list.map { $0 < 0 ? $0 : first + $0 } }
        tensors += graph.tensors.map { $0.renumbered(first + $0.index, shape: nil) }
        operators += graph.operators.map {
          $0.rewired(inputs: moved($0.inputs), outputs: moved($0.outputs), intermediates: [])
        }
        inputs += moved(graph.inputs)
        outputs += moved(graph.outputs)
      }
      return Graph(name: "", tensors: tensors, operators: operators, inputs: inputs, outputs: outputs)
    }
  }

  /// What the operator computes, where its output is a function of one byte and a byte itself.
  func expression(_ number: Int) -> Expression? {
    guard let output = graph.outputs(number).first, producers[output] == number, graph.tensors[output].isByte else {
      return nil
    }
    let source = sources[output]
    var operators = [number]
    var tensors = [source]
    var next = 0
    while next < operators.count {
      if operators.count > Self.mostOperators { return nil }
      for input in graph.inputs(operators[next]) where input >= 0 && !tensors.contains(input) {
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
        name: "",
        tensors: tensors.enumerated().map { index, tensor in
          graph.tensors[tensor].renumbered(index, shape: tensor == source ? Shape(values) : nil)
        },
        operators: operators.map {
          graph.nodes[$0].stated.rewired(
            inputs: renumbered(graph.inputs($0)), outputs: renumbered(graph.outputs($0)), intermediates: [])
        }, inputs: [0], outputs: [tensors.count - 1]), rank: rank)
  }
}

extension TensorDescription {
  /// Of an 8-bit type.
  var isByte: Bool { type == .int8 || type == .uint8 }

  /// The same tensor of another graph, with another shape if one is given.
  fileprivate func renumbered(_ index: Int, shape: Shape?) -> TensorDescription {
    TensorDescription(
      index: index, name: name, type: type, shape: shape ?? self.shape, shapeSignature: shape ?? shapeSignature,
      hasRank: hasRank, quantization: quantization, isVariable: isVariable, constant: constant, sparsity: sparsity)
  }
}
