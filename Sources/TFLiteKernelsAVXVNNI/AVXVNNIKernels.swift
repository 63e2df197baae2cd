#if arch(x86_64)

import TFLiteKernels
import TFLiteKernelsAVX2

/// The vector kernels for AVX2 with AVX-VNNI. Call them only where `ProcessorFeatures` says so.
///
/// The instructions multiply bytes, so that this module compiles the products of bytes, the depthwise ones too, and what they need
/// of `TFLiteKernels/Vector`, a symbolic link for each file. All else comes from the AVX2 tier, whose vectors are the same.
package enum AVXVNNIKernels {
  /// The kernels as a set.
  package static let set: KernelSet = {
    var set = AVX2Kernels.set
    set.name = Tier.name
    VectorKernels.putByteProducts(in: &set)
    VectorKernels.putByteDepthwise(in: &set)
    return set
  }()
}

/// Kernels of the AVX2 tier that this module's kernels call.
extension VectorKernels {
  /// Sums of quantized int8.
  static let addInt8 = AVX2Kernels.addInt8
  /// Sums of quantized uint8.
  static let addUInt8 = AVX2Kernels.addUInt8
  /// A table look-up of bytes.
  static let lookUp = AVX2Kernels.lookUp
}

#endif
