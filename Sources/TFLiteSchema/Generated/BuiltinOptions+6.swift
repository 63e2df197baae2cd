// Generated from Schema/tflite.fbs by Schema/generate; not to be edited.

extension Schema {
  /// Options of SOFTMAX.
  public struct SoftmaxOptions: BuiltinOptionsMember {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }

    /// The selector of the table in the union.
    public static var builtinOptionsCase: BuiltinOptions { .softmaxOptions }

    /// Factor of the exponent. `beta`, 0.0 when absent.
    public var beta: Float { table.scalar(0, default: 0.0) }
  }
}

extension Schema {
  /// Options of SPACE_TO_BATCH_ND.
  public struct SpaceToBatchNDOptions: BuiltinOptionsMember {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }

    /// The selector of the table in the union.
    public static var builtinOptionsCase: BuiltinOptions { .spaceToBatchNDOptions }
  }
}

extension Schema {
  /// Options of SPACE_TO_DEPTH.
  public struct SpaceToDepthOptions: BuiltinOptionsMember {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }

    /// The selector of the table in the union.
    public static var builtinOptionsCase: BuiltinOptions { .spaceToDepthOptions }

    /// Side of a block. `block_size`, 0 when absent.
    public var blockSize: Int32 { table.scalar(0, default: 0) }
  }
}

extension Schema {
  /// Options of SPARSE_TO_DENSE.
  public struct SparseToDenseOptions: BuiltinOptionsMember {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }

    /// The selector of the table in the union.
    public static var builtinOptionsCase: BuiltinOptions { .sparseToDenseOptions }

    /// Whether indices must be sorted and unique. `validate_indices`, false when absent.
    public var validateIndices: Bool { table.scalar(0, default: false) }
  }
}

extension Schema {
  /// Options of SPLIT.
  public struct SplitOptions: BuiltinOptionsMember {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }

    /// The selector of the table in the union.
    public static var builtinOptionsCase: BuiltinOptions { .splitOptions }

    /// Number of parts. `num_splits`, 0 when absent.
    public var numSplits: Int32 { table.scalar(0, default: 0) }
  }
}

extension Schema {
  /// Options of SPLIT_V.
  public struct SplitVOptions: BuiltinOptionsMember {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }

    /// The selector of the table in the union.
    public static var builtinOptionsCase: BuiltinOptions { .splitVOptions }

    /// Number of parts. `num_splits`, 0 when absent.
    public var numSplits: Int32 { table.scalar(0, default: 0) }
  }
}

extension Schema {
  /// Options of SQUARE.
  public struct SquareOptions: BuiltinOptionsMember {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }

    /// The selector of the table in the union.
    public static var builtinOptionsCase: BuiltinOptions { .squareOptions }
  }
}

extension Schema {
  /// Options of SQUARED_DIFFERENCE.
  public struct SquaredDifferenceOptions: BuiltinOptionsMember {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }

    /// The selector of the table in the union.
    public static var builtinOptionsCase: BuiltinOptions { .squaredDifferenceOptions }
  }
}

extension Schema {
  /// Options of SQUEEZE.
  public struct SqueezeOptions: BuiltinOptionsMember {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }

    /// The selector of the table in the union.
    public static var builtinOptionsCase: BuiltinOptions { .squeezeOptions }

    /// The dimensions removed; all of size 1 when empty. `squeeze_dims`, empty when absent.
    public var squeezeDims: FlatBufferVector<Int32> { table.vector(0, of: Int32.self) }

    /// Whether the file holds `squeeze_dims`.
    public var hasSqueezeDims: Bool { table.has(0) }
  }
}

extension Schema {
  /// Options of STRIDED_SLICE: bit i of a mask speaks of entry i of the index tensors.
  public struct StridedSliceOptions: BuiltinOptionsMember {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }

    /// The selector of the table in the union.
    public static var builtinOptionsCase: BuiltinOptions { .stridedSliceOptions }

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

extension Schema {
  /// Options of SUB.
  public struct SubOptions: BuiltinOptionsMember {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }

    /// The selector of the table in the union.
    public static var builtinOptionsCase: BuiltinOptions { .subOptions }

    /// Activation of the result. `fused_activation_function`, `.none` when absent.
    public var fusedActivationFunction: ActivationFunctionType { table.enumeration(0, default: .none) }

    /// Whether 16-bit scales are powers of two, since version 5. `pot_scale_int16`, true when absent.
    public var potScaleInt16: Bool { table.scalar(1, default: true) }
  }
}

extension Schema {
  /// Options of TILE.
  public struct TileOptions: BuiltinOptionsMember {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }

    /// The selector of the table in the union.
    public static var builtinOptionsCase: BuiltinOptions { .tileOptions }
  }
}

extension Schema {
  /// Options of TOPK_V2.
  public struct TopKV2Options: BuiltinOptionsMember {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }

    /// The selector of the table in the union.
    public static var builtinOptionsCase: BuiltinOptions { .topKV2Options }
  }
}

extension Schema {
  /// Options of TRANSPOSE_CONV.
  public struct TransposeConvOptions: BuiltinOptionsMember {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }

    /// The selector of the table in the union.
    public static var builtinOptionsCase: BuiltinOptions { .transposeConvOptions }

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

extension Schema {
  /// Options of TRANSPOSE.
  public struct TransposeOptions: BuiltinOptionsMember {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }

    /// The selector of the table in the union.
    public static var builtinOptionsCase: BuiltinOptions { .transposeOptions }
  }
}

extension Schema {
  /// Options of UNIDIRECTIONAL_SEQUENCE_LSTM.
  public struct UnidirectionalSequenceLSTMOptions: BuiltinOptionsMember {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }

    /// The selector of the table in the union.
    public static var builtinOptionsCase: BuiltinOptions { .unidirectionalSequenceLSTMOptions }

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

extension Schema {
  /// Options of UNIQUE.
  public struct UniqueOptions: BuiltinOptionsMember {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }

    /// The selector of the table in the union.
    public static var builtinOptionsCase: BuiltinOptions { .uniqueOptions }

    /// Type of the indices. `idx_out_type`, `.int32` when absent.
    public var idxOutType: TensorType { table.enumeration(0, default: .int32) }
  }
}

extension Schema {
  /// Options of UNPACK.
  public struct UnpackOptions: BuiltinOptionsMember {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }

    /// The selector of the table in the union.
    public static var builtinOptionsCase: BuiltinOptions { .unpackOptions }

    /// Number of outputs. `num`, 0 when absent.
    public var num: Int32 { table.scalar(0, default: 0) }

    /// The dimension removed. `axis`, 0 when absent.
    public var axis: Int32 { table.scalar(1, default: 0) }
  }
}

extension Schema {
  /// Options of UNSORTED_SEGMENT_MAX.
  public struct UnsortedSegmentMaxOptions: BuiltinOptionsMember {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }

    /// The selector of the table in the union.
    public static var builtinOptionsCase: BuiltinOptions { .unsortedSegmentMaxOptions }
  }
}
