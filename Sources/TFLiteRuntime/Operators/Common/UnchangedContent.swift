extension PrepareContext {
  /// Lets output 0, which has the content of input 0, lie where that lies, even if others read the input later.
  func keepContent() {
    allowInPlace(output: 0, input: 0)
    allowPlacing(output: 0, insideInput: 0, at: 0)
  }
}

extension PrepareContext {
  /// - Throws: `invalidOperator` unless the content of one tensor can be that of the other: their types are the same, or
  ///   their elements take the same room.
  func expectSameBytes(_ tensor: RuntimeTensor, _ other: RuntimeTensor) throws(RuntimeError) {
    if tensor.type.bitWidth == nil || tensor.type.bitWidth != other.type.bitWidth {
      try expectSameType(tensor, other)
    }
  }
}

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
