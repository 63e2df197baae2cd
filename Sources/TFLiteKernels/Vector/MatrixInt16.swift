#if !TFLITE_TIER || (TFLITE_X86 && arch(x86_64)) || (TFLITE_ARM && arch(arm64))

#if TFLITE_TIER
import TFLiteKernels
#endif

// Packed form: the header, then for each panel of `byteColumnTile` columns what becomes of sums and the weights.
//   Int64   biases with zero points folded in: of each vector of columns those of even lanes, then those of odd ones
//   Double  real factors; or Int32 significands (32-bit accumulators: whole, 64-bit ones: reduced to 16 bits), then Int32 shifts
//   Int16   pairs of consecutive weights of each tap, or of all taps where runs are joined: as many vectors of them as a panel has
// Int16 weights are two of such a panel, one behind the other: what is left of a weight without multiples of 256, -128 to 127, and how
// many of these there are. Columns and elements past the last are zeros.

extension MatrixShape {
  /// Whether runs of rows of int16 are copied to where they lie together: many short ones, or such as would end within a pair.
  @inline(__always)
  var joinsRuns: Bool { depth & 1 != 0 || taps > 1 && depth < 32 }

  /// The same with joined runs as one.
  @inline(__always)
  var withJoinedRuns: MatrixShape {
    var shape = self
    if joinsRuns { (shape.taps, shape.depth) = (1, taps &* depth) }
    return shape
  }
}

extension VectorKernels {
  /// Pairs of products whose sums stay within 32 bits: 2 * 240 products of at most 2^22.
  static var wideStretch: Int { 240 }
  static var widePanelHead: Int { 16 &* byteColumnTile }

  @inline(__always)
  static func widePanelSize(_ shape: MatrixShape) -> Int {
    (widePanelHead &+ (shape.hasWideWeights ? 2 : 1) &* wideWeightsSize(shape) &+ 63) & ~63
  }

  /// The bytes of a panel's pairs of weights.
  @inline(__always)
  static func wideWeightsSize(_ shape: MatrixShape) -> Int {
    let shape = shape.withJoinedRuns
    return shape.taps &* ((shape.depth &+ 1) / 2) &* 4 &* byteColumnTile
  }

  /// The bytes of packed int8 weights for int16 inputs, or of int16 ones.
  static func packedSizeInt16(_ shape: MatrixShape) -> Int {
    headerSize + (shape.columns + byteColumnTile - 1) / byteColumnTile * widePanelSize(shape)
  }

  /// Packs int8 weights, or int16 ones, for int16 inputs; a 64-bit bias makes accumulators 64 bits wide.
  static func packInt16(
    _ shape: MatrixShape, _ weights: UnsafePointer<Int8>, _ bias: WideBias, _ q: Requantization,
    _ packed: UnsafeMutableRawPointer
  ) {
    assert(shape.validate(packing: packed))
    assert(!shape.hasWideWeights || q.inputOffset == 0 && q.weightsOffset == 0, "offsets beside int16 weights")
    let shape = shape.withJoinedRuns
    if shape.hasWideWeights { packWideWeights(shape, UnsafeRawPointer(weights), packed) }
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
      let isPlain = isInside && shape.elementStride == 1
      var tap = 0
      while tap < shape.taps && !shape.hasWideWeights {
        var d = 0
        if isPlain {
          let source = weights + (column &* shape.columnStride &+ tap &* shape.depth)
          while d < shape.depth & ~1 {
            let (even, odd) = (Int16(source[d]), Int16(source[d &+ 1]))
            sum &+= Int64(even &+ odd)
            target.storeBytes(of: even, toByteOffset: 2 &* broadcastWeightIndex(lane, 0), as: Int16.self)
            target.storeBytes(of: odd, toByteOffset: 2 &* broadcastWeightIndex(lane, 1), as: Int16.self)
            target += 4 &* byteColumnTile
            d &+= 2
          }
        }
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
      let place = vector &* lanesPerVector &+ (lane & 1) &* (lanesPerVector / 2) &+ lane / 2
      panel.storeBytes(of: value, toByteOffset: 8 &* place, as: Int64.self)
      let factors = panel + 8 &* byteColumnTile
      let source = (isInside ? column : 0) &* q.stride
      if let scales = q.scales {
        factors.storeBytes(of: scales[source], toByteOffset: 8 &* inside, as: Double.self)
      } else if let multipliers = q.multipliers {
        let multiplier = multipliers[source]
        factors.storeBytes(
          of: header.isWide ? multiplier.reducedSignificand : multiplier.multiplier, toByteOffset: 4 &* inside,
          as: Int32.self)
        factors.storeBytes(of: multiplier.shift, toByteOffset: 4 &* (byteColumnTile &+ inside), as: Int32.self)
      }
      column &+= 1
    }
  }

  /// Packs int16 weights as multiples of 256 and what is left.
  private static func packWideWeights(
    _ shape: MatrixShape, _ weights: UnsafeRawPointer, _ packed: UnsafeMutableRawPointer
  ) {
    let size = wideWeightsSize(shape)
    var column = 0
    while column < (shape.columns &+ byteColumnTile &- 1) / byteColumnTile &* byteColumnTile {
      let panel = packed + (headerSize &+ column / byteColumnTile &* widePanelSize(shape))
      var target = panel + (widePanelHead &+ 4 &* (column % byteColumnTile))
      let count = max(0, min(lanesPerVector, shape.columns &- column))
      @inline(__always)
      func values(_ tap: Int, _ d: Int) -> Ints {
        if d >= shape.depth { return Ints() }
        let place = (tap &* shape.depth &+ d) &* shape.elementStride
        if shape.columnStride == 1, count > 0 {
          let source = weights + 2 &* (column &+ place)
          return widenedShorts(
            count == lanesPerVector
              ? source.lanes(0, as: NarrowShorts.self) : source.lanes(first: count, 0, as: NarrowShorts.self))
        }
        var gathered = Ints()
        var lane = 0
        while lane < count {
          let offset = 2 &* ((column &+ lane) &* shape.columnStride &+ place)
          gathered[lane] = Int32(weights.loadUnaligned(fromByteOffset: offset, as: Int16.self))
          lane &+= 1
        }
        return gathered
      }
      var tap = 0
      while tap < shape.taps {
        var d = 0
        while d < shape.depth {
          let (even, odd) = (values(tap, d), values(tap, d &+ 1))
          let (evenRest, oddRest) = (rest(even), rest(odd))
          target.put(wordPairs(evenRest, oddRest), 0)
          target.put(wordPairs((even &- evenRest) &>> 8, (odd &- oddRest) &>> 8), size)
          target += 4 &* byteColumnTile
          d &+= 2
        }
        tap &+= 1
      }
      column &+= lanesPerVector
    }
  }

  /// What is left of numbers without multiples of 256, -128 to 127.
  @inline(__always)
  private static func rest(_ x: Ints) -> Ints { (x &<< 24) &>> 24 }

  /// The lower halves of both, those of `even` first.
  @inline(__always)
  private static func wordPairs(_ even: Ints, _ odd: Ints) -> Ints { (even & 0xFFFF) | (odd &<< 16) }

  /// The product of int16 rows with packed int8 weights, or int16 ones.
  static func runInt16(
    _ a: MatrixArguments, _ rowBegin: Int, _ rowEnd: Int, _ columnBegin: Int, _ columnEnd: Int
  ) {
    assert(a.validate(rowBegin, rowEnd, columnBegin, columnEnd, columnTile: byteColumnTile))
    withStackMemory(WideProduct.roomSize) {
      WideProduct(a, room: $0).run(rowBegin, rowEnd, columnBegin, columnEnd)
    }
  }
}

#endif
