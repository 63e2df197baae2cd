// Generated from Schema/tflite.fbs by Schema/generate; not to be edited.

extension Schema {
  /// Constant bytes, inside the flatbuffer or appended to the file.
  public struct Buffer: SchemaTable {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }

    /// The bytes, in place. `data`, empty when absent.
    public var data: FlatBufferVector<UInt8> { table.vector(0, of: UInt8.self) }

    /// Whether the file holds `data`.
    public var hasData: Bool { table.has(0) }

    /// Position of the bytes from the beginning of the file for models beyond 2 GB; valid when greater than 1.
    /// `offset`, 0 when absent.
    public var offset: UInt64 { table.scalar(1, default: 0) }

    /// Byte count that belongs to `offset`. `size`, 0 when absent.
    public var size: UInt64 { table.scalar(2, default: 0) }
  }
}

extension Schema {
  /// Storage of one dimension of a sparse tensor.
  public struct DimensionMetadata: SchemaTable {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }

    /// Dense or compressed. `format`, `.dense` when absent.
    public var format: DimensionType { table.enumeration(0, default: .dense) }

    /// Size of a dense dimension. `dense_size`, 0 when absent.
    public var denseSize: Int32 { table.scalar(1, default: 0) }

    /// Which table of the union is stored. `array_segments_type`, `.none` when absent.
    public var arraySegmentsType: SparseIndexVector { table.enumeration(2, default: .none) }

    /// Where each parent's run of indices begins in `array_indices`, and one past the last. `array_segments`, a union.
    public var arraySegments: SparseIndexVectorUnion { SparseIndexVectorUnion(arraySegmentsType, table.child(3)) }

    /// Which table of the union is stored. `array_indices_type`, `.none` when absent.
    public var arrayIndicesType: SparseIndexVector { table.enumeration(4, default: .none) }

    /// Index of each stored element in this dimension. `array_indices`, a union.
    public var arrayIndices: SparseIndexVectorUnion { SparseIndexVectorUnion(arrayIndicesType, table.child(5)) }
  }
}

extension Schema {
  /// A slice of a file outside the model.
  public struct ExternalBuffer: SchemaTable {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }

    /// The number tensors refer to. `id`, 0 when absent.
    public var id: UInt32 { table.scalar(0, default: 0) }

    /// Index into the external buffer groups. `group`, 0 when absent.
    public var group: UInt32 { table.scalar(1, default: 0) }

    /// First byte in the file. `offset`, 0 when absent.
    public var offset: UInt64 { table.scalar(2, default: 0) }

    /// Byte count. `length`, 0 when absent.
    public var length: UInt64 { table.scalar(3, default: 0) }

    /// Name of the packing of the bytes. `packing`, nil when absent.
    public var packing: FlatBufferString? { table.string(4) }
  }
}

extension Schema {
  /// A file that holds external buffers.
  public struct ExternalBufferGroup: SchemaTable {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }

    /// File name or URI. `name`, nil when absent.
    public var name: FlatBufferString? { table.string(0) }
  }
}

extension Schema {
  /// A named blob.
  public struct Metadata: SchemaTable {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }

    /// Name, unique in a model. `name`, nil when absent.
    public var name: FlatBufferString? { table.string(0) }

    /// Index into the model's buffers. `buffer`, 0 when absent.
    public var buffer: UInt32 { table.scalar(1, default: 0) }
  }
}

extension Schema {
  /// A whole model file: the root table.
  public struct Model: Sendable {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }

    /// Format version; 3 in every file of this format. `version`, 0 when absent.
    public var version: UInt32 { table.scalar(0, default: 0) }

    /// Distinct (operator, version) pairs that operators refer to by index. `operator_codes`, empty when absent.
    public var operatorCodes: FlatBufferVector<OperatorCode> { table.vector(1, of: OperatorCode.self) }

    /// Whether the file holds `operator_codes`.
    public var hasOperatorCodes: Bool { table.has(1) }

    /// The graphs; number 0 is the main one. `subgraphs`, empty when absent.
    public var subgraphs: FlatBufferVector<SubGraph> { table.vector(2, of: SubGraph.self) }

    /// Whether the file holds `subgraphs`.
    public var hasSubgraphs: Bool { table.has(2) }

    /// Free text of the producer. `description`, nil when absent.
    public var description: FlatBufferString? { table.string(3) }

    /// Constant data that tensors and metadata refer to by index; number 0 is empty by convention. `buffers`, empty
    /// when absent.
    public var buffers: FlatBufferVector<Buffer> { table.vector(4, of: Buffer.self) }

    /// Whether the file holds `buffers`.
    public var hasBuffers: Bool { table.has(4) }

    /// Buffer indices of metadata in files older than `metadata`. `metadata_buffer`, empty when absent.
    public var metadataBuffer: FlatBufferVector<Int32> { table.vector(5, of: Int32.self) }

    /// Whether the file holds `metadata_buffer`.
    public var hasMetadataBuffer: Bool { table.has(5) }

    /// Named blobs beside the graph. `metadata`, empty when absent.
    public var metadata: FlatBufferVector<Metadata> { table.vector(6, of: Metadata.self) }

    /// Whether the file holds `metadata`.
    public var hasMetadata: Bool { table.has(6) }

    /// Named entry points with named tensors. `signature_defs`, empty when absent.
    public var signatureDefs: FlatBufferVector<SignatureDef> { table.vector(7, of: SignatureDef.self) }

    /// Whether the file holds `signature_defs`.
    public var hasSignatureDefs: Bool { table.has(7) }

    /// Files that external buffers live in. `external_buffer_groups`, empty when absent.
    public var externalBufferGroups: FlatBufferVector<ExternalBufferGroup> {
      table.vector(8, of: ExternalBufferGroup.self)
    }

    /// Whether the file holds `external_buffer_groups`.
    public var hasExternalBufferGroups: Bool { table.has(8) }

    /// Constant data outside the model file. `external_buffers`, empty when absent.
    public var externalBuffers: FlatBufferVector<ExternalBuffer> { table.vector(9, of: ExternalBuffer.self) }

    /// Whether the file holds `external_buffers`.
    public var hasExternalBuffers: Bool { table.has(9) }
  }
}

extension Schema {
  /// One step of a subgraph.
  public struct Operator: SchemaTable {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }

    /// Index into the model's operator codes. `opcode_index`, 0 when absent.
    public var opcodeIndex: UInt32 { table.scalar(0, default: 0) }

    /// Tensor indices; -1 stands for an optional input left out. `inputs`, empty when absent.
    public var inputs: FlatBufferVector<Int32> { table.vector(1, of: Int32.self) }

    /// Whether the file holds `inputs`.
    public var hasInputs: Bool { table.has(1) }

    /// Tensor indices. `outputs`, empty when absent.
    public var outputs: FlatBufferVector<Int32> { table.vector(2, of: Int32.self) }

    /// Whether the file holds `outputs`.
    public var hasOutputs: Bool { table.has(2) }

    /// Which table of the union is stored. `builtin_options_type`, `.none` when absent.
    public var builtinOptionsType: BuiltinOptions { table.enumeration(3, default: .none) }

    /// Options of most builtin operators. `builtin_options`, a union.
    public var builtinOptions: BuiltinOptionsUnion { BuiltinOptionsUnion(builtinOptionsType, table.child(4)) }

    /// Options of a custom operator. `custom_options`, empty when absent.
    public var customOptions: FlatBufferVector<UInt8> { table.vector(5, of: UInt8.self) }

    /// Whether the file holds `custom_options`.
    public var hasCustomOptions: Bool { table.has(5) }

    /// How `custom_options` is written. `custom_options_format`, `.flexbuffers` when absent.
    public var customOptionsFormat: CustomOptionsFormat { table.enumeration(6, default: .flexbuffers) }

    /// Which inputs the operator changes; empty, or one entry for each input. `mutating_variable_inputs`, empty when
    /// absent.
    public var mutatingVariableInputs: FlatBufferVector<Bool> { table.vector(7, of: Bool.self) }

    /// Whether the file holds `mutating_variable_inputs`.
    public var hasMutatingVariableInputs: Bool { table.has(7) }

    /// Tensors that only carry the quantisation of values inside the operator. `intermediates`, empty when absent.
    public var intermediates: FlatBufferVector<Int32> { table.vector(8, of: Int32.self) }

    /// Whether the file holds `intermediates`.
    public var hasIntermediates: Bool { table.has(8) }

    /// Position of custom options from the beginning of the file for models beyond 2 GB; valid when greater than 1.
    /// `large_custom_options_offset`, 0 when absent.
    public var largeCustomOptionsOffset: UInt64 { table.scalar(9, default: 0) }

    /// Byte count that belongs to `large_custom_options_offset`. `large_custom_options_size`, 0 when absent.
    public var largeCustomOptionsSize: UInt64 { table.scalar(10, default: 0) }

    /// Which table of the union is stored. `builtin_options_2_type`, `.none` when absent.
    public var builtinOptions2Type: BuiltinOptions2 { table.enumeration(11, default: .none) }

    /// Options of operators newer than the first union can hold. `builtin_options_2`, a union.
    public var builtinOptions2: BuiltinOptions2Union { BuiltinOptions2Union(builtinOptions2Type, table.child(12)) }

    /// Index into debug metadata; -1 for none. `debug_metadata_index`, -1 when absent.
    public var debugMetadataIndex: Int32 { table.scalar(13, default: -1) }
  }
}

extension Schema {
  /// An operator and the version of its semantics.
  public struct OperatorCode: SchemaTable {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }

    /// The code in files older than `builtin_code`, and 127 for newer codes that do not fit. `deprecated_builtin_code`,
    /// 0 when absent.
    public var deprecatedBuiltinCode: Int8 { table.scalar(0, default: 0) }

    /// Name of a custom operator. `custom_code`, nil when absent.
    public var customCode: FlatBufferString? { table.string(1) }

    /// Version of the operator's semantics. `version`, 1 when absent.
    public var version: Int32 { table.scalar(2, default: 1) }

    /// The code; where it is below 127 the older field may hold it instead, so the greater of both counts.
    /// `builtin_code`, `.add` when absent.
    public var builtinCode: BuiltinOperator { table.enumeration(3, default: .add) }
  }
}

extension Schema {
  /// How stored integers stand for reals: real = scale * (stored - zero point).
  public struct QuantizationParameters: Sendable {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }

    /// Least real value seen by the converter. `min`, empty when absent.
    public var min: FlatBufferVector<Float> { table.vector(0, of: Float.self) }

    /// Whether the file holds `min`.
    public var hasMin: Bool { table.has(0) }

    /// Greatest real value seen by the converter. `max`, empty when absent.
    public var max: FlatBufferVector<Float> { table.vector(1, of: Float.self) }

    /// Whether the file holds `max`.
    public var hasMax: Bool { table.has(1) }

    /// One scale, or one for each index of `quantized_dimension`. `scale`, empty when absent.
    public var scale: FlatBufferVector<Float> { table.vector(2, of: Float.self) }

    /// Whether the file holds `scale`.
    public var hasScale: Bool { table.has(2) }

    /// Zero points, as many as scales. `zero_point`, empty when absent.
    public var zeroPoint: FlatBufferVector<Int64> { table.vector(3, of: Int64.self) }

    /// Whether the file holds `zero_point`.
    public var hasZeroPoint: Bool { table.has(3) }

    /// Which table of the union is stored. `details_type`, `.none` when absent.
    public var detailsType: QuantizationDetails { table.enumeration(4, default: .none) }

    /// Replaces the fields above when present. `details`, a union.
    public var details: QuantizationDetailsUnion { QuantizationDetailsUnion(detailsType, table.child(5)) }

    /// The dimension that per-channel scales belong to. `quantized_dimension`, 0 when absent.
    public var quantizedDimension: Int32 { table.scalar(6, default: 0) }
  }
}

extension Schema {
  /// A named entry point.
  public struct SignatureDef: SchemaTable {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }

    /// Named inputs. `inputs`, empty when absent.
    public var inputs: FlatBufferVector<TensorMap> { table.vector(0, of: TensorMap.self) }

    /// Whether the file holds `inputs`.
    public var hasInputs: Bool { table.has(0) }

    /// Named outputs. `outputs`, empty when absent.
    public var outputs: FlatBufferVector<TensorMap> { table.vector(1, of: TensorMap.self) }

    /// Whether the file holds `outputs`.
    public var hasOutputs: Bool { table.has(1) }

    /// The name of the entry point. `signature_key`, nil when absent.
    public var signatureKey: FlatBufferString? { table.string(2) }

    /// The subgraph that runs. `subgraph_index`, 0 when absent.
    public var subgraphIndex: UInt32 { table.scalar(4, default: 0) }
  }
}

extension Schema {
  /// Layout of a sparse constant: a tree over dimensions in traversal order, in the manner of the TACO compiler.
  public struct SparsityParameters: Sendable {
    /// The table's place in the file.
    public let table: FlatBufferTable

    /// A view of the table at that place, which must be of this type.
    public init(table: FlatBufferTable) {
      self.table = table
    }

    /// A permutation of the dimensions, block dimensions last. `traversal_order`, empty when absent.
    public var traversalOrder: FlatBufferVector<Int32> { table.vector(0, of: Int32.self) }

    /// Whether the file holds `traversal_order`.
    public var hasTraversalOrder: Bool { table.has(0) }

    /// For each block dimension, the tensor dimension that it subdivides. `block_map`, empty when absent.
    public var blockMap: FlatBufferVector<Int32> { table.vector(1, of: Int32.self) }

    /// Whether the file holds `block_map`.
    public var hasBlockMap: Bool { table.has(1) }

    /// Storage of each dimension in traversal order. `dim_metadata`, empty when absent.
    public var dimMetadata: FlatBufferVector<DimensionMetadata> { table.vector(2, of: DimensionMetadata.self) }

    /// Whether the file holds `dim_metadata`.
    public var hasDimMetadata: Bool { table.has(2) }
  }
}
