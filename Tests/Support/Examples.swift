import Foundation
import TFLiteVision

/// The models, pictures and recorded results in the folder Examples.
package enum Examples {
  /// The path of a file there.
  package static func path(_ file: String) -> String {
    URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("Examples").appendingPathComponent(file).path
  }

  /// The RGB bytes of a picture, the whole of it resized to `width` and `height`.
  package static func pixels(_ picture: String, width: Int, height: Int) throws -> [UInt8] {
    try Preprocessing(width: width, height: height, encoding: .raw(.uint8))
      .bytes(of: Picture(contentsOf: path("pictures/\(picture)")))
  }

  /// What LiteRT answers for the scenes.
  package static func expectedScenes() throws -> [Scene] {
    try decode(Scenes.self, "expected/shapes-detector.json").scenes
  }

  /// What LiteRT answers for the single shapes; `model` is `classifier_float` or `classifier_int8`.
  package static func expectedShapes(_ model: String) throws -> Shapes {
    try decode(Shapes.self, "expected/\(model).json")
  }

  private static func decode<T: Decodable>(_ type: T.Type, _ file: String) throws -> T {
    try JSONDecoder().decode(type, from: Data(contentsOf: URL(fileURLWithPath: path(file))))
  }

  private struct Scenes: Decodable {
    var scenes: [Scene]
  }

  package struct Scene: Decodable, Sendable {
    package struct Detection: Decodable, Sendable {
      package var label: String
      package var score: Float
      package var box: Box
    }

    package struct Box: Decodable, Sendable {
      package var top: Float
      package var left: Float
      package var bottom: Float
      package var right: Float
    }

    package var picture: String
    package var width: Int
    package var height: Int
    package var detections: [Detection]
  }

  package struct Shapes: Decodable, Sendable {
    package struct Shape: Decodable, Sendable {
      package var picture: String
      package var label: String?
      package var probabilities: [Float]
      package var output: [Int]?
    }

    package var labels: [String]
    package var pictures: [Shape]
  }
}
