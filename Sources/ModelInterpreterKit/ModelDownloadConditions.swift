import Foundation
import ModelHosting

/// When a model may be downloaded. Never changes.
public final class ModelDownloadConditions: NSObject, NSCopying, Sendable {
  /// Whether cellular networks may be used. Linux does not tell networks apart: there it has no effect.
  public let allowsCellularAccess: Bool
  /// Whether the download may go on while the app is in the background. It lasts as long as the process lives, and goes
  /// on at the next launch.
  public let allowsBackgroundDownloading: Bool
  /// Whether the download should wait for an idle device: it runs with background priority.
  public let isIdleRequired: Bool

  /// The opposite of `allowsCellularAccess`.
  public var isWiFiRequired: Bool { !allowsCellularAccess }
  /// The same as `allowsBackgroundDownloading`.
  public var canDownloadInBackground: Bool { allowsBackgroundDownloading }

  private init(cellular: Bool, background: Bool, idle: Bool) {
    allowsCellularAccess = cellular
    allowsBackgroundDownloading = background
    isIdleRequired = idle
  }

  /// Cellular networks are allowed, the background is not.
  public convenience override init() { self.init(cellular: true, background: false, idle: false) }

  /// Conditions that state both.
  public convenience init(allowsCellularAccess: Bool, allowsBackgroundDownloading: Bool) {
    self.init(cellular: allowsCellularAccess, background: allowsBackgroundDownloading, idle: false)
  }

  /// Conditions that state the network alone.
  public convenience init(allowsCellularAccess: Bool) {
    self.init(cellular: allowsCellularAccess, background: false, idle: false)
  }

  /// The first form of these conditions.
  public convenience init(wiFiRequired: Bool, idleRequired: Bool) {
    self.init(cellular: !wiFiRequired, background: false, idle: idleRequired)
  }

  /// The second form of these conditions.
  public convenience init(isWiFiRequired: Bool, canDownloadInBackground: Bool) {
    self.init(cellular: !isWiFiRequired, background: canDownloadInBackground, idle: false)
  }

  /// The object itself, which never changes.
  public func copy(with zone: NSZone? = nil) -> Any { self }

  public override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? ModelDownloadConditions else { return false }
    return hosting == other.hosting
  }

  public override var hash: Int { hosting.hashValue }

  /// What a library understands.
  package var hosting: DownloadConditions {
    var conditions = DownloadConditions()
    conditions.allowsCellularAccess = allowsCellularAccess
    conditions.allowsBackgroundDownloading = allowsBackgroundDownloading
    conditions.isIdleRequired = isIdleRequired
    return conditions
  }
}
