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

/// Measures the budgets of remote models over loopback: `hosting-benchmark [MEGABYTES]`. The server is a process of its own,
/// so that its memory is not counted.
let arguments = CommandLine.arguments
if arguments.count == 3, arguments[1] == "serve" {
  try serve(megabytes: Int(arguments[2]) ?? 300)
} else {
  try await measure(megabytes: arguments.count > 1 ? Int(arguments[1]) ?? 300 : 300)
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

func serve(megabytes: Int) throws {
  let bytes = content(megabytes * 1_000_000)
  let server = try FaultServer { request in
    let tag = ("ETag", "\"e1\"")
    if request["If-None-Match"] == tag.1 { return [.head(304, [tag])] }
    guard let range = request.range else {
      return [.head(200, [tag, ("Content-Length", "\(bytes.count)")]), .bytes(bytes)]
    }
    let last = min(range.last ?? bytes.count - 1, bytes.count - 1)
    return [
      .head(
        206,
        [
          tag, ("Content-Range", "bytes \(range.first)-\(last)/\(bytes.count)"),
          ("Content-Length", "\(last - range.first + 1)"),
        ]), .bytes(Array(bytes[range.first...last])),
    ]
  }
  print(server.port)
  fflush(nil)
  // Lives as long as its parent holds the pipe.
  _ = FileHandle.standardInput.readDataToEndOfFile()
}

func measure(megabytes: Int) async throws {
  let child = Process()
  child.executableURL = URL(fileURLWithPath: CommandLine.arguments[0])
  child.arguments = ["serve", "\(megabytes)"]
  let output = Pipe()
  let input = Pipe()
  child.standardOutput = output
  child.standardInput = input
  try child.run()
  defer { child.terminate() }
  let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
  guard let port = Int(line.trimmingCharacters(in: .whitespacesAndNewlines)),
    let url = URL(string: "http://127.0.0.1:\(port)/m.tflite")
  else { throw HostingError(.unavailable, "The server did not start: it printed \(line.debugDescription).") }
  let folder = FileManager.default.temporaryDirectory.appendingPathComponent("hosting-benchmark-\(UUID().uuidString)")
  defer { try? FileManager.default.removeItem(at: folder) }
  let store = try ModelStore(at: folder)
  let library = ModelLibrary(
    host: FileHost(url.absoluteString.replacingOccurrences(of: "m.tflite", with: "{name}")), store: store)

  let size = Double(megabytes) * 1e6
  let before = peakMemory()
  let download = try await awaitedSeconds { _ = try await library.update("m.tflite") }
  print("download of \(megabytes) MB: \(rate(size, download)), peak memory \(peakMemory()) MB (\(before) MB before)")
  let curl = try seconds {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["curl", "-s", "-o", folder.appendingPathComponent("curl.out").path, url.absoluteString]
    try process.run()
    process.waitUntilExit()
  }
  print("curl -o: \(rate(size, curl)); download is \(Int(curl / download * 100)) % of it")

  let transport = try await awaitedSeconds { try await URLSessionTransport().send(TransferRequest(url), to: Counter()) }
  print("URLSessionTransport alone, one request: \(rate(size, transport)); \(Int(curl / transport * 100)) % of curl")
  let unchanged = try await awaitedSeconds { for _ in 0..<100 { _ = try await library.update("m.tflite") } }
  print("update with nothing newer: \((unchanged * 10_000).rounded() / 1_000) ms each")

  let bytes = content(64_000_000)
  var hash = SHA256()
  let start = clock()
  let hashing = seconds { bytes.withUnsafeBytes { hash.update($0) } }
  let processor = Double(clock() - start) / Double(CLOCKS_PER_SEC)
  print(
    "SHA-256: \(rate(64e6, hashing)), \(Int(64 / processor)) MB per second of the processor, \(hash.finish().description.prefix(8))"
  )

  let rounds = 10_000
  let latest = seconds { for _ in 0..<rounds { precondition(store.latest("m.tflite") != nil) } }
  print("latest, warm: \(latest / Double(rounds) * 1e6) µs")
}

/// Takes an answer and forgets it.
final class Counter: BodySink {
  func begin(_ head: ResponseHead) throws(HostingError) {}
  func receive(_ bytes: UnsafeRawBufferPointer) throws(HostingError) {}
}

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

func rate(_ bytes: Double, _ seconds: Double) -> String {
  "\(Int(bytes / seconds / 1e6)) MB/s in \((seconds * 100).rounded() / 100) s"
}

/// The largest resident size so far, in MB.
func peakMemory() -> Int {
  var usage = rusage()
  #if canImport(Glibc)
  getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
  #else
  getrusage(RUSAGE_SELF, &usage)
  #endif
  #if canImport(Darwin)
  return usage.ru_maxrss >> 20
  #else
  return usage.ru_maxrss >> 10
  #endif
}
