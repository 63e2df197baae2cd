import Foundation
import Testing

@testable import ModelHosting

@Suite struct FileHostTests {
  typealias Answer = StubTransport.Answer

  private static let host = FileHost("https://cdn.example.com/models/{name}.tflite")

  @Test func theTagIsTheVersion() async throws {
    let transport = StubTransport(
      Answer(206, ["ETag": "\"abc\"", "Content-Range": "bytes 0-0/4276352", "Content-Length": "1"], "T"))
    let offer = try #require(try await Self.host.offer(.test(), over: transport).offer)
    #expect(offer.version == ModelVersion(id: "\"abc\"", byteCount: 4_276_352))
    #expect(offer.etag == "\"abc\"")
    #expect(offer.request.url.absoluteString == "https://cdn.example.com/models/plants.tflite")
    #expect(offer.request.headers["Range"] == nil, "the offer is the whole file")
    let request = try #require(transport.requests.first)
    #expect(request.headers["Range"] == "bytes=0-0" && request.headers["Accept-Encoding"] == "identity")
    #expect(request.headers["If-None-Match"] == nil)
  }

  @Test func aServerWithoutRangesIsCutOff() async throws {
    let transport = StubTransport(Answer(200, ["ETag": "W/\"weak\"", "Content-Length": "9"], "TTTTTTTTT"))
    let offer = try #require(try await Self.host.offer(.test(), over: transport).offer)
    #expect(offer.version == ModelVersion(id: "W/\"weak\"", byteCount: 9))
    #expect(offer.etag == nil, "a weak tag does not vouch for ranges")
  }

  @Test func whatIsKnownIsNotFetchedAgain() async throws {
    let transport = StubTransport(Answer(304), Answer(206, ["ETag": "\"abc\""]), Answer(304))
    let known = ModelVersion(id: "\"abc\"")
    #expect(try await Self.host.offer(.test(known: known), over: transport).isUnchanged)
    #expect(try await Self.host.offer(.test(known: known), over: transport).isUnchanged, "a server without 304")
    let dated = ModelVersion(id: "Last-Modified Sun, 06 Nov 1994 08:49:37 GMT; 12 bytes")
    #expect(try await Self.host.offer(.test(known: dated), over: transport).isUnchanged)
    #expect(transport.requests[0].headers["If-None-Match"] == "\"abc\"")
    #expect(transport.requests[2].headers["If-Modified-Since"] == "Sun, 06 Nov 1994 08:49:37 GMT")
    #expect(await code { _ = try await Self.host.offer(.test(), over: StubTransport(Answer(304))) } == .unavailable)
  }

  /// The headers that the server has just accepted fetch the file: a token that was renewed is not asked for again.
  @Test func authorizationIsRenewedOnceAndGoesWithTheFile() async throws {
    let authorizer = StubAuthorizer()
    let host = FileHost("https://cdn.example.com/{name}.tflite", authorizer: authorizer)
    let good = Answer(206, ["ETag": "\"abc\""])
    let first = StubTransport(Answer(401), good)
    let offer = try #require(try await host.offer(.test(), over: first).offer)
    #expect(first.requests.map { $0.headers["Authorization"] } == ["Bearer 1", "Bearer 2"])
    #expect(offer.request.headers == ["Authorization": "Bearer 2"])
    #expect(authorizer.calls.map(\.refused) == [nil, 401])
    // The file itself was refused, later: the authorizer is told once.
    let refused = ResponseHead(status: 401, url: offer.request.url, headers: [:])
    let renewed = try #require(try await host.offer(.test(refused: refused), over: StubTransport(good)).offer)
    #expect(authorizer.calls.map(\.refused) == [nil, 401, 401])
    #expect(renewed.request.headers == ["Authorization": "Bearer 3"])
  }

  @Test func aDateAndALengthServeToo() async throws {
    let date = "Sun, 06 Nov 1994 08:49:37 GMT"
    let transport = StubTransport(Answer(206, ["Last-Modified": date, "Content-Range": "bytes 0-0/12"]), Answer(200))
    let offer = try #require(try await Self.host.offer(.test(), over: transport).offer)
    #expect(offer.version.id == "Last-Modified \(date); 12 bytes")
    #expect(await code { _ = try await Self.host.offer(.test(), over: transport) } == .failedPrecondition)
  }

  @Test func digestsBesideTheFile() async throws {
    let host = FileHost("https://cdn.example.com/{name}.tflite?v=1", hasDigests: true)
    let file = Answer(206, ["ETag": "\"a\""])
    let transport = StubTransport(
      file, Answer(200, [:], "\(ManifestTests.five)  plants.tflite\n"), file, Answer(200, [:], "<html>"), file,
      Answer(404), file, Answer(200, [:], ""))
    let offer = try #require(try await host.offer(.test(), over: transport).offer)
    #expect(offer.version.digest?.description == ManifestTests.five)
    #expect(transport.requests[1].url.absoluteString == "https://cdn.example.com/plants.tflite.sha256?v=1")
    #expect(await code { _ = try await host.offer(.test(), over: transport) } == .dataLoss)
    #expect(await code { _ = try await host.offer(.test(), over: transport) } == .notFound)
    #expect(await code { _ = try await host.offer(.test(), over: transport) } == .dataLoss)
  }

  @Test(arguments: [
    ("a b/ü", "a%20b%2F%C3%BC"), ("x?y#z%", "x%3Fy%23z%25"), ("A-z_0.9~", "A-z_0.9~"), ("..x", "..x"),
  ])
  func namesAreEncoded(_ name: String, _ text: String) async throws {
    let transport = StubTransport(Answer(206, ["ETag": "\"a\""]))
    _ = try await Self.host.offer(.test(name), over: transport)
    #expect(transport.requests.first?.url.absoluteString == "https://cdn.example.com/models/\(text).tflite")
  }

  @Test(arguments: ["", ".", "..", "a/../b"]) func namesThatClimbAreRefused(_ name: String) async {
    let transport = StubTransport()
    #expect(await code { _ = try await Self.host.offer(.test(name), over: transport) } == .invalidArgument)
    #expect(transport.requests.isEmpty)
  }

  @Test(arguments: ["", "models/{name}", "file:///etc/{name}", "https://"])
  func templatesThatAreNoAddressAreRefused(_ template: String) async {
    #expect(await code { _ = try await FileHost(template).offer(.test(), over: StubTransport()) } == .invalidArgument)
  }

  @Test func failuresOfTheNetworkStayWhatTheyAre() async {
    let transport = StubTransport(Answer(error: HostingError(.networkUnavailable, "no network")), Answer(416))
    #expect(await code { _ = try await Self.host.offer(.test(), over: transport) } == .networkUnavailable)
    #expect(await code { _ = try await Self.host.offer(.test(), over: transport) } == .dataLoss)
  }

  @Test func messagesHoldNoSecrets() async {
    let host = FileHost("https://user:secret@cdn.example.com/{name}?token=secret")
    do {
      _ = try await host.offer(.test(), over: StubTransport(Answer(403)))
      Issue.record("expected a failure")
    } catch {
      #expect(error.message.contains("cdn.example.com/plants") && !error.message.contains("secret"))
    }
  }
}
