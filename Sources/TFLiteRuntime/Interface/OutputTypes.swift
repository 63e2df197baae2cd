import TFLiteSchema

/// The element types of an operator's outputs: TFLite's kernels give some outputs a type of their own, whatever the file
/// states.
package enum OutputTypes: Sendable {
  /// What the file states; the operator objects to a type that it cannot write.
  case stated
  /// All outputs have the type of this input.
  case input(Int)
  /// The outputs have these types, one each.
  case each([ElementType])
  /// The only output has the type that an option names; nil without options.
  case option(@Sendable (OperatorNode) -> Schema.TensorType?)
  /// What the subgraphs that the operator runs give; see `SubgraphCalls`.
  case subgraph

  /// The outputs have these types, one each.
  static func fixed(_ types: ElementType...) -> Self { .each(types) }
}

/// The subgraphs that a control-flow operator runs, all on the same inputs of the operator.
struct SubgraphCalls {
  /// Their numbers, as the file states them.
  let subgraphs: [Int]
  /// The operator's first input that is one of the subgraphs'.
  let firstInput: Int
  /// The operator's outputs are its own inputs, changed, not outputs of the first subgraph.
  let isLoop: Bool
  /// The subgraphs' inputs and outputs have the operator's quantization, whatever the file states of them.
  let sharesQuantization: Bool

  init(_ node: OperatorNode) {
    switch node.code {
    case .if:
      let options = node.options.ifOptions
      subgraphs = [Int(options?.thenSubgraphIndex ?? 0), Int(options?.elseSubgraphIndex ?? 0)]
    case .while:
      let options = node.options.whileOptions
      subgraphs = [Int(options?.condSubgraphIndex ?? 0), Int(options?.bodySubgraphIndex ?? 0)]
    case .stablehloCase:
      subgraphs = node.options2.stablehloCaseOptions?.branchSubgraphIndices.map { Int($0) } ?? []
    case .stablehloComposite:
      subgraphs = [Int(node.options2.stableHLOCompositeOptions?.decompositionSubgraphIndex ?? 0)]
    default: subgraphs = [Int(node.options.callOptions?.subgraph ?? 0)]
    }
    firstInput = node.code == .if || node.code == .stablehloCase ? 1 : 0
    isLoop = node.code == .while
    sharesQuantization = node.code == .stablehloCase
  }

  /// The subgraphs that an operator of any kind runs, now or once.
  static func subgraphs(runBy node: OperatorNode) -> [Int] {
    switch node.code {
    case .if, .while, .call, .stablehloCase, .stablehloComposite: Self(node).subgraphs
    case .callOnce: [Int(node.options.callOnceOptions?.initSubgraphIndex ?? 0)]
    default: []
    }
  }
}
