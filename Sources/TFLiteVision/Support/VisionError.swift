/// Why labels, metadata, an archive, a pixel buffer or a tensor's contents could not be used.
///
/// One line names the thing, what was expected and what was found.
public struct VisionError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of failure. New kinds may be added; compare with the constants, do not switch exhaustively.
  public struct Code: Hashable, Sendable {
    let name: String

    /// A file could not be opened or read.
    public static let unreadableFile = Code(name: "unreadableFile")
    /// Text, JSON, metadata or an archive contradicts its format.
    public static let malformed = Code(name: "malformed")
    /// The data is valid but uses a feature that is not handled here.
    public static let unsupported = Code(name: "unsupported")
    /// A label, file or field that was asked for does not exist.
    public static let missing = Code(name: "missing")
    /// A buffer's length does not match its shape.
    public static let sizeMismatch = Code(name: "sizeMismatch")
    /// An argument is outside its range.
    public static let invalidArgument = Code(name: "invalidArgument")
  }

  /// The kind of failure.
  public let code: Code
  /// The file or thing concerned, for example "labels.txt" or "output 'scores'".
  public let subject: String
  /// The position in the data, when the failure has one.
  public let byteOffset: Int?
  /// What was expected.
  public let expected: String
  /// What was found.
  public let found: String

  package init(_ code: Code, _ subject: String, at byteOffset: Int? = nil, expected: String, found: String) {
    self.code = code
    self.subject = subject
    self.byteOffset = byteOffset
    self.expected = expected
    self.found = found
  }

  /// One line with all parts.
  public var description: String {
    let place = byteOffset.map { "\(subject) at byte \($0)" } ?? subject
    return "\(place): expected \(expected), found \(found)"
  }
}
