import Foundation
import ModelInterpreterKit
import TestSupport

/// A model in a file of its own, which goes with the object.
final class ModelFile: Sendable {
  let path: String

  init(_ bytes: [UInt8]) throws {
    path = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).tflite").path
    try Data(bytes).write(to: URL(fileURLWithPath: path))
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  private static let key = DispatchSpecificKey<ModelFile>()

  /// An interpreter of the file that answers on a queue which runs in tests, and which keeps the file.
  func interpreter() -> ModelInterpreter {
    let interpreter = ModelInterpreter.modelInterpreter(localModel: CustomLocalModel(modelPath: path))
    let queue = DispatchQueue(label: "answers")
    queue.setSpecific(key: Self.key, value: self)
    interpreter.completionQueue = queue
    return interpreter
  }
}

/// One declared input or output.
struct Format: Sendable, CustomStringConvertible {
  var index: UInt = 0
  var type: ModelElementType
  var dimensions: [Int]

  var description: String { "\(index): \(type) \(dimensions)" }
}

func ioOptions(_ inputs: [Format], _ outputs: [Format]) throws -> ModelInputOutputOptions {
  let options = ModelInputOutputOptions()
  for format in inputs {
    try options.setInputFormat(
      index: format.index, type: format.type, dimensions: format.dimensions.map { NSNumber(value: $0) })
  }
  for format in outputs {
    try options.setOutputFormat(
      index: format.index, type: format.type, dimensions: format.dimensions.map { NSNumber(value: $0) })
  }
  return options
}

func modelInputs(_ values: Any...) throws -> ModelInputs {
  let inputs = ModelInputs()
  for value in values { try inputs.addInput(value) }
  return inputs
}

extension ModelInterpreter {
  /// The run by its completion handler, waited for.
  func result(_ inputs: ModelInputs, _ options: ModelInputOutputOptions) async -> Result<ModelOutputs, NSError> {
    await withCheckedContinuation { continuation in
      run(inputs: inputs, options: options) { outputs, error in
        if let outputs, error == nil {
          continuation.resume(returning: .success(outputs))
        } else {
          // A Swift error would not be an `NSError` outside Apple's systems.
          continuation.resume(returning: .failure(error.map { $0 as NSError } ?? NSError(domain: "none", code: 0)))
        }
      }
    }
  }
}

/// The error that `body` throws, caught as applications of ML Kit catch it.
func caught(_ body: () throws -> Void) -> NSError? {
  do {
    try body()
    return nil
  } catch let error as NSError {
    return error
  }
}

func data<T: BitwiseCopyable>(_ values: [T]) -> Data { values.withUnsafeBytes { Data($0) } }
