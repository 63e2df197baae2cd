/// The tensors of a segment that lie inside others which are computed later from them: the inputs of a concatenation
/// inside its output.
///
/// Found from the last operator to the first, so that a tensor finds its place in the outermost one. Where the operator
/// that writes such a tensor could leave its own input where it is, that input has the same place.
struct TensorAliasing {
  /// A part of another tensor.
  struct Alias {
    /// The tensor that lies in no other.
    var whole: Int
    /// Bytes from its start.
    var offset: Int
  }

  private(set) var aliases: [Int: Alias] = [:]
  /// Tensors whose place an operator that reads them last gives to its output.
  private(set) var isOverwritten = PositionSet()
  /// The operators between whose operands this holds.
  private(set) var aliasingOperators = PositionSet()

  /// What offsets are multiples of, so that tensors of any type may lie there.
  static let alignment = 8

  private let executor: SubgraphExecutor
  private let operators: Range<Int>
  /// Tensors of which memory holds a few rows.
  private var isPartial = PositionSet()
  private var isInBand = PositionSet()

  init(_ executor: SubgraphExecutor, _ operators: Range<Int>, _ bands: [BandPlan]) {
    self.executor = executor
    self.operators = operators
    for plan in bands {
      isPartial.formUnion(plan.memory.keys)
      isInBand.formUnion(plan.operators)
    }
    for number in operators.reversed() {
      let state = executor.states[number]
      if !state.hasPlace || isInBand.contains(number) { continue }
      aliasInputs(of: state, number)
      for output in state.outputs.indices { passOn(output, of: state, number) }
    }
  }

  /// Puts inputs into the outputs they become parts of.
  private mutating func aliasInputs(of state: OperatorState, _ number: Int) {
    for placement in state.stated.placements where placement.part == .input {
      let input = state.node.inputs[placement.input]
      let output = state.node.outputs[placement.output]
      guard placement.offset % Self.alignment == 0, isFree(output), canMove(input),
        !isOverwritten.contains(output) || isLast(number, toRead: input)
      else { continue }
      let alias = aliases[output] ?? Alias(whole: output, offset: 0)
      aliases[input] = Alias(whole: alias.whole, offset: alias.offset + placement.offset)
      aliasingOperators.insert(number)
      if isOverwritten.contains(output) { isOverwritten.insert(input) }
    }
  }

  /// Gives the place of an output to an input that it has the content or may take the memory of.
  private mutating func passOn(_ position: Int, of state: OperatorState, _ number: Int) {
    let output = state.node.outputs[position]
    guard output >= 0, let alias = aliases[output] else { return }
    let size = state.outputs[position].byteCount
    for placement in state.stated.placements(ofOutput: position) where placement.part == .output {
      let input = state.node.inputs[placement.input]
      guard canMove(input), executor.tensors[input].byteCount == size,
        !isOverwritten.contains(output) || isLast(number, toRead: input)
      else { continue }
      aliases[input] = alias
      aliasingOperators.insert(number)
      if isOverwritten.contains(output) { isOverwritten.insert(input) }
      return
    }
    for pair in state.stated.inPlace where pair.output == position && pair.input < state.node.inputs.count {
      let input = state.node.inputs[pair.input]
      guard canMove(input), executor.tensors[input].byteCount == size, isLast(number, toRead: input), !isPart(input)
      else { continue }
      aliases[input] = alias
      isOverwritten.insert(input)
      return
    }
  }

  private func isLast(_ number: Int, toRead tensor: Int) -> Bool {
    executor.lastReaders[tensor] == number && !executor.isOutput[tensor]
  }

  /// The tensor can lie in one that it is computed from.
  private func isPart(_ index: Int) -> Bool {
    let state = executor.states[executor.producers[index]]
    return state.stated.placements(ofOutput: executor.outputPositions[index]).contains {
      $0.part == .output && isFree(state.node.inputs[$0.input])
    }
  }

  /// The tensor is computed in the segment and has a whole place in its memory.
  private func isFree(_ index: Int) -> Bool {
    guard index >= 0, operators.contains(executor.producers[index]), !isPartial.contains(index) else { return false }
    let tensor = executor.tensors[index]
    let state = executor.states[executor.producers[index]]
    return state.disposition != .folded && !tensor.hasUnknownShape && tensor.type != .string
      && tensor.byteCount > 0 && !executor.isApart(index)
  }

  private func canMove(_ index: Int) -> Bool { isFree(index) && aliases[index] == nil }
}
