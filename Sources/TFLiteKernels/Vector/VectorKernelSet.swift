#if !TFLITE_TIER || (TFLITE_X86 && arch(x86_64)) || (TFLITE_ARM && arch(arm64))

#if TFLITE_TIER
import TFLiteKernels
#endif

extension VectorKernels {
  /// This module's kernels as a set; what has no vector form stays with the reference.
  static var set: KernelSet {
    var set = KernelSet.reference
    set.name = Tier.name
    set.lanes = lanesPerVector
    set.peaks = PeakLoops(float: peakFloat, bytes: peakBytes)
    putByteProducts(in: &set)
    putByteDepthwise(in: &set)
    set.pause = waitHint
    set.products.float.columnTile = floatColumnTile
    set.products.float.packedSize = packedSizeFloat
    set.products.float.pack = packFloat
    set.products.float.run = runFloat
    if Tier.hasFixedProducts {
      var reduced = set.products.float
      reduced.packedSize = packedSizeFixed
      reduced.pack = packFixed
      reduced.run = runFixed
      set.products.reducedFloat = reduced
    }
    set.products.winograd = FloatWinogradKernel(
      packedSize: packedSizeWinograd, packingRoom: packingRoomWinograd, pack: packWinograd,
      transformInput: transformInputWinograd, multiply: multiplyWinograd, transformOutput: transformOutputWinograd)
    set.products.int16.columnTile = byteColumnTile
    set.products.int16.packedSize = packedSizeInt16
    set.products.int16.pack = packInt16
    set.products.int16.run = runInt16
    set.depthwise.float.packedSize = packedSizeDepthwiseFloat
    set.depthwise.float.pack = packDepthwiseFloat
    set.depthwise.float.run = runDepthwiseFloat
    set.pooling.averageFloat = averagePoolFloat
    set.pooling.averageUInt8 = averagePoolUInt8
    set.pooling.averageInt8 = averagePoolInt8
    set.pooling.averageInt16 = averagePoolInt16
    set.pooling.maxFloat = maxPoolFloat
    set.pooling.maxUInt8 = maxPoolUInt8
    set.pooling.maxInt8 = maxPoolInt8
    set.pooling.maxInt16 = maxPoolInt16
    set.pooling.l2Float = l2PoolFloat
    set.elementwise.logistic = logistic
    set.elementwise.tanh = tanh
    set.elementwise.elu = elu
    set.elementwise.squareRoot = squareRoot
    set.elementwise.inverseSquareRoot = inverseSquareRoot
    set.elementwise.exp = exp
    set.elementwise.log = log
    set.elementwise.gelu = gelu
    set.elementwise.geluApproximate = geluApproximate
    set.elementwise.lookUp = lookUp
    set.normalization.softmaxFloat = { softmax($0, $1, depth: $2, beta: $3, $4, $5) }
    set.normalization.logSoftmaxFloat = { logSoftmax($0, $1, depth: $2, $3, $4) }
    set.normalization.layer = { normalize($0, $1, $2) }
    set.normalization.softmaxUInt8 = softmaxUInt8
    set.normalization.softmaxInt8 = softmaxInt8
    set.normalization.softmaxUInt8ToInt16 = softmaxUInt8ToInt16
    set.normalization.softmaxInt8ToInt16 = softmaxInt8ToInt16
    set.spatial.interpolateFloat = interpolateFloat
    set.spatial.interpolateUInt8 = interpolateUInt8
    set.spatial.interpolateInt8 = interpolateInt8
    set.elementwise.binary = binary
    set.elementwise.unary = unary
    set.elementwise.truncate = truncate
    set.spatial.transpose = { transpose($0) }
    set.reductions.lines = reduction
    set.reductions.position = position
    set.quantization.quantizeInt8 = quantizeBytes
    set.quantization.quantizeUInt8 = quantizeBytes
    set.quantization.quantizeInt16 = quantizeShorts
    set.quantization.dequantizeInt8 = dequantizeInt8
    set.quantization.dequantizeUInt8 = dequantizeUInt8
    set.quantization.dequantizeInt16 = dequantizeInt16
    set.recurrent.lstm = lstm
    set.recurrent.lstmInt16 = lstmInt16
    set.recurrent.rowProductsFloat = rowProducts
    set.recurrent.rowProductsInt16 = rowProducts
    set.quantization.rescale = rescale
    set.quantization.quantizeSymmetric = quantizeSymmetric
    set.quantization.quantizeAsymmetric = quantizeAsymmetric
    set.quantization.extremes = { extremes($0, $1) }
    set.quantization.quantizePartSymmetrically = quantizePartSymmetrically
    set.quantization.quantizePartAsymmetrically = quantizePartAsymmetrically
    return set
  }
}

#endif
