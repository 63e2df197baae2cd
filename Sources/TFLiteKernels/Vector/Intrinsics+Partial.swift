#if !TFLITE_TIER || (TFLITE_X86 && arch(x86_64)) || (TFLITE_ARM && arch(arm64))

#if arch(x86_64)
import _Builtin_intrinsics.intel
#endif
#if TFLITE_TIER
import TFLiteKernels
#endif

// Loads and stores of fewer bytes than a register holds.

extension UnsafeRawPointer {
  /// Loads `count` bytes, fewer than a register holds; the others are those of `filler`.
  @inline(__always)
  func bytes(first count: Int, _ offset: Int, filler: Bytes) -> Bytes {
    #if TFLITE_AVX512 && !TFLITE_EMULATED
    return unsafeBitCast(
      _mm512_mask_loadu_epi8(unsafeBitCast(filler, to: Longs.self), (1 &<< UInt64(count)) &- 1, self + offset),
      to: Bytes.self)
    #else
    var value = filler
    let source = self + offset
    withUnsafeMutableBytes(of: &value) { buffer in
      guard let base = buffer.baseAddress else { return }
      moveParts(from: source, to: base, count)
    }
    return value
    #endif
  }
}

extension UnsafeMutableRawPointer {
  /// Stores the first `count` bytes, fewer than a register holds.
  @inline(__always)
  func putBytes(first count: Int, of value: Bytes, _ offset: Int) {
    #if TFLITE_AVX512 && !TFLITE_EMULATED
    _mm512_mask_storeu_epi8(self + offset, (1 &<< UInt64(count)) &- 1, unsafeBitCast(value, to: Longs.self))
    #else
    let target = self + offset
    withUnsafeBytes(of: value) { buffer in
      guard let base = buffer.baseAddress else { return }
      moveParts(from: base, to: target, count)
    }
    #endif
  }
}

// A vector that is filled lane by lane is written to memory and read again for each of them.

extension UnsafeRawPointer {
  /// Loads the first `count` lanes, all of them at most; the others are zero. Vectors have 4 to 64 bytes.
  @inline(__always)
  func lanes<Lanes: SIMD>(first count: Int, _ offset: Int, as type: Lanes.Type) -> Lanes
  where Lanes.Scalar: BitwiseCopyable & ExpressibleByIntegerLiteral {
    let source = self + offset
    let bytes = count &* MemoryLayout<Lanes.Scalar>.stride
    #if TFLITE_AVX512 && !TFLITE_EMULATED
    switch MemoryLayout<Lanes>.size {
    case 64:
      return unsafeBitCast(
        _mm512_maskz_loadu_epi8((1 << UInt64(truncatingIfNeeded: bytes)) &- 1, source), to: Lanes.self)
    case 32:
      return unsafeBitCast(
        _mm256_maskz_loadu_epi8((1 << UInt32(truncatingIfNeeded: bytes)) &- 1, source), to: Lanes.self)
    case 16:
      return unsafeBitCast(_mm_maskz_loadu_epi8((1 << UInt16(truncatingIfNeeded: bytes)) &- 1, source), to: Lanes.self)
    default: break
    }
    #endif
    switch MemoryLayout<Lanes>.size {
    case 4: return unsafeBitCast(UInt32(truncatingIfNeeded: twoWords(source, first: bytes).x), to: Lanes.self)
    case 8: return unsafeBitCast(twoWords(source, first: bytes).x, to: Lanes.self)
    case 16: return unsafeBitCast(twoWords(source, first: bytes), to: Lanes.self)
    case 32:
      let isLong = bytes > 16
      let lower = isLong ? source.loadUnaligned(as: SIMD2<UInt64>.self) : twoWords(source, first: bytes)
      let upper = isLong ? twoWords(source + 16, first: bytes &- 16) : SIMD2()
      return unsafeBitCast(SIMD4(lowHalf: lower, highHalf: upper), to: Lanes.self)
    default:
      var value = Lanes(repeating: 0)
      withUnsafeMutableBytes(of: &value) { buffer in
        guard let base = buffer.baseAddress else { return }
        moveParts(from: source, to: base, bytes)
      }
      return value
    }
  }
}

/// The first `count` bytes at `source`, 16 at most, and zeros. A function of its own: its branches would keep what loads a
/// last vector from being inlined.
@inline(never)
private func twoWords(_ source: UnsafeRawPointer, first count: Int) -> SIMD2<UInt64> {
  /// The first bytes, 8 at most: two parts that may overlap.
  @inline(__always)
  func word(_ source: UnsafeRawPointer, first count: Int) -> UInt64 {
    if count == 8 { return source.loadUnaligned(as: UInt64.self) }
    if count >= 4 {
      let upper = UInt64(source.loadUnaligned(fromByteOffset: count &- 4, as: UInt32.self))
      return UInt64(source.loadUnaligned(as: UInt32.self)) | upper &<< UInt64(truncatingIfNeeded: 8 &* (count &- 4))
    }
    if count >= 2 {
      let upper = UInt64(source.loadUnaligned(fromByteOffset: count &- 2, as: UInt16.self))
      return UInt64(source.loadUnaligned(as: UInt16.self)) | upper &<< UInt64(truncatingIfNeeded: 8 &* (count &- 2))
    }
    return count == 1 ? UInt64(source.load(as: UInt8.self)) : 0
  }
  if count < 8 { return SIMD2(word(source, first: count), 0) }
  return SIMD2(source.loadUnaligned(as: UInt64.self), word(source + 8, first: count &- 8))
}

extension UnsafeMutableRawPointer {
  /// Stores the first `count` lanes, all of them at most. Vectors have 4 to 64 bytes.
  @inline(__always)
  func put<Lanes: SIMD>(first count: Int, of value: Lanes, _ offset: Int) {
    let target = self + offset
    let bytes = count &* MemoryLayout<Lanes.Scalar>.stride
    switch MemoryLayout<Lanes>.size {
    case 4: putTwoWords(SIMD2(UInt64(unsafeBitCast(value, to: UInt32.self)), 0), first: bytes, target)
    case 8: putTwoWords(SIMD2(unsafeBitCast(value, to: UInt64.self), 0), first: bytes, target)
    case 16: putTwoWords(unsafeBitCast(value, to: SIMD2<UInt64>.self), first: bytes, target)
    default:
      withUnsafeBytes(of: value) { buffer in
        guard let base = buffer.baseAddress else { return }
        putParts(from: base, first: bytes, target)
      }
    }
  }
}

/// Stores the first `count` bytes, 16 at most. A function of its own, as `twoWords`.
@inline(never)
private func putTwoWords(_ words: SIMD2<UInt64>, first count: Int, _ target: UnsafeMutableRawPointer) {
  target.store(unsafeBitCast(words, to: SIMD16<UInt8>.self), first: count)
}

/// Copies `count` bytes, less than 64 of them. A function of its own, as `twoWords`.
@inline(never)
private func putParts(from source: UnsafeRawPointer, first count: Int, _ target: UnsafeMutableRawPointer) {
  moveParts(from: source, to: target, count)
}

#endif
