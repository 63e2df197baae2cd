// Generated from Schema/tflite.fbs by Schema/generate; not to be edited.

extension Schema {
  /// Options of ATAN2.
  public struct ATan2Options: BuiltinOptionsMember {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }

    /// The selector of the table in the union.
    public static var builtinOptionsCase: BuiltinOptions { .aTan2Options }
  }
}

extension Schema {
  /// Options of ABS.
  public struct AbsOptions: BuiltinOptionsMember {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }

    /// The selector of the table in the union.
    public static var builtinOptionsCase: BuiltinOptions { .absOptions }
  }
}

extension Schema {
  /// Options of ADD_N.
  public struct AddNOptions: BuiltinOptionsMember {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }

    /// The selector of the table in the union.
    public static var builtinOptionsCase: BuiltinOptions { .addNOptions }
  }
}

extension Schema {
  /// Options of ADD.
  public struct AddOptions: BuiltinOptionsMember {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }

    /// The selector of the table in the union.
    public static var builtinOptionsCase: BuiltinOptions { .addOptions }

    /// Activation of the result. `fused_activation_function`, `.none` when absent.
    public var fusedActivationFunction: ActivationFunctionType { table.enumeration(0, default: .none) }

    /// Whether 16-bit scales are powers of two, since version 3. `pot_scale_int16`, true when absent.
    public var potScaleInt16: Bool { table.scalar(1, default: true) }
  }
}

extension Schema {
  /// Options of ARG_MAX.
  public struct ArgMaxOptions: BuiltinOptionsMember {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }

    /// The selector of the table in the union.
    public static var builtinOptionsCase: BuiltinOptions { .argMaxOptions }

    /// Type of the indices. `output_type`, `.float32` when absent.
    public var outputType: TensorType { table.enumeration(0, default: .float32) }
  }
}

extension Schema {
  /// Options of ARG_MIN.
  public struct ArgMinOptions: BuiltinOptionsMember {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }

    /// The selector of the table in the union.
    public static var builtinOptionsCase: BuiltinOptions { .argMinOptions }

    /// Type of the indices. `output_type`, `.float32` when absent.
    public var outputType: TensorType { table.enumeration(0, default: .float32) }
  }
}

extension Schema {
  /// Options of ASSIGN_VARIABLE.
  public struct AssignVariableOptions: BuiltinOptionsMember {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }

    /// The selector of the table in the union.
    public static var builtinOptionsCase: BuiltinOptions { .assignVariableOptions }
  }
}

extension Schema {
  /// Options of BATCH_MATMUL.
  public struct BatchMatMulOptions: BuiltinOptionsMember {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }

    /// The selector of the table in the union.
    public static var builtinOptionsCase: BuiltinOptions { .batchMatMulOptions }

    /// Whether the left operand is transposed. `adj_x`, false when absent.
    public var adjX: Bool { table.scalar(0, default: false) }

    /// Whether the right operand is transposed. `adj_y`, false when absent.
    public var adjY: Bool { table.scalar(1, default: false) }

    /// Whether dynamic-range inputs are quantised with a zero point, since version 4. `asymmetric_quantize_inputs`,
    /// false when absent.
    public var asymmetricQuantizeInputs: Bool { table.scalar(2, default: false) }
  }
}

extension Schema {
  /// Options of BATCH_TO_SPACE_ND.
  public struct BatchToSpaceNDOptions: BuiltinOptionsMember {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }

    /// The selector of the table in the union.
    public static var builtinOptionsCase: BuiltinOptions { .batchToSpaceNDOptions }
  }
}

extension Schema {
  /// Options of BIDIRECTIONAL_SEQUENCE_LSTM.
  public struct BidirectionalSequenceLSTMOptions: BuiltinOptionsMember {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }

    /// The selector of the table in the union.
    public static var builtinOptionsCase: BuiltinOptions { .bidirectionalSequenceLSTMOptions }

    /// Activation of the cells. `fused_activation_function`, `.none` when absent.
    public var fusedActivationFunction: ActivationFunctionType { table.enumeration(0, default: .none) }

    /// Bound of the cell state; 0 for none. `cell_clip`, 0.0 when absent.
    public var cellClip: Float { table.scalar(1, default: 0.0) }

    /// Bound of the projected output; 0 for none. `proj_clip`, 0.0 when absent.
    public var projClip: Float { table.scalar(2, default: 0.0) }

    /// Whether both directions share the first output. `merge_outputs`, false when absent.
    public var mergeOutputs: Bool { table.scalar(3, default: false) }

    /// Whether time, not batch, is the first dimension, since version 2. `time_major`, true when absent.
    public var timeMajor: Bool { table.scalar(4, default: true) }

    /// Whether dynamic-range inputs are quantised with a zero point, since version 3. `asymmetric_quantize_inputs`,
    /// false when absent.
    public var asymmetricQuantizeInputs: Bool { table.scalar(5, default: false) }
  }
}

extension Schema {
  /// Options of BIDIRECTIONAL_SEQUENCE_RNN.
  public struct BidirectionalSequenceRNNOptions: BuiltinOptionsMember {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }

    /// The selector of the table in the union.
    public static var builtinOptionsCase: BuiltinOptions { .bidirectionalSequenceRNNOptions }

    /// Whether time, not batch, is the first dimension. `time_major`, false when absent.
    public var timeMajor: Bool { table.scalar(0, default: false) }

    /// Activation of the cells. `fused_activation_function`, `.none` when absent.
    public var fusedActivationFunction: ActivationFunctionType { table.enumeration(1, default: .none) }

    /// Whether both directions share the first output. `merge_outputs`, false when absent.
    public var mergeOutputs: Bool { table.scalar(2, default: false) }

    /// Whether dynamic-range inputs are quantised with a zero point. `asymmetric_quantize_inputs`, false when absent.
    public var asymmetricQuantizeInputs: Bool { table.scalar(3, default: false) }
  }
}

extension Schema {
  /// Options of BITCAST.
  public struct BitcastOptions: BuiltinOptionsMember {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }

    /// The selector of the table in the union.
    public static var builtinOptionsCase: BuiltinOptions { .bitcastOptions }
  }
}

extension Schema {
  /// Options of BITWISE_XOR.
  public struct BitwiseXorOptions: BuiltinOptionsMember {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }

    /// The selector of the table in the union.
    public static var builtinOptionsCase: BuiltinOptions { .bitwiseXorOptions }
  }
}

extension Schema {
  /// Options of BROADCAST_TO.
  public struct BroadcastToOptions: BuiltinOptionsMember {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }

    /// The selector of the table in the union.
    public static var builtinOptionsCase: BuiltinOptions { .broadcastToOptions }
  }
}

extension Schema {
  /// Options of BUCKETIZE.
  public struct BucketizeOptions: BuiltinOptionsMember {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }

    /// The selector of the table in the union.
    public static var builtinOptionsCase: BuiltinOptions { .bucketizeOptions }

    /// The bucket borders in ascending order. `boundaries`, empty when absent.
    public var boundaries: FlatBufferVector<Float> { table.vector(0, of: Float.self) }

    /// Whether the file holds `boundaries`.
    public var hasBoundaries: Bool { table.has(0) }
  }
}

extension Schema {
  /// Options of CALL_ONCE.
  public struct CallOnceOptions: BuiltinOptionsMember {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }

    /// The selector of the table in the union.
    public static var builtinOptionsCase: BuiltinOptions { .callOnceOptions }

    /// The subgraph run once before everything else. `init_subgraph_index`, 0 when absent.
    public var initSubgraphIndex: Int32 { table.scalar(0, default: 0) }
  }
}

extension Schema {
  /// Options of CALL.
  public struct CallOptions: BuiltinOptionsMember {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }

    /// The selector of the table in the union.
    public static var builtinOptionsCase: BuiltinOptions { .callOptions }

    /// The subgraph called. `subgraph`, 0 when absent.
    public var subgraph: UInt32 { table.scalar(0, default: 0) }
  }
}

extension Schema {
  /// Options of CAST.
  public struct CastOptions: BuiltinOptionsMember {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }

    /// The selector of the table in the union.
    public static var builtinOptionsCase: BuiltinOptions { .castOptions }

    /// Type of the input. `in_data_type`, `.float32` when absent.
    public var inDataType: TensorType { table.enumeration(0, default: .float32) }

    /// Type of the output. `out_data_type`, `.float32` when absent.
    public var outDataType: TensorType { table.enumeration(1, default: .float32) }
  }
}

extension Schema {
  /// Options of CONCAT_EMBEDDINGS.
  public struct ConcatEmbeddingsOptions: BuiltinOptionsMember {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }

    /// The selector of the table in the union.
    public static var builtinOptionsCase: BuiltinOptions { .concatEmbeddingsOptions }

    /// Number of channels. `num_channels`, 0 when absent.
    public var numChannels: Int32 { table.scalar(0, default: 0) }

    /// Columns of each channel. `num_columns_per_channel`, empty when absent.
    public var numColumnsPerChannel: FlatBufferVector<Int32> { table.vector(1, of: Int32.self) }

    /// Whether the file holds `num_columns_per_channel`.
    public var hasNumColumnsPerChannel: Bool { table.has(1) }

    /// Embedding size of each channel. `embedding_dim_per_channel`, empty when absent.
    public var embeddingDimPerChannel: FlatBufferVector<Int32> { table.vector(2, of: Int32.self) }

    /// Whether the file holds `embedding_dim_per_channel`.
    public var hasEmbeddingDimPerChannel: Bool { table.has(2) }
  }
}
