import TFLiteSchema

/// REVERSE_SEQUENCE: for each index of the batch axis, the first so many elements of the sequence axis in reverse order
/// and the others as they are.
final class ReverseSequence {
  private let sequenceAxis: Int
  private let batchAxis: Int

  private var plan: Plan?

  /// The elements of one step of the outer, the middle and the innermost axes.
  private struct Plan {
    let outer: Int
    let middle: Int
    let inner: Int
  }

  init(_ node: OperatorNode) {
    let options = node.options.reverseSequenceOptions
    sequenceAxis = Int(options?.seqDim ?? 0)
    batchAxis = Int(options?.batchDim ?? 0)
  }

  var made: MadeOperator { MadeOperator(prepare: prepare, execute: execute) }

  func prepare(_ context: PrepareContext) throws(RuntimeError) {
    plan = nil
    try context.expect(inputs: 2, outputs: 1)
    let input = try context.input(0)
    let lengths = try context.input(1)
    try context.expect(input, oneOf: ElementType.wholeBytes)
    try context.expectSameType(context.output(0), input)
    try context.expect(lengths, .int32, .int64)
    try context.expectRank(lengths, 1)
    for axis in [sequenceAxis, batchAxis] where axis < 0 || axis >= input.rank {
      throw context.error("axis out of range", input, expected: "0..<\(input.rank)", actual: "\(axis)")
    }
    try context.expect(sequenceAxis != batchAxis, "the batch axis is the sequence axis")
    if lengths.elementCount != input.shape[batchAxis] {
      throw context.error(
        "wrong number of lengths", lengths, expected: "\(input.shape[batchAxis])", actual: "\(lengths.elementCount)")
    }
    try context.setShape(input.shape, ofOutput: 0)
    let low = min(sequenceAxis, batchAxis)
    let high = max(sequenceAxis, batchAxis)
    plan = Plan(
      outer: input.shape.product(0..<low), middle: input.shape.product(low + 1..<high),
      inner: input.shape.product(high + 1..<input.rank))
  }

  func execute(_ context: ExecuteContext) throws(RuntimeError) {
    guard let plan else { throw context.unprepared }
    let (outer, middle, inner) = (plan.outer, plan.middle, plan.inner)
    let input = context.input(0)
    let lengths = context.input(1)
    let output = context.output(0)
    let steps = input.shape[sequenceAxis]
    let batches = input.shape[batchAxis]
    let run = inner &* input.type.elementByteCount
    // Distances in runs.
    let sequenceFirst = sequenceAxis < batchAxis
    let sequenceStride = sequenceFirst ? middle &* batches : 1
    let batchStride = sequenceFirst ? 1 : middle &* steps
    let middleStride = sequenceFirst ? batches : steps
    for batch in 0..<batches {
      let length = lengths.integer(batch)
      if length > steps {
        throw context.error("length \(batch) is out of range", lengths, expected: "0...\(steps)", actual: "\(length)")
      }
      for slice in 0..<outer &* middle {
        let start =
          slice / middle &* (batches &* steps &* middle) &+ slice % middle &* middleStride &+ batch &* batchStride
        for step in 0..<steps {
          let source = step < length ? length &- 1 &- step : step
          (output.data + (start &+ step &* sequenceStride) &* run).copyMemory(
            from: input.data + (start &+ source &* sequenceStride) &* run, byteCount: run)
        }
      }
    }
  }
}
