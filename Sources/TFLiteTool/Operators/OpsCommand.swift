import ArgumentParser
import TFLiteRuntime

struct OpsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "ops",
    abstract: "Print which operators, versions and element types can run.",
    discussion: """
      Types are those of an operator's main input. The last column holds the versions that LiteRT's built-in resolver \
      registers.

      Examples:
        tflite ops
        tflite ops --markdown > docs/operators.md
        tflite ops --missing
        tflite ops --for detector.tflite classifier.tflite
        tflite ops --for model.tflite --swift > Sources/App/ModelOperators.swift
      """)

  @Flag(help: "Print a Markdown page.") var markdown = false
  @Flag(help: "Print JSON.") var json = false
  @Flag(help: "Only operators or versions that LiteRT runs and this runtime does not.") var missing = false

  @Option(
    name: .customLong("for"), parsing: .upToNextOption, help: "Only the operators of these models.",
    completion: .file(extensions: ["tflite"]))
  var models: [String] = []
  @Flag(
    help: """
      With --for: print a Swift source with a registry of exactly these operators, so that an application is linked \
      without the others.
      """)
  var swift = false

  func validate() throws {
    if swift, models.isEmpty { throw ValidationError("--swift: expected --for MODEL...") }
    if swift, markdown || json || missing { throw ValidationError("--swift stands alone beside --for") }
    if markdown, json { throw ValidationError("--markdown and --json exclude each other") }
  }

  /// One operator of the matrix.
  private struct Row {
    let name: String
    let isCustom: Bool
    let versions: ClosedRange<Int>?
    let types: [ElementType]
    let reference: ClosedRange<Int>?

    var isMissing: Bool {
      guard let reference else { return false }
      return (versions?.upperBound ?? 0) < reference.upperBound
    }

    var cells: [String] {
      [
        isCustom ? name + " (custom)" : name, Self.text(versions), Self.text(types), Self.text(reference),
      ]
    }

    static func text(_ versions: ClosedRange<Int>?) -> String {
      guard let versions else { return "-" }
      return versions.count == 1 ? "\(versions.lowerBound)" : "\(versions.lowerBound)-\(versions.upperBound)"
    }

    private static func text(_ types: [ElementType]) -> String {
      types.count == ElementType.allCases.count
        ? "all" : types.isEmpty ? "-" : types.map { $0.name.lowercased() }.joined(separator: ", ")
    }
  }

  private static var rows: [Row] {
    var rows: [String: Row] = [:]
    for entry in OperatorTable.builtin {
      rows[entry.name] = Row(
        name: entry.name, isCustom: false, versions: entry.versions, types: entry.types,
        reference: ReferenceOperators.versions(of: entry.name))
    }
    for name in ReferenceOperators.names where rows[name] == nil {
      rows[name] = Row(
        name: name, isCustom: false, versions: nil, types: [],
        reference: ReferenceOperators.versions(of: name))
    }
    for entry in OperatorTable.custom {
      rows[entry.name] = Row(
        name: entry.name, isCustom: true, versions: entry.versions, types: entry.types,
        reference: ReferenceOperators.custom.contains(entry.name) ? 1...1 : nil)
    }
    for name in ReferenceOperators.custom where rows[name] == nil {
      rows[name] = Row(name: name, isCustom: true, versions: nil, types: [], reference: 1...1)
    }
    return rows.values.sorted { ($0.isCustom ? 1 : 0, $0.name) < ($1.isCustom ? 1 : 0, $1.name) }
  }

  private static let heading = """
    # Operators

    Printed by `tflite ops --markdown` from the operator table. Types are those of an operator's main input. Every operator
    runs with every kernel set. The last column holds the versions that LiteRT's built-in resolver registers. Lists of tensors
    run as TensorFlow's operators as well, `FlexTensorListReserve` and so on.


    """

  func run() throws {
    var rows = missing ? Self.rows.filter { $0.isMissing } : Self.rows
    if !models.isEmpty {
      let used = try UsedOperators(models.map { try Model(path: $0) })
      if swift { return try Output.standard.write(used.swift(models)) }
      rows = rows.filter { row in
        used.uses.contains { ($0.entry?.name ?? $0.name) == row.name && $0.isCustom == row.isCustom }
      }
    }
    let text: String
    if json {
      text = JSONText.array(rows.map(Self.json)).text
    } else if markdown {
      text =
        Self.heading + "| operator | versions | types | LiteRT |\n|---|---|---|---|\n"
        + rows.map { "| " + $0.cells.joined(separator: " | ") + " |\n" }.joined()
    } else {
      var table = TextTable([.left("operator"), .fixed("versions"), .left("types"), .fixed("LiteRT")])
      for row in rows { table.add(row.cells) }
      let supported = rows.count { $0.versions != nil }
      text = table.text + "\(supported) of \(rows.count) operators can run\n"
    }
    try Output.standard.write(text)
  }

  private static func json(_ row: Row) -> JSONText {
    func ends(_ versions: ClosedRange<Int>?) -> JSONText {
      versions.map { .ints([$0.lowerBound, $0.upperBound]) } ?? .null
    }
    return .object([
      ("operator", .string(row.name)), ("custom", .bool(row.isCustom)), ("versions", ends(row.versions)),
      ("types", .strings(row.types.map { $0.name })), ("litert_versions", ends(row.reference)),
    ])
  }
}
