import Foundation

/// Takes the answer to one request for a file, and decides by its head what it is good for.
///
/// The transport never makes two calls at once, and the transfer looks at the result after the last one.
final class TransferSink: BodySink, @unchecked Sendable {
  enum Verdict {
    /// Bytes in the right place, or none.
    case bytes
    /// The part is not the one asked for.
    case startAgain(HostingError)
    /// The part is encoded: ask for the whole.
    case unranged
    /// The file is another than the host announced.
    case changed
    case wrong(HostingError)
    case refused(ResponseHead)
  }

  private(set) var verdict = Verdict.bytes
  private(set) var state: TransferState
  private let partial: Partial
  private let context: LibraryContext
  private let job: Job
  private let name: String
  private let start: Int64
  private var isRefused = false
  private var end: Int64?
  private var pace: Pace
  private var reported: Int64 = 0
  private var announced: Int64 = 0

  init(_ state: TransferState, _ partial: Partial, _ context: LibraryContext, _ job: Job, name: String) {
    self.state = state
    self.partial = partial
    self.context = context
    self.job = job
    self.name = name
    start = partial.length
    reported = partial.length
    announced = partial.length
    pace = Pace(context.clock.now())
  }

  // MARK: The head

  func begin(_ head: ResponseHead) throws(HostingError) {
    switch head.status {
    case 200: try whole(head)
    case 206: try part(head)
    case 416: noSuchPart(head)
    default: throw end(.refused(head))
    }
  }

  private func whole(_ head: ResponseHead) throws(HostingError) {
    if head["Content-Type"]?.lowercased().hasPrefix("text/html") == true { throw end(.wrong(page(head))) }
    let isPlain = Self.isPlain(head)
    let length = isPlain ? head["Content-Length"].flatMap { ContentRange.number($0) } : nil
    if let stated = state.stated, let length, length != stated {
      throw end(
        .wrong(
          HostingError(
            .dataLoss,
            "The file of '\(name)' has \(length) bytes at \(head.url.shown), the host states \(stated): it serves another "
              + "file than it announces.", model: name, status: 200)))
    }
    let tag = Self.strongTag(head)
    if isPlain, let offered = state.offered, let tag, tag != offered { throw end(.changed) }
    if start > 0 {
      if tag != nil && tag == state.etag { partial.restart() } else { try partial.drop() }
    }
    state.wasResumed = false
    state.isAtEnd = false
    state.etag = tag ?? (isPlain ? state.etag : nil)
    state.total = state.stated ?? length
    end = state.total
    isWhole = true
    try checkMaximum()
  }

  private var isWhole = false

  private func part(_ head: ResponseHead) throws(HostingError) {
    guard Self.isPlain(head) else { throw end(.unranged) }
    if head["Content-Type"]?.lowercased().hasPrefix("text/html") == true { throw end(.wrong(page(head))) }
    guard let text = head["Content-Range"], let range = ContentRange(text), let bytes = range.bytes,
      bytes.lowerBound == start
    else {
      throw end(.startAgain(mismatch(head, "from byte \(start)", head["Content-Range"] ?? "nothing")))
    }
    if let total = range.total, let expected = state.total, total != expected {
      throw end(.startAgain(mismatch(head, "of \(expected) bytes", text)))
    }
    if let tag = Self.strongTag(head) {
      if let offered = state.offered, tag != offered { throw end(.changed) }
      if start > 0, let etag = state.etag, tag != etag {
        throw end(.startAgain(mismatch(head, "of the file \(etag)", tag)))
      }
      if start > 0, state.etag == nil { state.wasResumed = true }
      state.etag = tag
    } else if start > 0 {
      state.wasResumed = true
    }
    state.total = state.total ?? range.total
    end = bytes.upperBound.addingReportingOverflow(1).partialValue
    try checkMaximum()
  }

  private func noSuchPart(_ head: ResponseHead) {
    isRefused = true
    let range = head["Content-Range"].flatMap { ContentRange($0) }
    if let range, range.bytes == nil, range.total == start, state.total == nil || state.total == start {
      state.total = start
      state.isAtEnd = true
    } else {
      verdict = .startAgain(mismatch(head, "from byte \(start)", head["Content-Range"] ?? "nothing"))
    }
  }

  private func mismatch(_ head: ResponseHead, _ expected: String, _ found: String) -> HostingError {
    HostingError(
      .dataLoss,
      "\(head.url.shown) was asked for a part of '\(name)' \(expected) and answered \(head.status) with \(found.prefix(100)): "
        + "its server does not serve parts as HTTP demands.", model: name, status: head.status)
  }

  private func page(_ head: ResponseHead) -> HostingError {
    HostingError(
      .dataLoss,
      "\(head.url.shown) answered with a web page in place of '\(name)': log in to the network, or correct the address.",
      model: name, status: head.status)
  }

  /// Notes the verdict. What it returns ends the transfer and goes no further.
  private func end(_ verdict: Verdict) -> HostingError {
    self.verdict = verdict
    return HostingError(.cancelled, "The answer is of no use.")
  }

  private static func isPlain(_ head: ResponseHead) -> Bool {
    head["Content-Encoding"].map { $0.isEmpty || $0.lowercased() == "identity" } ?? true
  }

  private static func strongTag(_ head: ResponseHead) -> String? {
    head["ETag"].flatMap { TransferState.isStrong($0) ? $0 : nil }
  }

  private func checkMaximum() throws(HostingError) {
    guard let total = state.total, total > context.options.maximumByteCount else { return }
    throw end(.wrong(tooLong(total)))
  }

  private func tooLong(_ count: Int64) -> HostingError {
    HostingError(
      .dataLoss,
      "'\(name)' has \(count) bytes or more, ModelLibrary.Options.maximumByteCount allows "
        + "\(context.options.maximumByteCount).", model: name)
  }

  // MARK: The body

  func receive(_ bytes: UnsafeRawBufferPointer) throws(HostingError) {
    guard !isRefused, !bytes.isEmpty else { return }
    let length = partial.length + Int64(bytes.count)
    if let end, length > end {
      throw self.end(
        .wrong(
          HostingError(
            .dataLoss, "More bytes of '\(name)' came than the \(end) that were stated: its server is broken.",
            model: name)))
    }
    guard length <= context.options.maximumByteCount else {
      partial.discard()
      throw self.end(.wrong(tooLong(length)))
    }
    do throws(HostingError) {
      try partial.append(bytes)
    } catch {
      throw self.end(.wrong(error))
    }
    report()
    guard pace.isEnough(bytes.count, context.clock.now()) else {
      throw HostingError(
        .deadlineExceeded,
        "'\(name)' came with less than \(Pace.least) bytes in \(Int(Pace.span)) s: the connection counts as broken.",
        model: name)
    }
  }

  private func report() {
    let length = partial.length
    guard length - reported >= 64 << 10 || length == end else { return }
    reported = length
    let progress = DownloadProgress(completed: length, total: state.total)
    job.report(progress)
    let step = max(1 << 20, (state.total ?? 0) / 100)
    guard length - announced >= step || length == state.total else { return }
    announced = length
    context.listeners.send(.progressed(name, progress))
  }

  /// To be called when the transport ended without an error.
  /// - Returns: Why the answer is not what it announced; nil when it is.
  func finish() -> HostingError? {
    guard !isRefused, case .bytes = verdict else { return nil }
    if let end, partial.length < end {
      return HostingError(
        .unavailable, "The answer ended after \(partial.length) bytes of '\(name)', \(end) were stated.", model: name)
    }
    if isWhole {
      state.isAtEnd = true
      state.total = partial.length
    }
    return nil
  }
}

/// Notices a connection that lives but brings next to nothing.
struct Pace {
  static let span = 60.0
  static let least = 60 << 10

  private var since: Date
  private var last: Date
  private var count = 0

  init(_ now: Date) {
    since = now
    last = now
  }

  /// False when too little came in the last minute. A clock that is set meanwhile begins a new minute.
  mutating func isEnough(_ bytes: Int, _ now: Date) -> Bool {
    defer { last = now }
    count += bytes
    let step = now.timeIntervalSince(last)
    guard step >= 0, step < 600 else {
      since = now
      count = 0
      return true
    }
    guard now.timeIntervalSince(since) >= Self.span else { return true }
    defer {
      since = now
      count = 0
    }
    return count >= Self.least
  }
}
