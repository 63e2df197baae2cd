#if arch(x86_64)
  import _Builtin_intrinsics.intel
#endif
#if TFLITE_TIER
  import TFLiteKernels
#endif

// Conversions of whole vectors between bytes, words and floats.

extension PacketSums {
  /// The unsigned bytes of a register as words.
  @inline(__always)
  init(unsigned bytes: Bytes) {
    #if TFLITE_AVX512 && !TFLITE_EMULATED
      let x = unsafeBitCast(bytes, to: Longs.self)
      let low = _mm512_unpacklo_epi8(x, Longs())
      let high = _mm512_unpackhi_epi8(x, Longs())
      self.init(
        unsafeBitCast(_mm512_unpacklo_epi16(low, Longs()), to: Ints.self),
        unsafeBitCast(_mm512_unpackhi_epi16(low, Longs()), to: Ints.self),
        unsafeBitCast(_mm512_unpacklo_epi16(high, Longs()), to: Ints.self),
        unsafeBitCast(_mm512_unpackhi_epi16(high, Longs()), to: Ints.self))
    #elseif TFLITE_AVX2
      let x = unsafeBitCast(bytes, to: Longs.self)
      let low = _mm256_unpacklo_epi8(x, Longs())
      let high = _mm256_unpackhi_epi8(x, Longs())
      self.init(
        unsafeBitCast(_mm256_unpacklo_epi16(low, Longs()), to: Ints.self),
        unsafeBitCast(_mm256_unpackhi_epi16(low, Longs()), to: Ints.self),
        unsafeBitCast(_mm256_unpacklo_epi16(high, Longs()), to: Ints.self),
        unsafeBitCast(_mm256_unpackhi_epi16(high, Longs()), to: Ints.self))
    #elseif arch(x86_64) && !TFLITE_AVX512
      let x = unsafeBitCast(bytes, to: Longs.self)
      let low = _mm_unpacklo_epi8(x, Longs())
      let high = _mm_unpackhi_epi8(x, Longs())
      self.init(
        unsafeBitCast(_mm_unpacklo_epi16(low, Longs()), to: Ints.self),
        unsafeBitCast(_mm_unpackhi_epi16(low, Longs()), to: Ints.self),
        unsafeBitCast(_mm_unpacklo_epi16(high, Longs()), to: Ints.self),
        unsafeBitCast(_mm_unpackhi_epi16(high, Longs()), to: Ints.self))
    #else
      var words = (Ints(), Ints(), Ints(), Ints())
      withUnsafeMutableBytes(of: &words) {
        let target = $0.assumingMemoryBound(to: Int32.self)
        var word = 0
        while word < 4 &* lanesPerVector {
          target[word] = Int32(UInt8(bitPattern: bytes[Self.byte(ofWord: word)]))
          word &+= 1
        }
      }
      self.init(words.0, words.1, words.2, words.3)
    #endif
  }

  @inline(__always)
  init(_ v0: Ints, _ v1: Ints, _ v2: Ints, _ v3: Ints) {
    self.v0 = v0
    self.v1 = v1
    self.v2 = v2
    self.v3 = v3
  }
}

/// As many signed bytes as there are lanes.
@inline(__always)
func widenedSigned(_ x: NarrowBytes) -> Ints {
  #if TFLITE_AVX512 && !TFLITE_EMULATED
    return unsafeBitCast(_mm512_cvtepi8_epi32(unsafeBitCast(x, to: SIMD2<Int64>.self)), to: Ints.self)
  #elseif TFLITE_AVX2
    let bytes = SIMD2<Int64>(unsafeBitCast(x, to: Int64.self), 0)
    return unsafeBitCast(_mm256_cvtepi8_epi32(bytes), to: Ints.self)
  #elseif arch(x86_64) && !TFLITE_AVX512
    let bytes = unsafeBitCast(SIMD4<Int32>(unsafeBitCast(x, to: Int32.self), 0, 0, 0), to: SIMD2<Int64>.self)
    let words = _mm_unpacklo_epi16(SIMD2<Int64>(), _mm_unpacklo_epi8(SIMD2<Int64>(), bytes))
    return unsafeBitCast(words, to: Ints.self) &>> 24
  #else
    return Ints(truncatingIfNeeded: x)
  #endif
}

/// As many unsigned bytes as there are lanes.
@inline(__always)
func widenedUnsigned(_ x: NarrowBytes) -> Ints { widenedSigned(x) & 0xFF }

/// As many 16-bit integers as there are lanes.
@inline(__always)
func widenedShorts(_ x: NarrowShorts) -> Ints {
  #if TFLITE_AVX512 && !TFLITE_EMULATED
    return unsafeBitCast(_mm512_cvtepi16_epi32(unsafeBitCast(x, to: SIMD4<Int64>.self)), to: Ints.self)
  #elseif TFLITE_AVX2
    return unsafeBitCast(_mm256_cvtepi16_epi32(unsafeBitCast(x, to: SIMD2<Int64>.self)), to: Ints.self)
  #elseif arch(x86_64) && !TFLITE_AVX512
    let bits = SIMD2<Int64>(unsafeBitCast(x, to: Int64.self), 0)
    return unsafeBitCast(_mm_unpacklo_epi16(SIMD2<Int64>(), bits), to: Ints.self) &>> 16
  #else
    return Ints(truncatingIfNeeded: x)
  #endif
}

/// `x` without fraction; values outside 32 bits, and NaN, become `Int32.min`.
@inline(__always)
func truncatedInts(_ x: Floats) -> Ints {
  #if TFLITE_AVX512 && !TFLITE_EMULATED
    return unsafeBitCast(_mm512_cvttps_epi32(x), to: Ints.self)
  #elseif TFLITE_AVX2
    return unsafeBitCast(_mm256_cvttps_epi32(x), to: Ints.self)
  #elseif TFLITE_AVX512
    return Ints(
      lowHalf: SIMD8<Int32>(
        lowHalf: truncatedToInt32(x.lowHalf.lowHalf), highHalf: truncatedToInt32(x.lowHalf.highHalf)),
      highHalf: SIMD8<Int32>(
        lowHalf: truncatedToInt32(x.highHalf.lowHalf), highHalf: truncatedToInt32(x.highHalf.highHalf)))
  #else
    return truncatedToInt32(x)
  #endif
}

/// `x` rounded half away from zero; values outside 32 bits, and NaN, become `Int32.min`.
///
/// The largest float below one half is added before truncation, so that no sum rounds up to the next integer.
@inline(__always)
func roundedInts(_ x: Floats) -> Ints {
  let half = Ints(repeating: Int32(bitPattern: (0.5 as Float).nextDown.bitPattern))
  let sign = unsafeBitCast(x, to: Ints.self) & Ints(repeating: Int32.min)
  return truncatedInts(x + unsafeBitCast(sign | half, to: Floats.self))
}
