#if TFLITE_DOT && TFLITE_ARM && arch(arm64)

import TFLiteKernels
import _Builtin_intrinsics.arm.neon

/// As many floats of half precision as one vector register holds.
typealias Halfs = SIMD8<Float16>

/// `a * b + c`, rounded once.
@inline(__always)
func multiplyAdd(_ a: Halfs, _ b: Halfs, _ c: Halfs) -> Halfs { vfmaq_f16(c, a, b) }

/// The bits of the nearest numbers of half precision.
@inline(__always)
func halfBits(_ x: Floats) -> NarrowShorts { unsafeBitCast(vcvt_f16_f32(x), to: NarrowShorts.self) }

/// The first and the last four lanes as floats.
@inline(__always)
func widened(_ x: Halfs) -> (Floats, Floats) { (vcvt_f32_f16(x.lowHalf), vcvt_high_f32_f16(x)) }

#endif
