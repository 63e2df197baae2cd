#if TFLITE_TIER
  import TFLiteKernels
#endif

// What products of bytes end with. It is done to rows that are complete, where they lie, as long as they are in a near
// cache: then registers are full whatever the number of columns, each byte is met once though tiles compute some twice, and it
// is the same for all tiles.

extension VectorKernels {
  /// The outputs that are ended together, at least: many more would leave the near caches, fewer would not be worth
  /// interrupting the product.
  static var endedByteCount: Int { 1 << 15 }

  /// Ends the rows of a product from `ended` to `row`, all of whose columns are done, if they are enough or the last.
  @inline(__always)
  static func endRows(
    _ p: ByteProduct, _ a: MatrixArguments, _ range: ProductRange, _ ended: inout Int, _ row: Int
  ) {
    guard let ending = a.ending else { return }
    let columns = range.3 &- range.2
    if row < range.1, (row &- ended) &* columns < endedByteCount { return }
    let isSigned = if case .int8 = p.header.outputType { true } else { false }
    end(
      p.output, ending, at: ended &* p.outputStride &+ range.2, rows: row &- ended, columns: columns,
      stride: p.outputStride, isSigned: isSigned)
    ended = row
  }

  /// Ends outputs from number `place` on; see `ByteEnding.apply`.
  @inline(never)
  static func end(
    _ output: UnsafeMutableRawPointer, _ ending: ByteEnding, at place: Int, rows: Int, columns: Int, stride: Int,
    isSigned: Bool
  ) {
    ending.advanced(by: place).apply(
      to: output + place, rows: rows, columns: columns, stride: stride, add: isSigned ? addInt8 : addUInt8,
      lookUp: lookUp)
  }
}
