import ArgumentParser
import TFLiteRuntime

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

/// When runs begin.
struct BenchmarkPace: ParsableArguments {
  @Option(help: "Seconds to wait between runs.")
  var runDelay = 0.0

  @Option(help: "Runs to begin in a second, whatever they take; tells how late they begin.")
  var frequency: Double?

  func validate() throws {
    guard runDelay >= 0, runDelay <= 3600 else {
      throw ValidationError("--run-delay: expected 0 to 3600 seconds, found \(runDelay)")
    }
    if let frequency {
      guard frequency >= 1e-4, frequency <= 1e6 else {
        throw ValidationError("--frequency: expected 0.0001 to 1000000, found \(frequency)")
      }
      if runDelay > 0 { throw ValidationError("--frequency: expected no --run-delay beside it") }
    }
  }

  /// How a run begins.
  struct Beginning {
    /// How many nanoseconds late it is; nil without a frequency.
    let late: UInt64?
  }

  /// Waits until run number `index` may begin.
  /// - Parameter start: When the first one began.
  /// - Returns: Nil when the measurement ends before that.
  func wait(for index: Int, since start: UInt64, until end: BenchmarkEnd) -> Beginning? {
    func sleep(until due: UInt64) -> Bool {
      while !end.isReached(index, since: start) {
        let now = Clock.nanoseconds()
        if now >= due { return true }
        // No longer than somebody who has pressed Ctrl-C waits for an answer.
        Self.sleep(min(due - now, 50_000_000))
      }
      return false
    }
    if let frequency {
      let due = start &+ UInt64(Double(index) * 1e9 / frequency)
      return sleep(until: due) ? Beginning(late: max(Clock.nanoseconds(), due) - due) : nil
    }
    if index > 0, runDelay > 0, !sleep(until: Clock.nanoseconds() &+ UInt64(runDelay * 1e9)) { return nil }
    return end.isReached(index, since: start) ? nil : Beginning(late: nil)
  }

  private static func sleep(_ nanoseconds: UInt64) {
    var time = timespec()
    time.tv_sec = numericCast(nanoseconds / 1_000_000_000)
    time.tv_nsec = numericCast(nanoseconds % 1_000_000_000)
    nanosleep(&time, nil)
  }
}
