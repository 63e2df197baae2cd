/// Carries out a `BandPlan` once its tensors have their memory.
final class BandRunner {
  let operators: ClosedRange<Int>
  private let steps: UnsafeMutablePointer<Step>
  private let count: Int

  private struct Step {
    let state: Unmanaged<OperatorState>
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

  /// The executor must outlive the runner and the tensors stay where they are.
  init(_ plan: BandPlan, _ executor: SubgraphExecutor) {
    operators = plan.operators
    count = plan.steps.count
    steps = .allocate(capacity: max(1, count))
    for (number, step) in plan.steps.enumerated() {
      let state = executor.states[step.number]
      let tensor = step.tensor.map { executor.tensors[$0] }
      let rowSize = tensor.map { $0.byteCount / $0.rowCount } ?? 0
      let memory = tensor?.data ?? RuntimeTensor.nothing
      (steps + number).initialize(
        to: Step(
          state: .passUnretained(state), rows: step.rows,
          isLast: !plan.steps[(number + 1)...].contains { $0.number == step.number },
          tensor: tensor.map { .passUnretained($0) }, memory: memory, data: memory - step.firstRow * rowSize,
          movedFrom: step.movedFrom * rowSize, movedCount: step.movedRows * rowSize))
    }
  }

  deinit { steps.deallocate() }

  /// Executes all steps and returns the first objection of an operator.
  func run(_ executor: SubgraphExecutor) -> RuntimeError? {
    let resources = executor.resources
    var number = 0
    while number < count {
      let step = steps + number
      if let error = step.pointee.state._withUnsafeGuaranteedRef({ (state) -> RuntimeError? in
        do throws(RuntimeError) {
          if resources.cancellation != nil { try resources.checkCancellation() }
          let start = resources.profiling ? Clock.nanoseconds() : 0
          if !state.computesInJobs || step.pointee.movedCount > 0 { resources.workers.finish() }
          Self.slide(step)
          try state.operation.execute(ExecuteContext(state: state, executor: executor), rows: step.pointee.rows)
          if resources.profiling {
            resources.workers.finish()
            state.nanoseconds &+= Clock.nanoseconds() &- start
            if step.pointee.isLast { state.runs &+= 1 }
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
