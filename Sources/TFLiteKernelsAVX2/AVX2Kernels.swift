#if arch(x86_64)

import TFLiteKernels

/// The vector kernels compiled for AVX2 and FMA (x86-64-v3). Call them only where `ProcessorFeatures` says so.
package enum AVX2Kernels {
  /// The kernels as a set.
  package static let set = VectorKernels.set
}

#endif
