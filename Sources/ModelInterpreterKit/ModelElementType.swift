import TFLiteRuntime

/// The element types of a model's inputs and outputs.
public enum ModelElementType: UInt, Sendable {
  /// Not stated; setting a format with it fails.
  case unknown = 0
  case float32 = 1
  case int32 = 2
  case uInt8 = 3
  case int64 = 4
  case bool = 6
  case int16 = 7
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
