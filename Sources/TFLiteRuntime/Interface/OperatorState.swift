import TFLiteKernels

/// An output that is, or holds, the content of an input, so that one may lie inside the other.
struct Placement {
  /// Which of the two lies in the other.
  enum Part {
    case input
    case output
  }

  let input: Int
  let output: Int
  let part: Part
  /// Bytes from the start of the other one.
  let offset: Int
}

/// An operator as an executor holds it.
final class OperatorState {
  /// Whether an invocation executes the operator.
  enum Disposition {
    case runs
    /// Computed while preparing.
    case folded
    /// Its product computes the output as an epilogue.
    case fused
    /// There is nothing to compute, or it computes the same in all iterations of a loop and has done so.
    case done
  }

  let node: OperatorNode
  let operation: any Operator
  /// The operation, where it can do the work of others.
  let fusible: (any FusibleOperator)?
  /// Missing optional inputs are nil.
  let inputs: [RuntimeTensor?]
  let outputs: [RuntimeTensor]
  let intermediates: [RuntimeTensor]
  /// Inputs, then outputs, for execution: reading them counts no references. The absent tensor stands for missing ones.
  let operands: UnsafeMutablePointer<Unmanaged<RuntimeTensor>>
  private let absent: UnsafeMutableRawPointer

  /// Bytes of each scratch request, and its place once planned.
  @exclusivity(unchecked) var scratchSizes: [Int] = []
  @exclusivity(unchecked) var scratch: [UnsafeMutableRawPointer] = []
  /// Pairs of output and input that may share memory.
  var sharing: [(output: Int, input: Int)] = []
  /// Operands that may lie inside others.
  var placements: [Placement] = []
  /// The memory plan makes use of `placements`.
  @exclusivity(unchecked) var hasNestedOperands = false
  @exclusivity(unchecked) var hasDynamicOutput = false
  @exclusivity(unchecked) var disposition = Disposition.runs
  var foldsAnyway = false
  /// What the operator ends with, in place of another one.
  @exclusivity(unchecked) private(set) var epilogue: FusedEpilogue?
  /// The parameters of the sum of bytes that the operator ends with, where its jobs find them.
  let sumParameters: UnsafeMutablePointer<ElementwiseParameters>
  /// What `Operator.computesInJobs` says of the operator as it is prepared.
  @exclusivity(unchecked) var computesInJobs = false
  /// Where the operator's jobs are kept while other threads run them.
  let job = JobStore()
  /// The state stands for the operator on one thread, while others compute other rows: its jobs are not split.
  let isPart: Bool
  /// The operator runs in bands of rows, together with others.
  @exclusivity(unchecked) var isInBand = false
  /// It gave an output a new shape while executing.
  @exclusivity(unchecked) var shapesChanged = false
  /// The shape of an input has changed since the operator was prepared: it is prepared again when its turn comes.
  @exclusivity(unchecked) var isStale = false
  /// The operator of a loop's body computes the same in all iterations: its output stays where it is.
  @exclusivity(unchecked) var isInvariant = false
  /// Nothing that it would write has elements: execution skips it, since loops over other extents of such tensors may have
  /// no end.
  @exclusivity(unchecked) private(set) var isIdle = false
  @exclusivity(unchecked) var nanoseconds: UInt64 = 0
  @exclusivity(unchecked) var runs = 0

  init(
    node: OperatorNode, _ made: MadeOperator, inputs: [RuntimeTensor?], outputs: [RuntimeTensor],
    intermediates: [RuntimeTensor], absent: RuntimeTensor, isPart: Bool = false
  ) {
    self.isPart = isPart
    self.node = node
    operation = made.operation
    fusible = made.fusible
    self.inputs = inputs
    self.outputs = outputs
    self.intermediates = intermediates
    operands = .allocate(capacity: max(1, inputs.count + outputs.count))
    sumParameters = .allocate(capacity: 1)
    sumParameters.initialize(to: ElementwiseParameters())
    for (index, tensor) in inputs.enumerated() {
      (operands + index).initialize(to: .passUnretained(tensor ?? absent))
    }
    for (index, tensor) in outputs.enumerated() {
      (operands + inputs.count + index).initialize(to: .passUnretained(tensor))
    }
    self.absent = Unmanaged.passUnretained(absent).toOpaque()
  }

  /// Whether there is an input `index`.
  @inline(__always)
  func hasInput(_ index: Int) -> Bool {
    index >= 0 && index < inputs.count && operands[index].toOpaque() != absent
  }

  /// The tensor that output `index` is written to.
  func written(_ index: Int) -> Int { epilogue?.output ?? node.outputs[index] }

  /// Whether execution reads the tensor.
  func reads(_ tensor: Int) -> Bool { node.inputs.contains(tensor) || epilogue?.addend?.index == tensor }

  /// Makes the operator, which has one output, end with more than it states, or not; it then writes the tensor given.
  func endWith(_ epilogue: FusedEpilogue?, _ output: RuntimeTensor) {
    self.epilogue = epilogue
    if case .addBytes(let parameters) = epilogue?.function { sumParameters.pointee = parameters }
    operands[inputs.count] = .passUnretained(output)
  }

  /// Undoes that, on both sides of it.
  func removeEpilogue() {
    if disposition == .fused { resume() }
    if epilogue != nil { endWith(nil, outputs[0]) }
  }

  /// Lets the operator run again, if there is anything to compute.
  func resume() { disposition = isIdle ? .done : .runs }

  deinit {
    operands.deallocate()
    sumParameters.deallocate()
  }

  /// The operator's tensors and scratch memory have places in the memory plan.
  var hasPlace: Bool { disposition != .folded && disposition != .fused }

  /// Preparation has found the shapes of the outputs, and nothing but these has a place in the memory plan.
  var isPlannedAlone: Bool {
    !hasDynamicOutput && hasPlace && epilogue == nil && scratchSizes.isEmpty && sharing.isEmpty
      && !hasNestedOperands && !isInBand
  }

  /// Finds out whether there is nothing to compute for the shapes prepared for.
  func findIdle() {
    isIdle =
      !outputs.isEmpty && outputs.allSatisfy { !$0.hasUnknownShape && $0.type != .string && $0.byteCount == 0 }
      && operation.writesOperandsAlone
      && inputs.allSatisfy { $0.map { !$0.description.isVariable || $0.byteCount == 0 } ?? true }
    if isIdle, disposition != .fused { disposition = .done }
  }

  /// Puts placements in the order of outputs, as `placements(ofOutput:)` expects them.
  func sortPlacements() {
    let isSorted = zip(placements, placements.dropFirst()).allSatisfy { $0.output <= $1.output }
    if isSorted { return }
    placements = placements.enumerated().sorted { ($0.element.output, $0.offset) < ($1.element.output, $1.offset) }
      .map { $0.element }
  }

  /// How output `position` may lie inside inputs, or inputs inside it.
  func placements(ofOutput position: Int) -> ArraySlice<Placement> {
    var (start, end) = (0, placements.count)
    while start < end {
      let middle = (start + end) / 2
      if placements[middle].output < position { start = middle + 1 } else { end = middle }
    }
    end = start
    while end < placements.count, placements[end].output == position { end += 1 }
    return placements[start..<end]
  }

  func resetPreparation() {
    scratchSizes.removeAll(keepingCapacity: true)
    scratch.removeAll(keepingCapacity: true)
    sharing.removeAll(keepingCapacity: true)
    placements.removeAll(keepingCapacity: true)
    hasDynamicOutput = false
    if disposition != .fused { disposition = .runs }
    foldsAnyway = false
    isStale = false
    isIdle = false
    computesInJobs = false
  }
}
