import TFLiteKernels

/// Constant weights [O, I] of float32 that meet a single row and are so large that they stay in no cache: they are read where the
/// file has them. Packing would read all of them and write as much, before a product that reads them once and waits for memory
/// either way.
struct FloatRowWeights {
  private let kernel: FloatRowKernel
  private let range: FloatRange
  private let columns: Int
  private let depth: Int

  /// Nil where weights are packed: a cache holds them, or they are no constants.
  init?(_ filter: RuntimeTensor, rows: Int, _ range: FloatRange, _ kernel: @escaping FloatRowKernel) {
    guard rows == 1, filter.isConstant, filter.byteCount >= Self.leastByteCount else { return nil }
    self.kernel = kernel
    self.range = range
    (columns, depth) = (filter.shape[0], filter.shape[1])
  }

  /// 24 MB: weights from a cache are faster packed, by a quarter of the time and more.
  private static let leastByteCount = 24 << 20

  /// Multiplies input 0 with input 1 and adds input 2 to it, where there is one.
  func multiply(_ context: ExecuteContext) {
    let job = Job(
      kernel: kernel, range: range, depth: depth, input: context.input(0).pointer(as: Float.self),
      weights: context.input(1).pointer(as: Float.self), bias: context.optionalInput(2)?.pointer(as: Float.self),
      output: context.output(0).mutablePointer(as: Float.self))
    context.parallel(job, rows: columns, work: Work(depth, .multiplyAdd))
  }

  private struct Job: RowJob {
    let kernel: FloatRowKernel
    let range: FloatRange
    let depth: Int
    let input: UnsafePointer<Float>
    let weights: UnsafePointer<Float>
    let bias: UnsafePointer<Float>?
    let output: UnsafeMutablePointer<Float>

    func run(_ columns: Range<Int>) {
      let first = columns.lowerBound
      kernel(
        FloatRowArguments(
          input: input, weights: weights + first &* depth, columns: columns.count, depth: depth, columnStride: depth,
          elementStride: 1, output: output + first))
      for column in columns { output[column] = range.clamp(output[column] + (bias?[column] ?? 0)) }
    }
  }
}
