import TFLiteRuntime

/// The report of `inspect` for programs.
struct InspectJSON {
  private let facts: ModelFacts

  init(_ facts: ModelFacts) { self.facts = facts }

  var value: JSONText {
    let model = facts.model
    let primary = model.graphs.first
    return .object([
      ("model", .string(facts.path)), ("bytes", .int(model.byteCount)), ("format_version", .int(model.formatVersion)),
      ("description", .string(model.description)), ("constant_bytes", .int(facts.constantByteCount)),
      ("inputs", .array(primary.map { graph in graph.inputs.map { Self.tensor(graph.tensors[$0]) } } ?? [])),
      ("outputs", .array(primary.map { graph in graph.outputs.map { Self.tensor(graph.tensors[$0]) } } ?? [])),
      (
        "operators",
        .array(
          facts.operatorCounts.map {
            .object([("operator", .string($0.name)), ("version", .int($0.version)), ("count", .int($0.count))])
          })
      ),
      ("kernels", facts.session.map { .string($0.kernelsName) } ?? .null),
      ("faster_kernels", facts.session?.fasterKernelsName.map { .string($0) } ?? .null),
      ("signatures", .array(model.signatures.map(signature))), ("metadata", metadata),
      (
        "packed_files",
        .array(facts.packedFiles.map { .object([("name", .string($0.name)), ("bytes", .int($0.size))]) })
      ),
      ("memory", memory), ("can_run", .bool(facts.isSupported && facts.memoryError == nil)),
      (
        "unsupported",
        .array(
          facts.unsupported.map {
            .object([
              ("subgraph", .int($0.node.subgraph)), ("index", .int($0.node.index)),
              ("operator", .string($0.node.name)), ("version", .int($0.node.version)), ("reason", .string($0.reason)),
            ])
          })
      ),
      ("subgraphs", .array(model.graphs.map(Self.subgraph))),
      ("rewritten", .array(facts.graphs.map(Self.rewritten))),
    ])
  }

  private static func rewritten(_ graph: GraphReport) -> JSONText {
    .object([
      ("subgraph", .int(graph.subgraph)), ("loop_body", .bool(graph.isLoopBody)),
      (
        "passes",
        .array(
          graph.passes.map {
            .object([
              ("name", .string($0.name)), ("removed", .ints($0.removed)), ("replaced", .ints($0.replaced)),
              ("fused", .ints($0.fused)), ("moved", .ints($0.moved)),
            ])
          })
      ),
      (
        "operators",
        .array(
          graph.operators.map {
            .object([
              ("index", .int($0.index)), ("operator", .string($0.name)), ("inputs", .ints($0.inputs)),
              ("outputs", .ints($0.outputs)), ("fusions", .array($0.fusions.map { .string($0) })),
              ("does_not_run", $0.idleness.map { .string($0) } ?? .null),
            ])
          })
      ),
    ])
  }

  private static func tensor(_ tensor: TensorDescription) -> JSONText {
    .object([
      ("index", .int(tensor.index)), ("name", .string(tensor.name)), ("type", .string(tensor.type.name)),
      ("shape", .ints(tensor.shape.dimensions)), ("shape_signature", .ints(tensor.shapeSignature.dimensions)),
      ("bytes", ModelFacts.byteCount(tensor).map { .int($0) } ?? .null), ("constant", .bool(tensor.isConstant)),
      ("variable", .bool(tensor.isVariable)),
      ("quantization", tensor.quantization.map(quantization) ?? .null),
    ])
  }

  private static func quantization(_ quantization: Quantization) -> JSONText {
    .object([
      ("scales", .array(quantization.scales.map { .number("\($0)") })), ("zero_points", .ints(quantization.zeroPoints)),
      ("axis", .int(quantization.axis)), ("block_size", quantization.blocks.map { .int($0.size) } ?? .null),
    ])
  }

  private func signature(_ signature: Signature) -> JSONText {
    func ports(_ ports: [Signature.Port]) -> JSONText {
      .array(ports.map { .object([("name", .string($0.name)), ("tensor", .int($0.tensor))]) })
    }
    return .object([
      ("key", .string(signature.key)), ("subgraph", .int(signature.subgraph)), ("inputs", ports(signature.inputs)),
      ("outputs", ports(signature.outputs)),
    ])
  }

  private var metadata: JSONText {
    func optional(_ text: String?) -> JSONText { text.map { .string($0) } ?? .null }
    return .object([
      (
        "blocks",
        .array(
          facts.model.metadata.map { .object([("name", .string($0.name)), ("bytes", .int($0.bytes.count))]) })
      ),
      ("name", optional(facts.metadata?.name)), ("description", optional(facts.metadata?.description)),
      ("version", optional(facts.metadata?.version)), ("author", optional(facts.metadata?.author)),
      ("license", optional(facts.metadata?.license)),
    ])
  }

  private var memory: JSONText {
    if let error = facts.memoryError { return .object([("error", .string(error))]) }
    return .object([
      ("arena_bytes", .int(facts.arenaByteCount)), ("lower_bound_bytes", .int(facts.lowerBound)),
      (
        "segments",
        .array(
          facts.memory.map { report in
            .object([
              ("subgraph", .int(report.subgraph)), ("first_operator", .int(report.operators.lowerBound)),
              ("operators", .int(report.operators.count)), ("arena_bytes", .int(report.arenaByteCount)),
              ("lower_bound_bytes", .int(report.lowerBound)),
              (
                "entries",
                .array(
                  report.entries.map {
                    .object([
                      ("name", .string($0.label)), ("offset", .int($0.offset)), ("bytes", .int($0.byteCount)),
                      ("first_use", .int($0.firstUse)), ("last_use", .int($0.lastUse)),
                    ])
                  })
              ),
            ])
          })
      ),
    ])
  }

  private static func subgraph(_ graph: Graph) -> JSONText {
    .object([
      ("name", .string(graph.name)), ("inputs", .ints(graph.inputs)), ("outputs", .ints(graph.outputs)),
      (
        "operators",
        .array(
          graph.operators.map {
            .object([
              ("index", .int($0.index)), ("operator", .string($0.name)), ("version", .int($0.version)),
              ("inputs", .ints($0.inputs)), ("outputs", .ints($0.outputs)),
            ])
          })
      ),
      ("tensors", .array(graph.tensors.map(tensor))),
    ])
  }
}
