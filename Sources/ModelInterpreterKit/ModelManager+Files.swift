import Foundation
import ModelHosting

extension ModelManager {
  /// Whether a version of the model is on this device and can be used. Answered from the disk, without network.
  public func isModelDownloaded(_ remoteModel: RemoteModel) -> Bool {
    library?.store.latest(remoteModel.name) != nil
  }

  /// Whether the model is registered, and a version of it on this device.
  public func isRemoteModelDownloaded(_ remoteModel: RemoteModel) -> Bool {
    self.remoteModel(withName: remoteModel.name) != nil && isModelDownloaded(remoteModel)
  }

  /// Finds the file of the version that this process uses, for an interpreter of the app's choice. A version that arrives
  /// later is used from the next launch on; the file stays while the process lives.
  /// - Parameters:
  ///   - remoteModel: the model.
  ///   - completion: called before this method returns, with the absolute path, or with an `NSError` of
  ///     `ModelInterpreterErrorDomain`: `notFound` when no version is on this device.
  public func getLatestModelFilePath(_ remoteModel: RemoteModel, completion: @escaping (String?, Error?) -> Void) {
    do throws(HostingError) {
      let url = try selectedFile(remoteModel.name, currentLibrary().get())
      completion(url.path, nil)
    } catch {
      completion(nil, modelError(error))
    }
  }

  /// The file of the version that this process uses; downloads the model first when it is not on this device.
  /// - Throws: `NSError` of `ModelInterpreterErrorDomain`.
  public func latestModelFile(
    _ remoteModel: RemoteModel, conditions: ModelDownloadConditions = .init()
  ) async throws -> URL {
    do throws(HostingError) {
      let library = try currentLibrary().get()
      let name = remoteModel.name
      if try library.store.newest(name) == nil {
        _ = try await library.update(checked: name, conditions: conditions.hosting)
      }
      return try selectedFile(name, library)
    } catch {
      throw modelError(error)
    }
  }

  /// Removes all versions of the model from this device, and ends its downloads. Interpreters that have loaded it go on.
  /// - Parameters:
  ///   - remoteModel: the model.
  ///   - completion: called on `completionQueue`, with nil or with an `NSError` of `ModelInterpreterErrorDomain`:
  ///     `notFound` when nothing of the model is on this device.
  public func deleteDownloadedModel(_ remoteModel: RemoteModel, completion: @escaping (Error?) -> Void) {
    // The caller gives it away: it is called once, on the completion queue, and nowhere else.
    nonisolated(unsafe) let completion = completion
    Task { [self] in
      let result = await delete(remoteModel.name)
      completionQueue.async {
        switch result {
        case .success: completion(nil)
        case .failure(let error): completion(modelError(error))
        }
      }
    }
  }

  /// Removes all versions of the model from this device, and ends its downloads. Interpreters that have loaded it go on.
  /// - Throws: `NSError` of `ModelInterpreterErrorDomain`: `notFound` when nothing of the model is on this device.
  public func deleteDownloadedModel(_ remoteModel: RemoteModel) async throws {
    if case .failure(let error) = await delete(remoteModel.name) { throw modelError(error) }
  }

  private func delete(_ name: String) async -> Result<Void, HostingError> {
    do throws(HostingError) {
      let library = try currentLibrary().get()
      let isHere = library.store.latest(name) != nil
      await endDownloads(name)
      // What failed for want of a model may be tried again.
      _ = lock.withLock { requests.remove(name) }
      try library.store.remove(name)
      if !isHere { throw notOnDevice(name) }
      return .success(())
    } catch {
      return .failure(error)
    }
  }

  /// Nobody tells when an interpreter of the app's choice has run: a version whose file is given away is not on trial.
  private func selectedFile(_ name: String, _ library: ModelLibrary) throws(HostingError) -> URL {
    guard let model = try library.store.selected(name) else { throw notOnDevice(name) }
    if model.standing != .good { library.store.confirm(model) }
    return model.url
  }

  private func notOnDevice(_ name: String) -> HostingError {
    HostingError(
      .notFound, "The model '\(name)' is not on this device: call download, and wait for its notification.", model: name
    )
  }
}
