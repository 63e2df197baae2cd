// Generated from Schema/tflite.fbs by Schema/generate; not to be edited.

extension Schema.QuantizationDetails {
  /// The schema's spelling of the case, or nil for a number without a name.
  public static func schemaName(of rawValue: UInt8) -> StaticString? {
    switch rawValue {
    case 0: "NONE"
    case 1: "CustomQuantization"
    case 2: "BlockwiseQuantization"
    case 3: "MultiAxisQuantization"
    default: nil
    }
  }
}

extension Schema {
  /// What REDUCE_WINDOW computes in a window.
  public struct ReduceWindowFunction: SchemaEnum {
    /// The number in a file.
    public let rawValue: Int32

    /// The case for a number of a file, named or not.
    public init(rawValue: Int32) {
      self.rawValue = rawValue
    }

    /// `UNSUPPORTED`, 0.
    public static let unsupported = Self(rawValue: 0)
    /// `ADD`, 1.
    public static let add = Self(rawValue: 1)
    /// `MUL`, 2.
    public static let mul = Self(rawValue: 2)
    /// `MINIMUM`, 3.
    public static let minimum = Self(rawValue: 3)
    /// `MAXIMUM`, 4.
    public static let maximum = Self(rawValue: 4)
    /// `ALL`, 5.
    public static let all = Self(rawValue: 5)
    /// `ANY`, 6.
    public static let any = Self(rawValue: 6)
  }
}

extension Schema.ReduceWindowFunction {
  /// The schema's spelling of the case, or nil for a number without a name.
  public static func schemaName(of rawValue: Int32) -> StaticString? {
    switch rawValue {
    case 0: "UNSUPPORTED"
    case 1: "ADD"
    case 2: "MUL"
    case 3: "MINIMUM"
    case 4: "MAXIMUM"
    case 5: "ALL"
    case 6: "ANY"
    default: nil
    }
  }
}

extension Schema {
  /// The generator of STABLEHLO_RNG_BIT_GENERATOR.
  public struct RngAlgorithm: SchemaEnum {
    /// The number in a file.
    public let rawValue: Int8

    /// The case for a number of a file, named or not.
    public init(rawValue: Int8) {
      self.rawValue = rawValue
    }

    /// `DEFAULT`, 0.
    public static let `default` = Self(rawValue: 0)
    /// `PHILOX`, 1.
    public static let philox = Self(rawValue: 1)
    /// `THREEFRY`, 2.
    public static let threefry = Self(rawValue: 2)
  }
}

extension Schema.RngAlgorithm {
  /// The schema's spelling of the case, or nil for a number without a name.
  public static func schemaName(of rawValue: Int8) -> StaticString? {
    switch rawValue {
    case 0: "DEFAULT"
    case 1: "PHILOX"
    case 2: "THREEFRY"
    default: nil
    }
  }
}

extension Schema {
  /// Index lists of different widths.
  public struct SparseIndexVector: SchemaEnum {
    /// The number in a file.
    public let rawValue: UInt8

    /// The case for a number of a file, named or not.
    public init(rawValue: UInt8) {
      self.rawValue = rawValue
    }

    /// `NONE`, 0.
    public static let none = Self(rawValue: 0)
    /// `Int32Vector`, 1.
    public static let int32Vector = Self(rawValue: 1)
    /// `Uint16Vector`, 2.
    public static let uint16Vector = Self(rawValue: 2)
    /// `Uint8Vector`, 3.
    public static let uint8Vector = Self(rawValue: 3)
  }
}

extension Schema.SparseIndexVector {
  /// The schema's spelling of the case, or nil for a number without a name.
  public static func schemaName(of rawValue: UInt8) -> StaticString? {
    switch rawValue {
    case 0: "NONE"
    case 1: "Int32Vector"
    case 2: "Uint16Vector"
    case 3: "Uint8Vector"
    default: nil
    }
  }
}

extension Schema {
  /// What STABLEHLO_COMPARE asks.
  public struct StablehloComparisonDirection: SchemaEnum {
    /// The number in a file.
    public let rawValue: UInt32

    /// The case for a number of a file, named or not.
    public init(rawValue: UInt32) {
      self.rawValue = rawValue
    }

    /// `STABLEHLO_COMPARISON_DIRECTION_EQ`, 0.
    public static let eq = Self(rawValue: 0)
    /// `STABLEHLO_COMPARISON_DIRECTION_NE`, 1.
    public static let ne = Self(rawValue: 1)
    /// `STABLEHLO_COMPARISON_DIRECTION_GE`, 2.
    public static let ge = Self(rawValue: 2)
    /// `STABLEHLO_COMPARISON_DIRECTION_GT`, 3.
    public static let gt = Self(rawValue: 3)
    /// `STABLEHLO_COMPARISON_DIRECTION_LE`, 4.
    public static let le = Self(rawValue: 4)
    /// `STABLEHLO_COMPARISON_DIRECTION_LT`, 5.
    public static let lt = Self(rawValue: 5)
  }
}

extension Schema.StablehloComparisonDirection {
  /// The schema's spelling of the case, or nil for a number without a name.
  public static func schemaName(of rawValue: UInt32) -> StaticString? {
    switch rawValue {
    case 0: "STABLEHLO_COMPARISON_DIRECTION_EQ"
    case 1: "STABLEHLO_COMPARISON_DIRECTION_NE"
    case 2: "STABLEHLO_COMPARISON_DIRECTION_GE"
    case 3: "STABLEHLO_COMPARISON_DIRECTION_GT"
    case 4: "STABLEHLO_COMPARISON_DIRECTION_LE"
    case 5: "STABLEHLO_COMPARISON_DIRECTION_LT"
    default: nil
    }
  }
}

extension Schema {
  /// The order STABLEHLO_COMPARE uses.
  public struct StablehloComparisonType: SchemaEnum {
    /// The number in a file.
    public let rawValue: UInt32

    /// The case for a number of a file, named or not.
    public init(rawValue: UInt32) {
      self.rawValue = rawValue
    }

    /// `STABLEHLO_COMPARISON_TYPE_NOTYPE`, 0.
    public static let notype = Self(rawValue: 0)
    /// `STABLEHLO_COMPARISON_TYPE_FLOAT`, 1.
    public static let float = Self(rawValue: 1)
    /// `STABLEHLO_COMPARISON_TYPE_FLOAT_TOTAL_ORDER`, 2.
    public static let floatTotalOrder = Self(rawValue: 2)
    /// `STABLEHLO_COMPARISON_TYPE_SIGNED`, 3.
    public static let signed = Self(rawValue: 3)
    /// `STABLEHLO_COMPARISON_TYPE_UNSIGNED`, 4.
    public static let unsigned = Self(rawValue: 4)
  }
}

extension Schema.StablehloComparisonType {
  /// The schema's spelling of the case, or nil for a number without a name.
  public static func schemaName(of rawValue: UInt32) -> StaticString? {
    switch rawValue {
    case 0: "STABLEHLO_COMPARISON_TYPE_NOTYPE"
    case 1: "STABLEHLO_COMPARISON_TYPE_FLOAT"
    case 2: "STABLEHLO_COMPARISON_TYPE_FLOAT_TOTAL_ORDER"
    case 3: "STABLEHLO_COMPARISON_TYPE_SIGNED"
    case 4: "STABLEHLO_COMPARISON_TYPE_UNSIGNED"
    default: nil
    }
  }
}

extension Schema {
  /// How exactly a product of StableHLO is to be computed.
  public struct StablehloPrecisionConfig: SchemaEnum {
    /// The number in a file.
    public let rawValue: UInt32

    /// The case for a number of a file, named or not.
    public init(rawValue: UInt32) {
      self.rawValue = rawValue
    }

    /// `DEFAULT`, 0.
    public static let `default` = Self(rawValue: 0)
    /// `HIGH`, 1.
    public static let high = Self(rawValue: 1)
    /// `HIGHEST`, 2.
    public static let highest = Self(rawValue: 2)
  }
}

extension Schema.StablehloPrecisionConfig {
  /// The schema's spelling of the case, or nil for a number without a name.
  public static func schemaName(of rawValue: UInt32) -> StaticString? {
    switch rawValue {
    case 0: "DEFAULT"
    case 1: "HIGH"
    case 2: "HIGHEST"
    default: nil
    }
  }
}

extension Schema {
  /// The element type of a tensor.
  public struct TensorType: SchemaEnum {
    /// The number in a file.
    public let rawValue: Int8

    /// The case for a number of a file, named or not.
    public init(rawValue: Int8) {
      self.rawValue = rawValue
    }

    /// `FLOAT32`, 0.
    public static let float32 = Self(rawValue: 0)
    /// `FLOAT16`, 1.
    public static let float16 = Self(rawValue: 1)
    /// `INT32`, 2.
    public static let int32 = Self(rawValue: 2)
    /// `UINT8`, 3.
    public static let uint8 = Self(rawValue: 3)
    /// `INT64`, 4.
    public static let int64 = Self(rawValue: 4)
    /// `STRING`, 5: Serialised as a count, offsets and bytes.
    public static let string = Self(rawValue: 5)
    /// `BOOL`, 6.
    public static let bool = Self(rawValue: 6)
    /// `INT16`, 7.
    public static let int16 = Self(rawValue: 7)
    /// `COMPLEX64`, 8.
    public static let complex64 = Self(rawValue: 8)
    /// `INT8`, 9.
    public static let int8 = Self(rawValue: 9)
    /// `FLOAT64`, 10.
    public static let float64 = Self(rawValue: 10)
    /// `COMPLEX128`, 11.
    public static let complex128 = Self(rawValue: 11)
    /// `UINT64`, 12.
    public static let uint64 = Self(rawValue: 12)
    /// `RESOURCE`, 13: A handle to a variable or a hash table.
    public static let resource = Self(rawValue: 13)
    /// `VARIANT`, 14: An opaque value such as a list of tensors.
    public static let variant = Self(rawValue: 14)
    /// `UINT32`, 15.
    public static let uint32 = Self(rawValue: 15)
    /// `UINT16`, 16.
    public static let uint16 = Self(rawValue: 16)
    /// `INT4`, 17: Signed, two elements a byte, the first in the low half.
    public static let int4 = Self(rawValue: 17)
    /// `BFLOAT16`, 18.
    public static let bfloat16 = Self(rawValue: 18)
    /// `INT2`, 19: Signed, four elements a byte, the first in the lowest bits.
    public static let int2 = Self(rawValue: 19)
    /// `UINT4`, 20: Unsigned, two elements a byte, the first in the low half.
    public static let uint4 = Self(rawValue: 20)
    /// `FLOAT8_E4M3FN`, 21.
    public static let float8E4m3fn = Self(rawValue: 21)
    /// `FLOAT8_E5M2`, 22.
    public static let float8E5m2 = Self(rawValue: 22)
  }
}

extension Schema.TensorType {
  /// The schema's spelling of the case, or nil for a number without a name.
  public static func schemaName(of rawValue: Int8) -> StaticString? {
    switch rawValue {
    case 0: "FLOAT32"
    case 1: "FLOAT16"
    case 2: "INT32"
    case 3: "UINT8"
    case 4: "INT64"
    case 5: "STRING"
    case 6: "BOOL"
    case 7: "INT16"
    case 8: "COMPLEX64"
    case 9: "INT8"
    case 10: "FLOAT64"
    case 11: "COMPLEX128"
    case 12: "UINT64"
    case 13: "RESOURCE"
    case 14: "VARIANT"
    case 15: "UINT32"
    case 16: "UINT16"
    case 17: "INT4"
    case 18: "BFLOAT16"
    case 19: "INT2"
    case 20: "UINT4"
    case 21: "FLOAT8_E4M3FN"
    case 22: "FLOAT8_E5M2"
    default: nil
    }
  }
}
