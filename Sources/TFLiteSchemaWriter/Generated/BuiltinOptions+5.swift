// Generated from Schema/tflite.fbs by Schema/generate; not to be edited.

import TFLiteSchema

extension MutableSchema {
  /// `LeakyReluOptions`, to be changed and written.
  package struct LeakyReluOptions: MutableTable {
    package var alpha: Float = 0.0

    package init() {}

    package init(_ view: Schema.LeakyReluOptions) {
      alpha = view.alpha
    }

    package func pack(_ builder: FlatBufferBuilder) -> FlatBufferReference {
      builder.beginTable()
      builder.store(alpha, unless: 0.0, in: 0)
      return builder.endTable()
    }
  }
}

extension MutableSchema {
  /// `LessEqualOptions`, to be changed and written.
  package struct LessEqualOptions: MutableTable {
    package init() {}

    package init(_ view: Schema.LessEqualOptions) {
    }

    package func pack(_ builder: FlatBufferBuilder) -> FlatBufferReference {
      builder.beginTable()
      return builder.endTable()
    }
  }
}

extension MutableSchema {
  /// `LessOptions`, to be changed and written.
  package struct LessOptions: MutableTable {
    package init() {}

    package init(_ view: Schema.LessOptions) {
    }

    package func pack(_ builder: FlatBufferBuilder) -> FlatBufferReference {
      builder.beginTable()
      return builder.endTable()
    }
  }
}

extension MutableSchema {
  /// `LocalResponseNormalizationOptions`, to be changed and written.
  package struct LocalResponseNormalizationOptions: MutableTable {
    package var radius: Int32 = 0
    package var bias: Float = 0.0
    package var alpha: Float = 0.0
    package var beta: Float = 0.0

    package init() {}

    package init(_ view: Schema.LocalResponseNormalizationOptions) {
      radius = view.radius
      bias = view.bias
      alpha = view.alpha
      beta = view.beta
    }

    package func pack(_ builder: FlatBufferBuilder) -> FlatBufferReference {
      builder.beginTable()
      builder.store(radius, unless: 0, in: 0)
      builder.store(bias, unless: 0.0, in: 1)
      builder.store(alpha, unless: 0.0, in: 2)
      builder.store(beta, unless: 0.0, in: 3)
      return builder.endTable()
    }
  }
}

extension MutableSchema {
  /// `LogSoftmaxOptions`, to be changed and written.
  package struct LogSoftmaxOptions: MutableTable {
    package init() {}

    package init(_ view: Schema.LogSoftmaxOptions) {
    }

    package func pack(_ builder: FlatBufferBuilder) -> FlatBufferReference {
      builder.beginTable()
      return builder.endTable()
    }
  }
}

extension MutableSchema {
  /// `LogicalAndOptions`, to be changed and written.
  package struct LogicalAndOptions: MutableTable {
    package init() {}

    package init(_ view: Schema.LogicalAndOptions) {
    }

    package func pack(_ builder: FlatBufferBuilder) -> FlatBufferReference {
      builder.beginTable()
      return builder.endTable()
    }
  }
}

extension MutableSchema {
  /// `LogicalNotOptions`, to be changed and written.
  package struct LogicalNotOptions: MutableTable {
    package init() {}

    package init(_ view: Schema.LogicalNotOptions) {
    }

    package func pack(_ builder: FlatBufferBuilder) -> FlatBufferReference {
      builder.beginTable()
      return builder.endTable()
    }
  }
}

extension MutableSchema {
  /// `LogicalOrOptions`, to be changed and written.
  package struct LogicalOrOptions: MutableTable {
    package init() {}

    package init(_ view: Schema.LogicalOrOptions) {
    }

    package func pack(_ builder: FlatBufferBuilder) -> FlatBufferReference {
      builder.beginTable()
      return builder.endTable()
    }
  }
}

extension MutableSchema {
  /// `MatrixDiagOptions`, to be changed and written.
  package struct MatrixDiagOptions: MutableTable {
    package init() {}

    package init(_ view: Schema.MatrixDiagOptions) {
    }

    package func pack(_ builder: FlatBufferBuilder) -> FlatBufferReference {
      builder.beginTable()
      return builder.endTable()
    }
  }
}

extension MutableSchema {
  /// `MatrixSetDiagOptions`, to be changed and written.
  package struct MatrixSetDiagOptions: MutableTable {
    package init() {}

    package init(_ view: Schema.MatrixSetDiagOptions) {
    }

    package func pack(_ builder: FlatBufferBuilder) -> FlatBufferReference {
      builder.beginTable()
      return builder.endTable()
    }
  }
}

extension MutableSchema {
  /// `MaximumMinimumOptions`, to be changed and written.
  package struct MaximumMinimumOptions: MutableTable {
    package init() {}

    package init(_ view: Schema.MaximumMinimumOptions) {
    }

    package func pack(_ builder: FlatBufferBuilder) -> FlatBufferReference {
      builder.beginTable()
      return builder.endTable()
    }
  }
}

extension MutableSchema {
  /// `MirrorPadOptions`, to be changed and written.
  package struct MirrorPadOptions: MutableTable {
    package var mode: Schema.MirrorPadMode = .reflect

    package init() {}

    package init(_ view: Schema.MirrorPadOptions) {
      mode = view.mode
    }

    package func pack(_ builder: FlatBufferBuilder) -> FlatBufferReference {
      builder.beginTable()
      builder.store(mode, unless: .reflect, in: 0)
      return builder.endTable()
    }
  }
}

extension MutableSchema {
  /// `MulOptions`, to be changed and written.
  package struct MulOptions: MutableTable {
    package var fusedActivationFunction: Schema.ActivationFunctionType = .none

    package init() {}

    package init(_ view: Schema.MulOptions) {
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
  /// `NegOptions`, to be changed and written.
  package struct NegOptions: MutableTable {
    package init() {}

    package init(_ view: Schema.NegOptions) {
    }

    package func pack(_ builder: FlatBufferBuilder) -> FlatBufferReference {
      builder.beginTable()
      return builder.endTable()
    }
  }
}

extension MutableSchema {
  /// `NonMaxSuppressionV4Options`, to be changed and written.
  package struct NonMaxSuppressionV4Options: MutableTable {
    package init() {}

    package init(_ view: Schema.NonMaxSuppressionV4Options) {
    }

    package func pack(_ builder: FlatBufferBuilder) -> FlatBufferReference {
      builder.beginTable()
      return builder.endTable()
    }
  }
}

extension MutableSchema {
  /// `NonMaxSuppressionV5Options`, to be changed and written.
  package struct NonMaxSuppressionV5Options: MutableTable {
    package init() {}

    package init(_ view: Schema.NonMaxSuppressionV5Options) {
    }

    package func pack(_ builder: FlatBufferBuilder) -> FlatBufferReference {
      builder.beginTable()
      return builder.endTable()
    }
  }
}

extension MutableSchema {
  /// `NotEqualOptions`, to be changed and written.
  package struct NotEqualOptions: MutableTable {
    package init() {}

    package init(_ view: Schema.NotEqualOptions) {
    }

    package func pack(_ builder: FlatBufferBuilder) -> FlatBufferReference {
      builder.beginTable()
      return builder.endTable()
    }
  }
}

extension MutableSchema {
  /// `OneHotOptions`, to be changed and written.
  package struct OneHotOptions: MutableTable {
    package var axis: Int32 = 0

    package init() {}

    package init(_ view: Schema.OneHotOptions) {
      axis = view.axis
    }

    package func pack(_ builder: FlatBufferBuilder) -> FlatBufferReference {
      builder.beginTable()
      builder.store(axis, unless: 0, in: 0)
      return builder.endTable()
    }
  }
}

extension MutableSchema {
  /// `PackOptions`, to be changed and written.
  package struct PackOptions: MutableTable {
    package var valuesCount: Int32 = 0
    package var axis: Int32 = 0

    package init() {}

    package init(_ view: Schema.PackOptions) {
      valuesCount = view.valuesCount
      axis = view.axis
    }

    package func pack(_ builder: FlatBufferBuilder) -> FlatBufferReference {
      builder.beginTable()
      builder.store(valuesCount, unless: 0, in: 0)
      builder.store(axis, unless: 0, in: 1)
      return builder.endTable()
    }
  }
}

extension MutableSchema {
  /// `PadOptions`, to be changed and written.
  package struct PadOptions: MutableTable {
    package init() {}

    package init(_ view: Schema.PadOptions) {
    }

    package func pack(_ builder: FlatBufferBuilder) -> FlatBufferReference {
      builder.beginTable()
      return builder.endTable()
    }
  }
}

extension MutableSchema {
  /// `PadV2Options`, to be changed and written.
  package struct PadV2Options: MutableTable {
    package init() {}

    package init(_ view: Schema.PadV2Options) {
    }

    package func pack(_ builder: FlatBufferBuilder) -> FlatBufferReference {
      builder.beginTable()
      return builder.endTable()
    }
  }
}

extension MutableSchema {
  /// `Pool2DOptions`, to be changed and written.
  package struct Pool2DOptions: MutableTable {
    package var padding: Schema.Padding = .same
    package var strideW: Int32 = 0
    package var strideH: Int32 = 0
    package var filterWidth: Int32 = 0
    package var filterHeight: Int32 = 0
    package var fusedActivationFunction: Schema.ActivationFunctionType = .none

    package init() {}

    package init(_ view: Schema.Pool2DOptions) {
      padding = view.padding
      strideW = view.strideW
      strideH = view.strideH
      filterWidth = view.filterWidth
      filterHeight = view.filterHeight
      fusedActivationFunction = view.fusedActivationFunction
    }

    package func pack(_ builder: FlatBufferBuilder) -> FlatBufferReference {
      builder.beginTable()
      builder.store(strideW, unless: 0, in: 1)
      builder.store(strideH, unless: 0, in: 2)
      builder.store(filterWidth, unless: 0, in: 3)
      builder.store(filterHeight, unless: 0, in: 4)
      builder.store(padding, unless: .same, in: 0)
      builder.store(fusedActivationFunction, unless: .none, in: 5)
      return builder.endTable()
    }
  }
}

extension MutableSchema {
  /// `PowOptions`, to be changed and written.
  package struct PowOptions: MutableTable {
    package init() {}

    package init(_ view: Schema.PowOptions) {
    }

    package func pack(_ builder: FlatBufferBuilder) -> FlatBufferReference {
      builder.beginTable()
      return builder.endTable()
    }
  }
}
