/// How int16 logistic and tanh scale their input before the shared sigmoid table.
package struct IntegerActivationScaling: Equatable, Sendable {
  /// The factor, or zero when the input scale is the power of two that needs only a shift.
  package var multiplier: Int32
  /// The right shift after the factor, or the left shift when the factor is zero.
  package var shift: Int32

  /// The scaling of int16 tanh for an input of `scale`: 2^-12 and 2^-11 need no factor.
  package init(tanhInputScale scale: Float) {
    self.init(scale: scale, largestShift: 1)
  }

  /// The scaling of int16 logistic for an input of `scale`: 2^-12 needs no factor.
  package init(logisticInputScale scale: Float) {
    self.init(scale: scale, largestShift: 0)
  }

  private init(scale: Float, largestShift: Int32) {
    let log2 = IntegerActivationScaling.powerOfTwo(scale)
    let left = 12 &+ log2.exponent
    if log2.isExact, left >= 0, left <= largestShift {
      multiplier = 0
      shift = left
      return
    }
    var factor = Double(scale) * 4096 * 3
    shift = 0
    while factor <= 32767.0 / 2, shift <= 30 {
      shift += 1
      factor *= 2
    }
    multiplier = MathFunctions.truncatedToInt32(factor)
  }

  /// The nearest exponent of two of a positive `scale`, and whether it is within a thousandth.
  package static func powerOfTwo(_ scale: Float) -> (exponent: Int32, isExact: Bool) {
    let log2 = MathFunctions.log(scale) * (1 / MathFunctions.log(Float(2)))
    let rounded = MathFunctions.round(log2)
    return (MathFunctions.truncatedToInt32(rounded), abs(log2 - rounded) < 1e-3)
  }
}
