#if !TFLITE_TIER || (TFLITE_X86 && arch(x86_64)) || (TFLITE_ARM && arch(arm64))

#if TFLITE_TIER
import TFLiteKernels
#endif

/// Turns the sums of tiles into bytes while they are in registers: factors and bounds of the tile's columns.
///
/// It serves tiles of many rows where factors are bounded; where vectors are short, of whole panels alone, and where these
/// factors divide. It also serves hybrid products, of whole panels. Sums of other tiles are collected in memory and finished
/// together.
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
  /// Whether negative sums become the lower bound, however they are rounded.
  private let clampsNegatives: Bool
  /// Whether factors are those of `RoundedFactor`, where that makes a difference.
  private let roundsOnce: Bool
  /// What is done instead to the sums of hybrid products.
  private let hybrid: HybridTileEnd?

  /// Rows at least of the tiles that it serves.
  @inline(__always)
  static var rows: Int { Tier.rowsEndedInRegisters }

  /// - Parameters:
  ///   - row: the first row among the caller's.
  ///   - rowSums: the sums of the rows.
  @inline(__always)
  init(_ p: ByteProduct, row: Int, column: Int, columns: Int, rowSums: UnsafePointer<Int32>) {
    output = p.output + (row &* p.outputStride &+ column)
    outputStride = p.outputStride
    factors = p.packed + (p.layout.factors &+ 4 &* column)
    factorStride = 4 &* p.layout.columns
    self.columns = columns
    let isSigned = if case .int8 = p.header.outputType { true } else { false }
    bounds = ByteBounds(p.header.outputOffset, p.header.range, isSigned: isSigned)
    self.rowSums = rowSums
    weightsOffset = p.header.weightsOffset
    clampsNegatives = p.header.range.lower >= p.header.outputOffset
    roundsOnce = Tier.hasRoundingShifts && p.header.roundsOnce
    hybrid = HybridTileEnd(p, row: row, column: column)
  }

  /// Writes the bytes, or floats, of a tile that begins with row `row`; `sums` are `[Rows][Panels]`.
  @inline(__always)
  func write<Rows: Count, Panels: Count>(
    _ rowCount: Rows.Type, _ panelCount: Panels.Type, _ sums: UnsafeMutablePointer<GroupSums>, _ row: Int
  ) {
    if let hybrid { return hybrid.write(rowCount, panelCount, sums, row) }
    if weightsOffset != 0 {
      var r = 0
      while r < Rows.value {
        let correction = Ints(repeating: rowSums[row &+ r] &* weightsOffset)
        var s = 0
        while s < Panels.value {
          let i = r &* Panels.value &+ s
          sums[i] = groupSums(columnSums(sums[i]) &+ correction)
          s &+= 1
        }
        r &+= 1
      }
    }
    if roundsOnce {
      scale(rowCount, panelCount, sums, hasNegatives: false, roundsOnce: true)
    } else if clampsNegatives {
      scale(rowCount, panelCount, sums, hasNegatives: false)
    } else {
      scale(rowCount, panelCount, sums, hasNegatives: true)
    }
    let target = output + row &* outputStride
    if lanesPerVector > 4 {
      store(rowCount, panelCount, sums, target)
    } else if bounds.isSigned {
      storeFours(rowCount, panelCount, sums, target, bounds.known(isSigned: true))
    } else {
      storeFours(rowCount, panelCount, sums, target, bounds.known(isSigned: false))
    }
  }

  /// `store` where vectors are short and panels whole. Rows go by fours without a loop, which would be too long to be unrolled.
  @inline(__always)
  private func storeFours<Rows: Count, Panels: Count>(
    _ rowCount: Rows.Type, _ panelCount: Panels.Type, _ x: UnsafeMutablePointer<GroupSums>,
    _ output: UnsafeMutableRawPointer, _ bounds: ByteBounds
  ) {
    storeFour(panelCount, x, output, bounds)
    if Rows.value == 8 { storeFour(panelCount, x + 4 &* Panels.value, output + 4 &* outputStride, bounds) }
  }

  /// Four rows of `storeFours`.
  @inline(__always)
  private func storeFour<Panels: Count>(
    _ panelCount: Panels.Type, _ x: UnsafeMutablePointer<GroupSums>, _ target: UnsafeMutableRawPointer,
    _ bounds: ByteBounds
  ) {
    let width = Panels.value &* lanesPerVector
    if Panels.value == 1 {
      bounds.storeRows(
        columnSums(x[0]), columnSums(x[1]), columnSums(x[2]), columnSums(x[3]), target, stride: outputStride,
        first: width)
    } else if Panels.value == 2 {
      bounds.storePairs(
        columnSums(x[0]), columnSums(x[1]), columnSums(x[2]), columnSums(x[3]), target, stride: outputStride,
        first: width)
      bounds.storePairs(
        columnSums(x[4]), columnSums(x[5]), columnSums(x[6]), columnSums(x[7]), target + 2 &* outputStride,
        stride: outputStride, first: width)
    } else {
      @inline(__always)
      func storeRow(_ r: Int) {
        bounds.store(
          4, columnSums(x[4 &* r]), columnSums(x[4 &* r &+ 1]), columnSums(x[4 &* r &+ 2]), columnSums(x[4 &* r &+ 3]),
          target + r &* outputStride, first: width)
      }
      storeRow(0)
      storeRow(1)
      storeRow(2)
      storeRow(3)
    }
  }

  /// Scales the sums by the factors of their columns. One loop a panel, short enough to be unrolled: sums that a loop indexes
  /// would never be in registers.
  @inline(__always)
  private func scale<Rows: Count, Panels: Count>(
    _ rowCount: Rows.Type, _ panelCount: Panels.Type, _ sums: UnsafeMutablePointer<GroupSums>, hasNegatives: Bool,
    roundsOnce: Bool = false
  ) {
    scale(rowCount, panelCount, sums, 0, hasNegatives: hasNegatives, roundsOnce: roundsOnce)
    if Panels.value > 1 { scale(rowCount, panelCount, sums, 1, hasNegatives: hasNegatives, roundsOnce: roundsOnce) }
    if Panels.value > 2 { scale(rowCount, panelCount, sums, 2, hasNegatives: hasNegatives, roundsOnce: roundsOnce) }
    if Panels.value > 3 { scale(rowCount, panelCount, sums, 3, hasNegatives: hasNegatives, roundsOnce: roundsOnce) }
  }

  /// Scales the sums of one panel.
  @inline(__always)
  private func scale<Rows: Count, Panels: Count>(
    _ rowCount: Rows.Type, _ panelCount: Panels.Type, _ sums: UnsafeMutablePointer<GroupSums>, _ panel: Int,
    hasNegatives: Bool, roundsOnce: Bool
  ) {
    let factor = BoundedFactors(factors + panel &* MemoryLayout<Ints>.size, stride: factorStride)
    let shift = Ints(repeating: BoundedFactors.accumulatorScale == 4 ? 2 : 0)
    var r = 0
    while r < Rows.value {
      let i = r &* Panels.value &+ panel
      // Short vectors come here only if all factors divide or round once; see `ByteProduct.isEndedInRegisters`.
      let sum = factor.apply(
        columnSums(sums[i]) &<< shift, hasNegatives: hasNegatives, divides: Tier.hasRoundingShifts,
        roundsOnce: roundsOnce)
      sums[i] = groupSums(sum)
      r &+= 1
    }
  }

  @inline(__always)
  private func store<Rows: Count, Panels: Count>(
    _ rowCount: Rows.Type, _ panelCount: Panels.Type, _ x: UnsafeMutablePointer<GroupSums>,
    _ output: UnsafeMutableRawPointer
  ) {
    var target = output
    var r = 0
    while Panels.value == 1, r &+ 4 <= Rows.value {
      bounds.storeRows(
        columnSums(x[r]), columnSums(x[r &+ 1]), columnSums(x[r &+ 2]), columnSums(x[r &+ 3]), target,
        stride: outputStride, first: columns)
      target += 4 &* outputStride
      r &+= 4
    }
    while Panels.value == 2, r &+ 2 <= Rows.value {
      let i = 2 &* r
      bounds.storePairs(
        columnSums(x[i]), columnSums(x[i &+ 1]), columnSums(x[i &+ 2]), columnSums(x[i &+ 3]), target,
        stride: outputStride, first: columns)
      target += 2 &* outputStride
      r &+= 2
    }
    while r < Rows.value {
      let i = r &* Panels.value
      bounds.store(
        Panels.value, columnSums(x[i]), Panels.value > 1 ? columnSums(x[i &+ 1]) : Ints(),
        Panels.value > 2 ? columnSums(x[i &+ 2]) : Ints(), Panels.value > 3 ? columnSums(x[i &+ 3]) : Ints(), target,
        first: columns)
      target += outputStride
      r &+= 1
    }
  }
}

#endif
