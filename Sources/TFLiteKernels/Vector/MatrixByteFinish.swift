#if !TFLITE_TIER || (TFLITE_X86 && arch(x86_64)) || (TFLITE_ARM && arch(arm64))

#if TFLITE_TIER
import TFLiteKernels
#endif

/// What becomes of sums. Types, so that each kind has a function of its own whose loop asks for none of this.
private protocol FinishKind {
  /// Whether weights have a zero point, and factors may be of either form.
  static var isGeneral: Bool { get }
  /// Whether factors are real.
  static var isReal: Bool { get }
  /// Whether negative sums are rounded as others are.
  static var hasNegatives: Bool { get }
  /// Whether no factor's right shift is zero.
  static var divides: Bool { get }
  /// Whether factors are those of `RoundedFactor`.
  static var roundsOnce: Bool { get }
  /// Whether factors are those of `DoubleFactors`.
  static var scalesInDoubles: Bool { get }
}
extension FinishKind {
  static var isGeneral: Bool { false }
  static var isReal: Bool { false }
  static var hasNegatives: Bool { true }
  static var divides: Bool { false }
  static var roundsOnce: Bool { false }
  static var scalesInDoubles: Bool { false }
}
private enum GeneralSums: FinishKind {
  static var isGeneral: Bool { true }
}
private enum RealSums: FinishKind {
  static var isReal: Bool { true }
}
private enum SignedSums: FinishKind {}
private enum DividedSums: FinishKind {
  static var divides: Bool { true }
}
private enum RoundedSums: FinishKind {
  static var roundsOnce: Bool { true }
}
private enum RectifiedSums: FinishKind {
  static var hasNegatives: Bool { false }
}
private enum GeneralDoubles: FinishKind {
  static var isGeneral: Bool { true }
  static var scalesInDoubles: Bool { true }
}
private enum SignedDoubles: FinishKind {
  static var scalesInDoubles: Bool { true }
}
private enum RectifiedDoubles: FinishKind {
  static var hasNegatives: Bool { false }
  static var scalesInDoubles: Bool { true }
}

extension VectorKernels {
  /// Writes the sums of one tile of a product with bounded factors as bytes; see `finishTile`.
  @inline(never)
  static func finishBoundedTile(
    _ p: ByteProduct, _ sums: UnsafeRawPointer, _ row: Int, _ rows: Int, _ rowSums: UnsafePointer<Int32>,
    _ column: Int, _ columns: Int
  ) { finishBytes(isReal: false, p, sums, row, rows, rowSums, column, columns) }

  /// Writes the sums of one tile of a product with bounded real factors as bytes; see `finishTile`.
  @inline(never)
  static func finishRealTile(
    _ p: ByteProduct, _ sums: UnsafeRawPointer, _ row: Int, _ rows: Int, _ rowSums: UnsafePointer<Int32>,
    _ column: Int, _ columns: Int
  ) { finishBytes(isReal: true, p, sums, row, rows, rowSums, column, columns) }

  /// Writes the sums of some pixels beside one another, a vector of columns each, of a product whose weights have no zero point.
  @inline(__always)
  static func finishPanel(_ p: ByteProduct, _ sums: UnsafeMutableRawPointer, rows: Int, column: Int) {
    let sums = UnsafeRawPointer(sums)
    // Nothing reads the sums of rows.
    let none = sums.assumingMemoryBound(to: Int32.self)
    switch p.header.factor {
    case .bounded: finishBoundedTile(p, sums, 0, rows, none, column, lanesPerVector)
    case .boundedReal: finishRealTile(p, sums, 0, rows, none, column, lanesPerVector)
    default: finishTile(p, sums, 0, rows, none, column, lanesPerVector)
    }
  }

  /// - Parameter isReal: whether factors are real; a constant.
  @inline(__always)
  private static func finishBytes(
    isReal: Bool, _ p: ByteProduct, _ sums: UnsafeRawPointer, _ row: Int, _ rows: Int,
    _ rowSums: UnsafePointer<Int32>, _ column: Int, _ columns: Int
  ) {
    let panels = (columns &+ lanesPerVector &- 1) / lanesPerVector
    var panel = 0
    if rows == 1, p.header.weightsOffset == 0 { panel = finishLine(isReal: isReal, p, sums, row, column, columns) }
    while panel < panels {
      let left = panels &- panel
      let packet = left >= ByteBounds.panels ? ByteBounds.panels : min(left, 2)
      let block = SumBlock(
        sums: sums + panel &* MemoryLayout<Ints>.size, stride: panels &* MemoryLayout<Ints>.size, row: row, rows: rows,
        rowSums: rowSums, column: column &+ panel &* lanesPerVector,
        columns: min(packet &* lanesPerVector, columns &- panel &* lanesPerVector))
      // `ByteBounds.panels` is a constant, so that a tier has no more of these than it needs.
      switch packet {
      case 4 where ByteBounds.panels > 2: finishPanels(isReal: isReal, Four.self, p, block)
      case 2 where ByteBounds.panels > 1: finishPanels(isReal: isReal, Two.self, p, block)
      default: finishPanels(isReal: isReal, One.self, p, block)
      }
      panel &+= packet
    }
  }

  /// Finishes as many columns of one row as fill whole packets, and returns how many panels they are.
  @inline(__always)
  private static func finishLine(
    isReal: Bool, _ p: ByteProduct, _ sums: UnsafeRawPointer, _ row: Int, _ column: Int, _ columns: Int
  ) -> Int {
    let packets = columns / (ByteBounds.panels &* lanesPerVector)
    if packets == 0 || Tier.scalesInDoubles && !isReal && !p.header.scalesInDoubles { return 0 }
    if isReal {
      finishPackets(RealSums.self, p, sums, row, column, packets)
    } else if Tier.hasRoundingShifts, p.header.roundsOnce {
      finishPackets(RoundedSums.self, p, sums, row, column, packets)
    } else if Tier.scalesInDoubles {
      if p.header.range.lower >= p.header.outputOffset {
        finishPackets(RectifiedDoubles.self, p, sums, row, column, packets)
      } else {
        finishPackets(SignedDoubles.self, p, sums, row, column, packets)
      }
    } else if p.header.range.lower >= p.header.outputOffset {
      finishPackets(RectifiedSums.self, p, sums, row, column, packets)
    } else if Tier.hasRoundingShifts, p.header.dividesAll {
      finishPackets(DividedSums.self, p, sums, row, column, packets)
    } else {
      finishPackets(SignedSums.self, p, sums, row, column, packets)
    }
    return packets &* ByteBounds.panels
  }

  @inline(__always)
  private static func finishPackets<Kind: FinishKind>(
    _ kind: Kind.Type, _ p: ByteProduct, _ sums: UnsafeRawPointer, _ row: Int, _ column: Int, _ packets: Int
  ) {
    let size = MemoryLayout<Ints>.size
    let width = ByteBounds.panels &* lanesPerVector
    let stride = 4 &* p.layout.columns
    let isSigned = if case .int8 = p.header.outputType { true } else { false }
    let shift = Ints(repeating: BoundedFactors.accumulatorScale == 4 ? 2 : 0)
    let bounds = ByteBounds(p.header.outputOffset, p.header.range, isSigned: isSigned)
    var source = sums
    let factorSize = Kind.scalesInDoubles || Kind.isReal ? 8 : 4
    var factors = p.packed + (p.layout.factors &+ factorSize &* column)
    var target = p.output + (row &* p.outputStride &+ column)
    @inline(__always)
    func scaled(_ panel: Int) -> Ints {
      if panel >= ByteBounds.panels { return Ints() }
      let x = source.lanes(panel &* size, as: Ints.self)
      if Kind.isReal { return roundedProduct(x, factors + 2 &* panel &* size) }
      if Kind.scalesInDoubles {
        let doubles = factors + 2 &* panel &* size
        return DoubleFactors(doubles, halves: doubles + 2 &* stride).apply(x, hasNegatives: Kind.hasNegatives)
      }
      return BoundedFactors(factors + panel &* size, stride: stride).apply(
        BoundedFactors.accumulatorScale == 4 ? x &<< shift : x, hasNegatives: Kind.hasNegatives,
        divides: Kind.divides, roundsOnce: Kind.roundsOnce)
    }
    @inline(__always)
    func run(isSigned: Bool) {
      let bounds = bounds.known(isSigned: isSigned)
      let end = sums + packets &* ByteBounds.panels &* size
      while source < end {
        bounds.store(ByteBounds.panels, scaled(0), scaled(1), scaled(2), scaled(3), target, first: width)
        source += ByteBounds.panels &* size
        factors += factorSize &* width
        target += width
      }
    }
    if isSigned { run(isSigned: true) } else { run(isSigned: false) }
  }

  /// The sums of a few rows and columns. Those of the first row begin at `sums`, each next row `stride` bytes further.
  private struct SumBlock {
    var sums: UnsafeRawPointer
    let stride: Int
    let row: Int
    let rows: Int
    let rowSums: UnsafePointer<Int32>
    let column: Int
    let columns: Int
  }

  /// Finishes `Panels` panels of sums.
  @inline(__always)
  private static func finishPanels<Panels: Count>(
    isReal: Bool, _ panels: Panels.Type, _ p: ByteProduct, _ block: SumBlock
  ) {
    if Tier.scalesInDoubles, !isReal, p.header.weightsOffset != 0 {
      finishRows(GeneralDoubles.self, isReal: false, panels, p, block)
    } else if p.header.weightsOffset != 0 {
      finishRows(GeneralSums.self, isReal: isReal, panels, p, block)
    } else if isReal {
      finishRows(RealSums.self, isReal: true, panels, p, block)
    } else if Tier.hasRoundingShifts, p.header.roundsOnce {
      finishRows(RoundedSums.self, isReal: false, panels, p, block)
    } else if Tier.scalesInDoubles, p.header.scalesInDoubles {
      if p.header.range.lower >= p.header.outputOffset {
        finishRows(RectifiedDoubles.self, isReal: false, panels, p, block)
      } else {
        finishRows(SignedDoubles.self, isReal: false, panels, p, block)
      }
    } else if !Tier.scalesInDoubles, p.header.range.lower >= p.header.outputOffset {
      // Negative sums become the lower bound, however they are rounded. Where doubles scale, few products come here.
      finishRows(RectifiedSums.self, isReal: false, panels, p, block)
    } else if Tier.hasRoundingShifts, p.header.dividesAll {
      finishRows(DividedSums.self, isReal: false, panels, p, block)
    } else {
      finishRows(SignedSums.self, isReal: false, panels, p, block)
    }
  }

  @inline(__always)
  private static func finishRows<Kind: FinishKind, Panels: Count>(
    _ kind: Kind.Type, isReal: Bool, _ panels: Panels.Type, _ p: ByteProduct, _ block: SumBlock
  ) {
    let size = MemoryLayout<Ints>.size
    let stride = 4 &* p.layout.columns
    let factors = p.packed + (p.layout.factors &+ 4 &* block.column)
    let reals = p.packed + (p.layout.factors &+ 8 &* block.column)
    let f0 = BoundedFactors(factors, stride: stride)
    let f1 = Panels.value > 1 ? BoundedFactors(factors + size, stride: stride) : f0
    let f2 = Panels.value > 2 ? BoundedFactors(factors + 2 &* size, stride: stride) : f0
    let f3 = Panels.value > 3 ? BoundedFactors(factors + 3 &* size, stride: stride) : f0
    @inline(__always)
    func doubles(_ panel: Int) -> DoubleFactors {
      let factors = reals + 2 &* size &* panel
      return DoubleFactors(factors, halves: factors + 2 &* stride)
    }
    let d0 = doubles(0)
    let d1 = Panels.value > 1 ? doubles(1) : d0
    let d2 = Panels.value > 2 ? doubles(2) : d0
    let d3 = Panels.value > 3 ? doubles(3) : d0
    let isSigned = if case .int8 = p.header.outputType { true } else { false }
    let bounds = ByteBounds(p.header.outputOffset, p.header.range, isSigned: isSigned)
    var source = block.sums
    var target = p.output + (block.row &* p.outputStride &+ block.column)
    var r = 0
    /// The sums of a panel, `offset` bytes from the first of row `r`, which belong to row `r + ahead`, scaled.
    @inline(__always)
    func scaled(
      _ offset: Int, _ factors: BoundedFactors, _ doubles: DoubleFactors, panel: Int = 0, ahead: Int = 0
    ) -> Ints {
      let x = source.lanes(offset, as: Ints.self)
      let sum = Kind.isGeneral ? x &+ Ints(repeating: block.rowSums[r &+ ahead] &* p.header.weightsOffset) : x
      if Kind.isReal || Kind.isGeneral && isReal { return roundedProduct(sum, reals + 2 &* size &* panel) }
      if Kind.scalesInDoubles { return doubles.apply(sum, hasNegatives: Kind.hasNegatives) }
      return factors.apply(
        BoundedFactors.accumulatorScale == 4 ? sum &<< Ints(repeating: 2) : sum, hasNegatives: Kind.hasNegatives,
        divides: Kind.divides, roundsOnce: Kind.roundsOnce)
    }
    while ByteBounds.packsRows, Panels.value == 1, r &+ 4 <= block.rows {
      let x0 = scaled(0, f0, d0)
      let x1 = scaled(block.stride, f0, d0, ahead: 1)
      let x2 = scaled(2 &* block.stride, f0, d0, ahead: 2)
      let x3 = scaled(3 &* block.stride, f0, d0, ahead: 3)
      bounds.storeRows(x0, x1, x2, x3, target, stride: p.outputStride, first: block.columns)
      target += 4 &* p.outputStride
      source += 4 &* block.stride
      r &+= 4
    }
    while ByteBounds.packsRows, Panels.value == 2, r &+ 2 <= block.rows {
      let (x0, x1) = (scaled(0, f0, d0), scaled(size, f1, d1, panel: 1))
      let y0 = scaled(block.stride, f0, d0, ahead: 1)
      let y1 = scaled(block.stride &+ size, f1, d1, panel: 1, ahead: 1)
      bounds.storePairs(x0, x1, y0, y1, target, stride: p.outputStride, first: block.columns)
      target += 2 &* p.outputStride
      source += 2 &* block.stride
      r &+= 2
    }
    while r < block.rows {
      let x0 = scaled(0, f0, d0)
      let x1 = Panels.value > 1 ? scaled(size, f1, d1, panel: 1) : Ints()
      let x2 = Panels.value > 2 ? scaled(2 &* size, f2, d2, panel: 2) : Ints()
      let x3 = Panels.value > 3 ? scaled(3 &* size, f3, d3, panel: 3) : Ints()
      bounds.store(Panels.value, x0, x1, x2, x3, target, first: block.columns)
      target += p.outputStride
      source += block.stride
      r &+= 1
    }
  }
}

#endif
