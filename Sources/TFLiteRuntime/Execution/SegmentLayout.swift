/// What a segment's arena has to hold: tensors its operators compute, and their scratch memory.
///
/// Tensors may share memory. An output takes over the memory of an input that nobody reads later. An output that is a part
/// of an input lies in it, and an input of which an output is made lies in that output from the start (`TensorAliasing`),
/// so that nothing has to be copied. A part of an input of the graph lies there, wherever that is (`InputView`).
struct SegmentLayout {
  private(set) var usages: [MemoryPlan.Usage] = []
  /// What lies in the usages, in the order in which it came there: for printing.
  private(set) var contents: [Content] = []
  /// Outputs of the graph that need memory of their own, and what stays from one iteration of a loop to the next.
  private(set) var tensorsApart: [RuntimeTensor] = []
  /// Tensors that lie in inputs of the graph.
  private(set) var views: [InputView] = []
  /// Tensors lie inside others.
  var hasAliases: Bool { !aliasingOperators.isEmpty }
  /// The operators of which operands lie inside others.
  private var aliasingOperators = PositionSet()

  /// For each tensor of the subgraph, where it lies; nil where it has no place in the plan.
  private var places: [Place?]
  /// The tensors in each usage.
  private var residents: [ResidentIndex] = []
  /// For each tensor that lies in an input of the graph: which, and how many bytes from its start.
  private var viewed: [Int: (input: Int, offset: Int)] = [:]
  /// Of operators with scratch memory.
  private var usagesOfScratch: [(number: Int, usages: [Int])] = []

  /// One thing that lies in a usage.
  struct Content {
    enum Kind {
      /// A tensor that begins the usage.
      case tensor(Int)
      /// A tensor in the place of what was there before.
      case successor(Int)
      /// A tensor so many bytes from the start.
      case part(Int, offset: Int)
      /// Scratch memory of an operator.
      case scratch(operator: Int)
    }

    let usage: Int
    let kind: Kind
  }

  /// Where a tensor lies.
  private struct Place {
    var usage: Int
    /// Bytes from the start of the usage, and what is reserved from there on.
    var offset: Int
    var room: Int
    /// The last operator that reads the tensor.
    var lastUse: Int
  }

  /// The operators that run together with one: their tensors and scratch memory live side by side.
  private var companions: [Int: ClosedRange<Int>] = [:]
  /// For each tensor that has memory for a few rows: bytes of it.
  private var heldBytes: [Int: Int] = [:]
  /// The tensors, of those, that lie in another one.
  private var shared: [Int: Int] = [:]
  private let executor: SubgraphExecutor
  private let operators: Range<Int>

  /// - Parameter aliasing: the tensors that are to lie inside others that are computed later, nil for no tensors inside others.
  init(_ executor: SubgraphExecutor, _ operators: Range<Int>, _ bands: [BandPlan], _ aliasing: TensorAliasing?) {
    self.executor = executor
    self.operators = operators
    places = [Place?](repeating: nil, count: executor.tensors.count)
    for plan in bands {
      for number in plan.operators { companions[number] = plan.operators }
      for (tensor, memory) in plan.memory {
        heldBytes[tensor] = plan.parts.count * memory.byteCount
        shared[tensor] = memory.shared
      }
    }
    aliasingOperators = aliasing?.aliasingOperators ?? PositionSet()
    for number in operators {
      let state = executor.states[number]
      if !state.hasPlace { continue }
      for position in state.outputs.indices where state.node.outputs[position] >= 0 {
        let index = state.written(position)
        let tensor = executor.tensors[index]
        if tensor.hasUnknownShape || tensor.type == .string { continue }
        if state.isInvariant || executor.isApart(index) {
          tensorsApart.append(tensor)
          continue
        }
        let size = heldBytes[index] ?? tensor.byteCount
        if let other = shared[index], let place = places[other] {
          put(index, Place(usage: place.usage, offset: 0, room: place.room, lastUse: lastUse(of: index)))
          contents.append(Content(usage: place.usage, kind: .successor(index)))
        } else if let aliasing, let alias = aliasing.aliases[index] {
          addAlias(index, alias, number)
        } else if places[index] != nil || addView(output: position, of: state, number) {
          // Its parts are there already, or it is part of what is there.
        } else if !addAlias(output: position, of: state, number, aliasing), !takeOver(position, state, number, aliasing)
        {
          let usage = add(size, number, max(lastUse(of: index), number), .tensor(index))
          put(index, Place(usage: usage, offset: 0, room: size, lastUse: lastUse(of: index)))
        }
      }
      if state.stated.scratchSizes.isEmpty { continue }
      let scratch = state.stated.scratchSizes.map { add($0, number, number, .scratch(operator: number)) }
      usagesOfScratch.append((number, scratch))
    }
  }

  private mutating func add(_ byteCount: Int, _ first: Int, _ last: Int, _ content: Content.Kind) -> Int {
    usages.append(
      .init(
        byteCount: byteCount, firstUse: companions[first]?.lowerBound ?? first,
        lastUse: companions[last]?.upperBound ?? last))
    contents.append(Content(usage: usages.count - 1, kind: content))
    residents.append(ResidentIndex())
    return usages.count - 1
  }

  /// Outputs of the graph, and what later segments read, stay to the end.
  private func lastUse(of tensor: Int) -> Int {
    if executor.isOutput[tensor] || executor.lastReaders[tensor] >= operators.upperBound {
      return executor.states.count
    }
    let reader = executor.lastReaders[tensor]
    return companions[reader]?.upperBound ?? reader
  }

  private mutating func put(_ tensor: Int, _ place: Place) {
    places[tensor] = place
    residents[place.usage].insert(tensor, offset: place.offset, byteCount: executor.tensors[tensor].byteCount)
    usages[place.usage].lastUse = max(usages[place.usage].lastUse, place.lastUse)
  }

  /// Puts a tensor into one that is computed later, which gets its memory now.
  private mutating func addAlias(_ tensor: Int, _ alias: TensorAliasing.Alias, _ number: Int) {
    let whole = executor.tensors[alias.whole]
    if places[alias.whole] == nil {
      let usage = add(
        whole.byteCount, number, max(lastUse(of: alias.whole), executor.producers[alias.whole]),
        .tensor(alias.whole))
      put(
        alias.whole, Place(usage: usage, offset: 0, room: whole.byteCount, lastUse: lastUse(of: alias.whole)))
    }
    guard let place = places[alias.whole] else { return }
    put(
      tensor,
      Place(
        usage: place.usage, offset: alias.offset, room: executor.tensors[tensor].byteCount,
        lastUse: lastUse(of: tensor)))
    contents.append(Content(usage: place.usage, kind: .part(tensor, offset: alias.offset)))
  }

  /// Lets an output that is a part of an input of the graph lie there. Not where subgraphs are called: the body of a loop may
  /// write to its inputs.
  private mutating func addView(output position: Int, of state: OperatorState, _ number: Int) -> Bool {
    let index = state.node.outputs[position]
    guard executor.program.key.rewrites, !executor.isCalled, companions[number] == nil, state.epilogue == nil,
      !executor.isOutput[index]
    else { return false }
    for placement in state.stated.placements(ofOutput: position) where placement.part == .output {
      let input = state.node.inputs[placement.input]
      guard input >= 0, placement.offset % TensorAliasing.alignment == 0 else { continue }
      if let earlier = viewed[input] {
        viewed[index] = (earlier.input, earlier.offset + placement.offset)
      } else if executor.isInput[input], !executor.tensors[input].isConstant,
        !executor.tensors[input].description.isVariable
      {
        viewed[index] = (input, placement.offset)
      }
      guard let view = viewed[index] else { continue }
      views.append(
        InputView(executor.tensors[index], of: executor.tensors[view.input], offset: view.offset, writer: number))
      return true
    }
    return false
  }

  /// Puts an output into the input it is a part of; false when there is none that keeps its content.
  private mutating func addAlias(
    output position: Int, of state: OperatorState, _ number: Int, _ aliasing: TensorAliasing?
  ) -> Bool {
    guard let aliasing, companions[number] == nil else { return false }
    let index = state.node.outputs[position]
    for placement in state.stated.placements(ofOutput: position) where placement.part == .output {
      let input = state.node.inputs[placement.input]
      guard input >= 0, let place = places[input], !aliasing.isOverwritten.contains(input),
        placement.offset % TensorAliasing.alignment == 0
      else { continue }
      aliasingOperators.insert(number)
      put(
        index,
        Place(
          usage: place.usage, offset: place.offset + placement.offset, room: state.outputs[position].byteCount,
          lastUse: lastUse(of: index)))
      contents.append(Content(usage: place.usage, kind: .part(index, offset: place.offset + placement.offset)))
      return true
    }
    return false
  }

  /// Lets an output take over the memory of an input: one that is large enough, and of which nobody reads anything later.
  private mutating func takeOver(
    _ output: Int, _ state: OperatorState, _ number: Int, _ aliasing: TensorAliasing?
  ) -> Bool {
    if companions[number] != nil { return false }
    let index = state.node.outputs[output]
    let byteCount = state.outputs[output].byteCount
    for pair in state.stated.inPlace where pair.output == output && pair.input < state.node.inputs.count {
      let input = state.node.inputs[pair.input]
      guard input >= 0, let place = places[input], place.lastUse == number, byteCount <= place.room,
        !(aliasing?.isOverwritten.contains(input) ?? false), isFree(place, byteCount, for: input, state, number)
      else { continue }
      put(
        index, Place(usage: place.usage, offset: place.offset, room: place.room, lastUse: lastUse(of: index)))
      contents.append(Content(usage: place.usage, kind: .successor(index)))
      return true
    }
    return false
  }

  /// Whether operator `number` may overwrite the first `byteCount` bytes of `place`, where its input `input` lies.
  private mutating func isFree(
    _ place: Place, _ byteCount: Int, for input: Int, _ state: OperatorState, _ number: Int
  ) -> Bool {
    let (places, producers) = (places, executor.producers)
    return residents[place.usage].isFree(place.offset..<place.offset + byteCount) { tensor in
      guard tensor != input, let other = places[tensor] else { return .unneeded }
      // Nobody reads the tensor from this operator on, which has not written it either.
      if other.lastUse > number || state.node.inputs.contains(tensor) || state.node.outputs.contains(tensor) {
        return .needed
      }
      return other.lastUse < number && producers[tensor] < number ? .gone : .unneeded
    }
  }

  /// Whether the operator would copy its operands to where they lie: every output in an input, or all that makes up the output
  /// in that.
  private func hasContent(_ state: OperatorState) -> Bool {
    let placements = state.stated.placements
    if placements.isEmpty || state.isInvariant || state.epilogue != nil { return false }
    if state.node.outputs.allSatisfy({ viewed[$0] != nil }) { return true }
    func holds(_ placement: Placement) -> Bool {
      guard let input = place(state.node.inputs[placement.input]),
        let output = place(state.node.outputs[placement.output]), input.usage == output.usage
      else { return false }
      return placement.part == .output
        ? output.offset == input.offset + placement.offset : input.offset == output.offset + placement.offset
    }
    let parts = state.outputs.indices.allSatisfy { position in
      state.stated.placements(ofOutput: position).contains { $0.part == .output && holds($0) }
    }
    if parts { return true }
    guard state.outputs.count == 1, place(state.node.outputs[0]) != nil else { return false }
    let joined = placements.reduce(0) { sum, placement in
      placement.part == .input && holds(placement) ? sum + (state.inputs[placement.input]?.byteCount ?? 0) : sum
    }
    return joined == state.outputs[0].byteCount
  }

  private func place(_ tensor: Int) -> Place? { tensor < 0 ? nil : places[tensor] }

  /// Gives the tensors and scratch requests their addresses.
  func place(_ plan: MemoryPlan, in arena: AlignedMemory) {
    for (tensor, place) in places.enumerated() {
      guard let place else { continue }
      executor.tensors[tensor].storage = .arena
      executor.tensors[tensor].data = arena.base + (plan.offsets[place.usage] + place.offset)
    }
    for view in views { view.show() }
    for number in operators {
      let state = executor.states[number]
      state.place.hasAliasedOperands =
        aliasingOperators.contains(number) || state.node.outputs.contains { viewed[$0] != nil }
      if state.place.hasContent {
        state.place.hasContent = false
        state.resume()
      }
      if state.disposition == .runs, hasContent(state) {
        state.place.hasContent = true
        state.disposition = .done
      }
    }
    for (number, scratch) in usagesOfScratch {
      executor.states[number].place.scratch = scratch.map { arena.base + plan.offsets[$0] }
    }
  }
}

/// A tensor that is a part of an input of the graph and lies where that does.
struct InputView {
  private let tensor: Unmanaged<RuntimeTensor>
  private let input: Unmanaged<RuntimeTensor>
  private let offset: Int
  /// The operator whose output the tensor is.
  let writer: Int

  init(_ tensor: RuntimeTensor, of input: RuntimeTensor, offset: Int, writer: Int) {
    self.tensor = .passUnretained(tensor)
    self.input = .passUnretained(input)
    self.offset = offset
    self.writer = writer
  }

  /// Finds the place where the input is now: inputs may move from one invocation to the next.
  func show() {
    let data = input._withUnsafeGuaranteedRef { $0.data } + offset
    tensor._withUnsafeGuaranteedRef {
      $0.storage = .view
      $0.data = data
    }
  }
}
