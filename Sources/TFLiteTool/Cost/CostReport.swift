import TFLiteRuntime

/// The figures of `cost` for people and programs.
struct CostReport {
  let path: String
  let cost: ModelCost
  let limits: ProcessorLimits
  let threads: Int

  /// Milliseconds at least of all executions of an operator.
  private func milliseconds(_ entry: ModelCost.Entry) -> Double {
    limits.seconds(entry.cost, threads: threads) * 1e3 * Double(entry.runs)
  }

  private var total: Double { cost.seconds(limits, threads: threads) * 1e3 }

  private struct Kind {
    let name: String
    var count = 0
    var multiplyAdds = 0
    var elementOperations = 0
    var parameters = 0
    var movedBytes = 0
    var milliseconds = 0.0
  }

  /// By type, the longest first.
  private var kinds: [Kind] {
    var kinds: [String: Kind] = [:]
    for entry in cost.entries {
      var kind = kinds[entry.node.name] ?? Kind(name: entry.node.name)
      kind.count += 1
      kind.multiplyAdds = kind.multiplyAdds.added(entry.cost.multiplyAdds.times(entry.runs))
      kind.elementOperations = kind.elementOperations.added(entry.cost.elementOperations.times(entry.runs))
      kind.parameters = kind.parameters.added(entry.cost.parameters)
      kind.movedBytes = kind.movedBytes.added(entry.cost.movedBytes.times(entry.runs))
      kind.milliseconds += milliseconds(entry)
      kinds[entry.node.name] = kind
    }
    return kinds.values.sorted { ($1.milliseconds, $0.name) < ($0.milliseconds, $1.name) }
  }

  // MARK: Text

  func text(limit: Int?) -> String {
    var operators = TextTable([
      .right("#"), .left("operator"), .right("multiply-adds"), .right("elements"), .right("parameters"),
      .right("bytes"), .right("least ms"), .right("%"), .right("runs"), .left("output"),
    ])
    var shown = cost.entries
    if let limit { shown = Array(shown.sorted { milliseconds($0) > milliseconds($1) }.prefix(limit)) }
    for entry in shown {
      let place = entry.node.subgraph == 0 ? "\(entry.node.index)" : "\(entry.node.subgraph):\(entry.node.index)"
      operators.add([
        place, entry.node.name, entry.cost.isUnknown ? "unknown" : countText(entry.cost.multiplyAdds),
        countText(entry.cost.elementOperations), countText(entry.cost.parameters), bytesText(entry.cost.movedBytes),
        fixed(milliseconds(entry), 4), fixed(milliseconds(entry) * 100 / max(total, 1e-12), 1), "\(entry.runs)",
        entry.output.map { "\($0)" } ?? "",
      ])
    }
    var types = TextTable([
      .left("operator"), .right("count"), .right("multiply-adds"), .right("elements"), .right("parameters"),
      .right("bytes"), .right("least ms"), .right("%"),
    ])
    for kind in kinds {
      types.add([
        kind.name, "\(kind.count)", countText(kind.multiplyAdds), countText(kind.elementOperations),
        countText(kind.parameters), bytesText(kind.movedBytes), fixed(kind.milliseconds, 4),
        fixed(kind.milliseconds * 100 / max(total, 1e-12), 1),
      ])
    }
    return operators.text + "\n" + types.text + "\n" + summary
  }

  private var summary: String {
    let caches = limits.bandwidths.map {
      "\(fixed($0.bytesPerSecond / 1e9, 1)) GB/s at \(bytesText($0.workingSet))"
    }.joined(separator: ", ")
    var text = """
      multiply-adds  \(countText(cost.multiplyAdds)) an invocation, \(countText(cost.elementOperations)) operations on elements
      parameters     \(countText(cost.parameters)), \(bytesText(cost.parameterBytes))
      bytes moved    \(bytesText(cost.movedBytes)) an invocation
      least time     \(fixed(total, 4)) ms with \(threads) thread\(threads == 1 ? "" : "s")
      processor      \(limits.kernels) kernels, one thread: \(fixed(limits.floatPerSecond / 1e9, 1)) GMAC/s of floats, \
      \(fixed(limits.bytePerSecond / 1e9, 1)) GMAC/s of bytes
      memory         \(caches)

      """
    if cost.unknownCount > 0 {
      text += "\(cost.unknownCount) operators have shapes that depend on data and count nothing\n"
    }
    if let problem = cost.shapes.problem { text += "shapes are those of the file, the model did not run: \(problem)\n" }
    return text
  }

  // MARK: JSON

  var json: JSONText {
    .object([
      ("model", .string(path)), ("threads", .int(threads)), ("multiply_adds", .int(cost.multiplyAdds)),
      ("element_operations", .int(cost.elementOperations)), ("parameters", .int(cost.parameters)),
      ("parameter_bytes", .int(cost.parameterBytes)), ("moved_bytes", .int(cost.movedBytes)),
      ("least_ms", .double(total)), ("processor", limits.json), ("unknown_operators", .int(cost.unknownCount)),
      ("problem", cost.shapes.problem.map { .string($0) } ?? .null),
      ("operators", .array(cost.entries.map(operation))),
      (
        "operator_types",
        .array(
          kinds.map {
            .object([
              ("operator", .string($0.name)), ("count", .int($0.count)), ("multiply_adds", .int($0.multiplyAdds)),
              ("element_operations", .int($0.elementOperations)), ("parameters", .int($0.parameters)),
              ("moved_bytes", .int($0.movedBytes)), ("least_ms", .double($0.milliseconds)),
            ])
          })
      ),
    ])
  }

  private func operation(_ entry: ModelCost.Entry) -> JSONText {
    .object([
      ("subgraph", .int(entry.node.subgraph)), ("index", .int(entry.node.index)),
      ("operator", .string(entry.node.name)), ("runs", .int(entry.runs)),
      ("multiply_adds", .int(entry.cost.multiplyAdds)), ("element_operations", .int(entry.cost.elementOperations)),
      ("arithmetic", .string(entry.cost.arithmetic.rawValue)), ("parameters", .int(entry.cost.parameters)),
      ("parameter_bytes", .int(entry.cost.parameterBytes)), ("read_bytes", .int(entry.cost.readBytes)),
      ("written_bytes", .int(entry.cost.writtenBytes)), ("known", .bool(!entry.cost.isUnknown)),
      ("least_ms", .double(milliseconds(entry))), ("output_shape", entry.output.map { .ints($0.dimensions) } ?? .null),
    ])
  }
}

/// A count for people: 3 digits and a thousand, million, billion or trillion behind them.
func countText(_ count: Int) -> String {
  let value = Double(count)
  for (unit, sign) in [(1e12, "T"), (1e9, "G"), (1e6, "M"), (1e4, "k")] where value >= unit {
    return fixed(value / (sign == "k" ? 1e3 : unit), value / unit < 10 && sign != "k" ? 2 : 1) + " " + sign
  }
  return "\(count)"
}
