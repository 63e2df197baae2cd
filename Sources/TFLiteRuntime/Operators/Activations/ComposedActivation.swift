import TFLiteKernelSets
import TFLiteKernels

/// An activation function of float32 that several operators computed.
final class ComposedActivation {
  private let kind: UnaryKind
  private let map = UnaryMap()

  init(_ kind: UnaryKind) { self.kind = kind }

  var made: MadeOperator {
    MadeOperator(
      prepare: prepare, execute: execute, rows: execute(_:rows:), computesInJobs: true, rowWindow: self.map.rowWindow,
      lines: map.lines, bind: map.bind)
  }

  func prepare(_ context: PrepareContext) throws(RuntimeError) {
    try context.expectUnary()
    try map.prepare(context, context.kernels.elementwise.unary(kind, .float32))
  }

  func execute(_ context: ExecuteContext) throws(RuntimeError) { try map.execute(context) }

  func execute(_ context: ExecuteContext, rows: Range<Int>) throws(RuntimeError) {
    try map.execute(context, rows: rows)
  }
}
