// Generated from Schema/tflite.fbs by Schema/generate; not to be edited.

extension Schema {
  /// Options of ZEROS_LIKE.
  public struct ZerosLikeOptions: Sendable {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }
  }
}

extension Schema.BuiltinOptionsUnion {
  /// The table `ZerosLikeOptions`, nil when it is another one or none.
  public var zerosLikeOptions: Schema.ZerosLikeOptions? { self[.zerosLikeOptions].map(Schema.ZerosLikeOptions.init) }
}
