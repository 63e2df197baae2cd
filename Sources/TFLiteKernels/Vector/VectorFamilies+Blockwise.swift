#if !TFLITE_TIER || (TFLITE_X86 && arch(x86_64)) || (TFLITE_ARM && arch(arm64))

#if TFLITE_TIER
import TFLiteKernels
#endif

extension VectorKernels.Product {
  package static var blockwise: BlockwiseMatrixKernel {
    BlockwiseMatrixKernel(
      columnTile: VectorKernels.blockwiseColumnTile, serves: VectorKernels.servesBlockwise,
      packedSize: VectorKernels.packedSizeBlockwise, pack: VectorKernels.packBlockwise,
      preparedCount: VectorKernels.preparedCountBlockwise, prepare: VectorKernels.prepareBlockwise,
      run: VectorKernels.runBlockwise)
  }
}

#endif
