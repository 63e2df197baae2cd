import TFLiteSchema

/// What went wrong, in what, and where.
///
/// Names, shapes and lists can come from a file and be of any length; here they are cut after 200 bytes, and messages after
/// 1000, with a remark how long they are. `description` is one line that names the thing, what was expected and what was found.
public struct RuntimeError: Error, Sendable, CustomStringConvertible {
  /// The kind of failure. New kinds may be added; compare, do not switch exhaustively.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    /// The kind in words.
    public let description: String

    /// The file cannot be opened, mapped or read.
    public static let fileUnreadable = Code(description: "file unreadable")
    /// The bytes are not a well-formed model.
    public static let invalidModel = Code(description: "invalid model")
    /// An operator, version, type or option that this runtime does not execute.
    public static let unsupported = Code(description: "unsupported")
    /// A caller named a tensor, signature or subgraph that does not exist.
    public static let notFound = Code(description: "not found")
    /// A caller's value does not fit: byte count, element type, shape, option.
    public static let invalidArgument = Code(description: "invalid argument")
    /// An operator's inputs or options contradict each other.
    public static let invalidOperator = Code(description: "invalid operator")
    /// Data met during execution is outside its range, such as an index of a gather.
    public static let invalidData = Code(description: "invalid data")
    /// The session is not in the state that the call needs.
    public static let invalidState = Code(description: "invalid state")
    /// Memory of the needed size cannot be had.
    public static let outOfMemory = Code(description: "out of memory")
    /// The caller cancelled the invocation.
    public static let cancelled = Code(description: "cancelled")
    /// The invocation, or the wait for a session, took longer than the caller allows.
    public static let deadlineExceeded = Code(description: "deadline exceeded")
    /// The model asks for more than `SessionLimits` allow.
    public static let limitExceeded = Code(description: "limit exceeded")
    /// More callers wait for a session than the pool lets wait.
    public static let overloaded = Code(description: "overloaded")
    /// A newer request has taken the place of one that was waiting.
    public static let superseded = Code(description: "superseded")
  }

  /// The operator in which the failure arose.
  public struct Location: Hashable, Sendable {
    /// The subgraph's index.
    public var subgraph: Int
    /// The position in the subgraph.
    public var operatorIndex: Int
    /// The name such as `CONV_2D`.
    public var operatorName: String
    /// The version in the file.
    public var operatorVersion: Int
  }

  /// The kind of failure.
  public var code: Code
  /// What is wrong, without the parts below.
  public var message: String { didSet { message = Self.boundedMessage(message) } }
  /// The tensor concerned, as "name" or "#index".
  public var tensor: String? { didSet { tensor = tensor.map { Self.bounded($0) } } }
  /// What was expected.
  public var expected: String? { didSet { expected = expected.map { Self.bounded($0) } } }
  /// What was found.
  public var actual: String? { didSet { actual = actual.map { Self.bounded($0) } } }
  /// Offset into the file, for errors of its format.
  public var byteOffset: Int?
  /// The file concerned, when known.
  public var path: String?
  /// The operator concerned, when there is one.
  public var location: Location?

  /// An error of known parts.
  public init(
    _ code: Code, _ message: String, tensor: String? = nil, expected: String? = nil, actual: String? = nil,
    byteOffset: Int? = nil, path: String? = nil, location: Location? = nil
  ) {
    self.code = code
    self.message = Self.boundedMessage(message)
    self.tensor = tensor.map { Self.bounded($0) }
    self.expected = expected.map { Self.bounded($0) }
    self.actual = actual.map { Self.bounded($0) }
    self.byteOffset = byteOffset
    self.path = path
    self.location = location
  }

  /// One line with all parts.
  public var description: String {
    var text = ""
    if let path { text += path + ": " }
    if let location {
      text += "operator #\(location.operatorIndex) \(Self.bounded(location.operatorName)) v\(location.operatorVersion)"
      if location.subgraph != 0 { text += " of subgraph \(location.subgraph)" }
      text += ": "
    }
    text += message
    if let tensor { text += ", tensor \(tensor)" }
    if let expected { text += ", expected \(expected)" }
    if let actual { text += ", found \(actual)" }
    if let byteOffset { text += ", at byte \(byteOffset)" }
    return text
  }

  /// A name, a shape or a list as messages show it: cut when it is long.
  package static func bounded(_ text: String) -> String { BoundedText.of(text) }

  private static func boundedMessage(_ text: String) -> String {
    BoundedText.of(text, longest: BoundedText.longestMessage)
  }

  /// Entries of a list that are worth building.
  static var mostListed: Int { BoundedText.mostEntries }

  /// The names to choose from, as many as there is room for.
  static func choice<Item>(_ items: [Item], _ name: (Item) -> String) -> String {
    let names = items.prefix(mostListed).map { "'" + bounded(name($0)) + "'" }.joined(separator: " or ")
    return items.count > mostListed ? names + " or \(items.count - mostListed) more" : names
  }

  /// The same error with the place filled in where it was not known yet.
  func located(at location: @autoclosure () -> Location) -> RuntimeError {
    if self.location != nil { return self }
    var error = self
    error.location = location()
    return error
  }
}
