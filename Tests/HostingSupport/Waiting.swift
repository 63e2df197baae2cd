import Foundation

package struct Overdue: Error { let what: String }

/// Waits until `condition` holds; a minute is for machines that are busy.
package func wait(_ what: String, _ condition: () -> Bool) async throws {
  for _ in 0..<6000 {
    if condition() { return }
    try await Task.sleep(nanoseconds: 10_000_000)
  }
  throw Overdue(what: what)
}

/// A value that closures share.
package final class Mutable<Value: Sendable>: @unchecked Sendable {
  private let lock = NSLock()
  private var stored: Value

  package init(_ value: Value) { stored = value }

  package var value: Value {
    get { lock.withLock { stored } }
    set { lock.withLock { stored = newValue } }
  }
}
