/// Asks an invocation to stop, when somebody cancels it or when its time is up; may be used from any thread.
public final class CancellationToken: Sendable {
  private let lock = Lock()
  // Under `lock`.
  private nonisolated(unsafe) var cancelled = false
  /// In nanoseconds of `Clock`, nil for none.
  private let deadline: UInt64?

  /// A token that nobody has cancelled.
  public init() { deadline = nil }

  /// A token whose time is up `seconds` from now: what holds it then stops with `deadlineExceeded`. Zero and less are up at
  /// once. Where the system has no clock, the time never is.
  public init(timeout seconds: Double) {
    let time = Clock.deadline(in: seconds)
    deadline = time == 0 ? nil : time
  }

  /// Asks the invocations that hold the token to stop; they throw `cancelled`.
  public func cancel() { lock.withLock { cancelled = true } }

  /// Somebody has called `cancel`.
  public var isCancelled: Bool { lock.withLock { cancelled } }

  /// The token had a time, and it is up.
  public var hasExpired: Bool { deadline.map { Clock.nanoseconds() >= $0 } ?? false }

  /// Goes on, unless the token has been cancelled or has expired.
  /// - Throws: `cancelled`, `deadlineExceeded`.
  package func check() throws(RuntimeError) {
    if isCancelled { throw RuntimeError(.cancelled, "the invocation was cancelled") }
    if hasExpired { throw RuntimeError(.deadlineExceeded, "the invocation has not come to its end in time") }
  }
}
