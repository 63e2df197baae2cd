import TFLiteKernels

#if TFLITE_TIERS
#if arch(x86_64)
import TFLiteKernelsAVX2
import TFLiteKernelsAVX512
import TFLiteKernelsAVXVNNI
#elseif arch(arm64)
import TFLiteKernelsDot
import TFLiteKernelsI8MM
#endif
#endif

// The families of layers. A kernel names its forms in all sets and nothing else, so that a linker drops those that no operator
// of a program asks for. It is a switch each: function values that pass through a generic function come out wrapped, and are
// slower to call.

/// Matrix products: fully connected operators, convolutions, batched products, gates of recurrent operators.
package struct ProductKernels: Sendable {
  let tier: KernelSet.Tier
  let isReduced: Bool

  /// Float32 matrix products: fully connected operators, convolutions, batch matmul.
  package var float: FloatMatrixKernel {
    if isReduced, let reducedFloat { return reducedFloat }
    return switch tier {
    case .reference: ReferenceKernels.Product.float
    case .baseline: Baseline.Product.float
    case .first, .bytes: FirstTier.Product.float
    case .last: LastTier.Product.float
    }
  }
  /// A row of floats times a matrix that is not packed, for few rows.
  package var floatRow: FloatRowKernel {
    switch tier {
    case .reference: ReferenceKernels.Product.floatRow
    case .baseline: Baseline.Product.floatRow
    case .first, .bytes: FirstTier.Product.floatRow
    case .last: LastTier.Product.floatRow
    }
  }
  /// Float32 products that leave zeros out, nil where there are none.
  package var sparseFloat: SparseMatrixKernel? {
    switch tier {
    case .reference: ReferenceKernels.Product.sparseFloat
    case .baseline: Baseline.Product.sparseFloat
    case .first, .bytes: FirstTier.Product.sparseFloat
    case .last: LastTier.Product.sparseFloat
    }
  }
  /// Whether there is `reducedFloat`, which programs without floats do not have.
  package var hasReducedFloat: Bool {
    switch tier {
    case .reference: false
    case .baseline: Baseline.Product.hasReducedFloat
    case .first, .bytes: FirstTier.Product.hasReducedFloat
    case .last: LastTier.Product.hasReducedFloat
    }
  }
  /// Float32 products of reduced precision, nil where they are no faster.
  package var reducedFloat: FloatMatrixKernel? {
    switch tier {
    case .reference: ReferenceKernels.Product.reducedFloat
    case .baseline: Baseline.Product.reducedFloat
    case .first, .bytes: FirstTier.Product.reducedFloat
    case .last: LastTier.Product.reducedFloat
    }
  }
  /// Float32 convolutions by minimal filtering, nil where there is none.
  package var winograd: FloatWinogradKernel? {
    switch tier {
    case .reference: ReferenceKernels.Product.winograd
    case .baseline: Baseline.Product.winograd
    case .first, .bytes: FirstTier.Product.winograd
    case .last: LastTier.Product.winograd
    }
  }
  /// Int8 convolutions by minimal filtering, nil where there is none.
  package var winogradInt8: ByteWinogradKernel? {
    switch tier {
    case .reference: ReferenceKernels.Product.winogradInt8
    case .baseline: Baseline.Product.winogradInt8
    case .first: FirstTier.Product.winogradInt8
    case .bytes: ByteConvolutionTier.Product.winogradInt8
    case .last: LastTier.Product.winogradInt8
    }
  }
  /// The same of uint8.
  package var winogradUInt8: ByteWinogradKernel? {
    switch tier {
    case .reference: ReferenceKernels.Product.winogradUInt8
    case .baseline: Baseline.Product.winogradUInt8
    case .first: FirstTier.Product.winogradUInt8
    case .bytes: ByteConvolutionTier.Product.winogradUInt8
    case .last: LastTier.Product.winogradUInt8
    }
  }
  /// The same of dynamically quantized activations.
  package var winogradHybrid: HybridWinogradKernel? {
    switch tier {
    case .reference: ReferenceKernels.Product.winogradHybrid
    case .baseline: Baseline.Product.winogradHybrid
    case .first: FirstTier.Product.winogradHybrid
    case .bytes: ByteConvolutionTier.Product.winogradHybrid
    case .last: LastTier.Product.winogradHybrid
    }
  }
  /// Int8 convolutions of narrow groups, nil where direct products serve them as well.
  package var groupedInt8: GroupedByteKernel? {
    #if TFLITE_TIERS && arch(x86_64)
    if case .last = tier { return LastTier.Product.groupedInt8 }
    #endif
    return nil
  }
  /// Int8 matrix products.
  package var int8: ByteMatrixKernel {
    switch tier {
    case .reference: ReferenceKernels.Product.int8
    case .baseline: Baseline.Product.int8
    case .first: FirstTier.Product.int8
    case .bytes: ByteTier.Product.int8
    case .last: LastTier.Product.int8
    }
  }
  /// Uint8 matrix products.
  package var uint8: ByteMatrixKernel {
    switch tier {
    case .reference: ReferenceKernels.Product.uint8
    case .baseline: Baseline.Product.uint8
    case .first: FirstTier.Product.uint8
    case .bytes: ByteTier.Product.uint8
    case .last: LastTier.Product.uint8
    }
  }
  /// Int16 by int8 matrix products.
  package var int16: Int16MatrixKernel {
    switch tier {
    case .reference: ReferenceKernels.Product.int16
    case .baseline: Baseline.Product.int16
    case .first, .bytes: FirstTier.Product.int16
    case .last: LastTier.Product.int16
    }
  }
  /// Dynamically quantized matrix products.
  package var hybrid: HybridMatrixKernel {
    switch tier {
    case .reference: ReferenceKernels.Product.hybrid
    case .baseline: Baseline.Product.hybrid
    case .first: FirstTier.Product.hybrid
    case .bytes: ByteTier.Product.hybrid
    case .last: LastTier.Product.hybrid
    }
  }
  /// Products of dynamically quantized activations with weights of few bits that have scales by blocks.
  package var blockwise: BlockwiseMatrixKernel {
    switch tier {
    case .reference: ReferenceKernels.Product.blockwise
    case .baseline: Baseline.Product.blockwise
    case .first: FirstTier.Product.blockwise
    case .bytes: ByteConvolutionTier.Product.blockwise
    case .last: LastTier.Product.blockwise
    }
  }
}

/// Depthwise convolutions.
package struct DepthwiseKernels: Sendable {
  let tier: KernelSet.Tier

  /// Float32 depthwise convolution.
  package var float: FloatDepthwiseKernel {
    switch tier {
    case .reference: ReferenceKernels.Depthwise.float
    case .baseline: Baseline.Depthwise.float
    case .first, .bytes: FirstTier.Depthwise.float
    case .last: LastTier.Depthwise.float
    }
  }
  /// Int8 depthwise convolution.
  package var int8: ByteDepthwiseKernel {
    switch tier {
    case .reference: ReferenceKernels.Depthwise.int8
    case .baseline: Baseline.Depthwise.int8
    case .first: FirstTier.Depthwise.int8
    case .bytes: ByteConvolutionTier.Depthwise.int8
    case .last: LastTier.Depthwise.int8
    }
  }
  /// Uint8 depthwise convolution.
  package var uint8: ByteDepthwiseKernel {
    switch tier {
    case .reference: ReferenceKernels.Depthwise.uint8
    case .baseline: Baseline.Depthwise.uint8
    case .first: FirstTier.Depthwise.uint8
    case .bytes: ByteConvolutionTier.Depthwise.uint8
    case .last: LastTier.Depthwise.uint8
    }
  }
  /// Int16 depthwise convolution.
  package var int16: ShortDepthwiseKernel {
    switch tier {
    case .reference: ReferenceKernels.Depthwise.int16
    case .baseline: Baseline.Depthwise.int16
    case .first, .bytes: FirstTier.Depthwise.int16
    case .last: LastTier.Depthwise.int16
    }
  }

  /// Dynamically quantized depthwise convolution.
  package var hybrid: HybridDepthwiseKernel {
    switch tier {
    case .reference: ReferenceKernels.Depthwise.hybrid
    case .baseline: Baseline.Depthwise.hybrid
    case .first: FirstTier.Depthwise.hybrid
    case .bytes: ByteConvolutionTier.Depthwise.hybrid
    case .last: LastTier.Depthwise.hybrid
    }
  }
}

/// Pooling of NHWC images.
package struct PoolingKernels: Sendable {
  let tier: KernelSet.Tier

  /// Average pooling of float32; a window without input gives zero.
  package var averageFloat: FloatPooling {
    switch tier {
    case .reference: ReferenceKernels.Pooling.averageFloat
    case .baseline: Baseline.Pooling.averageFloat
    case .first, .bytes: FirstTier.Pooling.averageFloat
    case .last: LastTier.Pooling.averageFloat
    }
  }
  /// Average pooling of uint8, halves away from zero.
  package var averageUInt8: UInt8Pooling {
    switch tier {
    case .reference: ReferenceKernels.Pooling.averageUInt8
    case .baseline: Baseline.Pooling.averageUInt8
    case .first, .bytes: FirstTier.Pooling.averageUInt8
    case .last: LastTier.Pooling.averageUInt8
    }
  }
  /// Average pooling of int8, halves away from zero.
  package var averageInt8: Int8Pooling {
    switch tier {
    case .reference: ReferenceKernels.Pooling.averageInt8
    case .baseline: Baseline.Pooling.averageInt8
    case .first, .bytes: FirstTier.Pooling.averageInt8
    case .last: LastTier.Pooling.averageInt8
    }
  }
  /// Average pooling of int16, halves away from zero.
  package var averageInt16: Int16Pooling {
    switch tier {
    case .reference: ReferenceKernels.Pooling.averageInt16
    case .baseline: Baseline.Pooling.averageInt16
    case .first, .bytes: FirstTier.Pooling.averageInt16
    case .last: LastTier.Pooling.averageInt16
    }
  }
  /// Maximum pooling of float32.
  package var maxFloat: FloatPooling {
    switch tier {
    case .reference: ReferenceKernels.Pooling.maxFloat
    case .baseline: Baseline.Pooling.maxFloat
    case .first, .bytes: FirstTier.Pooling.maxFloat
    case .last: LastTier.Pooling.maxFloat
    }
  }
  /// Maximum pooling of uint8.
  package var maxUInt8: UInt8Pooling {
    switch tier {
    case .reference: ReferenceKernels.Pooling.maxUInt8
    case .baseline: Baseline.Pooling.maxUInt8
    case .first, .bytes: FirstTier.Pooling.maxUInt8
    case .last: LastTier.Pooling.maxUInt8
    }
  }
  /// Maximum pooling of int8.
  package var maxInt8: Int8Pooling {
    switch tier {
    case .reference: ReferenceKernels.Pooling.maxInt8
    case .baseline: Baseline.Pooling.maxInt8
    case .first, .bytes: FirstTier.Pooling.maxInt8
    case .last: LastTier.Pooling.maxInt8
    }
  }
  /// Maximum pooling of int16.
  package var maxInt16: Int16Pooling {
    switch tier {
    case .reference: ReferenceKernels.Pooling.maxInt16
    case .baseline: Baseline.Pooling.maxInt16
    case .first, .bytes: FirstTier.Pooling.maxInt16
    case .last: LastTier.Pooling.maxInt16
    }
  }
  /// L2 pooling of float32.
  package var l2Float: FloatPooling {
    switch tier {
    case .reference: ReferenceKernels.Pooling.l2Float
    case .baseline: Baseline.Pooling.l2Float
    case .first, .bytes: FirstTier.Pooling.l2Float
    case .last: LastTier.Pooling.l2Float
    }
  }
}

/// Interpolation of images, transposition, and Fourier transforms.
package struct SpatialKernels: Sendable {
  let tier: KernelSet.Tier

  /// Bilinear interpolation of floats.
  package var interpolateFloat: LineInterpolation {
    switch tier {
    case .reference: ReferenceKernels.Spatial.interpolateFloat
    case .baseline: Baseline.Spatial.interpolateFloat
    case .first, .bytes: FirstTier.Spatial.interpolateFloat
    case .last: LastTier.Spatial.interpolateFloat
    }
  }
  /// Bilinear interpolation of uint8.
  package var interpolateUInt8: LineInterpolation {
    switch tier {
    case .reference: ReferenceKernels.Spatial.interpolateUInt8
    case .baseline: Baseline.Spatial.interpolateUInt8
    case .first, .bytes: FirstTier.Spatial.interpolateUInt8
    case .last: LastTier.Spatial.interpolateUInt8
    }
  }
  /// Bilinear interpolation of int8.
  package var interpolateInt8: LineInterpolation {
    switch tier {
    case .reference: ReferenceKernels.Spatial.interpolateInt8
    case .baseline: Baseline.Spatial.interpolateInt8
    case .first, .bytes: FirstTier.Spatial.interpolateInt8
    case .last: LastTier.Spatial.interpolateInt8
    }
  }
  /// Writes the lines of a matrix as columns.
  package var transpose: @Sendable (Transposition) -> Void {
    switch tier {
    case .reference: ReferenceKernels.Spatial.transpose
    case .baseline: Baseline.Spatial.transpose
    case .first, .bytes: FirstTier.Spatial.transpose
    case .last: LastTier.Spatial.transpose
    }
  }
  /// Transforms eight real sequences.
  package var realFourier: @Sendable (RealFourier) -> Void {
    switch tier {
    case .reference: ReferenceKernels.Spatial.realFourier
    case .baseline: Baseline.Spatial.realFourier
    case .first, .bytes: FirstTier.Spatial.realFourier
    case .last: LastTier.Spatial.realFourier
    }
  }
  /// Transforms up to eight complex columns.
  package var complexFourier: @Sendable (ComplexFourier) -> Void {
    switch tier {
    case .reference: ReferenceKernels.Spatial.complexFourier
    case .baseline: Baseline.Spatial.complexFourier
    case .first, .bytes: FirstTier.Spatial.complexFourier
    case .last: LastTier.Spatial.complexFourier
    }
  }
}

/// Steps of recurrent cells.
package struct RecurrentKernels: Sendable {
  let tier: KernelSet.Tier

  /// One step of float LSTM cells.
  package var lstm: @Sendable (LSTMStep) -> Void {
    switch tier {
    case .reference: ReferenceKernels.Recurrent.lstm
    case .baseline: Baseline.Recurrent.lstm
    case .first, .bytes: FirstTier.Recurrent.lstm
    case .last: LastTier.Recurrent.lstm
    }
  }
  /// One step of int16 LSTM cells.
  package var lstmInt16: @Sendable (LSTMStepInt16) -> Void {
    switch tier {
    case .reference: ReferenceKernels.Recurrent.lstmInt16
    case .baseline: Baseline.Recurrent.lstmInt16
    case .first, .bytes: FirstTier.Recurrent.lstmInt16
    case .last: LastTier.Recurrent.lstmInt16
    }
  }
  /// One step of a row of LSTM cells that are written out.
  package var lstmCells: @Sendable (LSTMCells) -> Void {
    switch tier {
    case .reference: ReferenceKernels.Recurrent.lstmCells
    case .baseline: Baseline.Recurrent.lstmCells
    case .first, .bytes: FirstTier.Recurrent.lstmCells
    case .last: LastTier.Recurrent.lstmCells
    }
  }
  /// One step of a row of GRU cells that are written out.
  package var gruCells: @Sendable (GRUCells) -> Void {
    switch tier {
    case .reference: ReferenceKernels.Recurrent.gruCells
    case .baseline: Baseline.Recurrent.gruCells
    case .first, .bytes: FirstTier.Recurrent.gruCells
    case .last: LastTier.Recurrent.gruCells
    }
  }
  /// Sums of products of float rows with rows of weights.
  package var rowProductsFloat: FloatRowProducts {
    switch tier {
    case .reference: ReferenceKernels.Recurrent.rowProductsFloat
    case .baseline: Baseline.Recurrent.rowProductsFloat
    case .first, .bytes: FirstTier.Recurrent.rowProductsFloat
    case .last: LastTier.Recurrent.rowProductsFloat
    }
  }
  /// Wrapping sums of products of int16 rows with rows of weights.
  package var rowProductsInt16: Int16RowProducts {
    switch tier {
    case .reference: ReferenceKernels.Recurrent.rowProductsInt16
    case .baseline: Baseline.Recurrent.rowProductsInt16
    case .first, .bytes: FirstTier.Recurrent.rowProductsInt16
    case .last: LastTier.Recurrent.rowProductsInt16
    }
  }
}
