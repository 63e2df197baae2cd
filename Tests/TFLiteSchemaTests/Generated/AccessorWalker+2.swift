// Generated from Schema/tflite.fbs by Schema/generate; not to be edited.

import TFLiteSchema

extension AccessorWalker {
  mutating func walk(_ table: Schema.LSTMOptions) {
    read(table.fusedActivationFunction)
    read(table.cellClip)
    read(table.projClip)
    read(table.kernelType)
    read(table.asymmetricQuantizeInputs)
  }
}

extension AccessorWalker {
  mutating func walk(_ table: Schema.LeakyReluOptions) {
    read(table.alpha)
  }
}

extension AccessorWalker {
  mutating func walk(_ table: Schema.LessEqualOptions) {
  }
}

extension AccessorWalker {
  mutating func walk(_ table: Schema.LessOptions) {
  }
}

extension AccessorWalker {
  mutating func walk(_ table: Schema.LocalResponseNormalizationOptions) {
    read(table.radius)
    read(table.bias)
    read(table.alpha)
    read(table.beta)
  }
}

extension AccessorWalker {
  mutating func walk(_ table: Schema.LogSoftmaxOptions) {
  }
}

extension AccessorWalker {
  mutating func walk(_ table: Schema.LogicalAndOptions) {
  }
}

extension AccessorWalker {
  mutating func walk(_ table: Schema.LogicalNotOptions) {
  }
}

extension AccessorWalker {
  mutating func walk(_ table: Schema.LogicalOrOptions) {
  }
}

extension AccessorWalker {
  mutating func walk(_ table: Schema.MatrixDiagOptions) {
  }
}

extension AccessorWalker {
  mutating func walk(_ table: Schema.MatrixSetDiagOptions) {
  }
}

extension AccessorWalker {
  mutating func walk(_ table: Schema.MaximumMinimumOptions) {
  }
}

extension AccessorWalker {
  mutating func walk(_ table: Schema.Metadata) {
    read(table.name)
    read(table.buffer)
  }
}

extension AccessorWalker {
  mutating func walk(_ table: Schema.MirrorPadOptions) {
    read(table.mode)
  }
}

extension AccessorWalker {
  mutating func walk(_ table: Schema.Model) {
    read(table.version)
    read(table.hasOperatorCodes)
    for child in table.operatorCodes where enter() { walk(child) }
    read(table.hasSubgraphs)
    for child in table.subgraphs where enter() { walk(child) }
    read(table.description)
    read(table.hasBuffers)
    for child in table.buffers where enter() { walk(child) }
    read(table.metadataBuffer, table.hasMetadataBuffer)
    read(table.hasMetadata)
    for child in table.metadata where enter() { walk(child) }
    read(table.hasSignatureDefs)
    for child in table.signatureDefs where enter() { walk(child) }
    read(table.hasExternalBufferGroups)
    for child in table.externalBufferGroups where enter() { walk(child) }
    read(table.hasExternalBuffers)
    for child in table.externalBuffers where enter() { walk(child) }
  }
}

extension AccessorWalker {
  mutating func walk(_ table: Schema.MulOptions) {
    read(table.fusedActivationFunction)
  }
}

extension AccessorWalker {
  mutating func walk(_ table: Schema.MultiAxisQuantization) {
    read(table.scales)
    read(table.zeroPoints)
    read(table.blockSize)
    read(table.quantizedDimensions, table.hasQuantizedDimensions)
  }
}

extension AccessorWalker {
  mutating func walk(_ table: Schema.NegOptions) {
  }
}

extension AccessorWalker {
  mutating func walk(_ table: Schema.NonMaxSuppressionV4Options) {
  }
}

extension AccessorWalker {
  mutating func walk(_ table: Schema.NonMaxSuppressionV5Options) {
  }
}

extension AccessorWalker {
  mutating func walk(_ table: Schema.NotEqualOptions) {
  }
}

extension AccessorWalker {
  mutating func walk(_ table: Schema.OneHotOptions) {
    read(table.axis)
  }
}

extension AccessorWalker {
  mutating func walk(_ table: Schema.Operator) {
    read(table.opcodeIndex)
    read(table.inputs, table.hasInputs)
    read(table.outputs, table.hasOutputs)
    read(table.builtinOptionsType)
    if let child = table.builtinOptions(as: Schema.Conv2DOptions.self), enter() { walk(child) }
    if let child = table.builtinOptions(as: Schema.DepthwiseConv2DOptions.self), enter() { walk(child) }
    if let child = table.builtinOptions(as: Schema.ConcatEmbeddingsOptions.self), enter() { walk(child) }
    if let child = table.builtinOptions(as: Schema.LSHProjectionOptions.self), enter() { walk(child) }
    if let child = table.builtinOptions(as: Schema.Pool2DOptions.self), enter() { walk(child) }
    if let child = table.builtinOptions(as: Schema.SVDFOptions.self), enter() { walk(child) }
    if let child = table.builtinOptions(as: Schema.RNNOptions.self), enter() { walk(child) }
    if let child = table.builtinOptions(as: Schema.FullyConnectedOptions.self), enter() { walk(child) }
    if let child = table.builtinOptions(as: Schema.SoftmaxOptions.self), enter() { walk(child) }
    if let child = table.builtinOptions(as: Schema.ConcatenationOptions.self), enter() { walk(child) }
    if let child = table.builtinOptions(as: Schema.AddOptions.self), enter() { walk(child) }
    if let child = table.builtinOptions(as: Schema.L2NormOptions.self), enter() { walk(child) }
    if let child = table.builtinOptions(as: Schema.LocalResponseNormalizationOptions.self), enter() { walk(child) }
    if let child = table.builtinOptions(as: Schema.LSTMOptions.self), enter() { walk(child) }
    if let child = table.builtinOptions(as: Schema.ResizeBilinearOptions.self), enter() { walk(child) }
    if let child = table.builtinOptions(as: Schema.CallOptions.self), enter() { walk(child) }
    if let child = table.builtinOptions(as: Schema.ReshapeOptions.self), enter() { walk(child) }
    if let child = table.builtinOptions(as: Schema.SkipGramOptions.self), enter() { walk(child) }
    if let child = table.builtinOptions(as: Schema.SpaceToDepthOptions.self), enter() { walk(child) }
    if let child = table.builtinOptions(as: Schema.EmbeddingLookupSparseOptions.self), enter() { walk(child) }
    if let child = table.builtinOptions(as: Schema.MulOptions.self), enter() { walk(child) }
    if let child = table.builtinOptions(as: Schema.PadOptions.self), enter() { walk(child) }
    if let child = table.builtinOptions(as: Schema.GatherOptions.self), enter() { walk(child) }
    if let child = table.builtinOptions(as: Schema.BatchToSpaceNDOptions.self), enter() { walk(child) }
    if let child = table.builtinOptions(as: Schema.SpaceToBatchNDOptions.self), enter() { walk(child) }
    if let child = table.builtinOptions(as: Schema.TransposeOptions.self), enter() { walk(child) }
    if let child = table.builtinOptions(as: Schema.ReducerOptions.self), enter() { walk(child) }
    if let child = table.builtinOptions(as: Schema.SubOptions.self), enter() { walk(child) }
    if let child = table.builtinOptions(as: Schema.DivOptions.self), enter() { walk(child) }
    if let child = table.builtinOptions(as: Schema.SqueezeOptions.self), enter() { walk(child) }
    if let child = table.builtinOptions(as: Schema.SequenceRNNOptions.self), enter() { walk(child) }
    if let child = table.builtinOptions(as: Schema.StridedSliceOptions.self), enter() { walk(child) }
    if let child = table.builtinOptions(as: Schema.ExpOptions.self), enter() { walk(child) }
    if let child = table.builtinOptions(as: Schema.TopKV2Options.self), enter() { walk(child) }
    if let child = table.builtinOptions(as: Schema.SplitOptions.self), enter() { walk(child) }
    if let child = table.builtinOptions(as: Schema.LogSoftmaxOptions.self), enter() { walk(child) }
    if let child = table.builtinOptions(as: Schema.CastOptions.self), enter() { walk(child) }
    if let child = table.builtinOptions(as: Schema.DequantizeOptions.self), enter() { walk(child) }
    if let child = table.builtinOptions(as: Schema.MaximumMinimumOptions.self), enter() { walk(child) }
    if let child = table.builtinOptions(as: Schema.ArgMaxOptions.self), enter() { walk(child) }
    if let child = table.builtinOptions(as: Schema.LessOptions.self), enter() { walk(child) }
    if let child = table.builtinOptions(as: Schema.NegOptions.self), enter() { walk(child) }
    if let child = table.builtinOptions(as: Schema.PadV2Options.self), enter() { walk(child) }
    if let child = table.builtinOptions(as: Schema.GreaterOptions.self), enter() { walk(child) }
    if let child = table.builtinOptions(as: Schema.GreaterEqualOptions.self), enter() { walk(child) }
    if let child = table.builtinOptions(as: Schema.LessEqualOptions.self), enter() { walk(child) }
    if let child = table.builtinOptions(as: Schema.SelectOptions.self), enter() { walk(child) }
    if let child = table.builtinOptions(as: Schema.SliceOptions.self), enter() { walk(child) }
    if let child = table.builtinOptions(as: Schema.TransposeConvOptions.self), enter() { walk(child) }
    if let child = table.builtinOptions(as: Schema.SparseToDenseOptions.self), enter() { walk(child) }
    if let child = table.builtinOptions(as: Schema.TileOptions.self), enter() { walk(child) }
    if let child = table.builtinOptions(as: Schema.ExpandDimsOptions.self), enter() { walk(child) }
    if let child = table.builtinOptions(as: Schema.EqualOptions.self), enter() { walk(child) }
    if let child = table.builtinOptions(as: Schema.NotEqualOptions.self), enter() { walk(child) }
    if let child = table.builtinOptions(as: Schema.ShapeOptions.self), enter() { walk(child) }
    if let child = table.builtinOptions(as: Schema.PowOptions.self), enter() { walk(child) }
    if let child = table.builtinOptions(as: Schema.ArgMinOptions.self), enter() { walk(child) }
    if let child = table.builtinOptions(as: Schema.FakeQuantOptions.self), enter() { walk(child) }
    if let child = table.builtinOptions(as: Schema.PackOptions.self), enter() { walk(child) }
    if let child = table.builtinOptions(as: Schema.LogicalOrOptions.self), enter() { walk(child) }
    if let child = table.builtinOptions(as: Schema.OneHotOptions.self), enter() { walk(child) }
    if let child = table.builtinOptions(as: Schema.LogicalAndOptions.self), enter() { walk(child) }
    if let child = table.builtinOptions(as: Schema.LogicalNotOptions.self), enter() { walk(child) }
    if let child = table.builtinOptions(as: Schema.UnpackOptions.self), enter() { walk(child) }
    if let child = table.builtinOptions(as: Schema.FloorDivOptions.self), enter() { walk(child) }
    if let child = table.builtinOptions(as: Schema.SquareOptions.self), enter() { walk(child) }
    if let child = table.builtinOptions(as: Schema.ZerosLikeOptions.self), enter() { walk(child) }
    if let child = table.builtinOptions(as: Schema.FillOptions.self), enter() { walk(child) }
    if let child = table.builtinOptions(as: Schema.BidirectionalSequenceLSTMOptions.self), enter() { walk(child) }
    if let child = table.builtinOptions(as: Schema.BidirectionalSequenceRNNOptions.self), enter() { walk(child) }
    if let child = table.builtinOptions(as: Schema.UnidirectionalSequenceLSTMOptions.self), enter() { walk(child) }
    if let child = table.builtinOptions(as: Schema.FloorModOptions.self), enter() { walk(child) }
    if let child = table.builtinOptions(as: Schema.RangeOptions.self), enter() { walk(child) }
    if let child = table.builtinOptions(as: Schema.ResizeNearestNeighborOptions.self), enter() { walk(child) }
    if let child = table.builtinOptions(as: Schema.LeakyReluOptions.self), enter() { walk(child) }
    if let child = table.builtinOptions(as: Schema.SquaredDifferenceOptions.self), enter() { walk(child) }
    if let child = table.builtinOptions(as: Schema.MirrorPadOptions.self), enter() { walk(child) }
    if let child = table.builtinOptions(as: Schema.AbsOptions.self), enter() { walk(child) }
    if let child = table.builtinOptions(as: Schema.SplitVOptions.self), enter() { walk(child) }
    if let child = table.builtinOptions(as: Schema.UniqueOptions.self), enter() { walk(child) }
    if let child = table.builtinOptions(as: Schema.ReverseV2Options.self), enter() { walk(child) }
    if let child = table.builtinOptions(as: Schema.AddNOptions.self), enter() { walk(child) }
    if let child = table.builtinOptions(as: Schema.GatherNdOptions.self), enter() { walk(child) }
    if let child = table.builtinOptions(as: Schema.CosOptions.self), enter() { walk(child) }
    if let child = table.builtinOptions(as: Schema.WhereOptions.self), enter() { walk(child) }
    if let child = table.builtinOptions(as: Schema.RankOptions.self), enter() { walk(child) }
    if let child = table.builtinOptions(as: Schema.ReverseSequenceOptions.self), enter() { walk(child) }
    if let child = table.builtinOptions(as: Schema.MatrixDiagOptions.self), enter() { walk(child) }
    if let child = table.builtinOptions(as: Schema.QuantizeOptions.self), enter() { walk(child) }
    if let child = table.builtinOptions(as: Schema.MatrixSetDiagOptions.self), enter() { walk(child) }
    if let child = table.builtinOptions(as: Schema.HardSwishOptions.self), enter() { walk(child) }
    if let child = table.builtinOptions(as: Schema.IfOptions.self), enter() { walk(child) }
    if let child = table.builtinOptions(as: Schema.WhileOptions.self), enter() { walk(child) }
    if let child = table.builtinOptions(as: Schema.DepthToSpaceOptions.self), enter() { walk(child) }
    if let child = table.builtinOptions(as: Schema.NonMaxSuppressionV4Options.self), enter() { walk(child) }
    if let child = table.builtinOptions(as: Schema.NonMaxSuppressionV5Options.self), enter() { walk(child) }
    if let child = table.builtinOptions(as: Schema.ScatterNdOptions.self), enter() { walk(child) }
    if let child = table.builtinOptions(as: Schema.SelectV2Options.self), enter() { walk(child) }
    if let child = table.builtinOptions(as: Schema.DensifyOptions.self), enter() { walk(child) }
    if let child = table.builtinOptions(as: Schema.SegmentSumOptions.self), enter() { walk(child) }
    if let child = table.builtinOptions(as: Schema.BatchMatMulOptions.self), enter() { walk(child) }
    if let child = table.builtinOptions(as: Schema.CumsumOptions.self), enter() { walk(child) }
    if let child = table.builtinOptions(as: Schema.CallOnceOptions.self), enter() { walk(child) }
    if let child = table.builtinOptions(as: Schema.BroadcastToOptions.self), enter() { walk(child) }
    if let child = table.builtinOptions(as: Schema.Rfft2dOptions.self), enter() { walk(child) }
    if let child = table.builtinOptions(as: Schema.Conv3DOptions.self), enter() { walk(child) }
    if let child = table.builtinOptions(as: Schema.HashtableOptions.self), enter() { walk(child) }
    if let child = table.builtinOptions(as: Schema.HashtableFindOptions.self), enter() { walk(child) }
    if let child = table.builtinOptions(as: Schema.HashtableImportOptions.self), enter() { walk(child) }
    if let child = table.builtinOptions(as: Schema.HashtableSizeOptions.self), enter() { walk(child) }
    if let child = table.builtinOptions(as: Schema.VarHandleOptions.self), enter() { walk(child) }
    if let child = table.builtinOptions(as: Schema.ReadVariableOptions.self), enter() { walk(child) }
    if let child = table.builtinOptions(as: Schema.AssignVariableOptions.self), enter() { walk(child) }
    if let child = table.builtinOptions(as: Schema.RandomOptions.self), enter() { walk(child) }
    if let child = table.builtinOptions(as: Schema.BucketizeOptions.self), enter() { walk(child) }
    if let child = table.builtinOptions(as: Schema.GeluOptions.self), enter() { walk(child) }
    if let child = table.builtinOptions(as: Schema.DynamicUpdateSliceOptions.self), enter() { walk(child) }
    if let child = table.builtinOptions(as: Schema.UnsortedSegmentProdOptions.self), enter() { walk(child) }
    if let child = table.builtinOptions(as: Schema.UnsortedSegmentMaxOptions.self), enter() { walk(child) }
    if let child = table.builtinOptions(as: Schema.UnsortedSegmentMinOptions.self), enter() { walk(child) }
    if let child = table.builtinOptions(as: Schema.UnsortedSegmentSumOptions.self), enter() { walk(child) }
    if let child = table.builtinOptions(as: Schema.ATan2Options.self), enter() { walk(child) }
    if let child = table.builtinOptions(as: Schema.SignOptions.self), enter() { walk(child) }
    if let child = table.builtinOptions(as: Schema.BitcastOptions.self), enter() { walk(child) }
    if let child = table.builtinOptions(as: Schema.BitwiseXorOptions.self), enter() { walk(child) }
    if let child = table.builtinOptions(as: Schema.RightShiftOptions.self), enter() { walk(child) }
    read(table.customOptions, table.hasCustomOptions)
    read(table.customOptionsFormat)
    read(table.mutatingVariableInputs, table.hasMutatingVariableInputs)
    read(table.intermediates, table.hasIntermediates)
    read(table.largeCustomOptionsOffset)
    read(table.largeCustomOptionsSize)
    read(table.builtinOptions2Type)
    if let child = table.builtinOptions2(as: Schema.StablehloConcatenateOptions.self), enter() { walk(child) }
    if let child = table.builtinOptions2(as: Schema.StablehloBroadcastInDimOptions.self), enter() { walk(child) }
    if let child = table.builtinOptions2(as: Schema.StablehloSliceOptions.self), enter() { walk(child) }
    if let child = table.builtinOptions2(as: Schema.StablehloConvolutionOptions.self), enter() { walk(child) }
    if let child = table.builtinOptions2(as: Schema.StablehloCustomCallOptions.self), enter() { walk(child) }
    if let child = table.builtinOptions2(as: Schema.StablehloReduceOptions.self), enter() { walk(child) }
    if let child = table.builtinOptions2(as: Schema.StablehloScatterOptions.self), enter() { walk(child) }
    if let child = table.builtinOptions2(as: Schema.StablehloCompareOptions.self), enter() { walk(child) }
    if let child = table.builtinOptions2(as: Schema.StablehloDynamicSliceOptions.self), enter() { walk(child) }
    if let child = table.builtinOptions2(as: Schema.StablehloPadOptions.self), enter() { walk(child) }
    if let child = table.builtinOptions2(as: Schema.StablehloIotaOptions.self), enter() { walk(child) }
    if let child = table.builtinOptions2(as: Schema.StablehloDotGeneralOptions.self), enter() { walk(child) }
    if let child = table.builtinOptions2(as: Schema.StablehloReduceWindowOptions.self), enter() { walk(child) }
    if let child = table.builtinOptions2(as: Schema.StablehloSortOptions.self), enter() { walk(child) }
    if let child = table.builtinOptions2(as: Schema.StablehloWhileOptions.self), enter() { walk(child) }
    if let child = table.builtinOptions2(as: Schema.StablehloGatherOptions.self), enter() { walk(child) }
    if let child = table.builtinOptions2(as: Schema.StablehloTransposeOptions.self), enter() { walk(child) }
    if let child = table.builtinOptions2(as: Schema.DilateOptions.self), enter() { walk(child) }
    if let child = table.builtinOptions2(as: Schema.StablehloRngBitGeneratorOptions.self), enter() { walk(child) }
    if let child = table.builtinOptions2(as: Schema.ReduceWindowOptions.self), enter() { walk(child) }
    if let child = table.builtinOptions2(as: Schema.StableHLOCompositeOptions.self), enter() { walk(child) }
    if let child = table.builtinOptions2(as: Schema.StablehloShiftLeftOptions.self), enter() { walk(child) }
    if let child = table.builtinOptions2(as: Schema.StablehloCaseOptions.self), enter() { walk(child) }
    read(table.debugMetadataIndex)
  }
}

extension AccessorWalker {
  mutating func walk(_ table: Schema.OperatorCode) {
    read(table.deprecatedBuiltinCode)
    read(table.customCode)
    read(table.version)
    read(table.builtinCode)
  }
}

extension AccessorWalker {
  mutating func walk(_ table: Schema.PackOptions) {
    read(table.valuesCount)
    read(table.axis)
  }
}

extension AccessorWalker {
  mutating func walk(_ table: Schema.PadOptions) {
  }
}

extension AccessorWalker {
  mutating func walk(_ table: Schema.PadV2Options) {
  }
}

extension AccessorWalker {
  mutating func walk(_ table: Schema.Pool2DOptions) {
    read(table.padding)
    read(table.strideW)
    read(table.strideH)
    read(table.filterWidth)
    read(table.filterHeight)
    read(table.fusedActivationFunction)
  }
}

extension AccessorWalker {
  mutating func walk(_ table: Schema.PowOptions) {
  }
}

extension AccessorWalker {
  mutating func walk(_ table: Schema.QuantizationParameters) {
    read(table.min, table.hasMin)
    read(table.max, table.hasMax)
    read(table.scale, table.hasScale)
    read(table.zeroPoint, table.hasZeroPoint)
    read(table.detailsType)
    if let child = table.details(as: Schema.CustomQuantization.self), enter() { walk(child) }
    if let child = table.details(as: Schema.BlockwiseQuantization.self), enter() { walk(child) }
    if let child = table.details(as: Schema.MultiAxisQuantization.self), enter() { walk(child) }
    read(table.quantizedDimension)
  }
}

extension AccessorWalker {
  mutating func walk(_ table: Schema.QuantizeOptions) {
  }
}

extension AccessorWalker {
  mutating func walk(_ table: Schema.RNNOptions) {
    read(table.fusedActivationFunction)
    read(table.asymmetricQuantizeInputs)
  }
}

extension AccessorWalker {
  mutating func walk(_ table: Schema.RandomOptions) {
    read(table.seed)
    read(table.seed2)
  }
}

extension AccessorWalker {
  mutating func walk(_ table: Schema.RangeOptions) {
  }
}

extension AccessorWalker {
  mutating func walk(_ table: Schema.RankOptions) {
  }
}
