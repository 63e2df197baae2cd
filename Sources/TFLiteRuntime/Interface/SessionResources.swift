import TFLiteKernelSets
import TFLiteKernels

/// State that outlives an invocation and that an operator keeps under a name of its own.
public protocol SessionResource: AnyObject {
  /// Goes back to the state before the first invocation.
  func reset()
}

/// What all subgraphs of a session share.
public final class SessionResources {
  let kernels: KernelSet
  let workers: Workers
  let profiling: Bool
  /// Whom every operator is told to that has run; called by the invoking thread.
  var observer: ((OperatorEvent) -> Void)? { didSet { isMeasured = profiling || observer != nil } }
  /// Operators run one after the other, and their times are taken.
  @exclusivity(unchecked) private(set) var isMeasured: Bool
  /// Whether operators execute without subnormal numbers; not where there are only integers, which need none of that.
  let flushesSubnormals: Bool
  /// What the session holds, and may hold.
  let memory: MemoryAccount
  let limits: SessionLimits
  private let deepest: Int
  /// The token of the invocation under way.
  @exclusivity(unchecked) private var cancellation: CancellationToken?
  /// When its time is up, in nanoseconds of `Clock`; 0 for never.
  @exclusivity(unchecked) private var deadline: UInt64 = 0
  /// There is a token, or a deadline.
  @exclusivity(unchecked) private(set) var canBeStopped = false
  let variables = VariableStore()
  let tables = HashTableStore()
  /// The subgraphs that CALL_ONCE has run.
  @exclusivity(unchecked) var initialized = PositionSet()
  /// The token of invocations that are given none.
  @exclusivity(unchecked) var standingCancellation: CancellationToken?
  private var resources: [String: any SessionResource] = [:]

  init(
    _ kernels: KernelSet, threadCount: Int, flushesSubnormals: Bool, profiling: Bool, _ limits: SessionLimits,
    _ memory: MemoryAccount
  ) {
    self.limits = limits
    deepest = min(limits.depth, SessionLimits.greatestDepth)
    self.kernels = kernels
    self.flushesSubnormals = flushesSubnormals
    self.profiling = profiling
    isMeasured = profiling
    self.memory = memory
    workers = Workers(threadCount: threadCount, pause: kernels.pause, flushesSubnormals: flushesSubnormals)
  }

  /// The resource called `name`, made by `make` when there is none yet.
  public func resource(_ name: String, make: () -> any SessionResource) -> any SessionResource {
    if let found = resources[name] { return found }
    let made = make()
    resources[name] = made
    return made
  }

  /// The resource called `name`, nil when nobody has made it.
  public func resource(_ name: String) -> (any SessionResource)? { resources[name] }

  /// What operators execute in, until it is restored.
  @inline(__always)
  func executionEnvironment() -> FloatEnvironment { .withoutSubnormals(if: flushesSubnormals) }

  func checkCancellation() throws(RuntimeError) {
    if let cancellation { try cancellation.check() }
    if deadline != 0, Clock.nanoseconds() >= deadline {
      throw RuntimeError(
        .deadlineExceeded, "the session's limit of time is reached", expected: "at most \(limits.seconds ?? 0) seconds",
        actual: "more")
    }
  }

  // MARK: Nesting

  /// The subgraphs that are being prepared or run.
  @exclusivity(unchecked) private var depth = 0
  /// The runs of subgraphs since the session was last occupied.
  @exclusivity(unchecked) private var runs = 0

  /// Notes that a subgraph is prepared or run inside those that are already.
  /// - Throws: `limitExceeded` when there are too many.
  @inline(__always)
  func descend() throws(RuntimeError) {
    if depth >= deepest || runs >= limits.subgraphRuns { throw beyondLimits }
    depth &+= 1
    runs &+= 1
  }

  @inline(__always)
  func ascend() { depth &-= 1 }

  private var beyondLimits: RuntimeError {
    depth >= deepest
      ? RuntimeError(
        .limitExceeded, "subgraphs run one another too deep", expected: "at most \(deepest) inside one another",
        actual: "more")
      : RuntimeError(
        .limitExceeded, "an invocation runs subgraphs too often", expected: "at most \(limits.subgraphRuns) runs",
        actual: "more")
  }

  // MARK: Use

  /// A subgraph is being prepared or run.
  @exclusivity(unchecked) private var isRunning = false
  /// Somebody looks at the memory of an input or output in place.
  @exclusivity(unchecked) private var isLent = false

  /// - Throws: `invalidState` while another thread prepares or runs the session, or an operator of its own calls.
  ///
  /// Nothing orders the flags between threads: what they miss is the fault of a moment, and they are never left set.
  @inline(__always)
  func checkIdle() throws(RuntimeError) {
    if isRunning { throw Self.atWork }
  }

  private static var atWork: RuntimeError {
    RuntimeError(
      .invalidState, "the session is at work; it belongs to one thread at a time, and its operators cannot use it")
  }

  /// - Throws: `invalidState` also while memory is looked at in place, which may move.
  @inline(__always)
  func checkUnlent() throws(RuntimeError) {
    try checkIdle()
    if isLent { throw Self.lent }
  }

  private static var lent: RuntimeError {
    RuntimeError(.invalidState, "an input or output of the session is being read or written in place")
  }

  /// Does something that changes memory and what is known of it.
  /// - Parameter token: stops it, once cancelled.
  /// - Throws: what `work` throws; `invalidState` when the session is in use.
  @inline(__always)
  func occupy(_ token: CancellationToken?, _ work: () throws(RuntimeError) -> Void) throws(RuntimeError) {
    try checkUnlent()
    isRunning = true
    runs = 0
    cancellation = token ?? standingCancellation
    if let seconds = limits.seconds { deadline = Clock.deadline(in: seconds) }
    canBeStopped = cancellation != nil || deadline != 0
    defer {
      cancellation = nil
      deadline = 0
      canBeStopped = false
      isRunning = false
    }
    try work()
  }

  /// Lets `body` look at memory in place.
  /// - Throws: `invalidState` when the session is at work.
  func lend<Result>(_ body: () throws(RuntimeError) -> Result) throws(RuntimeError) -> Result {
    try checkIdle()
    let isOutermost = !isLent
    isLent = true
    defer { if isOutermost { isLent = false } }
    return try body()
  }

  /// Sets the state of all subgraphs back.
  func reset() {
    variables.reset()
    tables.reset()
    initialized = PositionSet()
    for resource in resources.values { resource.reset() }
  }
}
