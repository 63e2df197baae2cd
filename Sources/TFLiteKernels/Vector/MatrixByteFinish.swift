#if TFLITE_TIER
  import TFLiteKernels
#endif

/// What turns the sums of one strip of columns into outputs.
private struct StripFactors {
  let bias: Ints
  let factors: BoundedFactors

  @inline(__always)
  init(_ p: ByteProduct, _ first: Int) {
    bias = p.packed.lanes(MatrixHeader.size &+ 4 &* first, as: Ints.self)
    factors = BoundedFactors(p.packed + (p.layout.factors &+ 4 &* first), stride: 4 &* p.layout.columns)
  }

  /// The scaled sums at `source`.
  @inline(__always)
  func apply(_ source: UnsafeRawPointer, _ offset: Int, _ correction: Ints) -> Ints {
    let x = source.lanes(offset, as: Ints.self) &+ bias &+ correction
    return factors.apply(BoundedFactors.accumulatorScale == 4 ? x &<< Ints(repeating: 2) : x)
  }
}

extension VectorKernels {
  /// Writes the sums of one tile of a bounded product as bytes; see `finishTile`.
  @inline(never)
  static func finishBoundedTile(
    _ p: ByteProduct, _ sums: UnsafeRawPointer, _ row: Int, _ rows: Int, _ rowSums: UnsafePointer<Int32>,
    _ column: Int, _ columns: Int
  ) {
    let size = MemoryLayout<Ints>.size
    let strips = (columns &+ lanesPerVector &- 1) / lanesPerVector
    var strip = 0
    while strip < strips {
      let first = column &+ strip &* lanesPerVector
      let packet = min(ByteBounds.strips, strips &- strip)
      let count = min(packet &* lanesPerVector, columns &- strip &* lanesPerVector)
      let source = sums + strip &* size
      switch packet {
      #if TFLITE_AVX512
        case 4: finishBounded(p, Four.self, source, strips &* size, row, rows, rowSums, first, count)
        case 3: finishBounded(p, Three.self, source, strips &* size, row, rows, rowSums, first, count)
      #endif
      #if TFLITE_AVX512 || TFLITE_AVX2
        case 2: finishBounded(p, Two.self, source, strips &* size, row, rows, rowSums, first, count)
      #endif
      default: finishBounded(p, One.self, source, strips &* size, row, rows, rowSums, first, count)
      }
      strip &+= packet
    }
  }

  /// `Strips` strips of a tile from column `first`, `count` columns of them; a row's sums stand every `sumStride` bytes.
  @inline(__always)
  private static func finishBounded<Strips: Count>(
    _ p: ByteProduct, _ strips: Strips.Type, _ sums: UnsafeRawPointer, _ sumStride: Int, _ row: Int, _ rows: Int,
    _ rowSums: UnsafePointer<Int32>, _ first: Int, _ count: Int
  ) {
    let size = MemoryLayout<Ints>.size
    let header = p.header
    let s0 = StripFactors(p, first)
    let s1 = Strips.value > 1 ? StripFactors(p, first &+ lanesPerVector) : s0
    let s2 = Strips.value > 2 ? StripFactors(p, first &+ 2 &* lanesPerVector) : s0
    let s3 = Strips.value > 3 ? StripFactors(p, first &+ 3 &* lanesPerVector) : s0
    let isSigned = if case .int8 = header.outputType { true } else { false }
    let bounds = ByteBounds(header.outputOffset, header.range, isSigned: isSigned)
    var source = sums
    var target = p.output + (row &* p.outputStride &+ first)
    var r = 0
    while r < rows {
      let correction = Ints(repeating: header.weightsOffset == 0 ? 0 : rowSums[r] &* header.weightsOffset)
      let x0 = s0.apply(source, 0, correction)
      let x1 = Strips.value > 1 ? s1.apply(source, size, correction) : Ints()
      let x2 = Strips.value > 2 ? s2.apply(source, 2 &* size, correction) : Ints()
      let x3 = Strips.value > 3 ? s3.apply(source, 3 &* size, correction) : Ints()
      bounds.store(strips, x0, x1, x2, x3, target, first: count)
      target += p.outputStride
      source += sumStride
      r &+= 1
    }
  }
}
