// The functions of unquantized arithmetic on two operands.

enum BinaryArithmetic {
  struct AddFloat: VectorBinaryFunction {
    let range: FloatRange
    init(_ parameters: ElementwiseParameters) { range = parameters.floatRange }
    @inline(__always) func callAsFunction(_ a: Float, _ b: Float) -> Float { range.clamp(a + b) }
    @inline(__always) func vector(_ a: SIMD8<Float>, _ b: SIMD8<Float>) -> SIMD8<Float> { range.clamp(a + b) }
  }

  struct SubtractFloat: VectorBinaryFunction {
    let range: FloatRange
    init(_ parameters: ElementwiseParameters) { range = parameters.floatRange }
    @inline(__always) func callAsFunction(_ a: Float, _ b: Float) -> Float { range.clamp(a - b) }
    @inline(__always) func vector(_ a: SIMD8<Float>, _ b: SIMD8<Float>) -> SIMD8<Float> { range.clamp(a - b) }
  }

  struct MultiplyFloat: VectorBinaryFunction {
    let range: FloatRange
    init(_ parameters: ElementwiseParameters) { range = parameters.floatRange }
    @inline(__always) func callAsFunction(_ a: Float, _ b: Float) -> Float { range.clamp(a * b) }
    @inline(__always) func vector(_ a: SIMD8<Float>, _ b: SIMD8<Float>) -> SIMD8<Float> { range.clamp(a * b) }
  }

  struct DivideFloat: VectorBinaryFunction {
    let range: FloatRange
    init(_ parameters: ElementwiseParameters) { range = parameters.floatRange }
    @inline(__always) func callAsFunction(_ a: Float, _ b: Float) -> Float { range.clamp(a / b) }
    @inline(__always) func vector(_ a: SIMD8<Float>, _ b: SIMD8<Float>) -> SIMD8<Float> { range.clamp(a / b) }
  }

  struct SquaredDifferenceFloat: VectorBinaryFunction {
    init(_ parameters: ElementwiseParameters) {}
    @inline(__always) func callAsFunction(_ a: Float, _ b: Float) -> Float { (a - b) * (a - b) }
    @inline(__always) func vector(_ a: SIMD8<Float>, _ b: SIMD8<Float>) -> SIMD8<Float> { (a - b) * (a - b) }
  }

  /// The first operand when it is greater, the second otherwise, also when either is NaN.
  struct Maximum<T: Comparable & BitwiseCopyable & Sendable>: BinaryFunction {
    init(_ parameters: ElementwiseParameters) {}
    @inline(__always) func callAsFunction(_ a: T, _ b: T) -> T { a > b ? a : b }
  }

  /// The first operand when it is less, the second otherwise, also when either is NaN.
  struct Minimum<T: Comparable & BitwiseCopyable & Sendable>: BinaryFunction {
    init(_ parameters: ElementwiseParameters) {}
    @inline(__always) func callAsFunction(_ a: T, _ b: T) -> T { a < b ? a : b }
  }

  /// `max`, `min` and arithmetic on 16-bit floats, each result rounded to the format.
  struct AddStored<F: StoredFloat>: BinaryFunction {
    let range: FloatRange
    init(_ parameters: ElementwiseParameters) { range = parameters.floatRange.within(F.self) }
    @inline(__always) func callAsFunction(_ a: UInt16, _ b: UInt16) -> UInt16 {
      range.clampStored(F.float(a) + F.float(b), F.self)
    }
  }

  struct MultiplyStored<F: StoredFloat>: BinaryFunction {
    let range: FloatRange
    init(_ parameters: ElementwiseParameters) { range = parameters.floatRange.within(F.self) }
    @inline(__always) func callAsFunction(_ a: UInt16, _ b: UInt16) -> UInt16 {
      range.clampStored(F.float(a) * F.float(b), F.self)
    }
  }

  struct MaximumStored<F: StoredFloat>: BinaryFunction {
    init(_ parameters: ElementwiseParameters) {}
    @inline(__always) func callAsFunction(_ a: UInt16, _ b: UInt16) -> UInt16 { F.float(a) > F.float(b) ? a : b }
  }

  struct MinimumStored<F: StoredFloat>: BinaryFunction {
    init(_ parameters: ElementwiseParameters) {}
    @inline(__always) func callAsFunction(_ a: UInt16, _ b: UInt16) -> UInt16 { F.float(a) < F.float(b) ? a : b }
  }

  /// The sum modulo the word size, then clamped.
  struct AddInteger<T: FixedWidthInteger & BitwiseCopyable & Sendable>: BinaryFunction {
    let lower: T
    let upper: T
    init(_ parameters: ElementwiseParameters) { (lower, upper) = parameters.bounds() }
    @inline(__always) func callAsFunction(_ a: T, _ b: T) -> T { min(max(a &+ b, lower), upper) }
  }

  /// The difference modulo the word size, then clamped.
  struct SubtractInteger<T: FixedWidthInteger & BitwiseCopyable & Sendable>: BinaryFunction {
    let lower: T
    let upper: T
    init(_ parameters: ElementwiseParameters) { (lower, upper) = parameters.bounds() }
    @inline(__always) func callAsFunction(_ a: T, _ b: T) -> T { min(max(a &- b, lower), upper) }
  }

  /// The product modulo the word size, then clamped.
  struct MultiplyInteger<T: FixedWidthInteger & BitwiseCopyable & Sendable>: BinaryFunction {
    let lower: T
    let upper: T
    init(_ parameters: ElementwiseParameters) { (lower, upper) = parameters.bounds() }
    @inline(__always) func callAsFunction(_ a: T, _ b: T) -> T { min(max(a &* b, lower), upper) }
  }

  /// The quotient towards zero, then clamped; the caller has refused zero divisors.
  struct DivideInteger<T: FixedWidthInteger & BitwiseCopyable & Sendable>: BinaryFunction {
    let lower: T
    let upper: T
    init(_ parameters: ElementwiseParameters) { (lower, upper) = parameters.bounds() }
    @inline(__always) func callAsFunction(_ a: T, _ b: T) -> T {
      min(max(a.dividedReportingOverflow(by: b).partialValue, lower), upper)
    }
  }

  struct SquaredDifferenceInteger<T: FixedWidthInteger & BitwiseCopyable & Sendable>: BinaryFunction {
    init(_ parameters: ElementwiseParameters) {}
    @inline(__always) func callAsFunction(_ a: T, _ b: T) -> T { (a &- b) &* (a &- b) }
  }

  /// The product of complex numbers given as pairs of real and imaginary part.
  struct MultiplyComplex: BinaryFunction {
    init(_ parameters: ElementwiseParameters) {}
    @inline(__always) func callAsFunction(_ a: SIMD2<Float>, _ b: SIMD2<Float>) -> SIMD2<Float> {
      SIMD2(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x)
    }
  }

  struct XorInteger<T: FixedWidthInteger & BitwiseCopyable & Sendable>: BinaryFunction {
    init(_ parameters: ElementwiseParameters) {}
    @inline(__always) func callAsFunction(_ a: T, _ b: T) -> T { a ^ b }
  }

  /// A left shift; counts outside `0..<bitWidth` leave nothing.
  struct ShiftLeft<T: FixedWidthInteger & BitwiseCopyable & Sendable>: BinaryFunction {
    init(_ parameters: ElementwiseParameters) {}
    @inline(__always) func callAsFunction(_ a: T, _ b: T) -> T { b < 0 || b >= T.bitWidth ? 0 : a &<< b }
  }

  /// An arithmetic right shift by a count clamped to `0..<bitWidth`.
  struct ShiftRight<T: FixedWidthInteger & BitwiseCopyable & Sendable>: BinaryFunction {
    init(_ parameters: ElementwiseParameters) {}
    @inline(__always) func callAsFunction(_ a: T, _ b: T) -> T { a &>> min(max(b, 0), T(T.bitWidth - 1)) }
  }
}

extension FloatRange {
  @inline(__always)
  func clamp(_ x: SIMD8<Float>) -> SIMD8<Float> {
    let lower = SIMD8<Float>(repeating: lower)
    let upper = SIMD8<Float>(repeating: upper)
    let raised = x.replacing(with: lower, where: x .< lower)
    return raised.replacing(with: upper, where: upper .< raised)
  }

  /// The bounds that a 16-bit format can hold.
  func within<F: StoredFloat>(_ format: F.Type) -> FloatRange {
    FloatRange(lower: Swift.max(lower, -F.largest), upper: Swift.min(upper, F.largest))
  }

  /// `x` rounded to the format, then within the bounds.
  @inline(__always)
  func clampStored<F: StoredFloat>(_ x: Float, _ format: F.Type) -> UInt16 {
    F.bits(clamp(F.float(F.bits(x))))
  }
}

extension ElementwiseParameters {
  /// The clamp on unquantized integers of one type; a bound of -1 wraps in an unsigned one, as it does in C.
  func bounds<T: FixedWidthInteger>() -> (lower: T, upper: T) {
    (lower == Int64.min ? T.min : T(truncatingIfNeeded: lower), T(clamping: upper))
  }
}
