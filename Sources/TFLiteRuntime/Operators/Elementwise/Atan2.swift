import TFLiteKernels

/// ATAN2: the angle of the point `(x, y)`, where `y` is input 0 and `x` input 1, of the same shape.
final class Atan2 {
  private let loops = BroadcastBinary()

  init(_ node: OperatorNode) {}

  var made: MadeOperator { MadeOperator(prepare: prepare, execute: execute) }

  func prepare(_ context: PrepareContext) throws(RuntimeError) {
    try context.expectBinary()
    let y = try context.input(0)
    let x = try context.input(1)
    try context.expectSameType(context.output(0), y)
    if y.shape != x.shape {
      throw context.error("the shapes differ", x, expected: "\(y.shape)", actual: "\(x.shape)")
    }
    try loops.prepare(context, y.type.elementwise.flatMap { BinaryKernels.atan2($0) })
  }

  func execute(_ context: ExecuteContext) throws(RuntimeError) { try loops.execute(context) }
}
