// Generated from Schema/tflite.fbs by Schema/generate; not to be edited.

extension Schema {
  /// What a table's union `BuiltinOptions` holds.
  public struct BuiltinOptionsUnion: Sendable {
    /// Which table it is.
    public let type: BuiltinOptions
    private let table: FlatBufferTable?

    init(_ type: BuiltinOptions, _ table: FlatBufferTable?) { (self.type, self.table) = (type, table) }

    /// The table if it is of that type.
    package subscript(type: BuiltinOptions) -> FlatBufferTable? { self.type == type ? table : nil }
  }
}

extension Schema {
  /// What a table's union `BuiltinOptions2` holds.
  public struct BuiltinOptions2Union: Sendable {
    /// Which table it is.
    public let type: BuiltinOptions2
    private let table: FlatBufferTable?

    init(_ type: BuiltinOptions2, _ table: FlatBufferTable?) { (self.type, self.table) = (type, table) }

    /// The table if it is of that type.
    package subscript(type: BuiltinOptions2) -> FlatBufferTable? { self.type == type ? table : nil }
  }
}

extension Schema {
  /// What a table's union `QuantizationDetails` holds.
  public struct QuantizationDetailsUnion: Sendable {
    /// Which table it is.
    public let type: QuantizationDetails
    private let table: FlatBufferTable?

    init(_ type: QuantizationDetails, _ table: FlatBufferTable?) { (self.type, self.table) = (type, table) }

    /// The table if it is of that type.
    package subscript(type: QuantizationDetails) -> FlatBufferTable? { self.type == type ? table : nil }
  }
}

extension Schema {
  /// What a table's union `SparseIndexVector` holds.
  public struct SparseIndexVectorUnion: Sendable {
    /// Which table it is.
    public let type: SparseIndexVector
    private let table: FlatBufferTable?

    init(_ type: SparseIndexVector, _ table: FlatBufferTable?) { (self.type, self.table) = (type, table) }

    /// The table if it is of that type.
    package subscript(type: SparseIndexVector) -> FlatBufferTable? { self.type == type ? table : nil }
  }
}
