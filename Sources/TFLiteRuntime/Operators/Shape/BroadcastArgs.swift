/// BROADCAST_ARGS: the shape to which two shapes broadcast.
final class BroadcastArgs {
  init(_ node: OperatorNode) {}

  var made: MadeOperator { MadeOperator(prepare: prepare, execute: execute) }

  func prepare(_ context: PrepareContext) throws(RuntimeError) {
    try context.expect(inputs: 2, outputs: 1)
    let first = try context.input(0)
    let second = try context.input(1)
    try context.expect(first, .int32, .int64)
    try context.expectSameType(second, first)
    try context.expectSameType(context.output(0), first)
    try context.expectRank(first, 1)
    try context.expectRank(second, 1)
    try context.setShape([max(first.elementCount, second.elementCount)], ofOutput: 0)
  }

  func execute(_ context: ExecuteContext) throws(RuntimeError) {
    if context.output(0).type == .int64 {
      try broadcast(context, Int64.self)
    } else {
      try broadcast(context, Int32.self)
    }
  }

  private func broadcast<Extent: FixedWidthInteger & BitwiseCopyable>(
    _ context: ExecuteContext, _ type: Extent.Type
  ) throws(RuntimeError) {
    let first = context.input(0).values(as: type)
    let second = context.input(1).values(as: type)
    let output = context.output(0).mutablePointer(as: type)
    let rank = max(first.count, second.count)
    for axis in 0..<rank {
      let one = axis - (rank - first.count)
      let other = axis - (rank - second.count)
      let left = one < 0 ? 1 : first[one]
      let right = other < 0 ? 1 : second[other]
      if left != right && left != 1 && right != 1 {
        throw context.error(
          "the shapes do not broadcast", context.input(0), expected: "\(left) or 1", actual: "\(right)")
      }
      output[axis] = left == 1 ? right : left
    }
  }
}
