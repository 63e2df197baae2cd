/// A raw word of gemmlowp's fixed-point arithmetic: a signed Q number, 16 or 32 bits wide.
protocol FixedPointWord: FixedWidthInteger & SignedInteger {
  /// `a * b * 2` rounded to its high half; the one overflowing product saturates.
  static func roundingDoublingHighMul(_ a: Self, _ b: Self) -> Self
  /// `a + b`: saturating for 16 bits, wrapping for 32.
  static func addSaturatingIf16Bit(_ a: Self, _ b: Self) -> Self
  /// `(a + b) / 2`, halves away from zero.
  static func roundingHalfSum(_ a: Self, _ b: Self) -> Self
  /// A Q constant given at 32 bits, rounded to this width.
  static func constant(_ raw: Int32) -> Self
}

extension Int32: FixedPointWord {
  @inline(__always)
  static func roundingDoublingHighMul(_ a: Int32, _ b: Int32) -> Int32 {
    FixedPoint.saturatingRoundingDoublingHighMul(a, b)
  }
  @inline(__always)
  static func addSaturatingIf16Bit(_ a: Int32, _ b: Int32) -> Int32 { a &+ b }
  @inline(__always)
  static func roundingHalfSum(_ a: Int32, _ b: Int32) -> Int32 {
    let sum = Int64(a) + Int64(b)
    return Int32(truncatingIfNeeded: (sum + (sum >= 0 ? 1 : -1)) / 2)
  }
  @inline(__always)
  static func constant(_ raw: Int32) -> Int32 { raw }
}

extension Int16: FixedPointWord {
  @inline(__always)
  static func roundingDoublingHighMul(_ a: Int16, _ b: Int16) -> Int16 {
    FixedPoint.saturatingRoundingDoublingHighMul(a, b)
  }
  @inline(__always)
  static func addSaturatingIf16Bit(_ a: Int16, _ b: Int16) -> Int16 { Int16(clamping: Int32(a) + Int32(b)) }
  @inline(__always)
  static func roundingHalfSum(_ a: Int16, _ b: Int16) -> Int16 {
    let sum = Int32(a) + Int32(b)
    return Int16(truncatingIfNeeded: (sum + (sum >= 0 ? 1 : -1)) / 2)
  }
  @inline(__always)
  static func constant(_ raw: Int32) -> Int16 {
    Int16(truncatingIfNeeded: FixedPoint.roundingDivideByPowerOfTwo(raw, 16))
  }
}

/// The fixed-point arithmetic of gemmlowp, on which TFLite's reference integer kernels stand.
///
/// A value in Qm.n is a signed word of 1 + m + n bits scaled by 2^-n; functions take the number m of integer bits where
/// it matters. Results agree with gemmlowp's scalar code bit for bit. Nothing traps: shifts count modulo the word size,
/// sums wrap.
package enum FixedPoint {
  /// `a * b * 2` rounded to its high 32 bits, halves upwards; `Int32.min` squared saturates.
  @inline(__always)
  package static func saturatingRoundingDoublingHighMul(_ a: Int32, _ b: Int32) -> Int32 {
    let high = (Int64(a) &* Int64(b) &+ (1 << 30)) >> 31
    return high == 1 << 31 ? Int32.max : Int32(truncatingIfNeeded: high)
  }

  /// `a * b * 2` rounded to its high 16 bits, halves upwards; `Int16.min` squared saturates.
  @inline(__always)
  package static func saturatingRoundingDoublingHighMul(_ a: Int16, _ b: Int16) -> Int16 {
    let high = (Int32(a) &* Int32(b) &+ (1 << 14)) >> 15
    return high == 1 << 15 ? Int16.max : Int16(truncatingIfNeeded: high)
  }

  /// `x / 2^exponent`, halves away from zero; exponents count modulo 32.
  @inline(__always)
  package static func roundingDivideByPowerOfTwo(_ x: Int32, _ exponent: Int32) -> Int32 {
    let mask = (Int32(1) &<< exponent) &- 1
    let remainder = x & mask
    let threshold = (mask >> 1) &+ (x < 0 ? 1 : 0)
    return (x &>> exponent) &+ (remainder > threshold ? 1 : 0)
  }

  /// `x / 2^exponent`, halves away from zero, for a softmax. Where so many values share the whole that the exponent exceeds
  /// the word, which TFLite's reference does not allow for, nothing is left of any.
  @inline(__always)
  package static func softmaxResult(_ x: Int32, _ exponent: Int32) -> Int32 {
    exponent > 31 ? 0 : roundingDivideByPowerOfTwo(x, exponent)
  }

  /// `x / 2^exponent` in 16 bits, halves away from zero; exponents count modulo 32. Above 15, where the mask of the
  /// remainder has no more bits, the result is 1 for what is not negative and -1 for the rest.
  @inline(__always)
  package static func roundingDivideByPowerOfTwo(_ x: Int16, _ exponent: Int32) -> Int16 {
    if exponent & 31 > 15 { return x < 0 ? -1 : 1 }
    return Int16(truncatingIfNeeded: roundingDivideByPowerOfTwo(Int32(x), exponent))
  }

  /// `x * 2^exponent`: a saturating left shift for positive exponents, a rounding right shift for negative ones.
  @inline(__always)
  static func saturatingRoundingMultiplyByPowerOfTwo<Word: FixedPointWord>(_ x: Word, _ exponent: Int32) -> Word {
    if exponent < 0 {
      return Word(
        truncatingIfNeeded: roundingDivideByPowerOfTwo(Int32(truncatingIfNeeded: x), 0 &- exponent))
    }
    return saturatingShiftLeft(x, exponent)
  }

  /// The left shift of `SaturatingRoundingMultiplyByPOTParam`: exponents count modulo 32, overflow saturates.
  @inline(__always)
  static func saturatingShiftLeft<Word: FixedPointWord>(_ x: Word, _ exponent: Int32) -> Word {
    if exponent == 0 { return x }
    let threshold = (Int32(1) &<< (Int32(Word.bitWidth) &- 1 &- exponent)) &- 1
    if Int32(truncatingIfNeeded: x) > threshold { return Word.max }
    if Int32(truncatingIfNeeded: x) < 0 &- threshold { return Word.min }
    let wide = Int64(x) &* Int64(Int32(1) &<< exponent)
    return Word(clamping: wide)
  }

  /// A value with `source` integer bits as one with `destination` integer bits.
  @inline(__always)
  static func rescale<Word: FixedPointWord>(_ x: Word, from source: Int32, to destination: Int32) -> Word {
    saturatingRoundingMultiplyByPowerOfTwo(x, source &- destination)
  }
}

extension FixedPoint {
  /// `exp(x)` in Q0 for `x` in Q0 within `[-1/4, 0)`: a Taylor expansion about -1/8.
  @inline(__always)
  private static func expOnQuarter<Word: FixedPointWord>(_ a: Word) -> Word {
    let constantTerm = Word.constant(1_895_147_668)
    let oneThird = Word.constant(715_827_883)
    let x = a &+ (Word(1) &<< Word(Word.bitWidth - 4))
    let x2 = Word.roundingDoublingHighMul(x, x)
    let x3 = Word.roundingDoublingHighMul(x2, x)
    let x4 = Word.roundingDoublingHighMul(x2, x2)
    let quarterX4 = saturatingRoundingMultiplyByPowerOfTwo(x4, -2)
    let tail = saturatingRoundingMultiplyByPowerOfTwo(
      Word.roundingDoublingHighMul(quarterX4 &+ x3, oneThird) &+ x2, -1)
    return Word.addSaturatingIf16Bit(constantTerm, Word.roundingDoublingHighMul(constantTerm, x &+ tail))
  }

  @inline(__always)
  private static func expOnNegative<Word: FixedPointWord>(_ a: Word, _ integerBits: Int32) -> Word {
    if a == 0 { return Word.max }
    let fractionalBits = Int32(Word.bitWidth) - 1 - integerBits
    if integerBits > 5, Int32(truncatingIfNeeded: a) < Int32(Word.constant(0 &- (Int32(1) &<< (36 - integerBits)))) {
      return 0
    }
    let oneQuarter = Word(1) &<< Word(truncatingIfNeeded: fractionalBits - 2)
    let reduced = (a & (oneQuarter &- 1)) &- oneQuarter
    var result = expOnQuarter(rescale(reduced, from: integerBits, to: 0))
    let remainder = reduced &- a
    // Q0.31 values of exp(-2^k) for k from -2 to 4.
    @inline(__always) func step(_ k: Int32, _ multiplier: Int32) {
      guard integerBits > k, remainder & (Word(1) &<< Word(truncatingIfNeeded: fractionalBits + k)) != 0 else { return }
      result = Word.roundingDoublingHighMul(result, Word.constant(multiplier))
    }
    step(-2, 1_672_461_947)
    step(-1, 1_302_514_674)
    step(0, 790_015_084)
    step(1, 290_630_308)
    step(2, 39_332_535)
    step(3, 720_401)
    step(4, 242)
    return result
  }

  /// Newton-Raphson for `2 / (1 + a)` in Q2, `a` in Q0 within `[0, 1]`.
  @inline(__always)
  private static func twoOverOnePlus<Word: FixedPointWord>(_ a: Word) -> Word {
    let halfDenominator = Word.roundingHalfSum(a, Word.max)
    let one = Word(1) &<< Word(Word.bitWidth - 3)
    var x = Word.constant(1_515_870_810) &+ Word.roundingDoublingHighMul(halfDenominator, Word.constant(-1_010_580_540))
    for _ in 0..<3 {
      let error = one &- Word.roundingDoublingHighMul(halfDenominator, x)
      x = x &+ rescale(Word.roundingDoublingHighMul(x, error), from: 4, to: 2)
    }
    return x
  }

  @inline(__always)
  private static func oneOverOnePlus<Word: FixedPointWord>(_ a: Word) -> Word {
    rescale(twoOverOnePlus(a), from: 1, to: 0)
  }

  @inline(__always)
  private static func logistic<Word: FixedPointWord>(_ a: Word, _ integerBits: Int32) -> Word {
    if a == 0 { return Word.constant(1 << 30) }
    let positive = oneOverOnePlus(expOnNegative(a > 0 ? 0 &- a : a, integerBits))
    return a > 0 ? positive : Word.max &- positive
  }

  @inline(__always)
  private static func tanh<Word: FixedPointWord>(_ a: Word, _ integerBits: Int32) -> Word {
    if a == 0 { return 0 }
    let exponential = expOnNegative(a < 0 ? a : 0 &- a, integerBits + 1)
    let one = Word(1) &<< Word(Word.bitWidth - 3)
    let t = rescale(twoOverOnePlus(exponential) &- one, from: 2, to: 0)
    return a < 0 ? 0 &- t : t
  }
}

extension FixedPoint {
  /// `exp(x)` in Q0.31 for non-positive `x` in Q`integerBits`.
  package static func expOnNegativeValues(_ x: Int32, integerBits: Int32) -> Int32 { expOnNegative(x, integerBits) }
  /// `exp(x)` in Q0.15 for non-positive `x` in Q`integerBits`, 16 bits wide.
  package static func expOnNegativeValues(_ x: Int16, integerBits: Int32) -> Int16 { expOnNegative(x, integerBits) }
  /// `1 / (1 + x)` in Q0.31 for `x` in Q0.31, not negative.
  package static func oneOverOnePlusX(_ x: Int32) -> Int32 { oneOverOnePlus(x) }
  /// `1 / (1 + x)` in Q0.15 for `x` in Q0.15, not negative.
  package static func oneOverOnePlusX(_ x: Int16) -> Int16 { oneOverOnePlus(x) }
  /// The logistic function in Q0.31 of `x` in Q`integerBits`.
  package static func logistic(_ x: Int32, integerBits: Int32) -> Int32 { logistic(x, integerBits) }
  /// The logistic function in Q0.15 of `x` in Q`integerBits`, 16 bits wide.
  package static func logistic(_ x: Int16, integerBits: Int32) -> Int16 { logistic(x, integerBits) }
  /// The hyperbolic tangent in Q0.31 of `x` in Q`integerBits`.
  package static func tanh(_ x: Int32, integerBits: Int32) -> Int32 { tanh(x, integerBits) }
  /// The hyperbolic tangent in Q0.15 of `x` in Q`integerBits`, 16 bits wide.
  package static func tanh(_ x: Int16, integerBits: Int32) -> Int16 { tanh(x, integerBits) }
}
