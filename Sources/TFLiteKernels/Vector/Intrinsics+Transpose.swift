#if !TFLITE_TIER || (TFLITE_X86 && arch(x86_64)) || (TFLITE_ARM && arch(arm64))

#if arch(x86_64)
import _Builtin_intrinsics.intel
#endif

// Interleaving the elements of two halves of registers of 16 bytes, or of each 16 bytes of wider ones.

/// Elements of one size.
protocol Interleave {
  associatedtype Register: SIMD
  /// The same for the widest registers.
  associatedtype Wide: Interleave
  /// The elements of 16 bytes.
  static var side: Int { get }
  /// The elements of the lower halves in turn.
  static func low(_ a: Register, _ b: Register) -> Register
  /// The elements of the upper halves in turn.
  static func high(_ a: Register, _ b: Register) -> Register
  /// 16 bytes at `source`, and those that lie `step` bytes further, as many as fill a register.
  static func load(_ source: UnsafeRawPointer, _ step: Int) -> Register
}

extension Interleave where Register == SIMD2<Int64> {
  @inline(__always)
  static func load(_ source: UnsafeRawPointer, _ step: Int) -> Register { source.lanes(0, as: Register.self) }
}

#if TFLITE_AVX512 && !TFLITE_EMULATED
extension Interleave where Register == SIMD8<Int64> {
  @inline(__always)
  static func load(_ source: UnsafeRawPointer, _ step: Int) -> Register {
    Register(
      lowHalf: SIMD4(
        lowHalf: source.lanes(0, as: SIMD2<Int64>.self), highHalf: source.lanes(step, as: SIMD2<Int64>.self)),
      highHalf: SIMD4(
        lowHalf: source.lanes(2 &* step, as: SIMD2<Int64>.self),
        highHalf: source.lanes(3 &* step, as: SIMD2<Int64>.self)))
  }
}
#elseif TFLITE_AVX2
extension Interleave where Register == SIMD4<Int64> {
  @inline(__always)
  static func load(_ source: UnsafeRawPointer, _ step: Int) -> Register {
    Register(lowHalf: source.lanes(0, as: SIMD2<Int64>.self), highHalf: source.lanes(step, as: SIMD2<Int64>.self))
  }
}
#endif

enum ByteInterleave: Interleave {
  #if (TFLITE_AVX512 && !TFLITE_EMULATED) || TFLITE_AVX2
  typealias Wide = WideByteInterleave
  #else
  typealias Wide = Self
  #endif
  @inline(__always) static var side: Int { 16 }

  @inline(__always)
  static func low(_ a: SIMD2<Int64>, _ b: SIMD2<Int64>) -> SIMD2<Int64> {
    #if arch(x86_64)
    return _mm_unpacklo_epi8(a, b)
    #else
    return interleaved(
      unsafeBitCast(a, to: SIMD16<UInt8>.self).lowHalf, unsafeBitCast(b, to: SIMD16<UInt8>.self).lowHalf)
    #endif
  }

  @inline(__always)
  static func high(_ a: SIMD2<Int64>, _ b: SIMD2<Int64>) -> SIMD2<Int64> {
    #if arch(x86_64)
    return _mm_unpackhi_epi8(a, b)
    #else
    return interleaved(
      unsafeBitCast(a, to: SIMD16<UInt8>.self).highHalf, unsafeBitCast(b, to: SIMD16<UInt8>.self).highHalf)
    #endif
  }

  #if !arch(x86_64)
  @inline(__always)
  private static func interleaved(_ a: SIMD8<UInt8>, _ b: SIMD8<UInt8>) -> SIMD2<Int64> {
    var result = SIMD16<UInt8>()
    result.evenHalf = a
    result.oddHalf = b
    return unsafeBitCast(result, to: SIMD2<Int64>.self)
  }
  #endif
}

enum ShortInterleave: Interleave {
  #if (TFLITE_AVX512 && !TFLITE_EMULATED) || TFLITE_AVX2
  typealias Wide = WideShortInterleave
  #else
  typealias Wide = Self
  #endif
  @inline(__always) static var side: Int { 8 }

  @inline(__always)
  static func low(_ a: SIMD2<Int64>, _ b: SIMD2<Int64>) -> SIMD2<Int64> {
    #if arch(x86_64)
    return _mm_unpacklo_epi16(a, b)
    #else
    return interleaved(
      unsafeBitCast(a, to: SIMD8<UInt16>.self).lowHalf, unsafeBitCast(b, to: SIMD8<UInt16>.self).lowHalf)
    #endif
  }

  @inline(__always)
  static func high(_ a: SIMD2<Int64>, _ b: SIMD2<Int64>) -> SIMD2<Int64> {
    #if arch(x86_64)
    return _mm_unpackhi_epi16(a, b)
    #else
    return interleaved(
      unsafeBitCast(a, to: SIMD8<UInt16>.self).highHalf, unsafeBitCast(b, to: SIMD8<UInt16>.self).highHalf)
    #endif
  }

  #if !arch(x86_64)
  @inline(__always)
  private static func interleaved(_ a: SIMD4<UInt16>, _ b: SIMD4<UInt16>) -> SIMD2<Int64> {
    unsafeBitCast(
      SIMD8<UInt16>(a[0], b[0], a[1], b[1], a[2], b[2], a[3], b[3]), to: SIMD2<Int64>.self)
  }
  #endif
}

enum WordInterleave: Interleave {
  #if (TFLITE_AVX512 && !TFLITE_EMULATED) || TFLITE_AVX2
  typealias Wide = WideWordInterleave
  #else
  typealias Wide = Self
  #endif
  @inline(__always) static var side: Int { 4 }

  @inline(__always)
  static func low(_ a: SIMD2<Int64>, _ b: SIMD2<Int64>) -> SIMD2<Int64> {
    let (x, y) = (unsafeBitCast(a, to: SIMD4<Int32>.self), unsafeBitCast(b, to: SIMD4<Int32>.self))
    return unsafeBitCast(SIMD4<Int32>(x[0], y[0], x[1], y[1]), to: SIMD2<Int64>.self)
  }

  @inline(__always)
  static func high(_ a: SIMD2<Int64>, _ b: SIMD2<Int64>) -> SIMD2<Int64> {
    let (x, y) = (unsafeBitCast(a, to: SIMD4<Int32>.self), unsafeBitCast(b, to: SIMD4<Int32>.self))
    return unsafeBitCast(SIMD4<Int32>(x[2], y[2], x[3], y[3]), to: SIMD2<Int64>.self)
  }
}

enum LongInterleave: Interleave {
  #if (TFLITE_AVX512 && !TFLITE_EMULATED) || TFLITE_AVX2
  typealias Wide = WideLongInterleave
  #else
  typealias Wide = Self
  #endif
  @inline(__always) static var side: Int { 2 }

  @inline(__always)
  static func low(_ a: SIMD2<Int64>, _ b: SIMD2<Int64>) -> SIMD2<Int64> { SIMD2(a[0], b[0]) }

  @inline(__always)
  static func high(_ a: SIMD2<Int64>, _ b: SIMD2<Int64>) -> SIMD2<Int64> { SIMD2(a[1], b[1]) }
}

#if TFLITE_AVX512 && !TFLITE_EMULATED
enum WideByteInterleave: Interleave {
  typealias Wide = Self
  @inline(__always) static var side: Int { ByteInterleave.side }
  @inline(__always) static func low(_ a: Longs, _ b: Longs) -> Longs { _mm512_unpacklo_epi8(a, b) }
  @inline(__always) static func high(_ a: Longs, _ b: Longs) -> Longs { _mm512_unpackhi_epi8(a, b) }
}

enum WideShortInterleave: Interleave {
  typealias Wide = Self
  @inline(__always) static var side: Int { ShortInterleave.side }
  @inline(__always) static func low(_ a: Longs, _ b: Longs) -> Longs { _mm512_unpacklo_epi16(a, b) }
  @inline(__always) static func high(_ a: Longs, _ b: Longs) -> Longs { _mm512_unpackhi_epi16(a, b) }
}

enum WideWordInterleave: Interleave {
  typealias Wide = Self
  @inline(__always) static var side: Int { WordInterleave.side }
  @inline(__always) static func low(_ a: Longs, _ b: Longs) -> Longs { _mm512_unpacklo_epi32(a, b) }
  @inline(__always) static func high(_ a: Longs, _ b: Longs) -> Longs { _mm512_unpackhi_epi32(a, b) }
}

enum WideLongInterleave: Interleave {
  typealias Wide = Self
  @inline(__always) static var side: Int { LongInterleave.side }
  @inline(__always) static func low(_ a: Longs, _ b: Longs) -> Longs { _mm512_unpacklo_epi64(a, b) }
  @inline(__always) static func high(_ a: Longs, _ b: Longs) -> Longs { _mm512_unpackhi_epi64(a, b) }
}

#elseif TFLITE_AVX2
enum WideByteInterleave: Interleave {
  typealias Wide = Self
  @inline(__always) static var side: Int { ByteInterleave.side }
  @inline(__always) static func low(_ a: Longs, _ b: Longs) -> Longs { _mm256_unpacklo_epi8(a, b) }
  @inline(__always) static func high(_ a: Longs, _ b: Longs) -> Longs { _mm256_unpackhi_epi8(a, b) }
}

enum WideShortInterleave: Interleave {
  typealias Wide = Self
  @inline(__always) static var side: Int { ShortInterleave.side }
  @inline(__always) static func low(_ a: Longs, _ b: Longs) -> Longs { _mm256_unpacklo_epi16(a, b) }
  @inline(__always) static func high(_ a: Longs, _ b: Longs) -> Longs { _mm256_unpackhi_epi16(a, b) }
}

enum WideWordInterleave: Interleave {
  typealias Wide = Self
  @inline(__always) static var side: Int { WordInterleave.side }
  @inline(__always) static func low(_ a: Longs, _ b: Longs) -> Longs { _mm256_unpacklo_epi32(a, b) }
  @inline(__always) static func high(_ a: Longs, _ b: Longs) -> Longs { _mm256_unpackhi_epi32(a, b) }
}

enum WideLongInterleave: Interleave {
  typealias Wide = Self
  @inline(__always) static var side: Int { LongInterleave.side }
  @inline(__always) static func low(_ a: Longs, _ b: Longs) -> Longs { _mm256_unpacklo_epi64(a, b) }
  @inline(__always) static func high(_ a: Longs, _ b: Longs) -> Longs { _mm256_unpackhi_epi64(a, b) }
}
#endif

#endif
