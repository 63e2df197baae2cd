/// A function of each of `count` float32 values, in place if input and output are the same: `(input, output, count)`.
package typealias FloatFunction = @Sendable (UnsafePointer<Float>, UnsafeMutablePointer<Float>, Int) -> Void

/// Float32 values cut to integers: `(input, output, count)`. Values outside the type become its nearest bound, NaN its largest
/// value.
package typealias TruncationKernel = @Sendable (UnsafeRawPointer, UnsafeMutableRawPointer, Int) -> Void

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
    package static var unary: @Sendable (UnaryKind, ElementwiseType) -> UnaryKernel? {
      UnaryKernels.kernel
    }
    package static var truncate: @Sendable (ElementwiseType) -> TruncationKernel? {
      ReferenceKernels.truncate
    }
  }
}
