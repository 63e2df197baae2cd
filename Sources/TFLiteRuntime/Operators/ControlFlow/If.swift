import TFLiteSchema

/// IF: runs one of two subgraphs, as input 0 says, on the other inputs.
final class If {
  private let thenIndex: Int
  private let elseIndex: Int
  private var plan: Plan?

  private struct Plan {
    let thenBranch: SubgraphInvocation
    let elseBranch: SubgraphInvocation
  }

  init(_ node: OperatorNode) {
    let options = node.options.ifOptions
    thenIndex = Int(options?.thenSubgraphIndex ?? 0)
    elseIndex = Int(options?.elseSubgraphIndex ?? 0)
  }

  var made: MadeOperator { MadeOperator(prepare: prepare, execute: execute, isPure: false) }

  func prepare(_ context: PrepareContext) throws(RuntimeError) {
    plan = nil
    let condition = try context.input(0)
    try context.expect(condition, .bool)
    try context.expect(condition.elementCount == 1, "the condition must be one truth value", condition)
    let first = try SubgraphInvocation(thenIndex, firstInput: 1, context)
    let second = try SubgraphInvocation(elseIndex, firstInput: 1, context)
    try SubgraphInvocation.prepareAlternatives([first, second], context)
    plan = Plan(thenBranch: first, elseBranch: second)
  }

  func execute(_ context: ExecuteContext) throws(RuntimeError) {
    guard let plan else { throw context.unprepared }
    let condition = context.input(0).pointer(as: UInt8.self)[0] != 0
    try (condition ? plan.thenBranch : plan.elseBranch).execute(context)
  }
}
