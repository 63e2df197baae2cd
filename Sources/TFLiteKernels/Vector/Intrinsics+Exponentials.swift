#if !TFLITE_TIER || (TFLITE_X86 && arch(x86_64)) || (TFLITE_ARM && arch(arm64))

#if arch(x86_64)
import _Builtin_intrinsics.intel
#elseif arch(arm64)
import _Builtin_intrinsics.arm.neon
#endif
#if TFLITE_TIER
import TFLiteKernels
#endif

// Sums of what bytes stand for in a table of numbers of 20 bits, a register of bytes at a time, where the processor has shuffles
// that reach far enough. Numbers are cut into parts that shuffles can look up; each part is summed by itself.

#if TFLITE_AVX512 && !TFLITE_EMULATED
/// A sum of the entries of a table of `64 * Pieces` numbers, in registers as words: 15 bits and those above.
struct TableSum<Pieces: Count> {
  static var isFast: Bool { true }

  /// 32 words in each.
  private struct Words {
    let a: Longs
    let b: Longs
    let c: Longs
    let d: Longs
    let e: Longs
    let f: Longs
    let g: Longs
    let h: Longs

    @inline(__always)
    init(_ source: UnsafeRawPointer) {
      @inline(__always) func register(_ index: Int) -> Longs {
        source.lanes(index < 2 &* Pieces.value ? 64 &* index : 0, as: Longs.self)
      }
      (a, b, c, d) = (register(0), register(1), register(2), register(3))
      (e, f, g, h) = (register(4), register(5), register(6), register(7))
    }

    /// The word for each index, of 16 bits.
    @inline(__always)
    func callAsFunction(_ index: Longs) -> Longs {
      let first = _mm512_permutex2var_epi16(a, index, b)
      if Pieces.value == 1 { return first }
      let isInSecond = _mm512_test_epi16_mask(index, Longs(repeating: 0x40_0040_0040_0040))
      let lower = _mm512_mask_blend_epi16(isInSecond, first, _mm512_permutex2var_epi16(c, index, d))
      if Pieces.value == 2 { return lower }
      let upper = _mm512_mask_blend_epi16(
        isInSecond, _mm512_permutex2var_epi16(e, index, f), _mm512_permutex2var_epi16(g, index, h))
      return _mm512_mask_blend_epi16(
        _mm512_test_epi16_mask(index, Longs(repeating: 0x80_0080_0080_0080)), lower, upper)
    }
  }

  private let low: Words
  private let high: Words
  private var lowSum = Longs()
  private var highSum = Longs()

  /// Writes a table of 256 numbers to 1024 bytes for `init`.
  static func store(_ table: UnsafePointer<Int32>, _ parts: UnsafeMutableRawPointer) {
    var index = 0
    while index < 256 {
      parts.storeBytes(of: Int16(table[index] & 0x7FFF), toByteOffset: 2 &* index, as: Int16.self)
      parts.storeBytes(
        of: Int16(truncatingIfNeeded: table[index] &>> 15), toByteOffset: 512 &+ 2 &* index, as: Int16.self)
      index &+= 1
    }
  }

  /// - Parameter parts: what `store` wrote. Entry `64 * Pieces - 1` stands for all larger bytes too.
  @inline(__always)
  init(_ parts: UnsafeRawPointer) {
    low = Words(parts)
    high = Words(parts + 512)
  }

  /// Adds the entries of as many bytes as there are lanes.
  @inline(__always)
  mutating func add(_ indices: Bytes) {
    var x = unsafeBitCast(indices, to: Longs.self)
    if Pieces.value == 1 { x = _mm512_min_epu8(x, Longs(repeating: 0x3F3F_3F3F_3F3F_3F3F)) }
    if Pieces.value == 2 { x = _mm512_min_epu8(x, Longs(repeating: 0x7F7F_7F7F_7F7F_7F7F)) }
    let even = x & Longs(repeating: 0xFF_00FF_00FF_00FF)
    let odd = _mm512_srli_epi16(x, 8)
    let one = Longs(repeating: 0x1_0001_0001_0001)
    lowSum = _mm512_dpwssd_epi32(_mm512_dpwssd_epi32(lowSum, low(even), one), low(odd), one)
    highSum = _mm512_dpwssd_epi32(_mm512_dpwssd_epi32(highSum, high(even), one), high(odd), one)
  }

  /// The sum, wrapping.
  @inline(__always)
  var total: Int32 {
    sumOfLanes(unsafeBitCast(lowSum, to: Ints.self)) &+ sumOfLanes(unsafeBitCast(highSum, to: Ints.self)) &<< 15
  }
}
#elseif arch(arm64)
/// A sum of the entries of a table of `64 * Pieces` numbers, as bytes.
struct TableSum<Pieces: Count> {
  static var isFast: Bool { true }

  /// 64 bytes in each.
  private struct Plane {
    let a: uint8x16x4_t
    let b: uint8x16x4_t
    let c: uint8x16x4_t
    let d: uint8x16x4_t

    @inline(__always)
    init(_ source: UnsafeRawPointer) {
      @inline(__always) func piece(_ index: Int) -> uint8x16x4_t {
        source.loadUnaligned(fromByteOffset: index < Pieces.value ? 64 &* index : 0, as: uint8x16x4_t.self)
      }
      (a, b, c, d) = (piece(0), piece(1), piece(2), piece(3))
    }

    /// The byte for each index, 0 beyond the table.
    @inline(__always)
    func callAsFunction(_ x: SIMD16<UInt8>) -> SIMD16<UInt8> {
      let piece = SIMD16<UInt8>(repeating: 64)
      var y = vqtbl4q_u8(a, x)
      if Pieces.value > 1 { y = vqtbx4q_u8(y, b, x &- piece) }
      if Pieces.value > 2 {
        y = vqtbx4q_u8(y, c, x &- piece &- piece)
        y = vqtbx4q_u8(y, d, x &- piece &- piece &- piece)
      }
      return y
    }
  }

  private let low: Plane
  private let middle: Plane
  private let high: Plane
  private var lowSum = SIMD4<UInt32>()
  private var middleSum = SIMD4<UInt32>()
  private var highSum = SIMD4<UInt32>()

  /// Writes a table of 256 numbers to 1024 bytes for `init`.
  static func store(_ table: UnsafePointer<Int32>, _ parts: UnsafeMutableRawPointer) {
    var index = 0
    while index < 256 {
      let number = table[index]
      parts.storeBytes(of: UInt8(truncatingIfNeeded: number), toByteOffset: index, as: UInt8.self)
      parts.storeBytes(of: UInt8(truncatingIfNeeded: number &>> 8), toByteOffset: 256 &+ index, as: UInt8.self)
      parts.storeBytes(of: UInt8(truncatingIfNeeded: number &>> 16), toByteOffset: 512 &+ index, as: UInt8.self)
      index &+= 1
    }
  }

  /// - Parameter parts: what `store` wrote. Entries from `64 * Pieces` on are zero.
  @inline(__always)
  init(_ parts: UnsafeRawPointer) {
    low = Plane(parts)
    middle = Plane(parts + 256)
    high = Plane(parts + 512)
  }

  /// Adds the entries of as many bytes as there are lanes.
  @inline(__always)
  mutating func add(_ indices: Bytes) {
    let x = unsafeBitCast(indices, to: SIMD16<UInt8>.self)
    lowSum = vpadalq_u16(lowSum, vpaddlq_u8(low(x)))
    middleSum = vpadalq_u16(middleSum, vpaddlq_u8(middle(x)))
    highSum = vpadalq_u16(highSum, vpaddlq_u8(high(x)))
  }

  /// The sum, wrapping.
  @inline(__always)
  var total: Int32 {
    let sum = lowSum &+ (middleSum &<< SIMD4(repeating: 8)) &+ (highSum &<< SIMD4(repeating: 16))
    return Int32(bitPattern: vaddvq_u32(sum))
  }
}
#else
/// A sum of the entries of a table where no shuffle reaches it.
struct TableSum<Pieces: Count> {
  static var isFast: Bool { false }
  private let parts: UnsafePointer<Int32>
  /// The sum, wrapping.
  private(set) var total: Int32 = 0

  /// Writes a table of 256 numbers to 1024 bytes for `init`.
  static func store(_ table: UnsafePointer<Int32>, _ parts: UnsafeMutableRawPointer) {
    parts.copyMemory(from: table, byteCount: 1024)
  }

  /// - Parameter parts: what `store` wrote.
  @inline(__always)
  init(_ parts: UnsafeRawPointer) { self.parts = parts.assumingMemoryBound(to: Int32.self) }

  /// Adds the entries of as many bytes as there are lanes.
  @inline(__always)
  mutating func add(_ indices: Bytes) {
    var i = 0
    while i < Bytes.scalarCount {
      total = total &+ parts[Int(UInt8(bitPattern: indices[i]))]
      i &+= 1
    }
  }
}
#endif

#endif
