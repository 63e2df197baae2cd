/// A function of each of `count` float32 values, in place if input and output are the same: `(input, output, count)`.
package typealias FloatFunction = @Sendable (UnsafePointer<Float>, UnsafeMutablePointer<Float>, Int) -> Void

/// Values converted as `CastKernels` states: `(input, output, count)`.
package typealias ConversionKernel = @Sendable (UnsafeRawPointer, UnsafeMutableRawPointer, Int) -> Void

/// Interpolated look-ups of int16, in place if wanted: `(input, output, count, table of LookupTable.count16 entries)`.
package typealias ShortLookUpKernel =
  @Sendable (UnsafePointer<Int16>, UnsafeMutablePointer<Int16>, Int, UnsafePointer<Int16>) -> Void

/// The logistic function or the hyperbolic tangent of int16 with a result of scale 2^-15, in place if wanted: `(input, output,
/// count, scaling, table of LookupTable.fillSigmoid)`.
package typealias ShortSigmoidKernel =
  @Sendable (UnsafePointer<Int16>, UnsafeMutablePointer<Int16>, Int, IntegerActivationScaling, UnsafePointer<UInt16>)
  -> Void

extension ReferenceKernels {
  /// The oracles of `ElementwiseKernels`: plain loops.
  package enum Elementwise {
    package static var logistic: FloatFunction {
      ReferenceKernels.logistic
    }
    package static var tanh: FloatFunction {
      ReferenceKernels.tanh
    }
    package static var elu: FloatFunction {
      UnaryKernels.floats(.elu)
    }
    package static var squareRoot: FloatFunction {
      UnaryKernels.floats(.squareRoot)
    }
    package static var inverseSquareRoot: FloatFunction {
      UnaryKernels.floats(.inverseSquareRoot)
    }
    package static var exp: FloatFunction {
      ReferenceKernels.exp
    }
    package static var log: FloatFunction {
      ReferenceKernels.log
    }
    package static var gelu: FloatFunction {
      ReferenceKernels.gelu
    }
    package static var geluApproximate: FloatFunction {
      ReferenceKernels.geluApproximate
    }
    package static var lookUp: ByteLookUpKernel {
      ReferenceKernels.lookUp
    }
    package static var lookUpInt16: ShortLookUpKernel {
      ReferenceKernels.lookUp
    }
    package static var logisticInt16: ShortSigmoidKernel {
      ReferenceKernels.logistic
    }
    package static var tanhInt16: ShortSigmoidKernel {
      ReferenceKernels.tanh
    }
    package static var bentLines: BentLinesKernel? {
      nil
    }
    package static var unary: @Sendable (UnaryKind, ElementwiseType) -> UnaryKernel? {
      UnaryKernels.kernel
    }
    package static var compareBytes: ByteComparisonKernel {
      ReferenceKernels.compareBytes
    }
    package static func convert(_ from: ElementwiseType, _ to: ElementwiseType) -> ConversionKernel? {
      guard CastKernels.isSupported(from), CastKernels.isSupported(to) else { return nil }
      return { input, output, count in _ = CastKernels.cast(input, from, output, to, count) }
    }
  }
}
