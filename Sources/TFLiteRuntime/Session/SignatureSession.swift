/// Runs one signature of a model by the names it gives its inputs and outputs. Shares the state of its session.
public final class SignatureSession {
  /// The signature as the file states it.
  public let signature: Signature
  /// Keeps the executors alive.
  private let session: Session
  private let ports: Ports

  init(_ signature: Signature, _ session: Session, _ executor: SubgraphExecutor) {
    self.signature = signature
    self.session = session
    ports = Ports(
      executor: executor, inputs: signature.inputs.map { executor.tensors[$0.tensor] },
      outputs: signature.outputs.map { executor.tensors[$0.tensor] })
  }

  /// The model at work.
  public var model: Model { session.model }
  /// The names of the inputs, in the order of the file.
  public var inputNames: [String] { signature.inputs.map { $0.name } }
  /// The names of the outputs, in the order of the file.
  public var outputNames: [String] { signature.outputs.map { $0.name } }
  /// What the inputs are.
  public var inputs: [TensorInfo] { ports.inputs.map { TensorInfo($0) } }
  /// What the outputs are; shapes as for `Session.outputs`.
  public var outputs: [TensorInfo] { ports.outputs.map { TensorInfo($0) } }

  private func index(_ name: String, in names: [Signature.Port], _ what: String) throws(RuntimeError) -> Int {
    for (index, port) in names.enumerated() where port.name == name { return index }
    throw RuntimeError(
      .notFound, "signature '\(RuntimeError.bounded(signature.key))' has no such \(what)",
      expected: RuntimeError.choice(names) { $0.name }, actual: "'\(name)'")
  }

  /// The position of the input called `name`.
  /// - Throws: `notFound`.
  public func inputIndex(_ name: String) throws(RuntimeError) -> Int { try index(name, in: signature.inputs, "input") }

  /// The position of the output called `name`.
  /// - Throws: `notFound`.
  public func outputIndex(_ name: String) throws(RuntimeError) -> Int {
    try index(name, in: signature.outputs, "output")
  }

  /// Gives the input called `name` another shape; its content becomes undefined.
  /// - Throws: `notFound`; `invalidArgument` when the shape is impossible.
  public func resizeInput(_ name: String, to shape: Shape) throws(RuntimeError) {
    try ports.resize(inputIndex(name), to: shape)
  }

  /// Checks the operators for the current shapes and plans memory.
  /// - Parameter cancellation: stops the preparation between operators once cancelled.
  /// - Throws: as `Session.prepare`.
  public func prepare(cancellation: CancellationToken? = nil) throws(RuntimeError) { try ports.prepare(cancellation) }

  /// Runs the signature.
  /// - Throws: as `Session.invoke`.
  public func invoke(cancellation: CancellationToken? = nil) throws(RuntimeError) { try ports.invoke(cancellation) }

  /// Copies `values` to the input called `name`.
  /// - Throws: `notFound`; `invalidArgument` naming type and count expected and given.
  public func write<T: TensorScalar>(_ values: [T], to name: String) throws(RuntimeError) {
    try ports.write(values, inputIndex(name))
  }

  /// Copies raw little-endian bytes to the input called `name`.
  /// - Throws: `notFound`; `invalidArgument` when the count is not the tensor's.
  public func write(bytes: UnsafeRawBufferPointer, to name: String) throws(RuntimeError) {
    try ports.write(bytes: bytes, inputIndex(name))
  }

  /// Writes strings to the input called `name`, whose shape must hold as many.
  /// - Throws: `notFound`, `invalidArgument`.
  public func write(strings: [String], to name: String) throws(RuntimeError) {
    try ports.write(strings: strings, inputIndex(name))
  }

  /// Lets `body` fill the input called `name` in place.
  /// - Throws: `notFound`; `invalidArgument` when the tensor's type is another.
  public func withMutableInput<T: TensorScalar, Result>(
    _ name: String, as type: T.Type, _ body: (UnsafeMutableBufferPointer<T>) -> Result
  ) throws(RuntimeError) -> Result { try ports.withMutableInput(inputIndex(name), type, body) }

  /// The values of the output called `name`.
  /// - Throws: `notFound`; `invalidArgument` when the tensor's type is another; `invalidState` as `Session.output`.
  public func output<T: TensorScalar>(_ name: String, as type: T.Type) throws(RuntimeError) -> [T] {
    try ports.withOutput(outputIndex(name), type) { Array($0) }
  }

  /// Lets `body` read the output called `name` in place, during the call.
  /// - Throws: as `output`.
  public func withOutput<T: TensorScalar, Result>(
    _ name: String, as type: T.Type, _ body: (UnsafeBufferPointer<T>) -> Result
  ) throws(RuntimeError) -> Result { try ports.withOutput(outputIndex(name), type, body) }

  /// Lets `body` read the bytes of the input called `name` in place.
  /// - Throws: `notFound`.
  public func withInputBytes<Result>(
    _ name: String, _ body: (UnsafeRawBufferPointer) -> Result
  ) throws(RuntimeError) -> Result { try ports.withInputBytes(inputIndex(name), body) }

  /// Lets `body` read the bytes of the output called `name` in place.
  /// - Throws: `notFound`; `invalidState` as `Session.output`.
  public func withOutputBytes<Result>(
    _ name: String, _ body: (UnsafeRawBufferPointer) -> Result
  ) throws(RuntimeError) -> Result { try ports.withOutputBytes(outputIndex(name), body) }

  /// The same for an output that has memory, computed or not.
  /// - Throws: `notFound`; `invalidState` before `prepare`, and when the shape is not known yet.
  package func withAllocatedOutputBytes<Result>(
    _ name: String, _ body: (UnsafeRawBufferPointer) -> Result
  ) throws(RuntimeError) -> Result { try ports.withAllocatedOutputBytes(outputIndex(name), body) }

  /// The strings of the output called `name`.
  /// - Throws: `notFound`; `invalidArgument` when it holds no strings; `invalidState` as `Session.output`.
  public func outputStrings(_ name: String) throws(RuntimeError) -> [String] { try ports.strings(outputIndex(name)) }

  /// The values of the output called `name` as reals.
  /// - Throws: `notFound`; `invalidArgument` for types that are not numbers; `invalidState` as `Session.output`.
  public func dequantizedOutput(_ name: String) throws(RuntimeError) -> [Float] {
    try ports.dequantized(outputIndex(name))
  }
}
