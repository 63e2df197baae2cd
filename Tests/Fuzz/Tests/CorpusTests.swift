import Foundation
import FuzzTargets
import Testing

/// What the fuzzer has found and kept is read again, so that a fault that was mended stays so.
///
/// A target ends the process where it finds a fault; its name then stands in the last line that was printed.
@Suite struct CorpusTests {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("Corpus")

  @Test(arguments: FuzzTarget.all.map(\.name))
  func isReadWithoutAFault(name: String) throws {
    let target = try #require(FuzzTarget.all.first { $0.name == name })
    let lines = try String(contentsOf: Self.folder.appendingPathComponent(name), encoding: .utf8).split(separator: "\n")
    #expect(!lines.isEmpty)
    for (number, line) in lines.enumerated() {
      let input = try #require(Data(base64Encoded: String(line)), "\(name), line \(number + 1) is not base64")
      input.withUnsafeBytes { target.read($0) }
    }
    for seed in target.seeds() { seed.withUnsafeBytes { target.read($0) } }
  }

  /// Each file of the corpus belongs to a target.
  @Test func filesAreThoseOfTargets() throws {
    let files = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
    #expect(files.filter { !$0.hasPrefix(".") }.sorted() == FuzzTarget.all.map(\.name).sorted())
  }
}
