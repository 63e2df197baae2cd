/// Writes the tables of a schema as values that can be changed and written to files.
struct ObjectEmitter {
  let views: SwiftEmitter

  private var model: SchemaModel { views.model }

  /// All files: name and text.
  func files() -> [(name: String, text: String)] {
    let imports = ["import TFLiteSchema"]
    var files = views.chunked(
      prefix: "Tables", blocks: model.tables.filter { $0.unions.isEmpty }.map(table), imports: imports)
    for union in model.unions {
      let members = model.tables.filter { $0.unions.first?.union == union.name }
      files += views.chunked(
        prefix: union.name, blocks: self.union(union) + members.map(table), imports: imports)
    }
    return files
  }

  // MARK: Tables

  private func table(_ table: SchemaModel.Table) -> [String] {
    let fields = table.fields.filter { !isSelector($0, of: table) }
    var lines = [
      "extension MutableSchema {",
      "  /// `\(table.name)`, to be changed and written.",
      "  package struct \(table.name): MutableTable {",
    ]
    lines += fields.map { "    package var \($0.name): \(type($0))" }
    if !fields.isEmpty { lines.append("") }
    lines += ["    package init() {}", ""]
    lines.append("    package init(_ view: Schema.\(table.name)) {")
    lines += fields.map { "      \($0.name) = \(reading($0))" }
    lines += ["    }", "", "    package func pack(_ builder: FlatBufferBuilder) -> FlatBufferReference {"]
    for field in fields {
      guard let packing = packing(field) else { continue }
      lines.append("      let \(field.name) = \(packing)")
    }
    lines.append("      builder.beginTable()")
    // Larger ones first leaves the least room between them.
    for (field, size) in table.fields.map({ ($0, size($0)) }).sorted(by: { ($1.1, $0.0.id) < ($0.1, $1.0.id) }) {
      lines.append("      " + storing(field, of: table, size))
    }
    return lines + ["      return builder.endTable()", "    }", "  }", "}"]
  }

  /// Whether the field is the byte that selects the union in the field behind it.
  private func isSelector(_ field: SchemaModel.Field, of table: SchemaModel.Table) -> Bool {
    table.fields.contains { other in
      if case .union = other.kind { other.id == field.id + 1 } else { false }
    }
  }

  private func size(_ field: SchemaModel.Field) -> Int {
    switch field.kind {
    case .scalar(_, let size, _), .enumeration(_, let size, _): size
    default: 4
    }
  }

  /// The property's type, with its default.
  private func type(_ field: SchemaModel.Field) -> String {
    switch field.kind {
    case .scalar(let type, _, let literal): "\(type) = \(literal)"
    case .enumeration(let type, _, let literal): "Schema.\(type) = \(literal)"
    case .string: "SchemaText?"
    case .scalars("UInt8", _): "SchemaBytes?"
    case .scalars(let type, _): "[\(type)]?"
    case .strings: "[SchemaText]?"
    case .table(let index): "\(model.tables[index].name)?"
    case .tables(let index): "[\(model.tables[index].name)]?"
    case .union(let index): "\(model.unions[index].name)?"
    }
  }

  /// The value that a view holds.
  private func reading(_ field: SchemaModel.Field) -> String {
    let name = field.name
    let has = "view.has" + name.prefix(1).uppercased() + name.dropFirst()
    switch field.kind {
    case .scalar, .enumeration: return "view.\(name)"
    case .string: return "view.\(name).map { SchemaText($0) }"
    case .scalars("UInt8", _): return "\(has) ? SchemaBytes(view.\(name).bytes) : nil"
    case .scalars: return "\(has) ? Array(view.\(name)) : nil"
    case .strings: return "\(has) ? view.\(name).map { SchemaText($0) } : nil"
    case .table(let index): return "view.\(name).map { \(model.tables[index].name)($0) }"
    case .tables(let index): return "\(has) ? view.\(name).map { \(model.tables[index].name)($0) } : nil"
    case .union(let index):
      return "\(model.unions[index].name).read(view.\(name)Type, in: view.table, field: \(field.id))"
    }
  }

  /// What is written before the table that refers to it; nil for what stands in the table itself.
  private func packing(_ field: SchemaModel.Field) -> String? {
    let alignment = field.alignment.map { ", alignment: \($0)" } ?? ""
    switch field.kind {
    case .scalar, .enumeration: return nil
    case .string: return "builder.text(self.\(field.name))"
    case .scalars("UInt8", _): return "builder.bytes(self.\(field.name)\(alignment))"
    case .scalars: return "builder.vector(self.\(field.name)\(alignment))"
    case .strings: return "builder.texts(self.\(field.name))"
    case .table, .union: return "self.\(field.name)?.pack(builder)"
    case .tables: return "builder.tables(self.\(field.name))"
    }
  }

  private func storing(_ field: SchemaModel.Field, of table: SchemaModel.Table, _ size: Int) -> String {
    switch field.kind {
    case .scalar(_, _, let literal): return "builder.store(\(field.name), unless: \(literal), in: \(field.id))"
    case .enumeration(_, _, let literal):
      guard isSelector(field, of: table) else {
        return "builder.store(\(field.name), unless: \(literal), in: \(field.id))"
      }
      let union = table.fields.first { $0.id == field.id + 1 }?.name ?? field.name
      return "builder.store(self.\(union)?.selector ?? .none, unless: .none, in: \(field.id))"
    default: return "builder.store(\(field.name), in: \(field.id))"
    }
  }

  // MARK: Unions

  /// The union and each of its functions in a block of its own, so that a file takes as much of them as fits.
  private func union(_ union: SchemaModel.Enumeration) -> [[String]] {
    let members = union.values.compactMap { value in
      value.table.map { (name: value.name, table: model.tables[$0].name) }
    }
    let cases =
      [
        "extension MutableSchema {",
        "  /// A table of the union `\(union.name)`, to be changed and written.",
        "  package enum \(union.name): Equatable, Sendable {",
      ] + members.map { "    case \($0.name)(\($0.table))" } + ["  }", "}"]
    func function(_ declaration: [String], over value: String, _ arms: [String]) -> [String] {
      ["extension MutableSchema.\(union.name) {"] + declaration + ["    switch \(value) {"] + arms + [
        "    }", "  }", "}",
      ]
    }
    return [
      cases,
      function(
        [
          "  /// The table that field `id` of `table` refers to; nil when there is none or the schema does not know it.",
          "  static func read(_ selector: Schema.\(union.name), in table: FlatBufferTable, field id: Int) -> Self? {",
        ], over: "selector",
        members.map {
          "    case .\($0.name): table.child(id).map { .\($0.name)(.init(Schema.\($0.table)(table: $0))) }"
        } + ["    default: nil"]),
      function(
        ["  /// The number of the table in the union.", "  package var selector: Schema.\(union.name) {"], over: "self",
        members.map { "    case .\($0.name): .\($0.name)" }),
      function(
        ["  func pack(_ builder: FlatBufferBuilder) -> FlatBufferReference {"], over: "self",
        members.map { "    case .\($0.name)(let table): table.pack(builder)" }),
    ]
  }
}
