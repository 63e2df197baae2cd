import Foundation

/// What an `Interpreter` can fail with.
public enum InterpreterError: Error, Equatable, Hashable {
  /// The index is not that of a tensor; `maxIndex` is -1 when there are none.
  case invalidTensorIndex(index: Int, maxIndex: Int)
  /// The data have not as many bytes as the tensor.
  case invalidTensorDataCount(provided: Int, required: Int)
  /// The tensor's element type has no `Tensor.DataType`.
  case invalidTensorDataType
  /// The model file cannot be read.
  case failedToLoadModel
  /// The interpreter cannot be made from the model.
  case failedToCreateInterpreter
  /// The input cannot take the shape.
  case failedToResizeInputTensor(index: Int)
  /// The data cannot be copied to the input.
  case failedToCopyDataToInputTensor
  /// There is no room for the tensors, or an operator objects to their shapes.
  case failedToAllocateTensors
  /// `allocateTensors()` must come first.
  case allocateTensorsRequired
  /// `invoke()` must come first.
  case invokeInterpreterRequired
  /// The runtime's own account of the cause.
  case tensorFlowLiteError(String)
}

extension InterpreterError: LocalizedError, CustomStringConvertible {
  /// The same as `description`.
  public var errorDescription: String? { description }

  /// What is wrong, in one line.
  public var description: String {
    switch self {
    case .invalidTensorIndex(let index, let maxIndex):
      maxIndex < 0
        ? "Invalid tensor index \(index), the model has no such tensors."
        : "Invalid tensor index \(index), max index is \(maxIndex)."
    case .invalidTensorDataCount(let provided, let required):
      "Provided data count \(provided) must match the required count \(required)."
    case .invalidTensorDataType: "Tensor data type is unsupported or could not be determined."
    case .failedToLoadModel: "Failed to load the given model."
    case .failedToCreateInterpreter: "Failed to create the interpreter."
    case .failedToResizeInputTensor(let index): "Failed to resize the input tensor at index \(index)."
    case .failedToCopyDataToInputTensor: "Failed to copy data to the input tensor."
    case .failedToAllocateTensors: "Failed to allocate memory for the tensors."
    case .allocateTensorsRequired: "Must call allocateTensors()."
    case .invokeInterpreterRequired: "Must call invoke()."
    case .tensorFlowLiteError(let message): "TensorFlow Lite error: \(message)"
    }
  }
}
