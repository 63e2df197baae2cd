#if !TFLITE_TIER || (TFLITE_X86 && arch(x86_64)) || (TFLITE_ARM && arch(arm64))

#if TFLITE_TIER
import TFLiteKernels
#endif

extension VectorKernels {
  /// Puts this module's products of bytes in a set. They are all that a module of a tier has whose processors do nothing else
  /// differently.
  static func putByteProducts(in set: inout KernelSet) {
    set.peaks?.bytes = peakBytes
    set.products.int8.columnTile = byteColumnTile
    set.products.int8.packedSize = packedSizeByte
    set.products.int8.pack = packInt8
    set.products.int8.run = runInt8
    set.products.uint8.columnTile = byteColumnTile
    set.products.uint8.packedSize = packedSizeByte
    set.products.uint8.pack = packUInt8
    set.products.uint8.run = runUInt8
    set.products.hybrid.columnTile = byteColumnTile
    set.products.hybrid.packedSize = packedSizeByte
    set.products.hybrid.pack = packHybrid
    set.products.hybrid.run = runHybrid
  }
}

#endif
