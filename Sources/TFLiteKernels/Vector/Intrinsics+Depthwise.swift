#if !TFLITE_TIER || (TFLITE_X86 && arch(x86_64)) || (TFLITE_ARM && arch(arm64))

#if arch(x86_64)
import _Builtin_intrinsics.intel
#elseif arch(arm64)
import _Builtin_intrinsics.arm.neon
#endif
#if TFLITE_TIER
import TFLiteKernels
#endif

// Sums of 16-bit products for a register of bytes. The sums of its bytes stand in four vectors: byte 16 * q + 4 * v + i of the
// register has lane 4 * q + i of vector v, as unpacking within 128 bits leaves them and packing puts them back.

/// The sums of as many bytes as one register holds.
struct PacketSums {
  var v0: Ints
  var v1: Ints
  var v2: Ints
  var v3: Ints

  /// Four vectors of words one after another.
  @inline(__always)
  init(_ source: UnsafeRawPointer) {
    let size = MemoryLayout<Ints>.size
    v0 = source.lanes(0, as: Ints.self)
    v1 = source.lanes(size, as: Ints.self)
    v2 = source.lanes(2 &* size, as: Ints.self)
    v3 = source.lanes(3 &* size, as: Ints.self)
  }

  @inline(__always)
  init(_ v0: Ints, _ v1: Ints, _ v2: Ints, _ v3: Ints) {
    self.v0 = v0
    self.v1 = v1
    self.v2 = v2
    self.v3 = v3
  }

  /// Stores the vectors one after another.
  @inline(__always)
  func store(_ target: UnsafeMutableRawPointer) {
    let size = MemoryLayout<Ints>.size
    target.put(v0, 0)
    target.put(v1, size)
    target.put(v2, 2 &* size)
    target.put(v3, 3 &* size)
  }

  /// Multiplies the sums as `BoundedFactors` takes them.
  @inline(__always)
  mutating func scale() {
    let bits = Ints(repeating: BoundedFactors.accumulatorScale == 4 ? 2 : 0)
    v0 = v0 &<< bits
    v1 = v1 &<< bits
    v2 = v2 &<< bits
    v3 = v3 &<< bits
  }

  /// The same sums in the order of the register's bytes.
  @inline(__always)
  var inByteOrder: Self {
    #if TFLITE_AVX512
    func joined(_ a: SIMD4<Int32>, _ b: SIMD4<Int32>, _ c: SIMD4<Int32>, _ d: SIMD4<Int32>) -> Ints {
      Ints(lowHalf: SIMD8(lowHalf: a, highHalf: b), highHalf: SIMD8(lowHalf: c, highHalf: d))
    }
    var result = self
    result.v0 = joined(v0.lowHalf.lowHalf, v1.lowHalf.lowHalf, v2.lowHalf.lowHalf, v3.lowHalf.lowHalf)
    result.v1 = joined(v0.lowHalf.highHalf, v1.lowHalf.highHalf, v2.lowHalf.highHalf, v3.lowHalf.highHalf)
    result.v2 = joined(v0.highHalf.lowHalf, v1.highHalf.lowHalf, v2.highHalf.lowHalf, v3.highHalf.lowHalf)
    result.v3 = joined(v0.highHalf.highHalf, v1.highHalf.highHalf, v2.highHalf.highHalf, v3.highHalf.highHalf)
    return result
    #elseif TFLITE_AVX2
    var result = self
    result.v0 = Ints(lowHalf: v0.lowHalf, highHalf: v1.lowHalf)
    result.v1 = Ints(lowHalf: v2.lowHalf, highHalf: v3.lowHalf)
    result.v2 = Ints(lowHalf: v0.highHalf, highHalf: v1.highHalf)
    result.v3 = Ints(lowHalf: v2.highHalf, highHalf: v3.highHalf)
    return result
    #else
    return self
    #endif
  }

  /// The byte of a register whose sum stands in word `word` of the four vectors.
  @inline(__always)
  static func byte(ofWord word: Int) -> Int {
    let lane = word & (lanesPerVector &- 1)
    return lane / 4 &* 16 &+ word / lanesPerVector &* 4 &+ (lane & 3)
  }

  /// Where the weight of tap `parity` of a pair stands among the pair's 16-bit weights, for the sum in word `word`.
  @inline(__always)
  static func weightIndex(_ word: Int, _ parity: Int) -> Int {
    #if arch(x86_64)
    return 2 &* word &+ parity
    #else
    return parity &* 4 &* lanesPerVector &+ word
    #endif
  }

  /// Puts the weights of both taps of a pair for the sums in words `word` to `word + 3`, a multiple of four.
  @inline(__always)
  static func put(_ even: SIMD4<Int32>, _ odd: SIMD4<Int32>, _ word: Int, _ weights: UnsafeMutableRawPointer) {
    #if arch(x86_64)
    weights.put(pairs(even, odd), 2 &* weightIndex(word, 0))
    #else
    weights.put(SIMD4<Int16>(truncatingIfNeeded: even), 2 &* weightIndex(word, 0))
    weights.put(SIMD4<Int16>(truncatingIfNeeded: odd), 2 &* weightIndex(word, 1))
    #endif
  }

  /// Adds the unsigned bytes of two taps times their weights.
  @inline(__always)
  mutating func add(_ a: Bytes, _ b: Bytes, _ weights: UnsafeRawPointer) {
    #if TFLITE_AVX512 && !TFLITE_EMULATED
    let a = unsafeBitCast(a, to: Longs.self)
    let b = unsafeBitCast(b, to: Longs.self)
    let low = _mm512_unpacklo_epi8(a, b)
    let high = _mm512_unpackhi_epi8(a, b)
    v0 = Self.dot(v0, _mm512_unpacklo_epi8(low, Longs()), weights, 0)
    v1 = Self.dot(v1, _mm512_unpackhi_epi8(low, Longs()), weights, 64)
    v2 = Self.dot(v2, _mm512_unpacklo_epi8(high, Longs()), weights, 128)
    v3 = Self.dot(v3, _mm512_unpackhi_epi8(high, Longs()), weights, 192)
    #elseif TFLITE_AVX2
    let a = unsafeBitCast(a, to: Longs.self)
    let b = unsafeBitCast(b, to: Longs.self)
    let low = _mm256_unpacklo_epi8(a, b)
    let high = _mm256_unpackhi_epi8(a, b)
    v0 = Self.dot(v0, _mm256_unpacklo_epi8(low, Longs()), weights, 0)
    v1 = Self.dot(v1, _mm256_unpackhi_epi8(low, Longs()), weights, 32)
    v2 = Self.dot(v2, _mm256_unpacklo_epi8(high, Longs()), weights, 64)
    v3 = Self.dot(v3, _mm256_unpackhi_epi8(high, Longs()), weights, 96)
    #elseif arch(x86_64) && !TFLITE_AVX512
    let a = unsafeBitCast(a, to: Longs.self)
    let b = unsafeBitCast(b, to: Longs.self)
    let low = _mm_unpacklo_epi8(a, b)
    let high = _mm_unpackhi_epi8(a, b)
    v0 = Self.dot(v0, _mm_unpacklo_epi8(low, Longs()), weights, 0)
    v1 = Self.dot(v1, _mm_unpackhi_epi8(low, Longs()), weights, 16)
    v2 = Self.dot(v2, _mm_unpacklo_epi8(high, Longs()), weights, 32)
    v3 = Self.dot(v3, _mm_unpackhi_epi8(high, Longs()), weights, 48)
    #elseif arch(arm64)
    addTap(unsafeBitCast(a, to: SIMD16<UInt8>.self), weights)
    addTap(unsafeBitCast(b, to: SIMD16<UInt8>.self), weights + 32)
    #else
    var words = (v0, v1, v2, v3)
    withUnsafeMutableBytes(of: &words) {
      let sums = $0.assumingMemoryBound(to: Int32.self)
      var word = 0
      while word < 4 &* lanesPerVector {
        let byte = Self.byte(ofWord: word)
        let first = weights.loadUnaligned(fromByteOffset: 2 &* Self.weightIndex(word, 0), as: Int16.self)
        let second = weights.loadUnaligned(fromByteOffset: 2 &* Self.weightIndex(word, 1), as: Int16.self)
        sums[word] &+= Int32(UInt8(bitPattern: a[byte])) &* Int32(first)
        sums[word] &+= Int32(UInt8(bitPattern: b[byte])) &* Int32(second)
        word &+= 1
      }
    }
    (v0, v1, v2, v3) = words
    #endif
  }

  /// Where the weight of column `column` of a four stands among the four's bytes, for the sum in word `word`.
  @inline(__always)
  static func quadIndex(_ word: Int, _ column: Int) -> Int { 4 &* word &+ column }

  /// Puts the weights of a four of columns for the sums in words `word` to `word + 3`.
  @inline(__always)
  static func putQuads(
    _ word: Int, _ weights: UnsafeMutableRawPointer, _ column: (Int) -> SIMD4<Int32>
  ) {
    let low = column(0) & 0xFF | (column(1) & 0xFF) &<< 8
    let high = (column(2) & 0xFF) &<< 16 | column(3) &<< 24
    weights.put(low | high, quadIndex(word, 0))
  }

  /// Adds four interleaved columns times their weights.
  @inline(__always)
  mutating func add(_ quad: ByteQuad, _ weights: UnsafeRawPointer) {
    #if (TFLITE_AVX512 && !TFLITE_EMULATED) || TFLITE_AVXVNNI
    let size = MemoryLayout<Ints>.size
    v0 = byteDot(v0, quad.v0, weights.lanes(0, as: Ints.self))
    v1 = byteDot(v1, quad.v1, weights.lanes(size, as: Ints.self))
    v2 = byteDot(v2, quad.v2, weights.lanes(2 &* size, as: Ints.self))
    v3 = byteDot(v3, quad.v3, weights.lanes(3 &* size, as: Ints.self))
    #elseif TFLITE_DOT
    v0 = vdotq_s32(v0, weights.lanes(0, as: Bytes.self), quad.v0)
    v1 = vdotq_s32(v1, weights.lanes(16, as: Bytes.self), quad.v1)
    v2 = vdotq_s32(v2, weights.lanes(32, as: Bytes.self), quad.v2)
    v3 = vdotq_s32(v3, weights.lanes(48, as: Bytes.self), quad.v3)
    #else
    var words = (v0, v1, v2, v3)
    let columns = (quad.v0, quad.v1, quad.v2, quad.v3)
    withUnsafeMutableBytes(of: &words) {
      let sums = $0.assumingMemoryBound(to: Int32.self)
      var word = 0
      while word < 4 &* lanesPerVector {
        let byte = Self.byte(ofWord: word)
        let w = weights + Self.quadIndex(word, 0)
        sums[word] &+= Int32(UInt8(bitPattern: columns.0[byte])) &* Int32(w.load(as: Int8.self))
        sums[word] &+= Int32(UInt8(bitPattern: columns.1[byte])) &* Int32(w.load(fromByteOffset: 1, as: Int8.self))
        sums[word] &+= Int32(UInt8(bitPattern: columns.2[byte])) &* Int32(w.load(fromByteOffset: 2, as: Int8.self))
        sums[word] &+= Int32(UInt8(bitPattern: columns.3[byte])) &* Int32(w.load(fromByteOffset: 3, as: Int8.self))
        word &+= 1
      }
    }
    (v0, v1, v2, v3) = words
    #endif
  }

  #if arch(x86_64) && !(TFLITE_AVX512 && TFLITE_EMULATED)
  @inline(__always)
  private static func dot(_ sum: Ints, _ a: Longs, _ weights: UnsafeRawPointer, _ offset: Int) -> Ints {
    let w = weights.lanes(offset, as: Longs.self)
    #if TFLITE_AVX512
    return unsafeBitCast(_mm512_dpwssd_epi32(unsafeBitCast(sum, to: Longs.self), a, w), to: Ints.self)
    #elseif TFLITE_AVX2
    return sum &+ unsafeBitCast(_mm256_madd_epi16(a, w), to: Ints.self)
    #else
    return sum &+ unsafeBitCast(_mm_madd_epi16(a, w), to: Ints.self)
    #endif
  }
  #elseif arch(arm64)
  @inline(__always)
  private mutating func addTap(_ a: SIMD16<UInt8>, _ weights: UnsafeRawPointer) {
    let low = unsafeBitCast(vmovl_u8(a.lowHalf), to: SIMD8<Int16>.self)
    let high = unsafeBitCast(vmovl_u8(a.highHalf), to: SIMD8<Int16>.self)
    let w0 = weights.lanes(0, as: SIMD8<Int16>.self)
    let w1 = weights.lanes(16, as: SIMD8<Int16>.self)
    v0 = vmlal_s16(v0, low.lowHalf, w0.lowHalf)
    v1 = vmlal_s16(v1, low.highHalf, w0.highHalf)
    v2 = vmlal_s16(v2, high.lowHalf, w1.lowHalf)
    v3 = vmlal_s16(v3, high.highHalf, w1.highHalf)
  }
  #endif

  /// `a * x + b * y` of signed bytes.
  @inline(__always)
  init(_ a: Bytes, times x: Int16, plus b: Bytes, times y: Int16) {
    #if arch(arm64)
    let (lowA, highA) = (vmovl_s8(a.lowHalf), vmovl_s8(a.highHalf))
    let (lowB, highB) = (vmovl_s8(b.lowHalf), vmovl_s8(b.highHalf))
    let (x, y) = (SIMD4<Int16>(repeating: x), SIMD4<Int16>(repeating: y))
    v0 = vmlal_s16(vmull_s16(lowA.lowHalf, x), lowB.lowHalf, y)
    v1 = vmlal_s16(vmull_s16(lowA.highHalf, x), lowB.highHalf, y)
    v2 = vmlal_s16(vmull_s16(highA.lowHalf, x), highB.lowHalf, y)
    v3 = vmlal_s16(vmull_s16(highA.highHalf, x), highB.highHalf, y)
    #else
    var words = (Ints(), Ints(), Ints(), Ints())
    withUnsafeMutableBytes(of: &words) {
      let sums = $0.assumingMemoryBound(to: Int32.self)
      var word = 0
      while word < 4 &* lanesPerVector {
        let byte = Self.byte(ofWord: word)
        sums[word] = Int32(a[byte]) &* Int32(x) &+ Int32(b[byte]) &* Int32(y)
        word &+= 1
      }
    }
    (v0, v1, v2, v3) = words
    #endif
  }

  /// The low bytes of the sums.
  @inline(__always)
  var lowBytes: Bytes {
    #if arch(arm64)
    let low = vuzp1q_s16(unsafeBitCast(v0, to: Shorts.self), unsafeBitCast(v1, to: Shorts.self))
    let high = vuzp1q_s16(unsafeBitCast(v2, to: Shorts.self), unsafeBitCast(v3, to: Shorts.self))
    return vuzp1q_s8(unsafeBitCast(low, to: Bytes.self), unsafeBitCast(high, to: Bytes.self))
    #else
    var bytes = Bytes()
    withUnsafeBytes(of: (v0, v1, v2, v3)) {
      var word = 0
      while word < 4 &* lanesPerVector {
        bytes[Self.byte(ofWord: word)] = $0.load(fromByteOffset: 4 &* word, as: Int8.self)
        word &+= 1
      }
    }
    return bytes
    #endif
  }

  /// The upper halves of the sums, shifted to the left by `count` or to the right where it is negative, as unsigned bytes,
  /// saturated. For tiers with `hasRoundingShifts`.
  @inline(__always)
  func upperBytes(shiftedLeft count: Shorts) -> Bytes {
    #if arch(arm64)
    let low = vshlq_s16(
      vuzp2q_s16(unsafeBitCast(v0, to: Shorts.self), unsafeBitCast(v1, to: Shorts.self)), count)
    let high = vshlq_s16(
      vuzp2q_s16(unsafeBitCast(v2, to: Shorts.self), unsafeBitCast(v3, to: Shorts.self)), count)
    return unsafeBitCast(SIMD16(lowHalf: vqmovun_s16(low), highHalf: vqmovun_s16(high)), to: Bytes.self)
    #else
    return bytes(plus: Shorts())
    #endif
  }

  /// The sums plus `offset` as unsigned bytes, saturated; sums lie within 31 bits.
  @inline(__always)
  func bytes(plus offset: Shorts) -> Bytes {
    #if TFLITE_AVX512 && !TFLITE_EMULATED
    let offset = unsafeBitCast(offset, to: Longs.self)
    let low = _mm512_packs_epi32(unsafeBitCast(v0, to: Longs.self), unsafeBitCast(v1, to: Longs.self))
    let high = _mm512_packs_epi32(unsafeBitCast(v2, to: Longs.self), unsafeBitCast(v3, to: Longs.self))
    return unsafeBitCast(
      _mm512_packus_epi16(_mm512_adds_epi16(low, offset), _mm512_adds_epi16(high, offset)), to: Bytes.self)
    #elseif TFLITE_AVX2
    let offset = unsafeBitCast(offset, to: Longs.self)
    let low = _mm256_packs_epi32(unsafeBitCast(v0, to: Longs.self), unsafeBitCast(v1, to: Longs.self))
    let high = _mm256_packs_epi32(unsafeBitCast(v2, to: Longs.self), unsafeBitCast(v3, to: Longs.self))
    return unsafeBitCast(
      _mm256_packus_epi16(_mm256_adds_epi16(low, offset), _mm256_adds_epi16(high, offset)), to: Bytes.self)
    #elseif arch(x86_64) && !TFLITE_AVX512
    let offset = unsafeBitCast(offset, to: Longs.self)
    let low = _mm_packs_epi32(unsafeBitCast(v0, to: Longs.self), unsafeBitCast(v1, to: Longs.self))
    let high = _mm_packs_epi32(unsafeBitCast(v2, to: Longs.self), unsafeBitCast(v3, to: Longs.self))
    return unsafeBitCast(
      _mm_packus_epi16(_mm_adds_epi16(low, offset), _mm_adds_epi16(high, offset)), to: Bytes.self)
    #elseif arch(arm64)
    let low = vqaddq_s16(Shorts(lowHalf: vqmovn_s32(v0), highHalf: vqmovn_s32(v1)), offset)
    let high = vqaddq_s16(Shorts(lowHalf: vqmovn_s32(v2), highHalf: vqmovn_s32(v3)), offset)
    return unsafeBitCast(SIMD16(lowHalf: vqmovun_s16(low), highHalf: vqmovun_s16(high)), to: Bytes.self)
    #else
    var result = Bytes()
    let words = (v0, v1, v2, v3)
    withUnsafeBytes(of: words) {
      let sums = $0.assumingMemoryBound(to: Int32.self)
      var word = 0
      while word < 4 &* lanesPerVector {
        let value = max(0, min(255, sums[word] &+ Int32(offset[0])))
        result[Self.byte(ofWord: word)] = Int8(truncatingIfNeeded: value)
        word &+= 1
      }
    }
    return result
    #endif
  }
}

/// The bytes of four columns, interleaved where the processor multiplies them so.
struct ByteQuad {
  #if (TFLITE_AVX512 && !TFLITE_EMULATED) || TFLITE_AVXVNNI
  let v0: Ints
  let v1: Ints
  let v2: Ints
  let v3: Ints

  @inline(__always)
  init(_ a: Bytes, _ b: Bytes, _ c: Bytes, _ d: Bytes) {
    let a = unsafeBitCast(a, to: Longs.self)
    let b = unsafeBitCast(b, to: Longs.self)
    let c = unsafeBitCast(c, to: Longs.self)
    let d = unsafeBitCast(d, to: Longs.self)
    #if TFLITE_AVX512
    let low = _mm512_unpacklo_epi8(a, b)
    let high = _mm512_unpackhi_epi8(a, b)
    let otherLow = _mm512_unpacklo_epi8(c, d)
    let otherHigh = _mm512_unpackhi_epi8(c, d)
    v0 = unsafeBitCast(_mm512_unpacklo_epi16(low, otherLow), to: Ints.self)
    v1 = unsafeBitCast(_mm512_unpackhi_epi16(low, otherLow), to: Ints.self)
    v2 = unsafeBitCast(_mm512_unpacklo_epi16(high, otherHigh), to: Ints.self)
    v3 = unsafeBitCast(_mm512_unpackhi_epi16(high, otherHigh), to: Ints.self)
    #else
    let low = _mm256_unpacklo_epi8(a, b)
    let high = _mm256_unpackhi_epi8(a, b)
    let otherLow = _mm256_unpacklo_epi8(c, d)
    let otherHigh = _mm256_unpackhi_epi8(c, d)
    v0 = unsafeBitCast(_mm256_unpacklo_epi16(low, otherLow), to: Ints.self)
    v1 = unsafeBitCast(_mm256_unpackhi_epi16(low, otherLow), to: Ints.self)
    v2 = unsafeBitCast(_mm256_unpacklo_epi16(high, otherHigh), to: Ints.self)
    v3 = unsafeBitCast(_mm256_unpackhi_epi16(high, otherHigh), to: Ints.self)
    #endif
  }
  #else
  let v0: Bytes
  let v1: Bytes
  let v2: Bytes
  let v3: Bytes

  @inline(__always)
  init(_ a: Bytes, _ b: Bytes, _ c: Bytes, _ d: Bytes) {
    #if TFLITE_DOT
    let low = unsafeBitCast(vzip1q_s8(a, b), to: Shorts.self)
    let high = unsafeBitCast(vzip2q_s8(a, b), to: Shorts.self)
    let otherLow = unsafeBitCast(vzip1q_s8(c, d), to: Shorts.self)
    let otherHigh = unsafeBitCast(vzip2q_s8(c, d), to: Shorts.self)
    v0 = unsafeBitCast(vzip1q_s16(low, otherLow), to: Bytes.self)
    v1 = unsafeBitCast(vzip2q_s16(low, otherLow), to: Bytes.self)
    v2 = unsafeBitCast(vzip1q_s16(high, otherHigh), to: Bytes.self)
    v3 = unsafeBitCast(vzip2q_s16(high, otherHigh), to: Bytes.self)
    #else
    v0 = a
    v1 = b
    v2 = c
    v3 = d
    #endif
  }
  #endif
}

/// The larger of each pair of unsigned bytes.
@inline(__always)
func largerBytes(_ x: Bytes, _ y: Bytes) -> Bytes {
  #if TFLITE_AVX512 && !TFLITE_EMULATED
  return unsafeBitCast(
    _mm512_max_epu8(unsafeBitCast(x, to: Longs.self), unsafeBitCast(y, to: Longs.self)), to: Bytes.self)
  #elseif TFLITE_AVX2
  return unsafeBitCast(
    _mm256_max_epu8(unsafeBitCast(x, to: Longs.self), unsafeBitCast(y, to: Longs.self)), to: Bytes.self)
  #elseif arch(x86_64) && !TFLITE_AVX512
  return unsafeBitCast(
    _mm_max_epu8(unsafeBitCast(x, to: Longs.self), unsafeBitCast(y, to: Longs.self)), to: Bytes.self)
  #elseif arch(arm64)
  return unsafeBitCast(
    vmaxq_u8(unsafeBitCast(x, to: SIMD16<UInt8>.self), unsafeBitCast(y, to: SIMD16<UInt8>.self)), to: Bytes.self)
  #else
  return clampedBytes(x, y, Bytes(repeating: -1))
  #endif
}

/// The unsigned bytes raised to `lower` and lowered to `upper`.
@inline(__always)
func clampedBytes(_ x: Bytes, _ lower: Bytes, _ upper: Bytes) -> Bytes {
  #if TFLITE_AVX512 && !TFLITE_EMULATED
  let raised = _mm512_max_epu8(unsafeBitCast(x, to: Longs.self), unsafeBitCast(lower, to: Longs.self))
  return unsafeBitCast(_mm512_min_epu8(raised, unsafeBitCast(upper, to: Longs.self)), to: Bytes.self)
  #elseif TFLITE_AVX2
  let raised = _mm256_max_epu8(unsafeBitCast(x, to: Longs.self), unsafeBitCast(lower, to: Longs.self))
  return unsafeBitCast(_mm256_min_epu8(raised, unsafeBitCast(upper, to: Longs.self)), to: Bytes.self)
  #elseif arch(x86_64) && !TFLITE_AVX512
  let raised = _mm_max_epu8(unsafeBitCast(x, to: Longs.self), unsafeBitCast(lower, to: Longs.self))
  return unsafeBitCast(_mm_min_epu8(raised, unsafeBitCast(upper, to: Longs.self)), to: Bytes.self)
  #elseif arch(arm64)
  let raised = vmaxq_u8(unsafeBitCast(x, to: SIMD16<UInt8>.self), unsafeBitCast(lower, to: SIMD16<UInt8>.self))
  return unsafeBitCast(vminq_u8(raised, unsafeBitCast(upper, to: SIMD16<UInt8>.self)), to: Bytes.self)
  #else
  var result = x
  var i = 0
  while i < Bytes.scalarCount {
    let value = UInt8(bitPattern: x[i])
    result[i] = Int8(bitPattern: max(UInt8(bitPattern: lower[i]), min(UInt8(bitPattern: upper[i]), value)))
    i &+= 1
  }
  return result
  #endif
}

/// `sum` plus two values, given as the halves of `pair`, times the weights of two taps for as many outputs as there are lanes.
@inline(__always)
func addBroadcastPair(_ sum: Ints, _ pair: Int32, _ weights: UnsafeRawPointer) -> Ints {
  #if TFLITE_AVX512 && !TFLITE_EMULATED
  let values = unsafeBitCast(Ints(repeating: pair), to: Longs.self)
  return unsafeBitCast(
    _mm512_dpwssd_epi32(unsafeBitCast(sum, to: Longs.self), values, weights.lanes(0, as: Longs.self)),
    to: Ints.self)
  #elseif TFLITE_AVX2
  let values = unsafeBitCast(Ints(repeating: pair), to: Longs.self)
  return sum &+ unsafeBitCast(_mm256_madd_epi16(values, weights.lanes(0, as: Longs.self)), to: Ints.self)
  #elseif arch(x86_64) && !TFLITE_AVX512
  let values = unsafeBitCast(Ints(repeating: pair), to: Longs.self)
  return sum &+ unsafeBitCast(_mm_madd_epi16(values, weights.lanes(0, as: Longs.self)), to: Ints.self)
  #elseif arch(arm64)
  let values = unsafeBitCast(Ints(repeating: pair), to: SIMD8<Int16>.self)
  return sum &+ multiplyAddPairs(values, weights.lanes(0, as: SIMD8<Int16>.self))
  #else
  var result = sum
  let first = (pair &<< 16) &>> 16
  let second = pair &>> 16
  var lane = 0
  while lane < lanesPerVector {
    let w0 = weights.loadUnaligned(fromByteOffset: 2 &* broadcastWeightIndex(lane, 0), as: Int16.self)
    let w1 = weights.loadUnaligned(fromByteOffset: 2 &* broadcastWeightIndex(lane, 1), as: Int16.self)
    result[lane] &+= first &* Int32(w0) &+ second &* Int32(w1)
    lane &+= 1
  }
  return result
  #endif
}

/// As `addBroadcastPair`, for sums that do not exceed 32 bits. The instruction would saturate them; of the one that does not,
/// compilers make a product and a sum.
@inline(__always)
func addBoundedPair(_ sum: Ints, _ pair: Int32, _ weights: UnsafeRawPointer) -> Ints {
  #if TFLITE_AVX512 && !TFLITE_EMULATED
  let values = unsafeBitCast(Ints(repeating: pair), to: Longs.self)
  return unsafeBitCast(
    _mm512_dpwssds_epi32(unsafeBitCast(sum, to: Longs.self), values, weights.lanes(0, as: Longs.self)),
    to: Ints.self)
  #elseif TFLITE_AVXVNNI && !TFLITE_EMULATED
  let values = unsafeBitCast(Ints(repeating: pair), to: Longs.self)
  let (sum, weights) = (unsafeBitCast(sum, to: Longs.self), weights.lanes(0, as: Longs.self))
  #if TFLITE_EVEX
  return unsafeBitCast(_mm256_mask_dpwssds_epi32(sum, 0xFF, values, weights), to: Ints.self)
  #else
  return unsafeBitCast(_mm256_dpwssds_avx_epi32(sum, values, weights), to: Ints.self)
  #endif
  #else
  return addBroadcastPair(sum, pair, weights)
  #endif
}

/// Where the weight of tap `parity` of a pair stands for output `lane` of `addBroadcastPair`.
@inline(__always)
func broadcastWeightIndex(_ lane: Int, _ parity: Int) -> Int { 2 &* lane &+ parity }

/// The lower halves of both numbers of a lane, those of `even` first.
@inline(__always)
func pairs(_ even: SIMD4<Int32>, _ odd: SIMD4<Int32>) -> SIMD4<Int32> { even & 0xFFFF | odd &<< 16 }

/// The integers as floats.
@inline(__always)
func converted(_ x: Ints) -> Floats {
  #if TFLITE_AVX512 && !TFLITE_EMULATED
  return _mm512_cvtepi32_ps(unsafeBitCast(x, to: Longs.self))
  #elseif TFLITE_AVX2
  return _mm256_cvtepi32_ps(unsafeBitCast(x, to: Longs.self))
  #elseif arch(x86_64) && !TFLITE_AVX512
  return _mm_cvtepi32_ps(unsafeBitCast(x, to: Longs.self))
  #else
  return Floats(x)
  #endif
}

/// `group` bytes (32 where a register holds 64, 16, or 8) at `offset` from each of as many pointers as fill a register,
/// `every` entries apart.
@inline(__always)
func joinedBytes(group: Int, _ pointers: UnsafePointer<UnsafeRawPointer>, every: Int, _ offset: Int) -> Bytes {
  #if TFLITE_AVX512
  if group == 32 {
    return Bytes(
      lowHalf: pointers[0].lanes(offset, as: SIMD32<Int8>.self),
      highHalf: pointers[every].lanes(offset, as: SIMD32<Int8>.self))
  }
  #endif
  if group == 16 {
    #if TFLITE_AVX512
    let low = SIMD32(
      lowHalf: pointers[0].lanes(offset, as: SIMD16<Int8>.self),
      highHalf: pointers[every].lanes(offset, as: SIMD16<Int8>.self))
    let high = SIMD32(
      lowHalf: pointers[2 &* every].lanes(offset, as: SIMD16<Int8>.self),
      highHalf: pointers[3 &* every].lanes(offset, as: SIMD16<Int8>.self))
    return Bytes(lowHalf: low, highHalf: high)
    #elseif TFLITE_AVX2
    return Bytes(
      lowHalf: pointers[0].lanes(offset, as: SIMD16<Int8>.self),
      highHalf: pointers[every].lanes(offset, as: SIMD16<Int8>.self))
    #else
    return pointers[0].lanes(offset, as: Bytes.self)
    #endif
  }
  var words = Longs()
  var pixel = 0
  while pixel < Longs.scalarCount {
    words[pixel] = pointers[pixel &* every].loadUnaligned(fromByteOffset: offset, as: Int64.self)
    pixel &+= 1
  }
  return unsafeBitCast(words, to: Bytes.self)
}

/// Eight bytes with the bits of `mask` flipped, as unsigned numbers.
@inline(__always)
func widenedBytes(_ source: UnsafeRawPointer, _ mask: UInt8) -> SIMD8<Int16> {
  let bytes = source.loadUnaligned(as: UInt64.self) ^ (UInt64(mask) &* 0x0101_0101_0101_0101)
  #if arch(x86_64)
  return unsafeBitCast(
    _mm_unpacklo_epi8(SIMD2<Int64>(Int64(bitPattern: bytes), 0), SIMD2<Int64>()), to: SIMD8<Int16>.self)
  #else
  return SIMD8<Int16>(truncatingIfNeeded: unsafeBitCast(bytes, to: SIMD8<UInt8>.self))
  #endif
}

#endif
