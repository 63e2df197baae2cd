import TFLiteSchema

/// Finds the element types that the tensors of a model have at run time, before anything depends on them: where TFLite's
/// kernels give an output a type whatever the file states, that type holds for all who read it, subgraphs included.
///
/// A subgraph that several operators run has the types that the first of them gives it; the others object when they are
/// prepared. Constants keep the type that their bytes have.
///
/// Where an operator gives its subgraphs' inputs and outputs its own quantization, that holds as well; nothing else changes
/// the quantization that a file states.
struct TypeInference {
  private let stated: [Graph]
  private let registry: OperatorRegistry
  private var types: [[ElementType]]
  /// The quantization of tensors that have another one than the file states, by subgraph and tensor.
  private var quantizations: [[Int: Quantization]]
  private var isVisited: [Bool]

  /// A subgraph on the way, and the operator to look at next.
  private struct Visit {
    let graph: Int
    var next = 0
  }

  /// - Parameters:
  ///   - graphs: the subgraphs as the file states them.
  ///   - entries: the subgraphs that run first, on inputs of the types that the file states.
  init(_ graphs: [Graph], entries: [Int], _ registry: OperatorRegistry) {
    stated = graphs
    self.registry = registry
    types = graphs.map { $0.tensors.map { $0.type } }
    quantizations = graphs.map { _ in [:] }
    isVisited = [Bool](repeating: false, count: graphs.count)
    for entry in entries + Array(graphs.indices) where graphs.indices.contains(entry) { visit(entry) }
  }

  /// The subgraphs with what was found.
  var graphs: [Graph] {
    stated.indices.map { number in
      let (graph, types, quantizations) = (stated[number], types[number], quantizations[number])
      if quantizations.isEmpty, zip(graph.tensors, types).allSatisfy({ $0.type == $1 }) { return graph }
      return Graph(
        name: graph.name,
        tensors: zip(graph.tensors, types).map { $0.with($1, quantizations[$0.index]) },
        operators: graph.operators, inputs: graph.inputs, outputs: graph.outputs)
    }
  }

  /// Goes through the operators of a subgraph and of those that they run, with a stack of its own: files may nest them as
  /// deep as they like.
  private mutating func visit(_ entry: Int) {
    if isVisited[entry] { return }
    isVisited[entry] = true
    var stack = [Visit(graph: entry)]
    while let top = stack.last {
      guard top.next < stated[top.graph].operators.count else {
        stack.removeLast()
        continue
      }
      let node = stated[top.graph].operators[top.next]
      let outputs = registry.outputTypes(of: node)
      if case .subgraph = outputs, let called = enter(node, top.graph) {
        stack.append(Visit(graph: called))
        continue
      }
      settle(node, top.graph, outputs)
      stack[stack.count - 1].next += 1
    }
  }

  /// The first subgraph of those the operator runs that has not been visited, whose inputs get the operator's types.
  private mutating func enter(_ node: OperatorNode, _ graph: Int) -> Int? {
    let calls = SubgraphCalls(node)
    for called in calls.subgraphs where stated.indices.contains(called) && !isVisited[called] {
      isVisited[called] = true
      for (input, tensor) in zip(node.inputs.dropFirst(calls.firstInput), stated[called].inputs)
      where input >= 0 && tensor >= 0 && !stated[called].tensors[tensor].isConstant {
        types[called][tensor] = types[graph][input]
      }
      if calls.sharesQuantization {
        share(node.inputs.dropFirst(calls.firstInput), graph, with: stated[called].inputs, called)
        share(node.outputs[...], graph, with: stated[called].outputs, called)
      }
      return called
    }
    return nil
  }

  /// Gives tensors of a subgraph the quantization of the operator's, where these have one for the whole tensor.
  private mutating func share(_ tensors: ArraySlice<Int>, _ graph: Int, with others: [Int], _ called: Int) {
    for (tensor, other) in zip(tensors, others)
    where tensor >= 0 && other >= 0 && !stated[called].tensors[other].isConstant {
      let quantization = quantizations[graph][tensor] ?? stated[graph].tensors[tensor].quantization
      if let quantization, quantization.scales.count == 1 { quantizations[called][other] = quantization }
    }
  }

  /// Gives the operator's outputs their types.
  private mutating func settle(_ node: OperatorNode, _ graph: Int, _ outputs: OutputTypes) {
    switch outputs {
    case .stated: break
    case .input(let number):
      guard let type = type(ofInput: number, node, graph) else { return }
      for output in node.outputs { set(type, output, graph) }
    case .each(let types):
      for (output, type) in zip(node.outputs, types) { set(type, output, graph) }
    case .option(let option):
      guard let output = node.outputs.first, let number = option(node)?.rawValue,
        let type = ElementType(rawValue: Int8(truncatingIfNeeded: number))
      else { return }
      set(type, output, graph)
    case .subgraph:
      let calls = SubgraphCalls(node)
      if calls.isLoop {
        for (number, output) in node.outputs.enumerated() {
          if let type = type(ofInput: number, node, graph) { set(type, output, graph) }
        }
      } else if let called = calls.subgraphs.first, stated.indices.contains(called) {
        for (output, tensor) in zip(node.outputs, stated[called].outputs) where tensor >= 0 {
          set(types[called][tensor], output, graph)
        }
      }
    }
  }

  private func type(ofInput number: Int, _ node: OperatorNode, _ graph: Int) -> ElementType? {
    node.inputs.indices.contains(number) && node.inputs[number] >= 0 ? types[graph][node.inputs[number]] : nil
  }

  private mutating func set(_ type: ElementType, _ tensor: Int, _ graph: Int) {
    if tensor >= 0, !stated[graph].tensors[tensor].isConstant { types[graph][tensor] = type }
  }
}

extension TensorDescription {
  /// The same tensor with elements of type `type` and, if one is given, another quantization.
  fileprivate func with(_ type: ElementType, _ other: Quantization?) -> TensorDescription {
    if other == nil, type == self.type { return self }
    if self.type == .variant {
      return TensorDescription(
        index: index, name: name, type: type, shape: [], shapeSignature: [], hasRank: false, isList: true)
    }
    return TensorDescription(
      index: index, name: name, type: type, shape: shape, shapeSignature: shapeSignature, hasRank: hasRank,
      quantization: other ?? quantization, isVariable: isVariable, constant: constant, sparsity: sparsity)
  }
}
