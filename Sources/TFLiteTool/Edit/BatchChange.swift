import TFLiteSchema
import TFLiteSchemaWriter

/// Makes a model take another number of examples at a time.
///
/// The batch is dimension 0 of the first input, and of those inputs that have the same there. It is followed through the
/// graph from operator to operator; constants that state it, as the shapes of RESHAPE, are replaced.
struct BatchChange {
  typealias Tensor = MutableSchema.Tensor

  let batch: Int
  /// The batch so far.
  private(set) var old = 1
  private(set) var model: MutableSchema.Model
  /// The inputs that were changed and those that were not, for the report.
  private(set) var changedInputs: [String] = []
  private(set) var otherInputs: [String] = []
  /// For each subgraph, which dimension of a tensor is the batch.
  var dimensions: [Int: [Int: Int]] = [:]

  private var stepsLeft = 10_000_000

  init(_ model: MutableSchema.Model, to batch: Int) {
    self.model = model
    self.batch = batch
  }

  /// - Throws: `invalidData` when an operator mixes examples, or what it does with the batch is not known.
  mutating func apply() throws(ToolError) {
    guard let graph = model.subgraphs?.first else { return }
    let inputs = (graph.inputs ?? []).map { Int($0) }
    guard let first = inputs.lazy.compactMap({ graph.tensors?[$0].shape?.first }).first, first > 0 else {
      throw ToolError(.invalidData, "--batch", expected: "an input with dimensions", found: "none")
    }
    old = Int(first)
    var carried: [Int?] = []
    for input in inputs {
      let isBatch = graph.tensors?[input].shape?.first == first
      carried.append(isBatch ? 0 : nil)
      let name = graph.tensors?[input].name?.string ?? ""
      if isBatch { changedInputs.append(name) } else { otherInputs.append(name) }
    }
    _ = try follow(0, carried)
    for (subgraph, tensors) in dimensions {
      for (tensor, dimension) in tensors { try resize(tensor, dimension, in: subgraph) }
    }
  }

  /// Which dimension of each input is the batch, nil for none.
  var inputDimensions: [Int?] { places(model.subgraphs?.first?.inputs) }
  var outputDimensions: [Int?] { places(model.subgraphs?.first?.outputs) }

  private func places(_ tensors: [Int32]?) -> [Int?] { (tensors ?? []).map { dimensions[0]?[Int($0)] } }

  // MARK: The graph

  /// Follows the batch through a subgraph.
  /// - Parameter inputs: which dimension of each input is the batch, nil for none.
  /// - Returns: the same for the outputs.
  mutating func follow(_ subgraph: Int, _ inputs: [Int?]) throws(ToolError) -> [Int?] {
    var known = dimensions[subgraph] ?? [:]
    for (tensor, dimension) in zip(model.subgraphs?[subgraph].inputs ?? [], inputs) {
      guard let dimension else { continue }
      try check(Int(tensor), dimension, in: subgraph)
      known[Int(tensor)] = dimension
    }
    dimensions[subgraph] = known
    for node in model.subgraphs?[subgraph].operators?.indices ?? 0..<0 { try follow(node, in: subgraph) }
    return (model.subgraphs?[subgraph].outputs ?? []).map { dimensions[subgraph]?[Int($0)] }
  }

  private mutating func follow(_ number: Int, in subgraph: Int) throws(ToolError) {
    guard let node = model.subgraphs?[subgraph].operators?[number], let code = model.code(of: node) else { return }
    // Subgraphs are followed once for each operator that runs them, which a hostile file can make many.
    stepsLeft -= 1
    if stepsLeft < 0 {
      throw ToolError(
        .invalidData, "--batch", expected: "subgraphs that run less often", found: "more than 10 million steps")
    }
    var step = BatchStep(
      node: node, code: code, tensors: model.subgraphs?[subgraph].tensors ?? [],
      batches: (node.inputs ?? []).map { $0 < 0 ? nil : dimensions[subgraph]?[Int($0)] }, old: old, new: batch,
      name: "subgraph \(subgraph), operator \(number), \(model.name(of: node))")
    guard step.batches.contains(where: { $0 != nil }) else { return }
    step.constants = (node.inputs ?? []).map { integers(Int($0), in: subgraph) }
    step.subgraphOutputs = try outputs(of: step, from: subgraph)
    try step.follow()
    for (input, values) in step.newConstants {
      let constant = addConstant(values, like: Int(node.inputs?[input] ?? 0), in: subgraph)
      model.subgraphs?[subgraph].operators?[number].inputs?[input] = Int32(constant)
    }
    for (input, dimension) in step.repeated {
      try repeatConstant(Int(node.inputs?[input] ?? -1), dimension, in: subgraph, step.name)
    }
    model.subgraphs?[subgraph].operators?[number].builtinOptions = step.node.builtinOptions
    for (tensor, dimension) in step.states { dimensions[subgraph]?[tensor] = dimension }
    for (output, dimension) in zip(node.outputs ?? [], step.outputs) {
      guard let dimension else { continue }
      try check(Int(output), dimension, in: subgraph)
      dimensions[subgraph]?[Int(output)] = dimension
    }
  }

  /// Where the batch is in what the operator's subgraphs give; nil for an operator that runs none.
  private mutating func outputs(of step: BatchStep, from subgraph: Int) throws(ToolError) -> [Int?]? {
    let callees = step.node.subgraphs
    guard !callees.isEmpty, step.code != .callOnce else { return nil }
    var inputs = step.batches
    if step.code == .if || step.code == .stablehloCase { inputs.removeFirst() }
    guard step.code == .while || step.code == .stablehloWhile, callees.count == 2 else {
      // A body that joins two elements knows no batch.
      guard [.if, .stablehloCase, .call, .stablehloComposite].contains(step.code) else { return nil }
      var outputs: [Int?] = []
      for callee in callees { outputs = try follow(callee, inputs) }
      return outputs
    }
    // What the body makes a batch of is one from the beginning.
    for _ in 0...inputs.count {
      let outputs = try follow(callees[1], inputs)
      let joined = zip(inputs, outputs).map { $0 ?? $1 }
      if joined == inputs { break }
      for (index, dimension) in joined.enumerated() where inputs[index] == nil {
        guard let dimension else { continue }
        try repeatConstant(Int(step.node.inputs?[index] ?? -1), dimension, in: subgraph, step.name)
      }
      inputs = joined
    }
    _ = try follow(callees[0], inputs)
    return inputs
  }

  // MARK: Tensors

  /// The elements of a constant of integers, nil for another tensor.
  private func integers(_ tensor: Int, in subgraph: Int) -> [Int]? {
    guard tensor >= 0, let tensor = model.subgraphs?[subgraph].tensors?[tensor], model.isConstant(tensor),
      tensor.externalBuffer == 0, let data = model.buffers?[Int(tensor.buffer)].data
    else { return nil }
    return data.withUnsafeBytes { bytes in
      switch tensor.type {
      case .int32: (0..<bytes.count / 4).map { Int(bytes.loadUnaligned(fromByteOffset: 4 * $0, as: Int32.self)) }
      case .int64: (0..<bytes.count / 8).map { Int(bytes.loadUnaligned(fromByteOffset: 8 * $0, as: Int64.self)) }
      default: nil
      }
    }
  }

  /// Adds a constant with the type and shape of `tensor`, which other operators may read.
  private mutating func addConstant(_ values: [Int], like tensor: Int, in subgraph: Int) -> Int {
    guard var new = model.subgraphs?[subgraph].tensors?[tensor] else { return tensor }
    var buffer = MutableSchema.Buffer()
    buffer.data = SchemaBytes(
      new.type == .int64
        ? values.flatMap { value in withUnsafeBytes(of: Int64(value).littleEndian) { Array($0) } }
        : values.flatMap { value in withUnsafeBytes(of: Int32(truncatingIfNeeded: value).littleEndian) { Array($0) } })
    new.buffer = UInt32(model.buffers?.count ?? 0)
    model.buffers?.append(buffer)
    model.subgraphs?[subgraph].tensors?.append(new)
    return (model.subgraphs?[subgraph].tensors?.count ?? 1) - 1
  }

  /// Repeats the elements of a constant, so that each example of the batch has what the old ones had.
  private mutating func repeatConstant(
    _ number: Int, _ dimension: Int, in subgraph: Int, _ owner: String
  ) throws(ToolError) {
    if dimensions[subgraph]?[number] != nil { return }
    guard number >= 0, let tensor = model.subgraphs?[subgraph].tensors?[number], let shape = tensor.shape,
      model.isConstant(tensor), tensor.externalBuffer == 0, tensor.type != .string, tensor.sparsity == nil,
      let data = model.buffers?[Int(tensor.buffer)].data, shape.indices.contains(dimension),
      Int(shape[dimension]) == old, batch % old == 0
    else {
      throw ToolError(
        .invalidData, "--batch \(batch), \(owner)",
        expected:
          "a constant of \(old) examples, or a multiple of \(old), where it joins examples with input tensor \(number)",
        found: "something else")
    }
    let outer = shape[..<dimension].reduce(1) { $0 &* Int($1) }
    let bytes = data.array
    guard outer > 0, bytes.count % outer == 0 else { return }
    let run = bytes.count / outer
    var repeated: [UInt8] = []
    for part in 0..<outer {
      for _ in 0..<batch / old { repeated += bytes[part * run..<(part + 1) * run] }
    }
    var buffer = MutableSchema.Buffer()
    buffer.data = SchemaBytes(repeated)
    model.subgraphs?[subgraph].tensors?[number].buffer = UInt32(model.buffers?.count ?? 0)
    model.buffers?.append(buffer)
    dimensions[subgraph]?[number] = dimension
  }

  /// The shape that the file states has the dimension.
  private func check(_ tensor: Int, _ dimension: Int, in subgraph: Int) throws(ToolError) {
    let shape = model.subgraphs?[subgraph].tensors?[tensor].shape ?? []
    guard shape.indices.contains(dimension) else {
      throw ToolError(
        .invalidData, "--batch \(batch), tensor \(tensor) of subgraph \(subgraph)",
        expected: "a shape with the batch as dimension \(dimension)", found: "\(shape)")
    }
  }

  /// States the new batch in a tensor's shape.
  private mutating func resize(_ tensor: Int, _ dimension: Int, in subgraph: Int) throws(ToolError) {
    guard let shape = model.subgraphs?[subgraph].tensors?[tensor].shape, shape.indices.contains(dimension) else {
      return
    }
    let size = Int(shape[dimension]) * batch
    guard size % old == 0, let resized = Int32(exactly: size / old) else {
      throw ToolError(
        .invalidData, "--batch \(batch), tensor \(tensor) of subgraph \(subgraph)",
        expected: "dimension \(dimension) to be a multiple of \(old)", found: "\(shape[dimension])")
    }
    model.subgraphs?[subgraph].tensors?[tensor].shape?[dimension] = resized
    // An open dimension stays open.
    if let stated = model.subgraphs?[subgraph].tensors?[tensor].shapeSignature, stated.indices.contains(dimension),
      stated[dimension] >= 0
    {
      model.subgraphs?[subgraph].tensors?[tensor].shapeSignature?[dimension] = resized
    }
  }
}
