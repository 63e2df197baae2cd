import TFLiteSchema
import TFLiteSchemaWriter

/// The part of a subgraph that computes some tensors from others.
struct Extraction {
  /// The tensors that callers will fill, in their order.
  let from: [Int]
  /// The tensors that callers will read, in their order.
  let to: [Int]
  let subgraph: Int

  /// Makes the part the first subgraph of the model, to be stripped afterwards.
  /// - Returns: What was left out that changes more than the tensors between, in words.
  func apply(to edited: inout EditedModel) throws(ToolError) -> [String] {
    guard var graph = edited.model.subgraphs?[subgraph] else { return [] }
    let operators = graph.operators ?? []
    let needs = try needs(graph, edited)
    var inputs = from
    for input in (graph.inputs ?? []).map({ Int($0) }) where needs.inputs.contains(input) && !from.contains(input) {
      inputs.append(input)
    }
    let outputs = to.isEmpty ? (graph.outputs ?? []).map { Int($0) } : to
    graph.inputs = inputs.map { Int32($0) }
    graph.outputs = outputs.map { Int32($0) }
    var kept = needs.operators
    if kept.contains(where: { readsResources(edited.model.code(of: operators[$0])) }) {
      kept.formUnion(operators.indices.filter { edited.model.code(of: operators[$0]) == .callOnce })
    }
    graph.operators = kept.sorted().map { operators[$0] }
    if subgraph != 0, kept.contains(where: { operators[$0].subgraphs.contains(0) }) {
      throw ToolError(.invalidData, "--subgraph \(subgraph): it runs subgraph 0, whose place the part would take")
    }
    edited.model.subgraphs?[0] = graph
    var remarks: [String] = []
    for (index, node) in operators.enumerated() where !kept.contains(index) && node.outputs?.isEmpty != false {
      remarks.append("operator \(index), \(edited.model.name(of: node)), is left out, though it has effects of its own")
    }
    keepSignature(of: graph, &edited, &remarks)
    return remarks
  }

  private struct Needs {
    var operators: Set<Int> = []
    /// Inputs of the whole graph that are read.
    var inputs: Set<Int> = []
  }

  /// What is needed to compute the outputs, walking back no further than the tensors to begin with.
  private func needs(_ graph: MutableSchema.SubGraph, _ edited: EditedModel) throws(ToolError) -> Needs {
    var producers: [Int: Int] = [:]
    for (index, node) in (graph.operators ?? []).enumerated() {
      for output in node.outputs ?? [] { producers[Int(output)] = index }
    }
    let first = Set(from)
    let graphInputs = Set((graph.inputs ?? []).map { Int($0) })
    var needs = Needs()
    var seen: Set<Int> = []
    var waiting = to.isEmpty ? (graph.outputs ?? []).map { Int($0) } : to
    while let tensor = waiting.popLast() {
      guard tensor >= 0, seen.insert(tensor).inserted, !first.contains(tensor) else { continue }
      if graphInputs.contains(tensor) {
        needs.inputs.insert(tensor)
      } else if let producer = producers[tensor], needs.operators.insert(producer).inserted {
        waiting += (graph.operators?[producer].inputs ?? []).map { Int($0) }
      }
    }
    for tensor in from where !seen.contains(tensor) {
      throw ToolError(
        .invalidData, "--from \(edited.tensorName(tensor, in: subgraph))", expected: "a tensor that the outputs need",
        found: "one that they are computed without")
    }
    return needs
  }

  private func readsResources(_ code: Schema.BuiltinOperator?) -> Bool {
    code == .readVariable || code == .hashtableFind || code == .hashtableSize || code == .varHandle
      || code == .hashtable
  }

  /// The first signature of the subgraph stays, of the new inputs and outputs, which keep the names that they had in it.
  private func keepSignature(of graph: MutableSchema.SubGraph, _ edited: inout EditedModel, _ remarks: inout [String]) {
    let all = edited.model.signatureDefs ?? []
    var kept: [MutableSchema.SignatureDef] = []
    for var signature in all {
      guard signature.subgraphIndex == UInt32(subgraph) || signature.subgraphIndex == 0 else {
        kept.append(signature)
        continue
      }
      guard signature.subgraphIndex == UInt32(subgraph), !kept.contains(where: { $0.subgraphIndex == 0 }) else {
        remarks.append("signature '\(signature.signatureKey?.string ?? "")' is left out")
        continue
      }
      signature.subgraphIndex = 0
      signature.inputs = Self.map(graph.inputs ?? [], signature.inputs ?? [], graph)
      signature.outputs = Self.map(graph.outputs ?? [], signature.outputs ?? [], graph)
      kept.append(signature)
    }
    if edited.model.signatureDefs != nil { edited.model.signatureDefs = kept }
  }

  private static func map(
    _ numbers: [Int32], _ old: [MutableSchema.TensorMap], _ graph: MutableSchema.SubGraph
  ) -> [MutableSchema.TensorMap] {
    var names: Set<String> = []
    return numbers.map { number in
      let own = graph.tensors?[Int(number)].name?.string ?? ""
      var name =
        old.first { $0.tensorIndex == UInt32(number) }?.name?.string ?? (own.isEmpty ? "tensor_\(number)" : own)
      if !names.insert(name).inserted {
        name += "#\(number)"
        names.insert(name)
      }
      var entry = MutableSchema.TensorMap()
      entry.name = SchemaText(name)
      entry.tensorIndex = UInt32(number)
      return entry
    }
  }
}
