import Foundation

/// The built tool, run as users run it.
struct ToolProcess {
  let status: Int32
  let outputBytes: [UInt8]
  let error: String

  /// Runs `tflite` with `arguments`.
  init(_ arguments: [String]) throws { try self.init(Self.tool, arguments) }

  /// Runs a shell script in which `$TOOL` is the tool.
  init(script: String) throws { try self.init(URL(fileURLWithPath: "/bin/sh"), ["-c", script]) }

  private init(_ executable: URL, _ arguments: [String]) throws {
    let process = Process()
    process.executableURL = executable
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment.merging(["TOOL": Self.tool.path]) { $1 }
    // Files, so that neither stream can fill up while the other is read.
    let folder = try TemporaryFolder()
    let streams = ["output", "error"].map { folder.path($0) }
    for path in streams { _ = FileManager.default.createFile(atPath: path, contents: nil) }
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle(forWritingAtPath: streams[0])
    process.standardError = FileHandle(forWritingAtPath: streams[1])
    try process.run()
    process.waitUntilExit()
    status = process.terminationStatus
    outputBytes = try folder.read("output")
    error = String(decoding: try folder.read("error"), as: UTF8.self)
  }

  /// The tool stands beside the tests.
  private static let tool: URL = {
    #if os(macOS)
    let tests = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") } ?? Bundle.main
    return tests.bundleURL.deletingLastPathComponent().appendingPathComponent("tflite")
    #else
    let tests = Bundle.main.executableURL ?? URL(fileURLWithPath: CommandLine.arguments[0])
    return tests.deletingLastPathComponent().appendingPathComponent("tflite")
    #endif
  }()

  var output: String { String(decoding: outputBytes, as: UTF8.self) }

  /// Whether standard output is Swift for an application of the runtime, whose modules lie beside the tests.
  func compiles() throws -> Bool {
    let folder = try TemporaryFolder()
    let source = try folder.write(outputBytes, "Printed.swift")
    let script = "swiftc -typecheck -swift-version 6 -I \"$(dirname \"$TOOL\")/Modules\" '\(source)'"
    return try ToolProcess(script: script).status == 0
  }

  /// Standard output as JSON.
  func json() throws -> [String: any Sendable] {
    let value = try JSONSerialization.jsonObject(with: Data(output.utf8))
    return value as? [String: any Sendable] ?? [:]
  }

  /// Whether standard error holds one line and nothing else.
  var hasOneLineError: Bool { error.hasSuffix("\n") && error.dropLast().allSatisfy { $0 != "\n" } && error.count > 1 }
}

/// A folder that goes away with its last reference.
final class TemporaryFolder {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory.appendingPathComponent("tflite-tests-" + UUID().uuidString)
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  func path(_ name: String) -> String { url.appendingPathComponent(name).path }

  @discardableResult
  func write(_ bytes: [UInt8], _ name: String) throws -> String {
    try Data(bytes).write(to: url.appendingPathComponent(name))
    return path(name)
  }

  @discardableResult
  func write(_ text: String, _ name: String) throws -> String { try write(Array(text.utf8), name) }

  func read(_ name: String) throws -> [UInt8] { Array(try Data(contentsOf: url.appendingPathComponent(name))) }
}

/// Files that tests read.
enum Fixture {
  static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  static func example(_ name: String) -> String { root.appendingPathComponent("Examples/" + name).path }

  /// The conformance models beside the package, not part of it.
  static func model(_ name: String) -> String {
    root.deletingLastPathComponent().appendingPathComponent("shared/models/" + name).path
  }

  static let hasModels = FileManager.default.fileExists(atPath: model("README.md"))
}
