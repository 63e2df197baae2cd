import TFLiteKernelSets
import TFLiteKernels
import TFLiteRuntime

/// What this processor can do at best with one thread, measured within a fifth of a second.
///
/// Multiply-adds: loops that do nothing else, of the instructions that the kernels use. Bytes: copies within blocks of
/// several sizes, the nearest cache first; a copy of n bytes moves 2n. The best of several measurements counts.
struct ProcessorLimits {
  /// Copies of blocks of a size.
  struct Bandwidth {
    /// Bytes that source and destination take together.
    let workingSet: Int
    let bytesPerSecond: Double
  }

  /// The name of the kernels, as `Session.kernelsName`.
  let kernels: String
  let floatPerSecond: Double
  let bytePerSecond: Double
  /// By size.
  let bandwidths: [Bandwidth]

  /// - Parameter kernels: the instructions to measure, as `Session.kernelsName`, nil for the best of this build; plain
  ///   loops count as the portable kernels.
  static func measured(_ kernels: String?) -> ProcessorLimits {
    let sets = KernelSets.available.map { $0.set }
    let set = sets.first { "\($0.name)" == kernels } ?? sets.last
    let loops = set?.peaks ?? KernelSet.portable.peaks
    return ProcessorLimits(
      kernels: kernels ?? set.map { "\($0.name)" } ?? "",
      floatPerSecond: loops.map { rate($0.float, pattern: 0x3F80_0000) } ?? 0,
      bytePerSecond: loops.map { rate($0.bytes, pattern: 0x0101_0101) } ?? 0,
      bandwidths: [1 << 15, 1 << 18, 1 << 21, 1 << 25].map {
        Bandwidth(workingSet: $0, bytesPerSecond: bandwidth(workingSet: $0))
      })
  }

  /// The best rate of `work` units in so many nanoseconds.
  private static func best(_ attempts: Int, _ body: () -> Int) -> Double {
    var best = 0.0
    for _ in 0..<attempts {
      let start = Clock.nanoseconds()
      let work = body()
      let time = Clock.nanoseconds() &- start
      if time > 0 { best = max(best, Double(work) * 1e9 / Double(time)) }
    }
    return best
  }

  private static func rate(_ loop: (UnsafeMutableRawPointer, Int) -> Int, pattern: UInt32) -> Double {
    let memory = UnsafeMutableRawPointer.allocate(byteCount: PeakLoops.byteCount, alignment: 64)
    defer { memory.deallocate() }
    memory.initializeMemory(as: UInt32.self, repeating: pattern, count: PeakLoops.byteCount / 4)
    // Rounds for about two milliseconds.
    var rounds = 64
    while rounds < 1 << 24 {
      let start = Clock.nanoseconds()
      _ = loop(memory, rounds)
      if Clock.nanoseconds() &- start > 1_500_000 { break }
      rounds *= 2
    }
    return best(12) { loop(memory, rounds) }
  }

  private static func bandwidth(workingSet: Int) -> Double {
    let memory = UnsafeMutableRawPointer.allocate(byteCount: workingSet, alignment: 64)
    defer { memory.deallocate() }
    memory.initializeMemory(as: UInt8.self, repeating: 1, count: workingSet)
    let repeats = max(1, (1 << 24) / workingSet)
    return best(6) {
      for _ in 0..<repeats { memory.copyMemory(from: memory + workingSet / 2, byteCount: workingSet / 2) }
      return repeats * workingSet
    }
  }

  /// The least seconds that one thread needs for the multiply-adds of `cost`.
  func arithmeticSeconds(_ cost: OperatorCost) -> Double {
    let rate = cost.arithmetic == .bytes ? max(bytePerSecond, floatPerSecond) : floatPerSecond
    return rate > 0 ? Double(cost.multiplyAdds) / rate : 0
  }

  /// The least seconds that moving the bytes of `cost` takes, if they lie in the nearest cache that holds so many.
  func memorySeconds(_ cost: OperatorCost) -> Double {
    let bytes = cost.movedBytes
    let nearest = bandwidths.last { $0.workingSet <= bytes } ?? bandwidths.first
    // A farther memory that looks faster was measured while something disturbed the nearer one.
    let rate = bandwidths.filter { $0.workingSet >= nearest?.workingSet ?? 0 }.map { $0.bytesPerSecond }.max() ?? 0
    return rate > 0 ? Double(bytes) / rate : 0
  }

  /// The least seconds that `threads` threads need: for multiply-adds or for bytes, whichever takes longer.
  func seconds(_ cost: OperatorCost, threads: Int) -> Double {
    max(arithmeticSeconds(cost), memorySeconds(cost)) / Double(max(1, threads))
  }

  var json: JSONText {
    .object([
      ("kernels", .string(kernels)), ("float_multiply_adds_per_second", .double(floatPerSecond)),
      ("byte_multiply_adds_per_second", .double(bytePerSecond)),
      (
        "bytes_per_second",
        .array(
          bandwidths.map {
            .object([("working_set", .int($0.workingSet)), ("rate", .double($0.bytesPerSecond))])
          })
      ),
    ])
  }
}
