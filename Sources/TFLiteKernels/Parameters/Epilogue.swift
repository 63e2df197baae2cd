/// What a product does to its results before it is done, in place of operators behind it.
///
/// What is added to the first output lies at the pointer, the rest as the outputs lie, at no place that the product writes. The
/// caller keeps all of it for the call.
package enum Epilogue: BorrowedMemory, @unchecked Sendable {
  /// The sum of a product of floats and a tensor, clamped to the range instead of the packed one.
  case addFloats(UnsafeRawPointer, FloatRange)
  /// The quantized sum of the byte that a product has computed, with its own clamp, as first operand and of another one.
  case addBytes(UnsafeRawPointer, UnsafePointer<ElementwiseParameters>)
  /// The entry of a table of 256 bytes, indexed by the bit pattern of the byte that a product has computed.
  case lookUp(UnsafePointer<UInt8>)

  /// The same from another output on, so many bytes after the first.
  @inlinable @inline(__always)
  package func advanced(by offset: Int) -> Epilogue {
    switch self {
    case .addFloats(let addends, let range): .addFloats(addends + offset, range)
    case .addBytes(let addends, let parameters): .addBytes(addends + offset, parameters)
    case .lookUp: self
    }
  }

  /// Does it to `rows` rows of `columns` bytes each, once.
  /// - Parameters:
  ///   - output: the first output, to which the epilogue belongs.
  ///   - stride: outputs from one row to the next.
  ///   - add: the kernel of quantized sums of the outputs' type.
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
    case .addFloats: assertionFailure("floats are added while sums are in registers")
    case .addBytes(let addends, let parameters):
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
