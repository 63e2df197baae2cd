import Foundation
import TFLiteRuntime

/// Where an interpreter finds its model.
enum ModelSource: Sendable {
  /// The file at the path.
  case file(String)
  /// A hosted model of the first name when it is on the device, else the registered local model of the second.
  case named(String?, String?)

  /// The path of the model's file.
  /// - Throws: `NSError` with `invalidArgument` when no name was given, `notFound` when no model has the name.
  func path() throws -> String {
    switch self {
    case .file(let path): return path
    case .named(nil, nil):
      throw modelError(.invalidArgument, "The model options name neither a cloud nor a local model.")
    case .named(let cloudName, let localName):
      if let localName, let source = ModelManager.modelManager().localModelSource(modelName: localName) {
        return source.path
      }
      let names = [cloudName.map { "cloud model '\($0)'" }, localName.map { "local model '\($0)'" }].compactMap { $0 }
      throw modelError(.notFound, "No model on this device is registered as \(names.joined(separator: " or ")).")
    }
  }
}

/// The error of this module for a failure of the runtime.
func modelError(_ error: RuntimeError, _ what: String) -> NSError {
  let code: ModelInterpreterErrorCode =
    switch error.code {
    case .fileUnreadable, .notFound: .notFound
    case .invalidModel: .dataLoss
    case .unsupported: .unimplemented
    case .invalidArgument: .invalidArgument
    case .outOfMemory: .resourceExhausted
    case .cancelled: .cancelled
    default: .internal
    }
  return modelError(code, "\(what): \(error.description)")
}
