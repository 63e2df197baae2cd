import TFLiteKernels

/// How the integer accumulators of an operator with weights become quantized outputs: made in prepare, used in packing.
struct WeightedQuantization {
  var inputOffset: Int32
  var weightsOffset: Int32
  var outputOffset: Int32
  /// One multiplier for all channels, or one for each.
  var multipliers: [QuantizedMultiplier]
  /// The same factors as reals, for operators whose reference multiplies in double precision; empty otherwise.
  var scales: [Double] = []
  var range: IntegerRange
  /// For the factors of channels.
  private var room: MemoryReservation?

  /// Parameters of one factor for all channels.
  init(
    inputOffset: Int32, weightsOffset: Int32, outputOffset: Int32, multiplier: QuantizedMultiplier, range: IntegerRange
  ) {
    self.inputOffset = inputOffset
    self.weightsOffset = weightsOffset
    self.outputOffset = outputOffset
    multipliers = [multiplier]
    self.range = range
  }

  /// `input scale * filter scale / output scale` as a fixed-point multiplier for each of `channels` output channels.
  ///
  /// - Parameter channelAxis: the axis of the filter that per-channel scales must go along.
  /// - Throws: `invalidOperator` when quantization parameters are missing or of another form than the types allow.
  init(
    input: RuntimeTensor, filter: RuntimeTensor, bias: RuntimeTensor?, output: RuntimeTensor,
    activation: FusedActivation,
    channels: Int, channelAxis: Int, _ context: PrepareContext
  ) throws(RuntimeError) {
    let inputQuantization = try context.perTensorQuantization(input)
    let outputQuantization = try context.perTensorQuantization(output)
    guard let filterQuantization = filter.quantization, !filterQuantization.scales.isEmpty else {
      throw context.error("the weights have no quantization parameters", filter)
    }
    let scales = filterQuantization.scales
    if scales.count > 1 {
      try context.expect(input.type != .uint8, "uint8 weights have one scale for the tensor", filter)
      room = try Self.room(scales.count, context)
      guard scales.count == channels, filterQuantization.axis == channelAxis else {
        throw context.error(
          "wrong per-channel scales", filter, expected: "\(channels) along axis \(channelAxis)",
          actual: "\(scales.count) along axis \(filterQuantization.axis)")
      }
    }
    if input.type == .uint8 {
      // The product of the scales is rounded to single precision first, as the reference does for this type alone.
      let product = inputQuantization.scale * scales[0]
      if let bias, let biasScale = bias.quantization?.scales.first {
        let difference = Double(inputQuantization.scale) * Double(scales[0]) - Double(biasScale)
        try context.expect(
          abs(difference) / Double(outputQuantization.scale) <= 0.02,
          "the bias scale is not input scale times weight scale",
          bias)
      }
      multipliers = [QuantizedMultiplier(Double(product) / Double(outputQuantization.scale))]
    } else {
      try context.expect(
        filterQuantization.zeroPoints.allSatisfy { $0 == 0 }, "the weights' zero point is not 0", filter)
      multipliers = scales.map {
        QuantizedMultiplier(Double(inputQuantization.scale) * Double($0) / Double(outputQuantization.scale))
      }
    }
    if input.type == .int16 {
      try context.expect(inputQuantization.zeroPoint == 0, "the zero point of int16 is not 0", input)
      try context.expect(outputQuantization.zeroPoint == 0, "the zero point of int16 is not 0", output)
    }
    inputOffset = Int32(truncatingIfNeeded: 0 &- inputQuantization.zeroPoint)
    weightsOffset = input.type == .uint8 ? Int32(truncatingIfNeeded: 0 &- filterQuantization.zeroPoint) : 0
    outputOffset = Int32(truncatingIfNeeded: outputQuantization.zeroPoint)
    range = try context.activationRange(activation, of: output)
  }

  /// The parameters of a fully connected operator, whose reference multiplies by the real factor in double precision,
  /// except with int16 weights. A weight scale for the tensor may come with a zero point.
  ///
  /// - Throws: `invalidOperator` when quantization parameters are missing or of another form than the types allow.
  init(
    fullyConnected input: RuntimeTensor, filter: RuntimeTensor, bias: RuntimeTensor?, output: RuntimeTensor,
    activation: FusedActivation, channels: Int, _ context: PrepareContext
  ) throws(RuntimeError) {
    let inputQuantization = try context.perTensorQuantization(input)
    let outputQuantization = try context.perTensorQuantization(output)
    guard let filterQuantization = filter.quantization, let first = filterQuantization.scales.first else {
      throw context.error("the weights have no quantization parameters", filter)
    }
    let isPerChannel = filterQuantization.scales.count > 1
    if isPerChannel {
      room = try Self.room(filterQuantization.scales.count, context)
      try context.expect(input.type != .uint8, "uint8 weights have one scale for the tensor", filter)
      guard filterQuantization.scales.count == channels, filterQuantization.axis == 0 else {
        throw context.error(
          "wrong per-channel scales", filter, expected: "\(channels) along axis 0",
          actual: "\(filterQuantization.scales.count) along axis \(filterQuantization.axis)")
      }
    }
    let inputScale = Double(inputQuantization.scale)
    let outputScale = Double(outputQuantization.scale)
    if !isPerChannel, let bias, let biasScale = bias.quantization?.scales.first {
      try context.expect(
        abs(inputScale * Double(first) - Double(biasScale)) / outputScale <= 0.02,
        "the bias scale is not input scale times weight scale", bias)
    }
    scales = filterQuantization.scales.map { inputScale * Double($0) / outputScale }
    multipliers =
      isPerChannel
      ? scales.map { QuantizedMultiplier($0) }
      : [QuantizedMultiplier(Double(inputQuantization.scale * first) / outputScale)]
    if input.type == .int16 {
      try context.expect(inputQuantization.zeroPoint == 0, "the zero point of int16 is not 0", input)
      try context.expect(outputQuantization.zeroPoint == 0, "the zero point of int16 is not 0", output)
    }
    inputOffset = Int32(truncatingIfNeeded: 0 &- inputQuantization.zeroPoint)
    weightsOffset = isPerChannel ? 0 : Int32(truncatingIfNeeded: 0 &- filterQuantization.zeroPoint)
    outputOffset = Int32(truncatingIfNeeded: outputQuantization.zeroPoint)
    range = try context.activationRange(activation, of: output)
  }

  private static func room(_ channels: Int, _ context: PrepareContext) throws(RuntimeError) -> MemoryReservation {
    let byteCount = channels &* (MemoryLayout<QuantizedMultiplier>.stride &+ MemoryLayout<Double>.stride)
    return try MemoryReservation(byteCount, for: "the factors of channels", context.memory)
  }

  /// Calls `body` with the parameters as kernels take them, for channels from `firstChannel` on.
  func withRequantization(firstChannel: Int = 0, _ body: (Requantization) -> Void) {
    if !scales.isEmpty {
      scales.withUnsafeBufferPointer { buffer in
        guard let base = buffer.baseAddress else { return }
        let isPerChannel = buffer.count > 1
        body(
          Requantization(
            inputOffset: inputOffset, weightsOffset: weightsOffset, outputOffset: outputOffset,
            scales: isPerChannel ? base + firstChannel : base, isPerChannel: isPerChannel, range: range))
      }
      return
    }
    multipliers.withUnsafeBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return }
      let isPerChannel = buffer.count > 1
      body(
        Requantization(
          inputOffset: inputOffset, weightsOffset: weightsOffset, outputOffset: outputOffset,
          multipliers: isPerChannel ? base + firstChannel : base, isPerChannel: isPerChannel, range: range))
    }
  }
}
