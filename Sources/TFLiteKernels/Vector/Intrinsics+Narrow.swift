#if !TFLITE_TIER || (TFLITE_X86 && arch(x86_64)) || (TFLITE_ARM && arch(arm64))

#if arch(x86_64)
import _Builtin_intrinsics.intel
#elseif arch(arm64)
import _Builtin_intrinsics.arm.neon
#endif
#if TFLITE_TIER
import TFLiteKernels
#endif

/// Cuts eight floats to 64 bits; false, and nothing that counts is written, where one may not fit or there is no instruction.
@inline(__always)
func putTruncatedLongs(_ source: UnsafeRawPointer, _ target: UnsafeMutableRawPointer) -> Bool {
  #if TFLITE_AVX512 && !TFLITE_EMULATED
  let x = source.lanes(0, as: SIMD8<Float>.self)
  target.put(_mm512_cvttps_epi64(x), 0)
  let magnitude = unsafeBitCast(x, to: SIMD8<Int32>.self) & SIMD8<Int32>(repeating: Int32.max)
  let excess = SIMD8<Int32>(repeating: 0x5EFF_FFFF) &- magnitude
  return _mm256_movemask_ps(unsafeBitCast(excess, to: SIMD8<Float>.self)) == 0
  #else
  return false
  #endif
}

/// Scaled sums to bytes: an offset is added, the sums are clamped and packed.
struct ByteBounds {
  #if TFLITE_AVX512 && !TFLITE_EMULATED
  private typealias Packet = SIMD64<Int8>
  private let offset: Longs
  #elseif TFLITE_AVX2
  private typealias Packet = SIMD16<Int8>
  private let offset: Longs
  #elseif arch(arm64)
  private typealias Packet = SIMD16<Int8>
  private let offset: Shorts
  #elseif arch(x86_64) && !TFLITE_AVX512
  // Sums are clamped as shorts, since there are no extremes of signed bytes.
  private typealias Packet = Shorts
  private let offset: Shorts
  #else
  private typealias Packet = Ints
  private let offset: Ints
  #endif
  private let lower: Packet
  private let upper: Packet
  private(set) var isSigned: Bool

  /// Whether four rows of one panel, or two of two panels, are packed together.
  static var packsRows: Bool { panels > 1 }

  /// The panels of columns that are packed together.
  static var panels: Int {
    #if arch(x86_64) && !TFLITE_AVX2 && !TFLITE_AVX512
    4
    #else
    MemoryLayout<Packet>.size / lanesPerVector / MemoryLayout<Packet.Scalar>.size
    #endif
  }

  @inline(__always)
  init(_ offset: Int32, _ range: IntegerRange, isSigned: Bool) {
    #if TFLITE_AVX2 || (TFLITE_AVX512 && !TFLITE_EMULATED)
    self.offset = unsafeBitCast(Shorts(repeating: Int16(truncatingIfNeeded: offset)), to: Longs.self)
    #elseif arch(arm64) || (arch(x86_64) && !TFLITE_AVX512)
    self.offset = Shorts(repeating: Int16(truncatingIfNeeded: offset))
    #else
    self.offset = Ints(repeating: offset)
    #endif
    lower = Packet(repeating: Packet.Scalar(truncatingIfNeeded: range.lower))
    upper = Packet(repeating: Packet.Scalar(truncatingIfNeeded: range.upper))
    self.isSigned = isSigned
  }

  /// The same with `isSigned` as a constant.
  @inline(__always)
  func known(isSigned: Bool) -> Self {
    var result = self
    result.isSigned = isSigned
    return result
  }

  /// Writes the first `count` bytes of `panels` panels of sums, a constant; further vectors do not matter.
  @inline(__always)
  func store(
    _ panels: Int, _ x0: Ints, _ x1: Ints, _ x2: Ints, _ x3: Ints, _ target: UnsafeMutableRawPointer, first count: Int
  ) {
    #if TFLITE_AVX512 && !TFLITE_EMULATED
    let packet = packed(x0, x1, x2, x3)
    if count < panels &* 16 {
      _mm512_mask_storeu_epi8(target, (1 &<< UInt64(truncatingIfNeeded: count)) &- 1, packet)
    } else if panels == 4 {
      target.put(packet, 0)
    } else if panels == 1 {
      target.put(packet.lowHalf.lowHalf, 0)
    } else {
      target.put(packet.lowHalf, 0)
      if panels == 3 { target.put(packet.highHalf.lowHalf, 32) }
    }
    #elseif TFLITE_AVX2
    let shorts = _mm256_adds_epi16(
      _mm256_packs_epi32(unsafeBitCast(x0, to: Longs.self), unsafeBitCast(x1, to: Longs.self)), offset)
    let least = unsafeBitCast(lower, to: SIMD2<Int64>.self)
    let most = unsafeBitCast(upper, to: SIMD2<Int64>.self)
    let bytes =
      isSigned
      ? _mm_min_epi8(_mm_max_epi8(_mm_packs_epi16(shorts.lowHalf, shorts.highHalf), least), most)
      : _mm_min_epu8(_mm_max_epu8(_mm_packus_epi16(shorts.lowHalf, shorts.highHalf), least), most)
    let words = unsafeBitCast(bytes, to: SIMD4<Int32>.self)
    if panels == 1 {
      target.store(unsafeBitCast(SIMD2<Int32>(words[0], words[2]), to: SIMD8<Int8>.self), first: count)
    } else {
      target.store(
        unsafeBitCast(SIMD4<Int32>(words[0], words[2], words[1], words[3]), to: SIMD16<Int8>.self), first: count)
    }
    #elseif arch(arm64) || (arch(x86_64) && !TFLITE_AVX512)
    if panels > 2 {
      target.store(packed(x0, x1, x2, x3), first: count)
    } else if panels == 2 {
      target.store(packed(x0, x1, x0, x1).lowHalf, first: count)
    } else {
      target.store(packed(x0, x0, x0, x0).lowHalf.lowHalf, first: count)
    }
    #else
    target.store(narrowedBytes(clamped(x0 &+ offset, lower, upper)), first: count)
    #endif
  }

  /// Writes one panel of four rows, `count` bytes each, to rows `stride` bytes apart.
  @inline(__always)
  func storeRows(
    _ x0: Ints, _ x1: Ints, _ x2: Ints, _ x3: Ints, _ target: UnsafeMutableRawPointer, stride: Int, first count: Int
  ) {
    #if TFLITE_AVX512 && !TFLITE_EMULATED
    let packet = packed(x0, x1, x2, x3)
    let rows = (packet.lowHalf.lowHalf, packet.lowHalf.highHalf, packet.highHalf.lowHalf, packet.highHalf.highHalf)
    if count == 16 {
      target.put(rows.0, 0)
      target.put(rows.1, stride)
      target.put(rows.2, 2 &* stride)
      target.put(rows.3, 3 &* stride)
    } else {
      let mask = UInt16((UInt32(1) &<< UInt32(truncatingIfNeeded: count)) &- 1)
      _mm_mask_storeu_epi8(target, mask, rows.0)
      _mm_mask_storeu_epi8(target + stride, mask, rows.1)
      _mm_mask_storeu_epi8(target + 2 &* stride, mask, rows.2)
      _mm_mask_storeu_epi8(target + 3 &* stride, mask, rows.3)
    }
    #elseif TFLITE_AVX2
    let rows = packed(x0, x1, x2, x3)
    target.store(unsafeBitCast(rows[0], to: SIMD8<Int8>.self), first: count)
    (target + stride).store(unsafeBitCast(rows[1], to: SIMD8<Int8>.self), first: count)
    (target + 2 &* stride).store(unsafeBitCast(rows[2], to: SIMD8<Int8>.self), first: count)
    (target + 3 &* stride).store(unsafeBitCast(rows[3], to: SIMD8<Int8>.self), first: count)
    #elseif arch(arm64) || (arch(x86_64) && !TFLITE_AVX512)
    let packet = packed(x0, x1, x2, x3)
    target.store(packet.lowHalf.lowHalf, first: count)
    (target + stride).store(packet.lowHalf.highHalf, first: count)
    (target + 2 &* stride).store(packet.highHalf.lowHalf, first: count)
    (target + 3 &* stride).store(packet.highHalf.highHalf, first: count)
    #else
    store(1, x0, x0, x0, x0, target, first: count)
    store(1, x1, x1, x1, x1, target + stride, first: count)
    store(1, x2, x2, x2, x2, target + 2 &* stride, first: count)
    store(1, x3, x3, x3, x3, target + 3 &* stride, first: count)
    #endif
  }

  /// Writes two panels of two rows, `count` bytes each and more than one panel has, to rows `stride` bytes apart.
  @inline(__always)
  func storePairs(
    _ x0: Ints, _ x1: Ints, _ y0: Ints, _ y1: Ints, _ target: UnsafeMutableRawPointer, stride: Int, first count: Int
  ) {
    #if TFLITE_AVX512 && !TFLITE_EMULATED
    let packet = packed(x0, x1, y0, y1)
    if count == 32 {
      target.put(packet.lowHalf, 0)
      target.put(packet.highHalf, stride)
    } else {
      let mask = UInt32((UInt64(1) &<< UInt64(truncatingIfNeeded: count)) &- 1)
      _mm256_mask_storeu_epi8(target, mask, packet.lowHalf)
      _mm256_mask_storeu_epi8(target + stride, mask, packet.highHalf)
    }
    #elseif TFLITE_AVX2
    let pairs = packed(x0, x1, y0, y1)
    target.store(unsafeBitCast(pairs.lowHalf, to: SIMD16<Int8>.self), first: count)
    (target + stride).store(unsafeBitCast(pairs.highHalf, to: SIMD16<Int8>.self), first: count)
    #elseif arch(arm64) || (arch(x86_64) && !TFLITE_AVX512)
    let packet = packed(x0, x1, y0, y1)
    target.store(packet.lowHalf, first: count)
    (target + stride).store(packet.highHalf, first: count)
    #else
    store(1, x0, x0, x0, x0, target, first: lanesPerVector)
    store(1, x1, x1, x1, x1, target + lanesPerVector, first: count &- lanesPerVector)
    store(1, y0, y0, y0, y0, target + stride, first: lanesPerVector)
    store(1, y1, y1, y1, y1, target + stride + lanesPerVector, first: count &- lanesPerVector)
    #endif
  }

  #if arch(arm64)
  @inline(__always)
  private func packed(_ x0: Ints, _ x1: Ints, _ x2: Ints, _ x3: Ints) -> Packet {
    let low = vqaddq_s16(vqmovn_high_s32(vqmovn_s32(x0), x1), offset)
    let high = vqaddq_s16(vqmovn_high_s32(vqmovn_s32(x2), x3), offset)
    if isSigned { return vminq_s8(vmaxq_s8(vqmovn_high_s16(vqmovn_s16(low), high), lower), upper) }
    let bytes = vqmovun_high_s16(vqmovun_s16(low), high)
    let least = unsafeBitCast(lower, to: SIMD16<UInt8>.self)
    let most = unsafeBitCast(upper, to: SIMD16<UInt8>.self)
    return unsafeBitCast(vminq_u8(vmaxq_u8(bytes, least), most), to: Packet.self)
  }
  #elseif TFLITE_AVX2
  @inline(__always)
  private func packed(_ x0: Ints, _ x1: Ints, _ x2: Ints, _ x3: Ints) -> Longs {
    let low = _mm256_adds_epi16(
      _mm256_packs_epi32(unsafeBitCast(x0, to: Longs.self), unsafeBitCast(x1, to: Longs.self)), offset)
    let high = _mm256_adds_epi16(
      _mm256_packs_epi32(unsafeBitCast(x2, to: Longs.self), unsafeBitCast(x3, to: Longs.self)), offset)
    let least = Longs(repeating: unsafeBitCast(lower, to: SIMD2<Int64>.self)[0])
    let most = Longs(repeating: unsafeBitCast(upper, to: SIMD2<Int64>.self)[0])
    let bytes =
      isSigned
      ? _mm256_min_epi8(_mm256_max_epi8(_mm256_packs_epi16(low, high), least), most)
      : _mm256_min_epu8(_mm256_max_epu8(_mm256_packus_epi16(low, high), least), most)
    // Packing goes by halves of the registers.
    let words = unsafeBitCast(bytes, to: SIMD8<Int32>.self)
    return unsafeBitCast(
      SIMD8<Int32>(words[0], words[4], words[1], words[5], words[2], words[6], words[3], words[7]),
      to: Longs.self)
  }
  #elseif TFLITE_AVX512 && !TFLITE_EMULATED
  @inline(__always)
  private func packed(_ x0: Ints, _ x1: Ints, _ x2: Ints, _ x3: Ints) -> Longs {
    let low = _mm512_adds_epi16(
      _mm512_packs_epi32(unsafeBitCast(x0, to: Longs.self), unsafeBitCast(x1, to: Longs.self)), offset)
    let high = _mm512_adds_epi16(
      _mm512_packs_epi32(unsafeBitCast(x2, to: Longs.self), unsafeBitCast(x3, to: Longs.self)), offset)
    let least = unsafeBitCast(lower, to: Longs.self)
    let most = unsafeBitCast(upper, to: Longs.self)
    let bytes =
      isSigned
      ? _mm512_min_epi8(_mm512_max_epi8(_mm512_packs_epi16(low, high), least), most)
      : _mm512_min_epu8(_mm512_max_epu8(_mm512_packus_epi16(low, high), least), most)
    // Packing goes by quarters of the registers.
    let order = Ints(0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15)
    return _mm512_permutexvar_epi32(unsafeBitCast(order, to: Longs.self), bytes)
  }
  #elseif arch(x86_64) && !TFLITE_AVX512
  @inline(__always)
  private func packed(_ x0: Ints, _ x1: Ints, _ x2: Ints, _ x3: Ints) -> SIMD16<Int8> {
    let (low, high) = (shorts(x0, x1), shorts(x2, x3))
    return unsafeBitCast(isSigned ? _mm_packs_epi16(low, high) : _mm_packus_epi16(low, high), to: SIMD16<Int8>.self)
  }

  @inline(__always)
  private func shorts(_ low: Ints, _ high: Ints) -> Longs {
    let x = _mm_adds_epi16(
      _mm_packs_epi32(unsafeBitCast(low, to: Longs.self), unsafeBitCast(high, to: Longs.self)),
      unsafeBitCast(offset, to: Longs.self))
    return _mm_min_epi16(
      _mm_max_epi16(x, unsafeBitCast(lower, to: Longs.self)), unsafeBitCast(upper, to: Longs.self))
  }
  #endif
}

#endif
