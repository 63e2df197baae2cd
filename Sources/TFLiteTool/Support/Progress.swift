import TFLiteRuntime

/// A line on standard error that tells how far a long piece of work is; silent unless that is a terminal.
/// May be advanced from any thread.
final class Progress: @unchecked Sendable {
  private let lock = Lock()
  private let isShown: Bool
  private let total: Int
  private let unit: String
  private var done = 0
  private var failed = 0
  private var lastShown: UInt64 = 0
  private let start = Clock.nanoseconds()

  init(_ total: Int, _ unit: String, isShown: Bool = Output.error.isTerminal) {
    self.total = total
    self.unit = unit
    self.isShown = isShown
  }

  func advance(failed isFailure: Bool = false) {
    guard isShown else { return }
    lock.withLock {
      done += 1
      if isFailure { failed += 1 }
      let now = Clock.nanoseconds()
      if done < total, now &- lastShown < 100_000_000 { return }
      lastShown = now
      Output.error.writeIgnoringErrors(
        "\r\(Self.bar(done, of: total)) \(done)/\(total) \(unit)" + (failed > 0 ? ", \(failed) failed" : "")
          + timeLeft(now) + "\u{1B}[K")
    }
  }

  /// What is done of 20 columns.
  private static func bar(_ done: Int, of total: Int) -> String {
    let filled = done * 20 / max(total, 1)
    return String(repeating: "█", count: filled) + String(repeating: "░", count: max(20 - filled, 0))
  }

  /// What the rest takes if it goes on as so far, once a second has passed.
  private func timeLeft(_ now: UInt64) -> String {
    let elapsed = Double(now &- start) / 1e9
    guard elapsed >= 1, done < total else { return "" }
    let seconds = Int((elapsed / Double(done) * Double(total - done)).rounded(.up))
    let text =
      seconds < 60
      ? "\(seconds) s"
      : seconds < 3600
        ? "\(seconds / 60) min \(seconds % 60) s" : "\(seconds / 3600) h \(seconds % 3600 / 60) min"
    return ", \(text) left"
  }

  /// Takes the line away.
  func finish() {
    if isShown { Output.error.writeIgnoringErrors("\r\u{1B}[K") }
  }
}

/// A line on standard error that changes in place, at most ten times a second; silent unless that is a terminal.
final class StatusLine {
  private let isShown = Output.error.isTerminal
  private var lastShown: UInt64 = 0

  func show(_ text: @autoclosure () -> String) {
    guard isShown else { return }
    let now = Clock.nanoseconds()
    if now &- lastShown < 100_000_000 { return }
    lastShown = now
    Output.error.writeIgnoringErrors("\r" + text() + "\u{1B}[K")
  }

  func clear() {
    if isShown { Output.error.writeIgnoringErrors("\r\u{1B}[K") }
  }
}
