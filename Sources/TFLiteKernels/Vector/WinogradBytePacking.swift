#if !TFLITE_TIER || (TFLITE_X86 && arch(x86_64)) || (TFLITE_ARM && arch(arm64))

#if TFLITE_TIER
import TFLiteKernels
#endif

// The packed form is described in WinogradByte.swift.

extension VectorKernels {
  /// The bytes of packed weights.
  static func packedSizeWinogradByte(_ shape: WinogradShape) -> Int {
    let layout = WinogradByteLayout(shape)
    return layout.weights + shape.products * layout.productSize
  }

  /// Bytes of memory that packing needs for itself.
  static func packingRoomWinogradByte(_ shape: WinogradShape) -> Int {
    filtersAtOnce * transformedSize(shape.geometry.inputDepth)
  }

  /// Filters that are packed together.
  private static var filtersAtOnce: Int { 4 }

  /// The bytes of a filter's transformed weights, `[36][depth]`.
  @inline(__always)
  private static func transformedSize(_ depth: Int) -> Int { 36 &* 2 &* depth }

  /// Transforms and packs int8 weights `[outputDepth][3][3][inputDepth]` for int8 inputs.
  static func packWinogradInt8(
    _ shape: WinogradShape, _ weights: UnsafePointer<Int8>, _ bias: UnsafePointer<Int32>?, _ q: Requantization,
    _ type: MatrixOutputType, _ room: UnsafeMutableRawPointer, _ packed: UnsafeMutableRawPointer
  ) {
    packInt8(directShape(shape, omitsWeights: true), weights, bias, q, type, packed)
    packWinogradByte(isSigned: true, shape, weights, q, room, packed)
  }

  /// The same of uint8, given by their bit patterns.
  static func packWinogradUInt8(
    _ shape: WinogradShape, _ weights: UnsafePointer<Int8>, _ bias: UnsafePointer<Int32>?, _ q: Requantization,
    _ type: MatrixOutputType, _ room: UnsafeMutableRawPointer, _ packed: UnsafeMutableRawPointer
  ) {
    packUInt8(directShape(shape, omitsWeights: true), weights, bias, q, type, packed)
    packWinogradByte(isSigned: false, shape, weights, q, room, packed)
  }

  /// The same for activations that are quantized while executing.
  static func packWinogradHybrid(
    _ shape: WinogradShape, _ weights: UnsafePointer<Int8>, _ bias: UnsafePointer<Float>?,
    _ scales: UnsafePointer<Float>, _ isPerChannel: Bool, _ range: FloatRange, _ room: UnsafeMutableRawPointer,
    _ packed: UnsafeMutableRawPointer
  ) {
    packHybrid(directShape(shape, omitsWeights: true), weights, bias, scales, isPerChannel, range, packed)
    // What is there instead of a bias are the sums of weights, which sums of activations begin with `signedShift` times.
    packTransformed(isSigned: true, shape, weights, offset: 0, surplus: 0, zeroPoint: 0, room, packed)
  }

  private static func packWinogradByte(
    isSigned: Bool, _ shape: WinogradShape, _ weights: UnsafePointer<Int8>, _ q: Requantization,
    _ room: UnsafeMutableRawPointer, _ packed: UnsafeMutableRawPointer
  ) {
    packTransformed(
      isSigned: isSigned, shape, weights, offset: q.weightsOffset,
      surplus: isSigned ? Tier.signedShift : 128 &- Tier.unsignedShift,
      zeroPoint: UInt8(truncatingIfNeeded: 0 &- q.inputOffset), room, packed)
  }

  /// - Parameters:
  ///   - offset: added to every weight.
  ///   - surplus: by how much the product of whole windows takes activations larger than they are here.
  ///   - zeroPoint: what pixels outside the image are.
  ///   - packed: begins with what the packed form of the product of whole windows has before its weights.
  @inline(never)
  private static func packTransformed(
    isSigned: Bool, _ shape: WinogradShape, _ weights: UnsafePointer<Int8>, offset: Int32, surplus: Int32,
    zeroPoint: UInt8, _ room: UnsafeMutableRawPointer, _ packed: UnsafeMutableRawPointer
  ) {
    assert(shape.validate(packed: packed))
    let g = shape.geometry
    let layout = WinogradByteLayout(shape)
    var header = packed.load(as: MatrixHeader.self)
    header.weightsOffset = 0
    packed.storeBytes(of: header, as: MatrixHeader.self)
    (packed + layout.border).initializeMemory(
      as: UInt8.self, repeating: zeroPoint, count: layout.weights &- layout.border)
    let size = transformedSize(g.inputDepth)
    var largest = WordSums()
    var filter = 0
    while filter < g.outputDepth {
      var i = 0
      while i < filtersAtOnce {
        let source = UnsafeRawPointer(weights + (filter &+ i) &* 9 &* g.inputDepth)
        let target = room + i &* size
        transformWeights(isSigned: isSigned, g.inputDepth, source, offset, target)
        largest.add(UnsafeRawPointer(target), products: 36, g.inputDepth)
        if surplus != 0 {
          let sum = sumOfWeights(isSigned: isSigned, 9 &* g.inputDepth, source, offset)
          let place = headerSize &+ 4 &* (filter &+ i)
          packed.storeBytes(
            of: packed.load(fromByteOffset: place, as: Int32.self) &+ surplus &* sum, toByteOffset: place,
            as: Int32.self)
        }
        i &+= 1
      }
      var e = 0
      while e < 36 {
        WordProduct.packFour(
          UnsafeRawPointer(room + 2 &* e &* g.inputDepth), stride: size, g.inputDepth,
          packed + (layout.weights &+ e &* layout.productSize), column: filter, panelSize: layout.panelSize)
        e &+= 1
      }
      filter &+= filtersAtOnce
    }
    packed.storeBytes(
      of: Int32(truncatingIfNeeded: largest.pairs(of: layout.pairs)), toByteOffset: layout.bytes.weights, as: Int32.self
    )
  }

  /// The sum of `count` weights, `offset` added to each.
  @inline(__always)
  private static func sumOfWeights(
    isSigned: Bool, _ count: Int, _ weights: UnsafeRawPointer, _ offset: Int32
  ) -> Int32 {
    // Signed weights are summed up as unsigned bytes, 128 more.
    let flip: UInt8 = isSigned ? 0x80 : 0
    let flips = SIMD16<UInt8>(repeating: flip)
    var sums = SIMD2<Int64>()
    var k = 0
    while k &+ 16 <= count {
      sums = sums &+ sumsOfBytes(weights.lanes(k, as: SIMD16<UInt8>.self) ^ flips)
      k &+= 16
    }
    var sum = sums[0] &+ sums[1]
    while k < count {
      sum &+= Int64(weights.load(fromByteOffset: k, as: UInt8.self) ^ flip)
      k &+= 1
    }
    return Int32(truncatingIfNeeded: sum &- Int64(flip) &* Int64(count)) &+ offset &* Int32(truncatingIfNeeded: count)
  }

  /// Writes the transformed weights of one filter, `[36][depth]`.
  @inline(__always)
  private static func transformWeights(
    isSigned: Bool, _ depth: Int, _ weights: UnsafeRawPointer, _ offset: Int32, _ target: UnsafeMutableRawPointer
  ) {
    let width = MemoryLayout<Shorts>.size
    let shorts = width / 2
    let offsets = Shorts(repeating: Int16(truncatingIfNeeded: offset))
    withStackMemory(18 &* width) { lines in
      var channel = 0
      while channel < depth {
        let first = min(channel, depth &- shorts)
        var x = 0
        while x < 3 {
          @inline(__always)
          func tap(_ y: Int) -> Shorts {
            let source = weights + ((3 &* y &+ x) &* depth &+ first)
            return (isSigned ? widenedSigned(shortsAt: source) : widenedUnsigned(shortsAt: source)) &+ offsets
          }
          transformWeights(tap(0), tap(1), tap(2)) { lines.put($1, (3 &* $0 &+ x) &* width) }
          x &+= 1
        }
        var y = 0
        while y < 6 {
          let line = UnsafeRawPointer(lines + 3 &* y &* width)
          let row = target + 2 &* (6 &* y &* depth &+ first)
          @inline(__always)
          func value(_ x: Int) -> Shorts { line.lanes(x &* width, as: Shorts.self) }
          transformWeights(value(0), value(1), value(2)) { row.put($1, 2 &* $0 &* depth) }
          y &+= 1
        }
        channel &+= shorts
      }
    }
  }

  /// Transforms a line of three weights and hands six on, their factors left out.
  @inline(__always)
  private static func transformWeights(_ a: Shorts, _ b: Shorts, _ c: Shorts, _ put: (Int, Shorts) -> Void) {
    let (two, four) = (b &+ b, c &+ c &+ c &+ c)
    let (near, far) = (a &+ c, a &+ four)
    put(0, a)
    put(1, near &+ b)
    put(2, near &- b)
    put(3, far &+ two)
    put(4, far &- two)
    put(5, c)
  }
}

/// The largest sums of magnitudes of transformed weights, which say how many products of pairs fit 32 bits.
private struct WordSums {
  /// Pairs of one part of a sum.
  private static var part: Int { 32 }
  /// Pairs that fit whatever the weights: 2 * 6 * (49 * 255) * (100 * 128) < 2^31.
  private static var anyPairs: Int { 6 }
  /// The largest magnitude of a transformed activation.
  private static var activation: Int { 100 &* 128 }

  private var whole = 0
  private var parts = 0

  /// Notes the weights of one filter, `[products][depth]`.
  @inline(__always)
  mutating func add(_ values: UnsafeRawPointer, products: Int, _ depth: Int) {
    var e = 0
    while e < products {
      add(values + 2 &* e &* depth, depth)
      e &+= 1
    }
  }

  /// Notes the weights of one filter and product.
  @inline(__always)
  private mutating func add(_ values: UnsafeRawPointer, _ depth: Int) {
    let shorts = MemoryLayout<Shorts>.size / 2
    var all = 0
    var first = 0
    while first < depth {
      let end = min(depth, first &+ 2 &* Self.part)
      var sums = Ints()
      while first &+ shorts <= end {
        let pairs = values.lanes(2 &* first, as: Ints.self)
        sums = sums &+ upperMagnitudes(pairs &<< Ints(repeating: 16)) &+ upperMagnitudes(pairs)
        first &+= shorts
      }
      var sum = sums.wrappedSum()
      while first < end {
        sum &+= abs(Int32(values.loadUnaligned(fromByteOffset: 2 &* first, as: Int16.self)))
        first &+= 1
      }
      parts = max(parts, Int(sum))
      all &+= Int(sum)
    }
    whole = max(whole, all)
  }

  /// The magnitudes of the upper halves.
  @inline(__always)
  private func upperMagnitudes(_ pairs: Ints) -> Ints { magnitudes(pairs &>> Ints(repeating: 16)) }

  /// The pairs that an instruction may sum up, of so many.
  func pairs(of count: Int) -> Int {
    let limit = Int(Int32.max) / Self.activation
    return whole <= limit ? count : parts <= limit ? Self.part : Self.anyPairs
  }
}

#endif
