#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#elseif canImport(WASILibc)
import WASILibc
#endif

/// A monotonic clock.
package enum Clock {
  /// Nanoseconds since an arbitrary start; 0 always where the system has no clock.
  package static func nanoseconds() -> UInt64 {
    #if canImport(Darwin) || canImport(Glibc) || canImport(Musl) || canImport(Android)
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(truncatingIfNeeded: time.tv_sec) &* 1_000_000_000 &+ UInt64(truncatingIfNeeded: time.tv_nsec)
    #else
    return 0
    #endif
  }

  /// The time `seconds` from now, for those that last longer than any run some centuries from now; 0 where the system has no
  /// clock.
  static func deadline(in seconds: Double) -> UInt64 {
    let now = nanoseconds()
    let most = Double(UInt64.max / 4)
    return now == 0 ? 0 : now &+ UInt64(min(most, max(0, seconds.isNaN ? 0 : seconds * 1e9)))
  }
}
