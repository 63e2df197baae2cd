/// DYNAMIC_UPDATE_SLICE: the first input with a box replaced by the second, at indices clamped so that the box fits.
final class DynamicUpdateSlice {
  private var plan: Plan?

  private struct Plan {
    let copy: StridedCopy
    /// Of the output.
    let strides: [Int]
  }

  init(_ node: OperatorNode) {}

  var made: MadeOperator { MadeOperator(prepare: prepare, execute: execute) }

  func prepare(_ context: PrepareContext) throws(RuntimeError) {
    plan = nil
    try context.expect(inputs: 3, outputs: 1)
    let input = try context.input(0)
    let update = try context.input(1)
    let indices = try context.input(2)
    try context.expect(input, oneOf: ElementType.fixedSize)
    try context.expectSameType(context.output(0), input)
    try context.expectSameType(update, input)
    try context.expect(indices, .int32, .int64)
    try context.expectRank(indices, 1)
    try context.expectRank(update, input.rank)
    if indices.elementCount != input.rank {
      throw context.error(
        "wrong number of indices", indices, expected: "\(input.rank)", actual: "\(indices.elementCount)")
    }
    for axis in 0..<input.rank where update.shape[axis] > input.shape[axis] {
      throw context.error(
        "the update is too large", update, expected: "at most \(input.shape)", actual: "\(update.shape)")
    }
    try context.setShape(input.shape, ofOutput: 0)
    context.allowInPlace(output: 0, input: 0)
    let strides = input.shape.strides
    let copy = StridedCopy(
      input.type, extents: update.shape.dimensions, source: update.shape.strides, destination: strides)
    plan = Plan(copy: copy, strides: strides)
  }

  func execute(_ context: ExecuteContext) throws(RuntimeError) {
    guard let plan else { throw context.unprepared }
    let input = context.input(0)
    let update = context.input(1)
    let indices = context.input(2)
    let output = context.output(0)
    if output.data != input.data { output.data.copyMemory(from: input.data, byteCount: input.byteCount) }
    var offset = 0
    for axis in 0..<input.rank {
      let start = max(0, min(indices.integer(axis), input.shape[axis] - update.shape[axis]))
      offset &+= start &* plan.strides[axis]
    }
    plan.copy.run(context, from: update, to: output, shift: offset)
  }
}
