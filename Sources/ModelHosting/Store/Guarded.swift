import Foundation

/// A value that threads take turns at.
final class Guarded<Value>: @unchecked Sendable {
  // Safe because `value` is reached under `lock` alone.
  private let lock = NSLock()
  private var value: Value

  init(_ value: sending Value) { self.value = value }

  func use<Result, Failure: Error>(_ body: (inout Value) throws(Failure) -> Result) throws(Failure) -> Result {
    lock.lock()
    defer { lock.unlock() }
    return try body(&value)
  }
}
