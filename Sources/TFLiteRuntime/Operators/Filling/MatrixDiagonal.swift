/// MATRIX_DIAG: matrices of zeros with the input's rows on their diagonals. MATRIX_SET_DIAG: the input's matrices with
/// other diagonals.
final class MatrixDiagonal {
  private let replaces: Bool

  private var copy: StridedCopy?

  /// MATRIX_DIAG.
  init(new node: OperatorNode) { replaces = false }

  /// MATRIX_SET_DIAG.
  init(replacing node: OperatorNode) { replaces = true }

  var made: MadeOperator { MadeOperator(prepare: prepare, execute: execute) }

  func prepare(_ context: PrepareContext) throws(RuntimeError) {
    copy = nil
    try context.expect(inputs: replaces ? 2 : 1, outputs: 1)
    let input = try context.input(0)
    try context.expect(input, oneOf: ElementType.wholeBytes)
    try context.expectSameType(context.output(0), input)
    try context.expectRank(input, (replaces ? 2 : 1)...Int.max)
    var shape = input.shape
    if !replaces { shape.dimensions.append(input.shape.innermost) }
    try context.setShape(shape, ofOutput: 0)
    let rows = shape[shape.rank - 2]
    let columns = shape[shape.rank - 1]
    let length = min(rows, columns)
    let batches = shape.product(0..<shape.rank - 2)
    if replaces {
      let diagonal = try context.input(1)
      try context.expectSameType(diagonal, input)
      let expected = Shape(Array(shape.dimensions.dropLast(2)) + [length])
      if diagonal.shape != expected {
        throw context.error(
          "wrong shape of the diagonal", diagonal, expected: "\(expected)", actual: "\(diagonal.shape)")
      }
      context.allowInPlace(output: 0, input: 0)
    }
    copy = StridedCopy(
      input.type, extents: [batches, length], source: [length, 1], destination: [rows &* columns, columns &+ 1])
  }

  func execute(_ context: ExecuteContext) throws(RuntimeError) {
    guard let copy else { throw context.unprepared }
    let input = context.input(0)
    let output = context.output(0)
    if !replaces {
      output.data.initializeMemory(as: UInt8.self, repeating: 0, count: output.byteCount)
    } else if output.data != input.data {
      output.data.copyMemory(from: input.data, byteCount: input.byteCount)
    }
    copy.run(context, from: context.input(replaces ? 1 : 0), to: output)
  }
}
