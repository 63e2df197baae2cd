#if !TFLITE_TIER || (TFLITE_X86 && arch(x86_64)) || (TFLITE_ARM && arch(arm64))

#if TFLITE_TIER
import TFLiteKernels
#endif

/// How the sums of tiles become bytes while they are in registers: what belongs to their columns.
///
/// Tiles of many rows end so, where factors are bounded. The sums of small tiles wait for each other in memory instead.
struct TileEnd {
  private let output: UnsafeMutableRawPointer
  private let outputStride: Int
  /// The factors of the first column, and bytes from each of their words to the next.
  private let factors: UnsafeRawPointer
  private let factorStride: Int
  private let columns: Int
  private let bounds: ByteBounds
  private let rowSums: UnsafePointer<Int32>
  private let weightsOffset: Int32
  /// Negative sums become the lower bound, however they are rounded.
  private let clampsNegatives: Bool

  /// Rows of the tiles that end in registers, at least.
  @inline(__always)
  static var rows: Int {
    #if TFLITE_AVX512 && !TFLITE_EMULATED
    return 6
    #else
    return Int.max
    #endif
  }

  /// - Parameters:
  ///   - output: where the bytes of the first row and column go.
  ///   - rowSums: the sums of the rows.
  @inline(__always)
  init(
    _ p: ByteProduct, _ output: UnsafeMutableRawPointer, column: Int, columns: Int, rowSums: UnsafePointer<Int32>
  ) {
    self.output = output
    outputStride = p.outputStride
    factors = p.packed + (p.layout.factors &+ 4 &* column)
    factorStride = 4 &* p.layout.columns
    self.columns = columns
    let isSigned = if case .int8 = p.header.outputType { true } else { false }
    bounds = ByteBounds(p.header.outputOffset, p.header.range, isSigned: isSigned)
    self.rowSums = rowSums
    weightsOffset = p.header.weightsOffset
    clampsNegatives = p.header.range.lower >= p.header.outputOffset
  }

  /// Writes the bytes of a tile that begins with row `row`; `sums` are `[Rows][Strips]`.
  @inline(__always)
  func write<Rows: Count, Strips: Count>(
    _ rowCount: Rows.Type, _ stripCount: Strips.Type, _ sums: UnsafeMutablePointer<GroupSums>, _ row: Int
  ) {
    #if TFLITE_AVX512 && !TFLITE_EMULATED
    if weightsOffset != 0 {
      var r = 0
      while r < Rows.value {
        let correction = Ints(repeating: rowSums[row &+ r] &* weightsOffset)
        var s = 0
        while s < Strips.value {
          sums[r &* Strips.value &+ s] = sums[r &* Strips.value &+ s] &+ correction
          s &+= 1
        }
        r &+= 1
      }
    }
    if clampsNegatives {
      scale(rowCount, stripCount, sums, hasNegatives: false)
    } else {
      scale(rowCount, stripCount, sums, hasNegatives: true)
    }
    store(rowCount, stripCount, sums, output + row &* outputStride)
    #endif
  }

  /// Scales the sums by the factors of their columns. Loops are short, so that they are unrolled: otherwise the sums would
  /// stay in memory all along.
  @inline(__always)
  private func scale<Rows: Count, Strips: Count>(
    _ rowCount: Rows.Type, _ stripCount: Strips.Type, _ sums: UnsafeMutablePointer<GroupSums>, hasNegatives: Bool
  ) {
    scale(rowCount, stripCount, sums, 0, hasNegatives: hasNegatives)
    if Strips.value > 1 { scale(rowCount, stripCount, sums, 1, hasNegatives: hasNegatives) }
    if Strips.value > 2 { scale(rowCount, stripCount, sums, 2, hasNegatives: hasNegatives) }
    if Strips.value > 3 { scale(rowCount, stripCount, sums, 3, hasNegatives: hasNegatives) }
  }

  /// Scales the sums of one strip.
  @inline(__always)
  private func scale<Rows: Count, Strips: Count>(
    _ rowCount: Rows.Type, _ stripCount: Strips.Type, _ sums: UnsafeMutablePointer<GroupSums>, _ strip: Int,
    hasNegatives: Bool
  ) {
    #if TFLITE_AVX512 && !TFLITE_EMULATED
    let factor = BoundedFactors(factors + strip &* MemoryLayout<Ints>.size, stride: factorStride)
    var r = 0
    while r < Rows.value {
      let i = r &* Strips.value &+ strip
      // Multiplied by `BoundedFactors.accumulatorScale`.
      sums[i] = factor.apply(sums[i] &<< Ints(repeating: 2), hasNegatives: hasNegatives)
      r &+= 1
    }
    #endif
  }

  @inline(__always)
  private func store<Rows: Count, Strips: Count>(
    _ rowCount: Rows.Type, _ stripCount: Strips.Type, _ x: UnsafeMutablePointer<GroupSums>,
    _ output: UnsafeMutableRawPointer
  ) {
    #if TFLITE_AVX512 && !TFLITE_EMULATED
    var target = output
    var r = 0
    while Strips.value == 1, r &+ 4 <= Rows.value {
      bounds.storeRows(x[r], x[r &+ 1], x[r &+ 2], x[r &+ 3], target, stride: outputStride, first: columns)
      target += 4 &* outputStride
      r &+= 4
    }
    while Strips.value == 2, r &+ 2 <= Rows.value {
      let i = 2 &* r
      bounds.storePairs(x[i], x[i &+ 1], x[i &+ 2], x[i &+ 3], target, stride: outputStride, first: columns)
      target += 2 &* outputStride
      r &+= 2
    }
    while r < Rows.value {
      let i = r &* Strips.value
      bounds.store(
        Strips.value, x[i], Strips.value > 1 ? x[i &+ 1] : Ints(), Strips.value > 2 ? x[i &+ 2] : Ints(),
        Strips.value > 3 ? x[i &+ 3] : Ints(), target, first: columns)
      target += outputStride
      r &+= 1
    }
    #endif
  }
}

#endif
