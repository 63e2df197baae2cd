import Foundation
import ModelHosting
import TFLiteRuntime

/// The domain of every `NSError` of this module.
// swift-format-ignore: AlwaysUseLowerCamelCase
public let ModelInterpreterErrorDomain = "swift-tflite.ModelInterpreterKit"

/// The codes of errors in `ModelInterpreterErrorDomain`, numbered as gRPC numbers them.
public enum ModelInterpreterErrorCode: Int, Sendable {
  /// The call was cancelled.
  case cancelled = 1
  /// The model gave no output, or none for a declared index.
  case unknown = 2
  /// Inputs, formats or options that contradict each other or the model.
  case invalidArgument = 3
  /// The transfer stood still for too long.
  case deadlineExceeded = 4
  /// No model of that name or path, no operator of that name.
  case notFound = 5
  /// Not used by this module; gRPC has the number.
  case alreadyExists = 6
  /// The host refuses the app.
  case permissionDenied = 7
  /// Memory cannot be had.
  case resourceExhausted = 8
  /// The call needs another one first.
  case failedPrecondition = 9
  /// Not used by this module; gRPC has the number.
  case aborted = 10
  /// An index beyond the model's inputs or outputs.
  case outOfRange = 11
  /// An operator that the runtime does not execute.
  case unimplemented = 12
  /// The runtime failed.
  case `internal` = 13
  /// The host has a failure of its own.
  case unavailable = 14
  /// The file is not a model, or a broken one.
  case dataLoss = 15
  /// The host wants to know who asks.
  case unauthenticated = 16
  /// No network, or none that the conditions allow.
  case networkUnavailable = 17
  /// A remote model that needs operators, a runtime or memory that are not here.
  case incompatibleModel = 100
  /// The device has no room for the file.
  case notEnoughSpace = 101
  /// The host serves another file than it announces.
  case hashMismatch = 102
  /// The link to the file was valid for a time that is over.
  case downloadExpired = 121
  /// A manifest that none of the trusted keys has signed.
  case signatureInvalid = 130
  /// A manifest that is older than one seen before.
  case rollbackRefused = 131
  /// A manifest whose time is over.
  case staleManifest = 132
}

/// The error with the given code; `message` becomes its `localizedDescription`.
func modelError(_ code: ModelInterpreterErrorCode, _ message: String) -> NSError {
  NSError(domain: ModelInterpreterErrorDomain, code: code.rawValue, userInfo: [NSLocalizedDescriptionKey: message])
}

/// The error of this module for a failure of hosting, which is its underlying error.
func modelError(_ error: HostingError) -> NSError {
  NSError(
    domain: ModelInterpreterErrorDomain, code: error.code.rawValue,
    userInfo: [NSLocalizedDescriptionKey: error.message, NSUnderlyingErrorKey: error])
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
    case .deadlineExceeded: .deadlineExceeded
    default: .internal
    }
  return modelError(code, "\(what): \(error.description)")
}
