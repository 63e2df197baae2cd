import TFLiteSchema

/// STABLEHLO_CASE: runs the subgraph whose number in the list of branches input 0 gives, on the other inputs. Numbers
/// outside the list mean the last branch.
final class Case {
  private let indices: [Int]
  private var branches: [SubgraphInvocation]?

  init(_ node: OperatorNode) {
    indices = node.options2.stablehloCaseOptions?.branchSubgraphIndices.map { Int($0) } ?? []
  }

  var made: MadeOperator { MadeOperator(prepare: prepare, execute: execute, isPure: false) }

  func prepare(_ context: PrepareContext) throws(RuntimeError) {
    self.branches = nil
    let number = try context.input(0)
    try context.expect(number, .int32)
    try context.expect(number.elementCount == 1, "the number of the branch must be one integer", number)
    try context.expect(!indices.isEmpty, "there are no branches")
    var branches: [SubgraphInvocation] = []
    for index in indices { branches.append(try SubgraphInvocation(index, firstInput: 1, context)) }
    try SubgraphInvocation.prepareAlternatives(branches, context)
    self.branches = branches
  }

  func execute(_ context: ExecuteContext) throws(RuntimeError) {
    guard let branches else { throw context.unprepared }
    let number = Int(context.input(0).pointer(as: Int32.self)[0])
    try branches[branches.indices.contains(number) ? number : branches.count - 1].execute(context)
  }
}
