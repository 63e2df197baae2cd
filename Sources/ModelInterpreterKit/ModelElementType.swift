import TFLiteRuntime

/// The element types of a model's inputs and outputs.
public enum ModelElementType: UInt, Sendable {
  /// Not stated; setting a format with it fails.
  case unknown = 0
  /// IEEE single precision.
  case float32 = 1
  /// 32 bits with a sign.
  case int32 = 2
  /// 8 bits, 0 to 255.
  case uInt8 = 3
  /// 64 bits with a sign.
  case int64 = 4
  /// A byte, 0 or 1.
  case bool = 6
  /// 16 bits with a sign.
  case int16 = 7
  /// 8 bits, -128 to 127.
  case int8 = 9

  var elementType: ElementType? {
    switch self {
    case .unknown: nil
    case .float32: .float32
    case .int32: .int32
    case .uInt8: .uint8
    case .int64: .int64
    case .bool: .bool
    case .int16: .int16
    case .int8: .int8
    }
  }
}
