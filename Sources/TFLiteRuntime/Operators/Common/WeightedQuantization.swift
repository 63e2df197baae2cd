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
  /// Whether packed factors may take long to make; see `Requantization`.
  var isForManyRows = true
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

  /// The same for so many pixels whose channels stand one after another.
  func repeated(_ pixels: Int) -> Self {
    var all = self
    if multipliers.count > 1 { all.multipliers = (0..<pixels).flatMap { _ in multipliers } }
    if scales.count > 1 { all.scales = (0..<pixels).flatMap { _ in scales } }
    return all
  }

  /// `input scale * filter scale / output scale` as a fixed-point multiplier for each of `channels` output channels.
  ///
  /// - Parameters:
  ///   - channelAxis: the axis of the filter that per-channel scales must go along.
  ///   - ignoresZeroPoints: a zero point of signed weights is no error but counts for nothing, as in the reference of all
  ///     convolutions but CONV_2D. The converter writes one where weights are computed.
  /// - Throws: `invalidOperator` when quantization parameters are missing or of another form than the types allow.
  init(
    input: RuntimeTensor, filter: RuntimeTensor, bias: RuntimeTensor?, output: RuntimeTensor,
    activation: FusedActivation, channels: Int, channelAxis: Int, ignoresZeroPoints: Bool = false,
    _ context: PrepareContext
  ) throws(RuntimeError) {
    let operands = try Operands(input, filter, output, channels: channels, channelAxis: channelAxis, context)
    if input.type == .uint8 {
      try operands.checkScale(of: bias, context)
      // The product of the scales is rounded to single precision first, as the reference does for this type alone.
      multipliers = [
        QuantizedMultiplier(Double(operands.input.scale * operands.scales[0]) / Double(operands.output.scale))
      ]
    } else {
      let isSymmetric = ignoresZeroPoints || operands.filter.zeroPoints.allSatisfy { $0 == 0 }
      try context.expect(isSymmetric, "the weights' zero point is not 0", filter)
      multipliers = operands.factors.map { QuantizedMultiplier($0) }
    }
    (inputOffset, outputOffset, room) = (operands.inputOffset, operands.outputOffset, operands.room)
    weightsOffset = input.type == .uint8 ? operands.weightsOffset : 0
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
    let operands = try Operands(input, filter, output, channels: channels, channelAxis: 0, context)
    scales = operands.factors
    if operands.isPerChannel {
      multipliers = scales.map { QuantizedMultiplier($0) }
    } else {
      try operands.checkScale(of: bias, context)
      multipliers = [
        QuantizedMultiplier(Double(operands.input.scale * operands.scales[0]) / Double(operands.output.scale))
      ]
    }
    (inputOffset, outputOffset, room) = (operands.inputOffset, operands.outputOffset, operands.room)
    weightsOffset = operands.isPerChannel ? 0 : operands.weightsOffset
    range = try context.activationRange(activation, of: output)
  }

  /// The quantization of an operator's operands, checked as far as all operators do.
  private struct Operands {
    let input: Quantization
    let output: Quantization
    let filter: Quantization
    /// For the factors of channels.
    let room: MemoryReservation?

    init(
      _ input: RuntimeTensor, _ filter: RuntimeTensor, _ output: RuntimeTensor, channels: Int, channelAxis: Int,
      _ context: PrepareContext
    ) throws(RuntimeError) {
      self.input = try context.perTensorQuantization(input)
      self.output = try context.perTensorQuantization(output)
      guard let quantization = filter.quantization, !quantization.scales.isEmpty else {
        throw context.error("the weights have no quantization parameters", filter)
      }
      self.filter = quantization
      let count = quantization.scales.count
      if count > 1 {
        try context.expect(input.type != .uint8, "uint8 weights have one scale for the tensor", filter)
        guard count == channels, quantization.axis == channelAxis else {
          throw context.error(
            "wrong per-channel scales", filter, expected: "\(channels) along axis \(channelAxis)",
            actual: "\(count) along axis \(quantization.axis)")
        }
        let byteCount = count &* (MemoryLayout<QuantizedMultiplier>.stride &+ MemoryLayout<Double>.stride)
        room = try MemoryReservation(byteCount, for: "the factors of channels", context.memory)
      } else {
        room = nil
      }
      if input.type == .int16 {
        try context.expect(self.input.zeroPoint == 0, "the zero point of int16 is not 0", input)
        try context.expect(self.output.zeroPoint == 0, "the zero point of int16 is not 0", output)
      }
    }

    /// Of the filter, one or more.
    var scales: [Float] { filter.scales }
    var isPerChannel: Bool { scales.count > 1 }
    var inputOffset: Int32 { Int32(truncatingIfNeeded: 0 &- input.zeroPoint) }
    var weightsOffset: Int32 { Int32(truncatingIfNeeded: 0 &- filter.zeroPoint) }
    var outputOffset: Int32 { Int32(truncatingIfNeeded: output.zeroPoint) }
    /// What accumulators are multiplied by.
    var factors: [Double] { scales.map { Double(input.scale) * Double($0) / Double(output.scale) } }

    /// The scale that a bias states is that of the accumulators.
    func checkScale(of bias: RuntimeTensor?, _ context: PrepareContext) throws(RuntimeError) {
      guard let bias, let stated = bias.quantization?.scales.first else { return }
      let difference = Double(input.scale) * Double(scales[0]) - Double(stated)
      try context.expect(
        abs(difference) / Double(output.scale) <= 0.02, "the bias scale is not input scale times weight scale", bias)
    }
  }

  /// Calls `body` with the parameters as kernels take them, for channels from `firstChannel` on.
  func withRequantization(firstChannel: Int = 0, _ body: (Requantization) -> Void) {
    if !scales.isEmpty {
      scales.withUnsafeBufferPointer { buffer in
        guard let base = buffer.baseAddress else { return }
        let isPerChannel = buffer.count > 1
        var requantization = Requantization(
          inputOffset: inputOffset, weightsOffset: weightsOffset, outputOffset: outputOffset,
          scales: isPerChannel ? base + firstChannel : base, isPerChannel: isPerChannel, range: range)
        requantization.isForManyRows = isForManyRows
        body(requantization)
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
