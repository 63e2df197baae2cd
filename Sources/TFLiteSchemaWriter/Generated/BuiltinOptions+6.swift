// Generated from Schema/tflite.fbs by Schema/generate; not to be edited.

import TFLiteSchema

extension MutableSchema {
  /// `QuantizeOptions`, to be changed and written.
  package struct QuantizeOptions: MutableTable {
    package init() {}

    package init(_ view: Schema.QuantizeOptions) {
    }

    package func pack(_ builder: FlatBufferBuilder) -> FlatBufferReference {
      builder.beginTable()
      return builder.endTable()
    }
  }
}

extension MutableSchema {
  /// `RNNOptions`, to be changed and written.
  package struct RNNOptions: MutableTable {
    package var fusedActivationFunction: Schema.ActivationFunctionType = .none
    package var asymmetricQuantizeInputs: Bool = false

    package init() {}

    package init(_ view: Schema.RNNOptions) {
      fusedActivationFunction = view.fusedActivationFunction
      asymmetricQuantizeInputs = view.asymmetricQuantizeInputs
    }

    package func pack(_ builder: FlatBufferBuilder) -> FlatBufferReference {
      builder.beginTable()
      builder.store(fusedActivationFunction, unless: .none, in: 0)
      builder.store(asymmetricQuantizeInputs, unless: false, in: 1)
      return builder.endTable()
    }
  }
}

extension MutableSchema {
  /// `RandomOptions`, to be changed and written.
  package struct RandomOptions: MutableTable {
    package var seed: Int64 = 0
    package var seed2: Int64 = 0

    package init() {}

    package init(_ view: Schema.RandomOptions) {
      seed = view.seed
      seed2 = view.seed2
    }

    package func pack(_ builder: FlatBufferBuilder) -> FlatBufferReference {
      builder.beginTable()
      builder.store(seed, unless: 0, in: 0)
      builder.store(seed2, unless: 0, in: 1)
      return builder.endTable()
    }
  }
}

extension MutableSchema {
  /// `RangeOptions`, to be changed and written.
  package struct RangeOptions: MutableTable {
    package init() {}

    package init(_ view: Schema.RangeOptions) {
    }

    package func pack(_ builder: FlatBufferBuilder) -> FlatBufferReference {
      builder.beginTable()
      return builder.endTable()
    }
  }
}

extension MutableSchema {
  /// `RankOptions`, to be changed and written.
  package struct RankOptions: MutableTable {
    package init() {}

    package init(_ view: Schema.RankOptions) {
    }

    package func pack(_ builder: FlatBufferBuilder) -> FlatBufferReference {
      builder.beginTable()
      return builder.endTable()
    }
  }
}

extension MutableSchema {
  /// `ReadVariableOptions`, to be changed and written.
  package struct ReadVariableOptions: MutableTable {
    package init() {}

    package init(_ view: Schema.ReadVariableOptions) {
    }

    package func pack(_ builder: FlatBufferBuilder) -> FlatBufferReference {
      builder.beginTable()
      return builder.endTable()
    }
  }
}

extension MutableSchema {
  /// `ReducerOptions`, to be changed and written.
  package struct ReducerOptions: MutableTable {
    package var keepDims: Bool = false

    package init() {}

    package init(_ view: Schema.ReducerOptions) {
      keepDims = view.keepDims
    }

    package func pack(_ builder: FlatBufferBuilder) -> FlatBufferReference {
      builder.beginTable()
      builder.store(keepDims, unless: false, in: 0)
      return builder.endTable()
    }
  }
}

extension MutableSchema {
  /// `ReshapeOptions`, to be changed and written.
  package struct ReshapeOptions: MutableTable {
    package var newShape: [Int32]?

    package init() {}

    package init(_ view: Schema.ReshapeOptions) {
      newShape = view.hasNewShape ? Array(view.newShape) : nil
    }

    package func pack(_ builder: FlatBufferBuilder) -> FlatBufferReference {
      let newShape = builder.vector(self.newShape)
      builder.beginTable()
      builder.store(newShape, in: 0)
      return builder.endTable()
    }
  }
}

extension MutableSchema {
  /// `ResizeBilinearOptions`, to be changed and written.
  package struct ResizeBilinearOptions: MutableTable {
    package var alignCorners: Bool = false
    package var halfPixelCenters: Bool = false

    package init() {}

    package init(_ view: Schema.ResizeBilinearOptions) {
      alignCorners = view.alignCorners
      halfPixelCenters = view.halfPixelCenters
    }

    package func pack(_ builder: FlatBufferBuilder) -> FlatBufferReference {
      builder.beginTable()
      builder.store(alignCorners, unless: false, in: 2)
      builder.store(halfPixelCenters, unless: false, in: 3)
      return builder.endTable()
    }
  }
}

extension MutableSchema {
  /// `ResizeNearestNeighborOptions`, to be changed and written.
  package struct ResizeNearestNeighborOptions: MutableTable {
    package var alignCorners: Bool = false
    package var halfPixelCenters: Bool = false

    package init() {}

    package init(_ view: Schema.ResizeNearestNeighborOptions) {
      alignCorners = view.alignCorners
      halfPixelCenters = view.halfPixelCenters
    }

    package func pack(_ builder: FlatBufferBuilder) -> FlatBufferReference {
      builder.beginTable()
      builder.store(alignCorners, unless: false, in: 0)
      builder.store(halfPixelCenters, unless: false, in: 1)
      return builder.endTable()
    }
  }
}

extension MutableSchema {
  /// `ReverseSequenceOptions`, to be changed and written.
  package struct ReverseSequenceOptions: MutableTable {
    package var seqDim: Int32 = 0
    package var batchDim: Int32 = 0

    package init() {}

    package init(_ view: Schema.ReverseSequenceOptions) {
      seqDim = view.seqDim
      batchDim = view.batchDim
    }

    package func pack(_ builder: FlatBufferBuilder) -> FlatBufferReference {
      builder.beginTable()
      builder.store(seqDim, unless: 0, in: 0)
      builder.store(batchDim, unless: 0, in: 1)
      return builder.endTable()
    }
  }
}

extension MutableSchema {
  /// `ReverseV2Options`, to be changed and written.
  package struct ReverseV2Options: MutableTable {
    package init() {}

    package init(_ view: Schema.ReverseV2Options) {
    }

    package func pack(_ builder: FlatBufferBuilder) -> FlatBufferReference {
      builder.beginTable()
      return builder.endTable()
    }
  }
}

extension MutableSchema {
  /// `Rfft2dOptions`, to be changed and written.
  package struct Rfft2dOptions: MutableTable {
    package init() {}

    package init(_ view: Schema.Rfft2dOptions) {
    }

    package func pack(_ builder: FlatBufferBuilder) -> FlatBufferReference {
      builder.beginTable()
      return builder.endTable()
    }
  }
}

extension MutableSchema {
  /// `RightShiftOptions`, to be changed and written.
  package struct RightShiftOptions: MutableTable {
    package init() {}

    package init(_ view: Schema.RightShiftOptions) {
    }

    package func pack(_ builder: FlatBufferBuilder) -> FlatBufferReference {
      builder.beginTable()
      return builder.endTable()
    }
  }
}

extension MutableSchema {
  /// `SVDFOptions`, to be changed and written.
  package struct SVDFOptions: MutableTable {
    package var rank: Int32 = 0
    package var fusedActivationFunction: Schema.ActivationFunctionType = .none
    package var asymmetricQuantizeInputs: Bool = false

    package init() {}

    package init(_ view: Schema.SVDFOptions) {
      rank = view.rank
      fusedActivationFunction = view.fusedActivationFunction
      asymmetricQuantizeInputs = view.asymmetricQuantizeInputs
    }

    package func pack(_ builder: FlatBufferBuilder) -> FlatBufferReference {
      builder.beginTable()
      builder.store(rank, unless: 0, in: 0)
      builder.store(fusedActivationFunction, unless: .none, in: 1)
      builder.store(asymmetricQuantizeInputs, unless: false, in: 2)
      return builder.endTable()
    }
  }
}

extension MutableSchema {
  /// `ScatterNdOptions`, to be changed and written.
  package struct ScatterNdOptions: MutableTable {
    package init() {}

    package init(_ view: Schema.ScatterNdOptions) {
    }

    package func pack(_ builder: FlatBufferBuilder) -> FlatBufferReference {
      builder.beginTable()
      return builder.endTable()
    }
  }
}

extension MutableSchema {
  /// `SegmentSumOptions`, to be changed and written.
  package struct SegmentSumOptions: MutableTable {
    package init() {}

    package init(_ view: Schema.SegmentSumOptions) {
    }

    package func pack(_ builder: FlatBufferBuilder) -> FlatBufferReference {
      builder.beginTable()
      return builder.endTable()
    }
  }
}

extension MutableSchema {
  /// `SelectOptions`, to be changed and written.
  package struct SelectOptions: MutableTable {
    package init() {}

    package init(_ view: Schema.SelectOptions) {
    }

    package func pack(_ builder: FlatBufferBuilder) -> FlatBufferReference {
      builder.beginTable()
      return builder.endTable()
    }
  }
}

extension MutableSchema {
  /// `SelectV2Options`, to be changed and written.
  package struct SelectV2Options: MutableTable {
    package init() {}

    package init(_ view: Schema.SelectV2Options) {
    }

    package func pack(_ builder: FlatBufferBuilder) -> FlatBufferReference {
      builder.beginTable()
      return builder.endTable()
    }
  }
}

extension MutableSchema {
  /// `SequenceRNNOptions`, to be changed and written.
  package struct SequenceRNNOptions: MutableTable {
    package var timeMajor: Bool = false
    package var fusedActivationFunction: Schema.ActivationFunctionType = .none
    package var asymmetricQuantizeInputs: Bool = false

    package init() {}

    package init(_ view: Schema.SequenceRNNOptions) {
      timeMajor = view.timeMajor
      fusedActivationFunction = view.fusedActivationFunction
      asymmetricQuantizeInputs = view.asymmetricQuantizeInputs
    }

    package func pack(_ builder: FlatBufferBuilder) -> FlatBufferReference {
      builder.beginTable()
      builder.store(timeMajor, unless: false, in: 0)
      builder.store(fusedActivationFunction, unless: .none, in: 1)
      builder.store(asymmetricQuantizeInputs, unless: false, in: 2)
      return builder.endTable()
    }
  }
}

extension MutableSchema {
  /// `ShapeOptions`, to be changed and written.
  package struct ShapeOptions: MutableTable {
    package var outType: Schema.TensorType = .float32

    package init() {}

    package init(_ view: Schema.ShapeOptions) {
      outType = view.outType
    }

    package func pack(_ builder: FlatBufferBuilder) -> FlatBufferReference {
      builder.beginTable()
      builder.store(outType, unless: .float32, in: 0)
      return builder.endTable()
    }
  }
}

extension MutableSchema {
  /// `SignOptions`, to be changed and written.
  package struct SignOptions: MutableTable {
    package init() {}

    package init(_ view: Schema.SignOptions) {
    }

    package func pack(_ builder: FlatBufferBuilder) -> FlatBufferReference {
      builder.beginTable()
      return builder.endTable()
    }
  }
}
