// Generated from Schema/tflite.fbs by Schema/generate; not to be edited.

import TFLiteSchema

extension AccessorWalker {
  mutating func walk(_ table: Schema.Tensor) {
    read(table.shape, table.hasShape)
    read(table.type)
    read(table.buffer)
    read(table.name)
    read(table.hasQuantization)
    if let child = table.quantization, enter() { walk(child) }
    read(table.isVariable)
    read(table.hasSparsity)
    if let child = table.sparsity, enter() { walk(child) }
    read(table.shapeSignature, table.hasShapeSignature)
    read(table.hasRank)
    read(table.hasVariantTensors)
    for child in table.variantTensors where enter() { walk(child) }
    read(table.externalBuffer)
  }
}

extension AccessorWalker {
  mutating func walk(_ table: Schema.TensorMap) {
    read(table.name)
    read(table.tensorIndex)
  }
}

extension AccessorWalker {
  mutating func walk(_ table: Schema.TileOptions) {
  }
}

extension AccessorWalker {
  mutating func walk(_ table: Schema.TopKV2Options) {
  }
}

extension AccessorWalker {
  mutating func walk(_ table: Schema.TransposeConvOptions) {
    read(table.padding)
    read(table.strideW)
    read(table.strideH)
    read(table.fusedActivationFunction)
    read(table.quantizedBiasType)
  }
}

extension AccessorWalker {
  mutating func walk(_ table: Schema.TransposeOptions) {
  }
}

extension AccessorWalker {
  mutating func walk(_ table: Schema.Uint16Vector) {
    read(table.values, table.hasValues)
  }
}

extension AccessorWalker {
  mutating func walk(_ table: Schema.Uint8Vector) {
    read(table.values, table.hasValues)
  }
}

extension AccessorWalker {
  mutating func walk(_ table: Schema.UnidirectionalSequenceLSTMOptions) {
    read(table.fusedActivationFunction)
    read(table.cellClip)
    read(table.projClip)
    read(table.timeMajor)
    read(table.asymmetricQuantizeInputs)
    read(table.diagonalRecurrentTensors)
  }
}

extension AccessorWalker {
  mutating func walk(_ table: Schema.UniqueOptions) {
    read(table.idxOutType)
  }
}

extension AccessorWalker {
  mutating func walk(_ table: Schema.UnpackOptions) {
    read(table.num)
    read(table.axis)
  }
}

extension AccessorWalker {
  mutating func walk(_ table: Schema.UnsortedSegmentMaxOptions) {
  }
}

extension AccessorWalker {
  mutating func walk(_ table: Schema.UnsortedSegmentMinOptions) {
  }
}

extension AccessorWalker {
  mutating func walk(_ table: Schema.UnsortedSegmentProdOptions) {
  }
}

extension AccessorWalker {
  mutating func walk(_ table: Schema.UnsortedSegmentSumOptions) {
  }
}

extension AccessorWalker {
  mutating func walk(_ table: Schema.VarHandleOptions) {
    read(table.container)
    read(table.sharedName)
  }
}

extension AccessorWalker {
  mutating func walk(_ table: Schema.VariantSubType) {
    read(table.shape, table.hasShape)
    read(table.type)
    read(table.hasRank)
  }
}

extension AccessorWalker {
  mutating func walk(_ table: Schema.WhereOptions) {
  }
}

extension AccessorWalker {
  mutating func walk(_ table: Schema.WhileOptions) {
    read(table.condSubgraphIndex)
    read(table.bodySubgraphIndex)
  }
}

extension AccessorWalker {
  mutating func walk(_ table: Schema.ZerosLikeOptions) {
  }
}
