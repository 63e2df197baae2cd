import TFLiteKernels

/// The executors of one session, made as they are needed.
final class Program {
  let model: Model
  private let compiled: CompiledModel
  let resources: SessionResources
  private var executors: [SubgraphExecutor?]
  /// Executors that may change their inputs.
  private var loopBodies: [SubgraphExecutor?]
  /// Whether a subgraph has variables, where that has been looked up.
  private var hasVariables: [Int: Bool] = [:]

  init(_ model: Model, _ resources: SessionResources) {
    self.model = model
    self.resources = resources
    compiled = model.compilations.model(
      model,
      .init(
        kernels: resources.kernelsID, rewrites: resources.rewrites, registrations: resources.registrations),
      resources.registry)
    executors = [SubgraphExecutor?](repeating: nil, count: model.graphs.count)
    loopBodies = executors
  }

  /// The subgraphs of the model with the element types that their tensors have in this session.
  var graphs: [Graph] { compiled.graphs }

  private func makeExecutor(_ index: Int, isLoopBody: Bool) throws(RuntimeError) -> SubgraphExecutor {
    var made: [MadeOperator] = []
    let environment = PassEnvironment { [self] in table($0, subgraph: index, $1) }
    let graph = try compiled.graph(index, isLoopBody: isLoopBody, environment, resources, made: &made)
    return try SubgraphExecutor(index, self, graph, made)
  }

  func executor(_ index: Int) throws(RuntimeError) -> SubgraphExecutor {
    guard executors.indices.contains(index) else {
      throw RuntimeError(.notFound, "no such subgraph", expected: "0..<\(executors.count)", actual: "\(index)")
    }
    if let executor = executors[index] { return executor }
    let executor = try makeExecutor(index, isLoopBody: false)
    executors[index] = executor
    return executor
  }

  /// The executor of a subgraph as the body of loops, apart from the one that others invoke: it may change its inputs. The
  /// same one where the subgraph has variables, which there is one of.
  func loopBody(_ index: Int) throws(RuntimeError) -> SubgraphExecutor {
    guard loopBodies.indices.contains(index), !hasVariables(index) else { return try executor(index) }
    if let executor = loopBodies[index] { return executor }
    let executor = try makeExecutor(index, isLoopBody: true)
    loopBodies[index] = executor
    return executor
  }

  private func hasVariables(_ index: Int) -> Bool {
    if let known = hasVariables[index] { return known }
    let found = model.graphs[index].tensors.contains { $0.isVariable }
    hasVariables[index] = found
    return found
  }

  /// The values of a function of one byte, found by executing the operators that compute it; shared by the sessions of the
  /// model. Nil when one of them objects, as it will again when it is prepared.
  /// - Parameter number: the position of the operator that computes the result.
  private func table(_ expression: ByteFunctions.Expression, subgraph: Int, _ number: Int) -> AlignedMemory? {
    let key = ConstantKey(
      subgraph: subgraph, node: number, tag: Int.min, kernels: resources.kernelsID,
      registrations: resources.registrations)
    do throws(RuntimeError) {
      if let table = try model.constants.existing(key, resources.memory) { return table }
      var made: [MadeOperator] = []
      let graph = try CompiledGraph(
        expression.graph, kept: [], passes: [], .none, resources.registry, resources.memory, made: &made)
      let executor = try SubgraphExecutor(subgraph, self, graph, made)
      try executor.prepare()
      let input = executor.inputs[0].mutablePointer(as: UInt8.self)
      for value in 0..<ByteLookUp.tableByteCount { input[value] = UInt8(value) }
      let environment = resources.executionEnvironment()
      defer { environment.restore() }
      try executor.invoke()
      let output = executor.outputs[0]
      guard output.byteCount == ByteLookUp.tableByteCount else { return nil }
      let table = try AlignedMemory(
        ByteLookUp.tableByteCount, for: ConstantStore.purpose, resources.memory, holder: .model)
      table.base.copyMemory(from: output.data, byteCount: table.byteCount)
      model.constants.store(key, table)
      return table
    } catch {
      return nil
    }
  }

  /// The executors made so far.
  var existing: [SubgraphExecutor] { executors.indices.flatMap { [executors[$0], loopBodies[$0]].compactMap { $0 } } }

  /// Executors refer to their program: the session calls this when it goes.
  func dismantle() {
    executors.removeAll()
    loopBodies.removeAll()
  }
}

/// A subgraph as the control-flow operators use it: set its inputs, invoke it, read its outputs.
public struct Subprogram {
  let executor: SubgraphExecutor

  /// The inputs of the subgraph, in its order.
  public var inputs: [RuntimeTensor] { executor.inputs }
  /// The outputs of the subgraph, in its order.
  public var outputs: [RuntimeTensor] { executor.outputs }

  /// Makes input `index` take the shape, with memory to write to.
  /// - Throws: `invalidArgument` when the shape is impossible.
  public func resizeInput(_ index: Int, to shape: Shape, byteCount: Int? = nil) throws(RuntimeError) {
    try executor.resizeInput(index, to: shape, byteCount: byteCount)
  }

  /// Copies content and shape of `tensor` to input `index`.
  public func setInput(_ index: Int, from tensor: RuntimeTensor) throws(RuntimeError) {
    try executor.resizeInput(index, to: tensor.shape, byteCount: tensor.byteCount)
    let input = executor.inputs[index]
    if input.data != tensor.data {
      input.data.copyMemory(from: tensor.data, byteCount: min(input.byteCount, tensor.byteCount))
    }
  }

  /// States the shapes of the outputs as far as they do not depend on data.
  public func prepare() throws(RuntimeError) { try executor.prepare() }

  /// What preparation finds out for inputs of these shapes, without preparing again what has been prepared for them before.
  /// `invoke` prepares the subgraph for the shapes that its inputs have then.
  func outline(for shapes: [Shape]) throws(RuntimeError) -> Outline { try executor.outline(for: shapes) }

  /// After `prepare`: no shape in the subgraph depends on data, so that the shapes of the outputs are final.
  public var hasFixedShapes: Bool { executor.hasFixedShapes }

  /// Lets input `index` read the memory of `tensor` instead of a copy, until `releaseInputs`.
  func bindInput(_ index: Int, to tensor: RuntimeTensor) throws(RuntimeError) {
    try executor.bindInput(index, to: tensor)
  }

  /// Whether an operator of the subgraph reads input `index`, or it is an output.
  func reads(_ index: Int) -> Bool {
    let tensor = executor.inputs[index].description.index
    return executor.lastReaders[tensor] >= 0 || executor.isOutput[tensor]
  }

  /// Ends the use of other tensors' memory by inputs.
  func releaseInputs() { executor.releaseInputs() }

  /// From now on computed outputs lie in memory of their own, which `advanceInput` can take.
  func keepOutputsApart() { executor.keepOutputsApart() }

  /// Whether an operator of the subgraph writes `tensor`.
  func computes(_ tensor: RuntimeTensor) -> Bool { executor.producers[tensor.description.index] >= 0 }

  /// Makes the content of output `output`, which is computed and kept apart, that of input `input` by exchanging their
  /// memory.
  func advanceInput(_ input: Int, byTakingOutput output: Int) throws(RuntimeError) {
    try executor.exchange(executor.inputs[input], executor.outputs[output])
  }

  /// The outputs are no longer what the subgraph has computed: their memory serves for something else.
  func forgetResults() { executor.forgetResults() }

  /// Says that the invocations that follow are the iterations of a loop that begins.
  func beginLoop() { executor.beginLoop() }

  /// Runs the subgraph.
  /// - Throws: the objection of one of its operators.
  public func invoke() throws(RuntimeError) { try executor.invoke() }
}
