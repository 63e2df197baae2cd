/// What becomes of the bytes that a product of bytes has computed, with their own clamp, before it is done.
package enum ByteEnding: @unchecked Sendable {
  /// The quantised sum of the byte, as first operand, and of the one that belongs to it. The pointer is that of the one which
  /// belongs to the first output; the others lie as the outputs do, at no place that the product writes.
  case sum(UnsafeRawPointer, UnsafePointer<ElementwiseParameters>)
  /// The entry of a table of 256 bytes, indexed by bit pattern.
  case lookUp(UnsafePointer<UInt8>)

  /// The same from another output on, so many bytes after the first.
  @inlinable @inline(__always)
  package func advanced(by offset: Int) -> ByteEnding {
    switch self {
    case .sum(let addends, let parameters): .sum(addends + offset, parameters)
    case .lookUp: self
    }
  }

  /// Ends `rows` rows of `columns` bytes each, once.
  /// - Parameters:
  ///   - output: the first output, to which the ending belongs.
  ///   - stride: outputs from one row to the next.
  ///   - add: the kernel of quantised sums of the outputs' type.
  ///   - lookUp: the kernel of table look-ups.
  package func apply(
    to output: UnsafeMutableRawPointer, rows: Int, columns: Int, stride: Int, add: BinaryKernel,
    lookUp: ByteLookUpKernel
  ) {
    // Rows without gaps are one row.
    let isOneRow = stride == columns
    let count = isOneRow ? rows &* columns : columns
    let rows = isOneRow ? 1 : rows
    switch self {
    case .sum(let addends, let parameters):
      add(
        BinaryRows(
          first: UnsafeRawPointer(output), second: addends, output: output, count: count, rows: rows,
          firstStride: stride, secondStride: stride, outputStride: stride),
        parameters.pointee)
    case .lookUp(let table):
      var bytes = output.assumingMemoryBound(to: UInt8.self)
      var row = 0
      while row < rows {
        lookUp(UnsafePointer(bytes), bytes, count, table)
        bytes += stride
        row &+= 1
      }
    }
  }
}

/// A table look-up of bytes, in place if wanted: `(input, output, count, table)`; int8 indexes by bit pattern.
package typealias ByteLookUpKernel =
  @Sendable (UnsafePointer<UInt8>, UnsafeMutablePointer<UInt8>, Int, UnsafePointer<UInt8>) -> Void
