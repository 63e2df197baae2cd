import Foundation
import ModelHosting

/// Knows the models of the app by name, and downloads those that are hosted. Safe to use from any thread.
///
/// Where hosted models come from is said once, at the start of the app:
///
///     ModelManager.modelManager().library = try ModelLibrary(FileHost("https://models.example.com/{name}.tflite"))
public final class ModelManager: NSObject, @unchecked Sendable {
  private static let shared = ModelManager()

  let lock = NSLock()
  /// What follows is touched with `lock` held.
  var localModels: [String: LocalModel] = [:]
  var remoteModels: [String: RemoteModel] = [:]
  var chosenLibrary: ModelLibrary?
  /// The library of the Firebase project, or why there is none, once it was needed.
  var libraryOfProject: Result<ModelLibrary, HostingError>?
  var queueForCompletion = DispatchQueue.main
  var downloads: [String: [UUID: Task<Void, Never>]] = [:]
  /// The registered models that were asked for since the launch, but for those whose download failed.
  var requests: Set<String> = []

  private override init() {}

  /// The manager of the app.
  public class func modelManager() -> ModelManager { shared }

  /// Where hosted models come from and are kept. Unless it is set, the Firebase project that `GoogleService-Info.plist` in
  /// the main bundle names; nil without one that can be read, which the methods that need it report.
  public var library: ModelLibrary? {
    get {
      switch currentLibrary() {
      case .success(let library): library
      case .failure: nil
      }
    }
    set { lock.withLock { chosenLibrary = newValue } }
  }

  /// The queue on which notifications are posted and completion handlers called: the main queue unless set otherwise,
  /// which a program without a running main queue (a tool, a server, a test) must do.
  public var completionQueue: DispatchQueue {
    get { lock.withLock { queueForCompletion } }
    set { lock.withLock { queueForCompletion = newValue } }
  }

  // MARK: Registration

  /// Makes a local model known under its name.
  /// - Returns: false when name or path is empty or a local model of that name is known already.
  @discardableResult
  public func register(_ localModel: LocalModel) -> Bool {
    if localModel.name.isEmpty || localModel.path.isEmpty { return false }
    return lock.withLock {
      if localModels[localModel.name] != nil { return false }
      localModels[localModel.name] = localModel
      return true
    }
  }

  /// Makes a hosted model known under its name. Interpreters that are made with the name download it under the model's
  /// conditions. A hosted and a local model may share a name.
  /// - Returns: false when the name is empty or a hosted model of that name is known already.
  @discardableResult
  public func register(_ remoteModel: RemoteModel) -> Bool {
    if remoteModel.name.isEmpty { return false }
    return lock.withLock {
      if remoteModels[remoteModel.name] != nil { return false }
      remoteModels[remoteModel.name] = remoteModel
      return true
    }
  }

  /// The local model registered under `name`, nil when there is none.
  public func localModel(withName name: String) -> LocalModel? { lock.withLock { localModels[name] } }

  /// The hosted model registered under `name`, nil when there is none.
  public func remoteModel(withName name: String) -> RemoteModel? { lock.withLock { remoteModels[name] } }

  /// The same as `localModel(withName:)`.
  public func localModelSource(modelName: String) -> LocalModel? { localModel(withName: modelName) }

  /// The same as `localModel(withName:)`.
  public func localModelSource(forModelName modelName: String) -> LocalModel? { localModel(withName: modelName) }

  /// The same as `remoteModel(withName:)`.
  public func cloudModelSource(modelName: String) -> RemoteModel? { remoteModel(withName: modelName) }

  /// The same as `remoteModel(withName:)`.
  public func cloudModelSource(forModelName modelName: String) -> RemoteModel? { remoteModel(withName: modelName) }
}
