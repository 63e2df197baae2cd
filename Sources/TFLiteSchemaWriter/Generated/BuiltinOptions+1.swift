// Generated from Schema/tflite.fbs by Schema/generate; not to be edited.

import TFLiteSchema

extension MutableSchema {
  /// A table of the union `BuiltinOptions`, to be changed and written.
  package enum BuiltinOptions: Equatable, Sendable {
    case conv2DOptions(Conv2DOptions)
    case depthwiseConv2DOptions(DepthwiseConv2DOptions)
    case concatEmbeddingsOptions(ConcatEmbeddingsOptions)
    case lshProjectionOptions(LSHProjectionOptions)
    case pool2DOptions(Pool2DOptions)
    case svdfOptions(SVDFOptions)
    case rnnOptions(RNNOptions)
    case fullyConnectedOptions(FullyConnectedOptions)
    case softmaxOptions(SoftmaxOptions)
    case concatenationOptions(ConcatenationOptions)
    case addOptions(AddOptions)
    case l2NormOptions(L2NormOptions)
    case localResponseNormalizationOptions(LocalResponseNormalizationOptions)
    case lstmOptions(LSTMOptions)
    case resizeBilinearOptions(ResizeBilinearOptions)
    case callOptions(CallOptions)
    case reshapeOptions(ReshapeOptions)
    case skipGramOptions(SkipGramOptions)
    case spaceToDepthOptions(SpaceToDepthOptions)
    case embeddingLookupSparseOptions(EmbeddingLookupSparseOptions)
    case mulOptions(MulOptions)
    case padOptions(PadOptions)
    case gatherOptions(GatherOptions)
    case batchToSpaceNDOptions(BatchToSpaceNDOptions)
    case spaceToBatchNDOptions(SpaceToBatchNDOptions)
    case transposeOptions(TransposeOptions)
    case reducerOptions(ReducerOptions)
    case subOptions(SubOptions)
    case divOptions(DivOptions)
    case squeezeOptions(SqueezeOptions)
    case sequenceRNNOptions(SequenceRNNOptions)
    case stridedSliceOptions(StridedSliceOptions)
    case expOptions(ExpOptions)
    case topKV2Options(TopKV2Options)
    case splitOptions(SplitOptions)
    case logSoftmaxOptions(LogSoftmaxOptions)
    case castOptions(CastOptions)
    case dequantizeOptions(DequantizeOptions)
    case maximumMinimumOptions(MaximumMinimumOptions)
    case argMaxOptions(ArgMaxOptions)
    case lessOptions(LessOptions)
    case negOptions(NegOptions)
    case padV2Options(PadV2Options)
    case greaterOptions(GreaterOptions)
    case greaterEqualOptions(GreaterEqualOptions)
    case lessEqualOptions(LessEqualOptions)
    case selectOptions(SelectOptions)
    case sliceOptions(SliceOptions)
    case transposeConvOptions(TransposeConvOptions)
    case sparseToDenseOptions(SparseToDenseOptions)
    case tileOptions(TileOptions)
    case expandDimsOptions(ExpandDimsOptions)
    case equalOptions(EqualOptions)
    case notEqualOptions(NotEqualOptions)
    case shapeOptions(ShapeOptions)
    case powOptions(PowOptions)
    case argMinOptions(ArgMinOptions)
    case fakeQuantOptions(FakeQuantOptions)
    case packOptions(PackOptions)
    case logicalOrOptions(LogicalOrOptions)
    case oneHotOptions(OneHotOptions)
    case logicalAndOptions(LogicalAndOptions)
    case logicalNotOptions(LogicalNotOptions)
    case unpackOptions(UnpackOptions)
    case floorDivOptions(FloorDivOptions)
    case squareOptions(SquareOptions)
    case zerosLikeOptions(ZerosLikeOptions)
    case fillOptions(FillOptions)
    case bidirectionalSequenceLSTMOptions(BidirectionalSequenceLSTMOptions)
    case bidirectionalSequenceRNNOptions(BidirectionalSequenceRNNOptions)
    case unidirectionalSequenceLSTMOptions(UnidirectionalSequenceLSTMOptions)
    case floorModOptions(FloorModOptions)
    case rangeOptions(RangeOptions)
    case resizeNearestNeighborOptions(ResizeNearestNeighborOptions)
    case leakyReluOptions(LeakyReluOptions)
    case squaredDifferenceOptions(SquaredDifferenceOptions)
    case mirrorPadOptions(MirrorPadOptions)
    case absOptions(AbsOptions)
    case splitVOptions(SplitVOptions)
    case uniqueOptions(UniqueOptions)
    case reverseV2Options(ReverseV2Options)
    case addNOptions(AddNOptions)
    case gatherNdOptions(GatherNdOptions)
    case cosOptions(CosOptions)
    case whereOptions(WhereOptions)
    case rankOptions(RankOptions)
    case reverseSequenceOptions(ReverseSequenceOptions)
    case matrixDiagOptions(MatrixDiagOptions)
    case quantizeOptions(QuantizeOptions)
    case matrixSetDiagOptions(MatrixSetDiagOptions)
    case hardSwishOptions(HardSwishOptions)
    case ifOptions(IfOptions)
    case whileOptions(WhileOptions)
    case depthToSpaceOptions(DepthToSpaceOptions)
    case nonMaxSuppressionV4Options(NonMaxSuppressionV4Options)
    case nonMaxSuppressionV5Options(NonMaxSuppressionV5Options)
    case scatterNdOptions(ScatterNdOptions)
    case selectV2Options(SelectV2Options)
    case densifyOptions(DensifyOptions)
    case segmentSumOptions(SegmentSumOptions)
    case batchMatMulOptions(BatchMatMulOptions)
    case cumsumOptions(CumsumOptions)
    case callOnceOptions(CallOnceOptions)
    case broadcastToOptions(BroadcastToOptions)
    case rfft2dOptions(Rfft2dOptions)
    case conv3DOptions(Conv3DOptions)
    case hashtableOptions(HashtableOptions)
    case hashtableFindOptions(HashtableFindOptions)
    case hashtableImportOptions(HashtableImportOptions)
    case hashtableSizeOptions(HashtableSizeOptions)
    case varHandleOptions(VarHandleOptions)
    case readVariableOptions(ReadVariableOptions)
    case assignVariableOptions(AssignVariableOptions)
    case randomOptions(RandomOptions)
    case bucketizeOptions(BucketizeOptions)
    case geluOptions(GeluOptions)
    case dynamicUpdateSliceOptions(DynamicUpdateSliceOptions)
    case unsortedSegmentProdOptions(UnsortedSegmentProdOptions)
    case unsortedSegmentMaxOptions(UnsortedSegmentMaxOptions)
    case unsortedSegmentMinOptions(UnsortedSegmentMinOptions)
    case unsortedSegmentSumOptions(UnsortedSegmentSumOptions)
    case aTan2Options(ATan2Options)
    case signOptions(SignOptions)
    case bitcastOptions(BitcastOptions)
    case bitwiseXorOptions(BitwiseXorOptions)
    case rightShiftOptions(RightShiftOptions)
  }
}

extension MutableSchema.BuiltinOptions {
  /// The table that field `id` of `table` refers to; nil when there is none or the schema does not know it.
  static func read(_ selector: Schema.BuiltinOptions, in table: FlatBufferTable, field id: Int) -> Self? {
    switch selector {
    case .conv2DOptions: table.child(id, as: Schema.Conv2DOptions.self).map { .conv2DOptions(.init($0)) }
    case .depthwiseConv2DOptions:
      table.child(id, as: Schema.DepthwiseConv2DOptions.self).map { .depthwiseConv2DOptions(.init($0)) }
    case .concatEmbeddingsOptions:
      table.child(id, as: Schema.ConcatEmbeddingsOptions.self).map { .concatEmbeddingsOptions(.init($0)) }
    case .lshProjectionOptions:
      table.child(id, as: Schema.LSHProjectionOptions.self).map { .lshProjectionOptions(.init($0)) }
    case .pool2DOptions: table.child(id, as: Schema.Pool2DOptions.self).map { .pool2DOptions(.init($0)) }
    case .svdfOptions: table.child(id, as: Schema.SVDFOptions.self).map { .svdfOptions(.init($0)) }
    case .rnnOptions: table.child(id, as: Schema.RNNOptions.self).map { .rnnOptions(.init($0)) }
    case .fullyConnectedOptions:
      table.child(id, as: Schema.FullyConnectedOptions.self).map { .fullyConnectedOptions(.init($0)) }
    case .softmaxOptions: table.child(id, as: Schema.SoftmaxOptions.self).map { .softmaxOptions(.init($0)) }
    case .concatenationOptions:
      table.child(id, as: Schema.ConcatenationOptions.self).map { .concatenationOptions(.init($0)) }
    case .addOptions: table.child(id, as: Schema.AddOptions.self).map { .addOptions(.init($0)) }
    case .l2NormOptions: table.child(id, as: Schema.L2NormOptions.self).map { .l2NormOptions(.init($0)) }
    case .localResponseNormalizationOptions:
      table.child(id, as: Schema.LocalResponseNormalizationOptions.self).map {
        .localResponseNormalizationOptions(.init($0))
      }
    case .lstmOptions: table.child(id, as: Schema.LSTMOptions.self).map { .lstmOptions(.init($0)) }
    case .resizeBilinearOptions:
      table.child(id, as: Schema.ResizeBilinearOptions.self).map { .resizeBilinearOptions(.init($0)) }
    case .callOptions: table.child(id, as: Schema.CallOptions.self).map { .callOptions(.init($0)) }
    case .reshapeOptions: table.child(id, as: Schema.ReshapeOptions.self).map { .reshapeOptions(.init($0)) }
    case .skipGramOptions: table.child(id, as: Schema.SkipGramOptions.self).map { .skipGramOptions(.init($0)) }
    case .spaceToDepthOptions:
      table.child(id, as: Schema.SpaceToDepthOptions.self).map { .spaceToDepthOptions(.init($0)) }
    case .embeddingLookupSparseOptions:
      table.child(id, as: Schema.EmbeddingLookupSparseOptions.self).map { .embeddingLookupSparseOptions(.init($0)) }
    case .mulOptions: table.child(id, as: Schema.MulOptions.self).map { .mulOptions(.init($0)) }
    case .padOptions: table.child(id, as: Schema.PadOptions.self).map { .padOptions(.init($0)) }
    case .gatherOptions: table.child(id, as: Schema.GatherOptions.self).map { .gatherOptions(.init($0)) }
    case .batchToSpaceNDOptions:
      table.child(id, as: Schema.BatchToSpaceNDOptions.self).map { .batchToSpaceNDOptions(.init($0)) }
    case .spaceToBatchNDOptions:
      table.child(id, as: Schema.SpaceToBatchNDOptions.self).map { .spaceToBatchNDOptions(.init($0)) }
    case .transposeOptions: table.child(id, as: Schema.TransposeOptions.self).map { .transposeOptions(.init($0)) }
    case .reducerOptions: table.child(id, as: Schema.ReducerOptions.self).map { .reducerOptions(.init($0)) }
    case .subOptions: table.child(id, as: Schema.SubOptions.self).map { .subOptions(.init($0)) }
    case .divOptions: table.child(id, as: Schema.DivOptions.self).map { .divOptions(.init($0)) }
    case .squeezeOptions: table.child(id, as: Schema.SqueezeOptions.self).map { .squeezeOptions(.init($0)) }
    case .sequenceRNNOptions: table.child(id, as: Schema.SequenceRNNOptions.self).map { .sequenceRNNOptions(.init($0)) }
    case .stridedSliceOptions:
      table.child(id, as: Schema.StridedSliceOptions.self).map { .stridedSliceOptions(.init($0)) }
    case .expOptions: table.child(id, as: Schema.ExpOptions.self).map { .expOptions(.init($0)) }
    case .topKV2Options: table.child(id, as: Schema.TopKV2Options.self).map { .topKV2Options(.init($0)) }
    case .splitOptions: table.child(id, as: Schema.SplitOptions.self).map { .splitOptions(.init($0)) }
    case .logSoftmaxOptions: table.child(id, as: Schema.LogSoftmaxOptions.self).map { .logSoftmaxOptions(.init($0)) }
    case .castOptions: table.child(id, as: Schema.CastOptions.self).map { .castOptions(.init($0)) }
    case .dequantizeOptions: table.child(id, as: Schema.DequantizeOptions.self).map { .dequantizeOptions(.init($0)) }
    case .maximumMinimumOptions:
      table.child(id, as: Schema.MaximumMinimumOptions.self).map { .maximumMinimumOptions(.init($0)) }
    case .argMaxOptions: table.child(id, as: Schema.ArgMaxOptions.self).map { .argMaxOptions(.init($0)) }
    case .lessOptions: table.child(id, as: Schema.LessOptions.self).map { .lessOptions(.init($0)) }
    case .negOptions: table.child(id, as: Schema.NegOptions.self).map { .negOptions(.init($0)) }
    case .padV2Options: table.child(id, as: Schema.PadV2Options.self).map { .padV2Options(.init($0)) }
    case .greaterOptions: table.child(id, as: Schema.GreaterOptions.self).map { .greaterOptions(.init($0)) }
    case .greaterEqualOptions:
      table.child(id, as: Schema.GreaterEqualOptions.self).map { .greaterEqualOptions(.init($0)) }
    case .lessEqualOptions: table.child(id, as: Schema.LessEqualOptions.self).map { .lessEqualOptions(.init($0)) }
    case .selectOptions: table.child(id, as: Schema.SelectOptions.self).map { .selectOptions(.init($0)) }
    case .sliceOptions: table.child(id, as: Schema.SliceOptions.self).map { .sliceOptions(.init($0)) }
    case .transposeConvOptions:
      table.child(id, as: Schema.TransposeConvOptions.self).map { .transposeConvOptions(.init($0)) }
    case .sparseToDenseOptions:
      table.child(id, as: Schema.SparseToDenseOptions.self).map { .sparseToDenseOptions(.init($0)) }
    case .tileOptions: table.child(id, as: Schema.TileOptions.self).map { .tileOptions(.init($0)) }
    case .expandDimsOptions: table.child(id, as: Schema.ExpandDimsOptions.self).map { .expandDimsOptions(.init($0)) }
    case .equalOptions: table.child(id, as: Schema.EqualOptions.self).map { .equalOptions(.init($0)) }
    case .notEqualOptions: table.child(id, as: Schema.NotEqualOptions.self).map { .notEqualOptions(.init($0)) }
    case .shapeOptions: table.child(id, as: Schema.ShapeOptions.self).map { .shapeOptions(.init($0)) }
    case .powOptions: table.child(id, as: Schema.PowOptions.self).map { .powOptions(.init($0)) }
    case .argMinOptions: table.child(id, as: Schema.ArgMinOptions.self).map { .argMinOptions(.init($0)) }
    case .fakeQuantOptions: table.child(id, as: Schema.FakeQuantOptions.self).map { .fakeQuantOptions(.init($0)) }
    case .packOptions: table.child(id, as: Schema.PackOptions.self).map { .packOptions(.init($0)) }
    case .logicalOrOptions: table.child(id, as: Schema.LogicalOrOptions.self).map { .logicalOrOptions(.init($0)) }
    case .oneHotOptions: table.child(id, as: Schema.OneHotOptions.self).map { .oneHotOptions(.init($0)) }
    case .logicalAndOptions: table.child(id, as: Schema.LogicalAndOptions.self).map { .logicalAndOptions(.init($0)) }
    case .logicalNotOptions: table.child(id, as: Schema.LogicalNotOptions.self).map { .logicalNotOptions(.init($0)) }
    case .unpackOptions: table.child(id, as: Schema.UnpackOptions.self).map { .unpackOptions(.init($0)) }
    case .floorDivOptions: table.child(id, as: Schema.FloorDivOptions.self).map { .floorDivOptions(.init($0)) }
    case .squareOptions: table.child(id, as: Schema.SquareOptions.self).map { .squareOptions(.init($0)) }
    case .zerosLikeOptions: table.child(id, as: Schema.ZerosLikeOptions.self).map { .zerosLikeOptions(.init($0)) }
    case .fillOptions: table.child(id, as: Schema.FillOptions.self).map { .fillOptions(.init($0)) }
    case .bidirectionalSequenceLSTMOptions:
      table.child(id, as: Schema.BidirectionalSequenceLSTMOptions.self).map {
        .bidirectionalSequenceLSTMOptions(.init($0))
      }
    case .bidirectionalSequenceRNNOptions:
      table.child(id, as: Schema.BidirectionalSequenceRNNOptions.self).map {
        .bidirectionalSequenceRNNOptions(.init($0))
      }
    case .unidirectionalSequenceLSTMOptions:
      table.child(id, as: Schema.UnidirectionalSequenceLSTMOptions.self).map {
        .unidirectionalSequenceLSTMOptions(.init($0))
      }
    case .floorModOptions: table.child(id, as: Schema.FloorModOptions.self).map { .floorModOptions(.init($0)) }
    case .rangeOptions: table.child(id, as: Schema.RangeOptions.self).map { .rangeOptions(.init($0)) }
    case .resizeNearestNeighborOptions:
      table.child(id, as: Schema.ResizeNearestNeighborOptions.self).map { .resizeNearestNeighborOptions(.init($0)) }
    case .leakyReluOptions: table.child(id, as: Schema.LeakyReluOptions.self).map { .leakyReluOptions(.init($0)) }
    case .squaredDifferenceOptions:
      table.child(id, as: Schema.SquaredDifferenceOptions.self).map { .squaredDifferenceOptions(.init($0)) }
    case .mirrorPadOptions: table.child(id, as: Schema.MirrorPadOptions.self).map { .mirrorPadOptions(.init($0)) }
    case .absOptions: table.child(id, as: Schema.AbsOptions.self).map { .absOptions(.init($0)) }
    case .splitVOptions: table.child(id, as: Schema.SplitVOptions.self).map { .splitVOptions(.init($0)) }
    case .uniqueOptions: table.child(id, as: Schema.UniqueOptions.self).map { .uniqueOptions(.init($0)) }
    case .reverseV2Options: table.child(id, as: Schema.ReverseV2Options.self).map { .reverseV2Options(.init($0)) }
    case .addNOptions: table.child(id, as: Schema.AddNOptions.self).map { .addNOptions(.init($0)) }
    case .gatherNdOptions: table.child(id, as: Schema.GatherNdOptions.self).map { .gatherNdOptions(.init($0)) }
    case .cosOptions: table.child(id, as: Schema.CosOptions.self).map { .cosOptions(.init($0)) }
    case .whereOptions: table.child(id, as: Schema.WhereOptions.self).map { .whereOptions(.init($0)) }
    case .rankOptions: table.child(id, as: Schema.RankOptions.self).map { .rankOptions(.init($0)) }
    case .reverseSequenceOptions:
      table.child(id, as: Schema.ReverseSequenceOptions.self).map { .reverseSequenceOptions(.init($0)) }
    case .matrixDiagOptions: table.child(id, as: Schema.MatrixDiagOptions.self).map { .matrixDiagOptions(.init($0)) }
    case .quantizeOptions: table.child(id, as: Schema.QuantizeOptions.self).map { .quantizeOptions(.init($0)) }
    case .matrixSetDiagOptions:
      table.child(id, as: Schema.MatrixSetDiagOptions.self).map { .matrixSetDiagOptions(.init($0)) }
    case .hardSwishOptions: table.child(id, as: Schema.HardSwishOptions.self).map { .hardSwishOptions(.init($0)) }
    case .ifOptions: table.child(id, as: Schema.IfOptions.self).map { .ifOptions(.init($0)) }
    case .whileOptions: table.child(id, as: Schema.WhileOptions.self).map { .whileOptions(.init($0)) }
    case .depthToSpaceOptions:
      table.child(id, as: Schema.DepthToSpaceOptions.self).map { .depthToSpaceOptions(.init($0)) }
    case .nonMaxSuppressionV4Options:
      table.child(id, as: Schema.NonMaxSuppressionV4Options.self).map { .nonMaxSuppressionV4Options(.init($0)) }
    case .nonMaxSuppressionV5Options:
      table.child(id, as: Schema.NonMaxSuppressionV5Options.self).map { .nonMaxSuppressionV5Options(.init($0)) }
    case .scatterNdOptions: table.child(id, as: Schema.ScatterNdOptions.self).map { .scatterNdOptions(.init($0)) }
    case .selectV2Options: table.child(id, as: Schema.SelectV2Options.self).map { .selectV2Options(.init($0)) }
    case .densifyOptions: table.child(id, as: Schema.DensifyOptions.self).map { .densifyOptions(.init($0)) }
    case .segmentSumOptions: table.child(id, as: Schema.SegmentSumOptions.self).map { .segmentSumOptions(.init($0)) }
    case .batchMatMulOptions: table.child(id, as: Schema.BatchMatMulOptions.self).map { .batchMatMulOptions(.init($0)) }
    case .cumsumOptions: table.child(id, as: Schema.CumsumOptions.self).map { .cumsumOptions(.init($0)) }
    case .callOnceOptions: table.child(id, as: Schema.CallOnceOptions.self).map { .callOnceOptions(.init($0)) }
    case .broadcastToOptions: table.child(id, as: Schema.BroadcastToOptions.self).map { .broadcastToOptions(.init($0)) }
    case .rfft2dOptions: table.child(id, as: Schema.Rfft2dOptions.self).map { .rfft2dOptions(.init($0)) }
    case .conv3DOptions: table.child(id, as: Schema.Conv3DOptions.self).map { .conv3DOptions(.init($0)) }
    case .hashtableOptions: table.child(id, as: Schema.HashtableOptions.self).map { .hashtableOptions(.init($0)) }
    case .hashtableFindOptions:
      table.child(id, as: Schema.HashtableFindOptions.self).map { .hashtableFindOptions(.init($0)) }
    case .hashtableImportOptions:
      table.child(id, as: Schema.HashtableImportOptions.self).map { .hashtableImportOptions(.init($0)) }
    case .hashtableSizeOptions:
      table.child(id, as: Schema.HashtableSizeOptions.self).map { .hashtableSizeOptions(.init($0)) }
    case .varHandleOptions: table.child(id, as: Schema.VarHandleOptions.self).map { .varHandleOptions(.init($0)) }
    case .readVariableOptions:
      table.child(id, as: Schema.ReadVariableOptions.self).map { .readVariableOptions(.init($0)) }
    case .assignVariableOptions:
      table.child(id, as: Schema.AssignVariableOptions.self).map { .assignVariableOptions(.init($0)) }
    case .randomOptions: table.child(id, as: Schema.RandomOptions.self).map { .randomOptions(.init($0)) }
    case .bucketizeOptions: table.child(id, as: Schema.BucketizeOptions.self).map { .bucketizeOptions(.init($0)) }
    case .geluOptions: table.child(id, as: Schema.GeluOptions.self).map { .geluOptions(.init($0)) }
    case .dynamicUpdateSliceOptions:
      table.child(id, as: Schema.DynamicUpdateSliceOptions.self).map { .dynamicUpdateSliceOptions(.init($0)) }
    case .unsortedSegmentProdOptions:
      table.child(id, as: Schema.UnsortedSegmentProdOptions.self).map { .unsortedSegmentProdOptions(.init($0)) }
    case .unsortedSegmentMaxOptions:
      table.child(id, as: Schema.UnsortedSegmentMaxOptions.self).map { .unsortedSegmentMaxOptions(.init($0)) }
    case .unsortedSegmentMinOptions:
      table.child(id, as: Schema.UnsortedSegmentMinOptions.self).map { .unsortedSegmentMinOptions(.init($0)) }
    case .unsortedSegmentSumOptions:
      table.child(id, as: Schema.UnsortedSegmentSumOptions.self).map { .unsortedSegmentSumOptions(.init($0)) }
    case .aTan2Options: table.child(id, as: Schema.ATan2Options.self).map { .aTan2Options(.init($0)) }
    case .signOptions: table.child(id, as: Schema.SignOptions.self).map { .signOptions(.init($0)) }
    case .bitcastOptions: table.child(id, as: Schema.BitcastOptions.self).map { .bitcastOptions(.init($0)) }
    case .bitwiseXorOptions: table.child(id, as: Schema.BitwiseXorOptions.self).map { .bitwiseXorOptions(.init($0)) }
    case .rightShiftOptions: table.child(id, as: Schema.RightShiftOptions.self).map { .rightShiftOptions(.init($0)) }
    default: nil
    }
  }
}

extension MutableSchema.BuiltinOptions {
  /// The number of the table in the union.
  package var selector: Schema.BuiltinOptions {
    switch self {
    case .conv2DOptions: .conv2DOptions
    case .depthwiseConv2DOptions: .depthwiseConv2DOptions
    case .concatEmbeddingsOptions: .concatEmbeddingsOptions
    case .lshProjectionOptions: .lshProjectionOptions
    case .pool2DOptions: .pool2DOptions
    case .svdfOptions: .svdfOptions
    case .rnnOptions: .rnnOptions
    case .fullyConnectedOptions: .fullyConnectedOptions
    case .softmaxOptions: .softmaxOptions
    case .concatenationOptions: .concatenationOptions
    case .addOptions: .addOptions
    case .l2NormOptions: .l2NormOptions
    case .localResponseNormalizationOptions: .localResponseNormalizationOptions
    case .lstmOptions: .lstmOptions
    case .resizeBilinearOptions: .resizeBilinearOptions
    case .callOptions: .callOptions
    case .reshapeOptions: .reshapeOptions
    case .skipGramOptions: .skipGramOptions
    case .spaceToDepthOptions: .spaceToDepthOptions
    case .embeddingLookupSparseOptions: .embeddingLookupSparseOptions
    case .mulOptions: .mulOptions
    case .padOptions: .padOptions
    case .gatherOptions: .gatherOptions
    case .batchToSpaceNDOptions: .batchToSpaceNDOptions
    case .spaceToBatchNDOptions: .spaceToBatchNDOptions
    case .transposeOptions: .transposeOptions
    case .reducerOptions: .reducerOptions
    case .subOptions: .subOptions
    case .divOptions: .divOptions
    case .squeezeOptions: .squeezeOptions
    case .sequenceRNNOptions: .sequenceRNNOptions
    case .stridedSliceOptions: .stridedSliceOptions
    case .expOptions: .expOptions
    case .topKV2Options: .topKV2Options
    case .splitOptions: .splitOptions
    case .logSoftmaxOptions: .logSoftmaxOptions
    case .castOptions: .castOptions
    case .dequantizeOptions: .dequantizeOptions
    case .maximumMinimumOptions: .maximumMinimumOptions
    case .argMaxOptions: .argMaxOptions
    case .lessOptions: .lessOptions
    case .negOptions: .negOptions
    case .padV2Options: .padV2Options
    case .greaterOptions: .greaterOptions
    case .greaterEqualOptions: .greaterEqualOptions
    case .lessEqualOptions: .lessEqualOptions
    case .selectOptions: .selectOptions
    case .sliceOptions: .sliceOptions
    case .transposeConvOptions: .transposeConvOptions
    case .sparseToDenseOptions: .sparseToDenseOptions
    case .tileOptions: .tileOptions
    case .expandDimsOptions: .expandDimsOptions
    case .equalOptions: .equalOptions
    case .notEqualOptions: .notEqualOptions
    case .shapeOptions: .shapeOptions
    case .powOptions: .powOptions
    case .argMinOptions: .argMinOptions
    case .fakeQuantOptions: .fakeQuantOptions
    case .packOptions: .packOptions
    case .logicalOrOptions: .logicalOrOptions
    case .oneHotOptions: .oneHotOptions
    case .logicalAndOptions: .logicalAndOptions
    case .logicalNotOptions: .logicalNotOptions
    case .unpackOptions: .unpackOptions
    case .floorDivOptions: .floorDivOptions
    case .squareOptions: .squareOptions
    case .zerosLikeOptions: .zerosLikeOptions
    case .fillOptions: .fillOptions
    case .bidirectionalSequenceLSTMOptions: .bidirectionalSequenceLSTMOptions
    case .bidirectionalSequenceRNNOptions: .bidirectionalSequenceRNNOptions
    case .unidirectionalSequenceLSTMOptions: .unidirectionalSequenceLSTMOptions
    case .floorModOptions: .floorModOptions
    case .rangeOptions: .rangeOptions
    case .resizeNearestNeighborOptions: .resizeNearestNeighborOptions
    case .leakyReluOptions: .leakyReluOptions
    case .squaredDifferenceOptions: .squaredDifferenceOptions
    case .mirrorPadOptions: .mirrorPadOptions
    case .absOptions: .absOptions
    case .splitVOptions: .splitVOptions
    case .uniqueOptions: .uniqueOptions
    case .reverseV2Options: .reverseV2Options
    case .addNOptions: .addNOptions
    case .gatherNdOptions: .gatherNdOptions
    case .cosOptions: .cosOptions
    case .whereOptions: .whereOptions
    case .rankOptions: .rankOptions
    case .reverseSequenceOptions: .reverseSequenceOptions
    case .matrixDiagOptions: .matrixDiagOptions
    case .quantizeOptions: .quantizeOptions
    case .matrixSetDiagOptions: .matrixSetDiagOptions
    case .hardSwishOptions: .hardSwishOptions
    case .ifOptions: .ifOptions
    case .whileOptions: .whileOptions
    case .depthToSpaceOptions: .depthToSpaceOptions
    case .nonMaxSuppressionV4Options: .nonMaxSuppressionV4Options
    case .nonMaxSuppressionV5Options: .nonMaxSuppressionV5Options
    case .scatterNdOptions: .scatterNdOptions
    case .selectV2Options: .selectV2Options
    case .densifyOptions: .densifyOptions
    case .segmentSumOptions: .segmentSumOptions
    case .batchMatMulOptions: .batchMatMulOptions
    case .cumsumOptions: .cumsumOptions
    case .callOnceOptions: .callOnceOptions
    case .broadcastToOptions: .broadcastToOptions
    case .rfft2dOptions: .rfft2dOptions
    case .conv3DOptions: .conv3DOptions
    case .hashtableOptions: .hashtableOptions
    case .hashtableFindOptions: .hashtableFindOptions
    case .hashtableImportOptions: .hashtableImportOptions
    case .hashtableSizeOptions: .hashtableSizeOptions
    case .varHandleOptions: .varHandleOptions
    case .readVariableOptions: .readVariableOptions
    case .assignVariableOptions: .assignVariableOptions
    case .randomOptions: .randomOptions
    case .bucketizeOptions: .bucketizeOptions
    case .geluOptions: .geluOptions
    case .dynamicUpdateSliceOptions: .dynamicUpdateSliceOptions
    case .unsortedSegmentProdOptions: .unsortedSegmentProdOptions
    case .unsortedSegmentMaxOptions: .unsortedSegmentMaxOptions
    case .unsortedSegmentMinOptions: .unsortedSegmentMinOptions
    case .unsortedSegmentSumOptions: .unsortedSegmentSumOptions
    case .aTan2Options: .aTan2Options
    case .signOptions: .signOptions
    case .bitcastOptions: .bitcastOptions
    case .bitwiseXorOptions: .bitwiseXorOptions
    case .rightShiftOptions: .rightShiftOptions
    }
  }
}
