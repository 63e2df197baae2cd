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
    if let child = table.builtinOptions.conv2DOptions, enter() { walk(child) }
    if let child = table.builtinOptions.depthwiseConv2DOptions, enter() { walk(child) }
    if let child = table.builtinOptions.concatEmbeddingsOptions, enter() { walk(child) }
    if let child = table.builtinOptions.lshProjectionOptions, enter() { walk(child) }
    if let child = table.builtinOptions.pool2DOptions, enter() { walk(child) }
    if let child = table.builtinOptions.svdfOptions, enter() { walk(child) }
    if let child = table.builtinOptions.rnnOptions, enter() { walk(child) }
    if let child = table.builtinOptions.fullyConnectedOptions, enter() { walk(child) }
    if let child = table.builtinOptions.softmaxOptions, enter() { walk(child) }
    if let child = table.builtinOptions.concatenationOptions, enter() { walk(child) }
    if let child = table.builtinOptions.addOptions, enter() { walk(child) }
    if let child = table.builtinOptions.l2NormOptions, enter() { walk(child) }
    if let child = table.builtinOptions.localResponseNormalizationOptions, enter() { walk(child) }
    if let child = table.builtinOptions.lstmOptions, enter() { walk(child) }
    if let child = table.builtinOptions.resizeBilinearOptions, enter() { walk(child) }
    if let child = table.builtinOptions.callOptions, enter() { walk(child) }
    if let child = table.builtinOptions.reshapeOptions, enter() { walk(child) }
    if let child = table.builtinOptions.skipGramOptions, enter() { walk(child) }
    if let child = table.builtinOptions.spaceToDepthOptions, enter() { walk(child) }
    if let child = table.builtinOptions.embeddingLookupSparseOptions, enter() { walk(child) }
    if let child = table.builtinOptions.mulOptions, enter() { walk(child) }
    if let child = table.builtinOptions.padOptions, enter() { walk(child) }
    if let child = table.builtinOptions.gatherOptions, enter() { walk(child) }
    if let child = table.builtinOptions.batchToSpaceNDOptions, enter() { walk(child) }
    if let child = table.builtinOptions.spaceToBatchNDOptions, enter() { walk(child) }
    if let child = table.builtinOptions.transposeOptions, enter() { walk(child) }
    if let child = table.builtinOptions.reducerOptions, enter() { walk(child) }
    if let child = table.builtinOptions.subOptions, enter() { walk(child) }
    if let child = table.builtinOptions.divOptions, enter() { walk(child) }
    if let child = table.builtinOptions.squeezeOptions, enter() { walk(child) }
    if let child = table.builtinOptions.sequenceRNNOptions, enter() { walk(child) }
    if let child = table.builtinOptions.stridedSliceOptions, enter() { walk(child) }
    if let child = table.builtinOptions.expOptions, enter() { walk(child) }
    if let child = table.builtinOptions.topKV2Options, enter() { walk(child) }
    if let child = table.builtinOptions.splitOptions, enter() { walk(child) }
    if let child = table.builtinOptions.logSoftmaxOptions, enter() { walk(child) }
    if let child = table.builtinOptions.castOptions, enter() { walk(child) }
    if let child = table.builtinOptions.dequantizeOptions, enter() { walk(child) }
    if let child = table.builtinOptions.maximumMinimumOptions, enter() { walk(child) }
    if let child = table.builtinOptions.argMaxOptions, enter() { walk(child) }
    if let child = table.builtinOptions.lessOptions, enter() { walk(child) }
    if let child = table.builtinOptions.negOptions, enter() { walk(child) }
    if let child = table.builtinOptions.padV2Options, enter() { walk(child) }
    if let child = table.builtinOptions.greaterOptions, enter() { walk(child) }
    if let child = table.builtinOptions.greaterEqualOptions, enter() { walk(child) }
    if let child = table.builtinOptions.lessEqualOptions, enter() { walk(child) }
    if let child = table.builtinOptions.selectOptions, enter() { walk(child) }
    if let child = table.builtinOptions.sliceOptions, enter() { walk(child) }
    if let child = table.builtinOptions.transposeConvOptions, enter() { walk(child) }
    if let child = table.builtinOptions.sparseToDenseOptions, enter() { walk(child) }
    if let child = table.builtinOptions.tileOptions, enter() { walk(child) }
    if let child = table.builtinOptions.expandDimsOptions, enter() { walk(child) }
    if let child = table.builtinOptions.equalOptions, enter() { walk(child) }
    if let child = table.builtinOptions.notEqualOptions, enter() { walk(child) }
    if let child = table.builtinOptions.shapeOptions, enter() { walk(child) }
    if let child = table.builtinOptions.powOptions, enter() { walk(child) }
    if let child = table.builtinOptions.argMinOptions, enter() { walk(child) }
    if let child = table.builtinOptions.fakeQuantOptions, enter() { walk(child) }
    if let child = table.builtinOptions.packOptions, enter() { walk(child) }
    if let child = table.builtinOptions.logicalOrOptions, enter() { walk(child) }
    if let child = table.builtinOptions.oneHotOptions, enter() { walk(child) }
    if let child = table.builtinOptions.logicalAndOptions, enter() { walk(child) }
    if let child = table.builtinOptions.logicalNotOptions, enter() { walk(child) }
    if let child = table.builtinOptions.unpackOptions, enter() { walk(child) }
    if let child = table.builtinOptions.floorDivOptions, enter() { walk(child) }
    if let child = table.builtinOptions.squareOptions, enter() { walk(child) }
    if let child = table.builtinOptions.zerosLikeOptions, enter() { walk(child) }
    if let child = table.builtinOptions.fillOptions, enter() { walk(child) }
    if let child = table.builtinOptions.bidirectionalSequenceLSTMOptions, enter() { walk(child) }
    if let child = table.builtinOptions.bidirectionalSequenceRNNOptions, enter() { walk(child) }
    if let child = table.builtinOptions.unidirectionalSequenceLSTMOptions, enter() { walk(child) }
    if let child = table.builtinOptions.floorModOptions, enter() { walk(child) }
    if let child = table.builtinOptions.rangeOptions, enter() { walk(child) }
    if let child = table.builtinOptions.resizeNearestNeighborOptions, enter() { walk(child) }
    if let child = table.builtinOptions.leakyReluOptions, enter() { walk(child) }
    if let child = table.builtinOptions.squaredDifferenceOptions, enter() { walk(child) }
    if let child = table.builtinOptions.mirrorPadOptions, enter() { walk(child) }
    if let child = table.builtinOptions.absOptions, enter() { walk(child) }
    if let child = table.builtinOptions.splitVOptions, enter() { walk(child) }
    if let child = table.builtinOptions.uniqueOptions, enter() { walk(child) }
    if let child = table.builtinOptions.reverseV2Options, enter() { walk(child) }
    if let child = table.builtinOptions.addNOptions, enter() { walk(child) }
    if let child = table.builtinOptions.gatherNdOptions, enter() { walk(child) }
    if let child = table.builtinOptions.cosOptions, enter() { walk(child) }
    if let child = table.builtinOptions.whereOptions, enter() { walk(child) }
    if let child = table.builtinOptions.rankOptions, enter() { walk(child) }
    if let child = table.builtinOptions.reverseSequenceOptions, enter() { walk(child) }
    if let child = table.builtinOptions.matrixDiagOptions, enter() { walk(child) }
    if let child = table.builtinOptions.quantizeOptions, enter() { walk(child) }
    if let child = table.builtinOptions.matrixSetDiagOptions, enter() { walk(child) }
    if let child = table.builtinOptions.hardSwishOptions, enter() { walk(child) }
    if let child = table.builtinOptions.ifOptions, enter() { walk(child) }
    if let child = table.builtinOptions.whileOptions, enter() { walk(child) }
    if let child = table.builtinOptions.depthToSpaceOptions, enter() { walk(child) }
    if let child = table.builtinOptions.nonMaxSuppressionV4Options, enter() { walk(child) }
    if let child = table.builtinOptions.nonMaxSuppressionV5Options, enter() { walk(child) }
    if let child = table.builtinOptions.scatterNdOptions, enter() { walk(child) }
    if let child = table.builtinOptions.selectV2Options, enter() { walk(child) }
    if let child = table.builtinOptions.densifyOptions, enter() { walk(child) }
    if let child = table.builtinOptions.segmentSumOptions, enter() { walk(child) }
    if let child = table.builtinOptions.batchMatMulOptions, enter() { walk(child) }
    if let child = table.builtinOptions.cumsumOptions, enter() { walk(child) }
    if let child = table.builtinOptions.callOnceOptions, enter() { walk(child) }
    if let child = table.builtinOptions.broadcastToOptions, enter() { walk(child) }
    if let child = table.builtinOptions.rfft2dOptions, enter() { walk(child) }
    if let child = table.builtinOptions.conv3DOptions, enter() { walk(child) }
    if let child = table.builtinOptions.hashtableOptions, enter() { walk(child) }
    if let child = table.builtinOptions.hashtableFindOptions, enter() { walk(child) }
    if let child = table.builtinOptions.hashtableImportOptions, enter() { walk(child) }
    if let child = table.builtinOptions.hashtableSizeOptions, enter() { walk(child) }
    if let child = table.builtinOptions.varHandleOptions, enter() { walk(child) }
    if let child = table.builtinOptions.readVariableOptions, enter() { walk(child) }
    if let child = table.builtinOptions.assignVariableOptions, enter() { walk(child) }
    if let child = table.builtinOptions.randomOptions, enter() { walk(child) }
    if let child = table.builtinOptions.bucketizeOptions, enter() { walk(child) }
    if let child = table.builtinOptions.geluOptions, enter() { walk(child) }
    if let child = table.builtinOptions.dynamicUpdateSliceOptions, enter() { walk(child) }
    if let child = table.builtinOptions.unsortedSegmentProdOptions, enter() { walk(child) }
    if let child = table.builtinOptions.unsortedSegmentMaxOptions, enter() { walk(child) }
    if let child = table.builtinOptions.unsortedSegmentMinOptions, enter() { walk(child) }
    if let child = table.builtinOptions.unsortedSegmentSumOptions, enter() { walk(child) }
    if let child = table.builtinOptions.aTan2Options, enter() { walk(child) }
    if let child = table.builtinOptions.signOptions, enter() { walk(child) }
    if let child = table.builtinOptions.bitcastOptions, enter() { walk(child) }
    if let child = table.builtinOptions.bitwiseXorOptions, enter() { walk(child) }
    if let child = table.builtinOptions.rightShiftOptions, enter() { walk(child) }
    read(table.customOptions, table.hasCustomOptions)
    read(table.customOptionsFormat)
    read(table.mutatingVariableInputs, table.hasMutatingVariableInputs)
    read(table.intermediates, table.hasIntermediates)
    read(table.largeCustomOptionsOffset)
    read(table.largeCustomOptionsSize)
    read(table.builtinOptions2Type)
    if let child = table.builtinOptions2.stablehloConcatenateOptions, enter() { walk(child) }
    if let child = table.builtinOptions2.stablehloBroadcastInDimOptions, enter() { walk(child) }
    if let child = table.builtinOptions2.stablehloSliceOptions, enter() { walk(child) }
    if let child = table.builtinOptions2.stablehloConvolutionOptions, enter() { walk(child) }
    if let child = table.builtinOptions2.stablehloCustomCallOptions, enter() { walk(child) }
    if let child = table.builtinOptions2.stablehloReduceOptions, enter() { walk(child) }
    if let child = table.builtinOptions2.stablehloScatterOptions, enter() { walk(child) }
    if let child = table.builtinOptions2.stablehloCompareOptions, enter() { walk(child) }
    if let child = table.builtinOptions2.stablehloDynamicSliceOptions, enter() { walk(child) }
    if let child = table.builtinOptions2.stablehloPadOptions, enter() { walk(child) }
    if let child = table.builtinOptions2.stablehloIotaOptions, enter() { walk(child) }
    if let child = table.builtinOptions2.stablehloDotGeneralOptions, enter() { walk(child) }
    if let child = table.builtinOptions2.stablehloReduceWindowOptions, enter() { walk(child) }
    if let child = table.builtinOptions2.stablehloSortOptions, enter() { walk(child) }
    if let child = table.builtinOptions2.stablehloWhileOptions, enter() { walk(child) }
    if let child = table.builtinOptions2.stablehloGatherOptions, enter() { walk(child) }
    if let child = table.builtinOptions2.stablehloTransposeOptions, enter() { walk(child) }
    if let child = table.builtinOptions2.dilateOptions, enter() { walk(child) }
    if let child = table.builtinOptions2.stablehloRngBitGeneratorOptions, enter() { walk(child) }
    if let child = table.builtinOptions2.reduceWindowOptions, enter() { walk(child) }
    if let child = table.builtinOptions2.stableHLOCompositeOptions, enter() { walk(child) }
    if let child = table.builtinOptions2.stablehloShiftLeftOptions, enter() { walk(child) }
    if let child = table.builtinOptions2.stablehloCaseOptions, enter() { walk(child) }
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
    if let child = table.details.customQuantization, enter() { walk(child) }
    if let child = table.details.blockwiseQuantization, enter() { walk(child) }
    if let child = table.details.multiAxisQuantization, enter() { walk(child) }
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
