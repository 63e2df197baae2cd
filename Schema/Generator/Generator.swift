import Foundation
import TFLiteSchema

/// Writes Swift from a binary schema.
///
/// Usage: `schema-generator <schema.bfbs> <sources> <objects> <tests>`. The folders `sources` (views and layout), `objects`
/// (tables to change and write) and `tests` (a walker over all properties) are created; files that this run does not write
/// are left for the caller to remove.
@main struct Generator {
  static func main() {
    let arguments = CommandLine.arguments
    guard arguments.count == 5 else {
      report("usage: schema-generator <schema.bfbs> <sources> <objects> <tests>")
      exit(64)
    }
    do {
      let emitter = SwiftEmitter(model: try model(from: arguments[1]))
      try write(emitter.files(), into: arguments[2])
      try write(ObjectEmitter(views: emitter).files(), into: arguments[3])
      try write(emitter.testFiles(), into: arguments[4])
    } catch {
      report("schema-generator: \(error)")
      exit(1)
    }
  }

  private static func model(from path: String) throws -> SchemaModel {
    let data = try Data(contentsOf: URL(fileURLWithPath: path))
    return try data.withUnsafeBytes { bytes in
      let root = try StructureVerifier.root(
        of: bytes, identifier: "BFBS", schema: Reflection.layout, limits: VerifierLimits())
      return try SchemaModel(Reflection.Schema(table: root))
    }
  }

  private static func write(_ files: [(name: String, text: String)], into path: String) throws {
    let folder = URL(fileURLWithPath: path, isDirectory: true)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for file in files {
      try Data(file.text.utf8).write(to: folder.appendingPathComponent(file.name))
    }
  }

  private static func report(_ message: String) {
    FileHandle.standardError.write(Data((message + "\n").utf8))
  }
}
