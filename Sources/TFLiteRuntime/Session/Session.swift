import TFLiteKernelSets
import TFLiteKernels

/// A model at work: inputs go in, `invoke` runs, outputs come out.
///
/// A session belongs to one thread or task at a time. Sessions of the same model share its constants and packed weights,
/// so making one for each thread is cheap.
///
///     let model = try Model(path: "mobilenet.tflite")
///     let session = try Session(model)
///     try session.write(pixels, toInput: 0)
///     try session.invoke()
///     let scores = try session.output(0, as: Float.self)
public final class Session: TensorAccess {
  /// The model at work.
  public let model: Model
  let program: Program
  let primary: SubgraphExecutor

  /// Makes the operators of the model.
  /// - Throws: `unsupported`, naming every operator that cannot run; `invalidModel` or `invalidOperator` when the graph
  ///   contradicts itself.
  public init(_ model: Model, options: SessionOptions = .init()) throws(RuntimeError) {
    try Self.expectSupported(model.unsupportedOperators(options.registry, runBy: 0))
    try options.intermediates.check(model)
    self.model = model
    let (kernels, kernelsID) = try options.kernels.resolved(options.precision)
    let count = model.graphs.reduce(0) { $0 + $1.operators.count }
    if count > options.limits.operators {
      throw RuntimeError(
        .limitExceeded, "the model has too many operators", expected: "at most \(options.limits.operators)",
        actual: "\(count)")
    }
    let memory = MemoryAccount(
      limit: max(0, options.limits.memory ?? AlignedMemory.physicalByteCount), of: model.constants.account,
      refusing: options.refusedRequest)
    if model.constants.isEmpty { AlignedMemory.expect(model.expectedByteCount) }
    program = Program(
      model, kernelsID: kernelsID, rewrites: options.rewrites, intermediates: options.intermediates, options.registry,
      options.bands,
      SessionResources(
        kernels, threadCount: options.threads.count, flushesSubnormals: model.hasFloats, profiling: options.profiling,
        options.limits, memory))
    primary = try program.executor(0)
    ports = Ports(primary, inputs: primary.inputs, outputs: primary.outputs, nil)
  }

  deinit { program.dismantle() }

  /// - Throws: `unsupported`, naming all of them, unless there are none.
  private static func expectSupported(_ unsupported: [UnsupportedOperator]) throws(RuntimeError) {
    guard let first = unsupported.first else { return }
    if unsupported.count == 1 { throw first.node.error(.unsupported, first.reason) }
    throw RuntimeError(.unsupported, text(of: unsupported))
  }

  /// The kinds of operators that cannot run, as many as an error has room for.
  private static func text(of unsupported: [UnsupportedOperator]) -> String {
    var kinds: [String] = []
    var seen: Set<String> = []
    for operation in unsupported {
      let name = RuntimeError.bounded(operation.node.name)
      if !seen.insert(name + operation.reason).inserted { continue }
      kinds.append("\(name) v\(operation.node.version): \(operation.reason)")
    }
    let shown = RuntimeError.mostListed
    let rest = kinds.count > shown ? "; and \(kinds.count - shown) kinds more" : ""
    return "\(unsupported.count) operators cannot run: " + kinds.prefix(shown).joined(separator: "; ") + rest
  }

  // MARK: Introspection

  /// The threads that compute at once.
  public var threadCount: Int { program.resources.workers.threadCount }

  /// Is told every operator that has run, by the thread that invokes, while operators run one after the other. It must not use
  /// the session. Operators that others have taken over, or that were computed while preparing, do not run: see
  /// ``graphReports``.
  public var operatorObserver: ((OperatorEvent) -> Void)? {
    get { program.resources.observer }
    set { program.resources.observer = newValue }
  }

  // MARK: Running

  /// Runs the primary subgraph.
  /// - Throws: as `TensorAccess.invoke`.
  public func invoke(cancellation: CancellationToken?) throws(RuntimeError) { try primary.run(cancellation) }

  /// The inputs and outputs of the primary subgraph.
  public let ports: Ports

  /// A runner for the signature `key`, which shares this session's state.
  /// - Throws: `notFound` when the model has no such signature; `unsupported`, naming every operator of its that cannot run.
  public func signature(_ key: String) throws(RuntimeError) -> SignatureSession {
    guard let signature = model.signature(key) else {
      throw RuntimeError(
        .notFound, "no such signature", expected: RuntimeError.choice(model.signatures) { $0.key }, actual: "'\(key)'")
    }
    try program.resources.checkIdle()
    try Self.expectSupported(model.unsupportedOperators(program.registry, runBy: signature.subgraph))
    return SignatureSession(signature, self, try program.executor(signature.subgraph))
  }
}
