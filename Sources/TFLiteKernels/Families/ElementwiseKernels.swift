/// A function of each of `count` float32 values, in place if input and output are the same: `(input, output, count)`.
package typealias FloatFunction = @Sendable (UnsafePointer<Float>, UnsafeMutablePointer<Float>, Int) -> Void

/// Values converted as `CastKernels` states: `(input, output, count)`.
package typealias ConversionKernel = @Sendable (UnsafeRawPointer, UnsafeMutableRawPointer, Int) -> Void

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
