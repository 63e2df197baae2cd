import TFLiteKernelSets
import TFLiteKernels

/// An LSTM layer on float data, with float weights or (hybrid) integer ones.
///
///     gate = activation(W_x x + W_aux aux + W_h h + w_c . c + b), normalized before the bias with layer norm
///     c' = clip(forget . c + input . cell),   input = 1 - forget when coupled
///     h' = clip(W_p (output . activation(c')) + b_p)
///
/// Hochreiter and Schmidhuber 1997, with peepholes and projection as in Sak et al. 2014. The products with the input
/// are computed for all steps at once.
final class LSTMFloatCell {
  /// Weights of gates from `first` on among those to compute.
  private struct Recurrent {
    var first: Int
    var product: RecurrentProduct
  }

  /// A second input with weights of its own.
  private struct Auxiliary {
    let tensor: RuntimeTensor
    let product: RecurrentProduct
    let vectors: RecurrentInput
    let sums: Scratch
  }

  private struct Projection {
    let product: RecurrentProduct
    let vectors: RecurrentInput
  }

  private let operands: LSTMOperands
  private let settings: LSTMSettings
  private let gates: [LSTMGate]
  /// Of all gates together.
  private let input: RecurrentProduct
  private let auxiliary: Auxiliary?
  /// Of all gates together, unless some have diagonal weights: these have none.
  private let recurrent: [Recurrent]
  private let projection: Projection?
  private let inputVectors: RecurrentInput
  private let stateVectors: RecurrentInput
  /// Floats of all gates of one vector.
  private let rowLength: Int
  private let sums: Scratch
  private let recurrentSums: Scratch
  private let hidden: Scratch
  private let peephole: Scratch
  /// All of a step, for cells without peepholes and normalization.
  private let step: (@Sendable (LSTMStep) -> Void)?
  private let logistic: FloatFunction
  private let activation: FloatFunction?

  init(_ operands: LSTMOperands, _ settings: LSTMSettings, _ context: PrepareContext) throws(RuntimeError) {
    self.operands = operands
    self.settings = settings
    let batch = operands.sequence.batch
    let count = operands.sequence.count
    let cells = operands.cells
    let gates = operands.gates
    self.gates = gates
    guard let weights = operands.inputWeights[3] else { throw context.error("input weights are missing") }
    input = try RecurrentProduct(
      gates.compactMap { operands.inputWeights[$0.rawValue] },
      biases: operands.usesLayerNorm ? [] : gates.map { operands.bias[$0.rawValue] }, context)
    let matrices = gates.compactMap { operands.recurrentWeights[$0.rawValue] }
    if matrices.allSatisfy({ $0.rank == 2 }) {
      recurrent = [Recurrent(first: 0, product: try RecurrentProduct(matrices, context))]
    } else {
      var recurrent: [Recurrent] = []
      for (number, matrix) in matrices.enumerated() where matrix.rank == 2 {
        recurrent.append(Recurrent(first: number, product: try RecurrentProduct([matrix], context)))
      }
      self.recurrent = recurrent
    }
    inputVectors = try RecurrentInput(
      count: count, length: operands.inputSize, for: weights, isAsymmetric: settings.isAsymmetric, context)
    stateVectors = try RecurrentInput(
      count: batch, length: operands.outputs, for: weights, isAsymmetric: settings.isAsymmetric, context)
    if let matrix = operands.projection {
      projection = Projection(
        product: try RecurrentProduct([matrix], biases: [operands.projectionBias], context),
        vectors: try RecurrentInput(
          count: batch, length: cells, for: weights, isAsymmetric: settings.isAsymmetric, context))
    } else {
      projection = nil
    }
    rowLength = gates.count &* cells
    sums = try context.requestScratch(product: 4, count, rowLength)
    if let tensor = operands.auxiliary, operands.auxiliaryWeights[1] != nil {
      auxiliary = Auxiliary(
        tensor: tensor,
        product: try RecurrentProduct(gates.compactMap { operands.auxiliaryWeights[$0.rawValue] }, context),
        vectors: try RecurrentInput(
          count: count, length: tensor.shape.innermost, for: weights, isAsymmetric: settings.isAsymmetric, context),
        sums: try context.requestScratch(product: 4, count, rowLength))
    } else {
      auxiliary = nil
    }
    recurrentSums = try context.requestScratch(product: 4, batch, rowLength)
    hidden = try context.requestScratch(product: 4, batch, cells)
    peephole = try context.requestScratch(product: 4, 4, cells)
    let isPlain = operands.peephole.allSatisfy { $0 == nil } && !operands.usesLayerNorm
    step = isPlain && settings.activation == .tanh ? context.kernels.recurrent.lstm : nil
    logistic = context.kernels.elementwise.logistic
    activation = settings.activation.function(context.kernels)
  }

  /// Packs the weights under tags from `tag` on, 16 at most.
  func pack(_ context: PackContext, tag: Int) throws(RuntimeError) {
    try input.pack(context, tag: tag)
    try auxiliary?.product.pack(context, tag: tag + 1)
    try projection?.product.pack(context, tag: tag + 2)
    for (number, recurrent) in recurrent.enumerated() { try recurrent.product.pack(context, tag: tag + 3 + number) }
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
    try multiplyInputs(sums, context)
    recoverPeephole(context)
    let outputState = operands.outputState.mutablePointer(as: Float.self)
    for number in 0..<sequence.time {
      if number & 63 == 63 { try context.checkCancellation() }
      let time = isForward ? number : sequence.time - 1 - number
      multiplyState(UnsafePointer(outputState), context)
      for index in 0..<sequence.batch { update(index, sums + sequence.row(time, index) &* rowLength, context) }
      project(outputState, context)
      for index in 0..<sequence.batch {
        (output + sequence.row(time, index) &* outputStride).update(
          from: outputState + index &* operands.outputs, count: operands.outputs)
      }
    }
  }

  private func multiplyInputs(
    _ sums: UnsafeMutablePointer<Float>, _ context: ExecuteContext
  ) throws(RuntimeError) {
    let count = operands.sequence.count
    try input.begin(context)
    for recurrent in recurrent { try recurrent.product.begin(context) }
    try projection?.product.begin(context)
    input.run(
      inputVectors.vectors(operands.input.pointer(as: Float.self), context), count: count, sums, stride: rowLength,
      context)
    guard let auxiliary else { return }
    let more = context.scratch(auxiliary.sums).assumingMemoryBound(to: Float.self)
    try auxiliary.product.begin(context)
    auxiliary.product.run(
      auxiliary.vectors.vectors(auxiliary.tensor.pointer(as: Float.self), context), count: count, more,
      stride: rowLength, context)
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
    for recurrent in recurrent {
      recurrent.product.run(
        vectors, count: operands.sequence.batch, target + recurrent.first &* cells, stride: rowLength, context)
    }
    if operands.usesOnlyMatrices { return }
    for (index, gate) in gates.enumerated() {
      guard let weights = operands.recurrentWeights[gate.rawValue], weights.rank == 1 else { continue }
      let diagonal = weights.pointer(as: Float.self)
      for row in 0..<operands.sequence.batch {
        let values = target + (row &* rowLength &+ index &* cells)
        for i in 0..<cells { values[i] = diagonal[i] * state[row &* cells &+ i] }
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
    if let step {
      return step(
        LSTMStep(
          input: row, recurrent: recurrent, cell: cell, output: hidden, cells: cells, isCoupled: operands.isCoupled,
          cellClip: settings.cellClip > 0 ? settings.cellClip : .infinity))
    }
    for i in 0..<rowLength { row[i] += recurrent[i] }
    // The output gate, which is last, looks at the new cell state.
    for number in 0..<gates.count - 1 {
      finish(gates[number], row + number &* cells, UnsafePointer(cell), UnsafePointer(weights))
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
    activation?(hidden, hidden, cells)
    for i in 0..<cells { hidden[i] *= outputGate[i] }
  }

  /// Peephole, normalization and activation of one gate's sums.
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
    if gate == .cell { activation?(values, values, cells) } else { logistic(values, values, cells) }
  }

  private func project(_ outputState: UnsafeMutablePointer<Float>, _ context: ExecuteContext) {
    let hidden = context.scratch(hidden).assumingMemoryBound(to: Float.self)
    let batch = operands.sequence.batch
    guard let projection else {
      return outputState.update(from: hidden, count: batch &* operands.outputs)
    }
    projection.product.run(
      projection.vectors.vectors(UnsafePointer(hidden), context), count: batch, outputState, stride: operands.outputs,
      context)
    clip(outputState, batch &* operands.outputs, settings.projectionClip)
  }

  private func clip(_ values: UnsafeMutablePointer<Float>, _ count: Int, _ bound: Float) {
    if bound > 0 { for i in 0..<count { values[i] = max(min(bound, values[i]), -bound) } }
  }
}

/// Normalization to mean 0 and standard deviation 1.
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
