import Foundation
import ModelHosting

extension ModelManager {
  /// Downloads the newest version of a model, unless it is on the device already.
  ///
  /// The call returns at once. When the download ends, one `firebaseMLModelDownloadDidSucceed` or
  /// `firebaseMLModelDownloadDidFail` is posted for every call, on `completionQueue`.
  ///
  /// - Returns: progress in bytes, with an unknown total (-1) until the host states it. It is finished when the model is on
  ///   the device, checked and ready to use, before success is posted; it is cancelled after a failure. Cancelling it ends
  ///   the download, unless another call waits for the same model; what was downloaded is kept for the next attempt.
  @discardableResult
  public func download(_ remoteModel: RemoteModel, conditions: ModelDownloadConditions) -> Progress {
    begin(remoteModel, conditions) { _ in }
  }

  /// Downloads a registered model under the conditions it was registered with: its `initialConditions` while it is not on
  /// the device, then its `updateConditions`.
  /// - Returns: progress as of `download(_:conditions:)`. For a model that is not registered it is finished at once, and
  ///   failure is posted.
  @discardableResult
  public func download(_ remoteModel: RemoteModel) -> Progress {
    guard let registered = self.remoteModel(withName: remoteModel.name) else {
      let progress = Progress.discreteProgress(totalUnitCount: 1)
      progress.completedUnitCount = 1
      let message = "The model '\(remoteModel.name)' is not registered: call register before download."
      post(remoteModel, HostingError(.failedPrecondition, message, model: remoteModel.name))
      return progress
    }
    let isHere = isModelDownloaded(remoteModel)
    return begin(remoteModel, isHere ? registered.updateConditions : registered.initialConditions) { _ in }
  }

  /// Asks for a registered model, once a launch, unless the last request failed.
  /// - Returns: whether the model is registered.
  @discardableResult
  func request(_ name: String) -> Bool {
    guard let model = remoteModel(withName: name) else { return false }
    let isHere = isModelDownloaded(model)
    if isHere && !model.allowsModelUpdates { return true }
    guard lock.withLock({ requests.insert(name).inserted }) else { return true }
    _ = begin(model, isHere ? model.updateConditions : model.initialConditions) { [self] succeeded in
      if !succeeded { _ = lock.withLock { requests.remove(name) } }
    }
    return true
  }

  /// Ends the downloads of a name that this manager has begun, and returns when they have ended.
  func endDownloads(_ name: String) async {
    let tasks = lock.withLock { downloads[name].map { Array($0.values) } ?? [] }
    for task in tasks { task.cancel() }
    for task in tasks { await task.value }
  }

  private func begin(
    _ model: RemoteModel, _ conditions: ModelDownloadConditions, _ completion: @escaping @Sendable (Bool) -> Void
  ) -> Progress {
    let progress = Progress.discreteProgress(totalUnitCount: -1)
    let library: ModelLibrary
    switch currentLibrary() {
    case .success(let found): library = found
    case .failure(let error):
      progress.cancel()
      completion(false)
      post(model, error)
      return progress
    }
    let conditions = conditions.hosting
    let id = UUID()
    let task = lock.withLock {
      // It takes the lock at its end, so that it is known here before.
      let task = Task(priority: conditions.isIdleRequired ? .background : .utility) { [self] in
        do throws(HostingError) {
          let installed = try await library.update(checked: model.name, conditions: conditions) { progress.report($0) }
          progress.finish(installed)
          completion(true)
          post(model, nil)
        } catch {
          progress.cancel()
          completion(false)
          post(model, error)
        }
        lock.withLock {
          downloads[model.name]?[id] = nil
          if downloads[model.name]?.isEmpty == true { downloads[model.name] = nil }
        }
      }
      downloads[model.name, default: [:]][id] = task
      return task
    }
    progress.cancellationHandler = { task.cancel() }
    return progress
  }

  private func post(_ model: RemoteModel, _ error: HostingError?) {
    completionQueue.async {
      var info: [AnyHashable: Any] = [ModelDownloadUserInfoKey.remoteModel.rawValue: model]
      if let error { info[ModelDownloadUserInfoKey.error.rawValue] = modelError(error) }
      NotificationCenter.default.post(
        name: error == nil ? .firebaseMLModelDownloadDidSucceed : .firebaseMLModelDownloadDidFail, object: nil,
        userInfo: info)
    }
  }
}

extension Progress {
  /// Takes over how many bytes are here. The last one is kept back: the model is usable when it has been checked.
  fileprivate func report(_ progress: DownloadProgress) {
    if let total = progress.total, total > 0 {
      if totalUnitCount != total { totalUnitCount = total }
      completedUnitCount = min(progress.completed, total - 1)
    } else {
      completedUnitCount = progress.completed
    }
  }

  fileprivate func finish(_ model: InstalledModel) {
    totalUnitCount = model.byteCount
    completedUnitCount = model.byteCount
  }
}
