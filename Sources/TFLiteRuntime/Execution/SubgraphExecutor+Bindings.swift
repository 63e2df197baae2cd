// Inputs and outputs that lie in memory of the caller's.

/// The memory of callers that inputs and outputs of a subgraph are bound to.
struct Bindings {
  /// By the position of the input.
  fileprivate(set) var inputs: [Int: UnsafeRawBufferPointer] = [:]
  /// By the number of the tensor.
  fileprivate(set) var outputs: [Int: UnsafeMutableRawBufferPointer] = [:]

  var isEmpty: Bool { inputs.isEmpty && outputs.isEmpty }

  /// Whether `bytes` have a byte in common with memory that something is written to, or, where they are `written`, with any.
  fileprivate func overlap(
    _ bytes: UnsafeRawBufferPointer, written: Bool, exceptInput: Int = -1, exceptOutput: Int = -1
  ) -> Bool {
    guard let start = bytes.baseAddress, !bytes.isEmpty else { return false }
    func meets(_ other: UnsafeRawBufferPointer) -> Bool {
      guard let first = other.baseAddress, !other.isEmpty else { return false }
      return first < start + bytes.count && start < first + other.count
    }
    return outputs.contains { $0.key != exceptOutput && meets(.init($0.value)) }
      || written && inputs.contains { $0.key != exceptInput && meets($0.value) }
  }
}

extension SubgraphExecutor {
  /// The tensor is an output that lies in memory of its own, or of the caller's, instead of the arena.
  func isApart(_ tensor: Int) -> Bool { ownsOutputs && isOutput[tensor] || binds(output: tensor) }

  /// The output is computed where its caller wants it, unless that is seen to be impossible later: then it is copied.
  ///
  /// Operators that run the subgraph set its inputs and take its outputs themselves, so that bound ones are copied there.
  private func binds(output tensor: Int) -> Bool {
    !bindings.outputs.isEmpty && !isCalled && bindings.outputs[tensor] != nil
  }

  // MARK: Binding

  /// Lets input `number` lie in `bytes` from now on.
  /// - Throws: `invalidArgument` when it cannot.
  func bind(input number: Int, to bytes: UnsafeRawBufferPointer) throws(RuntimeError) {
    let tensor = inputs[number]
    if tensor.isConstant {
      throw RuntimeError(.invalidArgument, "the input is a constant and cannot be bound", tensor: tensor.label)
    }
    try check(bytes, for: tensor)
    if bytes.count != tensor.contentByteCount { throw Self.wrongCount(bytes.count, tensor) }
    if bindings.overlap(bytes, written: false, exceptInput: number) { throw Self.overlapping(tensor) }
    bindings.inputs[number] = bytes
    if isCalled || tensor.description.isVariable { return }
    tensor.storage = .bound
    tensor.data = bytes.baseAddress.map { UnsafeMutableRawPointer(mutating: $0) } ?? RuntimeTensor.nothing
    tensor.byteCount = bytes.count
  }

  /// Gives input `number` memory of its own again, all zero, if it was bound.
  /// - Throws: `outOfMemory` when the account refuses; it stays bound then.
  func unbind(input number: Int) throws(RuntimeError) {
    if releases(input: number) { try place(inputs[number], inputs[number].contentByteCount) }
    forgetBinding(ofInput: number)
  }

  /// Whether the input lies in memory of a caller's from outside, which it leaves when it gets another shape.
  func releases(input number: Int) -> Bool { bindings.inputs[number] != nil && inputs[number].isBound }

  /// The input, which has memory of its own, is no longer bound by a caller from outside.
  func forgetBinding(ofInput number: Int) {
    if bindings.isEmpty { return }
    bindings.inputs[number] = nil
  }

  /// Lets an output be written to `bytes` from now on.
  /// - Throws: `invalidArgument` when it cannot.
  func bind(output tensor: RuntimeTensor, to bytes: UnsafeMutableRawBufferPointer) throws(RuntimeError) {
    let index = tensor.description.index
    try check(.init(bytes), for: tensor)
    if hasFixedShapes, bytes.count != tensor.contentByteCount {
      throw Self.wrongCount(bytes.count, tensor)
    }
    if bindings.overlap(.init(bytes), written: true, exceptOutput: index) { throw Self.overlapping(tensor) }
    let wasBound = binds(output: index)
    bindings.outputs[index] = bytes
    forgetResults()
    if isCalled { return }
    if wasBound, case .bound = tensor.storage, tensor.byteCount == bytes.count {
      tensor.data = bytes.baseAddress ?? RuntimeTensor.nothing
    } else if !wasBound {
      askForPreparation()
    }
  }

  /// Gives an output memory of the session's again, if it was bound.
  func unbind(output tensor: RuntimeTensor) {
    if bindings.outputs.removeValue(forKey: tensor.description.index) == nil { return }
    if tensor.isBound { tensor.letGo() }
    askForPreparation()
  }

  /// Ends all bindings.
  func unbindAll() throws(RuntimeError) {
    for number in inputs.indices { try unbind(input: number) }
    for (index, _) in bindings.outputs { unbind(output: tensors[index]) }
  }

  private func check(_ bytes: UnsafeRawBufferPointer, for tensor: RuntimeTensor) throws(RuntimeError) {
    if tensor.type == .string {
      throw RuntimeError(
        .invalidArgument, "strings cannot be bound, as their sizes vary", tensor: tensor.label, expected: "numbers",
        actual: tensor.type.name)
    }
    let alignment = tensor.type.alignment
    if let base = bytes.baseAddress, UInt(bitPattern: base) % UInt(alignment) != 0 {
      throw RuntimeError(
        .invalidArgument, "the memory is not aligned for the elements", tensor: tensor.label,
        expected: "an address that is a multiple of \(alignment) for \(tensor.type.name)",
        actual: "\(UInt(bitPattern: base) % UInt(alignment)) more")
    }
  }

  private static func wrongCount(_ count: Int, _ tensor: RuntimeTensor) -> RuntimeError {
    RuntimeError(
      .invalidArgument, "wrong number of bytes", tensor: tensor.label,
      expected: "\(tensor.contentByteCount) for \(tensor.type.name) \(tensor.shape)", actual: "\(count)")
  }

  private static func overlapping(_ tensor: RuntimeTensor) -> RuntimeError {
    RuntimeError(
      .invalidArgument, "the memory overlaps with that of another bound input or output", tensor: tensor.label)
  }

  // MARK: Keeping to it

  /// Gives an output that lies apart its memory.
  /// - Throws: `outOfMemory`; `invalidArgument` when the memory that it is bound to has another size.
  func placeApart(_ tensor: RuntimeTensor) throws(RuntimeError) {
    guard binds(output: tensor.description.index), let bytes = bindings.outputs[tensor.description.index] else {
      return try tensor.ensureOwnMemory(tensor.byteCount, resources.memory)
    }
    if bytes.count != tensor.byteCount { throw Self.wrongCount(bytes.count, tensor) }
    tensor.storage = .bound
    tensor.data = bytes.baseAddress ?? RuntimeTensor.nothing
  }

  /// From now on operators of other subgraphs run this one.
  func noteCall() {
    if isCalled { return }
    isCalled = true
    if bindings.isEmpty { return }
    for number in bindings.inputs.keys where inputs[number].isBound { inputs[number].letGo() }
    for index in bindings.outputs.keys where tensors[index].isBound { tensors[index].letGo() }
    askForPreparation()
  }

  /// What an invocation from outside begins with: inputs have memory, and bound ones their content.
  func takeInputs() throws(RuntimeError) {
    for (number, tensor) in inputs.enumerated() where !tensor.isPlaced {
      try resizeInput(number, to: tensor.shape, byteCount: nil)
    }
    for (number, bytes) in bindings.inputs {
      let tensor = inputs[number]
      guard let base = bytes.baseAddress, base != UnsafeRawPointer(tensor.data) else { continue }
      if bytes.count != tensor.byteCount { throw Self.wrongCount(bytes.count, tensor) }
      tensor.data.copyMemory(from: base, byteCount: bytes.count)
    }
  }

  /// What an invocation from outside ends with: outputs that are not computed where they are bound to are copied there.
  func giveOutputs() throws(RuntimeError) {
    for (index, bytes) in bindings.outputs {
      let tensor = tensors[index]
      if bytes.count < tensor.byteCount { throw Self.wrongCount(bytes.count, tensor) }
      guard let base = bytes.baseAddress, base != tensor.data else { continue }
      base.copyMemory(from: tensor.data, byteCount: tensor.byteCount)
    }
  }
}

extension RuntimeTensor {
  /// Bytes of the content at the current shape, whether the tensor has memory or not.
  var contentByteCount: Int { type.byteCount(ofElements: shape.checkedElementCount ?? 0) ?? byteCount }

  /// Leaves its memory.
  func letGo() {
    storage = .none
    data = Self.nothing
    byteCount = 0
  }
}
