import TFLiteKernels

/// What an operator sees while executing. Do not keep it.
public struct ExecuteContext {
  fileprivate let state: OperatorState
  /// State shared by all subgraphs of the session: variables, tables, flags.
  public let resources: SessionResources

  @inline(__always)
  init(_ state: OperatorState, _ resources: SessionResources) {
    self.state = state
    self.resources = resources
  }

  /// What the file says of the operator.
  @inline(__always)
  public var node: OperatorNode { state.node }
  /// The inputs, omitted ones counted.
  @inline(__always)
  public var inputCount: Int { state.operands.inputs.count }
  /// The outputs.
  @inline(__always)
  public var outputCount: Int { state.operands.outputs.count }

  /// Input `index`, which `prepare` has seen to be there.
  @inline(__always)
  public func input(_ index: Int) -> RuntimeTensor {
    state.operands.input(index)
  }

  /// Input `index`, nil when omitted.
  @inline(__always)
  public func optionalInput(_ index: Int) -> RuntimeTensor? {
    state.operands.hasInput(index) ? state.operands.input(index) : nil
  }

  /// Output `index`, which `prepare` has seen to be there.
  @inline(__always)
  public func output(_ index: Int) -> RuntimeTensor {
    state.operands.output(index)
  }

  /// What an operator that `canEnd` with something does to its output in the end, nil for nothing.
  @inline(__always)
  var epilogue: Epilogue? { state.boundEpilogue }

  /// The memory asked for in `prepare`.
  @inline(__always)
  public func scratch(_ scratch: Scratch) -> UnsafeMutableRawPointer { state.place.scratch[scratch.index] }

  /// Gives output `index`, whose shape `prepare` called unknown, its shape and memory for it.
  /// - Parameters:
  ///   - index: the output.
  ///   - shape: its shape.
  ///   - byteCount: the bytes of a string tensor; other types know theirs.
  /// - Throws: `invalidData` when the shape is impossible, `outOfMemory` when the session would hold more than its limit.
  @discardableResult
  public func resizeOutput(_ index: Int, to shape: Shape, byteCount: Int? = nil) throws(RuntimeError) -> RuntimeTensor {
    let tensor = state.operands.outputs[index]
    guard let count = shape.checkedElementCount, let bytes = tensor.type.byteCount(ofElements: count) ?? byteCount
    else {
      throw error("impossible output shape", tensor, actual: "\(shape)")
    }
    if tensor.shape != shape || tensor.hasUnknownShape { state.shapesChanged = true }
    tensor.hasUnknownShape = true
    try tensor.ensureOwnMemory(bytes, resources.memory)
    tensor.shape = shape
    tensor.hasUnknownShape = false
    return tensor
  }

  /// What the session holds, and may hold: for what follows from shapes that `prepare` does not know.
  var memory: MemoryAccount { resources.memory }

  /// Memory that depends on such shapes, zero-filled.
  /// - Throws: `outOfMemory` when the session would hold more than its limit.
  func allocate(product factors: Int...) throws(RuntimeError) -> AlignedMemory {
    let purpose = "tables"
    return try AlignedMemory(memory.product(factors, for: purpose), for: purpose, memory)
  }

  /// An `invalidData` error about this operator.
  public func error(
    _ message: String, _ tensor: RuntimeTensor? = nil, expected: String? = nil, actual: String? = nil
  ) -> RuntimeError {
    node.error(.invalidData, message, tensor: tensor?.label, expected: expected, actual: actual)
  }

  /// The error of an operator that is executed without having been prepared.
  public var unprepared: RuntimeError {
    @inline(never) get { node.error(.invalidState, "the operator is executed, but not prepared") }
  }

  /// Runs `job` over rows `0..<rows`, split at row boundaries between the threads; returns when all are done, or before
  /// that in an operator that `computesInJobs`.
  /// - Parameters:
  ///   - job: what computes rows.
  ///   - rows: how many there are.
  ///   - work: what one row is: so many threads share the rows as are worth it.
  ///   - least: the fewest rows that go to another thread.
  @inline(__always)
  public func parallel<Job: RowJob>(_ job: Job, rows: Int, work: Work, atLeast least: Int = 1) {
    if threadCount > 1 {
      let grain = max(least, work.grain)
      if rows >= 2 &* grain {
        return withUnsafePointer(to: job) { address in
          resources.workers.run(
            address, JobKind(Job.self), rows: rows, grain: grain, keptIn: state.computesInJobs ? state.job : nil)
        }
      }
      finishJobs()
    }
    if rows > 0 { job.run(0..<rows) }
  }

  /// Whether `parallel` would let threads share so many rows.
  func shares(rows: Int, work: Work) -> Bool { threadCount > 1 && rows >= 2 &* work.grain }

  /// Waits until the jobs of this operator and those before it are done.
  @inline(__always)
  func finishJobs() {
    if !state.isPart { resources.workers.finish() }
  }

  /// The threads that `parallel` may use.
  @inline(__always)
  public var threadCount: Int { state.isPart ? 1 : resources.workers.threadCount }

  /// The operator computes the same in all iterations of a loop, once.
  var isInvariant: Bool { state.isInvariant }

  /// The shape of an output depends on data.
  var hasDynamicOutput: Bool { state.stated.hasDynamicOutput }

  /// - Throws: `cancelled` when the caller has cancelled the invocation; long loops ask now and then.
  public func checkCancellation() throws(RuntimeError) { try resources.checkCancellation() }
}
