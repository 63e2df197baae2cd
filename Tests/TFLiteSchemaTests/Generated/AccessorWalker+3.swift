// Generated from Schema/tflite.fbs by Schema/generate; not to be edited.

import TFLiteSchema

extension AccessorWalker {
  mutating func walk(_ table: Schema.ReadVariableOptions) {
  }
}

extension AccessorWalker {
  mutating func walk(_ table: Schema.ReduceWindowOptions) {
    read(table.reduceFunction)
  }
}

extension AccessorWalker {
  mutating func walk(_ table: Schema.ReducerOptions) {
    read(table.keepDims)
  }
}

extension AccessorWalker {
  mutating func walk(_ table: Schema.ReshapeOptions) {
    read(table.newShape, table.hasNewShape)
  }
}

extension AccessorWalker {
  mutating func walk(_ table: Schema.ResizeBilinearOptions) {
    read(table.alignCorners)
    read(table.halfPixelCenters)
  }
}

extension AccessorWalker {
  mutating func walk(_ table: Schema.ResizeNearestNeighborOptions) {
    read(table.alignCorners)
    read(table.halfPixelCenters)
  }
}

extension AccessorWalker {
  mutating func walk(_ table: Schema.ReverseSequenceOptions) {
    read(table.seqDim)
    read(table.batchDim)
  }
}

extension AccessorWalker {
  mutating func walk(_ table: Schema.ReverseV2Options) {
  }
}

extension AccessorWalker {
  mutating func walk(_ table: Schema.Rfft2dOptions) {
  }
}

extension AccessorWalker {
  mutating func walk(_ table: Schema.RightShiftOptions) {
  }
}

extension AccessorWalker {
  mutating func walk(_ table: Schema.SVDFOptions) {
    read(table.rank)
    read(table.fusedActivationFunction)
    read(table.asymmetricQuantizeInputs)
  }
}

extension AccessorWalker {
  mutating func walk(_ table: Schema.ScatterNdOptions) {
  }
}

extension AccessorWalker {
  mutating func walk(_ table: Schema.SegmentSumOptions) {
  }
}

extension AccessorWalker {
  mutating func walk(_ table: Schema.SelectOptions) {
  }
}

extension AccessorWalker {
  mutating func walk(_ table: Schema.SelectV2Options) {
  }
}

extension AccessorWalker {
  mutating func walk(_ table: Schema.SequenceRNNOptions) {
    read(table.timeMajor)
    read(table.fusedActivationFunction)
    read(table.asymmetricQuantizeInputs)
  }
}

extension AccessorWalker {
  mutating func walk(_ table: Schema.ShapeOptions) {
    read(table.outType)
  }
}

extension AccessorWalker {
  mutating func walk(_ table: Schema.SignOptions) {
  }
}

extension AccessorWalker {
  mutating func walk(_ table: Schema.SignatureDef) {
    read(table.hasInputs)
    for child in table.inputs where enter() { walk(child) }
    read(table.hasOutputs)
    for child in table.outputs where enter() { walk(child) }
    read(table.signatureKey)
    read(table.subgraphIndex)
  }
}

extension AccessorWalker {
  mutating func walk(_ table: Schema.SkipGramOptions) {
    read(table.ngramSize)
    read(table.maxSkipSize)
    read(table.includeAllNgrams)
  }
}

extension AccessorWalker {
  mutating func walk(_ table: Schema.SliceOptions) {
  }
}

extension AccessorWalker {
  mutating func walk(_ table: Schema.SoftmaxOptions) {
    read(table.beta)
  }
}

extension AccessorWalker {
  mutating func walk(_ table: Schema.SpaceToBatchNDOptions) {
  }
}

extension AccessorWalker {
  mutating func walk(_ table: Schema.SpaceToDepthOptions) {
    read(table.blockSize)
  }
}

extension AccessorWalker {
  mutating func walk(_ table: Schema.SparseToDenseOptions) {
    read(table.validateIndices)
  }
}

extension AccessorWalker {
  mutating func walk(_ table: Schema.SparsityParameters) {
    read(table.traversalOrder, table.hasTraversalOrder)
    read(table.blockMap, table.hasBlockMap)
    read(table.hasDimMetadata)
    for child in table.dimMetadata where enter() { walk(child) }
  }
}

extension AccessorWalker {
  mutating func walk(_ table: Schema.SplitOptions) {
    read(table.numSplits)
  }
}

extension AccessorWalker {
  mutating func walk(_ table: Schema.SplitVOptions) {
    read(table.numSplits)
  }
}

extension AccessorWalker {
  mutating func walk(_ table: Schema.SquareOptions) {
  }
}

extension AccessorWalker {
  mutating func walk(_ table: Schema.SquaredDifferenceOptions) {
  }
}

extension AccessorWalker {
  mutating func walk(_ table: Schema.SqueezeOptions) {
    read(table.squeezeDims, table.hasSqueezeDims)
  }
}

extension AccessorWalker {
  mutating func walk(_ table: Schema.StableHLOCompositeOptions) {
    read(table.name)
    read(table.decompositionSubgraphIndex)
    read(table.compositeAttributes, table.hasCompositeAttributes)
    read(table.compositeAttributesFormat)
    read(table.version)
  }
}

extension AccessorWalker {
  mutating func walk(_ table: Schema.StablehloBroadcastInDimOptions) {
    read(table.broadcastDimensions, table.hasBroadcastDimensions)
  }
}

extension AccessorWalker {
  mutating func walk(_ table: Schema.StablehloCaseOptions) {
    read(table.branchSubgraphIndices, table.hasBranchSubgraphIndices)
  }
}

extension AccessorWalker {
  mutating func walk(_ table: Schema.StablehloCompareOptions) {
    read(table.comparisonDirection)
    read(table.compareType)
  }
}

extension AccessorWalker {
  mutating func walk(_ table: Schema.StablehloConcatenateOptions) {
    read(table.dimension)
  }
}

extension AccessorWalker {
  mutating func walk(_ table: Schema.StablehloConvolutionOptions) {
    read(table.windowStrides, table.hasWindowStrides)
    read(table.padding, table.hasPadding)
    read(table.lhsDilation, table.hasLhsDilation)
    read(table.rhsDilation, table.hasRhsDilation)
    read(table.windowReversal, table.hasWindowReversal)
    read(table.inputBatchDimension)
    read(table.inputFeatureDimension)
    read(table.inputSpatialDimensions, table.hasInputSpatialDimensions)
    read(table.kernelInputFeatureDimension)
    read(table.kernelOutputFeatureDimension)
    read(table.kernelSpatialDimensions, table.hasKernelSpatialDimensions)
    read(table.outputBatchDimension)
    read(table.outputFeatureDimension)
    read(table.outputSpatialDimensions, table.hasOutputSpatialDimensions)
    read(table.featureGroupCount)
    read(table.batchGroupCount)
    read(table.precisionConfig, table.hasPrecisionConfig)
  }
}

extension AccessorWalker {
  mutating func walk(_ table: Schema.StablehloCustomCallOptions) {
    read(table.callTargetName)
    read(table.hasSideEffect)
    read(table.backendConfig)
    read(table.apiVersion)
    read(table.calledComputations, table.hasCalledComputations)
    read(table.customAttributes, table.hasCustomAttributes)
  }
}

extension AccessorWalker {
  mutating func walk(_ table: Schema.StablehloDotGeneralOptions) {
    read(table.lhsBatchingDimensions, table.hasLhsBatchingDimensions)
    read(table.rhsBatchingDimensions, table.hasRhsBatchingDimensions)
    read(table.lhsContractingDimensions, table.hasLhsContractingDimensions)
    read(table.rhsContractingDimensions, table.hasRhsContractingDimensions)
    read(table.precisionConfig, table.hasPrecisionConfig)
  }
}

extension AccessorWalker {
  mutating func walk(_ table: Schema.StablehloDynamicSliceOptions) {
    read(table.sliceSizes, table.hasSliceSizes)
  }
}

extension AccessorWalker {
  mutating func walk(_ table: Schema.StablehloGatherOptions) {
    read(table.offsetDims, table.hasOffsetDims)
    read(table.collapsedSliceDims, table.hasCollapsedSliceDims)
    read(table.startIndexMap, table.hasStartIndexMap)
    read(table.indexVectorDim)
    read(table.sliceSizes, table.hasSliceSizes)
    read(table.indicesAreSorted)
  }
}

extension AccessorWalker {
  mutating func walk(_ table: Schema.StablehloIotaOptions) {
    read(table.iotaDimension)
  }
}

extension AccessorWalker {
  mutating func walk(_ table: Schema.StablehloPadOptions) {
    read(table.edgePaddingLow, table.hasEdgePaddingLow)
    read(table.edgePaddingHigh, table.hasEdgePaddingHigh)
    read(table.interiorPadding, table.hasInteriorPadding)
  }
}

extension AccessorWalker {
  mutating func walk(_ table: Schema.StablehloReduceOptions) {
    read(table.dimensions, table.hasDimensions)
    read(table.bodySubgraphIndex)
  }
}

extension AccessorWalker {
  mutating func walk(_ table: Schema.StablehloReduceWindowOptions) {
    read(table.windowDimensions, table.hasWindowDimensions)
    read(table.windowStrides, table.hasWindowStrides)
    read(table.baseDilations, table.hasBaseDilations)
    read(table.windowDilations, table.hasWindowDilations)
    read(table.padding, table.hasPadding)
    read(table.bodySubgraphIndex)
  }
}

extension AccessorWalker {
  mutating func walk(_ table: Schema.StablehloRngBitGeneratorOptions) {
    read(table.algorithm)
  }
}

extension AccessorWalker {
  mutating func walk(_ table: Schema.StablehloScatterOptions) {
    read(table.indicesAreSorted)
    read(table.updateWindowDims, table.hasUpdateWindowDims)
    read(table.insertedWindowDims, table.hasInsertedWindowDims)
    read(table.scatterDimsToOperandDims, table.hasScatterDimsToOperandDims)
    read(table.indexVectorDim)
    read(table.uniqueIndices)
    read(table.updateComputationSubgraphIndex)
  }
}

extension AccessorWalker {
  mutating func walk(_ table: Schema.StablehloShiftLeftOptions) {
  }
}

extension AccessorWalker {
  mutating func walk(_ table: Schema.StablehloSliceOptions) {
    read(table.startIndices, table.hasStartIndices)
    read(table.limitIndices, table.hasLimitIndices)
    read(table.strides, table.hasStrides)
  }
}

extension AccessorWalker {
  mutating func walk(_ table: Schema.StablehloSortOptions) {
    read(table.dimension)
    read(table.isStable)
    read(table.comparatorSubgraphIndex)
  }
}

extension AccessorWalker {
  mutating func walk(_ table: Schema.StablehloTransposeOptions) {
    read(table.permutation, table.hasPermutation)
  }
}

extension AccessorWalker {
  mutating func walk(_ table: Schema.StablehloWhileOptions) {
    read(table.condSubgraphIndex)
    read(table.bodySubgraphIndex)
  }
}

extension AccessorWalker {
  mutating func walk(_ table: Schema.StridedSliceOptions) {
    read(table.beginMask)
    read(table.endMask)
    read(table.ellipsisMask)
    read(table.newAxisMask)
    read(table.shrinkAxisMask)
    read(table.offset)
  }
}

extension AccessorWalker {
  mutating func walk(_ table: Schema.SubGraph) {
    read(table.hasTensors)
    for child in table.tensors where enter() { walk(child) }
    read(table.inputs, table.hasInputs)
    read(table.outputs, table.hasOutputs)
    read(table.hasOperators)
    for child in table.operators where enter() { walk(child) }
    read(table.name)
    read(table.debugMetadataIndex)
  }
}

extension AccessorWalker {
  mutating func walk(_ table: Schema.SubOptions) {
    read(table.fusedActivationFunction)
    read(table.potScaleInt16)
  }
}
