#if !TFLITE_TIER || (TFLITE_X86 && arch(x86_64)) || (TFLITE_ARM && arch(arm64))

#if arch(x86_64)
import _Builtin_intrinsics.intel
#elseif arch(arm64)
import _Builtin_intrinsics.arm.neon
#endif

// Products of int8 activations with weights of 4 bits that are stored plus 8, so that they are 0 to 15. A vector of weights has
// eight elements of each column of a panel: the low halves of a column's four bytes are the first four, the high halves the
// last four.

#if TFLITE_AVX2 && !TFLITE_AVXVNNI
/// Sums of a panel of columns while products are added: two for each column, side by side.
typealias Int4Sums = Shorts
#elseif arch(arm64) && !TFLITE_DOT && !TFLITE_I8MM
/// Sums of a panel of columns while products are added: four for each column, side by side.
struct Int4Sums {
  var low = Shorts()
  var high = Shorts()
}
#elseif arch(x86_64) && !TFLITE_AVX512 && !TFLITE_AVX2
/// Sums of a panel of columns while products are added: two for each column, side by side.
struct Int4Sums {
  var low = Ints()
  var high = Ints()
}
#else
/// Sums of a panel of columns while products are added.
typealias Int4Sums = Ints
#endif

#if arch(x86_64) && !TFLITE_AVX512 && !TFLITE_AVX2
/// Four activations of a row, as steps multiply them.
typealias Int4Activations = SIMD8<Int16>
#elseif arch(arm64) && !TFLITE_DOT && !TFLITE_I8MM
/// Four activations of a row, as steps multiply them.
typealias Int4Activations = SIMD8<Int8>
#else
/// Four activations of a row, as steps multiply them.
typealias Int4Activations = Ints
#endif

#if TFLITE_AVX512 || arch(arm64)
/// Rows of the tile that most rows are computed by.
typealias Int4Rows = Four
/// Rows of the tile for fewer rows than `Int4Rows` that are more than one.
typealias Int4FewRows = Tier.FewRows
#elseif TFLITE_AVX2
/// Rows of the tile that several rows are computed by.
typealias Int4Rows = Three
typealias Int4FewRows = Int4Rows
#else
/// Rows of the tile that several rows are computed by.
typealias Int4Rows = Two
typealias Int4FewRows = Int4Rows
#endif

/// Elements of a column whose products `Int4Sums` hold, a multiple of 32.
var int4SumLength: Int {
  #if TFLITE_AVX2 && !TFLITE_AVXVNNI
  // Eight pairs of products, 15 * 128 each at most.
  return 32
  #elseif arch(arm64) && !TFLITE_DOT && !TFLITE_I8MM
  // Eight products.
  return 32
  #else
  // 15 * 128 * 2^16 and a correction.
  return 1 << 16
  #endif
}

/// What sums begin with, `start` being in all columns where that costs nothing.
@inline(__always)
func int4Sums(_ start: Int32) -> Int4Sums {
  #if (TFLITE_AVX2 && !TFLITE_AVXVNNI) || (arch(arm64) && !TFLITE_DOT && !TFLITE_I8MM)
  return Int4Sums()
  #elseif arch(x86_64) && !TFLITE_AVX512 && !TFLITE_AVX2
  return Int4Sums()
  #else
  return Ints(repeating: start)
  #endif
}

/// The sum of each column, and `start`, which `int4Sums` was given.
@inline(__always)
func columnSums(int4 sums: Int4Sums, _ start: Int32) -> Ints {
  #if TFLITE_AVX2 && !TFLITE_AVXVNNI
  let ones = unsafeBitCast(Shorts(repeating: 1), to: Longs.self)
  return Ints(repeating: start)
    &+ unsafeBitCast(_mm256_madd_epi16(unsafeBitCast(sums, to: Longs.self), ones), to: Ints.self)
  #elseif arch(arm64) && !TFLITE_DOT && !TFLITE_I8MM
  return Ints(repeating: start) &+ vpaddq_s32(vpaddlq_s16(sums.low), vpaddlq_s16(sums.high))
  #elseif arch(x86_64) && !TFLITE_AVX512 && !TFLITE_AVX2
  return Ints(repeating: start)
    &+ Ints(lowHalf: sums.low.evenHalf, highHalf: sums.high.evenHalf)
    &+ Ints(lowHalf: sums.low.oddHalf, highHalf: sums.high.oddHalf)
  #else
  return sums
  #endif
}

/// The weights of the first four elements of each column.
@inline(__always)
func firstInt4s(_ weights: Ints) -> Ints { weights & Ints(repeating: 0x0F0F_0F0F) }

/// The weights of the last four elements of each column.
@inline(__always)
func lastInt4s(_ weights: Ints) -> Ints { (weights &>> 4) & Ints(repeating: 0x0F0F_0F0F) }

/// The four activations from `source` on.
@inline(__always)
func int4Activations(_ source: UnsafeRawPointer) -> Int4Activations {
  let bytes = source.loadUnaligned(as: Int32.self)
  #if arch(x86_64) && !TFLITE_AVX512 && !TFLITE_AVX2
  let doubled = SIMD2<Int64>(repeating: Int64(bytes) << 32 | Int64(UInt32(bitPattern: bytes)))
  return unsafeBitCast(_mm_unpacklo_epi8(doubled, doubled), to: SIMD8<Int16>.self) &>> 8
  #elseif arch(arm64) && !TFLITE_DOT && !TFLITE_I8MM
  return unsafeBitCast(SIMD2<Int32>(repeating: bytes), to: SIMD8<Int8>.self)
  #else
  return Ints(repeating: bytes)
  #endif
}

/// `sums` plus the products of four elements of each column.
/// - Parameter weights: bytes of 0 to 15, four for each column.
@inline(__always)
func int4Dot(_ sums: Int4Sums, _ weights: Ints, _ activations: Int4Activations) -> Int4Sums {
  #if TFLITE_AVX512 || TFLITE_AVXVNNI
  return byteDot(sums, weights, activations)
  #elseif TFLITE_AVX2
  return sums
    &+ unsafeBitCast(
      _mm256_maddubs_epi16(unsafeBitCast(weights, to: Longs.self), unsafeBitCast(activations, to: Longs.self)),
      to: Shorts.self)
  #elseif arch(arm64) && (TFLITE_DOT || TFLITE_I8MM)
  return vdotq_s32(
    sums, unsafeBitCast(weights, to: SIMD16<Int8>.self), unsafeBitCast(activations, to: SIMD16<Int8>.self))
  #elseif arch(arm64)
  let bytes = unsafeBitCast(weights, to: SIMD16<Int8>.self)
  return Int4Sums(
    low: vmlal_s8(sums.low, bytes.lowHalf, activations), high: vmlal_s8(sums.high, bytes.highHalf, activations))
  #elseif arch(x86_64)
  let bytes = unsafeBitCast(weights, to: SIMD2<Int64>.self)
  let zero = SIMD2<Int64>(0, 0)
  return Int4Sums(
    low: sums.low
      &+ multiplyAddPairs(unsafeBitCast(_mm_unpacklo_epi8(bytes, zero), to: SIMD8<Int16>.self), activations),
    high: sums.high
      &+ multiplyAddPairs(unsafeBitCast(_mm_unpackhi_epi8(bytes, zero), to: SIMD8<Int16>.self), activations))
  #else
  let low = Ints(repeating: 0xFF)
  var total = sums &+ (weights & low) &* ((activations &<< 24) &>> 24)
  total = total &+ ((weights &>> 8) & low) &* ((activations &<< 16) &>> 24)
  total = total &+ ((weights &>> 16) & low) &* ((activations &<< 8) &>> 24)
  return total &+ (weights &>> 24) &* (activations &>> 24)
  #endif
}

#endif
