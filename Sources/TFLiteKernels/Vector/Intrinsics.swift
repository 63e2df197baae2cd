#if !TFLITE_TIER || (TFLITE_X86 && arch(x86_64)) || (TFLITE_ARM && arch(arm64))

import Builtin

#if arch(x86_64)
import _Builtin_intrinsics.intel
#elseif arch(arm64)
import _Builtin_intrinsics.arm.neon
#endif
#if TFLITE_TIER
import TFLiteKernels
#endif

// The files Intrinsics*.swift name processor instructions; everything else is written with SIMD types. A function has one
// branch for each family that needs one, and says the same for all.

/// Asks for the cache line at `address`, any address, in the second-level cache ahead of its use.
@inline(__always)
func fetch(_ address: UnsafeRawPointer) {
  let (isWritten, locality, isData): (Int32, Int32, Int32) = (0, 2, 1)
  Builtin.int_prefetch_RawPointer(address._rawValue, isWritten._value, locality._value, isData._value)
}

/// The same in tiles of products, which are worth it where vectors are long.
@inline(__always)
func fetchAhead(_ address: UnsafeRawPointer) {
  #if TFLITE_TIER
  fetch(address)
  #endif
}

/// Tells the processor that a loop waits, so that it gives more of the core to another thread there; nil where no instruction does.
var waitHint: (@Sendable () -> Void)? {
  #if TFLITE_TIER && arch(x86_64)
  return { Builtin.int_x86_sse2_pause() }
  #else
  return nil
  #endif
}

/// The sums of products of neighboring 16-bit lanes.
@inline(__always)
func multiplyAddPairs(_ a: SIMD8<Int16>, _ b: SIMD8<Int16>) -> SIMD4<Int32> {
  #if arch(x86_64)
  return unsafeBitCast(
    _mm_madd_epi16(unsafeBitCast(a, to: SIMD2<Int64>.self), unsafeBitCast(b, to: SIMD2<Int64>.self)),
    to: SIMD4<Int32>.self)
  #elseif arch(arm64)
  return vpaddq_s32(vmull_s16(a.lowHalf, b.lowHalf), vmull_s16(a.highHalf, b.highHalf))
  #else
  return SIMD4<Int32>(truncatingIfNeeded: a.evenHalf) &* SIMD4<Int32>(truncatingIfNeeded: b.evenHalf)
    &+ SIMD4<Int32>(truncatingIfNeeded: a.oddHalf) &* SIMD4<Int32>(truncatingIfNeeded: b.oddHalf)
  #endif
}

/// `a * b * 2` rounded to its high 32 bits, halves upwards, for `b >= 0`.
@inline(__always)
func roundingDoublingHighMultiply(_ a: SIMD4<Int32>, _ b: SIMD4<Int32>) -> SIMD4<Int32> {
  #if arch(x86_64)
  let a64 = unsafeBitCast(a, to: SIMD2<UInt64>.self)
  let b64 = unsafeBitCast(b, to: SIMD2<UInt64>.self)
  let rounding = SIMD2<UInt64>(repeating: 1 << 30)
  let low = SIMD2<UInt64>(repeating: 0xFFFF_FFFF)
  let half = SIMD2<UInt64>(repeating: 32)
  let even = (multiplyLow32(a64, b64) &+ rounding) &>> SIMD2<UInt64>(repeating: 31)
  let odd = (multiplyLow32(a64 &>> half, b64 &>> half) &+ rounding) &>> SIMD2<UInt64>(repeating: 31)
  let unsigned = unsafeBitCast((even & low) | (odd &<< half), to: SIMD4<Int32>.self)
  // The products above take `a` as unsigned, which is 2^32 too much where it is negative.
  return unsigned &- ((a &>> SIMD4<Int32>(repeating: 31)) & (b &+ b))
  #elseif arch(arm64)
  return vqrdmulhq_s32(a, b)
  #else
  let product = SIMD4<Int64>(truncatingIfNeeded: a) &* SIMD4<Int64>(truncatingIfNeeded: b)
  return SIMD4<Int32>(truncatingIfNeeded: (product &+ (1 << 30)) &>> 31)
  #endif
}

#if arch(x86_64)
@inline(__always)
private func multiplyLow32(_ a: SIMD2<UInt64>, _ b: SIMD2<UInt64>) -> SIMD2<UInt64> {
  unsafeBitCast(
    _mm_mul_epu32(unsafeBitCast(a, to: SIMD2<Int64>.self), unsafeBitCast(b, to: SIMD2<Int64>.self)),
    to: SIMD2<UInt64>.self)
}
#endif

/// `x` without fraction, as 32-bit integers; values outside become `Int32.min`.
@inline(__always)
func truncatedToInt32(_ x: SIMD2<Double>) -> SIMD2<Int32> {
  #if arch(x86_64)
  return unsafeBitCast(_mm_cvttpd_epi32(x), to: SIMD4<Int32>.self).lowHalf
  #elseif arch(arm64)
  return narrowed(vcvtq_s64_f64(x), where: vcltq_f64(x, SIMD2(repeating: 0x1p31)))
  #else
  return SIMD2<Int32>(MathFunctions.truncatedToInt32(x[0]), MathFunctions.truncatedToInt32(x[1]))
  #endif
}

/// `x` without fraction, as 32-bit integers; values outside become `Int32.min`.
@inline(__always)
func truncatedToInt32(_ x: SIMD4<Float>) -> SIMD4<Int32> {
  #if arch(x86_64)
  return unsafeBitCast(_mm_cvttps_epi32(x), to: SIMD4<Int32>.self)
  #elseif arch(arm64)
  return checked(vcvtq_s32_f32(x), from: x)
  #else
  return SIMD4<Int32>(
    MathFunctions.truncatedToInt32(x[0]), MathFunctions.truncatedToInt32(x[1]),
    MathFunctions.truncatedToInt32(x[2]), MathFunctions.truncatedToInt32(x[3]))
  #endif
}

#if arch(arm64)
/// The integers made of `x`, which the processor has saturated, with `Int32.min` where `x` is too large or not a number.
@inline(__always)
func checked(_ integers: SIMD4<Int32>, from x: SIMD4<Float>) -> SIMD4<Int32> {
  vbslq_s32(vcltq_f32(x, SIMD4(repeating: 0x1p31)), integers, SIMD4(repeating: Int32.min))
}

/// The integers as 32 bits, with `Int32.min` where they are below that or `isValid` has no bits.
@inline(__always)
private func narrowed(_ integers: SIMD2<Int64>, where isValid: SIMD2<UInt64>) -> SIMD2<Int32> {
  vqmovn_s64(vbslq_s64(isValid, integers, SIMD2(repeating: Int64(Int32.min))))
}
#endif

/// `x * scale` rounded half away from zero, as 32-bit integers; values outside become `Int32.min`.
@inline(__always)
func roundedProduct(_ x: SIMD4<Int32>, _ low: SIMD2<Double>, _ high: SIMD2<Double>) -> SIMD4<Int32> {
  SIMD4<Int32>(
    lowHalf: roundedHalfAway(SIMD2<Double>(x.lowHalf) * low),
    highHalf: roundedHalfAway(SIMD2<Double>(x.highHalf) * high))
}

/// `x` rounded half away from zero: the largest double below one half is added before truncation, so that no sum
/// rounds up to the next integer.
@inline(__always)
func roundedHalfAway(_ x: SIMD2<Double>) -> SIMD2<Int32> {
  #if arch(arm64)
  return narrowed(vcvtaq_s64_f64(x), where: vcltq_f64(x, SIMD2(repeating: 0x1p31 - 0.5)))
  #else
  let sign = unsafeBitCast(x, to: SIMD2<UInt64>.self) & SIMD2<UInt64>(repeating: 1 << 63)
  let half = SIMD2<UInt64>(repeating: (0.5).nextDown.bitPattern)
  return truncatedToInt32(x + unsafeBitCast(sign | half, to: SIMD2<Double>.self))
  #endif
}

/// `x / 2^exponent` rounded half away from zero; `inverse` holds `2^-exponent`, exponents 0 to 31.
@inline(__always)
func roundingRightShift(_ x: SIMD4<Int32>, inverse: SIMD4<Float>) -> SIMD4<Int32> {
  #if arch(x86_64)
  // 32 bits times a power of two leave a double room for the exact half.
  return roundedProduct(x, SIMD2<Double>(inverse.lowHalf), SIMD2<Double>(inverse.highHalf))
  #else
  let exponent = 127 &- (unsafeBitCast(inverse, to: SIMD4<Int32>.self) &>> 23)
  let mask = (SIMD4<Int32>(repeating: 1) &<< exponent) &- 1
  let remainder = x & mask
  let threshold = (mask &>> 1) &- (x &>> 31)
  let zero = SIMD4<Int32>()
  return (x &>> exponent) &+ zero.replacing(with: 1, where: remainder .> threshold)
  #endif
}

#endif
