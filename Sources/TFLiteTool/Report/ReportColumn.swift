import TFLiteRuntime

/// A value for each operator that the page shows: a column of its table, and a heat of its graph.
///
/// Commands bring columns of their own: what they have measured or compared, by the operators of the file. The page knows
/// nothing of a column but what stands here; `docs/report.md` has the form in the page's JSON.
struct ReportColumn {
  /// How a number is written.
  enum Unit: String {
    /// Thousands, millions, billions: 3.14 M.
    case count
    /// KiB and MiB.
    case bytes
    /// From nanoseconds to seconds; values are milliseconds.
    case milliseconds
    /// Values are 0 to 100.
    case percent
    case decibels
    /// Four significant digits.
    case number
    /// No number: `texts` has the values.
    case text
  }

  /// How values become colors of the graph.
  enum Heat: String {
    /// The column is not a heat.
    case none
    /// From 0 to the largest value.
    case linear
    /// From the smallest value above 0 to the largest, by factors.
    case logarithmic
    /// As `linear`, and small values are the hot ones.
    case inverted
  }

  /// Names the column in addresses and tests.
  let key: String
  let title: String
  let unit: Unit
  var heat = Heat.none
  /// What the value says, in a sentence.
  let note: String
  /// By subgraph, by operator as the file states them; nil where there is none.
  var values: [[Double?]] = []
  /// The same for a column of texts.
  var texts: [[String?]] = []
  /// The sum of all values means something, and shares of it do.
  var isSummed = false

  var json: JSONText {
    .object([
      ("key", .string(key)), ("title", .string(title)), ("unit", .string(unit.rawValue)),
      ("heat", .string(heat.rawValue)), ("note", .string(note)), ("summed", .bool(isSummed)),
      (
        "values",
        .array(
          unit == .text
            ? texts.map { .array($0.map { $0.map { .string($0) } ?? .null }) }
            : values.map { .array($0.map { $0.map { Self.number($0) } ?? .null }) })
      ),
    ])
  }

  /// Six significant digits, which keep pages of thousands of operators small.
  static func number(_ value: Double) -> JSONText {
    guard value.isFinite else { return .null }
    if value.rounded() == value, abs(value) < 1e15 { return .int(Int(value)) }
    var digits = 6
    var magnitude = abs(value)
    while magnitude >= 1, digits > 0 {
      magnitude /= 10
      digits -= 1
    }
    if abs(value) < 1e-4 { return .double(value) }
    return .number(fixed(value, digits + 3))
  }
}
