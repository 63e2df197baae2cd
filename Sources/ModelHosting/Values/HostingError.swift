import Foundation

/// Why a remote model cannot be had. The message says what was expected, what was found, and what to do.
public struct HostingError: Error, Sendable, CustomStringConvertible {
  /// The kind of failure, by the numbers that Firebase and Google's APIs use for it.
  public struct Code: RawRepresentable, Hashable, Sendable {
    public let rawValue: Int

    public init(rawValue: Int) { self.rawValue = rawValue }

    /// The task was cancelled.
    public static let cancelled = Code(rawValue: 1)
    /// A request that the host does not understand, an empty name.
    public static let invalidArgument = Code(rawValue: 3)
    /// The transfer stood still for too long.
    public static let deadlineExceeded = Code(rawValue: 4)
    /// The host has no such model, the store no such version.
    public static let notFound = Code(rawValue: 5)
    /// The host, or the file system, refuses the app.
    public static let permissionDenied = Code(rawValue: 7)
    /// The host asks for fewer requests; `retryAfter` says when.
    public static let resourceExhausted = Code(rawValue: 8)
    /// Conditions are not met, no library is set, the store is of a newer format.
    public static let failedPrecondition = Code(rawValue: 9)
    /// A failure of the file system or of the connection.
    public static let `internal` = Code(rawValue: 13)
    /// The host has a failure of its own.
    public static let unavailable = Code(rawValue: 14)
    /// The file is not a model, or the manifest cannot be read.
    public static let dataLoss = Code(rawValue: 15)
    /// The host wants to know who asks.
    public static let unauthenticated = Code(rawValue: 16)
    /// No network, or none that the conditions allow.
    public static let networkUnavailable = Code(rawValue: 17)
    /// The model needs operators, a runtime or memory that are not here.
    public static let incompatibleModel = Code(rawValue: 100)
    /// The device has no room for the file.
    public static let notEnoughSpace = Code(rawValue: 101)
    /// The file is another than the host announces.
    public static let hashMismatch = Code(rawValue: 102)
    /// The link was valid for a time that is over.
    public static let downloadExpired = Code(rawValue: 121)
    /// None of the trusted keys has signed the manifest.
    public static let signatureInvalid = Code(rawValue: 130)
    /// The manifest is older than one seen before.
    public static let rollbackRefused = Code(rawValue: 131)
    /// The manifest's time is over.
    public static let staleManifest = Code(rawValue: 132)
  }

  private struct Parts: Sendable {
    var code: Code
    var message: String
    var model: String?
    var status: Int?
    var retryAfter: TimeInterval?
    var underlying: (any Error)?
  }

  /// An error is one word, which keeps the many functions small that make one or pass one on.
  private final class Box: Sendable {
    let parts: Parts
    init(_ parts: Parts) { self.parts = parts }
  }

  private var box: Box

  private var parts: Parts {
    get { box.parts }
    set { box = Box(newValue) }
  }

  /// The kind of failure.
  public var code: Code {
    get { parts.code }
    set { parts.code = newValue }
  }

  /// What was expected, what was found, and what to do.
  public var message: String {
    get { parts.message }
    set { parts.message = newValue }
  }

  /// The name of the model, where the failure concerns one.
  public var model: String? {
    get { parts.model }
    set { parts.model = newValue }
  }

  /// The status of the host's answer, where there was one.
  public var status: Int? {
    get { parts.status }
    set { parts.status = newValue }
  }

  /// The seconds that the host asks to wait.
  public var retryAfter: TimeInterval? {
    get { parts.retryAfter }
    set { parts.retryAfter = newValue }
  }

  /// The system's own error, where there was one.
  public var underlying: (any Error)? {
    get { parts.underlying }
    set { parts.underlying = newValue }
  }

  /// An error with the given parts.
  @inline(never)
  public init(
    _ code: Code, _ message: String, model: String? = nil, status: Int? = nil, retryAfter: TimeInterval? = nil,
    underlying: (any Error)? = nil
  ) {
    box = Box(
      Parts(
        code: code, message: message, model: model, status: status, retryAfter: retryAfter, underlying: underlying))
  }

  public var description: String { message }
}
