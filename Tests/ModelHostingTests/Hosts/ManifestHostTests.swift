import Foundation
import Testing

@testable import ModelHosting

@Suite struct ManifestHostTests {
  typealias Answer = StubTransport.Answer

  private static let address = URL(string: "https://models.example.com/app/manifest.json")!
  /// 2026-11-22T00:00:00Z.
  private static let today = Date(timeIntervalSince1970: 1_795_305_600)

  /// A clock that a test sets.
  private final class Clock: @unchecked Sendable {
    private let lock = NSLock()
    private var seconds: TimeInterval = 1000
    private var date = ManifestHostTests.today
    var uptime: TimeInterval {
      get { lock.withLock { seconds } }
      set { lock.withLock { seconds = newValue } }
    }
    var now: Date {
      get { lock.withLock { date } }
      set { lock.withLock { date = newValue } }
    }
  }

  private static func host(
    _ clock: Clock = Clock(), keys: [PublicKey] = [], authorizer: (any Authorizer)? = nil
  ) -> ManifestHost {
    ManifestHost(
      address, trusting: keys, authorizer: authorizer, now: { clock.now }, uptime: { clock.uptime })
  }

  /// A device that gets version 5 of the sample, and one that gets version 4.
  private static let early = (0...).lazy.map { "id \($0)" }.first {
    AssignmentID($0).bucket(salt: "plants-2026-11") < 5_000
  }!
  private static let late = (0...).lazy.map { "id \($0)" }.first {
    AssignmentID($0).bucket(salt: "plants-2026-11") >= 5_000
  }!

  @Test func offersWhatTheRollOutSays() async throws {
    let transport = StubTransport(Answer(200, [:], ManifestTests.text()))
    let host = Self.host()
    let first = try #require(try await host.offer(.test(assignment: Self.early), over: transport).offer)
    #expect(first.version.id == "v5" && first.version.byteCount == 500)
    #expect(first.version.digest?.description == ManifestTests.five)
    #expect(first.request.url.absoluteString == "https://models.example.com/app/blobs/5.tflite")
    let second = try #require(try await host.offer(.test(assignment: Self.late), over: transport).offer)
    #expect(second.version.id == "v4")
    #expect(second.request.url.absoluteString == "https://other.example.com/4.tflite")
    #expect(transport.requests.count == 1, "names and devices within a minute share the manifest")
  }

  @Test func theKnownVersionIsUnchanged() async throws {
    let transport = StubTransport(Answer(200, [:], ManifestTests.text()))
    let host = Self.host()
    let digest = SHA256Digest(ManifestTests.five)
    for known in [ModelVersion(id: "v5"), ModelVersion(id: "renamed", digest: digest)] {
      #expect(try await host.offer(.test(known: known, assignment: Self.early), over: transport).isUnchanged)
    }
    let other = ModelVersion(id: "v5", digest: SHA256Digest(ManifestTests.four))
    #expect(try await host.offer(.test(known: other, assignment: Self.early), over: transport).offer != nil)
  }

  @Test func aMinuteLaterItIsAskedForWithItsTag() async throws {
    let clock = Clock()
    let transport = StubTransport(
      Answer(200, ["ETag": "\"a\""], ManifestTests.text()), Answer(304, ["ETag": "\"a\""]),
      Answer(200, ["ETag": "\"b\""], ManifestTests.text(sequence: 43)))
    let host = Self.host(clock)
    for uptime in [1000.0, 1059, 1061, 1100, 1122] {
      clock.uptime = uptime
      _ = try await host.offer(.test(), over: transport)
    }
    #expect(transport.requests.map { $0.headers["If-None-Match"] } == [nil, "\"a\"", "\"a\""])
  }

  @Test func manyNamesAtOnceCostOneRequest() async throws {
    let text = ManifestTests.text()
    let transport = StubTransport(delay: 50_000_000) { _ in Answer(200, [:], text) }
    let host = Self.host()
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<10 {
        group.addTask { _ = try? await host.offer(.test(), over: transport) }
      }
    }
    #expect(transport.requests.count == 1)
  }

  @Test func cancellationOfTheOnlyCallerEndsTheRequest() async throws {
    let transport = StubTransport(delay: 20_000_000_000) { _ in Answer(200, [:], "") }
    let host = Self.host()
    let task = Task { await code { _ = try await host.offer(.test(), over: transport) } }
    while transport.requests.isEmpty { await Task.yield() }
    task.cancel()
    #expect(await task.value == .cancelled)
  }

  @Test func anOlderManifestIsRefused() async throws {
    let notes = Notes()
    let transport = StubTransport { _ in Answer(200, [:], ManifestTests.text(sequence: 41)) }
    let refused = await code {
      _ = try await Self.host().offer(.test(memory: HostMemory(sequence: 42), notes: notes), over: transport)
    }
    #expect(refused == .rollbackRefused)
    #expect(notes.all.isEmpty, "an old manifest leaves nothing behind")
    _ = try await Self.host().offer(.test(memory: HostMemory(sequence: 41), notes: notes), over: transport)
    #expect(notes.all.isEmpty, "the same again needs no note")
    _ = try await Self.host().offer(.test(memory: HostMemory(sequence: 40), notes: notes), over: transport)
    #expect(notes.all == [HostMemory(sequence: 41)])
  }

  @Test(
    arguments: [
      // What the local clock says, what the server says, what was seen before: days from the end of the manifest.
      (-1.0, nil, nil, true), (1, nil, nil, false), (-3_650, 1.0, nil, false), (-3_650, nil, 1.0, false),
      (-3_650, -1, nil, true), (3_650, -1, nil, false), (-3_650, nil, nil, true),
    ] as [(Double, Double?, Double?, Bool)])
  func expiryIsComparedWithTheLatestClock(_ local: Double, _ server: Double?, _ seen: Double?, _ isFine: Bool) async {
    let clock = Clock()
    let end = Self.today
    func at(_ days: Double) -> Date { end.addingTimeInterval(days * 86_400) }
    clock.now = at(local)
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.timeZone = TimeZone(identifier: "GMT")
    formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
    let headers = server.map { ["Date": formatter.string(from: at($0))] } ?? [:]
    let transport = StubTransport(Answer(200, headers, ManifestTests.text(expires: RFC3339.text(end))))
    let notes = Notes()
    let result = await code {
      let memory = seen.map { HostMemory(sequence: 1, serverDate: at($0)) }
      _ = try await Self.host(clock).offer(.test(memory: memory, notes: notes), over: transport)
    }
    #expect(result == (isFine ? nil : .staleManifest))
    if server != nil { #expect(notes.all.last?.serverDate != nil, "the server's time is kept, also with an error") }
  }

  @Test func withdrawnFilesAreNamed() async throws {
    let text = ManifestTests.text(more: #", "withdrawn": ["\#(ManifestTests.five)"]"#)
    let transport = StubTransport(Answer(200, [:], text))
    let known = ModelVersion(id: "v5", digest: SHA256Digest(ManifestTests.five))
    let answer = try await Self.host().offer(.test(known: known, assignment: Self.early), over: transport)
    guard case .withdrawn(let digests, let instead) = answer else {
      Issue.record("expected the withdrawn digests, found \(answer)")
      return
    }
    #expect(digests.map(\.description) == [ManifestTests.five])
    #expect(instead?.version.id == "v4", "the next step serves those who had the withdrawn version")
  }

  @Test func aHaltedRollOutGoesBack() async throws {
    let text = ManifestTests.text().replacingOccurrences(of: "\"below\": 5000", with: "\"below\": 0")
    let transport = StubTransport(Answer(200, [:], text))
    let known = ModelVersion(id: "v5", digest: SHA256Digest(ManifestTests.five))
    let offer = try await Self.host().offer(.test(known: known, assignment: Self.early), over: transport).offer
    #expect(offer?.version.id == "v4")
  }

  @Test func devicesWithoutAVersionAreToldWhy() async throws {
    let text = ManifestTests.text().replacingOccurrences(of: ", { \"below\": 10000, \"version\": \"v4\" }", with: "")
    let transport = StubTransport { _ in Answer(200, [:], text) }
    #expect(await code { _ = try await Self.host().offer(.test(assignment: Self.late), over: transport) } == .notFound)
    let old = DeviceTraits(platform: "linux", runtime: "0.1.9", memory: 4_000_000_000)
    let unfit = await code {
      _ = try await Self.host().offer(.test(assignment: Self.early, device: old), over: transport)
    }
    #expect(unfit == .incompatibleModel)
    let known = ModelVersion(id: "v3")
    #expect(try await Self.host().offer(.test(known: known, assignment: Self.late), over: transport).isUnchanged)
    #expect(await code { _ = try await Self.host().offer(.test("animals"), over: transport) } == .notFound)
  }

  @Test func onlySignedManifestsAreBelievedWhenThereAreKeys() async throws {
    let signer = TestSigner(seed: [UInt8](repeating: 3, count: 32))
    let signed = try signer.envelope(Data(ManifestTests.text().utf8))
    let host = Self.host(keys: [signer.key])
    let transport = StubTransport(Answer(200, [:], ManifestTests.text()), Answer(200, [:], data: signed))
    #expect(await code { _ = try await host.offer(.test(), over: transport) } == .signatureInvalid)
    #expect(try await host.offer(.test(), over: transport).offer != nil, "a refused manifest is not kept")
  }

  @Test(arguments: [
    (400, HostingError.Code.invalidArgument), (401, .unauthenticated), (403, .permissionDenied), (404, .notFound),
    (410, .notFound), (429, .resourceExhausted), (500, .unavailable), (503, .unavailable), (304, .unavailable),
    (204, .unavailable),
  ])
  func failuresSayWhatToDo(_ status: Int, _ expected: HostingError.Code) async {
    let transport = StubTransport(Answer(status, ["Retry-After": "7"]))
    do {
      _ = try await Self.host().offer(.test(), over: transport)
      Issue.record("expected a failure")
    } catch {
      #expect(error.code == expected)
      #expect(error.model == "plants" && error.status == status)
      #expect(error.message.contains("models.example.com"))
      if status == 429 { #expect(error.retryAfter == 7) }
    }
  }

  @Test func authorizationIsRenewedOnceAndGoesWithTheFile() async throws {
    let authorizer = StubAuthorizer()
    let transport = StubTransport(Answer(401), Answer(200, [:], ManifestTests.text()))
    let host = Self.host(authorizer: authorizer)
    let offer = try #require(try await host.offer(.test(assignment: Self.early), over: transport).offer)
    #expect(transport.requests.map { $0.headers["Authorization"] } == ["Bearer 1", "Bearer 2"])
    #expect(offer.request.headers["Authorization"] == "Bearer 3")
    #expect(authorizer.calls.map(\.refused) == [nil, 401, nil])
    #expect(authorizer.calls.last?.url == offer.request.url)
    let refused = ResponseHead(status: 401, url: offer.request.url, headers: [:])
    let again = StubTransport(Answer(200, [:], ManifestTests.text()))
    _ = try await host.offer(.test(assignment: Self.early, refused: refused), over: again)
    #expect(authorizer.calls.suffix(2).map(\.refused) == [nil, 401], "the refusal is about the file")
    let twice = StubTransport { _ in Answer(401) }
    #expect(
      await code { _ = try await Self.host(authorizer: authorizer).offer(.test(), over: twice) } == .unauthenticated)
    #expect(twice.requests.count == 2)
  }

  @Test func conditionsReachTheRequests() async throws {
    let transport = StubTransport { _ in Answer(200, [:], ManifestTests.text()) }
    let offer = try await Self.host().offer(.test(cellular: false), over: transport).offer
    #expect(transport.requests.first?.allowsCellularAccess == false)
    #expect(offer?.request.allowsCellularAccess == false)
  }
}
