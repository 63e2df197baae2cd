/// What the verifier must know of a table: which fields it has and how each is stored.
package struct TableLayout: Sendable {
  /// The table's name in the schema.
  package let name: StaticString

  /// The fields, without deprecated ones, which no view reads.
  package let fields: [FieldLayout]

  package init(_ name: StaticString, _ fields: [FieldLayout] = []) {
    self.name = name
    self.fields = fields
  }
}

/// A field of a table.
package struct FieldLayout: Sendable {
  /// How a field is stored. Tables and unions are indices into the schema's lists of layouts.
  package enum Storage: Sendable {
    /// A number of so many bytes, in place.
    case scalar(Int)
    /// A reference to text.
    case string
    /// A reference to numbers of so many bytes.
    case scalars(Int)
    /// A reference to references to text.
    case strings
    /// A reference to a table.
    case table(Int)
    /// A reference to references to tables.
    case tables(Int)
    /// A reference to the table that the byte in the field before this one selects.
    case union(Int)
  }

  /// The field's name in the schema.
  package let name: StaticString

  /// The field's number, which is its place in the vtable.
  package let id: Int

  /// How it is stored.
  package let storage: Storage

  package init(_ id: Int, _ name: StaticString, _ storage: Storage) {
    self.id = id
    self.name = name
    self.storage = storage
  }
}

/// All tables of a schema.
package struct SchemaLayout: Sendable {
  /// The tables.
  package let tables: [TableLayout]

  /// For each union, the table that each selecting byte stands for; -1 where there is none.
  package let unions: [[Int]]

  /// The root table.
  package let root: Int

  package init(tables: [TableLayout], unions: [[Int]], root: Int) {
    self.tables = tables
    self.unions = unions
    self.root = root
  }
}
