import TFLiteSchema

/// Makes inputs of subgraphs constants where IF, WHILE, CALL and their like hand them constants: converters give weights to
/// branches as inputs, where operators could not pack them, nor passes see them.
///
/// So it is for subgraphs that one operator runs, and nobody from outside; a loop's variable has to be its own next value.
/// Numbers that may be extents, axes or indices stay inputs: what an operator makes of them it would find out while preparing,
/// and object to in a branch that is never taken.
struct HandedConstants {
  private(set) var graphs: [Graph]

  /// - Parameters:
  ///   - graphs: the subgraphs of a model, with the types that tensors have at run time.
  ///   - entries: the subgraphs that are run from outside.
  init(_ graphs: [Graph], entries: [Int], _ registry: OperatorRegistry) {
    self.graphs = graphs
    if graphs.count == 1 { return }
    var callers = [Int](repeating: 0, count: graphs.count)
    for graph in graphs {
      for node in graph.operators { for called in subgraphs(node, registry) { callers[called] += 1 } }
    }
    for entry in entries where graphs.indices.contains(entry) { callers[entry] = .max }
    // What a subgraph has been handed it hands on, so that those who run others come first.
    var open = entries.filter { graphs.indices.contains($0) }
    var seen = PositionSet(open)
    while let number = open.popLast() {
      for node in self.graphs[number].operators {
        for called in subgraphs(node, registry) {
          if callers[called] == 1 { hand(node, from: number, to: called) }
          if !seen.contains(called) { open.append(called) }
          seen.insert(called)
        }
      }
    }
  }

  /// The subgraphs that the operator runs on its inputs, each once.
  private func subgraphs(_ node: OperatorNode, _ registry: OperatorRegistry) -> PositionSet {
    guard case .subgraph = registry.outputTypes(of: node) else { return PositionSet() }
    return PositionSet(SubgraphCalls(node).subgraphs.filter(graphs.indices.contains))
  }

  /// Makes constants of the inputs of subgraph `called` for which `node` of subgraph `caller` has constants.
  private mutating func hand(_ node: OperatorNode, from caller: Int, to called: Int) {
    let calls = SubgraphCalls(node)
    let graph = graphs[called]
    var uses = [Int](repeating: 0, count: graph.tensors.count)
    for tensor in graph.inputs + graph.operators.flatMap({ $0.outputs }) where tensor >= 0 { uses[tensor] += 1 }
    var tensors = graph.tensors
    for (position, tensor) in graph.inputs.enumerated() {
      let place = position + calls.firstInput
      guard node.inputs.indices.contains(place), node.inputs[place] >= 0, tensor >= 0, uses[tensor] == 1,
        !calls.isLoop || isKept(position, by: calls),
        let constant = Self.handed(graphs[caller].tensors[node.inputs[place]], to: tensors[tensor])
      else { continue }
      tensors[tensor] = constant
    }
    graphs[called] = Graph(
      name: graph.name, tensors: tensors, operators: graph.operators, inputs: graph.inputs, outputs: graph.outputs)
  }

  /// Whether the body of the loop gives variable `position` as it is.
  private func isKept(_ position: Int, by calls: SubgraphCalls) -> Bool {
    guard let number = calls.subgraphs.last, graphs.indices.contains(number) else { return false }
    let body = graphs[number]
    return body.inputs.indices.contains(position) && body.outputs.indices.contains(position)
      && body.inputs[position] == body.outputs[position]
  }

  /// The tensor `input` of a subgraph as the constant `source` of the operator that runs it; nil where it has to stay an input.
  private static func handed(_ source: TensorDescription, to input: TensorDescription) -> TensorDescription? {
    guard let constant = source.constant, source.sparsity == nil, !input.isConstant, !input.isVariable,
      source.type == input.type, let width = source.type.bitWidth, width >= 8,
      let count = source.shape.checkedElementCount, source.type.byteCount(ofElements: count) == constant.count,
      !mayBeExtents(source.type, count), isOfShape(source.shape, input)
    else { return nil }
    return TensorDescription(
      index: input.index, name: input.name, type: input.type, shape: source.shape, shapeSignature: source.shape,
      quantization: input.quantization, constant: constant, isHandedDown: true)
  }

  private static func mayBeExtents(_ type: ElementType, _ count: Int) -> Bool {
    switch type {
    case .int32, .int64, .bool, .resource: count <= 8
    default: false
    }
  }

  private static func isOfShape(_ shape: Shape, _ input: TensorDescription) -> Bool {
    !input.hasRank
      || shape.rank == input.shapeSignature.rank
        && (0..<shape.rank).allSatisfy { [-1, shape[$0]].contains(input.shapeSignature[$0]) }
  }
}
