/// Float32 values as quantized ones, one scale for all: `(input, output, count, scale, zeroPoint, range)`.
package typealias AffineQuantization =
  @Sendable (UnsafePointer<Float>, UnsafeMutableRawPointer, Int, Float, Int32, IntegerRange) -> Void

/// Quantized values as float32, one scale for all: `(input, output, count, scale, zeroPoint)`.
package typealias AffineDequantization =
  @Sendable (UnsafeRawPointer, UnsafeMutablePointer<Float>, Int, Float, Int32) -> Void

/// Dynamic quantization of rows of `count` values, each with parameters of its own: `(values, rows, count, output, parameters)`.
package typealias FloatQuantization =
  @Sendable (
    UnsafePointer<Float>, Int, Int, UnsafeMutablePointer<Int8>, UnsafeMutablePointer<DynamicQuantization.Parameters>
  ) -> Void

/// A part of a row that is quantized at run time: `(values, count, step, output)`.
package typealias FloatQuantizationPart =
  @Sendable (UnsafePointer<Float>, Int, DynamicQuantization.Step, UnsafeMutablePointer<Int8>) -> Void

extension ReferenceKernels {
  /// The oracles of `QuantizationKernels`: plain loops.
  package enum Quantization {
    package static var quantizeInt8: AffineQuantization {
      {
        QuantizeKernels.quantize(
          $0, $1.assumingMemoryBound(to: Int8.self), $2, scale: $3, zeroPoint: $4, $5)
      }
    }
    package static var quantizeUInt8: AffineQuantization {
      {
        QuantizeKernels.quantize(
          $0, $1.assumingMemoryBound(to: UInt8.self), $2, scale: $3, zeroPoint: $4, $5)
      }
    }
    package static var quantizeInt16: AffineQuantization {
      {
        QuantizeKernels.quantize(
          $0, $1.assumingMemoryBound(to: Int16.self), $2, scale: $3, zeroPoint: $4, $5)
      }
    }
    package static var dequantizeInt8: AffineDequantization {
      {
        QuantizeKernels.dequantize($0.assumingMemoryBound(to: Int8.self), $1, $2, scale: $3, zeroPoint: $4)
      }
    }
    package static var dequantizeUInt8: AffineDequantization {
      {
        QuantizeKernels.dequantize($0.assumingMemoryBound(to: UInt8.self), $1, $2, scale: $3, zeroPoint: $4)
      }
    }
    package static var dequantizeInt16: AffineDequantization {
      {
        QuantizeKernels.dequantize($0.assumingMemoryBound(to: Int16.self), $1, $2, scale: $3, zeroPoint: $4)
      }
    }
    package static var rescale: @Sendable (RescaledRun) -> Void {
      ReferenceKernels.rescale
    }
    package static var quantizeSymmetric: FloatQuantization {
      DynamicQuantization.quantizeSymmetric
    }
    package static var quantizeAsymmetric: FloatQuantization {
      DynamicQuantization.quantizeAsymmetric
    }
    package static var extremes: @Sendable (UnsafePointer<Float>, Int) -> (minimum: Float, maximum: Float) {
      DynamicQuantization.extremes
    }
    package static var quantizePart: FloatQuantizationPart {
      DynamicQuantization.quantizePart
    }
  }
}
