// Generated from Schema/tflite.fbs by Schema/generate; not to be edited.

extension Schema {
  /// Options of LOG_SOFTMAX.
  public struct LogSoftmaxOptions: BuiltinOptionsMember {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }

    /// The selector of the table in the union.
    public static var builtinOptionsCase: BuiltinOptions { .logSoftmaxOptions }
  }
}

extension Schema {
  /// Options of LOGICAL_AND.
  public struct LogicalAndOptions: BuiltinOptionsMember {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }

    /// The selector of the table in the union.
    public static var builtinOptionsCase: BuiltinOptions { .logicalAndOptions }
  }
}

extension Schema {
  /// Options of LOGICAL_NOT.
  public struct LogicalNotOptions: BuiltinOptionsMember {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }

    /// The selector of the table in the union.
    public static var builtinOptionsCase: BuiltinOptions { .logicalNotOptions }
  }
}

extension Schema {
  /// Options of LOGICAL_OR.
  public struct LogicalOrOptions: BuiltinOptionsMember {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }

    /// The selector of the table in the union.
    public static var builtinOptionsCase: BuiltinOptions { .logicalOrOptions }
  }
}

extension Schema {
  /// Options of MATRIX_DIAG.
  public struct MatrixDiagOptions: BuiltinOptionsMember {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }

    /// The selector of the table in the union.
    public static var builtinOptionsCase: BuiltinOptions { .matrixDiagOptions }
  }
}

extension Schema {
  /// Options of MATRIX_SET_DIAG.
  public struct MatrixSetDiagOptions: BuiltinOptionsMember {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }

    /// The selector of the table in the union.
    public static var builtinOptionsCase: BuiltinOptions { .matrixSetDiagOptions }
  }
}

extension Schema {
  /// Options of MAXIMUM and MINIMUM.
  public struct MaximumMinimumOptions: BuiltinOptionsMember {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }

    /// The selector of the table in the union.
    public static var builtinOptionsCase: BuiltinOptions { .maximumMinimumOptions }
  }
}

extension Schema {
  /// Options of MIRROR_PAD.
  public struct MirrorPadOptions: BuiltinOptionsMember {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }

    /// The selector of the table in the union.
    public static var builtinOptionsCase: BuiltinOptions { .mirrorPadOptions }

    /// Which elements are repeated. `mode`, `.reflect` when absent.
    public var mode: MirrorPadMode { table.enumeration(0, default: .reflect) }
  }
}

extension Schema {
  /// Options of MUL.
  public struct MulOptions: BuiltinOptionsMember {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }

    /// The selector of the table in the union.
    public static var builtinOptionsCase: BuiltinOptions { .mulOptions }

    /// Activation of the result. `fused_activation_function`, `.none` when absent.
    public var fusedActivationFunction: ActivationFunctionType { table.enumeration(0, default: .none) }
  }
}

extension Schema {
  /// Options of NEG.
  public struct NegOptions: BuiltinOptionsMember {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }

    /// The selector of the table in the union.
    public static var builtinOptionsCase: BuiltinOptions { .negOptions }
  }
}

extension Schema {
  /// Options of NON_MAX_SUPPRESSION_V4.
  public struct NonMaxSuppressionV4Options: BuiltinOptionsMember {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }

    /// The selector of the table in the union.
    public static var builtinOptionsCase: BuiltinOptions { .nonMaxSuppressionV4Options }
  }
}

extension Schema {
  /// Options of NON_MAX_SUPPRESSION_V5.
  public struct NonMaxSuppressionV5Options: BuiltinOptionsMember {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }

    /// The selector of the table in the union.
    public static var builtinOptionsCase: BuiltinOptions { .nonMaxSuppressionV5Options }
  }
}

extension Schema {
  /// Options of NOT_EQUAL.
  public struct NotEqualOptions: BuiltinOptionsMember {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }

    /// The selector of the table in the union.
    public static var builtinOptionsCase: BuiltinOptions { .notEqualOptions }
  }
}

extension Schema {
  /// Options of ONE_HOT.
  public struct OneHotOptions: BuiltinOptionsMember {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }

    /// The selector of the table in the union.
    public static var builtinOptionsCase: BuiltinOptions { .oneHotOptions }

    /// Where the new dimension goes; -1 for last. `axis`, 0 when absent.
    public var axis: Int32 { table.scalar(0, default: 0) }
  }
}

extension Schema {
  /// Options of PACK.
  public struct PackOptions: BuiltinOptionsMember {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }

    /// The selector of the table in the union.
    public static var builtinOptionsCase: BuiltinOptions { .packOptions }

    /// Number of inputs. `values_count`, 0 when absent.
    public var valuesCount: Int32 { table.scalar(0, default: 0) }

    /// The new dimension. `axis`, 0 when absent.
    public var axis: Int32 { table.scalar(1, default: 0) }
  }
}

extension Schema {
  /// Options of PAD.
  public struct PadOptions: BuiltinOptionsMember {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }

    /// The selector of the table in the union.
    public static var builtinOptionsCase: BuiltinOptions { .padOptions }
  }
}

extension Schema {
  /// Options of PADV2.
  public struct PadV2Options: BuiltinOptionsMember {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }

    /// The selector of the table in the union.
    public static var builtinOptionsCase: BuiltinOptions { .padV2Options }
  }
}

extension Schema {
  /// Options of AVERAGE_POOL_2D, MAX_POOL_2D and L2_POOL_2D.
  public struct Pool2DOptions: BuiltinOptionsMember {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }

    /// The selector of the table in the union.
    public static var builtinOptionsCase: BuiltinOptions { .pool2DOptions }

    /// Border treatment. `padding`, `.same` when absent.
    public var padding: Padding { table.enumeration(0, default: .same) }

    /// Window step along the width. `stride_w`, 0 when absent.
    public var strideW: Int32 { table.scalar(1, default: 0) }

    /// Window step along the height. `stride_h`, 0 when absent.
    public var strideH: Int32 { table.scalar(2, default: 0) }

    /// Window width. `filter_width`, 0 when absent.
    public var filterWidth: Int32 { table.scalar(3, default: 0) }

    /// Window height. `filter_height`, 0 when absent.
    public var filterHeight: Int32 { table.scalar(4, default: 0) }

    /// Activation of the result. `fused_activation_function`, `.none` when absent.
    public var fusedActivationFunction: ActivationFunctionType { table.enumeration(5, default: .none) }
  }
}

extension Schema {
  /// Options of POW.
  public struct PowOptions: BuiltinOptionsMember {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }

    /// The selector of the table in the union.
    public static var builtinOptionsCase: BuiltinOptions { .powOptions }
  }
}

extension Schema {
  /// Options of QUANTIZE.
  public struct QuantizeOptions: BuiltinOptionsMember {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }

    /// The selector of the table in the union.
    public static var builtinOptionsCase: BuiltinOptions { .quantizeOptions }
  }
}

extension Schema {
  /// Options of RNN.
  public struct RNNOptions: BuiltinOptionsMember {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }

    /// The selector of the table in the union.
    public static var builtinOptionsCase: BuiltinOptions { .rnnOptions }

    /// Activation of the cell. `fused_activation_function`, `.none` when absent.
    public var fusedActivationFunction: ActivationFunctionType { table.enumeration(0, default: .none) }

    /// Whether dynamic-range inputs are quantised with a zero point. `asymmetric_quantize_inputs`, false when absent.
    public var asymmetricQuantizeInputs: Bool { table.scalar(1, default: false) }
  }
}

extension Schema {
  /// Options of RANDOM_UNIFORM, RANDOM_STANDARD_NORMAL and MULTINOMIAL.
  public struct RandomOptions: BuiltinOptionsMember {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }

    /// The selector of the table in the union.
    public static var builtinOptionsCase: BuiltinOptions { .randomOptions }

    /// First half of the seed. `seed`, 0 when absent.
    public var seed: Int64 { table.scalar(0, default: 0) }

    /// Second half of the seed; both 0 asks for an arbitrary seed. `seed2`, 0 when absent.
    public var seed2: Int64 { table.scalar(1, default: 0) }
  }
}
