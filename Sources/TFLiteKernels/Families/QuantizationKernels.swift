/// Float32 values as quantized ones, one scale for all: `(input, output, count, scale, zeroPoint, range)`.
package typealias AffineQuantization =
  @Sendable (UnsafePointer<Float>, UnsafeMutableRawPointer, Int, Float, Int32, IntegerRange) -> Void

/// Quantized values as float32, one scale for all: `(input, output, count, scale, zeroPoint)`.
package typealias AffineDequantization =
  @Sendable (UnsafeRawPointer, UnsafeMutablePointer<Float>, Int, Float, Int32) -> Void

/// Dynamic quantization of `count` values: `(values, count, output)`.
package typealias FloatQuantization =
  @Sendable (UnsafePointer<Float>, Int, UnsafeMutablePointer<Int8>) -> DynamicQuantization.Parameters

/// A part of a dynamic quantization, of values among others that lie within bounds:
/// `(values, count, minimum, maximum, output)`.
package typealias FloatQuantizationPart =
  @Sendable (UnsafePointer<Float>, Int, Float, Float, UnsafeMutablePointer<Int8>) -> Void

/// Conversion between float32 and quantized integers, with stated parameters or those of the data, and rescaling.
package struct QuantizationKernels: Sendable {
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

extension QuantizationKernels {
  /// The oracle: plain loops.
  package static let reference = QuantizationKernels(
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
    rescale: ReferenceKernels.rescale,
    quantizeSymmetric: DynamicQuantization.quantizeSymmetric,
    quantizeAsymmetric: DynamicQuantization.quantizeAsymmetric,
    extremes: DynamicQuantization.extremes,
    quantizePartSymmetrically: DynamicQuantization.quantizePartSymmetrically,
    quantizePartAsymmetrically: DynamicQuantization.quantizePartAsymmetrically)
}
