#if !TFLITE_TIER || (TFLITE_X86 && arch(x86_64)) || (TFLITE_ARM && arch(arm64))

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

  /// A product of bytes by `run`, some rows at a time, all of whose columns are ended when they are done.
  @inline(never)
  static func endedProduct(
    _ run: (MatrixArguments, Int, Int, Int, Int) -> Void, _ a: MatrixArguments, _ ending: ByteEnding,
    _ rowBegin: Int, _ rowEnd: Int, _ columnBegin: Int, _ columnEnd: Int
  ) {
    var product = a
    product.ending = nil
    let columns = columnEnd &- columnBegin
    let isSigned = if case .int8 = a.packed.load(as: MatrixHeader.self).outputType { true } else { false }
    // A multiple of the rows of all tiles.
    let part = (endedByteCount / max(1, columns) / 24 &+ 1) &* 24
    var row = rowBegin
    while row < rowEnd {
      let rows = rowEnd &- row < 2 &* part ? rowEnd &- row : part
      run(product, row, row &+ rows, columnBegin, columnEnd)
      end(
        a.output, ending, at: row &* a.outputStride &+ columnBegin, rows: rows, columns: columns,
        stride: a.outputStride, isSigned: isSigned)
      row &+= rows
    }
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

#endif
