/// Comma-separated values, as RFC 4180 has them: fields with commas, quotes or line breaks stand in quotes, quotes in them twice.
enum CSVText {
  struct Row {
    /// The line on which it begins, from 1 on.
    let line: Int
    let fields: [String]
  }

  /// The rows of a text; empty lines are none.
  /// - Parameter source: what to call the text in errors.
  /// - Throws: `invalidData` for a quote without an end, and text behind a quote's end.
  static func rows(_ text: String, source: String) throws(ToolError) -> [Row] {
    var rows: [Row] = []
    var (line, start) = (1, 1)
    var fields: [String] = []
    var field = ""
    var (isQuoted, wasQuoted) = (false, false)
    var rest = text.unicodeScalars[...]
    func endRow() {
      if !(fields.isEmpty && field.isEmpty && !wasQuoted) { rows.append(Row(line: start, fields: fields + [field])) }
      (fields, field, wasQuoted) = ([], "", false)
    }
    while let next = rest.popFirst() {
      if isQuoted {
        if next == "\"" {
          if rest.first == "\"" {
            field.unicodeScalars.append(rest.removeFirst())
          } else {
            isQuoted = false
          }
        } else {
          if next == "\n" { line += 1 }
          field.unicodeScalars.append(next)
        }
        continue
      }
      switch next {
      case "\"" where field.isEmpty && !wasQuoted: (isQuoted, wasQuoted) = (true, true)
      case ",":
        fields.append(field)
        (field, wasQuoted) = ("", false)
      case "\r" where rest.first == "\n": break
      case "\n":
        line += 1
        endRow()
        start = line
      default:
        if wasQuoted {
          throw ToolError(
            .invalidData, "\(source), line \(line)", expected: "a comma behind the quotes", found: "'\(next)'")
        }
        field.unicodeScalars.append(next)
      }
    }
    if isQuoted {
      throw ToolError(
        .invalidData, "\(source), line \(start)", expected: "quotes that end", found: "the end of the text")
    }
    endRow()
    return rows
  }

  /// One line without its end.
  static func line(_ fields: [String]) -> String { fields.map(quoted).joined(separator: ",") }

  private static func quoted(_ field: String) -> String {
    if !field.unicodeScalars.contains(where: { [",", "\"", "\n", "\r"].contains($0) }) { return field }
    return "\"" + field.replacing("\"", with: "\"\"") + "\""
  }
}
