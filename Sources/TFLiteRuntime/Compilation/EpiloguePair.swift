/// An operator that looks up the results of a product in a table, or adds a tensor to them that is there before it, as where a
/// network goes past some of its layers. Whether the product can do that before it is done depends on shapes: preparation
/// decides.
struct EpiloguePair: Sendable {
  /// The operator whose work is the epilogue.
  let follower: Int
  let product: Int
  /// The tensor that is added.
  let addend: Int?
  /// The result of the product is the second operand of the sum.
  let isSwapped: Bool

  /// The pairs of a graph.
  ///
  /// Nobody but the following operator reads the product's result, and what is added is an input or computed before the product;
  /// variables change in between.
  static func pairs(_ nodes: [EditableGraph.Node], _ graph: Graph, _ liveness: Liveness) -> [EpiloguePair] {
    var pairs: [EpiloguePair] = []
    for (number, node) in nodes.enumerated() {
      let inputs = node.stated.inputs
      guard node.made.fusible?.endsProducts ?? false, node.stated.outputs.count == 1, 1...2 ~= inputs.count,
        inputs.allSatisfy({ $0 >= 0 }), inputs.count == 2 || graph.tensors[inputs[0]].isByte
      else { continue }
      let isSwapped = inputs.count == 2 && liveness.producers[inputs[0]] <= liveness.producers[inputs[1]]
      let (result, addend) = (inputs[isSwapped ? 1 : 0], inputs.count == 2 ? inputs[isSwapped ? 0 : 1] : nil)
      let product = liveness.producers[result]
      guard product >= 0, nodes[product].made.fusible?.roles() != nil, nodes[product].stated.outputs.count == 1,
        liveness.lastReaders[result] == number, liveness.readerCounts[result] == 1, !liveness.isOutput[result],
        addend.map({ isAvailable($0, to: product, graph, liveness) }) ?? true
      else { continue }
      pairs.append(EpiloguePair(follower: number, product: product, addend: addend, isSwapped: isSwapped))
    }
    return pairs
  }

  /// Whether the tensor is there, of one shape and final, when the operator runs.
  private static func isAvailable(_ tensor: Int, to number: Int, _ graph: Graph, _ liveness: Liveness) -> Bool {
    if graph.tensors[tensor].isVariable { return false }
    return liveness.isInput[tensor] || (liveness.producers[tensor] >= 0 && liveness.producers[tensor] < number)
  }
}
