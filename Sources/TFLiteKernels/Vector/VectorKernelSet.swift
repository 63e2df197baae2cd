#if !TFLITE_TIER || (TFLITE_X86 && arch(x86_64)) || (TFLITE_ARM && arch(arm64))

#if TFLITE_TIER
import TFLiteKernels
#endif

extension VectorKernels {
  /// This module's kernels as a set; what has no vector form stays with the reference.
  static var set: KernelSet {
    var set = KernelSet.reference
    set.name = instructions
    set.peaks = PeakLoops(float: peakFloat, bytes: peakBytes)
    set.pause = waitHint
    set.matrixFloat.columnTile = floatColumnTile
    set.matrixFloat.packedSize = packedSizeFloat
    set.matrixFloat.pack = packFloat
    set.matrixFloat.run = runFloat
    set.winograd = FloatWinogradKernel(
      packedSize: packedSizeWinograd, packingRoom: packingRoomWinograd, pack: packWinograd,
      transformInput: transformInputWinograd, multiply: multiplyWinograd, transformOutput: transformOutputWinograd)
    set.matrixInt8.columnTile = byteColumnTile
    set.matrixInt8.packedSize = packedSizeByte
    set.matrixInt8.pack = packInt8
    set.matrixInt8.run = runInt8
    set.matrixUInt8.columnTile = byteColumnTile
    set.matrixUInt8.packedSize = packedSizeByte
    set.matrixUInt8.pack = packUInt8
    set.matrixUInt8.run = runUInt8
    set.matrixInt16.columnTile = byteColumnTile
    set.matrixInt16.packedSize = packedSizeInt16
    set.matrixInt16.pack = packInt16
    set.matrixInt16.run = runInt16
    set.matrixHybrid.columnTile = byteColumnTile
    set.matrixHybrid.packedSize = packedSizeByte
    set.matrixHybrid.pack = packHybrid
    set.matrixHybrid.run = runHybrid
    set.depthwiseFloat.packedSize = packedSizeDepthwiseFloat
    set.depthwiseFloat.pack = packDepthwiseFloat
    set.depthwiseFloat.run = runDepthwiseFloat
    set.depthwiseInt8.packedSize = packedSizeDepthwiseByte
    set.depthwiseInt8.pack = packDepthwiseInt8
    set.depthwiseInt8.run = runDepthwiseInt8
    set.depthwiseUInt8.packedSize = packedSizeDepthwiseByte
    set.depthwiseUInt8.pack = packDepthwiseUInt8
    set.depthwiseUInt8.run = runDepthwiseUInt8
    set.depthwiseHybrid.packedSize = packedSizeDepthwiseByte
    set.depthwiseHybrid.pack = packDepthwiseHybrid
    set.depthwiseHybrid.run = runDepthwiseHybrid
    set.averagePoolFloat = averagePoolFloat
    set.averagePoolUInt8 = averagePoolUInt8
    set.averagePoolInt8 = averagePoolInt8
    set.averagePoolInt16 = averagePoolInt16
    set.maxPoolFloat = maxPoolFloat
    set.maxPoolUInt8 = maxPoolUInt8
    set.maxPoolInt8 = maxPoolInt8
    set.maxPoolInt16 = maxPoolInt16
    set.l2PoolFloat = l2PoolFloat
    set.logistic = logistic
    set.tanh = tanh
    set.elu = elu
    set.squareRoot = squareRoot
    set.inverseSquareRoot = inverseSquareRoot
    set.exp = exp
    set.log = log
    set.gelu = gelu
    set.geluApproximate = geluApproximate
    set.lookUp = lookUp
    set.softmaxFloat = { softmax($0, $1, depth: $2, beta: $3, $4, $5) }
    set.logSoftmaxFloat = { logSoftmax($0, $1, depth: $2, $3, $4) }
    set.normalize = { normalize($0, $1, $2) }
    set.softmaxUInt8 = softmaxUInt8
    set.softmaxInt8 = softmaxInt8
    set.softmaxUInt8ToInt16 = softmaxUInt8ToInt16
    set.softmaxInt8ToInt16 = softmaxInt8ToInt16
    set.interpolateFloat = interpolateFloat
    set.interpolateUInt8 = interpolateUInt8
    set.interpolateInt8 = interpolateInt8
    set.binary = binary
    set.unary = unary
    set.truncate = truncate
    set.transpose = { transpose($0) }
    set.reduction = reduction
    set.position = position
    set.quantizeInt8 = quantizeBytes
    set.quantizeUInt8 = quantizeBytes
    set.quantizeInt16 = quantizeShorts
    set.dequantizeInt8 = dequantizeInt8
    set.dequantizeUInt8 = dequantizeUInt8
    set.dequantizeInt16 = dequantizeInt16
    set.lstm = lstm
    set.lstmInt16 = lstmInt16
    set.rowProductsFloat = rowProducts
    set.rowProductsInt16 = rowProducts
    set.rescale = rescale
    set.quantizeSymmetric = quantizeSymmetric
    set.quantizeAsymmetric = quantizeAsymmetric
    set.extremes = { extremes($0, $1) }
    set.quantizePartSymmetrically = quantizePartSymmetrically
    set.quantizePartAsymmetrically = quantizePartAsymmetrically
    return set
  }
}

#endif
