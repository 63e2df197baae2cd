import Foundation
import ModelHosting

/// A web server with models, whose files can be replaced, held back and taken away.
package final class Publisher: @unchecked Sendable {
  /// How the file of a name is served.
  package enum Manner: Sendable {
    case whole
    /// Waits in the middle of the body until `server.release()`.
    case heldAt(Int)
    case status(Int)
  }

  private final class Shelf: @unchecked Sendable {
    let lock = NSLock()
    /// Touched with `lock` held.
    var files: [String: (bytes: [UInt8], manner: Manner)] = [:]
  }

  package let server: FaultServer
  private let shelf = Shelf()

  package init() throws {
    let shelf = shelf
    server = try FaultServer { request in
      guard let name = Self.name(in: request.target),
        let (bytes, manner) = shelf.lock.withLock({ shelf.files[name] })
      else { return Self.empty(404) }
      if case .status(let status) = manner { return Self.empty(status) }
      let tag = "\"\(Self.tag(bytes))\""
      if request["If-None-Match"] == tag { return [.head(304, [("ETag", tag), ("Content-Length", "0")])] }
      var part = 0..<bytes.count
      var head: [(String, String)] = [("ETag", tag)]
      var status = 200
      if let range = request.range, range.first < bytes.count, request["If-Range"].map({ $0 == tag }) ?? true {
        part = range.first..<min(bytes.count, (range.last ?? bytes.count) + 1)
        status = 206
        head.append(("Content-Range", "bytes \(part.lowerBound)-\(part.upperBound - 1)/\(bytes.count)"))
      }
      head.append(("Content-Length", "\(part.count)"))
      guard case .heldAt(let stop) = manner, part.contains(stop), part.count > 1 else {
        return [.head(status, head), .bytes(Array(bytes[part]))]
      }
      return [
        .head(status, head), .bytes(Array(bytes[part.lowerBound..<stop])), .hold,
        .bytes(Array(bytes[stop..<part.upperBound])),
      ]
    }
  }

  deinit { server.stop() }

  private static func name(in target: String) -> String? {
    String(target.dropFirst().dropLast(".tflite".count)).removingPercentEncoding
  }

  private static func empty(_ status: Int) -> [FaultServer.Step] { [.head(status, [("Content-Length", "0")])] }

  /// What stands for the bytes in headers.
  package static func tag(_ bytes: [UInt8]) -> String {
    var digest = SHA256()
    bytes.withUnsafeBytes { digest.update($0) }
    return String(digest.finish().description.prefix(20))
  }

  package func publish(_ bytes: [UInt8], as name: String, _ manner: Manner = .whole) {
    shelf.lock.withLock { shelf.files[name] = (bytes, manner) }
  }

  package var host: FileHost { FileHost("http://127.0.0.1:\(server.port)/{name}.tflite") }

  /// The requests for the bytes of a name's file, without those that ask whether there is a new one.
  package func bodies(of name: String) -> Int {
    server.log.filter { Self.name(in: $0.target) == name && !($0.range.map { $0 == (0, 0) } ?? false) }.count
  }
}
