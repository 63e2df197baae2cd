/// Carries out a `BandPlan` once its tensors have their memory.
final class BandRunner {
  let operators: ClosedRange<Int>
  private let parts: [Part]
  /// The operators that have something to do before their first lines.
  private let beginners: [OperatorState]
  /// What stopped each part in the last invocation.
  private let failures: UnsafeMutablePointer<RuntimeError?>

  /// The executor must outlive the runner and the tensors stay where they are.
  init(_ plan: BandPlan, _ executor: SubgraphExecutor) {
    operators = plan.operators
    beginners =
      plan.unit == .rows
      ? [] : plan.operators.map { executor.states[$0] }.filter { $0.hasPlace && $0.made.lines?.begin != nil }
    parts = plan.parts.indices.map { Part($0, of: plan, executor) }
    failures = .allocate(capacity: parts.count)
    failures.initialize(repeating: nil, count: parts.count)
  }

  deinit {
    failures.deinitialize(count: parts.count)
    failures.deallocate()
  }

  /// Executes all steps and returns the first objection of an operator.
  func run(_ executor: SubgraphExecutor) -> RuntimeError? {
    if !beginners.isEmpty {
      executor.resources.workers.finish()
      for state in beginners {
        if let error = begin(state, executor.resources) { return error }
      }
    }
    if parts.count == 1 { return parts[0].run(executor) }
    executor.resources.workers.run(
      Job(runner: .passUnretained(self), executor: .passUnretained(executor)), rows: parts.count, grain: 1)
    var failure: RuntimeError?
    for part in parts.indices.reversed() {
      if let found = failures[part] { failure = found }
      failures[part] = nil
    }
    return failure
  }

  private func begin(_ state: OperatorState, _ resources: SessionResources) -> RuntimeError? {
    do throws(RuntimeError) {
      let start = resources.isMeasured ? Clock.nanoseconds() : 0
      try state.made.lines?.begin?(ExecuteContext(state, resources))
      if resources.isMeasured {
        resources.workers.finish()
        state.timing.nanoseconds &+= Clock.nanoseconds() &- start
      }
      return nil
    } catch {
      return error.located(at: state.node.location)
    }
  }

  private struct Job: RowJob {
    let runner: Unmanaged<BandRunner>
    let executor: Unmanaged<SubgraphExecutor>

    func run(_ rows: Range<Int>) {
      runner._withUnsafeGuaranteedRef { runner in
        executor._withUnsafeGuaranteedRef { executor in
          for part in rows {
            if let failure = runner.parts[part].run(executor) { runner.failures[part] = failure }
          }
        }
      }
    }
  }
}

extension OperatorState {
  /// The state of the same operator, all prepared, for one thread among several, which uses other tensors in place of those
  /// that `replacements` names.
  convenience init(part state: OperatorState, _ replacements: [Int: RuntimeTensor], _ executor: SubgraphExecutor) {
    let node = state.node
    self.init(
      node: node, state.made,
      Operands(
        inputs: zip(node.inputs, state.inputs).map { replacements[$0] ?? $1 },
        outputs: zip(node.outputs, state.outputs).map { replacements[$0] ?? $1 }, intermediates: state.intermediates,
        absent: executor.absent), isPart: true)
    place.scratch = state.place.scratch
    if let epilogue = state.epilogue {
      let addend = epilogue.addend.map {
        FusedEpilogue.Addend(
          index: $0.index, tensor: replacements[$0.index].map { .passUnretained($0) } ?? $0.tensor)
      }
      endWith(
        FusedEpilogue(function: epilogue.function, output: epilogue.output, addend: addend),
        replacements[epilogue.output] ?? executor.tensors[epilogue.output])
    }
  }
}

/// The steps of one part of a plan.
private final class Part {
  private let steps: UnsafeMutablePointer<Step>
  private let count: Int
  /// Whether other threads compute other parts, so that operators and tensors have stand-ins here.
  private let isOneOfMany: Bool
  private let unit: BandPlan.Unit
  /// The time of the first part is that of all.
  private let countsTime: Bool
  /// Stand-ins of operators and tensors, kept here.
  private let states: [Int: OperatorState]
  private let tensors: [Int: RuntimeTensor]

  private struct Step {
    let state: Unmanaged<OperatorState>
    /// Where the time is counted.
    let counter: Unmanaged<OperatorState>
    let rows: Range<Int>
    /// The last rows of the operator in an invocation.
    let isLast: Bool
    let tensor: Unmanaged<RuntimeTensor>?
    /// Where the memory of the tensor begins, and where its row 0 would lie.
    let memory: UnsafeMutableRawPointer
    let data: UnsafeMutableRawPointer
    /// Bytes that are moved to the start of the memory.
    let movedFrom: Int
    let movedCount: Int
  }

  init(_ part: Int, of plan: BandPlan, _ executor: SubgraphExecutor) {
    isOneOfMany = plan.parts.count > 1
    unit = plan.unit
    countsTime = part == 0
    var tensors: [Int: RuntimeTensor] = [:]
    var states: [Int: OperatorState] = [:]
    let planned = plan.parts[part]
    if isOneOfMany {
      for (index, memory) in plan.memory {
        let original = executor.tensors[index]
        let tensor = RuntimeTensor(original.description)
        tensor.shape = original.shape
        tensor.byteCount = original.byteCount
        tensor.data = original.data + part * memory.byteCount
        tensors[index] = tensor
      }
      for number in PositionSet(planned.lazy.map { $0.number }) {
        states[number] = OperatorState(part: executor.states[number], tensors, executor)
      }
    }
    self.tensors = tensors
    self.states = states
    count = planned.count
    steps = .allocate(capacity: max(1, count))
    for (position, step) in planned.enumerated() {
      let counter = executor.states[step.number]
      let tensor = step.tensor.map { tensors[$0] ?? executor.tensors[$0] }
      let rowSize = step.tensor.flatMap { plan.memory[$0]?.rowSize } ?? 0
      let memory = tensor?.data ?? RuntimeTensor.nothing
      (steps + position).initialize(
        to: Step(
          state: .passUnretained(states[step.number] ?? counter), counter: .passUnretained(counter), rows: step.rows,
          isLast: !planned[(position + 1)...].contains { $0.number == step.number },
          tensor: tensor.map { .passUnretained($0) }, memory: memory, data: memory - step.firstRow * rowSize,
          movedFrom: step.movedFrom * rowSize, movedCount: step.movedRows * rowSize))
    }
  }

  deinit { steps.deallocate() }

  /// Executes the steps and returns the first objection of an operator.
  func run(_ executor: SubgraphExecutor) -> RuntimeError? {
    let resources = executor.resources
    var number = 0
    while number < count {
      let step = steps + number
      if let error = step.pointee.state._withUnsafeGuaranteedRef({ (state) -> RuntimeError? in
        do throws(RuntimeError) {
          if resources.canBeStopped { try resources.checkCancellation() }
          let start = resources.isMeasured && countsTime ? Clock.nanoseconds() : 0
          if !isOneOfMany, !state.computesInJobs || step.pointee.movedCount > 0 { resources.workers.finish() }
          Self.slide(step)
          if unit == .rows {
            try state.made.executeRows(ExecuteContext(state, resources), step.pointee.rows)
          } else {
            try state.made.lines?.execute(ExecuteContext(state, resources), step.pointee.rows)
          }
          if resources.isMeasured && countsTime {
            if !isOneOfMany { resources.workers.finish() }
            Self.count(step, Clock.nanoseconds() &- start)
          }
          return nil
        } catch {
          return error.located(at: state.node.location)
        }
      }) {
        return error
      }
      number += 1
    }
    return nil
  }

  private static func count(_ step: UnsafeMutablePointer<Step>, _ nanoseconds: UInt64) {
    step.pointee.counter._withUnsafeGuaranteedRef {
      $0.timing.nanoseconds &+= nanoseconds
      if step.pointee.isLast { $0.timing.runs &+= 1 }
    }
  }

  /// Moves the rows that are still needed to the start of the tensor's memory and makes room behind them.
  @inline(__always)
  private static func slide(_ step: UnsafeMutablePointer<Step>) {
    guard let tensor = step.pointee.tensor else { return }
    if step.pointee.movedCount > 0 {
      step.pointee.memory.copyMemory(
        from: step.pointee.memory + step.pointee.movedFrom, byteCount: step.pointee.movedCount)
    }
    tensor._withUnsafeGuaranteedRef { $0.data = step.pointee.data }
  }
}
