#if !TFLITE_TIER || (TFLITE_X86 && arch(x86_64)) || (TFLITE_ARM && arch(arm64))

#if TFLITE_TIER
import TFLiteKernels
#endif

// Float products of reduced precision: both operands as numbers of 16 bits, a scale for each row of activations and for each
// column of weights. Instructions multiply twice as many of them as of floats, and weights take half the memory.
//
// Packed form: the header, then for each panel of some vectors of columns the biases and the scales of each vector, and the
// weights as the format orders them. Columns past the last, and what fills the last group of elements, are zeros.
// Rows are converted a part of their elements at a time; parts are the same whichever rows a call has.

/// A format of operands of 16 bits.
protocol ReducedFormat {
  /// Vectors of columns of a panel.
  static var panelVectors: Int { get }
  /// Neighboring elements that are multiplied together; rows and panels have whole groups.
  static var group: Int { get }
  /// Elements of a row that are converted and multiplied together, whole groups.
  static var part: Int { get }
  /// Columns of a product, at least, for which rows are worth their conversion, and elements of a row.
  static var fewestColumns: Int { get }
  static var fewestElements: Int { get }
  /// Rows of the tallest tile.
  static var tallestRows: Int { get }
  /// What brings magnitudes up to `largest` into the format's range, and what brings products back.
  static func factors(_ largest: Floats) -> (factor: Floats, scale: Floats)
  /// The numbers as the format has them, within its range.
  static func narrowed(_ x: Floats) -> NarrowShorts
  /// Multiplies a block of rows by the panels of some columns.
  static func multiply(
    _ block: ReducedBlock, _ rows: Int, _ packed: UnsafeRawPointer, _ panelSize: Int, _ columnBegin: Int,
    _ columnEnd: Int)
}

extension ReducedFormat {
  /// Bytes of a panel before its weights.
  static var headSize: Int { 2 &* panelVectors &* MemoryLayout<Floats>.size }
  /// Bytes of the weights of the first `elements` elements of a panel, whole groups.
  @inline(__always)
  static func weightsSize(_ elements: Int) -> Int {
    (elements &+ group &- 1) / group &* group &* panelVectors &* MemoryLayout<NarrowShorts>.size
  }
  /// Bytes of a panel.
  @inline(__always)
  static func panelSize(_ shape: MatrixShape) -> Int { headSize &+ weightsSize(shape.taps &* shape.depth) }
  /// Bytes of a part of a converted row.
  @inline(__always)
  static func rowSize(_ shape: MatrixShape) -> Int {
    2 &* ((min(shape.taps &* shape.depth, part) &+ group &- 1) / group &* group)
  }
}

/// What is the same for all tiles of a part of some rows.
struct ReducedBlock {
  /// The converted rows, and the bytes from one to the next.
  let rows: UnsafeRawPointer
  let rowSize: Int
  let rowScales: UnsafePointer<Float>
  /// The part's groups of elements.
  let groups: Int
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
  static func isReduced<Format: ReducedFormat>(_ format: Format.Type, _ shape: MatrixShape) -> Bool {
    shape.depth >= Threshold.channelsToCopy && shape.columns >= Format.fewestColumns
      && shape.taps &* shape.depth >= Format.fewestElements
  }

  /// The bytes of packed weights of reduced precision.
  @inline(__always)
  static func packedSizeReduced<Format: ReducedFormat>(_ format: Format.Type, _ shape: MatrixShape) -> Int {
    if !isReduced(format, shape) { return packedSizeFloat(shape) }
    let width = Format.panelVectors &* lanesPerVector
    return headerSize + (shape.columns + width - 1) / width * Format.panelSize(shape)
  }

  /// Packs float weights in a format.
  /// - Parameter put: writes a group of elements from `k` on of the columns of one of the panel's vectors, given by
  ///   element and within the format's range, to the panel's weights at `target`.
  @inline(__always)
  static func packReduced<Format: ReducedFormat>(
    _ format: Format.Type, _ shape: MatrixShape, _ weights: UnsafePointer<Float>, _ bias: UnsafePointer<Float>?,
    _ range: FloatRange, _ packed: UnsafeMutableRawPointer,
    _ put: (_ target: UnsafeMutableRawPointer, _ vector: Int, _ k: Int, _ values: (Int) -> Floats) -> Void
  ) {
    if !isReduced(format, shape) { return packFloat(shape, weights, bias, range, packed) }
    assert(shape.validate(packing: packed))
    packed.storeBytes(of: MatrixHeader(range), as: MatrixHeader.self)
    let width = MemoryLayout<Floats>.size
    let elements = shape.taps &* shape.depth
    var panel = packed + headerSize
    var first = 0
    while first < shape.columns {
      var vector = 0
      while vector < Format.panelVectors {
        let column = first &+ vector &* lanesPerVector
        let count = max(0, min(lanesPerVector, shape.columns &- column))
        let source = weights + (count > 0 ? column &* shape.columnStride : 0)
        var largest = Floats()
        var k = 0
        while k < elements {
          largest = largest.larger(VectorMath.magnitude(columnWeights(shape, source, k, count)))
          k &+= 1
        }
        let (factor, scale) = Format.factors(largest)
        let biases = bias.map { UnsafeRawPointer($0 + column).lanes(first: count, 0, as: Floats.self) }
        panel.put(biases ?? Floats(), 2 &* vector &* width)
        panel.put(scale, (2 &* vector &+ 1) &* width)
        k = 0
        while k < elements {
          put(panel + Format.headSize, vector, k) {
            $0 < elements ? columnWeights(shape, source, $0, count) * factor : Floats()
          }
          k &+= Format.group
        }
        vector &+= 1
      }
      panel += Format.panelSize(shape)
      first &+= Format.panelVectors &* lanesPerVector
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
  @inline(__always)
  static func runReduced<Format: ReducedFormat>(
    _ format: Format.Type, _ a: MatrixArguments, _ rowBegin: Int, _ rowEnd: Int, _ columnBegin: Int, _ columnEnd: Int
  ) {
    if !isReduced(format, a.shape) { return runFloat(a, rowBegin, rowEnd, columnBegin, columnEnd) }
    assert(a.validate(rowBegin, rowEnd, columnBegin, columnEnd, columnTile: floatColumnTile))
    let size = (rowEnd &- rowBegin) &* Format.rowSize(a.shape) &+ preparedSlack
    reducedProduct(format, a, rowBegin, rowEnd, columnBegin, columnEnd, byteCount: min(size, blockByteCount))
  }

  /// - Parameter byteCount: what the rows take, or a block of them.
  @inline(never)
  private static func reducedProduct<Format: ReducedFormat>(
    _ format: Format.Type, _ a: MatrixArguments, _ rowBegin: Int, _ rowEnd: Int, _ columnBegin: Int,
    _ columnEnd: Int, byteCount: Int
  ) {
    withStackMemory(byteCount) { base in
      withUnsafeTemporaryAllocation(of: Float.self, capacity: longestBlock) { rowScales in
        guard let scales = rowScales.baseAddress else { return }
        let elements = a.shape.taps &* a.shape.depth
        let rowSize = Format.rowSize(a.shape)
        let fitting = min(longestBlock, (blockByteCount &- preparedSlack) / rowSize)
        let tallest = Format.tallestRows
        let height = fitting >= tallest ? fitting / tallest &* tallest : fitting
        var row = rowBegin
        while row < rowEnd {
          let rows = min(height, rowEnd &- row)
          var first = 0
          repeat {
            let end = min(elements, first &+ Format.part)
            convert(format, a, row, rows, first, end, base, rowSize, scales)
            let place = row &* a.outputStride &* 4
            let block = ReducedBlock(
              rows: UnsafeRawPointer(base), rowSize: rowSize, rowScales: scales,
              groups: (end &- first &+ Format.group &- 1) / Format.group,
              weightsOffset: Format.headSize &+ Format.weightsSize(first), output: a.output + place,
              addends: a.epilogue?.floatAddends.map { $0 + place }, outputStride: 4 &* a.outputStride,
              isFirst: first == 0, isLast: end == elements,
              range: a.epilogue?.floatRange ?? a.packed.load(as: MatrixHeader.self).floatRange)
            Format.multiply(
              block, rows, a.packed + headerSize, Format.panelSize(a.shape), columnBegin, columnEnd)
            first = end
          } while first < elements
          row &+= rows
        }
      }
    }
  }

  /// Converts elements `[first, end)` of `rows` rows from `row` on, `rowSize` bytes apart, and notes the rows' scales.
  @inline(never)
  private static func convert<Format: ReducedFormat>(
    _ format: Format.Type, _ a: MatrixArguments, _ row: Int, _ rows: Int, _ first: Int, _ end: Int,
    _ target: UnsafeMutableRawPointer, _ rowSize: Int, _ scales: UnsafeMutablePointer<Float>
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
      let (factor, scale) = Format.factors(Floats(repeating: largestLane(largest)))
      scales[r] = scale[0]
      let line = target + r &* rowSize
      // Zeros for what the pieces leave of the last group.
      let filling = (end &- first &+ Format.group &- 1) / Format.group &* Format.group
      var filled = (end &- first) / Format.group &* Format.group
      while filled < filling {
        line.put(NarrowShorts(), 2 &* filled)
        filled &+= lanesPerVector
      }
      pieces(r) { source, count, done in
        var k = 0
        while k &+ lanesPerVector <= count {
          line.put(Format.narrowed(source.lanes(4 &* k, as: Floats.self) * factor), 2 &* (done &+ k))
          k &+= lanesPerVector
        }
        // What follows overwrites the zeros behind a piece.
        if k < count {
          line.put(Format.narrowed(source.floats(first: count &- k, 4 &* k) * factor), 2 &* (done &+ k))
        }
      }
      r &+= 1
    }
  }

  /// Scales the sums of a tile, `[rows][vectors]`, and stores them, or adds them to those of the parts before.
  @inline(never)
  static func finishReduced<Format: ReducedFormat>(
    _ format: Format.Type, _ block: ReducedBlock, _ sums: UnsafeRawPointer, _ rows: Int, _ vectors: Int, _ row: Int,
    _ panel: UnsafeRawPointer, _ panelSize: Int, _ column: Int, _ columns: Int
  ) {
    let width = MemoryLayout<Floats>.size
    let lower = Floats(repeating: block.range.lower)
    let upper = Floats(repeating: block.range.upper)
    var s = 0
    while s < vectors, s &* lanesPerVector < columns {
      let head = s / Format.panelVectors &* panelSize &+ s % Format.panelVectors &* 2 &* width
      let bias = panel.lanes(head, as: Floats.self)
      let columnScale = panel.lanes(head &+ width, as: Floats.self)
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
        y = multiplyAdd(sums.lanes((r &* vectors &+ s) &* width, as: Floats.self), scale, y)
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
