#if !TFLITE_TIER || (TFLITE_X86 && arch(x86_64)) || (TFLITE_ARM && arch(arm64))

#if arch(x86_64)
import _Builtin_intrinsics.intel
#endif

// Interleaving the elements of two halves of registers of 16 bytes.

/// Elements of one size.
protocol Interleave {
  /// The elements of 16 bytes.
  static var side: Int { get }
  /// The elements of the lower halves in turn.
  static func low(_ a: SIMD2<Int64>, _ b: SIMD2<Int64>) -> SIMD2<Int64>
  /// The elements of the upper halves in turn.
  static func high(_ a: SIMD2<Int64>, _ b: SIMD2<Int64>) -> SIMD2<Int64>
}

enum ByteInterleave: Interleave {
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

#endif
