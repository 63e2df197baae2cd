// How the inputs of a subgraph get shapes and memory: from the session, or from the operator that runs the subgraph.

extension SubgraphExecutor {
  /// Gives an input another shape, and memory for that: its own, if it is bound to a caller's from outside. With the shape that it
  /// has, the input keeps what it holds.
  /// - Parameter byteCount: of strings, nil for none.
  /// - Throws: `invalidArgument` and, when the account refuses, `outOfMemory`; everything is as before then. `outOfMemory` when
  ///   the system has none; the input has no memory then.
  func resizeInput(_ number: Int, to shape: Shape, byteCount: Int?) throws(RuntimeError) {
    guard inputs.indices.contains(number) else {
      throw RuntimeError(.notFound, "no such input", expected: "0..<\(inputs.count)", actual: "\(number)")
    }
    let tensor = inputs[number]
    guard let count = shape.checkedElementCount,
      let bytes = tensor.type.byteCount(ofElements: count) ?? byteCount ?? (tensor.type == .string ? 0 : nil)
    else {
      throw RuntimeError(.invalidArgument, "impossible shape for an input", tensor: tensor.label, actual: "\(shape)")
    }
    if tensor.isConstant {
      throw RuntimeError(.invalidArgument, "the input is a constant and cannot be resized or set", tensor: tensor.label)
    }
    let isAsBefore = tensor.shape == shape && tensor.isPlaced
    if isAsBefore, tensor.type == .string, byteCount == nil { return }
    let isReleased = tensor.shape != shape && releases(input: number)
    if tensor.byteCount != bytes || !tensor.isPlaced || isReleased { try place(tensor, bytes) }
    if tensor.shape == shape { return }
    tensor.shape = shape
    askForPreparation()
  }

  /// Gives an input, or an output that is to become one, memory of its own. Where there is none, the next invocation begins with
  /// preparing, which asks for it again.
  func place(_ tensor: RuntimeTensor, _ byteCount: Int) throws(RuntimeError) {
    try tensor.checkOwnMemory(byteCount, resources.memory)
    do {
      try tensor.ensureOwnMemory(byteCount, resources.memory)
    } catch {
      askForPreparation()
      throw error
    }
  }

  /// Lets an input lie in the memory of `tensor`, whose shape it takes.
  func bindInput(_ number: Int, to tensor: RuntimeTensor) throws(RuntimeError) {
    let input = inputs[number]
    if input.isConstant { return try resizeInput(number, to: tensor.shape, byteCount: nil) }
    if input.shape != tensor.shape {
      input.shape = tensor.shape
      askForPreparation()
    }
    input.storage = .bound
    input.data = tensor.data
    input.byteCount = tensor.byteCount
  }

  func releaseInputs() {
    for input in inputs {
      guard case .bound = input.storage else { continue }
      input.storage = .none
      input.data = RuntimeTensor.nothing
    }
  }

  /// Gives `input` the memory, shape and content of `output`, and `output` the memory of `input`. Both have their own.
  func exchange(_ input: RuntimeTensor, _ output: RuntimeTensor) throws(RuntimeError) {
    if input.byteCount == output.byteCount, case .own = output.storage, case .own = input.storage {
      swap(&input.storage, &output.storage)
      swap(&input.data, &output.data)
      if input.shape != output.shape {
        input.shape = output.shape
        askForPreparation()
      }
      return
    }
    guard case .own(let new) = output.storage, case .own(let old) = input.storage else { return }
    input.storage = .own(new)
    input.data = new.base
    input.byteCount = output.byteCount
    if input.shape != output.shape {
      input.shape = output.shape
      askForPreparation()
    }
    output.storage = .own(old)
    try place(output, output.byteCount)
  }
}
