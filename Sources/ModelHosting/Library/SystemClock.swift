import Foundation

/// The clock of the system.
struct SystemClock: HostingClock {
  func now() -> Date { Date() }

  func sleep(for seconds: TimeInterval) async throws {
    try await Task.sleep(nanoseconds: seconds.nanoseconds)
  }
}

extension HostingClock {
  /// Sleeps; a wait that is cut short by cancellation is an error.
  func pause(_ seconds: TimeInterval, for name: String) async throws(HostingError) {
    do {
      try await sleep(for: seconds)
    } catch {
      throw .cancelled(name)
    }
  }
}

extension HostingError {
  static func cancelled(_ name: String) -> HostingError {
    HostingError(.cancelled, "The download of '\(name)' was cancelled.", model: name)
  }
}

extension TimeInterval {
  /// Nanoseconds, none for negative times and a very large number for those that are too long, or no numbers.
  var nanoseconds: UInt64 { self > 0 ? UInt64(min(self * 1e9, 0x1p62)) : self.isNaN ? 1 << 62 : 0 }
}
