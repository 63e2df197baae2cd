#if !TFLITE_TIER || (TFLITE_X86 && arch(x86_64)) || (TFLITE_ARM && arch(arm64))

#if arch(x86_64)
import _Builtin_intrinsics.intel
#elseif arch(arm64)
import _Builtin_intrinsics.arm.neon
#endif
#if TFLITE_TIER
import TFLiteKernels
#endif

// Integer operations on whole vectors of the tier. Comparisons are between vectors: those of a vector with a scalar are
// compiled lane by lane.

/// The 64-bit products of the even lanes.
@inline(__always)
func evenProducts(_ a: Ints, _ b: Ints) -> Longs {
  #if TFLITE_AVX512 && !TFLITE_EMULATED
  return _mm512_mul_epi32(unsafeBitCast(a, to: Longs.self), unsafeBitCast(b, to: Longs.self))
  #elseif TFLITE_AVX2
  return _mm256_mul_epi32(unsafeBitCast(a, to: Longs.self), unsafeBitCast(b, to: Longs.self))
  #elseif arch(arm64)
  return vmull_s32(a.evenHalf, b.evenHalf)
  #else
  let a64 = unsafeBitCast(a, to: Longs.self)
  let b64 = unsafeBitCast(b, to: Longs.self)
  return ((a64 &<< 32) &>> 32) &* ((b64 &<< 32) &>> 32)
  #endif
}

/// `sum` plus the products of `weights` with lane `lane` of `x`, a constant.
@inline(__always)
func addLaneProducts(
  _ sum: SIMD4<Int32>, _ weights: SIMD4<Int16>, _ x: SIMD8<Int16>, _ lane: Int
) -> SIMD4<Int32> {
  let factor = SIMD4<Int16>(repeating: x[lane])
  #if arch(arm64)
  return sum &+ vmull_s16(weights, factor)
  #else
  return sum &+ SIMD4<Int32>(truncatingIfNeeded: weights) &* SIMD4<Int32>(truncatingIfNeeded: factor)
  #endif
}

/// The odd lanes in the places of the even ones; the odd places may hold anything.
@inline(__always)
func oddLanesDown(_ x: Ints) -> Ints {
  // A shift by 32 would let the optimizer see a sign extension and multiply 64-bit numbers.
  #if TFLITE_AVX512 && !TFLITE_EMULATED
  return unsafeBitCast(_mm512_movehdup_ps(unsafeBitCast(x, to: SIMD16<Float>.self)), to: Ints.self)
  #elseif TFLITE_AVX2
  return unsafeBitCast(_mm256_movehdup_ps(unsafeBitCast(x, to: SIMD8<Float>.self)), to: Ints.self)
  #else
  return unsafeBitCast(unsafeBitCast(x, to: Longs.self) &>> Longs(repeating: 32), to: Ints.self)
  #endif
}

/// The even lanes of `even` and the odd lanes of `odd`.
@inline(__always)
func mergedLanes(_ even: Ints, _ odd: Ints) -> Ints {
  #if TFLITE_AVX512 && !TFLITE_EMULATED
  return unsafeBitCast(
    _mm512_mask_mov_epi32(unsafeBitCast(even, to: Longs.self), 0xAAAA, unsafeBitCast(odd, to: Longs.self)),
    to: Ints.self)
  #else
  let isOdd = unsafeBitCast(Longs(repeating: -1 << 32), to: Ints.self)
  return (even & ~isOdd) | (odd & isOdd)
  #endif
}

/// `x` shifted to the right by 0 to 31 bits, zeros coming in.
@inline(__always)
func logicallyShifted(_ x: Ints, _ count: Ints) -> Ints {
  #if TFLITE_AVX512 && !TFLITE_EMULATED
  return unsafeBitCast(
    _mm512_srlv_epi32(unsafeBitCast(x, to: Longs.self), unsafeBitCast(count, to: Longs.self)), to: Ints.self)
  #elseif TFLITE_AVX2
  return unsafeBitCast(
    _mm256_srlv_epi32(unsafeBitCast(x, to: Longs.self), unsafeBitCast(count, to: Longs.self)), to: Ints.self)
  #elseif TFLITE_AVX512
  return unsafeBitCast(
    unsafeBitCast(x, to: SIMD16<UInt32>.self) &>> unsafeBitCast(count, to: SIMD16<UInt32>.self), to: Ints.self)
  #else
  return unsafeBitCast(
    unsafeBitCast(x, to: SIMD4<UInt32>.self) &>> unsafeBitCast(count, to: SIMD4<UInt32>.self), to: Ints.self)
  #endif
}

/// `x` shifted to the right by 0 to 31 bits, copies of its sign coming in.
@inline(__always)
func arithmeticallyShifted(_ x: Ints, _ count: Ints) -> Ints {
  #if TFLITE_AVX512 && !TFLITE_EMULATED
  return unsafeBitCast(
    _mm512_srav_epi32(unsafeBitCast(x, to: Longs.self), unsafeBitCast(count, to: Longs.self)), to: Ints.self)
  #elseif TFLITE_AVX2
  return unsafeBitCast(
    _mm256_srav_epi32(unsafeBitCast(x, to: Longs.self), unsafeBitCast(count, to: Longs.self)), to: Ints.self)
  #else
  return x &>> count
  #endif
}

/// The distance of each lane from zero, as an unsigned number.
@inline(__always)
func magnitudes(_ x: Ints) -> Ints {
  #if TFLITE_AVX512 && !TFLITE_EMULATED
  return unsafeBitCast(_mm512_abs_epi32(unsafeBitCast(x, to: Longs.self)), to: Ints.self)
  #elseif TFLITE_AVX2
  return unsafeBitCast(_mm256_abs_epi32(unsafeBitCast(x, to: Longs.self)), to: Ints.self)
  #elseif arch(arm64)
  return vabsq_s32(x)
  #else
  return x.replacing(with: Ints() &- x, where: x .< Ints())
  #endif
}

/// `x` negated where `sign` is negative; zero lanes of `sign` may give 0.
@inline(__always)
func withSign(_ x: Ints, of sign: Ints) -> Ints {
  #if TFLITE_AVX2
  return unsafeBitCast(
    _mm256_sign_epi32(unsafeBitCast(x, to: Longs.self), unsafeBitCast(sign, to: Longs.self)), to: Ints.self)
  #elseif TFLITE_AVX512 && !TFLITE_EMULATED
  let x64 = unsafeBitCast(x, to: Longs.self)
  let isNegative = _mm512_movepi32_mask(unsafeBitCast(sign, to: Longs.self))
  return unsafeBitCast(_mm512_mask_sub_epi32(x64, isNegative, Longs(), x64), to: Ints.self)
  #else
  return x.replacing(with: Ints() &- x, where: sign .< Ints())
  #endif
}

/// The low byte of each lane.
@inline(__always)
func narrowedBytes(_ x: Ints) -> NarrowBytes {
  #if TFLITE_AVX512 && !TFLITE_EMULATED
  return unsafeBitCast(_mm512_cvtepi32_epi8(unsafeBitCast(x, to: Longs.self)), to: NarrowBytes.self)
  #elseif TFLITE_AVX2
  let order = SIMD4<Int32>(0x0C08_0400, 0x0C08_0400, 0x0C08_0400, 0x0C08_0400)
  let pattern = unsafeBitCast(Ints(lowHalf: order, highHalf: order), to: Longs.self)
  let bytes = unsafeBitCast(_mm256_shuffle_epi8(unsafeBitCast(x, to: Longs.self), pattern), to: Ints.self)
  return unsafeBitCast(SIMD2<Int32>(bytes[0], bytes[4]), to: NarrowBytes.self)
  #elseif arch(x86_64) && !TFLITE_AVX512
  let low = unsafeBitCast(x & 0xFF, to: SIMD2<Int64>.self)
  let shorts = _mm_packs_epi32(low, low)
  let bytes = unsafeBitCast(_mm_packus_epi16(shorts, shorts), to: SIMD4<Int32>.self)
  return unsafeBitCast(bytes[0], to: NarrowBytes.self)
  #else
  return NarrowBytes(truncatingIfNeeded: x)
  #endif
}

/// Each lane as 16 bits; lanes lie within them.
@inline(__always)
func narrowedShorts(_ x: Ints) -> NarrowShorts {
  #if TFLITE_AVX512 && !TFLITE_EMULATED
  return unsafeBitCast(_mm512_cvtepi32_epi16(unsafeBitCast(x, to: Longs.self)), to: NarrowShorts.self)
  #elseif TFLITE_AVX2
  return unsafeBitCast(
    _mm_packs_epi32(
      unsafeBitCast(x.lowHalf, to: SIMD2<Int64>.self), unsafeBitCast(x.highHalf, to: SIMD2<Int64>.self)),
    to: NarrowShorts.self)
  #elseif arch(x86_64) && !TFLITE_AVX512
  let bits = unsafeBitCast(x, to: SIMD2<Int64>.self)
  return unsafeBitCast(_mm_packs_epi32(bits, bits), to: SIMD8<Int16>.self).lowHalf
  #else
  return NarrowShorts(truncatingIfNeeded: x)
  #endif
}

extension SIMD where Self == Bytes {
  /// The bits that differ from those of `mask`. Operators of so many lanes are compiled lane by lane.
  @inline(__always)
  func flipped(_ mask: Bytes) -> Bytes {
    unsafeBitCast(unsafeBitCast(self, to: Longs.self) ^ unsafeBitCast(mask, to: Longs.self), to: Bytes.self)
  }
}

/// The sums of 16-bit lanes, wrapping.
@inline(__always)
func addedShorts(_ a: Shorts, _ b: Shorts) -> Shorts {
  #if TFLITE_AVX512 && !TFLITE_EMULATED
  return unsafeBitCast(
    _mm512_add_epi16(unsafeBitCast(a, to: Longs.self), unsafeBitCast(b, to: Longs.self)), to: Shorts.self)
  #elseif TFLITE_AVX2
  return unsafeBitCast(
    _mm256_add_epi16(unsafeBitCast(a, to: Longs.self), unsafeBitCast(b, to: Longs.self)), to: Shorts.self)
  #else
  return a &+ b
  #endif
}

/// `x` shifted to the left by 0 to 31 bits.
@inline(__always)
func shiftedLeft(_ x: Ints, _ count: Ints) -> Ints {
  #if TFLITE_AVX512 && !TFLITE_EMULATED
  return unsafeBitCast(
    _mm512_sllv_epi32(unsafeBitCast(x, to: Longs.self), unsafeBitCast(count, to: Longs.self)), to: Ints.self)
  #elseif TFLITE_AVX2
  return unsafeBitCast(
    _mm256_sllv_epi32(unsafeBitCast(x, to: Longs.self), unsafeBitCast(count, to: Longs.self)), to: Ints.self)
  #else
  return x &<< count
  #endif
}

/// `x` times `multiplier * 2^(-31 - rightShift)`: the doubled product's high half, halves upwards, then divided by the power
/// of two, halves away from zero. Equal to `QuantizedMultiplier.apply` for multipliers >= 0 and right shifts 0 to 31.
@inline(__always)
func requantized(_ x: Ints, _ multiplier: Ints, _ rightShift: Ints, hasNegatives: Bool = true) -> Ints {
  #if TFLITE_AVX2 || TFLITE_AVX512
  let rounding = Longs(repeating: 1 << 30)
  let even = evenProducts(x, multiplier) &+ rounding
  let odd = evenProducts(oddLanesDown(x), oddLanesDown(multiplier)) &+ rounding
  let high = mergedLanes(unsafeBitCast(even &>> 31, to: Ints.self), unsafeBitCast(odd &<< 1, to: Ints.self))
  // The magnitude is at most 2^31 and half the divisor at most 2^30, so that the unsigned sum is exact.
  let half = logicallyShifted(shiftedLeft(Ints(repeating: 1), rightShift), Ints(repeating: 1))
  return withSign(logicallyShifted(magnitudes(high) &+ half, rightShift), of: high)
  #elseif arch(x86_64)
  let inverse = unsafeBitCast((127 &- rightShift) &<< 23, to: SIMD4<Float>.self)
  return roundingRightShift(roundingDoublingHighMultiply(x, multiplier), inverse: inverse)
  #elseif arch(arm64)
  return requantized(x, multiplier, leftShift: Ints() &- rightShift, hasNegatives: hasNegatives, divides: false)
  #else
  let high = roundingDoublingHighMultiply(x, multiplier)
  let mask = (Ints(repeating: 1) &<< rightShift) &- 1
  let threshold = (mask &>> 1) &- (high &>> 31)
  return (high &>> rightShift) &+ Ints().replacing(with: Ints(repeating: 1), where: (high & mask) .> threshold)
  #endif
}

/// The same with right shifts as negative ones to the left, for tiers with `hasRoundingShifts`.
/// - Parameter divides: a constant; whether there are no shifts by zero.
@inline(__always)
func requantized(_ x: Ints, _ multiplier: Ints, leftShift: Ints, hasNegatives: Bool, divides: Bool) -> Ints {
  #if arch(arm64)
  // Shifts round halves upwards. Negative numbers are made less by one first, which rounds halves downwards and changes
  // nothing else; the high half of a product with a multiplier that is not negative is not the least number. A negative number
  // whose product is zero may become -1, which shifts by one bit or more round to zero.
  let high = roundingDoublingHighMultiply(x, multiplier)
  if !hasNegatives { return vrshlq_s32(high, leftShift) }
  return vrshlq_s32(high &+ ((divides ? x : high & leftShift) &>> Ints(repeating: 31)), leftShift)
  #else
  return requantized(x, multiplier, Ints() &- leftShift, hasNegatives: hasNegatives)
  #endif
}

/// `x * multiplier / 2^31` shifted to the right, by negative shifts to the left, and rounded once, halves upwards: the lower half
/// of the product is dropped, and floors nest. For tiers with `hasRoundingShifts`.
@inline(__always)
func roundedOnce(_ x: Ints, _ multiplier: Ints, leftShift: Ints) -> Ints {
  #if arch(arm64)
  return vrshlq_s32(vqdmulhq_s32(x, multiplier), leftShift)
  #else
  return requantized(x, multiplier, Ints() &- leftShift)
  #endif
}

/// `x` divided by two to the power of `bits`, 1 to 30, halves away from zero; no lane is so large that half the divisor added
/// to it overflows.
@inline(__always)
func dividedByPower(_ x: Ints, bits: Int32) -> Ints {
  // One less for negative numbers, whose halves go down.
  #if arch(arm64)
  return vrshlq_s32(x &+ (x &>> Ints(repeating: 31)), Ints(repeating: 0 &- bits))
  #else
  let half = arithmeticallyShifted(x, Ints(repeating: 31)) &+ Ints(repeating: 1 &<< (bits &- 1))
  return arithmeticallyShifted(x &+ half, Ints(repeating: bits))
  #endif
}

/// The lanes raised to `lower` and lowered to `upper`.
@inline(__always)
func clamped(_ x: Ints, _ lower: Ints, _ upper: Ints) -> Ints {
  #if TFLITE_AVX512 && !TFLITE_EMULATED
  let raised = _mm512_max_epi32(unsafeBitCast(x, to: Longs.self), unsafeBitCast(lower, to: Longs.self))
  return unsafeBitCast(_mm512_min_epi32(raised, unsafeBitCast(upper, to: Longs.self)), to: Ints.self)
  #elseif TFLITE_AVX2
  let raised = _mm256_max_epi32(unsafeBitCast(x, to: Longs.self), unsafeBitCast(lower, to: Longs.self))
  return unsafeBitCast(_mm256_min_epi32(raised, unsafeBitCast(upper, to: Longs.self)), to: Ints.self)
  #elseif arch(arm64)
  return vminq_s32(vmaxq_s32(x, lower), upper)
  #else
  let raised = x.replacing(with: lower, where: x .< lower)
  return raised.replacing(with: upper, where: upper .< raised)
  #endif
}

/// The four lanes of `x`, repeated.
@inline(__always)
func repeated(_ x: SIMD4<UInt32>) -> Ints {
  let x = unsafeBitCast(x, to: SIMD4<Int32>.self)
  #if TFLITE_AVX512
  let twice = SIMD8<Int32>(lowHalf: x, highHalf: x)
  return Ints(lowHalf: twice, highHalf: twice)
  #elseif TFLITE_AVX2
  return Ints(lowHalf: x, highHalf: x)
  #else
  return x
  #endif
}

/// The sum of the lanes modulo 2^32.
@inline(__always)
func sumOfLanes(_ x: SIMD4<Int32>) -> Int32 { (x[0] &+ x[2]) &+ (x[1] &+ x[3]) }

/// The sum of the lanes modulo 2^32.
@inline(__always)
func sumOfLanes(_ x: SIMD8<Int32>) -> Int32 { sumOfLanes(x.lowHalf &+ x.highHalf) }

/// The sum of the lanes modulo 2^32.
@inline(__always)
func sumOfLanes(_ x: SIMD16<Int32>) -> Int32 { sumOfLanes(x.lowHalf &+ x.highHalf) }

#endif
