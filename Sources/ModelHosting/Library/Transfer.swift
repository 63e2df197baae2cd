import Foundation

/// Brings the file of one offer to this device: in windows, from where an earlier attempt stopped, over failures that pass.
final class Transfer {
  enum Ending {
    case installed(InstalledModel)
    /// The host has another version by now.
    case superseded(HostAnswer)
  }

  /// How often a link that is over is renewed.
  private static let renewals = 2

  private let context: LibraryContext
  private let job: Job
  private let ask: (ResponseHead?) async throws(HostingError) -> HostAnswer
  private var offer: ModelOffer
  private var policy: RetryPolicy
  private var state: TransferState
  private var renewed = 0
  private var refusals: Set<Int> = []
  /// The most bytes that were here in this run: only what goes beyond is progress.
  private var furthest: Int64 = 0

  init(
    _ context: LibraryContext, _ job: Job, _ offer: ModelOffer,
    ask: @escaping (ResponseHead?) async throws(HostingError) -> HostAnswer
  ) {
    self.context = context
    self.job = job
    self.offer = offer
    self.ask = ask
    policy = RetryPolicy(attempts: context.options.attempts)
    state = TransferState(offer)
  }

  private var name: String { job.name }

  func run() async throws(HostingError) -> Ending {
    if let count = offer.version.byteCount { try checkLength(count) }
    let partial: Partial
    switch try await open() {
    case .file(let file): partial = file
    case .installed(let model): return .installed(model)
    }
    defer { partial.close() }
    state.wasResumed = partial.isResumed
    furthest = partial.length
    if partial.length > 0 { tellProgress(partial.length) }
    var spaceChecked: Int64?
    if state.total == nil { try context.store.requireSpace(0, reserved: context.options.reservedSpace, for: name) }
    while true {
      if state.isComplete(partial.length) {
        if let model = try install(partial) { return .installed(model) }
        continue
      }
      if let total = state.total, total != spaceChecked {
        try checkLength(total)
        try context.store.requireSpace(
          max(0, total - partial.length), reserved: context.options.reservedSpace, for: name)
        spaceChecked = total
      }
      if let newer = try await step(partial) {
        partial.discard()
        return .superseded(newer)
      }
    }
  }

  // MARK: The file

  private enum Opened {
    case file(Partial)
    case installed(InstalledModel)
  }

  private func open() async throws(HostingError) -> Opened {
    let resumes = offer.version.digest != nil || offer.etag.map(TransferState.isStrong) == true
    while true {
      guard !Task.isCancelled else { throw .cancelled(name) }
      if let file = try context.store.openPartial(
        of: offer.version, for: name, host: context.host.identity, resumes: resumes)
      {
        return .file(file)
      }
      try await context.clock.pause(0.2, for: name)
      if let model = try context.store.commit(
        offer.version, as: name, host: context.host.identity, activation: context.options.activation)
      {
        return .installed(model)
      }
    }
  }

  /// Says how far an earlier attempt came, before the network says anything.
  private func tellProgress(_ length: Int64) {
    let progress = DownloadProgress(completed: length, total: state.total)
    job.report(progress)
    context.listeners.send(.progressed(name, progress))
  }

  private func checkLength(_ count: Int64) throws(HostingError) {
    guard count > context.options.maximumByteCount else { return }
    throw HostingError(
      .dataLoss,
      "'\(name)' has \(count) bytes, more than the \(context.options.maximumByteCount) that "
        + "ModelLibrary.Options.maximumByteCount allows.", model: name)
  }

  /// nil when the bytes were wrong and the file is to be fetched once more.
  private func install(_ partial: Partial) throws(HostingError) -> InstalledModel? {
    job.report(DownloadProgress(completed: partial.length, total: partial.length))
    do throws(HostingError) {
      return try context.store.install(
        partial, activation: context.options.activation, validate: context.options.validate)
    } catch {
      guard error.code == .hashMismatch else { throw error }
      guard state.wasResumed, !state.startedAgain else {
        partial.discard()
        throw error
      }
      try startAgain(partial, isRanged: true)
      return nil
    }
  }

  private func startAgain(_ partial: Partial, isRanged: Bool) throws(HostingError) {
    try partial.drop()
    state.startAgain(isRanged: isRanged)
  }

  // MARK: One request

  /// - Returns: The host's answer, if it has another version now.
  private func step(_ partial: Partial) async throws(HostingError) -> HostAnswer? {
    let request = state.request(offer, from: partial.length, job.conditions, window: context.window)
    let sink = TransferSink(state, partial, context, job, name: name)
    var failure: HostingError?
    do throws(HostingError) {
      guard !Task.isCancelled else { throw .cancelled(name) }
      try await context.transport.send(request, to: sink)
      failure = sink.finish()
    } catch {
      failure = error
    }
    let verdict = sink.verdict
    state = sink.state
    if partial.length > furthest {
      policy.gain(partial.length - furthest)
      furthest = partial.length
    }
    switch verdict {
    case .bytes:
      if let failure { try await wait(after: failure) }
      return nil
    case .startAgain(let reason):
      guard !state.startedAgain else { throw reason }
      try startAgain(partial, isRanged: false)
      return nil
    case .unranged:
      guard state.isRanged else {
        throw HostingError(
          .dataLoss, "\(request.url.shown) encodes the file of '\(name)' in pieces: it has to serve it as it is.",
          model: name)
      }
      state.isRanged = false
      try partial.drop()
      return nil
    case .changed: return try await renew(nil, after: nil, partial)
    case .wrong(let error): throw error
    case .refused(let head): return try await answer(refusal: head, partial)
    }
  }

  private func wait(after error: HostingError) async throws(HostingError) {
    guard let wait = policy.wait(after: error) else { throw error }
    try await context.clock.pause(wait, for: name)
  }

  private func answer(refusal head: ResponseHead, _ partial: Partial) async throws(HostingError) -> HostAnswer? {
    let now = context.clock.now()
    let error = HostingError(refusing: head, name: name, now: now)
    if let expires = offer.expires, [400, 401, 403, 404, 410].contains(head.status) {
      let hostTime = head["Date"].flatMap { HTTPDate.parse($0, now: now) } ?? now
      if hostTime >= expires { return try await renew(head, after: nil, partial) }
    }
    if head.status == 401 || head.status == 403, refusals.insert(head.status).inserted {
      return try await renew(head, after: error, partial)
    }
    try await wait(after: error)
    return nil
  }

  /// Asks the host for the file again. The bytes stay when it is the same version.
  /// - Parameter error: What to throw when this does not count as a link that is over.
  private func renew(
    _ refused: ResponseHead?, after error: HostingError?, _ partial: Partial
  ) async throws(HostingError) -> HostAnswer? {
    if error == nil {
      renewed += 1
      guard renewed <= Self.renewals else {
        throw HostingError(
          .downloadExpired,
          "The link to '\(name)' was over, or its file was another, \(renewed) times in a row: the host gives links that "
            + "do not last, or this device's clock or the host's is wrong.", model: name, status: refused?.status)
      }
    }
    let answer = try await ask(refused)
    guard case .offer(let newer) = answer, newer.version == offer.version else { return answer }
    if newer.etag != offer.etag {
      try partial.drop()
      state = TransferState(newer)
    }
    offer = newer
    return nil
  }
}

extension HostingError {
  /// What an answer means that is neither the file nor a part of it.
  init(refusing head: ResponseHead, name: String, now: Date) {
    let (code, advice): (Code, String) =
      switch head.status {
      case 400: (.invalidArgument, "its server does not understand the request")
      case 401: (.unauthenticated, "its server wants to know who asks; give the host an authorizer")
      case 403: (.permissionDenied, "its server refuses; make it public, or see to the authorizer's rights")
      case 404, 410: (.notFound, "its server does not have it; publish it again")
      case 408, 425: (.unavailable, "try again later")
      case 429: (.resourceExhausted, "its server asks for fewer requests; try again later")
      case 500...599: (.unavailable, "its server has a failure of its own; try again later")
      default: (.failedPrecondition, "expected 200 or 206")
      }
    self.init(
      code, "The file of '\(name)' at \(head.url.shown) was answered with \(head.status): \(advice).", model: name,
      status: head.status, retryAfter: RetryPolicy.retryAfter(head, now: now))
  }
}
