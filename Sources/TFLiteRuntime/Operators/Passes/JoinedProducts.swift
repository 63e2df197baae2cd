import TFLiteSchema

// Joined products: a network that was unrolled takes its input apart into steps and multiplies each by the same weights. One
// product multiplies all steps, and what is taken apart is its result.
//
// A step is an output of UNPACK along the first axis. Most have a FULLY_CONNECTED of the same constants and options, whose rows
// lie along the input's last axis. The first of a recurrent network has none, or one with another bias, since there is no state
// yet. Steps that somebody else reads stay.

extension Pass {
  static var joinedProducts: Pass {
    Pass("joined products") { graph, _ in
      var operatorsToMove = mostMoves * graph.nodes.count
      for number in graph.nodes.indices where graph.isOpen(number) {
        guard let steps = UnrolledSteps(number, graph) else { continue }
        for result in steps.examples(graph) {
          guard let product = graph.producer(of: result), graph.nodes[product].stated.code == .fullyConnected,
            let products = steps.products(like: product, graph),
            products.delayedCount <= operatorsToMove,
            let divider = graph.another(number, for: products.numbers[1]),
            graph.fuse(.parts, into: products.numbers[0])
          else { continue }
          operatorsToMove -= products.delayedCount
          steps.join(products, divider, &graph)
        }
        graph.removeIfUnused(number)
      }
    }
  }

  /// Operators that run later at most, for each that the graph has: a damaged file should not take long.
  private static let mostMoves = 16
}

/// The steps that an UNPACK takes a tensor apart into.
private struct UnrolledSteps {
  /// Products of the steps.
  struct Products {
    /// In the order of execution.
    var numbers: [Int]
    /// For each step what is computed of it, -1 where it has no product.
    var results: [Int]
    /// The operators right before the second that run behind it instead: those from the first reader of the first result on.
    var delayedCount = 0
  }

  private let number: Int
  private let unpack: OperatorNode
  private let whole: TensorDescription
  private let steps: [Int]

  /// The fewest with a product that are worth it, and how many of four must have one.
  private static let fewest = 3
  private static let fewestOfFour = 3
  /// The most rows of a step: for more of them weights are read often enough.
  private static let mostRows = 8
  /// The most bytes that the products may take, which step by step take none for long.
  private static let largestByteCount = 1 << 20
  /// Products of one step that are looked at: a damaged file should not take long.
  private static let mostCandidates = 16

  init?(_ number: Int, _ graph: borrowing EditableGraph) {
    self.number = number
    unpack = graph.nodes[number].stated
    steps = unpack.outputs
    guard unpack.code == .unpack, unpack.inputs.count == 1, unpack.inputs[0] >= 0,
      steps.count >= Self.fewest, steps.allSatisfy({ graph.producer(of: $0) == number })
    else { return nil }
    whole = graph.tensors[unpack.inputs[0]]
    let stated = Int(unpack.options.unpackOptions?.axis ?? 0)
    let rank = whole.shape.rank
    guard whole.hasRank, rank >= 2, !whole.isVariable, stated == 0 || stated == -rank, whole.shape[0] == steps.count,
      whole.shapeSignature.dimensions.last ?? -1 > 0
    else { return nil }
  }

  /// What the products of the first two steps write.
  func examples(_ graph: borrowing EditableGraph) -> [Int] {
    steps[..<2].flatMap { graph.uses(of: $0).prefix(Self.mostCandidates) }.filter { isProduct($0, graph) }.map {
      graph.outputs($0.node)[0]
    }
  }

  private func isProduct(_ use: EditableGraph.Use, _ graph: borrowing EditableGraph) -> Bool {
    let node = graph.nodes[use.node]
    guard use.position == 0, use.node > number, graph.isOpen(use.node), node.stated.code == .fullyConnected,
      node.fusions.isEmpty, node.made.fusible != nil, 2...3 ~= node.stated.inputs.count, node.stated.inputs[1] >= 0,
      node.stated.inputs[1...].allSatisfy({ $0 < 0 || graph.tensors[$0].isConstant }), node.stated.outputs.count == 1,
      let output = node.stated.outputs.first, output >= 0
    else { return false }
    let (step, filter) = (graph.tensors[node.stated.inputs[0]], graph.tensors[node.stated.inputs[1]])
    return step.type == whole.type && step.quantization == whole.quantization && !step.isVariable
      && !graph.tensors[output].isVariable && filter.shape.rank == 2 && filter.shape[1] > 0
      && whole.shapeSignature.dimensions.last == filter.shape[1]
      && (whole.shape.rank == 3 || node.stated.options.fullyConnectedOptions?.keepNumDims == true)
  }

  /// Products of most steps, all like this one, if the results are not too large.
  func products(like product: Int, _ graph: borrowing EditableGraph) -> Products? {
    let example = graph.nodes[product].stated
    let (filter, result) = (graph.tensors[example.inputs[1]], graph.tensors[example.outputs[0]])
    guard let count = whole.shape.checkedElementCount, count / (steps.count * filter.shape[1]) <= Self.mostRows,
      let bytes = result.type.byteCount(ofElements: count),
      bytes / filter.shape[1] <= Self.largestByteCount / max(1, filter.shape[0])
    else { return nil }
    var found = Products(numbers: [], results: [])
    for step in steps {
      let alike = graph.uses(of: step).prefix(Self.mostCandidates).first { use in
        guard isProduct(use, graph) else { return false }
        let node = graph.nodes[use.node].stated
        let output = graph.tensors[node.outputs[0]]
        return node.inputs[1...] == example.inputs[1...] && node.version == example.version
          && output.type == result.type && output.quantization == result.quantization
          && node.table.hasOptions(of: example.table)
      }
      if let alike { found.numbers.append(alike.node) }
      found.results.append(alike.map { graph.outputs($0.node)[0] } ?? -1)
    }
    guard found.numbers.count >= max(Self.fewest, (steps.count * Self.fewestOfFour + 3) / 4) else { return nil }
    found.numbers.sort()
    let (first, second) = (found.numbers[0], found.numbers[1])
    if let reader = graph.uses(of: graph.outputs(first)[0]).first?.node { found.delayedCount = max(0, second - reader) }
    // A damaged file may name an output twice.
    return zip(found.numbers, found.numbers.dropFirst()).allSatisfy { $0 < $1 } ? found : nil
  }

  /// Lets the first product multiply all steps, and right behind it puts what takes its result apart.
  /// - Parameter divider: an UNPACK like the one that the file has.
  func join(_ products: Products, _ divider: EditableGraph.Node, _ graph: inout EditableGraph) {
    let (first, second) = (products.numbers[0], products.numbers[1])
    let (inputs, result) = (graph.inputs(first), graph.tensors[graph.outputs(first)[0]])
    let joined = graph.addTensor(result.type, name: result.name, result.quantization)
    graph.rewire(first, inputs: unpack.inputs + inputs[1...], outputs: [joined])
    graph.needRanks(first)
    for number in products.numbers[2...] { graph.remove(number) }
    let results = products.results.map { $0 >= 0 ? $0 : graph.addTensor(result.type, result.quantization) }
    graph.replace(second, with: divider, inputs: [joined], outputs: results)
    graph.move((second - products.delayedCount..<second).filter { !graph.nodes[$0].isRemoved }, before: second + 1)
  }
}
