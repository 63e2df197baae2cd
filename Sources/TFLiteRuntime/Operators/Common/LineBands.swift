import TFLiteKernels

/// Sums of the columns of a float matrix, made for bands of its lines first, always as many: results do not depend on the
/// number of threads, and a thread adds up lines that it has likely computed.
struct LineBands: RowJob {
  private static let count = 4

  private let lines: Int
  private let columns: Int
  private let kernel: ReductionKernel
  private let input: UnsafePointer<Float>
  private let sums: UnsafeMutablePointer<Float>

  /// Whether the plan folds the columns of a matrix with enough lines.
  static func serve(_ plan: ReductionPlan) -> Bool {
    plan.loops.count == 2 && plan.loops[0].isReduced && !plan.isEmpty && plan.loops[0].extent >= 12 &* count
      && plan.loops[0].extent &* plan.loops[1].extent >= 1 << 14
  }

  /// Bytes of memory for the sums of the bands.
  static func byteCount(_ plan: ReductionPlan) -> Int { 4 &* count &* plan.loops[1].extent }

  init(
    _ plan: ReductionPlan, _ kernel: ReductionKernel, _ input: UnsafePointer<Float>,
    _ sums: UnsafeMutablePointer<Float>
  ) {
    (lines, columns) = (plan.loops[0].extent, plan.loops[1].extent)
    self.kernel = kernel
    self.input = input
    self.sums = sums
  }

  /// Writes the sums of all lines.
  func sum(_ output: UnsafeMutablePointer<Float>, _ context: ExecuteContext) {
    context.parallel(self, rows: Self.count, work: Work(lines &* columns, .element).divided(by: Self.count))
    for column in 0..<columns {
      output[column] =
        (sums[column] + sums[columns &+ column]) + (sums[2 &* columns &+ column] + sums[3 &* columns &+ column])
    }
  }

  func run(_ bands: Range<Int>) {
    for band in bands {
      let (first, end) = (band &* lines / Self.count, (band &+ 1) &* lines / Self.count)
      let target = sums + band &* columns
      for column in 0..<columns { target[column] = 0 }
      kernel.columns(
        ReductionLines(input + first &* columns, lines: end &- first, stride: columns, count: columns), target)
    }
  }
}
