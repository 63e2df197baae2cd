import Foundation
import HostingTestSupport
import Testing

@testable import ModelHosting

@Suite struct LibraryTests {
  private let model = TestModel(100_000)
  private let newer = TestModel(120_000, seed: 2)

  private func offer(_ server: FaultServer, _ model: TestModel, _ id: String = "v1") -> ModelOffer {
    ModelOffer(model.version(id), at: TransferRequest(server.url("/\(id)")))
  }

  @Test func installsAndThenAsksOnly() async throws {
    let server = try FaultServer { [model] in staticFile(model.bytes, $0) }
    let fixture = try LibraryFixture(StubHost(offer(server, model)))
    defer { fixture.remove() }
    let installed = try await fixture.library.update("m")
    #expect(try fixture.holds(model.bytes))
    #expect(installed.digest == model.digest && installed.version.id == "v1")
    #expect(server.log.count == 1 && server.log[0]["Accept-Encoding"] == "identity")
    #expect(try await fixture.library.update("m").url == installed.url)
    #expect(try await fixture.library.model("m").url == installed.url)
    #expect(server.log.count == 1 && fixture.host.queries.count == 2)
    #expect(fixture.host.queries[1].known?.id == "v1")
    #expect(fixture.files("partial").isEmpty)
  }

  @Test func anUpdateReplacesAndADeletionRemoves() async throws {
    let server = try FaultServer { [model, newer] in staticFile($0.target == "/v1" ? model.bytes : newer.bytes, $0) }
    let offers = [offer(server, model), offer(server, newer, "v2")]
    let fixture = try LibraryFixture(StubHost { _, count throws(HostingError) in .offer(offers[min(count, 2) - 1]) })
    defer { fixture.remove() }
    try await fixture.library.update("m")
    #expect(try fixture.store.selected("m")?.digest == model.digest)
    let second = try await fixture.library.update("m")
    #expect(second.digest == newer.digest)
    // What this process uses stays until the next launch.
    #expect(try fixture.store.selected("m")?.digest == model.digest)
    #expect(try fixture.relaunched().store.selected("m")?.digest == newer.digest)
    #expect(fixture.store.models().map(\.name) == ["m", "m"] || fixture.store.models().map(\.name) == ["m"])
    try fixture.library.remove("m")
    #expect(fixture.store.latest("m") == nil)
  }

  @Test func twoNamesOfOneDigestShareOneTransfer() async throws {
    let server = try FaultServer { [model] in [.sleep(0.05)] + staticFile(model.bytes, $0) }
    let fixture = try LibraryFixture(StubHost(offer(server, model)))
    defer { fixture.remove() }
    async let first = fixture.library.update("one")
    async let second = fixture.library.update("two")
    let (one, two) = try await (first, second)
    #expect(one.url == two.url && one.name == "one" && two.name == "two")
    #expect(server.log.count == 1)
    #expect(fixture.files("blobs").count == 1)
  }

  @Test func equalCallsAreOneAndAllSeeProgress() async throws {
    let server = try FaultServer { [model] request in
      let steps = staticFile(model.bytes, request)
      return [steps[0], .bytes(Array(model.bytes[..<50_000])), .hold, .bytes(Array(model.bytes[50_000...]))]
    }
    let fixture = try LibraryFixture(StubHost(offer(server, model)))
    defer { fixture.remove() }
    let reports = Reports()
    var narrow = DownloadConditions()
    narrow.allowsCellularAccess = false
    let conditions = narrow
    try await withThrowingTaskGroup(of: InstalledModel.self) { group in
      for index in 0..<5 {
        group.addTask {
          try await fixture.library.update("m", conditions: index == 0 ? conditions : .init()) {
            reports.add(index, $0)
          }
        }
      }
      while server.log.isEmpty { try await Task.sleep(nanoseconds: 5_000_000) }
      try await Task.sleep(nanoseconds: 50_000_000)
      server.release()
      var digests: Set<SHA256Digest> = []
      for try await installed in group { digests.insert(installed.digest) }
      #expect(digests == [model.digest])
    }
    #expect(server.log.count == 1 && fixture.host.queries.count == 1)
    for index in 0..<5 {
      #expect(reports.last(index) == DownloadProgress(completed: 100_000, total: 100_000), "\(index)")
    }
  }

  @Test func aWaiterThatLeavesDoesNotEndItForTheOthers() async throws {
    let server = try FaultServer { [model] request in
      let steps = staticFile(model.bytes, request)
      return [steps[0], .bytes(Array(model.bytes[..<50_000])), .hold, .bytes(Array(model.bytes[50_000...]))]
    }
    let fixture = try LibraryFixture(StubHost(offer(server, model)))
    defer { fixture.remove() }
    let leaving = Task { try await fixture.library.update("m") }
    let staying = Task { try await fixture.library.update("m") }
    while server.log.isEmpty { try await Task.sleep(nanoseconds: 5_000_000) }
    leaving.cancel()
    let error = await #expect(throws: HostingError.self) { try await leaving.value }
    #expect(error?.code == .cancelled)
    server.release()
    #expect(try await staying.value.digest == model.digest)
    #expect(server.log.count == 1)
  }

  @Test func theLastWaiterEndsItAndTheBytesStay() async throws {
    let model = TestModel(200_000)
    let server = try FaultServer { request in
      if let first = request.range?.first, first > 0 { return staticFile(model.bytes, request) }
      return [.head(200, [("Content-Length", "200000")]), .bytes(Array(model.bytes[..<100_000])), .hold]
    }
    let fixture = try LibraryFixture(StubHost(offer(server, model)))
    defer { fixture.remove() }
    let reports = Reports()
    let call = Task { try await fixture.library.update("m") { reports.add(0, $0) } }
    while reports.last(0) == nil { try await Task.sleep(nanoseconds: 5_000_000) }
    call.cancel()
    let error = await #expect(throws: HostingError.self) { try await call.value }
    #expect(error?.code == .cancelled)
    // Nothing but the folder is used, as in a new launch.
    try await fixture.relaunched().library.update("m") { reports.add(1, $0) }
    #expect(try fixture.relaunched().holds(model.bytes))
    let start = server.log.last?.range?.first ?? 0
    #expect(server.log.count == 2 && start >= 64 << 10 && server.log[1].range?.last == 199_999)
    #expect(reports.last(1)?.completed == 200_000)
    server.release()
  }

  /// The rest never comes: what is reported comes from the disk.
  @Test func aResumedDownloadSaysAtOnceHowFarItIs() async throws {
    let silent = try FaultServer { _ in [.hold] }
    let offer = offer(silent, model)
    let fixture = try LibraryFixture(StubHost(offer))
    defer { fixture.remove() }
    let partial = try #require(
      try fixture.store.openPartial(of: offer.version, for: "m", host: "stub", resumes: true))
    try partial.append(model.bytes.prefix(70_000))
    partial.close()
    let reports = Reports()
    let events = fixture.library.events()
    let call = Task { try await fixture.library.update("m") { reports.add(0, $0) } }
    while reports.history.isEmpty { try await Task.sleep(nanoseconds: 5_000_000) }
    let expected = DownloadProgress(completed: 70_000, total: 100_000)
    #expect(reports.history == [expected])
    for await event in events {
      guard case .progressed(let name, let progress) = event else { continue }
      #expect(name == "m" && progress == expected)
      break
    }
    call.cancel()
    _ = await call.result
    silent.release()
  }

  @Test func removalEndsADownload() async throws {
    let server = try FaultServer { [model] request in
      [.head(200, [("Content-Length", "100000")]), .bytes(Array(model.bytes[..<50_000])), .hold]
    }
    let fixture = try LibraryFixture(StubHost(offer(server, model)))
    defer { fixture.remove() }
    let call = Task { try await fixture.library.update("m") }
    while server.bytesSent < 50_000 { try await Task.sleep(nanoseconds: 5_000_000) }
    try fixture.library.remove("m")
    let error = await #expect(throws: HostingError.self) { try await call.value }
    #expect(error?.code == .cancelled)
    #expect(fixture.store.latest("m") == nil)
    server.release()
  }

  @Test func atMostTwoBodiesAtOnce() async throws {
    let models = (0..<5).map { TestModel(20_000, seed: UInt64($0) + 10) }
    let server = try FaultServer { request in
      [.sleep(0.05)] + staticFile(models[Int(request.target.dropFirst()) ?? 0].bytes, request)
    }
    let offers = models.indices.map {
      ModelOffer(models[$0].version("v\($0)"), at: TransferRequest(server.url("/\($0)")))
    }
    let transport = CountingTransport()
    let fixture = try LibraryFixture(
      StubHost { query, _ throws(HostingError) in .offer(offers[Int(query.name) ?? 0]) }, transport: transport)
    defer { fixture.remove() }
    let events = fixture.library.events()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for index in 0..<5 { group.addTask { try await fixture.library.update("\(index)") } }
      try await group.waitForAll()
    }
    #expect(server.log.count == 5 && transport.most == 2)
    for index in 0..<5 { #expect(try fixture.holds(models[index].bytes, "\(index)")) }
    var began = 0
    var installed = 0
    for await event in events {
      if case .began = event { began += 1 }
      if case .installed = event { installed += 1 }
      if installed == 5 { break }
    }
    #expect(began == 5)
  }

  @Test func withdrawnModelsAreNotUsed() async throws {
    let server = try FaultServer { [model] in staticFile(model.bytes, $0) }
    let first = offer(server, model)
    let digest = model.digest
    let fixture = try LibraryFixture(
      StubHost { _, count throws(HostingError) in count == 1 ? .offer(first) : .withdrawn([digest], instead: nil) })
    defer { fixture.remove() }
    try await fixture.library.update("m")
    #expect(await fixture.failure()?.code == .notFound)
    #expect(fixture.store.latest("m") == nil)
  }

  @Test func aRejectedFileIsNotFetchedAgain() async throws {
    let server = try FaultServer { [model] in staticFile(model.bytes, $0) }
    let fixture = try LibraryFixture(StubHost(offer(server, model))) {
      $0.validate = { _ in throw HostingError(.incompatibleModel, "unsupported operator FOO") }
    }
    defer { fixture.remove() }
    let first = await fixture.failure()
    #expect(first?.code == .incompatibleModel && first?.message.contains("FOO") == true && first?.model == "m")
    #expect(await fixture.failure()?.code == .incompatibleModel)
    #expect(server.log.count == 1)
    #expect(fixture.files("blobs").isEmpty && fixture.files("partial").isEmpty)
  }

  @Test func reasonsAreAboutTheModelAndNotAboutItsPath() async throws {
    let server = try FaultServer { [model] in staticFile(model.bytes, $0) }
    let fixture = try LibraryFixture(StubHost(offer(server, model))) {
      $0.validate = { file in throw HostingError(.incompatibleModel, "\(file.path): bad, see \(file.path)") }
    }
    defer { fixture.remove() }
    #expect(await fixture.failure()?.message == "bad, see the file")
    let refusal = try #require(await fixture.failure())
    #expect(refusal.message.contains(": bad, see the file") && !refusal.message.contains("/partial/"))
  }

  /// That memory or files ran out while it was checked says nothing of a model.
  @Test func aCheckThatCouldNotBeMadeRejectsNothing() async throws {
    let server = try FaultServer { [model] in staticFile(model.bytes, $0) }
    let isShort = Mutable(true)
    let fixture = try LibraryFixture(StubHost(offer(server, model))) {
      $0.validate = { _ in if isShort.value { throw HostingError(.internal, "too many open files") } }
    }
    defer { fixture.remove() }
    #expect(await fixture.failure()?.code == .internal)
    isShort.value = false
    #expect(try await fixture.library.update("m").digest == model.digest)
    #expect(server.log.count == 1, "the bytes were kept")
  }

  @Test func whatTheHostWantsToRememberIsKept() async throws {
    let server = try FaultServer { [model] in staticFile(model.bytes, $0) }
    let first = offer(server, model)
    let host = StubHost { query, _ throws(HostingError) in
      query.remember(HostMemory(sequence: (query.memory?.sequence ?? 41) + 1))
      return .offer(first)
    }
    let fixture = try LibraryFixture(host)
    defer { fixture.remove() }
    try await fixture.library.update("m")
    try await fixture.relaunched().library.update("m")
    #expect(host.queries.map(\.memory?.sequence) == [nil, 42])
  }

  @Test func anUpdateWithNothingNewerWritesNothing() async throws {
    let server = try FaultServer { [model] request in
      request["If-None-Match"] == "\"e1\"" ? [.head(304, [("ETag", "\"e1\"")])] : staticFile(model.bytes, request)
    }
    let host = FileHost(server.url("/").absoluteString + "{name}")
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("hosting-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    var options = ModelLibrary.Options()
    options.reservedSpace = 0
    let library = ModelLibrary(host: host, store: try ModelStore(at: folder), options: options)
    try await library.update("m")
    let count = server.log.count
    let before = try Self.snapshot(folder)
    let installed = try await library.update("m")
    #expect(installed.digest == model.digest && server.log.count == count + 1)
    #expect(try Self.snapshot(folder) == before && before.count >= 3)
  }

  /// Every file and folder with its number and the time of its last change.
  private static func snapshot(_ folder: URL) throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: folder.path).sorted().map { path in
      let facts = try FileManager.default.attributesOfItem(atPath: folder.appendingPathComponent(path).path)
      let date = facts[.modificationDate] as? Date
      return "\(path) \(facts[.systemFileNumber] ?? "") \(date?.timeIntervalSince1970 ?? 0) \(facts[.size] ?? "")"
    }
  }

  @Test func aFileThatTheSystemDeletedIsFetchedAgain() async throws {
    let server = try FaultServer { [model] in staticFile(model.bytes, $0) }
    let fixture = try LibraryFixture(StubHost(offer(server, model)))
    defer { fixture.remove() }
    let installed = try await fixture.library.update("m")
    try FileManager.default.removeItem(at: installed.url)
    #expect(try await fixture.library.model("m").digest == model.digest)
    #expect(try fixture.holds(model.bytes))
    #expect(fixture.host.queries.map(\.known?.id) == [nil, nil] && server.log.count == 2)
  }

  @Test func anEmptyNameIsRefusedAtOnce() async throws {
    let fixture = try LibraryFixture(StubHost { _, _ throws(HostingError) in .unchanged })
    defer { fixture.remove() }
    #expect(await fixture.failure("")?.code == .invalidArgument)
    #expect(await fixture.failure("m")?.code == .notFound)
    #expect(fixture.host.queries.count == 1)
  }
}

/// The last progress of each caller.
final class Reports: @unchecked Sendable {
  private let lock = NSLock()
  private var latest: [Int: DownloadProgress] = [:]
  private var all: [DownloadProgress] = []

  func add(_ index: Int, _ progress: DownloadProgress) {
    lock.withLock {
      latest[index] = progress
      all.append(progress)
    }
  }
  func last(_ index: Int) -> DownloadProgress? { lock.withLock { latest[index] } }
  var history: [DownloadProgress] { lock.withLock { all } }
}

/// How many have come.
final class Gauge: @unchecked Sendable {
  private let lock = NSLock()
  private var count = 0
  func enter() { lock.withLock { count += 1 } }
  var entered: Int { lock.withLock { count } }
}

/// Knows how many requests were on their way at once.
private final class CountingTransport: Transport, @unchecked Sendable {
  private let lock = NSLock()
  private var count = 0
  private var peak = 0

  var most: Int { lock.withLock { peak } }

  func send(_ request: TransferRequest, to sink: any BodySink) async throws(HostingError) {
    lock.withLock {
      count += 1
      peak = max(peak, count)
    }
    defer { lock.withLock { count -= 1 } }
    try await URLSessionTransport().send(request, to: sink)
  }
}
