import TFLiteSchema

/// Views of the binary schema that `flatc --binary --schema` writes (flatbuffers' `reflection.fbs`).
enum Reflection {
  /// What a field or an element is.
  enum BaseType: UInt8 {
    case none, unionSelector, bool, int8, uint8, int16, uint16, int32, uint32, int64, uint64, float, double
    case string, vector, object, union, array
  }

  struct Schema: SchemaTable {
    let table: FlatBufferTable
    var objects: FlatBufferVector<Object> { table.vector(0, of: Object.self) }
    var enums: FlatBufferVector<Enum> { table.vector(1, of: Enum.self) }
    var fileIdentifier: String { table.string(2)?.string ?? "" }
    var root: Object? { table.child(4).map(Object.init) }
  }

  struct Object: SchemaTable {
    let table: FlatBufferTable
    var name: String { table.string(0)?.string ?? "" }
    var fields: FlatBufferVector<Field> { table.vector(1, of: Field.self) }
    var isStruct: Bool { table.scalar(2, default: false) }
    var documentation: FlatBufferVector<FlatBufferString> { table.vector(6, of: FlatBufferString.self) }
  }

  struct Field: SchemaTable {
    let table: FlatBufferTable
    var name: String { table.string(0)?.string ?? "" }
    var type: FieldType? { table.child(1).map(FieldType.init) }
    var id: UInt16 { table.scalar(2, default: 0) }
    var defaultInteger: Int64 { table.scalar(4, default: 0) }
    var defaultReal: Double { table.scalar(5, default: 0) }
    var isDeprecated: Bool { table.scalar(6, default: false) }
    var attributes: FlatBufferVector<Attribute> { table.vector(9, of: Attribute.self) }
    var documentation: FlatBufferVector<FlatBufferString> { table.vector(10, of: FlatBufferString.self) }
  }

  /// What stands in parentheses behind a field, such as `force_align: 16`.
  struct Attribute: SchemaTable {
    let table: FlatBufferTable
    var key: String { table.string(0)?.string ?? "" }
    var value: String { table.string(1)?.string ?? "" }
  }

  struct FieldType: SchemaTable {
    let table: FlatBufferTable
    var base: BaseType? { BaseType(rawValue: table.scalar(0, default: 0)) }
    var element: BaseType? { BaseType(rawValue: table.scalar(1, default: 0)) }
    var index: Int32 { table.scalar(2, default: -1) }
  }

  struct Enum: SchemaTable {
    let table: FlatBufferTable
    var name: String { table.string(0)?.string ?? "" }
    var values: FlatBufferVector<EnumValue> { table.vector(1, of: EnumValue.self) }
    var isUnion: Bool { table.scalar(2, default: false) }
    var underlyingType: FieldType? { table.child(3).map(FieldType.init) }
    var documentation: FlatBufferVector<FlatBufferString> { table.vector(5, of: FlatBufferString.self) }
  }

  struct EnumValue: SchemaTable {
    let table: FlatBufferTable
    var name: String { table.string(0)?.string ?? "" }
    var value: Int64 { table.scalar(1, default: 0) }
    var unionType: FieldType? { table.child(3).map(FieldType.init) }
    var documentation: FlatBufferVector<FlatBufferString> { table.vector(4, of: FlatBufferString.self) }
  }

  /// The layout of the tables above, for the verifier.
  static let layout = SchemaLayout(
    tables: [
      TableLayout(
        "Schema",
        [
          FieldLayout(0, "objects", .tables(1)), FieldLayout(1, "enums", .tables(4)),
          FieldLayout(2, "file_ident", .string), FieldLayout(4, "root_table", .table(1)),
        ]),
      TableLayout(
        "Object",
        [
          FieldLayout(0, "name", .string), FieldLayout(1, "fields", .tables(2)),
          FieldLayout(2, "is_struct", .scalar(1)),
          FieldLayout(6, "documentation", .strings),
        ]),
      TableLayout(
        "Field",
        [
          FieldLayout(0, "name", .string), FieldLayout(1, "type", .table(3)), FieldLayout(2, "id", .scalar(2)),
          FieldLayout(4, "default_integer", .scalar(8)), FieldLayout(5, "default_real", .scalar(8)),
          FieldLayout(6, "deprecated", .scalar(1)), FieldLayout(9, "attributes", .tables(6)),
          FieldLayout(10, "documentation", .strings),
        ]),
      TableLayout(
        "Type",
        [
          FieldLayout(0, "base_type", .scalar(1)), FieldLayout(1, "element", .scalar(1)),
          FieldLayout(2, "index", .scalar(4)),
        ]),
      TableLayout(
        "Enum",
        [
          FieldLayout(0, "name", .string), FieldLayout(1, "values", .tables(5)), FieldLayout(2, "is_union", .scalar(1)),
          FieldLayout(3, "underlying_type", .table(3)), FieldLayout(5, "documentation", .strings),
        ]),
      TableLayout(
        "EnumVal",
        [
          FieldLayout(0, "name", .string), FieldLayout(1, "value", .scalar(8)), FieldLayout(3, "union_type", .table(3)),
          FieldLayout(4, "documentation", .strings),
        ]),
      TableLayout("KeyValue", [FieldLayout(0, "key", .string), FieldLayout(1, "value", .string)]),
    ],
    unions: [],
    root: 0)
}
