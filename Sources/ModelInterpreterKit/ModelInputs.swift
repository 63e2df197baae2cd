import Foundation
import TFLiteRuntime

/// The data of a run, one entry for each input of the model.
public final class ModelInputs: NSObject {
  private var values: [Any] = []

  /// No inputs yet.
  public override init() {}

  /// Adds the data of the next input: bytes as `Data`, which is fastest, or numbers in arrays nested as deep as the
  /// input has dimensions. How well they fit is seen when they are run.
  ///
  /// Numbers are converted as `NSNumber` converts them: to integers by dropping the fraction and the bits that do not fit.
  /// - Throws: `NSError` with `invalidArgument` when `input` is neither.
  public func addInput(_ input: Any) throws {
    if input is Data || input is NSData || input is NSArray || input is [Any] {
      values.append(input)
    } else {
      throw modelError(
        .invalidArgument, "Input \(values.count) must be data or an array of numbers, found \(Swift.type(of: input)).")
    }
  }

  /// The bytes of every input in the declared formats; nil for an input without a format.
  /// - Throws: `NSError` with `invalidArgument` naming the input, what its format asks for and what was found.
  func encoded(_ formats: [Int: ModelInputOutputOptions.Format]) throws -> [Data?] {
    guard !formats.isEmpty else { throw modelError(.invalidArgument, "The options state no input format.") }
    guard values.count == formats.count else {
      throw modelError(
        .invalidArgument, "The options state \(formats.count) input formats, but there are \(values.count) inputs.")
    }
    return try values.enumerated().map { index, value in
      try formats[index].map { try Self.encode(value, $0, index) }
    }
  }

  private static func encode(_ value: Any, _ format: ModelInputOutputOptions.Format, _ index: Int) throws -> Data {
    let required = format.byteCount ?? 0
    if let data = bytes(value) {
      guard data.count == required else {
        throw modelError(
          .invalidArgument,
          "Input \(index) should have \(required) bytes for \(format.type.name) \(format.dimensions), but found \(data.count) bytes."
        )
      }
      return data
    }
    var encoder = NestedArrayEncoder(format: format, index: index)
    try encoder.append(value, depth: 0)
    return encoder.data
  }

  /// A copy of data, which the caller may change later if they are an `NSMutableData`.
  private static func bytes(_ value: Any) -> Data? {
    if let data = value as? NSData { return Data(bytes: data.bytes, count: data.length) }
    return value as? Data
  }
}
