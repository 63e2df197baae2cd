import Foundation
import TFLiteRuntime

/// A snapshot of an input or output: what it is, and a copy of its content.
public struct Tensor: Equatable, Hashable, Sendable {
  /// The tensor's own name in the model.
  public let name: String
  /// The type of its elements.
  public let dataType: DataType
  /// Its shape when the snapshot was taken.
  public let shape: Shape
  /// Its content, little-endian, row-major; strings in serialised form.
  public let data: Data
  /// The parameters of a tensor quantised as a whole; nil for tensors that are not, or by channel.
  public let quantizationParameters: QuantizationParameters?

  init(
    name: String, dataType: DataType, shape: Shape, data: Data, quantizationParameters: QuantizationParameters? = nil
  ) {
    self.name = name
    self.dataType = dataType
    self.shape = shape
    self.data = data
    self.quantizationParameters = quantizationParameters
  }

  init(_ info: TensorInfo, _ type: DataType, _ data: Data) {
    var parameters: QuantizationParameters?
    if let quantization = info.quantization, quantization.scales.count == 1, quantization.scale != 0 {
      parameters = QuantizationParameters(scale: quantization.scale, zeroPoint: quantization.zeroPoint)
    }
    self.init(
      name: info.name, dataType: type, shape: Shape(info.shape.dimensions), data: data,
      quantizationParameters: parameters)
  }

  /// The type of a tensor's elements.
  public enum DataType: Equatable, Hashable, Sendable {
    /// A byte, 0 or 1.
    case bool
    /// 8 bits, 0 to 255.
    case uInt8
    /// 8 bits, -128 to 127.
    case int8
    /// 16 bits with a sign.
    case int16
    /// 16 bits without a sign.
    case uInt16
    /// 32 bits with a sign.
    case int32
    /// 32 bits without a sign.
    case uInt32
    /// 64 bits with a sign.
    case int64
    /// 64 bits without a sign.
    case uInt64
    /// IEEE half precision.
    case float16
    /// The upper half of a single.
    case bfloat16
    /// IEEE single precision.
    case float32
    /// IEEE double precision.
    case float64
    /// Strings: an Int32 count, count + 1 Int32 offsets from the start, the bytes.
    case string

    init?(_ type: ElementType) {
      switch type {
      case .bool: self = .bool
      case .uint8: self = .uInt8
      case .int8: self = .int8
      case .int16: self = .int16
      case .uint16: self = .uInt16
      case .int32: self = .int32
      case .uint32: self = .uInt32
      case .int64: self = .int64
      case .uint64: self = .uInt64
      case .float16: self = .float16
      case .bfloat16: self = .bfloat16
      case .float32: self = .float32
      case .float64: self = .float64
      case .string: self = .string
      default: return nil
      }
    }
  }

  /// The extents of a tensor.
  public struct Shape: Equatable, Hashable, ExpressibleByArrayLiteral, Sendable {
    /// The number of dimensions.
    public let rank: Int
    /// The extents, outermost first.
    public let dimensions: [Int]

    /// A shape of the given extents.
    public init(_ dimensions: [Int]) {
      rank = dimensions.count
      self.dimensions = dimensions
    }

    /// A shape of the given extents.
    public init(_ elements: Int...) { self.init(elements) }

    /// A shape of the given extents.
    public init(arrayLiteral elements: Int...) { self.init(elements) }
  }
}

/// The affine map of a quantised tensor: `real = scale * (q - zeroPoint)`.
public struct QuantizationParameters: Equatable, Hashable, Sendable {
  /// The real value of one step.
  public let scale: Float
  /// The integer that stands for zero.
  public let zeroPoint: Int
}
