import TFLiteKernels

/// The executors of one session, made as they are needed.
final class Program {
  let model: Model
  private let compiled: CompiledModel
  /// `ConstantKey.kept` for each subgraph.
  let keptKeys: [[Int]]
  let registry: OperatorRegistry
  let resources: SessionResources
  /// When operators run in bands of rows.
  let bands: BandLimits
  private var executors: [SubgraphExecutor?]
  /// Executors that may change their inputs.
  private var loopBodies: [SubgraphExecutor?]
  /// Whether a subgraph has variables, where that has been looked up.
  private var hasVariables: [Int: Bool] = [:]

  /// - Parameters:
  ///   - kernelsID: the number of the kernel set.
  ///   - rewrites: passes rewrite the graphs.
  ///   - intermediates: what can be read beside outputs.
  init(
    _ model: Model, kernelsID: Int, rewrites: Bool, intermediates: IntermediateTensors, _ registry: OperatorRegistry,
    _ bands: BandLimits, _ resources: SessionResources
  ) {
    self.model = model
    self.registry = registry
    self.resources = resources
    self.bands = bands
    compiled = model.compilations.model(
      model,
      .init(
        kernels: kernelsID, rewrites: rewrites, registrations: registry.registrations(in: model.graphs),
        intermediates: intermediates), registry)
    keptKeys = model.graphs.map { intermediates.key(in: $0) }
    executors = [SubgraphExecutor?](repeating: nil, count: model.graphs.count)
    loopBodies = executors
  }

  /// The subgraphs of the model with the element types that their tensors have in this session.
  var graphs: [Graph] { compiled.graphs }

  /// What the graphs are compiled for.
  var key: CompiledModel.Key { compiled.key }

  private func makeExecutor(_ index: Int, isLoopBody: Bool) throws(RuntimeError) -> SubgraphExecutor {
    var made: [MadeOperator] = []
    let environment = PassEnvironment(registry.operators.passes) { [self] in
      tables($0, subgraph: index, isLoopBody: isLoopBody)
    }
    let graph = try compiled.graph(index, isLoopBody: isLoopBody, environment, registry, resources.memory, made: &made)
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

  /// The executors made so far.
  var existing: [SubgraphExecutor] { executors.indices.flatMap { [executors[$0], loopBodies[$0]].compactMap { $0 } } }

  /// Executors refer to their program: the session calls this when it goes.
  func dismantle() {
    executors.removeAll()
    loopBodies.removeAll()
  }
}
