// Generated from Schema/tflite.fbs by Schema/generate; not to be edited.

extension Schema {
  /// The activation an operator applies to its result.
  public struct ActivationFunctionType: SchemaEnum {
    /// The number in a file.
    public let rawValue: Int8

    /// The case for a number of a file, named or not.
    public init(rawValue: Int8) {
      self.rawValue = rawValue
    }

    /// `NONE`, 0.
    public static let none = Self(rawValue: 0)
    /// `RELU`, 1: max(x, 0).
    public static let relu = Self(rawValue: 1)
    /// `RELU_N1_TO_1`, 2: Clamped to -1...1.
    public static let reluN1To1 = Self(rawValue: 2)
    /// `RELU6`, 3: Clamped to 0...6.
    public static let relu6 = Self(rawValue: 3)
    /// `TANH`, 4.
    public static let tanh = Self(rawValue: 4)
    /// `SIGN_BIT`, 5.
    public static let signBit = Self(rawValue: 5)
  }
}

extension Schema.ActivationFunctionType {
  /// The schema's spelling of the case, or nil for a number without a name.
  public static func schemaName(of rawValue: Int8) -> StaticString? {
    switch rawValue {
    case 0: "NONE"
    case 1: "RELU"
    case 2: "RELU_N1_TO_1"
    case 3: "RELU6"
    case 4: "TANH"
    case 5: "SIGN_BIT"
    default: nil
    }
  }
}

extension Schema {
  /// Option tables that came after the first union was full.
  public struct BuiltinOptions2: SchemaEnum {
    /// The number in a file.
    public let rawValue: UInt8

    /// The case for a number of a file, named or not.
    public init(rawValue: UInt8) {
      self.rawValue = rawValue
    }

    /// `NONE`, 0.
    public static let none = Self(rawValue: 0)
    /// `StablehloConcatenateOptions`, 1.
    public static let stablehloConcatenateOptions = Self(rawValue: 1)
    /// `StablehloBroadcastInDimOptions`, 2.
    public static let stablehloBroadcastInDimOptions = Self(rawValue: 2)
    /// `StablehloSliceOptions`, 3.
    public static let stablehloSliceOptions = Self(rawValue: 3)
    /// `StablehloConvolutionOptions`, 4.
    public static let stablehloConvolutionOptions = Self(rawValue: 4)
    /// `StablehloCustomCallOptions`, 5.
    public static let stablehloCustomCallOptions = Self(rawValue: 5)
    /// `StablehloReduceOptions`, 6.
    public static let stablehloReduceOptions = Self(rawValue: 6)
    /// `StablehloScatterOptions`, 7.
    public static let stablehloScatterOptions = Self(rawValue: 7)
    /// `StablehloCompareOptions`, 8.
    public static let stablehloCompareOptions = Self(rawValue: 8)
    /// `StablehloDynamicSliceOptions`, 9.
    public static let stablehloDynamicSliceOptions = Self(rawValue: 9)
    /// `StablehloPadOptions`, 10.
    public static let stablehloPadOptions = Self(rawValue: 10)
    /// `StablehloIotaOptions`, 11.
    public static let stablehloIotaOptions = Self(rawValue: 11)
    /// `StablehloDotGeneralOptions`, 12.
    public static let stablehloDotGeneralOptions = Self(rawValue: 12)
    /// `StablehloReduceWindowOptions`, 13.
    public static let stablehloReduceWindowOptions = Self(rawValue: 13)
    /// `StablehloSortOptions`, 14.
    public static let stablehloSortOptions = Self(rawValue: 14)
    /// `StablehloWhileOptions`, 15.
    public static let stablehloWhileOptions = Self(rawValue: 15)
    /// `StablehloGatherOptions`, 16.
    public static let stablehloGatherOptions = Self(rawValue: 16)
    /// `StablehloTransposeOptions`, 17.
    public static let stablehloTransposeOptions = Self(rawValue: 17)
    /// `DilateOptions`, 18.
    public static let dilateOptions = Self(rawValue: 18)
    /// `StablehloRngBitGeneratorOptions`, 19.
    public static let stablehloRngBitGeneratorOptions = Self(rawValue: 19)
    /// `ReduceWindowOptions`, 20.
    public static let reduceWindowOptions = Self(rawValue: 20)
    /// `StableHLOCompositeOptions`, 21.
    public static let stableHLOCompositeOptions = Self(rawValue: 21)
    /// `StablehloShiftLeftOptions`, 22.
    public static let stablehloShiftLeftOptions = Self(rawValue: 22)
    /// `StablehloCaseOptions`, 23.
    public static let stablehloCaseOptions = Self(rawValue: 23)
  }
}

extension Schema.BuiltinOptions2 {
  /// The schema's spelling of the case, or nil for a number without a name.
  public static func schemaName(of rawValue: UInt8) -> StaticString? {
    switch rawValue {
    case 0: "NONE"
    case 1: "StablehloConcatenateOptions"
    case 2: "StablehloBroadcastInDimOptions"
    case 3: "StablehloSliceOptions"
    case 4: "StablehloConvolutionOptions"
    case 5: "StablehloCustomCallOptions"
    case 6: "StablehloReduceOptions"
    case 7: "StablehloScatterOptions"
    case 8: "StablehloCompareOptions"
    case 9: "StablehloDynamicSliceOptions"
    case 10: "StablehloPadOptions"
    case 11: "StablehloIotaOptions"
    case 12: "StablehloDotGeneralOptions"
    case 13: "StablehloReduceWindowOptions"
    case 14: "StablehloSortOptions"
    case 15: "StablehloWhileOptions"
    case 16: "StablehloGatherOptions"
    case 17: "StablehloTransposeOptions"
    case 18: "DilateOptions"
    case 19: "StablehloRngBitGeneratorOptions"
    case 20: "ReduceWindowOptions"
    case 21: "StableHLOCompositeOptions"
    case 22: "StablehloShiftLeftOptions"
    case 23: "StablehloCaseOptions"
    default: nil
    }
  }
}

extension Schema {
  /// How EMBEDDING_LOOKUP_SPARSE joins the rows of an example.
  public struct CombinerType: SchemaEnum {
    /// The number in a file.
    public let rawValue: Int8

    /// The case for a number of a file, named or not.
    public init(rawValue: Int8) {
      self.rawValue = rawValue
    }

    /// `SUM`, 0.
    public static let sum = Self(rawValue: 0)
    /// `MEAN`, 1.
    public static let mean = Self(rawValue: 1)
    /// `SQRTN`, 2: Divided by the root of the sum of squared weights.
    public static let sqrtn = Self(rawValue: 2)
  }
}

extension Schema.CombinerType {
  /// The schema's spelling of the case, or nil for a number without a name.
  public static func schemaName(of rawValue: Int8) -> StaticString? {
    switch rawValue {
    case 0: "SUM"
    case 1: "MEAN"
    case 2: "SQRTN"
    default: nil
    }
  }
}

extension Schema {
  /// How the options of a custom operator are written.
  public struct CustomOptionsFormat: SchemaEnum {
    /// The number in a file.
    public let rawValue: Int8

    /// The case for a number of a file, named or not.
    public init(rawValue: Int8) {
      self.rawValue = rawValue
    }

    /// `FLEXBUFFERS`, 0.
    public static let flexbuffers = Self(rawValue: 0)
  }
}

extension Schema.CustomOptionsFormat {
  /// The schema's spelling of the case, or nil for a number without a name.
  public static func schemaName(of rawValue: Int8) -> StaticString? {
    switch rawValue {
    case 0: "FLEXBUFFERS"
    default: nil
    }
  }
}

extension Schema {
  /// How a dimension of a sparse tensor is stored.
  public struct DimensionType: SchemaEnum {
    /// The number in a file.
    public let rawValue: Int8

    /// The case for a number of a file, named or not.
    public init(rawValue: Int8) {
      self.rawValue = rawValue
    }

    /// `DENSE`, 0: Every index, implicitly.
    public static let dense = Self(rawValue: 0)
    /// `SPARSE_CSR`, 1: Only indices with elements, as segments and indices (compressed rows).
    public static let sparseCsr = Self(rawValue: 1)
  }
}

extension Schema.DimensionType {
  /// The schema's spelling of the case, or nil for a number without a name.
  public static func schemaName(of rawValue: Int8) -> StaticString? {
    switch rawValue {
    case 0: "DENSE"
    case 1: "SPARSE_CSR"
    default: nil
    }
  }
}

extension Schema {
  /// How the weights of FULLY_CONNECTED are stored.
  public struct FullyConnectedOptionsWeightsFormat: SchemaEnum {
    /// The number in a file.
    public let rawValue: Int8

    /// The case for a number of a file, named or not.
    public init(rawValue: Int8) {
      self.rawValue = rawValue
    }

    /// `DEFAULT`, 0: Row by row.
    public static let `default` = Self(rawValue: 0)
    /// `SHUFFLED4x16INT8`, 1: In 4 by 16 tiles with the sign bit flipped.
    public static let shuffled4x16INT8 = Self(rawValue: 1)
  }
}

extension Schema.FullyConnectedOptionsWeightsFormat {
  /// The schema's spelling of the case, or nil for a number without a name.
  public static func schemaName(of rawValue: Int8) -> StaticString? {
    switch rawValue {
    case 0: "DEFAULT"
    case 1: "SHUFFLED4x16INT8"
    default: nil
    }
  }
}

extension Schema {
  /// The form of a locality-sensitive hash.
  public struct LSHProjectionType: SchemaEnum {
    /// The number in a file.
    public let rawValue: Int8

    /// The case for a number of a file, named or not.
    public init(rawValue: Int8) {
      self.rawValue = rawValue
    }

    /// `UNKNOWN`, 0.
    public static let unknown = Self(rawValue: 0)
    /// `SPARSE`, 1.
    public static let sparse = Self(rawValue: 1)
    /// `DENSE`, 2.
    public static let dense = Self(rawValue: 2)
  }
}

extension Schema.LSHProjectionType {
  /// The schema's spelling of the case, or nil for a number without a name.
  public static func schemaName(of rawValue: Int8) -> StaticString? {
    switch rawValue {
    case 0: "UNKNOWN"
    case 1: "SPARSE"
    case 2: "DENSE"
    default: nil
    }
  }
}

extension Schema {
  /// The form of an LSTM cell.
  public struct LSTMKernelType: SchemaEnum {
    /// The number in a file.
    public let rawValue: Int8

    /// The case for a number of a file, named or not.
    public init(rawValue: Int8) {
      self.rawValue = rawValue
    }

    /// `FULL`, 0: With optional peepholes, projection and layer normalisation.
    public static let full = Self(rawValue: 0)
    /// `BASIC`, 1: Four gates in one weight matrix.
    public static let basic = Self(rawValue: 1)
  }
}

extension Schema.LSTMKernelType {
  /// The schema's spelling of the case, or nil for a number without a name.
  public static func schemaName(of rawValue: Int8) -> StaticString? {
    switch rawValue {
    case 0: "FULL"
    case 1: "BASIC"
    default: nil
    }
  }
}

extension Schema {
  /// Which elements MIRROR_PAD repeats.
  public struct MirrorPadMode: SchemaEnum {
    /// The number in a file.
    public let rawValue: Int8

    /// The case for a number of a file, named or not.
    public init(rawValue: Int8) {
      self.rawValue = rawValue
    }

    /// `REFLECT`, 0: The border is not repeated.
    public static let reflect = Self(rawValue: 0)
    /// `SYMMETRIC`, 1: The border is repeated.
    public static let symmetric = Self(rawValue: 1)
  }
}

extension Schema.MirrorPadMode {
  /// The schema's spelling of the case, or nil for a number without a name.
  public static func schemaName(of rawValue: Int8) -> StaticString? {
    switch rawValue {
    case 0: "REFLECT"
    case 1: "SYMMETRIC"
    default: nil
    }
  }
}

extension Schema {
  /// How the borders of a window operator are treated.
  public struct Padding: SchemaEnum {
    /// The number in a file.
    public let rawValue: Int8

    /// The case for a number of a file, named or not.
    public init(rawValue: Int8) {
      self.rawValue = rawValue
    }

    /// `SAME`, 0: Zeros around the input, so that output size = ceil(input size / stride).
    public static let same = Self(rawValue: 0)
    /// `VALID`, 1: Windows stay inside the input.
    public static let valid = Self(rawValue: 1)
  }
}

extension Schema.Padding {
  /// The schema's spelling of the case, or nil for a number without a name.
  public static func schemaName(of rawValue: Int8) -> StaticString? {
    switch rawValue {
    case 0: "SAME"
    case 1: "VALID"
    default: nil
    }
  }
}

extension Schema {
  /// Schemes beside one affine map a tensor or channel.
  public struct QuantizationDetails: SchemaEnum {
    /// The number in a file.
    public let rawValue: UInt8

    /// The case for a number of a file, named or not.
    public init(rawValue: UInt8) {
      self.rawValue = rawValue
    }

    /// `NONE`, 0.
    public static let none = Self(rawValue: 0)
    /// `CustomQuantization`, 1.
    public static let customQuantization = Self(rawValue: 1)
    /// `BlockwiseQuantization`, 2.
    public static let blockwiseQuantization = Self(rawValue: 2)
    /// `MultiAxisQuantization`, 3.
    public static let multiAxisQuantization = Self(rawValue: 3)
  }
}
