import TFLiteSchema

// Loop hoisting: products that the body of a loop computes of one row of a list in each iteration are computed of all rows at
// once, when the loop begins, and the iterations read theirs.
//
// A product is a FULLY_CONNECTED of constant weights behind a GATHER from a loop variable that never changes; nobody else
// reads the row. It takes the GATHER's place, and a PRODUCT_ROW its own.

extension Pass {
  static var loopHoisting: Pass {
    Pass("loop hoisting", operators: ["PRODUCT_ROW"]) { graph, _ in
      for product in LoopInvariantProducts(graph).products {
        let node = graph.nodes[product.product]
        let (row, output) = (graph.inputs(product.gather), graph.outputs(product.product))
        let description = graph.tensors[output[0]]
        let products = graph.addTensor(description.type, name: description.name, description.quantization)
        graph.replace(product.product, with: .productRow(node.stated), inputs: [products, row[1], row[0]])
        graph.replace(
          product.gather, with: node, inputs: [row[0]] + node.stated.inputs[1...], outputs: [products])
        graph.setInvariant(product.gather)
      }
    }
  }
}

/// The products that can be computed before the row is chosen.
private struct LoopInvariantProducts {
  struct Product {
    /// The operators that chose the row and multiplied it.
    var gather: Int
    var product: Int
  }

  private(set) var products: [Product] = []

  /// The most bytes that the products of one list may take.
  private static let largestByteCount = 1 << 20
  /// The most bytes of them for one row, where the file leaves open how many rows there are, or how long they are.
  private static let largestOpenByteCount = 1 << 13

  /// - Parameter graph: the body of a loop, whose outputs are its inputs in the next iteration.
  init(_ graph: EditableGraph) {
    var places: [Int: Int] = [:]
    for input in graph.inputs { places[input, default: 0] += 1 }
    let lists = PositionSet(
      zip(graph.inputs, graph.outputs).filter { $0 == $1 && $0 >= 0 && places[$0] == 1 }.map { $0.0 })
    if lists.isEmpty { return }
    for number in graph.nodes.indices where graph.isOpen(number) {
      let node = graph.nodes[number]
      let tensors = graph.tensors
      guard node.stated.code == .fullyConnected, !Self.hasParts(node), node.made.fusible != nil,
        2...3 ~= node.stated.inputs.count,
        node.stated.inputs[1] >= 0, node.stated.outputs.count == 1, node.stated.outputs[0] >= 0,
        node.stated.inputs[1...].allSatisfy({ $0 < 0 || tensors[$0].isConstant }),
        let gather = Self.gather(node.stated.inputs[0], lists, graph),
        Self.isSmall(
          tensors[graph.inputs(gather)[0]], filter: tensors[node.stated.inputs[1]], tensors[node.stated.outputs[0]])
      else { continue }
      products.append(Product(gather: gather, product: number))
    }
  }

  /// Whether its results are those of the parts of a row, of which a PRODUCT_ROW knows nothing.
  private static func hasParts(_ node: EditableGraph.Node) -> Bool {
    node.fusions.contains { fusion in if case .parts = fusion { true } else { false } }
  }

  /// The operator that chooses the row `tensor`, which has one reader, from one of `lists`.
  private static func gather(_ tensor: Int, _ lists: PositionSet, _ graph: EditableGraph) -> Int? {
    guard let number = graph.producer(of: tensor), graph.isOpen(number), graph.hasOneUse(tensor) else { return nil }
    let node = graph.nodes[number].stated
    guard node.code == .gather, node.outputs.count == 1, node.inputs.count == 2, lists.contains(node.inputs[0]),
      node.inputs[1] >= 0,
      choosesRow(
        node, list: graph.tensors[node.inputs[0]], index: graph.tensors[node.inputs[1]], row: graph.tensors[tensor])
    else { return nil }
    return number
  }

  private static func choosesRow(
    _ node: OperatorNode, list: TensorDescription, index: TensorDescription, row: TensorDescription
  ) -> Bool {
    let options = node.options.gatherOptions
    return (options?.axis ?? 0) == 0 && (options?.batchDims ?? 0) == 0 && index.type == .int32 && !index.isConstant
      && index.shape.elementCount == 1 && !index.shapeSignature.dimensions.contains(-1) && list.hasRank
      && !list.isVariable && !list.isConstant && list.shape.rank >= 2
      && (list.shape[0] > 1 || list.shape[0] == 1 && list.shapeSignature.dimensions.first == -1)
      && row.type == list.type && row.quantization == list.quantization
  }

  /// Whether a row of the list is made of whole rows for the weights, and the products are not too many.
  private static func isSmall(_ list: TensorDescription, filter: TensorDescription, _ output: TensorDescription) -> Bool
  {
    guard filter.shape.rank == 2, filter.shape[1] > 0, let count = list.shape.checkedElementCount,
      (count / list.shape[0]) % filter.shape[1] == 0,
      let bytes = output.type.byteCount(ofElements: count / filter.shape[1])
    else { return false }
    let (size, overflow) = bytes.multipliedReportingOverflow(by: filter.shape[0])
    if list.shapeSignature.dimensions.contains(-1), size / list.shape[0] > largestOpenByteCount { return false }
    return !overflow && size <= largestByteCount
  }
}
