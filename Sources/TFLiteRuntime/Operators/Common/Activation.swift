import TFLiteKernels
import TFLiteSchema

extension FusedActivation {
  /// The clamp that an operator's option asks for. Activations that TensorFlow Lite never fuses are no clamp there either.
  init(_ option: Schema.ActivationFunctionType?) {
    switch option {
    case .some(.relu): self = .relu
    case .some(.reluN1To1): self = .reluN1To1
    case .some(.relu6): self = .relu6
    default: self = .none
    }
  }

  /// Whether there is a clamp.
  var isClamp: Bool { if case .none = self { false } else { true } }
}

extension PrepareContext {
  /// The clamp of `activation` on the quantized values of `output`.
  /// - Throws: `invalidOperator` when the bounds do not fit, `unsupported` for types that are not quantized.
  func activationRange(_ activation: FusedActivation, of output: RuntimeTensor) throws(RuntimeError) -> IntegerRange {
    let type: IntegerRange
    switch output.type {
    case .uint8: type = .uint8
    case .int8: type = .int8
    case .int16: type = .int16
    default: throw unsupportedType(output, [.uint8, .int8, .int16])
    }
    let quantization = output.quantization ?? Quantization(scale: 0, zeroPoint: 0)
    let zeroPoint = Int32(truncatingIfNeeded: quantization.zeroPoint)
    guard let range = IntegerRange(activation, type: type, scale: quantization.scale, zeroPoint: zeroPoint) else {
      throw error("the activation's bounds cannot be quantized", output, actual: "scale \(quantization.scale)")
    }
    return range
  }
}
