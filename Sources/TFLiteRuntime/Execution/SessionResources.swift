import TFLiteKernels

/// State that outlives an invocation and that an operator keeps under a name of its own.
public protocol SessionResource: AnyObject {
  /// Goes back to the state before the first invocation.
  func reset()
}

/// Asks an invocation to stop; may be used from any thread.
public final class CancellationToken: Sendable {
  private let lock = Lock()
  private nonisolated(unsafe) var cancelled = false

  /// A token that nobody has cancelled.
  public init() {}

  /// Asks the invocations that hold the token to stop; they throw `cancelled`.
  public func cancel() { lock.withLock { cancelled = true } }

  /// Somebody has called `cancel`.
  public var isCancelled: Bool { lock.withLock { cancelled } }
}

/// What all subgraphs of a session share.
public final class SessionResources {
  let kernels: KernelSet
  let kernelsID: Int
  let workers: Workers
  let registry: OperatorRegistry
  let rewrites: Bool
  let bands: BandLimits
  let profiling: Bool
  /// What the session holds, and may hold.
  let memory: MemoryAccount
  /// See `ConstantKey.registrations`.
  let registrations: [Int]
  /// The token of the invocation under way.
  @exclusivity(unchecked) var cancellation: CancellationToken?
  let variables = VariableStore()
  let tables = HashTableStore()
  /// The subgraphs that CALL_ONCE has run.
  var initialized: Set<Int> = []
  /// The token of invocations that are given none.
  var standingCancellation: CancellationToken?
  private var resources: [String: any SessionResource] = [:]

  /// - Throws: `invalidArgument` when the wanted kernels cannot run.
  init(_ options: SessionOptions, _ model: Model) throws(RuntimeError) {
    (kernels, kernelsID) = try options.kernels.resolved()
    workers = Workers(threadCount: options.threads.count, pause: kernels.pause)
    registry = options.registry
    rewrites = options.rewrites
    bands = options.bands
    profiling = options.profiling
    memory = MemoryAccount(
      limit: max(0, options.memoryLimit ?? AlignedMemory.physicalByteCount), of: model.constants.account)
    registrations = registry.registrations(in: model)
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

  func checkCancellation() throws(RuntimeError) {
    if let cancellation, cancellation.isCancelled { throw RuntimeError(.cancelled, "the invocation was cancelled") }
  }

  func reset() {
    variables.reset()
    tables.reset()
    initialized.removeAll()
    for resource in resources.values { resource.reset() }
  }
}
