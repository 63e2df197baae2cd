import Foundation
import HostingTestSupport
import ModelHosting

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A table of budgets.
struct Report {
  private var broken = 0
  private var count = 0

  mutating func add(_ what: String, _ budget: String, _ found: String, _ holds: Bool) {
    count += 1
    if !holds { broken += 1 }
    print("\(holds ? "holds " : "BROKEN")  \(what): \(found) (budget \(budget))")
  }

  func note(_ text: String) { print("        \(text)") }

  func finish() { print("\(count - broken) of \(count) budgets hold") }
}

/// A folder that is removed in the end.
final class Workspace {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  func new(_ name: String) -> URL { folder.url.appendingPathComponent(name) }
}

/// A file of random bytes that begins like a model.
func content(_ count: Int) -> [UInt8] {
  var state: UInt64 = 0x9e37_79b9_7f4a_7c15
  var bytes = [UInt8](repeating: 0, count: count)
  for index in stride(from: 0, to: count, by: 8) {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    withUnsafeBytes(of: state) { word in
      for offset in 0..<min(8, count - index) { bytes[index + offset] = word[offset] }
    }
  }
  bytes.replaceSubrange(4..<8, with: Array("TFL3".utf8))
  return bytes
}

/// A web server with one model.
struct Site {
  static let name = "m.tflite"
  static let tag = "\"e1\""
  private let server: FaultServer

  init(bytes: [UInt8]) throws { server = try Self.server(bytes) }

  var url: URL { server.url("/\(Self.name)") }
  var template: String { server.url("/").absoluteString + "{name}" }
  var requests: Int { server.log.count }

  static func server(_ bytes: [UInt8]) throws -> FaultServer {
    try FaultServer { request in
      request["If-None-Match"] == tag ? [.head(304, [("ETag", tag)])] : staticFile(bytes, etag: tag, request)
    }
  }
}

/// Installs bytes from memory, as a download does.
func install(_ bytes: [UInt8], as name: String, version: String, in store: ModelStore) throws -> InstalledModel {
  let version = ModelVersion(id: version, byteCount: Int64(bytes.count))
  guard let partial = try store.openPartial(of: version, for: name, host: "benchmark", resumes: false) else {
    throw HostingError(.unavailable, "The file of '\(name)' is in use.")
  }
  try bytes.withUnsafeBytes { bytes in
    for start in stride(from: 0, to: bytes.count, by: 16 << 10) {
      try partial.append(UnsafeRawBufferPointer(rebasing: bytes[start..<min(bytes.count, start + 16 << 10)]))
    }
  }
  return try store.install(partial, activation: .nextLaunch) { _ in }
}

/// This program once more, with other arguments.
final class Child {
  private let process = Process()
  private let output = Pipe()
  private let input = Pipe()
  private var seen = ""

  init(_ arguments: [String]) throws {
    process.executableURL = URL(fileURLWithPath: CommandLine.arguments[0])
    process.arguments = arguments
    process.standardOutput = output
    process.standardInput = input
    try process.run()
  }

  deinit { kill() }

  /// The next line; what is left at the end.
  func line() -> String {
    while true {
      if let end = seen.firstIndex(of: "\n") {
        defer { seen.removeSubrange(...end) }
        return String(seen[..<end])
      }
      let more = output.fileHandleForReading.availableData
      if more.isEmpty { return seen }
      seen += String(decoding: more, as: UTF8.self)
    }
  }

  func kill() {
    guard process.isRunning else { return }
    systemKill(process.processIdentifier)
    process.waitUntilExit()
  }
}

private func systemKill(_ process: Int32) { _ = kill(process, SIGKILL) }

func seconds(_ body: () throws -> Void) rethrows -> Double {
  let start = DispatchTime.now().uptimeNanoseconds
  try body()
  return Double(DispatchTime.now().uptimeNanoseconds - start) / 1e9
}

func awaitedSeconds(_ body: () async throws -> Void) async rethrows -> Double {
  let start = DispatchTime.now().uptimeNanoseconds
  try await body()
  return Double(DispatchTime.now().uptimeNanoseconds - start) / 1e9
}

func rounded(_ number: Double) -> Double { (number * 1_000).rounded() / 1_000 }

/// The largest resident size so far, in MB.
func peakMemory() -> Int {
  #if os(Linux)
  // What getrusage tells of a process begins with the size of the one that started it.
  let status = FileManager.default.contents(atPath: "/proc/self/status").map { String(decoding: $0, as: UTF8.self) }
  let line = status?.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
  return (line?.split(separator: " ").compactMap { Int($0) }.first ?? 0) >> 10
  #else
  var usage = rusage()
  getrusage(RUSAGE_SELF, &usage)
  return usage.ru_maxrss >> 20
  #endif
}

/// The resident size in KiB where the system tells it, else the largest so far.
func residentMemory() -> Int {
  let fields = FileManager.default.contents(atPath: "/proc/self/statm").map { String(decoding: $0, as: UTF8.self) }
  let pages = fields?.split(separator: " ").dropFirst().first.flatMap { Int($0) }
  return pages.map { $0 * Int(sysconf(Int32(_SC_PAGESIZE))) / 1_024 } ?? peakMemory() << 10
}
