import TFLiteSchema
import TFLiteSchemaWriter

extension MutableSchema.Operator {
  /// The subgraphs that the operator runs.
  var subgraphs: [Int] {
    var found: [Int] = []
    var copy = self
    copy.changeSubgraphs {
      found.append($0)
      return $0
    }
    return found
  }

  /// Replaces the number of every subgraph that the operator runs.
  mutating func changeSubgraphs(_ change: (Int) -> Int) {
    func changed(_ number: Int32) -> Int32 { Int32(change(Int(number))) }
    switch builtinOptions {
    case .ifOptions(var options):
      options.thenSubgraphIndex = changed(options.thenSubgraphIndex)
      options.elseSubgraphIndex = changed(options.elseSubgraphIndex)
      builtinOptions = .ifOptions(options)
    case .whileOptions(var options):
      options.condSubgraphIndex = changed(options.condSubgraphIndex)
      options.bodySubgraphIndex = changed(options.bodySubgraphIndex)
      builtinOptions = .whileOptions(options)
    case .callOnceOptions(var options):
      options.initSubgraphIndex = changed(options.initSubgraphIndex)
      builtinOptions = .callOnceOptions(options)
    case .callOptions(var options):
      options.subgraph = UInt32(change(Int(options.subgraph)))
      builtinOptions = .callOptions(options)
    default: break
    }
    switch builtinOptions2 {
    case .stableHLOCompositeOptions(var options):
      options.decompositionSubgraphIndex = changed(options.decompositionSubgraphIndex)
      builtinOptions2 = .stableHLOCompositeOptions(options)
    case .stablehloCaseOptions(var options):
      options.branchSubgraphIndices = options.branchSubgraphIndices?.map(changed)
      builtinOptions2 = .stablehloCaseOptions(options)
    case .stablehloWhileOptions(var options):
      options.condSubgraphIndex = changed(options.condSubgraphIndex)
      options.bodySubgraphIndex = changed(options.bodySubgraphIndex)
      builtinOptions2 = .stablehloWhileOptions(options)
    case .stablehloReduceOptions(var options):
      options.bodySubgraphIndex = changed(options.bodySubgraphIndex)
      builtinOptions2 = .stablehloReduceOptions(options)
    case .stablehloReduceWindowOptions(var options):
      options.bodySubgraphIndex = changed(options.bodySubgraphIndex)
      builtinOptions2 = .stablehloReduceWindowOptions(options)
    case .stablehloSortOptions(var options):
      options.comparatorSubgraphIndex = changed(options.comparatorSubgraphIndex)
      builtinOptions2 = .stablehloSortOptions(options)
    case .stablehloScatterOptions(var options):
      options.updateComputationSubgraphIndex = changed(options.updateComputationSubgraphIndex)
      builtinOptions2 = .stablehloScatterOptions(options)
    default: break
    }
  }
}

extension MutableSchema.Model {
  /// The operator's code; nil for none that the file lists.
  func code(of node: MutableSchema.Operator) -> Schema.BuiltinOperator? {
    guard let codes = operatorCodes, codes.indices.contains(Int(node.opcodeIndex)) else { return nil }
    let entry = codes[Int(node.opcodeIndex)]
    return Schema.BuiltinOperator(rawValue: max(entry.builtinCode.rawValue, Int32(entry.deprecatedBuiltinCode)))
  }

  /// The operator's name, of a custom one its own.
  func name(of node: MutableSchema.Operator) -> String {
    guard let code = code(of: node) else { return "operator" }
    return code == .custom ? operatorCodes?[Int(node.opcodeIndex)].customCode?.string ?? code.name : code.name
  }

  /// Whether the file holds the tensor's elements.
  func isConstant(_ tensor: MutableSchema.Tensor) -> Bool {
    if tensor.externalBuffer != 0 { return true }
    guard tensor.buffer != 0, let buffers, buffers.indices.contains(Int(tensor.buffer)) else { return false }
    guard let data = buffers[Int(tensor.buffer)].data else { return false }
    return data.count > 0 || tensor.shape?.contains(0) == true
  }
}
