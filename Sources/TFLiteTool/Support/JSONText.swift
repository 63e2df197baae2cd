/// A JSON value whose members keep their order.
package indirect enum JSONText {
  case null
  case bool(Bool)
  case int(Int)
  case double(Double)
  case string(String)
  case array([JSONText])
  case object([(String, JSONText)])

  /// A number in Swift's notation; null for what JSON cannot say, such as NaN.
  package static func number(_ text: String) -> JSONText {
    if let int = Int(text) { return .int(int) }
    return optional(Double(text))
  }

  /// A number, null where there is none.
  static func optional(_ value: Double?) -> JSONText { value.map { .double($0) } ?? .null }

  static func strings(_ values: [String]) -> JSONText { .array(values.map { .string($0) }) }

  static func ints(_ values: [Int]) -> JSONText { .array(values.map { .int($0) }) }

  /// The text over several lines; arrays of plain values stay on one.
  package var text: String {
    var text = ""
    write(to: &text, indent: 0)
    return text + "\n"
  }

  /// The text on one line, as it may stand inside a `script` element of HTML: neither the element's end nor a comment
  /// begins in it, since `<` occurs in strings alone.
  package var embedded: String {
    line.split(separator: "<", omittingEmptySubsequences: false).joined(separator: "\\u003c")
  }

  /// The text on one line, without the line's end.
  package var line: String {
    var text = ""
    writeLine(to: &text)
    return text
  }

  private func writeLine(to text: inout String) {
    switch self {
    case .array(let values):
      text += "["
      for (index, value) in values.enumerated() {
        if index > 0 { text += "," }
        value.writeLine(to: &text)
      }
      text += "]"
    case .object(let members):
      text += "{"
      for (index, member) in members.enumerated() {
        if index > 0 { text += "," }
        Self.write(string: member.0, to: &text)
        text += ":"
        member.1.writeLine(to: &text)
      }
      text += "}"
    default: write(to: &text, indent: 0)
    }
  }

  private var isPlain: Bool {
    switch self {
    case .array(let values): values.isEmpty
    case .object(let members): members.isEmpty
    default: true
    }
  }

  private func write(to text: inout String, indent: Int) {
    switch self {
    case .null: text += "null"
    case .bool(let value): text += value ? "true" : "false"
    case .int(let value): text += String(value)
    case .double(let value): text += value.isFinite ? "\(value)" : "null"
    case .string(let value): Self.write(string: value, to: &text)
    case .array(let values):
      let breaks = !values.allSatisfy { $0.isPlain }
      Self.write(values, "[", "]", breaks, indent, &text) { value, text in value.write(to: &text, indent: indent + 2) }
    case .object(let members):
      let breaks = indent == 0 || members.count > 8 || !members.allSatisfy { $0.1.isPlain }
      Self.write(members, "{", "}", breaks, indent, &text) { member, text in
        Self.write(string: member.0, to: &text)
        text += ": "
        member.1.write(to: &text, indent: indent + 2)
      }
    }
  }

  private static func write<Element>(
    _ elements: [Element], _ open: String, _ close: String, _ breaks: Bool, _ indent: Int, _ text: inout String,
    _ body: (Element, inout String) -> Void
  ) {
    text += open
    for (index, element) in elements.enumerated() {
      if index > 0 { text += breaks ? "," : ", " }
      if breaks { text += "\n" + String(repeating: " ", count: indent + 2) }
      body(element, &text)
    }
    if breaks, !elements.isEmpty { text += "\n" + String(repeating: " ", count: indent) }
    text += close
  }

  private static func write(string: String, to text: inout String) {
    text += "\""
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case "\t": text += "\\t"
      case _ where scalar.value < 0x20:
        let hex = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
      default: text.unicodeScalars.append(scalar)
      }
    }
    text += "\""
  }
}
