import TFLiteSchema

/// CALL and STABLEHLO_COMPOSITE: runs a subgraph on the inputs. A composite names an operation that a back end may
/// know; the subgraph is what it means.
final class Call {
  private let index: Int
  private var invocation: SubgraphInvocation?

  /// CALL.
  init(_ node: OperatorNode) {
    index = Int(node.options.callOptions?.subgraph ?? 0)
  }

  /// STABLEHLO_COMPOSITE.
  init(composite node: OperatorNode) {
    index = Int(node.options2.stableHLOCompositeOptions?.decompositionSubgraphIndex ?? 0)
  }

  var made: MadeOperator { MadeOperator(prepare: prepare, execute: execute, isPure: false) }

  func prepare(_ context: PrepareContext) throws(RuntimeError) {
    self.invocation = nil
    let invocation = try SubgraphInvocation(index, firstInput: 0, context)
    let outline = try invocation.prepare(context)
    for (number, shape) in outline.outputShapes.enumerated() {
      if outline.hasFixedShapes {
        try context.setShape(shape, ofOutput: number)
      } else {
        try context.setUnknownShape(ofOutput: number)
      }
    }
    self.invocation = invocation
  }

  func execute(_ context: ExecuteContext) throws(RuntimeError) {
    guard let invocation else { throw context.unprepared }
    try invocation.execute(context)
  }
}

/// CALL_ONCE: runs a subgraph without inputs and outputs, which sets up variables and tables, the first time only.
final class CallOnce {
  private let index: Int
  private var subprogram: Subprogram?

  init(_ node: OperatorNode) {
    index = Int(node.options.callOnceOptions?.initSubgraphIndex ?? 0)
  }

  var made: MadeOperator { MadeOperator(prepare: prepare, execute: execute, isPure: false) }

  func prepare(_ context: PrepareContext) throws(RuntimeError) {
    self.subprogram = nil
    try context.expect(inputs: 0, outputs: 0)
    let subprogram = try context.subgraph(index)
    try context.expect(
      subprogram.inputs.isEmpty && subprogram.outputs.isEmpty, "subgraph \(index) must not have inputs or outputs")
    self.subprogram = subprogram
  }

  func execute(_ context: ExecuteContext) throws(RuntimeError) {
    if context.resources.initialized.contains(index) { return }
    guard let subprogram else { throw context.unprepared }
    try subprogram.invoke()
    context.resources.initialized.insert(index)
  }
}
