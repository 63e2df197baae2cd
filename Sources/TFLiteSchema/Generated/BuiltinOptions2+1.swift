// Generated from Schema/tflite.fbs by Schema/generate; not to be edited.

extension Schema {
  /// Options of DILATE.
  public struct DilateOptions: Sendable {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }
  }
}

extension Schema.BuiltinOptions2Union {
  /// The table `DilateOptions`, nil when it is another one or none.
  public var dilateOptions: Schema.DilateOptions? { self[.dilateOptions].map(Schema.DilateOptions.init) }
}

extension Schema {
  /// Options of REDUCE_WINDOW; no longer written.
  public struct ReduceWindowOptions: Sendable {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }

    /// The reduction. `reduce_function`, `.unsupported` when absent.
    public var reduceFunction: ReduceWindowFunction { table.enumeration(0, default: .unsupported) }
  }
}

extension Schema.BuiltinOptions2Union {
  /// The table `ReduceWindowOptions`, nil when it is another one or none.
  public var reduceWindowOptions: Schema.ReduceWindowOptions? {
    self[.reduceWindowOptions].map(Schema.ReduceWindowOptions.init)
  }
}

extension Schema {
  /// Options of STABLEHLO_COMPOSITE.
  public struct StableHLOCompositeOptions: Sendable {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }

    /// Name of the composite operator. `name`, nil when absent.
    public var name: FlatBufferString? { table.string(0) }

    /// The subgraph that computes the same from simpler operators. `decomposition_subgraph_index`, 0 when absent.
    public var decompositionSubgraphIndex: Int32 { table.scalar(1, default: 0) }

    /// The composite operator's attributes. `composite_attributes`, empty when absent.
    public var compositeAttributes: FlatBufferVector<UInt8> { table.vector(2, of: UInt8.self) }

    /// Whether the file holds `composite_attributes`.
    public var hasCompositeAttributes: Bool { table.has(2) }

    /// How the attributes are written. `composite_attributes_format`, `.flexbuffers` when absent.
    public var compositeAttributesFormat: CustomOptionsFormat { table.enumeration(3, default: .flexbuffers) }

    /// Version of the composite operator. `version`, 0 when absent.
    public var version: Int32 { table.scalar(4, default: 0) }
  }
}

extension Schema.BuiltinOptions2Union {
  /// The table `StableHLOCompositeOptions`, nil when it is another one or none.
  public var stableHLOCompositeOptions: Schema.StableHLOCompositeOptions? {
    self[.stableHLOCompositeOptions].map(Schema.StableHLOCompositeOptions.init)
  }
}

extension Schema {
  /// Options of STABLEHLO_BROADCAST_IN_DIM.
  public struct StablehloBroadcastInDimOptions: Sendable {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }

    /// The output dimension of each operand dimension. `broadcast_dimensions`, empty when absent.
    public var broadcastDimensions: FlatBufferVector<Int64> { table.vector(0, of: Int64.self) }

    /// Whether the file holds `broadcast_dimensions`.
    public var hasBroadcastDimensions: Bool { table.has(0) }
  }
}

extension Schema.BuiltinOptions2Union {
  /// The table `StablehloBroadcastInDimOptions`, nil when it is another one or none.
  public var stablehloBroadcastInDimOptions: Schema.StablehloBroadcastInDimOptions? {
    self[.stablehloBroadcastInDimOptions].map(Schema.StablehloBroadcastInDimOptions.init)
  }
}

extension Schema {
  /// Options of STABLEHLO_CASE.
  public struct StablehloCaseOptions: Sendable {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }

    /// One subgraph for each branch. `branch_subgraph_indices`, empty when absent.
    public var branchSubgraphIndices: FlatBufferVector<Int32> { table.vector(0, of: Int32.self) }

    /// Whether the file holds `branch_subgraph_indices`.
    public var hasBranchSubgraphIndices: Bool { table.has(0) }
  }
}

extension Schema.BuiltinOptions2Union {
  /// The table `StablehloCaseOptions`, nil when it is another one or none.
  public var stablehloCaseOptions: Schema.StablehloCaseOptions? {
    self[.stablehloCaseOptions].map(Schema.StablehloCaseOptions.init)
  }
}

extension Schema {
  /// Options of STABLEHLO_COMPARE.
  public struct StablehloCompareOptions: Sendable {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }

    /// What is asked. `comparison_direction`, `.eq` when absent.
    public var comparisonDirection: StablehloComparisonDirection { table.enumeration(0, default: .eq) }

    /// The order used. `compare_type`, `.notype` when absent.
    public var compareType: StablehloComparisonType { table.enumeration(1, default: .notype) }
  }
}

extension Schema.BuiltinOptions2Union {
  /// The table `StablehloCompareOptions`, nil when it is another one or none.
  public var stablehloCompareOptions: Schema.StablehloCompareOptions? {
    self[.stablehloCompareOptions].map(Schema.StablehloCompareOptions.init)
  }
}

extension Schema {
  /// Options of STABLEHLO_CONCATENATE.
  public struct StablehloConcatenateOptions: Sendable {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }

    /// The dimension joined. `dimension`, 0 when absent.
    public var dimension: Int64 { table.scalar(0, default: 0) }
  }
}

extension Schema.BuiltinOptions2Union {
  /// The table `StablehloConcatenateOptions`, nil when it is another one or none.
  public var stablehloConcatenateOptions: Schema.StablehloConcatenateOptions? {
    self[.stablehloConcatenateOptions].map(Schema.StablehloConcatenateOptions.init)
  }
}

extension Schema {
  /// Options of STABLEHLO_CONVOLUTION.
  public struct StablehloConvolutionOptions: Sendable {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }

    /// Window step in each spatial dimension. `window_strides`, empty when absent.
    public var windowStrides: FlatBufferVector<Int64> { table.vector(0, of: Int64.self) }

    /// Whether the file holds `window_strides`.
    public var hasWindowStrides: Bool { table.has(0) }

    /// Low and high padding of each spatial dimension. `padding`, empty when absent.
    public var padding: FlatBufferVector<Int64> { table.vector(1, of: Int64.self) }

    /// Whether the file holds `padding`.
    public var hasPadding: Bool { table.has(1) }

    /// Distance of neighbouring input elements. `lhs_dilation`, empty when absent.
    public var lhsDilation: FlatBufferVector<Int64> { table.vector(2, of: Int64.self) }

    /// Whether the file holds `lhs_dilation`.
    public var hasLhsDilation: Bool { table.has(2) }

    /// Distance of neighbouring kernel taps. `rhs_dilation`, empty when absent.
    public var rhsDilation: FlatBufferVector<Int64> { table.vector(3, of: Int64.self) }

    /// Whether the file holds `rhs_dilation`.
    public var hasRhsDilation: Bool { table.has(3) }

    /// Whether the kernel runs backwards in each spatial dimension. `window_reversal`, empty when absent.
    public var windowReversal: FlatBufferVector<Bool> { table.vector(4, of: Bool.self) }

    /// Whether the file holds `window_reversal`.
    public var hasWindowReversal: Bool { table.has(4) }

    /// Batch dimension of the input. `input_batch_dimension`, 0 when absent.
    public var inputBatchDimension: Int64 { table.scalar(5, default: 0) }

    /// Channel dimension of the input. `input_feature_dimension`, 0 when absent.
    public var inputFeatureDimension: Int64 { table.scalar(6, default: 0) }

    /// Spatial dimensions of the input. `input_spatial_dimensions`, empty when absent.
    public var inputSpatialDimensions: FlatBufferVector<Int64> { table.vector(7, of: Int64.self) }

    /// Whether the file holds `input_spatial_dimensions`.
    public var hasInputSpatialDimensions: Bool { table.has(7) }

    /// Input channel dimension of the kernel. `kernel_input_feature_dimension`, 0 when absent.
    public var kernelInputFeatureDimension: Int64 { table.scalar(8, default: 0) }

    /// Output channel dimension of the kernel. `kernel_output_feature_dimension`, 0 when absent.
    public var kernelOutputFeatureDimension: Int64 { table.scalar(9, default: 0) }

    /// Spatial dimensions of the kernel. `kernel_spatial_dimensions`, empty when absent.
    public var kernelSpatialDimensions: FlatBufferVector<Int64> { table.vector(10, of: Int64.self) }

    /// Whether the file holds `kernel_spatial_dimensions`.
    public var hasKernelSpatialDimensions: Bool { table.has(10) }

    /// Batch dimension of the output. `output_batch_dimension`, 0 when absent.
    public var outputBatchDimension: Int64 { table.scalar(11, default: 0) }

    /// Channel dimension of the output. `output_feature_dimension`, 0 when absent.
    public var outputFeatureDimension: Int64 { table.scalar(12, default: 0) }

    /// Spatial dimensions of the output. `output_spatial_dimensions`, empty when absent.
    public var outputSpatialDimensions: FlatBufferVector<Int64> { table.vector(13, of: Int64.self) }

    /// Whether the file holds `output_spatial_dimensions`.
    public var hasOutputSpatialDimensions: Bool { table.has(13) }

    /// Groups of channels that do not mix. `feature_group_count`, 0 when absent.
    public var featureGroupCount: Int64 { table.scalar(14, default: 0) }

    /// Groups of the batch that have their own kernels. `batch_group_count`, 0 when absent.
    public var batchGroupCount: Int64 { table.scalar(15, default: 0) }

    /// Precision of each operand. `precision_config`, empty when absent.
    public var precisionConfig: FlatBufferVector<StablehloPrecisionConfig> {
      table.vector(16, of: StablehloPrecisionConfig.self)
    }

    /// Whether the file holds `precision_config`.
    public var hasPrecisionConfig: Bool { table.has(16) }
  }
}

extension Schema.BuiltinOptions2Union {
  /// The table `StablehloConvolutionOptions`, nil when it is another one or none.
  public var stablehloConvolutionOptions: Schema.StablehloConvolutionOptions? {
    self[.stablehloConvolutionOptions].map(Schema.StablehloConvolutionOptions.init)
  }
}

extension Schema {
  /// Options of STABLEHLO_CUSTOM_CALL.
  public struct StablehloCustomCallOptions: Sendable {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }

    /// Name of the function called. `call_target_name`, nil when absent.
    public var callTargetName: FlatBufferString? { table.string(0) }

    /// Whether the call does more than compute its results. `has_side_effect`, false when absent.
    public var hasSideEffect: Bool { table.scalar(1, default: false) }

    /// Text for the function. `backend_config`, nil when absent.
    public var backendConfig: FlatBufferString? { table.string(2) }

    /// Calling convention. `api_version`, 0 when absent.
    public var apiVersion: Int32 { table.scalar(3, default: 0) }

    /// Subgraphs the function may run. `called_computations`, empty when absent.
    public var calledComputations: FlatBufferVector<Int32> { table.vector(4, of: Int32.self) }

    /// Whether the file holds `called_computations`.
    public var hasCalledComputations: Bool { table.has(4) }

    /// Attributes of the call. `custom_attributes`, empty when absent.
    public var customAttributes: FlatBufferVector<UInt8> { table.vector(5, of: UInt8.self) }

    /// Whether the file holds `custom_attributes`.
    public var hasCustomAttributes: Bool { table.has(5) }
  }
}

extension Schema.BuiltinOptions2Union {
  /// The table `StablehloCustomCallOptions`, nil when it is another one or none.
  public var stablehloCustomCallOptions: Schema.StablehloCustomCallOptions? {
    self[.stablehloCustomCallOptions].map(Schema.StablehloCustomCallOptions.init)
  }
}

extension Schema {
  /// Options of STABLEHLO_DOT_GENERAL.
  public struct StablehloDotGeneralOptions: Sendable {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }

    /// Batch dimensions of the left operand. `lhs_batching_dimensions`, empty when absent.
    public var lhsBatchingDimensions: FlatBufferVector<Int64> { table.vector(0, of: Int64.self) }

    /// Whether the file holds `lhs_batching_dimensions`.
    public var hasLhsBatchingDimensions: Bool { table.has(0) }

    /// Batch dimensions of the right operand. `rhs_batching_dimensions`, empty when absent.
    public var rhsBatchingDimensions: FlatBufferVector<Int64> { table.vector(1, of: Int64.self) }

    /// Whether the file holds `rhs_batching_dimensions`.
    public var hasRhsBatchingDimensions: Bool { table.has(1) }

    /// Summed dimensions of the left operand. `lhs_contracting_dimensions`, empty when absent.
    public var lhsContractingDimensions: FlatBufferVector<Int64> { table.vector(2, of: Int64.self) }

    /// Whether the file holds `lhs_contracting_dimensions`.
    public var hasLhsContractingDimensions: Bool { table.has(2) }

    /// Summed dimensions of the right operand. `rhs_contracting_dimensions`, empty when absent.
    public var rhsContractingDimensions: FlatBufferVector<Int64> { table.vector(3, of: Int64.self) }

    /// Whether the file holds `rhs_contracting_dimensions`.
    public var hasRhsContractingDimensions: Bool { table.has(3) }

    /// Precision of each operand. `precision_config`, empty when absent.
    public var precisionConfig: FlatBufferVector<StablehloPrecisionConfig> {
      table.vector(4, of: StablehloPrecisionConfig.self)
    }

    /// Whether the file holds `precision_config`.
    public var hasPrecisionConfig: Bool { table.has(4) }
  }
}

extension Schema.BuiltinOptions2Union {
  /// The table `StablehloDotGeneralOptions`, nil when it is another one or none.
  public var stablehloDotGeneralOptions: Schema.StablehloDotGeneralOptions? {
    self[.stablehloDotGeneralOptions].map(Schema.StablehloDotGeneralOptions.init)
  }
}

extension Schema {
  /// Options of STABLEHLO_DYNAMIC_SLICE.
  public struct StablehloDynamicSliceOptions: Sendable {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }

    /// Size of the slice in each dimension. `slice_sizes`, empty when absent.
    public var sliceSizes: FlatBufferVector<Int64> { table.vector(0, of: Int64.self) }

    /// Whether the file holds `slice_sizes`.
    public var hasSliceSizes: Bool { table.has(0) }
  }
}

extension Schema.BuiltinOptions2Union {
  /// The table `StablehloDynamicSliceOptions`, nil when it is another one or none.
  public var stablehloDynamicSliceOptions: Schema.StablehloDynamicSliceOptions? {
    self[.stablehloDynamicSliceOptions].map(Schema.StablehloDynamicSliceOptions.init)
  }
}
