#if !TFLITE_TIER || (TFLITE_X86 && arch(x86_64)) || (TFLITE_ARM && arch(arm64))

#if TFLITE_TIER
import TFLiteKernels
#endif

/// A product of rows and weights of 16 bits, and its sums of 32 bits.
struct WordProduct {
  let rows: UnsafeRawPointer
  /// Bytes from one row to the next.
  let rowSize: Int
  /// Panels of a vector of columns, `[pairs][columns][2]`; for tiers with `hasShortLanes` panels of sixteen, `[elements][16]`.
  let weights: UnsafeRawPointer
  let panelSize: Int
  let pairs: Int
  /// Pairs whose products an instruction may sum up.
  let pairsOfSum: Int
  let output: UnsafeMutableRawPointer
  /// Bytes from one row of sums to the next.
  let outputStride: Int

  /// Writes `count` rows of sums of all panels of a vector of columns.
  func run(rows count: Int, panels: Int) {
    if Tier.hasShortLanes { return runByLanes(rows: count, panels: panels) }
    var panel = 0
    while panel < panels {
      let left = panels &- panel
      let wide = left >= 4 && Tier.hasWideFloatTiles ? 4 : left >= 2 ? 2 : 1
      var row = 0
      while row < count {
        let tall = count &- row >= 6 ? 6 : count &- row >= 3 ? 3 : 1
        switch (wide, tall) {
        case (4, 6): if Tier.hasWideFloatTiles { tile(Six.self, Four.self, row, panel) }
        case (4, 3): if Tier.hasWideFloatTiles { tile(Three.self, Four.self, row, panel) }
        case (4, _): if Tier.hasWideFloatTiles { tile(One.self, Four.self, row, panel) }
        case (2, 6): tile(Six.self, Two.self, row, panel)
        case (2, 3): tile(Three.self, Two.self, row, panel)
        case (2, _): tile(One.self, Two.self, row, panel)
        case (_, 6): tile(Six.self, One.self, row, panel)
        case (_, 3): tile(Three.self, One.self, row, panel)
        default: tile(One.self, One.self, row, panel)
        }
        row &+= tall
      }
      panel &+= wide
    }
  }

  /// `Rows` rows from `row` on by `Panels` panels.
  @inline(__always)
  private func tile<Rows: Count, Panels: Count>(
    _ rowCount: Rows.Type, _ panelCount: Panels.Type, _ row: Int, _ panel: Int
  ) {
    sumUp(
      rowCount, panelCount, rows + row &* rowSize, weights + panel &* panelSize,
      output + (row &* outputStride &+ panel &* MemoryLayout<Ints>.size))
  }

  /// Writes the sums of a tile. It has nothing but these on its stack, so that they are in registers.
  /// - Parameters:
  ///   - rows: the tile's first row.
  ///   - weights: its first panel.
  ///   - target: the place of its first sum.
  @inline(never)
  private func sumUp<Rows: Count, Panels: Count>(
    _ rowCount: Rows.Type, _ panelCount: Panels.Type, _ rows: UnsafeRawPointer, _ weights: UnsafeRawPointer,
    _ target: UnsafeMutableRawPointer
  ) {
    // A closure of this size would not be inlined, and its sums would be in memory.
    @inline(__always)
    func run(_ sums: UnsafeMutableRawBufferPointer) {
      guard let base = sums.baseAddress else { return }
      let c = base.assumingMemoryBound(to: Ints.self)
      var x = rows
      var b = weights
      var left = pairs
      while left > 0 {
        let count = min(left, pairsOfSum)
        let end = x + 4 &* count
        while x < end {
          var r = 0
          while r < Rows.value {
            let pair = (x + r &* rowSize).loadUnaligned(as: Int32.self)
            var s = 0
            while s < Panels.value {
              c[r &* Panels.value &+ s] = addBoundedPair(c[r &* Panels.value &+ s], pair, b + s &* panelSize)
              s &+= 1
            }
            r &+= 1
          }
          b += MemoryLayout<Ints>.size
          x += 4
        }
        put(rowCount, panelCount, c, target, adds: left < pairs)
        left &-= count
      }
    }
    var memory = TileSums()
    withUnsafeMutableBytes(of: &memory, run)
  }

  /// Writes the sums at `c`, or adds them to those that are there, and clears them.
  ///
  /// Rows and panels are spelled out: sums that a loop indexes would be in memory, and written there at every step.
  @inline(__always)
  private func put<Rows: Count, Panels: Count>(
    _ rowCount: Rows.Type, _ panelCount: Panels.Type, _ c: UnsafeMutablePointer<Ints>,
    _ target: UnsafeMutableRawPointer, adds: Bool
  ) {
    @inline(__always)
    func row(_ r: Int) {
      guard r < Rows.value else { return }
      put(panelCount, c + r &* Panels.value, target + r &* outputStride, adds: adds)
    }
    row(0)
    row(1)
    row(2)
    row(3)
    row(4)
    row(5)
  }

  /// As above, a row at `line`.
  @inline(__always)
  private func put<Panels: Count>(
    _ panelCount: Panels.Type, _ c: UnsafeMutablePointer<Ints>, _ line: UnsafeMutableRawPointer, adds: Bool
  ) {
    @inline(__always)
    func panel(_ s: Int) {
      guard s < Panels.value else { return }
      let place = s &* MemoryLayout<Ints>.size
      line.put(adds ? UnsafeRawPointer(line).lanes(place, as: Ints.self) &+ c[s] : c[s], place)
      c[s] = Ints()
    }
    panel(0)
    panel(1)
    panel(2)
    panel(3)
  }
}

#endif
