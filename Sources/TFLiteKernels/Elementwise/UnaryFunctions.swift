// Functions of one unquantized value.

enum UnaryFunctions {
  struct AbsoluteFloat: VectorUnaryFunction {
    init(_ parameters: ElementwiseParameters) {}
    @inline(__always) func callAsFunction(_ x: Float) -> Float { abs(x) }
    @inline(__always) func vector(_ x: SIMD8<Float>) -> SIMD8<Float> { Self.magnitude(x) }

    @inline(__always)
    static func magnitude(_ x: SIMD8<Float>) -> SIMD8<Float> {
      unsafeBitCast(unsafeBitCast(x, to: SIMD8<UInt32>.self) & 0x7FFF_FFFF, to: SIMD8<Float>.self)
    }
  }

  struct AbsoluteInteger<T: FixedWidthInteger & BitwiseCopyable & Sendable>: UnaryFunction {
    init(_ parameters: ElementwiseParameters) {}
    @inline(__always) func callAsFunction(_ x: T) -> T { x < 0 ? 0 &- x : x }
  }

  struct NegateFloat: VectorUnaryFunction {
    init(_ parameters: ElementwiseParameters) {}
    @inline(__always) func callAsFunction(_ x: Float) -> Float { -x }
    @inline(__always) func vector(_ x: SIMD8<Float>) -> SIMD8<Float> { -x }
  }

  /// The sign bit flipped: the negation of either 16-bit format.
  struct NegateStored: UnaryFunction {
    init(_ parameters: ElementwiseParameters) {}
    @inline(__always) func callAsFunction(_ x: UInt16) -> UInt16 { x ^ 0x8000 }
  }

  struct NegateInteger<T: FixedWidthInteger & BitwiseCopyable & Sendable>: UnaryFunction {
    init(_ parameters: ElementwiseParameters) {}
    @inline(__always) func callAsFunction(_ x: T) -> T { 0 &- x }
  }

  /// -1, 0 or 1; NaN stays.
  struct SignFloat<T: BinaryFloatingPoint & BitwiseCopyable & Sendable>: UnaryFunction {
    init(_ parameters: ElementwiseParameters) {}
    @inline(__always) func callAsFunction(_ x: T) -> T { x.isNaN ? x : (x > 0 ? 1 : (x < 0 ? -1 : 0)) }
  }

  struct SignInt32: UnaryFunction {
    init(_ parameters: ElementwiseParameters) {}
    @inline(__always) func callAsFunction(_ x: Int32) -> Int32 { x.signum() }
  }

  struct SquareFloat: VectorUnaryFunction {
    init(_ parameters: ElementwiseParameters) {}
    @inline(__always) func callAsFunction(_ x: Float) -> Float { x * x }
    @inline(__always) func vector(_ x: SIMD8<Float>) -> SIMD8<Float> { x * x }
  }

  struct SquareRootFloat: UnaryFunction {
    init(_ parameters: ElementwiseParameters) {}
    @inline(__always) func callAsFunction(_ x: Float) -> Float { x.squareRoot() }
  }

  struct InverseSquareRootFloat: UnaryFunction {
    init(_ parameters: ElementwiseParameters) {}
    @inline(__always) func callAsFunction(_ x: Float) -> Float { 1 / x.squareRoot() }
  }

  /// The square root of quantized values, cut towards zero; `floatRange` holds the input's and the output's scale.
  struct SquareRootInt16: UnaryFunction {
    let scales: FloatRange
    init(_ parameters: ElementwiseParameters) { scales = parameters.floatRange }
    func callAsFunction(_ x: Int16) -> Int16 {
      let root = (scales.lower * Float(x)).squareRoot()
      return Int16(truncatingIfNeeded: IntegerRange.int16.clamp(MathFunctions.truncatedToInt32(root / scales.upper)))
    }
  }

  struct SineFloat: UnaryFunction {
    init(_ parameters: ElementwiseParameters) {}
    func callAsFunction(_ x: Float) -> Float { MathFunctions.sin(x) }
  }

  struct CosineFloat: UnaryFunction {
    init(_ parameters: ElementwiseParameters) {}
    func callAsFunction(_ x: Float) -> Float { MathFunctions.cos(x) }
  }

  struct ExponentialFloat: UnaryFunction {
    init(_ parameters: ElementwiseParameters) {}
    func callAsFunction(_ x: Float) -> Float { MathFunctions.exp(x) }
  }

  struct LogarithmFloat: UnaryFunction {
    init(_ parameters: ElementwiseParameters) {}
    func callAsFunction(_ x: Float) -> Float { MathFunctions.log(x) }
  }

  struct Not: UnaryFunction {
    init(_ parameters: ElementwiseParameters) {}
    @inline(__always) func callAsFunction(_ x: UInt8) -> UInt8 { x == 0 ? 1 : 0 }
  }

  /// The modulus of a complex number given as real and imaginary part.
  struct ModulusFloat: UnaryFunction {
    init(_ parameters: ElementwiseParameters) {}
    func callAsFunction(_ x: SIMD2<Float>) -> Float {
      if x.x.isInfinite || x.y.isInfinite { return .infinity }
      let (a, b) = (Double(x.x), Double(x.y))
      return Float(MathFunctions.sqrt(a * a + b * b))
    }
  }

  /// The modulus of a complex number given as real and imaginary part, scaled so that squares do not overflow.
  struct ModulusDouble: UnaryFunction {
    init(_ parameters: ElementwiseParameters) {}
    func callAsFunction(_ x: SIMD2<Double>) -> Double {
      if x.x.isInfinite || x.y.isInfinite { return .infinity }
      let larger = max(abs(x.x), abs(x.y))
      let smaller = min(abs(x.x), abs(x.y))
      if larger == 0 || larger.isNaN || smaller.isNaN { return larger + smaller }
      let ratio = smaller / larger
      return larger * MathFunctions.sqrt(1 + ratio * ratio)
    }
  }

  struct RealPartFloat: UnaryFunction {
    init(_ parameters: ElementwiseParameters) {}
    @inline(__always) func callAsFunction(_ x: SIMD2<Float>) -> Float { x.x }
  }

  struct RealPartDouble: UnaryFunction {
    init(_ parameters: ElementwiseParameters) {}
    @inline(__always) func callAsFunction(_ x: SIMD2<Double>) -> Double { x.x }
  }

  struct ImaginaryPartFloat: UnaryFunction {
    init(_ parameters: ElementwiseParameters) {}
    @inline(__always) func callAsFunction(_ x: SIMD2<Float>) -> Float { x.y }
  }

  struct ImaginaryPartDouble: UnaryFunction {
    init(_ parameters: ElementwiseParameters) {}
    @inline(__always) func callAsFunction(_ x: SIMD2<Double>) -> Double { x.y }
  }
}

/// Rounding to whole numbers without library calls: adding and taking away 2^23 rounds magnitudes below it to the
/// nearest whole number, ties to even; larger ones are whole already.
enum FloatRounding {
  @inline(__always)
  static func nearest(_ x: Float) -> Float {
    let magnitude = abs(x)
    let rounded = (magnitude + 0x1p23) - 0x1p23
    return magnitude < 0x1p23 ? Float(signOf: x, magnitudeOf: rounded) : x
  }

  @inline(__always)
  static func nearest(_ x: SIMD8<Float>) -> SIMD8<Float> {
    let bits = unsafeBitCast(x, to: SIMD8<UInt32>.self)
    let magnitude = unsafeBitCast(bits & 0x7FFF_FFFF, to: SIMD8<Float>.self)
    let rounded = unsafeBitCast((magnitude + 0x1p23) - 0x1p23, to: SIMD8<UInt32>.self) | (bits & 0x8000_0000)
    return x.replacing(with: unsafeBitCast(rounded, to: SIMD8<Float>.self), where: magnitude .< 0x1p23)
  }

  struct Nearest: VectorUnaryFunction {
    init(_ parameters: ElementwiseParameters) {}
    @inline(__always) func callAsFunction(_ x: Float) -> Float { nearest(x) }
    @inline(__always) func vector(_ x: SIMD8<Float>) -> SIMD8<Float> { nearest(x) }
  }

  struct Floor: VectorUnaryFunction {
    init(_ parameters: ElementwiseParameters) {}
    @inline(__always) func callAsFunction(_ x: Float) -> Float {
      let rounded = nearest(x)
      return rounded > x ? rounded - 1 : rounded
    }
    @inline(__always) func vector(_ x: SIMD8<Float>) -> SIMD8<Float> {
      let rounded = nearest(x)
      return rounded.replacing(with: rounded - 1, where: rounded .> x)
    }
  }

  struct Ceiling: VectorUnaryFunction {
    init(_ parameters: ElementwiseParameters) {}
    @inline(__always) func callAsFunction(_ x: Float) -> Float {
      let rounded = nearest(x)
      let whole = rounded < x ? rounded + 1 : rounded
      // Zeros have the sign of the number.
      return whole == 0 ? x * 0 : whole
    }
    @inline(__always) func vector(_ x: SIMD8<Float>) -> SIMD8<Float> {
      let rounded = nearest(x)
      let whole = rounded.replacing(with: rounded + 1, where: rounded .< x)
      return whole.replacing(with: x * 0, where: whole .== 0)
    }
  }
}
