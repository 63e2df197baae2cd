/// Which input or output is meant.
public enum TensorKey: Hashable, Sendable {
  /// The one at a position, from 0 on.
  case index(Int)
  /// The one of a name: that of the tensor, or in a signature the signature's.
  case name(String)
  /// The one of a number in the file, as ``TensorInfo/number``; also for intermediate tensors that the session's options
  /// choose.
  case tensor(Int)
}

/// What names an input or an output: a position, a name or a `TensorKey`.
public protocol TensorNaming {
  /// The input or output that is meant.
  var tensorKey: TensorKey { get }
}

extension Int: TensorNaming { public var tensorKey: TensorKey { .index(self) } }
extension String: TensorNaming { public var tensorKey: TensorKey { .name(self) } }
extension TensorKey: TensorNaming { public var tensorKey: TensorKey { self } }

/// What has inputs and outputs: a session, or one signature of it. Both are named by position or by name:
///
///     try session.write(pixels, toInput: 0)
///     try session.invoke()
///     let scores = try session.output("scores", as: Float.self)
///
/// Memory that a body sees in place is valid during the call, in which the session cannot be invoked.
public protocol TensorAccess: AnyObject {
  /// The tensors that are exchanged.
  var ports: Ports { get }

  /// Runs the graph.
  ///
  /// Floats under the least normal number, some 1.2e-38, count as zero meanwhile: on every thread that computes the processor
  /// takes them for zero and gives zero instead of them, unless the model has no floats at all. Afterwards the calling thread
  /// is as it was.
  /// - Parameter cancellation: stops the run, and the preparation before it, between operators once cancelled.
  /// - Throws: `cancelled`, or an operator's objection to its data; `invalidState` while the session is in use, by another
  ///   thread, by the operator that calls, or by a body that looks at memory in place. There are no outputs then.
  func invoke(cancellation: CancellationToken?) throws(RuntimeError)
}

extension TensorAccess {
  /// Runs the graph, as `invoke(cancellation:)` without a token.
  /// - Throws: an operator's objection to its data; `invalidState` while the session is in use.
  public func invoke() throws(RuntimeError) { try invoke(cancellation: nil) }

  // MARK: What there is

  /// The inputs as they are now. Allocates only when a shape has changed since it was asked for last.
  public var inputs: [TensorInfo] { ports.inputInfos.current(ports.inputs) }
  /// The outputs as they are now. Shapes are known after `prepare`, or after `invoke` where they depend on data. Allocates only
  /// when a shape has changed since it was asked for last.
  public var outputs: [TensorInfo] { ports.outputInfos.current(ports.outputs) }
  /// The tensors that can be read beside the outputs, in the order of the file: see ``SessionOptions/intermediates``.
  public var intermediates: [TensorInfo] { ports.kept.map { TensorInfo($0) } }
  /// The number of inputs.
  public var inputCount: Int { ports.inputs.count }
  /// The number of outputs.
  public var outputCount: Int { ports.outputs.count }

  /// What one input is now. Allocates nothing.
  /// - Throws: `notFound`.
  public func inputInfo(_ key: some TensorNaming) throws(RuntimeError) -> TensorInfo {
    TensorInfo(try ports.input(key.tensorKey))
  }

  /// What one output, or one intermediate tensor, is now. Allocates nothing.
  /// - Throws: `notFound`.
  public func outputInfo(_ key: some TensorNaming) throws(RuntimeError) -> TensorInfo {
    TensorInfo(try ports.output(key.tensorKey))
  }

  // MARK: Running

  /// Gives an input another shape; its content becomes undefined, and there are no outputs until the next invocation. With the
  /// shape that it has nothing changes.
  /// - Throws: `notFound`; `invalidArgument` when the shape is impossible or contradicts the model's `shape_signature`;
  ///   `outOfMemory` when the limit is too low for it; `invalidState` while the session is in use. Shape and content are as
  ///   before then.
  public func resizeInput(_ key: some TensorNaming, to shape: Shape) throws(RuntimeError) {
    try ports.resize(key.tensorKey, to: shape)
  }

  /// Checks the operators for the current shapes and plans memory. `invoke` does so itself when needed.
  /// - Parameter cancellation: stops the preparation between operators once cancelled.
  /// - Throws: `cancelled`, or the first operator's objection; `invalidState` while the session is in use.
  public func prepare(cancellation: CancellationToken? = nil) throws(RuntimeError) { try ports.prepare(cancellation) }

  // MARK: Writing

  /// Copies values to an input.
  /// - Throws: `notFound`; `invalidArgument` naming type and count expected and given.
  public func write<T: TensorScalar>(_ values: [T], toInput key: some TensorNaming) throws(RuntimeError) {
    try ports.write(values, key.tensorKey)
  }

  /// Copies values to an input.
  /// - Throws: `notFound`; `invalidArgument` naming type and count expected and given.
  public func write<T: TensorScalar>(_ values: Span<T>, toInput key: some TensorNaming) throws(RuntimeError) {
    try values.withUnsafeBufferPointer { (buffer) throws(RuntimeError) in try ports.write(buffer, key.tensorKey) }
  }

  /// Copies raw little-endian bytes to an input.
  /// - Throws: `notFound`; `invalidArgument` when the count is not the tensor's.
  public func write(bytes: UnsafeRawBufferPointer, toInput key: some TensorNaming) throws(RuntimeError) {
    try ports.write(bytes: bytes, key.tensorKey)
  }

  /// Copies raw little-endian bytes to an input.
  /// - Throws: `notFound`; `invalidArgument` when the count is not the tensor's.
  public func write(bytes: RawSpan, toInput key: some TensorNaming) throws(RuntimeError) {
    try bytes.withUnsafeBytes { (buffer) throws(RuntimeError) in try ports.write(bytes: buffer, key.tensorKey) }
  }

  /// Lets `body` fill an input in place.
  /// - Throws: `notFound`; `invalidArgument` when the tensor's type is another; what `body` throws.
  public func withMutableInput<T: TensorScalar, Result>(
    _ key: some TensorNaming, as type: T.Type,
    _ body: (UnsafeMutableBufferPointer<T>) throws(RuntimeError) -> Result
  ) throws(RuntimeError) -> Result { try ports.withMutableInput(key.tensorKey, type, body) }

  /// Lets `body` fill an input in place.
  /// - Throws: as `withMutableInput`.
  public func withMutableInputSpan<T: TensorScalar, Result>(
    _ key: some TensorNaming, as type: T.Type, _ body: (inout MutableSpan<T>) throws(RuntimeError) -> Result
  ) throws(RuntimeError) -> Result {
    try withMutableInput(key, as: type) { (buffer) throws(RuntimeError) in
      var span = buffer.mutableSpan
      return try body(&span)
    }
  }

  // MARK: Reading

  /// The values of an output.
  /// - Throws: `notFound`; `invalidArgument` when the tensor's type is another; `invalidState` before the first invocation,
  ///   after one that failed or was cancelled, and when an input has got another shape since.
  public func output<T: TensorScalar>(_ key: some TensorNaming, as type: T.Type) throws(RuntimeError) -> [T] {
    try ports.withOutput(key.tensorKey, type) { (values) throws(RuntimeError) in Array(values) }
  }

  /// Lets `body` read an output in place.
  /// - Throws: as `output`; what `body` throws.
  public func withOutput<T: TensorScalar, Result>(
    _ key: some TensorNaming, as type: T.Type, _ body: (UnsafeBufferPointer<T>) throws(RuntimeError) -> Result
  ) throws(RuntimeError) -> Result { try ports.withOutput(key.tensorKey, type, body) }

  /// Lets `body` read an output in place.
  /// - Throws: as `output`; what `body` throws.
  public func withOutputSpan<T: TensorScalar, Result>(
    _ key: some TensorNaming, as type: T.Type, _ body: (Span<T>) throws(RuntimeError) -> Result
  ) throws(RuntimeError) -> Result {
    try ports.withOutput(key.tensorKey, type) { (values) throws(RuntimeError) in try body(values.span) }
  }

  /// Lets `body` read the bytes of an output in place.
  /// - Throws: `notFound`; `invalidState`, as `output`; what `body` throws.
  public func withOutputBytes<Result>(
    _ key: some TensorNaming, _ body: (UnsafeRawBufferPointer) throws(RuntimeError) -> Result
  ) throws(RuntimeError) -> Result { try ports.withOutputBytes(key.tensorKey, body) }

  /// Lets `body` read the bytes of an output in place.
  /// - Throws: as `withOutputBytes`.
  public func withOutputRawSpan<Result>(
    _ key: some TensorNaming, _ body: (RawSpan) throws(RuntimeError) -> Result
  ) throws(RuntimeError) -> Result {
    try ports.withOutputBytes(key.tensorKey) { (bytes) throws(RuntimeError) in try body(bytes.bytes) }
  }

  /// The same for an output that has memory, computed or not.
  /// - Throws: `notFound`; `invalidState` before `prepare`, and when the shape is not known yet.
  package func withAllocatedOutputBytes<Result>(
    _ key: some TensorNaming, _ body: (UnsafeRawBufferPointer) throws(RuntimeError) -> Result
  ) throws(RuntimeError) -> Result { try ports.withAllocatedOutputBytes(key.tensorKey, body) }

  /// Lets `body` read the bytes of an input in place.
  /// - Throws: `notFound`; what `body` throws.
  public func withInputBytes<Result>(
    _ key: some TensorNaming, _ body: (UnsafeRawBufferPointer) throws(RuntimeError) -> Result
  ) throws(RuntimeError) -> Result { try ports.withInputBytes(key.tensorKey, body) }
}

#if !hasFeature(Embedded)
// Bodies that throw errors of other kinds.
extension TensorAccess {
  /// Lets `body` fill an input in place.
  /// - Throws: as the function whose body throws nothing but `RuntimeError`; what `body` throws.
  @_disfavoredOverload
  public func withMutableInput<T: TensorScalar, Result>(
    _ key: some TensorNaming, as type: T.Type, _ body: (UnsafeMutableBufferPointer<T>) throws -> Result
  ) throws -> Result {
    try ports.withMutableInput(key.tensorKey, type) { buffer in Swift.Result { try body(buffer) } }.get()
  }

  /// Lets `body` read an output in place.
  /// - Throws: as the function whose body throws nothing but `RuntimeError`; what `body` throws.
  @_disfavoredOverload
  public func withOutput<T: TensorScalar, Result>(
    _ key: some TensorNaming, as type: T.Type, _ body: (UnsafeBufferPointer<T>) throws -> Result
  ) throws -> Result {
    try ports.withOutput(key.tensorKey, type) { values in Swift.Result { try body(values) } }.get()
  }

  /// Lets `body` read the bytes of an output in place.
  /// - Throws: as the function whose body throws nothing but `RuntimeError`; what `body` throws.
  @_disfavoredOverload
  public func withOutputBytes<Result>(
    _ key: some TensorNaming, _ body: (UnsafeRawBufferPointer) throws -> Result
  ) throws -> Result {
    try ports.withOutputBytes(key.tensorKey) { bytes in Swift.Result { try body(bytes) } }.get()
  }

  /// Lets `body` read the bytes of an input in place.
  /// - Throws: as the function whose body throws nothing but `RuntimeError`; what `body` throws.
  @_disfavoredOverload
  public func withInputBytes<Result>(
    _ key: some TensorNaming, _ body: (UnsafeRawBufferPointer) throws -> Result
  ) throws -> Result {
    try ports.withInputBytes(key.tensorKey) { bytes in Swift.Result { try body(bytes) } }.get()
  }
}
#endif
