#if !TFLITE_TIER || (TFLITE_X86 && arch(x86_64)) || (TFLITE_ARM && arch(arm64))

#if arch(x86_64)
import _Builtin_intrinsics.intel
#elseif arch(arm64)
import _Builtin_intrinsics.arm.neon
#endif
#if TFLITE_TIER
import Builtin
import TFLiteKernels
#endif

// The processor instructions of float kernels.

/// `a * b + c`: fused where the target has the instruction, two operations where it would be a library call.
@inline(__always)
func multiplyAdd(_ a: SIMD4<Float>, _ b: SIMD4<Float>, _ c: SIMD4<Float>) -> SIMD4<Float> {
  #if arch(arm64) || TFLITE_AVX2 || TFLITE_AVX512
  return c.addingProduct(a, b)
  #else
  return c + a * b
  #endif
}

/// `a * b + c`: fused where the target has the instruction, two operations where it would be a library call.
@inline(__always)
func multiplyAdd(_ a: SIMD8<Float>, _ b: SIMD8<Float>, _ c: SIMD8<Float>) -> SIMD8<Float> {
  #if arch(arm64) || TFLITE_AVX2 || TFLITE_AVX512
  return c.addingProduct(a, b)
  #else
  return c + a * b
  #endif
}

/// `a * b + c`: fused where the target has the instruction, two operations where it would be a library call.
@inline(__always)
func multiplyAdd(_ a: SIMD16<Float>, _ b: SIMD16<Float>, _ c: SIMD16<Float>) -> SIMD16<Float> {
  #if arch(arm64) || TFLITE_AVX2 || TFLITE_AVX512
  return c.addingProduct(a, b)
  #else
  return c + a * b
  #endif
}

/// `a * b + c`: fused where the target has the instruction, two operations where it would be a library call.
@inline(__always)
func multiplyAdd(_ a: Doubles, _ b: Doubles, _ c: Doubles) -> Doubles {
  #if arch(arm64) || TFLITE_AVX2 || TFLITE_AVX512
  return c.addingProduct(a, b)
  #else
  return c + a * b
  #endif
}

/// `c - a * b`, in the same way.
@inline(__always)
func multiplyAdd(negated a: Doubles, _ b: Doubles, _ c: Doubles) -> Doubles {
  #if arch(arm64) || TFLITE_AVX2 || TFLITE_AVX512
  return c.addingProduct(-a, b)
  #else
  return c - a * b
  #endif
}

/// The lanes raised to `lower` and lowered to `upper`; lanes that are NaN stay.
@inline(__always)
func boundedLanes(_ x: SIMD16<Float>, _ lower: SIMD16<Float>, _ upper: SIMD16<Float>) -> SIMD16<Float> {
  #if TFLITE_AVX512 && !TFLITE_EMULATED
  // Where a lane of either operand is NaN, the second one is the result.
  return _mm512_min_ps(upper, _mm512_max_ps(lower, x))
  #else
  let raised = x.replacing(with: lower, where: x .< lower)
  return raised.replacing(with: upper, where: upper .< raised)
  #endif
}

/// The lanes raised to `lower` and lowered to `upper`; lanes that are NaN stay.
@inline(__always)
func boundedLanes(_ x: SIMD4<Float>, _ lower: SIMD4<Float>, _ upper: SIMD4<Float>) -> SIMD4<Float> {
  #if arch(arm64)
  return vminq_f32(vmaxq_f32(x, lower), upper)
  #else
  let raised = x.replacing(with: lower, where: x .< lower)
  return raised.replacing(with: upper, where: upper .< raised)
  #endif
}

/// The lanes raised to `lower` and lowered to `upper`; lanes that are NaN stay.
@inline(__always)
func boundedLanes(_ x: SIMD8<Float>, _ lower: SIMD8<Float>, _ upper: SIMD8<Float>) -> SIMD8<Float> {
  #if arch(arm64)
  return SIMD8(
    lowHalf: boundedLanes(x.lowHalf, lower.lowHalf, upper.lowHalf),
    highHalf: boundedLanes(x.highHalf, lower.highHalf, upper.highHalf))
  #else
  let raised = x.replacing(with: lower, where: x .< lower)
  return raised.replacing(with: upper, where: upper .< raised)
  #endif
}

/// The lanes raised to `lower`; lanes that are NaN stay.
@inline(__always)
func raisedLanes(_ x: Floats, _ lower: Floats) -> Floats {
  #if arch(arm64)
  return vmaxq_f32(x, lower)
  #else
  return x.larger(lower)
  #endif
}

/// The square roots of the lanes.
@inline(__always)
func rootOfLanes(_ x: SIMD4<Float>) -> SIMD4<Float> {
  #if arch(x86_64)
  return _mm_sqrt_ps(x)
  #elseif arch(arm64)
  return vsqrtq_f32(x)
  #else
  return SIMD4(x.x.squareRoot(), x.y.squareRoot(), x.z.squareRoot(), x.w.squareRoot())
  #endif
}

/// The square roots of the lanes.
@inline(__always)
func rootOfLanes(_ x: SIMD8<Float>) -> SIMD8<Float> {
  #if TFLITE_AVX2 || TFLITE_AVX512
  return _mm256_sqrt_ps(x)
  #else
  return SIMD8(lowHalf: rootOfLanes(x.lowHalf), highHalf: rootOfLanes(x.highHalf))
  #endif
}

/// The square roots of the lanes.
@inline(__always)
func rootOfLanes(_ x: SIMD16<Float>) -> SIMD16<Float> {
  #if TFLITE_AVX512 && !TFLITE_EMULATED
  return _mm512_sqrt_ps(x)
  #else
  return SIMD16(lowHalf: rootOfLanes(x.lowHalf), highHalf: rootOfLanes(x.highHalf))
  #endif
}

/// The reciprocals of the square roots of the lanes.
@inline(__always)
func inverseRootOfLanes(_ x: Floats) -> Floats {
  #if TFLITE_AVX512 && !TFLITE_EMULATED
  // An approximation of 14 bits and a step of Newton's. Where the step has no number, of zero and infinity, the approximation
  // is exact.
  let y = _mm512_rsqrt14_ps(x)
  let half = Floats(repeating: -0.5) * x * y
  let refined = multiplyAdd(multiplyAdd(half, y, Floats(repeating: 0.5)), y, y)
  return y.replacing(with: refined, where: refined .== refined)
  #elseif TFLITE_AVX2
  // An approximation of 12 bits, which takes subnormal numbers for zero, and a step of third order, y + y e (1/2 + 3/8 e) with
  // e = 1 - x y y. Where that is no number, the approximation is exact, as above.
  let isSmall = x .< Floats(repeating: .leastNormalMagnitude)
  let scaled = x.replacing(with: x * Floats(repeating: 0x1p24), where: isSmall)
  let y = _mm256_rsqrt_ps(scaled)
  let e = multiplyAdd(scaled * y, -y, Floats(repeating: 1))
  let refined = multiplyAdd(y * e, multiplyAdd(e, Floats(repeating: 0.375), Floats(repeating: 0.5)), y)
  let inverse = y.replacing(with: refined, where: refined .== refined)
  return inverse.replacing(with: inverse * Floats(repeating: 0x1p12), where: isSmall)
  #else
  return Floats(repeating: 1) / rootOfLanes(x)
  #endif
}

#if TFLITE_AVX2 || (TFLITE_AVX512 && !TFLITE_EMULATED)
/// The nearest whole numbers, ties to even.
@inline(__always)
func roundedToEven(_ x: Floats) -> Floats {
  #if TFLITE_AVX2
  return unsafeBitCast(Builtin.int_roundeven_Vec8xFPIEEE32(x._storage._value), to: Floats.self)
  #else
  return unsafeBitCast(Builtin.int_roundeven_Vec16xFPIEEE32(x._storage._value), to: Floats.self)
  #endif
}

/// The largest whole numbers that are not larger.
@inline(__always)
func roundedDown(_ x: Floats) -> Floats {
  #if TFLITE_AVX2
  return unsafeBitCast(Builtin.int_floor_Vec8xFPIEEE32(x._storage._value), to: Floats.self)
  #else
  return unsafeBitCast(Builtin.int_floor_Vec16xFPIEEE32(x._storage._value), to: Floats.self)
  #endif
}

/// The smallest whole numbers that are not smaller.
@inline(__always)
func roundedUp(_ x: Floats) -> Floats {
  #if TFLITE_AVX2
  return unsafeBitCast(Builtin.int_ceil_Vec8xFPIEEE32(x._storage._value), to: Floats.self)
  #else
  return unsafeBitCast(Builtin.int_ceil_Vec16xFPIEEE32(x._storage._value), to: Floats.self)
  #endif
}
#endif

#if TFLITE_AVX512 && !TFLITE_EMULATED
extension Floats {
  /// The exponent of the largest power of two that is not larger than the magnitude.
  @inline(__always)
  var binaryExponents: Floats { _mm512_getexp_ps(self) }

  /// The lanes by powers of two, in [3/4, 3/2): NaN for negative ones, 1 for zeros and infinity.
  @inline(__always)
  var significands: Floats {
    // The interval in the low two bits, what becomes of signs above them.
    let (interval, currentRounding, all): (Int32, Int32, UInt16) = (0b1111, 4, 0xFFFF)
    let bits = _storage._value
    let significands = Builtin.int_x86_avx512_mask_getmant_ps_512(
      bits, interval._value, bits, all._value, currentRounding._value)
    return unsafeBitCast(significands, to: Floats.self)
  }

  /// `self * 2^n` for whole `n`, rounded once.
  @inline(__always)
  func scaled(byPowers n: Floats) -> Floats { _mm512_scalef_ps(self, n) }
}
#endif

// Loads and stores of fewer floats than a vector holds.

#if TFLITE_AVX2
/// All bits of the first `count` lanes.
@inline(__always)
private func firstLanes(_ count: Int) -> SIMD4<Int64> {
  let counts = SIMD8<Int32>(repeating: Int32(truncatingIfNeeded: count))
  return _mm256_cmpgt_epi32(
    unsafeBitCast(counts, to: SIMD4<Int64>.self),
    unsafeBitCast(SIMD8<Int32>(0, 1, 2, 3, 4, 5, 6, 7), to: SIMD4<Int64>.self))
}
#endif

/// The first `count` lanes, fewer than all; the others are zero.
@inline(__always)
func firstLanes(_ count: Int, of x: Floats) -> Floats {
  #if TFLITE_AVX512 && !TFLITE_EMULATED
  return _mm512_maskz_mov_ps(UInt16(truncatingIfNeeded: (1 &<< count) &- 1), x)
  #elseif TFLITE_AVX2
  return unsafeBitCast(unsafeBitCast(x, to: SIMD4<Int64>.self) & firstLanes(count), to: Floats.self)
  #else
  return withUnsafeBytes(of: x) { buffer in
    guard let base = buffer.baseAddress else { return Floats() }
    return base.lanes(first: count, 0, as: Floats.self)
  }
  #endif
}

extension UnsafeRawPointer {
  /// Loads the first `count` floats, fewer than a vector holds; the other lanes are those of `filler`.
  @inline(__always)
  func floats(first count: Int, _ offset: Int, filler: Floats) -> Floats {
    #if TFLITE_AVX512 && !TFLITE_EMULATED
    return _mm512_mask_loadu_ps(filler, UInt16(truncatingIfNeeded: (1 &<< count) &- 1), self + offset)
    #elseif TFLITE_AVX2
    let mask = firstLanes(count)
    let loaded = _mm256_maskload_ps((self + offset).assumingMemoryBound(to: Float.self), mask)
    return _mm256_blendv_ps(filler, loaded, unsafeBitCast(mask, to: Floats.self))
    #else
    var value = filler
    let source = self + offset
    withUnsafeMutableBytes(of: &value) { buffer in
      guard let base = buffer.baseAddress else { return }
      moveParts(from: source, to: base, 4 &* count)
    }
    return value
    #endif
  }

  /// Loads the first `count` floats, fewer than a vector holds; the other lanes are zero.
  @inline(__always)
  func floats(first count: Int, _ offset: Int) -> Floats {
    #if TFLITE_AVX512 && !TFLITE_EMULATED
    return _mm512_maskz_loadu_ps(UInt16(truncatingIfNeeded: (1 &<< count) &- 1), self + offset)
    #elseif TFLITE_AVX2
    return _mm256_maskload_ps((self + offset).assumingMemoryBound(to: Float.self), firstLanes(count))
    #else
    return lanes(first: count, offset, as: Floats.self)
    #endif
  }
}

extension UnsafeMutableRawPointer {
  /// Stores the first `count` lanes, fewer than all.
  @inline(__always)
  func putFloats(first count: Int, of value: Floats, _ offset: Int) {
    #if TFLITE_AVX512 && !TFLITE_EMULATED
    _mm512_mask_storeu_ps(self + offset, UInt16(truncatingIfNeeded: (1 &<< count) &- 1), value)
    #else
    // AVX2 has an instruction for it, which processors of AMD take a dozen cycles for.
    putFirst(count, of: value, offset)
    #endif
  }
}

// The same for vectors of one length, which is or is not that of the tier's registers.

extension UnsafeRawPointer {
  /// Loads the first `count` floats, fewer than four; the other lanes are zero.
  @inline(__always)
  func firstFloats(_ count: Int) -> SIMD4<Float> { lanes(first: count, 0, as: SIMD4<Float>.self) }

  /// Loads the first `count` floats, fewer than eight; the other lanes are zero.
  @inline(__always)
  func firstFloats(_ count: Int) -> SIMD8<Float> {
    #if TFLITE_AVX512 && !TFLITE_EMULATED
    return _mm256_maskz_loadu_ps(UInt8(truncatingIfNeeded: (1 &<< count) &- 1), self)
    #elseif TFLITE_AVX2
    return floats(first: count, 0)
    #else
    return lanes(first: count, 0, as: SIMD8<Float>.self)
    #endif
  }

  /// Loads the first `count` floats, fewer than sixteen; the other lanes are zero.
  @inline(__always)
  func firstFloats(_ count: Int) -> SIMD16<Float> {
    #if TFLITE_AVX512 && !TFLITE_EMULATED
    return floats(first: count, 0)
    #else
    return lanes(first: count, 0, as: SIMD16<Float>.self)
    #endif
  }
}

extension UnsafeMutableRawPointer {
  /// Stores the first `count` lanes, fewer than all.
  @inline(__always)
  func putFirstFloats(_ count: Int, of value: SIMD4<Float>) { putFirst(count, of: value, 0) }

  /// Stores the first `count` lanes, fewer than all.
  @inline(__always)
  func putFirstFloats(_ count: Int, of value: SIMD8<Float>) {
    #if TFLITE_AVX512 && !TFLITE_EMULATED
    _mm256_mask_storeu_ps(self, UInt8(truncatingIfNeeded: (1 &<< count) &- 1), value)
    #else
    putFirst(count, of: value, 0)
    #endif
  }

  /// Stores the first `count` lanes, fewer than all.
  @inline(__always)
  func putFirstFloats(_ count: Int, of value: SIMD16<Float>) {
    #if TFLITE_AVX512 && !TFLITE_EMULATED
    putFloats(first: count, of: value, 0)
    #else
    putFirst(count, of: value, 0)
    #endif
  }
}

#endif
