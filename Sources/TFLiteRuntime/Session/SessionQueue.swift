#if !hasFeature(Embedded)
/// A session of a pool. One thread at a time has it.
final class LentSession: @unchecked Sendable {
  private let session: Session
  /// Somebody has had it before.
  private var isUsed = false
  /// The request to trim memory that it has followed last.
  fileprivate var trimmed = 0

  init(_ session: Session) { self.session = session }

  /// Calls `body` with the session as it was when it was made. Invocations without a token of their own obey `token`.
  func run<Success>(_ body: (Session) throws -> Success, _ token: CancellationToken) -> Result<Success, any Error> {
    let resources = session.program.resources
    resources.standingCancellation = token
    defer { resources.standingCancellation = nil }
    do {
      try token.check()
      if isUsed { try session.reset() }
      isUsed = true
      return .success(try body(session))
    } catch let error as RuntimeError {
      return .failure(error.code == .cancelled && token.isCancelled ? CancellationError() : error)
    } catch {
      return .failure(error)
    }
  }

  fileprivate func trim() {
    do throws(RuntimeError) {
      try session.trimMemory()
    } catch {
      // Somebody has kept the session and uses it: its memory cannot go now.
    }
  }
}

/// The idle sessions of a pool, and those who wait for one.
final class SessionQueue: Sendable {
  typealias Answer = Result<LentSession, any Error>

  private struct Waiter {
    let token: CancellationToken
    let continuation: CheckedContinuation<Answer, Never>
  }

  private let mode: SessionPool.Queue
  private let lock = Lock()
  // Under `lock`.
  private nonisolated(unsafe) var idle: [LentSession]
  private nonisolated(unsafe) var waiters: [Waiter] = []
  /// How often trimming has been asked for.
  private nonisolated(unsafe) var trims = 0

  init(_ sessions: [LentSession], _ mode: SessionPool.Queue) {
    self.mode = mode
    idle = sessions
  }

  /// Resumes `continuation` with an idle session at once, or with the next one, or with what speaks against it.
  /// - Returns: whether the caller waits.
  func borrow(_ token: CancellationToken, _ continuation: CheckedContinuation<Answer, Never>) -> Bool {
    let waiter = Waiter(token: token, continuation: continuation)
    var displaced: Waiter?
    let answer: Answer? = lock.withLock {
      if token.isCancelled { return .failure(CancellationError()) }
      if let loan = idle.popLast() { return .success(loan) }
      if case .limited(let most) = mode, waiters.count >= max(0, most) {
        return .failure(
          RuntimeError(
            .overloaded, "all sessions of the pool are busy", expected: "at most \(max(0, most)) callers waiting",
            actual: "one more"))
      }
      if mode == .newest { displaced = waiters.popLast() }
      waiters.append(waiter)
      return nil
    }
    displaced?.continuation.resume(
      returning: .failure(RuntimeError(.superseded, "a newer request has taken the place of this one")))
    if let answer { continuation.resume(returning: answer) }
    return answer == nil
  }

  /// Takes a session back, for the next one who waits.
  func giveBack(_ loan: LentSession) {
    let asked = lock.withLock { trims }
    if loan.trimmed != asked {
      loan.trim()
      loan.trimmed = asked
    }
    let next: Waiter? = lock.withLock {
      if waiters.isEmpty {
        idle.append(loan)
        return nil
      }
      return waiters.removeFirst()
    }
    next?.continuation.resume(returning: .success(loan))
  }

  /// Ends the wait of the caller with the token, if it waits.
  func dismiss(_ token: CancellationToken, with error: any Error) {
    let waiter: Waiter? = lock.withLock {
      waiters.firstIndex { $0.token === token }.map { waiters.remove(at: $0) }
    }
    waiter?.continuation.resume(returning: .failure(error))
  }

  /// Trims the idle sessions now, others when they are given back.
  func trim() {
    lock.withLock { trims += 1 }
    while let loan = takeUntrimmed() { giveBack(loan) }
  }

  private func takeUntrimmed() -> LentSession? {
    lock.withLock { idle.firstIndex { $0.trimmed != trims }.map { idle.remove(at: $0) } }
  }
}
#endif
