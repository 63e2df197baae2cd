import TFLiteKernels

/// A sum that the operator which computes one of its operands makes in the end, in place of the operator that states it.
struct ResidualSum {
  /// The tensor of the sum.
  let output: Int
  /// The tensor that is added.
  let addendIndex: Int
  let addend: Unmanaged<RuntimeTensor>
  /// The bounds of the sum.
  let range: FloatRange
}

/// Finds products to whose results a tensor is added that is there before them, as where a network goes past some of its
/// layers, and lets them add it before they store the results.
enum ResidualSums {
  /// Decides anew for the operators `range`, all prepared. What runs before the first shape that depends on data is prepared
  /// as a whole or not at all, so that both operators of a pair know the same shapes; the rest stays as it is.
  static func unite(_ executor: SubgraphExecutor, _ range: Range<Int>) {
    for number in range {
      let state = executor.states[number]
      state.isAbsorbed = false
      if state.residual != nil { state.endWith(nil, state.outputs[0]) }
    }
    if range.lowerBound > 0 || !executor.resources.rewrites { return }
    for number in range {
      let state = executor.states[number]
      guard !state.isFolded, !state.isRemoved, let bounds = state.operation.sumBounds, let output = state.outputs.first,
        !(executor.ownsOutputs && executor.isOutput[state.node.outputs[0]])
      else { continue }
      let inputs = state.node.inputs
      let isFirstLater = executor.producers[inputs[0]] > executor.producers[inputs[1]]
      let product = isFirstLater ? inputs[0] : inputs[1]
      let addend = isFirstLater ? inputs[1] : inputs[0]
      guard let producer = producer(of: product, for: number, executor), isAvailable(addend, to: producer, executor)
      else { continue }
      let sum = ResidualSum(
        output: state.node.outputs[0], addendIndex: addend, addend: .passUnretained(executor.tensors[addend]),
        range: FloatRange(lower: bounds.lowerBound, upper: bounds.upperBound))
      executor.states[producer].endWith(sum, output)
      state.isAbsorbed = true
    }
  }

  /// The operator that computes the tensor and can add to it, where nobody else than operator `reader` reads it.
  private static func producer(of tensor: Int, for reader: Int, _ executor: SubgraphExecutor) -> Int? {
    let number = executor.producers[tensor]
    guard number >= 0, executor.lastReaders[tensor] == reader, !executor.isOutput[tensor] else { return nil }
    let state = executor.states[number]
    guard !state.isFolded, !state.isRemoved, state.residual == nil, state.outputs.count == 1,
      state.operation.canAddResidual,
      !executor.states[number..<reader].contains(where: { $0.node.inputs.contains(tensor) })
    else { return nil }
    // Where rows are computed in bands, a row of the sum needs the same row of what is added.
    if let window = state.operation.rowWindow, window.stride != 1 || window.extent <= window.padding { return nil }
    return number
  }

  /// Whether the tensor is there, and of one shape, when operator `number` runs.
  private static func isAvailable(_ tensor: Int, to number: Int, _ executor: SubgraphExecutor) -> Bool {
    executor.isInput[tensor] || (executor.producers[tensor] >= 0 && executor.producers[tensor] < number)
  }
}
