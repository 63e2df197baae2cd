import TFLiteSchema

/// Products that the body of a loop computes of one row of a list in each iteration: a FULLY_CONNECTED of constant weights
/// behind a GATHER from a loop variable that never changes. The products of all rows are computed at once, when the loop
/// begins, and the iterations read theirs.
struct LoopProducts {
  /// A product that is computed before the row is chosen.
  struct Product {
    /// The operators that chose the row and multiplied it.
    var gather: Int
    var product: Int
    /// The list, the row's number and the products of all rows, a tensor that is not in the file.
    var list: Int
    var index: Int
    var products: Int
  }

  private(set) var products: [Product] = []
  /// The tensors of the graph, those of products last.
  private(set) var tensors: [TensorDescription]

  /// The most bytes that the products of one list may take.
  private static let largestByteCount = 1 << 20

  /// - Parameters:
  ///   - graph: the body of a loop.
  ///   - tensors: its tensors.
  ///   - outputs: the numbers of its outputs, which are its inputs in the next iteration.
  ///   - isKept: for each tensor whether something else than an operator reads it.
  ///   - isCandidate: whether an operator, given by its number, may change.
  ///   - read: what an operator reads, tensors of the same content being one.
  ///   - written: the first output of an operator.
  init(
    _ graph: Graph, tensors: [TensorDescription], outputs: [Int], isKept: [Bool], isCandidate: (Int) -> Bool,
    inputs read: (Int) -> [Int], output written: (Int) -> Int?
  ) {
    self.tensors = tensors
    var places: [Int: Int] = [:]
    for input in graph.inputs { places[input, default: 0] += 1 }
    let lists = Set(zip(graph.inputs, outputs).filter { $0 == $1 && $0 >= 0 && places[$0] == 1 }.map { $0.0 })
    if lists.isEmpty { return }
    var gathers: [Int: Int] = [:]
    var readers: [Int: Int] = [:]
    for number in graph.operators.indices {
      for input in read(number) { readers[input, default: 0] += 1 }
      let node = graph.operators[number]
      guard isCandidate(number), node.code == .gather, node.outputs.count == 1, node.outputs[0] >= 0,
        !isKept[node.outputs[0]], read(number).count == 2, lists.contains(read(number)[0]), read(number)[1] >= 0,
        Self.choosesRow(
          node, list: tensors[read(number)[0]], index: tensors[read(number)[1]], row: tensors[node.outputs[0]])
      else { continue }
      gathers[node.outputs[0]] = number
    }
    for number in graph.operators.indices where isCandidate(number) {
      let inputs = read(number)
      guard graph.operators[number].code == .fullyConnected, 2...3 ~= inputs.count, inputs[1] >= 0,
        graph.operators[number].outputs.count == 1,
        let gather = gathers[inputs[0]], readers[inputs[0]] == 1, let output = written(number), output >= 0,
        inputs[1...].allSatisfy({ $0 < 0 || tensors[$0].isConstant }),
        isSmall(tensors[read(gather)[0]], filter: tensors[inputs[1]], tensors[output])
      else { continue }
      products.append(
        Product(
          gather: gather, product: number, list: read(gather)[0], index: read(gather)[1], products: self.tensors.count))
      self.tensors.append(Self.products(tensors[output], number: self.tensors.count))
    }
  }

  private static func choosesRow(
    _ node: OperatorNode, list: TensorDescription, index: TensorDescription, row: TensorDescription
  ) -> Bool {
    let options = node.options(Schema.GatherOptions.self)
    return (options?.axis ?? 0) == 0 && (options?.batchDims ?? 0) == 0 && index.type == .int32 && !index.isConstant
      && index.shape.elementCount == 1 && !index.shapeSignature.dimensions.contains(-1) && list.hasRank
      && !list.isVariable && !list.isConstant && !list.shapeSignature.dimensions.contains(-1)
      && list.shape.rank >= 2 && list.shape[0] > 1 && row.type == list.type && row.quantization == list.quantization
  }

  /// Whether a row of the list is made of whole rows for the weights, and the products are not too many.
  private func isSmall(_ list: TensorDescription, filter: TensorDescription, _ output: TensorDescription) -> Bool {
    guard filter.shape.rank == 2, filter.shape[1] > 0, let count = list.shape.checkedElementCount,
      (count / list.shape[0]) % filter.shape[1] == 0,
      let bytes = output.type.byteCount(ofElements: count / filter.shape[1])
    else { return false }
    let (size, overflow) = bytes.multipliedReportingOverflow(by: filter.shape[0])
    return !overflow && size <= Self.largestByteCount
  }

  /// All products, of which `row` holds those of one row.
  private static func products(_ row: TensorDescription, number: Int) -> TensorDescription {
    TensorDescription(
      index: number, name: row.name, type: row.type, shape: [0], shapeSignature: [-1], hasRank: true,
      quantization: row.quantization, isVariable: false, constant: nil, sparsity: nil)
  }
}
