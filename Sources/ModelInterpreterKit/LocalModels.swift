import Foundation

/// A model on this device.
public class LocalModel: NSObject, @unchecked Sendable {
  /// The absolute path of the model's file.
  public let path: String

  init(path: String) { self.path = path }
}

/// A custom model on this device. The file is looked at when an interpreter first runs it.
public final class CustomLocalModel: LocalModel, @unchecked Sendable {
  /// - Parameter modelPath: the absolute path of a `.tflite` file.
  public init(modelPath: String) { super.init(path: modelPath) }
}

/// A model on this device under a name, to be registered with the `ModelManager`.
public final class LocalModelSource: NSObject, Sendable {
  /// The name, unique among the local models of the app.
  public let modelName: String
  /// The absolute path of the model's file.
  public let path: String

  /// The same as `modelName`.
  public var name: String { modelName }

  /// - Parameters:
  ///   - modelName: the name, unique among the local models of the app.
  ///   - path: the absolute path of a `.tflite` file.
  public init(modelName: String, path: String) {
    self.modelName = modelName
    self.path = path
  }

  /// The same as `init(modelName:path:)`.
  public convenience init(name: String, path: String) { self.init(modelName: name, path: path) }
}

/// The names under which an interpreter looks for its model. A hosted model that is on the device goes before a local one.
public final class ModelOptions: NSObject, Sendable {
  /// The name of a hosted model, nil for none.
  public let cloudModelName: String?
  /// The name of a registered local model, nil for none.
  public let localModelName: String?

  /// At least one name must be given; an empty one counts as none.
  public init(cloudModelName: String?, localModelName: String?) {
    self.cloudModelName = cloudModelName.flatMap { $0.isEmpty ? nil : $0 }
    self.localModelName = localModelName.flatMap { $0.isEmpty ? nil : $0 }
  }
}
