import Foundation
import ModelHosting
import ModelInterpreterKit
import TestSupport
import Testing

extension HostedModels {
  /// The shapes of 0.10 to 0.18, where models are registered and interpreters ask for them.
  @Suite struct RegisteredModelTests {
    private func register(_ name: String, updates: Bool = true) {
      let conditions = ModelDownloadConditions(isWiFiRequired: true, canDownloadInBackground: true)
      let model = RemoteModel(
        name: name, allowsModelUpdates: updates, initialConditions: conditions, updateConditions: nil)
      #expect(ModelManager.modelManager().register(model))
      #expect(!ModelManager.modelManager().register(model))
      #expect(ModelManager.modelManager().remoteModel(withName: name) === model)
      #expect(ModelManager.modelManager().cloudModelSource(modelName: name) === model)
      #expect(ModelManager.modelManager().cloudModelSource(forModelName: name) === model)
    }

    @Test func `an interpreter asks for its model, and takes it when it is made anew`() async throws {
      let app = try HostedApp()
      let name = "cloud \(UUID())"
      app.publisher.publish(Models.negated(), as: name)
      let local = try ModelFile(Models.timesThree())
      // The same name for both, which ML Kit allows.
      app.manager.register(LocalModel(name: name, path: local.path))
      register(name)
      let observer = DownloadObserver(name)
      let options = ModelOptions(remoteModelName: name, localModelName: name)
      #expect(options.remoteModelName == name && options.cloudModelName == name)
      let interpreter = ModelInterpreter.modelInterpreter(options: options)
      _ = ModelInterpreter(options: options)
      #expect(try await observer.events(1).map(\.succeeded) == [true], "one request a launch")
      _ = await app.run(interpreter)
      #expect(
        try await app.run(ModelInterpreter.modelInterpreter(options: options)).get() == [[-1, -2, -3, -4]])
      #expect(observer.events.count == 1)
    }

    @Test func `a store that cannot be read is told, unless a local model serves`() async throws {
      let app = try HostedApp()
      let name = "cloud \(UUID())"
      app.publisher.publish(Models.negated(), as: name)
      #expect(try await app.download(name).succeeded)
      let records = app.folder.url.appendingPathComponent("models")
      for file in try FileManager.default.contentsOfDirectory(at: records, includingPropertiesForKeys: nil) {
        try Data("{\"format\":2}".utf8).write(to: file)
      }
      try app.launch()
      let cloud = ModelOptions(remoteModelName: name, localModelName: nil)
      guard case .failure(let error) = await app.run(ModelInterpreter.modelInterpreter(options: cloud)) else {
        Issue.record("a record of another format was read")
        return
      }
      #expect(error.localizedDescription.contains("format 2"), "\(error)")
      let local = try ModelFile(Models.timesThree())
      app.manager.register(LocalModel(name: name, path: local.path))
      let both = ModelOptions(remoteModelName: name, localModelName: name)
      #expect(try await app.run(ModelInterpreter.modelInterpreter(options: both)).get() == [[3, 6, 9, 12]])
    }

    @Test func `the local model serves until then`() async throws {
      let app = try HostedApp()
      let name = "cloud \(UUID())"
      app.publisher.publish([], as: name, .status(404))
      let local = try ModelFile(Models.timesThree())
      app.manager.register(LocalModelSource(modelName: name, path: local.path))
      register(name)
      let observer = DownloadObserver(name)
      let interpreter = ModelInterpreter(options: ModelOptions(cloudModelName: name, localModelName: name))
      #expect(try await app.run(interpreter).get() == [[3, 6, 9, 12]])
      #expect(try await observer.events(1).first?.succeeded == false)
    }

    @Test func `without a local model the error says that the model was asked for`() async throws {
      let app = try HostedApp()
      let name = "cloud \(UUID())"
      let bytes = Models.negated()
      app.publisher.publish(bytes, as: name, .heldAt(bytes.count / 2))
      register(name)
      let observer = DownloadObserver(name)
      let interpreter = ModelInterpreter(options: ModelOptions(cloudModelName: name, localModelName: nil))
      guard case .failure(let error) = await app.run(interpreter) else {
        Issue.record("an absent model ran")
        return
      }
      #expect(error.code == ModelInterpreterErrorCode.notFound.rawValue)
      #expect(error.localizedDescription.contains("no models currently exist on the device"))
      #expect(error.localizedDescription.contains("a request has been made to download the remote model"))
      app.publisher.server.release()
      #expect(try await observer.events(1).map(\.succeeded) == [true])
      #expect(try await app.run(interpreter).get() == [[-1, -2, -3, -4]])
    }

    @Test func `updates come only where they are allowed`() async throws {
      let app = try HostedApp()
      let name = "cloud \(UUID())"
      app.publisher.publish(Models.timesThree(), as: name)
      register(name, updates: false)
      let model = try #require(app.manager.remoteModel(withName: name))
      let observer = DownloadObserver(name)
      app.manager.download(model)
      _ = try await observer.events(1)
      #expect(app.manager.isRemoteModelDownloaded(model))
      let requests = app.publisher.server.log.count
      let interpreter = ModelInterpreter(options: ModelOptions(cloudModelName: name, localModelName: nil))
      #expect(try await app.run(interpreter).get() == [[3, 6, 9, 12]])
      #expect(app.publisher.server.log.count == requests)
    }

    @Test func `a model that is not registered is not downloaded by the first form`() async throws {
      let app = try HostedApp()
      let name = "stranger \(UUID())"
      let conditions = ModelDownloadConditions()
      let model = CloudModel(
        name: name, enableModelUpdates: true, initialConditions: conditions, updateConditions: conditions)
      let observer = DownloadObserver(name)
      #expect(!app.manager.isRemoteModelDownloaded(model))
      #expect(app.manager.download(model).isFinished)
      let events = try await observer.events(1)
      #expect(events.map(\.succeeded) == [false])
      #expect(events.first?.error?.localizedDescription.contains("register") == true)
      #expect(app.publisher.server.log.isEmpty)
      #expect(
        !app.manager.register(
          RemoteModel(name: "", allowsModelUpdates: true, initialConditions: conditions, updateConditions: nil)))
    }

    @Test func `conditions of all forms say the same`() {
      let legacy = ModelDownloadConditions(wiFiRequired: true, idleRequired: true)
      #expect(legacy.isWiFiRequired && legacy.isIdleRequired && !legacy.allowsCellularAccess)
      let second = ModelDownloadConditions(isWiFiRequired: false, canDownloadInBackground: true)
      #expect(second.allowsCellularAccess && second.allowsBackgroundDownloading && second.canDownloadInBackground)
      #expect(second == ModelDownloadConditions(allowsCellularAccess: true, allowsBackgroundDownloading: true))
      let plain = ModelDownloadConditions()
      #expect(plain.allowsCellularAccess && !plain.allowsBackgroundDownloading && !plain.isIdleRequired)
      #expect(plain.copy() as? ModelDownloadConditions === plain)
      #expect(plain != legacy && plain.hash == ModelDownloadConditions(allowsCellularAccess: true).hash)
    }
  }
}
