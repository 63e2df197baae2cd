// Generated from Schema/tflite.fbs by Schema/generate; not to be edited.

extension Schema {
  /// Options of ATAN2.
  public struct ATan2Options: Sendable {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }
  }
}

extension Schema.BuiltinOptionsUnion {
  /// The table `ATan2Options`, nil when it is another one or none.
  public var aTan2Options: Schema.ATan2Options? { self[.aTan2Options].map(Schema.ATan2Options.init) }
}

extension Schema {
  /// Options of ABS.
  public struct AbsOptions: Sendable {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }
  }
}

extension Schema.BuiltinOptionsUnion {
  /// The table `AbsOptions`, nil when it is another one or none.
  public var absOptions: Schema.AbsOptions? { self[.absOptions].map(Schema.AbsOptions.init) }
}

extension Schema {
  /// Options of ADD_N.
  public struct AddNOptions: Sendable {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }
  }
}

extension Schema.BuiltinOptionsUnion {
  /// The table `AddNOptions`, nil when it is another one or none.
  public var addNOptions: Schema.AddNOptions? { self[.addNOptions].map(Schema.AddNOptions.init) }
}

extension Schema {
  /// Options of ADD.
  public struct AddOptions: Sendable {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }

    /// Activation of the result. `fused_activation_function`, `.none` when absent.
    public var fusedActivationFunction: ActivationFunctionType { table.enumeration(0, default: .none) }

    /// Whether 16-bit scales are powers of two, since version 3. `pot_scale_int16`, true when absent.
    public var potScaleInt16: Bool { table.scalar(1, default: true) }
  }
}

extension Schema.BuiltinOptionsUnion {
  /// The table `AddOptions`, nil when it is another one or none.
  public var addOptions: Schema.AddOptions? { self[.addOptions].map(Schema.AddOptions.init) }
}

extension Schema {
  /// Options of ARG_MAX.
  public struct ArgMaxOptions: Sendable {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }

    /// Type of the indices. `output_type`, `.float32` when absent.
    public var outputType: TensorType { table.enumeration(0, default: .float32) }
  }
}

extension Schema.BuiltinOptionsUnion {
  /// The table `ArgMaxOptions`, nil when it is another one or none.
  public var argMaxOptions: Schema.ArgMaxOptions? { self[.argMaxOptions].map(Schema.ArgMaxOptions.init) }
}

extension Schema {
  /// Options of ARG_MIN.
  public struct ArgMinOptions: Sendable {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }

    /// Type of the indices. `output_type`, `.float32` when absent.
    public var outputType: TensorType { table.enumeration(0, default: .float32) }
  }
}

extension Schema.BuiltinOptionsUnion {
  /// The table `ArgMinOptions`, nil when it is another one or none.
  public var argMinOptions: Schema.ArgMinOptions? { self[.argMinOptions].map(Schema.ArgMinOptions.init) }
}

extension Schema {
  /// Options of ASSIGN_VARIABLE.
  public struct AssignVariableOptions: Sendable {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }
  }
}

extension Schema.BuiltinOptionsUnion {
  /// The table `AssignVariableOptions`, nil when it is another one or none.
  public var assignVariableOptions: Schema.AssignVariableOptions? {
    self[.assignVariableOptions].map(Schema.AssignVariableOptions.init)
  }
}

extension Schema {
  /// Options of BATCH_MATMUL.
  public struct BatchMatMulOptions: Sendable {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }

    /// Whether the left operand is transposed. `adj_x`, false when absent.
    public var adjX: Bool { table.scalar(0, default: false) }

    /// Whether the right operand is transposed. `adj_y`, false when absent.
    public var adjY: Bool { table.scalar(1, default: false) }

    /// Whether dynamic-range inputs are quantised with a zero point, since version 4. `asymmetric_quantize_inputs`,
    /// false when absent.
    public var asymmetricQuantizeInputs: Bool { table.scalar(2, default: false) }
  }
}

extension Schema.BuiltinOptionsUnion {
  /// The table `BatchMatMulOptions`, nil when it is another one or none.
  public var batchMatMulOptions: Schema.BatchMatMulOptions? {
    self[.batchMatMulOptions].map(Schema.BatchMatMulOptions.init)
  }
}

extension Schema {
  /// Options of BATCH_TO_SPACE_ND.
  public struct BatchToSpaceNDOptions: Sendable {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }
  }
}

extension Schema.BuiltinOptionsUnion {
  /// The table `BatchToSpaceNDOptions`, nil when it is another one or none.
  public var batchToSpaceNDOptions: Schema.BatchToSpaceNDOptions? {
    self[.batchToSpaceNDOptions].map(Schema.BatchToSpaceNDOptions.init)
  }
}

extension Schema {
  /// Options of BIDIRECTIONAL_SEQUENCE_LSTM.
  public struct BidirectionalSequenceLSTMOptions: Sendable {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }

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

extension Schema.BuiltinOptionsUnion {
  /// The table `BidirectionalSequenceLSTMOptions`, nil when it is another one or none.
  public var bidirectionalSequenceLSTMOptions: Schema.BidirectionalSequenceLSTMOptions? {
    self[.bidirectionalSequenceLSTMOptions].map(Schema.BidirectionalSequenceLSTMOptions.init)
  }
}

extension Schema {
  /// Options of BIDIRECTIONAL_SEQUENCE_RNN.
  public struct BidirectionalSequenceRNNOptions: Sendable {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }

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

extension Schema.BuiltinOptionsUnion {
  /// The table `BidirectionalSequenceRNNOptions`, nil when it is another one or none.
  public var bidirectionalSequenceRNNOptions: Schema.BidirectionalSequenceRNNOptions? {
    self[.bidirectionalSequenceRNNOptions].map(Schema.BidirectionalSequenceRNNOptions.init)
  }
}

extension Schema {
  /// Options of BITCAST.
  public struct BitcastOptions: Sendable {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }
  }
}

extension Schema.BuiltinOptionsUnion {
  /// The table `BitcastOptions`, nil when it is another one or none.
  public var bitcastOptions: Schema.BitcastOptions? { self[.bitcastOptions].map(Schema.BitcastOptions.init) }
}

extension Schema {
  /// Options of BITWISE_XOR.
  public struct BitwiseXorOptions: Sendable {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }
  }
}

extension Schema.BuiltinOptionsUnion {
  /// The table `BitwiseXorOptions`, nil when it is another one or none.
  public var bitwiseXorOptions: Schema.BitwiseXorOptions? {
    self[.bitwiseXorOptions].map(Schema.BitwiseXorOptions.init)
  }
}

extension Schema {
  /// Options of BROADCAST_TO.
  public struct BroadcastToOptions: Sendable {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }
  }
}

extension Schema.BuiltinOptionsUnion {
  /// The table `BroadcastToOptions`, nil when it is another one or none.
  public var broadcastToOptions: Schema.BroadcastToOptions? {
    self[.broadcastToOptions].map(Schema.BroadcastToOptions.init)
  }
}

extension Schema {
  /// Options of BUCKETIZE.
  public struct BucketizeOptions: Sendable {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }

    /// The bucket borders in ascending order. `boundaries`, empty when absent.
    public var boundaries: FlatBufferVector<Float> { table.vector(0, of: Float.self) }

    /// Whether the file holds `boundaries`.
    public var hasBoundaries: Bool { table.has(0) }
  }
}

extension Schema.BuiltinOptionsUnion {
  /// The table `BucketizeOptions`, nil when it is another one or none.
  public var bucketizeOptions: Schema.BucketizeOptions? { self[.bucketizeOptions].map(Schema.BucketizeOptions.init) }
}

extension Schema {
  /// Options of CALL_ONCE.
  public struct CallOnceOptions: Sendable {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }

    /// The subgraph run once before everything else. `init_subgraph_index`, 0 when absent.
    public var initSubgraphIndex: Int32 { table.scalar(0, default: 0) }
  }
}

extension Schema.BuiltinOptionsUnion {
  /// The table `CallOnceOptions`, nil when it is another one or none.
  public var callOnceOptions: Schema.CallOnceOptions? { self[.callOnceOptions].map(Schema.CallOnceOptions.init) }
}

extension Schema {
  /// Options of CALL.
  public struct CallOptions: Sendable {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }

    /// The subgraph called. `subgraph`, 0 when absent.
    public var subgraph: UInt32 { table.scalar(0, default: 0) }
  }
}

extension Schema.BuiltinOptionsUnion {
  /// The table `CallOptions`, nil when it is another one or none.
  public var callOptions: Schema.CallOptions? { self[.callOptions].map(Schema.CallOptions.init) }
}

extension Schema {
  /// Options of CAST.
  public struct CastOptions: Sendable {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }

    /// Type of the input. `in_data_type`, `.float32` when absent.
    public var inDataType: TensorType { table.enumeration(0, default: .float32) }

    /// Type of the output. `out_data_type`, `.float32` when absent.
    public var outDataType: TensorType { table.enumeration(1, default: .float32) }
  }
}

extension Schema.BuiltinOptionsUnion {
  /// The table `CastOptions`, nil when it is another one or none.
  public var castOptions: Schema.CastOptions? { self[.castOptions].map(Schema.CastOptions.init) }
}
