#if !TFLITE_TIER || (TFLITE_X86 && arch(x86_64)) || (TFLITE_ARM && arch(arm64))

#if TFLITE_TIER
import TFLiteKernels
#endif

// The loops of 8-bit products. A block of rows is multiplied by one panel of columns after another, a tile of a few rows and
// panels at a time, whose sums stay in registers. Rows are prepared first, unless they can be read in place: gathered from
// their runs, padded to whole groups and brought to the form that products take.

extension VectorKernels {
  /// Rows of a block at most. Their sums and the addresses of a tile's runs fill 1 KB, the largest temporary allocation that
  /// stays on the stack.
  static var longestBlock: Int { 240 }

  /// Rows of the tallest tile.
  static var tallest: Int { Tier.TallRows.value }

  /// Panels of the next tile, from `column` to `end` at most, for a block of `rows` rows. A set is not begun in its middle.
  @inline(__always)
  private static func panels(from column: Int, to end: Int, rows: Int) -> Int {
    let left = (end &- column &+ lanesPerVector &- 1) / lanesPerVector
    if Tier.hasWideByteTiles || rows == 1, left >= 4, isAtSet(column) { return 4 }
    return left >= 2 ? 2 : 1
  }

  /// Whether a set of panels whose weights lie together begins at `column`.
  @inline(__always)
  private static func isAtSet(_ column: Int) -> Bool { column / lanesPerVector % Tier.panelsTogether == 0 }

  /// Rows of the next tile, of `panels` panels, when `rows` rows are left. It may be more, and overlap rows that are done.
  @inline(__always)
  private static func tileRows(_ panels: Int, _ rows: Int) -> Int {
    // Two tiles of few rows take less than a medium one and a rest.
    if rows > Tier.MediumRows.value, rows <= 2 &* Tier.FewRows.value { return Tier.FewRows.value }
    if panels < 4, rows > Tier.MediumRows.value { return Tier.TallRows.value }
    if rows > Tier.FewRows.value { return Tier.MediumRows.value }
    return rows >= 2 ? Tier.FewRows.value : 1
  }

  /// The product of 8-bit rows with packed weights.
  @inline(__always)
  static func byteProduct(
    isSigned: Bool, isHybrid: Bool, _ a: MatrixArguments, _ rowBegin: Int, _ rowEnd: Int, _ columnBegin: Int,
    _ columnEnd: Int
  ) {
    assert(a.validate(rowBegin, rowEnd, columnBegin, columnEnd, columnTile: byteColumnTile, isHybrid: isHybrid))
    if rowBegin >= rowEnd || columnBegin >= columnEnd { return }
    let product = ByteProduct(
      header: a.packed.load(as: MatrixHeader.self), layout: ByteLayout(a.shape), packed: a.packed,
      weights: a.weights, output: a.output, outputStride: a.outputStride, rowParameters: a.rowParameters,
      rowParameterStride: a.rowParameterStride, isHybrid: isHybrid)
    let range = (rowBegin, rowEnd, columnBegin, columnEnd)
    if product.layout.longColumns > 0 { return longColumns(isSigned: isSigned, product, a, range) }
    if a.shape.windowRows > 0 { return patchProduct(isSigned: isSigned, product, a, range) }
    if readsInPlace(isSigned: isSigned, a, product.header) {
      return productInPlace(isSigned: isSigned, product, a, range)
    }
    preparedProduct(isSigned: isSigned, product, a, range)
  }

  /// Rows and columns of one call: begin and end of each.
  typealias ProductRange = (Int, Int, Int, Int)

  /// Bytes of prepared rows at most: those of a block lie in a first-level cache.
  static var blockByteCount: Int { 32 << 10 }

  /// The product with rows prepared on the stack.
  @inline(never)
  private static func preparedProduct(
    isSigned: Bool, _ p: ByteProduct, _ a: MatrixArguments, _ range: ProductRange
  ) {
    let rowSize = p.layout.groups &* groupByteCount
    let block = rowSize <= Threshold.longestRowOfSmallBlock ? blockByteCount / 2 : blockByteCount
    let rows = min(range.1 &- range.0, longestBlock)
    withStackMemory(min(rows &* rowSize &+ preparedSlack, block)) {
      preparedProduct(isSigned: isSigned, p, a, range, $0, block &- preparedSlack)
    }
  }

  /// The product with rows prepared in `memory`, as many at a time as `capacity` bytes hold.
  @inline(never)
  private static func preparedProduct(
    isSigned: Bool, _ p: ByteProduct, _ a: MatrixArguments, _ range: ProductRange,
    _ memory: UnsafeMutableRawPointer, _ capacity: Int
  ) {
    let rowSize = p.layout.groups &* groupByteCount
    if rowSize > capacity {
      longProduct(isSigned: isSigned, p, a, range, memory, capacity)
      return
    }
    let fitting = min(longestBlock, capacity / max(groupByteCount, rowSize))
    let height = fitting >= tallest ? fitting / tallest &* tallest : fitting
    let pattern = RunPattern(a, range.0, range.1)
    withUnsafeTemporaryAllocation(of: Int32.self, capacity: longestBlock) { buffer in
      guard let rowSums = buffer.baseAddress else { return }
      var row = range.0
      while row < range.1 {
        let rows = min(height, range.1 &- row)
        prepare(isSigned: isSigned, p, a, pattern, row, rows, memory, rowSize, rowSums)
        let source = ByteRows(
          base: UnsafeRawPointer(memory), stride: rowSize, groups: p.layout.groups, panelSize: p.layout.panelSize,
          firstRow: 0)
        blockProduct(Strided.self, p, a, source, row, rows, rowSums, range.2, range.3)
        row &+= rows
      }
    }
  }

  /// The product of rows too long for `memory`, by parts.
  @inline(never)
  private static func longProduct(
    isSigned: Bool, _ p: ByteProduct, _ a: MatrixArguments, _ range: ProductRange,
    _ memory: UnsafeMutableRawPointer, _ capacity: Int
  ) {
    withStackMemory(MemoryLayout<TileSums>.size &+ MemoryLayout<Int32>.size) { sums in
      let rowSums = (sums + MemoryLayout<TileSums>.size).assumingMemoryBound(to: Int32.self)
      let part = capacity / groupByteCount
      var row = range.0
      while row < range.1 {
        var column = range.2
        while column < range.3 {
          let count = min(lanesPerVector, range.3 &- column)
          rowSums[0] = 0
          var group = 0
          while group < p.layout.groups {
            let groups = min(part, p.layout.groups &- group)
            var sum: Int32 = 0
            preparePart(isSigned: isSigned, p, a, row, group, groups, memory, &sum)
            rowSums[0] &+= sum
            let source = ByteRows(
              base: UnsafeRawPointer(memory), stride: 0, groups: groups, panelSize: p.layout.panelSize, firstRow: 0)
            let pitch = p.layout.pitch(column)
            tile(
              Strided.self, One.self, One.self, a, source, 0,
              p.weights + (p.layout.panel(column) &+ group &* pitch), pitch,
              group > 0 ? UnsafeRawPointer(sums) : p.startingSums(column), sums, nil)
            group &+= groups
          }
          finish(p, sums, row, 1, rowSums, column, count)
          column &+= count
        }
        row &+= 1
      }
    }
  }

  /// A block of rows by all panels.
  @inline(__always)
  static func blockProduct<Reading: RowReading>(
    _ reading: Reading.Type, _ p: ByteProduct, _ a: MatrixArguments, _ source: ByteRows, _ row: Int, _ rows: Int,
    _ rowSums: UnsafePointer<Int32>, _ columnBegin: Int, _ columnEnd: Int
  ) {
    let isWide = hasWideRows(p.layout)
    if rows == 1 || isWide && rows < Tier.FewRows.value {
      return rowProduct(reading, p, a, source, row, rows, rowSums, columnBegin, columnEnd, isWide: isWide)
    }
    /// The block with memory for `capacity` vectors of sums.
    @inline(__always)
    func run(_ sums: UnsafeMutableRawPointer, _ capacity: Int) {
      var column = columnBegin
      while column < columnEnd {
        let panels = panels(from: column, to: columnEnd, rows: rows)
        let columns = min(panels &* lanesPerVector, columnEnd &- column)
        if Tier.rowsEndedInRegisters < Int.max {
          var end = TileEnd(p, row: row, column: column, columns: columns, rowSums: rowSums)
          withUnsafePointer(to: &end) {
            let isWhole = lanesPerVector > 4 && !p.isHybrid || columns == panels &* lanesPerVector
            let end = isWhole && p.isEndedInRegisters ? $0 : nil
            panelProduct(reading, p, a, source, row, rows, rowSums, column, columns, panels, end, sums, capacity)
          }
        } else {
          panelProduct(reading, p, a, source, row, rows, rowSums, column, columns, panels, nil, sums, capacity)
        }
        column &+= columns
      }
    }
    // Where vectors are short, sums of several tiles wait for each other, since factors are loaded for all of them.
    let vectors = max(TileSums.count, 1024 / MemoryLayout<Ints>.size)
    withStackMemory(vectors &* MemoryLayout<Ints>.size) { run($0, vectors) }
  }

  /// A block of rows by the panels of one tile, with memory for `vectors` vectors of sums at `sums`.
  @inline(__always)
  private static func panelProduct<Reading: RowReading>(
    _ reading: Reading.Type, _ p: ByteProduct, _ a: MatrixArguments, _ source: ByteRows, _ row: Int, _ rows: Int,
    _ rowSums: UnsafePointer<Int32>, _ column: Int, _ columns: Int, _ panels: Int, _ end: UnsafePointer<TileEnd>?,
    _ sums: UnsafeMutableRawPointer, _ vectors: Int
  ) {
    let weights = p.weights + p.layout.panel(column)
    let stride = p.layout.stride(column, panels: panels)
    // Sums of small tiles are collected in memory and finished together.
    let capacity = vectors / panels
    var waiting = 0
    var first = 0
    // Most tiles need no more than this where they end in registers.
    if lanesPerVector == 4, Tier.MediumRows.value >= TileEnd.rows, panels == 4, let end {
      let whole = rows / Tier.MediumRows.value
      if whole > 0 {
        let start = p.startingSums(column)
        if Reading.hasOffsets, Tier.hasLaneProducts, groupByteCount &* source.groups & 31 == 0 {
          tiles(GatheredWide.self, a, source, 0, whole, weights, stride, start, sums, end)
        } else {
          tiles(reading, a, source, 0, whole, weights, stride, start, sums, end)
        }
        first = whole &* Tier.MediumRows.value
      }
    }
    while first < rows {
      // The last tile starts earlier, at rows that are done, rather than be a smaller one.
      var height = tileRows(panels, rows &- first)
      if height > rows { height = tileRows(panels, rows / 2) }
      let start = min(first, rows &- height)
      if waiting > 0, start < first || waiting &+ height > capacity {
        let done = first &- waiting
        finish(p, sums, row &+ done, waiting, rowSums + done, column, columns)
        waiting = 0
      }
      anyTile(
        reading, panels, height, a, source, start, weights, stride, p.startingSums(column),
        sums + waiting &* panels &* MemoryLayout<Ints>.size, end)
      first = start &+ height
      if end == nil || height < TileEnd.rows { waiting &+= height }
    }
    let done = first &- waiting
    finish(p, sums, row &+ done, waiting, rowSums + done, column, columns)
  }

  /// Whether tiles of one row have eight panels.
  @inline(__always)
  private static func hasWideRows(_ layout: ByteLayout) -> Bool {
    Tier.weightsOfWideRows > 0 && layout.columns / lanesPerVector &* layout.panelSize <= Tier.weightsOfWideRows
  }

  /// Rows, one by one, by all panels.
  @inline(never)
  private static func rowProduct<Reading: RowReading>(
    _ reading: Reading.Type, _ p: ByteProduct, _ a: MatrixArguments, _ source: ByteRows, _ row: Int, _ rows: Int,
    _ rowSums: UnsafePointer<Int32>, _ columnBegin: Int, _ columnEnd: Int, isWide: Bool
  ) {
    // Sums of neighboring tiles are finished together, since what is the same for all columns takes as long as a tile's.
    let size = MemoryLayout<Ints>.size
    withUnsafeTemporaryAllocation(byteCount: lineVectors &* size, alignment: 16) { buffer in
      guard let sums = buffer.baseAddress else { return }
      var column = columnBegin
      while column < columnEnd {
        let lineEnd = min(column &+ lineVectors &* lanesPerVector, columnEnd)
        let first = column
        // The rows behind the first one find a line's weights in a cache.
        var r = 0
        while r < rows {
          column = first
          var target = sums
          repeat {
            let hasEight = isWide && lineEnd &- column >= 8 &* lanesPerVector && isAtSet(column)
            let panels = hasEight ? 8 : panels(from: column, to: lineEnd, rows: 1)
            let weights = p.weights + p.layout.panel(column)
            let stride = p.layout.stride(column, panels: panels)
            anyTile(reading, panels, 1, a, source, r, weights, stride, p.startingSums(column), target, nil)
            target += panels &* size
            column &+= panels &* lanesPerVector
          } while column < lineEnd
          if p.isHybrid {
            finishHybridRow(p, sums, row &+ r, first, lineEnd &- first)
          } else {
            finish(p, sums, row &+ r, 1, rowSums + r, first, lineEnd &- first)
          }
          r &+= 1
        }
      }
    }
  }

  /// The vectors of one row's sums that wait for each other: what a temporary allocation takes from the stack.
  @inline(__always)
  private static var lineVectors: Int { 1024 / MemoryLayout<Ints>.size }

  /// Writes the sums of some rows, `[rows][panels]` vectors at `sums`.
  @inline(__always)
  static func finish(
    _ p: ByteProduct, _ sums: UnsafeRawPointer, _ row: Int, _ rows: Int, _ rowSums: UnsafePointer<Int32>,
    _ column: Int, _ columns: Int
  ) {
    if p.isHybrid {
      finishHybridTile(p, sums, row, rows, column, columns)
    } else if case .bounded = p.header.factor {
      finishBoundedTile(p, sums, row, rows, rowSums, column, columns)
    } else if case .boundedReal = p.header.factor {
      finishRealTile(p, sums, row, rows, rowSums, column, columns)
    } else {
      finishTile(p, sums, row, rows, rowSums, column, columns)
    }
  }

  @inline(__always)
  private static func anyTile<Reading: RowReading>(
    _ reading: Reading.Type, _ panels: Int, _ rows: Int, _ a: MatrixArguments, _ source: ByteRows, _ row: Int,
    _ weights: UnsafeRawPointer, _ stride: Int, _ start: UnsafeRawPointer?, _ sums: UnsafeMutableRawPointer,
    _ end: UnsafePointer<TileEnd>?
  ) {
    typealias Tall = Tier.TallRows
    typealias Medium = Tier.MediumRows
    typealias Few = Tier.FewRows
    switch (panels, rows) {
    case (4, Medium.value) where lanesPerVector == 4 && Tier.hasWideByteTiles:
      tiles(reading, a, source, row, 1, weights, stride, start, sums, end)
    case (4, Medium.value) where Tier.hasWideByteTiles:
      tile(reading, Medium.self, Four.self, a, source, row, weights, stride, start, sums, end)
    case (4, Few.value) where Tier.hasWideByteTiles:
      tile(reading, Few.self, Four.self, a, source, row, weights, stride, start, sums, end)
    case (8, _) where Tier.weightsOfWideRows > 0:
      tile(reading, One.self, Eight.self, a, source, row, weights, stride, start, sums, end)
    case (4, _): tile(reading, One.self, Four.self, a, source, row, weights, stride, start, sums, end)
    case (2, Tall.value): tile(reading, Tall.self, Two.self, a, source, row, weights, stride, start, sums, end)
    case (2, Medium.value): tile(reading, Medium.self, Two.self, a, source, row, weights, stride, start, sums, end)
    case (2, Few.value): tile(reading, Few.self, Two.self, a, source, row, weights, stride, start, sums, end)
    case (2, _): tile(reading, One.self, Two.self, a, source, row, weights, stride, start, sums, end)
    case (_, Tall.value): tile(reading, Tall.self, One.self, a, source, row, weights, stride, start, sums, end)
    case (_, Medium.value): tile(reading, Medium.self, One.self, a, source, row, weights, stride, start, sums, end)
    case (_, Few.value): tile(reading, Few.self, One.self, a, source, row, weights, stride, start, sums, end)
    default: tile(reading, One.self, One.self, a, source, row, weights, stride, start, sums, end)
    }
  }

  /// `count` tiles of `MediumRows` rows by four panels, one below another: calls would take a good part of small ones.
  @inline(never)
  private static func tiles<Reading: RowReading>(
    _ reading: Reading.Type, _ a: MatrixArguments, _ source: ByteRows, _ row: Int, _ count: Int,
    _ weights: UnsafeRawPointer, _ stride: Int, _ start: UnsafeRawPointer?, _ sums: UnsafeMutableRawPointer,
    _ end: UnsafePointer<TileEnd>?
  ) {
    var row = row
    let last = row &+ count &* Tier.MediumRows.value
    while row < last {
      tileSums(reading, Tier.MediumRows.self, Four.self, a, source, row, weights, stride, start, sums, end)
      row &+= Tier.MediumRows.value
    }
  }

  /// The sums of `Rows` rows from `row` by `Panels` panels at `weights`, written to `[rows][panels]` vectors at `sums`, or
  /// ended by `end` where there are enough rows. Each row's begin with the vectors at `start`, or with zeros.
  @inline(never)
  private static func tile<Reading: RowReading, Rows: Count, Panels: Count>(
    _ reading: Reading.Type, _ rowCount: Rows.Type, _ panelCount: Panels.Type, _ a: MatrixArguments,
    _ source: ByteRows, _ row: Int, _ weights: UnsafeRawPointer, _ stride: Int, _ start: UnsafeRawPointer?,
    _ sums: UnsafeMutableRawPointer, _ end: UnsafePointer<TileEnd>?
  ) {
    tileSums(reading, rowCount, panelCount, a, source, row, weights, stride, start, sums, end)
  }

  /// How many bytes behind the weights of a step those lie that it asks for, 0 where it asks for none.
  ///
  /// Weights are fetched while the processor multiplies. Tiles of several rows read the next panels next; tiles of one row read
  /// on in their own, which is worth a fetch only when no cache holds them. Where two panels together are a cache line, a step
  /// multiplies little for each fetch, which has to be worth it. Behind the last panels nothing is asked for: an address without
  /// memory can take a hundred times as long as one with it, and every tile would ask for it again.
  @inline(__always)
  private static func distanceAhead<Rows: Count, Panels: Count>(
    _ rowCount: Rows.Type, _ panelCount: Panels.Type, _ a: MatrixArguments, _ weights: UnsafeRawPointer,
    _ panelSize: Int, _ stride: Int
  ) -> Int {
    let threshold = Rows.value == 1 ? Threshold.uncachedWeights : Threshold.largeWeights
    let isLarge = a.shape.columns &* panelSize > threshold &* lanesPerVector
    if !isLarge, Rows.value == 1 || Panels.value < 4 { return 0 }
    let columns = ByteLayout.wholeColumns(a.shape)
    let end = (a.weights ?? a.packed + ByteLayout.weights(columns)) + columns / lanesPerVector &* panelSize
    let reach = Panels.value &* panelSize
    if weights + 2 &* reach > end { return 0 }
    return Rows.value == 1 ? 16 &* groupPitch(panelCount, stride) : reach
  }

  /// The code of `tile`.
  @inline(__always)
  private static func tileSums<Reading: RowReading, Rows: Count, Panels: Count>(
    _ reading: Reading.Type, _ rowCount: Rows.Type, _ panelCount: Panels.Type, _ a: MatrixArguments,
    _ source: ByteRows, _ row: Int, _ weights: UnsafeRawPointer, _ stride: Int, _ start: UnsafeRawPointer?,
    _ sums: UnsafeMutableRawPointer, _ end: UnsafePointer<TileEnd>?
  ) {
    let takesLanes = Tier.hasLaneProducts && !Reading.flips
    // A local function: a closure of this size would not be inlined, and its sums would stay in memory.
    @inline(__always)
    func run(_ buffer: UnsafeMutableRawBufferPointer) {
      guard let base = buffer.baseAddress else { return }
      let c = base.assumingMemoryBound(to: GroupSums.self)
      let signs = repeated(a.packed.load(as: MatrixHeader.self).signs)
      let ahead = distanceAhead(rowCount, panelCount, a, weights, source.panelSize, stride)
      let pitch = groupPitch(panelCount, stride)
      if let start { beginSums(rowCount, panelCount, c, start) }
      var b = weights
      if takesLanes {
        addLaneProducts(reading, rowCount, panelCount, a, source, row, c, TileRuns.of(base), weights, stride)
      } else if Reading.hasOffsets {
        guard let offsets = a.offsets, let padding = a.paddingRow, let rows = source.runs else { return }
        let taps = a.shape.taps
        let toPadding = padding - a.input
        let entries = offsets + (source.firstRow &+ row) &* taps
        var tap = 0
        while tap < taps {
          var entry = entries + tap
          var r = 0
          while r < Rows.value {
            // Selects the padding row without a branch, which would be mispredicted at the edges of images.
            let offset = Int(entry.pointee)
            rows[r] = a.input + (offset ^ ((offset ^ toPadding) & (offset &>> (Int.bitWidth &- 1))))
            entry += taps
            r &+= 1
          }
          var k = 0
          while k < groupByteCount &* source.groups {
            step(reading, rowCount, panelCount, c, b, stride, ahead, signs) { rows[$0] + k }
            b += pitch
            k &+= groupByteCount
          }
          tap &+= 1
        }
      } else if Reading.hasStarts {
        guard let starts = source.starts.map({ $0 + row }) else { return }
        var run = 0
        while run < source.runCount {
          var k = run &* source.pitch
          let end = k &+ groupByteCount &* source.groups
          while k < end {
            step(reading, rowCount, panelCount, c, b, stride, ahead, signs) { starts[$0] + k }
            b += pitch
            k &+= groupByteCount
          }
          run &+= 1
        }
      } else {
        var x = source.base + row &* source.stride
        let end = x + groupByteCount &* source.groups
        if Rows.value == 1, Panels.value <= 2, Tier.rowChains == 4 {
          while end - x >= 4 &* groupByteCount {
            step(reading, rowCount, panelCount, c, b, stride, ahead, signs) { _ in x }
            step(reading, rowCount, panelCount, c + Panels.value, b + pitch, stride, ahead, signs) { _ in
              x + groupByteCount
            }
            step(reading, rowCount, panelCount, c + 2 &* Panels.value, b + 2 &* pitch, stride, ahead, signs) { _ in
              x + 2 &* groupByteCount
            }
            step(reading, rowCount, panelCount, c + 3 &* Panels.value, b + 3 &* pitch, stride, ahead, signs) { _ in
              x + 3 &* groupByteCount
            }
            b += 4 &* pitch
            x += 4 &* groupByteCount
          }
          var s = 0
          while s < Panels.value {
            let (second, third, fourth) = (s &+ Panels.value, s &+ 2 &* Panels.value, s &+ 3 &* Panels.value)
            c[s] = joinedSums(joinedSums(c[s], c[second]), joinedSums(c[third], c[fourth]))
            s &+= 1
          }
        }
        while x < end {
          step(reading, rowCount, panelCount, c, b, stride, ahead, signs) { x + $0 &* source.stride }
          b += pitch
          x += groupByteCount
        }
      }
      if Rows.value >= TileEnd.rows, let end {
        orderSums(rowCount, panelCount, c)
        return end.pointee.write(rowCount, panelCount, c, row)
      }
      writeSums(rowCount, panelCount, c, sums)
    }
    if takesLanes {
      var memory = (TileSums(), TileRuns())
      withUnsafeMutableBytes(of: &memory, run)
    } else {
      var memory = TileSums()
      withUnsafeMutableBytes(of: &memory, run)
    }
  }
}

#endif
