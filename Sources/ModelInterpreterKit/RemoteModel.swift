import Foundation
import ModelHosting

/// A model that is published under a name, and downloaded.
///
/// The first form of this class was called `CloudModelSource`; its names stand beside the later ones.
public class RemoteModel: NSObject, @unchecked Sendable {
  /// The name under which the model is published.
  public let name: String
  /// Whether newer versions are fetched for interpreters that are made with `ModelOptions`.
  public let allowsModelUpdates: Bool
  /// The conditions of a download while the model is not on the device.
  public let initialConditions: ModelDownloadConditions
  /// The conditions of a download while a version of the model is on the device.
  public let updateConditions: ModelDownloadConditions

  /// The same as `name`.
  public var modelName: String { name }
  /// The same as `allowsModelUpdates`.
  public var enableModelUpdates: Bool { allowsModelUpdates }

  /// A model to be registered with the `ModelManager`.
  /// - Parameters:
  ///   - name: the name under which the model is published.
  ///   - allowsModelUpdates: whether newer versions are fetched.
  ///   - initialConditions: the conditions of the first download.
  ///   - updateConditions: the conditions of later downloads; nil stands for `ModelDownloadConditions()`.
  public init(
    name: String, allowsModelUpdates: Bool, initialConditions: ModelDownloadConditions,
    updateConditions: ModelDownloadConditions?
  ) {
    self.name = name
    self.allowsModelUpdates = allowsModelUpdates
    self.initialConditions = initialConditions
    self.updateConditions = updateConditions ?? ModelDownloadConditions()
  }

  /// The same as `init(name:allowsModelUpdates:initialConditions:updateConditions:)`.
  public convenience init(
    name: String, enableModelUpdates: Bool, initialConditions: ModelDownloadConditions,
    updateConditions: ModelDownloadConditions?
  ) {
    self.init(
      name: name, allowsModelUpdates: enableModelUpdates, initialConditions: initialConditions,
      updateConditions: updateConditions)
  }

  /// The same as `init(name:allowsModelUpdates:initialConditions:updateConditions:)`.
  public convenience init(
    modelName: String, enableModelUpdates: Bool, initialConditions: ModelDownloadConditions,
    updateConditions: ModelDownloadConditions?
  ) {
    self.init(
      name: modelName, allowsModelUpdates: enableModelUpdates, initialConditions: initialConditions,
      updateConditions: updateConditions)
  }
}

/// The name of `RemoteModel` in the first releases of ML Kit.
public typealias CloudModelSource = RemoteModel

/// Another name of `RemoteModel`.
public typealias CloudModel = RemoteModel

/// A custom model that is published under a name. Nothing is downloaded unless `ModelManager.download` asks for it.
public final class CustomRemoteModel: RemoteModel, @unchecked Sendable {
  /// - Parameter name: the name under which the model is published.
  public init(name: String) {
    let conditions = ModelDownloadConditions()
    super.init(
      name: name, allowsModelUpdates: true, initialConditions: conditions, updateConditions: conditions)
  }
}
