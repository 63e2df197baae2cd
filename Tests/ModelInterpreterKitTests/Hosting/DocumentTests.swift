import DocumentSnippets
import Foundation
import HostingTestSupport
import ModelHosting
import ModelInterpreterKit
import TestSupport
import Testing

extension HostedModels {
  /// The documents' code in an app whose models are on a server.
  @Suite struct DocumentTests {
    /// What the tests call of an app, compiled as Swift 5 or as Swift 6.
    struct App: Sendable, CustomStringConvertible {
      let description: String
      let observe: @Sendable () -> Void
      let startDownload: @Sendable () -> Progress
      let events: @Sendable () -> [String]
      let interpreter: @Sendable (String) -> ModelInterpreter
      let modelPath: @Sendable (String) -> String?
    }

    static var apps: [App] {
      let five = DocumentSnippets.RemoteModelDocument()
      let six = RemoteModelDocument()
      return [
        App(
          description: "Swift 5", observe: { five.observe() }, startDownload: { five.startDownload() },
          events: { five.events }, interpreter: { five.interpreter($0) }, modelPath: { five.modelPath($0) }),
        App(
          description: "Swift 6", observe: { six.observe() }, startDownload: { six.startDownload() },
          events: { six.events }, interpreter: { six.interpreter($0) }, modelPath: { six.modelPath($0) }),
      ]
    }

    @Test(arguments: apps) func `6.25`(document: App) async throws {
      let app = try HostedApp()
      let bundled = try ModelFile(Models.timesThree())
      document.observe()

      // Not published yet: the bundled model serves.
      _ = document.startDownload()
      try await wait("a failure") { document.events().count == 1 }
      #expect(document.events() == ["error \(ModelInterpreterErrorCode.notFound.rawValue)"])
      #expect(try await app.run(document.interpreter(bundled.path)).get() == [[3, 6, 9, 12]])
      #expect(document.modelPath(bundled.path) == bundled.path)

      app.publisher.publish(Models.negated(), as: "your_remote_model")
      let progress = document.startDownload()
      try await wait("a success") { document.events().count == 2 }
      try await Task.sleep(nanoseconds: 50_000_000)
      #expect(document.events().dropFirst() == ["your_remote_model is here"])
      #expect(progress.isFinished)
      #expect(try await app.run(document.interpreter(bundled.path)).get() == [[-1, -2, -3, -4]])
      let path = try #require(document.modelPath(bundled.path))
      #expect(path != bundled.path)
      #expect(FileManager.default.contents(atPath: path).map { Array($0) } == Models.negated())
    }

    @Test func `2018`() async throws {
      let app = try HostedApp()
      let bundled = try ModelFile(Models.timesThree())
      app.publisher.publish(Models.negated(), as: "my_cloud_model")
      // Swift 5 registers, Swift 6 finds the names taken.
      #expect(DocumentSnippets.CloudModelDocument.registerCloudModel())
      #expect(!CloudModelDocument.registerCloudModel())
      #expect(CloudModelDocument.registerLocalModel(bundled.path))
      #expect(!DocumentSnippets.CloudModelDocument.registerLocalModel(bundled.path))
      let observer = DownloadObserver("my_cloud_model")
      let first = CloudModelDocument.interpreter()
      #expect(try await observer.events(1).map(\.succeeded) == [true])
      _ = await app.run(first)
      #expect(try await app.run(DocumentSnippets.CloudModelDocument.interpreter()).get() == [[-1, -2, -3, -4]])
    }
  }
}
