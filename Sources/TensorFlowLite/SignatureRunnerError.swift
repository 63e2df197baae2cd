import Foundation
import TFLiteRuntime

/// What a `SignatureRunner` can fail with. Causes are as those of `InterpreterError`.
public enum SignatureRunnerError: Error {
  /// The data have not as many bytes as the tensor.
  case invalidTensorDataCount(provided: Int, required: Int)
  /// The tensor's element type has no `Tensor.DataType`.
  case invalidTensorDataType
  /// The model has no signature of that key.
  case failedToCreateSignatureRunner(signatureKey: String)
  /// The signature has no such input or output.
  case failedToGetTensor(tensorType: String, nameInSignature: String)
  /// The input cannot take the shape.
  case failedToResizeInputTensor(inputName: String)
  /// The data cannot be copied to the input.
  case failedToCopyDataToInputTensor(cause: RuntimeError?)
  /// There is no room for the tensors, or an operator objects to their shapes.
  case failedToAllocateTensors(cause: RuntimeError?)
  /// An operator objected to its data.
  case failedToInvokeSignature(signatureKey: String)
  /// `allocateTensors()` must come first.
  case allocateTensorsRequired

  /// The error without a cause.
  public static var failedToCopyDataToInputTensor: Self { .failedToCopyDataToInputTensor(cause: nil) }
  /// The error without a cause.
  public static var failedToAllocateTensors: Self { .failedToAllocateTensors(cause: nil) }

  /// The runtime's error behind this one, nil for errors without one.
  public var cause: RuntimeError? {
    switch self {
    case .failedToCopyDataToInputTensor(let cause), .failedToAllocateTensors(let cause): cause
    default: nil
    }
  }
}

extension SignatureRunnerError: Hashable {
  /// Whether the errors are the same but for their causes.
  public static func == (left: Self, right: Self) -> Bool { left.identity == right.identity }

  /// All but the cause goes into the hash.
  public func hash(into hasher: inout Hasher) { hasher.combine(identity) }

  private var identity: ErrorIdentity {
    switch self {
    case .invalidTensorDataCount(let provided, let required): .init(kind: 0, first: provided, second: required)
    case .invalidTensorDataType: .init(kind: 1)
    case .failedToCreateSignatureRunner(let key): .init(kind: 2, text: key)
    case .failedToGetTensor(let kind, let name): .init(kind: 3, text: kind, secondText: name)
    case .failedToResizeInputTensor(let name): .init(kind: 4, text: name)
    case .failedToCopyDataToInputTensor: .init(kind: 5)
    case .failedToAllocateTensors: .init(kind: 6)
    case .failedToInvokeSignature(let key): .init(kind: 7, text: key)
    case .allocateTensorsRequired: .init(kind: 8)
    }
  }
}

extension SignatureRunnerError: LocalizedError, CustomStringConvertible {
  /// The same as `description`.
  public var errorDescription: String? { description }

  /// What is wrong, in one line, with the cause where there is one.
  public var description: String {
    switch self {
    case .invalidTensorDataCount(let provided, let required):
      "Provided data count \(provided) must match the required count \(required)."
    case .invalidTensorDataType: "Tensor data type is unsupported or could not be determined."
    case .failedToCreateSignatureRunner(let key):
      "Failed to create a signature runner: the model has no signature '\(key)'."
    case .failedToGetTensor(let kind, let name):
      "Failed to get the \(kind) tensor: the signature has no \(kind) '\(name)'."
    case .failedToResizeInputTensor(let name): "Failed to resize the input tensor '\(name)'."
    case .failedToCopyDataToInputTensor(let cause):
      InterpreterError.sentence("Failed to copy data to the input tensor", cause)
    case .failedToAllocateTensors(let cause):
      InterpreterError.sentence("Failed to allocate memory for the tensors", cause)
    case .failedToInvokeSignature(let key): "Failed to invoke the signature '\(key)'."
    case .allocateTensorsRequired: "Must call allocateTensors()."
    }
  }
}
