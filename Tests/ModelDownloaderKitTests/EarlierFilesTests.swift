import Foundation
import HostingTestSupport
import ModelHosting
import TestSupport
import Testing

@testable import ModelDownloaderKit

@Suite struct EarlierFilesTests {
  private func write(_ bytes: [UInt8], _ name: String, in folder: URL, app: String = EarlierFiles.defaultApp) throws
    -> URL
  {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let file = folder.appendingPathComponent("fbml_model@@\(app)@@\(name).tflite")
    try Data(bytes).write(to: file)
    return file
  }

  @Test func `models of Google's downloader are here without a request`() async throws {
    let bytes = Models.timesThree()
    let tag = "\"\(Publisher.tag(bytes))\""
    let hosted = try HostedDownloader(versions: ["plants": tag, "a@@b": "7"])
    let file = try write(bytes, "plants", in: hosted.earlier)
    _ = try write(Models.negated(), "a@@b", in: hosted.earlier)
    #expect(try await hosted.names() == ["plants", "a@@b"])
    let model = try await hosted.model(.localModel).get()
    #expect(model.hash == tag && model.size == bytes.count)
    #expect(FileManager.default.contents(atPath: model.path).map { Array($0) } == bytes)
    #expect(hosted.publisher.server.log.isEmpty)
    #expect(!FileManager.default.fileExists(atPath: file.path))

    // The host knows the version by the same name: nothing is downloaded.
    hosted.publisher.publish(bytes, as: "plants")
    #expect(try await hosted.model(.latestModel).get() == model)
    #expect(hosted.publisher.bodies(of: "plants") == 0)
  }

  @Test func `what is no model, or of another app, or older than the store's, stays`() async throws {
    let hosted = try HostedDownloader()
    hosted.publisher.publish(Models.negated(), as: "plants")
    let library = try #require(hosted.downloader.library)
    _ = try await library.update("plants")
    let kept = [
      try write(Array("no model".utf8), "broken", in: hosted.earlier),
      try write(Models.withUnknownOperator(), "unknown", in: hosted.earlier),
      try write(Models.timesThree(), "other", in: hosted.earlier, app: "second"),
      try write(Models.timesThree(), "plants", in: hosted.earlier),
      try write(Models.timesThree(), "", in: hosted.earlier),
    ]
    #expect(try await hosted.names() == ["plants"])
    #expect(kept.map { FileManager.default.fileExists(atPath: $0.path) } == kept.map { _ in true })
    #expect(try await hosted.model(.localModel).get().size == Models.negated().count)
  }

  @Test func `a folder that cannot be read is read at a later call`() async throws {
    let hosted = try HostedDownloader()
    try Data("no folder".utf8).write(to: hosted.earlier)
    #expect(try await hosted.names() == [])
    try FileManager.default.removeItem(at: hosted.earlier)
    _ = try write(Models.timesThree(), "plants", in: hosted.earlier)
    #expect(try await hosted.names() == ["plants"])
    // Read once, it is not read again.
    _ = try write(Models.timesThree(), "late", in: hosted.earlier)
    #expect(try await hosted.names() == ["plants"])
  }

  @Test func `a deleted model does not come back`() async throws {
    let hosted = try HostedDownloader()
    _ = try write(Models.timesThree(), "plants", in: hosted.earlier)
    #expect(try await hosted.names() == ["plants"])
    try await hosted.downloader.deleteDownloadedModel(name: "plants")
    let next = ModelDownloader(nil, EarlierFiles(app: EarlierFiles.defaultApp, folder: hosted.earlier) { _ in nil })
    next.library = try hosted.folder.library(hosted.publisher)
    #expect(try await next.listDownloadedModels().isEmpty)
  }
}
