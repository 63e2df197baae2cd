// Generated from Schema/tflite.fbs by Schema/generate; not to be edited.

import TFLiteSchema

extension MutableSchema {
  /// `BucketizeOptions`, to be changed and written.
  package struct BucketizeOptions: MutableTable {
    package var boundaries: [Float]?

    package init() {}

    package init(_ view: Schema.BucketizeOptions) {
      boundaries = view.hasBoundaries ? Array(view.boundaries) : nil
    }

    package func pack(_ builder: FlatBufferBuilder) -> FlatBufferReference {
      let boundaries = builder.vector(self.boundaries)
      builder.beginTable()
      builder.store(boundaries, in: 0)
      return builder.endTable()
    }
  }
}

extension MutableSchema {
  /// `CallOnceOptions`, to be changed and written.
  package struct CallOnceOptions: MutableTable {
    package var initSubgraphIndex: Int32 = 0

    package init() {}

    package init(_ view: Schema.CallOnceOptions) {
      initSubgraphIndex = view.initSubgraphIndex
    }

    package func pack(_ builder: FlatBufferBuilder) -> FlatBufferReference {
      builder.beginTable()
      builder.store(initSubgraphIndex, unless: 0, in: 0)
      return builder.endTable()
    }
  }
}

extension MutableSchema {
  /// `CallOptions`, to be changed and written.
  package struct CallOptions: MutableTable {
    package var subgraph: UInt32 = 0

    package init() {}

    package init(_ view: Schema.CallOptions) {
      subgraph = view.subgraph
    }

    package func pack(_ builder: FlatBufferBuilder) -> FlatBufferReference {
      builder.beginTable()
      builder.store(subgraph, unless: 0, in: 0)
      return builder.endTable()
    }
  }
}

extension MutableSchema {
  /// `CastOptions`, to be changed and written.
  package struct CastOptions: MutableTable {
    package var inDataType: Schema.TensorType = .float32
    package var outDataType: Schema.TensorType = .float32

    package init() {}

    package init(_ view: Schema.CastOptions) {
      inDataType = view.inDataType
      outDataType = view.outDataType
    }

    package func pack(_ builder: FlatBufferBuilder) -> FlatBufferReference {
      builder.beginTable()
      builder.store(inDataType, unless: .float32, in: 0)
      builder.store(outDataType, unless: .float32, in: 1)
      return builder.endTable()
    }
  }
}

extension MutableSchema {
  /// `ConcatEmbeddingsOptions`, to be changed and written.
  package struct ConcatEmbeddingsOptions: MutableTable {
    package var numChannels: Int32 = 0
    package var numColumnsPerChannel: [Int32]?
    package var embeddingDimPerChannel: [Int32]?

    package init() {}

    package init(_ view: Schema.ConcatEmbeddingsOptions) {
      numChannels = view.numChannels
      numColumnsPerChannel = view.hasNumColumnsPerChannel ? Array(view.numColumnsPerChannel) : nil
      embeddingDimPerChannel = view.hasEmbeddingDimPerChannel ? Array(view.embeddingDimPerChannel) : nil
    }

    package func pack(_ builder: FlatBufferBuilder) -> FlatBufferReference {
      let numColumnsPerChannel = builder.vector(self.numColumnsPerChannel)
      let embeddingDimPerChannel = builder.vector(self.embeddingDimPerChannel)
      builder.beginTable()
      builder.store(numChannels, unless: 0, in: 0)
      builder.store(numColumnsPerChannel, in: 1)
      builder.store(embeddingDimPerChannel, in: 2)
      return builder.endTable()
    }
  }
}

extension MutableSchema {
  /// `ConcatenationOptions`, to be changed and written.
  package struct ConcatenationOptions: MutableTable {
    package var axis: Int32 = 0
    package var fusedActivationFunction: Schema.ActivationFunctionType = .none

    package init() {}

    package init(_ view: Schema.ConcatenationOptions) {
      axis = view.axis
      fusedActivationFunction = view.fusedActivationFunction
    }

    package func pack(_ builder: FlatBufferBuilder) -> FlatBufferReference {
      builder.beginTable()
      builder.store(axis, unless: 0, in: 0)
      builder.store(fusedActivationFunction, unless: .none, in: 1)
      return builder.endTable()
    }
  }
}

extension MutableSchema {
  /// `Conv2DOptions`, to be changed and written.
  package struct Conv2DOptions: MutableTable {
    package var padding: Schema.Padding = .same
    package var strideW: Int32 = 0
    package var strideH: Int32 = 0
    package var fusedActivationFunction: Schema.ActivationFunctionType = .none
    package var dilationWFactor: Int32 = 1
    package var dilationHFactor: Int32 = 1
    package var quantizedBiasType: Schema.TensorType = .float32

    package init() {}

    package init(_ view: Schema.Conv2DOptions) {
      padding = view.padding
      strideW = view.strideW
      strideH = view.strideH
      fusedActivationFunction = view.fusedActivationFunction
      dilationWFactor = view.dilationWFactor
      dilationHFactor = view.dilationHFactor
      quantizedBiasType = view.quantizedBiasType
    }

    package func pack(_ builder: FlatBufferBuilder) -> FlatBufferReference {
      builder.beginTable()
      builder.store(strideW, unless: 0, in: 1)
      builder.store(strideH, unless: 0, in: 2)
      builder.store(dilationWFactor, unless: 1, in: 4)
      builder.store(dilationHFactor, unless: 1, in: 5)
      builder.store(padding, unless: .same, in: 0)
      builder.store(fusedActivationFunction, unless: .none, in: 3)
      builder.store(quantizedBiasType, unless: .float32, in: 6)
      return builder.endTable()
    }
  }
}

extension MutableSchema {
  /// `Conv3DOptions`, to be changed and written.
  package struct Conv3DOptions: MutableTable {
    package var padding: Schema.Padding = .same
    package var strideD: Int32 = 0
    package var strideW: Int32 = 0
    package var strideH: Int32 = 0
    package var fusedActivationFunction: Schema.ActivationFunctionType = .none
    package var dilationDFactor: Int32 = 1
    package var dilationWFactor: Int32 = 1
    package var dilationHFactor: Int32 = 1

    package init() {}

    package init(_ view: Schema.Conv3DOptions) {
      padding = view.padding
      strideD = view.strideD
      strideW = view.strideW
      strideH = view.strideH
      fusedActivationFunction = view.fusedActivationFunction
      dilationDFactor = view.dilationDFactor
      dilationWFactor = view.dilationWFactor
      dilationHFactor = view.dilationHFactor
    }

    package func pack(_ builder: FlatBufferBuilder) -> FlatBufferReference {
      builder.beginTable()
      builder.store(strideD, unless: 0, in: 1)
      builder.store(strideW, unless: 0, in: 2)
      builder.store(strideH, unless: 0, in: 3)
      builder.store(dilationDFactor, unless: 1, in: 5)
      builder.store(dilationWFactor, unless: 1, in: 6)
      builder.store(dilationHFactor, unless: 1, in: 7)
      builder.store(padding, unless: .same, in: 0)
      builder.store(fusedActivationFunction, unless: .none, in: 4)
      return builder.endTable()
    }
  }
}

extension MutableSchema {
  /// `CosOptions`, to be changed and written.
  package struct CosOptions: MutableTable {
    package init() {}

    package init(_ view: Schema.CosOptions) {
    }

    package func pack(_ builder: FlatBufferBuilder) -> FlatBufferReference {
      builder.beginTable()
      return builder.endTable()
    }
  }
}

extension MutableSchema {
  /// `CumsumOptions`, to be changed and written.
  package struct CumsumOptions: MutableTable {
    package var exclusive: Bool = false
    package var reverse: Bool = false

    package init() {}

    package init(_ view: Schema.CumsumOptions) {
      exclusive = view.exclusive
      reverse = view.reverse
    }

    package func pack(_ builder: FlatBufferBuilder) -> FlatBufferReference {
      builder.beginTable()
      builder.store(exclusive, unless: false, in: 0)
      builder.store(reverse, unless: false, in: 1)
      return builder.endTable()
    }
  }
}

extension MutableSchema {
  /// `DensifyOptions`, to be changed and written.
  package struct DensifyOptions: MutableTable {
    package init() {}

    package init(_ view: Schema.DensifyOptions) {
    }

    package func pack(_ builder: FlatBufferBuilder) -> FlatBufferReference {
      builder.beginTable()
      return builder.endTable()
    }
  }
}

extension MutableSchema {
  /// `DepthToSpaceOptions`, to be changed and written.
  package struct DepthToSpaceOptions: MutableTable {
    package var blockSize: Int32 = 0

    package init() {}

    package init(_ view: Schema.DepthToSpaceOptions) {
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
  /// `DepthwiseConv2DOptions`, to be changed and written.
  package struct DepthwiseConv2DOptions: MutableTable {
    package var padding: Schema.Padding = .same
    package var strideW: Int32 = 0
    package var strideH: Int32 = 0
    package var depthMultiplier: Int32 = 0
    package var fusedActivationFunction: Schema.ActivationFunctionType = .none
    package var dilationWFactor: Int32 = 1
    package var dilationHFactor: Int32 = 1

    package init() {}

    package init(_ view: Schema.DepthwiseConv2DOptions) {
      padding = view.padding
      strideW = view.strideW
      strideH = view.strideH
      depthMultiplier = view.depthMultiplier
      fusedActivationFunction = view.fusedActivationFunction
      dilationWFactor = view.dilationWFactor
      dilationHFactor = view.dilationHFactor
    }

    package func pack(_ builder: FlatBufferBuilder) -> FlatBufferReference {
      builder.beginTable()
      builder.store(strideW, unless: 0, in: 1)
      builder.store(strideH, unless: 0, in: 2)
      builder.store(depthMultiplier, unless: 0, in: 3)
      builder.store(dilationWFactor, unless: 1, in: 5)
      builder.store(dilationHFactor, unless: 1, in: 6)
      builder.store(padding, unless: .same, in: 0)
      builder.store(fusedActivationFunction, unless: .none, in: 4)
      return builder.endTable()
    }
  }
}

extension MutableSchema {
  /// `DequantizeOptions`, to be changed and written.
  package struct DequantizeOptions: MutableTable {
    package init() {}

    package init(_ view: Schema.DequantizeOptions) {
    }

    package func pack(_ builder: FlatBufferBuilder) -> FlatBufferReference {
      builder.beginTable()
      return builder.endTable()
    }
  }
}

extension MutableSchema {
  /// `DivOptions`, to be changed and written.
  package struct DivOptions: MutableTable {
    package var fusedActivationFunction: Schema.ActivationFunctionType = .none

    package init() {}

    package init(_ view: Schema.DivOptions) {
      fusedActivationFunction = view.fusedActivationFunction
    }

    package func pack(_ builder: FlatBufferBuilder) -> FlatBufferReference {
      builder.beginTable()
      builder.store(fusedActivationFunction, unless: .none, in: 0)
      return builder.endTable()
    }
  }
}

extension MutableSchema {
  /// `DynamicUpdateSliceOptions`, to be changed and written.
  package struct DynamicUpdateSliceOptions: MutableTable {
    package init() {}

    package init(_ view: Schema.DynamicUpdateSliceOptions) {
    }

    package func pack(_ builder: FlatBufferBuilder) -> FlatBufferReference {
      builder.beginTable()
      return builder.endTable()
    }
  }
}

extension MutableSchema {
  /// `EmbeddingLookupSparseOptions`, to be changed and written.
  package struct EmbeddingLookupSparseOptions: MutableTable {
    package var combiner: Schema.CombinerType = .sum

    package init() {}

    package init(_ view: Schema.EmbeddingLookupSparseOptions) {
      combiner = view.combiner
    }

    package func pack(_ builder: FlatBufferBuilder) -> FlatBufferReference {
      builder.beginTable()
      builder.store(combiner, unless: .sum, in: 0)
      return builder.endTable()
    }
  }
}

extension MutableSchema {
  /// `EqualOptions`, to be changed and written.
  package struct EqualOptions: MutableTable {
    package init() {}

    package init(_ view: Schema.EqualOptions) {
    }

    package func pack(_ builder: FlatBufferBuilder) -> FlatBufferReference {
      builder.beginTable()
      return builder.endTable()
    }
  }
}
