import Foundation
import TFLiteRuntime

/// What an `Interpreter` can fail with.
///
/// Some cases come with a cause, which is the runtime's own error: see `cause`. Their names alone, without a cause, serve
/// to compare and to match, as in `catch InterpreterError.failedToLoadModel`; errors that differ in nothing but the cause
/// are equal.
public enum InterpreterError: Error {
  /// The index is not that of a tensor; `maxIndex` is -1 when there are none.
  case invalidTensorIndex(index: Int, maxIndex: Int)
  /// The data have not as many bytes as the tensor.
  case invalidTensorDataCount(provided: Int, required: Int)
  /// The tensor's element type has no `Tensor.DataType`.
  case invalidTensorDataType
  /// The model file cannot be read, or is not a model.
  case failedToLoadModel(cause: RuntimeError?)
  /// The interpreter cannot be made from the model: the data are not a model, or have operators that cannot run.
  case failedToCreateInterpreter(cause: RuntimeError?)
  /// The input cannot take the shape.
  case failedToResizeInputTensor(index: Int)
  /// The data cannot be copied to the input.
  case failedToCopyDataToInputTensor(cause: RuntimeError?)
  /// There is no room for the tensors, or an operator objects to their shapes.
  case failedToAllocateTensors(cause: RuntimeError?)
  /// `allocateTensors()` must come first.
  case allocateTensorsRequired
  /// `invoke()` must come first.
  case invokeInterpreterRequired
  /// The runtime's own account of what went wrong while the model ran.
  case tensorFlowLiteError(String)

  /// The error without a cause.
  public static var failedToLoadModel: Self { .failedToLoadModel(cause: nil) }
  /// The error without a cause.
  public static var failedToCreateInterpreter: Self { .failedToCreateInterpreter(cause: nil) }
  /// The error without a cause.
  public static var failedToCopyDataToInputTensor: Self { .failedToCopyDataToInputTensor(cause: nil) }
  /// The error without a cause.
  public static var failedToAllocateTensors: Self { .failedToAllocateTensors(cause: nil) }

  /// The runtime's error behind this one, which names the operator, the tensor, what was expected and what was found; nil for
  /// errors that the interpreter finds itself.
  public var cause: RuntimeError? {
    switch self {
    case .failedToLoadModel(let cause), .failedToCreateInterpreter(let cause),
      .failedToCopyDataToInputTensor(let cause), .failedToAllocateTensors(let cause):
      cause
    default: nil
    }
  }
}

extension InterpreterError: Hashable {
  /// Whether the errors are the same but for their causes.
  public static func == (left: Self, right: Self) -> Bool { left.identity == right.identity }

  /// All but the cause goes into the hash.
  public func hash(into hasher: inout Hasher) { hasher.combine(identity) }

  private var identity: ErrorIdentity {
    switch self {
    case .invalidTensorIndex(let index, let maxIndex): .init(kind: 0, first: index, second: maxIndex)
    case .invalidTensorDataCount(let provided, let required): .init(kind: 1, first: provided, second: required)
    case .invalidTensorDataType: .init(kind: 2)
    case .failedToLoadModel: .init(kind: 3)
    case .failedToCreateInterpreter: .init(kind: 4)
    case .failedToResizeInputTensor(let index): .init(kind: 5, first: index)
    case .failedToCopyDataToInputTensor: .init(kind: 6)
    case .failedToAllocateTensors: .init(kind: 7)
    case .allocateTensorsRequired: .init(kind: 8)
    case .invokeInterpreterRequired: .init(kind: 9)
    case .tensorFlowLiteError(let message): .init(kind: 10, text: message)
    }
  }
}

/// What two errors have in common that are equal.
struct ErrorIdentity: Hashable {
  let kind: Int
  var first = 0
  var second = 0
  var text = ""
  var secondText = ""
}

extension InterpreterError: LocalizedError, CustomStringConvertible {
  /// The same as `description`.
  public var errorDescription: String? { description }

  /// What is wrong, in one line, with the cause where there is one.
  public var description: String {
    switch self {
    case .invalidTensorIndex(let index, let maxIndex):
      maxIndex < 0
        ? "Invalid tensor index \(index), the model has no such tensors."
        : "Invalid tensor index \(index), max index is \(maxIndex)."
    case .invalidTensorDataCount(let provided, let required):
      "Provided data count \(provided) must match the required count \(required)."
    case .invalidTensorDataType: "Tensor data type is unsupported or could not be determined."
    case .failedToLoadModel(let cause): Self.sentence("Failed to load the given model", cause)
    case .failedToCreateInterpreter(let cause): Self.sentence("Failed to create the interpreter", cause)
    case .failedToResizeInputTensor(let index): "Failed to resize the input tensor at index \(index)."
    case .failedToCopyDataToInputTensor(let cause): Self.sentence("Failed to copy data to the input tensor", cause)
    case .failedToAllocateTensors(let cause): Self.sentence("Failed to allocate memory for the tensors", cause)
    case .allocateTensorsRequired: "Must call allocateTensors()."
    case .invokeInterpreterRequired: "Must call invoke()."
    case .tensorFlowLiteError(let message): "TensorFlow Lite error: \(message)"
    }
  }

  static func sentence(_ text: String, _ cause: RuntimeError?) -> String {
    cause.map { "\(text): \($0.description)" } ?? "\(text)."
  }
}
