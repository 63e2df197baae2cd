// Generated from Schema/tflite.fbs by Schema/generate; not to be edited.

extension Schema {
  /// One graph: tensors, and operators in execution order.
  public struct SubGraph: SchemaTable {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }

    /// The tensors; everything else refers to them by index. `tensors`, empty when absent.
    public var tensors: FlatBufferVector<Tensor> { table.vector(0, of: Tensor.self) }

    /// Whether the file holds `tensors`.
    public var hasTensors: Bool { table.has(0) }

    /// Indices of the tensors the caller fills. `inputs`, empty when absent.
    public var inputs: FlatBufferVector<Int32> { table.vector(1, of: Int32.self) }

    /// Whether the file holds `inputs`.
    public var hasInputs: Bool { table.has(1) }

    /// Indices of the tensors the caller reads. `outputs`, empty when absent.
    public var outputs: FlatBufferVector<Int32> { table.vector(2, of: Int32.self) }

    /// Whether the file holds `outputs`.
    public var hasOutputs: Bool { table.has(2) }

    /// The operators in execution order. `operators`, empty when absent.
    public var operators: FlatBufferVector<Operator> { table.vector(3, of: Operator.self) }

    /// Whether the file holds `operators`.
    public var hasOperators: Bool { table.has(3) }

    /// Name for people. `name`, nil when absent.
    public var name: FlatBufferString? { table.string(4) }

    /// Index into debug metadata; -1 for none. `debug_metadata_index`, -1 when absent.
    public var debugMetadataIndex: Int32 { table.scalar(5, default: -1) }
  }
}

extension Schema {
  /// One tensor of a subgraph: an activation, a constant or a variable.
  public struct Tensor: SchemaTable {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }

    /// Sizes of the dimensions; unknown ones are stored as 1 here and as -1 in `shape_signature`. `shape`, empty when
    /// absent.
    public var shape: FlatBufferVector<Int32> { table.vector(0, of: Int32.self) }

    /// Whether the file holds `shape`.
    public var hasShape: Bool { table.has(0) }

    /// Element type. `type`, `.float32` when absent.
    public var type: TensorType { table.enumeration(1, default: .float32) }

    /// Index into the model's buffers; an empty buffer means that the tensor is no constant. `buffer`, 0 when absent.
    public var buffer: UInt32 { table.scalar(2, default: 0) }

    /// Name for people and for matching with signatures. `name`, nil when absent.
    public var name: FlatBufferString? { table.string(3) }

    /// How integers stand for reals; absent for unquantised tensors. `quantization`, nil when absent.
    public var quantization: QuantizationParameters? { table.child(4).map(QuantizationParameters.init) }

    /// Whether the file holds `quantization`.
    public var hasQuantization: Bool { table.has(4) }

    /// Whether the tensor keeps its value from one invocation to the next. `is_variable`, false when absent.
    public var isVariable: Bool { table.scalar(5, default: false) }

    /// How the constant's elements are laid out when it is stored sparse. `sparsity`, nil when absent.
    public var sparsity: SparsityParameters? { table.child(6).map(SparsityParameters.init) }

    /// Whether the file holds `sparsity`.
    public var hasSparsity: Bool { table.has(6) }

    /// The shape with -1 for dimensions not known before run time. `shape_signature`, empty when absent.
    public var shapeSignature: FlatBufferVector<Int32> { table.vector(7, of: Int32.self) }

    /// Whether the file holds `shape_signature`.
    public var hasShapeSignature: Bool { table.has(7) }

    /// Tells a scalar (true) from a tensor of unknown rank (false) when `shape` is empty. `has_rank`, false when
    /// absent.
    public var hasRank: Bool { table.scalar(8, default: false) }

    /// Element descriptions of a VARIANT tensor. `variant_tensors`, empty when absent.
    public var variantTensors: FlatBufferVector<VariantSubType> { table.vector(9, of: VariantSubType.self) }

    /// Whether the file holds `variant_tensors`.
    public var hasVariantTensors: Bool { table.has(9) }

    /// Identifier of an external buffer that holds the constant; 0 for none. `external_buffer`, 0 when absent.
    public var externalBuffer: UInt32 { table.scalar(10, default: 0) }
  }
}

extension Schema {
  /// A signature's name for a tensor.
  public struct TensorMap: SchemaTable {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }

    /// The alias. `name`, nil when absent.
    public var name: FlatBufferString? { table.string(0) }

    /// Index into the tensors of the signature's subgraph. `tensor_index`, 0 when absent.
    public var tensorIndex: UInt32 { table.scalar(1, default: 0) }
  }
}

extension Schema {
  /// What a VARIANT tensor holds.
  public struct VariantSubType: SchemaTable {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }

    /// Shape of the nested tensor. `shape`, empty when absent.
    public var shape: FlatBufferVector<Int32> { table.vector(0, of: Int32.self) }

    /// Whether the file holds `shape`.
    public var hasShape: Bool { table.has(0) }

    /// Element type of the nested tensor. `type`, `.float32` when absent.
    public var type: TensorType { table.enumeration(1, default: .float32) }

    /// Whether `shape` is known; a false value goes with an empty shape. `has_rank`, false when absent.
    public var hasRank: Bool { table.scalar(2, default: false) }
  }
}
