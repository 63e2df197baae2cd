#if !TFLITE_TIER || (TFLITE_X86 && arch(x86_64)) || (TFLITE_ARM && arch(arm64))

#if TFLITE_TIER
import TFLiteKernels
#endif

// 8-bit products that read rows in place.

extension VectorKernels {
  /// Whether tiles can read rows in place: their runs are whole groups, long enough, and of bytes as products take them.
  @inline(__always)
  static func readsInPlace(isSigned: Bool, _ a: MatrixArguments, _ header: MatrixHeader) -> Bool {
    guard preparedSize == 1, a.shape.depth % groupSize == 0,
      a.offsets == nil || a.shape.depth >= Threshold.shortestRunInPlace
    else { return false }
    return Tier.flipsInTiles
      ? header.weightsOffset == 0 || !isSigned
      : header.weightsOffset == 0 && !flips(isSigned: isSigned)
  }

  /// The product with rows read in place.
  @inline(never)
  static func productInPlace(
    isSigned: Bool, _ p: ByteProduct, _ a: MatrixArguments, _ range: ProductRange
  ) {
    let depth = a.shape.depth
    // The rows of one block stay in the second-level cache while all panels pass.
    let fitting = min(longestBlock, Threshold.bytesOfBlock / max(1, a.shape.taps &* depth))
    let height = max(tallest, fitting / tallest &* tallest)
    let pattern = Tier.hasLaneProducts && a.shape.taps > 1 ? RunPattern(a, range.0, range.1) : nil
    withUnsafeTemporaryAllocation(byteCount: 1024, alignment: 8) { buffer in
      guard let base = buffer.baseAddress else { return }
      let rowSums = base.assumingMemoryBound(to: Int32.self)
      let runs = (base + 4 &* longestBlock).assumingMemoryBound(to: UnsafeRawPointer.self)
      var row = range.0
      while row < range.1 {
        let rows = min(height, range.1 &- row)
        if p.header.weightsOffset != 0 { sumRows(a, row, rows, rowSums) }
        let source = ByteRows(
          base: a.input + row &* a.inputStride, stride: a.inputStride, groups: depth / groupSize,
          panelSize: p.layout.panelSize, firstRow: row, pattern: pattern, runs: runs)
        switch (a.offsets != nil, flips(isSigned: isSigned)) {
        case (false, false): blockProduct(Strided.self, p, a, source, row, rows, rowSums, range.2, range.3)
        case (false, true): blockProduct(StridedFlipped.self, p, a, source, row, rows, rowSums, range.2, range.3)
        case (true, false): blockProduct(Gathered.self, p, a, source, row, rows, rowSums, range.2, range.3)
        case (true, true): blockProduct(GatheredFlipped.self, p, a, source, row, rows, rowSums, range.2, range.3)
        }
        row &+= rows
      }
    }
  }

  /// The sums of the activations of `count` rows from `row` on. Products need them when weights have a zero point.
  @inline(never)
  private static func sumRows(
    _ a: MatrixArguments, _ row: Int, _ count: Int, _ rowSums: UnsafeMutablePointer<Int32>
  ) {
    let (taps, depth) = (a.shape.taps, a.shape.depth)
    var r = 0
    while r < count {
      var sum = 0 &- Tier.unsignedShift &* Int32(truncatingIfNeeded: taps &* depth)
      var tap = 0
      while tap < taps {
        sum &+= self.sum(a.run(row &+ r, tap, size: 1), depth)
        tap &+= 1
      }
      rowSums[r] = sum
      r &+= 1
    }
  }
}

#endif
