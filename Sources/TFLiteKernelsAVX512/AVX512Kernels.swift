#if arch(x86_64)

import TFLiteKernels

/// The vector kernels compiled for AVX-512 with VNNI (x86-64-v4 and avx512vnni). Call them only where
/// `ProcessorFeatures` says so.
package enum AVX512Kernels {
  /// The kernels as a set.
  package static let set = VectorKernels.set
}

#endif
