import Foundation

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

/// A server on loopback that answers every request by a script, faults included. Plain HTTP/1.1, one thread per connection.
package final class FaultServer: @unchecked Sendable {
  package struct Request: Sendable {
    package let method: String
    /// Path and query.
    package let target: String
    package let headers: [(name: String, value: String)]
    package let body: [UInt8]
    /// The port of the client: equal for requests of one connection.
    package let connection: Int

    package subscript(header: String) -> String? {
      headers.first { $0.name.lowercased() == header.lowercased() }?.value
    }

    /// The bytes asked for, `last` included; nil without a Range header.
    package var range: (first: Int, last: Int?)? {
      guard let text = self["Range"], text.hasPrefix("bytes=") else { return nil }
      let ends = text.dropFirst(6).split(separator: "-", omittingEmptySubsequences: false)
      guard ends.count == 2, let first = Int(ends[0]) else { return nil }
      return (first, Int(ends[1]))
    }
  }

  package enum Step: Sendable {
    case head(_ status: Int, _ headers: [(String, String)])
    /// Bytes as they are, also in place of a head.
    case bytes([UInt8])
    /// One chunk of a chunked body; an empty one ends it.
    case chunk([UInt8])
    /// The beginning of a chunk that is announced whole.
    case halfChunk([UInt8])
    case drip([UInt8], count: Int, every: Double)
    case sleep(Double)
    /// Waits until the test calls ``FaultServer/release()``.
    case hold
    /// Ends the connection with RST.
    case reset
    case close
  }

  package let port: Int
  private let script: @Sendable (Request) -> [Step]
  private let listener: Int32
  private let lock = NSLock()
  private var requests: [Request] = []
  private var sent = 0
  private var open: Set<Int32> = []
  private var isOver = false
  private let gate = NSCondition()
  private var isReleased = false

  package init(_ script: @escaping @Sendable (Request) -> [Step]) throws {
    self.script = script
    #if canImport(Glibc)
    let kind = Int32(SOCK_STREAM.rawValue)
    #else
    let kind = SOCK_STREAM
    #endif
    listener = socket(AF_INET, kind, 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let handle = listener
    let isBound = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(handle, $0, length) == 0 && listen(handle, 64) == 0 && getsockname(handle, $0, &length) == 0
      }
    }
    guard listener >= 0, isBound else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
    port = Int(UInt16(bigEndian: address.sin_port))
    Thread.detachNewThread { [weak self] in
      while true {
        let connection = accept(handle, nil, nil)
        guard connection >= 0 else { return }
        guard let self, self.adopt(connection) else {
          _ = systemClose(connection)
          return
        }
        Thread.detachNewThread { [weak self] in self?.serve(connection) }
      }
    }
  }

  deinit { stop() }

  package func stop() {
    release()
    let connections = lock.withLock { () -> Set<Int32> in
      guard !isOver else { return [] }
      isOver = true
      shutdown(listener, Int32(SHUT_RDWR))
      _ = systemClose(listener)
      return open
    }
    for connection in connections { shutdown(connection, Int32(SHUT_RDWR)) }
  }

  /// Lets all go on that wait at a `hold`.
  package func release() {
    gate.lock()
    isReleased = true
    gate.broadcast()
    gate.unlock()
  }

  package func url(_ path: String) -> URL { URL(string: "http://127.0.0.1:\(port)\(path)")! }

  /// All requests so far.
  package var log: [Request] { lock.withLock { requests } }
  /// Bytes of bodies that were handed to the network.
  package var bytesSent: Int { lock.withLock { sent } }

  private func adopt(_ connection: Int32) -> Bool {
    #if canImport(Darwin)
    var on: Int32 = 1
    setsockopt(connection, SOL_SOCKET, SO_NOSIGPIPE, &on, socklen_t(MemoryLayout<Int32>.size))
    #endif
    return lock.withLock { () -> Bool in
      if !isOver { open.insert(connection) }
      return !isOver
    }
  }

  private func serve(_ connection: Int32) {
    defer {
      lock.withLock { () -> Void in open.remove(connection) }
      _ = systemClose(connection)
    }
    var pending: [UInt8] = []
    while let request = next(connection, &pending) {
      lock.withLock { requests.append(request) }
      for step in script(request) where !perform(step, connection) { return }
    }
  }

  private func next(_ connection: Int32, _ pending: inout [UInt8]) -> Request? {
    let blank = Array("\r\n\r\n".utf8)
    var end: Int?
    while end == nil {
      end = pending.count < 4 ? nil : (0...pending.count - 4).first { Array(pending[$0..<$0 + 4]) == blank }
      if end == nil && !receive(connection, &pending) { return nil }
    }
    guard let end else { return nil }
    let lines = String(decoding: pending[..<end], as: UTF8.self).components(separatedBy: "\r\n")
    let words = lines[0].split(separator: " ").map(String.init)
    let headers = lines.dropFirst().compactMap { line -> (name: String, value: String)? in
      guard let colon = line.firstIndex(of: ":") else { return nil }
      return (String(line[..<colon]), line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces))
    }
    let length = headers.first { $0.name.lowercased() == "content-length" }.flatMap { Int($0.value) } ?? 0
    while pending.count < end + 4 + length { guard receive(connection, &pending) else { return nil } }
    let body = Array(pending[end + 4..<end + 4 + length])
    pending.removeFirst(end + 4 + length)
    guard words.count == 3 else { return nil }
    return Request(method: words[0], target: words[1], headers: headers, body: body, connection: Int(connection))
  }

  private func receive(_ connection: Int32, _ pending: inout [UInt8]) -> Bool {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    let count = recv(connection, &buffer, buffer.count, 0)
    guard count > 0 else { return false }
    pending.append(contentsOf: buffer[..<count])
    return true
  }

  /// False when the connection is over.
  private func perform(_ step: Step, _ connection: Int32) -> Bool {
    switch step {
    case .head(let status, let headers):
      let lines = headers.map { "\($0.0): \($0.1)\r\n" }.joined()
      return send(Array("HTTP/1.1 \(status) Text\r\n\(lines)\r\n".utf8), connection)
    case .bytes(let bytes): return send(bytes, connection, isBody: true)
    case .chunk(let bytes):
      return send(Array("\(String(bytes.count, radix: 16))\r\n".utf8) + bytes + Array("\r\n".utf8), connection)
    case .halfChunk(let bytes):
      return send(Array("\(String(bytes.count * 2 + 2, radix: 16))\r\n".utf8) + bytes, connection)
    case .drip(let bytes, let count, let interval):
      for start in stride(from: 0, to: bytes.count, by: max(1, count)) {
        guard send(Array(bytes[start..<min(start + count, bytes.count)]), connection, isBody: true) else {
          return false
        }
        Thread.sleep(forTimeInterval: interval)
      }
      return true
    case .sleep(let seconds):
      Thread.sleep(forTimeInterval: seconds)
      return true
    case .hold:
      gate.lock()
      while !isReleased { gate.wait() }
      gate.unlock()
      return true
    case .reset:
      var linger = linger(l_onoff: 1, l_linger: 0)
      setsockopt(connection, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout.size(ofValue: linger)))
      return false
    case .close:
      shutdown(connection, Int32(SHUT_WR))
      return false
    }
  }

  private func send(_ bytes: [UInt8], _ connection: Int32, isBody: Bool = false) -> Bool {
    #if canImport(Darwin)
    let flags: Int32 = 0
    #else
    let flags = Int32(MSG_NOSIGNAL)
    #endif
    var done = 0
    while done < bytes.count {
      let count = bytes.withUnsafeBytes {
        systemSend(connection, $0.baseAddress.map { $0 + done }, min(bytes.count - done, 1 << 16), flags)
      }
      guard count > 0 else { return false }
      done += count
      if isBody { lock.withLock { sent += count } }
    }
    return true
  }
}

/// Answers like a good static server: ranges, If-Range, ETag.
package func staticFile(
  _ bytes: [UInt8], etag: String? = "\"e1\"", _ request: FaultServer.Request
) -> [FaultServer.Step] {
  let tag = etag.map { [("ETag", $0)] } ?? []
  guard let range = request.range, request["If-Range"] == nil || request["If-Range"] == etag else {
    return [.head(200, tag + [("Content-Length", String(bytes.count))]), .bytes(bytes)]
  }
  guard range.first < bytes.count else {
    return [.head(416, [("Content-Range", "bytes */\(bytes.count)"), ("Content-Length", "0")])]
  }
  let last = min(range.last ?? bytes.count - 1, bytes.count - 1)
  let part = Array(bytes[range.first...last])
  return [
    .head(
      206,
      tag + [
        ("Content-Range", "bytes \(range.first)-\(last)/\(bytes.count)"), ("Content-Length", String(part.count)),
      ]), .bytes(part),
  ]
}

private func systemClose(_ file: Int32) -> Int32 { close(file) }
private func systemSend(_ file: Int32, _ bytes: UnsafeRawPointer?, _ count: Int, _ flags: Int32) -> Int {
  send(file, bytes, count, flags)
}
