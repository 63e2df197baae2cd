/// RANK: the number of axes of the input.
final class Rank {
  init(_ node: OperatorNode) {}

  var made: MadeOperator { MadeOperator(prepare: prepare, execute: execute) }

  func prepare(_ context: PrepareContext) throws(RuntimeError) {
    try context.expect(inputs: 1, outputs: 1)
    try context.expect(context.output(0), .int32)
    try context.setShape([], ofOutput: 0)
    context.dependsOnShapesOnly()
  }

  func execute(_ context: ExecuteContext) throws(RuntimeError) {
    context.output(0).mutablePointer(as: Int32.self)[0] = Int32(truncatingIfNeeded: context.input(0).rank)
  }
}
