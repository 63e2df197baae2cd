import Foundation
import ModelHosting

/// A store and a library that many threads and tasks ask.
enum StoreChecks {
  private static func bytes(_ version: Int) -> Data {
    Data([28, 0, 0, 0] + Array("TFL3".utf8) + (0..<20_000).map { UInt8(truncatingIfNeeded: $0 &* version) })
  }

  private static func folder() -> URL {
    FileManager.default.temporaryDirectory.appendingPathComponent("thread-checks-\(UUID().uuidString)")
  }

  /// Two stores of one folder, as of two processes.
  static func run() throws {
    let folder = folder()
    defer { remove(folder) }
    let stores = try (0..<2).map { _ in try ModelStore(at: folder.appendingPathComponent("store")) }
    for version in 1...4 { try bytes(version).write(to: folder.appendingPathComponent("\(version)")) }
    try ThreadChecks.concurrently(6) { number in
      let store = stores[number % 2]
      for round in 0..<8 {
        let name = "model\((number + round) % 2)"
        let version = 1 + (number + round) % 4
        do throws(HostingError) {
          try store.adopt(
            folder.appendingPathComponent("\(version)"), as: name,
            version: ModelVersion(id: "\(version)", byteCount: 20_008))
          if let model = try store.selected(name) {
            _ = model.version
            if round % 3 == 0 { store.confirm(model) }
            if round % 5 == 4 { store.reject(model, because: "a check") }
          }
          _ = store.latest(name)
          _ = store.models()
          if round == 5 { try store.remove(name) }
          if round % 4 == 3 { store.removeUnused() }
        } catch {
          // What one has rejected or removed another may ask for, or be adopting just then.
          if ![.failedPrecondition, .notFound, .unavailable, .cancelled].contains(error.code) { throw error }
        }
      }
    }
  }

  /// Tasks that want the same models at the same time.
  static func library() async throws {
    let folder = folder()
    defer { remove(folder) }
    let library = ModelLibrary(
      host: MemoryHost(), store: try ModelStore(at: folder), transport: MemoryTransport { bytes(Int($0) ?? 0) })
    let listener = Task { for await event in library.events() { _ = "\(event)" } }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<24 {
        group.addTask {
          let name = "\(number % 3 + 1)"
          if number % 4 == 3 { try await library.update(name) }
          let model = try await library.model(name)
          guard try Data(contentsOf: model.url) == bytes(number % 3 + 1) else {
            throw ThreadChecks.Difference("a download of another content")
          }
        }
      }
      try await group.waitForAll()
    }
    listener.cancel()
  }

  private static func remove(_ folder: URL) {
    // A folder of the system's for temporary files, which goes by itself.
    try? FileManager.default.removeItem(at: folder)
  }

  private struct MemoryHost: ModelHost {
    let identity = "memory"

    func offer(_ query: ModelQuery, over transport: any Transport) async throws(HostingError) -> HostAnswer {
      guard let url = URL(string: "https://models.example.com/\(query.name)") else { return .unchanged }
      return .offer(ModelOffer(ModelVersion(id: "1", byteCount: 20_008), at: TransferRequest(url)))
    }
  }

  private struct MemoryTransport: Transport {
    let content: @Sendable (String) -> Data

    func send(_ request: TransferRequest, to sink: any BodySink) async throws(HostingError) {
      let content = content(request.url.lastPathComponent)
      let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: content.count, alignment: 1)
      defer { bytes.deallocate() }
      bytes.copyBytes(from: content)
      try sink.begin(
        ResponseHead(status: 200, url: request.url, headers: ["Content-Length": "\(bytes.count)", "ETag": "\"1\""]))
      for start in stride(from: 0, to: bytes.count, by: 4_096) {
        await Task.yield()
        try sink.receive(UnsafeRawBufferPointer(rebasing: bytes[start..<min(start + 4_096, bytes.count)]))
      }
    }
  }
}
