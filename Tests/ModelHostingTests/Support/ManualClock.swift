import Foundation

@testable import ModelHosting

/// A clock that only tests move. A sleep takes no time: it moves the clock by what was asked for, and is noted.
final class ManualClock: HostingClock, @unchecked Sendable {
  private let lock = NSLock()
  private var date: Date
  private var waits: [TimeInterval] = []
  private let onSleep: @Sendable (TimeInterval) -> Void

  init(
    _ date: Date = Date(timeIntervalSince1970: 1_795_000_000),
    onSleep: @escaping @Sendable (TimeInterval) -> Void = { _ in }
  ) {
    self.date = date
    self.onSleep = onSleep
  }

  /// What was slept, in order.
  var sleeps: [TimeInterval] { lock.withLock { waits } }

  func now() -> Date { lock.withLock { date } }

  func advance(by seconds: Double) { lock.withLock { date += seconds } }

  func sleep(for duration: TimeInterval) async throws {
    try Task.checkCancellation()
    lock.withLock {
      waits.append(duration)
      date += duration
    }
    onSleep(duration)
    await Task.yield()
  }
}
