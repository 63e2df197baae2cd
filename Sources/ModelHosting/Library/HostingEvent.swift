import Foundation

/// When a version that was downloaded is used.
public enum Activation: Sendable {
  /// From the next launch on; the first version of a name at once.
  case nextLaunch
  /// As soon as it is here.
  case immediately
  /// When the app confirms it.
  case manual
}

/// What happens in a library.
public enum HostingEvent: Sendable {
  /// An update of the model of this name began.
  case began(String)
  /// Bytes of the model of this name came.
  case progressed(String, DownloadProgress)
  /// A version is complete, verified and in the store.
  case installed(InstalledModel)
  /// The host has nothing newer than this version.
  case unchanged(InstalledModel)
  /// A version is not chosen again, for the reason in the text.
  case rejected(InstalledModel, String)
  /// The name is empty when the failure concerns the whole store.
  case failed(String, HostingError)
}

/// The time, for waits and dates.
public protocol HostingClock: Sendable {
  /// The present time.
  func now() -> Date
  /// Sleeps for so many seconds.
  func sleep(for seconds: TimeInterval) async throws
}
