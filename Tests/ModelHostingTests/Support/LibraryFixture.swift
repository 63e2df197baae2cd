import Foundation

@testable import ModelHosting

/// A library over a folder of its own, a scripted server and a host that says what the test wants.
final class LibraryFixture: Sendable {
  let folder: URL
  let store: ModelStore
  let host: StubHost
  let clock: ManualClock
  let library: ModelLibrary

  init(
    _ host: StubHost, clock: ManualClock = ManualClock(), window: Int64 = 32 << 20, attempts: Int = 5,
    in folder: URL? = nil,
    transport: any Transport = URLSessionTransport(), change: (inout ModelLibrary.Options) -> Void = { _ in }
  ) throws {
    self.folder =
      folder ?? FileManager.default.temporaryDirectory.appendingPathComponent("hosting-\(UUID().uuidString)")
    store = try ModelStore(at: self.folder)
    self.host = host
    self.clock = clock
    var options = ModelLibrary.Options()
    options.reservedSpace = 0
    options.attempts = attempts
    change(&options)
    library = ModelLibrary(
      host: host, store: store, transport: transport, options: options, clock: clock, window: window)
  }

  /// The fixture after a new start of the process: the same folder, nothing in memory.
  func relaunched(_ host: StubHost? = nil, window: Int64 = 32 << 20) throws -> LibraryFixture {
    try LibraryFixture(host ?? self.host, clock: clock, window: window, in: folder)
  }

  func remove() { try? FileManager.default.removeItem(at: folder) }

  func failure(_ name: String = "m") async -> HostingError? {
    do throws(HostingError) {
      try await library.update(name)
      return nil
    } catch {
      return error
    }
  }

  /// Whether the newest version has these bytes. A comparison in the test itself would print them all.
  func holds(_ bytes: [UInt8], _ name: String = "m") throws -> Bool {
    try store.latest(name).map { try [UInt8](Data(contentsOf: $0.url)) } == bytes
  }

  /// Files below a folder of the store.
  func files(_ folder: String) -> [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: self.folder.appendingPathComponent(folder).path)) ?? []
  }
}

/// A host whose answers come from a closure.
final class StubHost: ModelHost, @unchecked Sendable {
  let identity: String
  private let lock = NSLock()
  private var asked: [ModelQuery] = []
  private let answer: @Sendable (ModelQuery, Int) async throws(HostingError) -> HostAnswer

  init(
    _ identity: String = "stub",
    _ answer: @escaping @Sendable (ModelQuery, Int) async throws(HostingError) -> HostAnswer
  ) {
    self.identity = identity
    self.answer = answer
  }

  /// Always the same offer.
  convenience init(_ offer: ModelOffer) {
    self.init { query, _ throws(HostingError) in query.known?.id == offer.version.id ? .unchanged : .offer(offer) }
  }

  var queries: [ModelQuery] { lock.withLock { asked } }

  func offer(_ query: ModelQuery, over transport: any Transport) async throws(HostingError) -> HostAnswer {
    let count = lock.withLock { () -> Int in
      asked.append(query)
      return asked.count
    }
    return try await answer(query, count)
  }
}

/// A file that looks like a model, and its digest.
struct TestModel: Sendable {
  let bytes: [UInt8]
  let digest: SHA256Digest

  init(_ count: Int, seed: UInt64 = 1) {
    var state = seed &* 0x9e37_79b9_7f4a_7c15 | 1
    var bytes = (0..<count).map { _ -> UInt8 in
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
      return UInt8(truncatingIfNeeded: state)
    }
    for (index, byte) in zip(4..., "TFL3".utf8) where index < count { bytes[index] = byte }
    self.bytes = bytes
    digest = Self.digest(of: bytes)
  }

  static func digest(of bytes: [UInt8]) -> SHA256Digest {
    var hash = SHA256()
    bytes.withUnsafeBytes { hash.update($0) }
    return hash.finish()
  }

  func version(_ id: String = "v1", length: Bool = true, digest: Bool = true) -> ModelVersion {
    ModelVersion(id: id, byteCount: length ? Int64(bytes.count) : nil, digest: digest ? self.digest : nil)
  }
}
