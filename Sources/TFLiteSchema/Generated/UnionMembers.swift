// Generated from Schema/tflite.fbs by Schema/generate; not to be edited.

extension Schema {
  /// One scale for each block of elements along the last dimension.
  public struct BlockwiseQuantization: QuantizationDetailsMember {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }

    /// The selector of the table in the union.
    public static var quantizationDetailsCase: QuantizationDetails { .blockwiseQuantization }

    /// Index of the tensor that holds the scales. `scales`, 0 when absent.
    public var scales: Int32 { table.scalar(0, default: 0) }

    /// Index of the tensor that holds the zero points; -1 when all are 0. `zero_points`, 0 when absent.
    public var zeroPoints: Int32 { table.scalar(1, default: 0) }

    /// Elements in a block. `block_size`, 0 when absent.
    public var blockSize: Int32 { table.scalar(2, default: 0) }
  }
}

extension Schema {
  /// Parameters of a scheme that only its producer knows.
  public struct CustomQuantization: QuantizationDetailsMember {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }

    /// The selector of the table in the union.
    public static var quantizationDetailsCase: QuantizationDetails { .customQuantization }

    /// The parameters. `custom`, empty when absent.
    public var custom: FlatBufferVector<UInt8> { table.vector(0, of: UInt8.self) }

    /// Whether the file holds `custom`.
    public var hasCustom: Bool { table.has(0) }
  }
}

extension Schema {
  /// 32-bit indices.
  public struct Int32Vector: SparseIndexVectorMember {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }

    /// The selector of the table in the union.
    public static var sparseIndexVectorCase: SparseIndexVector { .int32Vector }

    /// The indices. `values`, empty when absent.
    public var values: FlatBufferVector<Int32> { table.vector(0, of: Int32.self) }

    /// Whether the file holds `values`.
    public var hasValues: Bool { table.has(0) }
  }
}

extension Schema {
  /// Scales along several dimensions.
  public struct MultiAxisQuantization: QuantizationDetailsMember {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }

    /// The selector of the table in the union.
    public static var quantizationDetailsCase: QuantizationDetails { .multiAxisQuantization }

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

extension Schema {
  /// 16-bit indices.
  public struct Uint16Vector: SparseIndexVectorMember {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }

    /// The selector of the table in the union.
    public static var sparseIndexVectorCase: SparseIndexVector { .uint16Vector }

    /// The indices. `values`, empty when absent.
    public var values: FlatBufferVector<UInt16> { table.vector(0, of: UInt16.self) }

    /// Whether the file holds `values`.
    public var hasValues: Bool { table.has(0) }
  }
}

extension Schema {
  /// 8-bit indices.
  public struct Uint8Vector: SparseIndexVectorMember {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }

    /// The selector of the table in the union.
    public static var sparseIndexVectorCase: SparseIndexVector { .uint8Vector }

    /// The indices. `values`, empty when absent.
    public var values: FlatBufferVector<UInt8> { table.vector(0, of: UInt8.self) }

    /// Whether the file holds `values`.
    public var hasValues: Bool { table.has(0) }
  }
}
