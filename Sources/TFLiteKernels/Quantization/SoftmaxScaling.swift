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

  /// The numbers of `fillLogarithms`: those of every difference twice, and what vectors load beyond.
  package static let logarithmCount = 2 * 256 + 16

  /// Fills what log-softmax asks of a difference: 256 exponentials as `fillExponentials`, rounded to Q12.19, then 256
  /// differences in Q5.26, the largest difference first.
  package func fillLogarithms(_ table: UnsafeMutablePointer<Int32>) {
    fillExponentials(table)
    for difference in 0..<256 {
      table[difference] = FixedPoint.roundingDivideByPowerOfTwo(table[difference], 12)
      table[511 - difference] = input.apply(to: 0 &- Int32(difference))
    }
    for beyond in 512..<SoftmaxScaling.logarithmCount { table[beyond] = 0 }
  }

  /// The log-softmax of rows of 8 bits, once the exponentials of a row are summed up.
  package struct Logarithms {
    /// The logarithm of the sum in Q5.26.
    package let logSum: Int32
    /// Distances from the largest byte of so much or more have the lowest result.
    package let limit: Int32

    /// - Parameter sum: that of the row's exponentials, in Q12.19.
    package init(_ scaling: SoftmaxScaling, sum: Int32) {
      logSum = FixedPoint.logOfValueAboveOne(sum, inputIntegerBits: 12, outputIntegerBits: SoftmaxScaling.integerBits)
      limit = 0 &- max(scaling.differenceMinimum &- 1, scaling.reverse.apply(to: logSum &+ Int32.min))
    }
  }
}
