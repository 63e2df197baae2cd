#if !TFLITE_TIER || (TFLITE_X86 && arch(x86_64)) || (TFLITE_ARM && arch(arm64))

#if TFLITE_TIER
import TFLiteKernels
#endif

extension VectorKernels {
  /// Depthwise convolutions of bytes; see `VectorFamilies` for the others.
  package enum Depthwise {
    package static var int8: ByteDepthwiseKernel {
      var kernel = ReferenceKernels.Depthwise.int8
      kernel.packedSize = VectorKernels.packedSizeDepthwiseByte
      kernel.pack = VectorKernels.packDepthwiseInt8
      kernel.run = VectorKernels.runDepthwiseInt8
      return kernel
    }
    package static var uint8: ByteDepthwiseKernel {
      var kernel = ReferenceKernels.Depthwise.uint8
      kernel.packedSize = VectorKernels.packedSizeDepthwiseByte
      kernel.pack = VectorKernels.packDepthwiseUInt8
      kernel.run = VectorKernels.runDepthwiseUInt8
      return kernel
    }
    package static var hybrid: HybridDepthwiseKernel {
      var kernel = ReferenceKernels.Depthwise.hybrid
      #if TFLITE_AVX2 && !TFLITE_AVXVNNI
      kernel.packedSize = VectorKernels.packedSizeDepthwiseRounded
      kernel.pack = VectorKernels.packDepthwiseRounded
      kernel.run = VectorKernels.runDepthwiseRounded
      kernel.readsFloats = VectorKernels.roundsDepthwise
      #else
      kernel.packedSize = VectorKernels.packedSizeDepthwiseByte
      kernel.pack = VectorKernels.packDepthwiseHybrid
      kernel.run = VectorKernels.runDepthwiseHybrid
      #endif
      return kernel
    }
  }
}

#endif
