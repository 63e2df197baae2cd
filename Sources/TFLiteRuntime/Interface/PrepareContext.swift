import TFLiteKernelSets
import TFLiteKernels

/// What an operator sees while preparing: its tensors, and the requests it can make. Do not keep it.
public struct PrepareContext {
  fileprivate let state: OperatorState
  fileprivate let host: any SubgraphHost
  /// State shared by all subgraphs of the session: variables, tables, flags.
  public let resources: SessionResources

  init(_ state: OperatorState, _ host: any SubgraphHost, _ resources: SessionResources) {
    self.state = state
    self.host = host
    self.resources = resources
  }

  /// What the file says of the operator.
  public var node: OperatorNode { state.node }
  /// The inputs, omitted ones counted.
  public var inputCount: Int { state.inputs.count }
  /// The outputs.
  public var outputCount: Int { state.outputs.count }
  /// The threads that `ExecuteContext.parallel` may use.
  public var threadCount: Int { resources.workers.threadCount }
  /// The kernels to choose from.
  package var kernels: KernelSet { resources.kernels }

  /// Input `index`.
  /// - Throws: `invalidOperator` when the operator does not have it.
  public func input(_ index: Int) throws(RuntimeError) -> RuntimeTensor {
    if index < state.inputs.count, let tensor = state.inputs[index] { return tensor }
    throw error("input \(index) is missing", expected: "a tensor", actual: "\(state.inputs.count) inputs")
  }

  /// Input `index`, nil when omitted.
  public func optionalInput(_ index: Int) -> RuntimeTensor? {
    index < state.inputs.count ? state.inputs[index] : nil
  }

  /// Output `index`.
  /// - Throws: `invalidOperator` when the operator does not have it.
  public func output(_ index: Int) throws(RuntimeError) -> RuntimeTensor {
    if index < state.outputs.count { return state.outputs[index] }
    throw error("output \(index) is missing", expected: "a tensor", actual: "\(state.outputs.count) outputs")
  }

  /// The bytes of output `index` by the shape stated last.
  func byteCount(ofOutput index: Int) -> Int { state.outputs[index].byteCount }

  /// Tensor `index` of the intermediates, nil when the operator has none there.
  package func intermediate(_ index: Int) -> RuntimeTensor? {
    index < state.intermediates.count ? state.intermediates[index] : nil
  }

  /// Tensor `index` of the subgraph, for parameters that refer to tensors by number.
  /// - Throws: `invalidOperator` when there is none.
  func tensor(_ index: Int) throws(RuntimeError) -> RuntimeTensor {
    if host.tensors.indices.contains(index) { return host.tensors[index] }
    throw error("no such tensor", expected: "0..<\(host.tensors.count)", actual: "\(index)")
  }

  // MARK: Checks

  /// - Throws: `invalidOperator` unless the operator has so many inputs (omitted ones counted) and outputs.
  public func expect(inputs: ClosedRange<Int>, outputs: ClosedRange<Int>) throws(RuntimeError) {
    if !inputs.contains(inputCount) {
      throw error("wrong number of inputs", expected: Self.text(inputs), actual: "\(inputCount)")
    }
    if !outputs.contains(outputCount) {
      throw error("wrong number of outputs", expected: Self.text(outputs), actual: "\(outputCount)")
    }
  }

  /// - Throws: `invalidOperator` unless the operator has exactly so many inputs and outputs.
  public func expect(inputs: Int, outputs: Int) throws(RuntimeError) {
    try expect(inputs: inputs...inputs, outputs: outputs...outputs)
  }

  private static func text(_ range: ClosedRange<Int>) -> String {
    if range.lowerBound == range.upperBound { return "\(range.lowerBound)" }
    return range.upperBound == Int.max ? "at least \(range.lowerBound)" : "\(range.lowerBound) to \(range.upperBound)"
  }

  /// - Throws: `unsupported`, naming operator, version, tensor and type, unless the tensor's type is one of `types`.
  public func expect(_ tensor: RuntimeTensor, _ types: ElementType...) throws(RuntimeError) {
    if !types.contains(tensor.type) { throw unsupportedType(tensor, types) }
  }

  /// The error for a tensor whose type the operator does not compute with.
  public func unsupportedType(_ tensor: RuntimeTensor, _ types: [ElementType] = []) -> RuntimeError {
    var expected: String?
    for type in types { expected = expected.map { $0 + " or " + type.name } ?? type.name }
    return node.error(
      .unsupported, "element type not supported", tensor: tensor.label, expected: expected, actual: tensor.type.name)
  }

  /// - Throws: `invalidOperator` unless both tensors have the same type.
  public func expectSameType(_ tensor: RuntimeTensor, _ other: RuntimeTensor) throws(RuntimeError) {
    if tensor.type != other.type {
      throw error(
        "element types differ", tensor, expected: "\(other.type.name) as \(other.label)", actual: tensor.type.name)
    }
  }

  /// - Throws: `invalidOperator` unless the rank lies in `ranks`.
  public func expectRank(_ tensor: RuntimeTensor, _ ranks: ClosedRange<Int>) throws(RuntimeError) {
    if !ranks.contains(tensor.rank) {
      throw error("wrong rank", tensor, expected: Self.text(ranks), actual: "\(tensor.rank) of shape \(tensor.shape)")
    }
  }

  /// - Throws: `invalidOperator` unless the rank is `rank`.
  public func expectRank(_ tensor: RuntimeTensor, _ rank: Int) throws(RuntimeError) {
    try expectRank(tensor, rank...rank)
  }

  /// - Throws: `invalidOperator` with `message` unless `condition` holds.
  public func expect(
    _ condition: Bool, _ message: @autoclosure () -> String, _ tensor: RuntimeTensor? = nil
  ) throws(RuntimeError) {
    if !condition { throw error(message(), tensor) }
  }

  /// The per-tensor quantization of `tensor`.
  /// - Throws: `invalidOperator` when it has none, or one that differs by channel.
  public func perTensorQuantization(_ tensor: RuntimeTensor) throws(RuntimeError) -> Quantization {
    guard let quantization = tensor.quantization, quantization.scales.count == 1 else {
      throw error(
        "wrong quantization", tensor, expected: "one scale for the tensor",
        actual: "\(tensor.quantization?.scales.count ?? 0) scales")
    }
    return quantization
  }

  /// An `invalidOperator` error about this operator.
  public func error(
    _ message: String, _ tensor: RuntimeTensor? = nil, expected: String? = nil, actual: String? = nil
  ) -> RuntimeError {
    node.error(.invalidOperator, message, tensor: tensor?.label, expected: expected, actual: actual)
  }

  // MARK: Statements

  /// States the shape of output `index`.
  /// - Throws: `invalidOperator` when an extent is negative or the tensor would not fit the address space, `outOfMemory`
  ///   when it alone is beyond the session's limit; the output is unchanged then.
  public func setShape(_ shape: Shape, ofOutput index: Int) throws(RuntimeError) {
    let tensor = try output(index)
    guard let count = shape.checkedElementCount,
      let bytes = tensor.type.byteCount(ofElements: count) ?? (tensor.type == .string ? 0 : nil)
    else {
      throw error("impossible output shape", tensor, actual: "\(shape)")
    }
    if bytes > memoryLimit {
      throw node.error(
        .outOfMemory, "not enough memory for an output", tensor: tensor.label, expected: "at most \(memoryLimit) bytes",
        actual: "\(bytes) bytes of shape \(shape)")
    }
    tensor.shape = shape
    tensor.byteCount = bytes
    tensor.hasUnknownShape = false
  }

  /// States that the shape of output `index` is known only when the operator executes; `execute` then calls
  /// `resizeOutput` before it writes. Outputs of strings are always of this kind.
  public func setUnknownShape(ofOutput index: Int) throws(RuntimeError) {
    try output(index).hasUnknownShape = true
    state.stated.hasDynamicOutput = true
  }

  /// Asks for `byteCount` bytes, 64-byte aligned, undefined at the start of each execution.
  /// - Throws: `outOfMemory` when `byteCount` is negative or beyond the session's limit.
  public func requestScratch(_ byteCount: Int) throws(RuntimeError) -> Scratch {
    if byteCount < 0 || byteCount > memoryLimit {
      throw node.error(
        .outOfMemory, "not enough scratch memory", expected: "at most \(memoryLimit) bytes",
        actual: "\(byteCount) bytes")
    }
    state.stated.scratchSizes.append(byteCount)
    return Scratch(index: state.stated.scratchSizes.count - 1, byteCount: byteCount)
  }

  /// The same for as many bytes as the product of `factors`, none negative.
  func requestScratch(product factors: Int...) throws(RuntimeError) -> Scratch {
    try requestScratch(memory.product(factors, for: "scratch memory"))
  }

  /// Memory for a table that the operator keeps, zero-filled.
  /// - Throws: `outOfMemory` when the session would hold more than its limit.
  public func allocate(_ byteCount: Int) throws(RuntimeError) -> AlignedMemory {
    try AlignedMemory(byteCount, for: Self.tables, memory)
  }

  /// The same for as many bytes as the product of `factors`, none negative.
  func allocate(product factors: Int...) throws(RuntimeError) -> AlignedMemory {
    try allocate(memory.product(factors, for: Self.tables))
  }

  /// A table of `count` values that the operator keeps.
  /// - Throws: `outOfMemory` when the session would hold more than its limit.
  func table<Element: BitwiseCopyable>(
    _ count: Int, _ element: (Int) -> Element
  ) throws(RuntimeError) -> Table<Element> {
    try Table(count, for: Self.tables, memory, element)
  }

  private static let tables = "tables"

  /// What the session holds, and may hold.
  var memory: MemoryAccount { resources.memory }

  /// The most bytes that the session may hold together with what is derived from its model.
  public var memoryLimit: Int { memory.limit }

  /// Allows output `output` to lie where input `input` lies: the operator reads each element of the input no later than
  /// it writes the same bytes of the output. The planner decides; `execute` may compare the pointers.
  public func allowInPlace(output: Int, input: Int) { state.stated.inPlace.append((output, input)) }

  /// Allows input `input` to lie where the operator copies it to, `offset` bytes into output `output`. The planner decides;
  /// `execute` compares the pointers and leaves such an input alone.
  package func allowPlacing(input: Int, insideOutput output: Int, at offset: Int) {
    state.stated.add(Placement(input: input, output: output, part: .input, offset: offset))
  }

  /// Allows output `output`, which is a part of input `input`, to lie in it, `offset` bytes from its start. The planner
  /// decides; `execute` compares the pointers and leaves such an output alone.
  package func allowPlacing(output: Int, insideInput input: Int, at offset: Int) {
    state.stated.add(Placement(input: input, output: output, part: .output, offset: offset))
  }

  /// States that the outputs depend on shapes and constants only, though an input is computed at run time (as with
  /// SHAPE and RANK): they are computed now. `execute` must not read the content of such an input.
  package func dependsOnShapesOnly() { state.stated.dependsOnShapesOnly = true }

  /// The subgraph that a control-flow operator runs.
  /// - Throws: `invalidOperator` when the model has no such subgraph, or it is the operator's own.
  package func subgraph(_ index: Int) throws(RuntimeError) -> Subprogram {
    try host.subprogram(index, for: node, isLoopBody: false)
  }

  /// The same for one that runs as the body of a loop, whose variables live in its inputs: it may change them.
  func loopBody(_ index: Int) throws(RuntimeError) -> Subprogram {
    try host.subprogram(index, for: node, isLoopBody: true)
  }

  /// The subgraphs of the model, as the file states them.
  var modelGraphs: [Graph] { host.modelGraphs }
}
