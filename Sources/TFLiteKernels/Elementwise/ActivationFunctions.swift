// Activation functions, unquantized and quantized without a table.

enum ActivationFunctions {
  struct Clamp: VectorUnaryFunction {
    let range: FloatRange
    init(_ parameters: ElementwiseParameters) { range = parameters.floatRange }
    @inline(__always) func callAsFunction(_ x: Float) -> Float { range.clamp(x) }
    @inline(__always) func vector(_ x: SIMD8<Float>) -> SIMD8<Float> { range.clamp(x) }
  }

  /// `x` where positive, `alpha * x` elsewhere; alpha is the lower bound of `floatRange`.
  struct LeakyRelu: VectorUnaryFunction {
    let alpha: Float
    init(_ parameters: ElementwiseParameters) { alpha = parameters.floatRange.lower }
    @inline(__always) func callAsFunction(_ x: Float) -> Float { x > 0 ? x : x * alpha }
    @inline(__always) func vector(_ x: SIMD8<Float>) -> SIMD8<Float> { (x * alpha).replacing(with: x, where: x .> 0) }
  }

  struct HardSwish: VectorUnaryFunction {
    private static let range = FloatRange(lower: 0, upper: 6)
    init(_ parameters: ElementwiseParameters) {}
    @inline(__always) func callAsFunction(_ x: Float) -> Float { x * Self.range.clamp(x + 3) / 6 }
    @inline(__always) func vector(_ x: SIMD8<Float>) -> SIMD8<Float> { x * Self.range.clamp(x + 3) / 6 }
  }

  struct Elu: UnaryFunction {
    init(_ parameters: ElementwiseParameters) {}
    func callAsFunction(_ x: Float) -> Float { x < 0 ? MathFunctions.expm1(x) : x }
  }

  struct Logistic: UnaryFunction {
    init(_ parameters: ElementwiseParameters) {}
    func callAsFunction(_ x: Float) -> Float { ReferenceKernels.logistic(x) }
  }

  /// `x * logistic(x)`, finite as every product is.
  struct Swish: UnaryFunction {
    private let range = FloatRange(.none)
    init(_ parameters: ElementwiseParameters) {}
    func callAsFunction(_ x: Float) -> Float { range.clamp(x * ReferenceKernels.logistic(x)) }
  }

  /// `log(exp(x) + 1)`, whose sum is finite as every one is.
  struct Softplus: UnaryFunction {
    private let range = FloatRange(.none)
    init(_ parameters: ElementwiseParameters) {}
    func callAsFunction(_ x: Float) -> Float { MathFunctions.log(range.clamp(MathFunctions.exp(x) + 1)) }
  }

  /// `x * tanh(softplus(x))`: with `e = exp(x)`, the hyperbolic tangent is `(e^2 + 2 e) / (e^2 + 2 e + 2)`, 1 from 20 on.
  struct Mish: UnaryFunction {
    init(_ parameters: ElementwiseParameters) {}
    func callAsFunction(_ x: Float) -> Float {
      let e = MathFunctions.exp(x > 20 ? 20 : x)
      let n = e * (e + 2)
      return x * (n / (n + 2))
    }
  }

  struct Tanh: UnaryFunction {
    init(_ parameters: ElementwiseParameters) {}
    func callAsFunction(_ x: Float) -> Float { MathFunctions.tanh(x) }
  }

  struct Gelu: UnaryFunction {
    init(_ parameters: ElementwiseParameters) {}
    func callAsFunction(_ x: Float) -> Float { UnaryKernels.gelu(x) }
  }

  struct GeluApproximate: UnaryFunction {
    init(_ parameters: ElementwiseParameters) {}
    func callAsFunction(_ x: Float) -> Float { UnaryKernels.geluApproximate(x) }
  }

  /// `x` where not negative, `x * alpha` elsewhere.
  struct Prelu: VectorBinaryFunction {
    init(_ parameters: ElementwiseParameters) {}
    @inline(__always) func callAsFunction(_ x: Float, _ alpha: Float) -> Float { x >= 0 ? x : x * alpha }
    @inline(__always) func vector(_ x: SIMD8<Float>, _ alpha: SIMD8<Float>) -> SIMD8<Float> {
      (x * alpha).replacing(with: x, where: x .>= 0)
    }
  }

  /// Prelu in fixed point: `firstMultiplier` scales values, `secondMultiplier` products of values and slopes.
  struct QuantizedPrelu<
    T: FixedWidthInteger & BitwiseCopyable & Sendable, Slope: FixedWidthInteger & BitwiseCopyable & Sendable
  >: BinaryFunction {
    let parameters: ElementwiseParameters
    init(_ parameters: ElementwiseParameters) { self.parameters = parameters }
    @inline(__always) func callAsFunction(_ x: T, _ alpha: Slope) -> T {
      T(truncatingIfNeeded: parameters.prelu(Int32(truncatingIfNeeded: x), Int32(truncatingIfNeeded: alpha)))
    }
  }

  /// Values brought to the output's scale and clamped: `outputMultiplier`, `range`.
  struct Rescale<T: FixedWidthInteger & SIMDScalar & BitwiseCopyable & Sendable>: VectorUnaryFunction {
    let parameters: ElementwiseParameters
    init(_ parameters: ElementwiseParameters) { self.parameters = parameters }
    @inline(__always) func callAsFunction(_ x: T) -> T {
      T(truncatingIfNeeded: parameters.rescale(Int32(truncatingIfNeeded: x)))
    }
    @inline(__always) func vector(_ x: SIMD8<T>) -> SIMD8<T> {
      let wide = QuantizedSteps.widen(x, plus: parameters.firstOffset)
      let scaled = QuantizedSteps.scale(wide, parameters.outputMultiplier)
      return QuantizedSteps.narrow(scaled &+ SIMD8(repeating: parameters.outputOffset), parameters.range)
    }
  }

  /// Leaky relu in fixed point: `firstMultiplier` scales values that are not negative, `secondMultiplier` the others.
  struct QuantizedLeakyRelu<T: FixedWidthInteger & SIMDScalar & BitwiseCopyable & Sendable>: VectorUnaryFunction {
    let parameters: ElementwiseParameters
    let slope: QuantizedMultiplier
    let isNegative: Bool
    init(_ parameters: ElementwiseParameters) {
      self.parameters = parameters
      isNegative = parameters.secondMultiplier.multiplier < 0
      slope = parameters.leakySlope
    }
    @inline(__always) func callAsFunction(_ x: T) -> T {
      T(truncatingIfNeeded: parameters.leakyRelu(Int32(truncatingIfNeeded: x)))
    }
    @inline(__always) func vector(_ x: SIMD8<T>) -> SIMD8<T> {
      let wide = QuantizedSteps.widen(x, plus: parameters.firstOffset)
      let straight = QuantizedSteps.scale(wide, parameters.firstMultiplier)
      var sloped = QuantizedSteps.scale(wide, slope)
      if isNegative { sloped = 0 &- sloped }
      let scaled = straight.replacing(with: sloped, where: wide .< 0)
      return QuantizedSteps.narrow(scaled &+ SIMD8(repeating: parameters.outputOffset), parameters.range)
    }
  }

  /// The magnitude of values, brought to the output's scale by `outputMultiplier`.
  struct QuantizedAbsolute<T: FixedWidthInteger & BitwiseCopyable & Sendable>: UnaryFunction {
    let parameters: ElementwiseParameters
    init(_ parameters: ElementwiseParameters) { self.parameters = parameters }
    @inline(__always) func callAsFunction(_ x: T) -> T {
      T(truncatingIfNeeded: parameters.absolute(Int32(truncatingIfNeeded: x)))
    }
  }
}

extension QuantizedSteps {
  @inline(__always)
  static func scale(_ x: SIMD8<Int32>, _ multiplier: QuantizedMultiplier) -> SIMD8<Int32> {
    let left = multiplier.shift > 0 ? multiplier.shift : 0
    let right = multiplier.shift > 0 ? 0 : 0 &- multiplier.shift
    return scale(x &<< SIMD8(repeating: left), multiplier.multiplier, right: right)
  }
}

// The quantized functions of one value, also used to fill tables for 8-bit types.
extension ElementwiseParameters {
  /// The value at the output's scale, clamped.
  @inline(__always)
  package func rescale(_ x: Int32) -> Int32 {
    range.clamp(outputMultiplier.apply(to: x &+ firstOffset) &+ outputOffset)
  }

  /// The factor of negative values in leaky relu without its sign, which is applied last.
  @inline(__always)
  var leakySlope: QuantizedMultiplier {
    let multiplier = secondMultiplier.multiplier
    return QuantizedMultiplier(multiplier: multiplier < 0 ? 0 &- multiplier : multiplier, shift: secondMultiplier.shift)
  }

  /// Leaky relu: `firstMultiplier` for values that are not negative, `secondMultiplier` for the others.
  @inline(__always)
  package func leakyRelu(_ x: Int32) -> Int32 {
    let value = x &+ firstOffset
    if value >= 0 { return range.clamp(firstMultiplier.apply(to: value) &+ outputOffset) }
    let scaled = leakySlope.apply(to: value)
    return range.clamp((secondMultiplier.multiplier < 0 ? 0 &- scaled : scaled) &+ outputOffset)
  }

  /// Prelu: `firstMultiplier` for values that are not negative, `secondMultiplier` for products with the slope.
  @inline(__always)
  package func prelu(_ x: Int32, _ alpha: Int32) -> Int32 {
    let value = x &+ firstOffset
    let scaled =
      value >= 0
      ? firstMultiplier.apply(to: value) : secondMultiplier.apply(to: value &* (alpha &+ secondOffset))
    return range.clamp(scaled &+ outputOffset)
  }

  /// The magnitude; a multiplier of zero means that both scales are equal.
  @inline(__always)
  package func absolute(_ x: Int32) -> Int32 {
    let value = x &+ firstOffset
    let magnitude = value < 0 ? 0 &- value : value
    let scaled = outputMultiplier.multiplier == 0 ? magnitude : outputMultiplier.apply(to: magnitude)
    return range.clamp(scaled &+ outputOffset)
  }
}
