// Generated from Schema/tflite.fbs by Schema/generate; not to be edited.

import TFLiteSchema

extension MutableSchema {
  /// A table of the union `SparseIndexVector`, to be changed and written.
  package enum SparseIndexVector: Equatable, Sendable {
    case int32Vector(Int32Vector)
    case uint16Vector(Uint16Vector)
    case uint8Vector(Uint8Vector)
  }
}

extension MutableSchema.SparseIndexVector {
  /// The table that field `id` of `table` refers to; nil when there is none or the schema does not know it.
  static func read(_ selector: Schema.SparseIndexVector, in table: FlatBufferTable, field id: Int) -> Self? {
    switch selector {
    case .int32Vector: table.child(id).map { .int32Vector(.init(Schema.Int32Vector(table: $0))) }
    case .uint16Vector: table.child(id).map { .uint16Vector(.init(Schema.Uint16Vector(table: $0))) }
    case .uint8Vector: table.child(id).map { .uint8Vector(.init(Schema.Uint8Vector(table: $0))) }
    default: nil
    }
  }
}

extension MutableSchema.SparseIndexVector {
  /// The number of the table in the union.
  package var selector: Schema.SparseIndexVector {
    switch self {
    case .int32Vector: .int32Vector
    case .uint16Vector: .uint16Vector
    case .uint8Vector: .uint8Vector
    }
  }
}

extension MutableSchema.SparseIndexVector {
  func pack(_ builder: FlatBufferBuilder) -> FlatBufferReference {
    switch self {
    case .int32Vector(let table): table.pack(builder)
    case .uint16Vector(let table): table.pack(builder)
    case .uint8Vector(let table): table.pack(builder)
    }
  }
}

extension MutableSchema {
  /// `Int32Vector`, to be changed and written.
  package struct Int32Vector: MutableTable {
    package var values: [Int32]?

    package init() {}

    package init(_ view: Schema.Int32Vector) {
      values = view.hasValues ? Array(view.values) : nil
    }

    package func pack(_ builder: FlatBufferBuilder) -> FlatBufferReference {
      let values = builder.vector(self.values)
      builder.beginTable()
      builder.store(values, in: 0)
      return builder.endTable()
    }
  }
}

extension MutableSchema {
  /// `Uint16Vector`, to be changed and written.
  package struct Uint16Vector: MutableTable {
    package var values: [UInt16]?

    package init() {}

    package init(_ view: Schema.Uint16Vector) {
      values = view.hasValues ? Array(view.values) : nil
    }

    package func pack(_ builder: FlatBufferBuilder) -> FlatBufferReference {
      let values = builder.vector(self.values, alignment: 4)
      builder.beginTable()
      builder.store(values, in: 0)
      return builder.endTable()
    }
  }
}

extension MutableSchema {
  /// `Uint8Vector`, to be changed and written.
  package struct Uint8Vector: MutableTable {
    package var values: SchemaBytes?

    package init() {}

    package init(_ view: Schema.Uint8Vector) {
      values = view.hasValues ? SchemaBytes(view.values.bytes) : nil
    }

    package func pack(_ builder: FlatBufferBuilder) -> FlatBufferReference {
      let values = builder.bytes(self.values, alignment: 4)
      builder.beginTable()
      builder.store(values, in: 0)
      return builder.endTable()
    }
  }
}
