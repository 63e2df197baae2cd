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
  /// The token of the invocation under way.
  @exclusivity(unchecked) var cancellation: CancellationToken?
  let variables = VariableStore()
  let tables = HashTableStore()
  /// The subgraphs that CALL_ONCE has run.
  var initialized: Set<Int> = []
  /// The token of invocations that are given none.
  @exclusivity(unchecked) var standingCancellation: CancellationToken?
  private var resources: [String: any SessionResource] = [:]

  init(
    _ kernels: KernelSet, threadCount: Int, flushesSubnormals: Bool, profiling: Bool, _ memory: MemoryAccount
  ) {
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
  }

  // MARK: Nesting

  /// The subgraphs at most that run inside one another: a file chooses how many, and each takes stack. Preparing a WHILE
  /// inside a WHILE takes the most, 19 KB each in unoptimized builds, so that the deepest leave 100 KB of the 512 KB that
  /// secondary threads have on Apple's systems to the operator inside.
  static let deepestNesting = 20
  /// The subgraphs that are being prepared or run.
  @exclusivity(unchecked) private var depth = 0

  /// Notes that a subgraph is prepared or run inside those that are already.
  /// - Throws: `unsupported` when there are too many.
  @inline(__always)
  func descend() throws(RuntimeError) {
    if depth >= Self.deepestNesting { throw Self.tooDeep }
    depth &+= 1
  }

  @inline(__always)
  func ascend() { depth &-= 1 }

  private static var tooDeep: RuntimeError {
    RuntimeError(
      .unsupported, "subgraphs run one another too deep", expected: "at most \(deepestNesting) inside one another",
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
    cancellation = token ?? standingCancellation
    defer {
      cancellation = nil
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
    initialized.removeAll()
    for resource in resources.values { resource.reset() }
  }
}
