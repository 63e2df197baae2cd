import Foundation
import Testing

@testable import ModelHosting

/// What Firebase's two services are known to do; nothing of it was recorded from the real ones.
@Suite struct FirebaseHostTests {
  typealias Answer = StubTransport.Answer

  static let options = FirebaseHost.Options(
    projectID: "my-project", apiKey: "KEY", appID: "1:2:ios:3", bundleID: "com.example.app")

  /// A clock and a disk in memory.
  final class World: @unchecked Sendable {
    private let lock = NSLock()
    private var date = Date(timeIntervalSince1970: 1_795_305_600)
    private var kept: FirebaseInstallation.State?
    private var waited: [Double] = []

    func advance(_ seconds: Double) { lock.withLock { date.addTimeInterval(seconds) } }
    var state: FirebaseInstallation.State? { lock.withLock { kept } }
    var waits: [Double] { lock.withLock { waited } }

    var installation: FirebaseInstallation {
      FirebaseInstallation(
        FirebaseHostTests.options,
        storage: .init(load: { self.state }, save: { state in self.lock.withLock { self.kept = state } }),
        environment: .init(
          now: { self.lock.withLock { self.date } },
          wait: { seconds in self.lock.withLock { self.waited.append(seconds) } },
          newID: { (0..<16).map { UInt8($0 * 16 + 15) } }, chance: { 0.5 }))
    }
    var host: FirebaseHost { FirebaseHost(FirebaseHostTests.options, installation: installation) }
  }

  private static func registered(_ token: String = "T1", fid: String? = "server-fid") -> Answer {
    let id = fid.map { "\"fid\": \"\($0)\"," } ?? ""
    return Answer(
      201, [:], "{\(id) \"refreshToken\": \"R\", \"authToken\": {\"token\": \"\(token)\", \"expiresIn\": \"604800s\"}}")
  }

  private static func model(
    _ etag: String? = "hash-1", date: String = "2026-11-22T01:00:00.220Z", size: String = "\"500\""
  ) -> Answer {
    Answer(
      200, etag.map { ["ETag": $0] } ?? [:],
      """
      {"downloadUri": "https://storage.example.com/file?sig=1", "expireTime": "\(date)", "sizeBytes": \(size),
       "modelFormat": "TFLITE", "other": {}}
      """)
  }

  @Test func asksWithTheHeadersThatTheServiceDemands() async throws {
    let world = World()
    let transport = StubTransport(Self.registered(), Self.model())
    let offer = try #require(try await world.host.offer(.test(), over: transport).offer)
    #expect(offer.version == ModelVersion(id: "hash-1", byteCount: 500))
    #expect(offer.request.url.absoluteString == "https://storage.example.com/file?sig=1")
    #expect(offer.request.headers.isEmpty, "the address is signed: nothing else goes there")
    #expect(offer.expires == RFC3339.parse("2026-11-22T01:00:00.220Z"))
    let register = transport.requests[0]
    #expect(
      register.url.absoluteString
        == "https://firebaseinstallations.googleapis.com/v1/projects/my-project/installations/")
    #expect(register.method == "POST")
    #expect(
      register.headers == [
        "Content-Type": "application/json", "X-Goog-Api-Key": "KEY", "X-Ios-Bundle-Identifier": "com.example.app",
      ])
    #expect(
      register.body.map { String(decoding: $0, as: UTF8.self) }
        == #"{"appId":"1:2:ios:3","authVersion":"FIS_v2","fid":"fw8fLz9PX29_j5-vv8_f7_","sdkVersion":"i:12.17.0"}"#)
    let info = transport.requests[1]
    #expect(
      info.url.absoluteString == "https://firebaseml.googleapis.com/v1beta2/projects/my-project/models/plants:download")
    #expect(info.method == "GET")
    #expect(
      info.headers == [
        "X-Goog-Api-Key": "KEY", "X-Ios-Bundle-Identifier": "com.example.app",
        "X-Goog-Firebase-Installations-Auth": "T1",
      ])
    #expect(world.state?.fid == "server-fid" && world.state?.refreshToken == "R")
  }

  @Test func installationsHaveTheKnownForm() {
    for byte in UInt8(0)...255 {
      let fid = FirebaseInstallation.fid([UInt8](repeating: byte, count: 16))
      #expect(fid.count == 22)
      #expect("cdef".contains(fid.first ?? " "), "0111 is a letter from c to f, found \(fid)")
      #expect(fid.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_") })
    }
  }

  @Test func tokensAreKeptForAWeekButForTheLastHour() async throws {
    let world = World()
    let refreshed = Answer(200, [:], #"{"token": "T2", "expiresIn": "604800s"}"#)
    let transport = StubTransport(Self.registered(), refreshed)
    #expect(try await world.installation.token(over: transport) == "T1")
    world.advance(604_800 - 3_601)
    #expect(try await world.installation.token(over: transport) == "T1")
    #expect(transport.requests.count == 1)
    world.advance(2)
    #expect(try await world.installation.token(over: transport) == "T2")
    let refresh = transport.requests[1]
    #expect(refresh.url.absoluteString.hasSuffix("/installations/server-fid/authTokens:generate"))
    #expect(refresh.headers["Authorization"] == "FIS_v2 R")
    #expect(refresh.body == Data(#"{"installation":{"sdkVersion":"i:12.17.0"}}"#.utf8))
    world.advance(-700_000)
    let again = StubTransport(refreshed)
    _ = try await world.installation.token(over: again)
    #expect(again.requests.count == 1, "a clock that went back proves nothing")
  }

  @Test(arguments: [401, 404]) func anInstallationThatIsForgottenIsMadeAnew(_ status: Int) async throws {
    let world = World()
    let transport = StubTransport(Self.registered(), Answer(status), Self.registered("T3", fid: nil))
    let installation = world.installation
    _ = try await installation.token(over: transport)
    #expect(try await installation.token(refused: "T1", over: transport) == "T3")
    #expect(transport.requests.map(\.method) == ["POST", "POST", "POST"])
    #expect(world.state?.fid == "fw8fLz9PX29_j5-vv8_f7_", "without one from the server the own id counts")
  }

  @Test func aFailureOfTheServerIsTriedOnceMore() async throws {
    let world = World()
    let transport = StubTransport(Answer(500), Self.registered())
    #expect(try await world.installation.token(over: transport) == "T1")
    #expect(world.waits == [1])
  }

  @Test func failuresAreNotRepeatedAtOnce() async throws {
    let world = World()
    let transport = StubTransport(Answer(503), Answer(503), Answer(400), Self.registered())
    let installation = world.installation
    func attempt() async -> HostingError.Code? { await code { _ = try await installation.token(over: transport) } }
    #expect(await attempt() == .unavailable)
    #expect(await attempt() == .unavailable)
    #expect(transport.requests.count == 1, "2.5 s have to pass")
    world.advance(3)
    #expect(await attempt() == .unavailable)
    world.advance(3)
    #expect(await attempt() == .unavailable)
    #expect(transport.requests.count == 2, "then 4.5 s")
    world.advance(2)
    #expect(await attempt() == .invalidArgument)
    world.advance(86_399)
    #expect(await attempt() == .invalidArgument)
    #expect(transport.requests.count == 3, "a wrong configuration waits for a day")
    world.advance(2)
    #expect(await attempt() == nil)
  }

  @Test(arguments: [
    "", "{}", #"{"refreshToken": "R"}"#, #"{"refreshToken": "", "authToken": {"token": "T", "expiresIn": "1s"}}"#,
    #"{"refreshToken": "R", "authToken": {"token": "T", "expiresIn": "week"}}"#,
    #"{"refreshToken": "R", "authToken": {"token": "T", "expiresIn": "-1s"}}"#,
    #"{"refreshToken": "R", "authToken": {"token": "", "expiresIn": "1s"}}"#,
  ])
  func answersOfAnotherFormAreErrors(_ body: String) async {
    let transport = StubTransport(Answer(201, [:], body))
    #expect(await code { _ = try await World().installation.token(over: transport) } == .unavailable)
  }

  @Test func aRefusedTokenIsRenewedOnce() async throws {
    let transport = StubTransport(
      Self.registered(), Answer(401), Answer(200, [:], #"{"token": "T2", "expiresIn": "604800s"}"#), Self.model())
    _ = try #require(try await World().host.offer(.test(), over: transport).offer)
    #expect(
      [1, 3].map { transport.requests[$0].headers["X-Goog-Firebase-Installations-Auth"] } == ["T1", "T2"])
  }

  @Test func notModifiedHasToBeAboutTheKnownModel() async throws {
    let known = ModelVersion(id: "hash-1")
    func ask(_ answer: Answer, known: ModelVersion?) async -> (HostAnswer?, HostingError.Code?, StubTransport) {
      let transport = StubTransport(Self.registered(), answer)
      do {
        return (try await World().host.offer(.test(known: known), over: transport), nil, transport)
      } catch {
        return (nil, error.code, transport)
      }
    }
    let same = await ask(Answer(304, ["ETag": "hash-1"]), known: known)
    #expect(same.0?.isUnchanged == true)
    #expect(same.2.requests[1].headers["If-None-Match"] == "hash-1")
    #expect(await ask(Answer(304, ["ETag": "hash-1--gzip"]), known: known).0?.isUnchanged == true)
    #expect(await ask(Answer(304, ["ETag": "hash-2"]), known: known).1 == .internal)
    #expect(await ask(Answer(304), known: known).1 == .internal)
    #expect(await ask(Answer(304, ["ETag": "hash-1"]), known: nil).1 == .internal)
    #expect(await ask(Self.model("\"hash-1--gzip\""), known: known).0?.isUnchanged == true, "200 about the known model")
  }

  @Test(arguments: [
    ("hash--gzip", "hash"), ("\"hash--gzip\"", "\"hash\""), ("\"hash\"", "\"hash\""), ("a--gzipb", "a--gzipb"),
  ])
  func tagsOfCompressedAnswers(_ etag: String, _ id: String) {
    #expect(FirebaseHost.withoutEncoding(etag) == id)
  }

  @Test func brokenAnswersAboutAModelAreErrors() async {
    for answer in [
      Self.model(nil), Self.model(size: "500"), Self.model(size: "\"x\""), Self.model(size: "\"-1\""),
      Self.model(size: "\"99999999999999999999\""), Answer(200, ["ETag": "a"], "<html>"),
      Answer(200, ["ETag": "a"], #"{"downloadUri": "nowhere", "sizeBytes": "1"}"#),
    ] {
      let transport = StubTransport(Self.registered(), answer)
      #expect(await code { _ = try await World().host.offer(.test(), over: transport) } == .dataLoss)
    }
  }

  @Test(arguments: ["2026-11-22T01:00:00Z", "2026-11-22T01:00:00.2Z", "soon"]) func datesWithAndWithoutFraction(
    _ date: String
  ) async throws {
    let transport = StubTransport(Self.registered(), Self.model(date: date))
    let offer = try #require(try await World().host.offer(.test(), over: transport).offer)
    #expect((offer.expires == nil) == (date == "soon"))
  }

  @Test(arguments: [
    (400, HostingError.Code.invalidArgument), (403, .permissionDenied), (404, .notFound), (429, .resourceExhausted),
    (500, .unavailable),
  ])
  func statusesAreThoseOfTheSDKs(_ status: Int, _ expected: HostingError.Code) async {
    let transport = StubTransport { request in
      request.method == "POST" ? Self.registered() : Answer(status, [:], #"{"error": {"message": "Ask an admin"}}"#)
    }
    do {
      _ = try await World().host.offer(.test(), over: transport)
      Issue.record("expected a failure")
    } catch {
      #expect(error.code == expected)
      #expect(error.message.contains("Ask an admin"))
    }
  }

  @Test func anEmptyNameAsksNobody() async {
    let transport = StubTransport()
    #expect(await code { _ = try await World().host.offer(.test(""), over: transport) } == .invalidArgument)
    #expect(transport.requests.isEmpty)
  }

  @Test func anAppMayAuthorizeItself() async throws {
    let host = FirebaseHost(Self.options, authorizer: StubAuthorizer(), installation: World().installation)
    let transport = StubTransport(Self.model())
    _ = try await host.offer(.test(), over: transport)
    #expect(transport.requests.map { $0.headers["Authorization"] } == ["Bearer 1"])
  }

  @Test func thePropertyListIsRead() throws {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).plist")
    defer { try? FileManager.default.removeItem(at: url) }
    var values = [
      "PROJECT_ID": "my-project", "API_KEY": "KEY", "GOOGLE_APP_ID": "1:2:ios:3", "BUNDLE_ID": "com.example.app",
    ]
    func write() throws {
      try PropertyListSerialization.data(fromPropertyList: values, format: .xml, options: 0).write(to: url)
    }
    try write()
    #expect(try FirebaseHost.Options(contentsOf: url) == Self.options)
    values["API_KEY"] = nil
    try write()
    let error = #expect(throws: HostingError.self) { try FirebaseHost.Options(contentsOf: url) }
    #expect(error?.message.contains("API_KEY") == true)
    try Data("no list".utf8).write(to: url)
    #expect(throws: HostingError.self) { try FirebaseHost.Options(contentsOf: url) }
  }
}
