import Foundation
import HostingTestSupport
import Testing

@testable import ModelHosting

#if Networking && (os(macOS) || os(Linux))
/// Processes that are killed, and processes that share a folder. `HOSTING_KILLS=200` makes the whole number of kills.
@Suite(.serialized) struct ProcessTests {
  static let kills = ProcessInfo.processInfo.environment["HOSTING_KILLS"].flatMap { Int($0) } ?? 20

  private func update(
    _ folder: TemporaryFolder, _ offered: Offered, _ server: FaultServer, window: Int = 30_000, locks: Bool = true
  )
    throws -> ProbeProcess
  {
    try ProbeProcess(
      [
        "update", folder.url.path, "plants", offered.version.id, "\(offered.bytes.count)", "\(offered.digest)",
        server.url("/model").absoluteString, "\(window)",
      ] + (locks ? [] : ["nolocks"]))
  }

  /// A static server that sends `rate` bytes per second.
  private func server(_ offered: Offered, piece: Int = 3_000, pause: Double = 0.004) throws -> FaultServer {
    try FaultServer { request in
      staticFile(offered.bytes, request).map { step in
        if case .bytes(let bytes) = step { .drip(bytes, count: piece, every: pause) } else { step }
      }
    }
  }

  @Test func killedAtAnyMoment() throws {
    let folder = try TemporaryFolder()
    var random = SeededGenerator(state: 17)
    let first = Offered(1, count: 5_000)
    let store = try ModelStore(at: folder.url)
    try store.install(first)
    try store.launch()
    var (killed, rounds) = (0, 0)
    var current = first
    while killed < Self.kills {
      rounds += 1
      let next = Offered(UInt64(rounds + 1), count: 300_000)
      let server = try server(next)
      defer { server.stop() }
      var killsOfRound = 0
      while true {
        let probe = try update(folder, next, server)
        if killed < Self.kills {
          Thread.sleep(forTimeInterval: Double.random(in: 0.02...0.35, using: &random))
          let isOver = store.latest("plants")?.digest == next.digest
          probe.kill()
          if !isOver {
            killed += 1
            killsOfRound += 1
          }
        } else {
          #expect(probe.end().last == "installed \(next.digest)")
        }
        let latest = try #require(store.latest("plants"))
        #expect([current.digest, next.digest].contains(latest.digest))
        #expect(SHA256.digest(of: try #require(try store.bytes(of: latest))) == latest.digest)
        if latest.digest == next.digest { break }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path + "/partial").count <= 1)
      }
      current = next
      // A piece that is on its way when the process dies is sent again; what the window is for.
      let allowed = next.bytes.count + killsOfRound * 30_000
      #expect(server.bytesSent <= allowed, "after \(killsOfRound) kills")
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path + "/partial") == [])
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path + "/blobs").count <= 3)
  }

  @Test(arguments: [true, false]) func eightAtOnce(_ locks: Bool) throws {
    let folder = try TemporaryFolder()
    let offered = Offered(1, count: 400_000)
    // Nobody gets to the end before all have asked: without locks all have to ask.
    let server =
      locks
      ? try server(offered)
      : try FaultServer { request in
        staticFile(offered.bytes, request).flatMap { step -> [FaultServer.Step] in
          guard case .bytes(let bytes) = step else { return [step] }
          return [.bytes(Array(bytes.dropLast(50_000))), .hold, .bytes(Array(bytes.suffix(50_000)))]
        }
      }
    defer { server.stop() }
    let probes = try (0..<8).map { _ in try update(folder, offered, server, window: 1 << 20, locks: locks) }
    if !locks {
      for _ in 0..<6_000 where server.log.count < 8 { Thread.sleep(forTimeInterval: 0.01) }
      server.release()
    }
    for probe in probes { #expect(probe.end().last == "installed \(offered.digest)") }
    let store = try ModelStore(at: folder.url)
    let model = try #require(store.latest("plants"))
    #expect(try store.bytes(of: model) == offered.bytes)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path + "/partial") == [])
    #expect(server.log.count == (locks ? 1 : 8), "downloads in the server's log")
  }

  @Test func readerNeverMissesAFile() throws {
    let folder = try TemporaryFolder()
    let store = try ModelStore(at: folder.url)
    try store.install(Offered(1, count: 5_000), chunk: 5_000)
    let reader = try ProbeProcess(["read", folder.url.path, "plants", "60"])
    #expect(reader.line() == "reading")
    for seed: UInt64 in 2...100 { try store.install(Offered(seed, count: 5_000), chunk: 5_000) }
    let last = Offered(101)
    let version = ModelVersion(id: "last", byteCount: 1000, digest: last.digest)
    let partial = try #require(try store.openPartial(of: version, for: "plants", host: testHost, resumes: true))
    try partial.append(last.bytes)
    _ = try store.install(partial, activation: .nextLaunch) { _ in }
    let result = try #require(reader.end().last)
    // What it read first, and the last: more when it was fast.
    let counts = result.split(separator: " ").compactMap { Int($0) }
    #expect(result.hasPrefix("read ") && counts.count == 2 && counts.allSatisfy { $0 >= 2 }, "\(result)")
  }

  @Test func removalDuringADownload() throws {
    let folder = try TemporaryFolder()
    let offered = Offered(1, count: 400_000)
    let server = try FaultServer { request in
      staticFile(offered.bytes, request).flatMap { step -> [FaultServer.Step] in
        if case .bytes(let bytes) = step {
          [.bytes(Array(bytes.prefix(200_000))), .hold, .bytes(Array(bytes.dropFirst(200_000)))]
        } else {
          [step]
        }
      }
    }
    defer { server.stop() }
    let probe = try update(folder, offered, server, window: 1 << 20)
    let store = try ModelStore(at: folder.url)
    let partials = folder.url.path + "/partial"
    while try FileManager.default.contentsOfDirectory(atPath: partials) == [] { Thread.sleep(forTimeInterval: 0.01) }
    try store.remove("plants")
    server.release()
    let result = try #require(probe.end().last)
    #expect(result.hasPrefix("error \(HostingError.Code.cancelled.rawValue) "), "\(result)")
    #expect(store.latest("plants") == nil)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path + "/blobs") == [])
  }

  @Test func threeDeathsWhileLoadingRejectAVersion() throws {
    let folder = try TemporaryFolder()
    let store = try ModelStore(at: folder.url)
    try store.install(Offered(1))
    try store.launch()
    try store.install(Offered(2))
    for _ in 1...3 {
      let probe = try ProbeProcess(["choose", folder.url.path, "plants"])
      #expect(probe.line() == "chose v2")
      probe.kill()
    }
    let probe = try ProbeProcess(["choose", folder.url.path, "plants"])
    #expect(probe.line() == "chose v1")
    #expect(store.latest("plants")?.version.id == "v1")
  }

  @Test func processesOnTrialTogetherAreNoDeaths() throws {
    let folder = try TemporaryFolder()
    let store = try ModelStore(at: folder.url)
    try store.install(Offered(1))
    let probes = try (0..<6).map { _ in try ProbeProcess(["choose", folder.url.path, "plants"]) }
    for probe in probes { #expect(probe.line() == "chose v1") }
  }
}
#endif
