import FirebaseAppKit
import Foundation
import ModelDownloaderKit
import ModelInterpreterKit
import Testing

extension HostedModels {
  /// Apps stand for projects, one of which the manager of the process uses.
  @Suite struct FirebaseAppTests {
    @Test func `configuring is harmless without a project, and twice`() async throws {
      FirebaseApp.configure()
      let app = try #require(FirebaseApp.app())
      FirebaseApp.configure()
      #expect(FirebaseApp.app() === app)
      #expect(FirebaseApp.allApps?.count == 1)
      #expect(ModelManager.modelManager(app: app) === ModelManager.modelManager())
      #expect(ModelManager.modelManager().library == nil)
      let model = ModelDownloader.modelDownloader()
      #expect(model === ModelDownloader.modelDownloader(app: app))
      await #expect {
        _ = try await model.getModel(name: "plants", downloadType: .latestModel)
      } throws: { error in
        guard case DownloadError.internalError(let text) = error else { return false }
        return text.contains("library")
      }
      #expect(await app.delete())
      #expect(await !app.delete())
      #expect(FirebaseApp.app() == nil && FirebaseApp.allApps == nil)
    }

    @Test func `the default project hosts models`() async throws {
      let options = FirebaseOptions(googleAppID: "1:2:ios:3", gcmSenderID: "2")
      FirebaseApp.configure(name: "second", options: options)
      options.projectID = "plants-1"
      options.apiKey = "key"
      #expect(FirebaseApp.app(name: "second")?.options.projectID == nil, "options are copied")
      FirebaseApp.configure(options: options)
      #if Networking
      #expect(ModelManager.modelManager().library != nil)
      #endif
      let second = try #require(FirebaseApp.app(name: "second"))
      let downloader = ModelDownloader.modelDownloader(app: second)
      #expect(downloader !== ModelDownloader.modelDownloader())
      #expect(downloader.library == nil, "it has no projectID")
      #expect(await second.delete())
      #expect(await FirebaseApp.app()?.delete() == true)
      #expect(ModelManager.modelManager().library == nil)
    }
  }
}
