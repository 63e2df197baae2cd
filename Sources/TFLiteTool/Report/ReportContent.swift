import TFLiteRuntime

/// The page's data as one JSON value; `docs/report.md` describes it.
struct ReportContent {
  let facts: ReportFacts
  /// What the table and the heat show, the first ones first.
  let columns: [ReportColumn]
  /// The key of the column that the graph shows at first; nil for the operators' kinds.
  var heat: String?

  /// The number of the form; changes when members change their meaning.
  static let format = 1

  private var model: Model { facts.model }

  var json: JSONText {
    let constants = ConstantSummaries(model)
    return .object([
      ("format", .int(Self.format)), ("tool", .string("swift-tflite \(RuntimeVersion.current)")),
      ("model", modelFacts), ("notes", .strings(facts.notes)), ("run", run), ("processor", facts.limits.json),
      (
        "totals",
        .object([
          ("multiply_adds", .int(facts.cost.multiplyAdds)), ("parameters", .int(facts.cost.parameters)),
          ("parameter_bytes", .int(facts.cost.parameterBytes)), ("moved_bytes", .int(facts.cost.movedBytes)),
          ("least_ms", .double(facts.cost.seconds(facts.limits, threads: facts.threads) * 1e3)),
        ])
      ),
      ("subgraphs", .array(model.graphs.indices.map(subgraph))), ("views", .array(views)),
      ("passes", .array((facts.run?.graphs ?? []).flatMap(passes))), ("memory", memory),
      ("constants", constants.json), ("columns", .array(columns.map { $0.json })),
      ("heat", heat.map { .string($0) } ?? .null),
    ])
  }

  // MARK: The model and its run

  private var modelFacts: JSONText {
    .object([
      ("name", .string(facts.name)), ("path", .string(facts.path)), ("bytes", .int(model.byteCount)),
      ("description", .string(model.description)), ("format_version", .int(model.formatVersion)),
      ("operators", .int(model.graphs.reduce(0) { $0 + $1.operators.count })),
      ("tensors", .int(model.graphs.reduce(0) { $0 + $1.tensors.count })),
      (
        "signatures",
        .array(
          model.signatures.map { signature in
            func ports(_ ports: [Signature.Port]) -> JSONText {
              .array(ports.map { .object([("name", .string($0.name)), ("tensor", .int($0.tensor))]) })
            }
            return .object([
              ("key", .string(signature.key)), ("subgraph", .int(signature.subgraph)),
              ("inputs", ports(signature.inputs)), ("outputs", ports(signature.outputs)),
            ])
          })
      ),
      (
        "metadata",
        .array(model.metadata.map { .object([("name", .string($0.name)), ("bytes", .int($0.bytes.count))]) })
      ),
    ])
  }

  private var run: JSONText {
    guard let run = facts.run else { return .null }
    return .object([
      ("kernels", .string(run.kernels)), ("threads", .int(run.threads)),
      ("runs", .int(run.measurement?.count ?? 0)),
      ("median_ms", .optional(run.measurement?.median)), ("mean_ms", .optional(run.measurement?.mean)),
      ("min_ms", .optional(run.measurement?.min)),
      ("arena_bytes", .int(run.memory.reduce(0) { $0 + $1.arenaByteCount })),
    ])
  }

  // MARK: Graphs

  private func subgraph(_ number: Int) -> JSONText {
    let graph = model.graphs[number]
    let fates = OperatorFates(facts.run?.graphs.filter { $0.subgraph == number } ?? [])
    return .object([
      ("name", .string(graph.name)), ("inputs", .ints(graph.inputs)), ("outputs", .ints(graph.outputs)),
      ("tensors", .array(graph.tensors.map { tensor($0, number) })),
      ("operators", .array(graph.operators.map { operation($0, fates) })),
    ])
  }

  private func tensor(_ stated: TensorDescription, _ subgraph: Int) -> JSONText {
    let counted = facts.cost.shapes.tensors[subgraph][stated.index]
    var members: [(String, JSONText)] = [
      ("name", .string(stated.name)), ("type", .string(counted.type.name)),
      ("shape", stated.hasRank || stated.isConstant ? .ints(stated.shapeSignature.dimensions) : .null),
    ]
    if counted.isKnown, counted.shape.dimensions != stated.shapeSignature.dimensions {
      members.append(("run_shape", .ints(counted.shape.dimensions)))
    }
    if stated.isConstant { members.append(("constant", .int(counted.byteCount))) }
    if stated.isVariable { members.append(("variable", .bool(true))) }
    if let quantization = stated.quantization, !quantization.summary.isEmpty {
      let scales = quantization.scales
      var parts: [(String, JSONText)] = [("text", .string(quantization.summary))]
      if quantization.isPerChannel, let least = scales.min(), let most = scales.max() {
        parts += [
          ("axis", .int(quantization.axis)), ("least", .number("\(least)")), ("most", .number("\(most)")),
          ("count", .int(scales.count)),
        ]
      }
      members.append(("quantization", .object(parts)))
    }
    return .object(members)
  }

  private func operation(_ node: OperatorNode, _ fates: OperatorFates) -> JSONText {
    let options = OperatorOptions(node)
    var members: [(String, JSONText)] = [
      ("name", .string(node.name)), ("version", .int(node.version)), ("family", family(node.name)),
      ("inputs", .ints(node.inputs)), ("outputs", .ints(node.outputs)),
      ("options", .array(options.list.map { .strings([$0.name, $0.value]) })),
    ]
    if node.isCustom { members.append(("custom", .bool(true))) }
    let called = options.subgraphs.filter { model.graphs.indices.contains($0.subgraph) }
    if !called.isEmpty {
      members.append(
        ("calls", .array(called.map { .object([("role", .string($0.role)), ("subgraph", .int($0.subgraph))]) })))
    }
    if let fate = fates[node.index] { members.append(("fate", .string(fate))) }
    return .object(members)
  }

  private func family(_ name: String) -> JSONText { .string(OperatorFamily(name).rawValue) }

  /// The graphs of the file, and those that run where they are others.
  private var views: [JSONText] {
    let stated = model.graphs.enumerated().map { number, graph -> JSONText in
      view(number, "file", GraphDrawing(OperatorGraph(graph)), operators: [], tensors: [])
    }
    let running = (facts.run?.graphs ?? []).enumerated().map { place, report -> JSONText in
      let tensors = facts.run?.tensors[place].tensors ?? []
      let drawn = OperatorGraph(
        model.graphs[report.subgraph],
        report.operators.map { .init(name: $0.name, inputs: $0.inputs, outputs: $0.outputs) }
      ) { index in
        tensors.indices.contains(index) ? "\(tensors[index].type.name.lowercased()) \(tensors[index].shape)" : ""
      }
      let own = tensors.dropFirst(model.graphs[report.subgraph].tensors.count).map { info -> JSONText in
        .object([
          ("name", .string(info.name)), ("type", .string(info.type.name)), ("shape", .ints(info.shape.dimensions)),
        ])
      }
      let operators = report.operators.map { operation -> JSONText in
        var members: [(String, JSONText)] = [
          ("index", .int(operation.index)), ("name", .string(operation.name)), ("family", family(operation.name)),
          ("inputs", .ints(operation.inputs)), ("outputs", .ints(operation.outputs)),
        ]
        if !operation.fusions.isEmpty { members.append(("fusions", .strings(operation.fusions))) }
        if let idleness = operation.idleness { members.append(("idle", .string(idleness))) }
        return .object(members)
      }
      return view(
        report.subgraph, report.isLoopBody ? "loop" : "run", GraphDrawing(drawn), operators: operators, tensors: own)
    }
    return stated + running
  }

  /// - Parameters:
  ///   - operators: those that run; empty for the file's.
  ///   - tensors: those that the file does not have.
  private func view(
    _ subgraph: Int, _ form: String, _ drawing: GraphDrawing, operators: [JSONText], tensors: [JSONText]
  ) -> JSONText {
    func rounded(_ value: Double) -> JSONText { .int(Int(value.rounded())) }
    let nodes = drawing.graph.nodes.enumerated().map { index, node -> JSONText in
      let (kind, place) =
        switch node.kind {
        case .input(let position): (0, position)
        case .operation(let position): (1, position)
        case .output(let position): (2, position)
        }
      return .array([
        .int(kind), .int(place), .int(drawing.layout.layers[index]), rounded(drawing.layout.positions[index]),
        rounded(drawing.widths[index]), .string(node.subtitle),
      ])
    }
    let links = zip(drawing.graph.links, drawing.layout.routes).map { link, route -> JSONText in
      .array([
        .int(link.tensor), .int(link.source), .array(route.points.map(rounded)), .ints(link.targets),
      ])
    }
    return .object([
      ("subgraph", .int(subgraph)), ("form", .string(form)), ("layers", .int(drawing.layout.layerCount)),
      ("width", rounded(drawing.layout.width)), ("nodes", .array(nodes)), ("links", .array(links)),
      ("operators", .array(operators)), ("tensors", .array(tensors)),
    ])
  }

  private func passes(_ report: GraphReport) -> [JSONText] {
    report.passes.filter { !($0.removed.isEmpty && $0.replaced.isEmpty && $0.fused.isEmpty && $0.moved.isEmpty) }.map {
      .object([
        ("subgraph", .int(report.subgraph)), ("loop_body", .bool(report.isLoopBody)), ("name", .string($0.name)),
        ("removed", .ints($0.removed)), ("replaced", .ints($0.replaced)), ("fused", .ints($0.fused)),
        ("moved", .ints($0.moved)),
      ])
    }
  }

  // MARK: Memory

  private var memory: JSONText {
    .array(
      (facts.run?.memory ?? []).map { report in
        .object([
          ("subgraph", .int(report.subgraph)), ("first", .int(report.operators.lowerBound)),
          ("end", .int(report.operators.upperBound)), ("arena", .int(report.arenaByteCount)),
          ("lower_bound", .int(report.lowerBound)),
          (
            "entries",
            .array(
              report.entries.map {
                .array([
                  .string($0.label), .int($0.offset), .int($0.byteCount), .int($0.firstUse), .int($0.lastUse),
                ])
              })
          ),
        ])
      })
  }
}

/// What has become of the operators of a subgraph, in words.
struct OperatorFates {
  private var words: [Int: String] = [:]

  /// - Parameter reports: of the same subgraph.
  init(_ reports: [GraphReport]) {
    for report in reports {
      for pass in report.passes {
        for index in pass.moved { words[index] = "runs later: \(pass.name)" }
        for index in pass.fused { words[index] = "does more: \(pass.name)" }
        for index in pass.replaced { words[index] = "another in its place: \(pass.name)" }
        for index in pass.removed { words[index] = "does not run: \(pass.name)" }
      }
      for operation in report.operators {
        if let idleness = operation.idleness { words[operation.index] = "does not run: \(idleness)" }
      }
    }
  }

  subscript(_ index: Int) -> String? { words[index] }
}

extension OperatorOptions {
  /// The subgraphs that the operator runs, and as what.
  var subgraphs: [(role: String, subgraph: Int)] {
    list.flatMap { option -> [(role: String, subgraph: Int)] in
      if option.name == "subgraph" { return Int(option.value).map { [("body", $0)] } ?? [] }
      if option.name.hasSuffix("_subgraph_index") {
        return Int(option.value).map { [(String(option.name.dropLast(15)), $0)] } ?? []
      }
      guard option.name == "branch_subgraph_indices" else { return [] }
      let numbers = option.value.split { !$0.isNumber }.compactMap { Int($0) }
      return numbers.enumerated().map { ("branch \($0.offset)", $0.element) }
    }
  }
}
