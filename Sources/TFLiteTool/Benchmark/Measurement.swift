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

/// The times of repeated invocations, in milliseconds.
package struct Measurement {
  private let sorted: [Double]
  package let mean: Double
  package let deviation: Double

  /// - Parameter nanoseconds: at least one.
  package init(_ nanoseconds: [UInt64]) {
    let times = nanoseconds.map { Double($0) / 1e6 }
    let mean = times.reduce(0, +) / Double(Swift.max(times.count, 1))
    self.mean = mean
    sorted = times.sorted()
    deviation = (times.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(Swift.max(times.count, 1))).squareRoot()
  }

  package var count: Int { sorted.count }
  package var min: Double { sorted.first ?? 0 }
  package var max: Double { sorted.last ?? 0 }
  package var median: Double {
    let middle = sorted.count / 2
    return sorted.count % 2 == 1 ? percentile(50) : sorted.isEmpty ? 0 : (sorted[middle - 1] + sorted[middle]) / 2
  }

  /// The smallest time that `percent` of all times do not exceed (nearest rank).
  package func percentile(_ percent: Int) -> Double {
    guard !sorted.isEmpty else { return 0 }
    return sorted[Swift.max((sorted.count * percent + 99) / 100, 1) - 1]
  }

  /// Repeats `body` until it has run `least` times and `seconds` have passed, or `most` seconds have.
  static func repeating(
    least: Int, seconds: Double, most: Double, _ progress: (Int, Double) -> Void = { _, _ in },
    _ body: () throws -> Void
  ) rethrows -> [UInt64] {
    var times: [UInt64] = []
    times.reserveCapacity(1 << 14)
    let start = Clock.nanoseconds()
    while true {
      let before = Clock.nanoseconds()
      let elapsed = Double(before &- start) / 1e9
      if times.count >= least && elapsed >= seconds || !times.isEmpty && elapsed >= most { return times }
      try body()
      times.append(Clock.nanoseconds() &- before)
      progress(times.count, elapsed)
    }
  }
}

/// What the system says of the process.
enum ProcessUsage {
  /// The most bytes of physical memory that the process has held.
  static var peakResidentByteCount: Int {
    #if os(Linux) || os(Android)
    // What getrusage says there includes the process that started this one.
    if let peak = statusKilobytes("VmHWM:") { return peak * 1024 }
    #endif
    var usage = rusage()
    // RUSAGE_SELF, which the systems' modules import as different types.
    guard getrusage(0, &usage) == 0 else { return 0 }
    #if canImport(Darwin)
    return Int(usage.ru_maxrss)
    #else
    return Int(usage.ru_maxrss) * 1024
    #endif
  }

  /// The bytes of physical memory that the process holds; the most so far where the system's calls do not tell.
  static var residentByteCount: Int {
    #if os(Linux) || os(Android)
    if let resident = statusKilobytes("VmRSS:") { return resident * 1024 }
    #endif
    return peakResidentByteCount
  }

  #if os(Linux) || os(Android)
  /// The number after `field` in the kernel's account of the process, nil when there is none.
  private static func statusKilobytes(_ field: String) -> Int? {
    let descriptor = open("/proc/self/status", O_RDONLY)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var buffer = [UInt8](repeating: 0, count: 8192)
    let count = buffer.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
    guard count > 0 else { return nil }
    let lines = String(decoding: buffer[..<count], as: UTF8.self).split(separator: "\n")
    guard let line = lines.first(where: { $0.hasPrefix(field) }) else { return nil }
    return Int(line.split(whereSeparator: { !$0.isNumber }).first ?? "")
  }
  #endif
}
