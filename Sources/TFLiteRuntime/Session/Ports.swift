import TFLiteKernels

/// The inputs and outputs of a session, in the order of the graph, or of a signature. `TensorAccess` has what can be done with
/// them.
public struct Ports {
  let executor: SubgraphExecutor
  let inputs: [RuntimeTensor]
  let outputs: [RuntimeTensor]
  /// What can be read beside the outputs.
  let kept: [RuntimeTensor]
  /// What gives them their names, nil for the tensors' own.
  let signature: Signature?
  let inputInfos = TensorInfos()
  let outputInfos = TensorInfos()

  /// - Parameters:
  ///   - inputs: tensors of the subgraph.
  ///   - outputs: the same; intermediate tensors are those that the subgraph keeps beside them.
  init(_ executor: SubgraphExecutor, inputs: [RuntimeTensor], outputs: [RuntimeTensor], _ signature: Signature?) {
    self.executor = executor
    self.inputs = inputs
    self.outputs = outputs
    self.signature = signature
    let known = PositionSet(outputs.lazy.map { $0.description.index })
    kept = executor.compiled.kept.filter { !known.contains($0) }.map { executor.tensors[$0] }
  }

  func input(_ key: TensorKey) throws(RuntimeError) -> RuntimeTensor {
    try tensor(key, in: inputs, [], signature?.inputs, "input")
  }

  /// The output, or the intermediate tensor, that is meant.
  func output(_ key: TensorKey) throws(RuntimeError) -> RuntimeTensor {
    try tensor(key, in: outputs, kept, signature?.outputs, "output")
  }

  private func tensor(
    _ key: TensorKey, in tensors: [RuntimeTensor], _ others: [RuntimeTensor], _ names: [Signature.Port]?, _ what: String
  ) throws(RuntimeError) -> RuntimeTensor {
    switch key {
    case .tensor(let number):
      for list in [tensors, others] {
        for tensor in list where tensor.description.index == number { return tensor }
      }
      throw RuntimeError(
        .notFound, "the tensor is no \(what)",
        expected: what == "output" ? "an output, or a tensor that SessionOptions.intermediates chooses" : "an input",
        actual: "tensor \(number)")
    case .index(let index):
      if tensors.indices.contains(index) { return tensors[index] }
      throw RuntimeError(
        .notFound, "no such \(what)",
        expected: tensors.isEmpty ? "none, the model has no \(what)s" : "an index in 0...\(tensors.count - 1)",
        actual: "\(index)")
    case .name(let name):
      if let names {
        for (index, port) in names.enumerated() where port.name == name { return tensors[index] }
      } else {
        for tensor in tensors where tensor.name == name { return tensor }
      }
      for tensor in others where tensor.name == name { return tensor }
      let owner = signature.map { "signature '\(RuntimeError.bounded($0.key))'" } ?? "the model"
      let choice =
        names.map { RuntimeError.choice($0) { $0.name } } ?? RuntimeError.choice(tensors) { $0.name }
      throw RuntimeError(.notFound, "\(owner) has no such \(what)", expected: choice, actual: "'\(name)'")
    }
  }

  func resize(_ key: TensorKey, to shape: Shape) throws(RuntimeError) {
    let tensor = try input(key)
    try executor.resources.checkUnlent()
    let signature = tensor.description.shapeSignature
    // A file without open extents may be resized freely, as its operators allow.
    if signature.dimensions.contains(-1), tensor.description.hasRank {
      let fits =
        signature.rank == shape.rank && zip(signature.dimensions, shape.dimensions).allSatisfy { $0 < 0 || $0 == $1 }
      if !fits {
        throw RuntimeError(
          .invalidArgument, "the shape does not fit the input", tensor: tensor.label,
          expected: "\(signature) with any extent for -1",
          actual: "\(shape)")
      }
    }
    let number = try position(of: tensor)
    let isOther = tensor.shape != shape
    try executor.resizeInput(number, to: shape, byteCount: nil)
    if isOther { executor.forgetBinding(ofInput: number) }
  }

  /// The position of an input in its subgraph.
  private func position(of tensor: RuntimeTensor) throws(RuntimeError) -> Int {
    guard let number = executor.inputs.firstIndex(where: { $0 === tensor }) else {
      throw RuntimeError(.invalidModel, "the signature's input is not an input of its subgraph", tensor: tensor.label)
    }
    return number
  }

  func prepare(_ cancellation: CancellationToken?) throws(RuntimeError) {
    try executor.resources.occupy(cancellation) { () throws(RuntimeError) in
      if executor.resources.canBeStopped { try executor.resources.checkCancellation() }
      try executor.prepare()
    }
  }

  // MARK: Binding

  func bindInput(_ key: TensorKey, to bytes: UnsafeRawBufferPointer) throws(RuntimeError) {
    let tensor = try input(key)
    try executor.resources.checkUnlent()
    try executor.bind(input: position(of: tensor), to: bytes)
  }

  func unbindInput(_ key: TensorKey) throws(RuntimeError) {
    let tensor = try input(key)
    try executor.resources.checkUnlent()
    try executor.unbind(input: position(of: tensor))
  }

  func bindOutput(_ key: TensorKey, to bytes: UnsafeMutableRawBufferPointer) throws(RuntimeError) {
    let tensor = try output(key)
    try executor.resources.checkUnlent()
    try executor.bind(output: tensor, to: bytes)
  }

  func unbindOutput(_ key: TensorKey) throws(RuntimeError) {
    let tensor = try output(key)
    try executor.resources.checkUnlent()
    executor.unbind(output: tensor)
  }

  // MARK: Writing

  /// The input with memory to write to.
  func writableInput(_ key: TensorKey) throws(RuntimeError) -> RuntimeTensor {
    let tensor = try input(key)
    try executor.resources.checkIdle()
    if !executor.isSelfContained, let number = executor.inputs.firstIndex(where: { $0 === tensor }),
      executor.bindings.inputs[number] != nil
    {
      throw RuntimeError(
        .invalidState, "the input is bound to memory of the caller's: write there, or unbind it", tensor: tensor.label)
    }
    if !tensor.isPlaced, let number = executor.inputs.firstIndex(where: { $0 === tensor }) {
      try executor.resizeInput(number, to: tensor.shape, byteCount: nil)
    }
    if tensor.isConstant {
      throw RuntimeError(.invalidArgument, "the input is a constant and cannot be set", tensor: tensor.label)
    }
    return tensor
  }

  private func check<T: TensorScalar>(_ tensor: RuntimeTensor, _ type: T.Type) throws(RuntimeError) {
    if !T.elementTypes.contains(tensor.type) {
      throw RuntimeError(
        .invalidArgument, "the element type is another", tensor: tensor.label,
        expected: "\(tensor.type.name) \(tensor.shape)",
        actual: T.elementTypes.first?.name ?? "")
    }
  }

  func write<T: TensorScalar>(_ values: [T], _ key: TensorKey) throws(RuntimeError) {
    try values.withUnsafeBufferPointer { (buffer) throws(RuntimeError) in try write(buffer, key) }
  }

  func write<T: TensorScalar>(_ values: UnsafeBufferPointer<T>, _ key: TensorKey) throws(RuntimeError) {
    let tensor = try writableInput(key)
    try check(tensor, T.self)
    let capacity = tensor.byteCount / MemoryLayout<T>.stride
    if values.count != capacity {
      throw RuntimeError(
        .invalidArgument, "wrong number of elements", tensor: tensor.label,
        expected: "\(capacity) for \(tensor.type.name) \(tensor.shape)", actual: "\(values.count)")
    }
    if let base = values.baseAddress {
      tensor.data.copyMemory(from: UnsafeRawPointer(base), byteCount: tensor.byteCount)
    }
  }

  func write(bytes: UnsafeRawBufferPointer, _ key: TensorKey) throws(RuntimeError) {
    let tensor = try writableInput(key)
    if tensor.type == .string {
      try SerializedStrings.check(bytes, count: tensor.elementCount, tensor)
      if tensor.byteCount != bytes.count {
        try executor.resources.checkUnlent()
        try executor.place(tensor, bytes.count)
      }
    } else if bytes.count != tensor.byteCount {
      throw RuntimeError(
        .invalidArgument, "wrong number of bytes", tensor: tensor.label,
        expected: "\(tensor.byteCount) for \(tensor.type.name) \(tensor.shape)", actual: "\(bytes.count)")
    }
    if let base = bytes.baseAddress { tensor.data.copyMemory(from: base, byteCount: bytes.count) }
  }

  func withMutableInput<T: TensorScalar, Result>(
    _ key: TensorKey, _ type: T.Type, _ body: (UnsafeMutableBufferPointer<T>) throws(RuntimeError) -> Result
  ) throws(RuntimeError) -> Result {
    let tensor = try writableInput(key)
    try check(tensor, type)
    return try executor.resources.lend { () throws(RuntimeError) in
      try body(.init(start: tensor.mutablePointer(as: type), count: tensor.byteCount / MemoryLayout<T>.stride))
    }
  }

  func withInputBytes<Result>(_ key: TensorKey, _ body: (UnsafeRawBufferPointer) throws(RuntimeError) -> Result)
    throws(RuntimeError) -> Result
  {
    let tensor = try input(key)
    return try executor.resources.lend { () throws(RuntimeError) in try body(tensor.isPlaced ? tensor.bytes : .empty) }
  }

  // MARK: Reading

  /// The output of an invocation that has come to its end; all outputs are alike in that, also those that are constants,
  /// variables or inputs.
  func readableOutput(_ key: TensorKey) throws(RuntimeError) -> RuntimeTensor {
    let tensor = try placedOutput(key)
    if !executor.hasResults { throw Self.notComputed(tensor) }
    return tensor
  }

  /// The output with memory, whatever that holds.
  private func placedOutput(_ key: TensorKey) throws(RuntimeError) -> RuntimeTensor {
    let tensor = try output(key)
    try executor.resources.checkIdle()
    if tensor.hasUnknownShape || !tensor.isPlaced { throw Self.notComputed(tensor) }
    return tensor
  }

  private static func notComputed(_ tensor: RuntimeTensor) -> RuntimeError {
    RuntimeError(
      .invalidState, "the output has not been computed for the current shapes; invoke first", tensor: tensor.label)
  }

  func withOutput<T: TensorScalar, Result>(
    _ key: TensorKey, _ type: T.Type, _ body: (UnsafeBufferPointer<T>) throws(RuntimeError) -> Result
  ) throws(RuntimeError) -> Result {
    let tensor = try readableOutput(key)
    try check(tensor, type)
    return try executor.resources.lend { () throws(RuntimeError) in try body(tensor.values(as: type)) }
  }

  func withOutputBytes<Result>(_ key: TensorKey, _ body: (UnsafeRawBufferPointer) throws(RuntimeError) -> Result)
    throws(RuntimeError) -> Result
  {
    let tensor = try readableOutput(key)
    return try executor.resources.lend { () throws(RuntimeError) in try body(tensor.bytes) }
  }

  func withAllocatedOutputBytes<Result>(
    _ key: TensorKey, _ body: (UnsafeRawBufferPointer) throws(RuntimeError) -> Result
  ) throws(RuntimeError) -> Result {
    let tensor = try placedOutput(key)
    return try executor.resources.lend { () throws(RuntimeError) in try body(tensor.bytes) }
  }
}

extension SubgraphExecutor {
  /// Invokes the subgraph for a caller from outside.
  func run(_ cancellation: CancellationToken?) throws(RuntimeError) {
    try resources.occupy(cancellation) { () throws(RuntimeError) in
      let environment = resources.executionEnvironment()
      defer {
        environment.restore()
        resources.workers.rest()
      }
      if isSelfContained { return try invoke() }
      try takeInputs()
      try invoke()
      try giveOutputs()
    }
  }
}
