/// Writes the Swift declarations of a schema.
struct SwiftEmitter {
  let model: SchemaModel

  /// Lines after which tables of one group go on in another file.
  private let linesPerFile = 400

  /// All files: name and text.
  func files() -> [(name: String, text: String)] {
    var files: [(String, String)] = []
    let (large, small) = split(model.enums) { $0.values.count > 60 }
    files += chunked(prefix: "Enums", blocks: small.flatMap { [enumeration($0), names($0)] })
    for declared in large {
      files.append(("\(declared.name).swift", text(blocks: [enumeration(declared)])))
      files.append(("\(declared.name)+Names.swift", text(blocks: [names(declared)])))
    }
    files.append(("Unions.swift", text(blocks: model.unions.map(union))))
    files.append(contentsOf: tableFiles(prefix: "Tables") { $0.unions.isEmpty })
    for union in model.unions {
      let members = model.tables.filter { table in table.unions.contains { $0.union == union.name } }
      guard members.count > 10 else { continue }
      files.append(contentsOf: tableFiles(prefix: union.name) { $0.unions.first?.union == union.name })
    }
    let smallUnions = model.unions.map(\.name).filter { name in
      model.tables.filter { $0.unions.first?.union == name }.count <= 10
    }
    files.append(
      contentsOf: tableFiles(prefix: "UnionMembers") { table in
        table.unions.first.map { smallUnions.contains($0.union) } ?? false
      })
    files.append(("Layout.swift", layout()))
    return files
  }

  /// The files of the tests: a walker that reads every property.
  func testFiles() -> [(name: String, text: String)] {
    chunked(prefix: "AccessorWalker", blocks: model.tables.map(walker), imports: ["import TFLiteSchema"])
  }

  private func split<Element>(_ all: [Element], by test: (Element) -> Bool) -> ([Element], [Element]) {
    (all.filter(test), all.filter { !test($0) })
  }

  func text(blocks: [[String]]) -> String {
    let header = "// Generated from Schema/tflite.fbs by Schema/generate; not to be edited."
    return ([[header]] + blocks).map { $0.joined(separator: "\n") }.joined(separator: "\n\n") + "\n"
  }

  /// Blocks in files of about the same size, numbered when there are several.
  func chunked(
    prefix: String, blocks: [[String]], imports: [String]? = nil
  ) -> [(name: String, text: String)] {
    var files: [[[String]]] = [[]]
    for block in blocks {
      let used = files[files.count - 1].reduce(0) { $0 + $1.count + 1 }
      if used > 0 && used + block.count > linesPerFile { files.append([]) }
      files[files.count - 1].append(block)
    }
    return files.enumerated().map { index, blocks in
      ("\(prefix)\(files.count > 1 ? "+\(index + 1)" : "").swift", text(blocks: (imports.map { [$0] } ?? []) + blocks))
    }
  }

  // MARK: Enums

  private func enumeration(_ declared: SchemaModel.Enumeration) -> [String] {
    var lines = ["extension Schema {"]
    lines += documentation(declared.documentation, else: "The enumeration `\(declared.name)`.", indent: "  ")
    lines += [
      "  public struct \(declared.name): SchemaEnum {",
      "    /// The number in a file.",
      "    public let rawValue: \(declared.rawType)",
      "",
      "    /// The case for a number of a file, named or not.",
      "    public init(rawValue: \(declared.rawType)) {",
      "      self.rawValue = rawValue",
      "    }",
      "",
    ]
    for value in declared.values {
      let note = value.documentation.isEmpty ? "" : ": " + sentence(value.documentation)
      lines += wrapped("`\(value.schemaName)`, \(value.number)\(note.isEmpty ? "." : note)", indent: "    ")
      lines.append("    public static let \(value.name) = Self(rawValue: \(value.number))")
    }
    return lines + ["  }", "}"]
  }

  private func names(_ declared: SchemaModel.Enumeration) -> [String] {
    var lines = [
      "extension Schema.\(declared.name) {",
      "  /// The schema's spelling of the case, or nil for a number without a name.",
      "  public static func schemaName(of rawValue: \(declared.rawType)) -> StaticString? {",
      "    switch rawValue {",
    ]
    lines += declared.values.map { "    case \($0.number): \"\($0.schemaName)\"" }
    return lines + ["    default: nil", "    }", "  }", "}"]
  }

  // MARK: Unions

  /// The view of a union; each table that it can hold adds a property.
  private func union(_ union: SchemaModel.Enumeration) -> [String] {
    [
      "extension Schema {",
      "  /// What a table's union `\(union.name)` holds.",
      "  public struct \(union.name)Union: Sendable {",
      "    /// Which table it is.",
      "    public let type: \(union.name)",
      "    private let table: FlatBufferTable?",
      "",
      "    init(_ type: \(union.name), _ table: FlatBufferTable?) { (self.type, self.table) = (type, table) }",
      "",
      "    /// The table if it is of that type.",
      "    package subscript(type: \(union.name)) -> FlatBufferTable? { self.type == type ? table : nil }",
      "  }",
      "}",
    ]
  }

  // MARK: Tables

  private func tableFiles(
    prefix: String, where belongs: (SchemaModel.Table) -> Bool
  ) -> [(name: String, text: String)] {
    let elements = Set(
      model.tables.flatMap { $0.fields.compactMap { if case .tables(let index) = $0.kind { index } else { nil } } })
    let chosen = model.tables.enumerated().filter { belongs($1) }
    return chunked(prefix: prefix, blocks: chosen.map { table($1, isElement: elements.contains($0)) })
  }

  /// - Parameter isElement: whether vectors hold such tables. A conformance takes room in every program, needed or not.
  private func table(_ table: SchemaModel.Table, isElement: Bool) -> [String] {
    var lines = ["extension Schema {"]
    lines += documentation(table.documentation, else: "The table `\(table.name)`.", indent: "  ")
    lines += [
      "  public struct \(table.name): \(isElement ? "SchemaTable" : "Sendable") {",
      "    /// The table's place in the file.",
      "    public let table: FlatBufferTable",
      "",
      "    /// A view of the table at that place, which must be of this type.",
      "    public init(table: FlatBufferTable) {",
      "      self.table = table",
      "    }",
    ]
    for field in table.fields {
      lines.append("")
      lines += property(field)
    }
    lines += ["  }", "}"]
    for membership in table.unions {
      let name = membership.enumCase
      lines += [
        "",
        "extension Schema.\(membership.union)Union {",
        "  /// The table `\(table.name)`, nil when it is another one or none.",
        "  public var \(name): Schema.\(table.name)? { self[.\(name)].map(Schema.\(table.name).init) }",
        "}",
      ]
    }
    return lines
  }

  private func property(_ field: SchemaModel.Field) -> [String] {
    let note = field.documentation.isEmpty ? "The field." : sentence(field.documentation)
    func documented(_ remark: String) -> [String] {
      wrapped("\(note) `\(field.schemaName)`, \(remark).", indent: "    ")
    }
    let presence = [
      "",
      "    /// Whether the file holds `\(field.schemaName)`.",
      "    public var has\(capitalized(field.name)): Bool { table.has(\(field.id)) }",
    ]
    switch field.kind {
    case .scalar(let type, _, let literal):
      return documented("\(literal) when absent") + [
        "    public var \(field.name): \(type) { table.scalar(\(field.id), default: \(literal)) }"
      ]
    case .enumeration(let type, _, let literal):
      let plain = literal.filter { $0 != "`" }
      return documented("`\(plain)` when absent") + [
        "    public var \(field.name): \(type) { table.enumeration(\(field.id), default: \(plain)) }"
      ]
    case .string:
      return documented("nil when absent") + [
        "    public var \(field.name): FlatBufferString? { table.string(\(field.id)) }"
      ]
    case .scalars(let type, _):
      return vector(field, of: type, documented("empty when absent")) + presence
    case .strings:
      return vector(field, of: "FlatBufferString", documented("empty when absent")) + presence
    case .tables(let index):
      return vector(field, of: model.tables[index].name, documented("empty when absent")) + presence
    case .table(let index):
      let type = model.tables[index].name
      return documented("nil when absent") + [
        "    public var \(field.name): \(type)? { table.child(\(field.id)).map(\(type).init) }"
      ] + presence
    case .union(let index):
      let union = model.unions[index].name
      return documented("a union") + [
        "    public var \(field.name): \(union)Union { \(union)Union(\(field.name)Type, table.child(\(field.id))) }"
      ]
    }
  }

  private func vector(_ field: SchemaModel.Field, of type: String, _ documentation: [String]) -> [String] {
    let short = type.hasPrefix("Schema.") ? String(type.dropFirst(7)) : type
    return documentation + [
      "    public var \(field.name): FlatBufferVector<\(short)> { table.vector(\(field.id), of: \(short).self) }"
    ]
  }

  // MARK: Walker

  private func walker(_ table: SchemaModel.Table) -> [String] {
    var lines = ["extension AccessorWalker {", "  mutating func walk(_ table: Schema.\(table.name)) {"]
    for field in table.fields {
      switch field.kind {
      case .scalar, .enumeration, .string: lines.append("    read(table.\(field.name))")
      case .scalars, .strings: lines.append("    read(table.\(field.name), table.has\(capitalized(field.name)))")
      case .table:
        lines += [
          "    read(table.has\(capitalized(field.name)))",
          "    if let child = table.\(field.name), enter() { walk(child) }",
        ]
      case .tables:
        lines += [
          "    read(table.has\(capitalized(field.name)))",
          "    for child in table.\(field.name) where enter() { walk(child) }",
        ]
      case .union(let index):
        for value in model.unions[index].values {
          guard value.table != nil else { continue }
          lines.append("    if let child = table.\(field.name).\(value.name), enter() { walk(child) }")
        }
      }
    }
    return lines + ["  }", "}"]
  }

  // MARK: Layout

  private func layout() -> String {
    var lines = [
      "extension Schema {",
      "  /// How every table is stored, for the verifier.",
      "  package static let layout = SchemaLayout(tables: tableLayouts, unions: unionLayouts, root: \(model.root))",
      "",
      "  private static let tableLayouts: [TableLayout] = [",
    ]
    for (index, table) in model.tables.enumerated() {
      if index % 10 == 0 { lines.append("    // \(index)") }
      let fields = table.fields.map { "FieldLayout(\($0.id), \"\($0.schemaName)\", \(storage($0.kind)))" }
      guard !fields.isEmpty else {
        lines.append("    TableLayout(\"\(table.name)\"),")
        continue
      }
      let line = "    TableLayout(\"\(table.name)\", [\(fields.joined(separator: ", "))]),"
      guard line.count > 120 else {
        lines.append(line)
        continue
      }
      lines += ["    TableLayout(", "      \"\(table.name)\",", "      ["]
      lines += rows(fields, indent: "        ")
      lines += ["      ]),"]
    }
    lines += ["  ]", "", "  private static let unionLayouts: [[Int]] = ["]
    for union in model.unions {
      lines.append("    // \(union.name)")
      var numbers = [Int](repeating: -1, count: Int(union.values.map(\.number).max() ?? 0) + 1)
      for value in union.values { numbers[Int(value.number)] = value.table ?? -1 }
      lines.append("    [")
      lines += rows(numbers.map(String.init), indent: "      ")
      lines.append("    ],")
    }
    return text(blocks: [lines + ["  ]", "}"]])
  }

  private func storage(_ kind: SchemaModel.Kind) -> String {
    switch kind {
    case .scalar(_, let size, _), .enumeration(_, let size, _): ".scalar(\(size))"
    case .string: ".string"
    case .scalars(_, let size): ".scalars(\(size))"
    case .strings: ".strings"
    case .table(let index): ".table(\(index))"
    case .tables(let index): ".tables(\(index))"
    case .union(let index): ".union(\(index))"
    }
  }

  // MARK: Text

  /// List elements on as few lines of 120 characters as they fit, each followed by a comma.
  private func rows(_ elements: [String], indent: String) -> [String] {
    var lines: [String] = []
    var line = indent
    for element in elements {
      if line.count + element.count + 2 > 120 {
        lines.append(line)
        line = indent
      }
      line += (line == indent ? "" : " ") + element + ","
    }
    return lines + [line]
  }

  private func documentation(_ lines: [String], else fallback: String, indent: String) -> [String] {
    wrapped(lines.isEmpty ? fallback : sentence(lines), indent: indent)
  }

  private func sentence(_ lines: [String]) -> String {
    lines.joined(separator: " ")
  }

  /// A documentation comment of lines no longer than 120 characters.
  private func wrapped(_ text: String, indent: String) -> [String] {
    var lines: [String] = []
    var line = indent + "///"
    for word in text.split(separator: " ") {
      if line.count + 1 + word.count > 120 {
        lines.append(line)
        line = indent + "///"
      }
      line += " " + word
    }
    return lines + [line]
  }

  private func capitalized(_ name: String) -> String {
    name.prefix(1).uppercased() + name.dropFirst()
  }
}
