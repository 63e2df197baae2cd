/// Computes output rows, from one to before another, of all images.
package typealias DepthwiseKernel = @Sendable (DepthwiseArguments, Int, Int) -> Void

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
  package var run: DepthwiseKernel
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
  package var run: DepthwiseKernel
}

/// A depthwise convolution of int16 by int8 weights, exact as TFLite's reference, which sums in 64 bits.
package struct ShortDepthwiseKernel: Sendable {
  /// The bytes that `pack` writes.
  package var packedSize: @Sendable (ConvolutionGeometry) -> Int
  /// Packs a filter, bias and requantization by fixed-point multipliers: `(geometry, filter, bias, q, packed)`.
  package var pack:
    @Sendable (
      ConvolutionGeometry, UnsafePointer<Int8>, UnsafePointer<Int64>?, Requantization, UnsafeMutableRawPointer
    ) -> Void
  /// Computes the output rows `[rowBegin, rowEnd)` of all images.
  package var run: DepthwiseKernel
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
  package var run: DepthwiseKernel
  /// Whether `run` reads images of floats, and quantizes them by their parameters itself.
  package var readsFloats: @Sendable (ConvolutionGeometry) -> Bool = { _ in false }
}

extension ReferenceKernels {
  /// The oracles of `DepthwiseKernels`: plain loops.
  package enum Depthwise {
    package static var float: FloatDepthwiseKernel {
      FloatDepthwiseKernel(
        packedSize: ReferenceKernels.packedSizeDepthwiseFloat, pack: ReferenceKernels.packDepthwiseFloat,
        run: ReferenceKernels.runDepthwiseFloat)
    }
    package static var int8: ByteDepthwiseKernel {
      ByteDepthwiseKernel(
        packedSize: ReferenceKernels.packedSizeDepthwiseByte, pack: ReferenceKernels.packDepthwiseInt8,
        run: ReferenceKernels.runDepthwiseInt8)
    }
    package static var uint8: ByteDepthwiseKernel {
      ByteDepthwiseKernel(
        packedSize: ReferenceKernels.packedSizeDepthwiseByte, pack: ReferenceKernels.packDepthwiseUInt8,
        run: ReferenceKernels.runDepthwiseUInt8)
    }
    package static var int16: ShortDepthwiseKernel {
      ShortDepthwiseKernel(
        packedSize: ReferenceKernels.packedSizeDepthwiseInt16, pack: ReferenceKernels.packDepthwiseInt16,
        run: ReferenceKernels.runDepthwiseInt16)
    }
    package static var hybrid: HybridDepthwiseKernel {
      HybridDepthwiseKernel(
        packedSize: ReferenceKernels.packedSizeDepthwiseByte, pack: ReferenceKernels.packDepthwiseHybrid,
        run: ReferenceKernels.runDepthwiseHybrid)
    }
  }
}
