import TFLiteKernels

/// An operator as an executor holds it.
///
/// A session belongs to one thread at a time, and threads that compute bands have states of their own, so that accesses to
/// these properties cannot overlap: they are not checked for that.
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

  /// What the memory plan has decided for the operator.
  struct Place {
    /// Where each scratch request lies.
    var scratch: [UnsafeMutableRawPointer] = []
    /// Operands lie inside others.
    var hasAliasedOperands = false
    /// The operator runs in bands of rows, together with others.
    var isInBand = false
    /// What the operator would copy lies where it is wanted.
    var hasContent = false
  }

  /// What profiling has measured.
  struct Timing {
    var nanoseconds: UInt64 = 0
    var runs = 0
  }

  let node: OperatorNode
  let made: MadeOperator
  /// That of `made`, where it is read with the state.
  let execute: (ExecuteContext) throws(RuntimeError) -> Void
  let operands: Operands
  /// The state stands for the operator on one thread, while others compute other rows: its jobs are not split.
  let isPart: Bool
  /// Where the operator's jobs are kept while other threads run them.
  let job = JobStore()

  @exclusivity(unchecked) var stated = Statements()
  @exclusivity(unchecked) var place = Place()
  @exclusivity(unchecked) var timing = Timing()
  @exclusivity(unchecked) var disposition = Disposition.runs
  /// What the operator ends with, in place of another one.
  @exclusivity(unchecked) private(set) var epilogue: FusedEpilogue?
  /// The parameters of the sum of bytes that the operator ends with, where its jobs find them.
  private let sumParameters: UnsafeMutablePointer<ElementwiseParameters>
  /// What `Operator.computesInJobs` says of the operator as it is prepared.
  @exclusivity(unchecked) var computesInJobs = false
  /// It gave an output a new shape while executing.
  @exclusivity(unchecked) var shapesChanged = false
  /// The shape of an input has changed since the operator was prepared: it is prepared again when its turn comes.
  @exclusivity(unchecked) var isStale = false
  /// The operator of a loop's body computes the same in all iterations: its output stays where it is.
  @exclusivity(unchecked) var isInvariant = false
  /// It refuses inputs of other ranks than the file states.
  @exclusivity(unchecked) var needsRanks = false
  /// Nothing that it would write has elements: execution skips it, since loops over other extents of such tensors may have
  /// no end.
  @exclusivity(unchecked) private(set) var isIdle = false

  init(node: OperatorNode, _ made: MadeOperator, _ operands: consuming Operands, isPart: Bool = false) {
    self.isPart = isPart
    self.node = node
    self.made = made
    execute = made.execute
    self.operands = operands
    sumParameters = .allocate(capacity: 1)
    sumParameters.initialize(to: ElementwiseParameters())
  }

  deinit { sumParameters.deallocate() }

  /// The operation, where it can do the work of others.
  var fusible: FusibleWork? { made.fusible }
  /// How its rows follow from those of its inputs, nil where it cannot compute some by themselves.
  var rowWindow: RowWindow? { made.rowWindow }
  /// How its lines follow from those of its inputs, nil where it cannot compute some by themselves.
  var lineWindow: LineWindow? { made.lines?.window() }

  /// Missing optional inputs are nil.
  var inputs: [RuntimeTensor?] { operands.inputs }
  var outputs: [RuntimeTensor] { operands.outputs }
  var intermediates: [RuntimeTensor] { operands.intermediates }

  // MARK: Epilogues

  /// What kernels do to the results in the end, nil for nothing.
  @inline(__always)
  var boundEpilogue: Epilogue? { epilogue?.bound(sumParameters) }

  /// The tensor that output `index` is written to.
  func written(_ index: Int) -> Int { epilogue?.output ?? node.outputs[index] }

  /// Whether execution reads the tensor.
  func reads(_ tensor: Int) -> Bool { node.inputs.contains(tensor) || epilogue?.addend?.index == tensor }

  /// Makes the operator, which has one output, end with more than it states, or not; it then writes the tensor given.
  func endWith(_ epilogue: FusedEpilogue?, _ output: RuntimeTensor) {
    self.epilogue = epilogue
    if case .addBytes(let parameters) = epilogue?.function { sumParameters.pointee = parameters }
    operands.redirect(to: output)
  }

  /// Undoes that, on both sides of it.
  func removeEpilogue() {
    if disposition == .fused { resume() }
    if epilogue != nil { endWith(nil, outputs[0]) }
  }

  // MARK: Preparation

  /// Lets the operator run again, if there is anything to compute.
  func resume() { disposition = isIdle ? .done : .runs }

  /// The operator's tensors and scratch memory have places in the memory plan.
  var hasPlace: Bool { disposition != .folded && disposition != .fused }

  /// Preparation has found the shapes of the outputs, and nothing but these has a place in the memory plan.
  var isPlannedAlone: Bool {
    !stated.hasDynamicOutput && hasPlace && epilogue == nil && stated.scratchSizes.isEmpty && stated.inPlace.isEmpty
      && !place.hasAliasedOperands && !place.isInBand
  }

  /// Finds out whether there is nothing to compute for the shapes prepared for.
  func findIdle() {
    isIdle =
      !outputs.isEmpty && outputs.allSatisfy { !$0.hasUnknownShape && $0.type != .string && $0.byteCount == 0 }
      && made.writesOperandsAlone
      && inputs.allSatisfy { $0.map { !$0.description.isVariable || $0.byteCount == 0 } ?? true }
    if isIdle, disposition != .fused { disposition = .done }
  }

  /// - Throws: `invalidArgument` for an input of another rank than the operator is right for.
  func checkRanks() throws(RuntimeError) {
    if !needsRanks { return }
    for case .some(let input) in inputs where !input.isConstant && input.description.hasRank {
      let stated = input.description.shape
      if input.shape.rank != stated.rank {
        throw RuntimeError(
          .invalidArgument, "rewritten for the rank that the file states; without rewrites other ranks can run",
          tensor: input.label, expected: "\(stated)", actual: "\(input.shape)")
      }
    }
  }

  func resetPreparation() {
    stated.removeAll()
    place.scratch.removeAll(keepingCapacity: true)
    if disposition != .fused { disposition = .runs }
    isStale = false
    isIdle = false
    computesInJobs = false
  }
}
