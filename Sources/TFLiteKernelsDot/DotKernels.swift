#if arch(arm64)

import TFLiteKernels

/// The vector kernels compiled for arm64 with dot-product instructions. Call them only where `ProcessorFeatures` says so.
package enum DotKernels {
  /// The kernels as a set.
  package static let set = VectorKernels.set
}

#endif
