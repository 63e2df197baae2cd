#if !TFLITE_TIER || (TFLITE_X86 && arch(x86_64)) || (TFLITE_ARM && arch(arm64))

#if TFLITE_TIER
import TFLiteKernels
#endif

// Elementary functions on vectors. Polynomials are minimax fits (Lawson's algorithm) on the reduced range; the relative
// error is a few units in the last place unless stated otherwise. NaN stays NaN.
//
// Steps of one function wait for each other. Maps therefore compute two vectors at once where registers hold both.

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
    // Of numbers above -1 the sum is a zero without their sign.
    return withSign(rounded.replacing(with: rounded + Floats(repeating: 1), where: rounded .< x), of: x)
    #endif
  }

  /// `x * relu6(x + 3) / 6`.
  @inline(__always)
  static func hardSwish(_ x: Floats) -> Floats {
    let gate = (x + Floats(repeating: 3)).bounded(Floats(), Floats(repeating: 6))
    return x * gate * Floats(repeating: 1.0 / 6)
  }

  /// An exponential in parts: `2^n` for a whole `n`, by `1 + slope * remainder`.
  private struct ExponentialParts<Lanes: MathLanes> {
    let slope: Lanes
    let remainder: Lanes
    /// `n` plus a bias in the low bits.
    let exponents: Lanes.Bits

    /// The power of the remainder, in [0.7, 1.42].
    @inline(__always)
    var power: Lanes { multiplyAdd(slope, remainder, Lanes(repeating: 1)) }
  }

  /// The exponential of `sign * x` in parts, where `n` lies within [-bias, 255].
  /// - Parameter sign: 1 or -1.
  @inline(__always)
  private static func exponential<Lanes: MathLanes>(
    _ x: Lanes, sign: Float = 1, bias: Float
  ) -> ExponentialParts<Lanes> {
    exponential(
      x, beta: Lanes(repeating: sign), binary: Lanes(repeating: binaryLogarithm.leading * sign),
      correction: Lanes(repeating: binaryLogarithm.rest * sign), bias: bias)
  }

  /// The binary logarithm of e as a float, and what that lacks.
  private static var binaryLogarithm: (leading: Float, rest: Float) { (1.44269504, 1.92596299e-8) }

  /// The exponential of `beta * x` in parts, where `n` lies within [-bias, 255].
  /// - Parameters:
  ///   - binary: `beta` times the binary logarithm of e.
  ///   - correction: What that product lacks as a float.
  @inline(__always)
  private static func exponential<Lanes: MathLanes>(
    _ x: Lanes, beta: Lanes, binary: Lanes, correction: Lanes, bias: Float
  ) -> ExponentialParts<Lanes> {
    // Adding 1.5 * 2^23 leaves the nearest integer in the low bits of the significand.
    let magic = Lanes(repeating: 12_582_912 + bias)
    let shifted = multiplyAdd(x, binary, magic)
    if Tier.hasFusedMultiplyAdd {
      // exp(beta * x) = 2^t: the remainder is that of t, to which the factor's rounding error is added.
      let f = multiplyAdd(x, correction, multiplyAdd(x, binary, magic - shifted))
      var p = Lanes(repeating: 0.001326472731307149)
      p = multiplyAdd(p, f, Lanes(repeating: 0.009671512991189957))
      p = multiplyAdd(p, f, Lanes(repeating: 0.05550733581185341))
      p = multiplyAdd(p, f, Lanes(repeating: 0.24022242426872253))
      p = multiplyAdd(p, f, Lanes(repeating: 0.6931470036506653))
      return ExponentialParts(slope: p, remainder: f, exponents: shifted.bits)
    }
    let (slope, r) = reduced(x * beta, shifted - magic)
    return ExponentialParts(slope: slope, remainder: r, exponents: shifted.bits)
  }

  /// `r = x - n log(2)` without rounding, and `slope` with `exp(r) = 1 + slope * r`.
  @inline(__always)
  private static func reduced<Lanes: MathLanes>(_ x: Lanes, _ n: Lanes) -> (slope: Lanes, r: Lanes) {
    // log(2) in two parts: the first has few enough bits that its product with `n` is exact.
    let r = multiplyAdd(n, Lanes(repeating: 2.12194440e-4), multiplyAdd(n, Lanes(repeating: -0.693359375), x))
    var p = Lanes(repeating: 0.0013951717410236597)
    p = multiplyAdd(p, r, Lanes(repeating: 0.008369598537683487))
    p = multiplyAdd(p, r, Lanes(repeating: 0.0416661873459816))
    p = multiplyAdd(p, r, Lanes(repeating: 0.16666512191295624))
    p = multiplyAdd(p, r, Lanes(repeating: 0.5))
    return (multiplyAdd(p, r, Lanes(repeating: 1)), r)
  }

  /// The natural exponential. Results under the smallest subnormal are zero, over the largest number infinite.
  @inline(__always)
  static func exp<Lanes: MathLanes>(_ x: Lanes) -> Lanes {
    let parts = exponential(x.bounded(Lanes(repeating: -104), Lanes(repeating: 89)), bias: 254)
    #if TFLITE_AVX512 && !TFLITE_EMULATED
    return parts.power.scaled(byPowers: Lanes(bits: parts.exponents) - Lanes(repeating: 12_582_912 + 254))
    #else
    // Two factors, since 2^n itself may be no normal number. The bias is that of both.
    let half = parts.exponents &>> 1
    return parts.power * Lanes(bits: half &<< 23) * Lanes(bits: (parts.exponents &- half) &<< 23)
    #endif
  }

  /// The magnitudes of `x` with the signs of `y`.
  @inline(__always)
  static func withSign<Lanes: MathLanes>(_ x: Lanes, of y: Lanes) -> Lanes {
    let magnitude = x.bits & Lanes(repeating: Float(bitPattern: 0x7FFF_FFFF)).bits
    let sign = y.bits & Lanes(repeating: -0.0).bits
    return Lanes(bits: magnitude | sign)
  }

  /// The natural logarithm: minus infinity at zero, NaN below it.
  @inline(__always)
  static func log<Lanes: MathLanes>(_ value: Lanes) -> Lanes {
    #if TFLITE_AVX512 && !TFLITE_EMULATED
    // There is no significand of a negative number, and that of zero and infinity is 1: the result is as infinite as `n`.
    let significand = value.significands
    return log(significand, value.binaryExponents - significand.binaryExponents)
    #else
    let smallest = Lanes(repeating: Float.leastNormalMagnitude)
    let isSmall = value .< smallest
    let scaled = value.replacing(with: value * Lanes(repeating: 8_388_608), where: isSmall)
    let bits = scaled.bits
    // The significand is taken into [sqrt(1/2), sqrt(2)).
    let root = Lanes(repeating: 0.70710677).bits
    let offset = bits &- root
    let exponent = offset &>> 23
    let significand = Lanes(bits: (offset & Lanes(repeating: Float(bitPattern: 0x7F_FFFF)).bits) &+ root)
    // Small integers become floats in the low bits of a large one's significand.
    let magic = Lanes(repeating: 12_582_912)
    let whole = Lanes(bits: exponent &+ magic.bits) - magic
    let n = whole - Lanes(repeating: 0).replacing(with: Lanes(repeating: 23), where: isSmall)
    var y = log(significand, n)
    let infinity = Lanes(repeating: Float.infinity)
    y = y.replacing(with: infinity, where: value .== infinity)
    y = y.replacing(with: Lanes(repeating: -Float.infinity), where: value .== Lanes(repeating: 0))
    return Lanes(repeating: Float.nan).replacing(with: y, where: Lanes(repeating: 0) .<= value)
    #endif
  }

  /// The natural logarithm of `significand * 2^n`, for significands between sqrt(1/2) and 3/2.
  @inline(__always)
  private static func log<Lanes: MathLanes>(_ significand: Lanes, _ n: Lanes) -> Lanes {
    let x = significand - Lanes(repeating: 1)
    let x2 = x * x
    var p = Lanes(repeating: -0.055683985352516174)
    p = multiplyAdd(p, x, Lanes(repeating: 0.11690684407949448))
    p = multiplyAdd(p, x, Lanes(repeating: -0.13479763269424438))
    p = multiplyAdd(p, x, Lanes(repeating: 0.14389750361442566))
    p = multiplyAdd(p, x, Lanes(repeating: -0.1660766303539276))
    p = multiplyAdd(p, x, Lanes(repeating: 0.1999133825302124))
    p = multiplyAdd(p, x, Lanes(repeating: -0.2500109374523163))
    p = multiplyAdd(p, x, Lanes(repeating: 0.33333471417427063))
    // log(2) in two parts: the first has few enough bits that its product with `n` is exact. Both are positive, so that an
    // infinite `n` meets no other infinity.
    var y = multiplyAdd(n, Lanes(repeating: 1.428606765e-6), p * x * x2)
    y = multiplyAdd(x2, Lanes(repeating: -0.5), y)
    return multiplyAdd(n, Lanes(repeating: 0.693145751953125), x + y)
  }

  /// The exponential of values that are at most 80, mostly negative ones. Results under the smallest normal number are zero.
  @inline(__always)
  static func expNegative<Lanes: MathLanes>(_ x: Lanes) -> Lanes {
    let parts = exponential(x, bias: 127)
    let value = parts.power * Lanes(bits: parts.exponents &<< 23)
    // The least number whose exponential is a normal one, as in the reference.
    return value.replacing(with: Lanes(repeating: 0), where: x .< Lanes(repeating: -87.33654))
  }

  /// `exp(beta * x)` of distances `x` to a largest number, which are not positive, for sums that are at least 1. What is no
  /// normal number is zero, or left where it lies above half the least normal one.
  struct Decay {
    private let beta: Floats
    private let binary: Floats
    private let correction: Floats
    /// The distance whose `n` is -127, which stands for the exponent of zero.
    private let lowest: Floats

    /// - Parameter beta: Within `betas`.
    @inline(__always)
    init(beta: Float) {
      assert(Decay.betas.contains(beta))
      let (leading, rest) = VectorMath.binaryLogarithm
      let binary = beta * leading
      // The first product is exact in 64 bits.
      let lacking = (Double(beta) * Double(leading) - Double(binary)) + Double(beta) * Double(rest)
      self.beta = Floats(repeating: beta)
      self.binary = Floats(repeating: binary)
      correction = Floats(repeating: Float(lacking))
      lowest = Floats(repeating: -127 / binary)
    }

    /// Factors whose constants are normal numbers.
    static var betas: ClosedRange<Float> { 1e-20...1e20 }

    @inline(__always)
    func callAsFunction(_ x: Floats) -> Floats {
      let parts = VectorMath.exponential(
        raisedLanes(x, lowest), beta: beta, binary: binary, correction: correction, bias: 127)
      return parts.power * Floats(bits: parts.exponents &<< 23)
    }
  }

  /// `1 + exp(-x)`: infinite under -88.4.
  @inline(__always)
  private static func logisticDivisor<Lanes: MathLanes>(_ x: Lanes) -> Lanes {
    // Where n is 128, the biased exponent is that of infinity.
    let parts = exponential(x.bounded(Lanes(repeating: -89), Lanes(repeating: 87)), sign: -1, bias: 127)
    return multiplyAdd(parts.power, Lanes(bits: parts.exponents &<< 23), Lanes(repeating: 1))
  }

  /// The logistic function `1 / (1 + exp(-x))`; zero, or less than the smallest normal number, under -87.33654.
  @inline(__always)
  static func logistic<Lanes: MathLanes>(_ x: Lanes) -> Lanes { Lanes(repeating: 1) / logisticDivisor(x) }

  /// `x * logistic(x)`, rounded as the two operators are that it may stand for, and finite as every product is.
  @inline(__always)
  static func swish<Lanes: MathLanes>(_ x: Lanes) -> Lanes {
    (x * logistic(x)).smaller(Lanes(repeating: Float.greatestFiniteMagnitude))
  }

  /// `exp(x) - 1` where `x` is negative, else `x`, without cancellation near zero.
  @inline(__always)
  static func elu<Lanes: MathLanes>(_ x: Lanes) -> Lanes {
    let bounded = x.larger(Lanes(repeating: -40))
    let magic = Lanes(repeating: 12_582_912 + 127)
    let shifted = multiplyAdd(bounded, Lanes(repeating: 1.44269504), magic)
    let (slope, r) = reduced(bounded, shifted - magic)
    let scale = Lanes(bits: shifted.bits &<< 23)
    let y = multiplyAdd(slope * r, scale, scale - Lanes(repeating: 1))
    return x.replacing(with: y, where: x .< Lanes(repeating: 0))
  }

  /// `log(exp(x) + 1)`: the larger of `x` and 0, and a polynomial in `exp(-|x|)`. At most the logarithm of the largest float, which
  /// no sum exceeds.
  @inline(__always)
  static func softplus<Lanes: MathLanes>(_ x: Lanes) -> Lanes {
    let e = expNegative(withSign(x, of: Lanes(repeating: -1)))
    var p = Lanes(repeating: 0.005232692696154118)
    p = multiplyAdd(p, e, Lanes(repeating: -0.029505232349038124))
    p = multiplyAdd(p, e, Lanes(repeating: 0.07822594046592712))
    p = multiplyAdd(p, e, Lanes(repeating: -0.13663244247436523))
    p = multiplyAdd(p, e, Lanes(repeating: 0.19106006622314453))
    p = multiplyAdd(p, e, Lanes(repeating: -0.2484298199415207))
    p = multiplyAdd(p, e, Lanes(repeating: 0.3331909775733948))
    p = multiplyAdd(p, e, Lanes(repeating: -0.4999949336051941))
    p = multiplyAdd(p, e, Lanes(repeating: 0.9999999403953552))
    return multiplyAdd(p, e, x.larger(Lanes(repeating: 0))).smaller(Lanes(repeating: 88.72284))
  }

  /// `x * tanh(softplus(x))`: with `e = exp(x)`, the hyperbolic tangent is `(e^2 + 2 e) / (e^2 + 2 e + 2)`, 1 from 20 on.
  @inline(__always)
  static func mish<Lanes: MathLanes>(_ x: Lanes) -> Lanes {
    let two = Lanes(repeating: 2)
    let e = expNegative(x.smaller(Lanes(repeating: 20)))
    let n = e * (e + two)
    return x * (n / (n + two))
  }

  /// The hyperbolic tangent: a quotient of polynomials in `x^2`, constant beyond 8, where it lies within 3e-7 of 1. Of all
  /// floats no magnitude exceeds 1.
  @inline(__always)
  static func tanh<Lanes: MathLanes>(_ value: Lanes) -> Lanes {
    let x = value.bounded(Lanes(repeating: -8), Lanes(repeating: 8))
    let t = x * x
    var p = Lanes(repeating: 1.5231350403155375e-8)
    p = multiplyAdd(p, t, Lanes(repeating: 2.1895355530432425e-5))
    p = multiplyAdd(p, t, Lanes(repeating: 0.0035716411657631397))
    p = multiplyAdd(p, t, Lanes(repeating: 0.13444533944129944))
    p = multiplyAdd(p, t, Lanes(repeating: 1))
    var q = Lanes(repeating: 8.522834491486719e-7)
    q = multiplyAdd(q, t, Lanes(repeating: 0.0003411361831240356))
    q = multiplyAdd(q, t, Lanes(repeating: 0.02616460807621479))
    q = multiplyAdd(q, t, Lanes(repeating: 0.46777862310409546))
    q = multiplyAdd(q, t, Lanes(repeating: 1))
    return x * p / q
  }

  /// Half the error function of `x / sqrt(2)` within `[-5.2, 5.2]`: a quotient of polynomials in `x^2`, the absolute error
  /// under 2e-7.
  @inline(__always)
  private static func halfErf<Lanes: MathLanes>(_ x: Lanes) -> Lanes {
    let t = x * x
    var p = Lanes(repeating: 2.47311167100861e-08)
    p = multiplyAdd(p, t, Lanes(repeating: 6.40788312011864e-06))
    p = multiplyAdd(p, t, Lanes(repeating: 0.000156861337018199265))
    p = multiplyAdd(p, t, Lanes(repeating: 0.0046086437068879605))
    p = multiplyAdd(p, t, Lanes(repeating: 0.032544534653425215))
    p = multiplyAdd(p, t, Lanes(repeating: 0.3989422619342804))
    var q = Lanes(repeating: 1.2588677691383054e-06)
    q = multiplyAdd(q, t, Lanes(repeating: 7.049600390018895e-05))
    q = multiplyAdd(q, t, Lanes(repeating: 0.001817201147787273))
    q = multiplyAdd(q, t, Lanes(repeating: 0.027926677837967873))
    q = multiplyAdd(q, t, Lanes(repeating: 0.24824339151382446))
    q = multiplyAdd(q, t, Lanes(repeating: 1))
    return x * p / q
  }

  /// GELU: `x / 2 * (1 + erf(x / sqrt(2)))`; zero under -5.2, where it lies within 6e-7 of it.
  @inline(__always)
  static func gelu<Lanes: MathLanes>(_ x: Lanes) -> Lanes {
    let y = multiplyAdd(x, halfErf(x.smaller(Lanes(repeating: 5.2))), Lanes(repeating: 0.5) * x)
    return y.replacing(with: Lanes(repeating: 0), where: x .< Lanes(repeating: -5.2))
  }

  /// GELU by its approximation `x / 2 * (1 + tanh(u))` with `u = sqrt(2 / pi) * (x + 0.044715 * x^3)`, which is `x` times the
  /// logistic function of `2 u`.
  @inline(__always)
  static func geluApproximate<Lanes: MathLanes>(_ x: Lanes) -> Lanes {
    let slope = multiplyAdd(x * x, Lanes(repeating: 0.0713548163), Lanes(repeating: 1.59576912))
    return x / logisticDivisor(x * slope)
  }
}

#endif
