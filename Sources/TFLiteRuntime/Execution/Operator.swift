import TFLiteKernels

/// One operator of a session: states shapes, packs constants, computes.
///
/// The life of an instance, always in this order and always by one thread at a time:
/// 1. It is made from its `OperatorNode` and decodes its options.
/// 2. `prepare` checks everything that can be checked, states the shape of every output, asks for scratch memory, says
///    which output may take over the memory of which input, and picks kernels. It runs again whenever a shape changes.
/// 3. `pack` rearranges constant operands; what it makes is shared by all sessions of the model.
/// 4. `execute` computes, as often as the session is invoked. It allocates nothing and checks only data.
///
/// The same protocol serves the built-in operators and those that applications register by name.
public protocol Operator: AnyObject {
  func prepare(_ context: PrepareContext) throws(RuntimeError)
  func pack(_ context: PackContext) throws(RuntimeError)
  func execute(_ context: ExecuteContext) throws(RuntimeError)

  /// The outputs depend on the inputs alone: no state, no randomness, no effect. Such operators are computed once, while
  /// preparing, when all their inputs are constants, once for all that do the same to the same inputs, and not at all when
  /// nobody needs their outputs.
  var isPure: Bool { get }

  /// All that the operator does is to write its outputs and the variables among its inputs. Where none of these has elements,
  /// it is not executed.
  var writesOperandsAlone: Bool { get }

  /// Whether `execute`, once the operator is prepared and packed, reads and writes the memory of tensors, and what it has
  /// asked for, only in jobs that it gives to `ExecuteContext.parallel`. It may begin then while jobs of the operators before
  /// it are under way, and need not wait for its own; a job begins when those before it are done.
  var computesInJobs: Bool { get }

  /// How rows of the only output follow from rows of the inputs that are not constants, where the operator, once prepared,
  /// can compute some of its rows by themselves; nil where it cannot.
  var rowWindow: RowWindow? { get }
  /// Computes the rows `rows` of the output, if there is a `rowWindow`. The same tensors may lie elsewhere in every call, and
  /// an operator without scratch memory may be called on several threads at once, for tensors of their own.
  func execute(_ context: ExecuteContext, rows: Range<Int>) throws(RuntimeError)

  /// The one output has, in every place, a value that depends on the inputs' values in the same place alone, once they are
  /// broadcast, and never is there data to object to. What a graph computes of one 8-bit tensor by such operators becomes
  /// a single look-up.
  var isElementwise: Bool { get }
}

extension Operator {
  /// Packs nothing.
  public func pack(_ context: PackContext) throws(RuntimeError) {}
  /// True.
  public var isPure: Bool { true }
  /// True for pure operators.
  public var writesOperandsAlone: Bool { isPure }
  /// False.
  public var computesInJobs: Bool { false }
  /// Nil.
  public var rowWindow: RowWindow? { nil }
  /// Computes everything.
  public func execute(_ context: ExecuteContext, rows: Range<Int>) throws(RuntimeError) { try execute(context) }
  /// False.
  public var isElementwise: Bool { false }
}

/// Memory that an operator uses while it executes, asked for in `prepare`.
public struct Scratch: Sendable {
  let index: Int
  /// The bytes asked for.
  public let byteCount: Int
}

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
  @exclusivity(unchecked) private(set) var isPart = false
  /// What runs from this operator on, in bands of rows; the executor's segment keeps it.
  @exclusivity(unchecked) var bands: Unmanaged<BandRunner>?
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
    intermediates: [RuntimeTensor], absent: RuntimeTensor
  ) {
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
    if case .byteSum(let parameters) = epilogue?.epilogue { sumParameters.pointee = parameters }
    operands[inputs.count] = .passUnretained(output)
  }

  /// Undoes that, on both sides of it.
  func removeEpilogue() {
    if disposition == .fused { resume() }
    if epilogue != nil { endWith(nil, outputs[0]) }
  }

  /// Lets the operator run again, if there is anything to compute.
  func resume() { disposition = isIdle ? .done : .runs }

  /// The state of the same operator, all prepared, for one thread among several, which uses other tensors in place of those
  /// that `replacements` names.
  convenience init(part state: OperatorState, _ replacements: [Int: RuntimeTensor], _ executor: SubgraphExecutor) {
    let node = state.node
    self.init(
      node: node, state.fusible.map { MadeOperator(fusible: $0) } ?? MadeOperator(state.operation),
      inputs: zip(node.inputs, state.inputs).map { replacements[$0] ?? $1 },
      outputs: zip(node.outputs, state.outputs).map { replacements[$0] ?? $1 }, intermediates: state.intermediates,
      absent: executor.absent)
    isPart = true
    if let epilogue = state.epilogue {
      let addend = epilogue.addend.map {
        FusedEpilogue.Addend(
          index: $0.index, tensor: replacements[$0.index].map { .passUnretained($0) } ?? $0.tensor)
      }
      endWith(
        FusedEpilogue(epilogue: epilogue.epilogue, output: epilogue.output, addend: addend),
        replacements[epilogue.output] ?? executor.tensors[epilogue.output])
    }
  }

  deinit {
    operands.deallocate()
    sumParameters.deallocate()
  }

  /// The operator's tensors and scratch memory have places in the memory plan.
  var hasPlace: Bool { disposition != .folded && disposition != .fused }

  /// Preparation has found the shapes of the outputs, and nothing but these has a place in the memory plan.
  var isPlannedAlone: Bool {
    !hasDynamicOutput && hasPlace && epilogue == nil && scratchSizes.isEmpty && sharing.isEmpty
      && !hasNestedOperands && bands == nil
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
