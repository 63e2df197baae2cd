#if !TFLITE_TIER || (TFLITE_X86 && arch(x86_64)) || (TFLITE_ARM && arch(arm64))

#if TFLITE_TIER
import TFLiteKernels
#endif

// Packed form: the header, then for each panel of `byteColumnTile` columns two records and the weights.
//   Int64   bias with zero points folded in
//   8 bytes Double real factor; or Int32 significand (32-bit accumulators: whole, 64-bit ones: reduced to 16 bits), Int32 shift
//   Int16   pairs of consecutive weights of each tap: as many vectors of them as a panel has
// Columns and elements past the last are zeros.

extension VectorKernels {
  /// Pairs of products whose sums stay within 32 bits: 2 * 240 products of at most 2^22.
  private static var wideStretch: Int { 240 }
  private static var widePanelHead: Int { 16 &* byteColumnTile }

  @inline(__always)
  private static func widePanelSize(_ shape: MatrixShape) -> Int {
    (widePanelHead &+ shape.taps &* ((shape.depth &+ 1) / 2) &* 4 &* byteColumnTile &+ 63) & ~63
  }

  /// The bytes of packed int8 weights for int16 inputs.
  static func packedSizeInt16(_ shape: MatrixShape) -> Int {
    headerSize + (shape.columns + byteColumnTile - 1) / byteColumnTile * widePanelSize(shape)
  }

  /// Packs int8 weights for int16 inputs; a 64-bit bias makes accumulators 64 bits wide.
  static func packInt16(
    _ shape: MatrixShape, _ weights: UnsafePointer<Int8>, _ bias: WideBias, _ q: Requantization,
    _ packed: UnsafeMutableRawPointer
  ) {
    assert(shape.validate(packing: packed))
    var header = MatrixHeader(q, .int16, columns: shape.columns)
    header.isWide = bias.isWide
    packed.storeBytes(of: header, as: MatrixHeader.self)
    let constant = Int64(shape.taps &* shape.depth) &* Int64(q.weightsOffset) &* Int64(q.inputOffset)
    let pairs = (shape.depth &+ 1) / 2
    var column = 0
    while column < (shape.columns &+ byteColumnTile &- 1) / byteColumnTile &* byteColumnTile {
      let panel = packed + (headerSize &+ column / byteColumnTile &* widePanelSize(shape))
      let inside = column % byteColumnTile
      let isInside = column < shape.columns
      let vector = inside / lanesPerVector
      let lane = inside % lanesPerVector
      var sum: Int64 = 0
      var target = panel + (widePanelHead &+ 4 &* lanesPerVector &* vector)
      var tap = 0
      while tap < shape.taps {
        var d = 0
        while d < 2 &* pairs {
          var value: Int8 = 0
          if isInside, d < shape.depth {
            value = weights[column &* shape.columnStride &+ (tap &* shape.depth &+ d) &* shape.elementStride]
          }
          sum &+= Int64(value)
          target.storeBytes(
            of: Int16(value), toByteOffset: 2 &* broadcastWeightIndex(lane, d & 1), as: Int16.self)
          if d & 1 == 1 { target += 4 &* byteColumnTile }
          d &+= 1
        }
        tap &+= 1
      }
      let value = isInside ? bias[column] &+ sum &* Int64(q.inputOffset) &+ constant : 0
      panel.storeBytes(of: value, toByteOffset: 8 &* inside, as: Int64.self)
      let factor = panel + 8 &* (byteColumnTile &+ inside)
      let source = (isInside ? column : 0) &* q.stride
      if let scales = q.scales {
        factor.storeBytes(of: scales[source], as: Double.self)
      } else if let multipliers = q.multipliers {
        let multiplier = multipliers[source]
        factor.storeBytes(
          of: header.isWide ? multiplier.reducedSignificand : multiplier.multiplier, as: Int32.self)
        factor.storeBytes(of: multiplier.shift, toByteOffset: 4, as: Int32.self)
      }
      column &+= 1
    }
  }

  /// The product of int16 rows with packed int8 weights.
  static func runInt16(
    _ a: MatrixArguments, _ rowBegin: Int, _ rowEnd: Int, _ columnBegin: Int, _ columnEnd: Int
  ) {
    assert(a.validate(rowBegin, rowEnd, columnBegin, columnEnd, columnTile: byteColumnTile))
    var column = columnBegin
    while column < columnEnd {
      let panel = a.packed + (headerSize &+ column / byteColumnTile &* widePanelSize(a.shape))
      let columns = min(byteColumnTile, columnEnd &- column)
      var row = rowBegin
      while row < rowEnd {
        if rowEnd &- row >= 4 {
          wideTile4(a, row, panel, column, columns)
          row &+= 4
        } else {
          wideTile1(a, row, panel, column, columns)
          row &+= 1
        }
      }
      column &+= byteColumnTile
    }
  }

  @inline(never)
  private static func wideTile4(
    _ a: MatrixArguments, _ row: Int, _ panel: UnsafeRawPointer, _ column: Int, _ columns: Int
  ) { wideTile(rows: 4, a, row, panel, column, columns) }

  @inline(never)
  private static func wideTile1(
    _ a: MatrixArguments, _ row: Int, _ panel: UnsafeRawPointer, _ column: Int, _ columns: Int
  ) { wideTile(rows: 1, a, row, panel, column, columns) }

  /// `rows` rows, one or four, by one panel.
  @inline(__always)
  private static func wideTile(
    rows: Int, _ a: MatrixArguments, _ row: Int, _ panel: UnsafeRawPointer, _ column: Int, _ columns: Int
  ) {
    let header = a.packed.load(as: MatrixHeader.self)
    let depth = a.shape.depth
    withUnsafeTemporaryAllocation(byteCount: 1024, alignment: 16) { buffer in
      guard let base = buffer.baseAddress else { return }
      let wide = base.assumingMemoryBound(to: Int64.self)
      var i = 0
      while i < rows &* byteColumnTile {
        wide[i] = panel.load(fromByteOffset: i % byteColumnTile &* 8, as: Int64.self)
        i &+= 1
      }
      var sums = WideSums()
      var room = wideStretch
      var b = panel + widePanelHead
      var tap = 0
      while tap < a.shape.taps {
        var r0 = a.run(row, tap, size: 2)
        var r1 = rows > 1 ? a.run(row &+ 1, tap, size: 2) : r0
        var r2 = rows > 1 ? a.run(row &+ 2, tap, size: 2) : r0
        var r3 = rows > 1 ? a.run(row &+ 3, tap, size: 2) : r0
        if header.weightsOffset != 0 {
          addOffset(header.weightsOffset, r0, depth, wide)
          if rows > 1 {
            addOffset(header.weightsOffset, r1, depth, wide + byteColumnTile)
            addOffset(header.weightsOffset, r2, depth, wide + 2 &* byteColumnTile)
            addOffset(header.weightsOffset, r3, depth, wide + 3 &* byteColumnTile)
          }
        }
        var left = depth
        while left > 0 {
          if left == 1 {
            sums.add(
              rows: rows, b, Int32(r0.load(as: Int16.self)) & 0xFFFF, Int32(r1.load(as: Int16.self)) & 0xFFFF,
              Int32(r2.load(as: Int16.self)) & 0xFFFF, Int32(r3.load(as: Int16.self)) & 0xFFFF)
            b += 4 &* byteColumnTile
            left = 0
            room &-= 1
          } else {
            let pairs = min(room, left / 2)
            var pair = 0
            while pair < pairs {
              sums.add(
                rows: rows, b, r0.loadUnaligned(as: Int32.self), r1.loadUnaligned(as: Int32.self),
                r2.loadUnaligned(as: Int32.self), r3.loadUnaligned(as: Int32.self))
              b += 4 &* byteColumnTile
              r0 += 4
              r1 += 4
              r2 += 4
              r3 += 4
              pair &+= 1
            }
            left &-= 2 &* pairs
            room &-= pairs
          }
          if room == 0 {
            sums.flush(rows: rows, wide)
            room = wideStretch
          }
        }
        tap &+= 1
      }
      sums.flush(rows: rows, wide)
      i = 0
      while i < rows {
        finish(wide + i &* byteColumnTile, header, a, row &+ i, panel, column, columns)
        i &+= 1
      }
    }
  }

  /// Adds the sum of a run's values times the weights' offset to a row of accumulators.
  @inline(never)
  private static func addOffset(
    _ offset: Int32, _ run: UnsafeRawPointer, _ depth: Int, _ wide: UnsafeMutablePointer<Int64>
  ) {
    var sum: Int64 = 0
    var i = 0
    while i < depth {
      sum &+= Int64(run.load(fromByteOffset: 2 &* i, as: Int16.self))
      i &+= 1
    }
    i = 0
    while i < byteColumnTile {
      wide[i] &+= sum &* Int64(offset)
      i &+= 1
    }
  }

  @inline(__always)
  private static func finish(
    _ sums: UnsafeMutablePointer<Int64>, _ header: MatrixHeader, _ a: MatrixArguments, _ row: Int,
    _ panel: UnsafeRawPointer, _ column: Int, _ columns: Int
  ) {
    let output = a.output + 2 &* (row &* a.outputStride &+ column)
    let factors = panel + 8 &* byteColumnTile
    var lane = 0
    while lane < columns {
      let factor = factors + 8 &* lane
      // A 32-bit accumulator is the low half of the 64-bit one.
      let sum = header.isWide ? sums[lane] : Int64(Int32(truncatingIfNeeded: sums[lane]))
      var value: Int32 = 0
      if case .real = header.factor {
        let product = Double(sum) * factor.load(as: Double.self)
        value = roundedHalfAway(SIMD2<Double>(repeating: product))[0]
      } else {
        let significand = factor.load(as: Int32.self)
        let shift = factor.load(fromByteOffset: 4, as: Int32.self)
        if header.isWide {
          let right = Int64(15 &- shift)
          value = Int32(truncatingIfNeeded: (sum &* Int64(significand) &+ (1 &<< (right &- 1))) &>> right)
        } else {
          value = QuantizedMultiplier(multiplier: significand, shift: shift).apply(to: Int32(truncatingIfNeeded: sum))
        }
      }
      value &+= header.outputOffset
      value = max(header.range.lower, min(header.range.upper, value))
      output.storeBytes(of: Int16(truncatingIfNeeded: value), toByteOffset: 2 &* lane, as: Int16.self)
      lane &+= 1
    }
  }
}

/// Sums of 16-bit products of four rows and a panel, 32 bits wide.
private struct WideSums {
  var r00 = Ints(), r01 = Ints(), r10 = Ints(), r11 = Ints()
  var r20 = Ints(), r21 = Ints(), r30 = Ints(), r31 = Ints()

  @inline(__always)
  mutating func add(
    rows: Int, _ b: UnsafeRawPointer, _ p0: Int32, _ p1: Int32, _ p2: Int32, _ p3: Int32
  ) {
    let next = b + 4 &* lanesPerVector
    r00 = addBoundedPair(r00, p0, b)
    r01 = addBoundedPair(r01, p0, next)
    if rows > 1 {
      r10 = addBoundedPair(r10, p1, b)
      r11 = addBoundedPair(r11, p1, next)
      r20 = addBoundedPair(r20, p2, b)
      r21 = addBoundedPair(r21, p2, next)
      r30 = addBoundedPair(r30, p3, b)
      r31 = addBoundedPair(r31, p3, next)
    }
  }

  /// Adds the sums to 64-bit ones, rows of a panel's columns, and begins anew.
  @inline(__always)
  mutating func flush(rows: Int, _ wide: UnsafeMutablePointer<Int64>) {
    withUnsafeBytes(of: (r00, r01, r10, r11, r20, r21, r30, r31)) {
      let sums = $0.assumingMemoryBound(to: Int32.self)
      var i = 0
      while i < rows &* 2 &* lanesPerVector {
        wide[i] &+= Int64(sums[i])
        i &+= 1
      }
    }
    self = WideSums()
  }
}

#endif
