import Foundation

/// The models on this device: complete, verified files, and a record per name that says which of them is used.
///
/// A store never touches the network. All calls work on the file system at once, on the caller's thread: questions take
/// microseconds, changes a few `fsync`. A kill or a loss of power at any moment leaves the state before or after a
/// change. Several processes may share a folder. What ``selected(_:)`` chose is kept by this object: make one per folder
/// and process.
public final class ModelStore: Sendable {
  let folder: StoreFolder
  let changes: FileLock
  let memory = Guarded(Memory())
  /// The runtime that validates models. What it refused may be offered again to another one.
  let runtime: String

  /// What a store knows beside its files.
  struct Memory {
    /// Records as they were read last, by name.
    var entries: [String: Entry] = [:]
    /// The files of records, by name.
    var paths: [String: String] = [:]
    /// What this process uses, by name.
    var pins: [String: SHA256Digest] = [:]
    /// Rejected by this process, also when that could not be written.
    var refused: [String: Set<SHA256Digest>] = [:]
    /// Open files of versions on trial: their locks tell other processes that the trial goes on.
    var trials: [SHA256Digest: Int32] = [:]
    /// What was set aside since events were told last.
    var setAside: [HostingError] = []
    var observers: [UInt64: @Sendable (HostingEvent) -> Void] = [:]
    var nextObserver: UInt64 = 0
    /// Whether ``ModelStore/removeUnused()`` was called.
    var isClean = false
  }

  /// Opens the store in `directory`, which is made when it is not there.
  ///
  /// Errors: `failedPrecondition` when the folder is of a newer format, which is left untouched; `notEnoughSpace`,
  /// `internal` when it cannot be made.
  public convenience init(at directory: URL) throws(HostingError) {
    try self.init(at: directory, files: PosixFileSystem())
  }

  package init(
    at directory: URL, files: any FileSystem, runtime: String = DeviceTraits.runtimeVersion, interval: Int64 = 16 << 20
  ) throws(HostingError) {
    folder = StoreFolder(root: directory.standardizedFileURL.path, files: files, interval: interval)
    changes = FileLock(folder.lock, on: files)
    self.runtime = runtime
    try folder.open()
  }

  deinit {
    let trials = memory.use { $0.trials }
    for file in trials.values { folder.files.close(file) }
  }

  /// The newest version of `name` that may be used, whatever this process uses; nil when there is none. Without a lock
  /// and, unless the record changed, without reading a file. A record or file that the disk does not give is told as
  /// ``HostingEvent/failed(_:_:)``; the answer is nil then.
  public func latest(_ name: String) -> InstalledModel? {
    do throws(HostingError) {
      return try newest(name)
    } catch {
      tell(.failed(name, error))
      return nil
    }
  }

  /// As ``latest(_:)``, for callers that can throw.
  package func newest(_ name: String) throws(HostingError) -> InstalledModel? {
    try memory.use { memory throws(HostingError) in
      // Another process may replace versions, and remove the files of those that it replaced, between the look at the record
      // and the look at the files.
      for _ in 0..<Self.mostLooks {
        guard let entry = try entry(of: name, &memory) else { return nil }
        let version = try Selection.latest(in: entry.record) { digest throws(HostingError) in
          try isPresent(digest, entry, memory)
        }
        if let version { return entry.models[version.digest] }
        if try !hasChanged(entry, name, &memory) { return nil }
      }
      return nil
    }
  }

  /// Looks at a record that changes all the time.
  private static let mostLooks = 64

  /// All usable versions of all names, by name, the newest first. What the disk does not give is told as
  /// ``HostingEvent/failed(_:_:)``, and is not among them.
  public func models() -> [InstalledModel] {
    do throws(HostingError) {
      let (models, failures) = try allModels()
      for failure in failures { tell(.failed(failure.model ?? "", failure)) }
      return models
    } catch {
      tell(.failed("", error))
      return []
    }
  }

  /// As ``models()``, for callers that can throw. A failure that concerns one model does not hide the others.
  package func allModels() throws(HostingError) -> (models: [InstalledModel], failures: [HostingError]) {
    var (models, failures): ([InstalledModel], [HostingError]) = ([], [])
    let survey = try survey()
    failures = survey.failures
    for record in survey.records {
      let refused = memory.use { $0.refused[record.name] ?? [] }
      do throws(HostingError) {
        let versions = try Selection.usable(in: record) { digest throws(HostingError) in
          refused.contains(digest) ? false : try isPresent(digest, in: record)
        }
        models += versions.compactMap { model($0.digest, in: record) }
      } catch {
        var error = error
        error.model = record.name
        failures.append(error)
      }
    }
    return (models, failures)
  }

  /// Says that `model` was loaded and ran to its end: its trial is over. A version that waited for the app's word is
  /// used from now on. Failures to write are told as ``HostingEvent/failed(_:_:)``; the trial then goes on.
  public func confirm(_ model: InstalledModel) {
    do throws(HostingError) {
      let isGood = try memory.use { memory throws(HostingError) in
        try entry(of: model.name, &memory)?.record[model.digest]?.standing == .good
      }
      if isGood { return endTrial(of: model.digest) }
      try change(model.name, "The trial of '\(model.name)' cannot be ended") { record in
        if record[model.digest]?.isHeld == true { memory.use { $0.pins[model.name] = nil } }
        record.confirm(model.digest)
      }
      endTrial(of: model.digest)
    } catch {
      tell(.failed(model.name, error))
    }
  }

  /// Never chooses these bytes for this name again; the next best version takes their place. Holds for this process even
  /// when it cannot be written, which is told as ``HostingEvent/failed(_:_:)``.
  public func reject(_ model: InstalledModel, because reason: String) {
    let reason = Record.reason(reason, without: model.url.path)
    memory.use { memory in
      memory.refused[model.name, default: []].insert(model.digest)
      if memory.pins[model.name] == model.digest { memory.pins[model.name] = nil }
    }
    do {
      try change(model.name, "The rejection of '\(model.name)' cannot be kept") { record in
        let host = record[model.digest]?.host
        record.reject(Record.Rejection(digest: model.digest, id: model.version.id, host: host, reason: reason))
      }
    } catch {
      tell(.failed(model.name, error))
    }
    endTrial(of: model.digest)
    tell(.rejected(model, reason))
  }

  // MARK: Events

  /// Calls `handler` for what happens here, on the thread that caused it, until the observation is freed.
  package func observe(_ handler: @escaping @Sendable (HostingEvent) -> Void) -> StoreObservation {
    let id = memory.use { memory in
      memory.nextObserver &+= 1
      memory.observers[memory.nextObserver] = handler
      return memory.nextObserver
    }
    return StoreObservation { [weak self] in self?.memory.use { $0.observers[id] = nil } }
  }

  func tell(_ event: HostingEvent) {
    let observers = memory.use { $0.observers }
    for observer in observers.values { observer(event) }
  }
}

/// Ends an observation when it is freed.
package final class StoreObservation: Sendable {
  private let end: @Sendable () -> Void

  init(end: @escaping @Sendable () -> Void) { self.end = end }

  deinit { end() }
}
