#if TFLITE_DOT && TFLITE_ARM && arch(arm64)

import TFLiteKernels

/// Half precision, summed up in half precision for a stretch of elements, and in floats from stretch to stretch. Weights lie
/// element by element, `[elements][8]`; eight elements of each row are one vector, of which each instruction multiplies a
/// lane. See MatrixReduced.swift.
///
/// Rows and columns are scaled by powers of two: magnitudes are below 16, so that sums of a stretch are below 2^14 and stay
/// finite, and all but those of elements 2^17 times as small as the largest keep their 11 bits.
enum HalfFormat: ReducedFormat {
  static var panelVectors: Int { 2 }
  static var group: Int { 8 }
  static var part: Int { 512 }
  static var fewestColumns: Int { 16 }
  static var fewestElements: Int { 1 }
  static var tallestRows: Int { 8 }

  /// Groups of a stretch.
  private static var groupsOfSum: Int { 8 }
  private static var exponentBits: Int32 { 0x7F80_0000 }

  @inline(__always)
  static func factors(_ largest: Floats) -> (factor: Floats, scale: Floats) {
    // The exponent e of the largest magnitude becomes 3. Smaller ones count as 2^-123, so that 2^(3 - e) is finite.
    let bits = unsafeBitCast(largest.larger(Floats(repeating: 0x1p-123)), to: Ints.self) & Ints(repeating: exponentBits)
    let factor = Ints(repeating: Int32(bitPattern: (3 + 127 + 127) << 23)) &- bits
    let scale = bits &- Ints(repeating: 3 << 23)
    return (unsafeBitCast(factor, to: Floats.self), unsafeBitCast(scale, to: Floats.self))
  }

  @inline(__always)
  static func narrowed(_ x: Floats) -> NarrowShorts { halfBits(x) }

  @inline(__always)
  static func multiply(
    _ block: ReducedBlock, _ rows: Int, _ packed: UnsafeRawPointer, _ panelSize: Int, _ columnBegin: Int,
    _ columnEnd: Int
  ) {
    var column = columnBegin
    while column < columnEnd {
      let left = (columnEnd &- column &+ Halfs.scalarCount &- 1) / Halfs.scalarCount
      // Few rows take more panels, since instructions of one sum wait for each other.
      let panels = rows == 1 && left >= 8 ? 8 : rows < 4 && left >= 4 ? 4 : left >= 2 ? 2 : 1
      let panel = packed + column / Halfs.scalarCount &* panelSize
      let columns = min(panels &* Halfs.scalarCount, columnEnd &- column)
      var row = 0
      while row < rows {
        let tall = rows &- row >= 8 ? 8 : rows &- row >= 4 ? 4 : rows &- row >= 2 ? 2 : 1
        switch (panels, tall) {
        case (8, _): tile(One.self, Eight.self, block, row, panel, panelSize, column, columns)
        case (4, 2): tile(Two.self, Four.self, block, row, panel, panelSize, column, columns)
        case (4, _): tile(One.self, Four.self, block, row, panel, panelSize, column, columns)
        case (2, 8): tile(Eight.self, Two.self, block, row, panel, panelSize, column, columns)
        case (2, 4): tile(Four.self, Two.self, block, row, panel, panelSize, column, columns)
        case (2, 2): tile(Two.self, Two.self, block, row, panel, panelSize, column, columns)
        case (2, _): tile(One.self, Two.self, block, row, panel, panelSize, column, columns)
        case (_, 8): tile(Eight.self, One.self, block, row, panel, panelSize, column, columns)
        case (_, 4): tile(Four.self, One.self, block, row, panel, panelSize, column, columns)
        case (_, 2): tile(Two.self, One.self, block, row, panel, panelSize, column, columns)
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
    var totals = (HalfSums(), HalfSums())
    withUnsafeMutableBytes(of: &totals) { totalBytes in
      guard let total = totalBytes.baseAddress else { return }
      @inline(__always)
      func run(_ buffer: UnsafeMutableRawBufferPointer) {
        guard let base = buffer.baseAddress else { return }
        let c = base.assumingMemoryBound(to: Halfs.self)
        var x = block.rows + row &* block.rowSize
        var b = panel + block.weightsOffset
        var left = block.groups
        while left > 0 {
          let end = x + 2 &* group &* min(left, groupsOfSum)
          while x < end {
            step(rowCount, panelCount, c, x, block.rowSize, b, panelSize)
            b += group &* MemoryLayout<Halfs>.size
            x += 2 &* group
          }
          // Constant bounds, so that the loops are unrolled; sums that a loop indexes would never be in registers.
          var r = 0
          while r < Rows.value {
            var s = 0
            while s < Panels.value {
              let i = r &* Panels.value &+ s
              let (low, high) = widened(c[i])
              let place = 2 &* i &* MemoryLayout<Floats>.size
              let next = place &+ MemoryLayout<Floats>.size
              total.put(UnsafeRawPointer(total).lanes(place, as: Floats.self) + low, place)
              total.put(UnsafeRawPointer(total).lanes(next, as: Floats.self) + high, next)
              c[i] = Halfs()
              s &+= 1
            }
            r &+= 1
          }
          left &-= groupsOfSum
        }
      }
      var memory = HalfSums()
      withUnsafeMutableBytes(of: &memory, run)
      VectorKernels.finishReduced(
        Self.self, block, UnsafeRawPointer(total), Rows.value, panelVectors &* Panels.value, row, panel, panelSize,
        column, columns)
    }
  }

  /// Adds the products of a group of each row, `rowSize` bytes apart from `x` on, to the sums at `c`.
  @inline(__always)
  private static func step<Rows: Count, Panels: Count>(
    _ rowCount: Rows.Type, _ panelCount: Panels.Type, _ c: UnsafeMutablePointer<Halfs>, _ x: UnsafeRawPointer,
    _ rowSize: Int, _ b: UnsafeRawPointer, _ panelSize: Int
  ) {
    var inputs = HalfInputs()
    withUnsafeMutableBytes(of: &inputs) { buffer in
      guard let base = buffer.baseAddress else { return }
      let groups = base.assumingMemoryBound(to: Halfs.self)
      var r = 0
      while r < Rows.value {
        groups[r] = x.lanes(r &* rowSize, as: Halfs.self)
        r &+= 1
      }
      laneStep(rowCount, panelCount, c, groups, 0, b, panelSize)
      laneStep(rowCount, panelCount, c, groups, 1, b, panelSize)
      laneStep(rowCount, panelCount, c, groups, 2, b, panelSize)
      laneStep(rowCount, panelCount, c, groups, 3, b, panelSize)
      laneStep(rowCount, panelCount, c, groups, 4, b, panelSize)
      laneStep(rowCount, panelCount, c, groups, 5, b, panelSize)
      laneStep(rowCount, panelCount, c, groups, 6, b, panelSize)
      laneStep(rowCount, panelCount, c, groups, 7, b, panelSize)
    }
  }

  /// Adds the products of lane `lane` of the rows' groups.
  @inline(__always)
  private static func laneStep<Rows: Count, Panels: Count>(
    _ rowCount: Rows.Type, _ panelCount: Panels.Type, _ c: UnsafeMutablePointer<Halfs>,
    _ groups: UnsafePointer<Halfs>, _ lane: Int, _ b: UnsafeRawPointer, _ panelSize: Int
  ) {
    var s = 0
    while s < Panels.value {
      let weights = b.lanes(s &* panelSize &+ lane &* MemoryLayout<Halfs>.size, as: Halfs.self)
      var r = 0
      while r < Rows.value {
        let i = r &* Panels.value &+ s
        c[i] = multiplyAdd(weights, Halfs(repeating: groups[r][lane]), c[i])
        r &+= 1
      }
      s &+= 1
    }
  }
}

/// The sums of the largest tile, zeros to begin with.
private struct HalfSums {
  typealias Four = (Halfs, Halfs, Halfs, Halfs)
  var sums: (Four, Four, Four, Four)

  init() {
    let zero = Halfs()
    let four = (zero, zero, zero, zero)
    sums = (four, four, four, four)
  }
}

/// A group of each row of a tile.
private struct HalfInputs {
  var x0 = Halfs(), x1 = Halfs(), x2 = Halfs(), x3 = Halfs(), x4 = Halfs(), x5 = Halfs(), x6 = Halfs(), x7 = Halfs()
}

extension VectorKernels {
  /// The bytes of packed weights of half precision.
  static func packedSizeHalf(_ shape: MatrixShape) -> Int { packedSizeReduced(HalfFormat.self, shape) }

  /// Packs float weights in half precision.
  static func packHalf(
    _ shape: MatrixShape, _ weights: UnsafePointer<Float>, _ bias: UnsafePointer<Float>?, _ range: FloatRange,
    _ packed: UnsafeMutableRawPointer
  ) {
    packReduced(HalfFormat.self, shape, weights, bias, range, packed) { target, vector, k, values in
      var element = k
      while element < k &+ HalfFormat.group {
        let place = (2 &* element &+ vector) &* MemoryLayout<NarrowShorts>.size
        target.put(HalfFormat.narrowed(values(element)), place)
        element &+= 1
      }
    }
  }

  /// The product of float rows with packed weights of half precision.
  static func runHalf(
    _ a: MatrixArguments, _ rowBegin: Int, _ rowEnd: Int, _ columnBegin: Int, _ columnEnd: Int
  ) {
    runReduced(HalfFormat.self, a, rowBegin, rowEnd, columnBegin, columnEnd)
  }
}

#endif
