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
public final class Session {
  /// The model at work.
  public let model: Model
  let program: Program
  let primary: SubgraphExecutor

  /// Makes the operators of the model.
  /// - Throws: `unsupported`, naming every operator that cannot run; `invalidModel` or `invalidOperator` when the graph
  ///   contradicts itself.
  public init(_ model: Model, options: SessionOptions = .init()) throws(RuntimeError) {
    let unsupported = model.unsupportedOperators(options.registry)
    if let first = unsupported.first {
      if unsupported.count == 1 { throw first.node.error(.unsupported, first.reason) }
      throw RuntimeError(.unsupported, Self.text(of: unsupported))
    }
    self.model = model
    let (kernels, kernelsID) = try options.kernels.resolved()
    let memory = MemoryAccount(
      limit: max(0, options.memoryLimit ?? AlignedMemory.physicalByteCount), of: model.constants.account)
    program = Program(
      model, kernelsID: kernelsID, rewrites: options.rewrites, options.registry, options.bands,
      SessionResources(
        kernels, threadCount: options.threads.count, flushesSubnormals: model.hasFloats, profiling: options.profiling,
        memory))
    primary = try program.executor(0)
  }

  deinit { program.dismantle() }

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

  /// The inputs of the primary subgraph.
  public var inputs: [TensorInfo] { primary.inputs.map { TensorInfo($0) } }

  /// The outputs of the primary subgraph. Shapes are known after `prepare`, or after `invoke` where they depend on data.
  public var outputs: [TensorInfo] { primary.outputs.map { TensorInfo($0) } }

  /// The threads that compute at once.
  public var threadCount: Int { program.resources.workers.threadCount }

  // MARK: Running

  /// Gives input `index` another shape; the content of that input becomes undefined, and there are no outputs until the next
  /// invocation.
  /// - Throws: `notFound`; `invalidArgument` when the shape is impossible or contradicts the model's `shape_signature`.
  public func resizeInput(_ index: Int, to shape: Shape) throws(RuntimeError) { try ports.resize(index, to: shape) }

  /// Checks the operators for the current shapes and plans memory. `invoke` does so itself when needed.
  /// - Parameter cancellation: stops the preparation between operators once cancelled.
  /// - Throws: `cancelled`, or the first operator's objection; `invalidState` while the session is in use.
  public func prepare(cancellation: CancellationToken? = nil) throws(RuntimeError) { try ports.prepare(cancellation) }

  /// Runs the primary subgraph.
  ///
  /// Floats under the least normal number, some 1.2e-38, count as zero meanwhile: on every thread that computes the processor
  /// takes them for zero and gives zero instead of them, unless the model has no floats at all. Afterwards the calling thread
  /// is as it was.
  /// - Parameter cancellation: stops the run, and the preparation before it, between operators once cancelled.
  /// - Throws: `cancelled`, or an operator's objection to its data; `invalidState` while the session is in use, by another
  ///   thread, by the operator that calls, or by a body that looks at memory in place. There are no outputs then.
  public func invoke(cancellation: CancellationToken? = nil) throws(RuntimeError) { try ports.invoke(cancellation) }

  /// Sets variables, tables and other state back to what they were before the first invocation.
  public func resetState() {
    for executor in program.existing { executor.resetVariables() }
    program.resources.reset()
  }

  // MARK: Data

  var ports: Ports { Ports(executor: primary, inputs: primary.inputs, outputs: primary.outputs) }

  /// Copies `values` to input `index`.
  /// - Throws: `invalidArgument` naming type and count expected and given.
  public func write<T: TensorScalar>(_ values: [T], toInput index: Int) throws(RuntimeError) {
    try ports.write(values, index)
  }

  /// Copies raw little-endian bytes to input `index`.
  /// - Throws: `invalidArgument` when the count is not the tensor's.
  public func write(bytes: UnsafeRawBufferPointer, toInput index: Int) throws(RuntimeError) {
    try ports.write(bytes: bytes, index)
  }

  /// Writes strings to input `index`, whose shape must hold as many.
  public func write(strings: [String], toInput index: Int) throws(RuntimeError) {
    try ports.write(strings: strings, index)
  }

  /// Lets `body` fill input `index` in place.
  /// - Throws: `invalidArgument` when the tensor's type is another.
  public func withMutableInput<T: TensorScalar, Result>(
    _ index: Int, as type: T.Type, _ body: (UnsafeMutableBufferPointer<T>) -> Result
  ) throws(RuntimeError) -> Result { try ports.withMutableInput(index, type, body) }

  /// The values of output `index`.
  /// - Throws: `invalidArgument` when the tensor's type is another; `invalidState` before the first invocation, after one that
  ///   failed or was cancelled, and when an input has got another shape since.
  public func output<T: TensorScalar>(_ index: Int, as type: T.Type) throws(RuntimeError) -> [T] {
    try withOutput(index, as: type) { Array($0) }
  }

  /// Lets `body` read output `index` in place. The memory is valid during the call, in which the session cannot be invoked.
  /// - Throws: as `output`.
  public func withOutput<T: TensorScalar, Result>(
    _ index: Int, as type: T.Type, _ body: (UnsafeBufferPointer<T>) -> Result
  ) throws(RuntimeError) -> Result { try ports.withOutput(index, type, body) }

  /// Lets `body` read the bytes of output `index` in place.
  /// - Throws: `invalidState`, as `output`.
  public func withOutputBytes<Result>(
    _ index: Int, _ body: (UnsafeRawBufferPointer) -> Result
  ) throws(RuntimeError) -> Result { try ports.withOutputBytes(index, body) }

  /// The same for an output that has memory, computed or not.
  /// - Throws: `invalidState` before `prepare`, and when the shape is not known yet.
  package func withAllocatedOutputBytes<Result>(
    _ index: Int, _ body: (UnsafeRawBufferPointer) -> Result
  ) throws(RuntimeError) -> Result { try ports.withAllocatedOutputBytes(index, body) }

  /// Lets `body` read the bytes of input `index` in place.
  public func withInputBytes<Result>(
    _ index: Int, _ body: (UnsafeRawBufferPointer) -> Result
  ) throws(RuntimeError) -> Result { try ports.withInputBytes(index, body) }

  /// The strings of output `index`.
  /// - Throws: `invalidArgument` when it holds no strings; `invalidState`, as `output`.
  public func outputStrings(_ index: Int) throws(RuntimeError) -> [String] { try ports.strings(index) }

  /// The values of output `index` as reals: dequantized where the tensor has quantization parameters.
  /// - Throws: `invalidArgument` for types that are not numbers; `invalidState`, as `output`.
  public func dequantizedOutput(_ index: Int) throws(RuntimeError) -> [Float] { try ports.dequantized(index) }

  /// A runner for the signature `key`, which shares this session's state.
  /// - Throws: `notFound` when the model has no such signature.
  public func signature(_ key: String) throws(RuntimeError) -> SignatureSession {
    guard let signature = model.signature(key) else {
      throw RuntimeError(
        .notFound, "no such signature", expected: RuntimeError.choice(model.signatures) { $0.key }, actual: "'\(key)'")
    }
    try program.resources.checkIdle()
    return SignatureSession(signature, self, try program.executor(signature.subgraph))
  }
}

/// What a session says of one of its tensors.
public struct TensorInfo: Sendable, Hashable {
  /// The name in the file; may be empty.
  public let name: String
  /// The type of the elements.
  public let type: ElementType
  /// The current shape.
  public let shape: Shape
  /// The shape in the file, with 1 for extents that are open.
  public let modelShape: Shape
  /// The shape in the file with -1 for extents that are open.
  public let shapeSignature: Shape
  /// Parameters for the tensor or for each channel, nil when there are none.
  public let quantization: Quantization?
  /// Bytes of the content at the current shape.
  public let byteCount: Int
  /// False for an output whose shape depends on data that has not been computed yet.
  public let hasKnownShape: Bool

  init(_ tensor: RuntimeTensor) {
    name = tensor.name
    type = tensor.type
    shape = tensor.shape
    modelShape = tensor.description.shape
    shapeSignature = tensor.description.shapeSignature
    quantization = tensor.quantization
    byteCount = tensor.type.byteCount(ofElements: tensor.shape.checkedElementCount ?? 0) ?? tensor.byteCount
    hasKnownShape = !tensor.hasUnknownShape
  }
}
