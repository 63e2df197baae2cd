/// What a session may cost at most. What would go beyond is an error that names the limit.
///
///     var options = SessionOptions()
///     options.limits = .untrusted
///
/// The defaults stop what only a broken or hostile file asks for; `untrusted` is for files of strangers.
public struct SessionLimits: Sendable, Hashable {
  /// The most bytes that the session may hold together with what is derived from its model; nil for the memory of the
  /// machine. Beyond: `outOfMemory`, which says for what, how much was asked for and how much is in use.
  ///
  /// The session holds its arenas, tensors outside of them, variables, tables, copies, and for a moment what it needs to
  /// compute constants. Derived from the model are packed weights and computed constants, which the model's sessions share:
  /// they are counted once for all, and each session counts all of them. The bytes of the file count nowhere.
  /// See `Session.memoryByteCount`.
  public var memory: Int?

  /// The most operators in all subgraphs. Beyond: `limitExceeded`, when the session is made.
  public var operators = 1_000_000

  /// How many subgraphs may run inside one another, at most and by default 20; more would not fit the stacks of small threads.
  /// Beyond: `limitExceeded`.
  public var depth = SessionLimits.greatestDepth

  /// How many runs of subgraphs one invocation may have: iterations of loops, condition and body apart, branches and calls.
  /// Beyond: `limitExceeded`.
  public var subgraphRuns = 1_000_000_000

  /// How many seconds one preparation or invocation may take, nil for any time. The clock is looked at between operators and
  /// where long ones look for cancellation, so that the last operator comes to its end. Beyond: `deadlineExceeded`.
  public var seconds: Double?

  /// The defaults.
  public init() {}

  /// For files of strangers: 512 MiB, 20,000 operators, 4 subgraphs inside one another, 100,000 runs of subgraphs, 10 seconds.
  public static var untrusted: SessionLimits {
    var limits = SessionLimits()
    limits.memory = 512 << 20
    limits.operators = 20_000
    limits.depth = 4
    limits.subgraphRuns = 100_000
    limits.seconds = 10
    return limits
  }

  /// A file chooses how deep its subgraphs run one another, and each takes stack. Preparing a WHILE inside a WHILE takes the
  /// most, 19 KB each in unoptimized builds, so that the deepest leave 100 KB of the 512 KB that secondary threads have on
  /// Apple's systems to the operator inside.
  static let greatestDepth = 20
}
