/// A function of each of `count` float32 values, in place if input and output are the same: `(input, output, count)`.
package typealias FloatFunction = @Sendable (UnsafePointer<Float>, UnsafeMutablePointer<Float>, Int) -> Void

/// Float32 values cut to integers: `(input, output, count)`. Values outside the type become its nearest bound, NaN its largest
/// value.
package typealias TruncationKernel = @Sendable (UnsafeRawPointer, UnsafeMutableRawPointer, Int) -> Void

/// Functions of one and two operands, place by place.
package struct ElementwiseKernels: Sendable {
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
  /// The kernel of an operation on two operands, nil where it is not defined on the type.
  package var binary: @Sendable (BinaryKind, ElementwiseType) -> BinaryKernel?
  /// The kernel of a function of one value, nil where it is not defined on the type.
  package var unary: @Sendable (UnaryKind, ElementwiseType) -> UnaryKernel?
  /// The kernel that cuts float32 values to integers of a type as CAST does, nil where it is not defined on the type.
  package var truncate: @Sendable (ElementwiseType) -> TruncationKernel?
}

extension ElementwiseKernels {
  /// The oracle: plain loops.
  package static let reference = ElementwiseKernels(
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
    binary: BinaryKernels.kernel,
    unary: UnaryKernels.kernel,
    truncate: ReferenceKernels.truncate)
}
