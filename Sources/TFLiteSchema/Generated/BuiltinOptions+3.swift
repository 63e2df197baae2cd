// Generated from Schema/tflite.fbs by Schema/generate; not to be edited.

extension Schema {
  /// Options of FLOOR_MOD.
  public struct FloorModOptions: BuiltinOptionsMember {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }

    /// The selector of the table in the union.
    public static var builtinOptionsCase: BuiltinOptions { .floorModOptions }
  }
}

extension Schema {
  /// Options of FULLY_CONNECTED.
  public struct FullyConnectedOptions: BuiltinOptionsMember {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }

    /// The selector of the table in the union.
    public static var builtinOptionsCase: BuiltinOptions { .fullyConnectedOptions }

    /// Activation of the result. `fused_activation_function`, `.none` when absent.
    public var fusedActivationFunction: ActivationFunctionType { table.enumeration(0, default: .none) }

    /// Storage of the weights, since version 2. `weights_format`, `.default` when absent.
    public var weightsFormat: FullyConnectedOptionsWeightsFormat { table.enumeration(1, default: .default) }

    /// Whether the output keeps all dimensions of the input but the last, since version 5. `keep_num_dims`, false when
    /// absent.
    public var keepNumDims: Bool { table.scalar(2, default: false) }

    /// Whether dynamic-range inputs are quantised with a zero point, since version 7. `asymmetric_quantize_inputs`,
    /// false when absent.
    public var asymmetricQuantizeInputs: Bool { table.scalar(3, default: false) }

    /// Type of bias and accumulator in quantised forms, since version 11. `quantized_bias_type`, `.float32` when
    /// absent.
    public var quantizedBiasType: TensorType { table.enumeration(4, default: .float32) }
  }
}

extension Schema {
  /// Options of GATHER_ND.
  public struct GatherNdOptions: BuiltinOptionsMember {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }

    /// The selector of the table in the union.
    public static var builtinOptionsCase: BuiltinOptions { .gatherNdOptions }
  }
}

extension Schema {
  /// Options of GATHER.
  public struct GatherOptions: BuiltinOptionsMember {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }

    /// The selector of the table in the union.
    public static var builtinOptionsCase: BuiltinOptions { .gatherOptions }

    /// The dimension indexed. `axis`, 0 when absent.
    public var axis: Int32 { table.scalar(0, default: 0) }

    /// Leading dimensions shared by data and indices, since version 5. `batch_dims`, 0 when absent.
    public var batchDims: Int32 { table.scalar(1, default: 0) }
  }
}

extension Schema {
  /// Options of GELU.
  public struct GeluOptions: BuiltinOptionsMember {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }

    /// The selector of the table in the union.
    public static var builtinOptionsCase: BuiltinOptions { .geluOptions }

    /// Whether the tanh form is used. `approximate`, false when absent.
    public var approximate: Bool { table.scalar(0, default: false) }
  }
}

extension Schema {
  /// Options of GREATER_EQUAL.
  public struct GreaterEqualOptions: BuiltinOptionsMember {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }

    /// The selector of the table in the union.
    public static var builtinOptionsCase: BuiltinOptions { .greaterEqualOptions }
  }
}

extension Schema {
  /// Options of GREATER.
  public struct GreaterOptions: BuiltinOptionsMember {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }

    /// The selector of the table in the union.
    public static var builtinOptionsCase: BuiltinOptions { .greaterOptions }
  }
}

extension Schema {
  /// Options of HARD_SWISH.
  public struct HardSwishOptions: BuiltinOptionsMember {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }

    /// The selector of the table in the union.
    public static var builtinOptionsCase: BuiltinOptions { .hardSwishOptions }
  }
}

extension Schema {
  /// Options of HASHTABLE_FIND.
  public struct HashtableFindOptions: BuiltinOptionsMember {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }

    /// The selector of the table in the union.
    public static var builtinOptionsCase: BuiltinOptions { .hashtableFindOptions }
  }
}

extension Schema {
  /// Options of HASHTABLE_IMPORT.
  public struct HashtableImportOptions: BuiltinOptionsMember {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }

    /// The selector of the table in the union.
    public static var builtinOptionsCase: BuiltinOptions { .hashtableImportOptions }
  }
}

extension Schema {
  /// Options of HASHTABLE.
  public struct HashtableOptions: BuiltinOptionsMember {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }

    /// The selector of the table in the union.
    public static var builtinOptionsCase: BuiltinOptions { .hashtableOptions }

    /// Identity of the table, shared by all subgraphs. `table_id`, 0 when absent.
    public var tableId: Int32 { table.scalar(0, default: 0) }

    /// Type of keys. `key_dtype`, `.float32` when absent.
    public var keyDtype: TensorType { table.enumeration(1, default: .float32) }

    /// Type of values. `value_dtype`, `.float32` when absent.
    public var valueDtype: TensorType { table.enumeration(2, default: .float32) }
  }
}

extension Schema {
  /// Options of HASHTABLE_SIZE.
  public struct HashtableSizeOptions: BuiltinOptionsMember {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }

    /// The selector of the table in the union.
    public static var builtinOptionsCase: BuiltinOptions { .hashtableSizeOptions }
  }
}

extension Schema {
  /// Options of IF.
  public struct IfOptions: BuiltinOptionsMember {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }

    /// The selector of the table in the union.
    public static var builtinOptionsCase: BuiltinOptions { .ifOptions }

    /// The subgraph for true. `then_subgraph_index`, 0 when absent.
    public var thenSubgraphIndex: Int32 { table.scalar(0, default: 0) }

    /// The subgraph for false. `else_subgraph_index`, 0 when absent.
    public var elseSubgraphIndex: Int32 { table.scalar(1, default: 0) }
  }
}

extension Schema {
  /// Options of L2_NORMALIZATION.
  public struct L2NormOptions: BuiltinOptionsMember {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }

    /// The selector of the table in the union.
    public static var builtinOptionsCase: BuiltinOptions { .l2NormOptions }

    /// Activation; the reference ignores it. `fused_activation_function`, `.none` when absent.
    public var fusedActivationFunction: ActivationFunctionType { table.enumeration(0, default: .none) }
  }
}

extension Schema {
  /// Options of LSH_PROJECTION.
  public struct LSHProjectionOptions: BuiltinOptionsMember {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }

    /// The selector of the table in the union.
    public static var builtinOptionsCase: BuiltinOptions { .lshProjectionOptions }

    /// The form of the hash. `type`, `.unknown` when absent.
    public var type: LSHProjectionType { table.enumeration(0, default: .unknown) }
  }
}

extension Schema {
  /// Options of LSTM.
  public struct LSTMOptions: BuiltinOptionsMember {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }

    /// The selector of the table in the union.
    public static var builtinOptionsCase: BuiltinOptions { .lstmOptions }

    /// Activation of the cell. `fused_activation_function`, `.none` when absent.
    public var fusedActivationFunction: ActivationFunctionType { table.enumeration(0, default: .none) }

    /// Bound of the cell state; 0 for none. `cell_clip`, 0.0 when absent.
    public var cellClip: Float { table.scalar(1, default: 0.0) }

    /// Bound of the projected output; 0 for none. `proj_clip`, 0.0 when absent.
    public var projClip: Float { table.scalar(2, default: 0.0) }

    /// The form of the cell, since version 2. `kernel_type`, `.full` when absent.
    public var kernelType: LSTMKernelType { table.enumeration(3, default: .full) }

    /// Whether dynamic-range inputs are quantised with a zero point, since version 4. `asymmetric_quantize_inputs`,
    /// false when absent.
    public var asymmetricQuantizeInputs: Bool { table.scalar(4, default: false) }
  }
}

extension Schema {
  /// Options of LEAKY_RELU.
  public struct LeakyReluOptions: BuiltinOptionsMember {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }

    /// The selector of the table in the union.
    public static var builtinOptionsCase: BuiltinOptions { .leakyReluOptions }

    /// Slope for negative inputs. `alpha`, 0.0 when absent.
    public var alpha: Float { table.scalar(0, default: 0.0) }
  }
}

extension Schema {
  /// Options of LESS_EQUAL.
  public struct LessEqualOptions: BuiltinOptionsMember {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }

    /// The selector of the table in the union.
    public static var builtinOptionsCase: BuiltinOptions { .lessEqualOptions }
  }
}

extension Schema {
  /// Options of LESS.
  public struct LessOptions: BuiltinOptionsMember {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }

    /// The selector of the table in the union.
    public static var builtinOptionsCase: BuiltinOptions { .lessOptions }
  }
}

extension Schema {
  /// Options of LOCAL_RESPONSE_NORMALIZATION: output = input / (bias + alpha * sum of squares) ^ beta.
  public struct LocalResponseNormalizationOptions: BuiltinOptionsMember {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }

    /// The selector of the table in the union.
    public static var builtinOptionsCase: BuiltinOptions { .localResponseNormalizationOptions }

    /// Neighbours on each side in the last dimension. `radius`, 0 when absent.
    public var radius: Int32 { table.scalar(0, default: 0) }

    /// Offset of the denominator. `bias`, 0.0 when absent.
    public var bias: Float { table.scalar(1, default: 0.0) }

    /// Factor of the sum of squares. `alpha`, 0.0 when absent.
    public var alpha: Float { table.scalar(2, default: 0.0) }

    /// Exponent of the denominator. `beta`, 0.0 when absent.
    public var beta: Float { table.scalar(3, default: 0.0) }
  }
}
