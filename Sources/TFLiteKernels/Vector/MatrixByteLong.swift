#if !TFLITE_TIER || (TFLITE_X86 && arch(x86_64)) || (TFLITE_ARM && arch(arm64))

#if TFLITE_TIER
import TFLiteKernels
#endif

// 8-bit products of few columns that are long: a vector holds the products of neighboring elements of one column, where it would
// hold those of a panel with hardly any columns in it, each step waiting for the one before.
//
// Weights are packed column by column; a step of a column is what a group of a panel is elsewhere, with as many groups of the
// column, one behind another, in the place of columns.

extension MatrixShape {
  /// Whether columns are packed one by one: each has lanes to add up at the end, and a row is prepared for all.
  @inline(__always)
  var isLong: Bool {
    groupSize <= 4 && taps == 1 && windowRows == 0 && elementStride == 1 && 4 &* columns <= lanesPerVector
      && depth >= 8 &* columns &* groupSize &* lanesPerVector
  }
}

extension VectorKernels {
  /// Writes the weights of long columns, flipped by `flip`.
  static func packLong(
    _ shape: MatrixShape, _ layout: ByteLayout, _ weights: UnsafePointer<Int8>, flip: Int8,
    _ packed: UnsafeMutableRawPointer
  ) {
    let width = groupSize &* lanesPerVector
    var column = 0
    while column < shape.columns {
      let source = weights + column &* shape.columnStride
      let target = packed + (layout.weights &+ column &* layout.panelSize)
      var k = 0
      while k < layout.groups &* groupSize {
        let place = k % width
        let index = k / width &* groupStep &+ groupIndex(place / groupSize, place % groupSize)
        target.storeBytes(of: k < shape.depth ? source[k] ^ flip : 0, toByteOffset: index, as: Int8.self)
        k &+= 1
      }
      column &+= 1
    }
  }

  /// The product of rows with long columns; rows are prepared a part at a time.
  @inline(never)
  static func longColumns(isSigned: Bool, _ p: ByteProduct, _ a: MatrixArguments, _ range: ProductRange) {
    let size = MemoryLayout<Ints>.size
    let part = min(p.layout.groups, blockByteCount / groupByteCount / lanesPerVector &* lanesPerVector)
    let start = p.startingSums(0)?.lanes(0, as: Ints.self) ?? Ints()
    withStackMemory(rowsOfLongColumns &* size &+ part &* groupByteCount &+ preparedSlack) { sums in
      let prepared = sums + rowsOfLongColumns &* size
      withUnsafeTemporaryAllocation(of: Int32.self, capacity: rowsOfLongColumns) { buffer in
        guard let rowSums = buffer.baseAddress else { return }
        var first = range.0
        while first < range.1 {
          let rows = min(rowsOfLongColumns, range.1 &- first)
          var r = 0
          while r < rows {
            rowSums[r] = 0
            sums.put(start, r &* size)
            let totals = (sums + r &* size).assumingMemoryBound(to: Int32.self)
            var group = 0
            while group < p.layout.groups {
              let groups = min(part, p.layout.groups &- group)
              var sum: Int32 = 0
              preparePart(isSigned: isSigned, p, a, first &+ r, group, groups, prepared, &sum)
              rowSums[r] &+= sum
              var column = 0
              while column < range.3 {
                let weights = p.weights + (column &* p.layout.panelSize &+ group / lanesPerVector &* groupStep)
                totals[column] &+= dot(prepared, weights, steps: groups / lanesPerVector)
                column &+= 1
              }
              group &+= groups
            }
            r &+= 1
          }
          finish(p, UnsafeRawPointer(sums), first, rows, rowSums, 0, range.3)
          first &+= rows
        }
      }
    }
  }

  /// Rows whose sums are finished together.
  private static var rowsOfLongColumns: Int { 8 }

  /// The sum of the products of so many vectors of prepared elements and of weights.
  @inline(__always)
  private static func dot(_ row: UnsafeRawPointer, _ weights: UnsafeRawPointer, steps: Int) -> Int32 {
    let zero = groupSums(Ints())
    var (a, b, c, d) = (zero, zero, zero, zero)
    let size = MemoryLayout<Ints>.size
    var (x, w) = (row, weights)
    var step = 0
    while step &+ 4 <= steps {
      a = groupDot(a, groupWeights(w), x.lanes(0, as: Ints.self))
      b = groupDot(b, groupWeights(w + groupStep), x.lanes(size, as: Ints.self))
      c = groupDot(c, groupWeights(w + 2 &* groupStep), x.lanes(2 &* size, as: Ints.self))
      d = groupDot(d, groupWeights(w + 3 &* groupStep), x.lanes(3 &* size, as: Ints.self))
      x += 4 &* size
      w += 4 &* groupStep
      step &+= 4
    }
    while step < steps {
      a = groupDot(a, groupWeights(w), x.lanes(0, as: Ints.self))
      x += size
      w += groupStep
      step &+= 1
    }
    return sumOfLanes((columnSums(a) &+ columnSums(b)) &+ (columnSums(c) &+ columnSums(d)))
  }
}

#endif
