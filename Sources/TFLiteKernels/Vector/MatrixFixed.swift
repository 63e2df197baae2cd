#if !TFLITE_TIER || (TFLITE_X86 && arch(x86_64)) || (TFLITE_ARM && arch(arm64))

#if TFLITE_TIER
import TFLiteKernels
#endif

/// Fixed-point numbers of 13 bits, summed up in 32 bits: an instruction multiplies two elements of a lane where one of floats
/// multiplies one. Weights lie by pairs of elements, `[pairs][lanes][2]`. See MatrixReduced.swift.
enum FixedFormat: ReducedFormat {
  static var panelVectors: Int { 1 }
  static var group: Int { 2 }
  static var part: Int { 4 &* 2 &* pairsOfSum }
  // Measured by `Benchmarks/reduced-precision`: fewer columns or elements take up to twice the time of floats.
  static var fewestColumns: Int { 3 &* lanesPerVector }
  static var fewestElements: Int { 32 }
  static var tallestRows: Int { 6 }

  /// The largest magnitude of a number.
  private static var limit: Float { 4095 }
  /// Pairs whose sum fits 32 bits: 2 * 64 * 4095 * 4095 < 2^31.
  fileprivate static var pairsOfSum: Int { 64 }

  @inline(__always)
  static func factors(_ largest: Floats) -> (factor: Floats, scale: Floats) {
    let factor = (Floats(repeating: limit) / largest).replacing(with: Floats(), where: largest .== Floats())
    return (factor, largest / Floats(repeating: limit))
  }

  @inline(__always)
  static func narrowed(_ x: Floats) -> NarrowShorts { narrowedShorts(nearestInts(x)) }

  @inline(__always)
  static func multiply(
    _ block: ReducedBlock, _ rows: Int, _ packed: UnsafeRawPointer, _ panelSize: Int, _ columnBegin: Int,
    _ columnEnd: Int
  ) {
    var column = columnBegin
    while column < columnEnd {
      let left = (columnEnd &- column &+ lanesPerVector &- 1) / lanesPerVector
      let panels = left >= 4 ? 4 : left >= 2 ? 2 : 1
      let panel = packed + column / lanesPerVector &* panelSize
      let columns = min(panels &* lanesPerVector, columnEnd &- column)
      var row = 0
      while row < rows {
        let tall = rows &- row >= 6 ? 6 : rows &- row >= 3 ? 3 : 1
        switch (panels, tall) {
        case (4, 6): tile(Six.self, Four.self, block, row, panel, panelSize, column, columns)
        case (4, 3): tile(Three.self, Four.self, block, row, panel, panelSize, column, columns)
        case (4, _): tile(One.self, Four.self, block, row, panel, panelSize, column, columns)
        case (2, 6): tile(Six.self, Two.self, block, row, panel, panelSize, column, columns)
        case (2, 3): tile(Three.self, Two.self, block, row, panel, panelSize, column, columns)
        case (2, _): tile(One.self, Two.self, block, row, panel, panelSize, column, columns)
        case (_, 6): tile(Six.self, One.self, block, row, panel, panelSize, column, columns)
        case (_, 3): tile(Three.self, One.self, block, row, panel, panelSize, column, columns)
        default: tile(One.self, One.self, block, row, panel, panelSize, column, columns)
        }
        row &+= tall
      }
      column &+= columns
    }
  }

  /// `Rows` rows from `row` on by `Panels` panels.
  @inline(never)
  private static func tile<Rows: Count, Panels: Count>(
    _ rowCount: Rows.Type, _ panelCount: Panels.Type, _ block: ReducedBlock, _ row: Int, _ panel: UnsafeRawPointer,
    _ panelSize: Int, _ column: Int, _ columns: Int
  ) {
    var totals = Tier.FloatSums()
    withUnsafeMutableBytes(of: &totals) { totalBytes in
      guard let total = totalBytes.baseAddress else { return }
      @inline(__always)
      func run(_ buffer: UnsafeMutableRawBufferPointer) {
        guard let base = buffer.baseAddress else { return }
        let c = base.assumingMemoryBound(to: Ints.self)
        var x = block.rows + row &* block.rowSize
        var b = panel + block.weightsOffset
        var left = block.groups
        while left > 0 {
          let pairs = min(left, pairsOfSum)
          let end = x + 4 &* pairs
          while x < end {
            var r = 0
            while r < Rows.value {
              let pair = (x + r &* block.rowSize).loadUnaligned(as: Int32.self)
              var s = 0
              while s < Panels.value {
                c[r &* Panels.value &+ s] = addBoundedPair(
                  c[r &* Panels.value &+ s], pair, b + s &* panelSize)
                s &+= 1
              }
              r &+= 1
            }
            b += MemoryLayout<Ints>.size
            x += 4
          }
          // Constant bounds, so that the loops are unrolled; sums that a loop indexes would never be in registers.
          var r = 0
          while r < Rows.value {
            var s = 0
            while s < Panels.value {
              let i = r &* Panels.value &+ s
              let place = i &* MemoryLayout<Floats>.size
              total.put(UnsafeRawPointer(total).lanes(place, as: Floats.self) + converted(c[i]), place)
              c[i] = Ints()
              s &+= 1
            }
            r &+= 1
          }
          left &-= pairs
        }
      }
      var memory = TileSums()
      withUnsafeMutableBytes(of: &memory, run)
      VectorKernels.finishReduced(
        Self.self, block, UnsafeRawPointer(total), Rows.value, Panels.value, row, panel, panelSize, column, columns)
    }
  }
}

extension VectorKernels {
  /// The bytes of packed weights of fixed-point numbers.
  static func packedSizeFixed(_ shape: MatrixShape) -> Int { packedSizeReduced(FixedFormat.self, shape) }

  /// Packs float weights as fixed-point numbers.
  static func packFixed(
    _ shape: MatrixShape, _ weights: UnsafePointer<Float>, _ bias: UnsafePointer<Float>?, _ range: FloatRange,
    _ packed: UnsafeMutableRawPointer
  ) {
    packReduced(FixedFormat.self, shape, weights, bias, range, packed) { target, _, k, values in
      let low = nearestInts(values(k)) & Ints(repeating: 0xFFFF)
      target.put(low | (nearestInts(values(k &+ 1)) &<< Ints(repeating: 16)), k / 2 &* MemoryLayout<Ints>.size)
    }
  }

  /// The product of float rows with packed weights of fixed-point numbers.
  static func runFixed(
    _ a: MatrixArguments, _ rowBegin: Int, _ rowEnd: Int, _ columnBegin: Int, _ columnEnd: Int
  ) {
    runReduced(FixedFormat.self, a, rowBegin, rowEnd, columnBegin, columnEnd)
  }
}

#endif
