#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

/// The processors that the process may run on.
enum ProcessorAffinity {
  /// Keeps this thread, and those that it starts, to `processors`.
  /// - Throws: `unsupported` where the system has no such call; `invalidData` when it refuses.
  static func set(_ processors: [Int]) throws(ToolError) {
    #if os(Linux) || os(Android)
    // Headers hide the call behind a macro that Swift's modules of them do not set.
    typealias Call = @convention(c) (Int32, Int, UnsafeRawPointer?) -> Int32
    guard let symbol = dlsym(nil, "sched_setaffinity") else {
      throw ToolError(.unsupported, "--cpus: this system has no call that keeps a process to processors")
    }
    let call = unsafeBitCast(symbol, to: Call.self)
    // A bit for each processor; the system's own set has 1024.
    var mask = [UInt8](repeating: 0, count: 128)
    for processor in processors {
      guard processor < mask.count * 8 else {
        throw ToolError(.invalidData, "--cpus", expected: "processors below \(mask.count * 8)", found: "\(processor)")
      }
      mask[processor / 8] |= 1 << UInt8(processor % 8)
    }
    guard mask.withUnsafeBytes({ call(0, $0.count, $0.baseAddress) }) == 0 else {
      throw .system(.invalidData, "--cpus \(processors.map(String.init).joined(separator: ","))", "cannot run there")
    }
    #else
    throw ToolError(.unsupported, "--cpus: this system has no call that keeps a process to processors")
    #endif
  }
}
