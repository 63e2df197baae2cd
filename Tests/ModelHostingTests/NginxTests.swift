import Foundation
import Testing

@testable import ModelHosting

/// Against a real nginx over TLS. `Tests/nginx/run` starts it and this suite; without it nothing is tested here.
@Suite(
  .serialized,
  .enabled(
    if: ProcessInfo.processInfo.environment["HOSTING_NGINX"] != nil,
    "HOSTING_NGINX is not set: run Tests/nginx/run to test against nginx over TLS"))
struct NginxTests {
  private let environment = ProcessInfo.processInfo.environment
  private var server: String { environment["HOSTING_NGINX"] ?? "" }
  private var root: String { environment["NGINX_ROOT"] ?? "" }

  private func bytes() throws -> [UInt8] {
    [UInt8](try Data(contentsOf: URL(fileURLWithPath: root + "/files/m.tflite")))
  }
  private func log(_ name: String) -> [String] {
    ((try? String(contentsOfFile: "\(root)/\(name).log", encoding: .utf8)) ?? "").split(separator: "\n").map(
      String.init)
  }

  private func library(
    _ path: String, in folder: URL, authorizer: (any Authorizer)? = nil, clock: any HostingClock = SystemClock()
  ) throws -> ModelLibrary {
    var options = ModelLibrary.Options()
    options.reservedSpace = 0
    return ModelLibrary(
      host: FileHost("\(server)/\(path)/{name}.tflite", authorizer: authorizer), store: try ModelStore(at: folder),
      transport: URLSessionTransport(), options: options, clock: clock, window: 3_000_000)
  }

  private func inFolder(_ body: (URL) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("nginx-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    try await body(folder)
  }

  private func expectWhole(_ model: InstalledModel) throws {
    let found = try [UInt8](Data(contentsOf: model.url))
    let isWhole = try found == bytes()
    #expect(isWhole)
  }

  @Test func windowsAndThen304() async throws {
    try await inFolder { folder in
      let library = try library("plain", in: folder)
      try expectWhole(try await library.update("m"))
      // nginx writes a line when the answer is gone.
      try await Task.sleep(nanoseconds: 300_000_000)
      let before = log("who").count
      let again = try await library.update("m")
      #expect(again.version.id.hasPrefix("\""))
      try await Task.sleep(nanoseconds: 300_000_000)
      let lines = log("who").dropFirst(before)
      #expect(lines.count == 1 && lines.first?.contains(" 304 ") == true)
      let windows = log("who").prefix(before).filter { $0.contains("/plain/") && $0.contains(" 206 ") }
      #expect(windows.contains { $0.contains("bytes=3000000-5999999") })
    }
  }

  @Test func gzipIsNotUsed() async throws {
    try await inFolder { folder in try expectWhole(try await library("gzip", in: folder).update("m")) }
  }

  @Test func redirectsToAnotherOriginGoWithoutCredentials() async throws {
    struct Key: Authorizer {
      func headers(for url: URL, refused: ResponseHead?) async throws(HostingError) -> [String: String] {
        ["Authorization": "Bearer secret"]
      }
    }
    try await inFolder { folder in
      try expectWhole(try await library("moved", in: folder, authorizer: Key()).update("m"))
      #expect(log("who").contains { $0.contains("/moved/") && $0.contains("secret") })
      #expect(!log("other").isEmpty && !log("other").contains { $0.contains("secret") })
    }
  }

  @Test func a401IsAnsweredWithNewCredentials() async throws {
    final class Key: Authorizer, @unchecked Sendable {
      private let lock = NSLock()
      private var token = "old"
      func headers(for url: URL, refused: ResponseHead?) async throws(HostingError) -> [String: String] {
        lock.withLock {
          if refused?.status == 401 { token = "renewed" }
          return ["Authorization": "Bearer \(token)"]
        }
      }
    }
    try await inFolder { folder in
      try expectWhole(try await library("private", in: folder, authorizer: Key()).update("m"))
    }
  }

  @Test func aRateLimitIsWaitedFor() async throws {
    try await inFolder { folder in
      try expectWhole(try await library("few", in: folder).update("m"))
      #expect(log("who").contains { $0.contains("/few/") && $0.contains(" 429 ") })
    }
  }

  @Test func aRestartInTheMiddleOfAWindowGoesOnThere() async throws {
    try await inFolder { folder in
      let library = try library("slow", in: folder)
      let reports = Reports()
      let update = Task { try await library.update("m") { reports.add(0, $0) } }
      while (reports.last(0)?.completed ?? 0) < 1_000_000 { try await Task.sleep(nanoseconds: 20_000_000) }
      #expect(FileManager.default.createFile(atPath: root + "/restart", contents: nil))
      try expectWhole(try await update.value)
      let starts = log("who").filter { $0.contains("/slow/") }.compactMap { line in
        line.components(separatedBy: "bytes=").last?.split(separator: "-").first.flatMap { Int($0) }
      }
      #expect(starts.contains { $0 >= 1_000_000 && $0 % 3_000_000 != 0 })
    }
  }

  @Test func anUntrustedCertificateIsNamed() async throws {
    // The certificate is for localhost and 127.0.0.1, not for this name of the same machine.
    let url = URL(string: server.replacingOccurrences(of: "localhost", with: "127.0.0.2"))
    let request = TransferRequest(try #require(url))
    let error = await #expect(throws: HostingError.self) { _ = try await URLSessionTransport().response(to: request) }
    #expect(error != nil)
  }
}
