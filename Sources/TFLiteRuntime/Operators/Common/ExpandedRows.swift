import TFLiteKernels

/// Rows too short for registers, in groups too short to be laid out by themselves (`RepeatedRows`): operands are laid out as the
/// output lies, a block of elements at a time, so that kernels see long rows.
struct ExpandedRows {
  /// An operand, or the output.
  struct Operand {
    var size: Int
    /// Its elements lie as those of the output do.
    var isWhole: Bool
  }

  private let first: Operand
  private let second: Operand
  private let outputSize: Int
  private let blockCount: Int

  /// Bytes of a row at most.
  private static let longestRow = 64
  /// Rows of a multiple of so many 32-bit elements fill registers by themselves.
  private static let wholeRow = 8
  /// Bytes of the rows that follow each other with constant strides at most.
  private static let longestGroup = 1024
  /// Elements at least.
  private static let fewestElements = 1024

  /// Nil where rows or groups are long or few, or elements of a size that cannot be laid out.
  init?(_ plan: BroadcastPlan, _ first: Operand, _ second: Operand, outputSize: Int) {
    let size = max(first.size, second.size)
    guard first.size == second.size, [1, 2, 4].contains(size), outputSize <= size, plan.hasGroups,
      plan.count <= Self.longestRow / size, size < 4 || plan.count % Self.wholeRow != 0,
      plan.count &* plan.rowsPerGroup <= Self.longestGroup / size,
      plan.count &* plan.rows >= Self.fewestElements
    else { return nil }
    (self.first, self.second, self.outputSize) = (first, second, outputSize)
    blockCount = StackRoom.byteCount / size
  }

  /// Computes the rows `rows` of all.
  func compute(
    _ plan: BroadcastPlan, rows: Range<Int>, _ operands: (first: UnsafeRawPointer, second: UnsafeRawPointer),
    _ output: UnsafeMutableRawPointer, _ kernel: BinaryKernel, _ parameters: ElementwiseParameters
  ) {
    StackRoom.use { room in
      StackRoom.use { secondRoom in
        let size = first.size
        let rowsPerBlock = blockCount / plan.count
        var row = rows.lowerBound
        while row < rows.upperBound {
          let end = min(row &+ rowsPerBlock, rows.upperBound)
          var place = 0
          plan.forEachRun(row..<end) { run in
            let strides = plan.rowStrides
            if !first.isWhole {
              lay(
                operands.first + run.offsets.0 &* size, step: plan.steps[0], stride: strides.0, run, room + place)
            }
            if !second.isWhole {
              lay(
                operands.second + run.offsets.1 &* size, step: plan.steps[1], stride: strides.1, run, secondRoom + place
              )
            }
            place &+= run.rows &* run.count &* size
          }
          let start = row &* plan.count
          kernel(
            BinaryRows(
              first: first.isWhole ? operands.first + start &* size : UnsafeRawPointer(room),
              second: second.isWhole ? operands.second + start &* size : UnsafeRawPointer(secondRoom),
              output: output + start &* outputSize, count: (end &- row) &* plan.count), parameters)
          row = end
        }
      }
    }
  }

  /// Lays out the elements that an operand has in the rows of `run`: all at once where they lie without gaps.
  @inline(never)
  private func lay(
    _ source: UnsafeRawPointer, step: Int, stride: Int, _ run: BroadcastPlan.Run, _ target: UnsafeMutableRawPointer
  ) {
    let size = first.size
    let rowByteCount = run.count &* size
    let isDense = stride == (step == 1 ? run.count : 1)
    let rowsAtOnce = isDense ? run.rows : 1
    for piece in 0..<(isDense ? 1 : run.rows) {
      let place = target + piece &* rowByteCount
      let values = source + piece &* stride &* size
      if step == 1 {
        copyRun(place, values, rowsAtOnce &* rowByteCount)
      } else {
        RepeatElements.run(values, place, count: rowsAtOnce, times: run.count, width: size)
      }
    }
  }
}
