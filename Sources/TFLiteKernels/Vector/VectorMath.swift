#if !TFLITE_TIER || (TFLITE_X86 && arch(x86_64)) || (TFLITE_ARM && arch(arm64))

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

  /// The nearest whole number, ties to even.
  @inline(__always)
  static func nearest(_ x: Floats) -> Floats {
    #if TFLITE_AVX2 || (TFLITE_AVX512 && !TFLITE_EMULATED)
    return roundedToEven(x)
    #else
    // Adding and taking away 2^23 rounds magnitudes below it; larger ones are whole already.
    let limit = Floats(repeating: 0x1p23)
    let rounded = withSign((magnitude(x) + limit) - limit, of: x)
    return x.replacing(with: rounded, where: magnitude(x) .< limit)
    #endif
  }

  /// The largest whole number that is not larger.
  @inline(__always)
  static func floor(_ x: Floats) -> Floats {
    #if TFLITE_AVX2 || (TFLITE_AVX512 && !TFLITE_EMULATED)
    return roundedDown(x)
    #else
    let rounded = nearest(x)
    return rounded.replacing(with: rounded - Floats(repeating: 1), where: x .< rounded)
    #endif
  }

  /// The smallest whole number that is not smaller.
  @inline(__always)
  static func ceiling(_ x: Floats) -> Floats {
    #if TFLITE_AVX2 || (TFLITE_AVX512 && !TFLITE_EMULATED)
    return roundedUp(x)
    #else
    let rounded = nearest(x)
    return rounded.replacing(with: rounded + Floats(repeating: 1), where: rounded .< x)
    #endif
  }

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
    let exponent = unsafeBitCast(shifted, to: MathBits.self) &- unsafeBitCast(magic, to: MathBits.self)
    return scaled(p, byPowers: n, exponent)
  }

  /// The magnitudes of `x` with the signs of `y`.
  @inline(__always)
  static func withSign(_ x: MathLanes, of y: MathLanes) -> MathLanes {
    let magnitude = unsafeBitCast(x, to: MathBits.self) & MathBits(repeating: Int32.max)
    let sign = unsafeBitCast(y, to: MathBits.self) & MathBits(repeating: Int32.min)
    return unsafeBitCast(magnitude | sign, to: MathLanes.self)
  }

  /// The natural logarithm: minus infinity at zero, NaN below it.
  @inline(__always)
  static func log(_ value: MathLanes) -> MathLanes {
    #if TFLITE_AVX512 && !TFLITE_EMULATED
    // There is no significand of a negative number, and that of zero and infinity is 1: the result is as infinite as `n`.
    let significand = significands(value)
    return log(significand, binaryExponents(value) - binaryExponents(significand))
    #else
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
    var y = log(significand, n)
    let infinity = MathLanes(repeating: Float.infinity)
    y = y.replacing(with: infinity, where: value .== infinity)
    y = y.replacing(with: MathLanes(repeating: -Float.infinity), where: value .== MathLanes())
    return y.replacing(with: MathLanes(repeating: Float.nan), where: .!(value .>= MathLanes()))
    #endif
  }

  /// The natural logarithm of `significand * 2^n`, for significands between sqrt(1/2) and 3/2.
  @inline(__always)
  private static func log(_ significand: MathLanes, _ n: MathLanes) -> MathLanes {
    let x = significand - MathLanes(repeating: 1)
    let x2 = x * x
    var p = MathLanes(repeating: -0.055683985352516174)
    p = multiplyAdd(p, x, MathLanes(repeating: 0.11690684407949448))
    p = multiplyAdd(p, x, MathLanes(repeating: -0.13479763269424438))
    p = multiplyAdd(p, x, MathLanes(repeating: 0.14389750361442566))
    p = multiplyAdd(p, x, MathLanes(repeating: -0.1660766303539276))
    p = multiplyAdd(p, x, MathLanes(repeating: 0.1999133825302124))
    p = multiplyAdd(p, x, MathLanes(repeating: -0.2500109374523163))
    p = multiplyAdd(p, x, MathLanes(repeating: 0.33333471417427063))
    // log(2) in two parts: the first has few enough bits that its product with `n` is exact. Both are positive, so that an
    // infinite `n` meets no other infinity.
    var y = multiplyAdd(n, MathLanes(repeating: 1.428606765e-6), p * x * x2)
    y = multiplyAdd(x2, MathLanes(repeating: -0.5), y)
    return multiplyAdd(n, MathLanes(repeating: 0.693145751953125), x + y)
  }

  /// `2^n` and `exp(x - n log(2)) - 1` for the whole `n` next to `x / log(2)`, of values from -87.33654 to 80.
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

  /// The exponential of values that are at most 80, mostly negative ones. Results under the smallest normal number are zero.
  @inline(__always)
  static func expNegative(_ x: MathLanes) -> MathLanes {
    let (scale, rest) = parts(x)
    // Without fusion, the product of rest and scale alone may be a subnormal number.
    let value =
      Tier.hasFusedMultiplyAdd ? multiplyAdd(rest, scale, scale) : (rest + MathLanes(repeating: 1)) * scale
    // The least number whose exponential is a normal one, as in the reference.
    return value.replacing(with: MathLanes(), where: x .< MathLanes(repeating: -87.33654))
  }

  /// `exp(x) - 1` of values that are at most 0, without cancellation near it.
  @inline(__always)
  static func expm1Negative(_ x: MathLanes) -> MathLanes {
    let (scale, rest) = parts(x.larger(MathLanes(repeating: -40)))
    return multiplyAdd(rest, scale, scale - MathLanes(repeating: 1))
  }

  /// `log(exp(x) + 1)`: the larger of `x` and 0, and a polynomial in `exp(-|x|)`. Infinite where `exp(x)` is.
  @inline(__always)
  static func softplus(_ x: MathLanes) -> MathLanes {
    let e = expNegative(withSign(x, of: MathLanes(repeating: -1)))
    var p = MathLanes(repeating: 0.005232692696154118)
    p = multiplyAdd(p, e, MathLanes(repeating: -0.029505232349038124))
    p = multiplyAdd(p, e, MathLanes(repeating: 0.07822594046592712))
    p = multiplyAdd(p, e, MathLanes(repeating: -0.13663244247436523))
    p = multiplyAdd(p, e, MathLanes(repeating: 0.19106006622314453))
    p = multiplyAdd(p, e, MathLanes(repeating: -0.2484298199415207))
    p = multiplyAdd(p, e, MathLanes(repeating: 0.3331909775733948))
    p = multiplyAdd(p, e, MathLanes(repeating: -0.4999949336051941))
    p = multiplyAdd(p, e, MathLanes(repeating: 0.9999999403953552))
    let y = multiplyAdd(p, e, x.larger(MathLanes()))
    return y.replacing(with: MathLanes(repeating: Float.infinity), where: x .> MathLanes(repeating: 88.72284))
  }

  /// `x * tanh(softplus(x))`: with `e = exp(x)`, the hyperbolic tangent is `(e^2 + 2 e) / (e^2 + 2 e + 2)`, 1 from 20 on.
  @inline(__always)
  static func mish(_ x: MathLanes) -> MathLanes {
    let two = MathLanes(repeating: 2)
    let e = expNegative(x.smaller(MathLanes(repeating: 20)))
    let n = e * (e + two)
    return x * (n / (n + two))
  }

  /// The hyperbolic tangent: a quotient of polynomials in `x^2`, constant beyond 8.6, where it lies within 2e-7 of 1.
  @inline(__always)
  static func tanh(_ value: MathLanes) -> MathLanes {
    let limit = MathLanes(repeating: 8.6)
    let one = MathLanes(repeating: 1)
    let x = value.bounded(negated(limit), limit)
    let t = x * x
    var p = MathLanes(repeating: -9.611472587874731e-14)
    p = multiplyAdd(p, t, MathLanes(repeating: 5.694517080101491e-11))
    p = multiplyAdd(p, t, MathLanes(repeating: -2.105592677992263e-08))
    p = multiplyAdd(p, t, MathLanes(repeating: 1.1353211448295042e-05))
    p = multiplyAdd(p, t, MathLanes(repeating: 0.00312268384732306))
    p = multiplyAdd(p, t, MathLanes(repeating: 0.13100703060626984))
    p = multiplyAdd(p, t, one)
    var q = MathLanes(repeating: 0.0002573580131866038)
    q = multiplyAdd(q, t, MathLanes(repeating: 0.024569520726799965))
    q = multiplyAdd(q, t, MathLanes(repeating: 0.46434032917022705))
    q = multiplyAdd(q, t, one)
    return (x * p / q).bounded(negated(one), one)
  }

  /// Half the error function of `x / sqrt(2)` within `[-5.2, 5.2]`: a quotient of polynomials in `x^2`, the absolute error
  /// under 2e-7.
  @inline(__always)
  private static func halfErf(_ x: MathLanes) -> MathLanes {
    let t = x * x
    var p = MathLanes(repeating: 2.47311167100861e-08)
    p = multiplyAdd(p, t, MathLanes(repeating: 6.40788312011864e-06))
    p = multiplyAdd(p, t, MathLanes(repeating: 0.000156861337018199265))
    p = multiplyAdd(p, t, MathLanes(repeating: 0.0046086437068879605))
    p = multiplyAdd(p, t, MathLanes(repeating: 0.032544534653425215))
    p = multiplyAdd(p, t, MathLanes(repeating: 0.3989422619342804))
    var q = MathLanes(repeating: 1.2588677691383054e-06)
    q = multiplyAdd(q, t, MathLanes(repeating: 7.049600390018895e-05))
    q = multiplyAdd(q, t, MathLanes(repeating: 0.001817201147787273))
    q = multiplyAdd(q, t, MathLanes(repeating: 0.027926677837967873))
    q = multiplyAdd(q, t, MathLanes(repeating: 0.24824339151382446))
    q = multiplyAdd(q, t, MathLanes(repeating: 1))
    return x * p / q
  }

  /// GELU: `x / 2 * (1 + erf(x / sqrt(2)))`; zero under -5.2, where it lies within 6e-7 of it.
  @inline(__always)
  static func gelu(_ x: MathLanes) -> MathLanes {
    let limit = MathLanes(repeating: 5.2)
    let y = multiplyAdd(x, halfErf(x.smaller(limit)), MathLanes(repeating: 0.5) * x)
    return y.replacing(with: MathLanes(), where: x .< negated(limit))
  }

  /// GELU by its tanh approximation `x / 2 * (1 + tanh(u))`, which is `x` times the logistic function of `2 u`.
  @inline(__always)
  static func geluApproximate(_ x: MathLanes) -> MathLanes {
    let cubic = multiplyAdd(x * x * x, MathLanes(repeating: 0.044715), x)
    return x * logistic(cubic * MathLanes(repeating: 1.5957691216))
  }
}

#endif
