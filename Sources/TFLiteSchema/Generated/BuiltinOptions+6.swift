// Generated from Schema/tflite.fbs by Schema/generate; not to be edited.

extension Schema {
  /// Options of RIGHT_SHIFT.
  public struct RightShiftOptions: Sendable {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }
  }
}

extension Schema.BuiltinOptionsUnion {
  /// The table `RightShiftOptions`, nil when it is another one or none.
  public var rightShiftOptions: Schema.RightShiftOptions? {
    self[.rightShiftOptions].map(Schema.RightShiftOptions.init)
  }
}

extension Schema {
  /// Options of SVDF.
  public struct SVDFOptions: Sendable {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }

    /// Filters that make up one unit. `rank`, 0 when absent.
    public var rank: Int32 { table.scalar(0, default: 0) }

    /// Activation of the result. `fused_activation_function`, `.none` when absent.
    public var fusedActivationFunction: ActivationFunctionType { table.enumeration(1, default: .none) }

    /// Whether dynamic-range inputs are quantised with a zero point. `asymmetric_quantize_inputs`, false when absent.
    public var asymmetricQuantizeInputs: Bool { table.scalar(2, default: false) }
  }
}

extension Schema.BuiltinOptionsUnion {
  /// The table `SVDFOptions`, nil when it is another one or none.
  public var svdfOptions: Schema.SVDFOptions? { self[.svdfOptions].map(Schema.SVDFOptions.init) }
}

extension Schema {
  /// Options of SCATTER_ND.
  public struct ScatterNdOptions: Sendable {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }
  }
}

extension Schema.BuiltinOptionsUnion {
  /// The table `ScatterNdOptions`, nil when it is another one or none.
  public var scatterNdOptions: Schema.ScatterNdOptions? { self[.scatterNdOptions].map(Schema.ScatterNdOptions.init) }
}

extension Schema {
  /// Options of SEGMENT_SUM.
  public struct SegmentSumOptions: Sendable {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }
  }
}

extension Schema.BuiltinOptionsUnion {
  /// The table `SegmentSumOptions`, nil when it is another one or none.
  public var segmentSumOptions: Schema.SegmentSumOptions? {
    self[.segmentSumOptions].map(Schema.SegmentSumOptions.init)
  }
}

extension Schema {
  /// Options of SELECT.
  public struct SelectOptions: Sendable {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }
  }
}

extension Schema.BuiltinOptionsUnion {
  /// The table `SelectOptions`, nil when it is another one or none.
  public var selectOptions: Schema.SelectOptions? { self[.selectOptions].map(Schema.SelectOptions.init) }
}

extension Schema {
  /// Options of SELECT_V2.
  public struct SelectV2Options: Sendable {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }
  }
}

extension Schema.BuiltinOptionsUnion {
  /// The table `SelectV2Options`, nil when it is another one or none.
  public var selectV2Options: Schema.SelectV2Options? { self[.selectV2Options].map(Schema.SelectV2Options.init) }
}

extension Schema {
  /// Options of UNIDIRECTIONAL_SEQUENCE_RNN.
  public struct SequenceRNNOptions: Sendable {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }

    /// Whether time, not batch, is the first dimension. `time_major`, false when absent.
    public var timeMajor: Bool { table.scalar(0, default: false) }

    /// Activation of the cell. `fused_activation_function`, `.none` when absent.
    public var fusedActivationFunction: ActivationFunctionType { table.enumeration(1, default: .none) }

    /// Whether dynamic-range inputs are quantised with a zero point. `asymmetric_quantize_inputs`, false when absent.
    public var asymmetricQuantizeInputs: Bool { table.scalar(2, default: false) }
  }
}

extension Schema.BuiltinOptionsUnion {
  /// The table `SequenceRNNOptions`, nil when it is another one or none.
  public var sequenceRNNOptions: Schema.SequenceRNNOptions? {
    self[.sequenceRNNOptions].map(Schema.SequenceRNNOptions.init)
  }
}

extension Schema {
  /// Options of SHAPE.
  public struct ShapeOptions: Sendable {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }

    /// Type of the result, INT32 or INT64. `out_type`, `.float32` when absent.
    public var outType: TensorType { table.enumeration(0, default: .float32) }
  }
}

extension Schema.BuiltinOptionsUnion {
  /// The table `ShapeOptions`, nil when it is another one or none.
  public var shapeOptions: Schema.ShapeOptions? { self[.shapeOptions].map(Schema.ShapeOptions.init) }
}

extension Schema {
  /// Options of SIGN.
  public struct SignOptions: Sendable {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }
  }
}

extension Schema.BuiltinOptionsUnion {
  /// The table `SignOptions`, nil when it is another one or none.
  public var signOptions: Schema.SignOptions? { self[.signOptions].map(Schema.SignOptions.init) }
}

extension Schema {
  /// Options of SKIP_GRAM.
  public struct SkipGramOptions: Sendable {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }

    /// Words in a gram. `ngram_size`, 0 when absent.
    public var ngramSize: Int32 { table.scalar(0, default: 0) }

    /// Most words left out between two words of a gram. `max_skip_size`, 0 when absent.
    public var maxSkipSize: Int32 { table.scalar(1, default: 0) }

    /// Whether shorter grams count too. `include_all_ngrams`, false when absent.
    public var includeAllNgrams: Bool { table.scalar(2, default: false) }
  }
}

extension Schema.BuiltinOptionsUnion {
  /// The table `SkipGramOptions`, nil when it is another one or none.
  public var skipGramOptions: Schema.SkipGramOptions? { self[.skipGramOptions].map(Schema.SkipGramOptions.init) }
}

extension Schema {
  /// Options of SLICE.
  public struct SliceOptions: Sendable {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }
  }
}

extension Schema.BuiltinOptionsUnion {
  /// The table `SliceOptions`, nil when it is another one or none.
  public var sliceOptions: Schema.SliceOptions? { self[.sliceOptions].map(Schema.SliceOptions.init) }
}

extension Schema {
  /// Options of SOFTMAX.
  public struct SoftmaxOptions: Sendable {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }

    /// Factor of the exponent. `beta`, 0.0 when absent.
    public var beta: Float { table.scalar(0, default: 0.0) }
  }
}

extension Schema.BuiltinOptionsUnion {
  /// The table `SoftmaxOptions`, nil when it is another one or none.
  public var softmaxOptions: Schema.SoftmaxOptions? { self[.softmaxOptions].map(Schema.SoftmaxOptions.init) }
}

extension Schema {
  /// Options of SPACE_TO_BATCH_ND.
  public struct SpaceToBatchNDOptions: Sendable {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }
  }
}

extension Schema.BuiltinOptionsUnion {
  /// The table `SpaceToBatchNDOptions`, nil when it is another one or none.
  public var spaceToBatchNDOptions: Schema.SpaceToBatchNDOptions? {
    self[.spaceToBatchNDOptions].map(Schema.SpaceToBatchNDOptions.init)
  }
}

extension Schema {
  /// Options of SPACE_TO_DEPTH.
  public struct SpaceToDepthOptions: Sendable {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }

    /// Side of a block. `block_size`, 0 when absent.
    public var blockSize: Int32 { table.scalar(0, default: 0) }
  }
}

extension Schema.BuiltinOptionsUnion {
  /// The table `SpaceToDepthOptions`, nil when it is another one or none.
  public var spaceToDepthOptions: Schema.SpaceToDepthOptions? {
    self[.spaceToDepthOptions].map(Schema.SpaceToDepthOptions.init)
  }
}

extension Schema {
  /// Options of SPARSE_TO_DENSE.
  public struct SparseToDenseOptions: Sendable {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }

    /// Whether indices must be sorted and unique. `validate_indices`, false when absent.
    public var validateIndices: Bool { table.scalar(0, default: false) }
  }
}

extension Schema.BuiltinOptionsUnion {
  /// The table `SparseToDenseOptions`, nil when it is another one or none.
  public var sparseToDenseOptions: Schema.SparseToDenseOptions? {
    self[.sparseToDenseOptions].map(Schema.SparseToDenseOptions.init)
  }
}

extension Schema {
  /// Options of SPLIT.
  public struct SplitOptions: Sendable {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }

    /// Number of parts. `num_splits`, 0 when absent.
    public var numSplits: Int32 { table.scalar(0, default: 0) }
  }
}

extension Schema.BuiltinOptionsUnion {
  /// The table `SplitOptions`, nil when it is another one or none.
  public var splitOptions: Schema.SplitOptions? { self[.splitOptions].map(Schema.SplitOptions.init) }
}

extension Schema {
  /// Options of SPLIT_V.
  public struct SplitVOptions: Sendable {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }

    /// Number of parts. `num_splits`, 0 when absent.
    public var numSplits: Int32 { table.scalar(0, default: 0) }
  }
}

extension Schema.BuiltinOptionsUnion {
  /// The table `SplitVOptions`, nil when it is another one or none.
  public var splitVOptions: Schema.SplitVOptions? { self[.splitVOptions].map(Schema.SplitVOptions.init) }
}

extension Schema {
  /// Options of SQUARE.
  public struct SquareOptions: Sendable {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }
  }
}

extension Schema.BuiltinOptionsUnion {
  /// The table `SquareOptions`, nil when it is another one or none.
  public var squareOptions: Schema.SquareOptions? { self[.squareOptions].map(Schema.SquareOptions.init) }
}

extension Schema {
  /// Options of SQUARED_DIFFERENCE.
  public struct SquaredDifferenceOptions: Sendable {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }
  }
}

extension Schema.BuiltinOptionsUnion {
  /// The table `SquaredDifferenceOptions`, nil when it is another one or none.
  public var squaredDifferenceOptions: Schema.SquaredDifferenceOptions? {
    self[.squaredDifferenceOptions].map(Schema.SquaredDifferenceOptions.init)
  }
}
