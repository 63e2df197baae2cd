// Generated from Schema/tflite.fbs by Schema/generate; not to be edited.

extension Schema {
  /// How every table is stored, for the verifier.
  package static let layout = SchemaLayout(tables: tableLayouts, unions: unionLayouts, root: 74)

  private static let tableLayouts: [TableLayout] = [
    // 0
    TableLayout("ATan2Options"),
    TableLayout("AbsOptions"),
    TableLayout("AddNOptions"),
    TableLayout(
      "AddOptions",
      [
        FieldLayout(0, "fused_activation_function", .scalar(1)), FieldLayout(1, "pot_scale_int16", .scalar(1)),
      ]),
    TableLayout("ArgMaxOptions", [FieldLayout(0, "output_type", .scalar(1))]),
    TableLayout("ArgMinOptions", [FieldLayout(0, "output_type", .scalar(1))]),
    TableLayout("AssignVariableOptions"),
    TableLayout(
      "BatchMatMulOptions",
      [
        FieldLayout(0, "adj_x", .scalar(1)), FieldLayout(1, "adj_y", .scalar(1)),
        FieldLayout(2, "asymmetric_quantize_inputs", .scalar(1)),
      ]),
    TableLayout("BatchToSpaceNDOptions"),
    TableLayout(
      "BidirectionalSequenceLSTMOptions",
      [
        FieldLayout(0, "fused_activation_function", .scalar(1)), FieldLayout(1, "cell_clip", .scalar(4)),
        FieldLayout(2, "proj_clip", .scalar(4)), FieldLayout(3, "merge_outputs", .scalar(1)),
        FieldLayout(4, "time_major", .scalar(1)), FieldLayout(5, "asymmetric_quantize_inputs", .scalar(1)),
      ]),
    // 10
    TableLayout(
      "BidirectionalSequenceRNNOptions",
      [
        FieldLayout(0, "time_major", .scalar(1)), FieldLayout(1, "fused_activation_function", .scalar(1)),
        FieldLayout(2, "merge_outputs", .scalar(1)), FieldLayout(3, "asymmetric_quantize_inputs", .scalar(1)),
      ]),
    TableLayout("BitcastOptions"),
    TableLayout("BitwiseXorOptions"),
    TableLayout(
      "BlockwiseQuantization",
      [
        FieldLayout(0, "scales", .scalar(4)), FieldLayout(1, "zero_points", .scalar(4)),
        FieldLayout(2, "block_size", .scalar(4)),
      ]),
    TableLayout("BroadcastToOptions"),
    TableLayout("BucketizeOptions", [FieldLayout(0, "boundaries", .scalars(4))]),
    TableLayout(
      "Buffer",
      [
        FieldLayout(0, "data", .scalars(1)), FieldLayout(1, "offset", .scalar(8)), FieldLayout(2, "size", .scalar(8)),
      ]),
    TableLayout("CallOnceOptions", [FieldLayout(0, "init_subgraph_index", .scalar(4))]),
    TableLayout("CallOptions", [FieldLayout(0, "subgraph", .scalar(4))]),
    TableLayout(
      "CastOptions",
      [
        FieldLayout(0, "in_data_type", .scalar(1)), FieldLayout(1, "out_data_type", .scalar(1)),
      ]),
    // 20
    TableLayout(
      "ConcatEmbeddingsOptions",
      [
        FieldLayout(0, "num_channels", .scalar(4)), FieldLayout(1, "num_columns_per_channel", .scalars(4)),
        FieldLayout(2, "embedding_dim_per_channel", .scalars(4)),
      ]),
    TableLayout(
      "ConcatenationOptions",
      [
        FieldLayout(0, "axis", .scalar(4)), FieldLayout(1, "fused_activation_function", .scalar(1)),
      ]),
    TableLayout(
      "Conv2DOptions",
      [
        FieldLayout(0, "padding", .scalar(1)), FieldLayout(1, "stride_w", .scalar(4)),
        FieldLayout(2, "stride_h", .scalar(4)), FieldLayout(3, "fused_activation_function", .scalar(1)),
        FieldLayout(4, "dilation_w_factor", .scalar(4)), FieldLayout(5, "dilation_h_factor", .scalar(4)),
        FieldLayout(6, "quantized_bias_type", .scalar(1)),
      ]),
    TableLayout(
      "Conv3DOptions",
      [
        FieldLayout(0, "padding", .scalar(1)), FieldLayout(1, "stride_d", .scalar(4)),
        FieldLayout(2, "stride_w", .scalar(4)), FieldLayout(3, "stride_h", .scalar(4)),
        FieldLayout(4, "fused_activation_function", .scalar(1)), FieldLayout(5, "dilation_d_factor", .scalar(4)),
        FieldLayout(6, "dilation_w_factor", .scalar(4)), FieldLayout(7, "dilation_h_factor", .scalar(4)),
      ]),
    TableLayout("CosOptions"),
    TableLayout("CumsumOptions", [FieldLayout(0, "exclusive", .scalar(1)), FieldLayout(1, "reverse", .scalar(1))]),
    TableLayout("CustomQuantization", [FieldLayout(0, "custom", .scalars(1))]),
    TableLayout("DensifyOptions"),
    TableLayout("DepthToSpaceOptions", [FieldLayout(0, "block_size", .scalar(4))]),
    TableLayout(
      "DepthwiseConv2DOptions",
      [
        FieldLayout(0, "padding", .scalar(1)), FieldLayout(1, "stride_w", .scalar(4)),
        FieldLayout(2, "stride_h", .scalar(4)), FieldLayout(3, "depth_multiplier", .scalar(4)),
        FieldLayout(4, "fused_activation_function", .scalar(1)), FieldLayout(5, "dilation_w_factor", .scalar(4)),
        FieldLayout(6, "dilation_h_factor", .scalar(4)),
      ]),
    // 30
    TableLayout("DequantizeOptions"),
    TableLayout("DilateOptions"),
    TableLayout(
      "DimensionMetadata",
      [
        FieldLayout(0, "format", .scalar(1)), FieldLayout(1, "dense_size", .scalar(4)),
        FieldLayout(2, "array_segments_type", .scalar(1)), FieldLayout(3, "array_segments", .union(3)),
        FieldLayout(4, "array_indices_type", .scalar(1)), FieldLayout(5, "array_indices", .union(3)),
      ]),
    TableLayout("DivOptions", [FieldLayout(0, "fused_activation_function", .scalar(1))]),
    TableLayout("DynamicUpdateSliceOptions"),
    TableLayout("EmbeddingLookupSparseOptions", [FieldLayout(0, "combiner", .scalar(1))]),
    TableLayout("EqualOptions"),
    TableLayout("ExpOptions"),
    TableLayout("ExpandDimsOptions"),
    TableLayout(
      "ExternalBuffer",
      [
        FieldLayout(0, "id", .scalar(4)), FieldLayout(1, "group", .scalar(4)), FieldLayout(2, "offset", .scalar(8)),
        FieldLayout(3, "length", .scalar(8)), FieldLayout(4, "packing", .string),
      ]),
    // 40
    TableLayout("ExternalBufferGroup", [FieldLayout(0, "name", .string)]),
    TableLayout(
      "FakeQuantOptions",
      [
        FieldLayout(0, "min", .scalar(4)), FieldLayout(1, "max", .scalar(4)), FieldLayout(2, "num_bits", .scalar(4)),
        FieldLayout(3, "narrow_range", .scalar(1)),
      ]),
    TableLayout("FillOptions"),
    TableLayout("FloorDivOptions"),
    TableLayout("FloorModOptions"),
    TableLayout(
      "FullyConnectedOptions",
      [
        FieldLayout(0, "fused_activation_function", .scalar(1)), FieldLayout(1, "weights_format", .scalar(1)),
        FieldLayout(2, "keep_num_dims", .scalar(1)), FieldLayout(3, "asymmetric_quantize_inputs", .scalar(1)),
        FieldLayout(4, "quantized_bias_type", .scalar(1)),
      ]),
    TableLayout("GatherNdOptions"),
    TableLayout("GatherOptions", [FieldLayout(0, "axis", .scalar(4)), FieldLayout(1, "batch_dims", .scalar(4))]),
    TableLayout("GeluOptions", [FieldLayout(0, "approximate", .scalar(1))]),
    TableLayout("GreaterEqualOptions"),
    // 50
    TableLayout("GreaterOptions"),
    TableLayout("HardSwishOptions"),
    TableLayout("HashtableFindOptions"),
    TableLayout("HashtableImportOptions"),
    TableLayout(
      "HashtableOptions",
      [
        FieldLayout(0, "table_id", .scalar(4)), FieldLayout(1, "key_dtype", .scalar(1)),
        FieldLayout(2, "value_dtype", .scalar(1)),
      ]),
    TableLayout("HashtableSizeOptions"),
    TableLayout(
      "IfOptions",
      [
        FieldLayout(0, "then_subgraph_index", .scalar(4)), FieldLayout(1, "else_subgraph_index", .scalar(4)),
      ]),
    TableLayout("Int32Vector", [FieldLayout(0, "values", .scalars(4))]),
    TableLayout("L2NormOptions", [FieldLayout(0, "fused_activation_function", .scalar(1))]),
    TableLayout("LSHProjectionOptions", [FieldLayout(0, "type", .scalar(1))]),
    // 60
    TableLayout(
      "LSTMOptions",
      [
        FieldLayout(0, "fused_activation_function", .scalar(1)), FieldLayout(1, "cell_clip", .scalar(4)),
        FieldLayout(2, "proj_clip", .scalar(4)), FieldLayout(3, "kernel_type", .scalar(1)),
        FieldLayout(4, "asymmetric_quantize_inputs", .scalar(1)),
      ]),
    TableLayout("LeakyReluOptions", [FieldLayout(0, "alpha", .scalar(4))]),
    TableLayout("LessEqualOptions"),
    TableLayout("LessOptions"),
    TableLayout(
      "LocalResponseNormalizationOptions",
      [
        FieldLayout(0, "radius", .scalar(4)), FieldLayout(1, "bias", .scalar(4)), FieldLayout(2, "alpha", .scalar(4)),
        FieldLayout(3, "beta", .scalar(4)),
      ]),
    TableLayout("LogSoftmaxOptions"),
    TableLayout("LogicalAndOptions"),
    TableLayout("LogicalNotOptions"),
    TableLayout("LogicalOrOptions"),
    TableLayout("MatrixDiagOptions"),
    // 70
    TableLayout("MatrixSetDiagOptions"),
    TableLayout("MaximumMinimumOptions"),
    TableLayout("Metadata", [FieldLayout(0, "name", .string), FieldLayout(1, "buffer", .scalar(4))]),
    TableLayout("MirrorPadOptions", [FieldLayout(0, "mode", .scalar(1))]),
    TableLayout(
      "Model",
      [
        FieldLayout(0, "version", .scalar(4)), FieldLayout(1, "operator_codes", .tables(83)),
        FieldLayout(2, "subgraphs", .tables(148)), FieldLayout(3, "description", .string),
        FieldLayout(4, "buffers", .tables(16)), FieldLayout(5, "metadata_buffer", .scalars(4)),
        FieldLayout(6, "metadata", .tables(72)), FieldLayout(7, "signature_defs", .tables(113)),
        FieldLayout(8, "external_buffer_groups", .tables(40)), FieldLayout(9, "external_buffers", .tables(39)),
      ]),
    TableLayout("MulOptions", [FieldLayout(0, "fused_activation_function", .scalar(1))]),
    TableLayout(
      "MultiAxisQuantization",
      [
        FieldLayout(0, "scales", .scalar(4)), FieldLayout(1, "zero_points", .scalar(4)),
        FieldLayout(2, "block_size", .scalar(4)), FieldLayout(3, "quantized_dimensions", .scalars(4)),
      ]),
    TableLayout("NegOptions"),
    TableLayout("NonMaxSuppressionV4Options"),
    TableLayout("NonMaxSuppressionV5Options"),
    // 80
    TableLayout("NotEqualOptions"),
    TableLayout("OneHotOptions", [FieldLayout(0, "axis", .scalar(4))]),
    TableLayout(
      "Operator",
      [
        FieldLayout(0, "opcode_index", .scalar(4)), FieldLayout(1, "inputs", .scalars(4)),
        FieldLayout(2, "outputs", .scalars(4)), FieldLayout(3, "builtin_options_type", .scalar(1)),
        FieldLayout(4, "builtin_options", .union(0)), FieldLayout(5, "custom_options", .scalars(1)),
        FieldLayout(6, "custom_options_format", .scalar(1)), FieldLayout(7, "mutating_variable_inputs", .scalars(1)),
        FieldLayout(8, "intermediates", .scalars(4)), FieldLayout(9, "large_custom_options_offset", .scalar(8)),
        FieldLayout(10, "large_custom_options_size", .scalar(8)), FieldLayout(11, "builtin_options_2_type", .scalar(1)),
        FieldLayout(12, "builtin_options_2", .union(1)), FieldLayout(13, "debug_metadata_index", .scalar(4)),
      ]),
    TableLayout(
      "OperatorCode",
      [
        FieldLayout(0, "deprecated_builtin_code", .scalar(1)), FieldLayout(1, "custom_code", .string),
        FieldLayout(2, "version", .scalar(4)), FieldLayout(3, "builtin_code", .scalar(4)),
      ]),
    TableLayout("PackOptions", [FieldLayout(0, "values_count", .scalar(4)), FieldLayout(1, "axis", .scalar(4))]),
    TableLayout("PadOptions"),
    TableLayout("PadV2Options"),
    TableLayout(
      "Pool2DOptions",
      [
        FieldLayout(0, "padding", .scalar(1)), FieldLayout(1, "stride_w", .scalar(4)),
        FieldLayout(2, "stride_h", .scalar(4)), FieldLayout(3, "filter_width", .scalar(4)),
        FieldLayout(4, "filter_height", .scalar(4)), FieldLayout(5, "fused_activation_function", .scalar(1)),
      ]),
    TableLayout("PowOptions"),
    TableLayout(
      "QuantizationParameters",
      [
        FieldLayout(0, "min", .scalars(4)), FieldLayout(1, "max", .scalars(4)), FieldLayout(2, "scale", .scalars(4)),
        FieldLayout(3, "zero_point", .scalars(8)), FieldLayout(4, "details_type", .scalar(1)),
        FieldLayout(5, "details", .union(2)), FieldLayout(6, "quantized_dimension", .scalar(4)),
      ]),
    // 90
    TableLayout("QuantizeOptions"),
    TableLayout(
      "RNNOptions",
      [
        FieldLayout(0, "fused_activation_function", .scalar(1)),
        FieldLayout(1, "asymmetric_quantize_inputs", .scalar(1)),
      ]),
    TableLayout("RandomOptions", [FieldLayout(0, "seed", .scalar(8)), FieldLayout(1, "seed2", .scalar(8))]),
    TableLayout("RangeOptions"),
    TableLayout("RankOptions"),
    TableLayout("ReadVariableOptions"),
    TableLayout("ReduceWindowOptions", [FieldLayout(0, "reduce_function", .scalar(4))]),
    TableLayout("ReducerOptions", [FieldLayout(0, "keep_dims", .scalar(1))]),
    TableLayout("ReshapeOptions", [FieldLayout(0, "new_shape", .scalars(4))]),
    TableLayout(
      "ResizeBilinearOptions",
      [
        FieldLayout(2, "align_corners", .scalar(1)), FieldLayout(3, "half_pixel_centers", .scalar(1)),
      ]),
    // 100
    TableLayout(
      "ResizeNearestNeighborOptions",
      [
        FieldLayout(0, "align_corners", .scalar(1)), FieldLayout(1, "half_pixel_centers", .scalar(1)),
      ]),
    TableLayout(
      "ReverseSequenceOptions",
      [
        FieldLayout(0, "seq_dim", .scalar(4)), FieldLayout(1, "batch_dim", .scalar(4)),
      ]),
    TableLayout("ReverseV2Options"),
    TableLayout("Rfft2dOptions"),
    TableLayout("RightShiftOptions"),
    TableLayout(
      "SVDFOptions",
      [
        FieldLayout(0, "rank", .scalar(4)), FieldLayout(1, "fused_activation_function", .scalar(1)),
        FieldLayout(2, "asymmetric_quantize_inputs", .scalar(1)),
      ]),
    TableLayout("ScatterNdOptions"),
    TableLayout("SegmentSumOptions"),
    TableLayout("SelectOptions"),
    TableLayout("SelectV2Options"),
    // 110
    TableLayout(
      "SequenceRNNOptions",
      [
        FieldLayout(0, "time_major", .scalar(1)), FieldLayout(1, "fused_activation_function", .scalar(1)),
        FieldLayout(2, "asymmetric_quantize_inputs", .scalar(1)),
      ]),
    TableLayout("ShapeOptions", [FieldLayout(0, "out_type", .scalar(1))]),
    TableLayout("SignOptions"),
    TableLayout(
      "SignatureDef",
      [
        FieldLayout(0, "inputs", .tables(151)), FieldLayout(1, "outputs", .tables(151)),
        FieldLayout(2, "signature_key", .string), FieldLayout(4, "subgraph_index", .scalar(4)),
      ]),
    TableLayout(
      "SkipGramOptions",
      [
        FieldLayout(0, "ngram_size", .scalar(4)), FieldLayout(1, "max_skip_size", .scalar(4)),
        FieldLayout(2, "include_all_ngrams", .scalar(1)),
      ]),
    TableLayout("SliceOptions"),
    TableLayout("SoftmaxOptions", [FieldLayout(0, "beta", .scalar(4))]),
    TableLayout("SpaceToBatchNDOptions"),
    TableLayout("SpaceToDepthOptions", [FieldLayout(0, "block_size", .scalar(4))]),
    TableLayout("SparseToDenseOptions", [FieldLayout(0, "validate_indices", .scalar(1))]),
    // 120
    TableLayout(
      "SparsityParameters",
      [
        FieldLayout(0, "traversal_order", .scalars(4)), FieldLayout(1, "block_map", .scalars(4)),
        FieldLayout(2, "dim_metadata", .tables(32)),
      ]),
    TableLayout("SplitOptions", [FieldLayout(0, "num_splits", .scalar(4))]),
    TableLayout("SplitVOptions", [FieldLayout(0, "num_splits", .scalar(4))]),
    TableLayout("SquareOptions"),
    TableLayout("SquaredDifferenceOptions"),
    TableLayout("SqueezeOptions", [FieldLayout(0, "squeeze_dims", .scalars(4))]),
    TableLayout(
      "StableHLOCompositeOptions",
      [
        FieldLayout(0, "name", .string), FieldLayout(1, "decomposition_subgraph_index", .scalar(4)),
        FieldLayout(2, "composite_attributes", .scalars(1)), FieldLayout(3, "composite_attributes_format", .scalar(1)),
        FieldLayout(4, "version", .scalar(4)),
      ]),
    TableLayout("StablehloBroadcastInDimOptions", [FieldLayout(0, "broadcast_dimensions", .scalars(8))]),
    TableLayout("StablehloCaseOptions", [FieldLayout(0, "branch_subgraph_indices", .scalars(4))]),
    TableLayout(
      "StablehloCompareOptions",
      [
        FieldLayout(0, "comparison_direction", .scalar(4)), FieldLayout(1, "compare_type", .scalar(4)),
      ]),
    // 130
    TableLayout("StablehloConcatenateOptions", [FieldLayout(0, "dimension", .scalar(8))]),
    TableLayout(
      "StablehloConvolutionOptions",
      [
        FieldLayout(0, "window_strides", .scalars(8)), FieldLayout(1, "padding", .scalars(8)),
        FieldLayout(2, "lhs_dilation", .scalars(8)), FieldLayout(3, "rhs_dilation", .scalars(8)),
        FieldLayout(4, "window_reversal", .scalars(1)), FieldLayout(5, "input_batch_dimension", .scalar(8)),
        FieldLayout(6, "input_feature_dimension", .scalar(8)), FieldLayout(7, "input_spatial_dimensions", .scalars(8)),
        FieldLayout(8, "kernel_input_feature_dimension", .scalar(8)),
        FieldLayout(9, "kernel_output_feature_dimension", .scalar(8)),
        FieldLayout(10, "kernel_spatial_dimensions", .scalars(8)),
        FieldLayout(11, "output_batch_dimension", .scalar(8)), FieldLayout(12, "output_feature_dimension", .scalar(8)),
        FieldLayout(13, "output_spatial_dimensions", .scalars(8)), FieldLayout(14, "feature_group_count", .scalar(8)),
        FieldLayout(15, "batch_group_count", .scalar(8)), FieldLayout(16, "precision_config", .scalars(4)),
      ]),
    TableLayout(
      "StablehloCustomCallOptions",
      [
        FieldLayout(0, "call_target_name", .string), FieldLayout(1, "has_side_effect", .scalar(1)),
        FieldLayout(2, "backend_config", .string), FieldLayout(3, "api_version", .scalar(4)),
        FieldLayout(4, "called_computations", .scalars(4)), FieldLayout(5, "custom_attributes", .scalars(1)),
      ]),
    TableLayout(
      "StablehloDotGeneralOptions",
      [
        FieldLayout(0, "lhs_batching_dimensions", .scalars(8)), FieldLayout(1, "rhs_batching_dimensions", .scalars(8)),
        FieldLayout(2, "lhs_contracting_dimensions", .scalars(8)),
        FieldLayout(3, "rhs_contracting_dimensions", .scalars(8)), FieldLayout(4, "precision_config", .scalars(4)),
      ]),
    TableLayout("StablehloDynamicSliceOptions", [FieldLayout(0, "slice_sizes", .scalars(8))]),
    TableLayout(
      "StablehloGatherOptions",
      [
        FieldLayout(0, "offset_dims", .scalars(8)), FieldLayout(1, "collapsed_slice_dims", .scalars(8)),
        FieldLayout(2, "start_index_map", .scalars(8)), FieldLayout(3, "index_vector_dim", .scalar(8)),
        FieldLayout(4, "slice_sizes", .scalars(8)), FieldLayout(5, "indices_are_sorted", .scalar(1)),
      ]),
    TableLayout("StablehloIotaOptions", [FieldLayout(0, "iota_dimension", .scalar(8))]),
    TableLayout(
      "StablehloPadOptions",
      [
        FieldLayout(0, "edge_padding_low", .scalars(8)), FieldLayout(1, "edge_padding_high", .scalars(8)),
        FieldLayout(2, "interior_padding", .scalars(8)),
      ]),
    TableLayout(
      "StablehloReduceOptions",
      [
        FieldLayout(0, "dimensions", .scalars(8)), FieldLayout(1, "body_subgraph_index", .scalar(4)),
      ]),
    TableLayout(
      "StablehloReduceWindowOptions",
      [
        FieldLayout(0, "window_dimensions", .scalars(8)), FieldLayout(1, "window_strides", .scalars(8)),
        FieldLayout(2, "base_dilations", .scalars(8)), FieldLayout(3, "window_dilations", .scalars(8)),
        FieldLayout(4, "padding", .scalars(8)), FieldLayout(5, "body_subgraph_index", .scalar(4)),
      ]),
    // 140
    TableLayout("StablehloRngBitGeneratorOptions", [FieldLayout(0, "algorithm", .scalar(1))]),
    TableLayout(
      "StablehloScatterOptions",
      [
        FieldLayout(0, "indices_are_sorted", .scalar(1)), FieldLayout(1, "update_window_dims", .scalars(8)),
        FieldLayout(2, "inserted_window_dims", .scalars(8)),
        FieldLayout(3, "scatter_dims_to_operand_dims", .scalars(8)), FieldLayout(4, "index_vector_dim", .scalar(8)),
        FieldLayout(5, "unique_indices", .scalar(1)), FieldLayout(6, "update_computation_subgraph_index", .scalar(4)),
      ]),
    TableLayout("StablehloShiftLeftOptions"),
    TableLayout(
      "StablehloSliceOptions",
      [
        FieldLayout(0, "start_indices", .scalars(8)), FieldLayout(1, "limit_indices", .scalars(8)),
        FieldLayout(2, "strides", .scalars(8)),
      ]),
    TableLayout(
      "StablehloSortOptions",
      [
        FieldLayout(0, "dimension", .scalar(8)), FieldLayout(1, "is_stable", .scalar(1)),
        FieldLayout(2, "comparator_subgraph_index", .scalar(4)),
      ]),
    TableLayout("StablehloTransposeOptions", [FieldLayout(0, "permutation", .scalars(8))]),
    TableLayout(
      "StablehloWhileOptions",
      [
        FieldLayout(0, "cond_subgraph_index", .scalar(4)), FieldLayout(1, "body_subgraph_index", .scalar(4)),
      ]),
    TableLayout(
      "StridedSliceOptions",
      [
        FieldLayout(0, "begin_mask", .scalar(4)), FieldLayout(1, "end_mask", .scalar(4)),
        FieldLayout(2, "ellipsis_mask", .scalar(4)), FieldLayout(3, "new_axis_mask", .scalar(4)),
        FieldLayout(4, "shrink_axis_mask", .scalar(4)), FieldLayout(5, "offset", .scalar(1)),
      ]),
    TableLayout(
      "SubGraph",
      [
        FieldLayout(0, "tensors", .tables(150)), FieldLayout(1, "inputs", .scalars(4)),
        FieldLayout(2, "outputs", .scalars(4)), FieldLayout(3, "operators", .tables(82)),
        FieldLayout(4, "name", .string), FieldLayout(5, "debug_metadata_index", .scalar(4)),
      ]),
    TableLayout(
      "SubOptions",
      [
        FieldLayout(0, "fused_activation_function", .scalar(1)), FieldLayout(1, "pot_scale_int16", .scalar(1)),
      ]),
    // 150
    TableLayout(
      "Tensor",
      [
        FieldLayout(0, "shape", .scalars(4)), FieldLayout(1, "type", .scalar(1)), FieldLayout(2, "buffer", .scalar(4)),
        FieldLayout(3, "name", .string), FieldLayout(4, "quantization", .table(89)),
        FieldLayout(5, "is_variable", .scalar(1)), FieldLayout(6, "sparsity", .table(120)),
        FieldLayout(7, "shape_signature", .scalars(4)), FieldLayout(8, "has_rank", .scalar(1)),
        FieldLayout(9, "variant_tensors", .tables(166)), FieldLayout(10, "external_buffer", .scalar(4)),
      ]),
    TableLayout("TensorMap", [FieldLayout(0, "name", .string), FieldLayout(1, "tensor_index", .scalar(4))]),
    TableLayout("TileOptions"),
    TableLayout("TopKV2Options"),
    TableLayout(
      "TransposeConvOptions",
      [
        FieldLayout(0, "padding", .scalar(1)), FieldLayout(1, "stride_w", .scalar(4)),
        FieldLayout(2, "stride_h", .scalar(4)), FieldLayout(3, "fused_activation_function", .scalar(1)),
        FieldLayout(4, "quantized_bias_type", .scalar(1)),
      ]),
    TableLayout("TransposeOptions"),
    TableLayout("Uint16Vector", [FieldLayout(0, "values", .scalars(2))]),
    TableLayout("Uint8Vector", [FieldLayout(0, "values", .scalars(1))]),
    TableLayout(
      "UnidirectionalSequenceLSTMOptions",
      [
        FieldLayout(0, "fused_activation_function", .scalar(1)), FieldLayout(1, "cell_clip", .scalar(4)),
        FieldLayout(2, "proj_clip", .scalar(4)), FieldLayout(3, "time_major", .scalar(1)),
        FieldLayout(4, "asymmetric_quantize_inputs", .scalar(1)),
        FieldLayout(5, "diagonal_recurrent_tensors", .scalar(1)),
      ]),
    TableLayout("UniqueOptions", [FieldLayout(0, "idx_out_type", .scalar(1))]),
    // 160
    TableLayout("UnpackOptions", [FieldLayout(0, "num", .scalar(4)), FieldLayout(1, "axis", .scalar(4))]),
    TableLayout("UnsortedSegmentMaxOptions"),
    TableLayout("UnsortedSegmentMinOptions"),
    TableLayout("UnsortedSegmentProdOptions"),
    TableLayout("UnsortedSegmentSumOptions"),
    TableLayout("VarHandleOptions", [FieldLayout(0, "container", .string), FieldLayout(1, "shared_name", .string)]),
    TableLayout(
      "VariantSubType",
      [
        FieldLayout(0, "shape", .scalars(4)), FieldLayout(1, "type", .scalar(1)),
        FieldLayout(2, "has_rank", .scalar(1)),
      ]),
    TableLayout("WhereOptions"),
    TableLayout(
      "WhileOptions",
      [
        FieldLayout(0, "cond_subgraph_index", .scalar(4)), FieldLayout(1, "body_subgraph_index", .scalar(4)),
      ]),
    TableLayout("ZerosLikeOptions"),
  ]

  private static let unionLayouts: [[Int]] = [
    // BuiltinOptions
    [
      -1, 22, 29, 20, 59, 87, 105, 91, 45, 116, 21, 3, 58, 64, 60, 99, 18, 98, 114, 118, 35, 75, 85, 47, 8, 117, 155,
      97, 149, 33, 125, 110, 147, 37, 153, 121, 65, 19, 30, 71, 4, 63, 77, 86, 50, 49, 62, 108, 115, 154, 119, 152, 38,
      36, 80, 111, 88, 5, 41, 84, 68, 81, 66, 67, 160, 43, 123, 169, 42, 9, 10, 158, 44, 93, 100, 61, 124, 73, 1, 122,
      159, 102, 2, 46, 24, 167, 94, 101, 69, 90, 70, 51, 56, 168, 28, 78, 79, 106, 109, 27, 107, 7, 25, 17, 14, 103, 23,
      54, 52, 53, 55, 165, 95, 6, 92, 15, 48, 34, 163, 161, 162, 164, 0, 112, 11, 12, 104,
    ],
    // BuiltinOptions2
    [
      -1, 130, 127, 143, 131, 132, 138, 141, 129, 134, 137, 136, 133, 139, 144, 146, 135, 145, 31, 140, 96, 126, 142,
      128,
    ],
    // QuantizationDetails
    [
      -1, 26, 13, 76,
    ],
    // SparseIndexVector
    [
      -1, 57, 156, 157,
    ],
  ]
}
