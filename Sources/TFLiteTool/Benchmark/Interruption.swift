import Dispatch
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

/// Ctrl-C as a wish to stop soon; a second one ends the process. May be asked from any thread.
final class Interruption: @unchecked Sendable {
  /// The exit code of what a signal has stopped, by the habit of shells.
  static let exitCode: Int32 = 130

  private let lock = Lock()
  private var wasAsked = false
  private let source: any DispatchSourceSignal

  init() {
    signal(SIGINT, SIG_IGN)
    source = DispatchSource.makeSignalSource(signal: SIGINT, queue: .global(qos: .userInteractive))
    source.setEventHandler { [weak self] in self?.ask() }
    source.resume()
  }

  deinit { source.cancel() }

  var isAsked: Bool { lock.withLock { wasAsked } }

  private func ask() {
    let isSecond = lock.withLock {
      defer { wasAsked = true }
      return wasAsked
    }
    if isSecond { _exit(Self.exitCode) }
  }
}
