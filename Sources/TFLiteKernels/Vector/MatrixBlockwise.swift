#if !TFLITE_TIER || (TFLITE_X86 && arch(x86_64)) || (TFLITE_ARM && arch(arm64))

#if TFLITE_TIER
import TFLiteKernels
#endif

// Weights of 4 bits stay so: rows are few where language models run, and reading weights is what takes time.
//
// Packed: the weighted sums of weights of all columns, then panels of as many columns as a vector has lanes: of each block, vectors of eight elements of each column (Intrinsics+Int4.swift), and the columns' scales.

extension VectorKernels {
  /// Columns of a tile.
  static var blockwiseColumnTile: Int { 4 &* lanesPerVector }

  /// Whether the kernel multiplies such weights.
  static func servesBlockwise(_ shape: BlockwiseShape) -> Bool {
    shape.bitWidth == 4 && shape.blockSize % 32 == 0 && shape.blockSize <= 1 << 16
  }

  static func packedSizeBlockwise(_ shape: BlockwiseShape) -> Int { BlockwiseLayout(shape).byteCount }

  /// Packs int4 weights with the scales of their blocks, `[columns][blocks]`.
  static func packBlockwise(
    _ shape: BlockwiseShape, _ weights: UnsafeRawPointer, _ scales: UnsafePointer<Float>,
    _ packed: UnsafeMutableRawPointer
  ) {
    assert(servesBlockwise(shape))
    assert(Contract.packed(packed))
    let layout = BlockwiseLayout(shape)
    let blocks = shape.blocks
    for column in 0..<layout.columns {
      let isInside = column < shape.columns
      let (panel, lane) = column.quotientAndRemainder(dividingBy: lanesPerVector)
      var target = packed + (layout.panels &+ panel &* layout.panelSize &+ 4 &* lane)
      var source = weights + (isInside ? column &* shape.depth / 2 : 0)
      var offset: Float = 0
      for block in 0..<blocks {
        var sum: Int32 = 0
        for _ in 0..<shape.blockSize / 8 {
          let eight = isInside ? source.loadUnaligned(as: UInt32.self) ^ 0x8888_8888 : 0x8888_8888
          sum &+= sumOfInt4s(eight)
          target.storeBytes(of: interleavedHalves(eight), as: UInt32.self)
          source += 4
          target += MemoryLayout<Ints>.size
        }
        let scale = isInside ? scales[column &* blocks &+ block] : 0
        offset += scale * Float(sum &- 8 &* Int32(truncatingIfNeeded: shape.blockSize))
        target.storeBytes(of: scale, as: Float.self)
        target += MemoryLayout<Ints>.size
      }
      packed.storeBytes(of: offset, toByteOffset: 4 &* column, as: Float.self)
    }
  }

  /// The sum of eight numbers of 4 bits.
  private static func sumOfInt4s(_ eight: UInt32) -> Int32 {
    let pairs = (eight & 0x0F0F_0F0F) &+ ((eight &>> 4) & 0x0F0F_0F0F)
    return Int32(truncatingIfNeeded: (pairs &* 0x0101_0101) &>> 24)
  }

  /// Of eight numbers of 4 bits the first four in the low halves of bytes, the last four in the high ones.
  private static func interleavedHalves(_ eight: UInt32) -> UInt32 {
    let pairs = (eight & 0xFF00_00FF) | ((eight & 0x0000_FF00) &<< 8) | ((eight &>> 8) & 0x0000_FF00)
    return (pairs & 0xF00F_F00F) | ((pairs & 0x00F0_00F0) &<< 4) | ((pairs &>> 4) & 0x00F0_00F0)
  }

  /// Numbers of a row that `prepareBlockwise` writes.
  static func preparedCountBlockwise(_ shape: BlockwiseShape) -> Int {
    shape.depth / min(int4SumLength, shape.blockSize)
  }

  /// Writes what sums of the rows lack because weights are stored plus 8: the sums of activations times -8.
  static func prepareBlockwise(_ a: BlockwiseArguments, _ rowBegin: Int, _ rowEnd: Int) {
    let length = min(int4SumLength, a.shape.blockSize)
    let perRow = a.shape.depth / length
    var input = a.input + rowBegin &* a.shape.depth
    for index in rowBegin &* perRow..<rowEnd &* perRow {
      var sum: Int32 = 0
      for k in 0..<length { sum &+= Int32(input[k]) }
      a.prepared[index] = -8 &* sum
      input += length
    }
  }

  /// The product of dynamically quantized rows with packed int4 weights.
  static func runBlockwise(
    _ a: BlockwiseArguments, _ rowBegin: Int, _ rowEnd: Int, _ columnBegin: Int, _ columnEnd: Int
  ) {
    assert(a.validate(rowBegin, rowEnd, columnBegin, columnEnd, columnTile: blockwiseColumnTile))
    let product = BlockwiseProduct(a)
    var column = columnBegin
    while column < columnEnd {
      let columns = min(blockwiseColumnTile, columnEnd &- column)
      var row = rowBegin
      while row < rowEnd {
        let left = rowEnd &- row
        if left >= Int4Rows.value {
          product.tiles(Int4Rows.self, row, column, columns)
          row &+= Int4Rows.value
        } else if left >= Int4FewRows.value {
          product.tiles(Int4FewRows.self, row, column, columns)
          row &+= Int4FewRows.value
        } else {
          product.tiles(One.self, row, column, columns)
          row &+= 1
        }
      }
      column &+= blockwiseColumnTile
    }
  }
}

/// Where the parts of packed weights begin.
private struct BlockwiseLayout {
  /// Those of whole panels.
  let columns: Int
  /// Bytes from one panel to the next.
  let panelSize: Int
  let panels: Int

  init(_ shape: BlockwiseShape) {
    let count = (shape.columns &+ lanesPerVector &- 1) / lanesPerVector
    columns = count &* lanesPerVector
    panelSize = (shape.depth / 8 &+ shape.blocks) &* MemoryLayout<Ints>.size
    panels = (4 &* columns &+ 63) & ~63
  }

  var byteCount: Int { panels &+ columns / lanesPerVector &* panelSize }
}

/// A product as its tiles see it.
private struct BlockwiseProduct {
  private let a: BlockwiseArguments
  private let layout: BlockwiseLayout
  /// Elements of a sum, and sums of a block.
  private let sumLength: Int
  private let sumsPerBlock: Int

  @inline(__always)
  init(_ arguments: BlockwiseArguments) {
    a = arguments
    layout = BlockwiseLayout(a.shape)
    sumLength = min(int4SumLength, a.shape.blockSize)
    sumsPerBlock = a.shape.blockSize / sumLength
  }

  /// `Rows` rows by `columns` columns, as many tiles as these take.
  @inline(__always)
  func tiles<Rows: Count>(_ rows: Rows.Type, _ row: Int, _ column: Int, _ columns: Int) {
    var column = column
    var left = columns
    while left > 0 {
      let panels = (left &+ lanesPerVector &- 1) / lanesPerVector
      let taken: Int
      if panels >= 4, Rows.value == 1 || Tier.hasWideByteTiles {
        tile(rows, Four.self, row, column, left)
        taken = 4
      } else if panels >= 2 {
        tile(rows, Two.self, row, column, min(left, 2 &* lanesPerVector))
        taken = 2
      } else {
        tile(rows, One.self, row, column, left)
        taken = 1
      }
      column &+= taken &* lanesPerVector
      left &-= taken &* lanesPerVector
    }
  }

  /// `Rows` rows by `Panels` panels, the last of which may be partly filled.
  @inline(__always)
  private func tile<Rows: Count, Panels: Count>(
    _ rowCount: Rows.Type, _ panelCount: Panels.Type, _ row: Int, _ column: Int, _ columns: Int
  ) {
    var totals = TileSums()
    withUnsafeMutableBytes(of: &totals) { totals in
      guard let total = totals.baseAddress else { return }
      let depth = a.shape.depth
      sumUp(
        rowCount, panelCount, UnsafeRawPointer(a.input + row &* depth), a.prepared + row &* (depth / sumLength),
        a.packed + (layout.panels &+ column / lanesPerVector &* layout.panelSize), total)
      finish(rowCount, panelCount, total, row, column, columns)
    }
  }

  /// Adds the weighted sums of a tile to `total`, `[Rows][Panels]`. It has nothing but the tile's sums on its stack, so that they
  /// are in registers.
  /// - Parameters:
  ///   - rows: the tile's first row.
  ///   - starts: what its sums begin with.
  ///   - weights: its first panel.
  @inline(never)
  private func sumUp<Rows: Count, Panels: Count>(
    _ rowCount: Rows.Type, _ panelCount: Panels.Type, _ rows: UnsafeRawPointer, _ starts: UnsafePointer<Int32>,
    _ weights: UnsafeRawPointer, _ total: UnsafeMutableRawPointer
  ) {
    let size = MemoryLayout<Ints>.size
    let depth = a.shape.depth
    let startStride = depth / sumLength
    let panelSize = layout.panelSize
    let (blocks, blockSize) = (a.shape.blocks, a.shape.blockSize)
    let isUncached = layout.byteCount > Threshold.uncachedWeights
    // A closure of this size would not be inlined, and its sums would be in memory.
    @inline(__always)
    func run(_ sums: UnsafeMutableRawBufferPointer) {
      guard let base = sums.baseAddress else { return }
      let c = base.assumingMemoryBound(to: Int4Sums.self)
      var x = rows
      var b = weights
      var start = starts
      var block = 0
      while block < blocks {
        let scales = b + blockSize / 8 &* size
        var sum = 0
        while sum < sumsPerBlock {
          // Constant bounds, so that loops are unrolled; sums that a loop indexes would never be in registers.
          var r = 0
          while r < Rows.value {
            var s = 0
            while s < Panels.value {
              c[r &* Panels.value &+ s] = int4Sums(start[r &* startStride])
              s &+= 1
            }
            r &+= 1
          }
          let end = x + sumLength
          while x < end {
            if Rows.value == 1, isUncached {
              fetchAhead(b + 16 &* size)
              if Panels.value > 1 { fetchAhead(b + (panelSize &+ 16 &* size)) }
              if Panels.value > 2 { fetchAhead(b + (2 &* panelSize &+ 16 &* size)) }
              if Panels.value > 3 { fetchAhead(b + (3 &* panelSize &+ 16 &* size)) }
            }
            panelStep(rowCount, panelCount, c, b, x)
            if Panels.value > 1 { panelStep(rowCount, panelCount, c + 1, b + panelSize, x) }
            if Panels.value > 2 { panelStep(rowCount, panelCount, c + 2, b + 2 &* panelSize, x) }
            if Panels.value > 3 { panelStep(rowCount, panelCount, c + 3, b + 3 &* panelSize, x) }
            b += size
            x += 8
          }
          addScaled(rowCount, panelCount, c, start, scales, total)
          if Panels.value > 1 {
            addScaled(rowCount, panelCount, c + 1, start, scales + panelSize, total + size)
          }
          if Panels.value > 2 {
            addScaled(rowCount, panelCount, c + 2, start, scales + 2 &* panelSize, total + 2 &* size)
          }
          if Panels.value > 3 {
            addScaled(rowCount, panelCount, c + 3, start, scales + 3 &* panelSize, total + 3 &* size)
          }
          start += 1
          sum &+= 1
        }
        b += size
        block &+= 1
      }
    }
    var memory = Int4TileSums()
    withUnsafeMutableBytes(of: &memory, run)
  }

  /// Adds the products of eight elements of each row with one panel.
  /// - Parameter c: the panel's sums, one of each row, those of other panels between.
  @inline(__always)
  private func panelStep<Rows: Count, Panels: Count>(
    _ rowCount: Rows.Type, _ panelCount: Panels.Type, _ c: UnsafeMutablePointer<Int4Sums>, _ weights: UnsafeRawPointer,
    _ x: UnsafeRawPointer
  ) {
    let vector = weights.lanes(0, as: Ints.self)
    let (first, last) = (firstInt4s(vector), lastInt4s(vector))
    let depth = a.shape.depth
    var r = 0
    while r < Rows.value {
      let i = r &* Panels.value
      c[i] = int4Dot(c[i], first, int4Activations(x + r &* depth))
      c[i] = int4Dot(c[i], last, int4Activations(x + (r &* depth &+ 4)))
      r &+= 1
    }
  }

  /// Adds the sums of one panel times its scales to its totals.
  /// - Parameters:
  ///   - c: the panel's sums, one of each row, those of other panels between.
  ///   - total: its totals, in the same order.
  @inline(__always)
  private func addScaled<Rows: Count, Panels: Count>(
    _ rowCount: Rows.Type, _ panelCount: Panels.Type, _ c: UnsafeMutablePointer<Int4Sums>,
    _ start: UnsafePointer<Int32>, _ scales: UnsafeRawPointer, _ total: UnsafeMutableRawPointer
  ) {
    let startStride = a.shape.depth / sumLength
    let scale = scales.lanes(0, as: Floats.self)
    var r = 0
    while r < Rows.value {
      let place = r &* Panels.value &* MemoryLayout<Ints>.size
      let value = floats(columnSums(int4: c[r &* Panels.value], start[r &* startStride]))
      total.put(multiplyAdd(value, scale, UnsafeRawPointer(total).lanes(place, as: Floats.self)), place)
      r &+= 1
    }
  }

  /// Writes the results of a tile.
  @inline(__always)
  private func finish<Rows: Count, Panels: Count>(
    _ rowCount: Rows.Type, _ panelCount: Panels.Type, _ total: UnsafeRawPointer, _ row: Int, _ column: Int,
    _ columns: Int
  ) {
    let size = MemoryLayout<Ints>.size
    let lower = Floats(repeating: a.range.lower)
    let upper = Floats(repeating: a.range.upper)
    let last = columns &- (Panels.value &- 1) &* lanesPerVector
    var s = 0
    while s < Panels.value {
      let first = 4 &* (column &+ s &* lanesPerVector)
      let isWhole = s < Panels.value &- 1 || last == lanesPerVector
      let offsets = a.packed.lanes(first, as: Floats.self)
      var biases = Floats()
      if let bias = UnsafeRawPointer(a.bias) {
        biases = isWhole ? bias.lanes(first, as: Floats.self) : bias.lanes(first: last, first, as: Floats.self)
      }
      var target = UnsafeMutableRawPointer(a.output + row &* a.shape.columns) + first
      var r = 0
      while r < Rows.value {
        let parameters = a.parameters[row &+ r]
        let zeroPoint = Floats(repeating: Float(parameters.zeroPoint))
        let sum = total.lanes((r &* Panels.value &+ s) &* size, as: Floats.self) - zeroPoint * offsets
        let y = (sum * Floats(repeating: parameters.scale) + biases).bounded(lower, upper)
        if isWhole {
          target.put(y, 0)
        } else {
          target.putFloats(first: last, of: y, 0)
        }
        target += 4 &* a.shape.columns
        r &+= 1
      }
      s &+= 1
    }
  }
}

/// The sums of the largest tile.
private struct Int4TileSums {
  typealias Four = (Int4Sums, Int4Sums, Int4Sums, Int4Sums)
  var sums: (Four, Four, Four, Four, Four, Four)

  init() {
    let zero = int4Sums(0)
    let four = (zero, zero, zero, zero)
    sums = (four, four, four, four, four, four)
  }
}

#endif
