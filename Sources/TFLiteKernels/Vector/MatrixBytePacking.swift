#if !TFLITE_TIER || (TFLITE_X86 && arch(x86_64)) || (TFLITE_ARM && arch(arm64))

#if TFLITE_TIER
import TFLiteKernels
#endif

// How 8-bit weights come into panels; see MatrixByte.swift.

extension VectorKernels {
  /// Writes all weights, flipped by `flip`.
  static func packWeights(
    _ shape: MatrixShape, _ layout: ByteLayout, _ weights: UnsafePointer<Int8>, flip: Int8,
    _ packed: UnsafeMutableRawPointer
  ) {
    if layout.longColumns > 0 { return packLong(shape, layout, weights, flip: flip, packed) }
    let depth = shape.taps &* shape.depth
    var first = 0
    while first < layout.columns {
      let panel = packed + (layout.weights &+ layout.panel(first))
      let pitch = layout.pitch(first)
      // Whole groups of whole panels of contiguous filters move as words.
      let isPlain = shape.elementStride == 1 && shape.columns &- first >= lanesPerVector && shape.windowRows <= 1
      let whole = isPlain ? depth / groupSize : 0
      if whole > 0 {
        packGroups(weights + first &* shape.columnStride, shape.columnStride, whole, flip, panel, pitch)
      }
      var group = whole
      while group < layout.groups {
        packGroup(shape, weights, first, group, flip, panel + group &* pitch)
        group &+= 1
      }
      first &+= lanesPerVector
    }
  }

  /// The first `groups` groups of a whole panel, `pitch` bytes apart.
  @inline(__always)
  private static func packGroups(
    _ weights: UnsafePointer<Int8>, _ stride: Int, _ groups: Int, _ flip: Int8, _ panel: UnsafeMutableRawPointer,
    _ pitch: Int
  ) {
    let word = UInt64(UInt8(bitPattern: flip)) &* 0x0101_0101_0101_0101
    var group = 0
    if groupSize == 4 { group = packFours(weights, stride, groups, UInt32(truncatingIfNeeded: word), panel, pitch) }
    if groupSize == 2, Tier.hasColumnGroups, lanesPerVector <= 8, Tier.panelsTogether == 1 {
      group = packPairs(weights, stride, groups, UInt16(truncatingIfNeeded: word), panel)
    }
    while group < groups {
      var source = UnsafeRawPointer(weights) + group &* groupSize
      let target = panel + group &* pitch
      var column = 0
      while column < lanesPerVector {
        if groupSize == 8 {
          target.storeBytes(
            of: source.loadUnaligned(as: UInt64.self) ^ word, toByteOffset: 8 &* column, as: UInt64.self)
        } else if groupSize == 4 {
          let four = source.loadUnaligned(as: UInt32.self) ^ UInt32(truncatingIfNeeded: word)
          target.storeBytes(of: four, toByteOffset: 4 &* column, as: UInt32.self)
        } else {
          let pair = source.loadUnaligned(as: UInt16.self) ^ UInt16(truncatingIfNeeded: word)
          target.storeBytes(
            of: UInt8(truncatingIfNeeded: pair), toByteOffset: groupIndex(column, 0), as: UInt8.self)
          target.storeBytes(
            of: UInt8(truncatingIfNeeded: pair &>> 8), toByteOffset: groupIndex(column, 1), as: UInt8.self)
        }
        source += stride
        column &+= 1
      }
      group &+= 1
    }
  }

  /// Groups of four bytes, sixteen bytes of four columns at a time, and returns how many there are.
  @inline(__always)
  private static func packFours(
    _ weights: UnsafePointer<Int8>, _ stride: Int, _ groups: Int, _ flips: UInt32, _ panel: UnsafeMutableRawPointer,
    _ pitch: Int
  ) -> Int {
    let word = SIMD4<UInt32>(repeating: flips)
    var group = 0
    while groups &- group >= 4 {
      let source = UnsafeRawPointer(weights) + 4 &* group
      let target = panel + group &* pitch
      var column = 0
      while column < lanesPerVector {
        let a = source.lanes(column &* stride, as: SIMD4<UInt32>.self) ^ word
        let b = source.lanes((column &+ 1) &* stride, as: SIMD4<UInt32>.self) ^ word
        let c = source.lanes((column &+ 2) &* stride, as: SIMD4<UInt32>.self) ^ word
        let d = source.lanes((column &+ 3) &* stride, as: SIMD4<UInt32>.self) ^ word
        transposeFours(a, b, c, d) { target.put($1, $0 &* pitch &+ 4 &* column) }
        column &+= 4
      }
      group &+= 4
    }
    return group
  }

  /// Groups of two bytes of a panel by itself, sixteen bytes of four columns or eight at a time, and returns how many there are.
  @inline(__always)
  private static func packPairs(
    _ weights: UnsafePointer<Int8>, _ stride: Int, _ groups: Int, _ flips: UInt16, _ panel: UnsafeMutableRawPointer
  ) -> Int {
    let size = 2 &* lanesPerVector
    var group = 0
    while groups &- group >= 8 {
      let source = UnsafeRawPointer(weights) + 2 &* group
      let target = panel + group &* size
      let x = FourColumns(source, stride, flips)
      if lanesPerVector == 4 {
        target.put(x.x0, 0)
        target.put(x.x1, 16)
        target.put(x.x2, 32)
        target.put(x.x3, 48)
      } else {
        let y = FourColumns(source + 4 &* stride, stride, flips)
        putHalves(target, x.x0, y.x0)
        putHalves(target + 32, x.x1, y.x1)
        putHalves(target + 64, x.x2, y.x2)
        putHalves(target + 96, x.x3, y.x3)
      }
      group &+= 8
    }
    return group
  }

  /// The lower halves, and behind them the upper ones.
  @inline(__always)
  private static func putHalves(_ target: UnsafeMutableRawPointer, _ a: SIMD4<UInt32>, _ b: SIMD4<UInt32>) {
    target.put(SIMD4(lowHalf: a.lowHalf, highHalf: b.lowHalf), 0)
    target.put(SIMD4(lowHalf: a.highHalf, highHalf: b.highHalf), 16)
  }

  /// Eight pairs of bytes of each of four columns, in turn: two pairs of all in each vector.
  private struct FourColumns {
    let x0, x1, x2, x3: SIMD4<UInt32>

    @inline(__always)
    init(_ source: UnsafeRawPointer, _ stride: Int, _ flips: UInt16) {
      let word = SIMD8<UInt16>(repeating: flips)
      let a = source.lanes(0, as: SIMD8<UInt16>.self) ^ word
      let b = source.lanes(stride, as: SIMD8<UInt16>.self) ^ word
      let c = source.lanes(2 &* stride, as: SIMD8<UInt16>.self) ^ word
      let d = source.lanes(3 &* stride, as: SIMD8<UInt16>.self) ^ word
      let (ab, cd) = (Self.inTurn(a.lowHalf, b.lowHalf), Self.inTurn(c.lowHalf, d.lowHalf))
      (x0, x1) = (VectorKernels.lows(ab, cd), VectorKernels.highs(ab, cd))
      let (ef, gh) = (Self.inTurn(a.highHalf, b.highHalf), Self.inTurn(c.highHalf, d.highHalf))
      (x2, x3) = (VectorKernels.lows(ef, gh), VectorKernels.highs(ef, gh))
    }

    @inline(__always)
    private static func inTurn(_ a: SIMD4<UInt16>, _ b: SIMD4<UInt16>) -> SIMD4<UInt32> {
      unsafeBitCast(
        SIMD8<UInt16>(a[0], b[0], a[1], b[1], a[2], b[2], a[3], b[3]), to: SIMD4<UInt32>.self)
    }
  }

  /// Hands on the first words of four vectors, then the second, third and fourth ones.
  @inline(__always)
  static func transposeFours(
    _ a: SIMD4<UInt32>, _ b: SIMD4<UInt32>, _ c: SIMD4<UInt32>, _ d: SIMD4<UInt32>,
    _ put: (Int, SIMD4<UInt32>) -> Void
  ) {
    // Two vectors at a time, which the compiler makes one instruction of.
    let (x, y) = (lows(a, c), lows(b, d))
    let (z, w) = (highs(a, c), highs(b, d))
    put(0, lows(x, y))
    put(1, highs(x, y))
    put(2, lows(z, w))
    put(3, highs(z, w))
  }

  /// The words of the lower halves in turn.
  @inline(__always)
  fileprivate static func lows(_ a: SIMD4<UInt32>, _ b: SIMD4<UInt32>) -> SIMD4<UInt32> {
    SIMD4(a[0], b[0], a[1], b[1])
  }

  /// The words of the upper halves in turn.
  @inline(__always)
  fileprivate static func highs(_ a: SIMD4<UInt32>, _ b: SIMD4<UInt32>) -> SIMD4<UInt32> {
    SIMD4(a[2], b[2], a[3], b[3])
  }

  /// Any group of a panel that begins at column `first`.
  @inline(__always)
  private static func packGroup(
    _ shape: MatrixShape, _ weights: UnsafePointer<Int8>, _ first: Int, _ group: Int, _ flip: Int8,
    _ target: UnsafeMutableRawPointer
  ) {
    let length = shape.rowLength
    let rowGroups = (length &+ groupSize &- 1) / groupSize
    let row = group / rowGroups
    var lane = 0
    while lane < lanesPerVector {
      var element = 0
      while element < groupSize {
        let place = (group &- row &* rowGroups) &* groupSize &+ element
        let k = row &* length &+ place
        let isInside = first &+ lane < shape.columns && place < length
        let value =
          isInside ? weights[(first &+ lane) &* shape.columnStride &+ k &* shape.elementStride] ^ flip : 0
        target.storeBytes(of: value, toByteOffset: groupIndex(lane, element), as: Int8.self)
        element &+= 1
      }
      lane &+= 1
    }
  }

  /// The sum of one column's weights as they are packed.
  @inline(__always)
  static func columnSum(_ shape: MatrixShape, _ weights: UnsafePointer<Int8>, _ column: Int, flip: Int8) -> Int32 {
    if column >= shape.columns { return 0 }
    let depth = shape.taps &* shape.depth
    let source = weights + column &* shape.columnStride
    var k = 0
    var sum: Int32 = 0
    if shape.elementStride == 1 {
      // Weights are stored minus 128; flipped, they are unsigned bytes, 128 more.
      let flips = SIMD16<UInt8>(repeating: UInt8(bitPattern: flip) ^ 0x80)
      var sums = SIMD2<Int64>()
      while k &+ 16 <= depth {
        sums = sums &+ sumsOfBytes(UnsafeRawPointer(source + k).lanes(0, as: SIMD16<UInt8>.self) ^ flips)
        k &+= 16
      }
      sum = Int32(truncatingIfNeeded: sums[0] &+ sums[1] &- Int64(128 &* k))
    }
    while k < depth {
      sum &+= Int32(source[k &* shape.elementStride] ^ flip)
      k &+= 1
    }
    return sum
  }

  /// The sum of the magnitudes of one column's weights as they are packed.
  static func columnMagnitudes(
    _ shape: MatrixShape, _ weights: UnsafePointer<Int8>, _ column: Int, flip: Int8
  ) -> Int64 {
    let source = weights + column &* shape.columnStride
    var sum: Int64 = 0
    for k in 0..<shape.taps &* shape.depth { sum &+= Int64((source[k &* shape.elementStride] ^ flip).magnitude) }
    return sum
  }
}

#endif
