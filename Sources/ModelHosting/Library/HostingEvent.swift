import Foundation

/// When a version that was downloaded is used.
public enum Activation: Sendable {
  /// From the next launch on; the first version of a name at once.
  case nextLaunch
  case immediately
  /// When the app confirms it.
  case manual
}

/// What happens in a library.
public enum HostingEvent: Sendable {
  case began(String)
  case progressed(String, DownloadProgress)
  case installed(InstalledModel)
  case unchanged(InstalledModel)
  case rejected(InstalledModel, String)
  /// The name is empty when the failure concerns the whole store.
  case failed(String, HostingError)
}

/// The time, for waits and dates.
public protocol HostingClock: Sendable {
  func now() -> Date
  /// Sleeps for so many seconds.
  func sleep(for seconds: TimeInterval) async throws
}
