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

// The families of values, place by place; see `KernelFamilies+Layers`.

/// Functions of one and two operands, place by place.
package struct ElementwiseKernels: Sendable {
  let tier: KernelSet.Tier

  /// The logistic function.
  package var logistic: FloatFunction {
    switch tier {
    case .reference: ReferenceKernels.Elementwise.logistic
    case .baseline: Baseline.Elementwise.logistic
    case .first, .bytes: FirstTier.Elementwise.logistic
    case .last: LastTier.Elementwise.logistic
    }
  }
  /// The hyperbolic tangent.
  package var tanh: FloatFunction {
    switch tier {
    case .reference: ReferenceKernels.Elementwise.tanh
    case .baseline: Baseline.Elementwise.tanh
    case .first, .bytes: FirstTier.Elementwise.tanh
    case .last: LastTier.Elementwise.tanh
    }
  }
  /// `exp(x) - 1` of negative values, the others themselves.
  package var elu: FloatFunction {
    switch tier {
    case .reference: ReferenceKernels.Elementwise.elu
    case .baseline: Baseline.Elementwise.elu
    case .first, .bytes: FirstTier.Elementwise.elu
    case .last: LastTier.Elementwise.elu
    }
  }
  /// The square root.
  package var squareRoot: FloatFunction {
    switch tier {
    case .reference: ReferenceKernels.Elementwise.squareRoot
    case .baseline: Baseline.Elementwise.squareRoot
    case .first, .bytes: FirstTier.Elementwise.squareRoot
    case .last: LastTier.Elementwise.squareRoot
    }
  }
  /// The reciprocal of the square root.
  package var inverseSquareRoot: FloatFunction {
    switch tier {
    case .reference: ReferenceKernels.Elementwise.inverseSquareRoot
    case .baseline: Baseline.Elementwise.inverseSquareRoot
    case .first, .bytes: FirstTier.Elementwise.inverseSquareRoot
    case .last: LastTier.Elementwise.inverseSquareRoot
    }
  }
  /// The natural exponential.
  package var exp: FloatFunction {
    switch tier {
    case .reference: ReferenceKernels.Elementwise.exp
    case .baseline: Baseline.Elementwise.exp
    case .first, .bytes: FirstTier.Elementwise.exp
    case .last: LastTier.Elementwise.exp
    }
  }
  /// The natural logarithm.
  package var log: FloatFunction {
    switch tier {
    case .reference: ReferenceKernels.Elementwise.log
    case .baseline: Baseline.Elementwise.log
    case .first, .bytes: FirstTier.Elementwise.log
    case .last: LastTier.Elementwise.log
    }
  }
  /// GELU by the error function.
  package var gelu: FloatFunction {
    switch tier {
    case .reference: ReferenceKernels.Elementwise.gelu
    case .baseline: Baseline.Elementwise.gelu
    case .first, .bytes: FirstTier.Elementwise.gelu
    case .last: LastTier.Elementwise.gelu
    }
  }
  /// GELU by its tanh approximation.
  package var geluApproximate: FloatFunction {
    switch tier {
    case .reference: ReferenceKernels.Elementwise.geluApproximate
    case .baseline: Baseline.Elementwise.geluApproximate
    case .first, .bytes: FirstTier.Elementwise.geluApproximate
    case .last: LastTier.Elementwise.geluApproximate
    }
  }
  /// Table look-ups of bytes.
  package var lookUp: ByteLookUpKernel {
    switch tier {
    case .reference: ReferenceKernels.Elementwise.lookUp
    case .baseline: Baseline.Elementwise.lookUp
    case .first, .bytes: FirstTier.Elementwise.lookUp
    case .last: LastTier.Elementwise.lookUp
    }
  }
  /// Interpolated look-ups of int16.
  package var lookUpInt16: ShortLookUpKernel {
    switch tier {
    case .reference: ReferenceKernels.Elementwise.lookUpInt16
    case .baseline: Baseline.Elementwise.lookUpInt16
    case .first, .bytes: FirstTier.Elementwise.lookUpInt16
    case .last: LastTier.Elementwise.lookUpInt16
    }
  }
  /// The logistic function of int16.
  package var logisticInt16: ShortSigmoidKernel {
    switch tier {
    case .reference: ReferenceKernels.Elementwise.logisticInt16
    case .baseline: Baseline.Elementwise.logisticInt16
    case .first, .bytes: FirstTier.Elementwise.logisticInt16
    case .last: LastTier.Elementwise.logisticInt16
    }
  }
  /// The hyperbolic tangent of int16.
  package var tanhInt16: ShortSigmoidKernel {
    switch tier {
    case .reference: ReferenceKernels.Elementwise.tanhInt16
    case .baseline: Baseline.Elementwise.tanhInt16
    case .first, .bytes: FirstTier.Elementwise.tanhInt16
    case .last: LastTier.Elementwise.tanhInt16
    }
  }
  /// Bytes on lines with a bend; nil where other forms take no more time.
  package var bentLines: BentLinesKernel? {
    switch tier {
    case .reference: ReferenceKernels.Elementwise.bentLines
    case .baseline: Baseline.Elementwise.bentLines
    case .first, .bytes: FirstTier.Elementwise.bentLines
    case .last: LastTier.Elementwise.bentLines
    }
  }
  /// Sums of float32, as `add` has them.
  package var addFloat: BinaryKernel {
    switch tier {
    case .reference: BinaryKernels.addFloat
    case .baseline: Baseline.Elementwise.addFloat
    case .first, .bytes: FirstTier.Elementwise.addFloat
    case .last: LastTier.Elementwise.addFloat
    }
  }
  /// Sums of quantized int8, as `add` has them.
  package var addQuantizedInt8: BinaryKernel {
    switch tier {
    case .reference: BinaryKernels.addQuantizedInt8
    case .baseline: Baseline.Elementwise.addQuantizedInt8
    case .first, .bytes: FirstTier.Elementwise.addQuantizedInt8
    case .last: LastTier.Elementwise.addQuantizedInt8
    }
  }
  /// Sums of quantized uint8, as `add` has them.
  package var addQuantizedUInt8: BinaryKernel {
    switch tier {
    case .reference: BinaryKernels.addQuantizedUInt8
    case .baseline: Baseline.Elementwise.addQuantizedUInt8
    case .first, .bytes: FirstTier.Elementwise.addQuantizedUInt8
    case .last: LastTier.Elementwise.addQuantizedUInt8
    }
  }
  /// Sums of quantized int16, as `add` has them.
  package var addQuantizedInt16: BinaryKernel {
    switch tier {
    case .reference: BinaryKernels.addQuantizedInt16
    case .baseline: Baseline.Elementwise.addQuantizedInt16
    case .first, .bytes: FirstTier.Elementwise.addQuantizedInt16
    case .last: LastTier.Elementwise.addQuantizedInt16
    }
  }
  package func add(_ type: ElementwiseType) -> BinaryKernel? {
    switch tier {
    case .reference: BinaryKernels.add(type)
    case .baseline: Baseline.Elementwise.add(type)
    case .first, .bytes: FirstTier.Elementwise.add(type)
    case .last: LastTier.Elementwise.add(type)
    }
  }
  package func subtract(_ type: ElementwiseType) -> BinaryKernel? {
    switch tier {
    case .reference: BinaryKernels.subtract(type)
    case .baseline: Baseline.Elementwise.subtract(type)
    case .first, .bytes: FirstTier.Elementwise.subtract(type)
    case .last: LastTier.Elementwise.subtract(type)
    }
  }
  package func multiply(_ type: ElementwiseType) -> BinaryKernel? {
    switch tier {
    case .reference: BinaryKernels.multiply(type)
    case .baseline: Baseline.Elementwise.multiply(type)
    case .first, .bytes: FirstTier.Elementwise.multiply(type)
    case .last: LastTier.Elementwise.multiply(type)
    }
  }
  package func divide(_ type: ElementwiseType) -> BinaryKernel? {
    switch tier {
    case .reference: BinaryKernels.divide(type)
    case .baseline: Baseline.Elementwise.divide(type)
    case .first, .bytes: FirstTier.Elementwise.divide(type)
    case .last: LastTier.Elementwise.divide(type)
    }
  }
  package func maximum(_ type: ElementwiseType) -> BinaryKernel? {
    switch tier {
    case .reference: BinaryKernels.maximum(type)
    case .baseline: Baseline.Elementwise.maximum(type)
    case .first, .bytes: FirstTier.Elementwise.maximum(type)
    case .last: LastTier.Elementwise.maximum(type)
    }
  }
  package func minimum(_ type: ElementwiseType) -> BinaryKernel? {
    switch tier {
    case .reference: BinaryKernels.minimum(type)
    case .baseline: Baseline.Elementwise.minimum(type)
    case .first, .bytes: FirstTier.Elementwise.minimum(type)
    case .last: LastTier.Elementwise.minimum(type)
    }
  }
  package func squaredDifference(_ type: ElementwiseType) -> BinaryKernel? {
    switch tier {
    case .reference: BinaryKernels.squaredDifference(type)
    case .baseline: Baseline.Elementwise.squaredDifference(type)
    case .first, .bytes: FirstTier.Elementwise.squaredDifference(type)
    case .last: LastTier.Elementwise.squaredDifference(type)
    }
  }
  package func prelu(_ type: ElementwiseType) -> BinaryKernel? {
    switch tier {
    case .reference: BinaryKernels.prelu(type)
    case .baseline: Baseline.Elementwise.prelu(type)
    case .first, .bytes: FirstTier.Elementwise.prelu(type)
    case .last: LastTier.Elementwise.prelu(type)
    }
  }
  /// The kernel of a function of one value, nil where it is not defined on the type.
  package var unary: @Sendable (UnaryKind, ElementwiseType) -> UnaryKernel? {
    switch tier {
    case .reference: ReferenceKernels.Elementwise.unary
    case .baseline: Baseline.Elementwise.unary
    case .first, .bytes: FirstTier.Elementwise.unary
    case .last: LastTier.Elementwise.unary
    }
  }
  /// Sums of int32, as `add` has them.
  package var addInt32: BinaryKernel {
    switch tier {
    case .reference: BinaryKernels.addInt32
    case .baseline: Baseline.Elementwise.addInt32
    case .first, .bytes: FirstTier.Elementwise.addInt32
    case .last: LastTier.Elementwise.addInt32
    }
  }
  /// Sums of int64, as `add` has them.
  package var addInt64: BinaryKernel {
    switch tier {
    case .reference: BinaryKernels.addInt64
    case .baseline: Baseline.Elementwise.addInt64
    case .first, .bytes: FirstTier.Elementwise.addInt64
    case .last: LastTier.Elementwise.addInt64
    }
  }
  /// Comparisons of plain values, nil where they are not defined on the type.
  package func compare(_ kind: ComparisonKind, _ type: ElementwiseType) -> BinaryKernel? {
    switch tier {
    case .reference: BinaryKernels.compare(kind, type)
    case .baseline: Baseline.Elementwise.compare(kind, type)
    case .first, .bytes: FirstTier.Elementwise.compare(kind, type)
    case .last: LastTier.Elementwise.compare(kind, type)
    }
  }
  /// Comparisons of quantized bytes by intervals.
  package var compareBytes: ByteComparisonKernel {
    switch tier {
    case .reference: ReferenceKernels.Elementwise.compareBytes
    case .baseline: Baseline.Elementwise.compareBytes
    case .first, .bytes: FirstTier.Elementwise.compareBytes
    case .last: LastTier.Elementwise.compareBytes
    }
  }
  /// The kernel that converts values of one type to another as CAST does, nil where a set has none.
  package func convert(_ from: ElementwiseType, _ to: ElementwiseType) -> ConversionKernel? {
    switch tier {
    case .reference: ReferenceKernels.Elementwise.convert(from, to)
    case .baseline: Baseline.Elementwise.convert(from, to)
    case .first, .bytes: FirstTier.Elementwise.convert(from, to)
    case .last: LastTier.Elementwise.convert(from, to)
    }
  }

  /// The kernel of an operation on two operands, nil where it is not defined on the type. For tests: it keeps all of them.
  package func binary(_ kind: BinaryKind, _ type: ElementwiseType) -> BinaryKernel? {
    switch kind {
    case .add: add(type)
    case .subtract: subtract(type)
    case .multiply: multiply(type)
    case .divide: divide(type)
    case .maximum: maximum(type)
    case .minimum: minimum(type)
    case .squaredDifference: squaredDifference(type)
    case .prelu: prelu(type)
    }
  }
}

/// Conversion between float32 and quantized integers, with stated parameters or those of the data, and rescaling.
package struct QuantizationKernels: Sendable {
  let tier: KernelSet.Tier

  /// Float32 to int8.
  package var quantizeInt8: AffineQuantization {
    switch tier {
    case .reference: ReferenceKernels.Quantization.quantizeInt8
    case .baseline: Baseline.Quantization.quantizeInt8
    case .first, .bytes: FirstTier.Quantization.quantizeInt8
    case .last: LastTier.Quantization.quantizeInt8
    }
  }
  /// Float32 to uint8.
  package var quantizeUInt8: AffineQuantization {
    switch tier {
    case .reference: ReferenceKernels.Quantization.quantizeUInt8
    case .baseline: Baseline.Quantization.quantizeUInt8
    case .first, .bytes: FirstTier.Quantization.quantizeUInt8
    case .last: LastTier.Quantization.quantizeUInt8
    }
  }
  /// Float32 to int16.
  package var quantizeInt16: AffineQuantization {
    switch tier {
    case .reference: ReferenceKernels.Quantization.quantizeInt16
    case .baseline: Baseline.Quantization.quantizeInt16
    case .first, .bytes: FirstTier.Quantization.quantizeInt16
    case .last: LastTier.Quantization.quantizeInt16
    }
  }
  /// Int8 to float32.
  package var dequantizeInt8: AffineDequantization {
    switch tier {
    case .reference: ReferenceKernels.Quantization.dequantizeInt8
    case .baseline: Baseline.Quantization.dequantizeInt8
    case .first, .bytes: FirstTier.Quantization.dequantizeInt8
    case .last: LastTier.Quantization.dequantizeInt8
    }
  }
  /// Uint8 to float32.
  package var dequantizeUInt8: AffineDequantization {
    switch tier {
    case .reference: ReferenceKernels.Quantization.dequantizeUInt8
    case .baseline: Baseline.Quantization.dequantizeUInt8
    case .first, .bytes: FirstTier.Quantization.dequantizeUInt8
    case .last: LastTier.Quantization.dequantizeUInt8
    }
  }
  /// Int16 to float32.
  package var dequantizeInt16: AffineDequantization {
    switch tier {
    case .reference: ReferenceKernels.Quantization.dequantizeInt16
    case .baseline: Baseline.Quantization.dequantizeInt16
    case .first, .bytes: FirstTier.Quantization.dequantizeInt16
    case .last: LastTier.Quantization.dequantizeInt16
    }
  }
  /// Integers times one factor.
  package var rescale: @Sendable (RescaledRun) -> Void {
    switch tier {
    case .reference: ReferenceKernels.Quantization.rescale
    case .baseline: Baseline.Quantization.rescale
    case .first, .bytes: FirstTier.Quantization.rescale
    case .last: LastTier.Quantization.rescale
    }
  }
  /// Symmetric dynamic quantization of blocks of activations.
  package var quantizeSymmetric: FloatQuantization {
    switch tier {
    case .reference: ReferenceKernels.Quantization.quantizeSymmetric
    case .baseline: Baseline.Quantization.quantizeSymmetric
    case .first, .bytes: FirstTier.Quantization.quantizeSymmetric
    case .last: LastTier.Quantization.quantizeSymmetric
    }
  }
  /// Asymmetric dynamic quantization of blocks of activations.
  package var quantizeAsymmetric: FloatQuantization {
    switch tier {
    case .reference: ReferenceKernels.Quantization.quantizeAsymmetric
    case .baseline: Baseline.Quantization.quantizeAsymmetric
    case .first, .bytes: FirstTier.Quantization.quantizeAsymmetric
    case .last: LastTier.Quantization.quantizeAsymmetric
    }
  }
  /// The smallest and the largest of some values, zeros when there are none: `(values, count)`.
  package var extremes: @Sendable (UnsafePointer<Float>, Int) -> (minimum: Float, maximum: Float) {
    switch tier {
    case .reference: ReferenceKernels.Quantization.extremes
    case .baseline: Baseline.Quantization.extremes
    case .first, .bytes: FirstTier.Quantization.extremes
    case .last: LastTier.Quantization.extremes
    }
  }
  /// A part of a block that is quantized at run time.
  package var quantizePart: FloatQuantizationPart {
    switch tier {
    case .reference: ReferenceKernels.Quantization.quantizePart
    case .baseline: Baseline.Quantization.quantizePart
    case .first, .bytes: FirstTier.Quantization.quantizePart
    case .last: LastTier.Quantization.quantizePart
    }
  }
}
