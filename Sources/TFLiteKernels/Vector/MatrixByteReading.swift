#if !TFLITE_TIER || (TFLITE_X86 && arch(x86_64)) || (TFLITE_ARM && arch(arm64))

#if TFLITE_TIER
import TFLiteKernels
#endif

// What the loops of 8-bit products in MatrixByteTile.swift are given, and how their tiles read rows.

/// One call of an 8-bit product.
struct ByteProduct {
  let header: MatrixHeader
  let layout: ByteLayout
  let packed: UnsafeRawPointer
  /// The first panel.
  let weights: UnsafeRawPointer
  var output: UnsafeMutableRawPointer
  let outputStride: Int
  let rowParameters: UnsafePointer<DynamicQuantization.Parameters>?
  let rowParameterStride: Int
  let isHybrid: Bool

  @inline(__always)
  init(
    header: MatrixHeader, layout: ByteLayout, packed: UnsafeRawPointer, weights: UnsafeRawPointer? = nil,
    output: UnsafeMutableRawPointer, outputStride: Int, rowParameters: UnsafePointer<DynamicQuantization.Parameters>?,
    rowParameterStride: Int, isHybrid: Bool
  ) {
    self.header = header
    self.layout = layout
    self.packed = packed
    self.weights = weights ?? packed + layout.weights
    self.output = output
    self.outputStride = outputStride
    self.rowParameters = rowParameters
    self.rowParameterStride = rowParameterStride
    self.isHybrid = isHybrid
  }

  /// Whether `TileEnd` turns the sums of tiles of `TileEnd.rows` rows or more into results.
  @inline(__always)
  var isEndedInRegisters: Bool {
    // Where vectors are long, what each row has of its own is better worked out once for all panels, as `finishHybridTile` does.
    if isHybrid { return lanesPerVector == 4 || Tier.rowsEndedInRegisters < Int.max && rowParameterStride == 0 }
    if Tier.hasRoundingShifts, !header.dividesAll, !header.roundsOnce { return false }
    return if case .bounded = header.factor { true } else { false }
  }

  /// What the sums of the panels of columns from `first` on begin with: the biases, or nil for zeros.
  @inline(__always)
  func startingSums(_ first: Int) -> UnsafeRawPointer? {
    isHybrid ? nil : packed + (headerSize &+ 4 &* first)
  }
}

/// The rows of a block as a tile reads them, in one of three ways (`RowReading`): row `r` at `base + r * stride`; its runs where
/// `MatrixArguments.offsets` say; or its runs at equal distances from the start of its window.
struct ByteRows {
  var base: UnsafeRawPointer
  var stride: Int
  /// The groups of a run.
  var groups: Int
  /// Bytes of a panel's weights.
  var panelSize: Int
  /// The block's first row among the caller's.
  var firstRow: Int
  /// Where the runs of windows within the image lie, for tiers with lane products.
  var pattern: RunPattern?
  /// Memory for the addresses of the runs of one tile's rows, needed with offsets.
  var runs: UnsafeMutablePointer<UnsafeRawPointer>?
  /// The starts of the rows' windows, the bytes from one run of a window to the next, and the number of runs.
  var starts: UnsafePointer<UnsafeRawPointer>?
  var pitch = 0
  var runCount = 0
}

/// How a tile reads its rows.
protocol RowReading {
  /// Whether rows are gathered from where the caller's offsets say, run by run.
  static var hasOffsets: Bool { get }
  /// Whether rows are windows in a padded patch.
  static var hasStarts: Bool { get }
  /// Whether activations are int8 and must be flipped to be unsigned.
  static var flips: Bool { get }
  /// Whether runs are known to be a multiple of 32 bytes.
  static var areWide: Bool { get }
}
enum Strided: RowReading {
  static var hasOffsets: Bool { false }
  static var flips: Bool { false }
}
enum StridedFlipped: RowReading {
  static var hasOffsets: Bool { false }
  static var flips: Bool { true }
}
enum Gathered: RowReading {
  static var hasOffsets: Bool { true }
  static var flips: Bool { false }
}
/// `Gathered` where runs are a multiple of 32 bytes: nothing is left of them that tiles would have to look for.
enum GatheredWide: RowReading {
  static var hasOffsets: Bool { true }
  static var flips: Bool { false }
  static var areWide: Bool { true }
}
enum GatheredFlipped: RowReading {
  static var hasOffsets: Bool { true }
  static var flips: Bool { true }
}
enum Patched: RowReading {
  static var hasOffsets: Bool { false }
  static var hasStarts: Bool { true }
  static var flips: Bool { false }
}

extension RowReading {
  static var hasStarts: Bool { false }
  static var areWide: Bool { false }
}

#endif
