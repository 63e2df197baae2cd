// Generated from Schema/tflite.fbs by Schema/generate; not to be edited.

extension Schema {
  /// Options of RANGE.
  public struct RangeOptions: BuiltinOptionsMember {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }

    /// The selector of the table in the union.
    public static var builtinOptionsCase: BuiltinOptions { .rangeOptions }
  }
}

extension Schema {
  /// Options of RANK.
  public struct RankOptions: BuiltinOptionsMember {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }

    /// The selector of the table in the union.
    public static var builtinOptionsCase: BuiltinOptions { .rankOptions }
  }
}

extension Schema {
  /// Options of READ_VARIABLE.
  public struct ReadVariableOptions: BuiltinOptionsMember {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }

    /// The selector of the table in the union.
    public static var builtinOptionsCase: BuiltinOptions { .readVariableOptions }
  }
}

extension Schema {
  /// Options of MEAN, SUM and the REDUCE_ operators.
  public struct ReducerOptions: BuiltinOptionsMember {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }

    /// The selector of the table in the union.
    public static var builtinOptionsCase: BuiltinOptions { .reducerOptions }

    /// Whether reduced dimensions stay with size 1. `keep_dims`, false when absent.
    public var keepDims: Bool { table.scalar(0, default: false) }
  }
}

extension Schema {
  /// Options of RESHAPE.
  public struct ReshapeOptions: BuiltinOptionsMember {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }

    /// The selector of the table in the union.
    public static var builtinOptionsCase: BuiltinOptions { .reshapeOptions }

    /// The shape when no second input gives it; one entry may be -1. `new_shape`, empty when absent.
    public var newShape: FlatBufferVector<Int32> { table.vector(0, of: Int32.self) }

    /// Whether the file holds `new_shape`.
    public var hasNewShape: Bool { table.has(0) }
  }
}

extension Schema {
  /// Options of RESIZE_BILINEAR.
  public struct ResizeBilinearOptions: BuiltinOptionsMember {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }

    /// The selector of the table in the union.
    public static var builtinOptionsCase: BuiltinOptions { .resizeBilinearOptions }

    /// Whether corner centres of input and output coincide. `align_corners`, false when absent.
    public var alignCorners: Bool { table.scalar(2, default: false) }

    /// Whether samples sit at pixel centres. `half_pixel_centers`, false when absent.
    public var halfPixelCenters: Bool { table.scalar(3, default: false) }
  }
}

extension Schema {
  /// Options of RESIZE_NEAREST_NEIGHBOR.
  public struct ResizeNearestNeighborOptions: BuiltinOptionsMember {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }

    /// The selector of the table in the union.
    public static var builtinOptionsCase: BuiltinOptions { .resizeNearestNeighborOptions }

    /// Whether corner centres of input and output coincide. `align_corners`, false when absent.
    public var alignCorners: Bool { table.scalar(0, default: false) }

    /// Whether samples sit at pixel centres. `half_pixel_centers`, false when absent.
    public var halfPixelCenters: Bool { table.scalar(1, default: false) }
  }
}

extension Schema {
  /// Options of REVERSE_SEQUENCE.
  public struct ReverseSequenceOptions: BuiltinOptionsMember {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }

    /// The selector of the table in the union.
    public static var builtinOptionsCase: BuiltinOptions { .reverseSequenceOptions }

    /// The dimension reversed. `seq_dim`, 0 when absent.
    public var seqDim: Int32 { table.scalar(0, default: 0) }

    /// The dimension that lengths belong to. `batch_dim`, 0 when absent.
    public var batchDim: Int32 { table.scalar(1, default: 0) }
  }
}

extension Schema {
  /// Options of REVERSE_V2.
  public struct ReverseV2Options: BuiltinOptionsMember {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }

    /// The selector of the table in the union.
    public static var builtinOptionsCase: BuiltinOptions { .reverseV2Options }
  }
}

extension Schema {
  /// Options of RFFT2D.
  public struct Rfft2dOptions: BuiltinOptionsMember {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }

    /// The selector of the table in the union.
    public static var builtinOptionsCase: BuiltinOptions { .rfft2dOptions }
  }
}

extension Schema {
  /// Options of RIGHT_SHIFT.
  public struct RightShiftOptions: BuiltinOptionsMember {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }

    /// The selector of the table in the union.
    public static var builtinOptionsCase: BuiltinOptions { .rightShiftOptions }
  }
}

extension Schema {
  /// Options of SVDF.
  public struct SVDFOptions: BuiltinOptionsMember {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }

    /// The selector of the table in the union.
    public static var builtinOptionsCase: BuiltinOptions { .svdfOptions }

    /// Filters that make up one unit. `rank`, 0 when absent.
    public var rank: Int32 { table.scalar(0, default: 0) }

    /// Activation of the result. `fused_activation_function`, `.none` when absent.
    public var fusedActivationFunction: ActivationFunctionType { table.enumeration(1, default: .none) }

    /// Whether dynamic-range inputs are quantised with a zero point. `asymmetric_quantize_inputs`, false when absent.
    public var asymmetricQuantizeInputs: Bool { table.scalar(2, default: false) }
  }
}

extension Schema {
  /// Options of SCATTER_ND.
  public struct ScatterNdOptions: BuiltinOptionsMember {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }

    /// The selector of the table in the union.
    public static var builtinOptionsCase: BuiltinOptions { .scatterNdOptions }
  }
}

extension Schema {
  /// Options of SEGMENT_SUM.
  public struct SegmentSumOptions: BuiltinOptionsMember {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }

    /// The selector of the table in the union.
    public static var builtinOptionsCase: BuiltinOptions { .segmentSumOptions }
  }
}

extension Schema {
  /// Options of SELECT.
  public struct SelectOptions: BuiltinOptionsMember {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }

    /// The selector of the table in the union.
    public static var builtinOptionsCase: BuiltinOptions { .selectOptions }
  }
}

extension Schema {
  /// Options of SELECT_V2.
  public struct SelectV2Options: BuiltinOptionsMember {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }

    /// The selector of the table in the union.
    public static var builtinOptionsCase: BuiltinOptions { .selectV2Options }
  }
}

extension Schema {
  /// Options of UNIDIRECTIONAL_SEQUENCE_RNN.
  public struct SequenceRNNOptions: BuiltinOptionsMember {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }

    /// The selector of the table in the union.
    public static var builtinOptionsCase: BuiltinOptions { .sequenceRNNOptions }

    /// Whether time, not batch, is the first dimension. `time_major`, false when absent.
    public var timeMajor: Bool { table.scalar(0, default: false) }

    /// Activation of the cell. `fused_activation_function`, `.none` when absent.
    public var fusedActivationFunction: ActivationFunctionType { table.enumeration(1, default: .none) }

    /// Whether dynamic-range inputs are quantised with a zero point. `asymmetric_quantize_inputs`, false when absent.
    public var asymmetricQuantizeInputs: Bool { table.scalar(2, default: false) }
  }
}

extension Schema {
  /// Options of SHAPE.
  public struct ShapeOptions: BuiltinOptionsMember {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }

    /// The selector of the table in the union.
    public static var builtinOptionsCase: BuiltinOptions { .shapeOptions }

    /// Type of the result, INT32 or INT64. `out_type`, `.float32` when absent.
    public var outType: TensorType { table.enumeration(0, default: .float32) }
  }
}

extension Schema {
  /// Options of SIGN.
  public struct SignOptions: BuiltinOptionsMember {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }

    /// The selector of the table in the union.
    public static var builtinOptionsCase: BuiltinOptions { .signOptions }
  }
}

extension Schema {
  /// Options of SKIP_GRAM.
  public struct SkipGramOptions: BuiltinOptionsMember {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }

    /// The selector of the table in the union.
    public static var builtinOptionsCase: BuiltinOptions { .skipGramOptions }

    /// Words in a gram. `ngram_size`, 0 when absent.
    public var ngramSize: Int32 { table.scalar(0, default: 0) }

    /// Most words left out between two words of a gram. `max_skip_size`, 0 when absent.
    public var maxSkipSize: Int32 { table.scalar(1, default: 0) }

    /// Whether shorter grams count too. `include_all_ngrams`, false when absent.
    public var includeAllNgrams: Bool { table.scalar(2, default: false) }
  }
}

extension Schema {
  /// Options of SLICE.
  public struct SliceOptions: BuiltinOptionsMember {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }

    /// The selector of the table in the union.
    public static var builtinOptionsCase: BuiltinOptions { .sliceOptions }
  }
}
