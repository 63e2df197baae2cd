// Generated from Schema/tflite.fbs by Schema/generate; not to be edited.

extension Schema {
  /// Options of LSTM.
  public struct LSTMOptions: Sendable {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }

    /// Activation of the cell. `fused_activation_function`, `.none` when absent.
    public var fusedActivationFunction: ActivationFunctionType { table.enumeration(0, default: .none) }

    /// Bound of the cell state; 0 for none. `cell_clip`, 0.0 when absent.
    public var cellClip: Float { table.scalar(1, default: 0.0) }

    /// Bound of the projected output; 0 for none. `proj_clip`, 0.0 when absent.
    public var projClip: Float { table.scalar(2, default: 0.0) }

    /// The form of the cell, since version 2. `kernel_type`, `.full` when absent.
    public var kernelType: LSTMKernelType { table.enumeration(3, default: .full) }

    /// Whether dynamic-range inputs are quantised with a zero point, since version 4. `asymmetric_quantize_inputs`,
    /// false when absent.
    public var asymmetricQuantizeInputs: Bool { table.scalar(4, default: false) }
  }
}

extension Schema.BuiltinOptionsUnion {
  /// The table `LSTMOptions`, nil when it is another one or none.
  public var lstmOptions: Schema.LSTMOptions? { self[.lstmOptions].map(Schema.LSTMOptions.init) }
}

extension Schema {
  /// Options of LEAKY_RELU.
  public struct LeakyReluOptions: Sendable {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }

    /// Slope for negative inputs. `alpha`, 0.0 when absent.
    public var alpha: Float { table.scalar(0, default: 0.0) }
  }
}

extension Schema.BuiltinOptionsUnion {
  /// The table `LeakyReluOptions`, nil when it is another one or none.
  public var leakyReluOptions: Schema.LeakyReluOptions? { self[.leakyReluOptions].map(Schema.LeakyReluOptions.init) }
}

extension Schema {
  /// Options of LESS_EQUAL.
  public struct LessEqualOptions: Sendable {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }
  }
}

extension Schema.BuiltinOptionsUnion {
  /// The table `LessEqualOptions`, nil when it is another one or none.
  public var lessEqualOptions: Schema.LessEqualOptions? { self[.lessEqualOptions].map(Schema.LessEqualOptions.init) }
}

extension Schema {
  /// Options of LESS.
  public struct LessOptions: Sendable {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }
  }
}

extension Schema.BuiltinOptionsUnion {
  /// The table `LessOptions`, nil when it is another one or none.
  public var lessOptions: Schema.LessOptions? { self[.lessOptions].map(Schema.LessOptions.init) }
}

extension Schema {
  /// Options of LOCAL_RESPONSE_NORMALIZATION: output = input / (bias + alpha * sum of squares) ^ beta.
  public struct LocalResponseNormalizationOptions: Sendable {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }

    /// Neighbours on each side in the last dimension. `radius`, 0 when absent.
    public var radius: Int32 { table.scalar(0, default: 0) }

    /// Offset of the denominator. `bias`, 0.0 when absent.
    public var bias: Float { table.scalar(1, default: 0.0) }

    /// Factor of the sum of squares. `alpha`, 0.0 when absent.
    public var alpha: Float { table.scalar(2, default: 0.0) }

    /// Exponent of the denominator. `beta`, 0.0 when absent.
    public var beta: Float { table.scalar(3, default: 0.0) }
  }
}

extension Schema.BuiltinOptionsUnion {
  /// The table `LocalResponseNormalizationOptions`, nil when it is another one or none.
  public var localResponseNormalizationOptions: Schema.LocalResponseNormalizationOptions? {
    self[.localResponseNormalizationOptions].map(Schema.LocalResponseNormalizationOptions.init)
  }
}

extension Schema {
  /// Options of LOG_SOFTMAX.
  public struct LogSoftmaxOptions: Sendable {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }
  }
}

extension Schema.BuiltinOptionsUnion {
  /// The table `LogSoftmaxOptions`, nil when it is another one or none.
  public var logSoftmaxOptions: Schema.LogSoftmaxOptions? {
    self[.logSoftmaxOptions].map(Schema.LogSoftmaxOptions.init)
  }
}

extension Schema {
  /// Options of LOGICAL_AND.
  public struct LogicalAndOptions: Sendable {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }
  }
}

extension Schema.BuiltinOptionsUnion {
  /// The table `LogicalAndOptions`, nil when it is another one or none.
  public var logicalAndOptions: Schema.LogicalAndOptions? {
    self[.logicalAndOptions].map(Schema.LogicalAndOptions.init)
  }
}

extension Schema {
  /// Options of LOGICAL_NOT.
  public struct LogicalNotOptions: Sendable {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }
  }
}

extension Schema.BuiltinOptionsUnion {
  /// The table `LogicalNotOptions`, nil when it is another one or none.
  public var logicalNotOptions: Schema.LogicalNotOptions? {
    self[.logicalNotOptions].map(Schema.LogicalNotOptions.init)
  }
}

extension Schema {
  /// Options of LOGICAL_OR.
  public struct LogicalOrOptions: Sendable {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }
  }
}

extension Schema.BuiltinOptionsUnion {
  /// The table `LogicalOrOptions`, nil when it is another one or none.
  public var logicalOrOptions: Schema.LogicalOrOptions? { self[.logicalOrOptions].map(Schema.LogicalOrOptions.init) }
}

extension Schema {
  /// Options of MATRIX_DIAG.
  public struct MatrixDiagOptions: Sendable {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }
  }
}

extension Schema.BuiltinOptionsUnion {
  /// The table `MatrixDiagOptions`, nil when it is another one or none.
  public var matrixDiagOptions: Schema.MatrixDiagOptions? {
    self[.matrixDiagOptions].map(Schema.MatrixDiagOptions.init)
  }
}

extension Schema {
  /// Options of MATRIX_SET_DIAG.
  public struct MatrixSetDiagOptions: Sendable {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }
  }
}

extension Schema.BuiltinOptionsUnion {
  /// The table `MatrixSetDiagOptions`, nil when it is another one or none.
  public var matrixSetDiagOptions: Schema.MatrixSetDiagOptions? {
    self[.matrixSetDiagOptions].map(Schema.MatrixSetDiagOptions.init)
  }
}

extension Schema {
  /// Options of MAXIMUM and MINIMUM.
  public struct MaximumMinimumOptions: Sendable {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }
  }
}

extension Schema.BuiltinOptionsUnion {
  /// The table `MaximumMinimumOptions`, nil when it is another one or none.
  public var maximumMinimumOptions: Schema.MaximumMinimumOptions? {
    self[.maximumMinimumOptions].map(Schema.MaximumMinimumOptions.init)
  }
}

extension Schema {
  /// Options of MIRROR_PAD.
  public struct MirrorPadOptions: Sendable {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }

    /// Which elements are repeated. `mode`, `.reflect` when absent.
    public var mode: MirrorPadMode { table.enumeration(0, default: .reflect) }
  }
}

extension Schema.BuiltinOptionsUnion {
  /// The table `MirrorPadOptions`, nil when it is another one or none.
  public var mirrorPadOptions: Schema.MirrorPadOptions? { self[.mirrorPadOptions].map(Schema.MirrorPadOptions.init) }
}

extension Schema {
  /// Options of MUL.
  public struct MulOptions: Sendable {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }

    /// Activation of the result. `fused_activation_function`, `.none` when absent.
    public var fusedActivationFunction: ActivationFunctionType { table.enumeration(0, default: .none) }
  }
}

extension Schema.BuiltinOptionsUnion {
  /// The table `MulOptions`, nil when it is another one or none.
  public var mulOptions: Schema.MulOptions? { self[.mulOptions].map(Schema.MulOptions.init) }
}

extension Schema {
  /// Options of NEG.
  public struct NegOptions: Sendable {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }
  }
}

extension Schema.BuiltinOptionsUnion {
  /// The table `NegOptions`, nil when it is another one or none.
  public var negOptions: Schema.NegOptions? { self[.negOptions].map(Schema.NegOptions.init) }
}

extension Schema {
  /// Options of NON_MAX_SUPPRESSION_V4.
  public struct NonMaxSuppressionV4Options: Sendable {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }
  }
}

extension Schema.BuiltinOptionsUnion {
  /// The table `NonMaxSuppressionV4Options`, nil when it is another one or none.
  public var nonMaxSuppressionV4Options: Schema.NonMaxSuppressionV4Options? {
    self[.nonMaxSuppressionV4Options].map(Schema.NonMaxSuppressionV4Options.init)
  }
}

extension Schema {
  /// Options of NON_MAX_SUPPRESSION_V5.
  public struct NonMaxSuppressionV5Options: Sendable {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }
  }
}

extension Schema.BuiltinOptionsUnion {
  /// The table `NonMaxSuppressionV5Options`, nil when it is another one or none.
  public var nonMaxSuppressionV5Options: Schema.NonMaxSuppressionV5Options? {
    self[.nonMaxSuppressionV5Options].map(Schema.NonMaxSuppressionV5Options.init)
  }
}

extension Schema {
  /// Options of NOT_EQUAL.
  public struct NotEqualOptions: Sendable {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }
  }
}

extension Schema.BuiltinOptionsUnion {
  /// The table `NotEqualOptions`, nil when it is another one or none.
  public var notEqualOptions: Schema.NotEqualOptions? { self[.notEqualOptions].map(Schema.NotEqualOptions.init) }
}

extension Schema {
  /// Options of ONE_HOT.
  public struct OneHotOptions: Sendable {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }

    /// Where the new dimension goes; -1 for last. `axis`, 0 when absent.
    public var axis: Int32 { table.scalar(0, default: 0) }
  }
}

extension Schema.BuiltinOptionsUnion {
  /// The table `OneHotOptions`, nil when it is another one or none.
  public var oneHotOptions: Schema.OneHotOptions? { self[.oneHotOptions].map(Schema.OneHotOptions.init) }
}
