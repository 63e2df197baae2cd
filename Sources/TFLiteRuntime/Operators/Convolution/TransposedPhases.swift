import TFLiteKernels

/// The phases of a transposed convolution (see `TransposedPhase`) with the offsets through which each reads the input.
struct TransposedPhases {
  let geometry: ConvolutionGeometry
  let phases: [TransposedPhase]
  private let offsets: AlignedMemory
  /// The first entry of each phase.
  private let starts: [Int]

  /// - Throws: `outOfMemory` when the table would take more than `memoryLimit` bytes.
  init(_ geometry: ConvolutionGeometry, memoryLimit: Int) throws(RuntimeError) {
    self.geometry = geometry
    guard TransposedPhase.count(geometry) <= 1 << 16 else { throw Self.tooLarge }
    phases = (0..<TransposedPhase.count(geometry)).map { TransposedPhase(geometry, $0) }
    var starts: [Int] = []
    var entries = 0
    for phase in phases {
      starts.append(entries)
      let pixels = phase.rows.multipliedReportingOverflow(by: phase.columns)
      let count = pixels.partialValue.multipliedReportingOverflow(by: phase.taps)
      if pixels.overflow || count.overflow || count.partialValue > memoryLimit { throw Self.tooLarge }
      entries += count.partialValue
    }
    self.starts = starts
    let (bytes, overflow) = entries.multipliedReportingOverflow(by: 4)
    if overflow { throw Self.tooLarge }
    offsets = try AlignedMemory(byteCount: bytes, limit: memoryLimit)
    for (phase, start) in zip(phases, starts) where phase.rows > 0 && phase.columns > 0 {
      phase.fillOffsets(geometry, offsets.base.assumingMemoryBound(to: Int32.self) + start)
    }
  }

  private static var tooLarge: RuntimeError {
    RuntimeError(.outOfMemory, "the table of a transposed convolution is too large")
  }

  /// The offsets of the pixels of phase `number` in row `row` of its rows.
  func rowOffsets(_ number: Int, row: Int) -> UnsafePointer<Int32> {
    let phase = phases[number]
    let index = starts[number] &+ row &* phase.columns &* phase.taps
    return UnsafePointer(offsets.base.assumingMemoryBound(to: Int32.self) + index)
  }
}
