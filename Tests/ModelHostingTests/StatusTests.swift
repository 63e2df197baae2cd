import Foundation
import HostingTestSupport
import Testing

@testable import ModelHosting

/// What the statuses of a file's server lead to.
@Suite(.serialized) struct StatusTests {
  private static let model = TestModel(50_000)

  private func fixture(
    _ server: FaultServer, headers: [String: String] = [:], expires: Date? = nil, attempts: Int = 5
  ) throws -> LibraryFixture {
    var request = TransferRequest(server.url("/m"))
    request.headers = headers
    return try LibraryFixture(
      StubHost(ModelOffer(Self.model.version(), at: request, expires: expires)), attempts: attempts)
  }

  private static func status(_ status: Int, _ headers: [(String, String)] = []) -> [FaultServer.Step] {
    [.head(status, headers + [("Content-Length", "3")]), .bytes(Array("no\n".utf8))]
  }

  @Test(arguments: [
    (400, HostingError.Code.invalidArgument, 1), (401, .unauthenticated, 2), (403, .permissionDenied, 2),
    (404, .notFound, 1), (410, .notFound, 1), (408, .unavailable, 5), (425, .unavailable, 5),
    (429, .resourceExhausted, 5), (500, .unavailable, 5), (502, .unavailable, 5), (503, .unavailable, 5),
    (504, .unavailable, 5), (418, .failedPrecondition, 1), (300, .failedPrecondition, 1), (304, .failedPrecondition, 1),
    (204, .failedPrecondition, 1), (301, .failedPrecondition, 1),
  ])
  func refusals(_ status: Int, _ code: HostingError.Code, _ requests: Int) async throws {
    let server = try FaultServer { _ in
      status == 204 || status == 304
        ? [.head(status, []), .close] : Self.status(status, [("WWW-Authenticate", "Basic realm=\"x\"")])
    }
    let fixture = try fixture(server)
    defer { fixture.remove() }
    let error = await fixture.failure()
    #expect(error?.code == code && error?.status == status && error?.model == "m", "\(error?.message ?? "")")
    #expect(server.log.count == requests)
    #expect(error?.message.contains("\(status)") == true)
  }

  @Test func waitsAreTheHosts() async throws {
    let seen = Gauge()
    let server = try FaultServer { request in
      seen.enter()
      switch seen.entered {
      case 1: return Self.status(429, [("Retry-After", "7")])
      case 2:
        return Self.status(
          503, [("Date", "Sun, 06 Nov 1994 08:49:37 GMT"), ("Retry-After", "Sun, 06 Nov 1994 08:49:50 GMT")])
      case 3: return Self.status(503, [("Retry-After", "nonsense")])
      default: return staticFile(Self.model.bytes, request)
      }
    }
    let fixture = try fixture(server)
    defer { fixture.remove() }
    #expect(await fixture.failure() == nil)
    let sleeps = fixture.clock.sleeps
    #expect(sleeps.count == 3 && sleeps[0] == 7 && sleeps[1] == 13)
    #expect(sleeps.count == 3 && sleeps[2] >= 2 && sleeps[2] <= 6)
  }

  @Test(arguments: ["3600", "999999999999999999999", "Fri, 31 Dec 9999 23:59:59 GMT"])
  func longWaitsEndTheCallAndHoldInTheNextLaunch(_ text: String) async throws {
    let isFree = Gauge()
    let server = try FaultServer { request in
      isFree.entered > 0 ? staticFile(Self.model.bytes, request) : Self.status(429, [("Retry-After", text)])
    }
    let fixture = try fixture(server)
    defer { fixture.remove() }
    let error = await fixture.failure()
    #expect(error?.code == .resourceExhausted && (error?.retryAfter ?? 0) >= 3_600)
    #expect(server.log.count == 1 && fixture.clock.sleeps.isEmpty)
    let next = try fixture.relaunched()
    #expect(await next.failure()?.retryAfter != nil)
    #expect(server.log.count == 1)
    // The user may ask at once.
    isFree.enter()
    try await next.library.update("m", ignoringBackOff: true)
    #expect(server.log.count == 2)
    #expect(await next.failure() == nil)
  }

  @Test func failuresBackOffLongerAndLonger() async throws {
    let server = try FaultServer { _ in Self.status(500) }
    let fixture = try fixture(server, attempts: 1)
    defer { fixture.remove() }
    for (index, wait) in [30.0, 60, 120].enumerated() {
      #expect(await fixture.failure()?.code == .unavailable)
      #expect(server.log.count == index + 1)
      fixture.clock.advance(by: wait - 1)
      #expect(await fixture.failure()?.code == .resourceExhausted)
      #expect(server.log.count == index + 1)
      fixture.clock.advance(by: 2)
    }
  }

  @Test(arguments: [-315_576_000.0, 315_576_000])
  func aClockThatIsSetDoesNotMakeTheWaitEndless(_ jump: Double) async throws {
    let server = try FaultServer { _ in Self.status(500) }
    let fixture = try fixture(server, attempts: 1)
    defer { fixture.remove() }
    _ = await fixture.failure()
    fixture.clock.advance(by: jump)
    #expect(await fixture.failure()?.code == .unavailable)
    #expect(server.log.count == 2)
  }

  @Test(arguments: 1...3, [400, 401, 403, 404, 410])
  func linksThatAreOverAreRenewed(_ times: Int, _ status: Int) async throws {
    let seen = Gauge()
    let server = try FaultServer { request in
      seen.enter()
      // By the host's own clock the link is over, whatever this device's says.
      return seen.entered <= times
        ? Self.status(status, [("Date", "Sun, 06 Nov 2050 08:49:37 GMT")]) : staticFile(Self.model.bytes, request)
    }
    let fixture = try fixture(server, expires: Date(timeIntervalSince1970: 2_000_000_000))
    defer { fixture.remove() }
    let error = await fixture.failure()
    #expect(error?.code == (times == 3 ? .downloadExpired : nil))
    #expect(fixture.host.queries.count == min(times, 2) + 1)
    #expect(fixture.host.queries.last?.refused?.status == status)
  }

  /// By this device's clock the link is over, or is not: the host's own date decides.
  @Test(
    arguments: [-315_576_000.0, 315_576_000],
    [("Sun, 17 Mar 2030 17:46:40 GMT", false), ("Fri, 18 Jul 2036 13:20:00 GMT", true)])
  func theHostsClockDecidesWhetherALinkIsOver(_ jump: Double, _ date: (text: String, isOver: Bool)) async throws {
    let server = try FaultServer { _ in Self.status(404, [("Date", date.text)]) }
    let fixture = try fixture(server, expires: Date(timeIntervalSince1970: 2_000_000_000))
    defer { fixture.remove() }
    fixture.clock.advance(by: jump)
    #expect(await fixture.failure()?.code == (date.isOver ? .downloadExpired : .notFound))
    #expect(fixture.host.queries.count == (date.isOver ? 3 : 1))
  }

  @Test func anExpiredLinkInTheMiddleKeepsTheBytes() async throws {
    let bytes = Self.model.bytes
    let server = try FaultServer { request in
      if request.target == "/new" { return staticFile(bytes, request) }
      return request.range == nil
        ? [.head(200, [("Content-Length", "50000")]), .bytes(Array(bytes[..<20_000])), .close] : Self.status(403)
    }
    let host = StubHost { query, count throws(HostingError) in
      .offer(
        ModelOffer(
          Self.model.version(), at: TransferRequest(server.url(count == 1 ? "/old" : "/new")), expires: .distantPast))
    }
    let fixture = try LibraryFixture(host)
    defer { fixture.remove() }
    #expect(await fixture.failure() == nil)
    #expect(server.log.map(\.target) == ["/old", "/old", "/new"] && server.log.last?.range?.first == 20_000)
  }

  @Test func anotherVersionInTheMiddleIsFetchedInstead() async throws {
    let newer = TestModel(60_000, seed: 4)
    let server = try FaultServer { request in
      if request.target == "/new" { return staticFile(newer.bytes, request) }
      return request.range == nil
        ? [.head(200, [("Content-Length", "50000")]), .bytes(Array(Self.model.bytes[..<20_000])), .close]
        : Self.status(403)
    }
    let host = StubHost { query, count throws(HostingError) in
      count == 1
        ? .offer(ModelOffer(Self.model.version(), at: TransferRequest(server.url("/old"))))
        : .offer(ModelOffer(newer.version("v2"), at: TransferRequest(server.url("/new"))))
    }
    let fixture = try LibraryFixture(host)
    defer { fixture.remove() }
    #expect(try await fixture.library.update("m").version.id == "v2")
    #expect(try fixture.holds(newer.bytes))
    #expect(fixture.files("partial").isEmpty)
  }

  @Test(arguments: [301, 302, 303, 307, 308])
  func redirectsLeaveCredentialsBehind(_ status: Int) async throws {
    let other = try FaultServer { staticFile(Self.model.bytes, $0) }
    let address = other.url("/file?signed=1").absoluteString
    let server = try FaultServer { request in
      request.target == "/m"
        ? Self.status(status, [("location", "/here")]) : Self.status(status, [("Location", address)])
    }
    let fixture = try fixture(server, headers: ["Authorization": "Bearer secret", "X-Key": "k"])
    defer { fixture.remove() }
    #expect(await fixture.failure() == nil)
    #expect(server.log.map { $0["Authorization"] } == ["Bearer secret", "Bearer secret"])
    #expect(other.log.count == 1 && other.log[0]["Authorization"] == nil && other.log[0]["X-Key"] == nil)
    #expect(other.log[0]["Accept-Encoding"] == "identity")
  }

  @Test func redirectsHaveAnEnd() async throws {
    let circle = try FaultServer { _ in Self.status(302, [("Location", "/m")]) }
    let first = try fixture(circle)
    defer { first.remove() }
    #expect(await first.failure()?.code == .failedPrecondition)
    #expect(circle.log.count == 6)
    for hops in [5, 6] {
      let chain = try FaultServer { request in
        let hop = Int(request.target.dropFirst()) ?? 0
        return hop == hops
          ? staticFile(Self.model.bytes, request) : Self.status(307, [("Location", "/\(hop + 1)")])
      }
      let fixture = try fixture(chain)
      defer { fixture.remove() }
      #expect(await fixture.failure()?.code == (hops == 5 ? nil : .failedPrecondition))
      #expect(chain.log.count == 6)
    }
    for location in ["http://[", "?%zz", "//", "http://", "///x", "http:x", "\u{7f}", "%", "//@:/"] {
      let server = try FaultServer { request in
        request.target == "/m" ? Self.status(302, [("Location", location)]) : Self.status(404)
      }
      let fixture = try fixture(server, attempts: 1)
      defer { fixture.remove() }
      #expect(await fixture.failure() != nil, "\(location)")
    }
  }

  @Test func plainAddressesOfOtherMachinesAreRefused() async throws {
    for text in ["http://example.invalid/m", "ftp://127.0.0.1/m", "https:///m"] {
      let error = await #expect(throws: HostingError.self) {
        _ = try await URLSessionTransport().response(to: TransferRequest(URL(string: text)!))
      }
      #expect(error?.code == .failedPrecondition || error?.code == .invalidArgument, "\(text)")
    }
    var request = TransferRequest(URL(string: "http://127.0.0.1/")!)
    request.headers = ["X": "a\r\nY: b"]
    let injected = request
    let error = await #expect(throws: HostingError.self) {
      _ = try await URLSessionTransport().response(to: injected)
    }
    #expect(error?.code == .invalidArgument)
  }

  @Test func nobodyListens() async throws {
    let server = try FaultServer { _ in [] }
    let url = server.url("/m")
    server.stop()
    let fixture = try LibraryFixture(StubHost(ModelOffer(Self.model.version(), at: TransferRequest(url))), attempts: 2)
    defer { fixture.remove() }
    #expect(await fixture.failure()?.code == .unavailable)
    #expect(fixture.clock.sleeps.count == 1)
  }

  @Test func answersThatAreNoHTTP() async throws {
    for text in [
      "", "garbage\r\n\r\n", "HTTP/1.1 abc\r\n\r\n", "HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\n",
      "HTTP/1.1 200 OK\r\n: x\r\n\r\n",
      "HTTP/1.1 103 Early\r\n\r\nHTTP/1.1 404 No\r\nContent-Length: 0\r\n\r\n",
      "HTTP/1.1 206 P\r\nContent-Length: 1\r\nContent-Range: bytes 9223372036854775806-9223372036854775806/9223372036854775807\r\n\r\nx",
    ] {
      let server = try FaultServer { _ in [.bytes(Array(text.utf8)), .close] }
      let fixture = try fixture(server, attempts: 1)
      defer { fixture.remove() }
      let error = await fixture.failure()
      #expect(error != nil, "\(text.prefix(40).debugDescription)")
      #expect(fixture.store.latest("m") == nil)
    }
  }

  @Test func aServerThatIsUnreachableLeavesTheModelThatIsHere() async throws {
    let server = try FaultServer { staticFile(Self.model.bytes, $0) }
    let good = try fixture(server)
    defer { good.remove() }
    try await good.library.update("m")
    let offline = StubHost { _, _ throws(HostingError) in throw HostingError(.networkUnavailable, "offline") }
    let fixture = try good.relaunched(offline)
    #expect(await fixture.failure()?.code == .networkUnavailable)
    #expect(try await fixture.library.model("m").digest == Self.model.digest)
    // Being offline makes nobody wait.
    #expect(fixture.clock.sleeps.count == 4)
    #expect(await fixture.failure()?.code == .networkUnavailable)
  }

  @Test func spaceIsCheckedBeforeAByteIsAskedFor() async throws {
    let server = try FaultServer { staticFile(Self.model.bytes, $0) }
    let fixture = try LibraryFixture(StubHost(ModelOffer(Self.model.version(), at: TransferRequest(server.url("/m")))))
    {
      $0.reservedSpace = .max
    }
    defer { fixture.remove() }
    #expect(await fixture.failure()?.code == .notEnoughSpace)
    #expect(server.log.isEmpty)
  }
}
