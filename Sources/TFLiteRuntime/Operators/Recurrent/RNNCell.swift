import TFLiteKernelSets
import TFLiteKernels

/// A plain recurrent layer, `h' = activation(W x + W_aux aux + R h + b)`, on float data with float or (hybrid) integer
/// weights. The products with the input are computed for all steps at once.
final class RNNCell {
  /// A second input with weights of its own.
  private struct Auxiliary {
    let tensor: RuntimeTensor
    let product: RecurrentProduct
    let vectors: RecurrentInput
    let sums: Scratch
  }

  private let input: RuntimeTensor
  private let auxiliary: Auxiliary?
  private let state: RuntimeTensor
  private let sequence: RecurrentSequence
  private let activation: FloatFunction?
  let units: Int
  private let inputProduct: RecurrentProduct
  private let recurrentProduct: RecurrentProduct
  private let inputVectors: RecurrentInput
  private let stateVectors: RecurrentInput
  private let sums: Scratch
  private let recurrentSums: Scratch

  /// - Parameter weights: position of the input weights; recurrent weights, bias and state follow.
  init(
    input: RuntimeTensor, weights first: Int, auxiliary: RuntimeTensor?, auxiliaryWeights: RuntimeTensor?,
    isTimeMajor: Bool, isAsymmetric: Bool, activation: RecurrentActivation, _ context: PrepareContext
  ) throws(RuntimeError) {
    let weights = try context.input(first)
    let recurrent = try context.input(first + 1)
    let bias = try context.input(first + 2)
    state = try context.input(first + 3)
    try context.expect(input, .float32)
    try context.expect(weights, .float32, .int8, .uint8)
    try context.expectRank(weights, 2)
    self.input = input
    // Beside integer weights the state is quantized at every step, where the last bit of a value can become a whole step:
    // then the activation is computed as the reference does.
    self.activation = activation.function(weights.type == .float32 ? context.kernels : .reference)
    sequence = RecurrentSequence(input, isTimeMajor: isTimeMajor)
    units = weights.shape[0]
    func expect(_ tensor: RuntimeTensor, _ shape: Shape, _ type: ElementType) throws(RuntimeError) {
      if tensor.shape != shape {
        throw context.error("wrong shape", tensor, expected: "\(shape)", actual: "\(tensor.shape)")
      }
      try context.expect(tensor, type)
    }
    try expect(weights, [weights.shape[0], input.shape.innermost], weights.type)
    try expect(recurrent, [weights.shape[0], weights.shape[0]], weights.type)
    try expect(bias, [weights.shape[0]], .float32)
    try context.expectState(state, sequence.batch &* weights.shape[0], .float32)
    inputProduct = try RecurrentProduct([weights], biases: [bias], context)
    recurrentProduct = try RecurrentProduct([recurrent], context)
    inputVectors = try RecurrentInput(
      count: sequence.count, length: input.shape.innermost, for: weights, isAsymmetric: isAsymmetric, context)
    stateVectors = try RecurrentInput(
      count: sequence.batch, length: weights.shape[0], for: weights, isAsymmetric: isAsymmetric, context)
    let row = 4 &* weights.shape[0]
    sums = try context.requestScratch(product: sequence.count, row)
    recurrentSums = try context.requestScratch(product: sequence.batch, row)
    if let auxiliary, let auxiliaryWeights {
      try context.expect(auxiliary, .float32)
      try context.expectRank(auxiliary, 3)
      try expect(auxiliary, [input.shape[0], input.shape[1], auxiliary.shape[2]], .float32)
      try expect(auxiliaryWeights, [weights.shape[0], auxiliary.shape[2]], weights.type)
      self.auxiliary = Auxiliary(
        tensor: auxiliary, product: try RecurrentProduct([auxiliaryWeights], context),
        vectors: try RecurrentInput(
          count: sequence.count, length: auxiliary.shape[2], for: weights, isAsymmetric: isAsymmetric, context),
        sums: try context.requestScratch(product: sequence.count, row))
    } else {
      self.auxiliary = nil
    }
  }

  /// Packs the weights under tags from `tag` on, 3 at most.
  func pack(_ context: PackContext, tag: Int) throws(RuntimeError) {
    try inputProduct.pack(context, tag: tag)
    try recurrentProduct.pack(context, tag: tag + 1)
    try auxiliary?.product.pack(context, tag: tag + 2)
  }

  /// Runs the sequence; see `LSTMFloatCell.run`.
  func run(
    _ output: UnsafeMutablePointer<Float>, outputStride: Int, isForward: Bool, _ context: ExecuteContext
  ) throws(RuntimeError) {
    try inputProduct.begin(context)
    try recurrentProduct.begin(context)
    try auxiliary?.product.begin(context)
    let sums = context.scratch(sums).assumingMemoryBound(to: Float.self)
    let recurrent = context.scratch(recurrentSums).assumingMemoryBound(to: Float.self)
    let state = state.mutablePointer(as: Float.self)
    inputProduct.run(
      inputVectors.vectors(input.pointer(as: Float.self), context), count: sequence.count, sums, stride: units, context)
    if let auxiliary {
      let more = context.scratch(auxiliary.sums).assumingMemoryBound(to: Float.self)
      auxiliary.product.run(
        auxiliary.vectors.vectors(auxiliary.tensor.pointer(as: Float.self), context), count: sequence.count, more,
        stride: units, context)
      for i in 0..<sequence.count &* units { sums[i] += more[i] }
    }
    for step in 0..<sequence.time {
      if step & 63 == 63 { try context.checkCancellation() }
      let time = isForward ? step : sequence.time - 1 - step
      recurrentProduct.run(
        stateVectors.vectors(UnsafePointer(state), context), count: sequence.batch, recurrent, stride: units, context)
      for index in 0..<sequence.batch {
        let row = sequence.row(time, index)
        let values = sums + row &* units
        let added = recurrent + index &* units
        for i in 0..<units { values[i] += added[i] }
        activation?(values, values, units)
        (state + index &* units).update(from: values, count: units)
        (output + row &* outputStride).update(from: values, count: units)
      }
    }
  }
}
