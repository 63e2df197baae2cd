#if arch(x86_64)

import TFLiteKernels

/// The vector kernels compiled for AVX2 and FMA (x86-64-v3). Call them only where `ProcessorFeatures` says so.
package enum AVX2Kernels {
  /// The kernels as a set.
  package static let set = VectorKernels.set

  // What kernels of tiers with the same vectors call.

  /// Sums of quantized int8.
  package static let addInt8: BinaryKernel = VectorKernels.addInt8
  /// Sums of quantized uint8.
  package static let addUInt8: BinaryKernel = VectorKernels.addUInt8
  /// A table look-up of bytes.
  package static let lookUp: ByteLookUpKernel = VectorKernels.lookUp
}

#endif
