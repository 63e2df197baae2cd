#if !TFLITE_TIER || (TFLITE_X86 && arch(x86_64)) || (TFLITE_ARM && arch(arm64))

#if TFLITE_TIER
import TFLiteKernels
#endif

// Float products with weights most of which are zero: those are left out. Zeros lie anywhere, so that vectors are of rows, not of
// columns: a block of rows is transposed, a column's sums of the block take a step for each of its weights, and what a few columns
// have come to is transposed back.
//
// Packed form: the header, the columns' biases, for each part of the elements the number of each column's first entry and of the
// end, and the entries: weight and place in the transposed block of each weight that is not zero, by parts and columns. Where blocks
// are few vectors, every other one of a column's products has a sum of its own, so that steps do not wait for each other.

/// A weight that is not zero.
private struct SparseEntry {
  var weight: Float
  /// Bytes from the start of a transposed block to the element's line.
  var place: Int32
}

/// Where what is packed of sparse weights lies.
private struct SparseLayout {
  let columns: Int
  let starts: Int
  let entries: Int
  let byteCount: Int

  /// Vectors of a block's rows.
  static var vectors: Int { Floats.scalarCount < 16 ? 8 : 4 }
  static var hasPairs: Bool { vectors < 8 }
  /// Rows of a block.
  static var rows: Int { vectors &* Floats.scalarCount }
  /// Columns whose sums are transposed together: a cache line of each row.
  static var group: Int { 16 }
  /// Bytes of a line of a transposed block.
  static var pitch: Int { rows &* 4 }
  /// Elements of a part: of so many a block takes 64 KB.
  static var part: Int { (1 << 16) / pitch }

  @inline(__always)
  init(_ shape: MatrixShape) {
    columns = shape.columns
    let parts = (shape.depth &+ Self.part &- 1) / Self.part
    starts = headerSize &+ 4 &* shape.columns
    entries = starts &+ (4 &* (parts &* shape.columns &+ 1) &+ 7) / 8 &* 8
    byteCount = entries &+ shape.nonzeros &* MemoryLayout<SparseEntry>.stride
  }
}

extension VectorKernels {
  /// Whether to leave zeros out is faster than to multiply them, for blocks of rows.
  static func servesSparse(_ shape: MatrixShape) -> Bool {
    let all = shape.columns &* shape.depth
    // A step reads a vector for each of its products, and finds place and weight before.
    let products = shape.nonzeros &+ shape.nonzeros / 2
    return shape.taps == 1 && shape.depth > 0 && shape.nonzeros < Int(Int32.max)
      && products &+ Threshold.transposedElement &* (3 &* shape.columns &+ shape.depth) < all / 5 &* 4
  }

  /// The fewest rows of such products.
  static var leastSparseRows: Int { lanesPerVector }

  /// The bytes of packed weights of which `shape.nonzeros` are not zero.
  static func packedSizeSparse(_ shape: MatrixShape) -> Int { SparseLayout(shape).byteCount }

  /// Packs float weights of which no more than `shape.nonzeros` are not zero.
  static func packSparse(
    _ shape: MatrixShape, _ weights: UnsafePointer<Float>, _ bias: UnsafePointer<Float>?, _ range: FloatRange,
    _ packed: UnsafeMutableRawPointer
  ) {
    assert(shape.validate(packing: packed))
    packed.storeBytes(of: MatrixHeader(range), as: MatrixHeader.self)
    let layout = SparseLayout(shape)
    for column in 0..<shape.columns {
      packed.storeBytes(of: bias?[column] ?? 0, toByteOffset: headerSize &+ 4 &* column, as: Float.self)
    }
    let starts = (packed + layout.starts).assumingMemoryBound(to: Int32.self)
    let entries = (packed + layout.entries).assumingMemoryBound(to: SparseEntry.self)
    var count = 0
    var start = 0
    var first = 0
    while first < shape.depth {
      let end = min(first &+ SparseLayout.part, shape.depth)
      for column in 0..<shape.columns {
        starts[start] = Int32(truncatingIfNeeded: count)
        start &+= 1
        for k in first..<end {
          let weight = weights[column &* shape.columnStride &+ k &* shape.elementStride]
          if weight == 0 || count == shape.nonzeros { continue }
          entries[count] = SparseEntry(
            weight: weight, place: Int32(truncatingIfNeeded: (k &- first) &* SparseLayout.pitch))
          count &+= 1
        }
      }
      first = end
    }
    starts[start] = Int32(truncatingIfNeeded: count)
  }

  /// The product of float rows with packed sparse weights.
  static func runSparse(
    _ a: MatrixArguments, _ rowBegin: Int, _ rowEnd: Int, _ columnBegin: Int, _ columnEnd: Int
  ) {
    assert(a.validate(rowBegin, rowEnd, columnBegin, columnEnd, columnTile: floatColumnTile))
    let lines = min(a.shape.depth, SparseLayout.part) &+ SparseLayout.group
    withStackMemory(lines &* SparseLayout.pitch) { memory in
      var row = rowBegin
      while row < rowEnd {
        let end = row &+ sparseRows(rowEnd &- row)
        sparseBlock(a, row, end, columnBegin, columnEnd, memory)
        row = end
      }
    }
  }

  /// The rows of the next block. A vector or two by themselves take as long as several, whose steps do not wait for each other.
  @inline(__always)
  private static func sparseRows(_ left: Int) -> Int {
    let isUneven = left > SparseLayout.rows && left < SparseLayout.rows / 2 &* 3
    let half = (left / lanesPerVector &+ 1) / 2 &* lanesPerVector
    return isUneven && !SparseLayout.hasPairs ? half : min(left, SparseLayout.rows)
  }

  /// At most `SparseLayout.rows` rows.
  /// - Parameter memory: room for the sums of a group of columns, and behind it the transposed block.
  @inline(never)
  private static func sparseBlock(
    _ a: MatrixArguments, _ row: Int, _ rowEnd: Int, _ columnBegin: Int, _ columnEnd: Int,
    _ memory: UnsafeMutableRawPointer
  ) {
    let (rows, depth, pitch) = (rowEnd &- row, a.shape.depth, SparseLayout.pitch)
    let sums = memory
    let block = memory + SparseLayout.group &* pitch
    let vectors = vectorsOf(rows)
    let range = a.epilogue?.floatRange ?? a.packed.load(as: MatrixHeader.self).floatRange
    let addends = a.epilogue?.floatAddends
    var first = 0
    var part = 0
    while first < depth {
      let elements = min(SparseLayout.part, depth &- first)
      // What is computed of rows that do not exist is never stored, but must not be numbers that take long.
      clearVectors(block, elements, rows / lanesPerVector..<vectors)
      transpose(
        Transposition(
          source: a.input + 4 &* (row &* a.inputStride &+ first), sourceStride: 4 &* a.inputStride,
          destination: block, destinationStride: pitch, rows: rows, columns: elements, elementSize: 4))
      let isLast = first &+ elements == depth
      let bounds = isLast && addends == nil ? range : FloatRange(lower: -.infinity, upper: .infinity)
      var column = columnBegin
      while column < columnEnd {
        let columns = min(SparseLayout.group, columnEnd &- column)
        let output = a.output + 4 &* (row &* a.outputStride &+ column)
        if first > 0 {
          transpose(
            Transposition(
              source: UnsafeRawPointer(output), sourceStride: 4 &* a.outputStride, destination: sums,
              destinationStride: pitch, rows: rows, columns: columns, elementSize: 4))
        }
        switch vectors {
        case 1: sparseSums(One.self, a, part, column, columns, block, sums, bounds)
        case 2: sparseSums(Two.self, a, part, column, columns, block, sums, bounds)
        case 3 where SparseLayout.vectors == 8:
          sparseSums(Three.self, a, part, column, columns, block, sums, bounds)
        case 6 where SparseLayout.vectors == 8:
          sparseSums(Six.self, a, part, column, columns, block, sums, bounds)
        case 8 where SparseLayout.vectors == 8:
          sparseSums(Eight.self, a, part, column, columns, block, sums, bounds)
        default: sparseSums(Four.self, a, part, column, columns, block, sums, bounds)
        }
        transpose(
          Transposition(
            source: UnsafeRawPointer(sums), sourceStride: pitch, destination: output,
            destinationStride: 4 &* a.outputStride, rows: columns, columns: rows, elementSize: 4))
        column &+= columns
      }
      first &+= elements
      part &+= 1
    }
    guard let addends else { return }
    var r = row
    while r < rowEnd {
      let place = 4 &* (r &* a.outputStride &+ columnBegin)
      addRow(a.output + place, addends + place, columnEnd &- columnBegin, range)
      r &+= 1
    }
  }

  /// The vectors that so many rows of a block are computed in, which there is a loop for.
  @inline(__always)
  private static func vectorsOf(_ rows: Int) -> Int {
    let vectors = (rows &+ lanesPerVector &- 1) / lanesPerVector
    if SparseLayout.vectors == 8, vectors > 2 { return vectors == 3 ? 3 : vectors == 4 ? 4 : vectors <= 6 ? 6 : 8 }
    return vectors <= 2 ? vectors : 4
  }

  /// Makes some vectors of each of a block's lines zero.
  @inline(__always)
  private static func clearVectors(_ block: UnsafeMutableRawPointer, _ lines: Int, _ vectors: Range<Int>) {
    if vectors.isEmpty { return }
    var line = block
    let end = line + lines &* SparseLayout.pitch
    while line < end {
      for vector in vectors { line.put(Floats(), vector &* MemoryLayout<Floats>.size) }
      line += SparseLayout.pitch
    }
  }

  /// The sums of `Vectors` vectors of rows of the columns from `column` on, a line each: the products of one part of the
  /// elements are added to the biases, or to what the parts before have come to.
  @inline(never)
  private static func sparseSums<Vectors: Count>(
    _ vectors: Vectors.Type, _ a: MatrixArguments, _ part: Int, _ column: Int, _ columns: Int,
    _ block: UnsafeMutableRawPointer, _ lines: UnsafeMutableRawPointer, _ range: FloatRange
  ) {
    let layout = SparseLayout(a.shape)
    let starts = (a.packed + layout.starts).assumingMemoryBound(to: Int32.self) + part &* layout.columns
    let entries = (a.packed + layout.entries).assumingMemoryBound(to: SparseEntry.self)
    let biases = (a.packed + headerSize).assumingMemoryBound(to: Float.self)
    let size = MemoryLayout<Floats>.size
    let lower = Floats(repeating: range.lower)
    let upper = Floats(repeating: range.upper)
    let source = UnsafeRawPointer(block)
    var line = lines
    var c = column
    while c < column &+ columns {
      var memory = Tier.FloatSums()
      @inline(__always)
      func run(_ buffer: UnsafeMutableRawBufferPointer) {
        guard let base = buffer.baseAddress else { return }
        let even = base.assumingMemoryBound(to: Floats.self)
        let odd = even + Vectors.value
        @inline(__always)
        func add(_ entry: UnsafePointer<SparseEntry>, to sums: UnsafeMutablePointer<Floats>) {
          let weight = Floats(repeating: entry.pointee.weight)
          let x = source + Int(entry.pointee.place)
          var v = 0
          while v < Vectors.value {
            sums[v] = multiplyAdd(weight, x.lanes(v &* size, as: Floats.self), sums[v])
            v &+= 1
          }
        }
        var v = 0
        while v < Vectors.value {
          even[v] =
            part == 0
            ? Floats(repeating: biases[c]) : UnsafeRawPointer(line).lanes(v &* size, as: Floats.self)
          v &+= 1
        }
        var entry = entries + Int(starts[c])
        let end = entries + Int(starts[c &+ 1])
        while SparseLayout.hasPairs, end - entry >= 2 {
          add(entry, to: even)
          add(entry + 1, to: odd)
          entry += 2
        }
        while entry < end {
          add(entry, to: even)
          entry += 1
        }
        v = 0
        while v < Vectors.value {
          let sum = SparseLayout.hasPairs ? even[v] + odd[v] : even[v]
          line.put(sum.bounded(lower, upper), v &* size)
          v &+= 1
        }
      }
      withUnsafeMutableBytes(of: &memory, run)
      line += SparseLayout.pitch
      c &+= 1
    }
  }

  /// Adds `count` floats to those at `target`.
  @inline(__always)
  private static func addRow(
    _ target: UnsafeMutableRawPointer, _ addends: UnsafeRawPointer, _ count: Int, _ range: FloatRange
  ) {
    let lower = Floats(repeating: range.lower)
    let upper = Floats(repeating: range.upper)
    let end = 4 &* count
    var place = 0
    while place &+ MemoryLayout<Floats>.size <= end {
      let sum = UnsafeRawPointer(target).lanes(place, as: Floats.self) + addends.lanes(place, as: Floats.self)
      target.put(sum.bounded(lower, upper), place)
      place &+= MemoryLayout<Floats>.size
    }
    if place < end {
      let left = (end &- place) / 4
      let sum = UnsafeRawPointer(target).floats(first: left, place) + addends.floats(first: left, place)
      target.putFloats(first: left, of: sum.bounded(lower, upper), place)
    }
  }
}

#endif
