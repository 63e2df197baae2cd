#if !TFLITE_TIER || (TFLITE_X86 && arch(x86_64)) || (TFLITE_ARM && arch(arm64))

#if TFLITE_TIER
import TFLiteKernels
#endif

// Parts of exponentials that AVX-512 has instructions for: scaling by powers of two, and what is left beside a whole number.

/// `x * 2^n` for whole `n` within [-151, 129]; results may be subnormal or infinite.
/// - Parameter integers: `n` once more, as integers.
@inline(__always)
func scaled(_ x: Floats, byPowers n: Floats, _ integers: Ints) -> Floats {
  #if TFLITE_AVX512 && !TFLITE_EMULATED
  return scaled(x, byPowers: n)
  #else
  // Two factors, since 2^n itself may be no normal number.
  let half = integers &>> Ints(repeating: 1)
  return x * power(half) * power(integers &- half)
  #endif
}

/// 2^n for n within `[-126, 127]`.
@inline(__always)
private func power(_ n: Ints) -> Floats {
  unsafeBitCast((n &+ Ints(repeating: 127)) &<< Ints(repeating: 23), to: Floats.self)
}

extension VectorMath {
  #if TFLITE_AVX512 && !TFLITE_EMULATED
  /// The exponential of `-x`, whatever x: zero and infinity where it is beyond them.
  @inline(__always)
  private static func expOpposite(_ x: MathLanes) -> MathLanes {
    // exp(-x) = 2^t with t = x * factor. The rounding errors of that product and of the factor are added to the fraction of t.
    // Of an infinite x the fraction is zero and the error is NaN. Clearing the highest bit of its exponent, which is not set in
    // small numbers, makes it a number, so that the power alone decides.
    let (factor, correction) = (MathLanes(repeating: -1.44269504), MathLanes(repeating: -1.92596299e-8))
    let t = x * factor
    let error = multiplyAdd(x, correction, multiplySubtract(x, factor, t))
    let small = unsafeBitCast(error, to: MathBits.self) & MathBits(repeating: ~0x4000_0000)
    let left = rest(t)
    let f = left + unsafeBitCast(small, to: MathLanes.self)
    var p = MathLanes(repeating: 0.001326472731307149)
    p = multiplyAdd(p, f, MathLanes(repeating: 0.009671512991189957))
    p = multiplyAdd(p, f, MathLanes(repeating: 0.05550733581185341))
    p = multiplyAdd(p, f, MathLanes(repeating: 0.24022242426872253))
    p = multiplyAdd(p, f, MathLanes(repeating: 0.6931470036506653))
    p = multiplyAdd(p, f, MathLanes(repeating: 1))
    return scaled(p, byPowers: t - left)
  }
  #endif

  /// The logistic function `1 / (1 + exp(-x))`; zero, or less than the smallest normal number, under -87.33654.
  @inline(__always)
  static func logistic(_ x: MathLanes) -> MathLanes {
    let one = MathLanes(repeating: 1)
    #if TFLITE_AVX512 && !TFLITE_EMULATED
    return one / (one + expOpposite(x))
    #else
    let e = expNegative(withSign(x, of: MathLanes(repeating: -1)))
    let y = e / (one + e)
    return (one - y).replacing(with: y, where: x .< MathLanes())
    #endif
  }
}

#endif
