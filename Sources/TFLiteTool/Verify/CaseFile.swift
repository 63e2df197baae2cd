import TFLiteRuntime

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What `cases.json` holds.
struct CaseFile: Decodable {
  /// A range of the blob.
  struct Slice: Decodable {
    let offset: Int
    let count: Int

    init(from decoder: any Decoder) throws {
      var values = try decoder.unkeyedContainer()
      offset = try values.decode(Int.self)
      count = try values.decode(Int.self)
    }
  }

  struct Input: Decodable {
    let name: String
    let type: String
    let shape: [Int]
    let data: Slice
    /// The name in the case's signature.
    let signature: String?
  }

  struct Output: Decodable {
    let name: String
    let type: String
    let shape: [Int]
    let reference: Slice
    let xnnpack: Slice?
    let tolerance: Double?
    let disputed: Bool?
    let signature: String?
  }

  /// One invocation.
  struct Step: Decodable {
    let inputs: [Input]
    let outputs: [Output]
  }

  struct Case: Decodable {
    let name: String
    let operators: [String]
    /// The model inside the blob.
    let model: Slice?
    /// The model beside `cases.json`.
    let modelFile: String?
    /// The signature to run instead of the primary subgraph.
    let signature: String?
    let steps: [Step]

    private enum Key: String, CodingKey {
      case name, ops, model
      case modelFile = "model_file"
      case signature, inputs, outputs, steps
    }

    init(from decoder: any Decoder) throws {
      let values = try decoder.container(keyedBy: Key.self)
      name = try values.decode(String.self, forKey: .name)
      operators = try values.decodeIfPresent([String].self, forKey: .ops) ?? []
      model = try values.decodeIfPresent(Slice.self, forKey: .model)
      modelFile = try values.decodeIfPresent(String.self, forKey: .modelFile)
      signature = try values.decodeIfPresent(String.self, forKey: .signature)
      if let steps = try values.decodeIfPresent([Step].self, forKey: .steps) {
        self.steps = steps
      } else {
        steps = [
          Step(
            inputs: try values.decode([Input].self, forKey: .inputs),
            outputs: try values.decode([Output].self, forKey: .outputs))
        ]
      }
    }
  }

  let cases: [Case]
}

/// A folder of cases with its blob.
struct CaseFolder: Sendable {
  /// The name in reports.
  let name: String
  let path: String
  let blob: MappedFile
}

/// One case to verify.
struct VerifyCase: @unchecked Sendable {
  let folder: CaseFolder
  let content: CaseFile.Case

  var name: String { folder.name + "/" + content.name }

  /// All cases at `paths`: folders with `cases.json`, trees of such folders, or models with a `cases.json` beside them.
  /// - Throws: `noInput` for paths without cases, `invalidData` for files that are not in the format.
  static func find(_ paths: [String]) throws(ToolError) -> [VerifyCase] {
    var cases: [VerifyCase] = []
    for path in paths {
      let url = URL(fileURLWithPath: path)
      var found: [VerifyCase] = []
      switch FileKind(path) {
      case .missing: throw ToolError(.noInput, path, expected: "a folder with cases.json or a model", found: "nothing")
      case .file:
        let folder = url.deletingLastPathComponent()
        found = try read(folder.path, name: folder.lastPathComponent)
          .filter { $0.content.modelFile == url.lastPathComponent }
      case .folder:
        for relative in folders(under: path) {
          let name = relative.isEmpty ? url.lastPathComponent : relative
          found += try read(relative.isEmpty ? path : path + "/" + relative, name: name)
        }
      }
      if found.isEmpty { throw ToolError(.noInput, path, expected: "cases.json with cases", found: "no case") }
      cases += found
    }
    return cases
  }

  /// The folders with cases at and below `root`, as paths relative to it, in order of name.
  private static func folders(under root: String) -> [String] {
    var found: [String] = []
    var pending = [""]
    while let relative = pending.popLast() {
      let path = relative.isEmpty ? root : root + "/" + relative
      if FileKind(path + "/cases.json") == .file { found.append(relative) }
      for entry in (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? [] where !entry.hasPrefix(".") {
        if FileKind(path + "/" + entry) == .folder { pending.append(relative.isEmpty ? entry : relative + "/" + entry) }
      }
    }
    return found.sorted()
  }

  private static func read(_ folder: String, name: String) throws(ToolError) -> [VerifyCase] {
    let path = folder + "/cases.json"
    let text = Data(try MappedFile.copy(of: path))
    let decoded: CaseFile
    do {
      decoded = try JSONDecoder().decode(CaseFile.self, from: text)
    } catch let error as DecodingError {
      throw ToolError(.invalidData, path, expected: "cases in the conformance format", found: error.oneLine)
    } catch {
      throw ToolError(.invalidData, path, expected: "JSON", found: "\(error)")
    }
    let description = CaseFolder(name: name, path: folder, blob: try MappedFile(path: folder + "/blob.bin"))
    return decoded.cases.map { VerifyCase(folder: description, content: $0) }
  }
}

extension DecodingError {
  /// The place and the reason on one line.
  var oneLine: String {
    let (context, what): (Context, String) =
      switch self {
      case .keyNotFound(let key, let context): (context, "no '\(key.stringValue)'")
      case .valueNotFound(_, let context): (context, "null")
      case .typeMismatch(_, let context): (context, "a value of another type")
      case .dataCorrupted(let context): (context, "text that is not JSON, or a number that does not fit")
      @unknown default: (Context(codingPath: [], debugDescription: ""), "something else")
      }
    let place = context.codingPath.map { $0.intValue.map { "[\($0)]" } ?? "." + $0.stringValue }.joined()
    return place.isEmpty ? what : what + " at " + place
  }
}
