#if !TFLITE_TIER || (TFLITE_X86 && arch(x86_64)) || (TFLITE_ARM && arch(arm64))

#if TFLITE_TIER
import TFLiteKernels
#endif

// Float products of reduced precision: both operands as 16-bit fixed-point numbers, a scale for each row of activations and for
// each column of weights, summed up in 32 bits. An instruction multiplies two elements of a lane where one of floats
// multiplies one, and weights take half the memory.
//
// Packed form: the header, then for each panel of one vector of columns the biases, the scales, and the weights by pairs of
// elements, `[pairs][lanes][2]`. Columns past the last, and the element behind an odd number, are zeros.
// Rows are converted a part of their elements at a time; parts are the same whichever rows a call has.

/// The numbers of the format, and where packed weights lie.
private struct FixedLayout {
  /// The largest magnitude of a fixed-point number.
  static var limit: Float { 4095 }
  /// Pairs whose sum fits 32 bits: 2 * 64 * 4095 * 4095 < 2^31.
  static var pairsOfSum: Int { 64 }
  /// Elements of a row that are converted and multiplied together: whole sums.
  static var part: Int { 4 &* 2 &* pairsOfSum }

  /// The elements of a row.
  let elements: Int

  @inline(__always)
  init(_ shape: MatrixShape) { elements = shape.taps &* shape.depth }

  /// Bytes of a panel before its weights.
  static var headSize: Int { 2 &* MemoryLayout<Floats>.size }
  /// Bytes of a panel.
  @inline(__always)
  var panelSize: Int { Self.headSize &+ (elements &+ 1) / 2 &* MemoryLayout<Ints>.size }
}

/// What is the same for all tiles of a part of some rows.
private struct FixedBlock {
  /// The converted rows, and the bytes from one to the next.
  let rows: UnsafeRawPointer
  let rowSize: Int
  let rowScales: UnsafePointer<Float>
  let pairs: Int
  /// Where the part's weights begin in a panel.
  let weightsOffset: Int
  /// The first output of the rows, and what is added to it.
  let output: UnsafeMutableRawPointer
  let addends: UnsafeRawPointer?
  let outputStride: Int
  let isFirst: Bool
  let isLast: Bool
  let range: FloatRange
}

extension VectorKernels {
  /// Whether a product is worth the conversion of its rows; others are computed by the kernel of floats.
  @inline(__always)
  private static func isFixed(_ shape: MatrixShape) -> Bool {
    shape.depth >= Threshold.channelsToCopy && shape.columns >= lanesPerVector / 2
  }

  /// The bytes of packed weights of reduced precision.
  static func packedSizeFixed(_ shape: MatrixShape) -> Int {
    if !isFixed(shape) { return packedSizeFloat(shape) }
    return headerSize + (shape.columns + lanesPerVector - 1) / lanesPerVector * FixedLayout(shape).panelSize
  }

  /// Packs float weights as fixed-point numbers.
  static func packFixed(
    _ shape: MatrixShape, _ weights: UnsafePointer<Float>, _ bias: UnsafePointer<Float>?, _ range: FloatRange,
    _ packed: UnsafeMutableRawPointer
  ) {
    if !isFixed(shape) { return packFloat(shape, weights, bias, range, packed) }
    assert(shape.validate(packing: packed))
    packed.storeBytes(of: MatrixHeader(range), as: MatrixHeader.self)
    let layout = FixedLayout(shape)
    var panel = packed + headerSize
    var first = 0
    while first < shape.columns {
      let count = min(lanesPerVector, shape.columns &- first)
      let source = weights + first &* shape.columnStride
      var largest = Floats()
      var k = 0
      while k < layout.elements {
        largest = largest.larger(VectorMath.magnitude(columnWeights(shape, source, k, count)))
        k &+= 1
      }
      let inverse = (Floats(repeating: FixedLayout.limit) / largest).replacing(
        with: Floats(), where: largest .== Floats())
      panel.put(bias.map { UnsafeRawPointer($0 + first).lanes(first: count, 0, as: Floats.self) } ?? Floats(), 0)
      panel.put(largest / Floats(repeating: FixedLayout.limit), MemoryLayout<Floats>.size)
      var target = panel + FixedLayout.headSize
      k = 0
      while k < layout.elements {
        let low = nearestInts(columnWeights(shape, source, k, count) * inverse)
        let next = k &+ 1 < layout.elements ? columnWeights(shape, source, k &+ 1, count) : Floats()
        let high = nearestInts(next * inverse)
        target.put((low & Ints(repeating: 0xFFFF)) | (high &<< Ints(repeating: 16)), 0)
        target += MemoryLayout<Ints>.size
        k &+= 2
      }
      panel += layout.panelSize
      first &+= lanesPerVector
    }
  }

  /// Element `k` of `count` columns; the other lanes are zero.
  @inline(__always)
  private static func columnWeights(
    _ shape: MatrixShape, _ weights: UnsafePointer<Float>, _ k: Int, _ count: Int
  ) -> Floats {
    let source = weights + k &* shape.elementStride
    if shape.columnStride == 1, count == lanesPerVector { return UnsafeRawPointer(source).lanes(0, as: Floats.self) }
    var result = Floats()
    var lane = 0
    while lane < count {
      result[lane] = source[lane &* shape.columnStride]
      lane &+= 1
    }
    return result
  }

  /// The product of float rows with packed weights of reduced precision.
  static func runFixed(
    _ a: MatrixArguments, _ rowBegin: Int, _ rowEnd: Int, _ columnBegin: Int, _ columnEnd: Int
  ) {
    if !isFixed(a.shape) { return runFloat(a, rowBegin, rowEnd, columnBegin, columnEnd) }
    assert(a.validate(rowBegin, rowEnd, columnBegin, columnEnd, columnTile: floatColumnTile))
    let size = (rowEnd &- rowBegin) &* fixedRowSize(a.shape) &+ preparedSlack
    if size <= MemoryLayout<TinyBlock>.size {
      fixedProduct(TinyBlock.self, a, rowBegin, rowEnd, columnBegin, columnEnd)
    } else if size <= MemoryLayout<SmallBlock>.size {
      fixedProduct(SmallBlock.self, a, rowBegin, rowEnd, columnBegin, columnEnd)
    } else {
      fixedProduct(LargeBlock.self, a, rowBegin, rowEnd, columnBegin, columnEnd)
    }
  }

  /// Bytes of a part of a converted row.
  @inline(__always)
  private static func fixedRowSize(_ shape: MatrixShape) -> Int {
    (min(shape.taps &* shape.depth, FixedLayout.part) &+ 1) / 2 &* 4
  }

  @inline(never)
  private static func fixedProduct<Memory: BlockMemory>(
    _ type: Memory.Type, _ a: MatrixArguments, _ rowBegin: Int, _ rowEnd: Int, _ columnBegin: Int, _ columnEnd: Int
  ) {
    var memory = Memory()
    withUnsafeMutableBytes(of: &memory) { buffer in
      withUnsafeTemporaryAllocation(of: Float.self, capacity: longestBlock) { rowScales in
        guard let base = buffer.baseAddress, let scales = rowScales.baseAddress else { return }
        let layout = FixedLayout(a.shape)
        let rowSize = fixedRowSize(a.shape)
        let fitting = min(longestBlock, (buffer.count &- preparedSlack) / rowSize)
        let height = fitting >= 6 ? fitting / 6 &* 6 : fitting
        var row = rowBegin
        while row < rowEnd {
          let rows = min(height, rowEnd &- row)
          var first = 0
          repeat {
            let end = min(layout.elements, first &+ FixedLayout.part)
            convert(a, row, rows, first, end, base, rowSize, scales)
            let place = row &* a.outputStride &* 4
            let block = FixedBlock(
              rows: UnsafeRawPointer(base), rowSize: rowSize, rowScales: scales, pairs: (end &- first &+ 1) / 2,
              weightsOffset: FixedLayout.headSize &+ first / 2 &* MemoryLayout<Ints>.size, output: a.output + place,
              addends: a.epilogue?.floatAddends.map { $0 + place }, outputStride: 4 &* a.outputStride,
              isFirst: first == 0, isLast: end == layout.elements,
              range: a.epilogue?.floatRange ?? a.packed.load(as: MatrixHeader.self).floatRange)
            multiply(block, rows, a.packed + headerSize, layout.panelSize, columnBegin, columnEnd)
            first = end
          } while first < layout.elements
          row &+= rows
        }
      }
    }
  }

  /// Converts elements `[first, end)` of `rows` rows from `row` on, `rowSize` bytes apart, and notes the rows' scales.
  @inline(never)
  private static func convert(
    _ a: MatrixArguments, _ row: Int, _ rows: Int, _ first: Int, _ end: Int, _ target: UnsafeMutableRawPointer,
    _ rowSize: Int, _ scales: UnsafeMutablePointer<Float>
  ) {
    let depth = a.offsets == nil ? a.shape.taps &* a.shape.depth : a.shape.depth
    /// Calls `body` with the pieces of one row: where one begins, its length, and the elements before it.
    @inline(__always)
    func pieces(_ r: Int, _ body: (UnsafeRawPointer, Int, Int) -> Void) {
      var tap = first / depth
      var inside = first &- tap &* depth
      var k = first
      while k < end {
        let count = min(depth &- inside, end &- k)
        body(a.run(row &+ r, tap, size: 4) + 4 &* inside, count, k &- first)
        k &+= count
        inside = 0
        tap &+= 1
      }
    }
    var r = 0
    while r < rows {
      var largest = Floats()
      pieces(r) { source, count, _ in
        var k = 0
        while k &+ lanesPerVector <= count {
          largest = VectorMath.magnitude(source.lanes(4 &* k, as: Floats.self)).larger(largest)
          k &+= lanesPerVector
        }
        if k < count { largest = VectorMath.magnitude(source.floats(first: count &- k, 4 &* k)).larger(largest) }
      }
      let bound = largestLane(largest)
      scales[r] = bound / FixedLayout.limit
      let inverse = Floats(repeating: bound == 0 ? 0 : FixedLayout.limit / bound)
      let line = target + r &* rowSize
      pieces(r) { source, count, done in
        var k = 0
        while k &+ lanesPerVector <= count {
          line.put(narrowedShorts(nearestInts(source.lanes(4 &* k, as: Floats.self) * inverse)), 2 &* (done &+ k))
          k &+= lanesPerVector
        }
        // Zeros behind the last piece; what follows another one overwrites them.
        if k < count {
          line.put(narrowedShorts(nearestInts(source.floats(first: count &- k, 4 &* k) * inverse)), 2 &* (done &+ k))
        } else {
          line.put(NarrowShorts(), 2 &* (done &+ k))
        }
      }
      r &+= 1
    }
  }

  /// A block of rows by all panels.
  @inline(__always)
  private static func multiply(
    _ block: FixedBlock, _ rows: Int, _ packed: UnsafeRawPointer, _ panelSize: Int, _ columnBegin: Int,
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
        case (4, 6): fixedTile(Six.self, Four.self, block, row, panel, panelSize, column, columns)
        case (4, 3): fixedTile(Three.self, Four.self, block, row, panel, panelSize, column, columns)
        case (4, _): fixedTile(One.self, Four.self, block, row, panel, panelSize, column, columns)
        case (2, 6): fixedTile(Six.self, Two.self, block, row, panel, panelSize, column, columns)
        case (2, 3): fixedTile(Three.self, Two.self, block, row, panel, panelSize, column, columns)
        case (2, _): fixedTile(One.self, Two.self, block, row, panel, panelSize, column, columns)
        case (_, 6): fixedTile(Six.self, One.self, block, row, panel, panelSize, column, columns)
        case (_, 3): fixedTile(Three.self, One.self, block, row, panel, panelSize, column, columns)
        default: fixedTile(One.self, One.self, block, row, panel, panelSize, column, columns)
        }
        row &+= tall
      }
      column &+= columns
    }
  }

  /// `Rows` rows from `row` on by `Panels` panels.
  @inline(never)
  private static func fixedTile<Rows: Count, Panels: Count>(
    _ rowCount: Rows.Type, _ panelCount: Panels.Type, _ block: FixedBlock, _ row: Int, _ panel: UnsafeRawPointer,
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
        var left = block.pairs
        while left > 0 {
          let pairs = min(left, FixedLayout.pairsOfSum)
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
      finishFixed(block, UnsafeRawPointer(total), Rows.value, Panels.value, row, panel, panelSize, column, columns)
    }
  }

  /// Scales the sums of a tile and stores them, or adds them to those of the parts before.
  @inline(never)
  private static func finishFixed(
    _ block: FixedBlock, _ sums: UnsafeRawPointer, _ rows: Int, _ panels: Int, _ row: Int, _ panel: UnsafeRawPointer,
    _ panelSize: Int, _ column: Int, _ columns: Int
  ) {
    let width = MemoryLayout<Floats>.size
    let lower = Floats(repeating: block.range.lower)
    let upper = Floats(repeating: block.range.upper)
    var s = 0
    while s < panels {
      let bias = panel.lanes(s &* panelSize, as: Floats.self)
      let columnScale = panel.lanes(s &* panelSize &+ width, as: Floats.self)
      let count = min(lanesPerVector, columns &- s &* lanesPerVector)
      var r = 0
      while r < rows {
        let place = (row &+ r) &* block.outputStride &+ 4 &* column &+ s &* width
        let target = block.output + place
        @inline(__always)
        func values(_ source: UnsafeRawPointer) -> Floats {
          count == lanesPerVector ? source.lanes(0, as: Floats.self) : source.floats(first: count, 0)
        }
        var y = block.isFirst ? bias : values(UnsafeRawPointer(target))
        let scale = columnScale * Floats(repeating: block.rowScales[row &+ r])
        y = multiplyAdd(sums.lanes((r &* panels &+ s) &* width, as: Floats.self), scale, y)
        if block.isLast {
          if let addends = block.addends { y = y + values(addends + place) }
          y = y.bounded(lower, upper)
        }
        if count == lanesPerVector { target.put(y, 0) } else { target.putFloats(first: count, of: y, 0) }
        r &+= 1
      }
      s &+= 1
    }
  }
}

#endif
