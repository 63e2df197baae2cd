import Foundation

extension Transport {
  /// Sends `request` and returns the whole answer, whatever its status.
  /// - Throws: what `send` throws, and `dataLoss` if the answer is longer than `limit` bytes.
  public func response(
    to request: TransferRequest, limit: Int = 1 << 20
  ) async throws(HostingError) -> (ResponseHead, Data) {
    let sink = SmallAnswer(limit: limit)
    try await send(request, to: sink)
    guard let head = sink.answer.head else {
      throw HostingError(.unavailable, "\(request.url.shown) ended its answer before the status.")
    }
    return (head, sink.answer.body)
  }
}

/// Collects an answer in memory.
private final class SmallAnswer: BodySink, @unchecked Sendable {
  private let lock = NSLock()
  private let limit: Int
  private var head: ResponseHead?
  private var body = Data()

  init(limit: Int) { self.limit = limit }

  var answer: (head: ResponseHead?, body: Data) { lock.withLock { (head, body) } }

  func begin(_ head: ResponseHead) throws(HostingError) {
    lock.withLock {
      self.head = head
      body = Data()
    }
  }

  func receive(_ bytes: UnsafeRawBufferPointer) throws(HostingError) {
    let excess = lock.withLock { () -> URL? in
      guard bytes.count <= limit - body.count else { return head?.url ?? URL(fileURLWithPath: "/") }
      body.append(contentsOf: bytes)
      return nil
    }
    if let excess {
      throw HostingError(
        .dataLoss, "The answer of \(excess.shown) is longer than \(limit) bytes: it is not what was asked for.")
    }
  }
}
