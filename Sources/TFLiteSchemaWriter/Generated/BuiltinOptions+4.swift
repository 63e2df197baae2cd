// Generated from Schema/tflite.fbs by Schema/generate; not to be edited.

import TFLiteSchema

extension MutableSchema {
  /// `ExpOptions`, to be changed and written.
  package struct ExpOptions: MutableTable {
    package init() {}

    package init(_ view: Schema.ExpOptions) {
    }

    package func pack(_ builder: FlatBufferBuilder) -> FlatBufferReference {
      builder.beginTable()
      return builder.endTable()
    }
  }
}

extension MutableSchema {
  /// `ExpandDimsOptions`, to be changed and written.
  package struct ExpandDimsOptions: MutableTable {
    package init() {}

    package init(_ view: Schema.ExpandDimsOptions) {
    }

    package func pack(_ builder: FlatBufferBuilder) -> FlatBufferReference {
      builder.beginTable()
      return builder.endTable()
    }
  }
}

extension MutableSchema {
  /// `FakeQuantOptions`, to be changed and written.
  package struct FakeQuantOptions: MutableTable {
    package var min: Float = 0.0
    package var max: Float = 0.0
    package var numBits: Int32 = 0
    package var narrowRange: Bool = false

    package init() {}

    package init(_ view: Schema.FakeQuantOptions) {
      min = view.min
      max = view.max
      numBits = view.numBits
      narrowRange = view.narrowRange
    }

    package func pack(_ builder: FlatBufferBuilder) -> FlatBufferReference {
      builder.beginTable()
      builder.store(min, unless: 0.0, in: 0)
      builder.store(max, unless: 0.0, in: 1)
      builder.store(numBits, unless: 0, in: 2)
      builder.store(narrowRange, unless: false, in: 3)
      return builder.endTable()
    }
  }
}

extension MutableSchema {
  /// `FillOptions`, to be changed and written.
  package struct FillOptions: MutableTable {
    package init() {}

    package init(_ view: Schema.FillOptions) {
    }

    package func pack(_ builder: FlatBufferBuilder) -> FlatBufferReference {
      builder.beginTable()
      return builder.endTable()
    }
  }
}

extension MutableSchema {
  /// `FloorDivOptions`, to be changed and written.
  package struct FloorDivOptions: MutableTable {
    package init() {}

    package init(_ view: Schema.FloorDivOptions) {
    }

    package func pack(_ builder: FlatBufferBuilder) -> FlatBufferReference {
      builder.beginTable()
      return builder.endTable()
    }
  }
}

extension MutableSchema {
  /// `FloorModOptions`, to be changed and written.
  package struct FloorModOptions: MutableTable {
    package init() {}

    package init(_ view: Schema.FloorModOptions) {
    }

    package func pack(_ builder: FlatBufferBuilder) -> FlatBufferReference {
      builder.beginTable()
      return builder.endTable()
    }
  }
}

extension MutableSchema {
  /// `FullyConnectedOptions`, to be changed and written.
  package struct FullyConnectedOptions: MutableTable {
    package var fusedActivationFunction: Schema.ActivationFunctionType = .none
    package var weightsFormat: Schema.FullyConnectedOptionsWeightsFormat = .`default`
    package var keepNumDims: Bool = false
    package var asymmetricQuantizeInputs: Bool = false
    package var quantizedBiasType: Schema.TensorType = .float32

    package init() {}

    package init(_ view: Schema.FullyConnectedOptions) {
      fusedActivationFunction = view.fusedActivationFunction
      weightsFormat = view.weightsFormat
      keepNumDims = view.keepNumDims
      asymmetricQuantizeInputs = view.asymmetricQuantizeInputs
      quantizedBiasType = view.quantizedBiasType
    }

    package func pack(_ builder: FlatBufferBuilder) -> FlatBufferReference {
      builder.beginTable()
      builder.store(fusedActivationFunction, unless: .none, in: 0)
      builder.store(weightsFormat, unless: .`default`, in: 1)
      builder.store(keepNumDims, unless: false, in: 2)
      builder.store(asymmetricQuantizeInputs, unless: false, in: 3)
      builder.store(quantizedBiasType, unless: .float32, in: 4)
      return builder.endTable()
    }
  }
}

extension MutableSchema {
  /// `GatherNdOptions`, to be changed and written.
  package struct GatherNdOptions: MutableTable {
    package init() {}

    package init(_ view: Schema.GatherNdOptions) {
    }

    package func pack(_ builder: FlatBufferBuilder) -> FlatBufferReference {
      builder.beginTable()
      return builder.endTable()
    }
  }
}

extension MutableSchema {
  /// `GatherOptions`, to be changed and written.
  package struct GatherOptions: MutableTable {
    package var axis: Int32 = 0
    package var batchDims: Int32 = 0

    package init() {}

    package init(_ view: Schema.GatherOptions) {
      axis = view.axis
      batchDims = view.batchDims
    }

    package func pack(_ builder: FlatBufferBuilder) -> FlatBufferReference {
      builder.beginTable()
      builder.store(axis, unless: 0, in: 0)
      builder.store(batchDims, unless: 0, in: 1)
      return builder.endTable()
    }
  }
}

extension MutableSchema {
  /// `GeluOptions`, to be changed and written.
  package struct GeluOptions: MutableTable {
    package var approximate: Bool = false

    package init() {}

    package init(_ view: Schema.GeluOptions) {
      approximate = view.approximate
    }

    package func pack(_ builder: FlatBufferBuilder) -> FlatBufferReference {
      builder.beginTable()
      builder.store(approximate, unless: false, in: 0)
      return builder.endTable()
    }
  }
}

extension MutableSchema {
  /// `GreaterEqualOptions`, to be changed and written.
  package struct GreaterEqualOptions: MutableTable {
    package init() {}

    package init(_ view: Schema.GreaterEqualOptions) {
    }

    package func pack(_ builder: FlatBufferBuilder) -> FlatBufferReference {
      builder.beginTable()
      return builder.endTable()
    }
  }
}

extension MutableSchema {
  /// `GreaterOptions`, to be changed and written.
  package struct GreaterOptions: MutableTable {
    package init() {}

    package init(_ view: Schema.GreaterOptions) {
    }

    package func pack(_ builder: FlatBufferBuilder) -> FlatBufferReference {
      builder.beginTable()
      return builder.endTable()
    }
  }
}

extension MutableSchema {
  /// `HardSwishOptions`, to be changed and written.
  package struct HardSwishOptions: MutableTable {
    package init() {}

    package init(_ view: Schema.HardSwishOptions) {
    }

    package func pack(_ builder: FlatBufferBuilder) -> FlatBufferReference {
      builder.beginTable()
      return builder.endTable()
    }
  }
}

extension MutableSchema {
  /// `HashtableFindOptions`, to be changed and written.
  package struct HashtableFindOptions: MutableTable {
    package init() {}

    package init(_ view: Schema.HashtableFindOptions) {
    }

    package func pack(_ builder: FlatBufferBuilder) -> FlatBufferReference {
      builder.beginTable()
      return builder.endTable()
    }
  }
}

extension MutableSchema {
  /// `HashtableImportOptions`, to be changed and written.
  package struct HashtableImportOptions: MutableTable {
    package init() {}

    package init(_ view: Schema.HashtableImportOptions) {
    }

    package func pack(_ builder: FlatBufferBuilder) -> FlatBufferReference {
      builder.beginTable()
      return builder.endTable()
    }
  }
}

extension MutableSchema {
  /// `HashtableOptions`, to be changed and written.
  package struct HashtableOptions: MutableTable {
    package var tableId: Int32 = 0
    package var keyDtype: Schema.TensorType = .float32
    package var valueDtype: Schema.TensorType = .float32

    package init() {}

    package init(_ view: Schema.HashtableOptions) {
      tableId = view.tableId
      keyDtype = view.keyDtype
      valueDtype = view.valueDtype
    }

    package func pack(_ builder: FlatBufferBuilder) -> FlatBufferReference {
      builder.beginTable()
      builder.store(tableId, unless: 0, in: 0)
      builder.store(keyDtype, unless: .float32, in: 1)
      builder.store(valueDtype, unless: .float32, in: 2)
      return builder.endTable()
    }
  }
}

extension MutableSchema {
  /// `HashtableSizeOptions`, to be changed and written.
  package struct HashtableSizeOptions: MutableTable {
    package init() {}

    package init(_ view: Schema.HashtableSizeOptions) {
    }

    package func pack(_ builder: FlatBufferBuilder) -> FlatBufferReference {
      builder.beginTable()
      return builder.endTable()
    }
  }
}

extension MutableSchema {
  /// `IfOptions`, to be changed and written.
  package struct IfOptions: MutableTable {
    package var thenSubgraphIndex: Int32 = 0
    package var elseSubgraphIndex: Int32 = 0

    package init() {}

    package init(_ view: Schema.IfOptions) {
      thenSubgraphIndex = view.thenSubgraphIndex
      elseSubgraphIndex = view.elseSubgraphIndex
    }

    package func pack(_ builder: FlatBufferBuilder) -> FlatBufferReference {
      builder.beginTable()
      builder.store(thenSubgraphIndex, unless: 0, in: 0)
      builder.store(elseSubgraphIndex, unless: 0, in: 1)
      return builder.endTable()
    }
  }
}

extension MutableSchema {
  /// `L2NormOptions`, to be changed and written.
  package struct L2NormOptions: MutableTable {
    package var fusedActivationFunction: Schema.ActivationFunctionType = .none

    package init() {}

    package init(_ view: Schema.L2NormOptions) {
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
  /// `LSHProjectionOptions`, to be changed and written.
  package struct LSHProjectionOptions: MutableTable {
    package var type: Schema.LSHProjectionType = .unknown

    package init() {}

    package init(_ view: Schema.LSHProjectionOptions) {
      type = view.type
    }

    package func pack(_ builder: FlatBufferBuilder) -> FlatBufferReference {
      builder.beginTable()
      builder.store(type, unless: .unknown, in: 0)
      return builder.endTable()
    }
  }
}

extension MutableSchema {
  /// `LSTMOptions`, to be changed and written.
  package struct LSTMOptions: MutableTable {
    package var fusedActivationFunction: Schema.ActivationFunctionType = .none
    package var cellClip: Float = 0.0
    package var projClip: Float = 0.0
    package var kernelType: Schema.LSTMKernelType = .full
    package var asymmetricQuantizeInputs: Bool = false

    package init() {}

    package init(_ view: Schema.LSTMOptions) {
      fusedActivationFunction = view.fusedActivationFunction
      cellClip = view.cellClip
      projClip = view.projClip
      kernelType = view.kernelType
      asymmetricQuantizeInputs = view.asymmetricQuantizeInputs
    }

    package func pack(_ builder: FlatBufferBuilder) -> FlatBufferReference {
      builder.beginTable()
      builder.store(cellClip, unless: 0.0, in: 1)
      builder.store(projClip, unless: 0.0, in: 2)
      builder.store(fusedActivationFunction, unless: .none, in: 0)
      builder.store(kernelType, unless: .full, in: 3)
      builder.store(asymmetricQuantizeInputs, unless: false, in: 4)
      return builder.endTable()
    }
  }
}
