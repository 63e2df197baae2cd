// Generated from Schema/tflite.fbs by Schema/generate; not to be edited.

extension Schema {
  /// Options of UNSORTED_SEGMENT_MIN.
  public struct UnsortedSegmentMinOptions: BuiltinOptionsMember {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }

    /// The selector of the table in the union.
    public static var builtinOptionsCase: BuiltinOptions { .unsortedSegmentMinOptions }
  }
}

extension Schema {
  /// Options of UNSORTED_SEGMENT_PROD.
  public struct UnsortedSegmentProdOptions: BuiltinOptionsMember {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }

    /// The selector of the table in the union.
    public static var builtinOptionsCase: BuiltinOptions { .unsortedSegmentProdOptions }
  }
}

extension Schema {
  /// Options of UNSORTED_SEGMENT_SUM.
  public struct UnsortedSegmentSumOptions: BuiltinOptionsMember {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }

    /// The selector of the table in the union.
    public static var builtinOptionsCase: BuiltinOptions { .unsortedSegmentSumOptions }
  }
}

extension Schema {
  /// Options of VAR_HANDLE: both names together identify the variable.
  public struct VarHandleOptions: BuiltinOptionsMember {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }

    /// The selector of the table in the union.
    public static var builtinOptionsCase: BuiltinOptions { .varHandleOptions }

    /// Container name. `container`, nil when absent.
    public var container: FlatBufferString? { table.string(0) }

    /// Variable name. `shared_name`, nil when absent.
    public var sharedName: FlatBufferString? { table.string(1) }
  }
}

extension Schema {
  /// Options of WHERE.
  public struct WhereOptions: BuiltinOptionsMember {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }

    /// The selector of the table in the union.
    public static var builtinOptionsCase: BuiltinOptions { .whereOptions }
  }
}

extension Schema {
  /// Options of WHILE.
  public struct WhileOptions: BuiltinOptionsMember {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }

    /// The selector of the table in the union.
    public static var builtinOptionsCase: BuiltinOptions { .whileOptions }

    /// The subgraph that says whether to go on. `cond_subgraph_index`, 0 when absent.
    public var condSubgraphIndex: Int32 { table.scalar(0, default: 0) }

    /// The subgraph of one round. `body_subgraph_index`, 0 when absent.
    public var bodySubgraphIndex: Int32 { table.scalar(1, default: 0) }
  }
}

extension Schema {
  /// Options of ZEROS_LIKE.
  public struct ZerosLikeOptions: BuiltinOptionsMember {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }

    /// The selector of the table in the union.
    public static var builtinOptionsCase: BuiltinOptions { .zerosLikeOptions }
  }
}
