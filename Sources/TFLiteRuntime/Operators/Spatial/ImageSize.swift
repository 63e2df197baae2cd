/// The size operand of the resizing operators: height and width as two INT32.
enum ImageSize {
  /// The shape of the resized NHWC `input`.
  /// - Throws: `invalidOperator` when an extent is not positive, or the input has no pixels to take.
  static func resolve(
    _ input: RuntimeTensor, _ size: RuntimeTensor, _ node: OperatorNode
  ) throws(RuntimeError) -> Shape {
    let shape: Shape = [input.shape[0], size.integer(0), size.integer(1), input.shape[3]]
    if shape[1] <= 0 || shape[2] <= 0 || shape.checkedElementCount == nil {
      throw node.operandError(
        "impossible image size", size, expected: "height and width above 0", actual: "\(shape[1]), \(shape[2])")
    }
    if input.shape[1] == 0 || input.shape[2] == 0 { throw node.operandError("the image is empty", input) }
    return shape
  }
}

extension PrepareContext {
  /// - Throws: unless `size` holds two INT32.
  func expectImageSize(_ size: RuntimeTensor) throws(RuntimeError) {
    try expect(size, .int32)
    if size.shape != [2] { throw error("wrong shape of the size", size, expected: "[2]", actual: "\(size.shape)") }
  }
}
