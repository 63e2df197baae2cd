/// How softmax and log-softmax scale differences of 8-bit inputs before the fixed-point exponential.
package struct SoftmaxScaling: Equatable, Sendable {
  /// The factor from a difference of inputs to Q5.26; at least one.
  package var input: QuantizedMultiplier
  /// The smallest difference from the row's maximum that still matters; not positive.
  package var differenceMinimum: Int32
  /// The factor from Q5.26 back to a difference of inputs, for log-softmax; its shift is to the left.
  package var reverse: QuantizedMultiplier

  /// The number of integer bits of the scaled difference.
  package static let integerBits: Int32 = 5

  /// The scaling for inputs quantized by `inputScale` and multiplied by `beta`.
  ///
  /// Factors outside `(1, 2^31)` are moved to the nearer end: below, every exponential is one, above, zero.
  package init(beta: Double, inputScale: Double) {
    let bits = SoftmaxScaling.integerBits
    let scaled = beta * inputScale * Double(Int32(1) << (31 - bits))
    let capped = scaled < 2_147_483_647 ? scaled : 2_147_483_647
    let real = capped > 1 ? capped : 1.0.nextUp
    input = QuantizedMultiplier(real)
    differenceMinimum =
      0 &- SoftmaxScaling.inputRadius(integerBits: bits, leftShift: input.shift, signedBits: 31)
    let reverseReal = Double(Int32(1) &<< (31 &- input.shift)) / Double(input.multiplier)
    reverse = QuantizedMultiplier(reverseReal)
  }

  /// The largest magnitude of an input that stays within `integerBits` once shifted left by `leftShift`.
  package static func inputRadius(integerBits: Int32, leftShift: Int32, signedBits: Int32) -> Int32 {
    let largest =
      Double((Int32(1) &<< integerBits) &- 1) * Double(Int64(1) &<< Int64(signedBits &- integerBits))
      / Double(Int64(1) &<< Int64(leftShift))
    return MathFunctions.truncatedToInt32(MathFunctions.floor(largest))
  }
}

extension SoftmaxScaling {
  /// Fills 256 exponentials in Q0.31, indexed by how far an 8-bit input lies under its row's maximum.
  ///
  /// Differences past `differenceMinimum` get zero, which has the same effect as leaving them out.
  package func fillExponentials(_ table: UnsafeMutablePointer<Int32>) {
    for difference in Int32(0)..<256 {
      let isNegligible = 0 &- difference < differenceMinimum
      let scaled = input.applyGreaterThanOne(to: 0 &- difference)
      table[Int(difference)] =
        isNegligible ? 0 : FixedPoint.expOnNegativeValues(scaled, integerBits: SoftmaxScaling.integerBits)
    }
  }

  /// Fills what log-softmax asks of a difference: 256 exponentials as `fillExponentials`, rounded to Q12.19, then 256
  /// differences in Q5.26.
  package func fillLogarithms(_ table: UnsafeMutablePointer<Int32>) {
    fillExponentials(table)
    for difference in 0..<256 {
      table[difference] = FixedPoint.roundingDivideByPowerOfTwo(table[difference], 12)
      table[256 + difference] = input.apply(to: 0 &- Int32(difference))
    }
  }
}
