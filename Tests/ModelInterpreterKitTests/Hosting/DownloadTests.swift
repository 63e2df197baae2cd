import Foundation
import HostingTestSupport
import ModelHosting
import ModelInterpreterKit
import TFLiteRuntime
import TestSupport
import Testing

extension HostedModels {
  @Suite struct DownloadTests {
    @Test func `a download ends with one success, after its progress is finished`() async throws {
      let app = try HostedApp()
      let bytes = Models.timesThree()
      app.publisher.publish(bytes, as: "plants")
      let observer = DownloadObserver("plants")
      let model = CustomRemoteModel(name: "plants")
      #expect(!app.manager.isModelDownloaded(model))
      let progress = app.manager.download(model, conditions: ModelDownloadConditions())
      let finished = Mutable(false)
      let token = NotificationCenter.default.addObserver(
        forName: .firebaseMLModelDownloadDidSucceed, object: nil, queue: nil
      ) { _ in finished.value = progress.isFinished && ModelManager.modelManager().isModelDownloaded(model) }
      defer { NotificationCenter.default.removeObserver(token) }
      let events = try await observer.events(1)
      #expect(events.count == 1)
      #expect(events.first?.succeeded == true)
      #expect(events.first?.model === model)
      #expect(events.first?.hasErrorKey == false)
      #expect(events.first?.onQueue == 1, "posted on the manager's queue")
      #expect(finished.value)
      #expect(progress.completedUnitCount == Int64(bytes.count) && progress.totalUnitCount == Int64(bytes.count))
      #expect(!progress.isCancelled)
      #expect(try await app.run("plants").get() == [[3, 6, 9, 12]])
    }

    @Test func `nothing newer is a success without a byte`() async throws {
      let app = try HostedApp()
      app.publisher.publish(Models.timesThree(), as: "plants")
      #expect(try await app.download("plants").succeeded)
      let bodies = app.publisher.bodies(of: "plants")
      let observer = DownloadObserver("plants")
      let progress = app.manager.download(CustomRemoteModel(name: "plants"), conditions: .init())
      #expect(try await observer.events(1).map(\.succeeded) == [true])
      #expect(progress.isFinished)
      #expect(app.publisher.bodies(of: "plants") == bodies)
    }

    @Test func `calls for one model share a download and have a notification each`() async throws {
      let app = try HostedApp()
      let bytes = Models.timesThree()
      app.publisher.publish(bytes, as: "plants", .heldAt(bytes.count / 2))
      let observer = DownloadObserver("plants")
      let models = (0..<3).map { _ in CustomRemoteModel(name: "plants") }
      let progress = models.map { app.manager.download($0, conditions: .init()) }
      try await wait("the body") { app.publisher.bodies(of: "plants") == 1 }
      app.publisher.server.release()
      let events = try await observer.events(3)
      #expect(events.map(\.succeeded) == [true, true, true])
      #expect(Set(events.map { ObjectIdentifier($0.model) }) == Set(models.map { ObjectIdentifier($0) }))
      #expect(progress.map(\.isFinished) == [true, true, true])
      #expect(progress.map(\.completedUnitCount) == models.map { _ in Int64(bytes.count) })
      #expect(app.publisher.bodies(of: "plants") == 1)
    }

    @Test func `progress counts bytes, and is not finished by the last one alone`() async throws {
      let app = try HostedApp()
      let bytes = Models.timesThree(padding: 1 << 20)
      app.publisher.publish(bytes, as: "plants", .heldAt(700_000))
      let observer = DownloadObserver("plants")
      let progress = app.manager.download(CustomRemoteModel(name: "plants"), conditions: .init())
      #expect(!progress.isFinished)
      // Reports come every 64 KiB.
      try await wait("the bytes that were sent") { progress.completedUnitCount > 600_000 }
      #expect(progress.completedUnitCount <= 700_000 && !progress.isFinished)
      #expect(progress.totalUnitCount == Int64(bytes.count))
      #expect(observer.events.isEmpty)
      app.publisher.server.release()
      _ = try await observer.events(1)
      #expect(progress.isFinished)
    }

    static let failures: [(Int, ModelInterpreterErrorCode)] = [
      (400, .invalidArgument), (401, .unauthenticated), (403, .permissionDenied), (404, .notFound),
    ]

    @Test(arguments: failures)
    func `a failure is posted once, as an NSError`(status: Int, code: ModelInterpreterErrorCode) async throws {
      let app = try HostedApp()
      app.publisher.publish([], as: "plants", .status(status))
      let observer = DownloadObserver("plants")
      let model = CustomRemoteModel(name: "plants")
      let progress = app.manager.download(model, conditions: .init())
      let events = try await observer.events(1)
      #expect(events.count == 1)
      let event = try #require(events.first)
      #expect(!event.succeeded && event.model === model)
      let error = try #require(event.error)
      #expect(error.domain == ModelInterpreterErrorDomain)
      #expect(error.code == code.rawValue)
      #expect(error.localizedDescription.contains("plants"))
      #expect(error.userInfo[NSUnderlyingErrorKey] is HostingError)
      #expect(progress.isCancelled && !progress.isFinished)
    }

    @Test func `cancelling the progress ends the download`() async throws {
      let app = try HostedApp()
      let bytes = Models.timesThree(padding: 1 << 20)
      app.publisher.publish(bytes, as: "plants", .heldAt(1 << 19))
      let observer = DownloadObserver("plants")
      let progress = app.manager.download(CustomRemoteModel(name: "plants"), conditions: .init())
      try await wait("some bytes") { progress.completedUnitCount > 0 }
      progress.cancel()
      let events = try await observer.events(1)
      #expect(events.map(\.succeeded) == [false])
      #expect(events.first?.error?.code == ModelInterpreterErrorCode.cancelled.rawValue)
      #expect(!app.manager.isModelDownloaded(CustomRemoteModel(name: "plants")))
      app.publisher.publish(bytes, as: "plants")
      #expect(try await app.download("plants").succeeded)
    }

    @Test func `without a library the missing line is named`() async throws {
      let app = try HostedApp()
      app.manager.library = nil
      let event = try await app.download("plants")
      #expect(event.error?.code == ModelInterpreterErrorCode.failedPrecondition.rawValue)
      #expect(event.error?.localizedDescription.contains("ModelManager.modelManager().library") == true)
      #expect(app.manager.download(CustomRemoteModel(name: "other"), conditions: .init()).isCancelled)
    }

    @Test func `a name that is empty is refused`() async throws {
      let app = try HostedApp()
      #expect(try await app.download("").error?.code == ModelInterpreterErrorCode.invalidArgument.rawValue)
      #expect(app.publisher.server.log.isEmpty)
    }

    @Test func `a file that is no model, or cannot run, is a failure`() async throws {
      let app = try HostedApp()
      app.publisher.publish(Array("<html>".utf8), as: "plants")
      #expect(try await app.download("plants").error?.code == ModelInterpreterErrorCode.dataLoss.rawValue)
      app.publisher.publish(Models.withUnknownOperator(), as: "flowers")
      let error = try await app.download("flowers").error
      #expect(error?.code == ModelInterpreterErrorCode.incompatibleModel.rawValue)
      #expect(error?.localizedDescription.contains("NoSuchOperator") == true)
      #expect(!app.manager.isModelDownloaded(CustomRemoteModel(name: "flowers")))
    }

    @Test func `the app's own operators are no obstacle`() async throws {
      let app = try HostedApp()
      defer { ModelValidation.registry = OperatorRegistry() }
      ModelValidation.registry.register("NoSuchOperator") { _ throws(RuntimeError) in HookOperator { _ in } }
      app.publisher.publish(Models.withUnknownOperator(), as: "flowers")
      #expect(try await app.download("flowers").error == nil)
      #expect(app.manager.isModelDownloaded(CustomRemoteModel(name: "flowers")))
    }

    @Test func `a library without checks does not let such a model through either`() async throws {
      let app = try HostedApp()
      app.manager.library = ModelLibrary(host: app.publisher.host, store: try ModelStore(at: app.folder.url))
      app.publisher.publish(Models.withUnknownOperator(), as: "flowers")
      #expect(try await app.download("flowers").error?.code == ModelInterpreterErrorCode.incompatibleModel.rawValue)
      #expect(!app.manager.isModelDownloaded(CustomRemoteModel(name: "flowers")))
    }
  }
}
