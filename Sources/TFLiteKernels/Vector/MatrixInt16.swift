#if TFLITE_TIER
  import TFLiteKernels
#endif

// Packed form: the header, then for each panel of 8 columns three records and the weights as in MatrixByte.swift.
//   0    Int64  bias with zero points folded in
//   64   Double real factor, or Int32 multiplier and Int32 shift
//   128  weights

extension VectorKernels {
  @inline(__always)
  private static func widePanelSize(_ shape: MatrixShape) -> Int { bytePanelSize(shape) &+ 32 }

  /// The bytes of packed int8 weights for int16 inputs.
  static func packedSizeInt16(_ shape: MatrixShape) -> Int {
    MatrixHeader.size + (shape.columns + 7) / 8 * widePanelSize(shape)
  }

  /// Packs int8 weights for int16 inputs; a 64-bit bias makes accumulators 64 bits wide.
  static func packInt16(
    _ shape: MatrixShape, _ weights: UnsafePointer<Int8>, _ bias: WideBias, _ q: Requantization,
    _ packed: UnsafeMutableRawPointer
  ) {
    var header = MatrixHeader(q, .int16, columns: shape.columns)
    header.isWide = bias.isWide
    packed.storeBytes(of: header, as: MatrixHeader.self)
    let constant = Int64(shape.taps &* shape.depth) &* Int64(q.weightsOffset) &* Int64(q.inputOffset)
    var first = 0
    while first < shape.columns {
      let panel = packed + (MatrixHeader.size &+ first / 8 &* widePanelSize(shape))
      let sums = packPanel(shape, weights, first, 0, panel + 32)
      var column = 0
      while column < 8 {
        let channel = first &+ column
        let isInside = channel < shape.columns
        let value =
          isInside ? bias[channel] &+ Int64(sums[column]) &* Int64(q.inputOffset) &+ constant : 0
        panel.storeBytes(of: value, toByteOffset: 8 &* column, as: Int64.self)
        let factor = panel + (64 &+ 8 &* column)
        let source = (isInside ? channel : 0) &* q.stride
        if let scales = q.scales {
          factor.storeBytes(of: scales[source], as: Double.self)
        } else if let multipliers = q.multipliers {
          factor.storeBytes(of: multipliers[source].multiplier, as: Int32.self)
          factor.storeBytes(of: multipliers[source].shift, toByteOffset: 4, as: Int32.self)
        }
        column &+= 1
      }
      first &+= 8
    }
  }

  /// The product of int16 rows with packed int8 weights.
  static func runInt16(
    _ a: MatrixArguments, _ rowBegin: Int, _ rowEnd: Int, _ columnBegin: Int, _ columnEnd: Int
  ) {
    assert(columnBegin % byteColumnTile == 0 && columnEnd <= a.shape.columns)
    assert(a.offsets == nil || a.paddingRow != nil)
    let header = a.packed.load(as: MatrixHeader.self)
    var column = columnBegin
    while column < columnEnd {
      let panel = a.packed + (MatrixHeader.size &+ column / 8 &* widePanelSize(a.shape))
      let columns = min(8, columnEnd &- column)
      var row = rowBegin
      while row < rowEnd {
        if rowEnd &- row > 1 {
          wideProduct(2, header, a, row, panel, column, columns)
          row &+= 2
        } else {
          wideProduct(1, header, a, row, panel, column, columns)
          row &+= 1
        }
      }
      column &+= 8
    }
  }

  /// Sums of 16-bit products: 32 bits wide for a stretch, then added to 64 bits.
  private struct WideSums {
    var low = SIMD4<Int32>()
    var high = SIMD4<Int32>()
    var wide = SIMD8<Int64>()
    var values: Int64 = 0

    @inline(__always)
    mutating func flush() {
      wide = wide &+ SIMD8<Int64>(truncatingIfNeeded: SIMD8<Int32>(lowHalf: low, highHalf: high))
      low = SIMD4<Int32>()
      high = SIMD4<Int32>()
    }
  }

  /// `rows` rows, one or two, by one panel.
  @inline(__always)
  private static func wideProduct(
    _ rows: Int, _ header: MatrixHeader, _ a: MatrixArguments, _ row: Int, _ panel: UnsafeRawPointer, _ column: Int,
    _ columns: Int
  ) {
    var x = WideSums()
    var y = WideSums()
    let withSums = header.weightsOffset != 0
    var b = panel + 128
    var tap = 0
    while tap < a.shape.taps {
      let r0 = runPointer(a, row, tap, size: 2)
      let r1 = rows > 1 ? runPointer(a, row &+ 1, tap, size: 2) : r0
      var k = 0
      while k < a.shape.depth {
        // 256 products of at most 2^22 stay within 32 bits.
        let end = min(a.shape.depth, k &+ 256)
        while k < end {
          let count = min(8, end &- k)
          let a0 =
            count == 8
            ? (r0 + 2 &* k).lanes(0, as: SIMD8<Int16>.self)
            : (r0 + 2 &* k).lanes(first: count, 0, as: SIMD8<Int16>.self)
          let a1 =
            rows == 1
            ? a0
            : count == 8
              ? (r1 + 2 &* k).lanes(0, as: SIMD8<Int16>.self)
              : (r1 + 2 &* k).lanes(first: count, 0, as: SIMD8<Int16>.self)
          if withSums {
            x.values &+= Int64(SIMD8<Int32>(truncatingIfNeeded: a0).wrappedSum())
            if rows > 1 { y.values &+= Int64(SIMD8<Int32>(truncatingIfNeeded: a1).wrappedSum()) }
          }
          accumulate(rows, &x, &y, b, a0, a1, pair: 0)
          if count > 2 { accumulate(rows, &x, &y, b + 16, a0, a1, pair: 1) }
          if count > 4 { accumulate(rows, &x, &y, b + 32, a0, a1, pair: 2) }
          if count > 6 { accumulate(rows, &x, &y, b + 48, a0, a1, pair: 3) }
          b += (count &+ 1) / 2 &* 16
          k &+= count
        }
        x.flush()
        if rows > 1 { y.flush() }
      }
      tap &+= 1
    }
    finish(x, header, a, row, panel, column, columns)
    if rows > 1 { finish(y, header, a, row &+ 1, panel, column, columns) }
  }

  @inline(__always)
  private static func accumulate(
    _ rows: Int, _ x: inout WideSums, _ y: inout WideSums, _ b: UnsafeRawPointer, _ a0: SIMD8<Int16>,
    _ a1: SIMD8<Int16>, pair: Int
  ) {
    let b0 = SIMD8<Int16>(truncatingIfNeeded: b.lanes(0, as: SIMD8<Int8>.self))
    let b1 = SIMD8<Int16>(truncatingIfNeeded: b.lanes(8, as: SIMD8<Int8>.self))
    x.low = pairDot(x.low, b0, a0, pair: pair)
    x.high = pairDot(x.high, b1, a0, pair: pair)
    if rows > 1 {
      y.low = pairDot(y.low, b0, a1, pair: pair)
      y.high = pairDot(y.high, b1, a1, pair: pair)
    }
  }

  @inline(__always)
  private static func finish(
    _ sums: WideSums, _ header: MatrixHeader, _ a: MatrixArguments, _ row: Int, _ panel: UnsafeRawPointer,
    _ column: Int, _ columns: Int
  ) {
    let correction = SIMD8<Int64>(repeating: sums.values &* Int64(header.weightsOffset))
    let total = sums.wide &+ correction &+ panel.lanes(0, as: SIMD8<Int64>.self)
    var lane = 0
    while lane < columns {
      let factor = panel + (64 &+ 8 &* lane)
      // A 32-bit accumulator is the low half of the 64-bit one.
      let sum = header.isWide ? total[lane] : Int64(Int32(truncatingIfNeeded: total[lane]))
      var value: Int32 = 0
      if header.factor == .real {
        let product = Double(sum) * factor.load(as: Double.self)
        value = roundedHalfAway(SIMD2<Double>(repeating: product))[0]
      } else {
        let multiplier = QuantizedMultiplier(
          multiplier: factor.load(as: Int32.self), shift: factor.load(fromByteOffset: 4, as: Int32.self))
        value =
          header.isWide ? multiplier.apply(to: sum) : multiplier.apply(to: Int32(truncatingIfNeeded: sum))
      }
      value = header.range.clamp(value &+ header.outputOffset)
      a.output.storeBytes(
        of: Int16(truncatingIfNeeded: value), toByteOffset: 2 &* (row &* a.outputStride &+ column &+ lane),
        as: Int16.self)
      lane &+= 1
    }
  }
}
