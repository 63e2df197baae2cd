/// Runs one signature of a model by the names it gives its inputs and outputs. Shares the state of its session.
public final class SignatureSession {
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

  public var inputNames: [String] { signature.inputs.map { $0.name } }
  public var outputNames: [String] { signature.outputs.map { $0.name } }
  public var inputs: [TensorInfo] { ports.inputs.map { TensorInfo($0) } }
  public var outputs: [TensorInfo] { ports.outputs.map { TensorInfo($0) } }

  private func index(_ name: String, in names: [Signature.Port], _ what: String) throws(RuntimeError) -> Int {
    for (index, port) in names.enumerated() where port.name == name { return index }
    throw RuntimeError(
      .notFound, "signature '\(signature.key)' has no such \(what)",
      expected: names.map { "'\($0.name)'" }.joined(separator: " or "), actual: "'\(name)'")
  }

  /// The position of the input called `name`.
  /// - Throws: `notFound`.
  public func inputIndex(_ name: String) throws(RuntimeError) -> Int { try index(name, in: signature.inputs, "input") }

  /// The position of the output called `name`.
  /// - Throws: `notFound`.
  public func outputIndex(_ name: String) throws(RuntimeError) -> Int {
    try index(name, in: signature.outputs, "output")
  }

  public func resizeInput(_ name: String, to shape: Shape) throws(RuntimeError) {
    try ports.resize(inputIndex(name), to: shape)
  }

  public func prepare() throws(RuntimeError) { try ports.executor.prepare() }

  public func invoke(cancellation: CancellationToken? = nil) throws(RuntimeError) { try ports.invoke(cancellation) }

  public func write<T: TensorScalar>(_ values: [T], to name: String) throws(RuntimeError) {
    try ports.write(values, inputIndex(name))
  }

  public func write(bytes: UnsafeRawBufferPointer, to name: String) throws(RuntimeError) {
    try ports.write(bytes: bytes, inputIndex(name))
  }

  public func write(strings: [String], to name: String) throws(RuntimeError) {
    try ports.write(strings: strings, inputIndex(name))
  }

  public func withMutableInput<T: TensorScalar, Result>(
    _ name: String, as type: T.Type, _ body: (UnsafeMutableBufferPointer<T>) -> Result
  ) throws(RuntimeError) -> Result { try ports.withMutableInput(inputIndex(name), type, body) }

  public func output<T: TensorScalar>(_ name: String, as type: T.Type) throws(RuntimeError) -> [T] {
    try ports.withOutput(outputIndex(name), type) { Array($0) }
  }

  public func withOutput<T: TensorScalar, Result>(
    _ name: String, as type: T.Type, _ body: (UnsafeBufferPointer<T>) -> Result
  ) throws(RuntimeError) -> Result { try ports.withOutput(outputIndex(name), type, body) }

  public func withInputBytes<Result>(
    _ name: String, _ body: (UnsafeRawBufferPointer) -> Result
  ) throws(RuntimeError) -> Result { try ports.withInputBytes(inputIndex(name), body) }

  public func withOutputBytes<Result>(
    _ name: String, _ body: (UnsafeRawBufferPointer) -> Result
  ) throws(RuntimeError) -> Result { try ports.withOutputBytes(outputIndex(name), body) }

  public func outputStrings(_ name: String) throws(RuntimeError) -> [String] { try ports.strings(outputIndex(name)) }

  public func dequantizedOutput(_ name: String) throws(RuntimeError) -> [Float] {
    try ports.dequantized(outputIndex(name))
  }
}
