#if !TFLITE_TIER || (TFLITE_ARM && arch(arm64))

// The innermost step of a tile of 8-bit products where instructions multiply two rows by two columns, eight bytes of each, in
// place of the file of this name for one row at a time. The sums of two rows by a panel are two vectors, where those of one row
// by two panels would be: both rows by the first two columns in the place of the first row, by the last two in the place of
// the second. A tile of one row multiplies it twice.

extension VectorKernels {
  /// Begins the sums of all rows at `c` with the vectors at `start`, one for each panel.
  @inline(__always)
  static func beginSums<Rows: Count, Panels: Count>(
    _ rowCount: Rows.Type, _ panelCount: Panels.Type, _ c: UnsafeMutablePointer<GroupSums>, _ start: UnsafeRawPointer
  ) {
    var s = 0
    while s < Panels.value {
      let columns = start.lanes(s &* MemoryLayout<Ints>.size, as: Longs.self)
      let low = unsafeBitCast(Longs(repeating: columns[0]), to: Ints.self)
      let high = unsafeBitCast(Longs(repeating: columns[1]), to: Ints.self)
      var r = 0
      while r < Rows.value {
        c[r &* Panels.value &+ s] = low
        c[(r &+ 1) &* Panels.value &+ s] = high
        r &+= 2
      }
      s &+= 1
    }
  }

  /// Brings the sums at `c`, of an even number of rows, into the order `[rows][panels]`.
  @inline(__always)
  static func orderSums<Rows: Count, Panels: Count>(
    _ rowCount: Rows.Type, _ panelCount: Panels.Type, _ c: UnsafeMutablePointer<GroupSums>
  ) {
    var r = 0
    while r < Rows.value {
      var s = 0
      while s < Panels.value {
        let low = unsafeBitCast(c[r &* Panels.value &+ s], to: Longs.self)
        let high = unsafeBitCast(c[(r &+ 1) &* Panels.value &+ s], to: Longs.self)
        c[r &* Panels.value &+ s] = unsafeBitCast(Longs(low[0], high[0]), to: Ints.self)
        c[(r &+ 1) &* Panels.value &+ s] = unsafeBitCast(Longs(low[1], high[1]), to: Ints.self)
        s &+= 1
      }
      r &+= 2
    }
  }

  /// Writes the sums at `c` as `[rows][panels]` vectors at `sums`.
  @inline(__always)
  static func writeSums<Rows: Count, Panels: Count>(
    _ rowCount: Rows.Type, _ panelCount: Panels.Type, _ c: UnsafeMutablePointer<GroupSums>,
    _ sums: UnsafeMutableRawPointer
  ) {
    // Constant bounds, so that the loop is unrolled; sums that a loop indexes would never be in registers.
    var r = 0
    while r < Rows.value {
      var s = 0
      while s < Panels.value {
        let low = unsafeBitCast(c[r &* Panels.value &+ s], to: Longs.self)
        let high = unsafeBitCast(c[(r &+ 1) &* Panels.value &+ s], to: Longs.self)
        sums.put(Longs(low[0], high[0]), (r &* Panels.value &+ s) &* MemoryLayout<Ints>.size)
        if Rows.value > 1 {
          sums.put(Longs(low[1], high[1]), ((r &+ 1) &* Panels.value &+ s) &* MemoryLayout<Ints>.size)
        }
        s &+= 1
      }
      r &+= 2
    }
  }

  /// Adds the products of one group of each row to the sums at `c`.
  /// - Parameters:
  ///   - stride: see `panelOffset`.
  ///   - ahead: not used: no tier with such rows asks for weights.
  ///   - group: where the group of a row is.
  @inline(__always)
  static func step<Reading: RowReading, Rows: Count, Panels: Count>(
    _ reading: Reading.Type, _ rowCount: Rows.Type, _ panelCount: Panels.Type, _ c: UnsafeMutablePointer<GroupSums>,
    _ b: UnsafeRawPointer, _ stride: Int, _ ahead: Int, _ signs: Ints, _ group: (Int) -> UnsafeRawPointer
  ) {
    var pairs = RowPairs()
    withUnsafeMutableBytes(of: &pairs) { buffer in
      guard let base = buffer.baseAddress else { return }
      let x = base.assumingMemoryBound(to: Longs.self)
      var r = 0
      while r < Rows.value {
        let first = group(r).loadUnaligned(as: Int64.self)
        x[r / 2] = Longs(first, Rows.value > 1 ? group(r &+ 1).loadUnaligned(as: Int64.self) : first)
        r &+= 2
      }
      pairStep(rowCount, panelCount, c, b, stride, x)
    }
  }

  /// Adds the products of 16 bytes of each row, two groups, to the sums at `c`.
  /// - Parameter group: where the bytes of a row are.
  @inline(__always)
  static func longStep<Rows: Count, Panels: Count>(
    _ rowCount: Rows.Type, _ panelCount: Panels.Type, _ c: UnsafeMutablePointer<GroupSums>, _ b: UnsafeRawPointer,
    _ stride: Int, _ group: (Int) -> UnsafeRawPointer
  ) {
    var pairs = (RowPairs(), RowPairs())
    withUnsafeMutableBytes(of: &pairs) { buffer in
      guard let base = buffer.baseAddress else { return }
      let x = base.assumingMemoryBound(to: Longs.self)
      let y = x + RowPairs.count
      var r = 0
      while r < Rows.value {
        let first = group(r).lanes(0, as: Longs.self)
        let second = Rows.value > 1 ? group(r &+ 1).lanes(0, as: Longs.self) : first
        x[r / 2] = Longs(first[0], second[0])
        y[r / 2] = Longs(first[1], second[1])
        r &+= 2
      }
      pairStep(rowCount, panelCount, c, b, stride, x)
      pairStep(rowCount, panelCount, c, b + groupPitch(panelCount, stride), stride, y)
    }
  }

  /// Nothing: of 16 bytes one group is left at most, which `step` takes.
  @inline(__always)
  static func firstSteps<Rows: Count, Panels: Count>(
    _ rowCount: Rows.Type, _ panelCount: Panels.Type, _ c: UnsafeMutablePointer<GroupSums>, _ b: UnsafeRawPointer,
    _ stride: Int, _ groups: Int, _ group: (Int) -> UnsafeRawPointer
  ) {}

  /// Nothing, as `firstSteps`.
  @inline(__always)
  static func lastSteps<Rows: Count, Panels: Count>(
    _ rowCount: Rows.Type, _ panelCount: Panels.Type, _ c: UnsafeMutablePointer<GroupSums>, _ b: UnsafeRawPointer,
    _ stride: Int, _ groups: Int, _ group: (Int) -> UnsafeRawPointer
  ) {}

  /// Adds the products of one group: the pairs of rows at `x` by the panels at `b`.
  @inline(__always)
  private static func pairStep<Rows: Count, Panels: Count>(
    _ rowCount: Rows.Type, _ panelCount: Panels.Type, _ c: UnsafeMutablePointer<GroupSums>, _ b: UnsafeRawPointer,
    _ stride: Int, _ x: UnsafePointer<Longs>
  ) {
    var s = 0
    while s < Panels.value {
      let low = groupWeights(b + panelOffset(s, stride))
      let high = groupWeights(b + panelOffset(s, stride) + MemoryLayout<GroupWeights>.size)
      var r = 0
      while r < Rows.value {
        let pair = unsafeBitCast(x[r / 2], to: Ints.self)
        c[r &* Panels.value &+ s] = groupDot(c[r &* Panels.value &+ s], low, pair)
        c[(r &+ 1) &* Panels.value &+ s] = groupDot(c[(r &+ 1) &* Panels.value &+ s], high, pair)
        r &+= 2
      }
      s &+= 1
    }
  }
}

/// A group of each row of a tile, two rows in a vector.
private struct RowPairs {
  static var count: Int { 4 }

  var pairs = (Longs(), Longs(), Longs(), Longs())
}

#endif
