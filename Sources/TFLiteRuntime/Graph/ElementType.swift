/// The type of one tensor element, with the numbers the file format uses.
public enum ElementType: Int8, Sendable, Hashable, CaseIterable {
  /// IEEE 754 single precision.
  case float32 = 0
  /// IEEE 754 half precision.
  case float16 = 1
  /// Signed, 32 bits.
  case int32 = 2
  /// Unsigned, 8 bits.
  case uint8 = 3
  /// Signed, 64 bits.
  case int64 = 4
  /// Bytes of any length, usually UTF-8.
  case string = 5
  /// One byte, 0 or 1.
  case bool = 6
  /// Signed, 16 bits.
  case int16 = 7
  /// Two `float32`: the real part, then the imaginary part.
  case complex64 = 8
  /// Signed, 8 bits.
  case int8 = 9
  /// IEEE 754 double precision.
  case float64 = 10
  /// Two `float64`: the real part, then the imaginary part.
  case complex128 = 11
  /// Unsigned, 64 bits.
  case uint64 = 12
  /// The number of a variable or a table.
  case resource = 13
  /// The number of a value that only operators can read.
  case variant = 14
  /// Unsigned, 32 bits.
  case uint32 = 15
  /// Unsigned, 16 bits.
  case uint16 = 16
  /// Signed, 4 bits; two elements to a byte, the first in the low bits.
  case int4 = 17
  /// The upper half of a `float32`.
  case bfloat16 = 18
  /// Signed, 2 bits; four elements to a byte, the first in the low bits.
  case int2 = 19
  /// Unsigned, 4 bits; two elements to a byte, the first in the low bits.
  case uint4 = 20
  /// 8 bits: 4 of exponent, 3 of mantissa, no infinities.
  case float8E4M3FN = 21
  /// 8 bits: 5 of exponent, 2 of mantissa.
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
  var alignment: Int { max(1, (bitWidth ?? 32) / 8) }

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
