#if arch(x86_64)

import TFLiteKernels
import TFLiteKernelsAVX2

// The vector kernels for AVX2 with AVX-VNNI. Call them only where `ProcessorFeatures` says so.
//
// The instructions multiply bytes, so that this module compiles the products of bytes, the depthwise ones too, and what they need
// of `TFLiteKernels/Vector`, a symbolic link for each file. All else comes from the AVX2 tier, whose vectors are the same.

extension VectorKernels {
  package static var peaks: PeakLoops {
    PeakLoops(float: TFLiteKernelsAVX2.VectorKernels.peaks.float, bytes: peakBytes)
  }

  // Kernels of the AVX2 tier that this module's kernels call.

  static var addInt8: BinaryKernel { TFLiteKernelsAVX2.VectorKernels.addInt8 }
  static var addUInt8: BinaryKernel { TFLiteKernelsAVX2.VectorKernels.addUInt8 }
  static var lookUp: ByteLookUpKernel { TFLiteKernelsAVX2.VectorKernels.lookUp }
}

#endif
