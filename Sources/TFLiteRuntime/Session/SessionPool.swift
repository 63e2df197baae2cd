#if !hasFeature(Embedded)
#if canImport(Dispatch)
import Dispatch
#endif

/// Several sessions of one model for concurrent callers.
///
///     let pool = try SessionPool(model, count: 4)
///     let outputs = try await pool.run([pixels])
///
/// or, for what is not whole tensors in and whole tensors out:
///
///     let scores = try await pool.run { session in
///       try session.write(pixels, toInput: 0)
///       try session.invoke()
///       return try session.output(0, as: Float.self)
///     }
///
/// Callers that find every session busy wait in the order they came, as `Queue` allows. Constants and packed weights are
/// shared, so that a session costs its arena alone. Every caller finds a session as it was when it was made.
public final class SessionPool: Sendable {
  /// Who may wait for a session.
  public enum Queue: Sendable, Hashable {
    /// Everybody.
    case unlimited
    /// So many callers at most; others fail at once with `overloaded`. With zero and less, nobody waits.
    case limited(Int)
    /// One caller: a newer one takes its place, and it fails with `superseded`. For frames of a camera, of which only the
    /// latest is of interest.
    case newest
  }

  /// The model that the sessions share.
  public let model: Model

  /// The number of sessions, that is of runs at once.
  public let count: Int

  private let lenders: SessionQueue
  #if canImport(Dispatch)
  private let threads = DispatchQueue(label: "tflite.session-pool", qos: .userInitiated, attributes: .concurrent)
  #endif

  /// Makes `count` sessions of `model`.
  /// - Parameters:
  ///   - model: what the sessions run.
  ///   - count: how many sessions, and runs at once.
  ///   - options: how each session runs; one thread each when nil, as the sessions use the processors together.
  ///   - queue: who may wait for a session.
  /// - Throws: `invalidArgument` when `count` is less than 1; as `Session.init`.
  public convenience init(
    _ model: Model, count: Int, options: SessionOptions? = nil, queue: Queue = .unlimited
  ) throws(RuntimeError) {
    var standard = SessionOptions()
    standard.threads = .single
    try self.init(model, count: count, options: options ?? standard, queue: queue)
  }

  /// Makes `count` sessions of `model`, all with the same options.
  /// - Parameters:
  ///   - model: what the sessions run.
  ///   - count: how many sessions, and runs at once.
  ///   - options: how each session runs.
  ///   - queue: who may wait for a session.
  /// - Throws: `invalidArgument` when `count` is less than 1; as `Session.init`.
  public init(
    _ model: Model, count: Int, options: SessionOptions, queue: Queue = .unlimited
  ) throws(RuntimeError) {
    if count < 1 {
      throw RuntimeError(.invalidArgument, "a pool needs sessions", expected: "1 or more", actual: "\(count)")
    }
    var sessions: [LentSession] = []
    for _ in 0..<count { sessions.append(LentSession(try Session(model, options: options))) }
    self.model = model
    self.count = count
    lenders = SessionQueue(sessions, queue)
  }

  // MARK: Running

  /// Runs the model on all inputs, in order, and returns all outputs. Inputs take the shapes of the values.
  /// - Parameters:
  ///   - inputs: as many as the model has inputs.
  ///   - seconds: how long the wait for a session and the run may take together, nil for any time.
  /// - Throws: as `TensorAccess.run`, and as `run(timeout:_:)`.
  public func run(_ inputs: [TensorValue], timeout seconds: Double? = nil) async throws -> [TensorValue] {
    try await run(timeout: seconds) { session in try session.run(inputs) }
  }

  /// Runs the model, or one of its signatures, on all inputs and returns all outputs, both by their names. Inputs take the
  /// shapes of the values.
  /// - Parameters:
  ///   - inputs: one for each name.
  ///   - signature: the key of a signature; nil for the primary subgraph and the names of its tensors.
  ///   - seconds: how long the wait for a session and the run may take together, nil for any time.
  /// - Throws: `notFound` when the model has no such signature; as `TensorAccess.run`, and as `run(timeout:_:)`.
  public func run(
    _ inputs: [String: TensorValue], signature: String? = nil, timeout seconds: Double? = nil
  ) async throws -> [String: TensorValue] {
    try await run(timeout: seconds) { session in
      guard let signature else { return try session.run(inputs) }
      return try session.signature(signature).run(inputs)
    }
  }

  /// Lends a session to `body` and returns what it returns.
  ///
  /// `body` runs on a thread of its own, not on one of the caller's executor, and must not keep the session. It finds the
  /// session as `Session.reset()` leaves it, whatever callers before it have done. Cancelling the task ends the wait for a
  /// session, and ends an invocation that was given no token of its own before the next operator; so does the end of the time.
  /// - Parameters:
  ///   - seconds: how long the wait for a session and the run may take together, nil for any time. Where the system has no
  ///     clock, or no Dispatch to wake those who wait, it may take longer.
  ///   - body: what to do with the session.
  /// - Throws: what `body` throws; `CancellationError` when the task was cancelled before `body` began, or stopped an
  ///   invocation; `RuntimeError` with `deadlineExceeded` when the time was up; with `overloaded` or `superseded`, as the queue
  ///   has it.
  public func run<Success: Sendable>(
    timeout seconds: Double? = nil, _ body: @escaping @Sendable (Session) throws -> Success
  ) async throws -> Success {
    let token = seconds.map { CancellationToken(timeout: $0) } ?? CancellationToken()
    return try await withTaskCancellationHandler {
      let loan = try await borrow(token, seconds)
      return try await withCheckedThrowingContinuation { continuation in
        perform { [self] in
          let result = loan.run(body, token)
          lenders.giveBack(loan)
          continuation.resume(with: result)
        }
      }
    } onCancel: {
      token.cancel()
      lenders.dismiss(token, with: CancellationError())
    }
  }

  /// A session, now or as soon as one is free.
  private func borrow(_ token: CancellationToken, _ seconds: Double?) async throws -> LentSession {
    let answer = await withCheckedContinuation { continuation in
      if lenders.borrow(token, continuation), let seconds { wake(token, in: seconds) }
    }
    return try answer.get()
  }

  private func perform(_ work: @escaping @Sendable () -> Void) {
    #if canImport(Dispatch)
    threads.async(execute: work)
    #else
    work()
    #endif
  }

  /// Ends the wait of the caller with the token when its time is up.
  private func wake(_ token: CancellationToken, in seconds: Double) {
    #if canImport(Dispatch)
    let most = 1e9
    threads.asyncAfter(deadline: .now() + min(most, max(0, seconds.isNaN ? 0 : seconds))) { [lenders] in
      lenders.dismiss(
        token, with: RuntimeError(.deadlineExceeded, "no session of the pool has become free in time"))
    }
    #endif
  }

  // MARK: Memory

  /// Gives memory back that the next runs can make anew, as for the system's warnings: arenas, outputs, scratch memory, weights
  /// that nobody uses. Sessions at work do so when they are given back.
  public func trimMemory() {
    lenders.trim()
    model.trimMemory()
  }
}
#endif
