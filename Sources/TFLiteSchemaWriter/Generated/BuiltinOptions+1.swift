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
    case .conv2DOptions: table.child(id).map { .conv2DOptions(.init(Schema.Conv2DOptions(table: $0))) }
    case .depthwiseConv2DOptions:
      table.child(id).map { .depthwiseConv2DOptions(.init(Schema.DepthwiseConv2DOptions(table: $0))) }
    case .concatEmbeddingsOptions:
      table.child(id).map { .concatEmbeddingsOptions(.init(Schema.ConcatEmbeddingsOptions(table: $0))) }
    case .lshProjectionOptions:
      table.child(id).map { .lshProjectionOptions(.init(Schema.LSHProjectionOptions(table: $0))) }
    case .pool2DOptions: table.child(id).map { .pool2DOptions(.init(Schema.Pool2DOptions(table: $0))) }
    case .svdfOptions: table.child(id).map { .svdfOptions(.init(Schema.SVDFOptions(table: $0))) }
    case .rnnOptions: table.child(id).map { .rnnOptions(.init(Schema.RNNOptions(table: $0))) }
    case .fullyConnectedOptions:
      table.child(id).map { .fullyConnectedOptions(.init(Schema.FullyConnectedOptions(table: $0))) }
    case .softmaxOptions: table.child(id).map { .softmaxOptions(.init(Schema.SoftmaxOptions(table: $0))) }
    case .concatenationOptions:
      table.child(id).map { .concatenationOptions(.init(Schema.ConcatenationOptions(table: $0))) }
    case .addOptions: table.child(id).map { .addOptions(.init(Schema.AddOptions(table: $0))) }
    case .l2NormOptions: table.child(id).map { .l2NormOptions(.init(Schema.L2NormOptions(table: $0))) }
    case .localResponseNormalizationOptions:
      table.child(id).map {
        .localResponseNormalizationOptions(.init(Schema.LocalResponseNormalizationOptions(table: $0)))
      }
    case .lstmOptions: table.child(id).map { .lstmOptions(.init(Schema.LSTMOptions(table: $0))) }
    case .resizeBilinearOptions:
      table.child(id).map { .resizeBilinearOptions(.init(Schema.ResizeBilinearOptions(table: $0))) }
    case .callOptions: table.child(id).map { .callOptions(.init(Schema.CallOptions(table: $0))) }
    case .reshapeOptions: table.child(id).map { .reshapeOptions(.init(Schema.ReshapeOptions(table: $0))) }
    case .skipGramOptions: table.child(id).map { .skipGramOptions(.init(Schema.SkipGramOptions(table: $0))) }
    case .spaceToDepthOptions:
      table.child(id).map { .spaceToDepthOptions(.init(Schema.SpaceToDepthOptions(table: $0))) }
    case .embeddingLookupSparseOptions:
      table.child(id).map { .embeddingLookupSparseOptions(.init(Schema.EmbeddingLookupSparseOptions(table: $0))) }
    case .mulOptions: table.child(id).map { .mulOptions(.init(Schema.MulOptions(table: $0))) }
    case .padOptions: table.child(id).map { .padOptions(.init(Schema.PadOptions(table: $0))) }
    case .gatherOptions: table.child(id).map { .gatherOptions(.init(Schema.GatherOptions(table: $0))) }
    case .batchToSpaceNDOptions:
      table.child(id).map { .batchToSpaceNDOptions(.init(Schema.BatchToSpaceNDOptions(table: $0))) }
    case .spaceToBatchNDOptions:
      table.child(id).map { .spaceToBatchNDOptions(.init(Schema.SpaceToBatchNDOptions(table: $0))) }
    case .transposeOptions: table.child(id).map { .transposeOptions(.init(Schema.TransposeOptions(table: $0))) }
    case .reducerOptions: table.child(id).map { .reducerOptions(.init(Schema.ReducerOptions(table: $0))) }
    case .subOptions: table.child(id).map { .subOptions(.init(Schema.SubOptions(table: $0))) }
    case .divOptions: table.child(id).map { .divOptions(.init(Schema.DivOptions(table: $0))) }
    case .squeezeOptions: table.child(id).map { .squeezeOptions(.init(Schema.SqueezeOptions(table: $0))) }
    case .sequenceRNNOptions: table.child(id).map { .sequenceRNNOptions(.init(Schema.SequenceRNNOptions(table: $0))) }
    case .stridedSliceOptions:
      table.child(id).map { .stridedSliceOptions(.init(Schema.StridedSliceOptions(table: $0))) }
    case .expOptions: table.child(id).map { .expOptions(.init(Schema.ExpOptions(table: $0))) }
    case .topKV2Options: table.child(id).map { .topKV2Options(.init(Schema.TopKV2Options(table: $0))) }
    case .splitOptions: table.child(id).map { .splitOptions(.init(Schema.SplitOptions(table: $0))) }
    case .logSoftmaxOptions: table.child(id).map { .logSoftmaxOptions(.init(Schema.LogSoftmaxOptions(table: $0))) }
    case .castOptions: table.child(id).map { .castOptions(.init(Schema.CastOptions(table: $0))) }
    case .dequantizeOptions: table.child(id).map { .dequantizeOptions(.init(Schema.DequantizeOptions(table: $0))) }
    case .maximumMinimumOptions:
      table.child(id).map { .maximumMinimumOptions(.init(Schema.MaximumMinimumOptions(table: $0))) }
    case .argMaxOptions: table.child(id).map { .argMaxOptions(.init(Schema.ArgMaxOptions(table: $0))) }
    case .lessOptions: table.child(id).map { .lessOptions(.init(Schema.LessOptions(table: $0))) }
    case .negOptions: table.child(id).map { .negOptions(.init(Schema.NegOptions(table: $0))) }
    case .padV2Options: table.child(id).map { .padV2Options(.init(Schema.PadV2Options(table: $0))) }
    case .greaterOptions: table.child(id).map { .greaterOptions(.init(Schema.GreaterOptions(table: $0))) }
    case .greaterEqualOptions:
      table.child(id).map { .greaterEqualOptions(.init(Schema.GreaterEqualOptions(table: $0))) }
    case .lessEqualOptions: table.child(id).map { .lessEqualOptions(.init(Schema.LessEqualOptions(table: $0))) }
    case .selectOptions: table.child(id).map { .selectOptions(.init(Schema.SelectOptions(table: $0))) }
    case .sliceOptions: table.child(id).map { .sliceOptions(.init(Schema.SliceOptions(table: $0))) }
    case .transposeConvOptions:
      table.child(id).map { .transposeConvOptions(.init(Schema.TransposeConvOptions(table: $0))) }
    case .sparseToDenseOptions:
      table.child(id).map { .sparseToDenseOptions(.init(Schema.SparseToDenseOptions(table: $0))) }
    case .tileOptions: table.child(id).map { .tileOptions(.init(Schema.TileOptions(table: $0))) }
    case .expandDimsOptions: table.child(id).map { .expandDimsOptions(.init(Schema.ExpandDimsOptions(table: $0))) }
    case .equalOptions: table.child(id).map { .equalOptions(.init(Schema.EqualOptions(table: $0))) }
    case .notEqualOptions: table.child(id).map { .notEqualOptions(.init(Schema.NotEqualOptions(table: $0))) }
    case .shapeOptions: table.child(id).map { .shapeOptions(.init(Schema.ShapeOptions(table: $0))) }
    case .powOptions: table.child(id).map { .powOptions(.init(Schema.PowOptions(table: $0))) }
    case .argMinOptions: table.child(id).map { .argMinOptions(.init(Schema.ArgMinOptions(table: $0))) }
    case .fakeQuantOptions: table.child(id).map { .fakeQuantOptions(.init(Schema.FakeQuantOptions(table: $0))) }
    case .packOptions: table.child(id).map { .packOptions(.init(Schema.PackOptions(table: $0))) }
    case .logicalOrOptions: table.child(id).map { .logicalOrOptions(.init(Schema.LogicalOrOptions(table: $0))) }
    case .oneHotOptions: table.child(id).map { .oneHotOptions(.init(Schema.OneHotOptions(table: $0))) }
    case .logicalAndOptions: table.child(id).map { .logicalAndOptions(.init(Schema.LogicalAndOptions(table: $0))) }
    case .logicalNotOptions: table.child(id).map { .logicalNotOptions(.init(Schema.LogicalNotOptions(table: $0))) }
    case .unpackOptions: table.child(id).map { .unpackOptions(.init(Schema.UnpackOptions(table: $0))) }
    case .floorDivOptions: table.child(id).map { .floorDivOptions(.init(Schema.FloorDivOptions(table: $0))) }
    case .squareOptions: table.child(id).map { .squareOptions(.init(Schema.SquareOptions(table: $0))) }
    case .zerosLikeOptions: table.child(id).map { .zerosLikeOptions(.init(Schema.ZerosLikeOptions(table: $0))) }
    case .fillOptions: table.child(id).map { .fillOptions(.init(Schema.FillOptions(table: $0))) }
    case .bidirectionalSequenceLSTMOptions:
      table.child(id).map {
        .bidirectionalSequenceLSTMOptions(.init(Schema.BidirectionalSequenceLSTMOptions(table: $0)))
      }
    case .bidirectionalSequenceRNNOptions:
      table.child(id).map { .bidirectionalSequenceRNNOptions(.init(Schema.BidirectionalSequenceRNNOptions(table: $0))) }
    case .unidirectionalSequenceLSTMOptions:
      table.child(id).map {
        .unidirectionalSequenceLSTMOptions(.init(Schema.UnidirectionalSequenceLSTMOptions(table: $0)))
      }
    case .floorModOptions: table.child(id).map { .floorModOptions(.init(Schema.FloorModOptions(table: $0))) }
    case .rangeOptions: table.child(id).map { .rangeOptions(.init(Schema.RangeOptions(table: $0))) }
    case .resizeNearestNeighborOptions:
      table.child(id).map { .resizeNearestNeighborOptions(.init(Schema.ResizeNearestNeighborOptions(table: $0))) }
    case .leakyReluOptions: table.child(id).map { .leakyReluOptions(.init(Schema.LeakyReluOptions(table: $0))) }
    case .squaredDifferenceOptions:
      table.child(id).map { .squaredDifferenceOptions(.init(Schema.SquaredDifferenceOptions(table: $0))) }
    case .mirrorPadOptions: table.child(id).map { .mirrorPadOptions(.init(Schema.MirrorPadOptions(table: $0))) }
    case .absOptions: table.child(id).map { .absOptions(.init(Schema.AbsOptions(table: $0))) }
    case .splitVOptions: table.child(id).map { .splitVOptions(.init(Schema.SplitVOptions(table: $0))) }
    case .uniqueOptions: table.child(id).map { .uniqueOptions(.init(Schema.UniqueOptions(table: $0))) }
    case .reverseV2Options: table.child(id).map { .reverseV2Options(.init(Schema.ReverseV2Options(table: $0))) }
    case .addNOptions: table.child(id).map { .addNOptions(.init(Schema.AddNOptions(table: $0))) }
    case .gatherNdOptions: table.child(id).map { .gatherNdOptions(.init(Schema.GatherNdOptions(table: $0))) }
    case .cosOptions: table.child(id).map { .cosOptions(.init(Schema.CosOptions(table: $0))) }
    case .whereOptions: table.child(id).map { .whereOptions(.init(Schema.WhereOptions(table: $0))) }
    case .rankOptions: table.child(id).map { .rankOptions(.init(Schema.RankOptions(table: $0))) }
    case .reverseSequenceOptions:
      table.child(id).map { .reverseSequenceOptions(.init(Schema.ReverseSequenceOptions(table: $0))) }
    case .matrixDiagOptions: table.child(id).map { .matrixDiagOptions(.init(Schema.MatrixDiagOptions(table: $0))) }
    case .quantizeOptions: table.child(id).map { .quantizeOptions(.init(Schema.QuantizeOptions(table: $0))) }
    case .matrixSetDiagOptions:
      table.child(id).map { .matrixSetDiagOptions(.init(Schema.MatrixSetDiagOptions(table: $0))) }
    case .hardSwishOptions: table.child(id).map { .hardSwishOptions(.init(Schema.HardSwishOptions(table: $0))) }
    case .ifOptions: table.child(id).map { .ifOptions(.init(Schema.IfOptions(table: $0))) }
    case .whileOptions: table.child(id).map { .whileOptions(.init(Schema.WhileOptions(table: $0))) }
    case .depthToSpaceOptions:
      table.child(id).map { .depthToSpaceOptions(.init(Schema.DepthToSpaceOptions(table: $0))) }
    case .nonMaxSuppressionV4Options:
      table.child(id).map { .nonMaxSuppressionV4Options(.init(Schema.NonMaxSuppressionV4Options(table: $0))) }
    case .nonMaxSuppressionV5Options:
      table.child(id).map { .nonMaxSuppressionV5Options(.init(Schema.NonMaxSuppressionV5Options(table: $0))) }
    case .scatterNdOptions: table.child(id).map { .scatterNdOptions(.init(Schema.ScatterNdOptions(table: $0))) }
    case .selectV2Options: table.child(id).map { .selectV2Options(.init(Schema.SelectV2Options(table: $0))) }
    case .densifyOptions: table.child(id).map { .densifyOptions(.init(Schema.DensifyOptions(table: $0))) }
    case .segmentSumOptions: table.child(id).map { .segmentSumOptions(.init(Schema.SegmentSumOptions(table: $0))) }
    case .batchMatMulOptions: table.child(id).map { .batchMatMulOptions(.init(Schema.BatchMatMulOptions(table: $0))) }
    case .cumsumOptions: table.child(id).map { .cumsumOptions(.init(Schema.CumsumOptions(table: $0))) }
    case .callOnceOptions: table.child(id).map { .callOnceOptions(.init(Schema.CallOnceOptions(table: $0))) }
    case .broadcastToOptions: table.child(id).map { .broadcastToOptions(.init(Schema.BroadcastToOptions(table: $0))) }
    case .rfft2dOptions: table.child(id).map { .rfft2dOptions(.init(Schema.Rfft2dOptions(table: $0))) }
    case .conv3DOptions: table.child(id).map { .conv3DOptions(.init(Schema.Conv3DOptions(table: $0))) }
    case .hashtableOptions: table.child(id).map { .hashtableOptions(.init(Schema.HashtableOptions(table: $0))) }
    case .hashtableFindOptions:
      table.child(id).map { .hashtableFindOptions(.init(Schema.HashtableFindOptions(table: $0))) }
    case .hashtableImportOptions:
      table.child(id).map { .hashtableImportOptions(.init(Schema.HashtableImportOptions(table: $0))) }
    case .hashtableSizeOptions:
      table.child(id).map { .hashtableSizeOptions(.init(Schema.HashtableSizeOptions(table: $0))) }
    case .varHandleOptions: table.child(id).map { .varHandleOptions(.init(Schema.VarHandleOptions(table: $0))) }
    case .readVariableOptions:
      table.child(id).map { .readVariableOptions(.init(Schema.ReadVariableOptions(table: $0))) }
    case .assignVariableOptions:
      table.child(id).map { .assignVariableOptions(.init(Schema.AssignVariableOptions(table: $0))) }
    case .randomOptions: table.child(id).map { .randomOptions(.init(Schema.RandomOptions(table: $0))) }
    case .bucketizeOptions: table.child(id).map { .bucketizeOptions(.init(Schema.BucketizeOptions(table: $0))) }
    case .geluOptions: table.child(id).map { .geluOptions(.init(Schema.GeluOptions(table: $0))) }
    case .dynamicUpdateSliceOptions:
      table.child(id).map { .dynamicUpdateSliceOptions(.init(Schema.DynamicUpdateSliceOptions(table: $0))) }
    case .unsortedSegmentProdOptions:
      table.child(id).map { .unsortedSegmentProdOptions(.init(Schema.UnsortedSegmentProdOptions(table: $0))) }
    case .unsortedSegmentMaxOptions:
      table.child(id).map { .unsortedSegmentMaxOptions(.init(Schema.UnsortedSegmentMaxOptions(table: $0))) }
    case .unsortedSegmentMinOptions:
      table.child(id).map { .unsortedSegmentMinOptions(.init(Schema.UnsortedSegmentMinOptions(table: $0))) }
    case .unsortedSegmentSumOptions:
      table.child(id).map { .unsortedSegmentSumOptions(.init(Schema.UnsortedSegmentSumOptions(table: $0))) }
    case .aTan2Options: table.child(id).map { .aTan2Options(.init(Schema.ATan2Options(table: $0))) }
    case .signOptions: table.child(id).map { .signOptions(.init(Schema.SignOptions(table: $0))) }
    case .bitcastOptions: table.child(id).map { .bitcastOptions(.init(Schema.BitcastOptions(table: $0))) }
    case .bitwiseXorOptions: table.child(id).map { .bitwiseXorOptions(.init(Schema.BitwiseXorOptions(table: $0))) }
    case .rightShiftOptions: table.child(id).map { .rightShiftOptions(.init(Schema.RightShiftOptions(table: $0))) }
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
