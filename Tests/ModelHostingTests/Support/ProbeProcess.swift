import Foundation

#if os(macOS) || os(Linux)
/// `hosting-probe`, which the package builds beside the tests.
final class ProbeProcess: @unchecked Sendable {
  // Safe because a test starts it, and waits for it, on one thread.
  private let process = Process()
  private let output = Pipe()
  private var seen = Data()

  init(_ arguments: [String]) throws {
    process.executableURL = Self.executable
    process.arguments = arguments
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
  }

  deinit { kill() }

  private static var executable: URL {
    // On macOS the tests are a bundle beside the program, on Linux a program.
    let tests =
      Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }?.bundleURL
      ?? URL(fileURLWithPath: CommandLine.arguments[0])
    return tests.deletingLastPathComponent().appendingPathComponent("hosting-probe")
  }

  /// The next line; nil at the end.
  func line() -> String? {
    while true {
      if let end = seen.firstIndex(of: 10) {
        defer { seen = Data(seen[(end + 1)...]) }
        return String(decoding: seen[..<end], as: UTF8.self)
      }
      let more = output.fileHandleForReading.availableData
      guard !more.isEmpty else { return nil }
      seen += more
    }
  }

  /// All lines that are left, once the process has ended.
  func end() -> [String] {
    var lines: [String] = []
    while let line = line() { lines.append(line) }
    process.waitUntilExit()
    return lines
  }

  /// Ends the process as the system does: without a chance to tidy up.
  func kill() {
    guard process.isRunning else { return }
    systemKill(process.processIdentifier)
    process.waitUntilExit()
  }
}

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

private func systemKill(_ process: Int32) { _ = kill(process, SIGKILL) }
#endif
