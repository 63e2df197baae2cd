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
  /// Keeps the tensors.
  private let held: SubgraphTensors
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
  /// For each operator: what runs from it on as calls of kernels; segments keep it.
  private let callStarts: UnsafeMutablePointer<Unmanaged<CallRun>?>
  /// Operators before this one are prepared and planned.
  @exclusivity(unchecked) private var preparedEnd = 0
  @exclusivity(unchecked) private var needsPreparation = true
  /// An operator of this invocation has given an output a new shape; some of those after it may be stale.
  @exclusivity(unchecked) private var hasStale = false
  @exclusivity(unchecked) private var isBusy = false
  /// The inputs hold the variables of a loop.
  @exclusivity(unchecked) private var isLooping = false
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
  /// Tensors of the segments that lie in inputs.
  @exclusivity(unchecked) private var views: [InputView] = []
  /// Outputs lie in memory of their own instead of the arena.
  private(set) var ownsOutputs = false
  /// Where inputs and outputs lie outside of the session.
  @exclusivity(unchecked) var bindings = Bindings() { didSet { isSelfContained = !isCalled && bindings.isEmpty } }
  /// Operators of other subgraphs run this one.
  @exclusivity(unchecked) var isCalled = false { didSet { isSelfContained = !isCalled && bindings.isEmpty } }
  /// Neither: an invocation from outside finds inputs and outputs where it left them.
  @exclusivity(unchecked) private(set) var isSelfContained = true

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
    held = try SubgraphTensors(index, compiled, program)
    (tensors, inputs, outputs, absent) = (held.all, held.inputs, held.outputs, held.absent)
    states = zip(compiled.graph.operators, made).map { [held] node, made in
      OperatorState(node: node, made, held.operands(of: node))
    }
    for number in compiled.invariants { states[number].isInvariant = true }
    for number in compiled.ranked { states[number].needsRanks = true }
    rememberedEnd = states.count
    steps = .allocate(capacity: max(1, states.count))
    for (number, state) in states.enumerated() { (steps + number).initialize(to: .passUnretained(state)) }
    bandStarts = .allocate(capacity: max(1, states.count))
    bandStarts.initialize(repeating: nil, count: max(1, states.count))
    callStarts = .allocate(capacity: max(1, states.count))
    callStarts.initialize(repeating: nil, count: max(1, states.count))
  }

  deinit {
    steps.deallocate()
    bandStarts.deallocate()
    callStarts.deallocate()
  }

  /// Sets variables back to zero: the real one for int8, as TFLite does, all bits for other types.
  func resetVariables() { held.resetVariables() }

  /// The iterations that follow are those of another run of the loop, whose variables live in the inputs until `endLoop`.
  /// - Throws: `invalidModel` when the loop has not ended that began before.
  func beginLoop() throws(RuntimeError) {
    if isLooping { throw recursion }
    isLooping = true
    for number in compiled.invariants where states[number].disposition == .done { states[number].resume() }
  }

  /// The outputs are no longer what has been computed: their memory has served for variables.
  func endLoop() {
    isLooping = false
    forgetResults()
  }

  /// Whether an operator reads the tensor, or it is an output.
  func reads(_ tensor: RuntimeTensor) -> Bool {
    lastReaders[tensor.description.index] >= 0 || isOutput[tensor.description.index]
  }

  /// Whether an operator writes the tensor.
  func computes(_ tensor: RuntimeTensor) -> Bool { producers[tensor.description.index] >= 0 }

  var modelGraphs: [Graph] { program.model.graphs }

  /// Small constants are let go together, when all are packed.
  func discard(_ constant: UnsafeRawBufferPointer) {
    if constant.count >= ModelBytes.leastDiscarded { program.model.storage.discard(constant) }
    discarded.append(constant)
  }

  /// Lets go what came back of packed constants while others beside them were read: the system maps as many pages as lie
  /// together in its cache.
  private func discardAgain() {
    program.model.storage.discard(neighbors: discarded)
    discarded.removeAll()
  }

  func fetch(_ constant: UnsafeRawBufferPointer) { program.model.storage.fetch(constant) }

  func keepOutputsApart() {
    if ownsOutputs { return }
    ownsOutputs = true
    askForPreparation()
  }

  /// What the executor has found out and computed is of other shapes or lies in other places than it has to.
  func askForPreparation() {
    needsPreparation = true
    hasResults = false
  }

  /// Lets the memory of computed tensors go, and what was found out for other shapes; the next invocation makes it anew.
  /// Inputs, variables and weights stay.
  func trim() {
    forgetPlan(from: 0)
    outlines.removeAll()
    for (index, tensor) in tensors.enumerated() where producers[index] >= 0 && !tensor.isConstant { tensor.letGo() }
    askForPreparation()
  }

  /// The memory of outputs serves for something else from now on.
  func forgetResults() { hasResults = false }

  // MARK: Preparation

  /// The constants that have been packed since the last plan.
  private var discarded: [UnsafeRawBufferPointer] = []

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
    forgetPlan(from: start)
    var end = start
    while end < states.count {
      let state = states[end]
      end += 1
      rememberedEnd = max(rememberedEnd, end)
      do throws(RuntimeError) {
        if resources.canBeStopped { try resources.checkCancellation() }
        try prepareOperator(state, folds: program.key.rewrites)
      } catch {
        throw error.located(at: state.node.location)
      }
      if state.stated.hasDynamicOutput && state.disposition != .folded {
        hasDynamicShapes = true
        break
      }
    }
    discardAgain()
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
        switch output.storage {
        case .arena, .view:
          output.storage = .none
          output.data = RuntimeTensor.nothing
        default: break
        }
      }
    }
    rememberedEnd = start
  }

  /// Nothing that has been planned reaches operator `start`: what runs before it and on with it knows places of an earlier plan.
  private func forgetPlan(from start: Int) {
    guard let end = segments.last?.operators.upperBound, end > start else { return }
    while let last = segments.last, last.operators.lowerBound >= start { segments.removeLast() }
    if let last = segments.indices.last, segments[last].operators.upperBound > start {
      for run in segments[last].callRuns where run.operators.upperBound > start {
        callStarts[run.operators.lowerBound] = nil
      }
      segments[last].end(before: start)
    }
    for number in start..<end {
      (bandStarts[number], callStarts[number]) = (nil, nil)
      states[number].place.isInBand = false
      states[number].removeEpilogue()
    }
    views = segments.flatMap { $0.views }
  }

  /// - Parameter folds: whether it is executed now where its inputs are known.
  private func prepareOperator(_ state: OperatorState, folds: Bool) throws(RuntimeError) {
    // The same factors and tables whether this comes before an invocation or in the midst of one.
    let environment = FloatEnvironment.withSubnormals()
    defer { environment.restore() }
    state.resetPreparation()
    for output in state.outputs {
      output.isConstant = false
      output.isFileConstant = false
      output.hasUnknownShape = false
    }
    try state.checkRanks()
    try state.made.prepare(PrepareContext(state, self, resources))
    for output in state.outputs where output.type == .string {
      state.stated.hasDynamicOutput = state.stated.hasDynamicOutput || output.hasUnknownShape
    }
    state.stated.sortPlacements()
    state.findIdle()
    if !state.isIdle { try state.made.pack(PackContext(state, self, resources)) }
    if folds, canFold(state) {
      do {
        try fold(state)
      } catch {
        // A branch that fails matters only if it is taken.
        guard isCalled, error.code != .outOfMemory else { throw error }
        return try prepareOperator(state, folds: false)
      }
    }
    state.computesInJobs = state.made.computesInJobs
  }

  private func planSegment(_ operators: Range<Int>) throws(RuntimeError) {
    fuseEpilogues(operators)
    let segment: Segment
    do {
      segment = try Segment(self, operators)
    } catch {
      // What the plan was for is decided anew with the next one.
      for number in operators { states[number].removeEpilogue() }
      throw error
    }
    for runner in segment.bands {
      bandStarts[runner.operators.lowerBound] = .passUnretained(runner)
      states[runner.operators.lowerBound].place.isInBand = true
    }
    for run in segment.callRuns { callStarts[run.operators.lowerBound] = .passUnretained(run) }
    segments.append(segment)
    views += segment.views
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
    if executor.isBusy || executor.isLooping { throw executor.recursion.located(at: node.location) }
    executor.noteCall()
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
    for view in views { view.show() }
    // Held once, not counted anew for every operator.
    let resources = resources
    let runsCalls = !resources.isMeasured && !resources.canBeStopped
    var number = 0
    while number < states.count {
      if number >= preparedEnd || hasStale {
        resources.workers.finish()
        if number >= preparedEnd { try prepareSegment(number) } else { try refresh(number) }
      }
      if resources.canBeStopped { try resources.checkCancellation() }
      if runsCalls, !hasStale, let run = callStarts[number] {
        resources.workers.finish()
        number = run._withUnsafeGuaranteedRef {
          $0.run()
          return $0.operators.upperBound
        }
        continue
      }
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
        forgetCalls(number)
        try prepareOperator(state, folds: program.key.rewrites)
        if state.isPlannedAlone, zip(state.outputs, shapes).allSatisfy({ $0.shape == $1 }) { return }
      } catch {
        // Fails again below, where nothing is left of what later operators have computed.
      }
    }
    preparedEnd = number
    try prepareSegment(number)
  }

  /// The arguments of the operator's call are no longer those that it was bound to.
  private func forgetCalls(_ number: Int) {
    for segment in segments {
      for run in segment.callRuns where run.operators.contains(number) { callStarts[run.operators.lowerBound] = nil }
    }
  }

  /// Executes operators that run in bands and returns the number of the last.
  private func run(_ bands: Unmanaged<BandRunner>) throws(RuntimeError) -> Int {
    let operators = bands._withUnsafeGuaranteedRef { $0.operators }
    if resources.observer == nil {
      if let error = bands._withUnsafeGuaranteedRef({ $0.run(self) }) { throw error }
    } else {
      let before = operators.map { states[$0].timing.nanoseconds }
      if let error = bands._withUnsafeGuaranteedRef({ $0.run(self) }) { throw error }
      for (number, start) in zip(operators, before) where states[number].disposition == .runs {
        resources.observer?(
          OperatorEvent(states[number].node, nanoseconds: states[number].timing.nanoseconds &- start))
      }
    }
    return operators.upperBound
  }

  /// Executes one operator; false when it fails, with its objection in `failure`: a closure over an unmanaged reference
  /// cannot throw typed errors, and returning them would copy them for every operator.
  @inline(__always)
  private func run(_ state: OperatorState, _ resources: SessionResources) -> Bool {
    if state.disposition != .runs { return true }
    if !state.computesInJobs { resources.workers.finish() }
    do throws(RuntimeError) {
      if resources.isMeasured {
        let start = Clock.nanoseconds()
        try state.execute(ExecuteContext(state, resources))
        resources.workers.finish()
        let time = Clock.nanoseconds() &- start
        state.timing.nanoseconds &+= time
        state.timing.runs &+= 1
        resources.observer?(OperatorEvent(state.node, nanoseconds: time))
      } else {
        try state.execute(ExecuteContext(state, resources))
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
