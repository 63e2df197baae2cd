// Inputs and outputs in memory of the caller's, as frames of a camera or the buffers of another library: nothing is copied.

extension TensorAccess {
  /// Lets an input lie in `bytes`, which every invocation reads until the input is unbound, is bound to other memory, or gets
  /// another shape. Binding again, as for every frame, costs next to nothing.
  ///
  /// The memory must stay valid until then. While an invocation runs, nobody may write to it. It is not copied unless
  /// operators of another subgraph run this one, or the input is a variable.
  /// - Throws: `notFound`; `invalidArgument` when the bytes are not as many as the tensor's, are not aligned for its elements,
  ///   or overlap with what a bound output is written to, and for strings and constants; `invalidState` while the session is
  ///   in use.
  public func bindInput(_ key: some TensorNaming, to bytes: UnsafeRawBufferPointer) throws(RuntimeError) {
    try ports.bindInput(key.tensorKey, to: bytes)
  }

  /// Gives an input that was bound memory of the session's again, all zero. Does nothing for others.
  /// - Throws: `notFound`; `outOfMemory`; `invalidState` while the session is in use.
  public func unbindInput(_ key: some TensorNaming) throws(RuntimeError) { try ports.unbindInput(key.tensorKey) }

  /// Lets every invocation write an output to `bytes` until it is unbound or bound to other memory. The first binding of an
  /// output plans the session's memory anew; binding it again costs next to nothing.
  ///
  /// The memory must stay valid until then; what it holds is the output from the end of an invocation to the begin of the next.
  /// The output is computed there. It is copied there at the end of an invocation where its shape depends on data, where it
  /// is an input, a variable or a constant, and where operators of another subgraph run this one. Reading the output through
  /// the session works as ever.
  /// - Throws: `notFound`; `invalidArgument` when the bytes are not as many as the tensor's, as far as its shape is known (an
  ///   invocation throws the same otherwise, when they are fewer), are not aligned for its elements, or overlap with another
  ///   bound input or output, and for strings; `invalidState` while the session is in use.
  public func bindOutput(_ key: some TensorNaming, to bytes: UnsafeMutableRawBufferPointer) throws(RuntimeError) {
    try ports.bindOutput(key.tensorKey, to: bytes)
  }

  /// Ends the binding of an output. Does nothing for others.
  /// - Throws: `notFound`; `invalidState` while the session is in use.
  public func unbindOutput(_ key: some TensorNaming) throws(RuntimeError) { try ports.unbindOutput(key.tensorKey) }
}
