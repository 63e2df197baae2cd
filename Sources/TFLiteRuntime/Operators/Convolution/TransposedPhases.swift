import TFLiteKernels

/// A transposed convolution seen from its output: every output pixel gathers the input pixels that reach it.
///
/// Output position `o` receives input position `i` through tap `f` where `o = i * stride - padding + f`. Positions with
/// the same remainder of `o + padding` by the stride are reached through the same taps, so each pair of remainders (a
/// phase) is a convolution of its own with a part of the filter, and no product with an inserted zero is computed.
struct TransposedPhases {
  /// The taps of one phase, and the offsets with which its pixels read the input.
  struct Phase {
    /// Tap numbers `fy * filterWidth + fx`; empty where the stride is larger than the filter.
    var taps: [Int]
    /// The first output row and column.
    var firstRow: Int
    var firstColumn: Int
    var columns: Int
    /// The first entry in `offsets`: `[rows][columns][max(1, taps)]`.
    var firstOffset: Int

    /// A phase without taps reads the border once, for nothing.
    var entriesPerPixel: Int { max(1, taps.count) }
  }

  let geometry: ConvolutionGeometry
  /// `strideHeight * strideWidth` phases, row by row.
  let phases: [Phase]
  let offsets: AlignedMemory

  /// - Throws: `outOfMemory` when the table would take more than `memoryLimit` bytes.
  init(_ geometry: ConvolutionGeometry, memoryLimit: Int) throws(RuntimeError) {
    self.geometry = geometry
    var phases: [Phase] = []
    var entries = 0
    for phaseRow in 0..<min(geometry.strideHeight, max(1, geometry.outputHeight)) {
      for phaseColumn in 0..<min(geometry.strideWidth, max(1, geometry.outputWidth)) {
        var taps: [Int] = []
        for fy in 0..<geometry.filterHeight where (phaseRow + geometry.paddingTop - fy) % geometry.strideHeight == 0 {
          for fx in 0..<geometry.filterWidth where (phaseColumn + geometry.paddingLeft - fx) % geometry.strideWidth == 0
          {
            taps.append(fy * geometry.filterWidth + fx)
          }
        }
        let rows = max(0, geometry.outputHeight - phaseRow + geometry.strideHeight - 1) / geometry.strideHeight
        let columns = max(0, geometry.outputWidth - phaseColumn + geometry.strideWidth - 1) / geometry.strideWidth
        phases.append(
          Phase(taps: taps, firstRow: phaseRow, firstColumn: phaseColumn, columns: columns, firstOffset: entries))
        let pixels = rows.multipliedReportingOverflow(by: columns)
        let count = pixels.partialValue.multipliedReportingOverflow(by: max(1, taps.count))
        entries += count.partialValue
        if pixels.overflow || count.overflow || entries > 1 << 30 || phases.count > 1 << 16 {
          throw RuntimeError(.outOfMemory, "the table of a transposed convolution is too large")
        }
      }
    }
    self.phases = phases
    offsets = try AlignedMemory(byteCount: 4 * entries, limit: memoryLimit)
    for phase in phases { fill(phase) }
  }

  private func fill(_ phase: Phase) {
    let table = offsets.base.assumingMemoryBound(to: Int32.self)
    var entry = phase.firstOffset
    for y in stride(from: phase.firstRow, to: geometry.outputHeight, by: geometry.strideHeight) {
      for x in stride(from: phase.firstColumn, to: geometry.outputWidth, by: geometry.strideWidth) {
        if phase.taps.isEmpty {
          table[entry] = -1
          entry += 1
        }
        for tap in phase.taps {
          let inY = (y + geometry.paddingTop - tap / geometry.filterWidth) / geometry.strideHeight
          let inX = (x + geometry.paddingLeft - tap % geometry.filterWidth) / geometry.strideWidth
          let isInside =
            y + geometry.paddingTop >= tap / geometry.filterWidth && inY < geometry.inputHeight
            && x + geometry.paddingLeft >= tap % geometry.filterWidth && inX < geometry.inputWidth
          table[entry] =
            isInside ? Int32(truncatingIfNeeded: (inY * geometry.inputWidth + inX) * geometry.inputDepth) : -1
          entry += 1
        }
      }
    }
  }

  /// The offsets of the pixels of `phase` in output row `row` of an image.
  func rowOffsets(_ phase: Phase, _ row: Int) -> UnsafePointer<Int32> {
    let index = phase.firstOffset &+ row / geometry.strideHeight &* phase.columns &* phase.entriesPerPixel
    return UnsafePointer(offsets.base.assumingMemoryBound(to: Int32.self) + index)
  }

  /// Copies the part of the OHWI filter that belongs to `phase`: `[O][taps][I]`, zeros for a phase without taps.
  func gather(_ phase: Phase, _ filter: UnsafeRawPointer, elementSize: Int, into target: UnsafeMutableRawPointer) {
    let run = geometry.inputDepth * elementSize
    var position = target
    for channel in 0..<geometry.outputDepth {
      if phase.taps.isEmpty {
        position.initializeMemory(as: UInt8.self, repeating: 0, count: run)
        position += run
      }
      for tap in phase.taps {
        position.copyMemory(from: filter + (channel * geometry.taps + tap) * run, byteCount: run)
        position += run
      }
    }
  }
}
