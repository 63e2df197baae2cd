// Generated from Schema/tflite.fbs by Schema/generate; not to be edited.

extension Schema {
  /// A table that the union `BuiltinOptions` can hold.
  public protocol BuiltinOptionsMember: SchemaTable {
    /// The selector of the table in the union.
    static var builtinOptionsCase: BuiltinOptions { get }
  }
}

extension Schema {
  /// A table that the union `BuiltinOptions2` can hold.
  public protocol BuiltinOptions2Member: SchemaTable {
    /// The selector of the table in the union.
    static var builtinOptions2Case: BuiltinOptions2 { get }
  }
}

extension Schema {
  /// A table that the union `QuantizationDetails` can hold.
  public protocol QuantizationDetailsMember: SchemaTable {
    /// The selector of the table in the union.
    static var quantizationDetailsCase: QuantizationDetails { get }
  }
}

extension Schema {
  /// A table that the union `SparseIndexVector` can hold.
  public protocol SparseIndexVectorMember: SchemaTable {
    /// The selector of the table in the union.
    static var sparseIndexVectorCase: SparseIndexVector { get }
  }
}
