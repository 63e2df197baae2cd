import Foundation
import Testing

/// A model of the collection that lies beside the package, when it is there.
struct SharedModel: Sendable, CustomTestStringConvertible {
  var name: String
  var bytes: [UInt8]

  var testDescription: String { name }
}

enum SharedModels {
  /// The folder that holds the collections.
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../../../shared").standardizedFileURL

  static let isPresent = FileManager.default.fileExists(atPath: folder.appendingPathComponent("models").path)
  static let haveOperators = FileManager.default.fileExists(atPath: folder.appendingPathComponent("ops").path)

  /// The model files, smallest first.
  static func files(upTo size: Int = .max) -> [SharedModel] {
    let root = folder.appendingPathComponent("models")
    let paths = FileManager.default.enumerator(atPath: root.path)?.compactMap { $0 as? String } ?? []
    return paths.filter { $0.hasSuffix(".tflite") }.sorted().compactMap { path in
      guard let data = try? Data(contentsOf: root.appendingPathComponent(path)), data.count <= size else { return nil }
      return SharedModel(name: path, bytes: Array(data))
    }.sorted { $0.bytes.count < $1.bytes.count }
  }

  /// The folders of models inside blobs, each with its list of cases.
  static func blobFolders() -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.appendingPathComponent("ops").path)) ?? []
    return names.sorted().map { "ops/\($0)/cases.json" }.filter {
      FileManager.default.fileExists(atPath: folder.appendingPathComponent($0).path)
    }
  }

  /// The models of one folder's cases.
  static func models(ofCases path: String) throws -> [SharedModel] {
    struct Cases: Decodable {
      struct Case: Decodable {
        var name: String
        /// Offset and count in the blob.
        var model: [Int]
      }
      var cases: [Case]
    }
    let url = folder.appendingPathComponent(path)
    let cases = try JSONDecoder().decode(Cases.self, from: Data(contentsOf: url)).cases
    let blob = try Data(contentsOf: url.deletingLastPathComponent().appendingPathComponent("blob.bin"))
    return cases.map { entry in
      SharedModel(name: entry.name, bytes: Array(blob[entry.model[0]..<entry.model[0] + entry.model[1]]))
    }
  }
}
