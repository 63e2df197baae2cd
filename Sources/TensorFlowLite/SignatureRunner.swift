import Foundation
import TFLiteRuntime

/// Runs one signature of a model by the names it gives its inputs and outputs.
///
/// Keeps its interpreter alive and shares its state. Not thread-safe.
public final class SignatureRunner {
  /// The signature's key.
  public let signatureKey: String

  /// The names of the inputs, in the order of the model.
  public var inputs: [String] { session.inputNames }

  /// The names of the outputs, in the order of the model.
  public var outputs: [String] { session.outputNames }

  /// The runtime's error behind the call that failed last: see ``Interpreter/lastFailure``, which this is.
  public var lastFailure: RuntimeError? { interpreter.lastFailure }

  private let interpreter: Interpreter
  private let session: SignatureSession
  private var isAllocated = false

  init(interpreter: Interpreter, signatureKey: String) throws {
    do {
      session = try interpreter.session.signature(signatureKey)
    } catch {
      interpreter.report(error)
      throw SignatureRunnerError.failedToCreateSignatureRunner(signatureKey: signatureKey)
    }
    self.interpreter = interpreter
    self.signatureKey = signatureKey
    try allocateTensors()
  }

  /// Copies `inputs` and runs the signature. Inputs that are not listed keep their content.
  /// - Throws: `SignatureRunnerError`, as `copy`, `allocateTensors`, or `.failedToInvokeSignature`, whose cause is in
  ///   `lastFailure`.
  public func invoke(with inputs: [String: Data]) throws { try invoke(inputs, nil) }

  /// The same until `cancellation` is cancelled, by any thread: then no further operator begins.
  /// - Throws: `CancellationError` when that has kept the run from its end, after which there are no outputs; else as
  ///   `invoke(with:)`.
  public func invoke(with inputs: [String: Data], cancellation: CancellationToken) throws {
    try invoke(inputs, cancellation)
  }

  private func invoke(_ inputs: [String: Data], _ cancellation: CancellationToken?) throws {
    try allocateTensors(cancellation)
    for (name, data) in inputs { try copy(data, toInputNamed: name) }
    do {
      try session.invoke(cancellation: cancellation)
    } catch {
      if error.code == .cancelled { throw CancellationError() }
      interpreter.report(error)
      throw SignatureRunnerError.failedToInvokeSignature(signatureKey: signatureKey)
    }
  }

  /// A snapshot of the input called `name`.
  /// - Throws: `SignatureRunnerError.failedToGetTensor`, `.invalidTensorDataType`, `.allocateTensorsRequired`.
  public func input(named name: String) throws -> Tensor {
    guard let index = session.inputNames.firstIndex(of: name) else { throw noTensor("input", name) }
    return try snapshot(session.inputs[index], "input") { () throws(RuntimeError) in
      try session.withInputBytes(name) { Data($0) }
    }
  }

  /// A snapshot of the output called `name`. Before `invoke` the content is undefined.
  /// - Throws: `SignatureRunnerError.failedToGetTensor`, `.invalidTensorDataType`, `.allocateTensorsRequired`.
  public func output(named name: String) throws -> Tensor {
    guard let index = session.outputNames.firstIndex(of: name) else { throw noTensor("output", name) }
    return try snapshot(session.outputs[index], "output") { () throws(RuntimeError) in
      try session.withAllocatedOutputBytes(name) { Data($0) }
    }
  }

  private func snapshot(
    _ info: TensorInfo, _ what: String, _ bytes: () throws(RuntimeError) -> Data
  ) throws -> Tensor {
    guard let type = Tensor.DataType(info.type) else { throw SignatureRunnerError.invalidTensorDataType }
    guard isAllocated else { throw SignatureRunnerError.allocateTensorsRequired }
    do {
      return Tensor(info, type, try bytes())
    } catch {
      interpreter.report(error)
      throw SignatureRunnerError.allocateTensorsRequired
    }
  }

  /// Gives the input called `name` another shape; tensors are made room for anew when needed next.
  /// - Throws: `SignatureRunnerError.failedToResizeInputTensor`, whose cause is in `lastFailure`.
  public func resizeInput(named name: String, toShape shape: Tensor.Shape) throws {
    do {
      try session.resizeInput(name, to: Shape(shape.dimensions))
    } catch {
      interpreter.report(error)
      throw SignatureRunnerError.failedToResizeInputTensor(inputName: name)
    }
    isAllocated = false
  }

  /// Copies `data` to the input called `name`.
  /// - Throws: `SignatureRunnerError.failedToGetTensor`, `.invalidTensorDataCount`, `.failedToCopyDataToInputTensor`.
  public func copy(_ data: Data, toInputNamed name: String) throws {
    guard let index = session.inputNames.firstIndex(of: name) else { throw noTensor("input", name) }
    let info = session.inputs[index]
    guard info.type == .string || data.count == info.byteCount else {
      throw SignatureRunnerError.invalidTensorDataCount(provided: data.count, required: info.byteCount)
    }
    try interpreter.attempt(SignatureRunnerError.failedToCopyDataToInputTensor(cause:)) {
      () throws(RuntimeError) in
      try data.withUnsafeBytes { bytes -> Result<Void, RuntimeError> in
        Result { () throws(RuntimeError) in try session.write(bytes: bytes, toInput: name) }
      }.get()
    }
  }

  /// Makes room for the tensors of the signature, when shapes have changed.
  /// - Throws: `SignatureRunnerError.failedToAllocateTensors`.
  public func allocateTensors() throws { try allocateTensors(nil) }

  private func allocateTensors(_ cancellation: CancellationToken?) throws {
    if isAllocated { return }
    try interpreter.attempt(SignatureRunnerError.failedToAllocateTensors(cause:)) { () throws(RuntimeError) in
      try session.prepare(cancellation: cancellation)
    }
    isAllocated = true
  }

  private func noTensor(_ what: String, _ name: String) -> SignatureRunnerError {
    .failedToGetTensor(tensorType: what, nameInSignature: name)
  }
}
