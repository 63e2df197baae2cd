import Foundation
import ModelHosting
import ModelInterpreterKit
import TestSupport

/// A web server with models, whose files can be replaced, held back and taken away.
final class Publisher: @unchecked Sendable {
  /// How the file of a name is served.
  enum Manner: Sendable {
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

  let server: FaultServer
  private let shelf = Shelf()

  init() throws {
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
  static func tag(_ bytes: [UInt8]) -> String {
    var digest = SHA256()
    bytes.withUnsafeBytes { digest.update($0) }
    return String(digest.finish().description.prefix(20))
  }

  func publish(_ bytes: [UInt8], as name: String, _ manner: Manner = .whole) {
    shelf.lock.withLock { shelf.files[name] = (bytes, manner) }
  }

  var host: FileHost { FileHost("http://127.0.0.1:\(server.port)/{name}.tflite") }

  /// The requests for the bytes of a name's file, without those that ask whether there is a new one.
  func bodies(of name: String) -> Int {
    server.log.filter { Self.name(in: $0.target) == name && !($0.range.map { $0 == (0, 0) } ?? false) }.count
  }
}

/// A folder of its own for a store, which goes with the object.
final class StoreFolder: Sendable {
  let url = FileManager.default.temporaryDirectory.appendingPathComponent("hosted-\(UUID())")

  deinit { try? FileManager.default.removeItem(at: url) }

  /// A library as the next launch of the app makes it.
  func library(_ publisher: Publisher, activation: Activation = .nextLaunch) throws -> ModelLibrary {
    try ModelLibrary(publisher.host, store: ModelStore(at: url), activation: activation)
  }
}

enum Models {
  /// Multiplies four floats by 3. `padding` tells versions apart that do the same.
  static func timesThree(padding: Int = 0) -> [UInt8] {
    versioned(SmallModels.timesThree(.float32([1, 4]), output: .float32([1, 4])), padding)
  }

  /// Negates four floats.
  static func negated() -> [UInt8] {
    ModelBuilder([
      .init(
        tensors: [.float32([1, 4]), .float32([1, 4])], inputs: [0], outputs: [1],
        operators: [.init(.neg, inputs: [0], outputs: [1])])
    ]).build()
  }

  /// Runs, on other operands than four floats.
  static func wide() -> [UInt8] {
    ModelBuilder([
      .init(
        tensors: [.float32([1, 5]), .float32([1, 5], [1, 2, 3, 4, 5]), .float32([1, 5])], inputs: [0], outputs: [2],
        operators: [.init(.add, inputs: [0, 1], outputs: [2])])
    ]).build()
  }

  /// Passes the check of a download, and cannot be prepared: the operands do not broadcast.
  static func unpreparable() -> [UInt8] {
    ModelBuilder([
      .init(
        tensors: [.float32([1, 4]), .float32([1, 3], [1, 2, 3]), .float32([1, 4])], inputs: [0], outputs: [2],
        operators: [.init(.add, inputs: [0, 1], outputs: [2])])
    ]).build()
  }

  /// A model that is read, and has an operator that nobody executes.
  static func withUnknownOperator() -> [UInt8] {
    ModelBuilder([
      .init(
        tensors: [.float32([1, 4]), .float32([1, 4])], inputs: [0], outputs: [1],
        operators: [.init(custom: "NoSuchOperator", inputs: [0], outputs: [1])])
    ]).build()
  }

  private static func versioned(_ model: ModelBuilder, _ padding: Int) -> [UInt8] {
    // Bytes behind a model belong to nobody.
    model.build() + [UInt8](repeating: 0, count: padding)
  }
}
