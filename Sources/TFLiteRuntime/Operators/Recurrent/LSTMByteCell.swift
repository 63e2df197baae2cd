import TFLiteKernels

/// An LSTM layer on int8 data whose gate sums are int8 as well ("8x8_8"), with coupled input gate, layer normalization and
/// biased projection.
///
/// Twelve intermediate tensors carry, for each gate, the parameters of the sum of both products, of the product with the
/// input, and of the product with the state. Products are rounded to 8 bits each, added in Q3.12, normalized and activated
/// in float. Results equal TFLite's bit for bit, its parameters of the output gate's second product included.
final class LSTMByteCell {
  private struct Gate {
    var gate: LSTMGate
    var input: Part
    var recurrent: Part
    /// Of the normalized values: the scale of the coefficients after a round trip through fixed point.
    var scale: Float
    var coefficients: RuntimeTensor
    var bias: RuntimeTensor
  }

  /// One product on its way into a gate.
  private struct Part {
    var product: RecurrentProduct
    /// From accumulators to 8 bits, and the zero point there.
    var multiplier: QuantizedMultiplier
    var zeroPoint: Int32
    /// From 8 bits to the sum.
    var sumMultiplier: QuantizedMultiplier

    @inline(__always)
    func sum(_ accumulator: Int32) -> Int32 {
      let zeroPoint = Int32(Int8(truncatingIfNeeded: zeroPoint))
      let value = Int32(Int8(clamping: multiplier.apply(to: accumulator) &+ zeroPoint))
      return sumMultiplier.apply(to: value &- zeroPoint)
    }
  }

  private let operands: LSTMOperands
  private var gates: [Gate] = []
  private let projection: RuntimeTensor
  private let projectionBias: RuntimeTensor
  private let projectionMultiplier: QuantizedMultiplier
  private let stateZeroPoint: Int64
  private let cellClip: Int16
  private let projectionClip: Int8
  private let rowLength: Int
  private let sums: Scratch
  private let recurrentSums: Scratch
  private let values: Scratch

  init(_ operands: LSTMOperands, _ settings: LSTMSettings, _ context: PrepareContext) throws(RuntimeError) {
    self.operands = operands
    guard operands.isCoupled, operands.usesLayerNorm, let projection = operands.projection,
      let projectionBias = operands.projectionBias
    else {
      throw context.node.error(
        .unsupported, "layers with 8-bit gates need a coupled input gate, layer normalization and a biased projection")
    }
    self.projection = projection
    self.projectionBias = projectionBias
    let input = try context.perTensorQuantization(operands.input)
    let state = try context.perTensorQuantization(operands.outputState)
    let cell = try context.perTensorQuantization(operands.cellState)
    try context.expect(cell.scale == 1 / 32768, "the scale of the cell state must be 2^-15", operands.cellState)
    var intermediates: [Quantization] = []
    for index in 0..<12 {
      guard let tensor = context.intermediate(index) else {
        throw context.error("intermediate tensor \(index) is missing", expected: "12")
      }
      intermediates.append(try context.perTensorQuantization(tensor))
    }
    func factor(_ matrix: RuntimeTensor, _ values: Quantization, _ product: Int) throws(RuntimeError)
      -> QuantizedMultiplier
    {
      let scale = try context.perTensorQuantization(matrix).scale
      return QuantizedMultiplier(Double(scale * values.scale / intermediates[product].scale))
    }
    func toSum(_ product: Int, _ sum: Int) -> QuantizedMultiplier {
      QuantizedMultiplier(Double(intermediates[product].scale / intermediates[sum].scale))
    }
    for gate in operands.gates {
      let index = gate.rawValue
      guard let matrix = operands.inputWeights[index], let recurrent = operands.recurrentWeights[index],
        let coefficients = operands.layerNorm[index], let bias = operands.bias[index]
      else { throw context.error("the weights of a gate are missing") }
      let first = 3 * index
      let norm = QuantizedMultiplier(Double(try context.perTensorQuantization(coefficients).scale))
      gates.append(
        Gate(
          gate: gate,
          input: Part(
            product: try RecurrentProduct(
              [matrix], integers: .accumulators(inputOffset: Int32(truncatingIfNeeded: 0 &- input.zeroPoint)), context),
            multiplier: try factor(matrix, input, first + 1),
            zeroPoint: Int32(truncatingIfNeeded: intermediates[first + 1].zeroPoint),
            sumMultiplier: toSum(first + 1, first)),
          recurrent: Part(
            product: try RecurrentProduct(
              [recurrent], integers: .accumulators(inputOffset: Int32(truncatingIfNeeded: 0 &- state.zeroPoint)),
              context),
            multiplier: try factor(recurrent, state, first + 2),
            zeroPoint: Int32(truncatingIfNeeded: intermediates[first + 2].zeroPoint),
            sumMultiplier: toSum(first + 2, first)),
          scale: Float(Double(norm.multiplier) * MathFunctions.pow(2, Double(norm.shift &- 31))),
          coefficients: coefficients, bias: bias))
    }
    // TFLite takes the forget gate's shift for the significand here, and the zero point of a product of the cell gate.
    if let last = gates.indices.last {
      let shift = gates[last].recurrent.sumMultiplier.shift
      gates[last].recurrent.sumMultiplier = QuantizedMultiplier(multiplier: toSum(5, 3).shift, shift: shift)
      gates[last].recurrent.zeroPoint = Int32(truncatingIfNeeded: intermediates[7].zeroPoint)
    }
    let scale = Double(try context.perTensorQuantization(projection).scale)
    projectionMultiplier = QuantizedMultiplier(
      Double(Float(scale * MathFunctions.pow(2.0, -15.0) / Double(state.scale))))
    stateZeroPoint = Int64(state.zeroPoint)
    cellClip =
      settings.cellClip > 0 && settings.cellClip < 1
      ? Int16(max(-32768, min(settings.cellClip / cell.scale, 32767))) : 0
    let outputScale = try context.perTensorQuantization(context.output(0)).scale
    projectionClip =
      settings.projectionClip > 0 ? Int8(max(-128, min(settings.projectionClip / outputScale, 127))) : 0
    rowLength = gates.count &* operands.cells
    sums = try context.requestScratch(product: 4, operands.sequence.count, rowLength)
    recurrentSums = try context.requestScratch(product: 4, operands.sequence.batch, rowLength)
    values = try context.requestScratch(2 &* rowLength)
  }

  /// Packs the weights under tags from `tag` on, 16 at most.
  func pack(_ context: PackContext, tag: Int) throws(RuntimeError) {
    for index in gates.indices {
      try gates[index].input.product.pack(context, tag: tag + 2 * index)
      try gates[index].recurrent.product.pack(context, tag: tag + 2 * index + 1)
    }
  }

  /// Runs the sequence forward.
  func run(_ output: UnsafeMutablePointer<Int8>, _ context: ExecuteContext) throws(RuntimeError) {
    let sequence = operands.sequence
    let cells = operands.cells
    let sums = context.scratch(sums).assumingMemoryBound(to: Int32.self)
    let recurrent = context.scratch(recurrentSums).assumingMemoryBound(to: Int32.self)
    let input = RecurrentVectors(base: UnsafeRawPointer(operands.input.data), length: operands.inputSize)
    for index in gates.indices {
      try gates[index].input.product.begin(context)
      try gates[index].recurrent.product.begin(context)
      gates[index].input.product.run(
        input, count: sequence.count, sums + index &* cells, stride: rowLength, context)
    }
    let state = operands.outputState.mutablePointer(as: Int8.self)
    for time in 0..<sequence.time {
      if time & 63 == 63 { try context.checkCancellation() }
      let vectors = RecurrentVectors(base: UnsafeRawPointer(state), length: operands.outputs)
      for (index, gate) in gates.enumerated() {
        gate.recurrent.product.run(
          vectors, count: sequence.batch, recurrent + index &* cells, stride: rowLength, context)
      }
      for index in 0..<sequence.batch {
        update(index, sums + sequence.row(time, index) &* rowLength, recurrent + index &* rowLength, context)
        (output + sequence.row(time, index) &* operands.outputs).update(
          from: state + index &* operands.outputs, count: operands.outputs)
      }
    }
  }

  /// One step of sequence `index` from the accumulators of its gates.
  private func update(
    _ index: Int, _ sums: UnsafePointer<Int32>, _ recurrent: UnsafePointer<Int32>, _ context: ExecuteContext
  ) {
    let cells = operands.cells
    let row = context.scratch(values).assumingMemoryBound(to: Int16.self)
    for (number, gate) in gates.enumerated() {
      for i in number &* cells..<(number &+ 1) &* cells {
        row[i] = Int16(clamping: gate.recurrent.sum(recurrent[i]) &+ gate.input.sum(sums[i]))
      }
      finish(gate, row + number &* cells)
    }
    let cell = operands.cellState.mutablePointer(as: Int16.self) + index &* cells
    let (forgetGate, cellGate, outputGate) = (row, row + cells, row + 2 &* cells)
    for i in 0..<cells {
      let kept = Int16(
        truncatingIfNeeded: FixedPoint.roundingDivideByPowerOfTwo(Int32(forgetGate[i]) &* Int32(cell[i]), 15))
      let added = Int16(
        truncatingIfNeeded: FixedPoint.roundingDivideByPowerOfTwo(
          Int32(32767 &- forgetGate[i]) &* Int32(cellGate[i]), 15))
      cell[i] = Int16(clamping: Int32(kept) &+ Int32(added))
      if cellClip > 0 { cell[i] = max(min(cellClip, cell[i]), 0 &- cellClip) }
      let activated = Self.fraction(MathFunctions.tanh(Float(Double(cell[i]) * 0x1p-15)))
      // The forget gate is done with: what leaves the cell takes its place.
      forgetGate[i] = Int16(
        truncatingIfNeeded: FixedPoint.roundingDivideByPowerOfTwo(Int32(outputGate[i]) &* Int32(activated), 15))
    }
    project(forgetGate, operands.outputState.mutablePointer(as: Int8.self) + index &* operands.outputs)
  }

  /// `x` in Q0.15, cut towards zero.
  @inline(__always)
  private static func fraction(_ x: Float) -> Int16 { Int16(clamping: MathFunctions.truncatedToInt32(x * 32768)) }

  /// Layer normalization and activation of one gate in Q3.12.
  private func finish(_ gate: Gate, _ values: UnsafeMutablePointer<Int16>) {
    let coefficients = gate.coefficients.pointer(as: Int16.self)
    let bias = gate.bias.pointer(as: Int32.self)
    let count = operands.cells
    var sum: Float = 0
    var squares: Float = 0
    for i in 0..<count {
      let value = Float(values[i])
      sum += value
      squares += value * value
    }
    let mean = sum / Float(count)
    let variance = squares / Float(count) - mean * mean
    let inverse = 1 / (variance == 0 ? Float(1e-8) : variance).squareRoot()
    let biasScale = Float(0x1p-10) * gate.scale
    for i in 0..<count {
      let normalized = (Float(values[i]) - mean) * inverse
      let weighted = normalized * Float(coefficients[i]) * gate.scale + Float(bias[i]) * biasScale
      let value = Int16(clamping: MathFunctions.truncatedToInt32(MathFunctions.round(weighted * 4096)))
      let real = Float(value) * 0x1p-12
      values[i] = Self.fraction(
        gate.gate == .cell ? MathFunctions.tanh(real) : 1 / (1 + MathFunctions.exp(0 - real)))
    }
  }

  private func project(_ hidden: UnsafePointer<Int16>, _ state: UnsafeMutablePointer<Int8>) {
    let weights = projection.pointer(as: Int8.self)
    let bias = projectionBias.pointer(as: Int32.self)
    for row in 0..<operands.outputs {
      var sum = Int64(bias[row])
      for i in 0..<operands.cells { sum &+= Int64(hidden[i]) &* Int64(weights[row &* operands.cells &+ i]) }
      state[row] = Int8(clamping: Int64(projectionMultiplier.apply(to: sum)) &+ stateZeroPoint)
      if projectionClip > 0 { state[row] = max(min(projectionClip, state[row]), 0 &- projectionClip) }
    }
  }
}
