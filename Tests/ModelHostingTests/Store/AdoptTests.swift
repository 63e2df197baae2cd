import Foundation
import Testing

@testable import ModelHosting

@Suite struct AdoptTests {
  let disk = SimulatedDisk()
  let store: ModelStore
  let bundled = Offered(1)
  let file = URL(fileURLWithPath: "/bundle.tflite")

  init() throws {
    store = try ModelStore(on: disk)
    try store.folder.replace(file.path, with: bundled.bytes)
  }

  @Test func bundledModelIsUsedUntilADownload() throws {
    let model = try store.adopt(file, as: "plants", version: ModelVersion(id: "bundle 1"))
    #expect(model.digest == bundled.digest)
    #expect(try store.bytes(of: model) == bundled.bytes)
    #expect(try store.folder.read(file.path) == bundled.bytes)
    #expect(try store.known("plants", host: testHost)?.id == "bundle 1", "so that a host can say that it is the newest")
    try store.install(Offered(2))
    for _ in 1...3 {
      let next = try ModelStore(on: disk)
      #expect(try next.adopt(file, as: "plants", version: ModelVersion(id: "bundle 1")).version.id == "v2")
    }
    try store.install(Offered(3))
    try store.install(Offered(4))
    #expect(try store.adopt(file, as: "plants", version: ModelVersion(id: "bundle 1")).version.id == "v4")
    #expect(try store.adopt(file, as: "plants", version: ModelVersion(id: "bundle 2")).version.id == "bundle 2")
  }

  @Test func adoptedAgainWhenNothingIsLeft() throws {
    let model = try store.adopt(file, as: "plants", version: bundled.version)
    try disk.unlink(model.url.path)
    #expect(try store.bytes(of: store.adopt(file, as: "plants", version: bundled.version)) == bundled.bytes)
  }

  @Test func lengthDigestAndFormAreChecked() throws {
    let cases: [(ModelVersion, HostingError.Code)] = [
      (ModelVersion(id: "long", byteCount: 1001), .dataLoss), (ModelVersion(id: "short", byteCount: 999), .dataLoss),
      (ModelVersion(id: "other", digest: Offered(2).digest), .hashMismatch),
    ]
    for (version, code) in cases {
      let error = try #require(throws: HostingError.self) { try store.adopt(file, as: "plants", version: version) }
      #expect(error.code == code, "\(version.id)")
    }
    let missing = try #require(throws: HostingError.self) {
      try store.adopt(URL(fileURLWithPath: "/none"), as: "plants", version: bundled.version)
    }
    #expect(missing.code == .notFound)
    let refused = try #require(throws: HostingError.self) {
      try store.adopt(file, as: "plants", version: bundled.version) { _ in throw CocoaError(.fileReadCorruptFile) }
    }
    #expect(refused.code == .incompatibleModel)
    try store.folder.replace("/page.html", with: Array("<html>Please log in</html>".utf8))
    let page = try #require(throws: HostingError.self) {
      try store.adopt(URL(fileURLWithPath: "/page.html"), as: "plants", version: ModelVersion(id: "page"))
    }
    #expect(page.code == .dataLoss)
    #expect(store.latest("plants") == nil)
    #expect(try disk.list("/store/partial") == [] && disk.list("/store/blobs") == [])
  }
}
