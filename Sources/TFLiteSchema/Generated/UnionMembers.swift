// Generated from Schema/tflite.fbs by Schema/generate; not to be edited.

extension Schema {
  /// One scale for each block of elements along the last dimension.
  public struct BlockwiseQuantization: Sendable {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }

    /// Index of the tensor that holds the scales. `scales`, 0 when absent.
    public var scales: Int32 { table.scalar(0, default: 0) }

    /// Index of the tensor that holds the zero points; -1 when all are 0. `zero_points`, 0 when absent.
    public var zeroPoints: Int32 { table.scalar(1, default: 0) }

    /// Elements in a block. `block_size`, 0 when absent.
    public var blockSize: Int32 { table.scalar(2, default: 0) }
  }
}

extension Schema.QuantizationDetailsUnion {
  /// The table `BlockwiseQuantization`, nil when it is another one or none.
  public var blockwiseQuantization: Schema.BlockwiseQuantization? {
    self[.blockwiseQuantization].map(Schema.BlockwiseQuantization.init)
  }
}

extension Schema {
  /// Parameters of a scheme that only its producer knows.
  public struct CustomQuantization: Sendable {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }

    /// The parameters. `custom`, empty when absent.
    public var custom: FlatBufferVector<UInt8> { table.vector(0, of: UInt8.self) }

    /// Whether the file holds `custom`.
    public var hasCustom: Bool { table.has(0) }
  }
}

extension Schema.QuantizationDetailsUnion {
  /// The table `CustomQuantization`, nil when it is another one or none.
  public var customQuantization: Schema.CustomQuantization? {
    self[.customQuantization].map(Schema.CustomQuantization.init)
  }
}

extension Schema {
  /// 32-bit indices.
  public struct Int32Vector: Sendable {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }

    /// The indices. `values`, empty when absent.
    public var values: FlatBufferVector<Int32> { table.vector(0, of: Int32.self) }

    /// Whether the file holds `values`.
    public var hasValues: Bool { table.has(0) }
  }
}

extension Schema.SparseIndexVectorUnion {
  /// The table `Int32Vector`, nil when it is another one or none.
  public var int32Vector: Schema.Int32Vector? { self[.int32Vector].map(Schema.Int32Vector.init) }
}

extension Schema {
  /// Scales along several dimensions.
  public struct MultiAxisQuantization: Sendable {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }

    /// Index of the tensor that holds the scales. `scales`, 0 when absent.
    public var scales: Int32 { table.scalar(0, default: 0) }

    /// Index of the tensor that holds the zero points; -1 when all are 0. `zero_points`, 0 when absent.
    public var zeroPoints: Int32 { table.scalar(1, default: 0) }

    /// Elements in a block; 0 when scales belong to channels. `block_size`, 0 when absent.
    public var blockSize: Int32 { table.scalar(2, default: 0) }

    /// The dimensions that scales belong to. `quantized_dimensions`, empty when absent.
    public var quantizedDimensions: FlatBufferVector<Int32> { table.vector(3, of: Int32.self) }

    /// Whether the file holds `quantized_dimensions`.
    public var hasQuantizedDimensions: Bool { table.has(3) }
  }
}

extension Schema.QuantizationDetailsUnion {
  /// The table `MultiAxisQuantization`, nil when it is another one or none.
  public var multiAxisQuantization: Schema.MultiAxisQuantization? {
    self[.multiAxisQuantization].map(Schema.MultiAxisQuantization.init)
  }
}

extension Schema {
  /// 16-bit indices.
  public struct Uint16Vector: Sendable {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }

    /// The indices. `values`, empty when absent.
    public var values: FlatBufferVector<UInt16> { table.vector(0, of: UInt16.self) }

    /// Whether the file holds `values`.
    public var hasValues: Bool { table.has(0) }
  }
}

extension Schema.SparseIndexVectorUnion {
  /// The table `Uint16Vector`, nil when it is another one or none.
  public var uint16Vector: Schema.Uint16Vector? { self[.uint16Vector].map(Schema.Uint16Vector.init) }
}

extension Schema {
  /// 8-bit indices.
  public struct Uint8Vector: Sendable {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }

    /// The indices. `values`, empty when absent.
    public var values: FlatBufferVector<UInt8> { table.vector(0, of: UInt8.self) }

    /// Whether the file holds `values`.
    public var hasValues: Bool { table.has(0) }
  }
}

extension Schema.SparseIndexVectorUnion {
  /// The table `Uint8Vector`, nil when it is another one or none.
  public var uint8Vector: Schema.Uint8Vector? { self[.uint8Vector].map(Schema.Uint8Vector.init) }
}
