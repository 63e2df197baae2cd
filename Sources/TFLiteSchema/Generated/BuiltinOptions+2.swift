// Generated from Schema/tflite.fbs by Schema/generate; not to be edited.

extension Schema {
  /// Options of CONCAT_EMBEDDINGS.
  public struct ConcatEmbeddingsOptions: Sendable {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }

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

extension Schema.BuiltinOptionsUnion {
  /// The table `ConcatEmbeddingsOptions`, nil when it is another one or none.
  public var concatEmbeddingsOptions: Schema.ConcatEmbeddingsOptions? {
    self[.concatEmbeddingsOptions].map(Schema.ConcatEmbeddingsOptions.init)
  }
}

extension Schema {
  /// Options of CONCATENATION.
  public struct ConcatenationOptions: Sendable {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }

    /// The dimension joined; negative counts from the end. `axis`, 0 when absent.
    public var axis: Int32 { table.scalar(0, default: 0) }

    /// Activation of the result. `fused_activation_function`, `.none` when absent.
    public var fusedActivationFunction: ActivationFunctionType { table.enumeration(1, default: .none) }
  }
}

extension Schema.BuiltinOptionsUnion {
  /// The table `ConcatenationOptions`, nil when it is another one or none.
  public var concatenationOptions: Schema.ConcatenationOptions? {
    self[.concatenationOptions].map(Schema.ConcatenationOptions.init)
  }
}

extension Schema {
  /// Options of CONV_2D.
  public struct Conv2DOptions: Sendable {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }

    /// Border treatment. `padding`, `.same` when absent.
    public var padding: Padding { table.enumeration(0, default: .same) }

    /// Window step along the width. `stride_w`, 0 when absent.
    public var strideW: Int32 { table.scalar(1, default: 0) }

    /// Window step along the height. `stride_h`, 0 when absent.
    public var strideH: Int32 { table.scalar(2, default: 0) }

    /// Activation of the result. `fused_activation_function`, `.none` when absent.
    public var fusedActivationFunction: ActivationFunctionType { table.enumeration(3, default: .none) }

    /// Distance of neighbouring filter taps along the width. `dilation_w_factor`, 1 when absent.
    public var dilationWFactor: Int32 { table.scalar(4, default: 1) }

    /// Distance of neighbouring filter taps along the height. `dilation_h_factor`, 1 when absent.
    public var dilationHFactor: Int32 { table.scalar(5, default: 1) }

    /// Type of bias and accumulator in quantised forms. `quantized_bias_type`, `.float32` when absent.
    public var quantizedBiasType: TensorType { table.enumeration(6, default: .float32) }
  }
}

extension Schema.BuiltinOptionsUnion {
  /// The table `Conv2DOptions`, nil when it is another one or none.
  public var conv2DOptions: Schema.Conv2DOptions? { self[.conv2DOptions].map(Schema.Conv2DOptions.init) }
}

extension Schema {
  /// Options of CONV_3D and CONV_3D_TRANSPOSE.
  public struct Conv3DOptions: Sendable {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }

    /// Border treatment. `padding`, `.same` when absent.
    public var padding: Padding { table.enumeration(0, default: .same) }

    /// Window step along the depth. `stride_d`, 0 when absent.
    public var strideD: Int32 { table.scalar(1, default: 0) }

    /// Window step along the width. `stride_w`, 0 when absent.
    public var strideW: Int32 { table.scalar(2, default: 0) }

    /// Window step along the height. `stride_h`, 0 when absent.
    public var strideH: Int32 { table.scalar(3, default: 0) }

    /// Activation of the result. `fused_activation_function`, `.none` when absent.
    public var fusedActivationFunction: ActivationFunctionType { table.enumeration(4, default: .none) }

    /// Distance of neighbouring filter taps along the depth. `dilation_d_factor`, 1 when absent.
    public var dilationDFactor: Int32 { table.scalar(5, default: 1) }

    /// Distance of neighbouring filter taps along the width. `dilation_w_factor`, 1 when absent.
    public var dilationWFactor: Int32 { table.scalar(6, default: 1) }

    /// Distance of neighbouring filter taps along the height. `dilation_h_factor`, 1 when absent.
    public var dilationHFactor: Int32 { table.scalar(7, default: 1) }
  }
}

extension Schema.BuiltinOptionsUnion {
  /// The table `Conv3DOptions`, nil when it is another one or none.
  public var conv3DOptions: Schema.Conv3DOptions? { self[.conv3DOptions].map(Schema.Conv3DOptions.init) }
}

extension Schema {
  /// Options of COS.
  public struct CosOptions: Sendable {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }
  }
}

extension Schema.BuiltinOptionsUnion {
  /// The table `CosOptions`, nil when it is another one or none.
  public var cosOptions: Schema.CosOptions? { self[.cosOptions].map(Schema.CosOptions.init) }
}

extension Schema {
  /// Options of CUMSUM.
  public struct CumsumOptions: Sendable {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }

    /// Whether an element's own value is left out of its sum. `exclusive`, false when absent.
    public var exclusive: Bool { table.scalar(0, default: false) }

    /// Whether sums run from the end. `reverse`, false when absent.
    public var reverse: Bool { table.scalar(1, default: false) }
  }
}

extension Schema.BuiltinOptionsUnion {
  /// The table `CumsumOptions`, nil when it is another one or none.
  public var cumsumOptions: Schema.CumsumOptions? { self[.cumsumOptions].map(Schema.CumsumOptions.init) }
}

extension Schema {
  /// Options of DENSIFY.
  public struct DensifyOptions: Sendable {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }
  }
}

extension Schema.BuiltinOptionsUnion {
  /// The table `DensifyOptions`, nil when it is another one or none.
  public var densifyOptions: Schema.DensifyOptions? { self[.densifyOptions].map(Schema.DensifyOptions.init) }
}

extension Schema {
  /// Options of DEPTH_TO_SPACE.
  public struct DepthToSpaceOptions: Sendable {
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
  /// The table `DepthToSpaceOptions`, nil when it is another one or none.
  public var depthToSpaceOptions: Schema.DepthToSpaceOptions? {
    self[.depthToSpaceOptions].map(Schema.DepthToSpaceOptions.init)
  }
}

extension Schema {
  /// Options of DEPTHWISE_CONV_2D.
  public struct DepthwiseConv2DOptions: Sendable {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }

    /// Border treatment. `padding`, `.same` when absent.
    public var padding: Padding { table.enumeration(0, default: .same) }

    /// Window step along the width. `stride_w`, 0 when absent.
    public var strideW: Int32 { table.scalar(1, default: 0) }

    /// Window step along the height. `stride_h`, 0 when absent.
    public var strideH: Int32 { table.scalar(2, default: 0) }

    /// Outputs for each input channel; follows from the shapes, which count where they disagree. `depth_multiplier`, 0
    /// when absent.
    public var depthMultiplier: Int32 { table.scalar(3, default: 0) }

    /// Activation of the result. `fused_activation_function`, `.none` when absent.
    public var fusedActivationFunction: ActivationFunctionType { table.enumeration(4, default: .none) }

    /// Distance of neighbouring filter taps along the width. `dilation_w_factor`, 1 when absent.
    public var dilationWFactor: Int32 { table.scalar(5, default: 1) }

    /// Distance of neighbouring filter taps along the height. `dilation_h_factor`, 1 when absent.
    public var dilationHFactor: Int32 { table.scalar(6, default: 1) }
  }
}

extension Schema.BuiltinOptionsUnion {
  /// The table `DepthwiseConv2DOptions`, nil when it is another one or none.
  public var depthwiseConv2DOptions: Schema.DepthwiseConv2DOptions? {
    self[.depthwiseConv2DOptions].map(Schema.DepthwiseConv2DOptions.init)
  }
}

extension Schema {
  /// Options of DEQUANTIZE.
  public struct DequantizeOptions: Sendable {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }
  }
}

extension Schema.BuiltinOptionsUnion {
  /// The table `DequantizeOptions`, nil when it is another one or none.
  public var dequantizeOptions: Schema.DequantizeOptions? {
    self[.dequantizeOptions].map(Schema.DequantizeOptions.init)
  }
}

extension Schema {
  /// Options of DIV.
  public struct DivOptions: Sendable {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }

    /// Activation of the result. `fused_activation_function`, `.none` when absent.
    public var fusedActivationFunction: ActivationFunctionType { table.enumeration(0, default: .none) }
  }
}

extension Schema.BuiltinOptionsUnion {
  /// The table `DivOptions`, nil when it is another one or none.
  public var divOptions: Schema.DivOptions? { self[.divOptions].map(Schema.DivOptions.init) }
}

extension Schema {
  /// Options of DYNAMIC_UPDATE_SLICE.
  public struct DynamicUpdateSliceOptions: Sendable {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }
  }
}

extension Schema.BuiltinOptionsUnion {
  /// The table `DynamicUpdateSliceOptions`, nil when it is another one or none.
  public var dynamicUpdateSliceOptions: Schema.DynamicUpdateSliceOptions? {
    self[.dynamicUpdateSliceOptions].map(Schema.DynamicUpdateSliceOptions.init)
  }
}

extension Schema {
  /// Options of EMBEDDING_LOOKUP_SPARSE.
  public struct EmbeddingLookupSparseOptions: Sendable {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }

    /// How rows are joined. `combiner`, `.sum` when absent.
    public var combiner: CombinerType { table.enumeration(0, default: .sum) }
  }
}

extension Schema.BuiltinOptionsUnion {
  /// The table `EmbeddingLookupSparseOptions`, nil when it is another one or none.
  public var embeddingLookupSparseOptions: Schema.EmbeddingLookupSparseOptions? {
    self[.embeddingLookupSparseOptions].map(Schema.EmbeddingLookupSparseOptions.init)
  }
}

extension Schema {
  /// Options of EQUAL.
  public struct EqualOptions: Sendable {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }
  }
}

extension Schema.BuiltinOptionsUnion {
  /// The table `EqualOptions`, nil when it is another one or none.
  public var equalOptions: Schema.EqualOptions? { self[.equalOptions].map(Schema.EqualOptions.init) }
}

extension Schema {
  /// Options of EXP.
  public struct ExpOptions: Sendable {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }
  }
}

extension Schema.BuiltinOptionsUnion {
  /// The table `ExpOptions`, nil when it is another one or none.
  public var expOptions: Schema.ExpOptions? { self[.expOptions].map(Schema.ExpOptions.init) }
}

extension Schema {
  /// Options of EXPAND_DIMS.
  public struct ExpandDimsOptions: Sendable {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }
  }
}

extension Schema.BuiltinOptionsUnion {
  /// The table `ExpandDimsOptions`, nil when it is another one or none.
  public var expandDimsOptions: Schema.ExpandDimsOptions? {
    self[.expandDimsOptions].map(Schema.ExpandDimsOptions.init)
  }
}
