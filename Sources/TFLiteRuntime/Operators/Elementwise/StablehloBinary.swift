import TFLiteKernels

/// STABLEHLO_ADD, STABLEHLO_MULTIPLY, STABLEHLO_MAXIMUM, STABLEHLO_MINIMUM, STABLEHLO_AND and STABLEHLO_SHIFT_LEFT of two
/// tensors of one shape and type.
final class StablehloBinary {
  /// Nil for the left shift.
  private let operation: PlainOperation?
  private let loops = BroadcastBinary()

  init(_ operation: PlainOperation, _ node: OperatorNode) { self.operation = operation }

  init(leftShift node: OperatorNode) { operation = nil }

  var made: MadeOperator { MadeOperator(prepare: prepare, execute: execute) }

  func prepare(_ context: PrepareContext) throws(RuntimeError) {
    try context.expectBinary()
    let first = try context.input(0)
    let second = try context.input(1)
    try context.expectSameType(context.output(0), first)
    if first.shape != second.shape {
      throw context.error("the shapes differ", second, expected: "\(first.shape)", actual: "\(second.shape)")
    }
    let type = first.type.elementwise
    guard let operation else { return try loops.prepare(context, type.flatMap { BinaryKernels.shiftLeft($0) }) }
    if first.type == .uint64 { return try loops.prepare(context, BinaryKernels.plainUInt64(operation)) }
    try loops.prepare(context, type.flatMap { BinaryKernels.plain(operation, $0) })
  }

  func execute(_ context: ExecuteContext) throws(RuntimeError) { try loops.execute(context) }
}
