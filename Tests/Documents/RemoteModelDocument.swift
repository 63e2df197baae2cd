// swift-format-ignore-file
// The document's indentation is its own.

// What the documents on custom models tell an app to write for hosted models. Between the marks their code is kept letter for
// letter; compiled as Swift 5 in a target of its own, and as Swift 6 in the tests.
import Foundation
import ModelInterpreterKit

/// An app that follows the document for 6.25.
public final class RemoteModelDocument: @unchecked Sendable {
  private let lock = NSLock()
  private var lines: [String] = []
  private var observers: [any NSObjectProtocol] = []

  public init() {}

  deinit { for observer in observers { NotificationCenter.default.removeObserver(observer) } }

  /// What the observers saw.
  public var events: [String] { lock.withLock { lines } }

  private func note(_ line: String) { lock.withLock { lines.append(line) } }

  public func startDownload() -> Progress {
    // ---- the document
    let remoteModel = CustomRemoteModel(
      name: "your_remote_model"  // The name you assigned in the Firebase console.
    )
    let downloadConditions = ModelDownloadConditions(
      allowsCellularAccess: true,
      allowsBackgroundDownloading: true
    )

    let downloadProgress = ModelManager.modelManager().download(
      remoteModel,
      conditions: downloadConditions
    )
    // ----
    return downloadProgress
  }

  public func observe() {
    let before = lock.withLock { observers.count }
    precondition(before == 0)
    let succeeded: any NSObjectProtocol =
    // ---- the document
    NotificationCenter.default.addObserver(
        forName: .firebaseMLModelDownloadDidSucceed,
        object: nil,
        queue: nil
    ) { [weak self] notification in
        guard let strongSelf = self,
            let userInfo = notification.userInfo,
            let model = userInfo[ModelDownloadUserInfoKey.remoteModel.rawValue]
                as? RemoteModel,
            model.name == "your_remote_model"
            else { return }
        // The model was downloaded and is available on the device
        // ----
        strongSelf.note("\(model.name) is \(ModelManager.modelManager().isModelDownloaded(model) ? "here" : "missing")")
    }
    let failed: any NSObjectProtocol =
    // ---- the document
    NotificationCenter.default.addObserver(
        forName: .firebaseMLModelDownloadDidFail,
        object: nil,
        queue: nil
    ) { [weak self] notification in
        guard let strongSelf = self,
            let userInfo = notification.userInfo,
            let model = userInfo[ModelDownloadUserInfoKey.remoteModel.rawValue]
                as? RemoteModel
            else { return }
        let error = userInfo[ModelDownloadUserInfoKey.error.rawValue]
        // ...
        // ----
        if model.name == "your_remote_model" { strongSelf.note("error \((error as? NSError)?.code ?? 0)") }
    }
    lock.withLock { observers = [succeeded, failed] }
  }

  public func interpreter(_ modelPath: String) -> ModelInterpreter {
    let remoteModel = CustomRemoteModel(name: "your_remote_model")
    let localModel = CustomLocalModel(modelPath: modelPath)
    // ---- the document
    var interpreter: ModelInterpreter
    if ModelManager.modelManager().isModelDownloaded(remoteModel) {
      interpreter = ModelInterpreter.modelInterpreter(remoteModel: remoteModel)
    } else {
      interpreter = ModelInterpreter.modelInterpreter(localModel: localModel)
    }
    // ----
    // Assigned once more, for the document's `var` that a compiler takes for a `let`.
    interpreter = interpreter as ModelInterpreter
    return interpreter
  }

  /// The document for TensorFlowLiteSwift, which takes the path of the hosted model's file.
  public func modelPath(_ bundled: String) -> String? {
    let remoteModel = CustomRemoteModel(
        name: "your_remote_model"  // The name you assigned in the Google Cloud Console.
    )
    // ---- the document
    var modelPath: String?
    if ModelManager.modelManager().isModelDownloaded(remoteModel) {
        ModelManager.modelManager().getLatestModelFilePath(remoteModel) { path, error in
            guard error == nil else { return }
            guard let path = path else { return }
            modelPath = path
        }
    } else {
    // ----
        modelPath = bundled
    }
    return modelPath
  }
}

/// An app that follows the document of 2018.
public enum CloudModelDocument {
  public static func registerCloudModel() -> Bool {
    // ---- the document
    let conditions = ModelDownloadConditions(wiFiRequired: true, idleRequired: true)
    let cloudModelSource = CloudModelSource(
      modelName: "my_cloud_model",
      enableModelUpdates: true,
      initialConditions: conditions,
      updateConditions: conditions
    )
    let registrationSuccessful = ModelManager.modelManager().register(cloudModelSource)
    // ----
    return registrationSuccessful
  }

  public static func registerLocalModel(_ modelPath: String) -> Bool {
    // ---- the document
    let localModelSource = LocalModelSource(modelName: "my_local_model",
                                            path: modelPath)
    let registrationSuccessful = ModelManager.modelManager().register(localModelSource)
    // ----
    return registrationSuccessful
  }

  public static func interpreter() -> ModelInterpreter {
    // ---- the document
    let options = ModelOptions(
      cloudModelName: "my_cloud_model",
      localModelName: "my_local_model"
    )
    let interpreter = ModelInterpreter(options: options)
    // ----
    return interpreter
  }
}
