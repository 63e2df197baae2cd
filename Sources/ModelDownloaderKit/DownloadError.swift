import ModelHosting

/// Why a model cannot be had.
public enum DownloadError: Error, Equatable {
  /// The host has no such model.
  case notFound
  /// The host refuses the app.
  case permissionDenied
  /// The host cannot be reached, under these conditions or at all.
  case failedPrecondition
  /// The host asks for fewer requests.
  case resourceExhausted
  /// The device has no room for the file.
  case notEnoughSpace
  /// The host does not understand the request.
  case invalidArgument
  /// The name is empty.
  case emptyModelName
  /// Anything else; the description says what.
  case internalError(description: String)

  init(_ error: HostingError) {
    self =
      switch error.code {
      case .notFound: .notFound
      case .permissionDenied, .unauthenticated: .permissionDenied
      case .failedPrecondition, .unavailable, .networkUnavailable, .deadlineExceeded, .downloadExpired:
        .failedPrecondition
      case .resourceExhausted: .resourceExhausted
      case .notEnoughSpace: .notEnoughSpace
      case .invalidArgument: .invalidArgument
      default: .internalError(description: error.message)
      }
  }
}

/// Why models on this device cannot be listed or deleted.
public enum DownloadedModelError: Error, Equatable {
  /// No such model is on this device.
  case notFound
  /// The file system fails; the description says where.
  case fileIOError(description: String)
  /// Anything else; the description says what.
  case internalError(description: String)

  init(_ error: HostingError) {
    self =
      switch error.code {
      case .notFound: .notFound
      case .internal, .notEnoughSpace: .fileIOError(description: error.message)
      default: .internalError(description: error.message)
      }
  }
}
