import Foundation
import TFLiteRuntime

/// The data of a run, one entry for each input of the model.
public final class ModelInputs: NSObject {
  private(set) var values: [Any] = []

  public override init() {}

  /// Adds the data of the next input: bytes as `Data`, which is fastest, or numbers in arrays nested as deep as the
  /// input has dimensions. How well they fit is seen when they are run.
  /// - Throws: `NSError` with `invalidArgument` when `input` is neither.
  public func addInput(_ input: Any) throws {
    if input is Data || input is NSData || input is NSArray || input is [Any] {
      values.append(input)
    } else {
      throw modelError(
        .invalidArgument, "Input \(values.count) must be data or an array of numbers, found \(Swift.type(of: input)).")
    }
  }

  /// The bytes of every input in the declared formats.
  /// - Throws: `NSError` with `invalidArgument` naming the input, what its format asks for and what was found.
  func encoded(_ formats: [Int: ModelInputOutputOptions.Format]) throws -> [Data] {
    guard !formats.isEmpty else { throw modelError(.invalidArgument, "The options state no input format.") }
    guard values.count == formats.count else {
      throw modelError(
        .invalidArgument, "The options state \(formats.count) input formats, but there are \(values.count) inputs.")
    }
    return try values.enumerated().map { index, value in
      guard let format = formats[index] else {
        throw modelError(.invalidArgument, "The options state no format for input \(index).")
      }
      return try Self.encode(value, format, index)
    }
  }

  private static func encode(_ value: Any, _ format: ModelInputOutputOptions.Format, _ index: Int) throws -> Data {
    let required = format.byteCount ?? 0
    if let data = (value as? Data) ?? (value as? NSData).map({ Data(referencing: $0) }) {
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
}

/// Writes nested arrays of numbers as the bytes of a tensor.
private struct NestedArrayEncoder {
  let format: ModelInputOutputOptions.Format
  let index: Int
  private(set) var data = Data()

  init(format: ModelInputOutputOptions.Format, index: Int) {
    self.format = format
    self.index = index
    data.reserveCapacity(format.byteCount ?? 0)
  }

  mutating func append(_ value: Any, depth: Int) throws {
    guard let elements = Self.elements(value) else {
      throw modelError(
        .invalidArgument,
        "Input \(index) should be nested \(format.dimensions.count) arrays deep, but at depth \(depth) found \(Swift.type(of: value))."
      )
    }
    guard elements.count == format.dimensions[depth] else {
      throw modelError(
        .invalidArgument,
        "Dimension \(depth) of input \(index) should have \(format.dimensions[depth]) elements, but found \(elements.count)."
      )
    }
    if depth + 1 < format.dimensions.count {
      for element in elements { try append(element, depth: depth + 1) }
      return
    }
    if format.type == .float32, let floats = value as? [Float] {
      floats.withUnsafeBytes { data.append(contentsOf: $0) }
    } else if format.type == .uint8, let bytes = value as? [UInt8] {
      data.append(contentsOf: bytes)
    } else {
      for element in elements { try appendNumber(element) }
    }
  }

  private static func elements(_ value: Any) -> [Any]? {
    if let array = value as? [Any] { return array }
    return (value as? NSArray).map { array in array.map { $0 } }
  }

  private mutating func appendNumber(_ element: Any) throws {
    guard let number = Self.number(element) else {
      throw modelError(.invalidArgument, "Input \(index) should hold numbers, but found \(Swift.type(of: element)).")
    }
    switch format.type {
    case .float32: appendBytes(number.floatValue)
    case .int32: appendBytes(number.int32Value)
    case .int64: appendBytes(number.int64Value)
    case .int16: appendBytes(number.int16Value)
    case .int8: appendBytes(number.int8Value)
    case .bool: appendBytes(number.boolValue ? 1 as UInt8 : 0)
    default: appendBytes(number.uint8Value)
    }
  }

  private mutating func appendBytes<T: BitwiseCopyable>(_ value: T) {
    withUnsafeBytes(of: value) { data.append(contentsOf: $0) }
  }

  private static func number(_ element: Any) -> NSNumber? {
    switch element {
    case let value as NSNumber: value
    case let value as Float: NSNumber(value: value)
    case let value as Double: NSNumber(value: value)
    case let value as Int: NSNumber(value: value)
    case let value as UInt8: NSNumber(value: value)
    case let value as Int8: NSNumber(value: value)
    case let value as Int16: NSNumber(value: value)
    case let value as Int32: NSNumber(value: value)
    case let value as Int64: NSNumber(value: value)
    case let value as UInt16: NSNumber(value: value)
    case let value as UInt32: NSNumber(value: value)
    case let value as Bool: NSNumber(value: value)
    default: nil
    }
  }
}
