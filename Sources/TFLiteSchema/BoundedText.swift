/// Texts from files as messages show them: a file may hold names and lists of any length.
package enum BoundedText {
  /// Bytes of a name, a shape or a list that are shown at most.
  package static let longestPart = 200
  /// Bytes of a whole message that are shown at most.
  package static let longestMessage = 1000
  /// Entries of a list that are shown at most.
  package static let mostEntries = 20

  /// `text`, or its first `longest` bytes and how many there are.
  package static func of(_ text: String, longest: Int = longestPart) -> String {
    let bytes = text.utf8
    if bytes.count <= longest { return text }
    var end = bytes.index(bytes.startIndex, offsetBy: longest)
    // Not in the middle of a character.
    while end > bytes.startIndex, bytes[end] & 0xC0 == 0x80 { end = bytes.index(before: end) }
    return String(decoding: bytes[..<end], as: UTF8.self) + "… (\(bytes.count) bytes)"
  }
}
