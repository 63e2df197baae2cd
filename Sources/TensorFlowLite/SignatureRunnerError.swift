import Foundation

/// What a `SignatureRunner` can fail with.
public enum SignatureRunnerError: Error, Equatable, Hashable {
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
  case failedToCopyDataToInputTensor
  /// There is no room for the tensors, or an operator objects to their shapes.
  case failedToAllocateTensors
  /// An operator objected to its data.
  case failedToInvokeSignature(signatureKey: String)
  /// `allocateTensors()` must come first.
  case allocateTensorsRequired
}

extension SignatureRunnerError: LocalizedError, CustomStringConvertible {
  /// The same as `description`.
  public var errorDescription: String? { description }

  /// What is wrong, in one line.
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
    case .failedToCopyDataToInputTensor: "Failed to copy data to the input tensor."
    case .failedToAllocateTensors: "Failed to allocate memory for the tensors."
    case .failedToInvokeSignature(let key): "Failed to invoke the signature '\(key)'."
    case .allocateTensorsRequired: "Must call allocateTensors()."
    }
  }
}
