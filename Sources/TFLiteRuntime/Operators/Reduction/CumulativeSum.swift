import TFLiteSchema

/// CUMSUM: running sums along an axis, from either end, with or without the element itself. Integers wrap.
final class CumulativeSum {
  private let isExclusive: Bool
  private let isReverse: Bool

  init(_ node: OperatorNode) {
    let options = node.options.cumsumOptions
    isExclusive = options?.exclusive ?? false
    isReverse = options?.reverse ?? false
  }

  var made: MadeOperator { MadeOperator(prepare: prepare, execute: execute) }

  func prepare(_ context: PrepareContext) throws(RuntimeError) {
    try context.expect(inputs: 2, outputs: 1)
    let input = try context.input(0)
    let axis = try context.input(1)
    try context.expect(input, .float32, .int32, .int64)
    try context.expect(axis, .int32)
    try context.expect(axis.elementCount == 1, "the axis must be one number", axis)
    try context.expectRank(input, 1...Int.max)
    try context.expectSameType(context.output(0), input)
    if axis.isConstant { _ = try Self.resolve(axis, input, context.node) }
    try context.setShape(input.shape, ofOutput: 0)
  }

  private static func resolve(
    _ tensor: RuntimeTensor, _ input: RuntimeTensor, _ node: OperatorNode
  ) throws(RuntimeError) -> Int {
    let value = Int(tensor.pointer(as: Int32.self)[0])
    let axis = value < 0 ? value + input.rank : value
    guard axis >= 0, axis < input.rank else {
      throw node.error(
        .invalidOperator, "axis outside the input's rank", tensor: tensor.label,
        expected: "\(-input.rank)..<\(input.rank)", actual: "\(value)")
    }
    return axis
  }

  func execute(_ context: ExecuteContext) throws(RuntimeError) {
    let input = context.input(0)
    let axis = try Self.resolve(context.input(1), input, context.node)
    switch input.type {
    case .float32: run(FloatSum.self, axis, context)
    case .int32: run(IntegerSum<Int32, Int32>.self, axis, context)
    default: run(IntegerSum<Int64, Int64>.self, axis, context)
    }
  }

  private func run<R: Reducer>(_ reducer: R.Type, _ axis: Int, _ context: ExecuteContext)
  where R.Input == R.Accumulator {
    let shape = context.input(0).shape
    let inner = shape.product(axis + 1..<shape.rank)
    let job = CumulativeJob<R>(
      input: context.input(0).pointer(as: R.Input.self), output: context.output(0).mutablePointer(as: R.Input.self),
      extent: shape[axis], inner: inner, isExclusive: isExclusive, isReverse: isReverse)
    context.parallel(job, rows: shape.product(0..<axis), work: Work(shape[axis] &* inner, .element))
  }
}

/// One row is one index before the axis.
private struct CumulativeJob<R: Reducer>: RowJob where R.Input == R.Accumulator {
  let input: UnsafePointer<R.Input>
  let output: UnsafeMutablePointer<R.Input>
  let extent: Int
  let inner: Int
  let isExclusive: Bool
  let isReverse: Bool

  func run(_ rows: Range<Int>) {
    if extent == 0 { return }
    let step = isReverse ? 0 &- inner : inner
    if inner == 1 { return runLines(rows, step) }
    for row in rows {
      let first = row &* extent &* inner &+ (isReverse ? (extent &- 1) &* inner : 0)
      for i in 0..<inner { output[first &+ i] = isExclusive ? R.initial : input[first &+ i] }
      var current = first
      for _ in 1..<max(extent, 1) {
        let next = current &+ step
        let source = isExclusive ? current : next
        for i in 0..<inner { output[next &+ i] = R.combine(output[current &+ i], input[source &+ i]) }
        current = next
      }
    }
  }

  /// The same of neighboring elements, whose sum stays at hand.
  private func runLines(_ rows: Range<Int>, _ step: Int) {
    for row in rows {
      var place = row &* extent &+ (isReverse ? extent &- 1 : 0)
      var sum = isExclusive ? R.initial : input[place]
      output[place] = sum
      for _ in 1..<extent {
        let next = place &+ step
        sum = R.combine(sum, input[isExclusive ? place : next])
        output[next] = sum
        place = next
      }
    }
  }
}
