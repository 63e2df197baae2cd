#if TFLITE_TIER
  import TFLiteKernels
#endif

// Packed as in MatrixByte.swift; the records hold sums of weights, weight scales and biases.

extension VectorKernels {
  /// Packs int8 weights for dynamically quantized activations.
  static func packHybrid(
    _ shape: MatrixShape, _ weights: UnsafePointer<Int8>, _ bias: UnsafePointer<Float>?,
    _ scales: UnsafePointer<Float>, _ isPerChannel: Bool, _ range: FloatRange, _ packed: UnsafeMutableRawPointer
  ) {
    packed.storeBytes(of: MatrixHeader(range), as: MatrixHeader.self)
    var first = 0
    while first < shape.columns {
      let panel = packed + (MatrixHeader.size &+ first / 8 &* bytePanelSize(shape))
      panel.put(packPanel(shape, weights, first, 0, panel), 0)
      var column = 0
      while column < 8 {
        let channel = first &+ column
        let isInside = channel < shape.columns
        panel.storeBytes(
          of: isInside ? scales[isPerChannel ? channel : 0] : 0, toByteOffset: 32 &+ 4 &* column, as: Float.self)
        panel.storeBytes(of: isInside ? bias?[channel] ?? 0 : 0, toByteOffset: 64 &+ 4 &* column, as: Float.self)
        column &+= 1
      }
      first &+= 8
    }
  }

  /// The product of dynamically quantized rows with packed int8 weights.
  static func runHybrid(
    _ a: MatrixArguments, _ rowBegin: Int, _ rowEnd: Int, _ columnBegin: Int, _ columnEnd: Int
  ) {
    assert(columnBegin % byteColumnTile == 0 && columnEnd <= a.shape.columns)
    assert(a.rowParameters != nil && (a.offsets == nil || a.paddingRow != nil))
    let range = a.packed.load(as: MatrixHeader.self).floatRange
    let block = max(1, 131072 / max(1, a.shape.taps &* a.shape.depth &* 4)) &* 4
    let size = bytePanelSize(a.shape)
    var row = rowBegin
    while row < rowEnd {
      let blockEnd = min(rowEnd, row &+ block)
      var column = columnBegin
      while column < columnEnd {
        let panel = a.packed + (MatrixHeader.size &+ column / 8 &* size)
        let columns = min(8, columnEnd &- column)
        var first = row
        while blockEnd &- first >= 4 {
          fullHybrid(a, first, panel, column, columns, range)
          first &+= 4
        }
        if first < blockEnd { restHybrid(blockEnd &- first, a, first, panel, column, columns, range) }
        column &+= 8
      }
      row = blockEnd
    }
  }

  @inline(never)
  private static func fullHybrid(
    _ a: MatrixArguments, _ row: Int, _ panel: UnsafeRawPointer, _ column: Int, _ columns: Int, _ range: FloatRange
  ) {
    finishHybrid(4, byteTile(4, SignedBytes.self, a, row, panel), a, row, panel, column, columns, range)
  }

  @inline(never)
  private static func restHybrid(
    _ rows: Int, _ a: MatrixArguments, _ row: Int, _ panel: UnsafeRawPointer, _ column: Int, _ columns: Int,
    _ range: FloatRange
  ) {
    switch rows {
    case 1: finishHybrid(1, byteTile(1, SignedBytes.self, a, row, panel), a, row, panel, column, columns, range)
    case 2: finishHybrid(2, byteTile(2, SignedBytes.self, a, row, panel), a, row, panel, column, columns, range)
    default: finishHybrid(3, byteTile(3, SignedBytes.self, a, row, panel), a, row, panel, column, columns, range)
    }
  }

  @inline(__always)
  private static func finishHybrid(
    _ rows: Int, _ t: ByteTile, _ a: MatrixArguments, _ row: Int, _ panel: UnsafeRawPointer, _ column: Int,
    _ columns: Int, _ range: FloatRange
  ) {
    finishHybridRow(t.c00, t.c01, a, row, panel, column, columns, range)
    if rows > 1 { finishHybridRow(t.c10, t.c11, a, row &+ 1, panel, column, columns, range) }
    if rows > 2 { finishHybridRow(t.c20, t.c21, a, row &+ 2, panel, column, columns, range) }
    if rows > 3 { finishHybridRow(t.c30, t.c31, a, row &+ 3, panel, column, columns, range) }
  }

  @inline(__always)
  private static func finishHybridRow(
    _ c0: SIMD4<Int32>, _ c1: SIMD4<Int32>, _ a: MatrixArguments, _ row: Int, _ panel: UnsafeRawPointer,
    _ column: Int, _ columns: Int, _ range: FloatRange
  ) {
    guard let parameters = a.rowParameters else { return }
    let block = parameters[row &* a.rowParameterStride]
    let scale = SIMD8<Float>(repeating: block.scale) * panel.lanes(32, as: SIMD8<Float>.self)
    let sums =
      SIMD8<Int32>(lowHalf: c0, highHalf: c1)
      &- panel.lanes(0, as: SIMD8<Int32>.self) &* SIMD8<Int32>(repeating: block.zeroPoint)
    let real = panel.lanes(64, as: SIMD8<Float>.self) + SIMD8<Float>(sums) * scale
    let y = real.bounded(SIMD8<Float>(repeating: range.lower), SIMD8<Float>(repeating: range.upper))
    let target = (row &* a.outputStride &+ column) &* 4
    if columns == 8 {
      a.output.put(y, target)
    } else {
      a.output.put(first: columns, of: y, target)
    }
  }
}
