// Generated from Schema/tflite.fbs by Schema/generate; not to be edited.

extension Schema {
  /// Options of PACK.
  public struct PackOptions: Sendable {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }

    /// Number of inputs. `values_count`, 0 when absent.
    public var valuesCount: Int32 { table.scalar(0, default: 0) }

    /// The new dimension. `axis`, 0 when absent.
    public var axis: Int32 { table.scalar(1, default: 0) }
  }
}

extension Schema.BuiltinOptionsUnion {
  /// The table `PackOptions`, nil when it is another one or none.
  public var packOptions: Schema.PackOptions? { self[.packOptions].map(Schema.PackOptions.init) }
}

extension Schema {
  /// Options of PAD.
  public struct PadOptions: Sendable {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }
  }
}

extension Schema.BuiltinOptionsUnion {
  /// The table `PadOptions`, nil when it is another one or none.
  public var padOptions: Schema.PadOptions? { self[.padOptions].map(Schema.PadOptions.init) }
}

extension Schema {
  /// Options of PADV2.
  public struct PadV2Options: Sendable {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }
  }
}

extension Schema.BuiltinOptionsUnion {
  /// The table `PadV2Options`, nil when it is another one or none.
  public var padV2Options: Schema.PadV2Options? { self[.padV2Options].map(Schema.PadV2Options.init) }
}

extension Schema {
  /// Options of AVERAGE_POOL_2D, MAX_POOL_2D and L2_POOL_2D.
  public struct Pool2DOptions: Sendable {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }

    /// Border treatment. `padding`, `.same` when absent.
    public var padding: Padding { table.enumeration(0, default: .same) }

    /// Window step along the width. `stride_w`, 0 when absent.
    public var strideW: Int32 { table.scalar(1, default: 0) }

    /// Window step along the height. `stride_h`, 0 when absent.
    public var strideH: Int32 { table.scalar(2, default: 0) }

    /// Window width. `filter_width`, 0 when absent.
    public var filterWidth: Int32 { table.scalar(3, default: 0) }

    /// Window height. `filter_height`, 0 when absent.
    public var filterHeight: Int32 { table.scalar(4, default: 0) }

    /// Activation of the result. `fused_activation_function`, `.none` when absent.
    public var fusedActivationFunction: ActivationFunctionType { table.enumeration(5, default: .none) }
  }
}

extension Schema.BuiltinOptionsUnion {
  /// The table `Pool2DOptions`, nil when it is another one or none.
  public var pool2DOptions: Schema.Pool2DOptions? { self[.pool2DOptions].map(Schema.Pool2DOptions.init) }
}

extension Schema {
  /// Options of POW.
  public struct PowOptions: Sendable {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }
  }
}

extension Schema.BuiltinOptionsUnion {
  /// The table `PowOptions`, nil when it is another one or none.
  public var powOptions: Schema.PowOptions? { self[.powOptions].map(Schema.PowOptions.init) }
}

extension Schema {
  /// Options of QUANTIZE.
  public struct QuantizeOptions: Sendable {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }
  }
}

extension Schema.BuiltinOptionsUnion {
  /// The table `QuantizeOptions`, nil when it is another one or none.
  public var quantizeOptions: Schema.QuantizeOptions? { self[.quantizeOptions].map(Schema.QuantizeOptions.init) }
}

extension Schema {
  /// Options of RNN.
  public struct RNNOptions: Sendable {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }

    /// Activation of the cell. `fused_activation_function`, `.none` when absent.
    public var fusedActivationFunction: ActivationFunctionType { table.enumeration(0, default: .none) }

    /// Whether dynamic-range inputs are quantised with a zero point. `asymmetric_quantize_inputs`, false when absent.
    public var asymmetricQuantizeInputs: Bool { table.scalar(1, default: false) }
  }
}

extension Schema.BuiltinOptionsUnion {
  /// The table `RNNOptions`, nil when it is another one or none.
  public var rnnOptions: Schema.RNNOptions? { self[.rnnOptions].map(Schema.RNNOptions.init) }
}

extension Schema {
  /// Options of RANDOM_UNIFORM, RANDOM_STANDARD_NORMAL and MULTINOMIAL.
  public struct RandomOptions: Sendable {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }

    /// First half of the seed. `seed`, 0 when absent.
    public var seed: Int64 { table.scalar(0, default: 0) }

    /// Second half of the seed; both 0 asks for an arbitrary seed. `seed2`, 0 when absent.
    public var seed2: Int64 { table.scalar(1, default: 0) }
  }
}

extension Schema.BuiltinOptionsUnion {
  /// The table `RandomOptions`, nil when it is another one or none.
  public var randomOptions: Schema.RandomOptions? { self[.randomOptions].map(Schema.RandomOptions.init) }
}

extension Schema {
  /// Options of RANGE.
  public struct RangeOptions: Sendable {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }
  }
}

extension Schema.BuiltinOptionsUnion {
  /// The table `RangeOptions`, nil when it is another one or none.
  public var rangeOptions: Schema.RangeOptions? { self[.rangeOptions].map(Schema.RangeOptions.init) }
}

extension Schema {
  /// Options of RANK.
  public struct RankOptions: Sendable {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }
  }
}

extension Schema.BuiltinOptionsUnion {
  /// The table `RankOptions`, nil when it is another one or none.
  public var rankOptions: Schema.RankOptions? { self[.rankOptions].map(Schema.RankOptions.init) }
}

extension Schema {
  /// Options of READ_VARIABLE.
  public struct ReadVariableOptions: Sendable {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }
  }
}

extension Schema.BuiltinOptionsUnion {
  /// The table `ReadVariableOptions`, nil when it is another one or none.
  public var readVariableOptions: Schema.ReadVariableOptions? {
    self[.readVariableOptions].map(Schema.ReadVariableOptions.init)
  }
}

extension Schema {
  /// Options of MEAN, SUM and the REDUCE_ operators.
  public struct ReducerOptions: Sendable {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }

    /// Whether reduced dimensions stay with size 1. `keep_dims`, false when absent.
    public var keepDims: Bool { table.scalar(0, default: false) }
  }
}

extension Schema.BuiltinOptionsUnion {
  /// The table `ReducerOptions`, nil when it is another one or none.
  public var reducerOptions: Schema.ReducerOptions? { self[.reducerOptions].map(Schema.ReducerOptions.init) }
}

extension Schema {
  /// Options of RESHAPE.
  public struct ReshapeOptions: Sendable {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }

    /// The shape when no second input gives it; one entry may be -1. `new_shape`, empty when absent.
    public var newShape: FlatBufferVector<Int32> { table.vector(0, of: Int32.self) }

    /// Whether the file holds `new_shape`.
    public var hasNewShape: Bool { table.has(0) }
  }
}

extension Schema.BuiltinOptionsUnion {
  /// The table `ReshapeOptions`, nil when it is another one or none.
  public var reshapeOptions: Schema.ReshapeOptions? { self[.reshapeOptions].map(Schema.ReshapeOptions.init) }
}

extension Schema {
  /// Options of RESIZE_BILINEAR.
  public struct ResizeBilinearOptions: Sendable {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }

    /// Whether corner centres of input and output coincide. `align_corners`, false when absent.
    public var alignCorners: Bool { table.scalar(2, default: false) }

    /// Whether samples sit at pixel centres. `half_pixel_centers`, false when absent.
    public var halfPixelCenters: Bool { table.scalar(3, default: false) }
  }
}

extension Schema.BuiltinOptionsUnion {
  /// The table `ResizeBilinearOptions`, nil when it is another one or none.
  public var resizeBilinearOptions: Schema.ResizeBilinearOptions? {
    self[.resizeBilinearOptions].map(Schema.ResizeBilinearOptions.init)
  }
}

extension Schema {
  /// Options of RESIZE_NEAREST_NEIGHBOR.
  public struct ResizeNearestNeighborOptions: Sendable {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }

    /// Whether corner centres of input and output coincide. `align_corners`, false when absent.
    public var alignCorners: Bool { table.scalar(0, default: false) }

    /// Whether samples sit at pixel centres. `half_pixel_centers`, false when absent.
    public var halfPixelCenters: Bool { table.scalar(1, default: false) }
  }
}

extension Schema.BuiltinOptionsUnion {
  /// The table `ResizeNearestNeighborOptions`, nil when it is another one or none.
  public var resizeNearestNeighborOptions: Schema.ResizeNearestNeighborOptions? {
    self[.resizeNearestNeighborOptions].map(Schema.ResizeNearestNeighborOptions.init)
  }
}

extension Schema {
  /// Options of REVERSE_SEQUENCE.
  public struct ReverseSequenceOptions: Sendable {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }

    /// The dimension reversed. `seq_dim`, 0 when absent.
    public var seqDim: Int32 { table.scalar(0, default: 0) }

    /// The dimension that lengths belong to. `batch_dim`, 0 when absent.
    public var batchDim: Int32 { table.scalar(1, default: 0) }
  }
}

extension Schema.BuiltinOptionsUnion {
  /// The table `ReverseSequenceOptions`, nil when it is another one or none.
  public var reverseSequenceOptions: Schema.ReverseSequenceOptions? {
    self[.reverseSequenceOptions].map(Schema.ReverseSequenceOptions.init)
  }
}

extension Schema {
  /// Options of REVERSE_V2.
  public struct ReverseV2Options: Sendable {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }
  }
}

extension Schema.BuiltinOptionsUnion {
  /// The table `ReverseV2Options`, nil when it is another one or none.
  public var reverseV2Options: Schema.ReverseV2Options? { self[.reverseV2Options].map(Schema.ReverseV2Options.init) }
}

extension Schema {
  /// Options of RFFT2D.
  public struct Rfft2dOptions: Sendable {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }
  }
}

extension Schema.BuiltinOptionsUnion {
  /// The table `Rfft2dOptions`, nil when it is another one or none.
  public var rfft2dOptions: Schema.Rfft2dOptions? { self[.rfft2dOptions].map(Schema.Rfft2dOptions.init) }
}
