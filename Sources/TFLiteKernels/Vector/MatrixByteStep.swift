#if !TFLITE_TIER || (TFLITE_X86 && arch(x86_64)) || (TFLITE_ARM && arch(arm64))

// The innermost step of a tile of 8-bit products: one group, or 16 bytes, of each of its rows; and what its sums begin with and
// become. A tier whose instructions multiply several rows at once has a file with other functions of these names.

extension VectorKernels {
  /// Begins the sums of all rows at `c` with the vectors at `start`, one for each panel.
  @inline(__always)
  static func beginSums<Rows: Count, Panels: Count>(
    _ rowCount: Rows.Type, _ panelCount: Panels.Type, _ c: UnsafeMutablePointer<GroupSums>, _ start: UnsafeRawPointer
  ) {
    var s = 0
    while s < Panels.value {
      let value = groupSums(start.lanes(s &* MemoryLayout<Ints>.size, as: Ints.self))
      var r = 0
      while r < Rows.value {
        c[r &* Panels.value &+ s] = value
        r &+= 1
      }
      s &+= 1
    }
  }

  /// Brings the sums at `c` into the order `[rows][panels]`.
  @inline(__always)
  static func orderSums<Rows: Count, Panels: Count>(
    _ rowCount: Rows.Type, _ panelCount: Panels.Type, _ c: UnsafeMutablePointer<GroupSums>
  ) {}

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
        let i = r &* Panels.value &+ s
        sums.put(columnSums(c[i]), i &* MemoryLayout<Ints>.size)
        s &+= 1
      }
      r &+= 1
    }
  }

  /// Adds the products of one group of each row to the sums at `c`.
  /// - Parameters:
  ///   - stride: see `panelOffset`.
  ///   - ahead: what `distanceAhead` says.
  ///   - group: where the group of a row is.
  @inline(__always)
  static func step<Reading: RowReading, Rows: Count, Panels: Count>(
    _ reading: Reading.Type, _ rowCount: Rows.Type, _ panelCount: Panels.Type, _ c: UnsafeMutablePointer<GroupSums>,
    _ b: UnsafeRawPointer, _ stride: Int, _ ahead: Int, _ signs: Ints, _ group: (Int) -> UnsafeRawPointer
  ) {
    if Panels.value > 4 {
      // Of one row: each panel's weights are multiplied once.
      var x = Ints(repeating: group(0).loadUnaligned(as: Int32.self))
      if Reading.flips { x = x ^ signs }
      var s = 0
      while s < Panels.value {
        c[s] = groupDot(c[s], groupWeights(b + panelOffset(s, stride)), x)
        s &+= 1
      }
      return
    }
    var weights = (
      groupWeights(b), Panels.value > 1 ? groupWeights(b + panelOffset(1, stride)) : GroupWeights(),
      Panels.value > 2 ? groupWeights(b + panelOffset(2, stride)) : GroupWeights(),
      Panels.value > 3 ? groupWeights(b + panelOffset(3, stride)) : GroupWeights()
    )
    // Of several rows by four panels without a branch: what is asked for anew where nothing lies ahead is at hand.
    if Tier.fetchesWeights, Panels.value == 4, Rows.value > 1 || ahead != 0 {
      let next = b + ahead
      fetchAhead(next)
      fetchAhead(next + panelOffset(1, stride))
      fetchAhead(next + panelOffset(2, stride))
      fetchAhead(next + panelOffset(3, stride))
    }
    // The weights of two panels that lie together are a cache line.
    if Tier.fetchesLargeWeights, Panels.value == 2, Rows.value > 1, ahead != 0 { fetchAhead(b + ahead) }
    withUnsafeBytes(of: &weights) { buffer in
      guard let base = buffer.baseAddress else { return }
      let w = base.assumingMemoryBound(to: GroupWeights.self)
      var r = 0
      while r < Rows.value {
        var x = Ints(repeating: group(r).loadUnaligned(as: Int32.self))
        if Reading.flips { x = x ^ signs }
        var s = 0
        while s < Panels.value {
          c[r &* Panels.value &+ s] = groupDot(c[r &* Panels.value &+ s], w[s], x)
          s &+= 1
        }
        r &+= 1
      }
    }
  }

  /// Adds the products of 16 bytes of each row, four groups, to the sums at `c`. A row's bytes are read as one vector, of which
  /// each instruction multiplies one lane.
  /// - Parameter group: where the bytes of a row are.
  @inline(__always)
  static func longStep<Rows: Count, Panels: Count>(
    _ rowCount: Rows.Type, _ panelCount: Panels.Type, _ c: UnsafeMutablePointer<GroupSums>, _ b: UnsafeRawPointer,
    _ stride: Int, _ group: (Int) -> UnsafeRawPointer
  ) {
    let pitch = groupPitch(panelCount, stride)
    withVectors(rowCount, group) { x in
      laneStep(rowCount, panelCount, c, b, stride, x, 0)
      laneStep(rowCount, panelCount, c, b + pitch, stride, x, 1)
      laneStep(rowCount, panelCount, c, b + 2 &* pitch, stride, x, 2)
      laneStep(rowCount, panelCount, c, b + 3 &* pitch, stride, x, 3)
    }
  }

  /// The same of the first `groups` groups alone, 1 to 3; a whole vector is read.
  @inline(__always)
  static func firstSteps<Rows: Count, Panels: Count>(
    _ rowCount: Rows.Type, _ panelCount: Panels.Type, _ c: UnsafeMutablePointer<GroupSums>, _ b: UnsafeRawPointer,
    _ stride: Int, _ groups: Int, _ group: (Int) -> UnsafeRawPointer
  ) {
    let pitch = groupPitch(panelCount, stride)
    withVectors(rowCount, group) { x in
      laneStep(rowCount, panelCount, c, b, stride, x, 0)
      if groups > 1 { laneStep(rowCount, panelCount, c, b + pitch, stride, x, 1) }
      if groups > 2 { laneStep(rowCount, panelCount, c, b + 2 &* pitch, stride, x, 2) }
    }
  }

  /// The same of the last `groups` groups alone, 1 to 3.
  @inline(__always)
  static func lastSteps<Rows: Count, Panels: Count>(
    _ rowCount: Rows.Type, _ panelCount: Panels.Type, _ c: UnsafeMutablePointer<GroupSums>, _ b: UnsafeRawPointer,
    _ stride: Int, _ groups: Int, _ group: (Int) -> UnsafeRawPointer
  ) {
    let pitch = groupPitch(panelCount, stride)
    withVectors(rowCount, group) { x in
      var weights = b
      if groups > 2 {
        laneStep(rowCount, panelCount, c, weights, stride, x, 1)
        weights += pitch
      }
      if groups > 1 {
        laneStep(rowCount, panelCount, c, weights, stride, x, 2)
        weights += pitch
      }
      laneStep(rowCount, panelCount, c, weights, stride, x, 3)
    }
  }

  /// Calls `body` with a vector of each row.
  @inline(__always)
  private static func withVectors<Rows: Count>(
    _ rowCount: Rows.Type, _ group: (Int) -> UnsafeRawPointer, _ body: (UnsafePointer<Ints>) -> Void
  ) {
    var rows = (Ints(), Ints(), Ints(), Ints())
    withUnsafeMutableBytes(of: &rows) { buffer in
      guard let base = buffer.baseAddress else { return }
      let x = base.assumingMemoryBound(to: Ints.self)
      var r = 0
      while r < Rows.value {
        x[r] = group(r).lanes(0, as: Ints.self)
        r &+= 1
      }
      body(x)
    }
  }

  /// Adds the products of one of the four groups: lane `lane` of the rows' vectors.
  @inline(__always)
  private static func laneStep<Rows: Count, Panels: Count>(
    _ rowCount: Rows.Type, _ panelCount: Panels.Type, _ c: UnsafeMutablePointer<GroupSums>, _ b: UnsafeRawPointer,
    _ stride: Int, _ x: UnsafePointer<Ints>, _ lane: Int
  ) {
    var s = 0
    while s < Panels.value {
      let weights = groupWeights(b + panelOffset(s, stride))
      var r = 0
      while r < Rows.value {
        c[r &* Panels.value &+ s] = groupDot(c[r &* Panels.value &+ s], weights, Ints(repeating: x[r][lane]))
        r &+= 1
      }
      s &+= 1
    }
  }
}

#endif
