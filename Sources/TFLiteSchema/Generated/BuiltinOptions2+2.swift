// Generated from Schema/tflite.fbs by Schema/generate; not to be edited.

extension Schema {
  /// Options of STABLEHLO_GATHER.
  public struct StablehloGatherOptions: Sendable {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }

    /// Output dimensions that run over a slice. `offset_dims`, empty when absent.
    public var offsetDims: FlatBufferVector<Int64> { table.vector(0, of: Int64.self) }

    /// Whether the file holds `offset_dims`.
    public var hasOffsetDims: Bool { table.has(0) }

    /// Slice dimensions of size 1 left out of the output. `collapsed_slice_dims`, empty when absent.
    public var collapsedSliceDims: FlatBufferVector<Int64> { table.vector(1, of: Int64.self) }

    /// Whether the file holds `collapsed_slice_dims`.
    public var hasCollapsedSliceDims: Bool { table.has(1) }

    /// The operand dimension that each index component addresses. `start_index_map`, empty when absent.
    public var startIndexMap: FlatBufferVector<Int64> { table.vector(2, of: Int64.self) }

    /// Whether the file holds `start_index_map`.
    public var hasStartIndexMap: Bool { table.has(2) }

    /// The dimension of the indices that holds their components. `index_vector_dim`, 0 when absent.
    public var indexVectorDim: Int64 { table.scalar(3, default: 0) }

    /// Size of a slice in each operand dimension. `slice_sizes`, empty when absent.
    public var sliceSizes: FlatBufferVector<Int64> { table.vector(4, of: Int64.self) }

    /// Whether the file holds `slice_sizes`.
    public var hasSliceSizes: Bool { table.has(4) }

    /// Whether the indices are known to ascend. `indices_are_sorted`, false when absent.
    public var indicesAreSorted: Bool { table.scalar(5, default: false) }
  }
}

extension Schema.BuiltinOptions2Union {
  /// The table `StablehloGatherOptions`, nil when it is another one or none.
  public var stablehloGatherOptions: Schema.StablehloGatherOptions? {
    self[.stablehloGatherOptions].map(Schema.StablehloGatherOptions.init)
  }
}

extension Schema {
  /// Options of STABLEHLO_IOTA.
  public struct StablehloIotaOptions: Sendable {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }

    /// The dimension that counts. `iota_dimension`, 0 when absent.
    public var iotaDimension: Int64 { table.scalar(0, default: 0) }
  }
}

extension Schema.BuiltinOptions2Union {
  /// The table `StablehloIotaOptions`, nil when it is another one or none.
  public var stablehloIotaOptions: Schema.StablehloIotaOptions? {
    self[.stablehloIotaOptions].map(Schema.StablehloIotaOptions.init)
  }
}

extension Schema {
  /// Options of STABLEHLO_PAD.
  public struct StablehloPadOptions: Sendable {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }

    /// Padding before each dimension; negative crops. `edge_padding_low`, empty when absent.
    public var edgePaddingLow: FlatBufferVector<Int64> { table.vector(0, of: Int64.self) }

    /// Whether the file holds `edge_padding_low`.
    public var hasEdgePaddingLow: Bool { table.has(0) }

    /// Padding after each dimension; negative crops. `edge_padding_high`, empty when absent.
    public var edgePaddingHigh: FlatBufferVector<Int64> { table.vector(1, of: Int64.self) }

    /// Whether the file holds `edge_padding_high`.
    public var hasEdgePaddingHigh: Bool { table.has(1) }

    /// Padding between neighbouring elements of each dimension. `interior_padding`, empty when absent.
    public var interiorPadding: FlatBufferVector<Int64> { table.vector(2, of: Int64.self) }

    /// Whether the file holds `interior_padding`.
    public var hasInteriorPadding: Bool { table.has(2) }
  }
}

extension Schema.BuiltinOptions2Union {
  /// The table `StablehloPadOptions`, nil when it is another one or none.
  public var stablehloPadOptions: Schema.StablehloPadOptions? {
    self[.stablehloPadOptions].map(Schema.StablehloPadOptions.init)
  }
}

extension Schema {
  /// Options of STABLEHLO_REDUCE.
  public struct StablehloReduceOptions: Sendable {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }

    /// Dimensions reduced. `dimensions`, empty when absent.
    public var dimensions: FlatBufferVector<Int64> { table.vector(0, of: Int64.self) }

    /// Whether the file holds `dimensions`.
    public var hasDimensions: Bool { table.has(0) }

    /// The subgraph that joins two elements. `body_subgraph_index`, 0 when absent.
    public var bodySubgraphIndex: Int32 { table.scalar(1, default: 0) }
  }
}

extension Schema.BuiltinOptions2Union {
  /// The table `StablehloReduceOptions`, nil when it is another one or none.
  public var stablehloReduceOptions: Schema.StablehloReduceOptions? {
    self[.stablehloReduceOptions].map(Schema.StablehloReduceOptions.init)
  }
}

extension Schema {
  /// Options of STABLEHLO_REDUCE_WINDOW.
  public struct StablehloReduceWindowOptions: Sendable {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }

    /// Window size in each dimension. `window_dimensions`, empty when absent.
    public var windowDimensions: FlatBufferVector<Int64> { table.vector(0, of: Int64.self) }

    /// Whether the file holds `window_dimensions`.
    public var hasWindowDimensions: Bool { table.has(0) }

    /// Window step in each dimension. `window_strides`, empty when absent.
    public var windowStrides: FlatBufferVector<Int64> { table.vector(1, of: Int64.self) }

    /// Whether the file holds `window_strides`.
    public var hasWindowStrides: Bool { table.has(1) }

    /// Distance of neighbouring input elements in each dimension. `base_dilations`, empty when absent.
    public var baseDilations: FlatBufferVector<Int64> { table.vector(2, of: Int64.self) }

    /// Whether the file holds `base_dilations`.
    public var hasBaseDilations: Bool { table.has(2) }

    /// Distance of neighbouring window taps in each dimension. `window_dilations`, empty when absent.
    public var windowDilations: FlatBufferVector<Int64> { table.vector(3, of: Int64.self) }

    /// Whether the file holds `window_dilations`.
    public var hasWindowDilations: Bool { table.has(3) }

    /// Low and high padding of each dimension. `padding`, empty when absent.
    public var padding: FlatBufferVector<Int64> { table.vector(4, of: Int64.self) }

    /// Whether the file holds `padding`.
    public var hasPadding: Bool { table.has(4) }

    /// The subgraph that joins two elements. `body_subgraph_index`, 0 when absent.
    public var bodySubgraphIndex: Int32 { table.scalar(5, default: 0) }
  }
}

extension Schema.BuiltinOptions2Union {
  /// The table `StablehloReduceWindowOptions`, nil when it is another one or none.
  public var stablehloReduceWindowOptions: Schema.StablehloReduceWindowOptions? {
    self[.stablehloReduceWindowOptions].map(Schema.StablehloReduceWindowOptions.init)
  }
}

extension Schema {
  /// Options of STABLEHLO_RNG_BIT_GENERATOR.
  public struct StablehloRngBitGeneratorOptions: Sendable {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }

    /// The generator. `algorithm`, `.default` when absent.
    public var algorithm: RngAlgorithm { table.enumeration(0, default: .default) }
  }
}

extension Schema.BuiltinOptions2Union {
  /// The table `StablehloRngBitGeneratorOptions`, nil when it is another one or none.
  public var stablehloRngBitGeneratorOptions: Schema.StablehloRngBitGeneratorOptions? {
    self[.stablehloRngBitGeneratorOptions].map(Schema.StablehloRngBitGeneratorOptions.init)
  }
}

extension Schema {
  /// Options of STABLEHLO_SCATTER.
  public struct StablehloScatterOptions: Sendable {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }

    /// Whether the indices are known to ascend. `indices_are_sorted`, false when absent.
    public var indicesAreSorted: Bool { table.scalar(0, default: false) }

    /// Update dimensions that run over a window. `update_window_dims`, empty when absent.
    public var updateWindowDims: FlatBufferVector<Int64> { table.vector(1, of: Int64.self) }

    /// Whether the file holds `update_window_dims`.
    public var hasUpdateWindowDims: Bool { table.has(1) }

    /// Window dimensions of size 1 left out of the updates. `inserted_window_dims`, empty when absent.
    public var insertedWindowDims: FlatBufferVector<Int64> { table.vector(2, of: Int64.self) }

    /// Whether the file holds `inserted_window_dims`.
    public var hasInsertedWindowDims: Bool { table.has(2) }

    /// The operand dimension that each index component addresses. `scatter_dims_to_operand_dims`, empty when absent.
    public var scatterDimsToOperandDims: FlatBufferVector<Int64> { table.vector(3, of: Int64.self) }

    /// Whether the file holds `scatter_dims_to_operand_dims`.
    public var hasScatterDimsToOperandDims: Bool { table.has(3) }

    /// The dimension of the indices that holds their components. `index_vector_dim`, 0 when absent.
    public var indexVectorDim: Int64 { table.scalar(4, default: 0) }

    /// Whether no two indices are equal. `unique_indices`, false when absent.
    public var uniqueIndices: Bool { table.scalar(5, default: false) }

    /// The subgraph that joins an old element with an update. `update_computation_subgraph_index`, 0 when absent.
    public var updateComputationSubgraphIndex: Int32 { table.scalar(6, default: 0) }
  }
}

extension Schema.BuiltinOptions2Union {
  /// The table `StablehloScatterOptions`, nil when it is another one or none.
  public var stablehloScatterOptions: Schema.StablehloScatterOptions? {
    self[.stablehloScatterOptions].map(Schema.StablehloScatterOptions.init)
  }
}

extension Schema {
  /// Options of STABLEHLO_SHIFT_LEFT.
  public struct StablehloShiftLeftOptions: Sendable {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }
  }
}

extension Schema.BuiltinOptions2Union {
  /// The table `StablehloShiftLeftOptions`, nil when it is another one or none.
  public var stablehloShiftLeftOptions: Schema.StablehloShiftLeftOptions? {
    self[.stablehloShiftLeftOptions].map(Schema.StablehloShiftLeftOptions.init)
  }
}

extension Schema {
  /// Options of STABLEHLO_SLICE.
  public struct StablehloSliceOptions: Sendable {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }

    /// First index in each dimension. `start_indices`, empty when absent.
    public var startIndices: FlatBufferVector<Int64> { table.vector(0, of: Int64.self) }

    /// Whether the file holds `start_indices`.
    public var hasStartIndices: Bool { table.has(0) }

    /// One past the last index in each dimension. `limit_indices`, empty when absent.
    public var limitIndices: FlatBufferVector<Int64> { table.vector(1, of: Int64.self) }

    /// Whether the file holds `limit_indices`.
    public var hasLimitIndices: Bool { table.has(1) }

    /// Step in each dimension. `strides`, empty when absent.
    public var strides: FlatBufferVector<Int64> { table.vector(2, of: Int64.self) }

    /// Whether the file holds `strides`.
    public var hasStrides: Bool { table.has(2) }
  }
}

extension Schema.BuiltinOptions2Union {
  /// The table `StablehloSliceOptions`, nil when it is another one or none.
  public var stablehloSliceOptions: Schema.StablehloSliceOptions? {
    self[.stablehloSliceOptions].map(Schema.StablehloSliceOptions.init)
  }
}

extension Schema {
  /// Options of STABLEHLO_SORT.
  public struct StablehloSortOptions: Sendable {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }

    /// The dimension sorted. `dimension`, 0 when absent.
    public var dimension: Int64 { table.scalar(0, default: 0) }

    /// Whether equal elements keep their order. `is_stable`, false when absent.
    public var isStable: Bool { table.scalar(1, default: false) }

    /// The subgraph that compares two elements. `comparator_subgraph_index`, 0 when absent.
    public var comparatorSubgraphIndex: Int32 { table.scalar(2, default: 0) }
  }
}

extension Schema.BuiltinOptions2Union {
  /// The table `StablehloSortOptions`, nil when it is another one or none.
  public var stablehloSortOptions: Schema.StablehloSortOptions? {
    self[.stablehloSortOptions].map(Schema.StablehloSortOptions.init)
  }
}

extension Schema {
  /// Options of STABLEHLO_TRANSPOSE.
  public struct StablehloTransposeOptions: Sendable {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }

    /// The operand dimension of each output dimension. `permutation`, empty when absent.
    public var permutation: FlatBufferVector<Int64> { table.vector(0, of: Int64.self) }

    /// Whether the file holds `permutation`.
    public var hasPermutation: Bool { table.has(0) }
  }
}

extension Schema.BuiltinOptions2Union {
  /// The table `StablehloTransposeOptions`, nil when it is another one or none.
  public var stablehloTransposeOptions: Schema.StablehloTransposeOptions? {
    self[.stablehloTransposeOptions].map(Schema.StablehloTransposeOptions.init)
  }
}

extension Schema {
  /// Options of STABLEHLO_WHILE.
  public struct StablehloWhileOptions: Sendable {
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

extension Schema.BuiltinOptions2Union {
  /// The table `StablehloWhileOptions`, nil when it is another one or none.
  public var stablehloWhileOptions: Schema.StablehloWhileOptions? {
    self[.stablehloWhileOptions].map(Schema.StablehloWhileOptions.init)
  }
}
