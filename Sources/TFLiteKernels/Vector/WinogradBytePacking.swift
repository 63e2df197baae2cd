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
    max(packedSizeByte(directShape(shape)), 2 * shape.products * shape.geometry.inputDepth)
  }

  /// Transforms and packs int8 weights `[outputDepth][3][3][inputDepth]` for int8 inputs.
  static func packWinogradInt8(
    _ shape: WinogradShape, _ weights: UnsafePointer<Int8>, _ bias: UnsafePointer<Int32>?, _ q: Requantization,
    _ type: MatrixOutputType, _ room: UnsafeMutableRawPointer, _ packed: UnsafeMutableRawPointer
  ) {
    packInt8(directShape(shape), weights, bias, q, type, room)
    packWinogradByte(isSigned: true, shape, weights, q, room, packed)
  }

  /// The same of uint8, given by their bit patterns.
  static func packWinogradUInt8(
    _ shape: WinogradShape, _ weights: UnsafePointer<Int8>, _ bias: UnsafePointer<Int32>?, _ q: Requantization,
    _ type: MatrixOutputType, _ room: UnsafeMutableRawPointer, _ packed: UnsafeMutableRawPointer
  ) {
    packUInt8(directShape(shape), weights, bias, q, type, room)
    packWinogradByte(isSigned: false, shape, weights, q, room, packed)
  }

  /// The same for activations that are quantized while executing.
  static func packWinogradHybrid(
    _ shape: WinogradShape, _ weights: UnsafePointer<Int8>, _ bias: UnsafePointer<Float>?,
    _ scales: UnsafePointer<Float>, _ isPerChannel: Bool, _ range: FloatRange, _ room: UnsafeMutableRawPointer,
    _ packed: UnsafeMutableRawPointer
  ) {
    packHybrid(directShape(shape), weights, bias, scales, isPerChannel, range, room)
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
  ///   - room: the packed form of the product of whole windows, whose head is taken over.
  @inline(never)
  private static func packTransformed(
    isSigned: Bool, _ shape: WinogradShape, _ weights: UnsafePointer<Int8>, offset: Int32, surplus: Int32,
    zeroPoint: UInt8, _ room: UnsafeMutableRawPointer, _ packed: UnsafeMutableRawPointer
  ) {
    assert(shape.validate(packed: packed))
    let g = shape.geometry
    let layout = WinogradByteLayout(shape)
    packed.copyMemory(from: UnsafeRawPointer(room), byteCount: layout.bytes.weights)
    var header = packed.load(as: MatrixHeader.self)
    header.weightsOffset = 0
    packed.storeBytes(of: header, as: MatrixHeader.self)
    (packed + layout.border).initializeMemory(
      as: UInt8.self, repeating: zeroPoint, count: layout.weights &- layout.border)
    let transformed = room.assumingMemoryBound(to: Int16.self)
    var largest = WordSums()
    var filter = 0
    while filter < g.outputDepth {
      let source = UnsafeRawPointer(weights + filter &* 9 &* g.inputDepth)
      let sum = transformWeights(isSigned: isSigned, g.inputDepth, source, offset, transformed)
      let place = headerSize &+ 4 &* filter
      packed.storeBytes(
        of: packed.load(fromByteOffset: place, as: Int32.self) &+ surplus &* sum, toByteOffset: place, as: Int32.self)
      var e = 0
      while e < 36 {
        let values = UnsafeRawPointer(room + 2 &* e &* g.inputDepth)
        largest.add(values, g.inputDepth)
        WordProduct.pack(
          values, g.inputDepth, packed + (layout.weights &+ e &* layout.productSize), column: filter,
          panelSize: layout.panelSize)
        e &+= 1
      }
      filter &+= 1
    }
    packed.storeBytes(
      of: Int32(truncatingIfNeeded: largest.pairs(of: layout.pairs)), toByteOffset: layout.bytes.weights, as: Int32.self
    )
  }

  /// Writes the transformed weights of one filter, `[36][depth]`.
  /// - Returns: the sum of the weights.
  @inline(__always)
  private static func transformWeights(
    isSigned: Bool, _ depth: Int, _ weights: UnsafeRawPointer, _ offset: Int32, _ target: UnsafeMutablePointer<Int16>
  ) -> Int32 {
    var sum: Int32 = 0
    var channel = 0
    while channel < depth {
      @inline(__always)
      func tap(_ index: Int) -> Int16 {
        let byte = weights.load(fromByteOffset: index &* depth &+ channel, as: UInt8.self)
        let value = isSigned ? Int16(Int8(bitPattern: byte)) : Int16(byte)
        return value &+ Int16(truncatingIfNeeded: offset)
      }
      var rows = InlineWords()
      var x = 0
      while x < 3 {
        let (a, b, c) = (tap(x), tap(3 &+ x), tap(6 &+ x))
        sum &+= Int32(a) &+ Int32(b) &+ Int32(c)
        rows[x] = transformedWeights(a, b, c)
        x &+= 1
      }
      var y = 0
      while y < 6 {
        let line = transformedWeights(rows[0][y], rows[1][y], rows[2][y])
        var x = 0
        while x < 6 {
          target[(6 &* y &+ x) &* depth &+ channel] = line[x]
          x &+= 1
        }
        y &+= 1
      }
      channel &+= 1
    }
    return sum
  }

  /// A line of weights, its factors left out.
  @inline(__always)
  private static func transformedWeights(_ a: Int16, _ b: Int16, _ c: Int16) -> SIMD8<Int16> {
    let (near, far) = (a &+ c, a &+ 4 &* c)
    return SIMD8(a, near &+ b, near &- b, far &+ 2 &* b, far &- 2 &* b, c, 0, 0)
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

  /// Notes the weights of one filter and product.
  @inline(__always)
  mutating func add(_ values: UnsafeRawPointer, _ depth: Int) {
    var all = 0
    var first = 0
    while first < depth {
      let end = min(depth, first &+ 2 &* Self.part)
      var sum: Int32 = 0
      while first < end {
        sum &+= abs(Int32(values.loadUnaligned(fromByteOffset: 2 &* first, as: Int16.self)))
        first &+= 1
      }
      parts = max(parts, Int(sum))
      all &+= Int(sum)
    }
    whole = max(whole, all)
  }

  /// The pairs that an instruction may sum up, of so many.
  func pairs(of count: Int) -> Int {
    let limit = Int(Int32.max) / Self.activation
    return whole <= limit ? count : parts <= limit ? Self.part : Self.anyPairs
  }
}

/// Three lines of transformed weights.
private struct InlineWords {
  private var lines = (SIMD8<Int16>(), SIMD8<Int16>(), SIMD8<Int16>())

  @inline(__always)
  subscript(_ index: Int) -> SIMD8<Int16> {
    get { index == 0 ? lines.0 : index == 1 ? lines.1 : lines.2 }
    set { if index == 0 { lines.0 = newValue } else if index == 1 { lines.1 = newValue } else { lines.2 = newValue } }
  }
}

#endif
