/// The names of a model's classes by index.
public struct Labels: Hashable, Sendable {
  private var names: [Int: String]
  /// One more than the largest index; 0 without labels.
  public private(set) var count: Int
  /// Where the labels came from, for error messages.
  private let source: String

  /// Names of the indices 0, 1, 2, ...
  public init(_ names: [String]) {
    self.init(Dictionary(uniqueKeysWithValues: names.enumerated().map { ($0, $1) }), source: "labels")
  }

  private init(_ names: [Int: String], source: String) {
    self.names = names
    count = names.keys.max().map { $0 + 1 } ?? 0
    self.source = source
  }

  /// The labels in a file; see ``init(text:source:)``.
  /// - Throws: ``VisionError`` when the file cannot be read or is not UTF-8 text in one of the forms.
  public init(contentsOf path: String) throws(VisionError) {
    let bytes: [UInt8]
    do {
      bytes = try FileBytes.read(path)
    } catch {
      throw VisionError(.unreadableFile, path, expected: "a readable label file", found: error.reason)
    }
    try self.init(text: bytes, source: path)
  }

  /// The labels in a text, UTF-8 with or without byte order mark, lines ending in LF, CRLF or CR.
  ///
  /// - A list: line i names index i. Blank lines at the end count for nothing; others keep their index.
  /// - An indexed list: every line is a number from 0 to 9999999, then a colon, a comma or white space, then a name, and
  ///   no number comes twice. Blank lines count for nothing.
  /// - A label map: `item { id: 1 name: 'x' display_name: "y" }`, the display name preferred; indices are the ids.
  ///
  /// The first line is kept whatever it says ("background", "???"). White space around names is removed.
  /// - Parameters:
  ///   - bytes: the text in UTF-8.
  ///   - source: what to call it in errors.
  /// - Throws: ``VisionError`` when the text is empty, not UTF-8, or a damaged label map.
  public init(text bytes: [UInt8], source: String = "labels") throws(VisionError) {
    let content = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes[3...] : bytes[...]
    guard !Self.isUTF16(bytes), let text = String(validating: content, as: UTF8.self) else {
      let name = Self.isUTF16(bytes) ? "UTF-16" : "ISO-8859-1"
      throw VisionError(
        .malformed, source, expected: "UTF-8 text",
        found: Self.isUTF16(bytes)
          ? "UTF-16 text (iconv -f \(name) -t UTF-8 makes it UTF-8)"
          : "other bytes, perhaps Latin-1 text (iconv -f \(name) -t UTF-8 makes it UTF-8)")
    }
    if LabelMapParser.recognizes(text) {
      self.init(try LabelMapParser.parse(text, source: source), source: source)
      return
    }
    var lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map(Self.trimmed)
    while lines.last?.isEmpty == true { lines.removeLast() }
    guard !lines.isEmpty else {
      throw VisionError(.malformed, source, expected: "at least one label", found: "no text")
    }
    self.init(
      Self.indexed(lines) ?? Dictionary(uniqueKeysWithValues: lines.enumerated().map { ($0, $1) }), source: source)
  }

  /// Whether a text begins with UTF-16's mark, or as ASCII characters do in UTF-16.
  private static func isUTF16(_ bytes: [UInt8]) -> Bool {
    if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) { return true }
    guard bytes.count >= 4 else { return false }
    return (bytes[0] == 0) != (bytes[1] == 0) && (bytes[0] == 0) == (bytes[2] == 0)
      && (bytes[1] == 0) == (bytes[3] == 0)
  }

  /// The name of an index, or nil.
  public subscript(index: Int) -> String? { names[index] }

  /// The name of an index.
  /// - Throws: ``VisionError`` naming the source and its indices when there is none.
  public func name(of index: Int) throws(VisionError) -> String {
    guard let name = names[index] else {
      let range = names.keys.min().map { "indices \($0) to \(count - 1)" } ?? "no labels"
      throw VisionError(.missing, source, expected: "a label for index \(index)", found: range)
    }
    return name
  }

  private static func trimmed(_ line: Substring) -> String {
    var line = line
    while line.first?.isWhitespace == true { line.removeFirst() }
    while line.last?.isWhitespace == true { line.removeLast() }
    return String(line)
  }

  /// Names by the number in front of them; nil when a line has none or a number comes twice.
  private static func indexed(_ lines: [String]) -> [Int: String]? {
    var names: [Int: String] = [:]
    for line in lines where !line.isEmpty {
      let digits = line.utf8.prefix { (0x30...0x39).contains($0) }
      guard !digits.isEmpty, digits.count <= 7, let index = Int(Substring(digits)) else { return nil }
      let rest = line[digits.endIndex...]
      guard let separator = rest.first, separator == ":" || separator == "," || separator.isWhitespace else {
        return nil
      }
      var name = rest.drop(while: \.isWhitespace)
      if name.first == ":" || name.first == "," { name = name.dropFirst() }
      let trimmedName = trimmed(name)
      guard !trimmedName.isEmpty, names.updateValue(trimmedName, forKey: index) == nil else { return nil }
    }
    return names.isEmpty ? nil : names
  }
}

/// Reads the text form of TensorFlow's label maps.
private struct LabelMapParser {
  private enum Token: Equatable {
    case word(String)
    case text(String)
    case open, close, colon
  }

  private var rest: Substring.UTF8View
  private let length: Int
  private let source: String

  /// Whether a text begins, after comments, with `item` and a brace.
  static func recognizes(_ text: String) -> Bool {
    var parser = LabelMapParser(text, source: "")
    do {
      guard try parser.next() == .word("item") else { return false }
      let second = try parser.next()
      return second == .open || second == .colon
    } catch {
      return false
    }
  }

  static func parse(_ text: String, source: String) throws(VisionError) -> [Int: String] {
    var parser = LabelMapParser(text, source: source)
    var names: [Int: String] = [:]
    while let token = try parser.next() {
      guard token == .word("item") else { throw parser.error("an item", "something else") }
      var opening = try parser.next()
      if opening == .colon { opening = try parser.next() }
      guard opening == .open else { throw parser.error("{ after item", "something else") }
      let (id, name) = try parser.item()
      guard names.updateValue(name, forKey: id) == nil else { throw parser.error("each id once", "id \(id) again") }
    }
    return names
  }

  private init(_ text: String, source: String) {
    rest = text[...].utf8
    length = text.utf8.count
    self.source = source
  }

  private func error(_ expected: String, _ found: String) -> VisionError {
    VisionError(.malformed, source, at: length - rest.count, expected: expected, found: found)
  }

  private mutating func item() throws(VisionError) -> (Int, String) {
    var id: Int?
    var name: String?
    var displayName: String?
    while true {
      guard let token = try next() else { throw error("} after item", "the end of the text") }
      if token == .close { break }
      guard case .word(let key) = token else { throw error("a field of item", "something else") }
      var value = try next()
      if value == .colon { value = try next() }
      if value == .open {
        try skipMessage()
        continue
      }
      switch (key, value) {
      case ("id", .word(let number)?):
        guard let parsed = Int(number), (0..<10_000_000).contains(parsed) else {
          throw error("an id of 0 to 9999999", number)
        }
        id = parsed
      case ("name", .text(let text)?): name = text
      case ("display_name", .text(let text)?): displayName = text
      case (_, .word?), (_, .text?): break
      default: throw error("a value of \(key)", "something else")
      }
    }
    guard let id else { throw error("an id in item", "none") }
    guard let label = displayName ?? name else { throw error("a name in item \(id)", "none") }
    return (id, label)
  }

  /// Passes a nested message whose brace is open.
  private mutating func skipMessage() throws(VisionError) {
    var depth = 1
    while depth > 0 {
      guard let token = try next() else { throw error("}", "the end of the text") }
      if token == .open { depth += 1 }
      if token == .close { depth -= 1 }
    }
  }

  private mutating func next() throws(VisionError) -> Token? {
    while let byte = rest.first {
      switch byte {
      case 0x20, 0x09...0x0D, UInt8(ascii: ","), UInt8(ascii: ";"): rest.removeFirst()
      case UInt8(ascii: "#"): rest = rest.drop { $0 != 0x0A }
      case UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: ":"):
        rest.removeFirst()
        return byte == UInt8(ascii: "{") ? .open : byte == UInt8(ascii: "}") ? .close : .colon
      case UInt8(ascii: "'"), UInt8(ascii: "\""): return .text(try quoted())
      default:
        let word = rest.prefix { $0 > 0x20 && !"{}:,;#'\"".utf8.contains($0) }
        guard !word.isEmpty else { throw error("text", "byte \(hexadecimal(byte))") }
        rest = rest[word.endIndex...]
        return .word(String(Substring(word)))
      }
    }
    return nil
  }

  private mutating func quoted() throws(VisionError) -> String {
    let quote = rest.removeFirst()
    var text: [UInt8] = []
    while let byte = rest.first, byte != quote {
      rest.removeFirst()
      if byte == UInt8(ascii: "\\"), let escaped = rest.first {
        rest.removeFirst()
        text.append(escaped == UInt8(ascii: "n") ? 0x0A : escaped == UInt8(ascii: "t") ? 0x09 : escaped)
      } else {
        text.append(byte)
      }
    }
    guard !rest.isEmpty else { throw error("a closing quote", "the end of the text") }
    rest.removeFirst()
    return String(decoding: text, as: UTF8.self)
  }
}
