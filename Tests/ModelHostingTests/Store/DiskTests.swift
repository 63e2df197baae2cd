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

/// A disk that is full, broken, read-only, or changed by somebody else.
@Suite struct DiskTests {
  private func prepared() throws -> SimulatedDisk {
    let disk = SimulatedDisk()
    let store = try ModelStore(on: disk)
    try store.install(Offered(1))
    try store.launch()
    return disk
  }

  /// Every change of an update fails once, and from then on; each error is told, and what was there stays.
  @Test(arguments: [(ENOSPC, false), (ENOSPC, true), (EDQUOT, true), (EIO, false), (EIO, true)])
  func everyChangeMayFail(_ code: Int32, _ lasts: Bool) throws {
    let start = try prepared().current
    var failures = 0
    for number in 1... {
      let disk = SimulatedDisk(start)
      let store = try ModelStore(on: disk)
      disk.fault = SimulatedDisk.Fault(code: code, at: number, lasts: lasts)
      do {
        try store.install(Offered(2))
      } catch let error as HostingError {
        failures += 1
        #expect(error.code == (code == EIO ? .internal : .notEnoughSpace), "\(disk.operations[number - 1])")
        #expect(error.message.contains("errno \(code)") && error.model == "plants")
        if code != EIO, !lasts { #expect(try disk.list("/store/partial") == [], "the user needs the space") }
      }
      if disk.operations.count < number { break }
      disk.fault = nil
      let latest = try #require(store.latest("plants"))
      #expect([Offered(1).digest, Offered(2).digest].contains(latest.digest))
      let bytes = try #require(try store.bytes(of: latest))
      #expect(SHA256.digest(of: bytes) == latest.digest)
      #expect(try store.install(Offered(2)).version.id == "v2")
      #expect(try disk.list("/store/partial") == [])
    }
    #expect(failures > 10)
  }

  /// Every change of every action fails once, and the same process goes on: the old state or the new one is there, and
  /// the action succeeds when it is tried again.
  @Test(arguments: CrashTests.scenarios, [ENOSPC, EIO])
  func everyChangeOfEveryActionMayFail(_ scenario: CrashTests.Scenario, _ code: Int32) throws {
    let prepared = SimulatedDisk()
    try scenario.prepare(try ModelStore(on: prepared))
    var changes = 0
    for number in 1... {
      let disk = SimulatedDisk(prepared.current)
      let store = try ModelStore(on: disk)
      disk.fault = SimulatedDisk.Fault(code: code, at: number, lasts: false)
      do {
        try scenario.act(store)
      } catch let error as HostingError {
        #expect([.notEnoughSpace, .internal, .unavailable].contains(error.code), "\(error)")
      }
      if disk.operations.count < number { break }
      changes += 1
      disk.fault = nil
      let comment: Comment = "\(scenario), \(disk.operations[number - 1])"
      #expect(scenario.allowed.contains(store.latest("plants")?.digest), comment)
      for model in store.models() {
        #expect(SHA256.digest(of: try #require(try store.bytes(of: model))) == model.digest, comment)
      }
      try scenario.act(store)
      #expect(store.latest("plants")?.digest == scenario.end, comment)
    }
    #expect(changes > 2)
  }

  @Test func fullDiskRemovesTheDownload() throws {
    let disk = try prepared()
    disk.capacity = 2_500
    let store = try ModelStore(on: disk)
    let error = try #require(throws: HostingError.self) { try store.install(Offered(2, count: 5_000)) }
    #expect(error.code == .notEnoughSpace && error.message.contains("free some space"))
    #expect(try disk.list("/store/partial") == [])
    #expect(store.latest("plants")?.version.id == "v1")
  }

  @Test func readOnlyFolderServesWhatItHas() throws {
    let disk = try prepared()
    disk.isReadOnly = true
    let store = try ModelStore(on: disk)
    #expect(try store.selected("plants")?.version.id == "v1")
    let error = try #require(throws: HostingError.self) { try store.install(Offered(2)) }
    #expect(error.code == .internal && error.message.contains("permissions"))
    #expect(throws: HostingError.self) { try store.remove("plants") }
    store.removeUnused()
    #expect(store.latest("plants")?.version.id == "v1")
  }

  @Test func fileThatTheSystemDeletedIsNotChosen() throws {
    let disk = try prepared()
    let store = try ModelStore(on: disk)
    let second = try store.install(Offered(2))
    try disk.unlink(second.url.path)
    #expect(store.latest("plants")?.version.id == "v1")
    #expect(try store.selected("plants")?.version.id == "v1")
    try disk.unlink(try #require(store.latest("plants")).url.path)
    #expect(store.latest("plants") == nil)
    #expect(try store.selected("plants") == nil)
    #expect(try store.commit(Offered(2).version, as: "plants", host: testHost, activation: .nextLaunch) == nil)
    #expect(try store.bytes(of: store.install(Offered(2))) == Offered(2).bytes)
    #expect(try store.selected("plants")?.version.id == "v2")
  }

  @Test(arguments: ["", "{", "null", "[]", "{\"format\":1}", "{\"format\":1,\"name\":\"other\",\"versions\":[]}"])
  func brokenRecordIsSetAside(_ text: String) throws {
    let disk = try prepared()
    let store = try ModelStore(on: disk)
    let path = store.folder.record(of: "plants")
    #expect(store.latest("plants") != nil)
    try store.folder.replace(path, with: Array(text.utf8))
    #expect(store.latest("plants") == nil)
    #expect(store.models() == [])
    let writes = disk.operations.count { $0.hasPrefix("write /store/partial") }
    let log = EventLog(store)
    #expect(try store.install(Offered(1)).version.id == "v1", "found by its digest")
    #expect(disk.operations.count { $0.hasPrefix("write /store/partial") } == writes, "without a download")
    #expect(try store.folder.read(path + ".broken") == Array(text.utf8))
    #expect(log.texts == ["failed plants 15", "installed v1"])
  }

  /// Every byte of a record is broken: nothing traps, and an update mends it.
  @Test func anyByteOfARecordMayBeBroken() throws {
    let disk = try prepared()
    let path = StoreFolder(root: "/store", files: disk).record(of: "plants")
    let bytes = try #require(try StoreFolder(root: "/store", files: disk).read(path))
    for index in bytes.indices {
      let disk = SimulatedDisk(disk.current)
      let store = try ModelStore(on: disk)
      var broken = bytes
      broken[index] = [bytes[index] ^ 1, UInt8(ascii: "9"), 0, 255][index % 4]
      try store.folder.replace(path, with: broken)
      _ = store.latest("plants")
      _ = try? store.selected("plants")
      _ = store.models()
      if (try? store.install(Offered(1))) != nil { #expect(store.latest("plants")?.digest == Offered(1).digest) }
    }
  }

  @Test func recordOfANewerFormatIsLeftAlone() throws {
    let disk = try prepared()
    let store = try ModelStore(on: disk)
    let path = store.folder.record(of: "plants")
    let text = Array("{\"format\":2,\"new\":true}".utf8)
    try store.folder.replace(path, with: text)
    #expect(store.latest("plants") == nil)
    for action in [
      { _ = try store.selected("plants") }, { try store.install(Offered(2)) }, { try store.remove("plants") },
    ] {
      let error = try #require(throws: HostingError.self) { try action() }
      #expect(error.code == .failedPrecondition && error.message.contains("format 2"))
    }
    disk.advance(2 * StoreFolder.week)
    store.removeUnused()
    #expect(try store.folder.read(path) == text)
    #expect(try disk.list("/store/blobs").count == 1, "the record may name it")
  }

  @Test func folderOfANewerFormatIsLeftAlone() throws {
    let disk = try prepared()
    try StoreFolder(root: "/store", files: disk).replace("/store/format", with: Array("2\n".utf8))
    let count = disk.operations.count
    let error = try #require(throws: HostingError.self) { try ModelStore(on: disk) }
    #expect(error.code == .failedPrecondition)
    #expect(disk.operations.count == count)
  }

  @Test func partialOfAnotherVersionIsNotContinued() throws {
    let disk = try prepared()
    let store = try ModelStore(on: disk)
    let first = try #require(try store.openPartial(of: Offered(2).version, for: "plants", host: "a", resumes: true))
    try first.append(Offered(2).bytes.prefix(500))
    first.close()
    for (version, host) in [(Offered(3).version, "a"), (Offered(2).version, "b")] {
      let other = try #require(try store.openPartial(of: version, for: "plants", host: host, resumes: true))
      #expect(other.length == 0 && !other.isResumed)
    }
    #expect(try disk.list("/store/partial") == [], "and it is removed")
  }

  @Test func partialIsContinuedByOneTransferAlone() throws {
    let disk = try prepared()
    let store = try ModelStore(on: disk)
    let other = try ModelStore(on: disk)
    let version = Offered(2).version
    let first = try #require(try store.openPartial(of: version, for: "plants", host: "a", resumes: true))
    try first.append(Offered(2).bytes.prefix(500))
    #expect(try other.openPartial(of: version, for: "plants", host: "a", resumes: true) == nil)
    #expect(try other.openPartial(of: version, for: "plants", host: "a", resumes: false) == nil)
    first.close()
    let second = try #require(try other.openPartial(of: version, for: "plants", host: "a", resumes: true))
    #expect(second.length == 500 && second.isResumed)
    second.restart()
    try second.append(Offered(2).bytes)
    #expect(try other.install(second, activation: .nextLaunch) { _ in }.version.id == "v2")
    #expect(try store.openPartial(of: version, for: "plants", host: "a", resumes: true) == nil, "it is here")
  }

  @Test func withoutLocksTwoTransfersWriteTheSameBytes() throws {
    let disk = try prepared()
    disk.hasLocks = false
    let stores = try (0..<3).map { _ in try ModelStore(on: disk) }
    let offered = Offered(2)
    let partials = try stores.map {
      try #require(try $0.openPartial(of: offered.version, for: "plants", host: testHost, resumes: true))
    }
    for start in stride(from: 0, to: 1000, by: 100) {
      for partial in partials { try partial.append(offered.bytes[start..<start + 100]) }
    }
    for (store, partial) in zip(stores, partials) {
      #expect(try store.install(partial, activation: .nextLaunch) { _ in }.digest == offered.digest)
    }
    #expect(try stores[0].bytes(of: #require(stores[1].latest("plants"))) == offered.bytes)
    #expect(try disk.list("/store/partial") == [])
  }

  /// Another transfer takes the whole file over, and gives it another name, just when the first is about to finish it.
  @Test(arguments: ["chmod", "rename"]) func withoutLocksAFileIsTakenOverWhileItIsFinished(_ operation: String) throws {
    let disk = try prepared()
    disk.hasLocks = false
    let (store, other) = (try ModelStore(on: disk), try ModelStore(on: disk))
    let offered = Offered(2)
    func open(_ store: ModelStore) throws -> Partial {
      try #require(try store.openPartial(of: offered.version, for: "plants", host: testHost, resumes: true))
    }
    let first = try open(store)
    try first.append(offered.bytes)
    var second: Partial?
    disk.beforeChange = { change in
      guard change == operation else { return }
      disk.beforeChange = nil
      second = try open(other)
    }
    #expect(try store.install(first, activation: .nextLaunch) { _ in }.digest == offered.digest)
    let late = try #require(second)
    #expect(late.isResumed && late.length == 1000)
    #expect(try other.install(late, activation: .nextLaunch) { _ in }.digest == offered.digest)
    #expect(try other.bytes(of: #require(store.latest("plants"))) == offered.bytes)
    #expect(try disk.list("/store/partial") == [])
  }
}
