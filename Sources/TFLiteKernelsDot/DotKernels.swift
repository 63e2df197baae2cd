#if arch(arm64)

import TFLiteKernels

/// The vector kernels compiled for arm64 with dot-product instructions. Call them only where `ProcessorFeatures` says so.
package enum DotKernels {
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
