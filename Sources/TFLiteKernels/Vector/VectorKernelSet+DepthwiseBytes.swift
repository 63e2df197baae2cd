#if !TFLITE_TIER || (TFLITE_X86 && arch(x86_64)) || (TFLITE_ARM && arch(arm64))

#if TFLITE_TIER
import TFLiteKernels
#endif

extension VectorKernels {
  /// Puts this module's depthwise convolutions of bytes in a set.
  static func putByteDepthwise(in set: inout KernelSet) {
    set.depthwise.int8.packedSize = packedSizeDepthwiseByte
    set.depthwise.int8.pack = packDepthwiseInt8
    set.depthwise.int8.run = runDepthwiseInt8
    set.depthwise.uint8.packedSize = packedSizeDepthwiseByte
    set.depthwise.uint8.pack = packDepthwiseUInt8
    set.depthwise.uint8.run = runDepthwiseUInt8
    set.depthwise.hybrid.packedSize = packedSizeDepthwiseByte
    set.depthwise.hybrid.pack = packDepthwiseHybrid
    set.depthwise.hybrid.run = runDepthwiseHybrid
  }
}

#endif
