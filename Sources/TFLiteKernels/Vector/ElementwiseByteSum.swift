#if !TFLITE_TIER || (TFLITE_X86 && arch(x86_64)) || (TFLITE_ARM && arch(arm64))

#if TFLITE_TIER
import TFLiteKernels
#endif

/// The sum or the difference of two quantized bytes in one fixed-point step, where that gives what rescaling operands and
/// result apart does.
struct DirectSum {
  // With f and g the products of an operand's factors and the result's, the rescalings give a whole number nearest to
  // v = f a + g b + c, c from the zero points, but for small errors on the way: one for each scaled operand, times the
  // result's factor, and half a unit of what the last shift to the right drops. Here v is computed with `bits` bits of
  // fraction; f and g are off by half the last of them, times at most 255 each. So both ways round alike unless v lies
  // within the sum of these errors of where rounding turns. The sums below are v plus one half and that error: those whose
  // fraction is less than twice the error are uncertain. Where `Tier.hasRoundingShifts`, v has the zero point in it, so that
  // its upper half, shifted, needs but be narrowed.

  /// Whether few results are uncertain.
  let isUsable: Bool
  private let weighted: WeightedBytes
  private let bits: Int32
  private let fraction: Ints
  private let margin: Ints
  private let upperShift: Shorts

  /// - Parameters:
  ///   - sign: 1 for the sum, -1 for the difference.
  ///   - raise: what has been added to the operands to make them unsigned: 128 for int8, 0 for uint8.
  @inline(__always)
  init(_ p: ElementwiseParameters, sign: Double, raise: Int32) {
    let unit = Self.value(p.outputMultiplier)
    let scale = unit * Self.power(p.leftShift)
    let f = Self.value(p.firstMultiplier) * scale
    let g = Self.value(p.secondMultiplier) * scale * sign
    let zeroPoint = Tier.hasRoundingShifts ? p.outputOffset &+ raise : 0
    let c = f * Double(p.firstOffset &- raise) + g * Double(p.secondOffset &- raise) + Double(zeroPoint)
    let reach = 255 * (f.magnitude + g.magnitude) + c.magnitude + 1
    // As many as the numbers leave room for in 31 bits, up to 24.
    let room = (2_147_000_000 / reach).bitPattern &>> 52
    let bits = max(0, min(24, Int32(truncatingIfNeeded: room) &- 1023))
    let last = Self.power(bits)
    let error = 258 + (2 * unit + Self.power(p.outputMultiplier.shift &- 1)) * last
    isUsable = error * 512 < last
    let known = isUsable ? last : 0
    weighted = WeightedBytes(
      Self.nearest(f * known), Self.nearest(g * known),
      plus: Self.nearest((c + 0.5) * known + (isUsable ? error : 0)))
    self.bits = bits
    upperShift = Shorts(repeating: Int16(truncatingIfNeeded: 16 &- bits))
    fraction = Ints(repeating: (1 &<< bits) &- 1)
    margin = Ints(repeating: isUsable ? 2 &* Self.nearest(error) &+ 2 : 0)
  }

  @inline(__always)
  private static func power(_ exponent: Int32) -> Double {
    Double(bitPattern: UInt64(truncatingIfNeeded: 1023 &+ exponent) &<< 52)
  }

  @inline(__always)
  private static func value(_ factor: QuantizedMultiplier) -> Double {
    Double(factor.multiplier) * power(factor.shift &- 31)
  }

  @inline(__always)
  private static func nearest(_ x: Double) -> Int32 { Int32(x + (x < 0 ? -0.5 : 0.5)) }

  /// The results for two registers of unsigned bytes, before the zero point is added; nil when they are not certain, or the tier
  /// has `bytes`.
  @inline(__always)
  func callAsFunction(_ a: Bytes, _ b: Bytes) -> PacketSums? {
    if Tier.hasRoundingShifts { return nil }
    guard let sums = certainSums(a, b) else { return nil }
    let count = Ints(repeating: bits)
    return PacketSums(
      arithmeticallyShifted(sums.v0, count), arithmeticallyShifted(sums.v1, count),
      arithmeticallyShifted(sums.v2, count), arithmeticallyShifted(sums.v3, count))
  }

  /// The results for two registers of unsigned bytes as such, saturated, where `Tier.hasRoundingShifts`; nil when they are not
  /// certain.
  @inline(__always)
  func bytes(_ a: Bytes, _ b: Bytes) -> Bytes? {
    // Sums that are usable have more than 16 bits of fraction.
    Tier.hasRoundingShifts ? certainSums(a, b)?.upperBytes(shiftedLeft: upperShift) : nil
  }

  /// Whether `bytes` is nil for what is not certain alone.
  @inline(__always)
  var hasBytes: Bool { Tier.hasRoundingShifts && isUsable }

  /// `bytes` of two pairs of registers, which are looked at together, where `hasBytes`.
  @inline(__always)
  func bytes(_ a0: Bytes, _ b0: Bytes, _ a1: Bytes, _ b1: Bytes) -> (Bytes, Bytes)? {
    let x = weighted(a0, b0)
    let y = weighted(a1, b1)
    if hasLess(fractions(x), fractions(y), than: margin) { return nil }
    return (x.upperBytes(shiftedLeft: upperShift), y.upperBytes(shiftedLeft: upperShift))
  }

  @inline(__always)
  private func fractions(_ sums: PacketSums) -> PacketSums {
    PacketSums(sums.v0 & fraction, sums.v1 & fraction, sums.v2 & fraction, sums.v3 & fraction)
  }

  /// The sums for two registers of unsigned bytes, with their fraction; nil when results are not certain.
  @inline(__always)
  private func certainSums(_ a: Bytes, _ b: Bytes) -> PacketSums? {
    if !isUsable { return nil }
    let sums = weighted(a, b)
    let parts = fractions(sums)
    return hasLess(parts.v0, parts.v1, parts.v2, parts.v3, than: margin) ? nil : sums
  }
}

#endif
