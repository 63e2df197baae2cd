import Foundation

/// Those who listen to a library's events. `lock` guards `streams`.
final class Listeners: @unchecked Sendable {
  private let lock = NSLock()
  private var streams: [Int: AsyncStream<HostingEvent>.Continuation] = [:]
  private var lastID = 0

  /// A stream of all events from now on; the newest 64 are kept for a listener that is late.
  func stream() -> AsyncStream<HostingEvent> {
    let (stream, continuation) = AsyncStream.makeStream(of: HostingEvent.self, bufferingPolicy: .bufferingNewest(64))
    let id = lock.withLock { () -> Int in
      lastID += 1
      streams[lastID] = continuation
      return lastID
    }
    continuation.onTermination = { [weak self] _ in
      guard let self else { return }
      self.lock.withLock { () -> Void in self.streams[id] = nil }
    }
    return stream
  }

  func send(_ event: HostingEvent) {
    let all = lock.withLock { Array(streams.values) }
    for continuation in all { continuation.yield(event) }
  }

  deinit { for continuation in streams.values { continuation.finish() } }
}
