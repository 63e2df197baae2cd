import Foundation
import TFLiteRuntime

/// Runs a TensorFlow Lite model.
///
/// The shape of TensorFlowLiteSwift's interpreter, over the Swift runtime. Not thread-safe: an interpreter belongs to one
/// thread at a time.
///
///     let interpreter = try Interpreter(modelPath: path)
///     try interpreter.allocateTensors()
///     try interpreter.copy(data, toInputAt: 0)
///     try interpreter.invoke()
///     let output = try interpreter.output(at: 0)
public final class Interpreter {
  /// The options given to the initialiser, nil when none were.
  public let options: Options?

  /// The delegates given to the initialiser, nil when none were. The runtime computes everything itself.
  public let delegates: [Delegate]?

  /// The number of inputs of the model.
  public var inputTensorCount: Int { session.inputs.count }

  /// The number of outputs of the model.
  public var outputTensorCount: Int { session.outputs.count }

  /// The keys of the model's signatures, in the order of the model.
  public private(set) lazy var signatureKeys: [String] = session.model.signatures.map(\.key)

  /// What runs the model, for all that has no call here: typed and uncopied access to tensors, times of operators, memory,
  /// the kernels in use. Belongs to the same thread as the interpreter.
  public let session: Session

  /// The runtime's error behind the call that failed last, of the interpreter or of one of its signatures' runners, also where
  /// the error thrown has no room for a cause: it names the operator, the tensor, what was expected and what was found. Nil
  /// when no call has failed for a reason of the runtime's.
  public internal(set) var lastFailure: RuntimeError?

  private var isAllocated = false

  /// Loads the model in the file at `modelPath`, which is mapped.
  /// - Throws: `InterpreterError.failedToLoadModel` when the file cannot be read or is not a model;
  ///   `.failedToCreateInterpreter` when it has operators that cannot run. Both have a cause.
  public convenience init(modelPath: String, options: Options? = nil, delegates: [Delegate]? = nil) throws {
    let model = try translating(options, InterpreterError.failedToLoadModel(cause:)) { () throws(RuntimeError) in
      try Model(path: modelPath)
    }
    try self.init(model: model.cModel, options: options, delegates: delegates)
  }

  /// Loads the model in `modelData`, which is kept, not copied.
  /// - Throws: `InterpreterError.failedToCreateInterpreter` with the cause when the data are not a model or have operators
  ///   that cannot run.
  public convenience init(modelData: Data, options: Options? = nil, delegates: [Delegate]? = nil) throws {
    let model = try translating(options, InterpreterError.failedToCreateInterpreter(cause:)) {
      () throws(RuntimeError) in
      try Model(data: modelData)
    }
    try self.init(model: model.cModel, options: options, delegates: delegates)
  }

  /// An interpreter of a model that is loaded already. Interpreters of one model, on any threads, share its constants and
  /// packed weights.
  ///
  ///     let model = try TFLiteRuntime.Model(path: path)
  ///     let interpreters = try (0..<4).map { _ in try Interpreter(model: model) }
  /// - Throws: `InterpreterError.failedToCreateInterpreter` with the cause when the model has operators that cannot run.
  public init(model: TFLiteRuntime.Model, options: Options? = nil, delegates: [Delegate]? = nil) throws {
    var sessionOptions = options?.session ?? SessionOptions()
    if let count = options?.threadCount, count > 0 { sessionOptions.threads = .count(count) }
    session = try translating(options, InterpreterError.failedToCreateInterpreter(cause:)) { () throws(RuntimeError) in
      try Session(model, options: sessionOptions)
    }
    self.options = options
    self.delegates = delegates
  }

  /// Checks the operators for the current input shapes and makes room for all tensors.
  /// - Throws: `InterpreterError.failedToAllocateTensors` with the cause.
  public func allocateTensors() throws { try allocateTensors(nil) }

  /// The same until `cancellation` is cancelled, by any thread: then no further operator is prepared.
  /// - Throws: `CancellationError` when that has kept it from its end; else as `allocateTensors()`.
  public func allocateTensors(cancellation: CancellationToken) throws { try allocateTensors(cancellation) }

  private func allocateTensors(_ cancellation: CancellationToken?) throws {
    try attempt(InterpreterError.failedToAllocateTensors(cause:)) { () throws(RuntimeError) in
      try session.prepare(cancellation: cancellation)
    }
    isAllocated = true
  }

  /// Runs the model.
  /// - Throws: `InterpreterError.allocateTensorsRequired` before `allocateTensors`; `.tensorFlowLiteError` with the cause
  ///   when an operator objects to its data.
  public func invoke() throws { try invoke(nil) }

  /// Runs the model until `cancellation` is cancelled, by any thread: then no further operator begins.
  /// - Throws: `CancellationError` when that has kept the run from its end, after which there are no outputs; else as
  ///   `invoke()`.
  public func invoke(cancellation: CancellationToken) throws { try invoke(cancellation) }

  private func invoke(_ cancellation: CancellationToken?) throws {
    guard isAllocated else { throw InterpreterError.allocateTensorsRequired }
    try attempt(InterpreterError.running) { () throws(RuntimeError) in
      try session.invoke(cancellation: cancellation)
    }
  }

  /// A snapshot of input `index`.
  /// - Throws: `InterpreterError.invalidTensorIndex`, `.allocateTensorsRequired`, `.invalidTensorDataType`.
  public func input(at index: Int) throws -> Tensor {
    let infos = session.inputs
    guard infos.indices.contains(index) else { throw Self.invalidIndex(index, infos.count) }
    guard isAllocated else { throw InterpreterError.allocateTensorsRequired }
    guard let type = Tensor.DataType(infos[index].type) else { throw InterpreterError.invalidTensorDataType }
    let data = try attempt(InterpreterError.running) { () throws(RuntimeError) in
      try session.withInputBytes(index) { Data($0) }
    }
    return Tensor(infos[index], type, data)
  }

  /// A snapshot of output `index`. Before `invoke` the content is undefined.
  /// - Throws: `InterpreterError.invalidTensorIndex`; `.invokeInterpreterRequired` before `allocateTensors`, and before
  ///   `invoke` when the shape depends on data; `.invalidTensorDataType`.
  public func output(at index: Int) throws -> Tensor {
    let infos = session.outputs
    guard infos.indices.contains(index) else { throw Self.invalidIndex(index, infos.count) }
    guard isAllocated, infos[index].hasKnownShape else { throw InterpreterError.invokeInterpreterRequired }
    guard let type = Tensor.DataType(infos[index].type) else { throw InterpreterError.invalidTensorDataType }
    do {
      return Tensor(infos[index], type, try session.withAllocatedOutputBytes(index) { Data($0) })
    } catch {
      throw InterpreterError.invokeInterpreterRequired
    }
  }

  /// Gives input `index` another shape; `allocateTensors` must follow unless the input has that shape already.
  /// - Throws: `InterpreterError.invalidTensorIndex`; `.failedToResizeInputTensor`, whose cause is in `lastFailure`.
  public func resizeInput(at index: Int, to shape: Tensor.Shape) throws {
    let infos = session.inputs
    guard infos.indices.contains(index) else { throw Self.invalidIndex(index, infos.count) }
    do {
      try session.resizeInput(index, to: Shape(shape.dimensions))
    } catch {
      report(error)
      throw InterpreterError.failedToResizeInputTensor(index: index)
    }
    if infos[index].shape.dimensions != shape.dimensions { isAllocated = false }
  }

  /// Copies `data` to input `index` and returns the tensor.
  /// - Throws: `InterpreterError.invalidTensorIndex`, `.invalidTensorDataCount`, `.allocateTensorsRequired`,
  ///   `.invalidTensorDataType`; `.failedToCopyDataToInputTensor` with the cause for strings in another form or number, and
  ///   while the interpreter is in use.
  @discardableResult
  public func copy(_ data: Data, toInputAt index: Int) throws -> Tensor {
    let infos = session.inputs
    guard infos.indices.contains(index) else { throw Self.invalidIndex(index, infos.count) }
    let info = infos[index]
    guard let type = Tensor.DataType(info.type) else { throw InterpreterError.invalidTensorDataType }
    guard type == .string || data.count == info.byteCount else {
      throw InterpreterError.invalidTensorDataCount(provided: data.count, required: info.byteCount)
    }
    guard isAllocated else { throw InterpreterError.allocateTensorsRequired }
    try attempt(InterpreterError.failedToCopyDataToInputTensor(cause:)) { () throws(RuntimeError) in
      try data.withUnsafeBytes { bytes -> Result<Void, RuntimeError> in
        Result { () throws(RuntimeError) in try session.write(bytes: bytes, toInput: index) }
      }.get()
    }
    // Its own, as the caller's may be a slice, or end with the memory that it stands for.
    return Tensor(info, type, data.withUnsafeBytes { Data($0) })
  }

  /// A runner for the signature `key`.
  /// - Throws: `SignatureRunnerError.failedToCreateSignatureRunner` when the model has no such signature.
  public func signatureRunner(with key: String) throws -> SignatureRunner {
    try SignatureRunner(interpreter: self, signatureKey: key)
  }

  private static func invalidIndex(_ index: Int, _ count: Int) -> InterpreterError {
    .invalidTensorIndex(index: index, maxIndex: count - 1)
  }
}

extension Interpreter {
  /// Runs `body`; of its failure, `error` makes the interpreter's.
  /// - Throws: `CancellationError` when a token has stopped it; what `error` makes of other failures.
  func attempt<Success>(
    _ error: (RuntimeError) -> any Error, _ body: () throws(RuntimeError) -> Success
  ) throws -> Success {
    do {
      return try body()
    } catch let cause {
      lastFailure = cause
      if cause.code == .cancelled { throw CancellationError() }
      throw failure(cause, options, error)
    }
  }

  /// Keeps the cause of a failure whose own error has no room for it, and says it: on the standard output when the interpreter
  /// has options, on the standard error otherwise, where TensorFlow Lite puts it.
  func report(_ cause: RuntimeError) {
    lastFailure = cause
    let message = InterpreterError.tensorFlowLiteError(cause.description).description
    if options != nil {
      print(message)
    } else {
      do {
        try FileHandle.standardError.write(contentsOf: Data((message + "\n").utf8))
      } catch {
        // Nobody reads what is said.
      }
    }
  }
}

/// Runs `body`; of its failure, `error` makes the interpreter's.
private func translating<Success, Failure: Error>(
  _ options: Interpreter.Options?, _ error: (RuntimeError) -> Failure, _ body: () throws(RuntimeError) -> Success
) throws(Failure) -> Success {
  do {
    return try body()
  } catch let cause {
    throw failure(cause, options, error)
  }
}

/// The error that `error` makes of `cause`. The cause is printed when the interpreter has options, as users of
/// TensorFlowLiteSwift know it.
private func failure<Failure>(
  _ cause: RuntimeError, _ options: Interpreter.Options?, _ error: (RuntimeError) -> Failure
) -> Failure {
  if options != nil { print(InterpreterError.running(cause)) }
  return error(cause)
}

extension InterpreterError {
  static func running(_ cause: RuntimeError) -> Self { .tensorFlowLiteError(cause.description) }
}

extension Interpreter {
  /// Options of an interpreter.
  public struct Options: Equatable, Hashable, Sendable {
    /// The most threads to use; nil, zero and less let the runtime decide.
    public var threadCount: Int?

    /// Kept for source compatibility: the runtime's own kernels are always used.
    public var isXNNPackEnabled = false

    /// How the runtime runs the model: which kernels, how much memory at most, custom operators, times of operators. A
    /// `threadCount` above zero goes before the threads stated here.
    public var session = SessionOptions()

    /// Options with all defaults.
    public init() {}
  }
}
