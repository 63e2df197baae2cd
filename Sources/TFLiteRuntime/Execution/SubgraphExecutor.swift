import TFLiteKernels

/// Runs one subgraph for one session.
///
/// Operators are prepared in order. One whose output shape depends on data ends a *segment*: what follows can be prepared
/// only once it has run. Each segment has a memory plan and an arena of its own; a graph without such operators is one
/// segment. A segment stays prepared for as long as the shapes it was prepared for stay the same.
final class SubgraphExecutor: SubgraphHost {
  let index: Int
  let compiled: CompiledGraph
  let program: Program
  let tensors: [RuntimeTensor]
  let inputs: [RuntimeTensor]
  let outputs: [RuntimeTensor]
  let absent: RuntimeTensor
  let states: [OperatorState]
  /// The same for execution: reading them counts no references.
  private let steps: UnsafeMutablePointer<Unmanaged<OperatorState>>

  var graph: Graph { compiled.graph }
  /// For each tensor: the operator that writes it, -1 for none; and the last operator that reads it, -1 for none.
  var producers: [Int] { compiled.liveness.producers }
  var lastReaders: [Int] { compiled.liveness.lastReaders }
  /// For each tensor that an operator writes: which of its outputs it is.
  var outputPositions: [Int] { compiled.liveness.outputPositions }
  var isInput: [Bool] { compiled.liveness.isInput }
  var isOutput: [Bool] { compiled.liveness.isOutput }

  /// For each operator: what runs from it on, in bands of rows; segments keep it.
  private let bandStarts: UnsafeMutablePointer<Unmanaged<BandRunner>?>
  /// Operators before this one are prepared and planned.
  @exclusivity(unchecked) private var preparedEnd = 0
  @exclusivity(unchecked) private var needsPreparation = true
  /// An operator of this invocation has given an output a new shape; some of those after it may be stale.
  @exclusivity(unchecked) private var hasStale = false
  @exclusivity(unchecked) private var isBusy = false
  /// The outputs hold what the last invocation has computed.
  @exclusivity(unchecked) private(set) var hasResults = false
  /// Operators before this one may hold what an earlier preparation has found out.
  private var rememberedEnd: Int
  /// What preparation has found for other shapes of the inputs; see `outline`.
  var outlines: [[Shape]: Outline] = [:]
  /// Made when a shape changes for the first time.
  private lazy var readers = TensorReaders(graph)
  /// Why the last operator failed.
  private var failure: RuntimeError?
  private(set) var segments: [Segment] = []
  /// Outputs lie in memory of their own instead of the arena.
  private(set) var ownsOutputs = false

  /// A run of operators planned together.
  struct Segment {
    var operators: Range<Int>
    var plan: MemoryPlan
    var arena: AlignedMemory
    /// What each usage of the plan is, for printing.
    var labels: [String]
    /// Operators that run in bands of rows.
    var bands: [BandRunner]
  }

  /// For the objects of operators and tensors, and for what rewrites keep.
  private let room: MemoryReservation

  /// An estimate of what the objects take, which bounds what a file of many operators can make of little. Operators of many
  /// operands join or cut them, and keep something for each.
  private static func objectByteCount(_ graph: Graph) -> Int {
    var total = graph.tensors.count &* 256
    for node in graph.operators {
      let operands = node.inputs.count &+ node.outputs.count
      total &+= 1024 &+ operands &* (operands > 8 ? 1024 : 64)
    }
    return total
  }

  var resources: SessionResources { program.resources }

  /// - Parameters:
  ///   - compiled: subgraph `index` of the model, or a part of it as a graph of its own.
  ///   - made: its operators, for this session alone.
  init(
    _ index: Int, _ program: Program, _ compiled: CompiledGraph, _ made: [MadeOperator]
  ) throws(RuntimeError) {
    self.index = index
    self.program = program
    self.compiled = compiled
    let memory = program.resources.memory
    room = try MemoryReservation(Self.objectByteCount(compiled.stated), for: "operators and tensors", memory)
    let graph = compiled.graph
    let tensors = graph.tensors.map { RuntimeTensor($0) }
    self.tensors = tensors
    inputs = graph.inputs.map { tensors[$0] }
    outputs = graph.outputs.map { tensors[$0] }
    let absent = RuntimeTensor(
      TensorDescription(
        index: -1, name: "(absent)", type: .uint8, shape: [0], shapeSignature: [0], hasRank: true, quantization: nil,
        isVariable: false, constant: nil, sparsity: nil))
    self.absent = absent
    states = zip(graph.operators, made).map { node, made in
      OperatorState(
        node: node, made, inputs: node.inputs.map { $0 < 0 ? nil : tensors[$0] },
        outputs: node.outputs.map { $0 < 0 ? absent : tensors[$0] },
        intermediates: node.intermediates.map { $0 < 0 ? absent : tensors[$0] }, absent: absent)
    }
    for number in compiled.invariants { states[number].isInvariant = true }
    rememberedEnd = states.count
    steps = .allocate(capacity: max(1, states.count))
    for (number, state) in states.enumerated() { (steps + number).initialize(to: .passUnretained(state)) }
    bandStarts = .allocate(capacity: max(1, states.count))
    bandStarts.initialize(repeating: nil, count: max(1, states.count))
    for tensor in tensors { try tensor.align(memory) }
    try expandSparseConstants()
    try placePersistentTensors()
  }

  deinit {
    steps.deallocate()
    bandStarts.deallocate()
  }

  /// Operators see dense weights only; the dense form is shared by the sessions of the model.
  private func expandSparseConstants() throws(RuntimeError) {
    for (number, tensor) in tensors.enumerated() {
      guard tensor.isConstant, let sparsity = tensor.description.sparsity else { continue }
      let key = ConstantKey(subgraph: index, node: -1 - number, tag: 0, kernels: 0)
      if let memory = try program.model.constants.existing(key, resources.memory) {
        tensor.adopt(memory)
      } else {
        let memory = try SparseLayout.expand(tensor.description, sparsity, resources.memory)
        program.model.constants.store(key, memory)
        tensor.adopt(memory)
      }
    }
  }

  /// Variables, and outputs that nobody computes, keep memory of their own, zero at first.
  private func placePersistentTensors() throws(RuntimeError) {
    var isComputedInFile = [Bool](repeating: false, count: tensors.count)
    for node in compiled.stated.operators {
      for output in node.outputs where output >= 0 { isComputedInFile[output] = true }
    }
    for (number, tensor) in tensors.enumerated()
    where !tensor.isConstant && !isInput[number] && !isComputedInFile[number] && producers[number] < 0 {
      try tensor.ensureOwnMemory(
        tensor.type.byteCount(ofElements: max(0, tensor.shape.checkedElementCount ?? 0)) ?? 0,
        resources.memory)
      if tensor.byteCount == 0, !tensor.description.isVariable, tensor.type != .string {
        tensor.isConstant = true
        tensor.isFileConstant = true
      }
    }
    resetVariables()
  }

  /// Sets variables back to zero: the real one for int8, as TFLite does, all bits for other types.
  func resetVariables() {
    for tensor in tensors where tensor.description.isVariable && !tensor.isConstant {
      let zero = tensor.type == .int8 ? tensor.quantization?.zeroPoint ?? 0 : 0
      tensor.data.initializeMemory(
        as: UInt8.self, repeating: UInt8(truncatingIfNeeded: zero), count: tensor.byteCount)
    }
  }

  // MARK: Inputs

  func resizeInput(_ number: Int, to shape: Shape, byteCount: Int?) throws(RuntimeError) {
    guard inputs.indices.contains(number) else {
      throw RuntimeError(.notFound, "no such input", expected: "0..<\(inputs.count)", actual: "\(number)")
    }
    let tensor = inputs[number]
    guard let count = shape.checkedElementCount,
      let bytes = tensor.type.byteCount(ofElements: count) ?? byteCount ?? (tensor.type == .string ? 0 : nil)
    else {
      throw RuntimeError(.invalidArgument, "impossible shape for an input", tensor: tensor.label, actual: "\(shape)")
    }
    if tensor.isConstant {
      throw RuntimeError(.invalidArgument, "the input is a constant and cannot be resized or set", tensor: tensor.label)
    }
    if tensor.shape != shape { askForPreparation() }
    if tensor.byteCount != bytes || !tensor.isPlaced {
      try tensor.ensureOwnMemory(bytes, resources.memory)
    }
    tensor.shape = shape
  }

  /// Lets an input lie in the memory of `tensor`, whose shape it takes.
  func bindInput(_ number: Int, to tensor: RuntimeTensor) throws(RuntimeError) {
    let input = inputs[number]
    if input.isConstant { return try resizeInput(number, to: tensor.shape, byteCount: nil) }
    if input.shape != tensor.shape {
      input.shape = tensor.shape
      askForPreparation()
    }
    input.storage = .bound
    input.data = tensor.data
    input.byteCount = tensor.byteCount
  }

  /// Whether an operator reads the tensor, or it is an output.
  func reads(_ tensor: RuntimeTensor) -> Bool {
    lastReaders[tensor.description.index] >= 0 || isOutput[tensor.description.index]
  }

  /// Whether an operator writes the tensor.
  func computes(_ tensor: RuntimeTensor) -> Bool { producers[tensor.description.index] >= 0 }

  var modelGraphs: [Graph] { program.model.graphs }

  func discard(_ constant: UnsafeRawBufferPointer) { program.model.storage.discard(constant) }

  func releaseInputs() {
    for input in inputs {
      guard case .bound = input.storage else { continue }
      input.storage = .none
      input.data = RuntimeTensor.nothing
    }
  }

  func keepOutputsApart() {
    if ownsOutputs { return }
    ownsOutputs = true
    askForPreparation()
  }

  /// What the executor has found out and computed is of other shapes or lies in other places than it has to.
  private func askForPreparation() {
    needsPreparation = true
    hasResults = false
  }

  /// The memory of outputs serves for something else from now on.
  func forgetResults() { hasResults = false }

  /// Gives `input` the memory, shape and content of `output`, and `output` the memory of `input`. Both have their own.
  func exchange(_ input: RuntimeTensor, _ output: RuntimeTensor) throws(RuntimeError) {
    if input.byteCount == output.byteCount, case .own = output.storage, case .own = input.storage {
      swap(&input.storage, &output.storage)
      swap(&input.data, &output.data)
      if input.shape != output.shape {
        input.shape = output.shape
        askForPreparation()
      }
      return
    }
    guard case .own(let new) = output.storage, case .own(let old) = input.storage else { return }
    input.storage = .own(new)
    input.data = new.base
    input.byteCount = output.byteCount
    try output.ensureOwnMemory(output.byteCount, reusing: old, resources.memory)
    if input.shape != output.shape {
      input.shape = output.shape
      askForPreparation()
    }
  }

  /// The iterations that follow are those of another run of the loop.
  func beginLoop() {
    for number in compiled.invariants where states[number].disposition == .done { states[number].resume() }
  }

  // MARK: Preparation

  /// No operator waits for the shapes that another one finds while executing.
  var hasFixedShapes: Bool { !needsPreparation && !hasDynamicShapes }
  /// An operator prepared since the inputs have their shapes finds the shape of its output while executing.
  private var hasDynamicShapes = false

  var isPrepared: Bool { !needsPreparation }

  /// Prepares operators up to the first whose output shape depends on data, and plans their memory.
  func prepare() throws(RuntimeError) {
    if !needsPreparation { return }
    try enter()
    defer { leave() }
    hasResults = false
    hasDynamicShapes = false
    for (number, tensor) in inputs.enumerated() where !tensor.isConstant {
      if tensor.type != .string || !tensor.isPlaced { try resizeInput(number, to: tensor.shape, byteCount: nil) }
    }
    segments.removeAll()
    preparedEnd = 0
    try prepareSegment(0)
    needsPreparation = false
  }

  private var recursion: RuntimeError { RuntimeError(.invalidModel, "subgraph \(index) runs itself") }

  private func enter() throws(RuntimeError) {
    if isBusy { throw recursion }
    try resources.descend()
    isBusy = true
  }

  private func leave() {
    resources.ascend()
    isBusy = false
  }

  private func prepareSegment(_ start: Int) throws(RuntimeError) {
    forgetOutputs(from: start)
    var end = start
    while end < states.count {
      let state = states[end]
      end += 1
      rememberedEnd = max(rememberedEnd, end)
      do throws(RuntimeError) {
        if resources.cancellation != nil { try resources.checkCancellation() }
        try prepareOperator(state)
      } catch {
        throw error.located(at: state.node.location)
      }
      if state.hasDynamicOutput && state.disposition != .folded {
        hasDynamicShapes = true
        break
      }
    }
    if end == preparedEnd && end > start { return }
    try planSegment(start..<end)
    preparedEnd = end
  }

  /// What the operators from `start` on compute is unknown until they are prepared again: their memory may go at any
  /// time, and a failure on the way must leave nothing that points to it.
  private func forgetOutputs(from start: Int) {
    if start >= rememberedEnd { return }
    for state in states[start..<rememberedEnd] {
      for output in state.outputs where output !== absent {
        output.hasUnknownShape = true
        if case .arena = output.storage {
          output.storage = .none
          output.data = RuntimeTensor.nothing
        }
      }
    }
    rememberedEnd = start
  }

  private func prepareOperator(_ state: OperatorState) throws(RuntimeError) {
    // The same factors and tables whether this comes before an invocation or in the midst of one.
    let environment = FloatEnvironment.withSubnormals()
    defer { environment.restore() }
    state.resetPreparation()
    for output in state.outputs {
      output.isConstant = false
      output.isFileConstant = false
      output.hasUnknownShape = false
    }
    try state.operation.prepare(PrepareContext(state, self, resources))
    for output in state.outputs where output.type == .string {
      state.hasDynamicOutput = state.hasDynamicOutput || output.hasUnknownShape
    }
    state.sortPlacements()
    state.findIdle()
    if !state.isIdle { try state.operation.pack(PackContext(state, self, resources)) }
    if program.key.rewrites, canFold(state) { try fold(state) }
    state.computesInJobs = state.operation.computesInJobs
  }

  // MARK: Memory

  private func planSegment(_ operators: Range<Int>) throws(RuntimeError) {
    fuseEpilogues(operators)
    let bands = program.key.rewrites ? BandPlan.plans(self, operators) : []
    var layout = SegmentLayout(
      self, operators, bands, program.key.rewrites ? TensorNesting(self, operators, bands) : nil)
    var plan = try MemoryPlan(layout.usages)
    if layout.isNested {
      // Tensors inside others keep all of those alive: not at the price of memory.
      let plainLayout = SegmentLayout(self, operators, bands, nil)
      let plainPlan = try MemoryPlan(plainLayout.usages)
      if plainPlan.arenaByteCount < plan.arenaByteCount { (layout, plan) = (plainLayout, plainPlan) }
    }
    let isLaterPart = operators.lowerBound > 0
    if !isLaterPart { segments.removeAll() }
    while let last = segments.last, last.operators.lowerBound >= operators.lowerBound { segments.removeLast() }
    let arena = try AlignedMemory(plan.arenaByteCount, for: "the tensors of a subgraph", resources.memory)
    layout.place(plan, in: arena)
    for tensor in layout.tensorsApart { try tensor.ensureOwnMemory(tensor.byteCount, resources.memory) }
    for number in operators {
      bandStarts[number] = nil
      states[number].isInBand = false
    }
    let runners = bands.map { BandRunner($0, self) }
    for runner in runners {
      bandStarts[runner.operators.lowerBound] = .passUnretained(runner)
      states[runner.operators.lowerBound].isInBand = true
    }
    segments.append(
      Segment(operators: operators, plan: plan, arena: arena, labels: layout.labels, bands: runners))
  }

  func subprogram(
    _ number: Int, for node: OperatorNode, isLoopBody: Bool
  ) throws(RuntimeError) -> Subprogram {
    let executor: SubgraphExecutor
    do {
      executor = try isLoopBody ? program.loopBody(number) : program.executor(number)
    } catch {
      throw error.located(at: node.location)
    }
    if executor.isBusy { throw executor.recursion.located(at: node.location) }
    return Subprogram(subgraph: executor)
  }

  // MARK: Execution

  func invoke() throws(RuntimeError) {
    try prepare()
    try enter()
    defer {
      resources.workers.finish()
      leave()
    }
    hasResults = false
    // Held once, not counted anew for every operator.
    let resources = resources
    var number = 0
    while number < states.count {
      if number >= preparedEnd || hasStale {
        resources.workers.finish()
        if number >= preparedEnd { try prepareSegment(number) } else { try refresh(number) }
      }
      if resources.cancellation != nil { try resources.checkCancellation() }
      if let bands = bandStarts[number] {
        number = try run(bands)
      } else if !steps[number]._withUnsafeGuaranteedRef({ (state) -> Bool in run(state, resources) }) {
        throw takeFailure()
      }
      number += 1
      if steps[number - 1]._withUnsafeGuaranteedRef({ $0.shapesChanged }) { shapesChanged(by: number - 1) }
    }
    hasStale = false
    hasResults = true
  }

  /// The outputs of an operator have new shapes: those who read them behind it have to be prepared again.
  private func shapesChanged(by last: Int) {
    let (state, number) = (states[last], last + 1)
    state.shapesChanged = false
    if preparedEnd <= number { return }
    hasStale = true
    for output in state.node.outputs where output >= 0 {
      for reader in readers[output] where reader >= number && reader < preparedEnd { states[reader].isStale = true }
    }
  }

  /// Prepares operator `number`, and those that run in bands with it, again if a shape that they depend on has changed. As
  /// long as that changes nothing in its own outputs and memory, the operators after it stay prepared.
  private func refresh(_ number: Int) throws(RuntimeError) {
    let state = states[number]
    let last = bandStarts[number].map { $0._withUnsafeGuaranteedRef { $0.operators.upperBound } } ?? number
    if !states[number...last].contains(where: { $0.isStale }) { return }
    let shapes = state.outputs.map { $0.shape }
    if state.isPlannedAlone {
      do throws(RuntimeError) {
        try prepareOperator(state)
        if state.isPlannedAlone, zip(state.outputs, shapes).allSatisfy({ $0.shape == $1 }) { return }
      } catch {
        // Fails again below, where nothing is left of what later operators have computed.
      }
    }
    preparedEnd = number
    try prepareSegment(number)
  }

  /// Executes operators that run in bands and returns the number of the last.
  private func run(_ bands: Unmanaged<BandRunner>) throws(RuntimeError) -> Int {
    if let error = bands._withUnsafeGuaranteedRef({ $0.run(self) }) { throw error }
    return bands._withUnsafeGuaranteedRef { $0.operators.upperBound }
  }

  /// Executes one operator; false when it fails, with its objection in `failure`: a closure over an unmanaged reference
  /// cannot throw typed errors, and returning them would copy them for every operator.
  @inline(__always)
  private func run(_ state: OperatorState, _ resources: SessionResources) -> Bool {
    if state.disposition != .runs { return true }
    if !state.computesInJobs { resources.workers.finish() }
    do throws(RuntimeError) {
      if resources.profiling {
        let start = Clock.nanoseconds()
        try state.operation.execute(ExecuteContext(state, resources))
        resources.workers.finish()
        state.nanoseconds &+= Clock.nanoseconds() &- start
        state.runs &+= 1
      } else {
        try state.operation.execute(ExecuteContext(state, resources))
      }
      if state.isInvariant { state.disposition = .done }
      return true
    } catch {
      failure = error.located(at: state.node.location)
      return false
    }
  }

  private func takeFailure() -> RuntimeError {
    let error = failure ?? RuntimeError(.invalidState, "an operator failed")
    failure = nil
    return error
  }
}

extension RuntimeTensor {
  /// The tensor has memory, if only for nothing.
  var isPlaced: Bool {
    if case .none = storage { false } else { true }
  }
}
