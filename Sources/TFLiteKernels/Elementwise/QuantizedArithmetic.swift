// The functions of quantized arithmetic on two operands, exact as TFLite's reference.

/// The steps that quantized functions share, on single values and on eight at once.
enum QuantizedSteps {
  /// The bits that a rounding right shift by `shift` drops. Shifts outside 0...31, which factors of one and more and
  /// quotients of zero ask for, are undefined in TFLite's scalar code; on x86 the mask is then all ones and the shift
  /// counts modulo 32.
  @inline(__always)
  private static func mask(_ shift: Int32) -> Int32 { shift < 0 || shift > 31 ? -1 : (Int32(1) &<< shift) &- 1 }

  /// The high half of the doubled product, rounded, then a rounding right shift for factors under one.
  @inline(__always)
  static func scale(_ x: Int32, smallerThanOne multiplier: QuantizedMultiplier) -> Int32 {
    let high = FixedPoint.saturatingRoundingDoublingHighMul(x, multiplier.multiplier)
    let shift = 0 &- multiplier.shift
    let mask = mask(shift)
    let threshold = (mask >> 1) &+ (high < 0 ? 1 : 0)
    return (high &>> shift) &+ (high & mask > threshold ? 1 : 0)
  }

  /// The high half of the doubled product, rounded, then a rounding right shift by `shift`.
  @inline(__always)
  static func scale(_ x: SIMD8<Int32>, _ multiplier: Int32, right shift: Int32) -> SIMD8<Int32> {
    let product = SIMD8<Int64>(truncatingIfNeeded: x) &* SIMD8<Int64>(repeating: Int64(multiplier))
    let high = SIMD8<Int32>(truncatingIfNeeded: (product &+ SIMD8<Int64>(repeating: 1 << 30)) &>> 31)
    let mask = mask(shift)
    let remainder = high & SIMD8(repeating: mask)
    let threshold = SIMD8(repeating: mask >> 1) &- (high &>> 31)
    let shifted = high &>> SIMD8(repeating: shift)
    return shifted.replacing(with: shifted &+ 1, where: remainder .> threshold)
  }

  @inline(__always)
  static func widen<T: FixedWidthInteger & SIMDScalar>(_ x: SIMD8<T>, plus offset: Int32) -> SIMD8<Int32> {
    SIMD8<Int32>(truncatingIfNeeded: x) &+ SIMD8(repeating: offset)
  }

  @inline(__always)
  static func narrow<T: FixedWidthInteger & SIMDScalar>(_ x: SIMD8<Int32>, _ range: IntegerRange) -> SIMD8<T> {
    let lower = SIMD8(repeating: range.lower)
    let upper = SIMD8(repeating: range.upper)
    let raised = x.replacing(with: lower, where: x .< lower)
    return SIMD8<T>(truncatingIfNeeded: raised.replacing(with: upper, where: upper .< raised))
  }
}

/// Operands brought to a common scale with spare bits, then combined and scaled to the output.
struct CommonScale {
  let parameters: ElementwiseParameters

  init(_ parameters: ElementwiseParameters) { self.parameters = parameters }

  @inline(__always)
  func first(_ a: Int32) -> Int32 {
    QuantizedSteps.scale(
      (a &+ parameters.firstOffset) &<< parameters.leftShift, smallerThanOne: parameters.firstMultiplier)
  }

  @inline(__always)
  func second(_ b: Int32) -> Int32 {
    QuantizedSteps.scale(
      (b &+ parameters.secondOffset) &<< parameters.leftShift, smallerThanOne: parameters.secondMultiplier)
  }

  @inline(__always)
  func output(_ x: Int32) -> Int32 {
    parameters.range.clamp(
      QuantizedSteps.scale(x, smallerThanOne: parameters.outputMultiplier) &+ parameters.outputOffset)
  }
}

enum QuantizedArithmetic {
  struct Add<T: FixedWidthInteger & BitwiseCopyable & Sendable>: BinaryFunction {
    let scale: CommonScale
    init(_ parameters: ElementwiseParameters) { scale = CommonScale(parameters) }
    @inline(__always) func callAsFunction(_ a: T, _ b: T) -> T {
      T(
        truncatingIfNeeded: scale.output(
          scale.first(Int32(truncatingIfNeeded: a)) &+ scale.second(Int32(truncatingIfNeeded: b))))
    }
  }

  struct Subtract<T: FixedWidthInteger & BitwiseCopyable & Sendable>: BinaryFunction {
    let scale: CommonScale
    init(_ parameters: ElementwiseParameters) { scale = CommonScale(parameters) }
    @inline(__always) func callAsFunction(_ a: T, _ b: T) -> T {
      T(
        truncatingIfNeeded: scale.output(
          scale.first(Int32(truncatingIfNeeded: a)) &- scale.second(Int32(truncatingIfNeeded: b))))
    }
  }

  struct SquaredDifference<T: FixedWidthInteger & BitwiseCopyable & Sendable>: BinaryFunction {
    let scale: CommonScale
    init(_ parameters: ElementwiseParameters) { scale = CommonScale(parameters) }
    @inline(__always) func callAsFunction(_ a: T, _ b: T) -> T {
      let difference = scale.first(Int32(truncatingIfNeeded: a)) &- scale.second(Int32(truncatingIfNeeded: b))
      return T(truncatingIfNeeded: scale.output(difference &* difference))
    }
  }

  struct Multiply<T: FixedWidthInteger & SIMDScalar & BitwiseCopyable & Sendable>: VectorBinaryFunction {
    let parameters: ElementwiseParameters
    init(_ parameters: ElementwiseParameters) { self.parameters = parameters }
    @inline(__always) func callAsFunction(_ a: T, _ b: T) -> T {
      let first = Int32(truncatingIfNeeded: a) &+ parameters.firstOffset
      let second = Int32(truncatingIfNeeded: b) &+ parameters.secondOffset
      let scaled = parameters.outputMultiplier.apply(to: first &* second) &+ parameters.outputOffset
      return T(truncatingIfNeeded: parameters.range.clamp(scaled))
    }
    @inline(__always) func vector(_ a: SIMD8<T>, _ b: SIMD8<T>) -> SIMD8<T> {
      let multiplier = parameters.outputMultiplier
      let left = multiplier.shift > 0 ? multiplier.shift : 0
      let right = multiplier.shift > 0 ? 0 : 0 &- multiplier.shift
      let first = QuantizedSteps.widen(a, plus: parameters.firstOffset)
      let product = first &* QuantizedSteps.widen(b, plus: parameters.secondOffset)
      let scaled = QuantizedSteps.scale(product &<< SIMD8(repeating: left), multiplier.multiplier, right: right)
      return QuantizedSteps.narrow(scaled &+ SIMD8(repeating: parameters.outputOffset), parameters.range)
    }
  }

  /// The product of two Q0.15 values in Q0.7 plus the output's zero point.
  struct MultiplyInt16To8<T: FixedWidthInteger & BitwiseCopyable & Sendable>: BinaryFunction {
    let lower: Int16
    let upper: Int16
    let offset: Int32
    init(_ parameters: ElementwiseParameters) {
      offset = parameters.outputOffset
      lower = Int16(truncatingIfNeeded: parameters.range.lower &- offset)
      upper = Int16(truncatingIfNeeded: parameters.range.upper &- offset)
    }
    @inline(__always) func callAsFunction(_ a: Int16, _ b: Int16) -> T {
      let product = FixedPoint.roundingDivideByPowerOfTwo(FixedPoint.saturatingRoundingDoublingHighMul(a, b), 8)
      return T(truncatingIfNeeded: offset &+ Int32(max(lower, min(upper, product))))
    }
  }

  /// The quotient by a fixed-point reciprocal; the caller has refused divisors that stand for zero.
  struct Divide<T: FixedWidthInteger & BitwiseCopyable & Sendable>: BinaryFunction {
    let parameters: ElementwiseParameters
    init(_ parameters: ElementwiseParameters) { self.parameters = parameters }
    @inline(__always) func callAsFunction(_ a: T, _ b: T) -> T {
      var first = Int32(truncatingIfNeeded: a) &+ parameters.firstOffset
      var second = Int32(truncatingIfNeeded: b) &+ parameters.secondOffset
      if second < 0 {
        first = 0 &- first
        second = 0 &- second
      }
      let reciprocal = FixedPoint.reciprocal(second, integerBits: 31)
      let magnitude = UInt32(bitPattern: first < 0 ? ~first : first)
      let headroom = Int32(magnitude.leadingZeroBitCount) &- 1
      let quotient = QuantizedMultiplier(multiplier: reciprocal.value, shift: headroom).applyGreaterThanOne(to: first)
      let shift = parameters.outputMultiplier.shift &- reciprocal.bitsOverUnit &- headroom
      let scaled = QuantizedSteps.scale(
        quotient, smallerThanOne: QuantizedMultiplier(multiplier: parameters.outputMultiplier.multiplier, shift: shift))
      return T(truncatingIfNeeded: parameters.range.clamp(scaled &+ parameters.outputOffset))
    }
  }

  /// The saturating sum of int16 values whose scales are powers of two; one operand is shifted right first.
  struct AddPowerOfTwo: BinaryFunction {
    let parameters: ElementwiseParameters
    init(_ parameters: ElementwiseParameters) { self.parameters = parameters }
    @inline(__always) func callAsFunction(_ a: Int16, _ b: Int16) -> Int16 {
      let first = FixedPoint.roundingDivideByPowerOfTwo(Int32(a), 0 &- parameters.firstMultiplier.shift)
      let second = FixedPoint.roundingDivideByPowerOfTwo(Int32(b), 0 &- parameters.secondMultiplier.shift)
      let sum = Int32(Int16(clamping: first &+ second))
      return Int16(truncatingIfNeeded: parameters.range.clamp(sum))
    }
  }

  /// The difference of int16 values whose scales are powers of two; one operand is shifted right first.
  struct SubtractPowerOfTwo: BinaryFunction {
    let parameters: ElementwiseParameters
    init(_ parameters: ElementwiseParameters) { self.parameters = parameters }
    @inline(__always) func callAsFunction(_ a: Int16, _ b: Int16) -> Int16 {
      let first = FixedPoint.roundingDivideByPowerOfTwo(Int32(a), 0 &- parameters.firstMultiplier.shift)
      let second = FixedPoint.roundingDivideByPowerOfTwo(Int32(b), 0 &- parameters.secondMultiplier.shift)
      return Int16(truncatingIfNeeded: parameters.range.clamp(first &- second))
    }
  }
}
