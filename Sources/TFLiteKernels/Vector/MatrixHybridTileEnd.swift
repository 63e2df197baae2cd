#if !TFLITE_TIER || (TFLITE_X86 && arch(x86_64)) || (TFLITE_ARM && arch(arm64))

#if TFLITE_TIER
import TFLiteKernels
#endif

/// Turns the sums of tiles of hybrid products into floats while they are in registers, where panels are whole and, if vectors are
/// long, rows are quantized alike; see `TileEnd`.
struct HybridTileEnd {
  /// Where the floats of the first row and column go, and bytes from row to row.
  private let output: UnsafeMutableRawPointer
  private let rowSize: Int
  private let columns: HybridColumnSources
  private let parameters: UnsafePointer<DynamicQuantization.Parameters>
  private let parameterStride: Int
  private let range: FloatRange

  /// For tiles from row `row` and column `column` on; nil where the product is not a hybrid one.
  @inline(__always)
  init?(_ p: ByteProduct, row: Int, column: Int) {
    guard p.isHybrid, let parameters = p.rowParameters else { return nil }
    output = p.output + (row &* p.outputStride &+ column) &* 4
    rowSize = p.outputStride &* 4
    columns = HybridColumnSources(p, column)
    self.parameters = parameters + row &* p.rowParameterStride
    parameterStride = p.rowParameterStride
    range = p.header.floatRange
  }

  /// Writes the floats of a tile that begins with row `row`; `sums` are `[Rows][Panels]`.
  @inline(__always)
  func write<Rows: Count, Panels: Count>(
    _ rowCount: Rows.Type, _ panelCount: Panels.Type, _ sums: UnsafeMutablePointer<GroupSums>, _ row: Int
  ) {
    if lanesPerVector > 4 || parameterStride == 0 {
      write(rowCount, panelCount, sums, row, isShared: true)
    } else {
      write(rowCount, panelCount, sums, row, isShared: false)
    }
  }

  /// - Parameter isShared: a constant; whether all rows have the same parameters.
  @inline(__always)
  private func write<Rows: Count, Panels: Count>(
    _ rowCount: Rows.Type, _ panelCount: Panels.Type, _ sums: UnsafeMutablePointer<GroupSums>, _ row: Int,
    isShared: Bool
  ) {
    // One loop a panel, short enough to be unrolled: sums that a loop indexes would never be in registers.
    writePanel(rowCount, panelCount, sums, row, 0, isShared: isShared)
    if Panels.value > 1 { writePanel(rowCount, panelCount, sums, row, 1, isShared: isShared) }
    if Panels.value > 2 { writePanel(rowCount, panelCount, sums, row, 2, isShared: isShared) }
    if Panels.value > 3 { writePanel(rowCount, panelCount, sums, row, 3, isShared: isShared) }
  }

  @inline(__always)
  private func writePanel<Rows: Count, Panels: Count>(
    _ rowCount: Rows.Type, _ panelCount: Panels.Type, _ sums: UnsafeMutablePointer<GroupSums>, _ row: Int,
    _ panel: Int, isShared: Bool
  ) {
    let place = panel &* MemoryLayout<Ints>.size
    let columns = HybridColumns(self.columns, place)
    let lower = Floats(repeating: range.lower)
    let upper = Floats(repeating: range.upper)
    var target = output + (row &* rowSize &+ place)
    var block = parameters + row &* parameterStride
    var results = columns.results(block)
    var r = 0
    while r < Rows.value {
      if !isShared, r > 0 { results = columns.results(block) }
      target.put(results(columnSums(sums[r &* Panels.value &+ panel])).bounded(lower, upper), 0)
      target += rowSize
      block += parameterStride
      r &+= 1
    }
  }
}

#endif
