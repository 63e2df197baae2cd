import TFLiteKernels

/// What an operator computes of the results of a product, each with what stands at its place, so that the product could do it
/// before it is done.
public struct ProductEnding: @unchecked Sendable {
  /// The kinds of endings.
  enum Function {
    /// The sum of both inputs, float32 of one shape, clamped.
    case sum(FloatRange)
    /// The sum of both inputs, quantised bytes of one shape.
    case byteSum(ElementwiseParameters)
    /// A table of 256 bytes, which the operator keeps, looked up for the bytes of input 0.
    case lookUp(UnsafePointer<UInt8>)
  }

  let function: Function

  init(_ function: Function) { self.function = function }

  /// The same where operands have changed places.
  var swapped: ProductEnding {
    guard case .byteSum(var parameters) = function else { return self }
    swap(&parameters.firstOffset, &parameters.secondOffset)
    swap(&parameters.firstMultiplier, &parameters.secondMultiplier)
    return ProductEnding(.byteSum(parameters))
  }
}

/// What an operator ends with, in place of the operator that states it.
struct AbsorbedEnding {
  let function: ProductEnding.Function
  /// The tensor that it writes so.
  let output: Int
  /// The tensor that is added, none for look-ups.
  let addend: Addend?

  struct Addend {
    let index: Int
    let tensor: Unmanaged<RuntimeTensor>
  }

  /// Where the tensor that is added lies now.
  @inline(__always)
  var addends: UnsafeRawPointer? {
    addend.map { $0.tensor._withUnsafeGuaranteedRef { UnsafeRawPointer($0.data) } }
  }
}

/// Finds products whose results are looked up in a table, or to which a tensor is added that is there before them, as where a
/// network goes past some of its layers, and lets them do that before they are done.
enum ProductEndings {
  /// Decides anew for the operators `range`, all prepared. What runs before the first shape that depends on data is prepared
  /// as a whole or not at all, so that both operators of a pair know the same shapes; the rest stays as it is.
  static func unite(_ executor: SubgraphExecutor, _ range: Range<Int>) {
    for number in range {
      let state = executor.states[number]
      state.isAbsorbed = false
      if state.ending != nil { state.endWith(nil, state.outputs[0]) }
    }
    if range.lowerBound > 0 || !executor.resources.rewrites { return }
    for number in range {
      let state = executor.states[number]
      guard !state.isFolded, !state.isRemoved, let ending = state.operation.ending, let output = state.outputs.first,
        !(executor.ownsOutputs && executor.isOutput[state.node.outputs[0]])
      else { continue }
      let operands = operands(of: state, ending, executor)
      guard let producer = producer(operands, for: number, executor) else { continue }
      executor.states[producer].endWith(
        AbsorbedEnding(
          function: operands.ending.function, output: state.node.outputs[0],
          addend: operands.addend.map { .init(index: $0, tensor: .passUnretained(executor.tensors[$0])) }), output)
      state.isAbsorbed = true
    }
  }

  /// The operands of an ending, the result of the product being the first.
  private struct Operands {
    let product: Int
    let addend: Int?
    let ending: ProductEnding
  }

  private static func operands(
    of state: OperatorState, _ ending: ProductEnding, _ executor: SubgraphExecutor
  ) -> Operands {
    let inputs = state.node.inputs
    if case .lookUp = ending.function { return Operands(product: inputs[0], addend: nil, ending: ending) }
    return executor.producers[inputs[0]] > executor.producers[inputs[1]]
      ? Operands(product: inputs[0], addend: inputs[1], ending: ending)
      : Operands(product: inputs[1], addend: inputs[0], ending: ending.swapped)
  }

  /// The operator that computes the product and can end so, where nobody else than operator `reader` reads that.
  private static func producer(
    _ operands: Operands, for reader: Int, _ executor: SubgraphExecutor
  ) -> Int? {
    let tensor = operands.product
    let number = executor.producers[tensor]
    guard number >= 0, executor.lastReaders[tensor] == reader, executor.readerCounts[tensor] == 1,
      !executor.isOutput[tensor]
    else { return nil }
    let state = executor.states[number]
    guard !state.isFolded, !state.isRemoved, state.ending == nil, state.outputs.count == 1,
      state.outputs[0].shape == executor.states[reader].outputs[0].shape, state.operation.canEnd(with: operands.ending)
    else { return nil }
    guard let addend = operands.addend else { return number }
    // Where rows are computed in bands, a row of the sum needs the same row of what is added.
    if let window = state.operation.rowWindow, window.stride != 1 || window.extent <= window.padding { return nil }
    return isAvailable(addend, to: number, executor) ? number : nil
  }

  /// Whether the tensor is there, of one shape and final, when operator `number` runs.
  private static func isAvailable(_ tensor: Int, to number: Int, _ executor: SubgraphExecutor) -> Bool {
    if executor.tensors[tensor].description.isVariable { return false }
    return executor.isInput[tensor] || (executor.producers[tensor] >= 0 && executor.producers[tensor] < number)
  }
}
