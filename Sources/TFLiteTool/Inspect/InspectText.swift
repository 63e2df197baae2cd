import TFLiteRuntime

/// The report of `inspect` for people.
struct InspectText {
  let facts: ModelFacts
  let tensors: Bool
  let operators: Bool
  let rewritten: Bool
  let plan: Bool

  private var model: Model { facts.model }

  var text: String {
    var text = heading
    for graph in model.graphs.prefix(1) { text += "\n" + ports(graph) }
    if model.graphs.count > 1 { text += "\n" + subgraphs }
    text += "\n" + counts
    if !model.signatures.isEmpty { text += "\n" + signatures }
    if !model.metadata.isEmpty || !facts.packedFiles.isEmpty { text += "\n" + metadata }
    text += "\n" + memory
    if !facts.unsupported.isEmpty { text += "\n" + unsupported }
    if operators { text += model.graphs.indices.map { "\n" + operatorList($0) }.joined() }
    if tensors { text += model.graphs.indices.map { "\n" + tensorList($0) }.joined() }
    if rewritten { text += facts.graphs.map { "\n" + passes($0) + "\n" + rewrittenOperators($0) }.joined() }
    if plan { text += facts.memory.map { "\n\($0)" }.joined() }
    return text
  }

  private var heading: String {
    let operators = model.graphs.reduce(0) { $0 + $1.operators.count }
    let tensors = model.graphs.reduce(0) { $0 + $1.tensors.count }
    var text = "\(facts.path): \(bytesText(model.byteCount)), format version \(model.formatVersion)\n"
    if !model.description.isEmpty { text += "description  \(Terminal.printable(model.description))\n" }
    text +=
      "contents     \(operators) operators, \(tensors) tensors, \(bytesText(facts.constantByteCount)) of constants"
    return text + (model.graphs.count > 1 ? ", \(model.graphs.count) subgraphs\n" : "\n")
  }

  private func ports(_ graph: Graph) -> String {
    var table = TextTable([
      .left(""), .right("#"), .left("name"), .fixed("type"), .fixed("shape"), .fixed("quantisation"),
    ])
    for (what, indices) in [("input", graph.inputs), ("output", graph.outputs)] {
      for (position, index) in indices.enumerated() {
        let tensor = graph.tensors[index]
        table.add([
          what, "\(position)", tensor.name, tensor.type.name, Self.shape(tensor), tensor.quantization?.summary ?? "",
        ])
      }
    }
    return table.text
  }

  /// The shape with -1 for extents that are open.
  private static func shape(_ tensor: TensorDescription) -> String {
    tensor.hasRank ? "\(tensor.shapeSignature)" : "any"
  }

  private var subgraphs: String {
    var table = TextTable([
      .right("subgraph"), .left("name"), .right("operators"), .right("tensors"), .right("inputs"), .right("outputs"),
    ])
    for (index, graph) in model.graphs.enumerated() {
      table.add([
        "\(index)", graph.name, "\(graph.operators.count)", "\(graph.tensors.count)", "\(graph.inputs.count)",
        "\(graph.outputs.count)",
      ])
    }
    return table.text
  }

  private var counts: String {
    var table = TextTable([.left("operator"), .right("version"), .right("count")])
    for entry in facts.operatorCounts { table.add([entry.name, "\(entry.version)", "\(entry.count)"]) }
    return table.text
  }

  private var signatures: String {
    var text = ""
    for signature in model.signatures {
      text +=
        "signature '\(Terminal.printable(signature.key))'"
        + (signature.subgraph > 0 ? " of subgraph \(signature.subgraph)\n" : "\n")
      let tensors = model.graphs[signature.subgraph].tensors
      for (what, ports) in [("input ", signature.inputs), ("output", signature.outputs)] {
        for port in ports {
          let tensor = tensors[port.tensor]
          let names = [port.name, tensor.name].map(Terminal.printable)
          text += "  \(what) '\(names[0])'  \(tensor.type.name) \(Self.shape(tensor))  tensor '\(names[1])'\n"
        }
      }
    }
    return text
  }

  private var metadata: String {
    var text = ""
    for entry in model.metadata {
      text += "metadata '\(Terminal.printable(entry.name))'  \(bytesText(entry.bytes.count))\n"
    }
    if let metadata = facts.metadata {
      let facts = [
        ("name", metadata.name), ("description", metadata.description), ("version", metadata.version),
        ("author", metadata.author), ("license", metadata.license),
      ]
      for case (let key, let value?) in facts { text += "  \(key): \(Terminal.printable(value))\n" }
    }
    for file in facts.packedFiles {
      text += "packed file '\(Terminal.printable(file.name))'  \(bytesText(file.size))\n"
    }
    return text
  }

  private var memory: String {
    if let error = facts.memoryError { return "memory plan  none: \(Terminal.printable("\(error)"))\n" }
    let bound = facts.lowerBound
    let over = bound > 0 ? " (+\(fixed(Double(facts.arenaByteCount - bound) * 100 / Double(bound), 1)) %)" : ""
    return "memory plan  arena \(bytesText(facts.arenaByteCount)), lower bound \(bytesText(bound))\(over)\n"
      + (facts.session.map { "kernels      \($0.kernelsText)\n" } ?? "")
  }

  private var unsupported: String {
    var places: [String: [String]] = [:]
    for entry in facts.unsupported {
      let place = (entry.node.subgraph > 0 ? "\(entry.node.subgraph):" : "") + "\(entry.node.index)"
      places["\(entry.node.name) v\(entry.node.version): \(entry.reason)", default: []].append(place)
    }
    let whose = facts.isSupported ? ", which the primary subgraph does without" : ""
    var text = "\(facts.unsupported.count) operators cannot run\(whose):\n"
    for (reason, places) in places.sorted(by: { $0.key < $1.key }) {
      let more = places.count > 8 ? " and \(places.count - 8) more" : ""
      text += "  \(Terminal.printable(reason)), at #\(places.prefix(8).joined(separator: " #"))\(more)\n"
    }
    return text
  }

  private func operatorList(_ subgraph: Int) -> String {
    let graph = model.graphs[subgraph]
    var table = TextTable([.right("#"), .left("operator"), .right("version"), .left("inputs"), .left("outputs")])
    for node in graph.operators {
      table.add([
        "\(node.index)", node.name, "\(node.version)", Self.references(node.inputs), Self.references(node.outputs),
      ])
    }
    return "operators of subgraph \(subgraph)\n" + table.text
  }

  private static func title(_ graph: GraphReport) -> String {
    "subgraph \(graph.subgraph)" + (graph.isLoopBody ? " as the body of a loop" : "")
  }

  /// What each pass has done.
  private func passes(_ graph: GraphReport) -> String {
    if graph.passes.isEmpty { return "\(Self.title(graph)): not rewritten\n" }
    var table = TextTable([.left("pass"), .left("removed"), .left("replaced"), .left("does more"), .left("later")])
    for pass in graph.passes {
      table.add([
        pass.name, Self.list(pass.removed), Self.list(pass.replaced), Self.list(pass.fused), Self.list(pass.moved),
      ])
    }
    return "what passes did to \(Self.title(graph))\n" + table.text
  }

  /// Positions of operators, those in a row shortened, as `1 4-6`; as many as a line has room for.
  private static func list(_ numbers: [Int]) -> String {
    var ranges: [ClosedRange<Int>] = []
    for number in numbers {
      if let last = ranges.last, last.upperBound + 1 == number {
        ranges[ranges.count - 1] = last.lowerBound...number
      } else {
        ranges.append(number...number)
      }
    }
    let shown = ranges.prefix(12).map { $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)-\($0.upperBound)" }
    return shown.joined(separator: " ") + (ranges.count > 12 ? " ... (\(numbers.count) in all)" : "")
  }

  private func rewrittenOperators(_ graph: GraphReport) -> String {
    var table = TextTable([
      .right("#"), .left("operator"), .left("inputs"), .left("outputs"), .left("does besides"), .left("does not run"),
    ])
    for node in graph.operators {
      table.add([
        "\(node.index)", node.name, Self.references(node.inputs), Self.references(node.outputs),
        node.fusions.joined(separator: ", "), node.idleness ?? "",
      ])
    }
    return "operators of \(Self.title(graph)) after rewriting\n" + table.text
  }

  private static func references(_ tensors: [Int]) -> String {
    tensors.map { $0 < 0 ? "-" : "\($0)" }.joined(separator: " ")
  }

  private func tensorList(_ subgraph: Int) -> String {
    var table = TextTable([
      .right("#"), .fixed("type"), .fixed("shape"), .right("bytes"), .fixed("kind"), .left("name"),
      .fixed("quantisation"),
    ])
    for tensor in model.graphs[subgraph].tensors {
      table.add([
        "\(tensor.index)", tensor.type.name, Self.shape(tensor), ModelFacts.byteCount(tensor).map { "\($0)" } ?? "",
        tensor.isConstant ? "constant" : tensor.isVariable ? "variable" : "", tensor.name,
        tensor.quantization?.summary ?? "",
      ])
    }
    return "tensors of subgraph \(subgraph)\n" + table.text
  }
}
