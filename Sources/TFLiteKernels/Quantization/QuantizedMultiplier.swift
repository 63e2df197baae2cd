/// A real factor as TFLite's integer kernels apply it: `multiplier * 2^(shift - 31)`.
///
/// `multiplier` is a Q0.31 significand, normally in `[2^30, 2^31)`; `shift` is to the left when positive. No value of
/// either traps: shifts count modulo the word size and products wrap, as the reference build does on x86 and ARM.
package struct QuantizedMultiplier: Equatable, Sendable, BitwiseCopyable {
  /// The significand, Q0.31.
  package var multiplier: Int32
  /// The exponent: a left shift when positive.
  package var shift: Int32

  /// A multiplier of known parts.
  package init(multiplier: Int32, shift: Int32) {
    self.multiplier = multiplier
    self.shift = shift
  }

  /// Decomposes `real`, rounding the significand half away from zero.
  ///
  /// Factors under 2^-32 become zero, as do infinities and NaN. The exponent has no upper limit.
  package init(_ real: Double) {
    let bits = real.bitPattern
    let exponent = Int32(truncatingIfNeeded: bits &>> 52) & 0x7FF
    // Subnormals are far below 2^-32.
    guard exponent != 0, exponent != 0x7FF else {
      self.init(multiplier: 0, shift: 0)
      return
    }
    // The significand lies in [2^52, 2^53), and what C's frexp makes of it in [0.5, 1).
    let magnitude = (Int64(bits & (1 &<< 52 &- 1) | 1 &<< 52) &+ 1 &<< 21) &>> 22
    var significand = real < 0 ? 0 &- magnitude : magnitude
    var shift = exponent &- 1022
    if significand == 1 << 31 {
      significand /= 2
      shift += 1
    }
    if shift < -31 {
      shift = 0
      significand = 0
    }
    self.init(multiplier: Int32(truncatingIfNeeded: significand), shift: shift)
  }

  /// The product with a 32-bit accumulator: high half of the doubled product, rounded, then a rounding right shift.
  @inline(__always)
  package func apply(to x: Int32) -> Int32 {
    let left = shift > 0 ? shift : 0
    let right = shift > 0 ? 0 : 0 &- shift
    return FixedPoint.roundingDivideByPowerOfTwo(
      FixedPoint.saturatingRoundingDoublingHighMul(x &<< left, multiplier), right)
  }

  /// The significand rounded to 16 bits, as products with 64-bit accumulators take it.
  @inline(__always)
  package var reducedSignificand: Int32 { multiplier < 0x7FFF_0000 ? (multiplier &+ (1 << 15)) >> 16 : 0x7FFF }

  /// The product with a 64-bit accumulator: the significand is rounded to 16 bits first, one rounding at the end.
  ///
  /// Accumulators of 48 bits give exact results; wider ones wrap.
  @inline(__always)
  package func apply(to x: Int64) -> Int32 {
    let reduced = reducedSignificand
    let totalShift = Int64(15 &- shift)
    let sum = (x &* Int64(reduced)) &+ (Int64(1) &<< (totalShift &- 1))
    return Int32(truncatingIfNeeded: sum &>> totalShift)
  }

  /// The product for factors known to be at least one: the left shift only, no right shift.
  @inline(__always)
  package func applyGreaterThanOne(to x: Int32) -> Int32 {
    FixedPoint.saturatingRoundingDoublingHighMul(x &<< shift, multiplier)
  }

  /// The product for factors known to be under one: the right shift only.
  @inline(__always)
  package func applySmallerThanOne(to x: Int32) -> Int32 {
    FixedPoint.roundingDivideByPowerOfTwo(
      FixedPoint.saturatingRoundingDoublingHighMul(x, multiplier), 0 &- shift)
  }
}
