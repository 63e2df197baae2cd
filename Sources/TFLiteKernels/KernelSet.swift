// Conventions of every kernel in this module.
//
// A kernel is a function on pointers, counts, strides and one small parameter struct. It does not throw, allocate, lock
// or spawn, and it knows no tensor. Its contract stands in asserts. Work is split by the caller into half-open ranges of
// rows (and, for matrix products, of columns on tile boundaries); every output is computed by the same operations in the
// same order however the ranges fall, so results are bit-identical for any split. Empty ranges are legal. Inputs and
// outputs of one call do not overlap unless the kernel says it works in place. Packed buffers are 64-byte aligned.
// Temporary allocations are of 1 KB at most, aligned to 16 bytes at most: others would come from the heap.
// Integer results equal TFLite's reference kernels bit for bit. Float results differ from them only by rounding.

/// Loops of multiply-adds at the processor's limit: `(memory, rounds)` gives the multiply-adds done.
package struct PeakLoops: Sendable {
  /// The bytes of the loops' memory, 64-byte aligned.
  package static var byteCount: Int { 4096 }
  /// Multiply-adds of float32.
  package var float: @Sendable (UnsafeMutableRawPointer, Int) -> Int
  /// Multiply-adds of bytes into 32 bits.
  package var bytes: @Sendable (UnsafeMutableRawPointer, Int) -> Int

  /// The loops of one tier.
  package init(
    float: @escaping @Sendable (UnsafeMutableRawPointer, Int) -> Int,
    bytes: @escaping @Sendable (UnsafeMutableRawPointer, Int) -> Int
  ) {
    self.float = float
    self.bytes = bytes
  }
}

/// A product of float32 rows with constant or packed-on-the-fly float32 weights.
package struct FloatMatrixKernel: Sendable {
  /// Column ranges begin on multiples of this.
  package var columnTile: Int
  /// The bytes that `pack` writes.
  package var packedSize: @Sendable (MatrixShape) -> Int
  /// Packs weights, bias and clamp: `(shape, weights, bias, range, packed)`.
  package var pack:
    @Sendable (MatrixShape, UnsafePointer<Float>, UnsafePointer<Float>?, FloatRange, UnsafeMutableRawPointer) -> Void
  /// Computes `[rowBegin, rowEnd) x [columnBegin, columnEnd)`.
  package var run: @Sendable (MatrixArguments, Int, Int, Int, Int) -> Void
}

/// A 3x3 convolution of float32 by Winograd's minimal filtering, a block of tiles at a time: the inputs of its tiles are
/// transformed, multiplied with transformed weights, and the products are transformed to outputs.
package struct FloatWinogradKernel: Sendable {
  /// The bytes that `pack` writes.
  package var packedSize: @Sendable (WinogradShape) -> Int
  /// The floats of room that `pack` needs.
  package var packingRoom: @Sendable (WinogradShape) -> Int
  /// Packs a filter `[outputDepth][3][3][inputDepth]`, bias and clamp: `(shape, filter, bias, range, room, packed)`.
  package var pack:
    @Sendable (
      WinogradShape, UnsafePointer<Float>, UnsafePointer<Float>?, FloatRange, UnsafeMutablePointer<Float>,
      UnsafeMutableRawPointer
    ) -> Void
  /// Transforms the inputs of tiles `[begin, end)` of a block.
  package var transformInput: @Sendable (WinogradBlock, Int, Int) -> Void
  /// Computes products `[begin, end)` of a block.
  package var multiply: @Sendable (WinogradBlock, Int, Int) -> Void
  /// Makes the outputs of tiles `[begin, end)` of a block.
  package var transformOutput: @Sendable (WinogradBlock, Int, Int) -> Void

  /// A kernel of known parts.
  package init(
    packedSize: @escaping @Sendable (WinogradShape) -> Int, packingRoom: @escaping @Sendable (WinogradShape) -> Int,
    pack:
      @escaping @Sendable (
        WinogradShape, UnsafePointer<Float>, UnsafePointer<Float>?, FloatRange, UnsafeMutablePointer<Float>,
        UnsafeMutableRawPointer
      ) -> Void,
    transformInput: @escaping @Sendable (WinogradBlock, Int, Int) -> Void,
    multiply: @escaping @Sendable (WinogradBlock, Int, Int) -> Void,
    transformOutput: @escaping @Sendable (WinogradBlock, Int, Int) -> Void
  ) {
    self.packedSize = packedSize
    self.packingRoom = packingRoom
    self.pack = pack
    self.transformInput = transformInput
    self.multiply = multiply
    self.transformOutput = transformOutput
  }
}

/// A product of 8-bit rows with 8-bit weights of the same type, exact as TFLite's reference.
package struct ByteMatrixKernel: Sendable {
  /// Column ranges begin on multiples of this.
  package var columnTile: Int
  /// The bytes that `pack` writes.
  package var packedSize: @Sendable (MatrixShape) -> Int
  /// Packs weights (uint8 by bit pattern), bias and requantization: `(shape, weights, bias, q, outputType, packed)`.
  package var pack:
    @Sendable (
      MatrixShape, UnsafePointer<Int8>, UnsafePointer<Int32>?, Requantization, MatrixOutputType, UnsafeMutableRawPointer
    ) -> Void
  /// Computes `[rowBegin, rowEnd) x [columnBegin, columnEnd)`.
  package var run: @Sendable (MatrixArguments, Int, Int, Int, Int) -> Void
}

/// A product of int16 rows with int8 weights and an int16 result, exact as TFLite's reference.
package struct Int16MatrixKernel: Sendable {
  /// Column ranges begin on multiples of this.
  package var columnTile: Int
  /// The bytes that `pack` writes.
  package var packedSize: @Sendable (MatrixShape) -> Int
  /// Packs weights, bias and requantization: `(shape, weights, bias, q, packed)`.
  package var pack:
    @Sendable (MatrixShape, UnsafePointer<Int8>, WideBias, Requantization, UnsafeMutableRawPointer) -> Void
  /// Computes `[rowBegin, rowEnd) x [columnBegin, columnEnd)`.
  package var run: @Sendable (MatrixArguments, Int, Int, Int, Int) -> Void
}

/// A product of dynamically quantized int8 rows with int8 weights and a float32 result.
package struct HybridMatrixKernel: Sendable {
  /// Column ranges begin on multiples of this.
  package var columnTile: Int
  /// The bytes that `pack` writes.
  package var packedSize: @Sendable (MatrixShape) -> Int
  /// Packs weights, bias, weight scales (per channel or one) and clamp:
  /// `(shape, weights, bias, scales, isPerChannel, range, packed)`.
  package var pack:
    @Sendable (
      MatrixShape, UnsafePointer<Int8>, UnsafePointer<Float>?, UnsafePointer<Float>, Bool, FloatRange,
      UnsafeMutableRawPointer
    ) -> Void
  /// Computes `[rowBegin, rowEnd) x [columnBegin, columnEnd)`; `rowParameters` must be set.
  package var run: @Sendable (MatrixArguments, Int, Int, Int, Int) -> Void
}

/// A depthwise convolution of float32.
package struct FloatDepthwiseKernel: Sendable {
  /// The bytes that `pack` writes.
  package var packedSize: @Sendable (ConvolutionGeometry) -> Int
  /// Packs a filter `[filterHeight][filterWidth][outputDepth]`, bias and clamp: `(geometry, filter, bias, range, packed)`.
  package var pack:
    @Sendable (
      ConvolutionGeometry, UnsafePointer<Float>, UnsafePointer<Float>?, FloatRange, UnsafeMutableRawPointer
    ) -> Void
  /// Computes the output rows `[rowBegin, rowEnd)` of all images.
  package var run: @Sendable (DepthwiseArguments, Int, Int) -> Void
}

/// A depthwise convolution of 8-bit data by weights of the same type, exact as TFLite's reference.
///
/// Requantization is by fixed-point multipliers.
package struct ByteDepthwiseKernel: Sendable {
  /// The bytes that `pack` writes.
  package var packedSize: @Sendable (ConvolutionGeometry) -> Int
  /// Packs a filter (uint8 by bit pattern), bias and requantization: `(geometry, filter, bias, q, packed)`.
  package var pack:
    @Sendable (
      ConvolutionGeometry, UnsafePointer<Int8>, UnsafePointer<Int32>?, Requantization, UnsafeMutableRawPointer
    ) -> Void
  /// Computes the output rows `[rowBegin, rowEnd)` of all images.
  package var run: @Sendable (DepthwiseArguments, Int, Int) -> Void
}

/// A depthwise convolution of dynamically quantized int8 data with a float32 result; `imageParameters` and
/// `paddingRows` must be set.
package struct HybridDepthwiseKernel: Sendable {
  /// The bytes that `pack` writes.
  package var packedSize: @Sendable (ConvolutionGeometry) -> Int
  /// Packs a filter, bias, weight scales and clamp: `(geometry, filter, bias, scales, isPerChannel, range, packed)`.
  package var pack:
    @Sendable (
      ConvolutionGeometry, UnsafePointer<Int8>, UnsafePointer<Float>?, UnsafePointer<Float>, Bool, FloatRange,
      UnsafeMutableRawPointer
    ) -> Void
  /// Computes the output rows `[rowBegin, rowEnd)` of all images.
  package var run: @Sendable (DepthwiseArguments, Int, Int) -> Void
}

/// A pooling of float32: `(geometry, input, output, range, rowBegin, rowEnd)`.
package typealias FloatPooling =
  @Sendable (ConvolutionGeometry, UnsafePointer<Float>, UnsafeMutablePointer<Float>, FloatRange, Int, Int) -> Void
/// A pooling of uint8: `(geometry, input, output, range, rowBegin, rowEnd)`.
package typealias UInt8Pooling =
  @Sendable (ConvolutionGeometry, UnsafePointer<UInt8>, UnsafeMutablePointer<UInt8>, IntegerRange, Int, Int) -> Void
/// A pooling of int8: `(geometry, input, output, range, rowBegin, rowEnd)`.
package typealias Int8Pooling =
  @Sendable (ConvolutionGeometry, UnsafePointer<Int8>, UnsafeMutablePointer<Int8>, IntegerRange, Int, Int) -> Void
/// A pooling of int16: `(geometry, input, output, range, rowBegin, rowEnd)`.
package typealias Int16Pooling =
  @Sendable (ConvolutionGeometry, UnsafePointer<Int16>, UnsafeMutablePointer<Int16>, IntegerRange, Int, Int) -> Void
/// A function of each of `count` float32 values, in place if input and output are the same: `(input, output, count)`.
package typealias FloatFunction = @Sendable (UnsafePointer<Float>, UnsafeMutablePointer<Float>, Int) -> Void
/// Sums of the products of each row of values with its row of weights: `(values, weights, sums, rows, length)`.
package typealias FloatRowProducts =
  @Sendable (UnsafePointer<Float>, UnsafePointer<Float>, UnsafeMutablePointer<Float>, Int, Int) -> Void
/// Wrapping sums of the products of each row of values with its row of weights, as `FloatRowProducts`.
package typealias Int16RowProducts =
  @Sendable (UnsafePointer<Int16>, UnsafePointer<Int16>, UnsafeMutablePointer<Int32>, Int, Int) -> Void
/// Bilinear interpolation of a line.
package typealias LineInterpolation = @Sendable (InterpolatedLine) -> Void
/// Float32 values as quantised ones, one scale for all: `(input, output, count, scale, zeroPoint, range)`.
package typealias AffineQuantization =
  @Sendable (UnsafePointer<Float>, UnsafeMutableRawPointer, Int, Float, Int32, IntegerRange) -> Void
/// Quantised values as float32, one scale for all: `(input, output, count, scale, zeroPoint)`.
package typealias AffineDequantization =
  @Sendable (UnsafeRawPointer, UnsafeMutablePointer<Float>, Int, Float, Int32) -> Void
/// Dynamic quantization of `count` values: `(values, count, output)`.
package typealias FloatQuantization =
  @Sendable (UnsafePointer<Float>, Int, UnsafeMutablePointer<Int8>) -> DynamicQuantization.Parameters

/// A part of a dynamic quantization, of values among others that lie within bounds:
/// `(values, count, minimum, maximum, output)`.
package typealias FloatQuantizationPart =
  @Sendable (UnsafePointer<Float>, Int, Float, Float, UnsafeMutablePointer<Int8>) -> Void

/// The hot kernels as function values, all of one processor tier.
///
/// An operator picks its kernels in prepare, once. Packed data belong to the set whose `pack` wrote them.
package struct KernelSet: Sendable {
  /// The instructions that the set is made of: `sse2`, `avx2`, `avx512`, `neon`, `dot`, `vectors` on other processors, or
  /// `reference`.
  package var name: StaticString
  /// The processor's limits with this set's instructions, for benchmarks; nil without vectors.
  package var peaks: PeakLoops?
  /// Tells the processor that a loop waits for another thread, which may share its core; nil where nothing does.
  package var pause: (@Sendable () -> Void)?

  /// Float32 matrix products: fully connected operators, convolutions, batch matmul.
  package var matrixFloat: FloatMatrixKernel
  /// Float32 convolutions by minimal filtering, nil where there is none.
  package var winograd: FloatWinogradKernel?
  /// Int8 matrix products.
  package var matrixInt8: ByteMatrixKernel
  /// Uint8 matrix products.
  package var matrixUInt8: ByteMatrixKernel
  /// Int16 by int8 matrix products.
  package var matrixInt16: Int16MatrixKernel
  /// Dynamically quantized matrix products.
  package var matrixHybrid: HybridMatrixKernel

  /// Float32 depthwise convolution.
  package var depthwiseFloat: FloatDepthwiseKernel
  /// Int8 depthwise convolution.
  package var depthwiseInt8: ByteDepthwiseKernel
  /// Uint8 depthwise convolution.
  package var depthwiseUInt8: ByteDepthwiseKernel
  /// Dynamically quantized depthwise convolution.
  package var depthwiseHybrid: HybridDepthwiseKernel

  /// Average pooling of float32; a window without input gives zero.
  package var averagePoolFloat: FloatPooling
  /// Average pooling of uint8, halves away from zero.
  package var averagePoolUInt8: UInt8Pooling
  /// Average pooling of int8, halves away from zero.
  package var averagePoolInt8: Int8Pooling
  /// Average pooling of int16, halves away from zero.
  package var averagePoolInt16: Int16Pooling
  /// Maximum pooling of float32.
  package var maxPoolFloat: FloatPooling
  /// Maximum pooling of uint8.
  package var maxPoolUInt8: UInt8Pooling
  /// Maximum pooling of int8.
  package var maxPoolInt8: Int8Pooling
  /// Maximum pooling of int16.
  package var maxPoolInt16: Int16Pooling
  /// L2 pooling of float32.
  package var l2PoolFloat: FloatPooling

  /// The logistic function.
  package var logistic: FloatFunction
  /// The hyperbolic tangent.
  package var tanh: FloatFunction
  /// `exp(x) - 1` of negative values, the others themselves.
  package var elu: FloatFunction
  /// The square root.
  package var squareRoot: FloatFunction
  /// The reciprocal of the square root.
  package var inverseSquareRoot: FloatFunction
  /// The natural exponential.
  package var exp: FloatFunction
  /// The natural logarithm.
  package var log: FloatFunction
  /// GELU by the error function.
  package var gelu: FloatFunction
  /// GELU by its tanh approximation.
  package var geluApproximate: FloatFunction
  /// Table look-ups of bytes.
  package var lookUp: ByteLookUpKernel

  /// Softmax of float32 rows, in place if wanted: `(input, output, depth, beta, rowBegin, rowEnd)`.
  package var softmaxFloat: @Sendable (UnsafePointer<Float>, UnsafeMutablePointer<Float>, Int, Float, Int, Int) -> Void
  /// Log-softmax of float32 rows, in place if wanted: `(input, output, depth, rowBegin, rowEnd)`.
  package var logSoftmaxFloat: @Sendable (UnsafePointer<Float>, UnsafeMutablePointer<Float>, Int, Int, Int) -> Void
  /// Layer normalization of float32 rows: `(arguments, rowBegin, rowEnd)`.
  package var normalize: @Sendable (NormalizationArguments, Int, Int) -> Void
  /// Softmax of uint8 rows: `(input, output, depth, table of SoftmaxScaling.fillExponentials, rowBegin, rowEnd)`.
  package var softmaxUInt8:
    @Sendable (UnsafePointer<UInt8>, UnsafeMutablePointer<UInt8>, Int, UnsafePointer<Int32>, Int, Int) -> Void
  /// Softmax of int8 rows: `(input, output, depth, table of SoftmaxScaling.fillExponentials, rowBegin, rowEnd)`.
  package var softmaxInt8:
    @Sendable (UnsafePointer<Int8>, UnsafeMutablePointer<Int8>, Int, UnsafePointer<Int32>, Int, Int) -> Void
  /// Softmax of uint8 rows to int16, as `softmaxUInt8`.
  package var softmaxUInt8ToInt16:
    @Sendable (UnsafePointer<UInt8>, UnsafeMutablePointer<Int16>, Int, UnsafePointer<Int32>, Int, Int) -> Void
  /// Softmax of int8 rows to int16, as `softmaxInt8`.
  package var softmaxInt8ToInt16:
    @Sendable (UnsafePointer<Int8>, UnsafeMutablePointer<Int16>, Int, UnsafePointer<Int32>, Int, Int) -> Void

  /// Bilinear interpolation of floats.
  package var interpolateFloat: LineInterpolation
  /// Bilinear interpolation of uint8.
  package var interpolateUInt8: LineInterpolation
  /// Bilinear interpolation of int8.
  package var interpolateInt8: LineInterpolation

  /// The kernel of an operation on two operands, nil where it is not defined on the type.
  package var binary: @Sendable (BinaryKind, ElementwiseType) -> BinaryKernel?
  /// The kernel of a function of one value, nil where it is not defined on the type.
  package var unary: @Sendable (UnaryKind, ElementwiseType) -> UnaryKernel?
  /// The kernel that cuts float32 values to integers of a type as CAST does, nil where there is none.
  package var truncate:
    @Sendable (ElementwiseType) -> (@Sendable (UnsafeRawPointer, UnsafeMutableRawPointer, Int) -> Void)?
  /// Writes the lines of a matrix as columns.
  package var transpose: @Sendable (Transposition) -> Void
  /// The kernel of a reduction, nil where plain loops have to do.
  package var reduction: @Sendable (ReductionKind, ElementwiseType) -> ReductionKernel?
  /// The kernel that finds extrema, nil where plain loops have to do.
  package var position: @Sendable (ReductionKind, ElementwiseType) -> PositionKernel?
  /// Float32 to int8.
  package var quantizeInt8: AffineQuantization
  /// Float32 to uint8.
  package var quantizeUInt8: AffineQuantization
  /// Float32 to int16.
  package var quantizeInt16: AffineQuantization
  /// Int8 to float32.
  package var dequantizeInt8: AffineDequantization
  /// Uint8 to float32.
  package var dequantizeUInt8: AffineDequantization
  /// Int16 to float32.
  package var dequantizeInt16: AffineDequantization

  /// One step of float LSTM cells.
  package var lstm: @Sendable (LSTMStep) -> Void
  /// One step of int16 LSTM cells.
  package var lstmInt16: @Sendable (LSTMStepInt16) -> Void
  /// Sums of products of float rows with rows of weights.
  package var rowProductsFloat: FloatRowProducts
  /// Wrapping sums of products of int16 rows with rows of weights.
  package var rowProductsInt16: Int16RowProducts
  /// Integers times one factor.
  package var rescale: @Sendable (RescaledRun) -> Void

  /// Symmetric dynamic quantization of a block of activations.
  package var quantizeSymmetric: FloatQuantization
  /// Asymmetric dynamic quantization of a block of activations.
  package var quantizeAsymmetric: FloatQuantization
  /// The smallest and the largest of some values, zeros when there are none: `(values, count)`.
  package var extremes: @Sendable (UnsafePointer<Float>, Int) -> (minimum: Float, maximum: Float)
  /// A part of `quantizeSymmetric`, given the extremes of the whole.
  package var quantizePartSymmetrically: FloatQuantizationPart
  /// A part of `quantizeAsymmetric`, given the extremes of the whole.
  package var quantizePartAsymmetrically: FloatQuantizationPart
}

extension KernelSet {
  /// The oracle: plain loops.
  package static let reference = KernelSet(
    name: "reference", peaks: nil,
    matrixFloat: FloatMatrixKernel(
      columnTile: 1, packedSize: ReferenceKernels.packedSizeFloat, pack: ReferenceKernels.packFloat,
      run: ReferenceKernels.runFloat),
    winograd: nil,
    matrixInt8: ByteMatrixKernel(
      columnTile: 1, packedSize: ReferenceKernels.packedSizeByte, pack: ReferenceKernels.packByte,
      run: ReferenceKernels.runInt8),
    matrixUInt8: ByteMatrixKernel(
      columnTile: 1, packedSize: ReferenceKernels.packedSizeByte, pack: ReferenceKernels.packByte,
      run: ReferenceKernels.runUInt8),
    matrixInt16: Int16MatrixKernel(
      columnTile: 1, packedSize: ReferenceKernels.packedSizeByte, pack: ReferenceKernels.packInt16,
      run: ReferenceKernels.runInt16),
    matrixHybrid: HybridMatrixKernel(
      columnTile: 1, packedSize: ReferenceKernels.packedSizeByte, pack: ReferenceKernels.packHybrid,
      run: ReferenceKernels.runHybrid),
    depthwiseFloat: FloatDepthwiseKernel(
      packedSize: ReferenceKernels.packedSizeDepthwiseFloat, pack: ReferenceKernels.packDepthwiseFloat,
      run: ReferenceKernels.runDepthwiseFloat),
    depthwiseInt8: ByteDepthwiseKernel(
      packedSize: ReferenceKernels.packedSizeDepthwiseByte, pack: ReferenceKernels.packDepthwiseInt8,
      run: ReferenceKernels.runDepthwiseInt8),
    depthwiseUInt8: ByteDepthwiseKernel(
      packedSize: ReferenceKernels.packedSizeDepthwiseByte, pack: ReferenceKernels.packDepthwiseUInt8,
      run: ReferenceKernels.runDepthwiseUInt8),
    depthwiseHybrid: HybridDepthwiseKernel(
      packedSize: ReferenceKernels.packedSizeDepthwiseByte, pack: ReferenceKernels.packDepthwiseHybrid,
      run: ReferenceKernels.runDepthwiseHybrid),
    averagePoolFloat: ReferenceKernels.averagePool,
    averagePoolUInt8: ReferenceKernels.averagePool,
    averagePoolInt8: ReferenceKernels.averagePool,
    averagePoolInt16: ReferenceKernels.averagePool,
    maxPoolFloat: ReferenceKernels.maxPool,
    maxPoolUInt8: ReferenceKernels.maxPool,
    maxPoolInt8: ReferenceKernels.maxPool,
    maxPoolInt16: ReferenceKernels.maxPool,
    l2PoolFloat: ReferenceKernels.l2Pool,
    logistic: ReferenceKernels.logistic,
    tanh: ReferenceKernels.tanh,
    elu: UnaryKernels.floats(.elu),
    squareRoot: UnaryKernels.floats(.squareRoot),
    inverseSquareRoot: UnaryKernels.floats(.inverseSquareRoot),
    exp: ReferenceKernels.exp,
    log: ReferenceKernels.log,
    gelu: ReferenceKernels.gelu,
    geluApproximate: ReferenceKernels.geluApproximate,
    lookUp: ReferenceKernels.lookUp,
    softmaxFloat: { ReferenceKernels.softmax($0, $1, depth: $2, beta: $3, $4, $5) },
    logSoftmaxFloat: { ReferenceKernels.logSoftmax($0, $1, depth: $2, $3, $4) },
    normalize: { ReferenceKernels.normalize($0, $1, $2) },
    softmaxUInt8: ReferenceKernels.softmaxUInt8,
    softmaxInt8: ReferenceKernels.softmaxInt8,
    softmaxUInt8ToInt16: ReferenceKernels.softmaxUInt8ToInt16,
    softmaxInt8ToInt16: ReferenceKernels.softmaxInt8ToInt16,
    interpolateFloat: ReferenceKernels.interpolateFloat,
    interpolateUInt8: ReferenceKernels.interpolateUInt8,
    interpolateInt8: ReferenceKernels.interpolateInt8,
    binary: BinaryKernels.kernel,
    unary: UnaryKernels.kernel,
    truncate: { _ in nil },
    transpose: ReferenceKernels.transpose,
    reduction: { _, _ in nil },
    position: { _, _ in nil },
    quantizeInt8: {
      QuantizeKernels.quantize(
        $0, $1.assumingMemoryBound(to: Int8.self), $2, scale: $3, zeroPoint: $4, $5)
    },
    quantizeUInt8: {
      QuantizeKernels.quantize(
        $0, $1.assumingMemoryBound(to: UInt8.self), $2, scale: $3, zeroPoint: $4, $5)
    },
    quantizeInt16: {
      QuantizeKernels.quantize(
        $0, $1.assumingMemoryBound(to: Int16.self), $2, scale: $3, zeroPoint: $4, $5)
    },
    dequantizeInt8: {
      QuantizeKernels.dequantize($0.assumingMemoryBound(to: Int8.self), $1, $2, scale: $3, zeroPoint: $4)
    },
    dequantizeUInt8: {
      QuantizeKernels.dequantize($0.assumingMemoryBound(to: UInt8.self), $1, $2, scale: $3, zeroPoint: $4)
    },
    dequantizeInt16: {
      QuantizeKernels.dequantize($0.assumingMemoryBound(to: Int16.self), $1, $2, scale: $3, zeroPoint: $4)
    },
    lstm: ReferenceKernels.lstm,
    lstmInt16: ReferenceKernels.lstmInt16,
    rowProductsFloat: ReferenceKernels.rowProducts,
    rowProductsInt16: ReferenceKernels.rowProducts,
    rescale: ReferenceKernels.rescale,
    quantizeSymmetric: DynamicQuantization.quantizeSymmetric,
    quantizeAsymmetric: DynamicQuantization.quantizeAsymmetric, extremes: DynamicQuantization.extremes,
    quantizePartSymmetrically: DynamicQuantization.quantizePartSymmetrically,
    quantizePartAsymmetrically: DynamicQuantization.quantizePartAsymmetrically)

  /// The vector kernels compiled for the processor family's baseline.
  package static let portable = VectorKernels.set
}
