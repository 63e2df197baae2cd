#if !TFLITE_TIER || (TFLITE_X86 && arch(x86_64)) || (TFLITE_ARM && arch(arm64))

// What a tile of 8-bit products does with the groups of its rows.

extension VectorKernels {
  /// Adds the products of one group to the sums at `c`; `group` says where a row's stands.
  @inline(__always)
  static func step<Reading: RowReading, Rows: Count, Strips: Count>(
    _ reading: Reading.Type, _ rowCount: Rows.Type, _ stripCount: Strips.Type, _ c: UnsafeMutablePointer<GroupSums>,
    _ b: UnsafeRawPointer, _ stripSize: Int, _ isLarge: Bool, _ signs: Ints, _ group: (Int) -> UnsafeRawPointer
  ) {
    var weights = (
      groupWeights(b), Strips.value > 1 ? groupWeights(b + stripSize) : GroupWeights(),
      Strips.value > 2 ? groupWeights(b + 2 &* stripSize) : GroupWeights(),
      Strips.value > 3 ? groupWeights(b + 3 &* stripSize) : GroupWeights()
    )
    // Weights arrive from memory while the processor multiplies: those of the next strips, or, where one row reads them
    // once, those that follow, unless they fit a cache. A vector of them is a cache line.
    if Tier.fetchesWeights, Strips.value == 4, Rows.value > 1 || isLarge {
      let next = b + (Rows.value > 1 ? 4 &* stripSize : 16 &* MemoryLayout<GroupWeights>.size)
      fetchAhead(next)
      fetchAhead(next + stripSize)
      fetchAhead(next + 2 &* stripSize)
      fetchAhead(next + 3 &* stripSize)
    }
    withUnsafeBytes(of: &weights) { buffer in
      guard let base = buffer.baseAddress else { return }
      let w = base.assumingMemoryBound(to: GroupWeights.self)
      var r = 0
      while r < Rows.value {
        var x = Ints(repeating: group(r).loadUnaligned(as: Int32.self))
        if Reading.flips { x = x ^ signs }
        var s = 0
        while s < Strips.value {
          c[r &* Strips.value &+ s] = groupDot(c[r &* Strips.value &+ s], w[s], x)
          s &+= 1
        }
        r &+= 1
      }
    }
  }

  /// Adds the products of four groups to the sums at `c`; `group` says where the first of a row's stands. Rows are read a
  /// vector at a time, and instructions name the lane that they multiply with.
  @inline(__always)
  static func fourSteps<Rows: Count, Strips: Count>(
    _ rowCount: Rows.Type, _ stripCount: Strips.Type, _ c: UnsafeMutablePointer<GroupSums>, _ b: UnsafeRawPointer,
    _ stripSize: Int, _ group: (Int) -> UnsafeRawPointer
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
      laneStep(rowCount, stripCount, c, b, stripSize, x, 0)
      laneStep(rowCount, stripCount, c, b + groupSize &* lanesPerVector, stripSize, x, 1)
      laneStep(rowCount, stripCount, c, b + 2 &* groupSize &* lanesPerVector, stripSize, x, 2)
      laneStep(rowCount, stripCount, c, b + 3 &* groupSize &* lanesPerVector, stripSize, x, 3)
    }
  }

  /// Adds the products of the groups in lane `lane` of `Rows` vectors.
  @inline(__always)
  private static func laneStep<Rows: Count, Strips: Count>(
    _ rowCount: Rows.Type, _ stripCount: Strips.Type, _ c: UnsafeMutablePointer<GroupSums>, _ b: UnsafeRawPointer,
    _ stripSize: Int, _ x: UnsafePointer<Ints>, _ lane: Int
  ) {
    var s = 0
    while s < Strips.value {
      let weights = groupWeights(b + s &* stripSize)
      var r = 0
      while r < Rows.value {
        c[r &* Strips.value &+ s] = groupDot(c[r &* Strips.value &+ s], weights, Ints(repeating: x[r][lane]))
        r &+= 1
      }
      s &+= 1
    }
  }
}

#endif
