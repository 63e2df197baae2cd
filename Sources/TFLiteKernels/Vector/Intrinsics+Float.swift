#if arch(x86_64)
  import _Builtin_intrinsics.intel
#endif
#if TFLITE_TIER
  import TFLiteKernels
#endif

// The processor instructions of float kernels.

/// The square roots of the lanes.
@inline(__always)
func rootOfLanes(_ x: SIMD4<Float>) -> SIMD4<Float> {
  #if arch(x86_64)
    return _mm_sqrt_ps(x)
  #else
    return SIMD4(x.x.squareRoot(), x.y.squareRoot(), x.z.squareRoot(), x.w.squareRoot())
  #endif
}

/// The square roots of the lanes.
@inline(__always)
func rootOfLanes(_ x: SIMD8<Float>) -> SIMD8<Float> {
  #if TFLITE_AVX2 || TFLITE_AVX512
    return _mm256_sqrt_ps(x)
  #else
    return SIMD8(lowHalf: rootOfLanes(x.lowHalf), highHalf: rootOfLanes(x.highHalf))
  #endif
}

/// The square roots of the lanes.
@inline(__always)
func rootOfLanes(_ x: SIMD16<Float>) -> SIMD16<Float> {
  #if TFLITE_AVX512 && !TFLITE_EMULATED
    return _mm512_sqrt_ps(x)
  #else
    return SIMD16(lowHalf: rootOfLanes(x.lowHalf), highHalf: rootOfLanes(x.highHalf))
  #endif
}
