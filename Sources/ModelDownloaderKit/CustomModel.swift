@_exported import class ModelInterpreterKit.ModelDownloadConditions

/// How current a model has to be.
public enum ModelDownloadType: Sendable {
  /// The version on this device; downloads the newest only when there is none.
  case localModel
  /// The version on this device, and a newer one is downloaded in the background; downloads the newest when there is none.
  case localModelUpdateInBackground
  /// The newest version. The host has to be reached.
  case latestModel
}

/// A model on this device.
public struct CustomModel: Hashable, Sendable {
  /// The name under which the model is published.
  public let name: String
  /// The length of the file in bytes.
  public let size: Int
  /// The absolute path of the file, which never changes. It may be another at the next launch.
  public let path: String
  /// What the host calls this version.
  public let hash: String
}
