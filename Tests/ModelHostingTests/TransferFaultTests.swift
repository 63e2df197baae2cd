import Foundation
import HostingTestSupport
import Testing

@testable import ModelHosting

/// What the host states of a file.
struct Statement: Sendable, CustomTestStringConvertible {
  let length: Bool
  let digest: Bool
  var testDescription: String { "length \(length ? "known" : "unknown"), digest \(digest ? "known" : "unknown")" }

  static let all = [true, false].flatMap { length in [true, false].map { Statement(length: length, digest: $0) } }
}

/// Faults of a server, each for files of known and unknown length and digest. The server misbehaves as often as the test
/// says and is well-behaved then; the model must be whole in the end, or the error must say why not.
@Suite(.serialized) struct TransferFaultTests {
  private static let model = TestModel(100_000)
  private static let bytes = model.bytes
  private static let whole = [("Content-Length", "100000"), ("ETag", "\"e1\"")]

  /// Serves by `fault` for the first `count` requests, then well.
  private func run(
    _ statement: Statement, _ count: Int = 1, etag: String? = "\"e1\"", window: Int64 = 30_000,
    idle: TimeInterval = 0.4,
    fault: @escaping @Sendable (FaultServer.Request) -> [FaultServer.Step],
    check: (HostingError?, LibraryFixture, FaultServer) async throws -> Void
  ) async throws {
    let seen = Gauge()
    let server = try FaultServer { request in
      seen.enter()
      return seen.entered <= count ? fault(request) : staticFile(Self.bytes, etag: etag, request)
    }
    var request = TransferRequest(server.url("/m"))
    request.idleTimeout = idle
    let version = Self.model.version(length: statement.length, digest: statement.digest)
    let fixture = try LibraryFixture(StubHost(ModelOffer(version, at: request)), window: window)
    defer { fixture.remove() }
    let error = await fixture.failure()
    try await check(error, fixture, server)
    #expect(fixture.files("partial").count <= 1)
    server.release()
  }

  private func expectWhole(_ error: HostingError?, _ fixture: LibraryFixture, _ server: FaultServer) throws {
    #expect(error == nil, "\(error?.message ?? "")")
    #expect(try fixture.holds(Self.bytes))
    #expect(fixture.files("partial").isEmpty)
  }

  @Test(arguments: Statement.all, [0, 1, 50_000, 99_999])
  func truncatedBodiesGoOn(_ statement: Statement, _ count: Int) async throws {
    try await run(statement) { request in
      [.head(200, Self.whole), .bytes(Array(Self.bytes[..<count])), .close]
    } check: { error, fixture, server in
      try expectWhole(error, fixture, server)
      #expect(server.bytesSent <= 100_000 + 16_384)
    }
  }

  @Test(arguments: Statement.all, Array(0..<10))
  func resetsGoOn(_ statement: Statement, _ tenth: Int) async throws {
    try await run(statement) { request in
      [.head(200, Self.whole), .bytes(Array(Self.bytes[..<(tenth * 10_000)])), .sleep(0.02), .reset]
    } check: { error, fixture, server in
      try expectWhole(error, fixture, server)
    }
  }

  @Test(arguments: Statement.all)
  func windowsGoOnAfterEveryBreak(_ statement: Statement) async throws {
    // Every second request breaks after 7,000 bytes.
    try await run(statement, 0) { _ in
      []
    } check: { _, _, _ in
    }
    let seen = Gauge()
    let server = try FaultServer { request in
      seen.enter()
      let steps = staticFile(Self.bytes, request)
      guard seen.entered % 2 == 1, case .bytes(let part)? = steps.last else { return steps }
      return [steps[0], .bytes(Array(part.prefix(7_000))), .close]
    }
    let version = Self.model.version(length: statement.length, digest: statement.digest)
    let fixture = try LibraryFixture(
      StubHost(ModelOffer(version, at: TransferRequest(server.url("/m")))), window: 30_000, attempts: 9)
    defer { fixture.remove() }
    try expectWhole(await fixture.failure(), fixture, server)
    #expect(server.bytesSent <= 100_000)
    #expect(server.log.dropFirst().allSatisfy { $0["If-Range"] == "\"e1\"" })
  }

  @Test(arguments: Statement.all)
  func stallsAreNoticed(_ statement: Statement) async throws {
    try await run(statement) { request in
      [.head(200, Self.whole), .bytes(Array(Self.bytes[..<40_000])), .hold]
    } check: { error, fixture, server in
      try expectWhole(error, fixture, server)
      #expect(server.log.count > 1)
    }
  }

  @Test(arguments: Statement.all)
  func aServerThatNeverAnswersIsGivenUp(_ statement: Statement) async throws {
    try await run(statement, 100) { _ in
      [.hold]
    } check: { error, fixture, server in
      #expect(error?.code == .deadlineExceeded)
      #expect(server.log.count == 5 && fixture.clock.sleeps.count == 4)
    }
  }

  @Test(arguments: Statement.all)
  func brokenChunksGoOn(_ statement: Statement) async throws {
    try await run(statement) { request in
      [
        .head(200, [("Transfer-Encoding", "chunked"), ("ETag", "\"e1\"")]), .chunk(Array(Self.bytes[..<20_000])),
        .halfChunk(Array(Self.bytes[20_000..<30_000])), .close,
      ]
    } check: { error, fixture, server in
      try expectWhole(error, fixture, server)
    }
  }

  // FoundationNetworking of Swift 6.3 ends the process on trailers: its own fatalError, before any of our code.
  @Test(.enabled(if: ProcessInfo.processInfo.environment["HOSTING_TRAILERS"] == "1"), arguments: Statement.all)
  func chunksWithTrailersAreFine(_ statement: Statement) async throws {
    try await run(statement) { request in
      [
        .head(200, [("Transfer-Encoding", "chunked"), ("ETag", "\"e1\"")]), .chunk(Self.bytes),
        .bytes(Array("0\r\nX-Trailer: 1\r\n\r\n".utf8)),
      ]
    } check: { error, fixture, server in
      try expectWhole(error, fixture, server)
      #expect(server.log.count == 1)
    }
  }

  @Test(arguments: Statement.all)
  func oneByteTooManyIsRefusedWhereTheLengthIsKnown(_ statement: Statement) async throws {
    try await run(statement, 100) { request in
      [
        .head(200, [("Transfer-Encoding", "chunked")]), .chunk(Self.bytes + [0]), .chunk([]),
        .bytes(Array("\r\n".utf8)),
      ]
    } check: { error, fixture, server in
      switch (statement.length, statement.digest) {
      case (true, _): #expect(error?.code == .dataLoss)
      case (false, true): #expect(error?.code == .hashMismatch)
      // Nothing tells that it is too long; only the model's own verifier could.
      case (false, false): #expect(error == nil)
      }
      #expect(server.log.count == 1)
    }
  }

  @Test(arguments: Statement.all)
  func endlessBodiesStopAtTheLimit(_ statement: Statement) async throws {
    let server = try FaultServer { _ in
      [.head(200, [])] + Array(repeating: .bytes(Array(repeating: 7, count: 65_536)), count: 200) + [.hold]
    }
    let version = Self.model.version(length: statement.length, digest: statement.digest)
    let fixture = try LibraryFixture(StubHost(ModelOffer(version, at: TransferRequest(server.url("/m"))))) {
      $0.maximumByteCount = 1_000_000
    }
    defer { fixture.remove() }
    let error = await fixture.failure()
    #expect(error?.code == .dataLoss && server.log.count == 1)
    #expect(error?.message.contains(statement.length ? "100000" : "1000000") == true)
    server.release()
  }

  @Test(arguments: Statement.all)
  func aWholeFileInPlaceOfAPart(_ statement: Statement) async throws {
    let cut = Gauge()
    let server = try FaultServer { request in
      cut.enter()
      return [.head(200, Self.whole)]
        + (cut.entered == 1 ? [.bytes(Array(Self.bytes[..<60_000])), .close] : [.bytes(Self.bytes)])
    }
    let version = Self.model.version(length: statement.length, digest: statement.digest)
    let fixture = try LibraryFixture(
      StubHost(ModelOffer(version, at: TransferRequest(server.url("/m")))), window: 30_000)
    defer { fixture.remove() }
    try expectWhole(await fixture.failure(), fixture, server)
    #expect(server.log.count == 2 && server.log[1].range?.first == 60_000)
  }

  enum Part: CaseIterable { case wrongStart, wrongTotal, otherTag, noRange, encoded, tooFar }

  @Test(arguments: Statement.all, Part.allCases)
  func partsThatAreNotWhatWasAskedFor(_ statement: Statement, _ fault: Part) async throws {
    let seen = Gauge()
    let server = try FaultServer { request in
      seen.enter()
      guard let range = request.range, seen.entered > 1 else {
        return seen.entered == 1
          ? [.head(200, Self.whole), .bytes(Array(Self.bytes[..<40_000])), .close] : staticFile(Self.bytes, request)
      }
      let length = ("Content-Length", "10")
      let part = FaultServer.Step.bytes(Array(repeating: 9, count: 10))
      let start = range.first
      switch fault {
      case .wrongStart: return [.head(206, [length, ("Content-Range", "bytes 5-14/100000")]), part]
      case .wrongTotal:
        return [
          .head(206, [length, ("Content-Range", "bytes \(start)-\(start + 9)/200000"), ("ETag", "\"e1\"")]), part,
        ]
      case .otherTag:
        return [
          .head(206, [length, ("Content-Range", "bytes \(start)-\(start + 9)/100000"), ("ETag", "\"e2\"")]), part,
        ]
      case .noRange: return [.head(206, [length]), part]
      case .encoded:
        return [
          .head(206, [length, ("Content-Range", "bytes \(start)-\(start + 9)/100000"), ("Content-Encoding", "br")]),
          part,
        ]
      case .tooFar: return [.head(416, [("Content-Length", "0"), ("Content-Range", "bytes */50000")])]
      }
    }
    let version = Self.model.version(length: statement.length, digest: statement.digest)
    let fixture = try LibraryFixture(
      StubHost(ModelOffer(version, at: TransferRequest(server.url("/m")))), window: 30_000)
    defer { fixture.remove() }
    try expectWhole(await fixture.failure(), fixture, server)
    #expect(server.log.last?.range == nil)
    #expect(server.log.count == 3)
  }

  @Test(arguments: Statement.all)
  func everyPartWrongIsAnErrorInTheEnd(_ statement: Statement) async throws {
    try await run(statement, 100) { request in
      [
        .head(206, [("Content-Length", "10"), ("Content-Range", "bytes 5-14/100000")]),
        .bytes(Array(repeating: 9, count: 10)),
      ]
    } check: { error, fixture, server in
      #expect(error?.code == .dataLoss && server.log.count <= 2)
    }
  }

  @Test(arguments: Statement.all)
  func nothingBehindTheEndMeansComplete(_ statement: Statement) async throws {
    // The length is never stated: the end is where nothing comes any more.
    let server = try FaultServer { request in
      guard let range = request.range else { return staticFile(Self.bytes, request) }
      guard range.first < 100_000 else {
        return [.head(416, [("Content-Range", "bytes */100000"), ("Content-Length", "0")])]
      }
      let last = min(range.last ?? 99_999, 99_999)
      return [
        .head(
          206, [("Content-Range", "bytes \(range.first)-\(last)/*"), ("Content-Length", "\(last - range.first + 1)")]),
        .bytes(Array(Self.bytes[range.first...last])),
      ]
    }
    let version = Self.model.version(length: statement.length, digest: statement.digest)
    let fixture = try LibraryFixture(
      StubHost(ModelOffer(version, at: TransferRequest(server.url("/m")))), window: 50_000)
    defer { fixture.remove() }
    try expectWhole(await fixture.failure(), fixture, server)
    #expect(server.log.count == (statement.length ? 2 : 3))
  }

  @Test(arguments: Statement.all)
  func gzipThoughIdentityWasAskedFor(_ statement: Statement) async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("gzip-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appendingPathComponent("m")
    try Data(Self.bytes).write(to: file)
    let gzip = Process()
    gzip.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    gzip.arguments = ["gzip", file.path]
    try gzip.run()
    gzip.waitUntilExit()
    let packed = [UInt8](try Data(contentsOf: file.appendingPathExtension("gz")))
    try await run(statement, 100) { request in
      [
        .head(200, [("Content-Length", "\(packed.count)"), ("Content-Encoding", "gzip"), ("ETag", "\"e1-gzip\"")]),
        .bytes(packed),
      ]
    } check: { error, fixture, server in
      try expectWhole(error, fixture, server)
      #expect(server.log.count == 1)
    }
  }

  @Test(arguments: Statement.all)
  func aCaptivePortalsPageIsNoModel(_ statement: Statement) async throws {
    let page = Array("<html>Please log in</html>".utf8)
    try await run(statement, 2) { request in
      guard request.range == nil || request.range?.first == 0 else {
        return [
          .head(200, [("Content-Type", "text/html; charset=utf-8"), ("Content-Length", "\(page.count)")]), .bytes(page),
        ]
      }
      return [.head(200, Self.whole), .bytes(Array(Self.bytes[..<70_000])), .close]
    } check: { error, fixture, server in
      #expect(error?.code == .dataLoss && error?.message.contains("web page") == true)
      // What was here stays, and is of use when the network is free.
      try expectWhole(await fixture.failure(), fixture, server)
      if statement.digest { #expect(server.log[2].range?.first ?? 0 >= 60_000) }
    }
  }

  @Test(arguments: Statement.all)
  func otherBytesThanTheDigestSays(_ statement: Statement) async throws {
    let other = TestModel(100_000, seed: 9)
    try await run(statement, 100) {
      staticFile(other.bytes, $0)
    } check: { error, fixture, server in
      if statement.digest {
        #expect(error?.code == .hashMismatch && error?.message.contains("\(Self.model.digest)") == true)
        #expect(fixture.files("partial").isEmpty && fixture.files("blobs").isEmpty)
        let count = server.log.count
        #expect(await fixture.failure()?.retryAfter != nil)
        #expect(server.log.count == count)
      } else {
        #expect(error == nil)
        let isOther = try fixture.holds(other.bytes)
        #expect(isOther)
      }
    }
  }

  @Test(arguments: Statement.all)
  func wrongBytesOfAnEarlierAttemptAreFetchedAgain(_ statement: Statement) async throws {
    guard statement.digest else { return }
    let garbage = Array(repeating: UInt8(3), count: 60_000)
    let seen = Gauge()
    let server = try FaultServer { request in
      seen.enter()
      return seen.entered == 1
        ? [.head(200, [("Content-Length", "100000")]), .bytes(garbage), .close]
        : staticFile(Self.bytes, etag: nil, request)
    }
    let version = Self.model.version(length: statement.length, digest: true)
    let fixture = try LibraryFixture(StubHost(ModelOffer(version, at: TransferRequest(server.url("/m")))))
    defer { fixture.remove() }
    try expectWhole(await fixture.failure(), fixture, server)
    #expect(server.log.count == 3)
  }

  @Test(arguments: Statement.all, [0, 1, 8, 100_000])
  func rightBytesThatAreNoModel(_ statement: Statement, _ count: Int) async throws {
    let bytes = [UInt8](repeating: 65, count: count)
    let server = try FaultServer { staticFile(bytes, $0) }
    let version = ModelVersion(
      id: "v1", byteCount: statement.length ? Int64(bytes.count) : nil,
      digest: statement.digest ? TestModel.digest(of: bytes) : nil)
    let fixture = try LibraryFixture(StubHost(ModelOffer(version, at: TransferRequest(server.url("/m")))))
    defer { fixture.remove() }
    let error = await fixture.failure()
    #expect(error?.code == .dataLoss, "\(error?.message ?? "")")
    #expect(server.log.count <= 2 && fixture.files("blobs").isEmpty)
  }

  @Test func aDripCountsAsAStall() async throws {
    // The clock moves 61 s while little comes.
    let clock = ManualClock()
    let server = try FaultServer { request in
      [.head(200, Self.whole), .drip(Array(Self.bytes[..<1_000]), count: 100, every: 0.01)]
    }
    let transport = TickingTransport(clock: clock, seconds: 20)
    let fixture = try LibraryFixture(
      StubHost(ModelOffer(Self.model.version(), at: TransferRequest(server.url("/m")))), clock: clock, attempts: 2,
      transport: transport)
    defer { fixture.remove() }
    let error = await fixture.failure()
    #expect(error?.code == .deadlineExceeded && server.log.count == 2)
  }

  @Test(arguments: [-315_576_000.0, 315_576_000, -5])
  func aClockThatIsSetDuringADownloadEndsNothing(_ jump: Double) async throws {
    let clock = ManualClock()
    let server = try FaultServer { staticFile(Self.bytes, $0) }
    let fixture = try LibraryFixture(
      StubHost(ModelOffer(Self.model.version(), at: TransferRequest(server.url("/m")))), clock: clock,
      transport: TickingTransport(clock: clock, seconds: jump))
    defer { fixture.remove() }
    try expectWhole(await fixture.failure(), fixture, server)
    #expect(server.log.count == 1)
  }
}

/// Moves a clock at every chunk.
private struct TickingTransport: Transport {
  let clock: ManualClock
  let seconds: Double

  func send(_ request: TransferRequest, to sink: any BodySink) async throws(HostingError) {
    try await URLSessionTransport().send(request, to: Sink(sink, self))
  }

  private final class Sink: BodySink {
    private let sink: any BodySink
    private let owner: TickingTransport
    init(_ sink: any BodySink, _ owner: TickingTransport) {
      self.sink = sink
      self.owner = owner
    }
    func begin(_ head: ResponseHead) throws(HostingError) { try sink.begin(head) }
    func receive(_ bytes: UnsafeRawBufferPointer) throws(HostingError) {
      owner.clock.advance(by: owner.seconds)
      try sink.receive(bytes)
    }
  }
}
