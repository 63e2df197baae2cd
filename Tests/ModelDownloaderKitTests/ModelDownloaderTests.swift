import Foundation
import HostingTestSupport
import ModelHosting
import ModelInterpreterKit
import TestSupport
import Testing

@testable import ModelDownloaderKit

extension TemporaryFolder {
  /// A library as the next launch of the app makes it.
  func library(_ publisher: Publisher, activation: Activation = .nextLaunch) throws -> ModelLibrary {
    try ModelLibrary(publisher.host, store: ModelStore(at: url), activation: activation)
  }
}

/// A downloader with a server and a folder of its own.
struct HostedDownloader: Sendable {
  static let queueKey = DispatchSpecificKey<Int>()

  let publisher: Publisher
  let folder: TemporaryFolder
  let downloader: ModelDownloader
  let earlier: URL

  init(versions: [String: String] = [:]) throws {
    publisher = try Publisher()
    folder = try TemporaryFolder()
    earlier = folder.url.appendingPathComponent("earlier")
    downloader = ModelDownloader(nil, EarlierFiles(app: EarlierFiles.defaultApp, folder: earlier) { versions[$0] })
    downloader.library = try folder.library(publisher)
    let queue = DispatchQueue(label: "answers")
    queue.setSpecific(key: Self.queueKey, value: 1)
    downloader.completionQueue = queue
  }

  /// By completion handler, which has to be called on the downloader's queue.
  func model(
    _ type: ModelDownloadType, of name: String = "plants", progress: ((Float) -> Void)? = nil
  ) async -> Result<CustomModel, DownloadError> {
    await withCheckedContinuation { continuation in
      downloader.getModel(
        name: name, downloadType: type, conditions: ModelDownloadConditions(allowsCellularAccess: false),
        progressHandler: progress
      ) { result in
        #expect(DispatchQueue.getSpecific(key: Self.queueKey) == 1)
        continuation.resume(returning: result)
      }
    }
  }

  func names() async throws -> Set<String> { Set(try await downloader.listDownloadedModels().map(\.name)) }
}

@Suite struct ModelDownloaderTests {
  private let first = Models.timesThree()
  private let second = Models.negated()

  private func bytes(_ model: CustomModel) -> [UInt8]? {
    FileManager.default.contents(atPath: model.path).map { Array($0) }
  }

  @Test func `the local model is downloaded when there is none, and then never asked for`() async throws {
    let hosted = try HostedDownloader()
    hosted.publisher.publish(first, as: "plants")
    let parts = Mutable<[Float]>([])
    let model = try await hosted.model(.localModel) { parts.value.append($0) }.get()
    #expect(bytes(model) == first)
    #expect(model.name == "plants" && model.size == first.count)
    #expect(model.hash == "\"\(Publisher.tag(first))\"", "what the host calls the version")
    #expect(parts.value.last == 1 && parts.value == parts.value.sorted())
    hosted.publisher.publish(second, as: "plants")
    let requests = hosted.publisher.server.log.count
    #expect(try await hosted.model(.localModel).get() == model)
    #expect(hosted.publisher.server.log.count == requests)
  }

  @Test func `the newest model is the newest at once`() async throws {
    let hosted = try HostedDownloader()
    hosted.publisher.publish(first, as: "plants")
    let before = try await hosted.model(.latestModel).get()
    #expect(try await hosted.model(.latestModel).get() == before, "nothing newer")
    hosted.publisher.publish(second, as: "plants")
    let after = try await hosted.model(.latestModel).get()
    #expect(bytes(after) == second)
    #expect(after != before && after.hash != before.hash)
    #expect(try await hosted.model(.localModel).get() == after)
    #expect(bytes(before) == first, "a path that was given away is not written over")
  }

  @Test func `an update in the background leaves the caller with what is here`() async throws {
    let hosted = try HostedDownloader()
    hosted.publisher.publish(first, as: "plants")
    let before = try await hosted.model(.localModelUpdateInBackground).get()
    #expect(bytes(before) == first)
    hosted.publisher.publish(second, as: "plants")
    let parts = Mutable(0)
    #expect(try await hosted.model(.localModelUpdateInBackground) { _ in parts.value += 1 }.get() == before)
    let store = try #require(hosted.downloader.library?.store)
    try await wait("the update") { store.latest("plants")?.byteCount == Int64(second.count) }
    #expect(bytes(try await hosted.model(.localModel).get()) == second)
    #expect(parts.value == 0)
  }

  @Test func `without network the newest model is an error, the local one is not`() async throws {
    let hosted = try HostedDownloader()
    hosted.publisher.publish(first, as: "plants")
    let model = try await hosted.model(.latestModel).get()
    hosted.publisher.publish(first, as: "plants", .status(403))
    #expect(await hosted.model(.latestModel) == .failure(.permissionDenied))
    #expect(await hosted.model(.localModel) == .success(model))
    #expect(await hosted.model(.localModelUpdateInBackground) == .success(model))
  }

  static let failures: [(Int, DownloadError)] = [
    (400, .invalidArgument), (401, .permissionDenied), (403, .permissionDenied), (404, .notFound),
  ]

  @Test(arguments: failures) func `the host's answers`(status: Int, error: DownloadError) async throws {
    let hosted = try HostedDownloader()
    hosted.publisher.publish([], as: "plants", .status(status))
    #expect(await hosted.model(.latestModel) == .failure(error))
    #expect(await hosted.model(.localModel) == .failure(error))
    #expect(try await hosted.names() == [])
  }

  static let codes: [(HostingError.Code, DownloadError)] = [
    (.notFound, .notFound), (.permissionDenied, .permissionDenied), (.unauthenticated, .permissionDenied),
    (.failedPrecondition, .failedPrecondition), (.unavailable, .failedPrecondition),
    (.networkUnavailable, .failedPrecondition), (.deadlineExceeded, .failedPrecondition),
    (.downloadExpired, .failedPrecondition), (.resourceExhausted, .resourceExhausted),
    (.notEnoughSpace, .notEnoughSpace), (.invalidArgument, .invalidArgument),
    (.hashMismatch, .internalError(description: "text")), (.dataLoss, .internalError(description: "text")),
    (.incompatibleModel, .internalError(description: "text")), (.cancelled, .internalError(description: "text")),
  ]

  @Test(arguments: codes) func `every failure has its case`(code: HostingError.Code, error: DownloadError) {
    #expect(DownloadError(HostingError(code, "text")) == error)
  }

  @Test func `an empty name fails without a request`() async throws {
    let hosted = try HostedDownloader()
    for type in [ModelDownloadType.localModel, .localModelUpdateInBackground, .latestModel] {
      #expect(await hosted.model(type, of: "") == .failure(.emptyModelName))
    }
    #expect(hosted.publisher.server.log.isEmpty)
  }

  @Test func `models are listed and deleted`() async throws {
    let hosted = try HostedDownloader()
    for name in ["plants", "a/b@@c"] {
      hosted.publisher.publish(first, as: name)
    }
    #expect(try await hosted.names() == [])
    _ = try await hosted.model(.latestModel).get()
    _ = try await hosted.model(.latestModel, of: "a/b@@c").get()
    #expect(try await hosted.names() == ["plants", "a/b@@c"])
    try await hosted.downloader.deleteDownloadedModel(name: "plants")
    #expect(try await hosted.names() == ["a/b@@c"])
    let again: Result<Void, DownloadedModelError> = await withCheckedContinuation { continuation in
      hosted.downloader.deleteDownloadedModel(name: "plants") { continuation.resume(returning: $0) }
    }
    guard case .failure(.notFound) = again else {
      Issue.record("\(again)")
      return
    }
    let listed: Result<Set<CustomModel>, DownloadedModelError> = await withCheckedContinuation { continuation in
      hosted.downloader.listDownloadedModels { continuation.resume(returning: $0) }
    }
    #expect(try listed.get().map(\.name) == ["a/b@@c"])
  }

  @Test func `calls for one model share a download`() async throws {
    let hosted = try HostedDownloader()
    hosted.publisher.publish(first, as: "plants", .heldAt(first.count / 2))
    async let one = hosted.model(.latestModel)
    async let two = hosted.model(.localModel)
    try await wait("the body") { hosted.publisher.bodies(of: "plants") == 1 }
    hosted.publisher.server.release()
    #expect(try await one.get() == two.get())
    #expect(hosted.publisher.bodies(of: "plants") == 1)
  }

  @Test func `deleting ends a download`() async throws {
    let hosted = try HostedDownloader()
    hosted.publisher.publish(first, as: "plants", .heldAt(first.count / 2))
    async let model = hosted.model(.latestModel)
    try await wait("the body") { hosted.publisher.bodies(of: "plants") == 1 }
    await #expect(throws: DownloadedModelError.notFound) {
      try await hosted.downloader.deleteDownloadedModel(name: "plants")
    }
    guard case .failure(.internalError) = await model else {
      Issue.record("the download went on")
      return
    }
  }
}
