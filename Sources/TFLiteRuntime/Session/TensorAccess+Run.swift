// Whole tensors in, whole tensors out.

extension TensorAccess {
  /// Writes a tensor to an input, which takes its shape.
  /// - Throws: `notFound`; `invalidArgument` when the type is another, and when the input cannot take the shape.
  public func write(_ value: TensorValue, toInput key: some TensorNaming) throws(RuntimeError) {
    let (key, tensor) = (key.tensorKey, try ports.input(key.tensorKey))
    if value.type != tensor.type {
      throw RuntimeError(
        .invalidArgument, "the element type is another", tensor: tensor.label,
        expected: "\(tensor.type.name) \(tensor.shape)", actual: "\(value.type.name) \(value.shape)")
    }
    if value.shape != tensor.shape { try ports.resize(key, to: value.shape) }
    try value.withUnsafeBytes { (bytes) throws(RuntimeError) in try ports.write(bytes: bytes, key) }
  }

  /// A copy of an output.
  /// - Throws: `notFound`; `invalidState`, as `output(_:as:)`.
  public func outputValue(_ key: some TensorNaming) throws(RuntimeError) -> TensorValue {
    TensorValue(copying: try ports.readableOutput(key.tensorKey))
  }

  /// Runs the graph on all inputs, in order, and returns all outputs. Inputs take the shapes of the values.
  /// - Throws: `invalidArgument` for another number of inputs, another type or shape; as `invoke`.
  public func run(
    _ inputs: [TensorValue], cancellation: CancellationToken? = nil
  ) throws(RuntimeError) -> [TensorValue] {
    if inputs.count != inputCount {
      throw RuntimeError(
        .invalidArgument, "wrong number of inputs", expected: "\(inputCount)", actual: "\(inputs.count)")
    }
    for (index, value) in inputs.enumerated() { try write(value, toInput: index) }
    try invoke(cancellation: cancellation)
    var outputs: [TensorValue] = []
    for index in 0..<outputCount { outputs.append(try outputValue(index)) }
    return outputs
  }

  /// Runs the graph on all inputs and returns all outputs, both by their names. Inputs take the shapes of the values.
  /// - Throws: `notFound` for an input that there is not; `invalidArgument` for one that is missing, another type or shape, and
  ///   where inputs or outputs have no names of their own, so that they cannot be told apart; as `invoke`.
  public func run(
    _ inputs: [String: TensorValue], cancellation: CancellationToken? = nil
  ) throws(RuntimeError) -> [String: TensorValue] {
    let (inputNames, outputNames) = (try ports.names(ofInputs: true), try ports.names(ofInputs: false))
    for name in inputs.keys.sorted() { _ = try ports.input(.name(name)) }
    for name in inputNames where inputs[name] == nil {
      throw RuntimeError(
        .invalidArgument, "an input is missing", expected: "a value for '\(RuntimeError.bounded(name))'")
    }
    for name in inputNames {
      if let value = inputs[name] { try write(value, toInput: name) }
    }
    try invoke(cancellation: cancellation)
    var outputs: [String: TensorValue] = [:]
    for (index, name) in outputNames.enumerated() { outputs[name] = try outputValue(index) }
    return outputs
  }
}

extension Ports {
  /// The names of all inputs, or of all outputs.
  /// - Throws: `invalidArgument` when two have the same.
  fileprivate func names(ofInputs: Bool) throws(RuntimeError) -> [String] {
    let stated = ofInputs ? signature?.inputs : signature?.outputs
    let names = stated.map { $0.map { $0.name } } ?? (ofInputs ? inputs : outputs).map { $0.name }
    var seen: Set<String> = []
    for name in names where !seen.insert(name).inserted {
      throw RuntimeError(
        .invalidArgument, "two \(ofInputs ? "inputs" : "outputs") have the same name; run on a list instead",
        actual: "'\(RuntimeError.bounded(name))'")
    }
    return names
  }
}
