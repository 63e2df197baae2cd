/// A JSON value as it was read; numbers keep their text, so that each type of tensor takes them exactly.
enum JSONValue {
  case null
  case bool(Bool)
  case number(String)
  case string(String)
  case array([JSONValue])
  case object([(name: String, value: JSONValue)])

  /// The value in a whole text.
  /// - Throws: `invalidData` with the column, counted in bytes from 1, where the text is no JSON.
  init(_ text: [UInt8]) throws(ToolError) {
    var reader = JSONReader(text)
    self = try reader.document()
  }

  /// A member of an object.
  subscript(name: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members.last { $0.name == name }?.value
  }

  /// What it is, for errors.
  var kind: String {
    switch self {
    case .null: "null"
    case .bool: "a boolean"
    case .number: "a number"
    case .string: "a string"
    case .array: "an array"
    case .object: "an object"
    }
  }

  /// The same to be written.
  var text: JSONText {
    switch self {
    case .null: .null
    case .bool(let value): .bool(value)
    case .number(let text): .number(text)
    case .string(let text): .string(text)
    case .array(let values): .array(values.map { $0.text })
    case .object(let members): .object(members.map { ($0.name, $0.value.text) })
    }
  }
}

/// Reads RFC 8259's JSON, 64 levels deep at most.
private struct JSONReader {
  private let bytes: [UInt8]
  private var place = 0
  private var depth = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  mutating func document() throws(ToolError) -> JSONValue {
    let value = try value()
    skipSpace()
    if place < bytes.count { throw wrong("the end") }
    return value
  }

  private var next: UInt8? { place < bytes.count ? bytes[place] : nil }

  private func wrong(_ expected: String) -> ToolError {
    let found = next.map { $0 > 32 && $0 < 127 ? "'\(Character(UnicodeScalar($0)))'" : "byte \($0)" } ?? "the end"
    return ToolError(.invalidData, "JSON, column \(place + 1)", expected: expected, found: found)
  }

  private mutating func skipSpace() {
    while let byte = next, byte == 32 || (9...13).contains(byte) { place += 1 }
  }

  private mutating func take(_ character: Character) -> Bool {
    guard next == character.asciiValue else { return false }
    place += 1
    return true
  }

  private mutating func value() throws(ToolError) -> JSONValue {
    skipSpace()
    switch next {
    case UInt8(ascii: "{"): return try nested { (reader) throws(ToolError) in try reader.object() }
    case UInt8(ascii: "["): return try nested { (reader) throws(ToolError) in try reader.array() }
    case UInt8(ascii: "\""): return .string(try string())
    case let byte? where byte.isNumberPart: return try number()
    default:
      for (word, value) in [("true", JSONValue.bool(true)), ("false", .bool(false)), ("null", .null)]
      where bytes[place...].starts(with: word.utf8) {
        place += word.utf8.count
        return value
      }
      throw wrong("a value")
    }
  }

  private mutating func nested(
    _ body: (inout JSONReader) throws(ToolError) -> JSONValue
  ) throws(ToolError) -> JSONValue {
    if depth == 64 { throw wrong("at most 64 levels") }
    depth += 1
    place += 1
    let value = try body(&self)
    depth -= 1
    return value
  }

  private mutating func object() throws(ToolError) -> JSONValue {
    var members: [(name: String, value: JSONValue)] = []
    skipSpace()
    if take("}") { return .object(members) }
    while true {
      skipSpace()
      if next != UInt8(ascii: "\"") { throw wrong("a name in quotes") }
      let name = try string()
      skipSpace()
      if !take(":") { throw wrong("':'") }
      members.append((name, try value()))
      skipSpace()
      if take("}") { return .object(members) }
      if !take(",") { throw wrong("',' or '}'") }
    }
  }

  private mutating func array() throws(ToolError) -> JSONValue {
    var values: [JSONValue] = []
    skipSpace()
    if take("]") { return .array(values) }
    while true {
      values.append(try value())
      skipSpace()
      if take("]") { return .array(values) }
      if !take(",") { throw wrong("',' or ']'") }
    }
  }

  private mutating func number() throws(ToolError) -> JSONValue {
    let start = place
    while let byte = next, byte.isNumberPart { place += 1 }
    let text = String(decoding: bytes[start..<place], as: UTF8.self)
    // Swift takes a few forms that JSON does not.
    let digits = text.drop { $0 == "-" }
    if Double(text) == nil || digits.first?.isNumber != true || digits.last?.isNumber != true
      || digits.count > 1 && digits.first == "0" && digits.dropFirst().first?.isNumber == true
    {
      place = start
      throw wrong("a number")
    }
    return .number(text)
  }

  private mutating func string() throws(ToolError) -> String {
    place += 1
    var text: [UInt8] = []
    while let byte = next {
      place += 1
      switch byte {
      case UInt8(ascii: "\""):
        guard let result = String(validating: text, as: UTF8.self) else { throw wrong("UTF-8 before here") }
        return result
      case UInt8(ascii: "\\"): text += try escaped()
      case 0..<32:
        place -= 1
        throw wrong("no control character in a string")
      default: text.append(byte)
      }
    }
    throw wrong("the end of the string")
  }

  private mutating func escaped() throws(ToolError) -> [UInt8] {
    guard let byte = next else { throw wrong("the end of the string") }
    let plain: [UInt8: UInt8] = [
      UInt8(ascii: "\""): 34, UInt8(ascii: "\\"): 92, UInt8(ascii: "/"): 47, UInt8(ascii: "b"): 8,
      UInt8(ascii: "f"): 12, UInt8(ascii: "n"): 10, UInt8(ascii: "r"): 13, UInt8(ascii: "t"): 9,
    ]
    if let character = plain[byte] {
      place += 1
      return [character]
    }
    if byte != UInt8(ascii: "u") { throw wrong("one of \" \\ / b f n r t u") }
    place += 1
    var units = [try unit()]
    if UTF16.isLeadSurrogate(units[0]), bytes[place...].starts(with: "\\u".utf8) {
      place += 2
      units.append(try unit())
    }
    guard let text = String(validating: units, as: UTF16.self) else { throw wrong("a pair of surrogates before here") }
    return Array(text.utf8)
  }

  private mutating func unit() throws(ToolError) -> UInt16 {
    guard bytes.count - place >= 4,
      let unit = UInt16(String(decoding: bytes[place..<place + 4], as: UTF8.self), radix: 16)
    else { throw wrong("four hexadecimal digits") }
    place += 4
    return unit
  }
}

extension UInt8 {
  fileprivate var isNumberPart: Bool {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."),
      UInt8(ascii: "e"), UInt8(ascii: "E"):
      true
    default: false
    }
  }
}
