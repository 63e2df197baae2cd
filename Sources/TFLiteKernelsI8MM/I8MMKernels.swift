#if arch(arm64)

import TFLiteKernels
import TFLiteKernelsDot

/// The vector kernels for arm64 with matrix products of bytes (`smmla`). Call them only where `ProcessorFeatures` says so.
///
/// The instructions multiply bytes, so that this module compiles the products of bytes (`putByteProducts`) and what they need
/// of `TFLiteKernels/Vector`, a symbolic link for each file, but with steps of its own (`MatrixByteStep+RowPairs.swift`). All
/// else comes from the tier of dot products, whose vectors are the same.
package enum I8MMKernels {
  /// The kernels as a set.
  package static let set: KernelSet = {
    var set = DotKernels.set
    set.name = Tier.name
    VectorKernels.putByteProducts(in: &set)
    return set
  }()
}

/// Kernels of the tier of dot products that this module's kernels call.
extension VectorKernels {
  /// Sums of quantized int8.
  static let addInt8 = DotKernels.addInt8
  /// Sums of quantized uint8.
  static let addUInt8 = DotKernels.addUInt8
  /// A table look-up of bytes.
  static let lookUp = DotKernels.lookUp
}

#endif
