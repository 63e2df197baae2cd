/// The functions of one value that have a kernel.
package enum UnaryKind: Sendable {
  case absolute, negate, sign, floor, ceiling, round, square, squareRoot, inverseSquareRoot
  case sine, cosine, exponential, logarithm, not
  case modulus, realPart, imaginaryPart
  case clamp, leakyRelu, hardSwish, swish, softplus, mish, elu, logistic, tanh, gelu, geluApproximate
}

/// The kernels of functions of one value.
package enum UnaryKernels {
  /// The kernel of `kind` on values of `type`, nil where it is not defined.
  package static func kernel(_ kind: UnaryKind, _ type: ElementwiseType) -> UnaryKernel? {
    switch type {
    case .float32: onFloat(kind)
    case .float16: onStored(kind, HalfPrecision.self)
    case .bfloat16: onStored(kind, BrainFloat.self)
    case .float64: kind == .sign ? UnaryFunctions.SignFloat<Double>.kernel : nil
    case .complex64: onComplex(kind)
    case .bool: kind == .not ? UnaryFunctions.Not.kernel : nil
    case .int8: onInteger(kind, Int8.self)
    case .int16: onInteger(kind, Int16.self)
    case .int32: kind == .sign ? UnaryFunctions.SignInt32.kernel : onInteger(kind, Int32.self)
    case .int64: onInteger(kind, Int64.self)
    case .quantizedInt16: onQuantizedInt16(kind)
    default: nil
    }
  }

  /// The kernel of `kind` on complex numbers in double precision.
  package static func onComplex128(_ kind: UnaryKind) -> UnaryKernel? {
    switch kind {
    case .modulus: UnaryFunctions.ModulusDouble.kernel
    case .realPart: UnaryFunctions.RealPartDouble.kernel
    case .imaginaryPart: UnaryFunctions.ImaginaryPartDouble.kernel
    default: nil
    }
  }

  /// The kernel of `kind` on float32, which needs no parameters, as a function of the kernel set.
  static func floats(_ kind: UnaryKind) -> FloatFunction {
    let kernel = onFloat(kind)
    return { kernel?(UnsafeRawPointer($0), UnsafeMutableRawPointer($1), $2, ElementwiseParameters()) }
  }

  private static func onFloat(_ kind: UnaryKind) -> UnaryKernel? {
    switch kind {
    case .absolute: UnaryFunctions.AbsoluteFloat.vectorKernel
    case .negate: UnaryFunctions.NegateFloat.vectorKernel
    case .sign: UnaryFunctions.SignFloat<Float>.kernel
    case .floor: FloatRounding.Floor.vectorKernel
    case .ceiling: FloatRounding.Ceiling.vectorKernel
    case .round: FloatRounding.Nearest.vectorKernel
    case .square: UnaryFunctions.SquareFloat.vectorKernel
    case .squareRoot: UnaryFunctions.SquareRootFloat.kernel
    case .inverseSquareRoot: UnaryFunctions.InverseSquareRootFloat.kernel
    case .sine: UnaryFunctions.SineFloat.kernel
    case .cosine: UnaryFunctions.CosineFloat.kernel
    case .exponential: UnaryFunctions.ExponentialFloat.kernel
    case .logarithm: UnaryFunctions.LogarithmFloat.kernel
    case .clamp: ActivationFunctions.Clamp.vectorKernel
    case .leakyRelu: ActivationFunctions.LeakyRelu.vectorKernel
    case .hardSwish: ActivationFunctions.HardSwish.vectorKernel
    case .swish: ActivationFunctions.Swish.kernel
    case .softplus: ActivationFunctions.Softplus.kernel
    case .mish: ActivationFunctions.Mish.kernel
    case .elu: ActivationFunctions.Elu.kernel
    case .logistic: ActivationFunctions.Logistic.kernel
    case .tanh: ActivationFunctions.Tanh.kernel
    case .gelu: ActivationFunctions.Gelu.kernel
    case .geluApproximate: ActivationFunctions.GeluApproximate.kernel
    case .not, .modulus, .realPart, .imaginaryPart: nil
    }
  }

  private static func onStored<F: StoredFloat>(_ kind: UnaryKind, _ format: F.Type) -> UnaryKernel? {
    switch kind {
    case .negate: UnaryFunctions.NegateStored.kernel
    case .floor: OnStored<F, FloatRounding.Floor>.kernel
    case .round: OnStored<F, FloatRounding.Nearest>.kernel
    case .sine: OnStored<F, UnaryFunctions.SineFloat>.kernel
    case .cosine: OnStored<F, UnaryFunctions.CosineFloat>.kernel
    case .logistic: OnStored<F, ActivationFunctions.Logistic>.kernel
    case .tanh: OnStored<F, ActivationFunctions.Tanh>.kernel
    case .gelu: OnStored<F, ActivationFunctions.Gelu>.kernel
    case .geluApproximate: OnStored<F, ActivationFunctions.GeluApproximate>.kernel
    default: nil
    }
  }

  private static func onComplex(_ kind: UnaryKind) -> UnaryKernel? {
    switch kind {
    case .modulus: UnaryFunctions.ModulusFloat.kernel
    case .realPart: UnaryFunctions.RealPartFloat.kernel
    case .imaginaryPart: UnaryFunctions.ImaginaryPartFloat.kernel
    default: nil
    }
  }

  private static func onInteger<T: FixedWidthInteger & BitwiseCopyable & Sendable>(
    _ kind: UnaryKind, _ type: T.Type
  ) -> UnaryKernel? {
    switch kind {
    case .absolute: UnaryFunctions.AbsoluteInteger<T>.kernel
    case .negate: UnaryFunctions.NegateInteger<T>.kernel
    default: nil
    }
  }

  private static func onQuantizedInt16(_ kind: UnaryKind) -> UnaryKernel? {
    switch kind {
    case .absolute: ActivationFunctions.QuantizedAbsolute<Int16>.kernel
    case .clamp: ActivationFunctions.Rescale<Int16>.vectorKernel
    case .leakyRelu: ActivationFunctions.QuantizedLeakyRelu<Int16>.vectorKernel
    default: nil
    }
  }

  /// The square root of quantized int16 values; `floatRange` holds the input's and the output's scale.
  package static var squareRootInt16: UnaryKernel { UnaryFunctions.SquareRootInt16.kernel }

  // MARK: Functions that also fill tables

  /// GELU: `x / 2 * erfc(-x / sqrt(2))`.
  package static func gelu(_ x: Float) -> Float {
    0.5 * x * MathFunctions.erfc(x * Float(-0.70710678118654752440))
  }

  /// The approximation of GELU by tanh.
  package static func geluApproximate(_ x: Float) -> Float {
    0.5 * x * (1 + MathFunctions.tanh(Float(0.79788456080286535588) * (x + 0.044715 * x * x * x)))
  }
}

extension BinaryKernels {
  /// Prelu of values and slopes of one type, except that the slopes of int16 values are int8.
  package static func prelu(_ type: ElementwiseType) -> BinaryKernel? {
    switch type {
    case .float32: ActivationFunctions.Prelu.vectorKernel
    case .quantizedInt8: ActivationFunctions.QuantizedPrelu<Int8, Int8>.shortKernel
    case .quantizedUInt8: ActivationFunctions.QuantizedPrelu<UInt8, UInt8>.shortKernel
    case .quantizedInt16: ActivationFunctions.QuantizedPrelu<Int16, Int8>.shortKernel
    default: nil
    }
  }
}
