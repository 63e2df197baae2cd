/// What the functions of elementwise operators need beside their operands; each reads the fields it names.
package struct ElementwiseParameters: Sendable {
  /// Added to the first operand of a quantized function: minus its zero point.
  package var firstOffset: Int32 = 0
  /// Added to the second operand of a quantized function: minus its zero point.
  package var secondOffset: Int32 = 0
  /// Added to the scaled result of a quantized function: the output's zero point.
  package var outputOffset: Int32 = 0
  /// The bits by which quantized operands are shifted left before they are scaled.
  package var leftShift: Int32 = 0
  /// The factor of the first operand.
  package var firstMultiplier = QuantizedMultiplier(multiplier: 0, shift: 0)
  /// The factor of the second operand.
  package var secondMultiplier = QuantizedMultiplier(multiplier: 0, shift: 0)
  /// The factor of the result.
  package var outputMultiplier = QuantizedMultiplier(multiplier: 0, shift: 0)
  /// The clamp on quantized results.
  package var range = IntegerRange(lower: Int32.min, upper: Int32.max)
  /// The lower bound of unquantized integer results.
  package var lower = Int64.min
  /// The upper bound of unquantized integer results.
  package var upper = Int64.max
  /// The clamp on float results.
  package var floatRange = FloatRange(lower: -Float.greatestFiniteMagnitude, upper: Float.greatestFiniteMagnitude)

  /// Parameters that scale by zero and clamp nothing but infinities.
  package init() {}

  /// The clamps of a fused activation on unquantized integer and float results.
  package init(_ activation: FusedActivation) {
    floatRange = FloatRange(activation)
    switch activation {
    case .none: break
    case .relu: lower = 0
    case .reluN1To1: (lower, upper) = (-1, 1)
    case .relu6: (lower, upper) = (0, 6)
    }
  }
}
