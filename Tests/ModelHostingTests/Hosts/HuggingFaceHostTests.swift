import Foundation
import Testing

@testable import ModelHosting

@Suite struct HuggingFaceHostTests {
  typealias Answer = StubTransport.Answer

  private static let host = HuggingFaceHost(repository: "owner/repo", file: { "folder/\($0).tflite" })
  private static let commit = String(repeating: "c", count: 40)
  private static let large: [String: String] = [
    "X-Repo-Commit": commit, "X-Linked-Etag": "\"\(ManifestTests.five)\"", "X-Linked-Size": "500",
    "Location": "https://cdn.example.com/blob?signature=1", "ETag": "\"other\"",
  ]

  @Test func theHubStatesDigestAndLength() async throws {
    let transport = StubTransport(Answer(302, Self.large))
    let offer = try #require(try await Self.host.offer(.test(), over: transport).offer)
    #expect(offer.version.digest?.description == ManifestTests.five && offer.version.byteCount == 500)
    #expect(offer.version.id == ManifestTests.five)
    #expect(
      offer.request.url.absoluteString
        == "https://huggingface.co/owner/repo/resolve/\(Self.commit)/folder/plants.tflite")
    let request = try #require(transport.requests.first)
    #expect(request.method == "HEAD" && !request.followsRedirects)
    #expect(request.url.absoluteString == "https://huggingface.co/owner/repo/resolve/main/folder/plants.tflite")
    #expect(request.headers["Accept-Encoding"] == "identity")
  }

  @Test func theSameFileInAnotherCommitIsUnchanged() async throws {
    let known = ModelVersion(id: ManifestTests.five)
    #expect(try await Self.host.offer(.test(known: known), over: StubTransport(Answer(302, Self.large))).isUnchanged)
  }

  @Test func smallFilesHaveAGitHash() async throws {
    let transport = StubTransport(Answer(200, ["ETag": "\"0123abcd\"", "Content-Length": "70"]))
    let offer = try #require(try await Self.host.offer(.test(), over: transport).offer)
    #expect(offer.version == ModelVersion(id: "0123abcd", byteCount: 70))
    #expect(offer.request.url.absoluteString.contains("/resolve/main/"))
  }

  @Test func renamedRepositoriesAreFollowedOnTheHubAlone() async throws {
    let transport = StubTransport(
      Answer(307, ["Location": "/new/repo/resolve/main/folder/plants.tflite"]), Answer(302, Self.large))
    _ = try await Self.host.offer(.test(), over: transport)
    #expect(
      transport.requests.last?.url.absoluteString == "https://huggingface.co/new/repo/resolve/main/folder/plants.tflite"
    )
    let away = StubTransport(Answer(307, ["Location": "https://evil.example.com/x"]))
    #expect(await code { _ = try await Self.host.offer(.test(), over: away) } == .dataLoss)
    #expect(away.requests.count == 1)
    let loop = StubTransport { _ in Answer(307, ["Location": "/owner/repo/x"]) }
    #expect(await code { _ = try await Self.host.offer(.test(), over: loop) } == .unavailable)
    #expect(loop.requests.count == 5)
  }

  @Test func theTokenGoesToTheHub() async throws {
    let authorizer = StubAuthorizer()
    let host = HuggingFaceHost(repository: "owner/repo", revision: "refs/pr/1", authorizer: authorizer)
    let transport = StubTransport(Answer(401), Answer(302, Self.large))
    let offer = try #require(try await host.offer(.test("m.tflite"), over: transport).offer)
    #expect(transport.requests.map { $0.headers["Authorization"] } == ["Bearer 1", "Bearer 2"])
    #expect(offer.request.headers["Authorization"] == "Bearer 2")
    #expect(transport.requests[0].url.absoluteString.hasSuffix("/resolve/refs%2Fpr%2F1/m.tflite"))
    #expect(authorizer.calls.allSatisfy { $0.url.host == "huggingface.co" })
  }

  @Test func theHubsOwnWordsAreInTheError() async {
    let transport = StubTransport(Answer(404, ["X-Error-Message": "Entry not\nfound"]))
    do {
      _ = try await Self.host.offer(.test(), over: transport)
      Issue.record("expected a failure")
    } catch {
      #expect(error.code == .notFound && error.message.contains("(Entry not found)"))
    }
  }

  @Test(arguments: [("", "a"), ("a/b/c", "a"), ("a/..", "a"), ("/a", "a"), ("a/b", ""), ("a/b", "../a"), ("a/b", "/a")])
  func wrongNamesAreRefused(_ repository: String, _ file: String) async {
    let host = HuggingFaceHost(repository: repository, file: { _ in file })
    let transport = StubTransport()
    #expect(await code { _ = try await host.offer(.test(), over: transport) } == .invalidArgument)
    #expect(transport.requests.isEmpty)
  }
}
