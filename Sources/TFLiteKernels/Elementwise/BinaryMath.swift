// Functions of two operands that go through the C library, and floor division.

enum BinaryMath {
  struct PowerFloat: BinaryFunction {
    init(_ parameters: ElementwiseParameters) {}
    func callAsFunction(_ a: Float, _ b: Float) -> Float { MathFunctions.pow(a, b) }
  }

  /// The power in double precision, cut to 32 bits.
  struct PowerInt32: BinaryFunction {
    init(_ parameters: ElementwiseParameters) {}
    func callAsFunction(_ a: Int32, _ b: Int32) -> Int32 {
      MathFunctions.truncatedToInt32(MathFunctions.pow(Double(a), Double(b)))
    }
  }

  struct Atan2Float: BinaryFunction {
    init(_ parameters: ElementwiseParameters) {}
    func callAsFunction(_ a: Float, _ b: Float) -> Float { MathFunctions.atan2(a, b) }
  }

  struct Atan2Double: BinaryFunction {
    init(_ parameters: ElementwiseParameters) {}
    func callAsFunction(_ a: Double, _ b: Double) -> Double { MathFunctions.atan2(a, b) }
  }

  struct Atan2Stored<F: StoredFloat>: BinaryFunction {
    init(_ parameters: ElementwiseParameters) {}
    func callAsFunction(_ a: UInt16, _ b: UInt16) -> UInt16 { F.bits(MathFunctions.atan2(F.float(a), F.float(b))) }
  }

  /// The largest whole number that is not larger, without a library call: adding and taking away 2^52 rounds magnitudes below
  /// it, larger ones are whole already. The sign of zero stays.
  @inline(__always)
  private static func floor(_ x: Double) -> Double {
    let nearest = Double(signOf: x, magnitudeOf: (abs(x) + 0x1p52) - 0x1p52)
    let whole = nearest > x ? nearest - 1 : nearest
    return abs(x) < 0x1p52 ? whole : x
  }

  /// The floor of the quotient, computed in double precision.
  struct FloorDivideFloat: BinaryFunction {
    init(_ parameters: ElementwiseParameters) {}
    @inline(__always) func callAsFunction(_ a: Float, _ b: Float) -> Float { Float(floor(Double(a) / Double(b))) }
  }

  /// The floor of the quotient, computed in double precision.
  struct FloorDivideInteger<T: FixedWidthInteger & BitwiseCopyable & Sendable>: BinaryFunction {
    init(_ parameters: ElementwiseParameters) {}
    @inline(__always) func callAsFunction(_ a: T, _ b: T) -> T {
      let quotient = Double(Int32(truncatingIfNeeded: a)) / Double(Int32(truncatingIfNeeded: b))
      return T(truncatingIfNeeded: MathFunctions.truncatedToInt32(floor(quotient)))
    }
  }

  /// The remainder with the sign of the divisor.
  struct FloorModuloFloat: BinaryFunction {
    init(_ parameters: ElementwiseParameters) {}
    func callAsFunction(_ a: Float, _ b: Float) -> Float {
      let remainder = truncatedRemainder(a, b)
      return remainder != 0 && (b < 0) != (remainder < 0) ? remainder + b : remainder
    }

    /// The remainder of the quotient cut to a whole number, exact, with the sign of `a`.
    ///
    /// Of a quotient below 2^28 the whole part times `b` has 52 bits, so that doubles hold that product and what is left. The
    /// quotient's rounding does not reach a whole number above it, from which it is further away.
    @inline(__always)
    private func truncatedRemainder(_ a: Float, _ b: Float) -> Float {
      let (dividend, divisor) = (Double(a.magnitude), Double(b.magnitude))
      let quotient = dividend / divisor
      guard quotient < 0x1p28, divisor < .infinity else { return MathFunctions.fmod(a, b) }
      return Float(signOf: a, magnitudeOf: Float(dividend - floor(quotient) * divisor))
    }
  }

  /// The remainder with the sign of the divisor; the caller has refused zero divisors.
  struct FloorModuloInteger<T: FixedWidthInteger & BitwiseCopyable & Sendable>: BinaryFunction {
    init(_ parameters: ElementwiseParameters) {}
    func callAsFunction(_ a: T, _ b: T) -> T {
      let (remainder, overflow) = a.remainderReportingOverflow(dividingBy: b)
      if overflow { return 0 }
      return remainder != 0 && (b < 0) != (remainder < 0) ? remainder &+ b : remainder
    }
  }
}
