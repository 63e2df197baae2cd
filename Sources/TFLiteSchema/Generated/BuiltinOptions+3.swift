// Generated from Schema/tflite.fbs by Schema/generate; not to be edited.

extension Schema {
  /// Options of FAKE_QUANT.
  public struct FakeQuantOptions: Sendable {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }

    /// Least real value. `min`, 0.0 when absent.
    public var min: Float { table.scalar(0, default: 0.0) }

    /// Greatest real value. `max`, 0.0 when absent.
    public var max: Float { table.scalar(1, default: 0.0) }

    /// Bits of the grid. `num_bits`, 0 when absent.
    public var numBits: Int32 { table.scalar(2, default: 0) }

    /// Whether the least code is left out, since version 2. `narrow_range`, false when absent.
    public var narrowRange: Bool { table.scalar(3, default: false) }
  }
}

extension Schema.BuiltinOptionsUnion {
  /// The table `FakeQuantOptions`, nil when it is another one or none.
  public var fakeQuantOptions: Schema.FakeQuantOptions? { self[.fakeQuantOptions].map(Schema.FakeQuantOptions.init) }
}

extension Schema {
  /// Options of FILL.
  public struct FillOptions: Sendable {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }
  }
}

extension Schema.BuiltinOptionsUnion {
  /// The table `FillOptions`, nil when it is another one or none.
  public var fillOptions: Schema.FillOptions? { self[.fillOptions].map(Schema.FillOptions.init) }
}

extension Schema {
  /// Options of FLOOR_DIV.
  public struct FloorDivOptions: Sendable {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }
  }
}

extension Schema.BuiltinOptionsUnion {
  /// The table `FloorDivOptions`, nil when it is another one or none.
  public var floorDivOptions: Schema.FloorDivOptions? { self[.floorDivOptions].map(Schema.FloorDivOptions.init) }
}

extension Schema {
  /// Options of FLOOR_MOD.
  public struct FloorModOptions: Sendable {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }
  }
}

extension Schema.BuiltinOptionsUnion {
  /// The table `FloorModOptions`, nil when it is another one or none.
  public var floorModOptions: Schema.FloorModOptions? { self[.floorModOptions].map(Schema.FloorModOptions.init) }
}

extension Schema {
  /// Options of FULLY_CONNECTED.
  public struct FullyConnectedOptions: Sendable {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }

    /// Activation of the result. `fused_activation_function`, `.none` when absent.
    public var fusedActivationFunction: ActivationFunctionType { table.enumeration(0, default: .none) }

    /// Storage of the weights, since version 2. `weights_format`, `.default` when absent.
    public var weightsFormat: FullyConnectedOptionsWeightsFormat { table.enumeration(1, default: .default) }

    /// Whether the output keeps all dimensions of the input but the last, since version 5. `keep_num_dims`, false when
    /// absent.
    public var keepNumDims: Bool { table.scalar(2, default: false) }

    /// Whether dynamic-range inputs are quantised with a zero point, since version 7. `asymmetric_quantize_inputs`,
    /// false when absent.
    public var asymmetricQuantizeInputs: Bool { table.scalar(3, default: false) }

    /// Type of bias and accumulator in quantised forms, since version 11. `quantized_bias_type`, `.float32` when
    /// absent.
    public var quantizedBiasType: TensorType { table.enumeration(4, default: .float32) }
  }
}

extension Schema.BuiltinOptionsUnion {
  /// The table `FullyConnectedOptions`, nil when it is another one or none.
  public var fullyConnectedOptions: Schema.FullyConnectedOptions? {
    self[.fullyConnectedOptions].map(Schema.FullyConnectedOptions.init)
  }
}

extension Schema {
  /// Options of GATHER_ND.
  public struct GatherNdOptions: Sendable {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }
  }
}

extension Schema.BuiltinOptionsUnion {
  /// The table `GatherNdOptions`, nil when it is another one or none.
  public var gatherNdOptions: Schema.GatherNdOptions? { self[.gatherNdOptions].map(Schema.GatherNdOptions.init) }
}

extension Schema {
  /// Options of GATHER.
  public struct GatherOptions: Sendable {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }

    /// The dimension indexed. `axis`, 0 when absent.
    public var axis: Int32 { table.scalar(0, default: 0) }

    /// Leading dimensions shared by data and indices, since version 5. `batch_dims`, 0 when absent.
    public var batchDims: Int32 { table.scalar(1, default: 0) }
  }
}

extension Schema.BuiltinOptionsUnion {
  /// The table `GatherOptions`, nil when it is another one or none.
  public var gatherOptions: Schema.GatherOptions? { self[.gatherOptions].map(Schema.GatherOptions.init) }
}

extension Schema {
  /// Options of GELU.
  public struct GeluOptions: Sendable {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }

    /// Whether the tanh form is used. `approximate`, false when absent.
    public var approximate: Bool { table.scalar(0, default: false) }
  }
}

extension Schema.BuiltinOptionsUnion {
  /// The table `GeluOptions`, nil when it is another one or none.
  public var geluOptions: Schema.GeluOptions? { self[.geluOptions].map(Schema.GeluOptions.init) }
}

extension Schema {
  /// Options of GREATER_EQUAL.
  public struct GreaterEqualOptions: Sendable {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }
  }
}

extension Schema.BuiltinOptionsUnion {
  /// The table `GreaterEqualOptions`, nil when it is another one or none.
  public var greaterEqualOptions: Schema.GreaterEqualOptions? {
    self[.greaterEqualOptions].map(Schema.GreaterEqualOptions.init)
  }
}

extension Schema {
  /// Options of GREATER.
  public struct GreaterOptions: Sendable {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }
  }
}

extension Schema.BuiltinOptionsUnion {
  /// The table `GreaterOptions`, nil when it is another one or none.
  public var greaterOptions: Schema.GreaterOptions? { self[.greaterOptions].map(Schema.GreaterOptions.init) }
}

extension Schema {
  /// Options of HARD_SWISH.
  public struct HardSwishOptions: Sendable {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }
  }
}

extension Schema.BuiltinOptionsUnion {
  /// The table `HardSwishOptions`, nil when it is another one or none.
  public var hardSwishOptions: Schema.HardSwishOptions? { self[.hardSwishOptions].map(Schema.HardSwishOptions.init) }
}

extension Schema {
  /// Options of HASHTABLE_FIND.
  public struct HashtableFindOptions: Sendable {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }
  }
}

extension Schema.BuiltinOptionsUnion {
  /// The table `HashtableFindOptions`, nil when it is another one or none.
  public var hashtableFindOptions: Schema.HashtableFindOptions? {
    self[.hashtableFindOptions].map(Schema.HashtableFindOptions.init)
  }
}

extension Schema {
  /// Options of HASHTABLE_IMPORT.
  public struct HashtableImportOptions: Sendable {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }
  }
}

extension Schema.BuiltinOptionsUnion {
  /// The table `HashtableImportOptions`, nil when it is another one or none.
  public var hashtableImportOptions: Schema.HashtableImportOptions? {
    self[.hashtableImportOptions].map(Schema.HashtableImportOptions.init)
  }
}

extension Schema {
  /// Options of HASHTABLE.
  public struct HashtableOptions: Sendable {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }

    /// Identity of the table, shared by all subgraphs. `table_id`, 0 when absent.
    public var tableId: Int32 { table.scalar(0, default: 0) }

    /// Type of keys. `key_dtype`, `.float32` when absent.
    public var keyDtype: TensorType { table.enumeration(1, default: .float32) }

    /// Type of values. `value_dtype`, `.float32` when absent.
    public var valueDtype: TensorType { table.enumeration(2, default: .float32) }
  }
}

extension Schema.BuiltinOptionsUnion {
  /// The table `HashtableOptions`, nil when it is another one or none.
  public var hashtableOptions: Schema.HashtableOptions? { self[.hashtableOptions].map(Schema.HashtableOptions.init) }
}

extension Schema {
  /// Options of HASHTABLE_SIZE.
  public struct HashtableSizeOptions: Sendable {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }
  }
}

extension Schema.BuiltinOptionsUnion {
  /// The table `HashtableSizeOptions`, nil when it is another one or none.
  public var hashtableSizeOptions: Schema.HashtableSizeOptions? {
    self[.hashtableSizeOptions].map(Schema.HashtableSizeOptions.init)
  }
}

extension Schema {
  /// Options of IF.
  public struct IfOptions: Sendable {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }

    /// The subgraph for true. `then_subgraph_index`, 0 when absent.
    public var thenSubgraphIndex: Int32 { table.scalar(0, default: 0) }

    /// The subgraph for false. `else_subgraph_index`, 0 when absent.
    public var elseSubgraphIndex: Int32 { table.scalar(1, default: 0) }
  }
}

extension Schema.BuiltinOptionsUnion {
  /// The table `IfOptions`, nil when it is another one or none.
  public var ifOptions: Schema.IfOptions? { self[.ifOptions].map(Schema.IfOptions.init) }
}

extension Schema {
  /// Options of L2_NORMALIZATION.
  public struct L2NormOptions: Sendable {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }

    /// Activation; the reference ignores it. `fused_activation_function`, `.none` when absent.
    public var fusedActivationFunction: ActivationFunctionType { table.enumeration(0, default: .none) }
  }
}

extension Schema.BuiltinOptionsUnion {
  /// The table `L2NormOptions`, nil when it is another one or none.
  public var l2NormOptions: Schema.L2NormOptions? { self[.l2NormOptions].map(Schema.L2NormOptions.init) }
}

extension Schema {
  /// Options of LSH_PROJECTION.
  public struct LSHProjectionOptions: Sendable {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }

    /// The form of the hash. `type`, `.unknown` when absent.
    public var type: LSHProjectionType { table.enumeration(0, default: .unknown) }
  }
}

extension Schema.BuiltinOptionsUnion {
  /// The table `LSHProjectionOptions`, nil when it is another one or none.
  public var lshProjectionOptions: Schema.LSHProjectionOptions? {
    self[.lshProjectionOptions].map(Schema.LSHProjectionOptions.init)
  }
}
