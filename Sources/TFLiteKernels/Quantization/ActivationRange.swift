/// The activations that TFLite fuses into an operator as a clamp.
package enum FusedActivation: Sendable {
  /// No clamp beyond the output type's range.
  case none
  /// `max(x, 0)`.
  case relu
  /// `x` clamped to `[-1, 1]`.
  case reluN1To1
  /// `x` clamped to `[0, 6]`.
  case relu6
}

/// The bounds of a clamp on real values.
package struct FloatRange: Equatable, Sendable {
  /// The lower bound.
  package var lower: Float
  /// The upper bound.
  package var upper: Float

  /// A clamp of known bounds.
  package init(lower: Float, upper: Float) {
    self.lower = lower
    self.upper = upper
  }

  /// The clamp of a fused activation. Without one the bounds are the largest finite numbers, so that infinities become
  /// finite, as in TFLite.
  package init(_ activation: FusedActivation) {
    switch activation {
    case .none: self.init(lower: -Float.greatestFiniteMagnitude, upper: Float.greatestFiniteMagnitude)
    case .relu: self.init(lower: 0, upper: Float.greatestFiniteMagnitude)
    case .reluN1To1: self.init(lower: -1, upper: 1)
    case .relu6: self.init(lower: 0, upper: 6)
    }
  }

  /// `x` within the bounds; NaN stays.
  @inline(__always)
  package func clamp(_ x: Float) -> Float {
    let raised = x < lower ? lower : x
    return upper < raised ? upper : raised
  }
}

/// The bounds of a clamp on quantized values.
package struct IntegerRange: Equatable, Sendable {
  /// The lower bound.
  package var lower: Int32
  /// The upper bound.
  package var upper: Int32

  /// A clamp of known bounds.
  package init(lower: Int32, upper: Int32) {
    self.lower = lower
    self.upper = upper
  }

  /// The whole range of an 8-bit unsigned output.
  package static let uint8 = IntegerRange(lower: 0, upper: 255)
  /// The whole range of an 8-bit signed output.
  package static let int8 = IntegerRange(lower: -128, upper: 127)
  /// The whole range of a 16-bit signed output.
  package static let int16 = IntegerRange(lower: -32768, upper: 32767)

  /// The clamp of a fused activation on an output quantized by `scale` and `zeroPoint`, within the type's range: one of `uint8`,
  /// `int8` and `int16`.
  ///
  /// - Returns: `nil` when a bound does not fit 32 bits before rounding, which TFLite refuses too.
  package init?(_ activation: FusedActivation, type: IntegerRange, scale: Float, zeroPoint: Int32) {
    func quantize(_ x: Float) -> Int32? {
      let rounded = MathFunctions.round(x / scale)
      guard rounded >= -2_147_483_648, rounded <= 2_147_483_648 else { return nil }
      return MathFunctions.truncatedToInt32(rounded) &+ zeroPoint
    }
    var range = type
    switch activation {
    case .none: break
    case .relu:
      guard let zero = quantize(0) else { return nil }
      range.lower = max(range.lower, zero)
    case .reluN1To1, .relu6:
      let bounds: (Float, Float) = activation == .relu6 ? (0, 6) : (-1, 1)
      guard let low = quantize(bounds.0), let high = quantize(bounds.1) else { return nil }
      range.lower = max(range.lower, low)
      range.upper = min(range.upper, high)
    }
    if range.upper < range.lower {
      // A zero point far from the type's range. TFLite's clamp gives its upper bound then, of which the low bits are stored.
      let stored = ((range.upper &- type.lower) & (type.upper - type.lower)) + type.lower
      range = IntegerRange(lower: stored, upper: stored)
    }
    self = range
  }

  /// `x` within the bounds; the lower bound is applied first.
  @inline(__always)
  package func clamp(_ x: Int32) -> Int32 { min(max(x, lower), upper) }
}
