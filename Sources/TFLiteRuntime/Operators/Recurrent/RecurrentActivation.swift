import TFLiteKernelSets
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

  /// The activation as a function of many values; nil when it changes nothing.
  func function(_ kernels: KernelSet) -> FloatFunction? {
    switch self {
    case .none: nil
    case .relu: { input, output, count in for i in 0..<count { output[i] = max(0, input[i]) } }
    case .reluN1To1: { input, output, count in for i in 0..<count { output[i] = max(-1, min(input[i], 1)) } }
    case .relu6: { input, output, count in for i in 0..<count { output[i] = max(0, min(input[i], 6)) } }
    case .tanh: kernels.elementwise.tanh
    case .signBit: { input, output, count in for i in 0..<count { output[i] = input[i].sign == .minus ? 1 : 0 } }
    case .sigmoid: kernels.elementwise.logistic
    }
  }
}
