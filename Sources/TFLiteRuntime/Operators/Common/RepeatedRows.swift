import TFLiteKernels

/// Short rows of which one operand is the same for all: it is laid out several times, so that kernels see long rows.
enum RepeatedRows {
  /// Bytes of an operand's row at most: longer ones fill registers.
  private static var shortByteCount: Int { 64 }
  /// Rows that make copies worthwhile.
  private static var fewestRows: Int { 16 }

  /// Computes `rows`, the rows of the other operand following one another.
  /// - Parameter sizes: the bytes of an element of the operands and of the output.
  /// - Returns: false for other rows, and nothing is done.
  @inline(__always)
  static func compute(
    _ rows: BinaryRows, _ sizes: (first: Int, second: Int, output: Int), _ kernel: BinaryKernel,
    _ parameters: ElementwiseParameters
  ) -> Bool {
    if rows.rows < fewestRows || rows.firstStep & rows.secondStep == 0 { return false }
    return computeMany(rows, sizes, kernel, parameters)
  }

  @inline(never)
  private static func computeMany(
    _ rows: BinaryRows, _ sizes: (first: Int, second: Int, output: Int), _ kernel: BinaryKernel,
    _ parameters: ElementwiseParameters
  ) -> Bool {
    let isFirst = rows.firstStride == 0 && rows.secondStride == rows.count
    guard isFirst || (rows.secondStride == 0 && rows.firstStride == rows.count), rows.count > 0,
      rows.outputStride == rows.count
    else { return false }
    let byteCount = rows.count &* (isFirst ? sizes.first : sizes.second)
    guard byteCount <= shortByteCount else { return false }
    let copies = min(StackRoom.byteCount / byteCount, rows.rows)
    StackRoom.use { row in
      copyRun(row, isFirst ? rows.first : rows.second, byteCount)
      var filled = byteCount
      while filled < copies &* byteCount {
        let part = min(filled, copies &* byteCount &- filled)
        copyRun(row + filled, UnsafeRawPointer(row), part)
        filled &+= part
      }
      var start = 0
      while start < rows.rows {
        let whole = (rows.rows &- start) / copies
        let count = (whole > 0 ? copies : rows.rows &- start) &* rows.count
        var part = rows
        let first = start &* rows.count
        part.first = isFirst ? UnsafeRawPointer(row) : rows.first + first &* sizes.first
        part.second = isFirst ? rows.second + first &* sizes.second : UnsafeRawPointer(row)
        part.output = rows.output + first &* sizes.output
        (part.count, part.rows, part.outputStride) = (count, max(whole, 1), count)
        (part.firstStride, part.secondStride) = isFirst ? (0, count) : (count, 0)
        kernel(part, parameters)
        start &+= max(whole, 1) &* (count / rows.count)
      }
    }
    return true
  }
}
