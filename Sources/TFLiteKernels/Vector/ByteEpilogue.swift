#if !TFLITE_TIER || (TFLITE_X86 && arch(x86_64)) || (TFLITE_ARM && arch(arm64))

#if TFLITE_TIER
import TFLiteKernels
#endif

// Epilogues of products of bytes. They change finished rows in place, while a near cache holds them, instead of the sums of a
// tile. So vectors are full whatever the number of columns, bytes that two tiles compute are changed once, and one function
// serves all tiles.

extension VectorKernels {
  /// A number of rows that every tier's tiles divide.
  private static var rowsOfAllTiles: Int { 24 }

  /// A product of bytes by `run`, some rows at a time, each followed by the epilogue.
  @inline(never)
  static func productWithEpilogue(
    _ run: (MatrixArguments, Int, Int, Int, Int) -> Void, _ a: MatrixArguments, _ epilogue: Epilogue,
    _ rowBegin: Int, _ rowEnd: Int, _ columnBegin: Int, _ columnEnd: Int
  ) {
    var product = a
    product.epilogue = nil
    let columns = columnEnd &- columnBegin
    let isSigned = if case .int8 = a.packed.load(as: MatrixHeader.self).outputType { true } else { false }
    let part = (Threshold.epilogueByteCount / max(1, columns) / rowsOfAllTiles &+ 1) &* rowsOfAllTiles
    var row = rowBegin
    while row < rowEnd {
      let rows = rowEnd &- row < 2 &* part ? rowEnd &- row : part
      run(product, row, row &+ rows, columnBegin, columnEnd)
      applyEpilogue(
        a.output, epilogue, at: row &* a.outputStride &+ columnBegin, rows: rows, columns: columns,
        stride: a.outputStride, isSigned: isSigned)
      row &+= rows
    }
  }

  /// Applies the epilogue to outputs from number `place` on; see `Epilogue.apply`.
  @inline(never)
  static func applyEpilogue(
    _ output: UnsafeMutableRawPointer, _ epilogue: Epilogue, at place: Int, rows: Int, columns: Int, stride: Int,
    isSigned: Bool
  ) {
    epilogue.advanced(by: place).apply(
      to: output + place, rows: rows, columns: columns, stride: stride, add: isSigned ? addInt8 : addUInt8,
      lookUp: lookUp)
  }
}

#endif
