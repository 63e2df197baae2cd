// Generated from Schema/tflite.fbs by Schema/generate; not to be edited.

import TFLiteSchema

extension AccessorWalker {
  mutating func walk(_ table: Schema.ATan2Options) {
  }
}

extension AccessorWalker {
  mutating func walk(_ table: Schema.AbsOptions) {
  }
}

extension AccessorWalker {
  mutating func walk(_ table: Schema.AddNOptions) {
  }
}

extension AccessorWalker {
  mutating func walk(_ table: Schema.AddOptions) {
    read(table.fusedActivationFunction)
    read(table.potScaleInt16)
  }
}

extension AccessorWalker {
  mutating func walk(_ table: Schema.ArgMaxOptions) {
    read(table.outputType)
  }
}

extension AccessorWalker {
  mutating func walk(_ table: Schema.ArgMinOptions) {
    read(table.outputType)
  }
}

extension AccessorWalker {
  mutating func walk(_ table: Schema.AssignVariableOptions) {
  }
}

extension AccessorWalker {
  mutating func walk(_ table: Schema.BatchMatMulOptions) {
    read(table.adjX)
    read(table.adjY)
    read(table.asymmetricQuantizeInputs)
  }
}

extension AccessorWalker {
  mutating func walk(_ table: Schema.BatchToSpaceNDOptions) {
  }
}

extension AccessorWalker {
  mutating func walk(_ table: Schema.BidirectionalSequenceLSTMOptions) {
    read(table.fusedActivationFunction)
    read(table.cellClip)
    read(table.projClip)
    read(table.mergeOutputs)
    read(table.timeMajor)
    read(table.asymmetricQuantizeInputs)
  }
}

extension AccessorWalker {
  mutating func walk(_ table: Schema.BidirectionalSequenceRNNOptions) {
    read(table.timeMajor)
    read(table.fusedActivationFunction)
    read(table.mergeOutputs)
    read(table.asymmetricQuantizeInputs)
  }
}

extension AccessorWalker {
  mutating func walk(_ table: Schema.BitcastOptions) {
  }
}

extension AccessorWalker {
  mutating func walk(_ table: Schema.BitwiseXorOptions) {
  }
}

extension AccessorWalker {
  mutating func walk(_ table: Schema.BlockwiseQuantization) {
    read(table.scales)
    read(table.zeroPoints)
    read(table.blockSize)
  }
}

extension AccessorWalker {
  mutating func walk(_ table: Schema.BroadcastToOptions) {
  }
}

extension AccessorWalker {
  mutating func walk(_ table: Schema.BucketizeOptions) {
    read(table.boundaries, table.hasBoundaries)
  }
}

extension AccessorWalker {
  mutating func walk(_ table: Schema.Buffer) {
    read(table.data, table.hasData)
    read(table.offset)
    read(table.size)
  }
}

extension AccessorWalker {
  mutating func walk(_ table: Schema.CallOnceOptions) {
    read(table.initSubgraphIndex)
  }
}

extension AccessorWalker {
  mutating func walk(_ table: Schema.CallOptions) {
    read(table.subgraph)
  }
}

extension AccessorWalker {
  mutating func walk(_ table: Schema.CastOptions) {
    read(table.inDataType)
    read(table.outDataType)
  }
}

extension AccessorWalker {
  mutating func walk(_ table: Schema.ConcatEmbeddingsOptions) {
    read(table.numChannels)
    read(table.numColumnsPerChannel, table.hasNumColumnsPerChannel)
    read(table.embeddingDimPerChannel, table.hasEmbeddingDimPerChannel)
  }
}

extension AccessorWalker {
  mutating func walk(_ table: Schema.ConcatenationOptions) {
    read(table.axis)
    read(table.fusedActivationFunction)
  }
}

extension AccessorWalker {
  mutating func walk(_ table: Schema.Conv2DOptions) {
    read(table.padding)
    read(table.strideW)
    read(table.strideH)
    read(table.fusedActivationFunction)
    read(table.dilationWFactor)
    read(table.dilationHFactor)
    read(table.quantizedBiasType)
  }
}

extension AccessorWalker {
  mutating func walk(_ table: Schema.Conv3DOptions) {
    read(table.padding)
    read(table.strideD)
    read(table.strideW)
    read(table.strideH)
    read(table.fusedActivationFunction)
    read(table.dilationDFactor)
    read(table.dilationWFactor)
    read(table.dilationHFactor)
  }
}

extension AccessorWalker {
  mutating func walk(_ table: Schema.CosOptions) {
  }
}

extension AccessorWalker {
  mutating func walk(_ table: Schema.CumsumOptions) {
    read(table.exclusive)
    read(table.reverse)
  }
}

extension AccessorWalker {
  mutating func walk(_ table: Schema.CustomQuantization) {
    read(table.custom, table.hasCustom)
  }
}

extension AccessorWalker {
  mutating func walk(_ table: Schema.DensifyOptions) {
  }
}

extension AccessorWalker {
  mutating func walk(_ table: Schema.DepthToSpaceOptions) {
    read(table.blockSize)
  }
}

extension AccessorWalker {
  mutating func walk(_ table: Schema.DepthwiseConv2DOptions) {
    read(table.padding)
    read(table.strideW)
    read(table.strideH)
    read(table.depthMultiplier)
    read(table.fusedActivationFunction)
    read(table.dilationWFactor)
    read(table.dilationHFactor)
  }
}

extension AccessorWalker {
  mutating func walk(_ table: Schema.DequantizeOptions) {
  }
}

extension AccessorWalker {
  mutating func walk(_ table: Schema.DilateOptions) {
  }
}

extension AccessorWalker {
  mutating func walk(_ table: Schema.DimensionMetadata) {
    read(table.format)
    read(table.denseSize)
    read(table.arraySegmentsType)
    if let child = table.arraySegments.int32Vector, enter() { walk(child) }
    if let child = table.arraySegments.uint16Vector, enter() { walk(child) }
    if let child = table.arraySegments.uint8Vector, enter() { walk(child) }
    read(table.arrayIndicesType)
    if let child = table.arrayIndices.int32Vector, enter() { walk(child) }
    if let child = table.arrayIndices.uint16Vector, enter() { walk(child) }
    if let child = table.arrayIndices.uint8Vector, enter() { walk(child) }
  }
}

extension AccessorWalker {
  mutating func walk(_ table: Schema.DivOptions) {
    read(table.fusedActivationFunction)
  }
}

extension AccessorWalker {
  mutating func walk(_ table: Schema.DynamicUpdateSliceOptions) {
  }
}

extension AccessorWalker {
  mutating func walk(_ table: Schema.EmbeddingLookupSparseOptions) {
    read(table.combiner)
  }
}

extension AccessorWalker {
  mutating func walk(_ table: Schema.EqualOptions) {
  }
}

extension AccessorWalker {
  mutating func walk(_ table: Schema.ExpOptions) {
  }
}

extension AccessorWalker {
  mutating func walk(_ table: Schema.ExpandDimsOptions) {
  }
}

extension AccessorWalker {
  mutating func walk(_ table: Schema.ExternalBuffer) {
    read(table.id)
    read(table.group)
    read(table.offset)
    read(table.length)
    read(table.packing)
  }
}

extension AccessorWalker {
  mutating func walk(_ table: Schema.ExternalBufferGroup) {
    read(table.name)
  }
}

extension AccessorWalker {
  mutating func walk(_ table: Schema.FakeQuantOptions) {
    read(table.min)
    read(table.max)
    read(table.numBits)
    read(table.narrowRange)
  }
}

extension AccessorWalker {
  mutating func walk(_ table: Schema.FillOptions) {
  }
}

extension AccessorWalker {
  mutating func walk(_ table: Schema.FloorDivOptions) {
  }
}

extension AccessorWalker {
  mutating func walk(_ table: Schema.FloorModOptions) {
  }
}

extension AccessorWalker {
  mutating func walk(_ table: Schema.FullyConnectedOptions) {
    read(table.fusedActivationFunction)
    read(table.weightsFormat)
    read(table.keepNumDims)
    read(table.asymmetricQuantizeInputs)
    read(table.quantizedBiasType)
  }
}

extension AccessorWalker {
  mutating func walk(_ table: Schema.GatherNdOptions) {
  }
}

extension AccessorWalker {
  mutating func walk(_ table: Schema.GatherOptions) {
    read(table.axis)
    read(table.batchDims)
  }
}

extension AccessorWalker {
  mutating func walk(_ table: Schema.GeluOptions) {
    read(table.approximate)
  }
}

extension AccessorWalker {
  mutating func walk(_ table: Schema.GreaterEqualOptions) {
  }
}

extension AccessorWalker {
  mutating func walk(_ table: Schema.GreaterOptions) {
  }
}

extension AccessorWalker {
  mutating func walk(_ table: Schema.HardSwishOptions) {
  }
}

extension AccessorWalker {
  mutating func walk(_ table: Schema.HashtableFindOptions) {
  }
}

extension AccessorWalker {
  mutating func walk(_ table: Schema.HashtableImportOptions) {
  }
}

extension AccessorWalker {
  mutating func walk(_ table: Schema.HashtableOptions) {
    read(table.tableId)
    read(table.keyDtype)
    read(table.valueDtype)
  }
}

extension AccessorWalker {
  mutating func walk(_ table: Schema.HashtableSizeOptions) {
  }
}

extension AccessorWalker {
  mutating func walk(_ table: Schema.IfOptions) {
    read(table.thenSubgraphIndex)
    read(table.elseSubgraphIndex)
  }
}

extension AccessorWalker {
  mutating func walk(_ table: Schema.Int32Vector) {
    read(table.values, table.hasValues)
  }
}

extension AccessorWalker {
  mutating func walk(_ table: Schema.L2NormOptions) {
    read(table.fusedActivationFunction)
  }
}

extension AccessorWalker {
  mutating func walk(_ table: Schema.LSHProjectionOptions) {
    read(table.type)
  }
}
