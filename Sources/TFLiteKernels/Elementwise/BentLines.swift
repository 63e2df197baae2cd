/// Bytes on lines with a bend: from the zero point on all have one slope, below it each has its own.
///
/// A result is the whole number nearest to `d * slope + start`, in float32, with `d` the byte less the zero point; then the
/// output's zero point is added and the sum clamped. `FloatLine` says why that is what fixed-point arithmetic gives.
package struct BentLines: Sendable {
  /// Minus the zero point of the bytes.
  package var offset: Int32
  /// The output's zero point.
  package var outputOffset: Int32
  /// The clamp, the values of the bytes' type.
  package var range: IntegerRange
  /// The slope of bytes from the zero point on.
  package var straight: Float
  /// What such bytes begin with.
  package var straightStart: Float
  /// What bytes below the zero point begin with where the slope is negative; minus that elsewhere.
  package var bentStart: Float

  /// Whether the bytes are int8, else uint8.
  package var isSigned: Bool { range.lower < 0 }
}

/// `count` bytes, in place if input and output are the same, and as many slopes: `(input, output, count, slopes, lines)`.
package typealias BentLinesKernel =
  @Sendable (
    UnsafeRawPointer, UnsafeMutableRawPointer, Int, UnsafePointer<Float>, BentLines
  ) -> Void

extension BentLines {
  /// PRELU as `ElementwiseParameters.prelu` states it, with the slopes `bytes`.
  /// - Parameter slopes: where the slope of each byte is written.
  /// - Returns: nil when the results may not be those of fixed-point arithmetic, and for zero points of no byte.
  package init?(
    _ p: ElementwiseParameters, slopes bytes: UnsafeRawBufferPointer, _ slopes: UnsafeMutablePointer<Float>
  ) {
    // Farther out neither the output's zero point nor results would fit the 16 bits in which they are added.
    guard p.outputOffset >= -255, p.outputOffset <= 255 else { return nil }
    let results = IntegerRange(lower: p.range.lower &- p.outputOffset, upper: p.range.upper &- p.outputOffset)
    let (least, most) = (p.range.lower &+ p.firstOffset, p.range.upper &+ p.firstOffset)
    guard p.firstMultiplier.multiplier >= 0, p.secondMultiplier.multiplier >= 0, least <= 0, most >= 0,
      let straight = FloatLine(p.firstMultiplier, times: 1, over: 0...most, to: results)
    else { return nil }
    var known = [Float](repeating: .nan, count: 256)
    for index in bytes.indices {
      let bits = bytes[index]
      if known[Int(bits)].isNaN {
        let byte = p.range.lower < 0 ? Int32(Int8(bitPattern: bits)) : Int32(bits)
        guard let line = FloatLine(p.secondMultiplier, times: byte &+ p.secondOffset, over: least...0, to: results)
        else { return nil }
        known[Int(bits)] = line.slope
      }
      slopes[index] = known[Int(bits)]
    }
    self.init(
      offset: p.firstOffset, outputOffset: p.outputOffset, range: p.range, straight: straight.slope,
      straightStart: straight.start, bentStart: FloatLine.start(p.secondMultiplier))
  }
}

/// A fixed-point factor's products with small integers as those of a float, rounded to the nearest whole number.
///
/// With `r` the real factor and `s` its right shift, rounding at bit 31 and then at bit `s`, halves away from zero, is
/// `floor(r * x + 1/2 + 2^-(s + 1))`, with a minus before the last term for negative `x`: floors nest. Where no `x` comes closer to
/// a half than floats are exact, the nearest whole number is the same.
package struct FloatLine: Sendable, Equatable {
  /// The factor.
  package let slope: Float
  /// What is added with the product's sign.
  package let start: Float

  /// `start` of lines with this factor.
  package static func start(_ factor: QuantizedMultiplier) -> Float {
    factor.shift < 0 ? Float(sign: .plus, exponent: Int(factor.shift) - 1, significand: 1) : 0
  }

  /// - Parameters:
  ///   - factor: not negative.
  ///   - times: what integers are multiplied by before the factor.
  ///   - range: the integers, of nine bits and a sign.
  ///   - results: products beyond these may become any other that is beyond them on the same side; of 16 bits.
  /// - Returns: nil when no float close to the factor is certain to round alike.
  package init?(_ factor: QuantizedMultiplier, times: Int32, over range: ClosedRange<Int32>, to results: IntegerRange) {
    let unit = Double(sign: .plus, exponent: Int(factor.shift) - 31, significand: 1)
    let start = Self.start(factor)
    let nearest = Float(Double(times) * Double(factor.multiplier) * unit)
    guard nearest.magnitude < 0x1p20, factor.shift <= 9, times.magnitude < 512 else { return nil }
    if Self.isFarFromHalves(factor, times, range, results) {
      (slope, self.start) = (nearest, start)
      return
    }
    var (above, below) = (nearest, nearest)
    for _ in 0..<8 {
      for slope in [above, below] where Self.isExact(slope, start, factor, times, range, results) {
        self.slope = slope
        self.start = start
        return
      }
      (above, below) = (above.nextUp, below.nextDown)
    }
    return nil
  }

  /// Whether none of the products comes close to a half, which most factors' do not: in units of 2^-32, whose whole numbers
  /// drop out of sums.
  private static func isFarFromHalves(
    _ factor: QuantizedMultiplier, _ times: Int32, _ range: ClosedRange<Int32>, _ results: IntegerRange
  ) -> Bool {
    let product = UInt64(factor.multiplier) &* UInt64(times.magnitude)
    let shift = UInt64(max(1, 0 &- factor.shift)) &- 1
    let step = UInt32(truncatingIfNeeded: factor.shift < 0 ? product >> shift : product << UInt64(1 &+ factor.shift))
    let real = Double(product) * Double(sign: .plus, exponent: Int(factor.shift) - 31, significand: 1)
    let reach = Double(max(results.lower.magnitude, results.upper.magnitude))
    let largest = Double(max(range.lowerBound.magnitude, range.upperBound.magnitude))
    let count = real * largest <= reach ? largest : (reach / real).rounded(.up)
    // The factor, the product and the sum are rounded by 2^-24 of themselves each, a step by a unit.
    let margin = UInt32((real * count + 2) * 0x1p10)
    var place = UInt32(1) << 31 &+ UInt32(start(factor) * 0x1p32)
    var nearest = UInt32.max
    for _ in 0..<Int(count) {
      place &+= step
      nearest = min(nearest, place &+ margin)
    }
    return nearest > 2 &* margin
  }

  private static func isExact(
    _ slope: Float, _ start: Float, _ factor: QuantizedMultiplier, _ times: Int32, _ range: ClosedRange<Int32>,
    _ results: IntegerRange
  ) -> Bool {
    var x = range.lowerBound
    while x <= range.upperBound {
      let expected = factor.apply(to: x &* times)
      let isNegative = (x < 0) != (slope < 0)
      let value = Double(x) * Double(slope) + Double(isNegative ? -start : start)
      let magnitude = value.magnitude
      // Farther out there are no halves to be near to: bytes saturate.
      if magnitude < 1024 {
        let nearest = Int32(value + 1024.5) &- 1024
        let distance = 0.5 - (value - Double(nearest)).magnitude
        // The product and the sum are rounded by 2^-24 of themselves each, or both at once.
        if distance <= (magnitude + 1) * 0x1p-23 { return false }
        let isBeyond =
          min(nearest, expected) >= results.upper || max(nearest, expected) <= results.lower
        if nearest != expected, !isBeyond { return false }
      } else if value > 0 ? expected < results.upper : expected > results.lower {
        return false
      }
      x &+= 1
    }
    return true
  }
}
