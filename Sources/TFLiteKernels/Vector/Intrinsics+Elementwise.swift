#if !TFLITE_TIER || (TFLITE_X86 && arch(x86_64)) || (TFLITE_ARM && arch(arm64))

#if arch(x86_64)
import _Builtin_intrinsics.intel
#elseif arch(arm64)
import _Builtin_intrinsics.arm.neon
#endif
#if TFLITE_TIER
import TFLiteKernels
#endif

// Conversions of whole vectors between bytes, words and floats.

extension PacketSums {
  /// The unsigned bytes of a register as words.
  @inline(__always)
  init(unsigned bytes: Bytes) { self.init(unsigned: bytes, Bytes()) }

  /// The unsigned bytes of two registers as lower and upper halves of words.
  @inline(__always)
  init(unsigned lower: Bytes, _ upper: Bytes) {
    #if TFLITE_AVX512 && !TFLITE_EMULATED
    let a = unsafeBitCast(lower, to: Longs.self)
    let b = unsafeBitCast(upper, to: Longs.self)
    let low = _mm512_unpacklo_epi8(a, b)
    let high = _mm512_unpackhi_epi8(a, b)
    self.init(
      unsafeBitCast(_mm512_unpacklo_epi8(low, Longs()), to: Ints.self),
      unsafeBitCast(_mm512_unpackhi_epi8(low, Longs()), to: Ints.self),
      unsafeBitCast(_mm512_unpacklo_epi8(high, Longs()), to: Ints.self),
      unsafeBitCast(_mm512_unpackhi_epi8(high, Longs()), to: Ints.self))
    #elseif TFLITE_AVX2
    let a = unsafeBitCast(lower, to: Longs.self)
    let b = unsafeBitCast(upper, to: Longs.self)
    let low = _mm256_unpacklo_epi8(a, b)
    let high = _mm256_unpackhi_epi8(a, b)
    self.init(
      unsafeBitCast(_mm256_unpacklo_epi8(low, Longs()), to: Ints.self),
      unsafeBitCast(_mm256_unpackhi_epi8(low, Longs()), to: Ints.self),
      unsafeBitCast(_mm256_unpacklo_epi8(high, Longs()), to: Ints.self),
      unsafeBitCast(_mm256_unpackhi_epi8(high, Longs()), to: Ints.self))
    #elseif arch(x86_64) && !TFLITE_AVX512
    let a = unsafeBitCast(lower, to: Longs.self)
    let b = unsafeBitCast(upper, to: Longs.self)
    let low = _mm_unpacklo_epi8(a, b)
    let high = _mm_unpackhi_epi8(a, b)
    self.init(
      unsafeBitCast(_mm_unpacklo_epi8(low, Longs()), to: Ints.self),
      unsafeBitCast(_mm_unpackhi_epi8(low, Longs()), to: Ints.self),
      unsafeBitCast(_mm_unpacklo_epi8(high, Longs()), to: Ints.self),
      unsafeBitCast(_mm_unpackhi_epi8(high, Longs()), to: Ints.self))
    #elseif arch(arm64)
    let low = (Self.words(lower.lowHalf), Self.words(upper.lowHalf))
    let high = (Self.words(lower.highHalf), Self.words(upper.highHalf))
    self.init(
      unsafeBitCast(vzip1q_u16(low.0, low.1), to: Ints.self), unsafeBitCast(vzip2q_u16(low.0, low.1), to: Ints.self),
      unsafeBitCast(vzip1q_u16(high.0, high.1), to: Ints.self),
      unsafeBitCast(vzip2q_u16(high.0, high.1), to: Ints.self))
    #else
    var words = (Ints(), Ints(), Ints(), Ints())
    withUnsafeMutableBytes(of: &words) {
      let target = $0.assumingMemoryBound(to: Int32.self)
      var word = 0
      while word < 4 &* lanesPerVector {
        let byte = Self.byte(ofWord: word)
        target[word] = Int32(UInt8(bitPattern: lower[byte])) | Int32(UInt8(bitPattern: upper[byte])) &<< 16
        word &+= 1
      }
    }
    self.init(words.0, words.1, words.2, words.3)
    #endif
  }

  /// The unsigned bytes of two registers plus an offset each, multiplied and shifted to the left; the factors fit ten bits
  /// and their product, shifted, 16 and ten.
  @inline(__always)
  init(unsigned a: Bytes, plus first: Shorts, times b: Bytes, plus second: Shorts, leftShift: Int32) {
    #if arch(x86_64) && !(TFLITE_AVX512 && TFLITE_EMULATED)
    let zero = Longs()
    let a = unsafeBitCast(a, to: Longs.self)
    let b = unsafeBitCast(b, to: Longs.self)
    let first = unsafeBitCast(first, to: Longs.self)
    let second = unsafeBitCast(second, to: Longs.self)
    #if TFLITE_AVX512
    @inline(__always) func products(_ x: Longs, _ y: Longs) -> (Ints, Ints) {
      let x = _mm512_slli_epi16(_mm512_add_epi16(x, first), UInt32(bitPattern: leftShift))
      let y = _mm512_add_epi16(y, second)
      let low = _mm512_mullo_epi16(x, y)
      let high = _mm512_mulhi_epi16(x, y)
      return (
        unsafeBitCast(_mm512_unpacklo_epi16(low, high), to: Ints.self),
        unsafeBitCast(_mm512_unpackhi_epi16(low, high), to: Ints.self)
      )
    }
    let low = products(_mm512_unpacklo_epi8(a, zero), _mm512_unpacklo_epi8(b, zero))
    let high = products(_mm512_unpackhi_epi8(a, zero), _mm512_unpackhi_epi8(b, zero))
    #elseif TFLITE_AVX2
    @inline(__always) func products(_ x: Longs, _ y: Longs) -> (Ints, Ints) {
      let x = _mm256_slli_epi16(_mm256_add_epi16(x, first), leftShift)
      let y = _mm256_add_epi16(y, second)
      let low = _mm256_mullo_epi16(x, y)
      let high = _mm256_mulhi_epi16(x, y)
      return (
        unsafeBitCast(_mm256_unpacklo_epi16(low, high), to: Ints.self),
        unsafeBitCast(_mm256_unpackhi_epi16(low, high), to: Ints.self)
      )
    }
    let low = products(_mm256_unpacklo_epi8(a, zero), _mm256_unpacklo_epi8(b, zero))
    let high = products(_mm256_unpackhi_epi8(a, zero), _mm256_unpackhi_epi8(b, zero))
    #else
    @inline(__always) func products(_ x: Longs, _ y: Longs) -> (Ints, Ints) {
      let x = _mm_slli_epi16(_mm_add_epi16(x, first), leftShift)
      let y = _mm_add_epi16(y, second)
      let low = _mm_mullo_epi16(x, y)
      let high = _mm_mulhi_epi16(x, y)
      return (
        unsafeBitCast(_mm_unpacklo_epi16(low, high), to: Ints.self),
        unsafeBitCast(_mm_unpackhi_epi16(low, high), to: Ints.self)
      )
    }
    let low = products(_mm_unpacklo_epi8(a, zero), _mm_unpacklo_epi8(b, zero))
    let high = products(_mm_unpackhi_epi8(a, zero), _mm_unpackhi_epi8(b, zero))
    #endif
    self.init(low.0, low.1, high.0, high.1)
    #elseif arch(arm64)
    @inline(__always) func products(_ x: SIMD8<Int8>, _ y: SIMD8<Int8>) -> (Ints, Ints) {
      let x = unsafeBitCast(Self.words(x), to: Shorts.self) &+ first
      let y = unsafeBitCast(Self.words(y), to: Shorts.self) &+ second
      let left = Ints(repeating: leftShift)
      return (vshlq_s32(vmull_s16(x.lowHalf, y.lowHalf), left), vshlq_s32(vmull_s16(x.highHalf, y.highHalf), left))
    }
    let low = products(a.lowHalf, b.lowHalf)
    let high = products(a.highHalf, b.highHalf)
    self.init(low.0, low.1, high.0, high.1)
    #else
    let x = PacketSums(unsigned: a)
    let y = PacketSums(unsigned: b)
    let plus = Ints(repeating: Int32(first[0]))
    let times = Ints(repeating: Int32(second[0]))
    let left = Ints(repeating: leftShift)
    self.init(
      shiftedLeft((x.v0 &+ plus) &* (y.v0 &+ times), left), shiftedLeft((x.v1 &+ plus) &* (y.v1 &+ times), left),
      shiftedLeft((x.v2 &+ plus) &* (y.v2 &+ times), left), shiftedLeft((x.v3 &+ plus) &* (y.v3 &+ times), left))
    #endif
  }

  #if arch(arm64)
  /// Eight unsigned bytes, widened.
  @inline(__always)
  private static func words(_ bytes: SIMD8<Int8>) -> SIMD8<UInt16> {
    vmovl_u8(unsafeBitCast(bytes, to: SIMD8<UInt8>.self))
  }
  #endif
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

/// `x` shifted to the right by 0 to 63 bits, copies of its sign coming in.
@inline(__always)
func shiftedLongs(_ x: Longs, _ count: Longs) -> Longs {
  #if TFLITE_AVX512 && !TFLITE_EMULATED
  return _mm512_srav_epi64(x, count)
  #else
  return x &>> count
  #endif
}

/// `sum` plus products of 16 bits; the sums do not exceed 32.
/// - Parameter weights: of 16 bits each.
@inline(__always)
func addShortProducts(_ sum: Ints, _ x: NarrowShorts, _ weights: Ints) -> Ints {
  // Instructions multiply pairs of 16 bits: those of `x` have a zero.
  #if TFLITE_AVX512 && !TFLITE_EMULATED
  return unsafeBitCast(
    _mm512_dpwssds_epi32(
      unsafeBitCast(sum, to: Longs.self), _mm512_cvtepu16_epi32(unsafeBitCast(x, to: SIMD4<Int64>.self)),
      unsafeBitCast(weights, to: Longs.self)), to: Ints.self)
  #elseif TFLITE_AVX2
  let pairs = _mm256_cvtepu16_epi32(unsafeBitCast(x, to: SIMD2<Int64>.self))
  return sum &+ unsafeBitCast(_mm256_madd_epi16(pairs, unsafeBitCast(weights, to: Longs.self)), to: Ints.self)
  #elseif arch(x86_64) && !TFLITE_AVX512
  let pairs = _mm_unpacklo_epi16(SIMD2<Int64>(unsafeBitCast(x, to: Int64.self), 0), SIMD2<Int64>())
  return sum &+ unsafeBitCast(_mm_madd_epi16(pairs, unsafeBitCast(weights, to: Longs.self)), to: Ints.self)
  #else
  return sum &+ widenedShorts(x) &* weights
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
  #if arch(arm64)
  return checked(vcvtaq_s32_f32(x), from: x)
  #else
  let half = Ints(repeating: Int32(bitPattern: (0.5 as Float).nextDown.bitPattern))
  let sign = unsafeBitCast(x, to: Ints.self) & Ints(repeating: Int32.min)
  return truncatedInts(x + unsafeBitCast(sign | half, to: Floats.self))
  #endif
}

/// `roundedInts(x)` of numbers below 2^31, where less than `lower`, a whole number, may become anything not above it; so does NaN.
@inline(__always)
func roundedInts(_ x: Floats, lower: Floats) -> Ints {
  #if arch(arm64)
  return vcvtaq_s32_f32(largerNumbers(x, lower))
  #else
  return roundedInts(x)
  #endif
}

/// The smaller of each pair of lanes; where one is no number, the other.
@inline(__always)
func smallerNumbers(_ a: Floats, _ b: Floats) -> Floats {
  #if arch(arm64)
  return vminnmq_f32(a, b)
  #else
  return a.replacing(with: b, where: (b .< a) .| (a .!= a))
  #endif
}

/// The larger of each pair of lanes; where one is no number, the other.
@inline(__always)
func largerNumbers(_ a: Floats, _ b: Floats) -> Floats {
  #if arch(arm64)
  return vmaxnmq_f32(a, b)
  #else
  return a.replacing(with: b, where: (a .< b) .| (a .!= a))
  #endif
}

/// `x` rounded to the nearest whole number; which one halves become depends on the processor. Values outside 32 bits become
/// any number.
@inline(__always)
func nearestInts(_ x: Floats) -> Ints {
  #if TFLITE_AVX512 && !TFLITE_EMULATED
  return unsafeBitCast(_mm512_cvtps_epi32(x), to: Ints.self)
  #elseif TFLITE_AVX2
  return unsafeBitCast(_mm256_cvtps_epi32(x), to: Ints.self)
  #else
  return roundedInts(x)
  #endif
}

// Searches in whole vectors.

/// The largest of the lanes.
@inline(__always)
func largestLane(_ x: SIMD4<Float>) -> Float {
  let pair = SIMD2(x[0] < x[2] ? x[2] : x[0], x[1] < x[3] ? x[3] : x[1])
  return pair.x < pair.y ? pair.y : pair.x
}

/// The largest of the lanes. Intrinsics keep the optimizer from taking the vector apart.
@inline(__always)
func largestLane(_ x: SIMD8<Float>) -> Float {
  #if TFLITE_AVX2
  return largestLane(_mm_max_ps(x.highHalf, x.lowHalf))
  #else
  return largestLane(x.lowHalf.larger(x.highHalf))
  #endif
}

/// The largest of the lanes.
@inline(__always)
func largestLane(_ x: SIMD16<Float>) -> Float {
  #if TFLITE_AVX512 && !TFLITE_EMULATED
  return _mm512_reduce_max_ps(x)
  #else
  return largestLane(x.lowHalf.larger(x.highHalf))
  #endif
}

/// The sum of the lanes. Intrinsics keep the optimizer from mixing the lanes of several sums.
@inline(__always)
func sumOfLanes(_ x: SIMD4<Float>) -> Float {
  #if TFLITE_AVX2 || (TFLITE_AVX512 && !TFLITE_EMULATED)
  let pairs = _mm_hadd_ps(x, x)
  return _mm_hadd_ps(pairs, pairs)[0]
  #else
  let pair = x.lowHalf + x.highHalf
  return pair.x + pair.y
  #endif
}

/// The sum of the lanes.
@inline(__always)
func sumOfLanes(_ x: SIMD8<Float>) -> Float {
  #if TFLITE_AVX2
  let pairs = _mm256_hadd_ps(x, x)
  let fours = _mm256_hadd_ps(pairs, pairs)
  return fours[0] + fours[4]
  #else
  return sumOfLanes(x.lowHalf + x.highHalf)
  #endif
}

/// The sum of the lanes.
@inline(__always)
func sumOfLanes(_ x: SIMD16<Float>) -> Float {
  #if TFLITE_AVX512 && !TFLITE_EMULATED
  return _mm512_reduce_add_ps(x)
  #else
  return sumOfLanes(x.lowHalf + x.highHalf)
  #endif
}

/// A bit for each lane, the first one lowest: whether it is negative.
@inline(__always)
func signBits(_ x: Ints) -> UInt64 {
  #if TFLITE_AVX512 && !TFLITE_EMULATED
  return UInt64(_mm512_movepi32_mask(unsafeBitCast(x, to: Longs.self)))
  #elseif TFLITE_AVX2
  return UInt64(UInt32(bitPattern: _mm256_movemask_ps(unsafeBitCast(x, to: SIMD8<Float>.self))))
  #elseif arch(x86_64) && !TFLITE_AVX512
  return UInt64(UInt32(bitPattern: _mm_movemask_ps(unsafeBitCast(x, to: SIMD4<Float>.self))))
  #elseif arch(arm64)
  let bits = SIMD4<UInt32>(1, 2, 4, 8) & unsafeBitCast(x &>> Ints(repeating: 31), to: SIMD4<UInt32>.self)
  return UInt64(vaddvq_u32(bits))
  #else
  var bits: UInt64 = 0
  var lane = 0
  while lane < lanesPerVector {
    if x[lane] < 0 { bits |= 1 &<< UInt64(lane) }
    lane &+= 1
  }
  return bits
  #endif
}

/// Whether a lane of four vectors is less than `bound`, the same number in all lanes; no lane is negative.
@inline(__always)
func hasLess(_ x0: Ints, _ x1: Ints, _ x2: Ints, _ x3: Ints, than bound: Ints) -> Bool {
  #if arch(arm64)
  return vminvq_s32(vminq_s32(vminq_s32(x0, x1), vminq_s32(x2, x3))) < bound[0]
  #else
  return signBits(((x0 &- bound) | (x1 &- bound)) | ((x2 &- bound) | (x3 &- bound))) != 0
  #endif
}

/// Whether a lane of four vectors, and four more, is less than `bound`, the same number in all lanes; no lane is negative.
@inline(__always)
func hasLess(_ x: PacketSums, _ y: PacketSums, than bound: Ints) -> Bool {
  #if arch(arm64)
  return hasLess(
    vminq_s32(x.v0, y.v0), vminq_s32(x.v1, y.v1), vminq_s32(x.v2, y.v2), vminq_s32(x.v3, y.v3), than: bound)
  #else
  return hasLess(x.v0, x.v1, x.v2, x.v3, than: bound) || hasLess(y.v0, y.v1, y.v2, y.v3, than: bound)
  #endif
}

/// A bit for each byte, the first one lowest: whether both are equal.
@inline(__always)
func equalBits(_ a: Bytes, _ b: Bytes) -> UInt64 {
  #if TFLITE_AVX512 && !TFLITE_EMULATED
  let difference = unsafeBitCast(a, to: Longs.self) ^ unsafeBitCast(b, to: Longs.self)
  return _mm512_testn_epi8_mask(difference, difference)
  #elseif TFLITE_AVX2
  let equal = _mm256_cmpeq_epi8(unsafeBitCast(a, to: Longs.self), unsafeBitCast(b, to: Longs.self))
  return UInt64(UInt32(bitPattern: _mm256_movemask_epi8(equal)))
  #elseif arch(x86_64) && !TFLITE_AVX512
  let equal = _mm_cmpeq_epi8(unsafeBitCast(a, to: Longs.self), unsafeBitCast(b, to: Longs.self))
  return UInt64(UInt32(bitPattern: _mm_movemask_epi8(equal)))
  #elseif arch(arm64)
  let places = SIMD8<UInt8>(1, 2, 4, 8, 16, 32, 64, 128)
  let bits = vandq_u8(vceqq_s8(a, b), SIMD16(lowHalf: places, highHalf: places))
  return UInt64(vaddv_u8(bits.lowHalf)) | UInt64(vaddv_u8(bits.highHalf)) &<< 8
  #else
  var bits: UInt64 = 0
  var lane = 0
  while lane < Bytes.scalarCount {
    if a[lane] == b[lane] { bits |= 1 &<< UInt64(lane) }
    lane &+= 1
  }
  return bits
  #endif
}

/// The largest of the unsigned bytes.
@inline(__always)
func largestByte(_ x: Bytes) -> UInt8 {
  #if TFLITE_AVX512 && !TFLITE_EMULATED
  let halves = unsafeBitCast(x, to: Longs.self)
  let half = _mm256_max_epu8(halves.lowHalf, halves.highHalf)
  let quarter = _mm_max_epu8(half.lowHalf, half.highHalf)
  #elseif TFLITE_AVX2
  let half = unsafeBitCast(x, to: Longs.self)
  let quarter = _mm_max_epu8(half.lowHalf, half.highHalf)
  #endif
  #if (TFLITE_AVX512 && !TFLITE_EMULATED) || TFLITE_AVX2
  // The processor finds the smallest of eight words.
  let rest = ~quarter
  let words = _mm_min_epu8(rest, _mm_srli_epi16(rest, 8))
  let smallest = unsafeBitCast(_mm_minpos_epu16(words), to: SIMD8<UInt16>.self)[0]
  return ~UInt8(truncatingIfNeeded: smallest)
  #elseif arch(arm64)
  return vmaxvq_u8(unsafeBitCast(x, to: SIMD16<UInt8>.self))
  #else
  var largest = UInt8(bitPattern: x[0])
  var lane = 1
  while lane < Bytes.scalarCount {
    largest = max(largest, UInt8(bitPattern: x[lane]))
    lane &+= 1
  }
  return largest
  #endif
}

/// Two registers of unsigned bytes, each times a factor, plus a constant.
struct WeightedBytes {
  private let constant: Ints
  #if arch(x86_64) && !(TFLITE_AVX512 && TFLITE_EMULATED)
  // Products of pairs take factors of 16 bits: what stands above bit 15 is multiplied apart.
  private let upper: Longs
  private let lower: Longs

  /// - Parameters:
  ///   - first: below 2^30 in magnitude, as the second.
  ///   - constant: results fit a word.
  @inline(__always)
  init(_ first: Int32, _ second: Int32, plus constant: Int32) {
    self.constant = Ints(repeating: constant)
    upper = unsafeBitCast(
      Ints(repeating: ((first &>> 15) & 0xFFFF) | ((second &>> 15) &<< 16)), to: Longs.self)
    lower = unsafeBitCast(Ints(repeating: (first & 0x7FFF) | ((second & 0x7FFF) &<< 16)), to: Longs.self)
  }

  @inline(__always)
  func callAsFunction(_ a: Bytes, _ b: Bytes) -> PacketSums {
    let pairs = PacketSums(unsigned: a, b)
    return PacketSums(weighted(pairs.v0), weighted(pairs.v1), weighted(pairs.v2), weighted(pairs.v3))
  }

  @inline(__always)
  private func weighted(_ pair: Ints) -> Ints {
    let pairs = unsafeBitCast(pair, to: Longs.self)
    #if TFLITE_AVX512
    let high = unsafeBitCast(_mm512_madd_epi16(pairs, upper), to: Ints.self)
    let sum = shiftedLeft(high, Ints(repeating: 15)) &+ constant
    return unsafeBitCast(_mm512_dpwssd_epi32(unsafeBitCast(sum, to: Longs.self), pairs, lower), to: Ints.self)
    #elseif TFLITE_AVX2
    let high = unsafeBitCast(_mm256_madd_epi16(pairs, upper), to: Ints.self)
    let low = unsafeBitCast(_mm256_madd_epi16(pairs, lower), to: Ints.self)
    return shiftedLeft(high, Ints(repeating: 15)) &+ (low &+ constant)
    #else
    let high = unsafeBitCast(_mm_madd_epi16(pairs, upper), to: Ints.self)
    let low = unsafeBitCast(_mm_madd_epi16(pairs, lower), to: Ints.self)
    return shiftedLeft(high, Ints(repeating: 15)) &+ (low &+ constant)
    #endif
  }
  #else
  private let first: Ints
  private let second: Ints

  /// - Parameters:
  ///   - first: below 2^30 in magnitude, as the second.
  ///   - constant: results fit a word.
  @inline(__always)
  init(_ first: Int32, _ second: Int32, plus constant: Int32) {
    self.first = Ints(repeating: first)
    self.second = Ints(repeating: second)
    self.constant = Ints(repeating: constant)
  }

  @inline(__always)
  func callAsFunction(_ a: Bytes, _ b: Bytes) -> PacketSums {
    #if arch(arm64)
    // A look-up instead of two steps; indices past the last byte give zeros.
    let places = SIMD4<UInt32>(0, 1, 2, 3) | 0xFFFF_FF00
    @inline(__always) func widened(_ bytes: Bytes, _ first: UInt32) -> Ints {
      unsafeBitCast(
        vqtbl1q_u8(
          unsafeBitCast(bytes, to: SIMD16<UInt8>.self), unsafeBitCast(places &+ first, to: SIMD16<UInt8>.self)),
        to: Ints.self)
    }
    @inline(__always) func sums(_ place: UInt32) -> Ints {
      vmlaq_s32(vmlaq_s32(constant, widened(a, place), first), widened(b, place), second)
    }
    return PacketSums(sums(0), sums(4), sums(8), sums(12))
    #else
    let x = PacketSums(unsigned: a)
    let y = PacketSums(unsigned: b)
    return PacketSums(
      x.v0 &* first &+ y.v0 &* second &+ constant, x.v1 &* first &+ y.v1 &* second &+ constant,
      x.v2 &* first &+ y.v2 &* second &+ constant, x.v3 &* first &+ y.v3 &* second &+ constant)
    #endif
  }
  #endif
}

#endif
