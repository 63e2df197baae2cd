#if arch(arm64)

import TFLiteKernels
import TFLiteKernelsDot

// The vector kernels for arm64 with matrix products of bytes (`smmla`). Call them only where `ProcessorFeatures` says so.
//
// The instructions multiply bytes, so that this module compiles the products of bytes (`VectorFamilies+Bytes`) and what they need
// of `TFLiteKernels/Vector`, a symbolic link for each file, but with steps of its own (`MatrixByteStep+RowPairs.swift`). All
// else comes from the tier of dot products, whose vectors are the same.

extension VectorKernels {
  package static var peaks: PeakLoops { PeakLoops(float: TFLiteKernelsDot.VectorKernels.peaks.float, bytes: peakBytes) }

  // Kernels of the tier of dot products that this module's kernels call.

  static var addInt8: BinaryKernel { TFLiteKernelsDot.VectorKernels.addInt8 }
  static var addUInt8: BinaryKernel { TFLiteKernelsDot.VectorKernels.addUInt8 }
  static var lookUp: ByteLookUpKernel { TFLiteKernelsDot.VectorKernels.lookUp }
}

#endif
