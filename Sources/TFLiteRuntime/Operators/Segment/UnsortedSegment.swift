/// UNSORTED_SEGMENT_MAX, MIN, PROD and SUM: folds the rows with equal identifiers; negative identifiers are left out.
/// Segments without rows hold the operation's neutral value.
final class UnsortedSegment {
  enum Kind { case maximum, minimum, product, sum }

  private let kind: Kind

  init(_ kind: Kind) { self.kind = kind }

  var made: MadeOperator { MadeOperator(prepare: prepare, execute: execute) }

  func prepare(_ context: PrepareContext) throws(RuntimeError) {
    try context.expect(inputs: 3, outputs: 1)
    let data = try context.input(0)
    let identifiers = try context.input(1)
    let count = try context.input(2)
    try context.expect(data, .float32, .int32)
    try context.expect(identifiers, .int32)
    try context.expect(count, .int32)
    try context.expect(count.rank <= 1 && count.elementCount == 1, "the number of segments must be one number", count)
    try context.expect(
      identifiers.rank <= data.rank
        && Array(data.shape.dimensions.prefix(identifiers.rank)) == identifiers.shape.dimensions,
      "the shape of the identifiers must begin that of the data", identifiers)
    try context.expectSameType(context.output(0), data)
    if identifiers.isConstant && count.isConstant {
      try context.setShape(Self.shape(data, identifiers, count, context.node), ofOutput: 0)
    } else {
      try context.setUnknownShape(ofOutput: 0)
    }
  }

  private static func shape(
    _ data: RuntimeTensor, _ identifiers: RuntimeTensor, _ count: RuntimeTensor, _ node: OperatorNode
  ) throws(RuntimeError) -> Shape {
    let segments = count.pointer(as: Int32.self)[0]
    if segments < 0 {
      throw node.error(.invalidData, "negative number of segments", tensor: count.label, actual: "\(segments)")
    }
    for identifier in identifiers.values(as: Int32.self) where identifier >= segments {
      throw node.error(
        .invalidData, "segment identifier out of range", tensor: identifiers.label, expected: "below \(segments)",
        actual: "\(identifier)")
    }
    return Shape([Int(segments)] + data.shape.dimensions.dropFirst(identifiers.rank))
  }

  func execute(_ context: ExecuteContext) throws(RuntimeError) {
    let data = context.input(0)
    let identifiers = context.input(1)
    if !identifiers.isConstant || !context.input(2).isConstant {
      try context.resizeOutput(0, to: Self.shape(data, identifiers, context.input(2), context.node))
    }
    let rowLength = data.shape.product(identifiers.rank..<data.rank)
    let isFloat = data.type == .float32
    switch kind {
    case .maximum:
      isFloat
        ? SegmentFold<FloatMaximum>.run(context, rowLength: rowLength)
        : SegmentFold<IntegerMaximum<Int32>>.run(context, rowLength: rowLength)
    case .minimum:
      isFloat
        ? SegmentFold<FloatMinimum>.run(context, rowLength: rowLength)
        : SegmentFold<IntegerMinimum<Int32>>.run(context, rowLength: rowLength)
    case .product:
      isFloat
        ? SegmentFold<FloatProduct>.run(context, rowLength: rowLength)
        : SegmentFold<IntegerProduct<Int32>>.run(context, rowLength: rowLength)
    case .sum:
      isFloat
        ? SegmentFold<FloatSum>.run(context, rowLength: rowLength)
        : SegmentFold<IntegerSum<Int32, Int32>>.run(context, rowLength: rowLength)
    }
  }
}
