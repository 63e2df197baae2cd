import Foundation

/// Knows the models of the app by name. Safe to use from any thread.
public final class ModelManager: NSObject, @unchecked Sendable {
  private static let shared = ModelManager()
  private let lock = NSLock()
  private var localSources: [String: LocalModelSource] = [:]

  private override init() {}

  /// The manager of the app.
  public class func modelManager() -> ModelManager { shared }

  /// Makes a local model known under its name.
  /// - Returns: false when name or path is empty or a local model of that name is known already.
  @discardableResult
  public func register(_ localModelSource: LocalModelSource) -> Bool {
    if localModelSource.modelName.isEmpty || localModelSource.path.isEmpty { return false }
    return lock.withLock {
      if localSources[localModelSource.modelName] != nil { return false }
      localSources[localModelSource.modelName] = localModelSource
      return true
    }
  }

  /// The local model registered under `modelName`, nil when there is none.
  public func localModelSource(modelName: String) -> LocalModelSource? {
    lock.withLock { localSources[modelName] }
  }

  /// The local model registered under `modelName`, nil when there is none.
  public func localModelSource(forModelName modelName: String) -> LocalModelSource? {
    localModelSource(modelName: modelName)
  }
}
