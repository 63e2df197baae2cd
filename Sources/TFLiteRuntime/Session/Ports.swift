import TFLiteKernels

/// Typed and checked access to the inputs and outputs of one subgraph, in the order of the graph or of a signature.
struct Ports {
  let executor: SubgraphExecutor
  let inputs: [RuntimeTensor]
  let outputs: [RuntimeTensor]

  func input(_ index: Int) throws(RuntimeError) -> RuntimeTensor {
    guard inputs.indices.contains(index) else { throw Self.noSuch("input", index, inputs.count) }
    return inputs[index]
  }

  func output(_ index: Int) throws(RuntimeError) -> RuntimeTensor {
    guard outputs.indices.contains(index) else { throw Self.noSuch("output", index, outputs.count) }
    return outputs[index]
  }

  private static func noSuch(_ what: String, _ index: Int, _ count: Int) -> RuntimeError {
    RuntimeError(
      .notFound, "no such \(what)",
      expected: count == 0 ? "none, the model has no \(what)s" : "an index in 0...\(count - 1)", actual: "\(index)")
  }

  func resize(_ index: Int, to shape: Shape) throws(RuntimeError) {
    let tensor = try input(index)
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
    guard let number = executor.inputs.firstIndex(where: { $0 === tensor }) else {
      throw RuntimeError(.invalidModel, "the signature's input is not an input of its subgraph", tensor: tensor.label)
    }
    try executor.resizeInput(number, to: shape, byteCount: nil)
  }

  func prepare(_ cancellation: CancellationToken?) throws(RuntimeError) {
    try executor.resources.occupy(cancellation) { () throws(RuntimeError) in try executor.prepare() }
  }

  func invoke(_ cancellation: CancellationToken?) throws(RuntimeError) {
    try executor.resources.occupy(cancellation) { () throws(RuntimeError) in
      let environment = executor.resources.executionEnvironment()
      defer {
        environment.restore()
        executor.resources.workers.rest()
      }
      try executor.invoke()
    }
  }

  // MARK: Writing

  /// Input `index` with memory to write to.
  private func writableInput(_ index: Int) throws(RuntimeError) -> RuntimeTensor {
    let tensor = try input(index)
    try executor.resources.checkIdle()
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

  func write<T: TensorScalar>(_ values: [T], _ index: Int) throws(RuntimeError) {
    let tensor = try writableInput(index)
    try check(tensor, T.self)
    let capacity = tensor.byteCount / MemoryLayout<T>.stride
    if values.count != capacity {
      throw RuntimeError(
        .invalidArgument, "wrong number of elements", tensor: tensor.label,
        expected: "\(capacity) for \(tensor.type.name) \(tensor.shape)", actual: "\(values.count)")
    }
    values.withUnsafeBytes { bytes in
      if let base = bytes.baseAddress { tensor.data.copyMemory(from: base, byteCount: tensor.byteCount) }
    }
  }

  func write(bytes: UnsafeRawBufferPointer, _ index: Int) throws(RuntimeError) {
    let tensor = try writableInput(index)
    if tensor.type == .string {
      try SerializedStrings.check(bytes, count: tensor.elementCount, tensor)
      if tensor.byteCount != bytes.count {
        try executor.resources.checkUnlent()
        try tensor.ensureOwnMemory(bytes.count, executor.resources.memory)
      }
    } else if bytes.count != tensor.byteCount {
      throw RuntimeError(
        .invalidArgument, "wrong number of bytes", tensor: tensor.label,
        expected: "\(tensor.byteCount) for \(tensor.type.name) \(tensor.shape)", actual: "\(bytes.count)")
    }
    if let base = bytes.baseAddress { tensor.data.copyMemory(from: base, byteCount: bytes.count) }
  }

  func write(strings: [String], _ index: Int) throws(RuntimeError) {
    let tensor = try input(index)
    if tensor.type != .string {
      throw RuntimeError(
        .invalidArgument, "the element type is another", tensor: tensor.label, expected: tensor.type.name,
        actual: "STRING")
    }
    if strings.count != tensor.elementCount {
      throw RuntimeError(
        .invalidArgument, "wrong number of strings", tensor: tensor.label,
        expected: "\(tensor.elementCount) for \(tensor.shape)",
        actual: "\(strings.count)")
    }
    try executor.resources.checkUnlent()
    let bytes = SerializedStrings.encode(strings.map { Array($0.utf8) })
    try tensor.ensureOwnMemory(bytes.count, executor.resources.memory)
    bytes.withUnsafeBytes { source in
      if let base = source.baseAddress { tensor.data.copyMemory(from: base, byteCount: source.count) }
    }
  }

  func withMutableInput<T: TensorScalar, Result>(
    _ index: Int, _ type: T.Type, _ body: (UnsafeMutableBufferPointer<T>) -> Result
  ) throws(RuntimeError) -> Result {
    let tensor = try writableInput(index)
    try check(tensor, type)
    return try executor.resources.lend {
      body(.init(start: tensor.mutablePointer(as: type), count: tensor.byteCount / MemoryLayout<T>.stride))
    }
  }

  func withInputBytes<Result>(_ index: Int, _ body: (UnsafeRawBufferPointer) -> Result) throws(RuntimeError) -> Result {
    let tensor = try input(index)
    return try executor.resources.lend { body(tensor.isPlaced ? tensor.bytes : .empty) }
  }

  // MARK: Reading

  /// Output `index` of an invocation that has come to its end; all outputs are alike in that, also those that are constants,
  /// variables or inputs.
  private func readableOutput(_ index: Int) throws(RuntimeError) -> RuntimeTensor {
    let tensor = try placedOutput(index)
    if !executor.hasResults { throw Self.notComputed(tensor) }
    return tensor
  }

  /// Output `index` with memory, whatever that holds.
  private func placedOutput(_ index: Int) throws(RuntimeError) -> RuntimeTensor {
    let tensor = try output(index)
    try executor.resources.checkIdle()
    if tensor.hasUnknownShape || !tensor.isPlaced { throw Self.notComputed(tensor) }
    return tensor
  }

  private static func notComputed(_ tensor: RuntimeTensor) -> RuntimeError {
    RuntimeError(
      .invalidState, "the output has not been computed for the current shapes; invoke first", tensor: tensor.label)
  }

  func withOutput<T: TensorScalar, Result>(
    _ index: Int, _ type: T.Type, _ body: (UnsafeBufferPointer<T>) -> Result
  ) throws(RuntimeError) -> Result {
    let tensor = try readableOutput(index)
    try check(tensor, type)
    return try executor.resources.lend { body(tensor.values(as: type)) }
  }

  func withOutputBytes<Result>(_ index: Int, _ body: (UnsafeRawBufferPointer) -> Result) throws(RuntimeError) -> Result
  {
    let tensor = try readableOutput(index)
    return try executor.resources.lend { body(tensor.bytes) }
  }

  func withAllocatedOutputBytes<Result>(
    _ index: Int, _ body: (UnsafeRawBufferPointer) -> Result
  ) throws(RuntimeError) -> Result {
    let tensor = try placedOutput(index)
    return try executor.resources.lend { body(tensor.bytes) }
  }

  func strings(_ index: Int) throws(RuntimeError) -> [String] {
    let tensor = try readableOutput(index)
    if tensor.type != .string {
      throw RuntimeError(
        .invalidArgument, "the element type is another", tensor: tensor.label, expected: tensor.type.name,
        actual: "STRING")
    }
    let memory = executor.resources.memory
    let room = try MemoryReservation(2 &* SerializedStrings.contentByteCount(tensor.bytes), for: "strings", memory)
    defer { withExtendedLifetime(room) {} }
    return SerializedStrings.decode(tensor.bytes).map { String(decoding: $0, as: UTF8.self) }
  }

  func dequantized(_ index: Int) throws(RuntimeError) -> [Float] { try readableOutput(index).dequantized() }
}
