/// Operators that follow each other, as calls of kernels by one thread. Operators between them that do not run have none.
final class CallRun {
  let operators: Range<Int>
  private let calls: [BoundCall]
  /// The same, reached without counting references.
  private let lent: UnsafeMutablePointer<Unmanaged<BoundCall>>

  /// Operators that calls are worthwhile for.
  private static let fewest = 2

  private init(_ operators: Range<Int>, _ calls: [BoundCall]) {
    self.operators = operators
    self.calls = calls
    lent = .allocate(capacity: max(1, calls.count))
    for (number, call) in calls.enumerated() { (lent + number).initialize(to: .passUnretained(call)) }
  }

  deinit { lent.deallocate() }

  func run() {
    var number = 0
    while number < calls.count {
      lent[number]._withUnsafeGuaranteedRef { $0.run() }
      number &+= 1
    }
  }

  /// The runs among the operators `range` of the executor, all placed.
  static func runs(_ executor: SubgraphExecutor, _ range: Range<Int>, _ bands: [BandRunner]) -> [CallRun] {
    let inBands = PositionSet(bands.lazy.flatMap { $0.operators })
    var runs: [CallRun] = []
    var calls: [BoundCall] = []
    var start = range.lowerBound
    func close(before number: Int) {
      if calls.count >= fewest { runs.append(CallRun(start..<number, calls)) }
      calls = []
      start = number + 1
    }
    for number in range {
      let state = executor.states[number]
      if inBands.contains(number) || state.isInvariant {
        close(before: number)
      } else if state.disposition == .runs {
        if let call = call(state, executor) { calls.append(call) } else { close(before: number) }
      }
    }
    close(before: range.upperBound)
    return runs
  }

  /// Nil for an operator that needs more than a call, or whose operands may lie elsewhere in the next invocation.
  private static func call(_ state: OperatorState, _ executor: SubgraphExecutor) -> BoundCall? {
    func stays(_ tensor: RuntimeTensor) -> Bool {
      if case .arena = tensor.storage { return !tensor.hasUnknownShape }
      return tensor.isConstant
    }
    let written = state.epilogue.map { [executor.tensors[$0.output]] } ?? state.outputs
    let addend = state.epilogue?.addend.map { executor.tensors[$0.index] }
    guard !state.stated.hasDynamicOutput, written.allSatisfy(stays), addend.map(stays) ?? true,
      state.inputs.allSatisfy({ $0.map(stays) ?? true })
    else { return nil }
    return state.made.bind(ExecuteContext(state, executor.resources))
  }
}
