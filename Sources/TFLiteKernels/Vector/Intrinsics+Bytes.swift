#if !TFLITE_TIER || (TFLITE_X86 && arch(x86_64)) || (TFLITE_ARM && arch(arm64))

#if arch(x86_64)
import _Builtin_intrinsics.intel
#elseif arch(arm64)
import _Builtin_intrinsics.arm.neon
#endif

// Products of bytes by groups, and conversions of bytes; `Tier` says what a group is.

/// Where weight `element` of a group stands for column `column` of a panel, in bytes from the group's first.
@inline(__always)
func groupIndex(_ column: Int, _ element: Int) -> Int {
  Tier.hasColumnGroups ? column &* groupSize &+ element : element &* lanesPerVector &+ column
}

/// The weights of the group at `source`.
@inline(__always)
func groupWeights(_ source: UnsafeRawPointer) -> GroupWeights {
  #if TFLITE_AVX512 || TFLITE_AVXVNNI
  return source.lanes(0, as: Ints.self)
  #elseif TFLITE_AVX2
  return unsafeBitCast(
    _mm256_cvtepi8_epi16(source.lanes(0, as: SIMD2<Int64>.self)), to: SIMD16<Int16>.self)
  #elseif arch(arm64)
  return source.lanes(0, as: SIMD16<Int8>.self)
  #else
  return widenedSigned(source.loadUnaligned(as: UInt64.self))
  #endif
}

#if arch(arm64) && !TFLITE_DOT && !TFLITE_I8MM
/// Sums of a panel of columns while products are added: two for each column, side by side.
struct GroupSums {
  var low: Ints
  var high: Ints
}
#else
/// Sums of a panel of columns while products are added.
typealias GroupSums = Ints
#endif

/// Sums of columns that begin with `start`.
@inline(__always)
func groupSums(_ start: Ints) -> GroupSums {
  #if arch(arm64) && !TFLITE_DOT && !TFLITE_I8MM
  return GroupSums(low: Ints(start[0], 0, start[1], 0), high: Ints(start[2], 0, start[3], 0))
  #else
  return start
  #endif
}

/// The sums of products added up apart, `b` of which began with zeros.
@inline(__always)
func joinedSums(_ a: GroupSums, _ b: GroupSums) -> GroupSums {
  #if arch(arm64) && !TFLITE_DOT && !TFLITE_I8MM
  return GroupSums(low: a.low &+ b.low, high: a.high &+ b.high)
  #else
  return a &+ b
  #endif
}

/// The sum of each column.
@inline(__always)
func columnSums(_ sums: GroupSums) -> Ints {
  #if arch(arm64) && !TFLITE_DOT && !TFLITE_I8MM
  return vpaddq_s32(sums.low, sums.high)
  #else
  return sums
  #endif
}

/// `sum` plus the products of one group: `activations` holds its `groupSize` elements, the same in all lanes, or those of the
/// group of each lane. Where a group has 8, those of two rows, by two columns; the sums are those of the first row, then of the
/// second.
@inline(__always)
func groupDot(_ sum: GroupSums, _ weights: GroupWeights, _ activations: Ints) -> GroupSums {
  #if TFLITE_AVX512 || TFLITE_AVXVNNI
  return byteDot(sum, activations, weights)
  #elseif TFLITE_AVX2
  return sum
    &+ unsafeBitCast(
      _mm256_madd_epi16(
        unsafeBitCast(weights, to: SIMD4<Int64>.self), unsafeBitCast(activations, to: SIMD4<Int64>.self)),
      to: Ints.self)
  #elseif arch(arm64) && TFLITE_I8MM
  return vmmlaq_s32(sum, unsafeBitCast(activations, to: SIMD16<Int8>.self), weights)
  #elseif arch(arm64) && TFLITE_DOT
  return vdotq_s32(sum, weights, unsafeBitCast(activations, to: SIMD16<Int8>.self))
  #elseif arch(arm64)
  // A pair of products can need 17 bits, so that each is widened as it is added to its neighbor.
  let bytes = unsafeBitCast(activations, to: SIMD16<Int8>.self)
  var result = sum
  result.low = vpadalq_s16(sum.low, vmull_s8(weights.lowHalf, bytes.lowHalf))
  result.high = vpadalq_s16(sum.high, vmull_s8(weights.highHalf, bytes.highHalf))
  return result
  #elseif arch(x86_64)
  return sum &+ multiplyAddPairs(weights, unsafeBitCast(activations, to: SIMD8<Int16>.self))
  #else
  let pairs = unsafeBitCast(activations, to: SIMD8<Int16>.self)
  return sum &+ Ints(truncatingIfNeeded: weights.lowHalf) &* Ints(truncatingIfNeeded: pairs.evenHalf)
    &+ Ints(truncatingIfNeeded: weights.highHalf) &* Ints(truncatingIfNeeded: pairs.oddHalf)
  #endif
}

#if TFLITE_AVX512 || TFLITE_AVXVNNI
/// Each lane of `sum` plus the four products of a lane's unsigned and signed bytes.
@inline(__always)
func byteDot(_ sum: Ints, _ unsigned: Ints, _ signed: Ints) -> Ints {
  #if TFLITE_EMULATED
  let low = Ints(repeating: 0xFF)
  var total = sum
  total = total &+ (unsigned & low) &* ((signed &<< 24) &>> 24)
  total = total &+ ((unsigned &>> 8) & low) &* ((signed &<< 16) &>> 24)
  total = total &+ ((unsigned &>> 16) & low) &* ((signed &<< 8) &>> 24)
  return total &+ ((unsigned &>> 24) & low) &* (signed &>> 24)
  #else
  let sum = unsafeBitCast(sum, to: Longs.self)
  let unsigned = unsafeBitCast(unsigned, to: Longs.self)
  let signed = unsafeBitCast(signed, to: Longs.self)
  #if TFLITE_AVX512
  return unsafeBitCast(_mm512_dpbusd_epi32(sum, unsigned, signed), to: Ints.self)
  #elseif TFLITE_EVEX
  return unsafeBitCast(_mm256_mask_dpbusd_epi32(sum, 0xFF, unsigned, signed), to: Ints.self)
  #else
  return unsafeBitCast(_mm256_dpbusd_avx_epi32(sum, unsigned, signed), to: Ints.self)
  #endif
  #endif
}
#endif

/// Eight signed bytes, widened.
@inline(__always)
func widenedSigned(_ bytes: UInt64) -> SIMD8<Int16> {
  #if TFLITE_AVX2 || TFLITE_AVX512
  return unsafeBitCast(
    _mm_cvtepi8_epi16(SIMD2<Int64>(Int64(bitPattern: bytes), 0)), to: SIMD8<Int16>.self)
  #elseif arch(x86_64)
  let twice = _mm_unpacklo_epi8(
    SIMD2<Int64>(Int64(bitPattern: bytes), 0), SIMD2<Int64>(Int64(bitPattern: bytes), 0))
  return unsafeBitCast(twice, to: SIMD8<Int16>.self) &>> 8
  #else
  return SIMD8<Int16>(truncatingIfNeeded: unsafeBitCast(bytes, to: SIMD8<Int8>.self))
  #endif
}

/// Eight unsigned bytes, widened.
@inline(__always)
func widenedUnsigned(_ bytes: UInt64) -> SIMD8<Int16> {
  #if arch(x86_64)
  return unsafeBitCast(
    _mm_unpacklo_epi8(SIMD2<Int64>(Int64(bitPattern: bytes), 0), SIMD2<Int64>(0, 0)), to: SIMD8<Int16>.self)
  #else
  return SIMD8<Int16>(truncatingIfNeeded: unsafeBitCast(bytes, to: SIMD8<UInt8>.self))
  #endif
}

/// As many signed bytes from `source` on as a register has 16-bit lanes, widened.
@inline(__always)
func widenedSigned(shortsAt source: UnsafeRawPointer) -> Shorts {
  #if TFLITE_AVX512 && !TFLITE_EMULATED
  return unsafeBitCast(_mm512_cvtepi8_epi16(source.lanes(0, as: SIMD4<Int64>.self)), to: Shorts.self)
  #elseif TFLITE_AVX512
  return Shorts(truncatingIfNeeded: source.lanes(0, as: SIMD32<Int8>.self))
  #elseif TFLITE_AVX2
  return unsafeBitCast(_mm256_cvtepi8_epi16(source.lanes(0, as: SIMD2<Int64>.self)), to: Shorts.self)
  #else
  return widenedSigned(source.loadUnaligned(as: UInt64.self))
  #endif
}

/// The same of unsigned bytes.
@inline(__always)
func widenedUnsigned(shortsAt source: UnsafeRawPointer) -> Shorts {
  #if TFLITE_AVX512 && !TFLITE_EMULATED
  return unsafeBitCast(_mm512_cvtepu8_epi16(source.lanes(0, as: SIMD4<Int64>.self)), to: Shorts.self)
  #elseif TFLITE_AVX512
  return Shorts(truncatingIfNeeded: source.lanes(0, as: SIMD32<UInt8>.self))
  #elseif TFLITE_AVX2
  return unsafeBitCast(_mm256_cvtepu8_epi16(source.lanes(0, as: SIMD2<Int64>.self)), to: Shorts.self)
  #else
  return widenedUnsigned(source.loadUnaligned(as: UInt64.self))
  #endif
}

/// The sums of the low and of the high eight bytes.
@inline(__always)
func sumsOfBytes(_ bytes: SIMD16<UInt8>) -> SIMD2<Int64> {
  #if arch(x86_64)
  return _mm_sad_epu8(unsafeBitCast(bytes, to: SIMD2<Int64>.self), SIMD2<Int64>(0, 0))
  #elseif arch(arm64)
  return unsafeBitCast(vpaddlq_u32(vpaddlq_u16(vpaddlq_u8(bytes))), to: SIMD2<Int64>.self)
  #else
  let wide = SIMD16<UInt16>(truncatingIfNeeded: bytes)
  return SIMD2<Int64>(Int64(wide.lowHalf.wrappedSum()), Int64(wide.highHalf.wrappedSum()))
  #endif
}

/// The sum of the lanes.
@inline(__always)
func total(_ x: SIMD4<Int32>) -> Int32 { x[0] &+ x[1] &+ x[2] &+ x[3] }

/// `x * scale` rounded half away from zero for a vector of factors at `scales`; values outside become `Int32.min`.
@inline(__always)
func roundedProduct(_ x: Ints, _ scales: UnsafeRawPointer) -> Ints {
  #if TFLITE_AVX512 && !TFLITE_EMULATED
  return Ints(
    lowHalf: roundedProduct(x.lowHalf, scales.lanes(0, as: SIMD8<Double>.self)),
    highHalf: roundedProduct(x.highHalf, scales.lanes(64, as: SIMD8<Double>.self)))
  #elseif TFLITE_AVX512
  return Ints(
    lowHalf: SIMD8<Int32>(
      lowHalf: roundedProduct(x.lowHalf.lowHalf, scales.lanes(0, as: SIMD4<Double>.self)),
      highHalf: roundedProduct(x.lowHalf.highHalf, scales.lanes(32, as: SIMD4<Double>.self))),
    highHalf: SIMD8<Int32>(
      lowHalf: roundedProduct(x.highHalf.lowHalf, scales.lanes(64, as: SIMD4<Double>.self)),
      highHalf: roundedProduct(x.highHalf.highHalf, scales.lanes(96, as: SIMD4<Double>.self))))
  #elseif TFLITE_AVX2
  return Ints(
    lowHalf: roundedProduct(x.lowHalf, scales.lanes(0, as: SIMD4<Double>.self)),
    highHalf: roundedProduct(x.highHalf, scales.lanes(32, as: SIMD4<Double>.self)))
  #else
  return roundedProduct(x, scales.lanes(0, as: SIMD2<Double>.self), scales.lanes(16, as: SIMD2<Double>.self))
  #endif
}

#if TFLITE_AVX2 || TFLITE_AVX512
@inline(__always)
private func roundedProduct(_ x: SIMD4<Int32>, _ scale: SIMD4<Double>) -> SIMD4<Int32> {
  let product = _mm256_cvtepi32_pd(unsafeBitCast(x, to: SIMD2<Int64>.self)) * scale
  let sign = unsafeBitCast(product, to: SIMD4<UInt64>.self) & SIMD4<UInt64>(repeating: 1 << 63)
  let half = SIMD4<UInt64>(repeating: (0.5).nextDown.bitPattern)
  return unsafeBitCast(
    _mm256_cvttpd_epi32(product + unsafeBitCast(sign | half, to: SIMD4<Double>.self)), to: SIMD4<Int32>.self)
}
#endif

#if TFLITE_AVX512 && !TFLITE_EMULATED
@inline(__always)
private func roundedProduct(_ x: SIMD8<Int32>, _ scale: SIMD8<Double>) -> SIMD8<Int32> {
  let product = _mm512_cvtepi32_pd(unsafeBitCast(x, to: SIMD4<Int64>.self)) * scale
  let sign = unsafeBitCast(product, to: SIMD8<UInt64>.self) & SIMD8<UInt64>(repeating: 1 << 63)
  let half = SIMD8<UInt64>(repeating: (0.5).nextDown.bitPattern)
  return unsafeBitCast(
    _mm512_cvttpd_epi32(product + unsafeBitCast(sign | half, to: SIMD8<Double>.self)), to: SIMD8<Int32>.self)
}
#endif

/// Integers as floats, rounded to nearest.
@inline(__always)
func floats(_ x: Ints) -> Floats {
  #if TFLITE_AVX512 && !TFLITE_EMULATED
  return _mm512_cvtepi32_ps(unsafeBitCast(x, to: SIMD8<Int64>.self))
  #elseif TFLITE_AVX2
  return _mm256_cvtepi32_ps(unsafeBitCast(x, to: SIMD4<Int64>.self))
  #elseif arch(x86_64) && !TFLITE_AVX512
  return _mm_cvtepi32_ps(unsafeBitCast(x, to: SIMD2<Int64>.self))
  #else
  return Floats(x)
  #endif
}

/// The first `count` bytes, at most 16, at `source` and zeros; nothing behind them is touched.
@inline(__always)
func fewBytes(_ source: UnsafeRawPointer, _ count: Int) -> SIMD16<UInt8> {
  #if TFLITE_AVX512 && !TFLITE_EMULATED
  let mask = UInt16(truncatingIfNeeded: (1 &<< count) &- 1)
  return unsafeBitCast(_mm_maskz_loadu_epi8(mask, source), to: SIMD16<UInt8>.self)
  #else
  return source.lanes(first: count, 0, as: SIMD16<UInt8>.self)
  #endif
}

/// The first `count` bytes, fewer than a vector has, at `source` and zeros; nothing behind them is touched.
@inline(__always)
func partialBytes(_ source: UnsafeRawPointer, _ count: Int) -> Bytes {
  #if TFLITE_AVX512 && !TFLITE_EMULATED
  return unsafeBitCast(
    _mm512_maskz_loadu_epi8((1 &<< UInt64(truncatingIfNeeded: count)) &- 1, source), to: Bytes.self)
  #else
  return source.lanes(first: count, 0, as: Bytes.self)
  #endif
}

#endif
