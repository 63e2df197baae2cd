import ModelHosting
import TFLiteRuntime

/// The line that tells how far a download is: bytes, rate and time left. Silent unless standard error is a terminal.
/// May be called from any thread.
package final class FetchProgress: @unchecked Sendable {
  private let lock = Lock()
  private let name: String
  private let isShown: Bool
  private let start = Clock.nanoseconds()
  private var lastShown: UInt64 = 0
  /// What was here when the first bytes came: they do not count for the rate.
  private var first: Int64?

  package init(_ name: String, isShown: Bool = Output.error.isTerminal) {
    self.name = name
    self.isShown = isShown
  }

  func update(_ progress: DownloadProgress) {
    lock.withLock {
      if first == nil { first = progress.completed }
      let now = Clock.nanoseconds()
      guard isShown, now &- lastShown >= 100_000_000 || progress.completed == progress.total else { return }
      lastShown = now
      let seconds = Double(now &- start) / 1e9
      let line = Self.line(name, progress, received: progress.completed - (first ?? 0), seconds: seconds)
      Output.error.writeIgnoringErrors("\r\(line)\u{1B}[K")
    }
  }

  func finish() {
    if isShown { Output.error.writeIgnoringErrors("\r\u{1B}[K") }
  }

  /// `plants  [#####     ]  20.00 MiB of 40.00 MiB  3.20 MiB/s  6 s left`.
  package static func line(_ name: String, _ progress: DownloadProgress, received: Int64, seconds: Double) -> String {
    let rate = seconds > 0 ? Double(max(0, received)) / seconds : 0
    let speed = "\(bytesText(Int(min(rate, 1e15))))/s"
    guard let total = progress.total, total > 0 else {
      return "\(name)  \(bytesText(Int(progress.completed)))  \(speed)"
    }
    let share = min(1, max(0, Double(progress.completed) / Double(total)))
    let filled = Int(share * 20)
    let bar = String(repeating: "#", count: filled) + String(repeating: " ", count: 20 - filled)
    let left = rate > 0 ? duration(Double(max(0, total - progress.completed)) / rate) + " left" : "waiting"
    return "\(name)  [\(bar)]  \(bytesText(Int(progress.completed))) of \(bytesText(Int(total)))  \(speed)  \(left)"
  }

  private static func duration(_ seconds: Double) -> String {
    let whole = Int(min(seconds.rounded(.up), 359_999))
    if whole < 60 { return "\(whole) s" }
    if whole < 3_600 { return "\(whole / 60) min \(whole % 60) s" }
    return "\(whole / 3_600) h \(whole / 60 % 60) min"
  }
}
