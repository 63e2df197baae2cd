/// Runs one signature of a model. Its inputs and outputs have the names and the order that the signature gives them; it
/// shares the state of its session.
public final class SignatureSession: TensorAccess {
  /// The signature as the file states it.
  public let signature: Signature
  /// The inputs and outputs of the signature.
  public let ports: Ports
  private let executor: SubgraphExecutor
  /// Keeps the executors alive.
  private let session: Session

  init(_ signature: Signature, _ session: Session, _ executor: SubgraphExecutor) {
    self.signature = signature
    self.session = session
    self.executor = executor
    ports = Ports(
      executor, inputs: signature.inputs.map { executor.tensors[$0.tensor] },
      outputs: signature.outputs.map { executor.tensors[$0.tensor] }, signature)
  }

  /// The model at work.
  public var model: Model { session.model }
  /// The names of the inputs, in the order of the file.
  public var inputNames: [String] { signature.inputs.map { $0.name } }
  /// The names of the outputs, in the order of the file.
  public var outputNames: [String] { signature.outputs.map { $0.name } }

  /// Runs the signature.
  /// - Throws: as `TensorAccess.invoke`.
  public func invoke(cancellation: CancellationToken?) throws(RuntimeError) { try executor.run(cancellation) }
}
