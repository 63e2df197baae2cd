import Foundation
import TFLiteRuntime

/// Writes nested arrays of numbers as the bytes of a tensor, checking the count of every array on the way.
struct NestedArrayEncoder {
  let format: ModelInputOutputOptions.Format
  let index: Int
  private(set) var data = Data()

  init(format: ModelInputOutputOptions.Format, index: Int) {
    self.format = format
    self.index = index
  }

  /// Appends `value`, which stands in arrays nested `depth` deep.
  /// - Throws: `NSError` with `invalidArgument` when counts or depth are not the format's, or an element is no number.
  mutating func append(_ value: Any, depth: Int) throws {
    // Arrays of one Swift type are walked without looking at the type of every element.
    if let typed = value as? any NestedNumbers {
      try typed.append(to: &self, depth: depth)
    } else if let elements = value as? [Any] {
      try append(elements: elements, depth: depth)
    } else if let elements = value as? NSArray {
      try append(elements: elements.map { $0 }, depth: depth)
    } else if depth == format.dimensions.count {
      throw modelError(.invalidArgument, "Input \(index) should hold numbers, but found \(Swift.type(of: value)).")
    } else {
      throw wrongDepth(depth, "\(Swift.type(of: value))")
    }
  }

  private mutating func append(elements: [Any], depth: Int) throws {
    try expect(count: elements.count, depth: depth)
    for element in elements { try append(element, depth: depth + 1) }
  }

  /// - Throws: `invalidArgument` unless the arrays at `depth` have `count` elements.
  func expect(count: Int, depth: Int) throws {
    guard depth < format.dimensions.count else { throw wrongDepth(depth, "an array") }
    guard count == format.dimensions[depth] else {
      throw modelError(
        .invalidArgument,
        "Dimension \(depth) of input \(index) should have \(format.dimensions[depth]) elements, but found \(count).")
    }
  }

  /// - Throws: `invalidArgument` unless numbers stand at `depth`.
  func expectNumber(depth: Int) throws {
    guard depth == format.dimensions.count else { throw wrongDepth(depth, "a number") }
  }

  private func wrongDepth(_ depth: Int, _ found: String) -> NSError {
    modelError(
      .invalidArgument,
      "Input \(index) should be nested \(format.dimensions.count) arrays deep, but at depth \(depth) found \(found).")
  }

  mutating func append(bytes: UnsafeRawBufferPointer) { data.append(contentsOf: bytes) }

  mutating func append(integer value: Int64) {
    switch format.type {
    case .float32: store(Float(value))
    case .int32: store(Int32(truncatingIfNeeded: value))
    case .int64: store(value)
    case .int16: store(Int16(truncatingIfNeeded: value))
    case .bool: store(value == 0 ? 0 as UInt8 : 1)
    default: store(UInt8(truncatingIfNeeded: value))
    }
  }

  mutating func append(real value: Double) {
    switch format.type {
    case .float32: store(Float(value))
    case .bool: store(value == 0 ? 0 as UInt8 : 1)
    default:
      // What no Int64 holds becomes the nearest one, and 0 when it is no number.
      let whole = value.rounded(.towardZero)
      append(integer: Int64(exactly: whole) ?? (whole > 0 ? .max : whole < 0 ? .min : 0))
    }
  }

  private mutating func store<T: BitwiseCopyable>(_ value: T) {
    withUnsafeBytes(of: value) { data.append(contentsOf: $0) }
  }
}

/// A number, or an array of such nested to any depth.
protocol NestedNumbers {
  /// The tensor type whose elements lie in memory as values of this type do, nil for none.
  static var storage: ElementType? { get }

  func append(to encoder: inout NestedArrayEncoder, depth: Int) throws
}

extension NestedNumbers {
  static var storage: ElementType? { nil }
}

extension Array: NestedNumbers where Element: NestedNumbers {
  func append(to encoder: inout NestedArrayEncoder, depth: Int) throws {
    try encoder.expect(count: count, depth: depth)
    if Element.storage == encoder.format.type {
      try encoder.expectNumber(depth: depth + 1)
      withUnsafeBytes { encoder.append(bytes: $0) }
    } else {
      for element in self { try element.append(to: &encoder, depth: depth + 1) }
    }
  }
}

extension NestedNumbers where Self: BinaryInteger {
  func append(to encoder: inout NestedArrayEncoder, depth: Int) throws {
    try encoder.expectNumber(depth: depth)
    encoder.append(integer: Int64(truncatingIfNeeded: self))
  }
}

extension NestedNumbers where Self: BinaryFloatingPoint {
  func append(to encoder: inout NestedArrayEncoder, depth: Int) throws {
    try encoder.expectNumber(depth: depth)
    encoder.append(real: Double(self))
  }
}

extension Float: NestedNumbers { static var storage: ElementType? { .float32 } }
extension Double: NestedNumbers {}
extension CGFloat: NestedNumbers {}
extension UInt8: NestedNumbers { static var storage: ElementType? { .uint8 } }
extension Int8: NestedNumbers { static var storage: ElementType? { .int8 } }
extension Int16: NestedNumbers { static var storage: ElementType? { .int16 } }
extension UInt16: NestedNumbers {}
extension Int32: NestedNumbers { static var storage: ElementType? { .int32 } }
extension UInt32: NestedNumbers {}
extension Int64: NestedNumbers { static var storage: ElementType? { .int64 } }
extension UInt64: NestedNumbers {}
#if _pointerBitWidth(_64)
extension Int: NestedNumbers { static var storage: ElementType? { .int64 } }
#else
extension Int: NestedNumbers { static var storage: ElementType? { .int32 } }
#endif
extension UInt: NestedNumbers {}

extension Bool: NestedNumbers {
  func append(to encoder: inout NestedArrayEncoder, depth: Int) throws {
    try encoder.expectNumber(depth: depth)
    encoder.append(integer: self ? 1 : 0)
  }
}

extension NSNumber: NestedNumbers {
  func append(to encoder: inout NestedArrayEncoder, depth: Int) throws {
    try encoder.expectNumber(depth: depth)
    if [UInt8(ascii: "d"), UInt8(ascii: "f")].contains(UInt8(bitPattern: objCType.pointee)) {
      encoder.append(real: doubleValue)
    } else {
      encoder.append(integer: int64Value)
    }
  }
}
