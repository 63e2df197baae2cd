// Whole tensors in, whole tensors out.

extension TensorAccess {
  /// Writes a tensor to an input, which takes its shape.
  /// - Throws: `notFound`; `invalidArgument` when the type is another, and when the input cannot take the shape.
  public func write(_ value: TensorValue, toInput key: some TensorNaming) throws(RuntimeError) {
    try ports.write(value, key.tensorKey)
  }

  /// A copy of an output.
  /// - Throws: `notFound`; `invalidState`, as `output(_:as:)`.
  public func outputValue(_ key: some TensorNaming) throws(RuntimeError) -> TensorValue {
    try ports.value(ofOutput: key.tensorKey)
  }

  /// Runs the graph on all inputs, in order, and returns all outputs. Inputs take the shapes of the values.
  /// - Throws: `invalidArgument` for another number of inputs, another type or shape; as `invoke`.
  public func run(
    _ inputs: [TensorValue], cancellation: CancellationToken? = nil
  ) throws(RuntimeError) -> [TensorValue] {
    let ports = self.ports
    try ports.write(inputs)
    try invoke(cancellation: cancellation)
    return try ports.outputValues()
  }

  /// Runs the graph on all inputs and returns all outputs, both by their names. Inputs take the shapes of the values.
  /// - Throws: `notFound` for an input that there is not; `invalidArgument` for one that is missing, another type or shape, and
  ///   where inputs or outputs have no names of their own, so that they cannot be told apart; as `invoke`.
  public func run(
    _ inputs: [String: TensorValue], cancellation: CancellationToken? = nil
  ) throws(RuntimeError) -> [String: TensorValue] {
    let ports = self.ports
    let (inputNames, outputNames) = (try ports.names(ofInputs: true), try ports.names(ofInputs: false))
    try ports.write(inputs, names: inputNames)
    try invoke(cancellation: cancellation)
    return try ports.outputValues(names: outputNames)
  }
}

// Not in the protocol's extension, so that there is one of each and not one for sessions and one for signatures.
extension Ports {
  fileprivate func write(_ value: TensorValue, _ key: TensorKey) throws(RuntimeError) {
    let tensor = try input(key)
    if value.type != tensor.type {
      throw RuntimeError(
        .invalidArgument, "the element type is another", tensor: tensor.label,
        expected: "\(tensor.type.name) \(tensor.shape)", actual: "\(value.type.name) \(value.shape)")
    }
    if value.shape != tensor.shape { try resize(key, to: value.shape) }
    try value.withUnsafeBytes { (bytes) throws(RuntimeError) in try write(bytes: bytes, key) }
  }

  fileprivate func write(_ values: [TensorValue]) throws(RuntimeError) {
    if values.count != inputs.count {
      throw RuntimeError(
        .invalidArgument, "wrong number of inputs", expected: "\(inputs.count)", actual: "\(values.count)")
    }
    for (index, value) in values.enumerated() { try write(value, .index(index)) }
  }

  /// - Parameter names: of all inputs.
  fileprivate func write(_ values: [String: TensorValue], names: [String]) throws(RuntimeError) {
    for name in values.keys.sorted() { _ = try input(.name(name)) }
    for name in names where values[name] == nil {
      throw RuntimeError(
        .invalidArgument, "an input is missing", expected: "a value for '\(RuntimeError.bounded(name))'")
    }
    for name in names {
      if let value = values[name] { try write(value, .name(name)) }
    }
  }

  fileprivate func value(ofOutput key: TensorKey) throws(RuntimeError) -> TensorValue {
    TensorValue(copying: try readableOutput(key))
  }

  fileprivate func outputValues() throws(RuntimeError) -> [TensorValue] {
    var values: [TensorValue] = []
    for index in outputs.indices { values.append(try value(ofOutput: .index(index))) }
    return values
  }

  /// - Parameter names: of all outputs.
  fileprivate func outputValues(names: [String]) throws(RuntimeError) -> [String: TensorValue] {
    var values: [String: TensorValue] = [:]
    for (index, name) in names.enumerated() { values[name] = try value(ofOutput: .index(index)) }
    return values
  }

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
