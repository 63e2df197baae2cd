import TFLiteKernels
import TFLiteSchema

/// RIGHT_SHIFT and BITWISE_XOR of two integer tensors that broadcast.
///
/// The shift is arithmetic for signed types; its count is clamped to the bits of the type.
final class BitwiseOperation {
  private let isShift: Bool
  private let loops = BroadcastBinary()

  init(_ node: OperatorNode) { isShift = node.code == .rightShift }

  var made: MadeOperator { MadeOperator(prepare: prepare, execute: execute) }

  func prepare(_ context: PrepareContext) throws(RuntimeError) {
    try context.expectBinary()
    let input = try context.input(0)
    try context.expectSameType(context.output(0), input)
    try loops.prepare(
      context, input.type.elementwise.flatMap { isShift ? BinaryKernels.shiftRight($0) : BinaryKernels.xor($0) })
  }

  func execute(_ context: ExecuteContext) throws(RuntimeError) { try loops.execute(context) }
}
