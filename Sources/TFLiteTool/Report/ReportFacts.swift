import TFLiteRuntime

/// All that is known of a model before a page is made of it.
struct ReportFacts {
  let model: Model
  let path: String
  /// The session's account, nil for a model that cannot run.
  let run: ReportRun?
  let cost: ModelCost
  let limits: ProcessorLimits
  let threads: Int
  /// What a reader must know, such as why there are no times.
  let notes: [String]

  /// - Parameter seconds: how long to measure, nil for not at all.
  /// - Throws: what options, inputs and files make wrong; a model that cannot run is none of it.
  init(_ model: Model, path: String, options: SessionOptions, inputs: InputOptions, seconds: Double?) throws {
    self.model = model
    self.path = path
    var notes: [String] = []
    var run: ReportRun?
    do {
      run = try ReportRun(model, options: options, inputs: inputs, seconds: seconds)
      if let problem = run?.problem { notes.append("The model did not come to the end of a run: \(problem)") }
    } catch let error as RuntimeError where error.code != .invalidArgument && error.code != .notFound {
      notes.append("The model cannot run: \(error.description)")
    }
    self.run = run
    var counted = options
    counted.intermediates = .none
    let shapes = try ModelShapes(model, options: counted, mayRun: seconds != nil && run?.problem == nil) {
      try inputs.feed($0)
    }
    cost = ModelCost(model, shapes)
    limits = ProcessorLimits.measured(run?.kernels ?? shapes.kernels)
    threads = run?.threads ?? 1
    if let problem = shapes.problem, run != nil { notes.append("Shapes are those of the file: \(problem)") }
    if cost.unknownCount > 0 {
      notes.append("Costs leave out \(cost.unknownCount) operators whose shapes depend on data.")
    }
    self.notes = notes
  }

  /// The file's name without its ending.
  var name: String {
    let file = path.split(separator: "/").last.map { String($0) } ?? path
    return file.lowercased().hasSuffix(".tflite") ? String(file.dropLast(7)) : file
  }

  // MARK: Columns

  /// Times and costs.
  var columns: [ReportColumn] {
    func values(_ value: (ModelCost.Entry) -> Double?) -> [[Double?]] { cost.subgraphs.map { $0.map(value) } }
    let ownTimes = run.map { OwnTimes(model, $0) }
    func time(_ entry: ModelCost.Entry) -> Double? { ownTimes?[entry.node.subgraph, entry.node.index] }
    func counted(_ key: KeyPath<OperatorCost, Int>) -> [[Double?]] {
      values { $0.cost.isUnknown ? nil : Double($0.cost[keyPath: key].times($0.runs)) }
    }
    var columns: [ReportColumn] = []
    let hasTimes = run?.measurement != nil
    if hasTimes {
      columns.append(
        ReportColumn(
          key: "time", title: "Time", unit: .milliseconds, heat: .linear,
          note: "Median time in an invocation, with what it does for others, without the subgraphs that it runs.",
          values: values(time), isSummed: true))
    }
    columns.append(
      ReportColumn(
        key: "multiply_adds", title: "MACs", unit: .count, heat: .linear,
        note: "Multiply-adds of an invocation, of convolutions, matrix products and recurrent operators.",
        values: counted(\.multiplyAdds), isSummed: true))
    columns.append(
      ReportColumn(
        key: "moved_bytes", title: "Bytes", unit: .bytes, heat: .linear,
        note: "Bytes moved in an invocation: inputs and constants read once, outputs written once.",
        values: counted(\.movedBytes), isSummed: true))
    columns.append(
      ReportColumn(
        key: "parameters", title: "Parameters", unit: .count, heat: .linear,
        note: "Elements of weights and biases.", values: values { Double($0.cost.parameters) }, isSummed: true))
    if hasTimes {
      columns.append(
        ReportColumn(
          key: "rate", title: "GMAC/s", unit: .number,
          note: "Multiply-adds for the time taken, in billions a second.",
          values: values { entry in
            guard let time = time(entry), time > 0, entry.cost.multiplyAdds > 0 else { return nil }
            return Double(entry.cost.multiplyAdds.times(entry.runs)) / time / 1e6
          }))
      columns.append(
        ReportColumn(
          key: "limit", title: "Of limit", unit: .percent, heat: .inverted,
          note: "The least time that this processor needs, by its multiply-adds and its memory, of the time taken.",
          values: values { entry in
            guard let time = time(entry), time > 0, !entry.cost.isUnknown, entry.cost.movedBytes > 0 else { return nil }
            return limits.seconds(entry.cost, threads: threads) * 1e5 * Double(entry.runs) / time
          }))
    } else {
      columns.append(
        ReportColumn(
          key: "least_time", title: "Least time", unit: .milliseconds, heat: .linear,
          note: "The least time that this processor needs, by its multiply-adds and its memory.",
          values: values {
            $0.cost.isUnknown ? nil : limits.seconds($0.cost, threads: threads) * 1e3 * Double($0.runs)
          }, isSummed: true))
    }
    return columns
  }
}

/// Times without those of the sub-programs that operators run, so that they add up.
private struct OwnTimes {
  private var times: [[Double?]]

  init(_ model: Model, _ run: ReportRun) {
    let whole = model.graphs.enumerated().map { number, graph in
      graph.operators.map { run.milliseconds(subgraph: number, $0.index) }
    }
    times = whole
    /// For each subgraph, those that run it.
    var callers: [Int: [OperatorNode]] = [:]
    for node in model.graphs.flatMap({ $0.operators }) {
      for called in Set(OperatorOptions(node).subgraphs.map { $0.subgraph }) where whole.indices.contains(called) {
        callers[called, default: []].append(node)
      }
    }
    for (called, nodes) in callers {
      let inside = whole[called].reduce(0) { $0 + ($1 ?? 0) }
      let outside = nodes.reduce(0) { $0 + (whole[$1.subgraph][$1.index] ?? 0) }
      guard outside > 0 else { continue }
      // Several callers share it by their times.
      for node in nodes {
        guard let time = whole[node.subgraph][node.index] else { continue }
        times[node.subgraph][node.index] = max(0, (times[node.subgraph][node.index] ?? 0) - inside * time / outside)
      }
    }
  }

  subscript(_ subgraph: Int, _ index: Int) -> Double? { times[subgraph][index] }
}
