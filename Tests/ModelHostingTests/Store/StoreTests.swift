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

@Suite struct StoreTests {
  let disk = SimulatedDisk()
  let store: ModelStore

  init() throws { store = try ModelStore(on: disk) }

  @Test func installedModelIsLatest() throws {
    #expect(store.latest("plants") == nil)
    #expect(try store.selected("plants") == nil)
    let log = EventLog(store)
    let offered = Offered(1)
    let model = try store.install(offered)
    #expect(model.standing == .staged)
    #expect(model.digest == offered.digest)
    #expect(model.byteCount == 1000)
    #expect(model.url.path == "/store/blobs/\(offered.digest).tflite")
    #expect(try store.bytes(of: model) == offered.bytes)
    #expect(store.latest("plants") == model)
    #expect(store.models() == [model])
    #expect(try store.known("plants", host: testHost)?.id == "v1")
    #expect(try store.known("plants", host: "another host") == nil)
    #expect(log.texts == ["installed v1"])
  }

  @Test func newestAgainIsNoWrite() throws {
    let model = try store.install(Offered(1))
    let count = disk.operations.count
    #expect(try store.install(Offered(1)) == model)
    #expect(disk.operations.count == count)
  }

  @Test func newVersionIsUsedFromTheNextLaunchOn() throws {
    try store.install(Offered(1))
    #expect(try store.selected("plants")?.version.id == "v1")
    try store.install(Offered(2))
    #expect(try store.selected("plants")?.version.id == "v1")
    #expect(store.latest("plants")?.version.id == "v2")
    #expect(try ModelStore(on: disk).selected("plants")?.version.id == "v2")
  }

  @Test func newVersionIsUsedAtOnce() throws {
    try store.install(Offered(1))
    try store.launch()
    try store.install(Offered(2), activation: .immediately)
    #expect(try store.selected("plants")?.version.id == "v2")
  }

  @Test func newVersionWaitsForTheApp() throws {
    try store.install(Offered(1), activation: .manual)
    #expect(try store.selected("plants")?.version.id == "v1")
    let second = try store.install(Offered(2), activation: .manual)
    let next = try ModelStore(on: disk)
    #expect(try next.selected("plants")?.version.id == "v1")
    #expect(next.latest("plants")?.version.id == "v2")
    next.confirm(second)
    #expect(try next.selected("plants")?.version.id == "v2")
    #expect(try ModelStore(on: disk).selected("plants")?.standing == .good)
  }

  @Test func namesOfEqualBytesShareOneFile() throws {
    let offered = Offered(1)
    try store.install(offered, as: "plants")
    let count = disk.operations.count { $0.hasPrefix("write") }
    let other = try store.install(offered, as: "Plants")
    #expect(disk.operations.count { $0.hasPrefix("write") } == count + 1, "the record alone")
    #expect(try disk.list("/store/blobs").count == 1)
    try store.remove("plants")
    #expect(store.latest("plants") == nil)
    #expect(try store.bytes(of: other) == offered.bytes)
    try store.remove("Plants")
    #expect(try disk.list("/store/blobs") == [])
    #expect(try disk.list("/store/models") == [])
  }

  @Test(arguments: [
    "../../etc/passwd", "a/b", "fbml_model@@x", "Ünïcödé", "", String(repeating: "long", count: 200), ".",
  ])
  func anyNameIsAName(_ name: String) throws {
    if name.isEmpty {
      #expect(throws: HostingError.self) { try store.install(Offered(1), as: name) }
    } else {
      try store.install(Offered(1), as: name)
      #expect(store.latest(name)?.name == name)
      #expect(try disk.list("/store/models").allSatisfy { $0.utf8.count < 64 })
      #expect(store.models().map(\.name) == [name])
    }
    #expect(disk.current.names.keys.allSatisfy { $0.hasPrefix("/store/") && !$0.contains("..") })
  }

  @Test func manyUpdatesKeepThreeFilesAtMost() throws {
    for seed in 1...20 {
      try store.install(Offered(UInt64(seed)))
      if seed % 3 == 0 { try ModelStore(on: disk).launch() }
      #expect(try disk.list("/store/blobs").count <= 3)
    }
    #expect(try disk.list("/store/partial") == [])
  }

  @Test func fileInUseStaysUntilAnotherLaunch() throws {
    try store.install(Offered(1))
    try store.launch()
    let first = try #require(store.latest("plants"))
    for seed: UInt64 in 2...5 {
      store.confirm(try store.install(Offered(seed)))
    }
    #expect(try store.bytes(of: first) == Offered(1).bytes, "this process uses it")
    let next = try ModelStore(on: disk)
    try next.install(Offered(6))
    #expect(try next.bytes(of: first) == nil)
  }

  @Test func removalEndsADownload() throws {
    let offered = Offered(1)
    let partial = try #require(try store.openPartial(of: offered.version, for: "plants", host: testHost, resumes: true))
    try partial.append(offered.bytes.prefix(300))
    try ModelStore(on: disk).remove("plants")
    #expect(throws: HostingError.self) {
      // Noticed when bytes are made durable, at the latest by the installation.
      try partial.append(offered.bytes.dropFirst(300))
      _ = try store.install(partial, activation: .nextLaunch) { _ in }
    }
    #expect(store.latest("plants") == nil)
    #expect(throws: HostingError.self) { try store.remove("plants") }
  }

  @Test func removalKeepsWhatAHostMayNotFallBehind() throws {
    try store.install(Offered(1))
    var check = HostCheck()
    check.memory = HostMemory(sequence: 42)
    try store.note(check, for: "plants", host: testHost)
    try store.remove("plants")
    #expect(store.models().isEmpty)
    #expect(try store.check(for: "plants", host: testHost).memory?.sequence == 42)
    #expect(throws: HostingError.self) { try store.remove("plants") }
  }

  @Test func checksAreKeptPerHost() throws {
    var check = HostCheck()
    check.memory = HostMemory(sequence: 7, serverDate: Date(timeIntervalSince1970: 86400))
    check.failures = 2
    check.notBefore = Date(timeIntervalSince1970: 1000)
    try store.note(check, for: "plants", host: "a")
    #expect(try ModelStore(on: disk).check(for: "plants", host: "a") == check)
    #expect(try store.check(for: "plants", host: "b") == HostCheck())
    let count = disk.operations.count
    try store.note(check, for: "plants", host: "a")
    #expect(disk.operations.count == count, "nothing new, no write")
    check.memory?.sequence = 6
    try store.note(check, for: "plants", host: "a")
    #expect(try store.check(for: "plants", host: "a").memory?.sequence == 7, "a sequence never goes down")
    for host in ["b", "c", "d", "e"] { try store.note(check, for: "plants", host: host) }
    #expect(try store.check(for: "plants", host: "a") == HostCheck(), "four hosts are kept")
    let record = String(decoding: try #require(try store.folder.read(store.folder.record(of: "plants"))), as: UTF8.self)
    #expect(!record.contains("example.com") && !record.contains("/store"))
  }

  @Test func fileThatAKillLeftBehindGoesWithTheNextChange() throws {
    let first = try store.install(Offered(1))
    try store.launch()
    try store.install(Offered(2))
    disk.fault = SimulatedDisk.Fault(code: EIO, at: 1, lasts: true, operation: "unlink")
    for seed: UInt64 in 3...4 { store.confirm(try ModelStore(on: disk).install(Offered(seed))) }
    disk.fault = nil
    #expect(try store.bytes(of: first) != nil)
    let next = try ModelStore(on: disk)
    try next.install(Offered(5))
    #expect(try disk.list("/store/blobs").count <= 3)
  }

  @Test func firstInstallationCleansUp() throws {
    let abandoned = try store.openPartial(of: Offered(1).version, for: "other", host: testHost, resumes: true)
    try abandoned?.append(Offered(1).bytes.prefix(100))
    abandoned?.close()
    disk.advance(2 * StoreFolder.week)
    try store.install(Offered(2))
    #expect(try disk.list("/store/partial") == [])
  }

  @Test func standardFolderIsOfThisProgramAlone() throws {
    let path = try ModelStore.standardDirectory().path
    #expect(path.hasPrefix("/") && path.hasSuffix("/models"))
    #expect(path.contains("/swift-tflite/") && !path.contains("/swift-tflite/models"))
  }

  @Test func assignmentStays() throws {
    let id = try store.assignment
    #expect(id.rawValue.count == 32)
    #expect(try ModelStore(on: disk).assignment == id)
    #expect(try ModelStore(on: SimulatedDisk()).assignment != id)
  }

  @Test func spaceIsAskedFor() throws {
    disk.capacity = 10_000
    try store.requireSpace(5_000, reserved: 1_000, for: "plants")
    let error = try #require(throws: HostingError.self) {
      try store.requireSpace(9_500, reserved: 1_000, for: "plants")
    }
    #expect(error.code == .notEnoughSpace && error.message.contains("9500"))
    #expect(throws: HostingError.self) { try store.requireSpace(Int64.max, reserved: 1, for: "plants") }
  }
}
