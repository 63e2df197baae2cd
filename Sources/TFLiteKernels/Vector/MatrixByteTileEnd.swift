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
  static var rows: Int { Tier.rowsEndedInRegisters }

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
    if weightsOffset != 0 {
      var r = 0
      while r < Rows.value {
        let correction = Ints(repeating: rowSums[row &+ r] &* weightsOffset)
        var s = 0
        while s < Strips.value {
          let i = r &* Strips.value &+ s
          sums[i] = groupSums(columnSums(sums[i]) &+ correction)
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
    let factor = BoundedFactors(factors + strip &* MemoryLayout<Ints>.size, stride: factorStride)
    let shift = Ints(repeating: BoundedFactors.accumulatorScale == 4 ? 2 : 0)
    var r = 0
    while r < Rows.value {
      let i = r &* Strips.value &+ strip
      sums[i] = groupSums(factor.apply(columnSums(sums[i]) &<< shift, hasNegatives: hasNegatives))
      r &+= 1
    }
  }

  @inline(__always)
  private func store<Rows: Count, Strips: Count>(
    _ rowCount: Rows.Type, _ stripCount: Strips.Type, _ x: UnsafeMutablePointer<GroupSums>,
    _ output: UnsafeMutableRawPointer
  ) {
    var target = output
    var r = 0
    while Strips.value == 1, r &+ 4 <= Rows.value {
      bounds.storeRows(
        columnSums(x[r]), columnSums(x[r &+ 1]), columnSums(x[r &+ 2]), columnSums(x[r &+ 3]), target,
        stride: outputStride, first: columns)
      target += 4 &* outputStride
      r &+= 4
    }
    while Strips.value == 2, r &+ 2 <= Rows.value {
      let i = 2 &* r
      bounds.storePairs(
        columnSums(x[i]), columnSums(x[i &+ 1]), columnSums(x[i &+ 2]), columnSums(x[i &+ 3]), target,
        stride: outputStride, first: columns)
      target += 2 &* outputStride
      r &+= 2
    }
    while r < Rows.value {
      let i = r &* Strips.value
      bounds.store(
        Strips.value, columnSums(x[i]), Strips.value > 1 ? columnSums(x[i &+ 1]) : Ints(),
        Strips.value > 2 ? columnSums(x[i &+ 2]) : Ints(), Strips.value > 3 ? columnSums(x[i &+ 3]) : Ints(), target,
        first: columns)
      target += outputStride
      r &+= 1
    }
  }
}

#endif
