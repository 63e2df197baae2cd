import Foundation
import Testing

@testable import ModelHosting

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

/// A disk that does not show what it has: that is a failure, told with its number, and never taken for "nothing is there".
@Suite struct BlindDiskTests {
  let disk = SimulatedDisk()
  let store: ModelStore

  init() throws {
    store = try ModelStore(on: disk)
    try store.install(Offered(1))
    try store.launch()
    try store.install(Offered(2))
  }

  private func expectFailure(_ what: Comment, _ code: Int32, _ action: () throws -> Void) throws {
    let error = try #require(throws: HostingError.self, what) { try action() }
    #expect(error.code == .internal && error.message.contains("errno \(code)"), what)
  }

  @Test(arguments: ["/store/models", "/store/blobs"], [EIO, EACCES])
  func whatCannotBeSeenIsNotAbsent(_ folder: String, _ code: Int32) throws {
    let before = disk.current.names
    let log = EventLog(store)
    let again = try ModelStore(on: disk)
    disk.blindness = (folder, code)
    for store in [store, again] {
      try expectFailure("selected", code) { _ = try store.selected("plants") }
      try expectFailure("newest", code) { _ = try store.newest("plants") }
      try expectFailure("known", code) { _ = try store.known("plants", host: testHost) }
      try expectFailure("commit", code) {
        _ = try store.commit(Offered(2).version, as: "plants", host: testHost, activation: .nextLaunch)
      }
      try expectFailure("openPartial", code) {
        _ = try store.openPartial(of: Offered(2).version, for: "plants", host: testHost, resumes: true)
      }
      try expectFailure("install", code) { try store.install(Offered(3)) }
    }
    #expect(store.latest("plants") == nil && store.models() == [])
    store.removeUnused()
    #expect(log.texts.filter { $0 == "failed plants 13" }.count >= 1 && log.texts.allSatisfy { $0.hasPrefix("failed") })
    disk.blindness = nil
    #expect(disk.current.names.filter { !$0.key.contains("/partial/") } == before, "nothing was removed or replaced")
    #expect(store.latest("plants")?.version.id == "v2")
    #expect(try store.selected("plants")?.version.id == "v1")
  }

  @Test func oneRecordThatCannotBeReadHidesNoOther() throws {
    try store.install(Offered(4), as: "animals")
    let log = EventLog(store)
    disk.blindness = (store.folder.record(of: "plants"), EIO)
    #expect(store.models().map(\.name) == ["animals"])
    #expect(log.texts == ["failed  13"])
    let (records, failures) = try store.report()
    #expect(records.map(\.name) == ["animals"] && failures.count == 1)
    // Its files are not taken for files that nobody names.
    disk.advance(2 * StoreFolder.week)
    store.removeUnused()
    try store.remove("animals")
    disk.blindness = nil
    #expect(store.models().map(\.version.id).sorted() == ["v1", "v2"])
  }

  @Test func aDownloadWhoseFolderCannotBeSeenWasNotRemoved() throws {
    let offered = Offered(3)
    let partial = try #require(
      try store.openPartial(of: offered.version, for: "plants", host: testHost, resumes: true))
    try partial.append(offered.bytes.prefix(300))
    disk.blindness = ("/store/partial", EIO)
    // The 400th byte makes them durable, and the file's name is looked for.
    try expectFailure("append", EIO) { try partial.append(offered.bytes.dropFirst(300).prefix(200)) }
    partial.close()
    disk.blindness = nil
    let next = try #require(try store.openPartial(of: offered.version, for: "plants", host: testHost, resumes: true))
    #expect(next.length == 500)
  }

  @Test func aTrialThatCannotBeLookedAtIsNoDeath() throws {
    for _ in 1...3 { #expect(try ModelStore(on: disk).selected("plants")?.version.id == "v2") }
    disk.blindness = (store.folder.blob(Offered(2).digest), EACCES)
    disk.blindOperation = "open"
    try expectFailure("selected", EACCES) { _ = try ModelStore(on: disk).selected("plants") }
    disk.blindness = nil
    #expect(store.latest("plants")?.version.id == "v2", "not rejected")
  }
}

/// The library above such a disk, or above a full one.
@Suite struct LibraryDiskTests {
  private let model = TestModel(100_000)

  private func library(_ disk: SimulatedDisk, _ host: StubHost, _ transport: StubTransport) throws -> ModelLibrary {
    var options = ModelLibrary.Options()
    options.reservedSpace = 0
    return ModelLibrary(
      host: host, store: try ModelStore(on: disk), transport: transport, options: options, clock: ManualClock())
  }

  private func offer(length: Bool = true) throws -> ModelOffer {
    ModelOffer(
      model.version(length: length, digest: false), at: TransferRequest(try #require(URL(string: "https://h/m"))))
  }

  @Test func aRecordThatCannotBeReadIsToldBeforeAnybodyIsAsked() async throws {
    let disk = SimulatedDisk()
    let transport = StubTransport { [model] _ in .init(200, [:], data: Data(model.bytes)) }
    let host = StubHost(try offer())
    let library = try library(disk, host, transport)
    try await library.update("m")
    let record = library.store.folder.record(of: "m")
    disk.blindness = (record, EIO)
    #expect(await code { try await library.update("m") } == .internal)
    #expect(await code { _ = try await library.model("m") } == .internal)
    disk.blindness = nil
    try library.store.folder.replace(record, with: Array("{\"format\":2}".utf8))
    #expect(await code { try await library.update("m") } == .failedPrecondition)
    #expect(await code { _ = try await library.model("m") } == .failedPrecondition)
    #expect(host.queries.count == 1 && transport.requests.count == 1)
  }

  @Test func aDiskThatFillsUpKeepsWhatIsHere() async throws {
    let disk = SimulatedDisk()
    try ModelStore(on: disk).install(Offered(1), as: "m")
    disk.capacity = 60_000
    let transport = StubTransport { [model] _ in .init(200, [:], data: Data(model.bytes)) }
    let library = try library(disk, StubHost(try offer(length: false)), transport)
    #expect(await code { try await library.update("m") } == .notEnoughSpace)
    #expect(try disk.list("/store/partial") == [] && transport.requests.count == 1)
    #expect(try await library.model("m").version.id == "v1")
  }

  @Test func anUpdateWithNothingNewerMakesNoChange() async throws {
    let disk = SimulatedDisk()
    let transport = StubTransport { [model] _ in .init(200, [:], data: Data(model.bytes)) }
    let library = try library(disk, StubHost(try offer()), transport)
    try await library.update("m")
    let count = disk.operations.count
    try await library.update("m")
    #expect(disk.operations.count == count, "\(disk.operations.dropFirst(count))")
  }
}
