#if !TFLITE_TIER || (TFLITE_X86 && arch(x86_64)) || (TFLITE_ARM && arch(arm64))

#if arch(x86_64)
import _Builtin_intrinsics.intel
#elseif arch(arm64)
import _Builtin_intrinsics.arm.neon
#endif
#if TFLITE_TIER
import TFLiteKernels
#endif

extension PacketSums {
  /// The squares of differences of 16 bits, shifted to the left by `resultShift`: of unsigned bytes plus an offset, shifted to
  /// the left, and of numbers whose lower and upper halves stand in a register each.
  @inline(__always)
  init(
    squaresOf a: Bytes, plus offset: Shorts, leftShift: Int32, minus lower: Bytes, _ upper: Bytes, resultShift: Int32
  ) {
    let left = Ints(repeating: resultShift)
    #if arch(x86_64) && !(TFLITE_AVX512 && TFLITE_EMULATED)
    let zero = Longs()
    let a = unsafeBitCast(a, to: Longs.self)
    let lower = unsafeBitCast(lower, to: Longs.self)
    let upper = unsafeBitCast(upper, to: Longs.self)
    let offset = unsafeBitCast(offset, to: Longs.self)
    #if TFLITE_AVX512
    @inline(__always) func squares(_ x: Longs, _ y: Longs) -> (Ints, Ints) {
      let x = _mm512_slli_epi16(_mm512_add_epi16(x, offset), UInt32(bitPattern: leftShift))
      let difference = _mm512_sub_epi16(x, y)
      let low = _mm512_mullo_epi16(difference, difference)
      let high = _mm512_mulhi_epi16(difference, difference)
      return (
        unsafeBitCast(_mm512_unpacklo_epi16(low, high), to: Ints.self),
        unsafeBitCast(_mm512_unpackhi_epi16(low, high), to: Ints.self)
      )
    }
    let low = squares(_mm512_unpacklo_epi8(a, zero), _mm512_unpacklo_epi8(lower, upper))
    let high = squares(_mm512_unpackhi_epi8(a, zero), _mm512_unpackhi_epi8(lower, upper))
    #elseif TFLITE_AVX2
    @inline(__always) func squares(_ x: Longs, _ y: Longs) -> (Ints, Ints) {
      let x = _mm256_slli_epi16(_mm256_add_epi16(x, offset), leftShift)
      let difference = _mm256_sub_epi16(x, y)
      let low = _mm256_mullo_epi16(difference, difference)
      let high = _mm256_mulhi_epi16(difference, difference)
      return (
        unsafeBitCast(_mm256_unpacklo_epi16(low, high), to: Ints.self),
        unsafeBitCast(_mm256_unpackhi_epi16(low, high), to: Ints.self)
      )
    }
    let low = squares(_mm256_unpacklo_epi8(a, zero), _mm256_unpacklo_epi8(lower, upper))
    let high = squares(_mm256_unpackhi_epi8(a, zero), _mm256_unpackhi_epi8(lower, upper))
    #else
    @inline(__always) func squares(_ x: Longs, _ y: Longs) -> (Ints, Ints) {
      let x = _mm_slli_epi16(_mm_add_epi16(x, offset), leftShift)
      let difference = _mm_sub_epi16(x, y)
      let low = _mm_mullo_epi16(difference, difference)
      let high = _mm_mulhi_epi16(difference, difference)
      return (
        unsafeBitCast(_mm_unpacklo_epi16(low, high), to: Ints.self),
        unsafeBitCast(_mm_unpackhi_epi16(low, high), to: Ints.self)
      )
    }
    let low = squares(_mm_unpacklo_epi8(a, zero), _mm_unpacklo_epi8(lower, upper))
    let high = squares(_mm_unpackhi_epi8(a, zero), _mm_unpackhi_epi8(lower, upper))
    #endif
    self.init(
      shiftedLeft(low.0, left), shiftedLeft(low.1, left), shiftedLeft(high.0, left), shiftedLeft(high.1, left))
    #elseif arch(arm64)
    @inline(__always) func squares(_ x: SIMD8<Int8>, _ y: SIMD16<Int8>) -> (Ints, Ints) {
      let bytes = unsafeBitCast(vmovl_u8(unsafeBitCast(x, to: SIMD8<UInt8>.self)), to: Shorts.self)
      let difference =
        vshlq_s16(bytes &+ offset, Shorts(repeating: Int16(truncatingIfNeeded: leftShift)))
        &- unsafeBitCast(y, to: Shorts.self)
      return (
        vshlq_s32(vmull_s16(difference.lowHalf, difference.lowHalf), left),
        vshlq_s32(vmull_s16(difference.highHalf, difference.highHalf), left)
      )
    }
    let low = squares(a.lowHalf, vzip1q_s8(lower, upper))
    let high = squares(a.highHalf, vzip2q_s8(lower, upper))
    self.init(low.0, low.1, high.0, high.1)
    #else
    let x = PacketSums(unsigned: a)
    let y = PacketSums(unsigned: lower, upper)
    @inline(__always) func square(_ x: Ints, _ y: Ints) -> Ints {
      let scaled = shiftedLeft(x &+ Ints(repeating: Int32(offset[0])), Ints(repeating: leftShift))
      let upper = shiftedLeft(y, Ints(repeating: 8)) & Ints(repeating: -1 << 24)
      let halves = shiftedLeft(y, Ints(repeating: 16)) | upper
      let difference = scaled &- arithmeticallyShifted(halves, Ints(repeating: 16))
      return shiftedLeft(difference &* difference, left)
    }
    self.init(square(x.v0, y.v0), square(x.v1, y.v1), square(x.v2, y.v2), square(x.v3, y.v3))
    #endif
  }
}

#endif
