import TFLiteSchema

/// EMBEDDING_LOOKUP_SPARSE: rows of a table, weighted and combined for each cell of a sparse tensor of identifiers.
///
/// Inputs: identifiers, their indices in the sparse tensor, its shape, their weights, the table. All indices but the last
/// name the cell; the entries of one cell follow each other.
final class EmbeddingLookupSparse {
  private let combiner: Schema.CombinerType
  /// Of the sparse shape seen last.
  private var plan: Plan?

  private struct Plan {
    let sparseShape: [Int]
    let cells: SliceCoordinates
    let outputShape: Shape

    /// The last extent of the sparse shape does not count.
    init(_ shape: RuntimeTensor, _ table: RuntimeTensor) {
      sparseShape = shape.integers
      let dimensions = Shape(Array(sparseShape.dropLast()))
      outputShape = Shape(dimensions.dimensions + table.shape.dimensions.dropFirst())
      cells =
        dimensions.checkedElementCount == nil
        ? SliceCoordinates() : SliceCoordinates(dimensions, depth: dimensions.rank)
    }

    func isFor(_ shape: RuntimeTensor) -> Bool {
      if sparseShape.count != shape.elementCount { return false }
      for axis in 0..<shape.elementCount where sparseShape[axis] != shape.integer(axis) { return false }
      return true
    }
  }

  init(_ node: OperatorNode) { combiner = node.options.embeddingLookupSparseOptions?.combiner ?? .sum }

  var made: MadeOperator { MadeOperator(prepare: prepare, execute: execute) }

  func prepare(_ context: PrepareContext) throws(RuntimeError) {
    self.plan = nil
    try context.expect(inputs: 5, outputs: 1)
    let identifiers = try context.input(0)
    let indices = try context.input(1)
    let shape = try context.input(2)
    let weights = try context.input(3)
    let table = try context.input(4)
    for tensor in [identifiers, indices, shape] { try context.expect(tensor, .int32) }
    for tensor in [weights, table, try context.output(0)] { try context.expect(tensor, .float32) }
    for tensor in [identifiers, shape, weights] { try context.expectRank(tensor, 1) }
    try context.expectRank(indices, 2)
    try context.expectRank(table, 2...Int.max)
    let count = identifiers.elementCount
    if indices.shape[0] != count || weights.elementCount != count {
      throw context.error(
        "wrong number of indices or weights", expected: "\(count)",
        actual: "\(indices.shape[0]) and \(weights.elementCount)")
    }
    if shape.elementCount != indices.shape[1] || shape.elementCount < 1 {
      throw context.error(
        "wrong length of the shape", shape, expected: "\(indices.shape[1])", actual: "\(shape.elementCount)")
    }
    if shape.isConstant {
      let plan = Plan(shape, table)
      try context.setShape(plan.outputShape, ofOutput: 0)
      self.plan = plan
    } else {
      try context.setUnknownShape(ofOutput: 0)
    }
  }

  func execute(_ context: ExecuteContext) throws(RuntimeError) {
    let identifiers = context.input(0)
    let indices = context.input(1)
    let weights = context.input(3).pointer(as: Float.self)
    let table = context.input(4)
    let shape = context.input(2)
    var output = context.output(0)
    if !shape.isConstant, !(plan?.isFor(shape) ?? false) { plan = Plan(shape, table) }
    guard let plan else { throw context.unprepared }
    if !shape.isConstant { output = try context.resizeOutput(0, to: plan.outputShape) }
    output.data.initializeMemory(as: UInt8.self, repeating: 0, count: output.byteCount)
    let depth = table.shape.product(1..<table.rank)
    let rank = indices.shape[1]
    var cell = 0
    var total = Combination()
    for entry in 0..<identifiers.elementCount {
      let row = identifiers.integer(entry)
      if row < 0 || row >= table.shape[0] {
        throw context.error("index out of range", identifiers, expected: "0..<\(table.shape[0])", actual: "\(row)")
      }
      let next = try plan.cells.offset(indices, entry, context, vectorLength: rank)
      if next != cell {
        finish(total, output.mutablePointer(as: Float.self) + cell &* depth, depth)
        total = Combination()
        cell = next
      }
      let weight = weights[entry]
      total.add(weight)
      let source = table.pointer(as: Float.self) + row &* depth
      let target = output.mutablePointer(as: Float.self) + cell &* depth
      for element in 0..<depth { target[element] += source[element] * weight }
    }
    finish(total, output.mutablePointer(as: Float.self) + cell &* depth, depth)
  }

  /// The weights that one cell has seen.
  private struct Combination {
    var count = 0
    var sum: Float = 0
    var squares: Float = 0

    mutating func add(_ weight: Float) {
      count += 1
      sum += weight
      squares += weight * weight
    }
  }

  private func finish(_ total: Combination, _ target: UnsafeMutablePointer<Float>, _ depth: Int) {
    if combiner == .sum || total.count == 0 { return }
    let divisor = combiner == .mean ? total.sum : combiner == .sqrtn ? total.squares.squareRoot() : 1
    for element in 0..<depth { target[element] /= divisor }
  }
}
