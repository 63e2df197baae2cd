import TFLiteRuntime

/// The time of each operator, by node and by type.
struct ProfileReport {
  private let nodes: [OperatorProfile]
  private let invocations: Int
  private let total: UInt64

  private init(_ nodes: [OperatorProfile], invocations: Int) {
    self.nodes = nodes
    self.invocations = max(invocations, 1)
    total = max(nodes.reduce(0) { $0 &+ $1.nanoseconds }, 1)
  }

  /// Runs `model` in a session that measures its operators.
  static func measured(
    _ model: Model, _ session: SessionOptions, _ options: BenchmarkOptions, _ inputs: InputOptions
  ) throws -> ProfileReport {
    var session = session
    session.profiling = true
    let runner = try ModelRunner(model, options: session, signature: options.signature)
    try inputs.feed(runner)
    try options.warmUp(runner)
    runner.session.resetProfile()
    let measurement = try options.measure(runner)
    return ProfileReport(runner.session.profile, invocations: measurement.count)
  }

  /// Milliseconds an invocation.
  private func milliseconds(_ nanoseconds: UInt64) -> Double { Double(nanoseconds) / 1e6 / Double(invocations) }

  private func percent(_ nanoseconds: UInt64) -> Double { Double(nanoseconds) * 100 / Double(total) }

  private struct Kind {
    let name: String
    var nodes = 0
    var runs = 0
    var nanoseconds: UInt64 = 0
  }

  /// By type, most expensive first.
  private var kinds: [Kind] {
    var kinds: [String: Kind] = [:]
    for node in nodes {
      kinds[node.name, default: Kind(name: node.name)].nodes += 1
      kinds[node.name]?.runs += node.runs
      kinds[node.name]?.nanoseconds &+= node.nanoseconds
    }
    return kinds.values.sorted { ($1.nanoseconds, $0.name) < ($0.nanoseconds, $1.name) }
  }

  /// Two tables; of the nodes only the `limit` most expensive where there is a limit.
  func text(limit: Int?) -> String {
    var byNode = TextTable([
      .right("#"), .left("operator"), .right("ms"), .right("%"), .right("runs"), .left("output"),
    ])
    var shown = nodes
    if let limit { shown = Array(nodes.sorted { $0.nanoseconds > $1.nanoseconds }.prefix(limit)) }
    for node in shown {
      byNode.add([
        node.subgraph == 0 ? "\(node.index)" : "\(node.subgraph):\(node.index)", node.name,
        fixed(milliseconds(node.nanoseconds), 4), fixed(percent(node.nanoseconds), 1), "\(node.runs / invocations)",
        node.output.count > 60 ? node.output.prefix(57) + "..." : node.output,
      ])
    }
    var byKind = TextTable([.left("operator"), .right("nodes"), .right("ms"), .right("%")])
    for kind in kinds {
      byKind.add([
        kind.name, "\(kind.nodes)", fixed(milliseconds(kind.nanoseconds), 4), fixed(percent(kind.nanoseconds), 1),
      ])
    }
    return byNode.text + "\n" + byKind.text
      + "all operators \(fixed(milliseconds(total), 3)) ms an invocation, \(invocations) invocations\n"
  }

  /// The members `operators` and `operator_types` of a JSON report.
  var members: [(String, JSONText)] {
    [
      (
        "operators",
        .array(
          nodes.map { node in
            .object([
              ("subgraph", .int(node.subgraph)), ("index", .int(node.index)), ("operator", .string(node.name)),
              ("output", .string(node.output)), ("runs", .int(node.runs)),
              ("ms", .double(milliseconds(node.nanoseconds))), ("percent", .double(percent(node.nanoseconds))),
            ])
          })
      ),
      (
        "operator_types",
        .array(
          kinds.map { kind in
            .object([
              ("operator", .string(kind.name)), ("nodes", .int(kind.nodes)),
              ("ms", .double(milliseconds(kind.nanoseconds))), ("percent", .double(percent(kind.nanoseconds))),
            ])
          })
      ),
    ]
  }
}
