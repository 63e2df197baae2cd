// Generated from Schema/tflite.fbs by Schema/generate; not to be edited.

extension Schema {
  /// Options of SQUEEZE.
  public struct SqueezeOptions: Sendable {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }

    /// The dimensions removed; all of size 1 when empty. `squeeze_dims`, empty when absent.
    public var squeezeDims: FlatBufferVector<Int32> { table.vector(0, of: Int32.self) }

    /// Whether the file holds `squeeze_dims`.
    public var hasSqueezeDims: Bool { table.has(0) }
  }
}

extension Schema.BuiltinOptionsUnion {
  /// The table `SqueezeOptions`, nil when it is another one or none.
  public var squeezeOptions: Schema.SqueezeOptions? { self[.squeezeOptions].map(Schema.SqueezeOptions.init) }
}

extension Schema {
  /// Options of STRIDED_SLICE: bit i of a mask speaks of entry i of the index tensors.
  public struct StridedSliceOptions: Sendable {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }

    /// Entries of begin that are ignored. `begin_mask`, 0 when absent.
    public var beginMask: Int32 { table.scalar(0, default: 0) }

    /// Entries of end that are ignored. `end_mask`, 0 when absent.
    public var endMask: Int32 { table.scalar(1, default: 0) }

    /// The entry that stands for all dimensions not named. `ellipsis_mask`, 0 when absent.
    public var ellipsisMask: Int32 { table.scalar(2, default: 0) }

    /// Entries that insert a dimension of size 1. `new_axis_mask`, 0 when absent.
    public var newAxisMask: Int32 { table.scalar(3, default: 0) }

    /// Entries that pick one index and remove the dimension. `shrink_axis_mask`, 0 when absent.
    public var shrinkAxisMask: Int32 { table.scalar(4, default: 0) }

    /// Whether end counts from begin. `offset`, false when absent.
    public var offset: Bool { table.scalar(5, default: false) }
  }
}

extension Schema.BuiltinOptionsUnion {
  /// The table `StridedSliceOptions`, nil when it is another one or none.
  public var stridedSliceOptions: Schema.StridedSliceOptions? {
    self[.stridedSliceOptions].map(Schema.StridedSliceOptions.init)
  }
}

extension Schema {
  /// Options of SUB.
  public struct SubOptions: Sendable {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }

    /// Activation of the result. `fused_activation_function`, `.none` when absent.
    public var fusedActivationFunction: ActivationFunctionType { table.enumeration(0, default: .none) }

    /// Whether 16-bit scales are powers of two, since version 5. `pot_scale_int16`, true when absent.
    public var potScaleInt16: Bool { table.scalar(1, default: true) }
  }
}

extension Schema.BuiltinOptionsUnion {
  /// The table `SubOptions`, nil when it is another one or none.
  public var subOptions: Schema.SubOptions? { self[.subOptions].map(Schema.SubOptions.init) }
}

extension Schema {
  /// Options of TILE.
  public struct TileOptions: Sendable {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }
  }
}

extension Schema.BuiltinOptionsUnion {
  /// The table `TileOptions`, nil when it is another one or none.
  public var tileOptions: Schema.TileOptions? { self[.tileOptions].map(Schema.TileOptions.init) }
}

extension Schema {
  /// Options of TOPK_V2.
  public struct TopKV2Options: Sendable {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }
  }
}

extension Schema.BuiltinOptionsUnion {
  /// The table `TopKV2Options`, nil when it is another one or none.
  public var topKV2Options: Schema.TopKV2Options? { self[.topKV2Options].map(Schema.TopKV2Options.init) }
}

extension Schema {
  /// Options of TRANSPOSE_CONV.
  public struct TransposeConvOptions: Sendable {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }

    /// Border treatment. `padding`, `.same` when absent.
    public var padding: Padding { table.enumeration(0, default: .same) }

    /// Output step along the width. `stride_w`, 0 when absent.
    public var strideW: Int32 { table.scalar(1, default: 0) }

    /// Output step along the height. `stride_h`, 0 when absent.
    public var strideH: Int32 { table.scalar(2, default: 0) }

    /// Activation of the result, since version 4. `fused_activation_function`, `.none` when absent.
    public var fusedActivationFunction: ActivationFunctionType { table.enumeration(3, default: .none) }

    /// Type of bias and accumulator in quantised forms, since version 5. `quantized_bias_type`, `.float32` when absent.
    public var quantizedBiasType: TensorType { table.enumeration(4, default: .float32) }
  }
}

extension Schema.BuiltinOptionsUnion {
  /// The table `TransposeConvOptions`, nil when it is another one or none.
  public var transposeConvOptions: Schema.TransposeConvOptions? {
    self[.transposeConvOptions].map(Schema.TransposeConvOptions.init)
  }
}

extension Schema {
  /// Options of TRANSPOSE.
  public struct TransposeOptions: Sendable {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }
  }
}

extension Schema.BuiltinOptionsUnion {
  /// The table `TransposeOptions`, nil when it is another one or none.
  public var transposeOptions: Schema.TransposeOptions? { self[.transposeOptions].map(Schema.TransposeOptions.init) }
}

extension Schema {
  /// Options of UNIDIRECTIONAL_SEQUENCE_LSTM.
  public struct UnidirectionalSequenceLSTMOptions: Sendable {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }

    /// Activation of the cell. `fused_activation_function`, `.none` when absent.
    public var fusedActivationFunction: ActivationFunctionType { table.enumeration(0, default: .none) }

    /// Bound of the cell state; 0 for none. `cell_clip`, 0.0 when absent.
    public var cellClip: Float { table.scalar(1, default: 0.0) }

    /// Bound of the projected output; 0 for none. `proj_clip`, 0.0 when absent.
    public var projClip: Float { table.scalar(2, default: 0.0) }

    /// Whether time, not batch, is the first dimension. `time_major`, false when absent.
    public var timeMajor: Bool { table.scalar(3, default: false) }

    /// Whether dynamic-range inputs are quantised with a zero point, since version 3. `asymmetric_quantize_inputs`,
    /// false when absent.
    public var asymmetricQuantizeInputs: Bool { table.scalar(4, default: false) }

    /// Whether recurrent weights are diagonal matrices stored as vectors, since version 4.
    /// `diagonal_recurrent_tensors`, false when absent.
    public var diagonalRecurrentTensors: Bool { table.scalar(5, default: false) }
  }
}

extension Schema.BuiltinOptionsUnion {
  /// The table `UnidirectionalSequenceLSTMOptions`, nil when it is another one or none.
  public var unidirectionalSequenceLSTMOptions: Schema.UnidirectionalSequenceLSTMOptions? {
    self[.unidirectionalSequenceLSTMOptions].map(Schema.UnidirectionalSequenceLSTMOptions.init)
  }
}

extension Schema {
  /// Options of UNIQUE.
  public struct UniqueOptions: Sendable {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }

    /// Type of the indices. `idx_out_type`, `.int32` when absent.
    public var idxOutType: TensorType { table.enumeration(0, default: .int32) }
  }
}

extension Schema.BuiltinOptionsUnion {
  /// The table `UniqueOptions`, nil when it is another one or none.
  public var uniqueOptions: Schema.UniqueOptions? { self[.uniqueOptions].map(Schema.UniqueOptions.init) }
}

extension Schema {
  /// Options of UNPACK.
  public struct UnpackOptions: Sendable {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }

    /// Number of outputs. `num`, 0 when absent.
    public var num: Int32 { table.scalar(0, default: 0) }

    /// The dimension removed. `axis`, 0 when absent.
    public var axis: Int32 { table.scalar(1, default: 0) }
  }
}

extension Schema.BuiltinOptionsUnion {
  /// The table `UnpackOptions`, nil when it is another one or none.
  public var unpackOptions: Schema.UnpackOptions? { self[.unpackOptions].map(Schema.UnpackOptions.init) }
}

extension Schema {
  /// Options of UNSORTED_SEGMENT_MAX.
  public struct UnsortedSegmentMaxOptions: Sendable {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }
  }
}

extension Schema.BuiltinOptionsUnion {
  /// The table `UnsortedSegmentMaxOptions`, nil when it is another one or none.
  public var unsortedSegmentMaxOptions: Schema.UnsortedSegmentMaxOptions? {
    self[.unsortedSegmentMaxOptions].map(Schema.UnsortedSegmentMaxOptions.init)
  }
}

extension Schema {
  /// Options of UNSORTED_SEGMENT_MIN.
  public struct UnsortedSegmentMinOptions: Sendable {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }
  }
}

extension Schema.BuiltinOptionsUnion {
  /// The table `UnsortedSegmentMinOptions`, nil when it is another one or none.
  public var unsortedSegmentMinOptions: Schema.UnsortedSegmentMinOptions? {
    self[.unsortedSegmentMinOptions].map(Schema.UnsortedSegmentMinOptions.init)
  }
}

extension Schema {
  /// Options of UNSORTED_SEGMENT_PROD.
  public struct UnsortedSegmentProdOptions: Sendable {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }
  }
}

extension Schema.BuiltinOptionsUnion {
  /// The table `UnsortedSegmentProdOptions`, nil when it is another one or none.
  public var unsortedSegmentProdOptions: Schema.UnsortedSegmentProdOptions? {
    self[.unsortedSegmentProdOptions].map(Schema.UnsortedSegmentProdOptions.init)
  }
}

extension Schema {
  /// Options of UNSORTED_SEGMENT_SUM.
  public struct UnsortedSegmentSumOptions: Sendable {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }
  }
}

extension Schema.BuiltinOptionsUnion {
  /// The table `UnsortedSegmentSumOptions`, nil when it is another one or none.
  public var unsortedSegmentSumOptions: Schema.UnsortedSegmentSumOptions? {
    self[.unsortedSegmentSumOptions].map(Schema.UnsortedSegmentSumOptions.init)
  }
}

extension Schema {
  /// Options of VAR_HANDLE: both names together identify the variable.
  public struct VarHandleOptions: Sendable {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }

    /// Container name. `container`, nil when absent.
    public var container: FlatBufferString? { table.string(0) }

    /// Variable name. `shared_name`, nil when absent.
    public var sharedName: FlatBufferString? { table.string(1) }
  }
}

extension Schema.BuiltinOptionsUnion {
  /// The table `VarHandleOptions`, nil when it is another one or none.
  public var varHandleOptions: Schema.VarHandleOptions? { self[.varHandleOptions].map(Schema.VarHandleOptions.init) }
}

extension Schema {
  /// Options of WHERE.
  public struct WhereOptions: Sendable {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }
  }
}

extension Schema.BuiltinOptionsUnion {
  /// The table `WhereOptions`, nil when it is another one or none.
  public var whereOptions: Schema.WhereOptions? { self[.whereOptions].map(Schema.WhereOptions.init) }
}

extension Schema {
  /// Options of WHILE.
  public struct WhileOptions: Sendable {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }

    /// The subgraph that says whether to go on. `cond_subgraph_index`, 0 when absent.
    public var condSubgraphIndex: Int32 { table.scalar(0, default: 0) }

    /// The subgraph of one round. `body_subgraph_index`, 0 when absent.
    public var bodySubgraphIndex: Int32 { table.scalar(1, default: 0) }
  }
}

extension Schema.BuiltinOptionsUnion {
  /// The table `WhileOptions`, nil when it is another one or none.
  public var whileOptions: Schema.WhileOptions? { self[.whileOptions].map(Schema.WhileOptions.init) }
}
