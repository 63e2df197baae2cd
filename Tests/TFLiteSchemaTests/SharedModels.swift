import Foundation

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

  /// The folders of models inside blobs.
  static func blobFolders() -> [String] {
    ["models", "ops"].flatMap { collection -> [String] in
      let root = folder.appendingPathComponent(collection)
      let paths = FileManager.default.enumerator(atPath: root.path)?.compactMap { $0 as? String } ?? []
      return paths.filter { $0.hasSuffix("cases.json") }.sorted().map { collection + "/" + $0 }
    }
  }

  /// The models of one folder's cases: parts of the blob, or files.
  static func models(ofCases path: String) throws -> [SharedModel] {
    struct Cases: Decodable {
      struct Case: Decodable {
        var name: String
        var model: Model
      }
      enum Model: Decodable {
        case part(offset: Int, count: Int)
        case file

        init(from decoder: any Decoder) throws {
          if let range = try? decoder.singleValueContainer().decode([Int].self), range.count == 2 {
            self = .part(offset: range[0], count: range[1])
          } else {
            self = .file
          }
        }
      }
      var cases: [Case]
    }
    let url = folder.appendingPathComponent(path)
    let cases = try JSONDecoder().decode(Cases.self, from: Data(contentsOf: url)).cases
    let blob = url.deletingLastPathComponent().appendingPathComponent("blob.bin")
    guard let data = try? Data(contentsOf: blob, options: .mappedIfSafe) else { return [] }
    return cases.compactMap { entry in
      guard case .part(let offset, let count) = entry.model else { return nil }
      return SharedModel(name: entry.name, bytes: Array(data[offset..<offset + count]))
    }
  }
}
