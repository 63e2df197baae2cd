import Foundation
import TFLiteSchema

/// Writes `Sources/TFLiteSchema/Generated` from a binary schema.
///
/// Usage: `schema-generator <schema.bfbs> <output folder>`. The folder is created; files of an earlier run that this one
/// does not write are left for the caller to remove.
@main struct Generator {
  static func main() {
    let arguments = CommandLine.arguments
    guard arguments.count == 3 else {
      report("usage: schema-generator <schema.bfbs> <output folder>")
      exit(64)
    }
    do {
      try generate(from: arguments[1], into: URL(fileURLWithPath: arguments[2], isDirectory: true))
    } catch {
      report("schema-generator: \(error)")
      exit(1)
    }
  }

  private static func generate(from path: String, into folder: URL) throws {
    let data = try Data(contentsOf: URL(fileURLWithPath: path))
    let files = try data.withUnsafeBytes { bytes in
      let root = try StructureVerifier.root(
        of: bytes, identifier: "BFBS", schema: Reflection.layout, limits: VerifierLimits())
      return SwiftEmitter(model: try SchemaModel(Reflection.Schema(table: root))).files()
    }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for file in files {
      try Data(file.text.utf8).write(to: folder.appendingPathComponent(file.name))
    }
  }

  private static func report(_ message: String) {
    FileHandle.standardError.write(Data((message + "\n").utf8))
  }
}
