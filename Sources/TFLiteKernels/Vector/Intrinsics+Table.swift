#if !TFLITE_TIER || (TFLITE_X86 && arch(x86_64)) || (TFLITE_ARM && arch(arm64))

#if arch(x86_64)
import _Builtin_intrinsics.intel
#elseif arch(arm64)
import _Builtin_intrinsics.arm.neon
#endif
#if TFLITE_TIER
import TFLiteKernels
#endif

// Look-ups in a table of 256 bytes, a register of bytes at a time, where the processor has shuffles for it.

#if TFLITE_AVX512 && !TFLITE_EMULATED
/// A table of 256 bytes in registers, 64 of its bytes in each.
struct ByteTable {
  static let isFast = true
  private let first: Longs
  private let second: Longs
  private let third: Longs
  private let fourth: Longs

  @inline(__always)
  init(_ table: UnsafePointer<UInt8>, _ scratch: UnsafeMutableRawPointer) {
    let source = UnsafeRawPointer(table)
    first = source.lanes(0, as: Longs.self)
    second = source.lanes(64, as: Longs.self)
    third = source.lanes(128, as: Longs.self)
    fourth = source.lanes(192, as: Longs.self)
  }

  /// The pairs of table bytes that hold those of the indices, one index in each 16 bits.
  @inline(__always)
  private func pairs(_ indices: Longs) -> Longs {
    let pair = _mm512_srli_epi16(indices, 1)
    let low = _mm512_permutex2var_epi16(first, pair, second)
    let high = _mm512_permutex2var_epi16(third, pair, fourth)
    return _mm512_mask_blend_epi16(_mm512_test_epi16_mask(indices, Longs(repeating: 0x80_0080_0080_0080)), low, high)
  }

  /// The table's byte for each byte.
  @inline(__always)
  func callAsFunction(_ indices: Bytes) -> Bytes {
    let x = unsafeBitCast(indices, to: Longs.self)
    let one = Longs(repeating: 0x1_0001_0001_0001)
    let even = x & Longs(repeating: 0xFF_00FF_00FF_00FF)
    let odd = _mm512_srli_epi16(x, 8)
    // The wanted byte of a pair is shifted to where its index stood.
    let low = _mm512_srlv_epi16(pairs(even), _mm512_slli_epi16(even & one, 3))
    let high = _mm512_sllv_epi16(pairs(odd), _mm512_slli_epi16((odd & one) ^ one, 3))
    return unsafeBitCast(_mm512_mask_blend_epi8(0xAAAA_AAAA_AAAA_AAAA, low, high), to: Bytes.self)
  }
}
#elseif TFLITE_AVX2
/// A table of 256 bytes as sixteen pieces of sixteen, each looked up by a shuffle that gives zero for negative indices.
///
/// Indices are lowered by 16 from piece to piece, and a shuffle looks up those that are not negative. So an index below 128 is
/// looked up in every piece from the first to its own; one of 128 or more, negative at first, from where it wraps to its own.
/// Pieces hold differences, so that the exclusive or of all that was looked up is the entry.
struct ByteTable {
  static let isFast = true
  private let pieces: UnsafeMutableRawPointer

  /// `scratch` holds 256 bytes for as long as the table is used.
  @inline(__always)
  init(_ table: UnsafePointer<UInt8>, _ scratch: UnsafeMutableRawPointer) {
    let source = UnsafeRawPointer(table)
    @inline(__always) func piece(_ index: Int) -> SIMD2<UInt64> {
      index < 0 ? SIMD2<UInt64>() : source.lanes(16 &* index, as: SIMD2<UInt64>.self)
    }
    var index = 0
    while index < 16 {
      var difference = piece(index) ^ piece(index &- 1)
      if index >= 8 { difference = difference ^ piece(index &- 8) ^ piece(index &- 9) }
      scratch.put(difference, 16 &* index)
      index &+= 1
    }
    pieces = scratch
  }

  /// The table's byte for each byte.
  @inline(__always)
  func callAsFunction(_ indices: Bytes) -> Bytes {
    var x = unsafeBitCast(indices, to: Longs.self)
    var y = Longs()
    let step = Longs(repeating: 0x1010_1010_1010_1010)
    var index = 0
    while index < 8 {
      y = y ^ _mm256_shuffle_epi8(piece(index), x)
      x = _mm256_sub_epi8(x, step)
      index &+= 1
    }
    while index < 16 {
      y = y ^ _mm256_shuffle_epi8(piece(index), x)
      x = _mm256_subs_epi8(x, step)
      index &+= 1
    }
    return unsafeBitCast(y, to: Bytes.self)
  }

  @inline(__always)
  private func piece(_ index: Int) -> Longs {
    let half = UnsafeRawPointer(pieces).lanes(16 &* index, as: SIMD2<Int64>.self)
    return Longs(lowHalf: half, highHalf: half)
  }
}
#elseif arch(arm64)
/// A table of 256 bytes as four pieces of 64: a piece leaves alone what lies outside it.
struct ByteTable {
  static let isFast = true
  private let first: uint8x16x4_t
  private let second: uint8x16x4_t
  private let third: uint8x16x4_t
  private let fourth: uint8x16x4_t

  @inline(__always)
  init(_ table: UnsafePointer<UInt8>, _ scratch: UnsafeMutableRawPointer) {
    let source = UnsafeRawPointer(table)
    first = source.loadUnaligned(fromByteOffset: 0, as: uint8x16x4_t.self)
    second = source.loadUnaligned(fromByteOffset: 64, as: uint8x16x4_t.self)
    third = source.loadUnaligned(fromByteOffset: 128, as: uint8x16x4_t.self)
    fourth = source.loadUnaligned(fromByteOffset: 192, as: uint8x16x4_t.self)
  }

  /// The table's byte for each byte.
  @inline(__always)
  func callAsFunction(_ indices: Bytes) -> Bytes {
    let x = unsafeBitCast(indices, to: SIMD16<UInt8>.self)
    let piece = SIMD16<UInt8>(repeating: 64)
    var y = vqtbl4q_u8(first, x)
    y = vqtbx4q_u8(y, second, x &- piece)
    y = vqtbx4q_u8(y, third, x &- piece &- piece)
    return unsafeBitCast(vqtbx4q_u8(y, fourth, x &- piece &- piece &- piece), to: Bytes.self)
  }
}
#else
/// A table of 256 bytes where no shuffle reaches it.
struct ByteTable {
  static let isFast = false
  private let table: UnsafePointer<UInt8>

  @inline(__always)
  init(_ table: UnsafePointer<UInt8>, _ scratch: UnsafeMutableRawPointer) { self.table = table }

  /// The table's byte for each byte.
  @inline(__always)
  func callAsFunction(_ indices: Bytes) -> Bytes {
    var result = indices
    var i = 0
    while i < Bytes.scalarCount {
      result[i] = Int8(bitPattern: table[Int(UInt8(bitPattern: indices[i]))])
      i &+= 1
    }
    return result
  }
}
#endif

#endif
