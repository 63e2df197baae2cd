import FirebaseAppKit
import Foundation
import ModelHosting
import ModelInterpreterKit

/// Downloads models and keeps them on this device, with the calls of FirebaseMLModelDownloader. Safe to use from any thread.
///
/// The default downloader shares the library of `ModelManager`, unless it is given one. Files that Google's downloader left
/// on this device are taken over at the first call.
///
/// Sendable, since what changes is touched with the lock held.
public final class ModelDownloader: @unchecked Sendable {
  private static let shared = Downloaders()

  /// Sendable, since what changes is touched with the lock held.
  private final class Downloaders: @unchecked Sendable {
    let lock = NSLock()
    /// Touched with `lock` held.
    var byName: [String: ModelDownloader] = [:]
  }

  private let lock = NSLock()
  private let app: FirebaseApp?
  private let earlier: EarlierFiles
  /// What follows is touched with `lock` held.
  private var chosenLibrary: ModelLibrary?
  private var ownLibrary: Result<ModelLibrary, HostingError>?
  private var queue = DispatchQueue.main
  private var tasks: [String: [UUID: Task<Void, Never>]] = [:]

  init(_ app: FirebaseApp?, _ earlier: EarlierFiles) {
    self.app = app
    self.earlier = earlier
  }

  /// The downloader of the default app, which need not be configured where `library` is set, here or in `ModelManager`.
  public static func modelDownloader() -> ModelDownloader { downloader(nil, EarlierFiles.defaultApp) }

  /// The downloader of an app.
  public static func modelDownloader(app: FirebaseApp) -> ModelDownloader {
    app.isDefault ? modelDownloader() : downloader(app, app.name)
  }

  private static func downloader(_ app: FirebaseApp?, _ name: String) -> ModelDownloader {
    shared.lock.withLock {
      if let known = shared.byName[name] { return known }
      let made = ModelDownloader(app, EarlierFiles(app: name))
      shared.byName[name] = made
      return made
    }
  }

  /// Where models come from and are kept. Unless it is set, that of `ModelManager` for the default app, the app's Firebase
  /// project for another one; nil when there is none.
  public var library: ModelLibrary? {
    get {
      switch currentLibrary() {
      case .success(let library): library
      case .failure: nil
      }
    }
    set { lock.withLock { chosenLibrary = newValue } }
  }

  /// The queue on which all closures are called: the main queue unless set otherwise, which a program without a running main
  /// queue (a tool, a server, a test) must do.
  public var completionQueue: DispatchQueue {
    get { lock.withLock { queue } }
    set { lock.withLock { queue = newValue } }
  }

  /// Finds or downloads a model.
  /// - Parameters:
  ///   - name: the name under which the model is published.
  ///   - downloadType: how current the model has to be.
  ///   - conditions: when it may be downloaded.
  ///   - progressHandler: called with the part of the file that is here, from 0 to 1.
  ///   - completion: called once.
  public func getModel(
    name: String, downloadType: ModelDownloadType, conditions: ModelDownloadConditions,
    progressHandler: ((Float) -> Void)? = nil,
    completion: @escaping (Result<CustomModel, DownloadError>) -> Void
  ) {
    // The caller's closures go to the queue that the caller has chosen, and run nowhere else.
    nonisolated(unsafe) let handler = progressHandler ?? { _ in }
    nonisolated(unsafe) let completion = completion
    let queue = completionQueue
    let report: @Sendable (Float) -> Void = { part in queue.async { handler(part) } }
    start(name) { [self] in
      let result = await model(name, downloadType, conditions, report)
      queue.async { completion(result) }
    }
  }

  /// Finds or downloads a model.
  public func getModel(
    name: String, downloadType: ModelDownloadType, conditions: ModelDownloadConditions = .init()
  ) async throws(DownloadError) -> CustomModel {
    try await model(name, downloadType, conditions) { _ in }.get()
  }

  /// Finds the models on this device.
  public func listDownloadedModels(completion: @escaping (Result<Set<CustomModel>, DownloadedModelError>) -> Void) {
    // Runs on the queue that the caller has chosen, once.
    nonisolated(unsafe) let completion = completion
    let queue = completionQueue
    Task { [self] in
      let result = list()
      queue.async { completion(result) }
    }
  }

  /// Finds the models on this device.
  public func listDownloadedModels() async throws(DownloadedModelError) -> Set<CustomModel> { try list().get() }

  /// Removes a model from this device, and ends its download.
  public func deleteDownloadedModel(name: String, completion: @escaping (Result<Void, DownloadedModelError>) -> Void) {
    // Runs on the queue that the caller has chosen, once.
    nonisolated(unsafe) let completion = completion
    let queue = completionQueue
    Task { [self] in
      let result = await delete(name)
      queue.async { completion(result) }
    }
  }

  /// Removes a model from this device, and ends its download.
  public func deleteDownloadedModel(name: String) async throws(DownloadedModelError) { try await delete(name).get() }

  // MARK: The work

  private func currentLibrary() -> Result<ModelLibrary, HostingError> {
    if let chosen = lock.withLock({ chosenLibrary }) { return .success(chosen) }
    guard let app else { return ModelManager.modelManager().currentLibrary() }
    return lock.withLock {
      if let ownLibrary { return ownLibrary }
      let made = FirebaseProject.library(app.options.hosting, of: app.name)
      ownLibrary = made
      return made
    }
  }

  /// The library, after earlier files were taken over.
  private func readyLibrary() throws(HostingError) -> ModelLibrary {
    let library = try currentLibrary().get()
    earlier.adopt(into: library.store)
    return library
  }

  private func start(_ name: String, _ work: @escaping @Sendable () async -> Void) {
    let id = UUID()
    lock.withLock {
      tasks[name, default: [:]][id] = Task(priority: .utility) { [self] in
        await work()
        lock.withLock {
          tasks[name]?[id] = nil
          if tasks[name]?.isEmpty == true { tasks[name] = nil }
        }
      }
    }
  }

  private func model(
    _ name: String, _ type: ModelDownloadType, _ conditions: ModelDownloadConditions,
    _ report: @escaping @Sendable (Float) -> Void
  ) async -> Result<CustomModel, DownloadError> {
    if name.isEmpty { return .failure(.emptyModelName) }
    let library: ModelLibrary
    let here: InstalledModel?
    do throws(HostingError) {
      library = try readyLibrary()
      here = type == .latestModel ? nil : try library.store.newest(name)
    } catch {
      return .failure(.internalError(description: error.message))
    }
    if let here {
      if type == .localModelUpdateInBackground {
        start(name) { [self] in
          do throws(HostingError) {
            _ = try await newest(name, library, conditions) { _ in }
          } catch {
            // The caller has its model; the next call asks the host again.
          }
        }
      }
      return .success(CustomModel(given(here, library)))
    }
    do throws(HostingError) {
      return .success(CustomModel(try await newest(name, library, conditions, report)))
    } catch {
      return .failure(DownloadError(error))
    }
  }

  private func newest(
    _ name: String, _ library: ModelLibrary, _ conditions: ModelDownloadConditions,
    _ report: @escaping @Sendable (Float) -> Void
  ) async throws(HostingError) -> InstalledModel {
    let model = try await library.update(checked: name, conditions: conditions.hosting) { progress in
      if let total = progress.total, total > 0 { report(min(1, Float(progress.completed) / Float(total))) }
    }
    report(1)
    return given(model, library)
  }

  /// Nobody tells when an interpreter of the app's choice has run: a version whose file is given away is not on trial.
  private func given(_ model: InstalledModel, _ library: ModelLibrary) -> InstalledModel {
    if model.standing != .good { library.store.confirm(model) }
    return model
  }

  private func list() -> Result<Set<CustomModel>, DownloadedModelError> {
    do throws(HostingError) {
      let store = try readyLibrary().store
      let (models, failures) = try store.allModels()
      if let failure = failures.first { throw failure }
      var newest: [String: InstalledModel] = [:]
      for model in models where newest[model.name] == nil { newest[model.name] = model }
      return .success(Set(newest.values.map { CustomModel($0) }))
    } catch {
      return .failure(DownloadedModelError(error))
    }
  }

  private func delete(_ name: String) async -> Result<Void, DownloadedModelError> {
    do throws(HostingError) {
      let store = try readyLibrary().store
      let isHere = store.latest(name) != nil
      let running = lock.withLock { tasks[name].map { Array($0.values) } ?? [] }
      for task in running { task.cancel() }
      for task in running { await task.value }
      try store.remove(name)
      return isHere ? .success(()) : .failure(.notFound)
    } catch {
      return .failure(DownloadedModelError(error))
    }
  }
}

extension CustomModel {
  init(_ model: InstalledModel) {
    self.init(
      name: model.name, size: Int(clamping: model.byteCount), path: model.url.path, hash: model.version.id)
  }
}
