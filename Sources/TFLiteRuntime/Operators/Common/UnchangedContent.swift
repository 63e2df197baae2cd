extension ExecuteContext {
  /// Gives output 0 the content of input 0 under the shape `shape`; nothing moves when they share memory.
  func copyUnchanged(shape: Shape, resizing: Bool) throws(RuntimeError) {
    let input = input(0)
    var output = output(0)
    if resizing || input.type == .string {
      output = try resizeOutput(0, to: shape, byteCount: input.byteCount)
    }
    if output.data != input.data { output.data.copyMemory(from: input.data, byteCount: input.byteCount) }
  }
}
