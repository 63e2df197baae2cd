import Foundation

/// One update of one name: asks the host, and fetches what it offers.
struct Update: Sendable {
  /// How often the host may be asked anew within one update.
  private static let questions = 3

  private let context: LibraryContext
  private let job: Job

  init(_ context: LibraryContext, _ job: Job) {
    self.context = context
    self.job = job
  }

  private var name: String { job.name }
  private var store: ModelStore { context.store }
  private var host: String { context.host.identity }

  func outcome() async -> Job.Outcome {
    context.listeners.send(.began(name))
    do throws(HostingError) {
      try checkBackOff()
      do throws(HostingError) {
        let model = try await run()
        try forgetFailures()
        return .success(model)
      } catch {
        throw remembered(error)
      }
    } catch {
      var error = error
      error.model = error.model ?? name
      context.listeners.send(.failed(name, error))
      return .failure(error)
    }
  }

  private func run() async throws(HostingError) -> InstalledModel {
    let before = try store.newest(name)
    var answer = try await ask(refused: nil)
    for _ in 0..<Self.questions {
      switch answer {
      case .unchanged: return try unchanged()
      case .withdrawn(let digests, let instead):
        try store.withdraw(digests, for: name)
        guard let instead else { return try unchanged() }
        answer = .offer(instead)
      case .offer: break
      }
      guard case .offer(let offer) = answer else { continue }
      switch try await fetch(offer, before: before) {
      case .installed(let model): return model
      case .superseded(let newer): answer = newer
      }
    }
    throw HostingError(
      .unavailable,
      "The host's newest version of '\(name)' changed \(Self.questions) times during the download: try later.",
      model: name)
  }

  private func unchanged() throws(HostingError) -> InstalledModel {
    guard let model = try store.newest(name) else {
      throw HostingError(
        .notFound,
        "The host has no version of '\(name)' for this device, and none is here: publish one, or bundle one.",
        model: name)
    }
    context.listeners.send(.unchanged(model))
    return model
  }

  private func fetch(_ offer: ModelOffer, before: InstalledModel?) async throws(HostingError) -> Transfer.Ending {
    if let reason = try store.refusal(of: offer.version, for: name, host: host) {
      if try store.newest(name) != nil { return .installed(try unchanged()) }
      throw HostingError(
        .incompatibleModel,
        "Version \(offer.version.id.debugDescription) of '\(name)' is not used here: \(reason) Publish another.",
        model: name)
    }
    if let digest = offer.version.digest {
      guard await context.digests.enter(digest) else { throw .cancelled(name) }
    }
    defer { if let digest = offer.version.digest { context.digests.leave(digest) } }
    if let model = try commit(offer.version) {
      if model.digest == before?.digest && model.version == before?.version {
        context.listeners.send(.unchanged(model))
      }
      return .installed(model)
    }
    guard await context.bodies.enter(true) else { throw .cancelled(name) }
    defer { context.bodies.leave(true) }
    let transfer = Transfer(context, job, offer) { refused async throws(HostingError) in try await ask(refused: refused)
    }
    return try await transfer.run()
  }

  private func commit(_ version: ModelVersion) throws(HostingError) -> InstalledModel? {
    try store.commit(version, as: name, host: host, activation: context.options.activation)
  }

  // MARK: The host

  private func assignment() throws(HostingError) -> AssignmentID {
    if let own = context.options.assignment { return own }
    return try store.assignment
  }

  private func ask(refused: ResponseHead?) async throws(HostingError) -> HostAnswer {
    var policy = RetryPolicy(attempts: context.options.attempts)
    let notes = Notes()
    while true {
      do throws(HostingError) {
        let query = ModelQuery(
          name: name, known: try store.known(name, host: host), assignment: try assignment(), device: .current,
          allowsCellularAccess: job.conditions.allowsCellularAccess, refused: refused,
          memory: try store.check(for: name, host: host).memory,
          remember: { memory in notes.collect { () throws(HostingError) in try keep(memory) } })
        guard !Task.isCancelled else { throw HostingError.cancelled(name) }
        let answer = try await context.host.offer(query, over: context.transport)
        try notes.check()
        return answer
      } catch {
        guard let wait = policy.wait(after: error) else { throw error }
        try await context.clock.pause(wait, for: name)
      }
    }
  }

  private func keep(_ memory: HostMemory) throws(HostingError) {
    var check = try store.check(for: name, host: host)
    guard check.memory != memory else { return }
    check.memory = memory
    try store.note(check, for: name, host: host)
  }

  // MARK: Back-off between calls

  private func checkBackOff() throws(HostingError) {
    let check = try store.check(for: name, host: host)
    guard !job.ignoresBackOff, let end = check.notBefore else { return }
    let rest = end.timeIntervalSince(context.clock.now())
    // More than the longest wait means that the clock went back.
    guard rest > 0, rest <= RetryPolicy.longestRetryAfter else { return }
    let seconds = Int64(rest.rounded(.up))
    throw HostingError(
      .resourceExhausted,
      "The last \(check.failures) updates of '\(name)' failed or the host asked to wait: the next is made in \(seconds) s, "
        + "or at once with ignoringBackOff.", model: name, retryAfter: TimeInterval(seconds))
  }

  private func forgetFailures() throws(HostingError) {
    var check = try store.check(for: name, host: host)
    guard check.failures != 0 || check.notBefore != nil else { return }
    check.failures = 0
    check.notBefore = nil
    try store.note(check, for: name, host: host)
  }

  /// Keeps what the next call has to know of a failure. Being offline is none of the host's.
  private func remembered(_ error: HostingError) -> HostingError {
    guard error.isTransient && error.code != .networkUnavailable || error.code == .hashMismatch else { return error }
    do throws(HostingError) {
      var check = try store.check(for: name, host: host)
      check.failures = min(max(check.failures, 0), 1_000) + 1
      let wait = max(error.retryAfter ?? 0, RetryPolicy.pause(afterCalls: check.failures))
      check.notBefore = context.clock.now() + wait
      try store.note(check, for: name, host: host)
      return error
    } catch let second {
      var both = error
      both.message += " How long to wait could not be kept: \(second.message)"
      return both
    }
  }
}

/// The first failure of calls that cannot throw.
private final class Notes: @unchecked Sendable {
  private let lock = NSLock()
  private var failure: HostingError?

  func collect(_ body: () throws(HostingError) -> Void) {
    do throws(HostingError) {
      try body()
    } catch {
      lock.withLock { failure = failure ?? error }
    }
  }

  func check() throws(HostingError) {
    if let failure = lock.withLock({ failure }) { throw failure }
  }
}
