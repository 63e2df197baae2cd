import TFLiteKernels
import TFLiteSchema

/// FLOOR_DIV and FLOOR_MOD of two tensors that broadcast: the quotient rounded down, the remainder with the divisor's
/// sign. A zero divisor is an error, except for the remainder of floats.
final class FloorDivision {
  private let isModulo: Bool
  private let loops = BroadcastBinary()

  init(_ node: OperatorNode) { isModulo = node.code == .floorMod }

  var made: MadeOperator { MadeOperator(prepare: prepare, execute: execute) }

  func prepare(_ context: PrepareContext) throws(RuntimeError) {
    try context.expectBinary()
    let input = try context.input(0)
    try context.expectSameType(context.output(0), input)
    let type = input.type.elementwise
    try loops.prepare(
      context, type.flatMap { isModulo ? BinaryKernels.floorModulo($0) : BinaryKernels.floorDivide($0) })
  }

  func execute(_ context: ExecuteContext) throws(RuntimeError) {
    let divisor = context.input(1)
    if divisor.type != .float32 {
      try context.expectNo(0, in: divisor)
    } else if !isModulo {
      // By their bits: a comparison, `isZero` among them, takes subnormal divisors for zero, which are no reason to fail.
      for bits in divisor.values(as: UInt32.self) where bits << 1 == 0 {
        throw context.error("division by zero", divisor)
      }
    }
    try loops.execute(context)
  }
}
