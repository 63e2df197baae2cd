import TFLiteVision

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Pictures and the class of each.
package struct ClassTruth: Sendable {
  /// A class by its name or its number.
  package enum Class: Hashable, Sendable, CustomStringConvertible {
    case name(String)
    case index(Int)

    package var description: String {
      switch self {
      case .name(let name): name
      case .index(let index): "class \(index)"
      }
    }

    /// Whether a model that says `found` is right. Several numbers may have one name.
    func isMatched(by found: Classification) -> Bool {
      switch self {
      case .name(let name): found.label == name
      case .index(let index): found.index == index
      }
    }
  }

  package struct Entry: Sendable {
    package let path: String
    package let truth: Class
  }

  package let entries: [Entry]

  /// Pictures in subfolders that are named by their class.
  /// - Throws: `invalidData` when there is no picture or a folder's name is no class.
  package init(folder: String, labels: Labels?, limit: Int?) throws(ToolError) {
    var entries: [Entry] = []
    for name in try Self.names(in: folder) where FileKind("\(folder)/\(name)") == .folder {
      let pictures = try Self.names(in: "\(folder)/\(name)").filter(Self.isPicture)
      if pictures.isEmpty { continue }
      let truth = try Self.known(name, labels, "\(folder)/\(name)")
      entries += pictures.map { Entry(path: "\(folder)/\(name)/\($0)", truth: truth) }
    }
    if entries.isEmpty {
      throw ToolError(
        .invalidData, folder, expected: "subfolders of pictures named by their class, or a file for --truth",
        found: "none")
    }
    self.entries = Array(entries.prefix(limit ?? .max))
  }

  /// Pictures and classes from a file: CSV lines `picture,class`, or JSON, an object of both or an array of objects
  /// `{"picture": ..., "label": ...}`.
  /// - Throws: `invalidData` naming the line or what else is wrong, `noInput` when the file cannot be read.
  package init(file path: String, folder: String, labels: Labels?, limit: Int?) throws(ToolError) {
    let pairs = path.lowercased().hasSuffix(".json") ? try Self.json(path) : try Self.csv(path)
    var entries: [Entry] = []
    for (place, picture, name) in pairs.prefix(limit ?? .max) {
      entries.append(Entry(path: "\(folder)/\(picture)", truth: try Self.known(name, labels, "\(path), \(place)")))
    }
    if entries.isEmpty { throw ToolError(.invalidData, path, expected: "at least one picture", found: "none") }
    self.entries = entries
  }

  /// - Throws: `invalidData` for a number that is no place among `count` classes.
  func check(_ count: Int) throws(ToolError) {
    for entry in entries {
      if case .index(let index) = entry.truth, index >= count {
        throw ToolError(.invalidData, entry.path, expected: "a class of 0 to \(count - 1)", found: "\(index)")
      }
    }
  }

  private typealias Pair = (place: String, picture: String, name: String)

  private static func known(_ name: String, _ labels: Labels?, _ place: String) throws(ToolError) -> Class {
    if let labels, (0..<labels.count).contains(where: { labels[$0] == name }) { return .name(name) }
    if let index = Int(name), index >= 0 { return .index(index) }
    throw ToolError(
      .invalidData, place,
      expected: labels == nil ? "a class's number, or names with --labels" : "one of the model's labels or a number",
      found: "'\(name)'")
  }

  private static func names(in folder: String) throws(ToolError) -> [String] {
    do {
      return try FileManager.default.contentsOfDirectory(atPath: folder).filter { !$0.hasPrefix(".") }.sorted()
    } catch {
      throw ToolError(.noInput, folder, expected: "a folder that can be read", found: "another thing or nothing")
    }
  }

  private static func isPicture(_ name: String) -> Bool {
    let endings = ["png", "jpg", "jpeg", "bmp", "ppm", "pgm", "pbm", "pnm"]
    return name.lowercased().split(separator: ".").last.map { endings.contains(String($0)) } ?? false
  }

  // MARK: files

  private static func csv(_ path: String) throws(ToolError) -> [Pair] {
    guard let text = String(validating: try TruthFile.data(path), as: UTF8.self) else {
      throw ToolError(.invalidData, path, expected: "UTF-8 text", found: "other bytes")
    }
    var pairs: [Pair] = []
    for row in try CSVText.rows(String(text.drop { $0 == "\u{FEFF}" }), source: path) {
      let cells = row.fields.map(trimmed)
      if cells.allSatisfy(\.isEmpty) { continue }
      guard cells.count == 2, !cells[0].isEmpty, !cells[1].isEmpty else {
        throw ToolError(
          .invalidData, "\(path), line \(row.line)", expected: "a picture and its class, with a comma between them",
          found: "'\(row.fields.joined(separator: ","))'")
      }
      let titles = ["picture", "file", "filename", "image", "path"]
      if pairs.isEmpty, titles.contains(cells[0].lowercased()) { continue }
      pairs.append(("line \(row.line)", cells[0], cells[1]))
    }
    return pairs
  }

  private static func trimmed(_ text: String) -> String {
    String(text.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
  }

  /// A class in JSON: a name or a number.
  private struct Name: Decodable {
    let text: String

    init(from decoder: any Decoder) throws {
      let value = try decoder.singleValueContainer()
      do {
        text = try value.decode(String.self)
      } catch {
        text = String(try value.decode(Int.self))
      }
    }
  }

  private enum File: Decodable {
    struct Entry: Decodable {
      let picture: String
      let label: Name
    }

    case object([String: Name])
    case list([Entry])

    init(from decoder: any Decoder) throws {
      let value = try decoder.singleValueContainer()
      do {
        self = .object(try value.decode([String: Name].self))
      } catch {
        self = .list(try value.decode([Entry].self))
      }
    }
  }

  private static func json(_ path: String) throws(ToolError) -> [Pair] {
    let file: File = try TruthFile.decode(path, "an object of pictures and classes, or an array of picture and label")
    switch file {
    case .object(let object):
      return object.sorted { $0.key < $1.key }.map { ("'\($0.key)'", $0.key, $0.value.text) }
    case .list(let list):
      return list.enumerated().map { ("entry \($0.offset)", $0.element.picture, $0.element.label.text) }
    }
  }
}
