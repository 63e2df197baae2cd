import Foundation
import HostingTestSupport
import ModelHosting
import ModelInterpreterKit
import Testing

/// The notifications of one name.
final class DownloadObserver: @unchecked Sendable {
  struct Event: Sendable {
    let succeeded: Bool
    let model: RemoteModel
    let error: NSError?
    let hasErrorKey: Bool
    let onQueue: Int?
  }

  static let queueKey = DispatchSpecificKey<Int>()

  private let lock = NSLock()
  private var seen: [Event] = []
  private var observers: [any NSObjectProtocol] = []

  init(_ name: String) {
    for kind in [NSNotification.Name.firebaseMLModelDownloadDidSucceed, .firebaseMLModelDownloadDidFail] {
      observers.append(
        NotificationCenter.default.addObserver(forName: kind, object: nil, queue: nil) { [weak self] notification in
          let info = notification.userInfo ?? [:]
          guard let self, let model = info[ModelDownloadUserInfoKey.remoteModel.rawValue] as? RemoteModel,
            model.name == name
          else { return }
          let event = Event(
            succeeded: kind == .firebaseMLModelDownloadDidSucceed, model: model,
            error: info[ModelDownloadUserInfoKey.error.rawValue] as? NSError,
            hasErrorKey: info[ModelDownloadUserInfoKey.error.rawValue] != nil,
            onQueue: DispatchQueue.getSpecific(key: Self.queueKey))
          self.lock.withLock { self.seen.append(event) }
        })
    }
  }

  deinit { for observer in observers { NotificationCenter.default.removeObserver(observer) } }

  var events: [Event] { lock.withLock { seen } }

  /// Waits until there are `count`, and a little longer for one too many.
  func events(_ count: Int) async throws -> [Event] {
    try await wait("\(count) notifications") { self.events.count >= count }
    try await Task.sleep(nanoseconds: 50_000_000)
    return events
  }
}

extension TemporaryFolder {
  /// A library as the next launch of the app makes it.
  func library(_ publisher: Publisher, activation: Activation = .nextLaunch) throws -> ModelLibrary {
    try ModelLibrary(publisher.host, store: ModelStore(at: url), activation: activation)
  }
}

/// The manager of the app with a library and a queue of the test's, both of which it gives back.
final class HostedApp {
  static let queue: DispatchQueue = {
    let queue = DispatchQueue(label: "notifications")
    queue.setSpecific(key: DownloadObserver.queueKey, value: 1)
    return queue
  }()

  let publisher: Publisher
  let folder: TemporaryFolder
  let manager = ModelManager.modelManager()

  init() throws {
    publisher = try Publisher()
    folder = try TemporaryFolder()
    manager.completionQueue = Self.queue
    try launch()
  }

  deinit {
    manager.library = nil
    manager.completionQueue = .main
  }

  /// What the next launch of the app sees.
  func launch() throws { manager.library = try folder.library(publisher) }

  /// Downloads and waits.
  func download(_ name: String) async throws -> DownloadObserver.Event {
    let observer = DownloadObserver(name)
    manager.download(CustomRemoteModel(name: name), conditions: ModelDownloadConditions())
    return try #require(try await observer.events(1).first)
  }

  /// What a model of four floats makes of 1, 2, 3, 4.
  func run(_ interpreter: ModelInterpreter) async -> Result<[[NSNumber]], NSError> {
    do {
      let format = Format(type: .float32, dimensions: [1, 4])
      let outputs = try await interpreter.run(
        inputs: modelInputs([[1, 2, 3, 4]] as [[Float]]), options: ioOptions([format], [format]))
      return .success(try outputs.output(index: 0) as? [[NSNumber]] ?? [])
    } catch let error as NSError {
      return .failure(error)
    }
  }

  func run(_ name: String) async -> Result<[[NSNumber]], NSError> {
    await run(ModelInterpreter.modelInterpreter(remoteModel: CustomRemoteModel(name: name)))
  }
}

/// All tests of the one manager of the process, one after the other.
@Suite(.serialized) enum HostedModels {}
