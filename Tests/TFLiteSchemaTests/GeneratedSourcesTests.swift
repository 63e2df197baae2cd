import Foundation
import Testing

/// The committed views are what the schema gives.
@Suite struct GeneratedSourcesTests {
  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../..").standardizedFileURL

  /// The generator that the build put beside these tests.
  private static var generator: String? {
    var folder = Bundle.main.executableURL?.deletingLastPathComponent()
    for argument in CommandLine.arguments where argument.hasSuffix(".xctest") {
      folder = URL(fileURLWithPath: argument).deletingLastPathComponent()
    }
    guard let path = folder?.appendingPathComponent("schema-generator").path,
      FileManager.default.isExecutableFile(atPath: path)
    else { return nil }
    return path
  }

  private static var hasTools: Bool {
    let folders = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":") ?? []
    let hasFlatc = folders.contains { FileManager.default.isExecutableFile(atPath: "\($0)/flatc") }
    return hasFlatc && generator != nil
  }

  @Test(.enabled(if: hasTools, "needs flatc (Debian: flatbuffers-compiler) and the built schema-generator"))
  func areUpToDate() throws {
    #if os(macOS) || os(Linux)
    let process = Process()
    process.executableURL = Self.root.appendingPathComponent("Schema/generate")
    process.arguments = ["--check"]
    process.environment = ProcessInfo.processInfo.environment.merging(
      ["SCHEMA_GENERATOR": try #require(Self.generator)], uniquingKeysWith: { $1 })
    let output = Pipe()
    process.standardError = output
    try process.run()
    let report = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0, "\(String(decoding: report, as: UTF8.self))")
    #endif
  }
}
