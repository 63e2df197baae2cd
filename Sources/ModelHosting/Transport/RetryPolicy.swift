import Foundation

/// Decides whether a failed request is made again, and when.
struct RetryPolicy: Sendable {
  /// Bytes after which a transfer has earned all its attempts again: a slow and shaky link gets there too.
  static let refill: Int64 = 1 << 20
  /// A host that asks for a longer wait is not waited for within one call.
  static let longestWait: TimeInterval = 60
  /// A host's demand counts for no more than this: one wrong number must not end updates for ever.
  static let longestRetryAfter: TimeInterval = 86_400

  private let attempts: Int
  private var failures = 0
  private var gained: Int64 = 0

  init(attempts: Int) { self.attempts = max(1, attempts) }

  /// Notes bytes that brought the transfer forward.
  mutating func gain(_ count: Int64) {
    let (sum, overflow) = gained.addingReportingOverflow(count)
    gained = overflow ? .max : sum
    if gained >= Self.refill {
      gained = 0
      failures = 0
    }
  }

  /// How long to wait before the next attempt; nil if the failure is to be reported. `chance` is in `0..<1`.
  mutating func wait(after error: HostingError, chance: Double = .random(in: 0..<1)) -> TimeInterval? {
    guard error.isTransient else { return nil }
    failures += 1
    guard failures < attempts else { return nil }
    if let asked = error.retryAfter { return asked <= Self.longestWait ? asked : nil }
    let base = Double(1 << min(failures - 1, 4))
    return base * (0.5 + chance)
  }

  /// What a `Retry-After` header asks for: seconds or a date, which is compared with the answer's own `Date`. nil if it says
  /// nothing that can be followed.
  static func retryAfter(_ head: ResponseHead, now: Date) -> TimeInterval? {
    guard let text = head["Retry-After"]?.trimmingCharacters(in: .whitespaces), !text.isEmpty else { return nil }
    if text.utf8.allSatisfy({ (48...57).contains($0) }) {
      guard let seconds = Int64(text) else { return longestRetryAfter }
      return min(TimeInterval(seconds), longestRetryAfter)
    }
    guard let date = HTTPDate.parse(text, now: now) else { return nil }
    let reference = head["Date"].flatMap { HTTPDate.parse($0, now: now) } ?? now
    let seconds = date.timeIntervalSince(reference)
    return min(max(seconds, 0), longestRetryAfter)
  }

  /// How long the next call for a model should wait after calls have failed `failures` times in a row.
  static func pause(afterCalls failures: Int) -> TimeInterval {
    TimeInterval(min(30 << min(max(failures, 1) - 1, 7), 3_600))
  }
}

extension HostingError {
  /// Whether the same request may succeed later. A failed precondition or a file that is not a model stays one.
  var isTransient: Bool {
    switch code {
    case .deadlineExceeded, .resourceExhausted, .unavailable, .networkUnavailable: true
    default: false
    }
  }
}
