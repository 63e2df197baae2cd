// Generated from Schema/tflite.fbs by Schema/generate; not to be edited.

import TFLiteSchema

extension MutableSchema {
  /// `SkipGramOptions`, to be changed and written.
  package struct SkipGramOptions: MutableTable {
    package var ngramSize: Int32 = 0
    package var maxSkipSize: Int32 = 0
    package var includeAllNgrams: Bool = false

    package init() {}

    package init(_ view: Schema.SkipGramOptions) {
      ngramSize = view.ngramSize
      maxSkipSize = view.maxSkipSize
      includeAllNgrams = view.includeAllNgrams
    }

    package func pack(_ builder: FlatBufferBuilder) -> FlatBufferReference {
      builder.beginTable()
      builder.store(ngramSize, unless: 0, in: 0)
      builder.store(maxSkipSize, unless: 0, in: 1)
      builder.store(includeAllNgrams, unless: false, in: 2)
      return builder.endTable()
    }
  }
}

extension MutableSchema {
  /// `SliceOptions`, to be changed and written.
  package struct SliceOptions: MutableTable {
    package init() {}

    package init(_ view: Schema.SliceOptions) {
    }

    package func pack(_ builder: FlatBufferBuilder) -> FlatBufferReference {
      builder.beginTable()
      return builder.endTable()
    }
  }
}

extension MutableSchema {
  /// `SoftmaxOptions`, to be changed and written.
  package struct SoftmaxOptions: MutableTable {
    package var beta: Float = 0.0

    package init() {}

    package init(_ view: Schema.SoftmaxOptions) {
      beta = view.beta
    }

    package func pack(_ builder: FlatBufferBuilder) -> FlatBufferReference {
      builder.beginTable()
      builder.store(beta, unless: 0.0, in: 0)
      return builder.endTable()
    }
  }
}

extension MutableSchema {
  /// `SpaceToBatchNDOptions`, to be changed and written.
  package struct SpaceToBatchNDOptions: MutableTable {
    package init() {}

    package init(_ view: Schema.SpaceToBatchNDOptions) {
    }

    package func pack(_ builder: FlatBufferBuilder) -> FlatBufferReference {
      builder.beginTable()
      return builder.endTable()
    }
  }
}

extension MutableSchema {
  /// `SpaceToDepthOptions`, to be changed and written.
  package struct SpaceToDepthOptions: MutableTable {
    package var blockSize: Int32 = 0

    package init() {}

    package init(_ view: Schema.SpaceToDepthOptions) {
      blockSize = view.blockSize
    }

    package func pack(_ builder: FlatBufferBuilder) -> FlatBufferReference {
      builder.beginTable()
      builder.store(blockSize, unless: 0, in: 0)
      return builder.endTable()
    }
  }
}

extension MutableSchema {
  /// `SparseToDenseOptions`, to be changed and written.
  package struct SparseToDenseOptions: MutableTable {
    package var validateIndices: Bool = false

    package init() {}

    package init(_ view: Schema.SparseToDenseOptions) {
      validateIndices = view.validateIndices
    }

    package func pack(_ builder: FlatBufferBuilder) -> FlatBufferReference {
      builder.beginTable()
      builder.store(validateIndices, unless: false, in: 0)
      return builder.endTable()
    }
  }
}

extension MutableSchema {
  /// `SplitOptions`, to be changed and written.
  package struct SplitOptions: MutableTable {
    package var numSplits: Int32 = 0

    package init() {}

    package init(_ view: Schema.SplitOptions) {
      numSplits = view.numSplits
    }

    package func pack(_ builder: FlatBufferBuilder) -> FlatBufferReference {
      builder.beginTable()
      builder.store(numSplits, unless: 0, in: 0)
      return builder.endTable()
    }
  }
}

extension MutableSchema {
  /// `SplitVOptions`, to be changed and written.
  package struct SplitVOptions: MutableTable {
    package var numSplits: Int32 = 0

    package init() {}

    package init(_ view: Schema.SplitVOptions) {
      numSplits = view.numSplits
    }

    package func pack(_ builder: FlatBufferBuilder) -> FlatBufferReference {
      builder.beginTable()
      builder.store(numSplits, unless: 0, in: 0)
      return builder.endTable()
    }
  }
}

extension MutableSchema {
  /// `SquareOptions`, to be changed and written.
  package struct SquareOptions: MutableTable {
    package init() {}

    package init(_ view: Schema.SquareOptions) {
    }

    package func pack(_ builder: FlatBufferBuilder) -> FlatBufferReference {
      builder.beginTable()
      return builder.endTable()
    }
  }
}

extension MutableSchema {
  /// `SquaredDifferenceOptions`, to be changed and written.
  package struct SquaredDifferenceOptions: MutableTable {
    package init() {}

    package init(_ view: Schema.SquaredDifferenceOptions) {
    }

    package func pack(_ builder: FlatBufferBuilder) -> FlatBufferReference {
      builder.beginTable()
      return builder.endTable()
    }
  }
}

extension MutableSchema {
  /// `SqueezeOptions`, to be changed and written.
  package struct SqueezeOptions: MutableTable {
    package var squeezeDims: [Int32]?

    package init() {}

    package init(_ view: Schema.SqueezeOptions) {
      squeezeDims = view.hasSqueezeDims ? Array(view.squeezeDims) : nil
    }

    package func pack(_ builder: FlatBufferBuilder) -> FlatBufferReference {
      let squeezeDims = builder.vector(self.squeezeDims)
      builder.beginTable()
      builder.store(squeezeDims, in: 0)
      return builder.endTable()
    }
  }
}

extension MutableSchema {
  /// `StridedSliceOptions`, to be changed and written.
  package struct StridedSliceOptions: MutableTable {
    package var beginMask: Int32 = 0
    package var endMask: Int32 = 0
    package var ellipsisMask: Int32 = 0
    package var newAxisMask: Int32 = 0
    package var shrinkAxisMask: Int32 = 0
    package var offset: Bool = false

    package init() {}

    package init(_ view: Schema.StridedSliceOptions) {
      beginMask = view.beginMask
      endMask = view.endMask
      ellipsisMask = view.ellipsisMask
      newAxisMask = view.newAxisMask
      shrinkAxisMask = view.shrinkAxisMask
      offset = view.offset
    }

    package func pack(_ builder: FlatBufferBuilder) -> FlatBufferReference {
      builder.beginTable()
      builder.store(beginMask, unless: 0, in: 0)
      builder.store(endMask, unless: 0, in: 1)
      builder.store(ellipsisMask, unless: 0, in: 2)
      builder.store(newAxisMask, unless: 0, in: 3)
      builder.store(shrinkAxisMask, unless: 0, in: 4)
      builder.store(offset, unless: false, in: 5)
      return builder.endTable()
    }
  }
}

extension MutableSchema {
  /// `SubOptions`, to be changed and written.
  package struct SubOptions: MutableTable {
    package var fusedActivationFunction: Schema.ActivationFunctionType = .none
    package var potScaleInt16: Bool = true

    package init() {}

    package init(_ view: Schema.SubOptions) {
      fusedActivationFunction = view.fusedActivationFunction
      potScaleInt16 = view.potScaleInt16
    }

    package func pack(_ builder: FlatBufferBuilder) -> FlatBufferReference {
      builder.beginTable()
      builder.store(fusedActivationFunction, unless: .none, in: 0)
      builder.store(potScaleInt16, unless: true, in: 1)
      return builder.endTable()
    }
  }
}

extension MutableSchema {
  /// `TileOptions`, to be changed and written.
  package struct TileOptions: MutableTable {
    package init() {}

    package init(_ view: Schema.TileOptions) {
    }

    package func pack(_ builder: FlatBufferBuilder) -> FlatBufferReference {
      builder.beginTable()
      return builder.endTable()
    }
  }
}

extension MutableSchema {
  /// `TopKV2Options`, to be changed and written.
  package struct TopKV2Options: MutableTable {
    package init() {}

    package init(_ view: Schema.TopKV2Options) {
    }

    package func pack(_ builder: FlatBufferBuilder) -> FlatBufferReference {
      builder.beginTable()
      return builder.endTable()
    }
  }
}

extension MutableSchema {
  /// `TransposeConvOptions`, to be changed and written.
  package struct TransposeConvOptions: MutableTable {
    package var padding: Schema.Padding = .same
    package var strideW: Int32 = 0
    package var strideH: Int32 = 0
    package var fusedActivationFunction: Schema.ActivationFunctionType = .none
    package var quantizedBiasType: Schema.TensorType = .float32

    package init() {}

    package init(_ view: Schema.TransposeConvOptions) {
      padding = view.padding
      strideW = view.strideW
      strideH = view.strideH
      fusedActivationFunction = view.fusedActivationFunction
      quantizedBiasType = view.quantizedBiasType
    }

    package func pack(_ builder: FlatBufferBuilder) -> FlatBufferReference {
      builder.beginTable()
      builder.store(strideW, unless: 0, in: 1)
      builder.store(strideH, unless: 0, in: 2)
      builder.store(padding, unless: .same, in: 0)
      builder.store(fusedActivationFunction, unless: .none, in: 3)
      builder.store(quantizedBiasType, unless: .float32, in: 4)
      return builder.endTable()
    }
  }
}

extension MutableSchema {
  /// `TransposeOptions`, to be changed and written.
  package struct TransposeOptions: MutableTable {
    package init() {}

    package init(_ view: Schema.TransposeOptions) {
    }

    package func pack(_ builder: FlatBufferBuilder) -> FlatBufferReference {
      builder.beginTable()
      return builder.endTable()
    }
  }
}

extension MutableSchema {
  /// `UnidirectionalSequenceLSTMOptions`, to be changed and written.
  package struct UnidirectionalSequenceLSTMOptions: MutableTable {
    package var fusedActivationFunction: Schema.ActivationFunctionType = .none
    package var cellClip: Float = 0.0
    package var projClip: Float = 0.0
    package var timeMajor: Bool = false
    package var asymmetricQuantizeInputs: Bool = false
    package var diagonalRecurrentTensors: Bool = false

    package init() {}

    package init(_ view: Schema.UnidirectionalSequenceLSTMOptions) {
      fusedActivationFunction = view.fusedActivationFunction
      cellClip = view.cellClip
      projClip = view.projClip
      timeMajor = view.timeMajor
      asymmetricQuantizeInputs = view.asymmetricQuantizeInputs
      diagonalRecurrentTensors = view.diagonalRecurrentTensors
    }

    package func pack(_ builder: FlatBufferBuilder) -> FlatBufferReference {
      builder.beginTable()
      builder.store(cellClip, unless: 0.0, in: 1)
      builder.store(projClip, unless: 0.0, in: 2)
      builder.store(fusedActivationFunction, unless: .none, in: 0)
      builder.store(timeMajor, unless: false, in: 3)
      builder.store(asymmetricQuantizeInputs, unless: false, in: 4)
      builder.store(diagonalRecurrentTensors, unless: false, in: 5)
      return builder.endTable()
    }
  }
}

extension MutableSchema {
  /// `UniqueOptions`, to be changed and written.
  package struct UniqueOptions: MutableTable {
    package var idxOutType: Schema.TensorType = .int32

    package init() {}

    package init(_ view: Schema.UniqueOptions) {
      idxOutType = view.idxOutType
    }

    package func pack(_ builder: FlatBufferBuilder) -> FlatBufferReference {
      builder.beginTable()
      builder.store(idxOutType, unless: .int32, in: 0)
      return builder.endTable()
    }
  }
}
