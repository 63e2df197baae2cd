import Foundation

/// What a host calls one state of a model: equal ids of one host mean equal bytes.
public struct ModelVersion: Hashable, Sendable, Codable {
  /// The host's own name for the state: an ETag, a commit, an entry of a manifest.
  public let id: String
  /// The file's length in bytes, where the host states it.
  public let byteCount: Int64?
  /// The digest of the file, where the host states it.
  public let digest: SHA256Digest?

  /// A version of this id; nil where the host states no more.
  public init(id: String, byteCount: Int64? = nil, digest: SHA256Digest? = nil) {
    self.id = id
    self.byteCount = byteCount
    self.digest = digest
  }
}

/// A complete, verified model on this device. Its file never changes; its path may be another at the next launch.
public struct InstalledModel: Hashable, Sendable {
  /// How far a version has come on this device.
  public enum Standing: String, Sendable, Codable {
    /// Verified, not yet chosen.
    case staged
    /// Chosen, has not run to the end yet.
    case trial
    /// Has run to the end at least once.
    case good
  }

  /// The name under which the model is published.
  public let name: String
  /// What the host calls the version.
  public let version: ModelVersion
  /// The digest of the file.
  public let digest: SHA256Digest
  /// The length of the file in bytes.
  public let byteCount: Int64
  /// Where the file is during this launch.
  public let url: URL
  /// How far the version has come.
  public let standing: Standing
}

/// How much of a download is here.
public struct DownloadProgress: Hashable, Sendable {
  /// Bytes on this device, those of earlier attempts included.
  public let completed: Int64
  /// Bytes of the whole file; nil until host or answer state it.
  public let total: Int64?

  /// So many bytes of so many.
  public init(completed: Int64, total: Int64?) {
    self.completed = completed
    self.total = total
  }
}

/// When a model may be downloaded.
public struct DownloadConditions: Hashable, Sendable {
  /// Whether cellular networks may be used. Linux does not tell networks apart: there it has no effect.
  public var allowsCellularAccess = true
  /// Whether the download may go on while the app is in the background. It lasts as long as the process lives, and goes
  /// on at the next launch.
  public var allowsBackgroundDownloading = false
  /// Whether the download should wait for an idle device: it runs with background priority.
  public var isIdleRequired = false

  /// Any network, in the foreground, at once.
  public init() {}
}
