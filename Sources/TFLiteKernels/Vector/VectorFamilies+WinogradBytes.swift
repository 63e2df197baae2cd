#if !TFLITE_TIER || (TFLITE_X86 && arch(x86_64)) || (TFLITE_ARM && arch(arm64))

#if TFLITE_TIER
import TFLiteKernels
#endif

extension VectorKernels.Product {
  /// Direct products of fewer channels, whose windows are copied, take as long or less.
  private static var leastDepth: Int { 24 }

  package static var winogradInt8: ByteWinogradKernel? {
    guard Tier.shortProductCost > 0 else { return nil }
    return ByteWinogradKernel(
      productCost: Tier.shortProductCost, leastDepth: max(leastDepth, Shorts.scalarCount),
      packedSize: VectorKernels.packedSizeWinogradByte,
      packingRoom: VectorKernels.packingRoomWinogradByte, pack: VectorKernels.packWinogradInt8,
      steps: WinogradSteps(
        transformInput: VectorKernels.transformInputWinogradInt8, multiply: VectorKernels.multiplyWinogradByte,
        transformOutput: VectorKernels.transformOutputWinogradByte))
  }
  package static var winogradUInt8: ByteWinogradKernel? {
    guard var kernel = winogradInt8 else { return nil }
    kernel.pack = VectorKernels.packWinogradUInt8
    kernel.steps.transformInput = VectorKernels.transformInputWinogradUInt8
    return kernel
  }
  package static var winogradHybrid: HybridWinogradKernel? {
    guard Tier.shortProductCost > 0 else { return nil }
    return HybridWinogradKernel(
      productCost: Tier.shortProductCost, leastDepth: Shorts.scalarCount,
      packedSize: VectorKernels.packedSizeWinogradByte,
      packingRoom: VectorKernels.packingRoomWinogradByte, pack: VectorKernels.packWinogradHybrid,
      steps: WinogradSteps(
        transformInput: VectorKernels.transformInputWinogradInt8, multiply: VectorKernels.multiplyWinogradByte,
        transformOutput: VectorKernels.transformOutputWinogradHybrid))
  }
}

#endif
