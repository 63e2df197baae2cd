/// A graph as passes have left it: what sessions make their operators of. Never changes; the sessions of a model share it.
final class CompiledGraph: Sendable {
  /// How a session makes one operator.
  struct Step: Sendable {
    fileprivate let make: OperatorMaker
    let fusions: [Fusion]
  }

  /// The graph that the file states, with the element types of the session.
  let stated: Graph
  /// The graph that runs.
  let graph: Graph
  /// Who reads and writes what; the outputs are those of the graph, and what is read from outside besides.
  let liveness: Liveness
  /// What can be read from outside beside the outputs of the graph.
  let kept: [Int]
  let steps: [Step]
  /// The operators of a loop's body that run in its first iteration alone.
  let invariants: [Int]
  /// The operators that are right for inputs of the ranks that the file states alone.
  let ranked: [Int]
  /// Products that may do the work of operators behind them.
  let epilogues: [EpiloguePair]
  /// For products that pack the same weights as an earlier one, as each step of a network that is rolled out does: the position
  /// of that one in the file, by their own.
  let packedAlike: [Int: Int]
  /// For products of bytes that have their weights in one place, but not what belongs to each: the position of the first of them.
  let weightsAlike: [Int: Int]
  /// What passes have done, and their names.
  let changes: [GraphChange]
  let passNames: [String]
  /// For loops alone, whose variables live in its inputs, so that it may change them.
  let isLoopBody: Bool
  /// False where a pass could not do all that it would, for want of memory: the next session may be luckier.
  let isComplete: Bool
  /// For what operators keep of others.
  private let room: MemoryReservation

  /// Compiles `graph`.
  /// - Parameters:
  ///   - kept: tensors that are read from outside, beside the outputs of the graph.
  ///   - memory: of the session that asks first; what is derived from the model is held for the model.
  ///   - made: gets the operators of one session.
  /// - Throws: `unsupported` or `invalidOperator` where an operator cannot be made; `invalidModel` where the graph
  ///   contradicts itself.
  init(
    _ stated: Graph, kept: [Int], passes: [Pass], isLoopBody: Bool = false, _ environment: PassEnvironment,
    _ registry: OperatorRegistry,
    _ memory: MemoryAccount, made: inout [MadeOperator]
  ) throws(RuntimeError) {
    self.stated = stated
    room = try MemoryReservation(0, for: "constants folded into others", memory, holder: .model)
    try Liveness(stated).checkOperands(of: stated)
    var editable = EditableGraph(stated, try Self.nodes(stated, registry), kept: kept, room: room)
    for (number, pass) in passes.enumerated() {
      editable.begin(pass: number)
      pass.run(&editable, environment)
    }
    let nodes = editable.nodes.filter { !$0.isRemoved }
    let graph = Graph(
      name: stated.name, tensors: editable.tensors, operators: nodes.map { $0.stated }, inputs: stated.inputs,
      outputs: editable.outputs)
    var liveness = try Liveness(graph)
    liveness.addOutputs(kept)
    self.graph = graph
    self.kept = kept
    self.liveness = liveness
    steps = nodes.map { Step(make: $0.make, fusions: $0.fusions) }
    invariants = nodes.indices.filter { nodes[$0].isInvariant }
    ranked = nodes.indices.filter { nodes[$0].needsRanks }
    epilogues = passes.isEmpty ? [] : EpiloguePair.pairs(nodes, graph, liveness)
    packedAlike = passes.isEmpty ? [:] : PackedAlike.positions(nodes, graph)
    weightsAlike = passes.isEmpty ? [:] : PackedAlike.weights(nodes, graph)
    changes = editable.changes
    passNames = passes.map { $0.name }
    self.isLoopBody = isLoopBody
    isComplete = !editable.wasCutShort
    made = nodes.map { $0.made }
  }

  /// A graph as it is, for one session alone.
  /// - Throws: as the other initializer.
  init(
    alone graph: Graph, _ registry: OperatorRegistry, _ memory: MemoryAccount, made: inout [MadeOperator]
  ) throws(RuntimeError) {
    (stated, self.graph) = (graph, graph)
    liveness = try Liveness(graph)
    try liveness.checkOperands(of: graph)
    room = try MemoryReservation(0, for: "constants folded into others", memory)
    (kept, steps, invariants, ranked, epilogues, packedAlike, weightsAlike) = ([], [], [], [], [], [:], [:])
    (changes, passNames, isLoopBody, isComplete) = ([], [], false, true)
    made = try Self.nodes(graph, registry).map { $0.made }
  }

  private static func nodes(
    _ graph: Graph, _ registry: OperatorRegistry
  ) throws(RuntimeError) -> [EditableGraph.Node] {
    var nodes: [EditableGraph.Node] = []
    nodes.reserveCapacity(graph.operators.count)
    for node in graph.operators {
      let make = try registry.maker(of: node)
      do {
        nodes.append(.init(node, made: try make(node), make: make))
      } catch {
        throw error.located(at: node.location)
      }
    }
    return nodes
  }

  /// The operators of one more session.
  func makeOperators() throws(RuntimeError) -> [MadeOperator] {
    var made: [MadeOperator] = []
    made.reserveCapacity(steps.count)
    for (node, step) in zip(graph.operators, steps) {
      do {
        let new = try step.make(node)
        for fusion in step.fusions { new.fusible?.take(fusion) }
        made.append(new)
      } catch {
        throw error.located(at: node.location)
      }
    }
    return made
  }
}

/// The compiled graphs of a model for one set of kernels, one registry and one choice of passes.
final class CompiledModel: Sendable {
  /// What graphs are compiled for.
  struct Key: Hashable, Sendable {
    var kernels: Int
    var rewrites: Bool
    /// See `ConstantKey.registrations`.
    var registrations: [Int]
    /// What else is read than outputs.
    var intermediates = IntermediateTensors.none
  }

  let key: Key
  /// The subgraphs of the model with the element types that their tensors have.
  let graphs: [Graph]
  /// What is read from outside beside the outputs of the subgraphs: what signatures name as outputs, and intermediate tensors
  /// that the session is asked for.
  private let kept: [Int: [Int]]
  private let lock = Lock()
  // Under `lock`: by subgraph, those of loops' bodies apart.
  private nonisolated(unsafe) var compiled: [Int: CompiledGraph] = [:]
  private nonisolated(unsafe) var loopBodies: [Int: CompiledGraph] = [:]

  init(_ model: Model, _ key: Key, _ registry: OperatorRegistry) {
    self.key = key
    let graphs = TypeInference(model.graphs, entries: Self.entries(model), registry).graphs
    self.graphs =
      key.rewrites ? HandedConstants(graphs, entries: Self.entries(model), registry).graphs : graphs
    var kept: [Int: [Int]] = [:]
    for signature in model.signatures {
      kept[signature.subgraph, default: []] += signature.outputs.map { $0.tensor }
    }
    for entry in Self.entries(model) where key.intermediates != .none && graphs.indices.contains(entry) {
      kept[entry, default: []] += key.intermediates.tensors(of: graphs[entry])
    }
    self.kept = kept.mapValues { Array(PositionSet($0)) }
  }

  /// The subgraphs that are run from outside.
  static func entries(_ model: Model) -> [Int] { Array(PositionSet([0] + model.signatures.map { $0.subgraph })) }

  /// Subgraph `index`, compiled now if nobody has done that.
  /// - Parameters:
  ///   - isLoopBody: for a loop alone, whose variables live in its inputs, so that it may change them.
  ///   - made: gets the operators of one session.
  func graph(
    _ index: Int, isLoopBody: Bool, _ environment: PassEnvironment, _ registry: OperatorRegistry,
    _ memory: MemoryAccount, made: inout [MadeOperator]
  ) throws(RuntimeError) -> CompiledGraph {
    if let known = lock.withLock({ isLoopBody ? loopBodies[index] : compiled[index] }) {
      made = try known.makeOperators()
      return known
    }
    let new = try CompiledGraph(
      graphs[index], kept: isLoopBody ? [] : kept[index] ?? [],
      passes: key.rewrites ? environment.brought.passes(isLoopBody: isLoopBody) : [], isLoopBody: isLoopBody,
      environment, registry, memory, made: &made)
    if new.isComplete {
      lock.withLock { if isLoopBody { loopBodies[index] = new } else { compiled[index] = new } }
    }
    return new
  }
}

/// What a model has been compiled to.
final class CompilationStore: Sendable {
  /// The latest compilations, so that applications that register operators anew for every session do not pile them up.
  private static let most = 8
  private let lock = Lock()
  // Under `lock`.
  private nonisolated(unsafe) var models: [CompiledModel] = []

  init() {}

  /// Forgets all; sessions keep theirs.
  func trim() { lock.withLock { models.removeAll() } }

  /// The compilation for `key`, begun now if there is none.
  func model(_ model: Model, _ key: CompiledModel.Key, _ registry: OperatorRegistry) -> CompiledModel {
    if let known = lock.withLock({ models.first { $0.key == key } }) { return known }
    let new = CompiledModel(model, key, registry)
    return lock.withLock {
      if let known = models.first(where: { $0.key == key }) { return known }
      if models.count >= Self.most { models.removeFirst() }
      models.append(new)
      return new
    }
  }
}
