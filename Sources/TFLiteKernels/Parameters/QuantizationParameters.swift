/// How integer accumulators become quantized outputs, and what is added to inputs and weights before.
///
/// Offsets are what TFLite adds: minus the zero point of input and weights, plus the zero point of the output.
/// Accumulators are scaled by a fixed-point multiplier (convolutions) or by a double rounded half away from zero (the
/// reference of fully connected operators). Factors are per output channel, or one for all.
package struct Requantization: BorrowedMemory, @unchecked Sendable {
  /// Added to every input value.
  package var inputOffset: Int32
  /// Added to every weight.
  package var weightsOffset: Int32
  /// Added to the scaled accumulator.
  package var outputOffset: Int32
  /// The fixed-point factors; `nil` when `scales` are used.
  package var multipliers: UnsafePointer<QuantizedMultiplier>?
  /// The real factors; `nil` when `multipliers` are used.
  package var scales: UnsafePointer<Double>?
  /// 1 for per-channel factors, 0 for one factor.
  package var stride: Int
  /// The clamp on the result.
  package var range: IntegerRange
  /// Whether so many rows are expected that packed factors may take long to make if they save a little of each.
  package var isForManyRows = true

  /// Requantization by fixed-point multipliers.
  package init(
    inputOffset: Int32, weightsOffset: Int32 = 0, outputOffset: Int32,
    multipliers: UnsafePointer<QuantizedMultiplier>, isPerChannel: Bool, range: IntegerRange
  ) {
    self.inputOffset = inputOffset
    self.weightsOffset = weightsOffset
    self.outputOffset = outputOffset
    self.multipliers = multipliers
    self.scales = nil
    self.stride = isPerChannel ? 1 : 0
    self.range = range
  }

  /// Requantization by real factors.
  package init(
    inputOffset: Int32, weightsOffset: Int32 = 0, outputOffset: Int32,
    scales: UnsafePointer<Double>, isPerChannel: Bool, range: IntegerRange
  ) {
    self.inputOffset = inputOffset
    self.weightsOffset = weightsOffset
    self.outputOffset = outputOffset
    self.multipliers = nil
    self.scales = scales
    self.stride = isPerChannel ? 1 : 0
    self.range = range
  }

  /// The output of channel `channel` for a 32-bit accumulator.
  @inline(__always)
  package func output(_ accumulator: Int32, _ channel: Int) -> Int32 {
    var scaled: Int32 = 0
    if let multipliers {
      scaled = multipliers[channel &* stride].apply(to: accumulator)
    } else if let scales {
      scaled = MathFunctions.truncatedToInt32(
        MathFunctions.round(Double(accumulator) * scales[channel &* stride]))
    }
    return range.clamp(scaled &+ outputOffset)
  }

  /// The output of channel `channel` for a 64-bit accumulator.
  @inline(__always)
  package func output(_ accumulator: Int64, _ channel: Int) -> Int32 {
    var scaled: Int32 = 0
    if let multipliers {
      scaled = multipliers[channel &* stride].apply(to: accumulator)
    } else if let scales {
      scaled = MathFunctions.truncatedToInt32(
        MathFunctions.round(Double(accumulator) * scales[channel &* stride]))
    }
    return range.clamp(scaled &+ outputOffset)
  }
}

/// How integer accumulators of dynamically quantized activations become floats.
///
/// `inputParameters` holds one entry for each quantized block of activations: a row of a fully connected operator, an
/// image of a convolution. `weightScales` holds one scale per output channel, or one for all when
/// `weightScaleStride` is 0.
package struct HybridScaling: BorrowedMemory, @unchecked Sendable {
  /// Scale and zero point of each block of activations.
  package var inputParameters: UnsafePointer<DynamicQuantization.Parameters>
  /// The scales of the weights.
  package var weightScales: UnsafePointer<Float>
  /// 1 for per-channel scales, 0 for one scale.
  package var weightScaleStride: Int
  /// The clamp on the result.
  package var range: FloatRange

  /// Parameters of known parts.
  package init(
    inputParameters: UnsafePointer<DynamicQuantization.Parameters>, weightScales: UnsafePointer<Float>,
    isPerChannel: Bool, range: FloatRange
  ) {
    self.inputParameters = inputParameters
    self.weightScales = weightScales
    self.weightScaleStride = isPerChannel ? 1 : 0
    self.range = range
  }
}
