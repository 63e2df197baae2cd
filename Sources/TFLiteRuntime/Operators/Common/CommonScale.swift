import TFLiteKernels

extension ElementwiseParameters {
  /// The parameters by which quantized operands are brought to a common scale, twice the larger of theirs, with
  /// `leftShift` spare bits, and the combination scaled to the output.
  ///
  /// - Parameter outputFactor: the real factor from the combination to the output, given twice the larger input scale.
  init(
    _ first: Quantization, _ second: Quantization, _ output: Quantization, leftShift: Int32, range: IntegerRange,
    outputFactor: (Double) -> Double
  ) {
    self.init()
    let twiceLargest = 2 * Double(max(first.scale, second.scale))
    firstOffset = Int32(truncatingIfNeeded: 0 &- first.zeroPoint)
    secondOffset = Int32(truncatingIfNeeded: 0 &- second.zeroPoint)
    outputOffset = Int32(truncatingIfNeeded: output.zeroPoint)
    self.leftShift = leftShift
    firstMultiplier = QuantizedMultiplier(Double(first.scale) / twiceLargest)
    secondMultiplier = QuantizedMultiplier(Double(second.scale) / twiceLargest)
    outputMultiplier = QuantizedMultiplier(outputFactor(twiceLargest))
    self.range = range
  }

  /// The parameters of quantized ADD and SUB: 20 spare bits for 8-bit operands, 15 for 16-bit ones.
  static func additive(
    _ context: PrepareContext, _ activation: FusedActivation
  ) throws(RuntimeError) -> ElementwiseParameters {
    let output = try context.output(0)
    let outputQuantization = try context.perTensorQuantization(output)
    let leftShift: Int32 = output.type == .int16 ? 15 : 20
    let unit = Double(Int32(1) << leftShift) * Double(outputQuantization.scale)
    return ElementwiseParameters(
      try context.perTensorQuantization(context.input(0)), try context.perTensorQuantization(context.input(1)),
      outputQuantization, leftShift: leftShift, range: try context.activationRange(activation, of: output)
    ) { $0 / unit }
  }

  /// The parameters of int16 ADD and SUB on scales that are powers of two, kept as shifts in the multipliers; nil when a
  /// scale is not one.
  static func powerOfTwo(
    _ context: PrepareContext, _ activation: FusedActivation
  ) throws(RuntimeError) -> ElementwiseParameters? {
    let output = try context.output(0)
    let first = IntegerActivationScaling.powerOfTwo(try context.perTensorQuantization(context.input(0)).scale)
    let second = IntegerActivationScaling.powerOfTwo(try context.perTensorQuantization(context.input(1)).scale)
    let result = IntegerActivationScaling.powerOfTwo(try context.perTensorQuantization(output).scale)
    guard first.isExact, second.isExact, result.isExact else { return nil }
    let firstShift = first.exponent &- result.exponent
    let secondShift = second.exponent &- result.exponent
    guard firstShift <= 0, secondShift <= 0, firstShift == 0 || secondShift == 0 else {
      throw context.error(
        "scales that are powers of two do not fit", output, expected: "the larger input scale",
        actual: "2^\(first.exponent) and 2^\(second.exponent) to 2^\(result.exponent)")
    }
    var parameters = ElementwiseParameters()
    parameters.firstMultiplier = QuantizedMultiplier(multiplier: 0, shift: firstShift)
    parameters.secondMultiplier = QuantizedMultiplier(multiplier: 0, shift: secondShift)
    parameters.range = try context.activationRange(activation, of: output)
    return parameters
  }
}

extension PrepareContext {
  /// - Throws: `invalidOperator` unless the zero points of the first two inputs and the output are 0, as int16 needs.
  func expectSymmetric() throws(RuntimeError) {
    for tensor in [try input(0), try input(1), try output(0)] {
      let zeroPoint = try perTensorQuantization(tensor).zeroPoint
      if zeroPoint != 0 {
        throw error("the zero point of int16 is not 0", tensor, expected: "0", actual: "\(zeroPoint)")
      }
    }
  }

  /// - Throws: `invalidOperator` unless the zero points of the first two inputs and the output fit their type.
  func expectZeroPointsInRange() throws(RuntimeError) {
    for tensor in [try input(0), try input(1), try output(0)] {
      let range = try activationRange(.none, of: tensor)
      let zeroPoint = try perTensorQuantization(tensor).zeroPoint
      if zeroPoint < Int(range.lower) || zeroPoint > Int(range.upper) {
        throw error(
          "the zero point does not fit the type", tensor, expected: "\(range.lower) to \(range.upper)",
          actual: "\(zeroPoint)")
      }
    }
  }
}
