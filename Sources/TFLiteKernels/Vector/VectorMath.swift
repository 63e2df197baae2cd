#if TFLITE_TIER
  import TFLiteKernels
#endif

// Elementary functions on vectors. Polynomials are minimax fits (Lawson's algorithm) on the reduced range; the relative
// error is a few units in the last place unless stated otherwise. NaN stays NaN.

/// The floats that one step of an elementwise kernel computes.
typealias MathLanes = Floats
/// Bit patterns of `MathLanes`.
typealias MathBits = Ints

/// Functions of vectors.
enum VectorMath {
  /// The lanes without their signs.
  @inline(__always)
  static func magnitude(_ x: Floats) -> Floats {
    unsafeBitCast(unsafeBitCast(x, to: Ints.self) & Ints(repeating: Int32.max), to: Floats.self)
  }

  /// The lanes with the opposite signs.
  @inline(__always)
  static func negated(_ x: Floats) -> Floats {
    unsafeBitCast(unsafeBitCast(x, to: Ints.self) ^ Ints(repeating: Int32.min), to: Floats.self)
  }

  /// The nearest whole number, ties to even: adding and taking away 2^23 rounds magnitudes below it; larger ones are
  /// whole already.
  @inline(__always)
  static func nearest(_ x: Floats) -> Floats {
    let limit = Floats(repeating: 0x1p23)
    let rounded = withSign((magnitude(x) + limit) - limit, of: x)
    return x.replacing(with: rounded, where: magnitude(x) .< limit)
  }

  /// The largest whole number that is not larger.
  @inline(__always)
  static func floor(_ x: Floats) -> Floats {
    let rounded = nearest(x)
    return rounded.replacing(with: rounded - Floats(repeating: 1), where: x .< rounded)
  }

  /// The smallest whole number that is not smaller, of the sign of `x`.
  @inline(__always)
  static func ceiling(_ x: Floats) -> Floats { negated(floor(negated(x))) }

  /// `x * relu6(x + 3) / 6`.
  @inline(__always)
  static func hardSwish(_ x: Floats) -> Floats {
    let gate = (x + Floats(repeating: 3)).bounded(Floats(), Floats(repeating: 6))
    return x * gate * Floats(repeating: 1.0 / 6)
  }

  /// The natural exponential. Results under the smallest subnormal are zero, over the largest number infinite.
  @inline(__always)
  static func exp(_ value: MathLanes) -> MathLanes {
    let x = value.bounded(MathLanes(repeating: -104), MathLanes(repeating: 89))
    // Adding 1.5 * 2^23 leaves the nearest integer in the low bits of the significand.
    let magic = MathLanes(repeating: 12_582_912)
    let shifted = multiplyAdd(x, MathLanes(repeating: 1.44269504), magic)
    let n = shifted - magic
    // log(2) in two parts: the first has few enough bits that its product with `n` is exact.
    let r = multiplyAdd(n, MathLanes(repeating: 2.12194440e-4), multiplyAdd(n, MathLanes(repeating: -0.693359375), x))
    var p = MathLanes(repeating: 0.0013951717410236597)
    p = multiplyAdd(p, r, MathLanes(repeating: 0.008369598537683487))
    p = multiplyAdd(p, r, MathLanes(repeating: 0.0416661873459816))
    p = multiplyAdd(p, r, MathLanes(repeating: 0.16666512191295624))
    p = multiplyAdd(p, r, MathLanes(repeating: 0.5))
    p = multiplyAdd(p, r * r, r) + MathLanes(repeating: 1)
    // 2^n in two factors, so that subnormal results and the largest numbers come out.
    #if TFLITE_AVX512 && !TFLITE_EMULATED
      return scaled(p, byPowers: n)
    #else
      let exponent = unsafeBitCast(shifted, to: MathBits.self) &- unsafeBitCast(magic, to: MathBits.self)
      let half = exponent &>> MathBits(repeating: 1)
      let rest = exponent &- half
      return p * power(half) * power(rest)
    #endif
  }

  /// The magnitudes of `x` with the signs of `y`.
  @inline(__always)
  private static func withSign(_ x: MathLanes, of y: MathLanes) -> MathLanes {
    let magnitude = unsafeBitCast(x, to: MathBits.self) & MathBits(repeating: Int32.max)
    let sign = unsafeBitCast(y, to: MathBits.self) & MathBits(repeating: Int32.min)
    return unsafeBitCast(magnitude | sign, to: MathLanes.self)
  }

  /// 2^n for n within `[-126, 127]`.
  @inline(__always)
  private static func power(_ n: MathBits) -> MathLanes {
    unsafeBitCast((n &+ MathBits(repeating: 127)) &<< MathBits(repeating: 23), to: MathLanes.self)
  }

  /// The natural logarithm: minus infinity at zero, NaN below it.
  @inline(__always)
  static func log(_ value: MathLanes) -> MathLanes {
    let smallest = MathLanes(repeating: Float.leastNormalMagnitude)
    let isSmall = value .< smallest
    let scaled = value.replacing(with: value * MathLanes(repeating: 8_388_608), where: isSmall)
    let bits = unsafeBitCast(scaled, to: MathBits.self)
    // The significand is taken into [sqrt(1/2), sqrt(2)).
    let offset = bits &- MathBits(repeating: 0x3F35_04F3)
    let exponent = offset &>> MathBits(repeating: 23)
    let significand = unsafeBitCast(
      (offset & MathBits(repeating: 0x7F_FFFF)) &+ MathBits(repeating: 0x3F35_04F3), to: MathLanes.self)
    // Small integers become floats in the low bits of a large one's significand.
    let magic = MathLanes(repeating: 12_582_912)
    let whole = unsafeBitCast(exponent &+ unsafeBitCast(magic, to: MathBits.self), to: MathLanes.self) - magic
    let n = whole - MathLanes().replacing(with: MathLanes(repeating: 23), where: isSmall)
    let x = significand - MathLanes(repeating: 1)
    let x2 = x * x
    var p = MathLanes(repeating: 0.06917984038591385)
    p = multiplyAdd(p, x, MathLanes(repeating: -0.11779666692018509))
    p = multiplyAdd(p, x, MathLanes(repeating: 0.1186603531241417))
    p = multiplyAdd(p, x, MathLanes(repeating: -0.12385798245668411))
    p = multiplyAdd(p, x, MathLanes(repeating: 0.14219918847084045))
    p = multiplyAdd(p, x, MathLanes(repeating: -0.16669197380542755))
    p = multiplyAdd(p, x, MathLanes(repeating: 0.20002152025699615))
    p = multiplyAdd(p, x, MathLanes(repeating: -0.24999986588954926))
    p = multiplyAdd(p, x, MathLanes(repeating: 0.3333331048488617))
    var y = p * x * x2
    y = multiplyAdd(n, MathLanes(repeating: -2.12194440e-4), y)
    y = multiplyAdd(x2, MathLanes(repeating: -0.5), y)
    y = multiplyAdd(n, MathLanes(repeating: 0.693359375), x + y)
    let infinity = MathLanes(repeating: Float.infinity)
    y = y.replacing(with: infinity, where: value .== infinity)
    y = y.replacing(with: MathLanes(repeating: -Float.infinity), where: value .== MathLanes())
    return y.replacing(with: MathLanes(repeating: Float.nan), where: .!(value .>= MathLanes()))
  }

  /// `2^n` and `exp(x - n log(2)) - 1` for the whole `n` next to `x / log(2)`, of values from -87.3 to barely over 0.
  @inline(__always)
  private static func parts(_ x: MathLanes) -> (scale: MathLanes, rest: MathLanes) {
    // As in `exp`; the significand's low bits hold the biased exponent, which one shift puts in place.
    let magic = MathLanes(repeating: 12_583_039)
    let shifted = multiplyAdd(x, MathLanes(repeating: 1.44269504), magic)
    let n = shifted - magic
    let scale = unsafeBitCast(
      unsafeBitCast(shifted, to: MathBits.self) &<< MathBits(repeating: 23), to: MathLanes.self)
    let r = multiplyAdd(n, MathLanes(repeating: 2.12194440e-4), multiplyAdd(n, MathLanes(repeating: -0.693359375), x))
    var p = MathLanes(repeating: 0.0013951717410236597)
    p = multiplyAdd(p, r, MathLanes(repeating: 0.008369598537683487))
    p = multiplyAdd(p, r, MathLanes(repeating: 0.0416661873459816))
    p = multiplyAdd(p, r, MathLanes(repeating: 0.16666512191295624))
    p = multiplyAdd(p, r, MathLanes(repeating: 0.5))
    return (scale, multiplyAdd(p, r * r, r))
  }

  /// The exponential of values that are at most 0, or barely larger. Results under the smallest normal number are zero.
  @inline(__always)
  static func expNegative(_ x: MathLanes) -> MathLanes {
    let (scale, rest) = parts(x)
    return multiplyAdd(rest, scale, scale).replacing(
      with: MathLanes(), where: x .< MathLanes(repeating: -87.3))
  }

  /// `exp(x) - 1` of values that are at most 0, without cancellation near it.
  @inline(__always)
  static func expm1Negative(_ x: MathLanes) -> MathLanes {
    let (scale, rest) = parts(x.larger(MathLanes(repeating: -40)))
    return multiplyAdd(rest, scale, scale - MathLanes(repeating: 1))
  }

  /// The logistic function `1 / (1 + exp(-x))`, zero under -87.3.
  @inline(__always)
  static func logistic(_ x: MathLanes) -> MathLanes {
    let one = MathLanes(repeating: 1)
    let e = expNegative(withSign(x, of: MathLanes(repeating: -1)))
    let y = e / (one + e)
    return (one - y).replacing(with: y, where: x .< MathLanes())
  }

  /// The hyperbolic tangent: `-m / (m + 2)` with `m = exp(-2 |x|) - 1`, and the sign of `x`.
  @inline(__always)
  static func tanh(_ x: MathLanes) -> MathLanes {
    let two = MathLanes(repeating: 2)
    let m = expm1Negative(withSign(x + x, of: MathLanes(repeating: -1)))
    return withSign(m / (m + two), of: x)
  }

  /// The complementary error function: `t exp(-x^2 + P(t))`, `t = 1 / (1 + |x| / 2)`, mirrored for negative values.
  /// The relative error grows with `x^2` to about 1e-5 where results reach 1e-35.
  @inline(__always)
  static func erfc(_ value: MathLanes) -> MathLanes {
    let x = withSign(value, of: MathLanes(repeating: 1)).bounded(MathLanes(), MathLanes(repeating: 12))
    let t = MathLanes(repeating: 1) / multiplyAdd(x, MathLanes(repeating: 0.5), MathLanes(repeating: 1))
    var p = MathLanes(repeating: 0.15395259857177734)
    p = multiplyAdd(p, t, MathLanes(repeating: -0.7301512360572815))
    p = multiplyAdd(p, t, MathLanes(repeating: 1.2732781171798706))
    p = multiplyAdd(p, t, MathLanes(repeating: -0.8520219326019287))
    p = multiplyAdd(p, t, MathLanes(repeating: 0.049095962196588516))
    p = multiplyAdd(p, t, MathLanes(repeating: -0.06773598492145538))
    p = multiplyAdd(p, t, MathLanes(repeating: 0.05814633145928383))
    p = multiplyAdd(p, t, MathLanes(repeating: 0.3817051947116852))
    p = multiplyAdd(p, t, MathLanes(repeating: 0.9992071986198425))
    p = multiplyAdd(p, t, MathLanes(repeating: -1.2654762268066406))
    let y = t * expNegative(p - x * x)
    return y.replacing(with: MathLanes(repeating: 2) - y, where: value .< MathLanes())
  }

  /// GELU: `x / 2 * erfc(-x / sqrt(2))`.
  @inline(__always)
  static func gelu(_ x: MathLanes) -> MathLanes {
    MathLanes(repeating: 0.5) * x * erfc(x * MathLanes(repeating: -0.70710678))
  }

  /// GELU by its tanh approximation.
  @inline(__always)
  static func geluApproximate(_ x: MathLanes) -> MathLanes {
    let cubic = multiplyAdd(x * x * x, MathLanes(repeating: 0.044715), x)
    let t = tanh(cubic * MathLanes(repeating: 0.7978845608))
    return MathLanes(repeating: 0.5) * x * (MathLanes(repeating: 1) + t)
  }
}
