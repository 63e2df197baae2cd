import TFLiteKernelSets
import TFLiteKernels

/// `x * logistic(x)` of float32, which a LOGISTIC and a MUL computed.
final class Swish {
  private let map = UnaryMap()

  var made: MadeOperator {
    MadeOperator(
      prepare: prepare, execute: execute, rows: execute(_:rows:), computesInJobs: true, rowWindow: self.map.rowWindow,
      lines: map.lines, bind: map.bind)
  }

  func prepare(_ context: PrepareContext) throws(RuntimeError) {
    try context.expectUnary()
    try map.prepare(context, context.kernels.elementwise.unary(.swish, .float32))
  }

  func execute(_ context: ExecuteContext) throws(RuntimeError) { try map.execute(context) }

  func execute(_ context: ExecuteContext, rows: Range<Int>) throws(RuntimeError) {
    try map.execute(context, rows: rows)
  }
}
