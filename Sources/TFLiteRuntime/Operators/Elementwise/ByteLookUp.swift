import TFLiteKernels

/// A function of one byte that several operators computed: a table of its values.
final class ByteLookUp {
  static let tableByteCount = LookupTable.count8

  /// The result for each byte.
  private let table: AlignedMemory
  /// The result has at least this rank.
  private let rank: Int
  private let map = UnaryMap()

  init(_ table: AlignedMemory, rank: Int) {
    self.table = table
    self.rank = rank
  }

  var made: MadeOperator {
    MadeOperator(
      prepare: prepare, execute: execute, rows: execute(_:rows:), computesInJobs: true, rowWindow: self.map.rowWindow,
      lines: map.lines, bind: map.bind, fusible: map.fusible)
  }

  func prepare(_ context: PrepareContext) throws(RuntimeError) {
    try map.prepare(context, byteTable: table)
    let shape = try context.input(0).shape
    if shape.rank < rank {
      try context.setShape(Shape([Int](repeating: 1, count: rank - shape.rank) + shape.dimensions), ofOutput: 0)
    }
  }

  func execute(_ context: ExecuteContext) throws(RuntimeError) { try map.execute(context) }

  func execute(_ context: ExecuteContext, rows: Range<Int>) throws(RuntimeError) {
    try map.execute(context, rows: rows)
  }
}
