#if !TFLITE_TIER || (TFLITE_X86 && arch(x86_64)) || (TFLITE_ARM && arch(arm64))

// What this module is compiled for, in one place. A tier is one declaration of `Tier` below and, where an instruction does
// what others need several for, a branch in a function of Intrinsics*.swift. No other file asks for the processor: kernels
// are written with these names, all of them constants, so that one source serves every tier.
//
// TFLITE_EMULATED replaces the instructions of AVX-512 by plain Swift, so that the layouts and loops of the widest tier can be
// tested on processors without it.

/// A small number known when compiling.
protocol Count {
  /// The number.
  static var value: Int { get }
}
enum One: Count { static var value: Int { 1 } }
enum Two: Count { static var value: Int { 2 } }
enum Three: Count { static var value: Int { 3 } }
enum Four: Count { static var value: Int { 4 } }
enum Six: Count { static var value: Int { 6 } }
enum Eight: Count { static var value: Int { 8 } }

/// What a tier states.
protocol ProcessorTier {
  // Vectors: each type fills one register, or belongs to one that does.

  /// Floats of one register.
  associatedtype Floats: SIMD where Floats.Scalar == Float
  /// Half as many floats where such vectors take half the time, else `Floats`.
  associatedtype HalfFloats: SIMD where HalfFloats.Scalar == Float
  /// Floats of two registers, for computations whose steps wait for each other; where a register is long enough, `Floats`.
  associatedtype TwiceFloats: SIMD where TwiceFloats.Scalar == Float
  /// 32-bit integers of one register.
  associatedtype Ints: SIMD where Ints.Scalar == Int32
  /// 64-bit integers of one register.
  associatedtype Longs: SIMD where Longs.Scalar == Int64
  /// Doubles of one register.
  associatedtype Doubles: SIMD where Doubles.Scalar == Double
  /// 16-bit integers of one register.
  associatedtype Shorts: SIMD where Shorts.Scalar == Int16
  /// Bytes of one register.
  associatedtype Bytes: SIMD where Bytes.Scalar == Int8
  /// The low halves of `Ints`.
  associatedtype NarrowShorts: SIMD where NarrowShorts.Scalar == Int16
  /// The low bytes of `Ints`.
  associatedtype NarrowBytes: SIMD where NarrowBytes.Scalar == Int8

  /// The name of the instructions.
  static var name: StaticString { get }

  // Products of floats.

  /// Whether one instruction multiplies and adds, with one rounding.
  static var hasFusedMultiplyAdd: Bool { get }
  /// The sums of a tile: twice as many vectors as `floatTileRows` at least.
  associatedtype FloatSums: TileRegisters
  /// Rows of the main tile, which has two panels: as many sums as leave registers for weights and activations.
  static var floatTileRows: Int { get }
  /// Whether registers hold the sums of six rows by four panels.
  static var hasWideFloatTiles: Bool { get }
  /// Whether tiles of floats have two rows, and six panels or four, where there are so many: an element takes an instruction to
  /// fill a register, and so multiplies as many vectors as registers hold the sums of.
  static var hasFloatPairTiles: Bool { get }
  /// Whether an instruction that multiplies pairs of 16-bit numbers, and adds them up, takes as long as one of floats.
  static var hasFixedProducts: Bool { get }
  /// Multiply-adds of bytes that take as long as one of 16-bit numbers, summed up in 32 bits; 0 where that saves no time.
  static var shortProductCost: Double { get }
  /// Whether instructions multiply 16-bit numbers by a lane of a vector, and add up in 32 bits.
  static var hasShortLanes: Bool { get }
  /// Whether instructions multiply by a lane of a vector of four floats as readily as by a vector of equal lanes.
  static var hasFloatLanes: Bool { get }

  // Products of bytes. They go by groups: neighboring elements of a run that one step multiplies and adds into a 32-bit lane.

  /// The weights of one group of a panel of columns, or of half of them where a group has 8 elements.
  associatedtype GroupWeights: SIMD
  /// Panels whose weights lie beside each other, group by group, so that a tile reads one stream of memory: 2 or 4 where
  /// groups have 4 elements, or 1; see `ByteLayout`.
  static var panelsTogether: Int { get }
  /// Elements of a group: 4 or 8 bytes, or 2 elements that are widened to 16 bits when rows are prepared (activations) or
  /// loaded (weights).
  static var groupSize: Int { get }
  /// Whether the weights of a column's group are neighbors; otherwise those of one element of all columns are.
  static var hasColumnGroups: Bool { get }
  /// What products take int8 activations plus: 128 where instructions multiply unsigned by signed bytes.
  static var signedShift: Int32 { get }
  /// What products take uint8 activations minus: 128 where instructions multiply signed by signed bytes.
  static var unsignedShift: Int32 { get }
  /// Whether tiles can change the signs of activations as they read them, at no cost.
  static var flipsInTiles: Bool { get }
  /// Whether a step can read 16 bytes of each row at once and multiply parts of them, at no cost.
  static var hasLaneProducts: Bool { get }
  /// Rows of the tallest tile of one or two panels.
  associatedtype TallRows: Count
  /// Rows of the tile that most rows are computed by: of four panels, and of fewer if few rows are left.
  associatedtype MediumRows: Count
  /// Rows of the tile for fewer rows than `MediumRows` that are more than one.
  associatedtype FewRows: Count
  /// The most bytes of weights for which tiles of one row have eight panels, since four sums that wait for each step's products
  /// leave time; 0 where they do not.
  static var weightsOfWideRows: Int { get }
  /// So many sums of one row by one or two panels are added up apart, where the instruction that multiplies waits for the sums
  /// that it adds to.
  static var rowChains: Int { get }
  /// Whether tiles of several rows may have four panels; those of one row always may.
  static var hasWideByteTiles: Bool { get }
  /// Rows of the tiles, at least, whose sums become bytes while they are in registers; `Int.max` for no such tiles.
  static var rowsEndedInRegisters: Int { get }
  /// Whether tiles of four panels ask for their next weights ahead: a vector of weights is then a cache line.
  static var fetchesWeights: Bool { get }
  /// Whether tiles of two panels, which lie together, and several rows do so where a second-level cache does not hold all weights.
  static var fetchesLargeWeights: Bool { get }

  // Everything else.

  /// Whether depthwise products of groups of four bytes are worth their interleaving.
  static var hasDepthwiseGroups: Bool { get }
  /// Whether instructions load and store the first bytes of a vector and touch nothing behind them.
  static var hasPartialBytes: Bool { get }
  /// Whether 64-bit products of 32-bit lanes, and shifts by a number for each lane, are instructions.
  static var hasWideProducts: Bool { get }
  /// Whether doubles scale sums of 32 bits in fewer steps than fixed point; see `DoubleFactors`.
  static var scalesInDoubles: Bool { get }
  /// Whether an instruction shifts by a number for each lane, to the right where it is negative, rounding halves upwards.
  static var hasRoundingShifts: Bool { get }
  /// Whether an instruction takes the smaller or the larger of two floats, or the one that is a number.
  static var hasNumberExtremes: Bool { get }
  /// Whether an instruction loads or stores two vectors, so that loops gain by taking several.
  static var hasPairedLoads: Bool { get }
}

extension ProcessorTier {
  static var hasFloatLanes: Bool { false }
  static var hasFloatPairTiles: Bool { false }
  static var scalesInDoubles: Bool { false }
  static var hasRoundingShifts: Bool { false }
  static var shortProductCost: Double { 0 }
  static var hasShortLanes: Bool { false }
  static var hasNumberExtremes: Bool { false }
  static var hasPairedLoads: Bool { false }
  static var panelsTogether: Int { 1 }
  static var weightsOfWideRows: Int { 0 }
  static var rowChains: Int { 1 }
}

#if TFLITE_AVX512
/// x86-64-v4 with products of groups of bytes: 32 registers of 64 bytes.
enum Tier: ProcessorTier {
  typealias Floats = SIMD16<Float>
  typealias HalfFloats = SIMD8<Float>
  typealias TwiceFloats = Floats
  typealias Ints = SIMD16<Int32>
  typealias Longs = SIMD8<Int64>
  typealias Doubles = SIMD8<Double>
  typealias Shorts = SIMD32<Int16>
  typealias Bytes = SIMD64<Int8>
  typealias NarrowShorts = SIMD16<Int16>
  typealias NarrowBytes = SIMD16<Int8>
  static var name: StaticString { "avx512" }
  static var hasFusedMultiplyAdd: Bool { true }
  typealias FloatSums = TwentyFourVectors
  static var floatTileRows: Int { 12 }
  static var hasWideFloatTiles: Bool { true }
  static var hasFixedProducts: Bool { true }
  static var shortProductCost: Double { 2 }
  typealias GroupWeights = SIMD16<Int32>
  static var groupSize: Int { 4 }
  static var rowChains: Int { 4 }
  static var hasColumnGroups: Bool { true }
  static var signedShift: Int32 { 128 }
  static var unsignedShift: Int32 { 0 }
  static var flipsInTiles: Bool { true }
  static var hasLaneProducts: Bool { false }
  typealias TallRows = Eight
  typealias MediumRows = Six
  typealias FewRows = Three
  static var hasWideByteTiles: Bool { true }
  static var panelsTogether: Int { 4 }
  static var weightsOfWideRows: Int { 1 << 19 }
  static var rowsEndedInRegisters: Int { isEmulated ? Int.max : 6 }
  static var fetchesWeights: Bool { true }
  static var fetchesLargeWeights: Bool { false }
  static var hasDepthwiseGroups: Bool { true }
  static var hasPartialBytes: Bool { !isEmulated }
  static var hasWideProducts: Bool { true }

  #if TFLITE_EMULATED
  private static var isEmulated: Bool { true }
  #else
  private static var isEmulated: Bool { false }
  #endif
}
#elseif TFLITE_AVX2
/// x86-64-v3: 16 registers of 32 bytes.
enum Tier: ProcessorTier {
  typealias Floats = SIMD8<Float>
  typealias HalfFloats = Floats
  typealias TwiceFloats = SIMD16<Float>
  typealias Ints = SIMD8<Int32>
  typealias Longs = SIMD4<Int64>
  typealias Doubles = SIMD4<Double>
  typealias Shorts = SIMD16<Int16>
  typealias Bytes = SIMD32<Int8>
  typealias NarrowShorts = SIMD8<Int16>
  typealias NarrowBytes = SIMD8<Int8>
  static var hasFusedMultiplyAdd: Bool { true }
  typealias FloatSums = TwelveVectors
  static var floatTileRows: Int { 6 }
  static var hasWideFloatTiles: Bool { false }
  static var hasFixedProducts: Bool { false }
  static var hasColumnGroups: Bool { true }
  static var unsignedShift: Int32 { 0 }
  static var hasLaneProducts: Bool { false }
  typealias TallRows = Six
  typealias MediumRows = Six
  static var hasWideByteTiles: Bool { false }
  static var rowsEndedInRegisters: Int { Int.max }
  static var fetchesWeights: Bool { false }
  static var hasPartialBytes: Bool { false }
  static var hasWideProducts: Bool { true }
}
#if TFLITE_AVXVNNI
/// With products of groups of bytes. The module has the kernels of bytes alone; see `AVXVNNIKernels.swift`.
extension Tier {
  static var name: StaticString { "avxvnni" }
  static var shortProductCost: Double { 2.2 }
  typealias GroupWeights = SIMD8<Int32>
  static var groupSize: Int { 4 }
  static var rowChains: Int { 4 }
  static var signedShift: Int32 { 128 }
  typealias FewRows = Four
  static var panelsTogether: Int { 2 }
  static var weightsOfWideRows: Int { Int.max }
  static var flipsInTiles: Bool { true }
  static var fetchesLargeWeights: Bool { true }
  static var hasDepthwiseGroups: Bool { true }
}
#else
extension Tier {
  static var name: StaticString { "avx2" }
  static var shortProductCost: Double { 1 }
  typealias GroupWeights = SIMD16<Int16>
  static var groupSize: Int { 2 }
  static var signedShift: Int32 { 0 }
  typealias FewRows = Three
  static var flipsInTiles: Bool { false }
  static var fetchesLargeWeights: Bool { false }
  static var hasDepthwiseGroups: Bool { false }
}
#endif
#else
/// Registers of 16 bytes: 16 of x86-64's baseline, 32 of arm64, and what compilers make of vectors elsewhere.
enum Tier: ProcessorTier {
  typealias Floats = SIMD4<Float>
  typealias HalfFloats = Floats
  typealias TwiceFloats = SIMD8<Float>
  typealias Ints = SIMD4<Int32>
  typealias Longs = SIMD2<Int64>
  typealias Doubles = SIMD2<Double>
  typealias Shorts = SIMD8<Int16>
  typealias Bytes = SIMD16<Int8>
  typealias NarrowShorts = SIMD4<Int16>
  typealias NarrowBytes = SIMD4<Int8>
  #if TFLITE_I8MM
  typealias TallRows = Eight
  #elseif arch(x86_64)
  typealias TallRows = Six
  #else
  typealias TallRows = Four
  #endif
  #if arch(x86_64)
  typealias MediumRows = Six
  typealias FewRows = Three
  #else
  typealias MediumRows = Four
  typealias FewRows = Two
  #endif
  static var hasWideFloatTiles: Bool { false }
  static var hasFixedProducts: Bool { false }
  #if arch(x86_64)
  static var hasFloatPairTiles: Bool { true }
  static var shortProductCost: Double { 1 }
  static var scalesInDoubles: Bool { true }
  #endif
  static var flipsInTiles: Bool { false }
  static var fetchesWeights: Bool { false }
  static var fetchesLargeWeights: Bool { false }
  #if TFLITE_DOT || TFLITE_I8MM
  static var rowsEndedInRegisters: Int { 4 }
  static var hasDepthwiseGroups: Bool { true }
  #else
  static var rowsEndedInRegisters: Int { Int.max }
  static var hasDepthwiseGroups: Bool { false }
  #endif
  static var hasPartialBytes: Bool { false }
  static var hasWideProducts: Bool { false }
}
#if arch(arm64)
/// arm64: without dot products of bytes or with them, which have one packing, of groups of four bytes; or with products of
/// two rows by two columns, of eight bytes each.
extension Tier {
  static var hasFusedMultiplyAdd: Bool { true }
  typealias FloatSums = TwentyFourVectors
  static var floatTileRows: Int { 8 }
  static var hasFloatLanes: Bool { true }
  static var hasShortLanes: Bool { true }
  static var hasRoundingShifts: Bool { true }
  static var hasNumberExtremes: Bool { true }
  static var hasPairedLoads: Bool { true }
  typealias GroupWeights = SIMD16<Int8>
  static var hasColumnGroups: Bool { true }
  static var signedShift: Int32 { 0 }
  static var unsignedShift: Int32 { 128 }
  #if TFLITE_I8MM
  static var name: StaticString { "i8mm" }
  static var groupSize: Int { 8 }
  static var hasLaneProducts: Bool { true }
  static var hasWideByteTiles: Bool { true }
  #elseif TFLITE_DOT
  static var name: StaticString { "dot" }
  static var groupSize: Int { 4 }
  static var hasLaneProducts: Bool { true }
  static var hasWideByteTiles: Bool { true }
  #else
  static var name: StaticString { "neon" }
  static var shortProductCost: Double { 0.9 }
  static var groupSize: Int { 4 }
  static var hasLaneProducts: Bool { false }
  static var hasWideByteTiles: Bool { false }
  #endif
}
#else
extension Tier {
  #if arch(x86_64)
  static var name: StaticString { "sse2" }
  static var hasColumnGroups: Bool { true }
  #else
  static var name: StaticString { "vectors" }
  static var hasColumnGroups: Bool { false }
  #endif
  static var hasFusedMultiplyAdd: Bool { false }
  typealias FloatSums = TwelveVectors
  static var floatTileRows: Int { 4 }
  typealias GroupWeights = SIMD8<Int16>
  static var groupSize: Int { 2 }
  static var signedShift: Int32 { 0 }
  static var unsignedShift: Int32 { 0 }
  static var hasLaneProducts: Bool { false }
  static var hasWideByteTiles: Bool { false }
}
#endif
#endif

/// Vectors that stay in registers while a tile is computed.
protocol TileRegisters {
  /// Zeros.
  init()
}

/// The sums of tiles where there are 16 registers.
struct TwelveVectors: TileRegisters {
  var s00 = Floats(), s01 = Floats(), s02 = Floats(), s03 = Floats(), s04 = Floats(), s05 = Floats()
  var s06 = Floats(), s07 = Floats(), s08 = Floats(), s09 = Floats(), s10 = Floats(), s11 = Floats()
}

/// The sums of tiles where there are 32 registers.
struct TwentyFourVectors: TileRegisters {
  var s00 = Floats(), s01 = Floats(), s02 = Floats(), s03 = Floats(), s04 = Floats(), s05 = Floats()
  var s06 = Floats(), s07 = Floats(), s08 = Floats(), s09 = Floats(), s10 = Floats(), s11 = Floats()
  var s12 = Floats(), s13 = Floats(), s14 = Floats(), s15 = Floats(), s16 = Floats(), s17 = Floats()
  var s18 = Floats(), s19 = Floats(), s20 = Floats(), s21 = Floats(), s22 = Floats(), s23 = Floats()
}

/// As many floats as one vector register holds.
typealias Floats = Tier.Floats
/// Half as many floats as `Floats` where that is faster.
typealias HalfFloats = Tier.HalfFloats
/// As many floats as two vector registers hold, or one where it is long enough.
typealias TwiceFloats = Tier.TwiceFloats
/// As many 32-bit integers as one vector register holds.
typealias Ints = Tier.Ints
/// As many 64-bit integers as one vector register holds.
typealias Longs = Tier.Longs
/// As many doubles as one vector register holds.
typealias Doubles = Tier.Doubles
/// As many 16-bit integers as one vector register holds.
typealias Shorts = Tier.Shorts
/// As many bytes as one vector register holds.
typealias Bytes = Tier.Bytes
/// The low halves of `Ints`.
typealias NarrowShorts = Tier.NarrowShorts
/// The low bytes of `Ints`.
typealias NarrowBytes = Tier.NarrowBytes
/// The weights of one group of a panel of columns.
typealias GroupWeights = Tier.GroupWeights

/// The lanes of `Floats` and `Ints`.
@inline(__always)
var lanesPerVector: Int { Floats.scalarCount }

/// Elements of a group of bytes.
@inline(__always)
var groupSize: Int { Tier.groupSize }

/// Bytes of a group's weights, of one panel.
@inline(__always)
var groupStep: Int { groupSize &* lanesPerVector }

/// Bytes of an element of a prepared row.
@inline(__always)
var preparedSize: Int { Tier.groupSize == 2 ? 2 : 1 }

/// Bytes of a group of a prepared row.
@inline(__always)
var groupByteCount: Int { groupSize &* preparedSize }

/// `MatrixHeader.size`, which other modules than its own read by a call.
@inline(__always)
var headerSize: Int { 64 }

#endif
