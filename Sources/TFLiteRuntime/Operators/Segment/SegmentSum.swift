/// SEGMENT_SUM: the sums of rows with equal identifiers, which begin at 0 and rise by at most one.
final class SegmentSum {
  init(_ node: OperatorNode) {}

  var made: MadeOperator { MadeOperator(prepare: prepare, execute: execute) }

  func prepare(_ context: PrepareContext) throws(RuntimeError) {
    try context.expect(inputs: 2, outputs: 1)
    let data = try context.input(0)
    let identifiers = try context.input(1)
    try context.expect(data, .float32, .int32)
    try context.expect(identifiers, .int32)
    try context.expectRank(data, 1...Int.max)
    try context.expectRank(identifiers, 1)
    try context.expect(
      identifiers.shape[0] == data.shape[0], "data and identifiers differ in the first extent", identifiers)
    try context.expectSameType(context.output(0), data)
    if identifiers.isConstant {
      try context.setShape(Self.shape(data, identifiers, context.node), ofOutput: 0)
    } else {
      try context.setUnknownShape(ofOutput: 0)
    }
  }

  /// - Throws: `invalidData` when the identifiers do not rise one by one from 0.
  private static func shape(
    _ data: RuntimeTensor, _ identifiers: RuntimeTensor, _ node: OperatorNode
  ) throws(RuntimeError) -> Shape {
    var next: Int32 = 0
    for identifier in identifiers.values(as: Int32.self) {
      guard identifier == next || (next > 0 && identifier == next - 1) else {
        throw node.error(
          .invalidData, "segment identifiers must rise one by one from 0", tensor: identifiers.label,
          expected: "\(max(0, next - 1)) or \(next)", actual: "\(identifier)")
      }
      next = max(next, identifier &+ 1)
    }
    var shape = data.shape
    shape[0] = Int(next)
    return shape
  }

  func execute(_ context: ExecuteContext) throws(RuntimeError) {
    let data = context.input(0)
    let identifiers = context.input(1)
    if !identifiers.isConstant {
      try context.resizeOutput(0, to: Self.shape(data, identifiers, context.node))
    }
    if data.type == .float32 {
      SegmentFold<FloatSum>.run(context, rowLength: data.shape.product(1..<data.rank))
    } else {
      SegmentFold<IntegerSum<Int32, Int32>>.run(context, rowLength: data.shape.product(1..<data.rank))
    }
  }
}

/// Folds the rows of input 0 into the output's rows that input 1 names; negative names are left out.
enum SegmentFold<R: Reducer> where R.Input == R.Accumulator {
  static func run(_ context: ExecuteContext, rowLength: Int) {
    let output = context.output(0)
    let target = output.mutablePointer(as: R.Input.self)
    for i in 0..<output.elementCount { target[i] = R.initial }
    let source = context.input(0).pointer(as: R.Input.self)
    for (index, identifier) in context.input(1).values(as: Int32.self).enumerated() where identifier >= 0 {
      let row = source + index &* rowLength
      let sums = target + Int(identifier) &* rowLength
      for i in 0..<rowLength { sums[i] = R.combine(sums[i], row[i]) }
    }
  }
}
