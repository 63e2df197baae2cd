import TFLiteKernels

/// What multiplies rows with weights that are not packed.
struct FloatRowKernels: Sendable {
  let row: FloatRowKernel
  let transpose: @Sendable (Transposition) -> Void
}

/// Weights of float32 that are read where they are, as packing them, which reads all of them and writes as much, would take
/// longer than the product: those that another operator computes for a few rows, or with a few columns, which fill no panel; and
/// constants so large that they stay in no cache and meet a single row.
struct FloatRowWeights {
  private let kernels: FloatRowKernels
  private let range: FloatRange
  private let shape: MatrixShape
  private let rows: Int
  /// Where columns that are few become runs.
  private let transposed: Scratch?

  /// Nil where weights are packed.
  /// - Parameter shape: says where the weights lie.
  init?(
    _ filter: RuntimeTensor, _ shape: MatrixShape, rows: Int, _ range: FloatRange, _ kernels: FloatRowKernels,
    _ context: PrepareContext
  ) throws(RuntimeError) {
    let isNarrow = !filter.isConstant && shape.columns <= Self.fewColumns && shape.depth >= Self.leastDepth
    let isRead =
      filter.isConstant
      ? rows == 1 && filter.byteCount >= Self.leastByteCount
      : isNarrow || rows <= Self.fewRows(elementStride: shape.elementStride)
    guard isRead, shape.columnStride == 1 || shape.elementStride == 1 else { return nil }
    (self.kernels, self.range, self.shape, self.rows) = (kernels, range, shape, rows)
    transposed =
      isNarrow && shape.elementStride != 1 ? try context.requestScratch(product: 4, shape.columns, shape.depth) : nil
  }

  /// 24 MB: constants from a cache are faster packed, by a quarter of the time and more.
  private static let leastByteCount = 24 << 20
  /// Columns that are multiplied with each row as fast as a panel of them, if they are this long.
  private static let fewColumns = 8
  private static let leastDepth = 64

  /// Rows up to which reading a matrix for each of them takes less time than packing it once and reading that: fewer where its
  /// columns are runs, whose sums are added up across vectors for every row.
  static func fewRows(elementStride: Int) -> Int { elementStride == 1 ? 2 : 4 }

  /// Columns that are computed together. Each has the same sum then, however the columns are shared among threads.
  private static let columnsTogether = 128

  /// Multiplies input 0 with input 1 and adds input 2 to it, where there is one.
  func multiply(_ context: ExecuteContext) {
    var (weights, shape) = (context.input(1).pointer(as: Float.self), shape)
    if let transposed {
      let target = context.scratch(transposed)
      kernels.transpose(
        Transposition(
          source: UnsafeRawPointer(weights), sourceStride: 4 &* shape.elementStride, destination: target,
          destinationStride: 4 &* shape.depth, rows: shape.depth, columns: shape.columns, elementSize: 4))
      weights = UnsafePointer(target.assumingMemoryBound(to: Float.self))
      shape = MatrixShape(columns: shape.columns, depth: shape.depth)
    }
    let job = Job(
      kernel: kernels.row, range: range, shape: shape, rows: rows, input: context.input(0).pointer(as: Float.self),
      weights: weights, bias: context.optionalInput(2)?.pointer(as: Float.self),
      output: context.output(0).mutablePointer(as: Float.self))
    let parts = (shape.columns &+ Self.columnsTogether &- 1) / Self.columnsTogether
    context.parallel(
      job, rows: parts &* rows, work: Work(shape.depth &* min(shape.columns, Self.columnsTogether), .multiplyAdd))
  }

  /// Parts of the columns, each for all rows.
  private struct Job: RowJob {
    let kernel: FloatRowKernel
    let range: FloatRange
    let shape: MatrixShape
    let rows: Int
    let input: UnsafePointer<Float>
    let weights: UnsafePointer<Float>
    let bias: UnsafePointer<Float>?
    let output: UnsafeMutablePointer<Float>

    func run(_ range: Range<Int>) {
      for number in range {
        let row = number % rows
        let first = number / rows &* columnsTogether
        let columns = first..<min(shape.columns, first &+ columnsTogether)
        let results = output + row &* shape.columns
        kernel(
          FloatRowArguments(
            input: input + row &* shape.depth, weights: weights + first &* shape.columnStride, columns: columns.count,
            depth: shape.depth, columnStride: shape.columnStride, elementStride: shape.elementStride,
            output: results + first))
        for column in columns { results[column] = self.range.clamp(results[column] + (bias?[column] ?? 0)) }
      }
    }
  }
}
