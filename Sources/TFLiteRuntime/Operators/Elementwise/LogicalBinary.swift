import TFLiteKernels
import TFLiteSchema

/// LOGICAL_AND and LOGICAL_OR of two boolean tensors that broadcast.
final class LogicalBinary {
  private let isAnd: Bool
  private let loops = BroadcastBinary()

  init(_ node: OperatorNode) { isAnd = node.code == .logicalAnd }

  var made: MadeOperator { MadeOperator(prepare: prepare, execute: execute) }

  func prepare(_ context: PrepareContext) throws(RuntimeError) {
    try context.expectBinary()
    try context.expect(context.input(0), .bool)
    try context.expect(context.output(0), .bool)
    try loops.prepare(context, isAnd ? BinaryKernels.and : BinaryKernels.or)
  }

  func execute(_ context: ExecuteContext) throws(RuntimeError) { try loops.execute(context) }
}
