import Foundation

/// A model on this device.
///
/// The first form of this class was called `LocalModelSource`; its names stand beside the later ones.
public class LocalModel: NSObject, @unchecked Sendable {
  /// The name, unique among the local models of the app; empty for a model that has none and cannot be registered.
  public let name: String
  /// The absolute path of the model's file.
  public let path: String

  /// The same as `name`.
  public var modelName: String { name }

  /// A model to be registered with the `ModelManager`.
  /// - Parameters:
  ///   - name: the name, unique among the local models of the app.
  ///   - path: the absolute path of a `.tflite` file.
  public init(name: String, path: String) {
    self.name = name
    self.path = path
  }

  /// The same as `init(name:path:)`.
  public convenience init(modelName: String, path: String) { self.init(name: modelName, path: path) }
}

/// The name of `LocalModel` in the first releases of ML Kit.
public typealias LocalModelSource = LocalModel

/// A custom model on this device. The file is looked at when an interpreter first runs it.
public final class CustomLocalModel: LocalModel, @unchecked Sendable {
  /// - Parameter modelPath: the absolute path of a `.tflite` file.
  public init(modelPath: String) { super.init(name: "", path: modelPath) }
}

/// The names under which an interpreter looks for its model. A hosted model that is on the device goes before a local one.
public final class ModelOptions: NSObject, Sendable {
  /// The name of a hosted model, nil for none.
  public let cloudModelName: String?
  /// The name of a registered local model, nil for none.
  public let localModelName: String?

  /// The same as `cloudModelName`.
  public var remoteModelName: String? { cloudModelName }

  /// At least one name must be given; an empty one counts as none.
  public init(cloudModelName: String?, localModelName: String?) {
    self.cloudModelName = cloudModelName.flatMap { $0.isEmpty ? nil : $0 }
    self.localModelName = localModelName.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// The same as `init(cloudModelName:localModelName:)`.
  public convenience init(remoteModelName: String?, localModelName: String?) {
    self.init(cloudModelName: remoteModelName, localModelName: localModelName)
  }
}
