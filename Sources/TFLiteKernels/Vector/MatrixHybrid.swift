#if TFLITE_TIER
  import TFLiteKernels
#endif

// Packed as in MatrixByte.swift; the records hold sums of weights, weight scales and biases.

extension VectorKernels {
  /// Packs int8 weights for dynamically quantized activations.
  static func packHybrid(
    _ shape: MatrixShape, _ weights: UnsafePointer<Int8>, _ bias: UnsafePointer<Float>?,
    _ scales: UnsafePointer<Float>, _ isPerChannel: Bool, _ range: FloatRange, _ packed: UnsafeMutableRawPointer
  ) {
    packed.storeBytes(of: MatrixHeader(range), as: MatrixHeader.self)
    let layout = ByteLayout(shape)
    packWeights(shape, layout, weights, flip: 0, packed)
    var column = 0
    while column < layout.columns {
      let isInside = column < shape.columns
      let sum = columnSum(shape, weights, column, flip: 0)
      packed.storeBytes(of: sum, toByteOffset: headerSize &+ 4 &* column, as: Int32.self)
      packed.storeBytes(
        of: isInside ? scales[isPerChannel ? column : 0] : 0, toByteOffset: layout.factors &+ 4 &* column,
        as: Float.self)
      packed.storeBytes(
        of: isInside ? bias?[column] ?? 0 : 0, toByteOffset: layout.shifts &+ 4 &* column, as: Float.self)
      column &+= 1
    }
  }

  /// The product of dynamically quantized rows with packed int8 weights.
  static func runHybrid(
    _ a: MatrixArguments, _ rowBegin: Int, _ rowEnd: Int, _ columnBegin: Int, _ columnEnd: Int
  ) {
    assert(a.rowParameters != nil)
    byteProduct(SignedBytes.self, isHybrid: true, a, rowBegin, rowEnd, columnBegin, columnEnd)
  }

  /// Writes the sums of one tile, `[rows][strips]` vectors at `sums`, as floats.
  @inline(never)
  static func finishHybridTile(
    _ p: ByteProduct, _ sums: UnsafeRawPointer, _ row: Int, _ rows: Int, _ column: Int, _ columns: Int
  ) {
    guard let parameters = p.rowParameters else { return }
    let width = lanesPerVector
    let strips = (columns &+ width &- 1) / width
    let lower = Floats(repeating: p.header.floatRange.lower)
    let upper = Floats(repeating: p.header.floatRange.upper)
    var strip = 0
    while strip < strips {
      let first = column &+ strip &* width
      let count = min(width, columns &- strip &* width)
      let weightSums = p.packed.lanes(headerSize &+ 4 &* first, as: Ints.self)
      let scales = p.packed.lanes(p.layout.factors &+ 4 &* first, as: Floats.self)
      let bias = p.packed.lanes(p.layout.shifts &+ 4 &* first, as: Floats.self)
      var target = p.output + (row &* p.outputStride &+ first) &* 4
      var r = 0
      while r < rows {
        let block = parameters[(row &+ r) &* p.rowParameterStride]
        let x =
          sums.lanes((r &* strips &+ strip) &* MemoryLayout<Ints>.size, as: Ints.self)
          &- weightSums &* Ints(repeating: block.zeroPoint &+ signedShift)
        let y = bias + floats(x) * (Floats(repeating: block.scale) * scales)
        target.store(y.bounded(lower, upper), first: count)
        target += p.outputStride &* 4
        r &+= 1
      }
      strip &+= 1
    }
  }
}
