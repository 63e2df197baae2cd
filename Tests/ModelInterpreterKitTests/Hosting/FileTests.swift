import Foundation
import HostingTestSupport
import ModelHosting
import ModelInterpreterKit
import TestSupport
import Testing

extension HostedModels {
  @Suite struct FileTests {
    @Test func `the path is given before the call returns`() async throws {
      let app = try HostedApp()
      app.publisher.publish(Models.timesThree(), as: "plants")
      let model = CustomRemoteModel(name: "plants")
      var code: Int?
      app.manager.getLatestModelFilePath(model) { path, error in
        #expect(path == nil)
        code = (error as NSError?)?.code
      }
      #expect(code == ModelInterpreterErrorCode.notFound.rawValue)
      _ = try await app.download("plants")
      app.publisher.server.stop()
      var found: String?
      app.manager.getLatestModelFilePath(model) { path, error in
        #expect(error == nil)
        found = path
      }
      let path = try #require(found)
      #expect(FileManager.default.contents(atPath: path).map { Array($0) } == Models.timesThree())
      #expect(try await app.run(ModelInterpreter.modelInterpreter(localModel: .init(modelPath: path))).get()[0][1] == 6)
      // A path that was given away is not on trial, however often the app starts.
      for _ in 0..<5 {
        try app.launch()
        app.manager.getLatestModelFilePath(model) { path, _ in #expect(path == found) }
      }
    }

    @Test func `a file is found at once or downloaded`() async throws {
      let app = try HostedApp()
      app.publisher.publish(Models.timesThree(), as: "plants")
      let model = CustomRemoteModel(name: "plants")
      let url = try await app.manager.latestModelFile(model)
      app.publisher.server.stop()
      #expect(try await app.manager.latestModelFile(model) == url)
      do {
        _ = try await app.manager.latestModelFile(CustomRemoteModel(name: ""))
        Issue.record("an empty name was found")
      } catch let error as NSError {
        #expect(error.code == ModelInterpreterErrorCode.invalidArgument.rawValue)
      }
    }

    @Test func `a deleted model is gone, but not for those who run it`() async throws {
      let app = try HostedApp()
      app.publisher.publish(Models.timesThree(), as: "plants")
      _ = try await app.download("plants")
      let model = CustomRemoteModel(name: "plants")
      let interpreter = ModelInterpreter.modelInterpreter(remoteModel: model)
      #expect(try await app.run(interpreter).get() == [[3, 6, 9, 12]])
      let result: (NSError?, Int?) = await withCheckedContinuation { continuation in
        app.manager.deleteDownloadedModel(model) { error in
          continuation.resume(
            returning: (error.map { $0 as NSError }, DispatchQueue.getSpecific(key: DownloadObserver.queueKey)))
        }
      }
      #expect(result.0 == nil && result.1 == 1)
      #expect(!app.manager.isModelDownloaded(model))
      #expect(try await app.run(interpreter).get() == [[3, 6, 9, 12]])
      guard case .failure(let absent) = await app.run("plants") else {
        Issue.record("a deleted model ran")
        return
      }
      #expect(absent.code == ModelInterpreterErrorCode.notFound.rawValue)
      do {
        try await app.manager.deleteDownloadedModel(model)
        Issue.record("nothing was deleted")
      } catch let error as NSError {
        #expect(error.code == ModelInterpreterErrorCode.notFound.rawValue)
      }
    }

    @Test func `deleting ends a download`() async throws {
      let app = try HostedApp()
      let bytes = Models.timesThree(padding: 1 << 20)
      app.publisher.publish(bytes, as: "plants", .heldAt(1 << 19))
      let observer = DownloadObserver("plants")
      let model = CustomRemoteModel(name: "plants")
      let progress = app.manager.download(model, conditions: .init())
      try await wait("some bytes") { progress.completedUnitCount > 0 }
      await #expect(throws: NSError.self) { try await app.manager.deleteDownloadedModel(model) }
      #expect(try await observer.events(1).map(\.succeeded) == [false])
      #expect(!app.manager.isModelDownloaded(model))
    }

    @Test func `an interpreter may be made before its model is there`() async throws {
      let app = try HostedApp()
      app.publisher.publish(Models.timesThree(), as: "plants")
      let interpreter = ModelInterpreter.modelInterpreter(remoteModel: CustomRemoteModel(name: "plants"))
      guard case .failure(let error) = await app.run(interpreter) else {
        Issue.record("an absent model ran")
        return
      }
      #expect(error.code == ModelInterpreterErrorCode.notFound.rawValue)
      #expect(error.localizedDescription.contains("'plants'"))
      _ = try await app.download("plants")
      #expect(try await app.run(interpreter).get() == [[3, 6, 9, 12]])
    }
  }
}
