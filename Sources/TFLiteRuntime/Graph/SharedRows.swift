import TFLiteSchema

/// How operators that quantise the same float rows in the same way share the work.
public enum RowSharing: Sendable, Equatable {
  /// The operator writes the rows to its output 1 and their parameters to its output 2.
  case gives
  /// It finds them in its inputs 3 and 4.
  case takes
}

/// Fully connected operators with float data and integer weights that read the same tensor. The first of them hands the
/// rows that it quantises to the others, as tensors that are not in the file.
struct SharedRows {
  /// The tensors of the graph, those of shared rows last.
  private(set) var tensors: [TensorDescription]
  /// For each operator that shares: the numbers of the tensors of rows and parameters.
  private(set) var givers: [Int: [Int]] = [:]
  private(set) var takers: [Int: [Int]] = [:]

  private struct Rows: Hashable {
    var input: Int
    var depth: Int
    var isAsymmetric: Bool
  }

  /// - Parameters:
  ///   - isCandidate: whether an operator, given by its number, may share.
  ///   - inputs: what an operator reads, tensors of the same content being one.
  init(_ graph: Graph, isCandidate: (Int) -> Bool, inputs: (Int) -> [Int]) {
    tensors = graph.tensors
    var readers: [Rows: [Int]] = [:]
    var order: [Rows] = []
    for (number, node) in graph.operators.enumerated() where isCandidate(number) && node.code == .fullyConnected {
      guard let rows = Self.rows(node, inputs(number), graph) else { continue }
      if readers[rows] == nil { order.append(rows) }
      readers[rows, default: []].append(number)
    }
    for rows in order {
      guard let sharing = readers[rows], sharing.count > 1 else { continue }
      let shared = [add(.int8), add(.int64)]
      givers[sharing[0]] = shared
      for number in sharing[1...] { takers[number] = shared }
    }
  }

  /// The rows that the operator quantises.
  private static func rows(_ node: OperatorNode, _ inputs: [Int], _ graph: Graph) -> Rows? {
    guard inputs.count == 2 || inputs.count == 3, node.outputs.count == 1, inputs[0] >= 0, inputs[1] >= 0 else {
      return nil
    }
    let (input, filter) = (graph.tensors[inputs[0]], graph.tensors[inputs[1]])
    let options = node.options(Schema.FullyConnectedOptions.self)
    guard input.type == .float32, !input.isVariable, filter.isConstant, filter.type == .int8 || filter.type == .int4,
      filter.shape.rank == 2, filter.shape.elementCount > 0, filter.quantization != nil,
      filter.quantization?.blocks == nil, options?.weightsFormat ?? .default == .default
    else { return nil }
    return Rows(
      input: inputs[0], depth: filter.shape[1], isAsymmetric: options?.asymmetricQuantizeInputs ?? false)
  }

  private mutating func add(_ type: ElementType) -> Int {
    tensors.append(
      TensorDescription(
        index: tensors.count, name: "", type: type, shape: [0], shapeSignature: [-1], hasRank: true, quantization: nil,
        isVariable: false, constant: nil, sparsity: nil))
    return tensors.count - 1
  }
}
