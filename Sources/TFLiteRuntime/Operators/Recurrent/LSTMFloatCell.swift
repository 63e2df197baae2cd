import TFLiteKernels

/// An LSTM layer on float data, with float weights or (hybrid) integer ones.
///
///     gate = activation(W_x x + W_aux aux + W_h h + w_c . c + b), normalised before the bias with layer norm
///     c' = clip(forget . c + input . cell),   input = 1 - forget when coupled
///     h' = clip(W_p (output . activation(c')) + b_p)
///
/// Hochreiter and Schmidhuber 1997, with peepholes and projection as in Sak et al. 2014. The products with the input
/// are computed for all steps at once.
final class LSTMFloatCell {
  private struct Gate {
    var gate: LSTMGate
    var input: RecurrentProduct
    var auxiliary: RecurrentProduct?
    /// Nil for diagonal weights.
    var recurrent: RecurrentProduct?
  }

  private let operands: LSTMOperands
  private let settings: LSTMSettings
  private var gates: [Gate] = []
  private var projection: RecurrentProduct?
  private let inputVectors: RecurrentInput
  private let auxiliaryVectors: RecurrentInput?
  private let stateVectors: RecurrentInput
  private let hiddenVectors: RecurrentInput?
  /// Floats of all gates of one vector.
  private let rowLength: Int
  private let sums: Scratch
  private let auxiliarySums: Scratch?
  private let recurrentSums: Scratch
  private let hidden: Scratch
  private let peephole: Scratch

  init(_ operands: LSTMOperands, _ settings: LSTMSettings, _ context: PrepareContext) throws(RuntimeError) {
    self.operands = operands
    self.settings = settings
    let batch = operands.sequence.batch
    let count = operands.sequence.count
    let cells = operands.cells
    guard let weights = operands.inputWeights[3] else { throw context.error("input weights are missing") }
    for gate in operands.gates {
      let index = gate.rawValue
      guard let matrix = operands.inputWeights[index], let recurrent = operands.recurrentWeights[index] else {
        continue
      }
      let bias = operands.usesLayerNorm ? nil : operands.bias[index]
      gates.append(
        Gate(
          gate: gate, input: try RecurrentProduct(matrix, bias: bias, context),
          auxiliary: nil,
          recurrent: recurrent.rank == 1 ? nil : try RecurrentProduct(recurrent, bias: nil, context)))
      if let matrix = operands.auxiliaryWeights[index] {
        gates[gates.count - 1].auxiliary = try RecurrentProduct(matrix, bias: nil, context)
      }
    }
    inputVectors = try RecurrentInput(
      count: count, length: operands.inputSize, for: weights, isAsymmetric: settings.isAsymmetric, context)
    stateVectors = try RecurrentInput(
      count: batch, length: operands.outputs, for: weights, isAsymmetric: settings.isAsymmetric, context)
    if let matrix = operands.projection {
      projection = try RecurrentProduct(matrix, bias: operands.projectionBias, context)
      hiddenVectors = try RecurrentInput(
        count: batch, length: cells, for: weights, isAsymmetric: settings.isAsymmetric, context)
    } else {
      hiddenVectors = nil
    }
    rowLength = gates.count &* cells
    sums = try context.requestScratch(4 &* count &* rowLength)
    if let auxiliary = operands.auxiliary, operands.auxiliaryWeights[1] != nil {
      auxiliaryVectors = try RecurrentInput(
        count: count, length: auxiliary.shape.innermost, for: weights, isAsymmetric: settings.isAsymmetric, context)
      auxiliarySums = try context.requestScratch(4 &* count &* rowLength)
    } else {
      auxiliaryVectors = nil
      auxiliarySums = nil
    }
    recurrentSums = try context.requestScratch(4 &* batch &* rowLength)
    hidden = try context.requestScratch(4 &* batch &* cells)
    peephole = try context.requestScratch(4 &* 4 &* cells)
  }

  /// Packs the weights under tags from `tag` on, 16 at most.
  func pack(_ context: PackContext, tag: Int) {
    for index in gates.indices {
      gates[index].input.pack(context, tag: tag + 3 * index)
      gates[index].recurrent?.pack(context, tag: tag + 3 * index + 1)
      gates[index].auxiliary?.pack(context, tag: tag + 3 * index + 2)
    }
    projection?.pack(context, tag: tag + 12)
  }

  /// Runs the sequence.
  /// - Parameters:
  ///   - output: the output of the first vector of the tensor.
  ///   - outputStride: floats from one vector's output to the next.
  func run(
    _ output: UnsafeMutablePointer<Float>, outputStride: Int, isForward: Bool, _ context: ExecuteContext
  ) throws(RuntimeError) {
    let sequence = operands.sequence
    let sums = context.scratch(sums).assumingMemoryBound(to: Float.self)
    multiplyInputs(sums, context)
    recoverPeephole(context)
    let outputState = operands.outputState.mutablePointer(as: Float.self)
    for step in 0..<sequence.time {
      if step & 63 == 63 { try context.checkCancellation() }
      let time = isForward ? step : sequence.time - 1 - step
      multiplyState(UnsafePointer(outputState), context)
      for index in 0..<sequence.batch { update(index, sums + sequence.row(time, index) &* rowLength, context) }
      project(outputState, context)
      for index in 0..<sequence.batch {
        (output + sequence.row(time, index) &* outputStride).update(
          from: outputState + index &* operands.outputs, count: operands.outputs)
      }
    }
  }

  private func multiplyInputs(_ sums: UnsafeMutablePointer<Float>, _ context: ExecuteContext) {
    let count = operands.sequence.count
    let cells = operands.cells
    let input = inputVectors.vectors(operands.input.pointer(as: Float.self), context)
    for index in gates.indices {
      gates[index].input.begin(context)
      gates[index].recurrent?.begin(context)
      gates[index].auxiliary?.begin(context)
      gates[index].input.run(input, count: count, sums + index &* cells, stride: rowLength, context)
    }
    projection?.begin(context)
    guard let auxiliaryVectors, let auxiliarySums, let auxiliary = operands.auxiliary else { return }
    let more = context.scratch(auxiliarySums).assumingMemoryBound(to: Float.self)
    let vectors = auxiliaryVectors.vectors(auxiliary.pointer(as: Float.self), context)
    for index in gates.indices {
      gates[index].auxiliary?.run(vectors, count: count, more + index &* cells, stride: rowLength, context)
    }
    for i in 0..<count &* rowLength { sums[i] += more[i] }
  }

  /// The peephole weights as floats, by gate.
  private func recoverPeephole(_ context: ExecuteContext) {
    let target = context.scratch(peephole).assumingMemoryBound(to: Float.self)
    let cells = operands.cells
    for gate in 0..<4 {
      guard let weights = operands.peephole[gate] else { continue }
      if weights.type == .float32 {
        (target + gate &* cells).update(from: weights.pointer(as: Float.self), count: cells)
      } else {
        let scale = weights.quantization?.scale ?? 0
        let source = weights.pointer(as: Int8.self)
        for i in 0..<cells { target[gate &* cells &+ i] = scale * Float(source[i]) }
      }
    }
  }

  private func multiplyState(_ state: UnsafePointer<Float>, _ context: ExecuteContext) {
    let cells = operands.cells
    let target = context.scratch(recurrentSums).assumingMemoryBound(to: Float.self)
    let vectors = stateVectors.vectors(state, context)
    for (index, gate) in gates.enumerated() {
      if let product = gate.recurrent {
        product.run(vectors, count: operands.sequence.batch, target + index &* cells, stride: rowLength, context)
      } else if let diagonal = operands.recurrentWeights[gate.gate.rawValue]?.pointer(as: Float.self) {
        for row in 0..<operands.sequence.batch {
          let values = target + (row &* rowLength &+ index &* cells)
          for i in 0..<cells { values[i] = diagonal[i] * state[row &* cells &+ i] }
        }
      }
    }
  }

  /// One step of sequence `index`, whose gates' sums over the input stand at `row`: the new cell state, and the output
  /// before projection.
  private func update(_ index: Int, _ row: UnsafeMutablePointer<Float>, _ context: ExecuteContext) {
    let cells = operands.cells
    let recurrent = context.scratch(recurrentSums).assumingMemoryBound(to: Float.self) + index &* rowLength
    let weights = context.scratch(peephole).assumingMemoryBound(to: Float.self)
    let cell = operands.cellState.mutablePointer(as: Float.self) + index &* cells
    let hidden = context.scratch(hidden).assumingMemoryBound(to: Float.self) + index &* cells
    for i in 0..<rowLength { row[i] += recurrent[i] }
    // The output gate, which is last, looks at the new cell state.
    for number in 0..<gates.count - 1 {
      finish(gates[number].gate, row + number &* cells, UnsafePointer(cell), UnsafePointer(weights))
    }
    let outputGate = row + (gates.count - 1) &* cells
    let cellGate = outputGate - cells
    let forgetGate = cellGate - cells
    if operands.isCoupled {
      for i in 0..<cells {
        let kept = forgetGate[i] * cell[i]
        cell[i] = kept + cellGate[i] * (1 - forgetGate[i])
      }
    } else {
      let inputGate = forgetGate - cells
      for i in 0..<cells {
        let kept = forgetGate[i] * cell[i]
        cell[i] = kept + cellGate[i] * inputGate[i]
      }
    }
    clip(cell, cells, settings.cellClip)
    finish(.output, outputGate, UnsafePointer(cell), UnsafePointer(weights))
    hidden.update(from: cell, count: cells)
    settings.activation.apply(hidden, cells)
    for i in 0..<cells { hidden[i] *= outputGate[i] }
  }

  /// Peephole, normalisation and activation of one gate's sums.
  private func finish(
    _ gate: LSTMGate, _ values: UnsafeMutablePointer<Float>, _ cell: UnsafePointer<Float>,
    _ peephole: UnsafePointer<Float>
  ) {
    let cells = operands.cells
    let index = gate.rawValue
    if operands.peephole[index] != nil {
      let weights = peephole + index &* cells
      for i in 0..<cells { values[i] += weights[i] * cell[i] }
    }
    if let coefficients = operands.layerNorm[index], let bias = operands.bias[index] {
      LSTMNormalization.normalize(values, cells)
      let coefficients = coefficients.pointer(as: Float.self)
      let bias = bias.pointer(as: Float.self)
      for i in 0..<cells { values[i] = coefficients[i] * values[i] + bias[i] }
    }
    (gate == .cell ? settings.activation : .sigmoid).apply(values, cells)
  }

  private func project(_ outputState: UnsafeMutablePointer<Float>, _ context: ExecuteContext) {
    let hidden = context.scratch(hidden).assumingMemoryBound(to: Float.self)
    let batch = operands.sequence.batch
    guard let projection, let hiddenVectors else {
      return outputState.update(from: hidden, count: batch &* operands.outputs)
    }
    projection.run(
      hiddenVectors.vectors(UnsafePointer(hidden), context), count: batch, outputState, stride: operands.outputs,
      context)
    clip(outputState, batch &* operands.outputs, settings.projectionClip)
  }

  private func clip(_ values: UnsafeMutablePointer<Float>, _ count: Int, _ bound: Float) {
    if bound > 0 { for i in 0..<count { values[i] = max(min(bound, values[i]), -bound) } }
  }
}

/// Normalisation to mean 0 and standard deviation 1.
enum LSTMNormalization {
  static func normalize(_ values: UnsafeMutablePointer<Float>, _ count: Int) {
    var sum: Float = 0
    for i in 0..<count { sum += values[i] }
    let mean = sum / Float(count)
    var squares: Float = 0
    for i in 0..<count {
      let difference = values[i] - mean
      squares += difference * difference
    }
    let inverse = 1 / (squares / Float(count) + 1e-8).squareRoot()
    for i in 0..<count { values[i] = (values[i] - mean) * inverse }
  }
}
