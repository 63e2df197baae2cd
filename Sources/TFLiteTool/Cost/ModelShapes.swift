import TFLiteRuntime

/// The tensors of a model at the shapes that a run gives them, and how often a run meets each operator.
struct ModelShapes {
  /// By subgraph, by tensor of the file.
  let tensors: [[CostTensor]]
  /// How often an invocation executes each operator, by subgraph.
  let runs: [[Int]]
  /// Why shapes are those of the file; nil where a session has told them.
  let problem: String?
  /// The kernels of the session, as `Session.kernelsName`; nil where there is none.
  let kernels: String?

  /// Asks a session that runs the graph as the file states it. Where shapes depend on data, or operators run sub-programs,
  /// one invocation with the inputs' content tells the rest.
  /// - Parameters:
  ///   - mayRun: such an invocation is allowed.
  ///   - prepare: gives the inputs their shapes and content.
  /// - Throws: what `prepare` throws, and `invalidArgument` for options that no model can run with.
  init(
    _ model: Model, options: SessionOptions, mayRun: Bool = true, prepare: (ModelRunner) throws -> Void
  ) throws {
    var options = options
    options.rewrites = false
    var problem: String?
    var reports: [TensorReport] = []
    var counts: [[Int]]?
    var kernels: String?
    do {
      let runner = try ModelRunner(model, options: options)
      kernels = runner.session.kernelsName
      try prepare(runner)
      try runner.prepare()
      let isOpen = runner.session.tensorReports.contains { $0.tensors.contains { !$0.hasKnownShape } }
      if mayRun, isOpen || model.graphs.count > 1 {
        let counter = RunCounter(model)
        runner.session.operatorObserver = { counter.note($0) }
        try runner.invoke()
        runner.session.operatorObserver = nil
        counts = counter.runs
      }
      reports = runner.session.tensorReports
    } catch let error as RuntimeError where error.code != .invalidArgument && error.code != .notFound {
      problem = error.description
    }
    self.problem = problem
    self.kernels = kernels
    tensors = model.graphs.enumerated().map { number, graph in
      // Of a subgraph that is called and a loop's body as well, those of the body.
      let report = reports.last { $0.subgraph == number }
      return graph.tensors.indices.map { Self.tensor(graph.tensors[$0], report, $0) }
    }
    runs = counts ?? model.graphs.map { [Int](repeating: 1, count: $0.operators.count) }
  }

  private static func tensor(_ stated: TensorDescription, _ report: TensorReport?, _ index: Int) -> CostTensor {
    let info = report?.tensors[index]
    return CostTensor(
      shape: info?.shape ?? stated.shape, type: info?.type ?? stated.type, isConstant: stated.isConstant,
      isQuantized: stated.quantization != nil, isKnown: info?.hasKnownShape ?? stated.hasRank)
  }
}

/// Counts operators as they run. Belongs to the thread that invokes.
private final class RunCounter {
  var runs: [[Int]]

  init(_ model: Model) { runs = model.graphs.map { [Int](repeating: 0, count: $0.operators.count) } }

  func note(_ event: OperatorEvent) {
    guard runs.indices.contains(event.subgraph), runs[event.subgraph].indices.contains(event.index) else { return }
    runs[event.subgraph][event.index] += 1
  }
}
