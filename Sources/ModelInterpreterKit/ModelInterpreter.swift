import Foundation
import ModelHosting
import TFLiteRuntime

/// Called with the outputs of a run, or with what kept it from having any.
public typealias ModelInterpreterRunCallback = (ModelOutputs?, Error?) -> Void

/// Called with the index of an input or output, or with what kept it from being found.
public typealias ModelInterpreterInputOutputOpIndexCallback = (NSNumber?, Error?) -> Void

/// Runs a custom model. Safe to use from any thread; runs of one interpreter follow each other.
///
/// The model is loaded by the first call that needs it, and stays the one that was loaded.
public final class ModelInterpreter: NSObject, @unchecked Sendable {
  /// The queue on which completion handlers are called: the main queue unless set otherwise, which a program without a
  /// running main queue (a tool, a server, a test) must do.
  public var completionQueue: DispatchQueue {
    get { lock.withLock { queueForCompletion } }
    set { lock.withLock { queueForCompletion = newValue } }
  }

  /// Kept for source compatibility; nothing is collected.
  public var isStatsCollectionEnabled: Bool {
    get { lock.withLock { collectsStats } }
    set { lock.withLock { collectsStats = newValue } }
  }

  /// How the runtime runs the model: threads, kernels, the most memory, custom operators, times of operators. What is set
  /// before the model is loaded, that is before the first call that needs it, has an effect.
  public var sessionOptions: SessionOptions {
    get { lock.withLock { optionsForSessions } }
    set { lock.withLock { optionsForSessions = newValue } }
  }

  private let source: ModelSource
  private let lock = NSLock()
  private let queue = DispatchQueue(label: "tflite.model-interpreter", qos: .userInitiated)
  private var queueForCompletion = DispatchQueue.main
  private var collectsStats = true
  private var optionsForSessions = SessionOptions()
  /// Touched on `queue` alone.
  private var session: Session?
  /// The hosted version that was loaded, until it has run once. Touched on `queue` alone.
  private var trial: HostedVersion?

  init(_ source: ModelSource) {
    self.source = source
    super.init()
    source.request()
  }

  /// An interpreter of a model that is looked up by name: the hosted one when it is on the device, else the local one. A
  /// hosted model that is registered is asked for, under its conditions.
  public convenience init(options: ModelOptions) { self.init(.named(options.cloudModelName, options.localModelName)) }

  /// An interpreter of a model that is looked up by name.
  public class func modelInterpreter(options: ModelOptions) -> ModelInterpreter { ModelInterpreter(options: options) }

  /// An interpreter of a model on this device.
  public class func modelInterpreter(localModel: CustomLocalModel) -> ModelInterpreter {
    ModelInterpreter(.file(localModel.path))
  }

  /// An interpreter of a hosted model, which may be made before the model is downloaded.
  ///
  /// The first run takes the version that this process uses. A version that is new here is on trial until it has run once:
  /// when it cannot be loaded, it is never chosen again, and the same run takes the one before it.
  public class func modelInterpreter(remoteModel: CustomRemoteModel) -> ModelInterpreter {
    ModelInterpreter(.remote(remoteModel.name))
  }

  /// An interpreter of a model that is loaded already. Interpreters of one model share its constants and packed weights.
  ///
  ///     let model = try Model(path: path)
  ///     let interpreters = (0..<4).map { _ in ModelInterpreter.modelInterpreter(model: model) }
  public class func modelInterpreter(model: Model) -> ModelInterpreter { ModelInterpreter(.model(model)) }

  /// Runs the model and calls `completion` with the outputs that `options` state. Inputs whose declared dimensions differ
  /// from the model's are resized first. `inputs` and `options` may be changed as soon as the call returns.
  ///
  /// The error is an `NSError` of `ModelInterpreterErrorDomain`: `invalidArgument` for inputs and formats that contradict
  /// each other or the model, `outOfRange` for an index beyond the model's, `notFound` and `dataLoss` for the model's file,
  /// `unimplemented` for operators that cannot run, `internal` for failures of the run.
  public func run(
    inputs: ModelInputs, options: ModelInputOutputOptions, completion: @escaping ModelInterpreterRunCallback
  ) {
    // The caller gives it away: it is called once, on the completion queue, and nowhere else.
    nonisolated(unsafe) let completion = completion
    start(inputs, options) { result in
      switch result {
      case .success(let outputs): completion(outputs, nil)
      case .failure(let error): completion(nil, error)
      }
    }
  }

  /// Runs the model and returns the outputs that `options` state.
  ///
  /// Cancelling the task ends the run before its next operator, or before it begins; the interpreter runs again afterwards.
  /// - Throws: `CancellationError` when the task was cancelled before the run came to its end; else as
  ///   `run(inputs:options:completion:)` reports.
  nonisolated(nonsending) public func run(
    inputs: ModelInputs, options: ModelInputOutputOptions
  ) async throws -> ModelOutputs {
    let request = Result { try RunRequest(inputs, options) }
    let cancellation = CancellationToken()
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        queue.async { [self] in
          continuation.resume(with: request.flatMap { request in Result { try perform(request, cancellation) } })
        }
      }
    } onCancel: {
      cancellation.cancel()
    }
  }

  /// Lends what runs the model to `body`, between two runs, for all that has no call here: what inputs and outputs are, times
  /// of operators, memory, the kernels in use. `body` is called on a queue of the interpreter's and must not keep the session.
  /// - Throws: what `body` throws; the errors of a model that cannot be loaded, as `run` reports them.
  nonisolated(nonsending) public func withSession<Success: Sendable>(
    _ body: @escaping @Sendable (Session) throws -> Success
  ) async throws -> Success {
    try await withCheckedThrowingContinuation { continuation in
      queue.async { [self] in continuation.resume(with: Result { try body(loadedSession()) }) }
    }
  }

  /// Finds the index of the input whose tensor is called `opName`.
  public func inputIndex(opName: String, completion: @escaping ModelInterpreterInputOutputOpIndexCallback) {
    find(opName, "input", completion) { $0.inputs }
  }

  /// Finds the index of the output whose tensor is called `opName`.
  public func outputIndex(opName: String, completion: @escaping ModelInterpreterInputOutputOpIndexCallback) {
    find(opName, "output", completion) { $0.outputs }
  }

  private func find(
    _ name: String, _ what: String, _ completion: @escaping ModelInterpreterInputOutputOpIndexCallback,
    _ tensors: @escaping @Sendable (Session) -> [TensorInfo]
  ) {
    // The caller gives it away: it is called once, on the completion queue, and nowhere else.
    nonisolated(unsafe) let completion = completion
    queue.async { [self] in
      let result = Result {
        let infos = tensors(try loadedSession())
        guard let index = infos.firstIndex(where: { $0.name == name }) else {
          let names = RuntimeError.bounded("\(infos.map(\.name))")
          throw modelError(.notFound, "The model has no \(what) '\(name)', expected one of \(names).")
        }
        return index
      }
      completionQueue.async {
        switch result {
        case .success(let index): completion(NSNumber(value: UInt(index)), nil)
        case .failure(let error): completion(nil, error)
        }
      }
    }
  }

  private func start(
    _ inputs: ModelInputs, _ options: ModelInputOutputOptions,
    _ completion: @escaping @Sendable (Result<ModelOutputs, Error>) -> Void
  ) {
    let request = Result { try RunRequest(inputs, options) }
    queue.async { [self] in
      let result = request.flatMap { request in Result { try perform(request, nil) } }
      completionQueue.async { completion(result) }
    }
  }

  // MARK: On the queue

  private func loadedSession() throws -> Session {
    if let session { return session }
    var refusal: NSError?
    var refused: Set<SHA256Digest> = []
    while true {
      let candidate: ModelSource.Candidate
      do {
        candidate = try source.candidate()
      } catch {
        throw refusal ?? error
      }
      do {
        let loaded = try Session(candidate.model(), options: sessionOptions)
        session = loaded
        trial = candidate.hosted
        return loaded
      } catch {
        let failure = modelError(error, "Failed to load the model")
        guard let version = candidate.hosted, refused.insert(version.model.digest).inserted,
          version.reject(because: error)
        else { throw failure }
        refusal = failure
      }
    }
  }

  private func perform(_ request: RunRequest, _ cancellation: CancellationToken?) throws -> ModelOutputs {
    // Nothing is loaded for a run that nobody waits for.
    if cancellation?.isCancelled == true { throw CancellationError() }
    let session = try loadedSession()
    do {
      let contents = try request.run(session, cancellation)
      trial?.confirm()
      trial = nil
      return ModelOutputs(contents)
    } catch let error as CancellationError {
      // It says nothing of the version.
      throw error
    } catch {
      // What the version before it can do, a version on trial has to do.
      guard let version = trial, let earlier = version.predecessor else { throw error }
      let loaded: Session
      let contents: [Int: ModelOutputs.Content]
      do {
        loaded = try Session(Model(path: earlier.url.path), options: sessionOptions)
        contents = try request.run(loaded, cancellation)
      } catch _ {
        throw error
      }
      version.reject(because: "It failed where the version before it did not: \(error.localizedDescription)")
      self.session = loaded
      trial = nil
      return ModelOutputs(contents)
    }
  }
}
