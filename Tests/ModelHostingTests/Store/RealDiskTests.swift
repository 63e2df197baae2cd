import Foundation
import HostingTestSupport
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

/// The store on the disk of this machine.
@Suite struct RealDiskTests {
  private func mode(_ path: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
  }

  @Test func lifeOfAModel() throws {
    let folder = try TemporaryFolder()
    let root = folder.url.appendingPathComponent("a/b/models")
    let store = try ModelStore(at: root)
    let first = try store.install(Offered(1, count: 300_000), chunk: 10_000)
    #expect(try Data(contentsOf: first.url) == Data(Offered(1, count: 300_000).bytes))
    #expect(try mode(root.path) == 0o700)
    #expect(try mode(first.url.path) == 0o444)
    try store.launch()
    try store.install(Offered(2))
    let next = try ModelStore(at: root)
    #expect(try next.selected("plants")?.version.id == "v2")
    #expect(try next.assignment == store.assignment)
    next.removeUnused()
    try next.remove("plants")
    #expect(store.latest("plants") == nil)
    #expect(try FileManager.default.contentsOfDirectory(atPath: root.path + "/blobs") == [])
  }

  /// Another process's changes are seen at once, also within one tick of the file system's clock.
  @Test func changesOfOthersAreSeen() throws {
    let folder = try TemporaryFolder()
    let writer = try ModelStore(at: folder.url)
    let reader = try ModelStore(at: folder.url)
    for seed: UInt64 in 1...60 {
      let model = try writer.install(Offered(seed))
      #expect(reader.latest("plants")?.digest == model.digest)
    }
  }

  @Test func folderThatVanishesIsMadeAgain() throws {
    let folder = try TemporaryFolder()
    let root = folder.url.appendingPathComponent("models")
    let store = try ModelStore(at: root)
    try store.install(Offered(1))
    #expect(try store.selected("plants") != nil)
    let partial = try #require(
      try store.openPartial(of: Offered(2).version, for: "plants", host: testHost, resumes: true))
    try partial.append(Offered(2).bytes)
    try FileManager.default.removeItem(at: root)
    #expect(store.latest("plants") == nil)
    #expect(try store.selected("plants") == nil)
    #expect(store.models() == [])
    let error = try #require(throws: HostingError.self) {
      try store.install(partial, activation: .nextLaunch) { _ in }
    }
    #expect(error.code == .cancelled)
    #expect(try store.install(Offered(3)).version.id == "v3")
    #expect(store.latest("plants")?.version.id == "v3")
  }

  @Test func processesWithoutRightsGetAnError() throws {
    let error = try #require(throws: HostingError.self) {
      try ModelStore(at: URL(fileURLWithPath: "/proc/swift-tflite"))
    }
    #expect(error.code == .internal && error.message.contains("errno"))
  }

  #if os(Linux)
  /// A file system of 8 MiB that is really full; mounting one takes root.
  @Test(.enabled(if: getuid() == 0, "mounting a file system of 8 MiB takes root"))
  func fullFileSystem() throws {
    let folder = try TemporaryFolder()
    guard mount("tmpfs", folder.url.path, "tmpfs", 0, "size=8m") == 0 else {
      print("fullFileSystem: skipped, mount failed with errno \(errno) (no right to mount here)")
      return
    }
    // 2 is MNT_DETACH, an enumerator or a macro depending on the C library.
    defer { umount2(folder.url.path, 2) }
    try Data(count: 7 << 20).write(to: folder.url.appendingPathComponent("photographs"))
    let store = try ModelStore(at: folder.url)
    let small = try store.install(Offered(1, count: 300 << 10), chunk: 1 << 16)
    try store.launch()
    for _ in 1...3 {
      let error = try #require(throws: HostingError.self) {
        try store.install(Offered(2, count: 900 << 10), chunk: 1 << 16)
      }
      #expect(error.code == .notEnoughSpace)
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path + "/partial") == [])
      #expect(store.latest("plants")?.digest == small.digest)
    }
    let asked = try #require(throws: HostingError.self) {
      try store.requireSpace(900 << 10, reserved: 0, for: "plants")
    }
    #expect(asked.code == .notEnoughSpace)
    // Full to the last byte: what is there can still be chosen, and removed.
    let filler = folder.url.appendingPathComponent("filler")
    try Data().write(to: filler)
    let file = open(filler.path, O_WRONLY)
    let block = [UInt8](repeating: 1, count: 4096)
    while block.withUnsafeBytes({ write(file, $0.baseAddress, $0.count) }) > 0 {}
    close(file)
    #expect(try ModelStore(at: folder.url).selected("plants") == store.latest("plants"))
    #expect(throws: HostingError.self) { try store.install(Offered(3, count: 8192)) }
    try store.remove("plants")
    #expect(try store.install(Offered(3, count: 200 << 10), chunk: 1 << 16).version.id == "v3")
  }
  #endif
}
