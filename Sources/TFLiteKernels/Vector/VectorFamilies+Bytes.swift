#if !TFLITE_TIER || (TFLITE_X86 && arch(x86_64)) || (TFLITE_ARM && arch(arm64))

#if TFLITE_TIER
import TFLiteKernels
#endif

extension VectorKernels {
  package static var name: StaticString { Tier.name }

  /// Products of bytes are all that a module of a tier has whose processors do nothing else differently; see `VectorFamilies`
  /// for the others.
  package enum Product {
    package static var int8: ByteMatrixKernel {
      var kernel = ReferenceKernels.Product.int8
      kernel.columnTile = VectorKernels.byteColumnTile
      kernel.packedSize = VectorKernels.packedSizeByte
      kernel.pack = VectorKernels.packInt8
      kernel.run = VectorKernels.runInt8
      kernel.weightsStart = VectorKernels.weightsStart
      return kernel
    }
    package static var uint8: ByteMatrixKernel {
      var kernel = ReferenceKernels.Product.uint8
      kernel.columnTile = VectorKernels.byteColumnTile
      kernel.packedSize = VectorKernels.packedSizeByte
      kernel.pack = VectorKernels.packUInt8
      kernel.run = VectorKernels.runUInt8
      kernel.weightsStart = VectorKernels.weightsStart
      return kernel
    }
    package static var hybrid: HybridMatrixKernel {
      var kernel = ReferenceKernels.Product.hybrid
      kernel.columnTile = VectorKernels.byteColumnTile
      kernel.packedSize = VectorKernels.packedSizeByte
      kernel.pack = VectorKernels.packHybrid
      kernel.run = VectorKernels.runHybrid
      return kernel
    }
  }
}

#endif
