/// Quantization of float activations at run time, for operators with float data and integer weights.
package enum DynamicQuantization {
  /// The scale and zero point chosen for a block of activations.
  package struct Parameters: Equatable, Sendable, BitwiseCopyable {
    /// The real value of one quantum.
    package var scale: Float
    /// The quantized value of real zero.
    package var zeroPoint: Int32

    /// Parameters of known parts.
    package init(scale: Float, zeroPoint: Int32) {
      self.scale = scale
      self.zeroPoint = zeroPoint
    }

    /// The step of asymmetric quantization.
    package var step: Step { Step(factor: Float(1 / Double(scale)), zeroPoint: zeroPoint, lowest: -128) }
  }

  /// How values become integers: `zeroPoint + round(x * factor)`, halves away from zero, within `[lowest, 127]`.
  package struct Step: Sendable, BitwiseCopyable {
    package var factor: Float
    package var zeroPoint: Int32
    package var lowest: Int32
  }

  /// The scale of symmetric quantization for values within `[minimum, maximum]`; 1 when all are zero.
  package static func symmetric(minimum: Float, maximum: Float) -> Parameters {
    let range = max(abs(minimum), abs(maximum))
    return Parameters(scale: range == 0 ? 1 : range / 127, zeroPoint: 0)
  }

  /// The step of symmetric quantization for values within `[minimum, maximum]`.
  package static func symmetricStep(minimum: Float, maximum: Float) -> Step {
    let range = max(abs(minimum), abs(maximum))
    return Step(factor: range == 0 ? 0 : 127 / range, zeroPoint: 0, lowest: -127)
  }

  /// Scale and zero point of asymmetric quantization for values within `[minimum, maximum]`, zero included: those of
  /// `NeonAsymmetricQuantizeFloats`, which TFLite takes on x86-64 as well.
  package static func asymmetric(minimum: Float, maximum: Float) -> Parameters {
    let low = Double(min(0, minimum))
    let high = Double(max(0, maximum))
    guard low != high else { return Parameters(scale: 1, zeroPoint: 0) }
    // A difference of floats, where it is finite.
    let range = max(0, maximum) - min(0, minimum)
    let scale = (range.isFinite ? Double(range) : high - low) / 255
    // Behind a RELU: what follows comes to the same.
    if low == 0, range.isFinite { return Parameters(scale: Float(scale), zeroPoint: -128) }
    let lowQuantum = low / scale
    let highQuantum = high / scale
    let zero = 128 + abs(lowQuantum) < 127 + abs(highQuantum) ? -128 - lowQuantum : 127 - highQuantum
    // Halves are rounded away from zero: the largest number below one half carries no other sum to the next integer.
    let half = zero < 0 ? -(0.5).nextDown : (0.5).nextDown
    // That of a range without an end is no number.
    let inside = zero.isNaN ? 0 : MathFunctions.truncatedToInt32(zero + half)
    let nudged = zero <= -128 ? -128 : (zero >= 127 ? 127 : inside)
    return Parameters(scale: Float(scale), zeroPoint: nudged)
  }

  /// Quantizes rows of `count` values symmetrically to `[-127, 127]`, each with a scale of its own.
  package static func quantizeSymmetric(
    _ values: UnsafePointer<Float>, _ rows: Int, _ count: Int, _ output: UnsafeMutablePointer<Int8>,
    _ parameters: UnsafeMutablePointer<Parameters>
  ) {
    assert(Contract.map(values, output, rows &* count, from: 4, to: 1))
    for row in 0..<rows {
      let (source, target) = (values + row &* count, output + row &* count)
      let (low, high) = extremes(source, count)
      quantizePart(source, count, symmetricStep(minimum: low, maximum: high), target)
      parameters[row] = symmetric(minimum: low, maximum: high)
    }
  }

  /// Quantizes rows of `count` values asymmetrically to `[-128, 127]`, each with a scale and a zero point of its own.
  package static func quantizeAsymmetric(
    _ values: UnsafePointer<Float>, _ rows: Int, _ count: Int, _ output: UnsafeMutablePointer<Int8>,
    _ parameters: UnsafeMutablePointer<Parameters>
  ) {
    assert(Contract.map(values, output, rows &* count, from: 4, to: 1))
    for row in 0..<rows {
      let (source, target) = (values + row &* count, output + row &* count)
      let (low, high) = extremes(source, count)
      parameters[row] = asymmetric(minimum: low, maximum: high)
      quantizePart(source, count, parameters[row].step, target)
    }
  }

  /// Quantizes values of a row by the row's step.
  package static func quantizePart(
    _ values: UnsafePointer<Float>, _ count: Int, _ step: Step, _ output: UnsafeMutablePointer<Int8>
  ) {
    assert(Contract.map(values, output, count, from: 4, to: 1))
    let (lower, upper) = (step.lowest &- step.zeroPoint, 127 &- step.zeroPoint)
    for i in 0..<count {
      let rounded = MathFunctions.truncatedToInt32(MathFunctions.round(values[i] * step.factor))
      output[i] = Int8(truncatingIfNeeded: min(upper, max(lower, rounded)) &+ step.zeroPoint)
    }
  }

  /// The smallest and the largest of `count` values; zeros when there are none.
  package static func extremes(_ values: UnsafePointer<Float>, _ count: Int) -> (minimum: Float, maximum: Float) {
    assert(count >= 0, "a negative count")
    guard count > 0 else { return (0, 0) }
    var low = values[0]
    var high = values[0]
    for i in 1..<max(count, 1) {
      let value = values[i]
      if value < low { low = value }
      if !(value < high) { high = value }
    }
    return (low, high)
  }
}
