import TFLiteKernels
import TFLiteSchema

/// The activations of recurrent operators.
enum RecurrentActivation {
  case none, relu, reluN1To1, relu6, tanh, signBit, sigmoid

  init(_ option: Schema.ActivationFunctionType) {
    self =
      switch option {
      case .relu: .relu
      case .reluN1To1: .reluN1To1
      case .relu6: .relu6
      case .tanh: .tanh
      case .signBit: .signBit
      default: .none
      }
  }

  /// Applies the activation to `count` values in place.
  func apply(_ values: UnsafeMutablePointer<Float>, _ count: Int) {
    switch self {
    case .none: break
    case .relu: for i in 0..<count { values[i] = max(0, values[i]) }
    case .reluN1To1: for i in 0..<count { values[i] = max(-1, min(values[i], 1)) }
    case .relu6: for i in 0..<count { values[i] = max(0, min(values[i], 6)) }
    case .tanh: for i in 0..<count { values[i] = MathFunctions.tanh(values[i]) }
    case .signBit: for i in 0..<count { values[i] = values[i].sign == .minus ? 1 : 0 }
    case .sigmoid: for i in 0..<count { values[i] = 1 / (1 + MathFunctions.exp(-values[i])) }
    }
  }
}
