#if TFLITE_TIER
  import TFLiteKernels
#endif

// Packed form: the header, then for each panel of 8 columns three records of 8 columns and the weights.
//   0   Int32  bias with the input's zero point folded in (hybrid: the sum of the weights)
//   32  requantization: Int32 multiplier, then Float 2^-shift; or Int32 multiplier, then Int32 shift; or Double scale
//       (hybrid: Float scale, then Float bias)
//   96  weights: for each tap and each pair of consecutive elements 16 Int8, ordered by `pairIndex`
// Columns and elements past the last are zeros. Uint8 weights are stored minus 128.

/// One register tile of 8-bit products: 4 rows by 8 columns, and the sums of the rows' values.
struct ByteTile {
  var c00 = SIMD4<Int32>(), c01 = SIMD4<Int32>(), c10 = SIMD4<Int32>(), c11 = SIMD4<Int32>()
  var c20 = SIMD4<Int32>(), c21 = SIMD4<Int32>(), c30 = SIMD4<Int32>(), c31 = SIMD4<Int32>()
  var s0 = SIMD4<Int32>(), s1 = SIMD4<Int32>(), s2 = SIMD4<Int32>(), s3 = SIMD4<Int32>()
}

/// The constants of one kind of 8-bit product; a type, so that each kind is compiled for itself.
protocol ByteKind {
  /// Whether inputs are int8.
  static var isSigned: Bool { get }
  /// Whether the sums of the inputs are needed, because the weights have a zero point.
  static var withSums: Bool { get }
}

enum SignedBytes: ByteKind {
  static var isSigned: Bool { true }
  static var withSums: Bool { false }
}

enum SignedBytesWithSums: ByteKind {
  static var isSigned: Bool { true }
  static var withSums: Bool { true }
}

enum UnsignedBytes: ByteKind {
  static var isSigned: Bool { false }
  static var withSums: Bool { false }
}

enum UnsignedBytesWithSums: ByteKind {
  static var isSigned: Bool { false }
  static var withSums: Bool { true }
}

extension VectorKernels {
  /// Columns of a register tile.
  static var byteColumnTile: Int { 8 }
  /// The bytes of a panel before its weights.
  static var bytePanelHead: Int { 96 }

  @inline(__always)
  static func bytePanelSize(_ shape: MatrixShape) -> Int {
    (bytePanelHead &+ shape.taps &* ((shape.depth &+ 1) / 2) &* 16 &+ 31) & ~31
  }

  /// The bytes of packed 8-bit weights.
  static func packedSizeByte(_ shape: MatrixShape) -> Int {
    MatrixHeader.size + (shape.columns + 7) / 8 * bytePanelSize(shape)
  }

  /// Writes the weights of one panel, flipped by `flip`, and the sum of each column's.
  @inline(__always)
  static func packPanel(
    _ shape: MatrixShape, _ weights: UnsafePointer<Int8>, _ first: Int, _ flip: Int8, _ panel: UnsafeMutableRawPointer
  ) -> SIMD8<Int32> {
    let target = (panel + bytePanelHead).assumingMemoryBound(to: Int8.self)
    let pairs = (shape.depth &+ 1) / 2
    var sums = SIMD8<Int32>()
    var tap = 0
    while tap < shape.taps {
      var pair = 0
      while pair < pairs {
        var column = 0
        while column < 8 {
          var parity = 0
          while parity < 2 {
            let d = 2 &* pair &+ parity
            var value: Int8 = 0
            if first &+ column < shape.columns, d < shape.depth {
              value =
                weights[
                  (first &+ column) &* shape.columnStride &+ (tap &* shape.depth &+ d) &* shape.elementStride] ^ flip
            }
            target[(tap &* pairs &+ pair) &* 16 &+ pairIndex(column, parity)] = value
            sums[column] &+= Int32(value)
            parity &+= 1
          }
          column &+= 1
        }
        pair &+= 1
      }
      tap &+= 1
    }
    return sums
  }

  /// Packs int8 weights for int8 inputs.
  static func packInt8(
    _ shape: MatrixShape, _ weights: UnsafePointer<Int8>, _ bias: UnsafePointer<Int32>?, _ q: Requantization,
    _ type: MatrixOutputType, _ packed: UnsafeMutableRawPointer
  ) {
    packByte(shape, weights, bias, q, type, packed, flip: 0, weightsOffset: q.weightsOffset)
  }

  /// Packs uint8 weights, given by their bit patterns, for uint8 inputs.
  static func packUInt8(
    _ shape: MatrixShape, _ weights: UnsafePointer<Int8>, _ bias: UnsafePointer<Int32>?, _ q: Requantization,
    _ type: MatrixOutputType, _ packed: UnsafeMutableRawPointer
  ) {
    packByte(shape, weights, bias, q, type, packed, flip: -128, weightsOffset: q.weightsOffset &+ 128)
  }

  @inline(__always)
  private static func packByte(
    _ shape: MatrixShape, _ weights: UnsafePointer<Int8>, _ bias: UnsafePointer<Int32>?, _ q: Requantization,
    _ type: MatrixOutputType, _ packed: UnsafeMutableRawPointer, flip: Int8, weightsOffset: Int32
  ) {
    var header = MatrixHeader(q, type, columns: shape.columns)
    header.weightsOffset = weightsOffset
    packed.storeBytes(of: header, as: MatrixHeader.self)
    let elements = Int32(truncatingIfNeeded: shape.taps &* shape.depth)
    let constant = elements &* weightsOffset &* q.inputOffset
    var first = 0
    while first < shape.columns {
      let panel = packed + (MatrixHeader.size &+ first / 8 &* bytePanelSize(shape))
      let sums = packPanel(shape, weights, first, flip, panel)
      var column = 0
      while column < 8 {
        let isInside = first &+ column < shape.columns
        let value =
          isInside ? (bias?[first &+ column] ?? 0) &+ sums[column] &* q.inputOffset &+ constant : 0
        panel.storeBytes(of: value, toByteOffset: 4 &* column, as: Int32.self)
        packFactor(header.factor, q, isInside ? first &+ column : 0, column, panel)
        column &+= 1
      }
      first &+= 8
    }
  }

  /// Writes the requantization of one column of a panel.
  @inline(__always)
  static func packFactor(
    _ factor: MatrixHeader.Factor, _ q: Requantization, _ channel: Int, _ column: Int, _ panel: UnsafeMutableRawPointer
  ) {
    switch factor {
    case .none: break
    case .real:
      panel.storeBytes(of: q.scales?[channel &* q.stride] ?? 0, toByteOffset: 32 &+ 8 &* column, as: Double.self)
    case .rightShift, .anyShift:
      guard let multiplier = q.multipliers?[channel &* q.stride] else { return }
      panel.storeBytes(of: multiplier.multiplier, toByteOffset: 32 &+ 4 &* column, as: Int32.self)
      if factor == .anyShift {
        panel.storeBytes(of: multiplier.shift, toByteOffset: 64 &+ 4 &* column, as: Int32.self)
      } else {
        let inverse = Float(bitPattern: UInt32(bitPattern: 127 &+ multiplier.shift) &<< 23)
        panel.storeBytes(of: inverse, toByteOffset: 64 &+ 4 &* column, as: Float.self)
      }
    }
  }

  /// The 8 values at `run`, widened.
  @inline(__always)
  static func widened(_ run: UnsafeRawPointer, isSigned: Bool) -> SIMD8<Int16> {
    isSigned
      ? SIMD8<Int16>(truncatingIfNeeded: run.lanes(0, as: SIMD8<Int8>.self))
      : SIMD8<Int16>(truncatingIfNeeded: run.lanes(0, as: SIMD8<UInt8>.self))
  }

  /// The first `count` values at `run`, widened, 1 to 7 of them; the others are zero.
  @inline(__always)
  private static func widened(_ run: UnsafeRawPointer, first count: Int, isSigned: Bool) -> SIMD8<Int16> {
    var bits: UInt64 = 0
    var offset = 0
    if count & 4 != 0 {
      bits = UInt64(run.loadUnaligned(as: UInt32.self))
      offset = 4
    }
    if count & 2 != 0 {
      bits |= UInt64(run.loadUnaligned(fromByteOffset: offset, as: UInt16.self)) &<< UInt64(offset &* 8)
      offset &+= 2
    }
    if count & 1 != 0 {
      bits |= UInt64(run.load(fromByteOffset: offset, as: UInt8.self)) &<< UInt64(offset &* 8)
    }
    return isSigned
      ? SIMD8<Int16>(truncatingIfNeeded: unsafeBitCast(bits, to: SIMD8<Int8>.self))
      : SIMD8<Int16>(truncatingIfNeeded: unsafeBitCast(bits, to: SIMD8<UInt8>.self))
  }

  /// The products of `rows` rows (a constant) with one panel's weights; row sums when `withSums` (a constant).
  @inline(__always)
  static func byteTile<Kind: ByteKind>(
    _ rows: Int, _ kind: Kind.Type, _ a: MatrixArguments, _ row: Int, _ panel: UnsafeRawPointer
  ) -> ByteTile {
    var t = ByteTile()
    var b = panel + bytePanelHead
    let ones = SIMD8<Int16>(repeating: 1)
    let whole = a.shape.depth & ~7
    let rest = a.shape.depth & 7
    let taps = a.shape.taps
    var tap = 0
    while tap < taps {
      let r0 = runPointer(a, row, tap, size: 1)
      let r1 = rows > 1 ? runPointer(a, row &+ 1, tap, size: 1) : r0
      let r2 = rows > 2 ? runPointer(a, row &+ 2, tap, size: 1) : r0
      let r3 = rows > 3 ? runPointer(a, row &+ 3, tap, size: 1) : r0
      var k = 0
      while k < whole {
        let a0 = widened(r0 + k, isSigned: Kind.isSigned)
        let a1 = rows > 1 ? widened(r1 + k, isSigned: Kind.isSigned) : a0
        let a2 = rows > 2 ? widened(r2 + k, isSigned: Kind.isSigned) : a0
        let a3 = rows > 3 ? widened(r3 + k, isSigned: Kind.isSigned) : a0
        if Kind.withSums {
          t.s0 = t.s0 &+ multiplyAddPairs(a0, ones)
          if rows > 1 { t.s1 = t.s1 &+ multiplyAddPairs(a1, ones) }
          if rows > 2 { t.s2 = t.s2 &+ multiplyAddPairs(a2, ones) }
          if rows > 3 { t.s3 = t.s3 &+ multiplyAddPairs(a3, ones) }
        }
        accumulate(rows, &t, b, a0, a1, a2, a3, pair: 0)
        accumulate(rows, &t, b + 16, a0, a1, a2, a3, pair: 1)
        accumulate(rows, &t, b + 32, a0, a1, a2, a3, pair: 2)
        accumulate(rows, &t, b + 48, a0, a1, a2, a3, pair: 3)
        b += 64
        k &+= 8
      }
      if rest != 0 {
        let a0 = widened(r0 + k, first: rest, isSigned: Kind.isSigned)
        let a1 = rows > 1 ? widened(r1 + k, first: rest, isSigned: Kind.isSigned) : a0
        let a2 = rows > 2 ? widened(r2 + k, first: rest, isSigned: Kind.isSigned) : a0
        let a3 = rows > 3 ? widened(r3 + k, first: rest, isSigned: Kind.isSigned) : a0
        if Kind.withSums {
          t.s0 = t.s0 &+ multiplyAddPairs(a0, ones)
          if rows > 1 { t.s1 = t.s1 &+ multiplyAddPairs(a1, ones) }
          if rows > 2 { t.s2 = t.s2 &+ multiplyAddPairs(a2, ones) }
          if rows > 3 { t.s3 = t.s3 &+ multiplyAddPairs(a3, ones) }
        }
        accumulate(rows, &t, b, a0, a1, a2, a3, pair: 0)
        if rest > 2 { accumulate(rows, &t, b + 16, a0, a1, a2, a3, pair: 1) }
        if rest > 4 { accumulate(rows, &t, b + 32, a0, a1, a2, a3, pair: 2) }
        if rest > 6 { accumulate(rows, &t, b + 48, a0, a1, a2, a3, pair: 3) }
        b += (rest &+ 1) / 2 &* 16
      }
      tap &+= 1
    }
    return t
  }

  @inline(__always)
  private static func accumulate(
    _ rows: Int, _ t: inout ByteTile, _ b: UnsafeRawPointer, _ a0: SIMD8<Int16>, _ a1: SIMD8<Int16>,
    _ a2: SIMD8<Int16>, _ a3: SIMD8<Int16>, pair: Int
  ) {
    let b0 = SIMD8<Int16>(truncatingIfNeeded: b.lanes(0, as: SIMD8<Int8>.self))
    let b1 = SIMD8<Int16>(truncatingIfNeeded: b.lanes(8, as: SIMD8<Int8>.self))
    t.c00 = pairDot(t.c00, b0, a0, pair: pair)
    t.c01 = pairDot(t.c01, b1, a0, pair: pair)
    if rows > 1 {
      t.c10 = pairDot(t.c10, b0, a1, pair: pair)
      t.c11 = pairDot(t.c11, b1, a1, pair: pair)
    }
    if rows > 2 {
      t.c20 = pairDot(t.c20, b0, a2, pair: pair)
      t.c21 = pairDot(t.c21, b1, a2, pair: pair)
    }
    if rows > 3 {
      t.c30 = pairDot(t.c30, b0, a3, pair: pair)
      t.c31 = pairDot(t.c31, b1, a3, pair: pair)
    }
  }

  /// The product of int8 rows with packed int8 weights.
  static func runInt8(
    _ a: MatrixArguments, _ rowBegin: Int, _ rowEnd: Int, _ columnBegin: Int, _ columnEnd: Int
  ) {
    let header = a.packed.load(as: MatrixHeader.self)
    if header.weightsOffset == 0 {
      byteBlocks(SignedBytes.self, header, a, rowBegin, rowEnd, columnBegin, columnEnd)
    } else {
      byteBlocks(SignedBytesWithSums.self, header, a, rowBegin, rowEnd, columnBegin, columnEnd)
    }
  }

  /// The product of uint8 rows with packed uint8 weights.
  static func runUInt8(
    _ a: MatrixArguments, _ rowBegin: Int, _ rowEnd: Int, _ columnBegin: Int, _ columnEnd: Int
  ) {
    let header = a.packed.load(as: MatrixHeader.self)
    if header.weightsOffset == 0 {
      byteBlocks(UnsignedBytes.self, header, a, rowBegin, rowEnd, columnBegin, columnEnd)
    } else {
      byteBlocks(UnsignedBytesWithSums.self, header, a, rowBegin, rowEnd, columnBegin, columnEnd)
    }
  }

  @inline(__always)
  private static func byteBlocks<Kind: ByteKind>(
    _ kind: Kind.Type, _ header: MatrixHeader, _ a: MatrixArguments, _ rowBegin: Int, _ rowEnd: Int,
    _ columnBegin: Int, _ columnEnd: Int
  ) {
    assert(columnBegin % byteColumnTile == 0 && columnEnd <= a.shape.columns)
    assert(a.offsets == nil || a.paddingRow != nil)
    // The rows of one block stay in the second-level cache while all panels pass.
    let block = max(1, 131072 / max(1, a.shape.taps &* a.shape.depth &* 4)) &* 4
    let size = bytePanelSize(a.shape)
    var row = rowBegin
    while row < rowEnd {
      let blockEnd = min(rowEnd, row &+ block)
      var column = columnBegin
      while column < columnEnd {
        let panel = a.packed + (MatrixHeader.size &+ column / 8 &* size)
        let columns = min(8, columnEnd &- column)
        var first = row
        while blockEnd &- first >= 4 {
          fullProduct(kind, header, a, first, panel, column, columns)
          first &+= 4
        }
        if first < blockEnd { restProduct(kind, blockEnd &- first, header, a, first, panel, column, columns) }
        column &+= 8
      }
      row = blockEnd
    }
  }

  // A tile is a function of its own, so that nothing outside its loop competes for registers.

  @inline(never)
  private static func fullProduct<Kind: ByteKind>(
    _ kind: Kind.Type, _ header: MatrixHeader, _ a: MatrixArguments, _ row: Int, _ panel: UnsafeRawPointer,
    _ column: Int, _ columns: Int
  ) {
    finish(4, byteTile(4, kind, a, row, panel), kind, header, a, row, panel, column, columns)
  }

  @inline(never)
  private static func restProduct<Kind: ByteKind>(
    _ kind: Kind.Type, _ rows: Int, _ header: MatrixHeader, _ a: MatrixArguments, _ row: Int,
    _ panel: UnsafeRawPointer, _ column: Int, _ columns: Int
  ) {
    switch rows {
    case 1: finish(1, byteTile(1, kind, a, row, panel), kind, header, a, row, panel, column, columns)
    case 2: finish(2, byteTile(2, kind, a, row, panel), kind, header, a, row, panel, column, columns)
    default: finish(3, byteTile(3, kind, a, row, panel), kind, header, a, row, panel, column, columns)
    }
  }

  @inline(__always)
  private static func finish<Kind: ByteKind>(
    _ rows: Int, _ t: ByteTile, _ kind: Kind.Type, _ header: MatrixHeader, _ a: MatrixArguments, _ row: Int,
    _ panel: UnsafeRawPointer, _ column: Int, _ columns: Int
  ) {
    let target = row &* a.outputStride &+ column
    finishRow(t.c00, t.c01, t.s0, Kind.withSums, header, a, target, panel, columns)
    if rows > 1 { finishRow(t.c10, t.c11, t.s1, Kind.withSums, header, a, target &+ a.outputStride, panel, columns) }
    if rows > 2 {
      finishRow(t.c20, t.c21, t.s2, Kind.withSums, header, a, target &+ 2 &* a.outputStride, panel, columns)
    }
    if rows > 3 {
      finishRow(t.c30, t.c31, t.s3, Kind.withSums, header, a, target &+ 3 &* a.outputStride, panel, columns)
    }
  }

  @inline(__always)
  private static func finishRow(
    _ c0: SIMD4<Int32>, _ c1: SIMD4<Int32>, _ sums: SIMD4<Int32>, _ withSums: Bool, _ header: MatrixHeader,
    _ a: MatrixArguments, _ target: Int, _ panel: UnsafeRawPointer, _ columns: Int
  ) {
    var x0 = c0 &+ panel.lanes(0, as: SIMD4<Int32>.self)
    var x1 = c1 &+ panel.lanes(16, as: SIMD4<Int32>.self)
    if withSums {
      let correction = SIMD4<Int32>(
        repeating: (sums[0] &+ sums[1] &+ sums[2] &+ sums[3]) &* header.weightsOffset)
      x0 = x0 &+ correction
      x1 = x1 &+ correction
    }
    storeRequantized(x0, x1, header, panel + 32, panel + 64, a.output, target, columns)
  }

  /// Requantizes 8 columns of accumulators and stores the first `columns` at element `target`.
  ///
  /// `factors` holds 8 multipliers (8 real factors), `shifts` 8 values of 2^-shift or 8 shifts.
  @inline(__always)
  static func storeRequantized(
    _ c0: SIMD4<Int32>, _ c1: SIMD4<Int32>, _ header: MatrixHeader, _ factors: UnsafeRawPointer,
    _ shifts: UnsafeRawPointer, _ output: UnsafeMutableRawPointer, _ target: Int, _ columns: Int
  ) {
    var x0 = c0
    var x1 = c1
    switch header.factor {
    case .rightShift:
      x0 = roundingRightShift(
        roundingDoublingHighMultiply(x0, factors.lanes(0, as: SIMD4<Int32>.self)),
        inverse: shifts.lanes(0, as: SIMD4<Float>.self))
      x1 = roundingRightShift(
        roundingDoublingHighMultiply(x1, factors.lanes(16, as: SIMD4<Int32>.self)),
        inverse: shifts.lanes(16, as: SIMD4<Float>.self))
    case .real:
      x0 = roundedProduct(x0, factors.lanes(0, as: SIMD2<Double>.self), factors.lanes(16, as: SIMD2<Double>.self))
      x1 = roundedProduct(x1, factors.lanes(32, as: SIMD2<Double>.self), factors.lanes(48, as: SIMD2<Double>.self))
    case .anyShift:
      (x0, x1) = requantizedSlowly(x0, x1, factors, shifts)
    case .none:
      let address = output + target &* 4
      if columns == 8 {
        address.put(x0, 0)
        address.put(x1, 16)
      } else {
        address.put(first: columns, of: SIMD8<Int32>(lowHalf: x0, highHalf: x1), 0)
      }
      return
    }
    let offset = SIMD4<Int32>(repeating: header.outputOffset)
    let lower = SIMD4<Int32>(repeating: header.range.lower)
    let upper = SIMD4<Int32>(repeating: header.range.upper)
    let y = SIMD8<Int32>(
      lowHalf: (x0 &+ offset).bounded(lower, upper), highHalf: (x1 &+ offset).bounded(lower, upper))
    if header.outputType == .int16 {
      let values = SIMD8<Int16>(truncatingIfNeeded: y)
      if columns == 8 {
        output.put(values, target &* 2)
      } else {
        output.put(first: columns, of: values, target &* 2)
      }
    } else {
      let values = SIMD8<Int8>(truncatingIfNeeded: y)
      if columns == 8 {
        output.put(values, target)
      } else {
        output.put(first: columns, of: values, target)
      }
    }
  }

  /// Requantization by multipliers of any sign and shift.
  @inline(never)
  private static func requantizedSlowly(
    _ x0: SIMD4<Int32>, _ x1: SIMD4<Int32>, _ factors: UnsafeRawPointer, _ shifts: UnsafeRawPointer
  ) -> (SIMD4<Int32>, SIMD4<Int32>) {
    var x = SIMD8<Int32>(lowHalf: x0, highHalf: x1)
    var lane = 0
    while lane < 8 {
      let multiplier = QuantizedMultiplier(
        multiplier: factors.load(fromByteOffset: 4 &* lane, as: Int32.self),
        shift: shifts.load(fromByteOffset: 4 &* lane, as: Int32.self))
      x[lane] = multiplier.apply(to: x[lane])
      lane &+= 1
    }
    return (x.lowHalf, x.highHalf)
  }
}
