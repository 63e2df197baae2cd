import TFLiteKernels

/// `x * logistic(x)` of float32, which a LOGISTIC and a MUL computed.
final class Swish: BuiltinOperator {
  private let map = UnaryMap()

  func prepare(_ context: PrepareContext) throws(RuntimeError) {
    try context.expectUnary()
    try map.prepare(context, context.kernels.elementwise.unary(.swish, .float32))
  }

  var rowWindow: RowWindow? { map.rowWindow }

  var computesInJobs: Bool { true }

  func execute(_ context: ExecuteContext) throws(RuntimeError) { try map.execute(context) }

  func execute(_ context: ExecuteContext, rows: Range<Int>) throws(RuntimeError) {
    try map.execute(context, rows: rows)
  }
}
