#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

/// A mutual exclusion lock for the few places where sessions share state. An invocation takes it to allocate memory and to
/// look for cancellation, not for its work.
package final class Lock: @unchecked Sendable {
  #if canImport(Darwin)
  private let handle: UnsafeMutablePointer<os_unfair_lock>
  package init() {
    handle = .allocate(capacity: 1)
    handle.initialize(to: os_unfair_lock())
  }
  private func acquire() { os_unfair_lock_lock(handle) }
  private func release() { os_unfair_lock_unlock(handle) }
  deinit { handle.deallocate() }
  #elseif canImport(Glibc) || canImport(Musl) || canImport(Android)
  private let handle: UnsafeMutablePointer<pthread_mutex_t>
  package init() {
    handle = .allocate(capacity: 1)
    handle.initialize(to: pthread_mutex_t())
    pthread_mutex_init(handle, nil)
  }
  private func acquire() { pthread_mutex_lock(handle) }
  private func release() { pthread_mutex_unlock(handle) }
  deinit {
    pthread_mutex_destroy(handle)
    handle.deallocate()
  }
  #else
  package init() {}
  private func acquire() {}
  private func release() {}
  #endif

  package func withLock<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
    acquire()
    defer { release() }
    return try body()
  }
}
