/// The type of one tensor element, with the numbers the file format uses.
public enum ElementType: Int8, Sendable, Hashable, CaseIterable {
  case float32 = 0
  case float16 = 1
  case int32 = 2
  case uint8 = 3
  case int64 = 4
  case string = 5
  case bool = 6
  case int16 = 7
  case complex64 = 8
  case int8 = 9
  case float64 = 10
  case complex128 = 11
  case uint64 = 12
  case resource = 13
  case variant = 14
  case uint32 = 15
  case uint16 = 16
  case int4 = 17
  case bfloat16 = 18
  case int2 = 19
  case uint4 = 20
  case float8E4M3FN = 21
  case float8E5M2 = 22

  /// Bits of one element as it is stored; nil for strings, whose elements differ in length.
  public var bitWidth: Int? {
    switch self {
    case .bool, .int8, .uint8, .float8E4M3FN, .float8E5M2: 8
    case .float16, .bfloat16, .int16, .uint16: 16
    case .float32, .int32, .uint32, .resource, .variant: 32
    case .int64, .uint64, .float64, .complex64: 64
    case .complex128: 128
    case .int4, .uint4: 4
    case .int2: 2
    case .string: nil
    }
  }

  /// The elements are floats, or complex numbers made of them.
  var isFloat: Bool {
    switch self {
    case .float16, .bfloat16, .float8E4M3FN, .float8E5M2, .float32, .float64, .complex64, .complex128: true
    default: false
    }
  }

  /// The alignment in bytes that loads of an element need.
  var alignment: Int { max(1, min(8, (bitWidth ?? 32) / 8)) }

  /// Bytes that `count` elements occupy, elements narrower than a byte packed together; nil for strings and when the
  /// product does not fit an `Int`.
  public func byteCount(ofElements count: Int) -> Int? {
    guard let bitWidth else { return nil }
    if bitWidth >= 8 {
      let (bytes, overflow) = count.multipliedReportingOverflow(by: bitWidth / 8)
      return overflow ? nil : bytes
    }
    let perByte = 8 / bitWidth
    return count / perByte + (count % perByte == 0 ? 0 : 1)
  }

  /// The name the file format and TensorFlow's tools use, such as `FLOAT32`.
  public var name: String {
    switch self {
    case .float32: "FLOAT32"
    case .float16: "FLOAT16"
    case .int32: "INT32"
    case .uint8: "UINT8"
    case .int64: "INT64"
    case .string: "STRING"
    case .bool: "BOOL"
    case .int16: "INT16"
    case .complex64: "COMPLEX64"
    case .int8: "INT8"
    case .float64: "FLOAT64"
    case .complex128: "COMPLEX128"
    case .uint64: "UINT64"
    case .resource: "RESOURCE"
    case .variant: "VARIANT"
    case .uint32: "UINT32"
    case .uint16: "UINT16"
    case .int4: "INT4"
    case .bfloat16: "BFLOAT16"
    case .int2: "INT2"
    case .uint4: "UINT4"
    case .float8E4M3FN: "FLOAT8_E4M3FN"
    case .float8E5M2: "FLOAT8_E5M2"
    }
  }

  /// The type with the given `name`, nil when there is none.
  public init?(name: String) {
    for type in Self.allCases where type.name == name {
      self = type
      return
    }
    return nil
  }
}

/// A Swift type whose values can be read from and written to tensors as they lie in memory.
///
/// Conformance promises that a value has no padding and that any bit pattern is valid.
public protocol TensorScalar: BitwiseCopyable, Sendable {
  /// The element types whose storage this Swift type describes; the first is the usual one.
  static var elementTypes: [ElementType] { get }
}

extension Float: TensorScalar { public static var elementTypes: [ElementType] { [.float32] } }
extension Double: TensorScalar { public static var elementTypes: [ElementType] { [.float64] } }
extension Int8: TensorScalar { public static var elementTypes: [ElementType] { [.int8] } }
extension UInt8: TensorScalar {
  public static var elementTypes: [ElementType] { [.uint8, .bool, .float8E4M3FN, .float8E5M2, .int4, .uint4, .int2] }
}
extension Int16: TensorScalar { public static var elementTypes: [ElementType] { [.int16] } }
extension UInt16: TensorScalar { public static var elementTypes: [ElementType] { [.uint16, .float16, .bfloat16] } }
extension Int32: TensorScalar { public static var elementTypes: [ElementType] { [.int32, .resource, .variant] } }
extension UInt32: TensorScalar { public static var elementTypes: [ElementType] { [.uint32] } }
extension Int64: TensorScalar { public static var elementTypes: [ElementType] { [.int64] } }
extension UInt64: TensorScalar { public static var elementTypes: [ElementType] { [.uint64] } }
#if !arch(x86_64) || os(Linux)
extension Float16: TensorScalar { public static var elementTypes: [ElementType] { [.float16] } }
#endif
