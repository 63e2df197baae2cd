import Foundation

/// The `tflite_metadata.json` that an AutoML export puts beside the model.
public struct AutoMLMetadata: Hashable, Sendable {
  /// Columns of the model's input; 320 where the file does not say.
  public var imageWidth: Int
  /// Rows of the model's input; 320 where the file does not say.
  public var imageHeight: Int
  /// Channels of the model's input; 3 where the file does not say.
  public var imageChannels: Int
  /// Pictures at a time; 1 where the file does not say.
  public var batchSize: Int
  /// The most detections that the model gives; 40 where the file does not say.
  public var maximumDetections: Int
  /// How the model computes, for example "QUANTIZED_UINT8".
  public var inferenceType: String?
  /// The input's element type, for example "QUANTIZED_UINT8" or "FLOAT".
  public var inputType: String?
  /// The input tensor's name.
  public var inputTensor: String?
  /// The output tensors' names in their order.
  public var outputTensors: [String]
  /// What each output is, for example "bounding_boxes".
  public var outputRepresentations: [String]
  /// The TensorFlow versions that the model is for.
  public var supportedVersions: [String]

  /// The values that hold where a file says nothing: one RGB picture of 320x320, 40 detections.
  public init() {
    imageWidth = 320
    imageHeight = 320
    imageChannels = 3
    batchSize = 1
    maximumDetections = 40
    outputTensors = []
    outputRepresentations = []
    supportedVersions = []
  }

  /// The metadata in a file.
  /// - Throws: ``VisionError`` when the file cannot be read or is not such JSON.
  public init(contentsOf path: String) throws(VisionError) {
    let bytes: [UInt8]
    do {
      bytes = try FileBytes.read(path)
    } catch {
      throw VisionError(.unreadableFile, path, expected: "a readable JSON file", found: error.reason)
    }
    try self.init(json: bytes, source: path)
  }

  /// The metadata in JSON text; unknown keys count for nothing.
  /// - Parameters:
  ///   - bytes: the text in UTF-8.
  ///   - source: what to call it in errors.
  /// - Throws: ``VisionError`` when the text is not a JSON object or a value has the wrong type or range.
  public init(json bytes: [UInt8], source: String = "tflite_metadata.json") throws(VisionError) {
    let file: File
    do {
      file = try JSONDecoder().decode(File.self, from: Data(bytes))
    } catch let error as DecodingError {
      throw Self.error(error, source)
    } catch {
      throw VisionError(.malformed, source, expected: "a JSON object", found: "other text")
    }
    self.init()
    if let shape = file.inputShape {
      guard shape.count == 4 else {
        throw VisionError(
          .malformed, source, expected: "inputShape of batch, height, width and channels", found: "\(shape)")
      }
      batchSize = try Self.positive(shape[0], "inputShape[0]", batchSize, source)
      imageHeight = try Self.positive(shape[1], "inputShape[1]", imageHeight, source)
      imageWidth = try Self.positive(shape[2], "inputShape[2]", imageWidth, source)
      imageChannels = try Self.positive(shape[3], "inputShape[3]", imageChannels, source)
    }
    imageWidth = try Self.positive(file.imageWidth, "imageWidth", imageWidth, source)
    imageHeight = try Self.positive(file.imageHeight, "imageHeight", imageHeight, source)
    imageChannels = try Self.positive(file.imageChannels, "imageChannels", imageChannels, source)
    batchSize = try Self.positive(file.batchSize, "batchSize", batchSize, source)
    maximumDetections = try Self.positive(file.maxDetections, "maxDetections", maximumDetections, source)
    inferenceType = file.inferenceType
    inputType = file.inputType
    inputTensor = file.inputTensor
    outputTensors = file.outputTensors ?? []
    outputRepresentations = file.outputTensorRepresentation ?? []
    supportedVersions = file.supportedTfVersions ?? []
  }

  private struct File: Decodable {
    var inputShape: [Int]?
    var imageWidth: Int?
    var imageHeight: Int?
    var imageChannels: Int?
    var batchSize: Int?
    var maxDetections: Int?
    var inferenceType: String?
    var inputType: String?
    var inputTensor: String?
    var outputTensors: [String]?
    var outputTensorRepresentation: [String]?
    var supportedTfVersions: [String]?
  }

  private static func positive(
    _ value: Int?, _ key: String, _ standard: Int, _ source: String
  ) throws(VisionError) -> Int {
    guard let value else { return standard }
    guard (1...1_000_000).contains(value) else {
      throw VisionError(.malformed, source, expected: "\(key) of 1 to 1000000", found: "\(value)")
    }
    return value
  }

  private static func error(_ error: DecodingError, _ source: String) -> VisionError {
    switch error {
    case .typeMismatch(_, let context), .valueNotFound(_, let context), .keyNotFound(_, let context):
      let path = context.codingPath.map(\.stringValue).joined(separator: ".")
      return VisionError(
        .malformed, source, expected: path.isEmpty ? "a JSON object" : "a value of the right type for \(path)",
        found: "another type")
    default:
      return VisionError(
        .malformed, source, expected: "a JSON object", found: "text that is not JSON, or a number that does not fit")
    }
  }
}
