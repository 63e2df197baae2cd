#if !hasFeature(Embedded)
#if canImport(Dispatch)
import Dispatch
#endif

/// Several sessions of one model for concurrent callers.
///
///     let pool = try SessionPool(model, count: 4)
///     let scores = try await pool.run { session in
///       try session.write(pixels, toInput: 0)
///       try session.invoke()
///       return try session.output(0, as: Float.self)
///     }
///
/// Callers that find every session busy wait in the order they came. Constants and packed weights are shared, so that a
/// session costs its arena alone.
public final class SessionPool: Sendable {
  /// The model that the sessions share.
  public let model: Model

  /// The number of sessions, that is of runs at once.
  public let count: Int

  private struct Loan: @unchecked Sendable {
    let session: Session
  }

  private struct Waiter {
    let token: CancellationToken
    let continuation: CheckedContinuation<Loan?, Never>
  }

  private let lock = Lock()
  private nonisolated(unsafe) var idle: [Loan]
  private nonisolated(unsafe) var waiters: [Waiter] = []
  #if canImport(Dispatch)
  private let queue = DispatchQueue(label: "tflite.session-pool", qos: .userInitiated, attributes: .concurrent)
  #endif

  /// Makes `count` sessions of `model`.
  /// - Parameter options: how each session runs; one thread each when nil, as the sessions use the processors together.
  /// - Throws: `invalidArgument` when `count` is less than 1; as `Session.init`.
  public init(_ model: Model, count: Int, options: SessionOptions? = nil) throws(RuntimeError) {
    if count < 1 {
      throw RuntimeError(.invalidArgument, "a pool needs sessions", expected: "1 or more", actual: "\(count)")
    }
    var standard = SessionOptions()
    standard.threads = .single
    var sessions: [Loan] = []
    for _ in 0..<count { sessions.append(Loan(session: try Session(model, options: options ?? standard))) }
    self.model = model
    self.count = count
    idle = sessions
  }

  /// Lends a session to `body` and returns what it returns.
  ///
  /// `body` runs on a thread of its own, not on one of the caller's executor, and must not keep the session. It finds
  /// shapes, variables and inputs as the last one left them. Cancelling the task ends the wait for a session, and ends an
  /// invocation that was given no token of its own before the next operator.
  /// - Throws: what `body` throws; `CancellationError` when the task was cancelled before `body` began, or stopped an
  ///   invocation.
  public func run<Success: Sendable>(
    _ body: @escaping @Sendable (Session) throws -> Success
  ) async throws -> Success {
    let token = CancellationToken()
    return try await withTaskCancellationHandler {
      let loan = await withCheckedContinuation { borrow(Waiter(token: token, continuation: $0)) }
      guard let loan else { throw CancellationError() }
      return try await withCheckedThrowingContinuation { continuation in
        perform { [self] in
          let result = Self.result(of: body, loan, token)
          giveBack(loan)
          continuation.resume(with: result)
        }
      }
    } onCancel: {
      token.cancel()
      abandon(token)
    }
  }

  private static func result<Success>(
    of body: (Session) throws -> Success, _ loan: Loan, _ token: CancellationToken
  ) -> Result<Success, any Error> {
    let resources = loan.session.program.resources
    resources.standingCancellation = token
    defer { resources.standingCancellation = nil }
    do {
      return .success(try body(loan.session))
    } catch let error as RuntimeError where error.code == .cancelled && token.isCancelled {
      return .failure(CancellationError())
    } catch {
      return .failure(error)
    }
  }

  private func perform(_ work: @escaping @Sendable () -> Void) {
    #if canImport(Dispatch)
    queue.async(execute: work)
    #else
    work()
    #endif
  }

  // MARK: Lending

  /// Resumes `waiter` with an idle session at once, with the next one otherwise, or with nil when it has been cancelled.
  private func borrow(_ waiter: Waiter) {
    let (isDecided, loan): (Bool, Loan?) = lock.withLock {
      if waiter.token.isCancelled { return (true, nil) }
      if let loan = idle.popLast() { return (true, loan) }
      waiters.append(waiter)
      return (false, nil)
    }
    if isDecided { waiter.continuation.resume(returning: loan) }
  }

  private func giveBack(_ loan: Loan) {
    let next: Waiter? = lock.withLock {
      if waiters.isEmpty {
        idle.append(loan)
        return nil
      }
      return waiters.removeFirst()
    }
    next?.continuation.resume(returning: loan)
  }

  private func abandon(_ token: CancellationToken) {
    let waiter: Waiter? = lock.withLock {
      waiters.firstIndex { $0.token === token }.map { waiters.remove(at: $0) }
    }
    waiter?.continuation.resume(returning: nil)
  }
}
#endif
