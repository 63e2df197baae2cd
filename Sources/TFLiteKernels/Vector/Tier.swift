#if !TFLITE_TIER || (TFLITE_X86 && arch(x86_64)) || (TFLITE_ARM && arch(arm64))

// The widths of this tier. Kernels are written with these names, so that one source serves every tier. A tier's own
// instructions are named in Intrinsics*.swift alone; TFLITE_EMULATED replaces AVX-512's by plain Swift, so that the widest
// tier's layouts and loops can be tested on processors without it.

#if TFLITE_AVX512
/// As many floats as one vector register holds.
typealias Floats = SIMD16<Float>
/// As many 32-bit integers as one vector register holds.
typealias Ints = SIMD16<Int32>
/// The low bytes of `Ints`.
typealias NarrowBytes = SIMD16<Int8>
/// The low halves of `Ints`.
typealias NarrowShorts = SIMD16<Int16>
#elseif TFLITE_AVX2
/// As many floats as one vector register holds.
typealias Floats = SIMD8<Float>
/// As many 32-bit integers as one vector register holds.
typealias Ints = SIMD8<Int32>
/// The low bytes of `Ints`.
typealias NarrowBytes = SIMD8<Int8>
/// The low halves of `Ints`.
typealias NarrowShorts = SIMD8<Int16>
#else
/// As many floats as one vector register holds.
typealias Floats = SIMD4<Float>
/// As many 32-bit integers as one vector register holds.
typealias Ints = SIMD4<Int32>
/// The low bytes of `Ints`.
typealias NarrowBytes = SIMD4<Int8>
/// The low halves of `Ints`.
typealias NarrowShorts = SIMD4<Int16>
#endif

/// The name of the instructions that this module is compiled for.
var instructions: StaticString {
  #if TFLITE_AVX512
  "avx512"
  #elseif TFLITE_AVX2
  "avx2"
  #elseif arch(x86_64)
  "sse2"
  #elseif arch(arm64) && TFLITE_DOT
  "dot"
  #elseif arch(arm64)
  "neon"
  #else
  "vectors"
  #endif
}

/// The lanes of `Floats` and `Ints`.
@inline(__always)
var lanesPerVector: Int { Floats.scalarCount }

/// `MatrixHeader.size`, which other modules than its own read by a call.
@inline(__always)
var headerSize: Int { 64 }

#endif
