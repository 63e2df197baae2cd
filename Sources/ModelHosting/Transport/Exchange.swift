#if Networking
import Dispatch
import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// One request and its answer. The sink is called on the delegate's queue alone, and never after the end.
///
/// `lock` guards all that changes.
final class Exchange: @unchecked Sendable {
  typealias Outcome = Result<ResponseHead?, HostingError>

  private let request: TransferRequest
  private let task: URLSessionDataTask
  private let queue: DelegateQueue
  private let lock = NSLock()
  private var sink: (any BodySink)?
  private var continuation: CheckedContinuation<Outcome, Never>?
  private var redirect: ResponseHead?
  private var hasHead = false
  private var failure: HostingError?
  private var isOver = false
  private var watchdog: (any DispatchSourceTimer)?
  private var lastByte = DispatchTime.now()
  /// Whether the sink has a call: then it is not the network that stands still.
  private var isDelivering = false

  init(_ request: TransferRequest, _ task: URLSessionDataTask, _ sink: any BodySink, on queue: DelegateQueue) {
    self.request = request
    self.task = task
    self.sink = sink
    self.queue = queue
  }

  private var hasFailed: Bool { lock.withLock { failure != nil || isOver } }

  func start(_ continuation: CheckedContinuation<Outcome, Never>) {
    let mayRun = lock.withLock { () -> Bool in
      self.continuation = continuation
      lastByte = .now()
      return failure == nil
    }
    guard mayRun else { return queue.addAtOnce { self.finish() } }
    watch()
    task.resume()
  }

  /// Ends the exchange with `error`, from any thread.
  func fail(_ error: HostingError) {
    let isFirst = lock.withLock { () -> Bool in
      guard failure == nil, !isOver else { return false }
      failure = error
      return true
    }
    guard isFirst else { return }
    // On the delegate's queue, so that no call to the sink is under way when `perform` returns.
    cancelTask()
    queue.addAtOnce { self.finish() }
  }

  /// FoundationNetworking waits in `cancel` for its own queue, which may be waiting for the delegate's.
  private func cancelTask() {
    DispatchQueue.global(qos: .utility).async { [task] in task.cancel() }
  }

  /// Calls `answer` unless the exchange has failed. No cancellation begins meanwhile.
  func ifAlive(_ answer: () -> Void) {
    lock.withLock { if failure == nil && !isOver { answer() } }
  }

  // MARK: On the delegate's queue

  func receive(_ response: URLResponse) {
    guard let response = response as? HTTPURLResponse else { return }
    let head = ResponseHead(response)
    deliver { sink throws(HostingError) in
      hasHead = true
      if isFollowed(head) {
        redirect = head
      } else {
        try sink.begin(head)
      }
    }
  }

  func receive(_ data: Data) {
    deliver { sink throws(HostingError) in
      guard redirect == nil else { return }
      for region in data.regions {
        let outcome = region.withUnsafeBytes { bytes in Result { () throws(HostingError) in try sink.receive(bytes) } }
        try outcome.get()
      }
    }
  }

  func complete(_ response: URLResponse?, _ error: (any Error)?) {
    if let error {
      note(HostingError(carrying: error, of: request))
    } else if !hasHead, let response {
      // FoundationNetworking keeps the head of a redirect to itself that it cannot follow.
      receive(response)
    }
    if !hasHead && error == nil {
      note(HostingError(.unavailable, "\(request.url.shown) closed the connection before an answer: try again later."))
    }
    finish()
  }

  private func isFollowed(_ head: ResponseHead) -> Bool {
    request.followsRedirects && [301, 302, 303, 307, 308].contains(head.status) && head["Location"] != nil
  }

  private func deliver(_ body: (any BodySink) throws(HostingError) -> Void) {
    let sink = lock.withLock { () -> (any BodySink)? in
      lastByte = .now()
      isDelivering = failure == nil && !isOver
      return isDelivering ? self.sink : nil
    }
    guard let sink else { return }
    do throws(HostingError) {
      try body(sink)
    } catch {
      note(error)
      cancelTask()
    }
    lock.withLock {
      lastByte = .now()
      isDelivering = false
    }
    if hasFailed { finish() }
  }

  private func note(_ error: HostingError) {
    lock.withLock { if failure == nil && !isOver { failure = error } }
  }

  private func finish() {
    let (continuation, outcome) = lock.withLock { () -> (CheckedContinuation<Outcome, Never>?, Outcome) in
      let continuation = self.continuation
      if continuation != nil {
        self.continuation = nil
        isOver = true
        sink = nil
        watchdog?.cancel()
        watchdog = nil
      }
      return (continuation, failure.map { .failure($0) } ?? .success(redirect))
    }
    continuation?.resume(returning: outcome)
  }

  // MARK: Watchdog

  private func watch() {
    let limit = request.idleTimeout.nanoseconds
    let timer = DispatchSource.makeTimerSource(queue: .global(qos: .utility))
    let step = DispatchTimeInterval.nanoseconds(Int(clamping: max(limit / 8, 10_000_000)))
    timer.schedule(deadline: .now() + step, repeating: step)
    timer.setEventHandler { [weak self] in self?.checkIdle(limit) }
    lock.withLock { if !isOver { watchdog = timer } }
    timer.resume()
  }

  private func checkIdle(_ limit: UInt64) {
    let isStalled = lock.withLock {
      !isDelivering && DispatchTime.now().uptimeNanoseconds &- lastByte.uptimeNanoseconds > limit
    }
    guard isStalled else { return }
    fail(
      HostingError(
        .deadlineExceeded,
        "\(request.url.shown) sent nothing for \(request.idleTimeout) seconds: the connection counts as broken."))
  }
}

extension ResponseHead {
  init(_ response: HTTPURLResponse) {
    var headers: [String: String] = [:]
    for (name, value) in response.allHeaderFields {
      if let name = name as? String, let value = value as? String { headers[name] = value }
    }
    self.init(
      status: response.statusCode, url: response.url ?? URL(fileURLWithPath: "/"), headers: headers)
  }
}
#endif
