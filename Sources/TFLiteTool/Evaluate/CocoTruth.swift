import TFLiteVision

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Pictures and the objects in them, from an annotation file in COCO's form.
package struct CocoTruth: Sendable {
  package struct Image: Sendable {
    package let id: Int
    package let path: String
  }

  /// In the order of their numbers.
  package let images: [Image]
  package let objects: [CocoObject]
  /// Names by number.
  package let categories: [Int: String]

  private struct File: Decodable {
    struct Image: Decodable {
      let id: Int
      let fileName: String

      enum CodingKeys: String, CodingKey {
        case id
        case fileName = "file_name"
      }
    }

    struct Annotation: Decodable {
      let image: Int
      let category: Int
      let bbox: [Double]
      let area: Double?
      let isCrowd: Int?

      enum CodingKeys: String, CodingKey {
        case image = "image_id"
        case category = "category_id"
        case bbox, area
        case isCrowd = "iscrowd"
      }
    }

    struct Category: Decodable {
      let id: Int
      let name: String
    }

    let images: [Image]
    let annotations: [Annotation]
    let categories: [Category]
  }

  /// - Parameters:
  ///   - file: the annotations.
  ///   - folder: where the pictures are.
  ///   - limit: how many of the pictures count, those with the lowest numbers.
  /// - Throws: `invalidData` naming what is wrong, `noInput` when the file cannot be read.
  package init(file path: String, folder: String, limit: Int?) throws(ToolError) {
    let file: File = try TruthFile.decode(path, "COCO annotations: images, annotations and categories")
    var known: Set<Int> = []
    for image in file.images where !known.insert(image.id).inserted {
      throw ToolError(.invalidData, path, expected: "each image's id once", found: "\(image.id) again")
    }
    let chosen = file.images.sorted { $0.id < $1.id }.prefix(limit ?? .max)
    images = chosen.map { Image(id: $0.id, path: folder + "/" + $0.fileName) }
    categories = Dictionary(file.categories.map { ($0.id, $0.name) }) { first, _ in first }
    let ids = Set(chosen.map(\.id))
    var objects: [CocoObject] = []
    for (index, entry) in file.annotations.enumerated() {
      let place = "\(path), annotation \(index)"
      guard known.contains(entry.image) else {
        throw ToolError(.invalidData, place, expected: "the id of an image", found: "image_id \(entry.image)")
      }
      guard categories[entry.category] != nil else {
        throw ToolError(
          .invalidData, place, expected: "the id of a category", found: "category_id \(entry.category)")
      }
      guard entry.bbox.count == 4, entry.bbox.allSatisfy(\.isFinite), entry.bbox[2] >= 0, entry.bbox[3] >= 0 else {
        throw ToolError(
          .invalidData, place, expected: "a bbox of left, top, width and height in pixels", found: "\(entry.bbox)")
      }
      guard ids.contains(entry.image) else { continue }
      let box = CocoBox(x: entry.bbox[0], y: entry.bbox[1], width: entry.bbox[2], height: entry.bbox[3])
      objects.append(
        CocoObject(
          image: entry.image, category: entry.category, box: box, area: entry.area ?? box.area,
          isCrowd: entry.isCrowd == 1))
    }
    self.objects = objects
    if images.isEmpty { throw ToolError(.invalidData, path, expected: "at least one image", found: "none") }
  }
}

/// Files with truth.
enum TruthFile {
  static func data(_ path: String) throws(ToolError) -> Data {
    Data(try MappedFile.copy(of: path))
  }

  /// - Parameter what: what the file is to hold, for the message when it holds something else.
  static func decode<Value: Decodable>(_ path: String, _ what: String) throws(ToolError) -> Value {
    let data = try data(path)
    do {
      return try JSONDecoder().decode(Value.self, from: data)
    } catch let error as DecodingError {
      throw ToolError(.invalidData, path, expected: what, found: reason(error))
    } catch {
      throw ToolError(.invalidData, path, expected: what, found: "\(error)")
    }
  }

  private static func reason(_ error: DecodingError) -> String {
    func place(_ context: DecodingError.Context) -> String {
      let keys = context.codingPath.map { $0.intValue.map { "[\($0)]" } ?? $0.stringValue }
      return keys.isEmpty ? "" : " at \(keys.joined(separator: "."))"
    }
    switch error {
    case .keyNotFound(let key, let context): return "no '\(key.stringValue)'\(place(context))"
    case .typeMismatch(_, let context), .valueNotFound(_, let context): return "another kind of value\(place(context))"
    case .dataCorrupted(let context): return "text that is not JSON, or a number that does not fit\(place(context))"
    @unknown default: return "something else"
    }
  }
}
