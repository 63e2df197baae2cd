#if !TFLITE_TIER || (TFLITE_X86 && arch(x86_64)) || (TFLITE_ARM && arch(arm64))

#if TFLITE_TIER
import TFLiteKernels
#endif

// This module's kernels, in the families of `KernelSet`. Values are computed, so that a program has those alone that its
// operators ask for. What has no vector form stays with the reference.

extension VectorKernels {
  package static var productLanes: Int { lanesPerVector }
  package static var peaks: PeakLoops { PeakLoops(float: peakFloat, bytes: peakBytes) }
  package static var pause: (@Sendable () -> Void)? { waitHint }

  package enum Elementwise {
    package static var logistic: FloatFunction { VectorKernels.logistic }
    package static var tanh: FloatFunction { VectorKernels.tanh }
    package static var elu: FloatFunction { VectorKernels.elu }
    package static var squareRoot: FloatFunction { VectorKernels.squareRoot }
    package static var inverseSquareRoot: FloatFunction { VectorKernels.inverseSquareRoot }
    package static var exp: FloatFunction { VectorKernels.exp }
    package static var log: FloatFunction { VectorKernels.log }
    package static var gelu: FloatFunction { VectorKernels.gelu }
    package static var geluApproximate: FloatFunction { VectorKernels.geluApproximate }
    package static var lookUp: ByteLookUpKernel { VectorKernels.lookUp }
    package static var lookUpInt16: ShortLookUpKernel { VectorKernels.lookUpInt16 }
    package static var logisticInt16: ShortSigmoidKernel { VectorKernels.logisticInt16 }
    package static var tanhInt16: ShortSigmoidKernel { VectorKernels.tanhInt16 }
    package static var bentLines: BentLinesKernel? { VectorKernels.bentLines }
    package static func add(_ type: ElementwiseType) -> BinaryKernel? { VectorKernels.add(type) }
    package static var addFloat: BinaryKernel { VectorKernels.addFloat }
    package static var addQuantizedInt8: BinaryKernel { VectorKernels.addInt8 }
    package static var addQuantizedUInt8: BinaryKernel { VectorKernels.addUInt8 }
    package static var addQuantizedInt16: BinaryKernel { VectorKernels.addInt16 }
    package static func subtract(_ type: ElementwiseType) -> BinaryKernel? { VectorKernels.subtract(type) }
    package static func multiply(_ type: ElementwiseType) -> BinaryKernel? { VectorKernels.multiply(type) }
    package static func divide(_ type: ElementwiseType) -> BinaryKernel? { VectorKernels.divide(type) }
    package static func maximum(_ type: ElementwiseType) -> BinaryKernel? { VectorKernels.maximum(type) }
    package static func minimum(_ type: ElementwiseType) -> BinaryKernel? { VectorKernels.minimum(type) }
    package static func squaredDifference(_ type: ElementwiseType) -> BinaryKernel? {
      VectorKernels.squaredDifference(type)
    }
    package static func prelu(_ type: ElementwiseType) -> BinaryKernel? { VectorKernels.prelu(type) }
    package static var unary: @Sendable (UnaryKind, ElementwiseType) -> UnaryKernel? { VectorKernels.unary }
    package static var addInt32: BinaryKernel { VectorKernels.addInt32 }
    package static var addInt64: BinaryKernel { VectorKernels.addInt64 }
    package static func compare(_ kind: ComparisonKind, _ type: ElementwiseType) -> BinaryKernel? {
      VectorKernels.compare(kind, type)
    }
    package static var compareBytes: ByteComparisonKernel { VectorKernels.compareBytes }
    package static func convert(_ from: ElementwiseType, _ to: ElementwiseType) -> ConversionKernel? {
      VectorKernels.convert(from, to)
    }
  }

  package enum Normalization {
    package static var softmaxFloat:
      @Sendable (UnsafePointer<Float>, UnsafeMutablePointer<Float>, Int, Float, Int, Int) -> Void
    { { VectorKernels.softmax($0, $1, depth: $2, beta: $3, $4, $5) } }
    package static var logSoftmaxFloat:
      @Sendable (UnsafePointer<Float>, UnsafeMutablePointer<Float>, Int, Int, Int) -> Void
    { { VectorKernels.logSoftmax($0, $1, depth: $2, $3, $4) } }
    package static var layer: @Sendable (NormalizationArguments, Int, Int) -> Void {
      { VectorKernels.normalize($0, $1, $2) }
    }
    package static var logSoftmaxUInt8: LogSoftmaxKernel<UInt8> { VectorKernels.logSoftmaxUInt8 }
    package static var logSoftmaxInt8: LogSoftmaxKernel<Int8> { VectorKernels.logSoftmaxInt8 }
    package static var softmaxUInt8:
      @Sendable (UnsafePointer<UInt8>, UnsafeMutablePointer<UInt8>, Int, UnsafePointer<Int32>, Int, Int) -> Void
    { VectorKernels.softmaxUInt8 }
    package static var softmaxInt8:
      @Sendable (UnsafePointer<Int8>, UnsafeMutablePointer<Int8>, Int, UnsafePointer<Int32>, Int, Int) -> Void
    { VectorKernels.softmaxInt8 }
    package static var softmaxUInt8ToInt16:
      @Sendable (UnsafePointer<UInt8>, UnsafeMutablePointer<Int16>, Int, UnsafePointer<Int32>, Int, Int) -> Void
    { VectorKernels.softmaxUInt8ToInt16 }
    package static var softmaxInt8ToInt16:
      @Sendable (UnsafePointer<Int8>, UnsafeMutablePointer<Int16>, Int, UnsafePointer<Int32>, Int, Int) -> Void
    { VectorKernels.softmaxInt8ToInt16 }
    package static var softmaxInt16: ShortSoftmaxKernel { VectorKernels.softmaxInt16 }
  }

  package enum Pooling {
    package static var averageFloat: FloatPooling { VectorKernels.averagePoolFloat }
    package static var averageUInt8: UInt8Pooling { VectorKernels.averagePoolUInt8 }
    package static var averageInt8: Int8Pooling { VectorKernels.averagePoolInt8 }
    package static var averageInt16: Int16Pooling { VectorKernels.averagePoolInt16 }
    package static var maxFloat: FloatPooling { VectorKernels.maxPoolFloat }
    package static var maxUInt8: UInt8Pooling { VectorKernels.maxPoolUInt8 }
    package static var maxInt8: Int8Pooling { VectorKernels.maxPoolInt8 }
    package static var maxInt16: Int16Pooling { VectorKernels.maxPoolInt16 }
    package static var l2Float: FloatPooling { VectorKernels.l2PoolFloat }
  }

  package enum Quantization {
    package static var quantizeInt8: AffineQuantization { VectorKernels.quantizeBytes }
    package static var quantizeUInt8: AffineQuantization { VectorKernels.quantizeBytes }
    package static var quantizeInt16: AffineQuantization { VectorKernels.quantizeShorts }
    package static var dequantizeInt8: AffineDequantization { VectorKernels.dequantizeInt8 }
    package static var dequantizeUInt8: AffineDequantization { VectorKernels.dequantizeUInt8 }
    package static var dequantizeInt16: AffineDequantization { VectorKernels.dequantizeInt16 }
    package static var rescale: @Sendable (RescaledRun) -> Void { VectorKernels.rescale }
    package static var quantizeSymmetric: FloatQuantization { VectorKernels.quantizeSymmetric }
    package static var quantizeAsymmetric: FloatQuantization { VectorKernels.quantizeAsymmetric }
    package static var extremes: @Sendable (UnsafePointer<Float>, Int) -> (minimum: Float, maximum: Float) {
      { VectorKernels.extremes($0, $1) }
    }
    package static var quantizePart: FloatQuantizationPart { VectorKernels.quantizePart }
  }

  package enum Recurrent {
    package static var lstm: @Sendable (LSTMStep) -> Void { VectorKernels.lstm }
    package static var lstmInt16: @Sendable (LSTMStepInt16) -> Void { VectorKernels.lstmInt16 }
    package static var lstmCells: @Sendable (LSTMCells) -> Void { VectorKernels.lstmCells }
    package static var gruCells: @Sendable (GRUCells) -> Void { VectorKernels.gruCells }
    package static var rowProductsFloat: FloatRowProducts { VectorKernels.rowProducts }
    package static var rowProductsInt16: Int16RowProducts { VectorKernels.rowProducts }
  }

  package enum Reduction {
    package static var lines: @Sendable (ReductionKind, ElementwiseType) -> ReductionKernel? { VectorKernels.reduction }
    package static var sumFloat: ReductionKernel { VectorKernels.sumFloat }
    package static var sumInt8: ReductionKernel { VectorKernels.sumInt8 }
    package static var sumUInt8: ReductionKernel { VectorKernels.sumUInt8 }
    package static var position: @Sendable (ReductionKind, ElementwiseType) -> PositionKernel? {
      VectorKernels.position
    }
  }

  package enum Spatial {
    package static var interpolateFloat: LineInterpolation { VectorKernels.interpolateFloat }
    package static var interpolateUInt8: LineInterpolation { VectorKernels.interpolateUInt8 }
    package static var interpolateInt8: LineInterpolation { VectorKernels.interpolateInt8 }
    package static var transpose: @Sendable (Transposition) -> Void { { VectorKernels.transpose($0) } }
    package static var realFourier: @Sendable (RealFourier) -> Void { { VectorKernels.transform($0) } }
    package static var complexFourier: @Sendable (ComplexFourier) -> Void { { VectorKernels.transform($0) } }
  }
}

extension VectorKernels.Depthwise {
  package static var float: FloatDepthwiseKernel {
    var kernel = ReferenceKernels.Depthwise.float
    kernel.packedSize = VectorKernels.packedSizeDepthwiseFloat
    kernel.pack = VectorKernels.packDepthwiseFloat
    kernel.run = VectorKernels.runDepthwiseFloat
    return kernel
  }
  package static var int16: ShortDepthwiseKernel {
    var kernel = ReferenceKernels.Depthwise.int16
    kernel.packedSize = VectorKernels.packedSizeDepthwiseInt16
    kernel.pack = VectorKernels.packDepthwiseInt16
    kernel.run = VectorKernels.runDepthwiseInt16
    return kernel
  }
}

extension VectorKernels.Product {
  package static var float: FloatMatrixKernel {
    var kernel = ReferenceKernels.Product.float
    kernel.columnTile = VectorKernels.floatColumnTile
    kernel.packedSize = VectorKernels.packedSizeFloat
    kernel.pack = VectorKernels.packFloat
    kernel.run = VectorKernels.runFloat
    return kernel
  }
  package static var floatRow: FloatRowKernel { VectorKernels.runFloatRow }
  package static var sparseFloat: SparseMatrixKernel? {
    var product = float
    product.packedSize = VectorKernels.packedSizeSparse
    product.pack = VectorKernels.packSparse
    product.run = VectorKernels.runSparse
    return SparseMatrixKernel(
      leastRows: VectorKernels.leastSparseRows, serves: VectorKernels.servesSparse, product: product)
  }
  /// Whether there is `reducedFloat`.
  package static var hasReducedFloat: Bool {
    #if TFLITE_DOT
    true
    #else
    Tier.hasFixedProducts
    #endif
  }
  package static var reducedFloat: FloatMatrixKernel? {
    var kernel = float
    #if TFLITE_DOT
    kernel.packedSize = VectorKernels.packedSizeHalf
    kernel.pack = VectorKernels.packHalf
    kernel.run = VectorKernels.runHalf
    #else
    if !Tier.hasFixedProducts { return nil }
    kernel.packedSize = VectorKernels.packedSizeFixed
    kernel.pack = VectorKernels.packFixed
    kernel.run = VectorKernels.runFixed
    #endif
    return kernel
  }
  package static var winograd: FloatWinogradKernel? {
    FloatWinogradKernel(
      packedSize: VectorKernels.packedSizeWinograd, packingRoom: VectorKernels.packingRoomWinograd,
      pack: VectorKernels.packWinograd,
      steps: WinogradSteps(
        transformInput: VectorKernels.transformInputWinograd, multiply: VectorKernels.multiplyWinograd,
        transformOutput: VectorKernels.transformOutputWinograd))
  }
  package static var int16: Int16MatrixKernel {
    var kernel = ReferenceKernels.Product.int16
    kernel.columnTile = VectorKernels.byteColumnTile
    kernel.packedSize = VectorKernels.packedSizeInt16
    kernel.pack = VectorKernels.packInt16
    kernel.run = VectorKernels.runInt16
    return kernel
  }
}

#endif
