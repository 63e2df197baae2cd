/// The fixed-point form of hard-swish on 8-bit values, exact as TFLite's reference.
package struct HardSwishScaling: Sendable {
  private let inputZeroPoint: Int32
  private let outputZeroPoint: Int32
  private let outputMultiplier: Int16
  private let outputExponent: Int32
  private let gateMultiplier: Int16
  private let gateExponent: Int32

  /// - Returns: nil when the output's scale is too fine for the input's: values would have to be scaled up.
  package init?(inputScale: Float, inputZeroPoint: Int32, outputScale: Float, outputZeroPoint: Int32) {
    // Values get seven more bits; the gate, relu6(x + 3) / 6, is a Q0.15 number whose unit is 3 / 32768.
    let fineScale = Float(1) / 128 * inputScale
    let output = QuantizedMultiplier(Double(fineScale / outputScale))
    let gate = QuantizedMultiplier(Double(fineScale / (Float(3) / 32768)))
    if output.shift > 0 { return nil }
    self.inputZeroPoint = inputZeroPoint
    self.outputZeroPoint = outputZeroPoint
    outputMultiplier = Self.narrow(output.multiplier)
    outputExponent = output.shift
    gateMultiplier = Self.narrow(gate.multiplier)
    gateExponent = gate.shift
  }

  /// The upper half of a multiplier, rounded, at most `Int16.max`.
  private static func narrow(_ multiplier: Int32) -> Int16 {
    if multiplier >= Int32.max - (1 << 15) { return Int16.max }
    return Int16(truncatingIfNeeded: (multiplier &+ (1 << 15)) >> 16)
  }

  private static func shiftLeft(_ x: Int16, _ amount: Int32) -> Int16 {
    Int16(clamping: Int64(x) &* Int64(Int32(1) &<< amount))
  }

  /// The result for one quantized value, within `range`.
  package func callAsFunction(_ x: Int32, _ range: IntegerRange) -> Int32 {
    let value = Int16(truncatingIfNeeded: (x &- inputZeroPoint) &<< 7)
    let scaled = FixedPoint.saturatingRoundingDoublingHighMul(value, outputMultiplier)
    var gate = value
    if gateExponent > 0 { gate = Self.shiftLeft(gate, gateExponent &- 1) }
    gate = FixedPoint.saturatingRoundingDoublingHighMul(gate, gateMultiplier)
    if gateExponent > 0 { gate = Self.shiftLeft(gate, 1) }
    if gateExponent < 0 { gate = FixedPoint.roundingDivideByPowerOfTwo(gate, 0 &- gateExponent) }
    gate = Int16(truncatingIfNeeded: (Int32(gate) &+ (1 << 15)) >> 1)
    let overflows = gate == Int16.min && scaled == Int16.min
    let product = overflows ? Int16.max : Int16(truncatingIfNeeded: Int32(gate) &* Int32(scaled) / (1 << 15))
    let result = FixedPoint.roundingDivideByPowerOfTwo(product, 0 &- outputExponent)
    return range.clamp(Int32(Int16(truncatingIfNeeded: Int32(result) &+ outputZeroPoint)))
  }
}
