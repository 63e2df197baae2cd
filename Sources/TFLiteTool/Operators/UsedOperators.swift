import TFLiteRuntime

/// The operators of some models, in all of their subgraphs.
struct UsedOperators {
  /// One kind of operators.
  struct Use {
    let name: String
    let isCustom: Bool
    /// The runtime's own, nil for an application's.
    let entry: OperatorEntry?
    var versions: Set<Int> = []
    /// The types of their main inputs; none where they have no inputs.
    var types: Set<ElementType> = []
    /// What an entry by types is given.
    var swiftTypes: Set<String> = []

    /// The entry's types in Swift, empty for an entry that has no such form.
    var restriction: String {
      swiftTypes.isEmpty ? "" : "(" + swiftTypes.sorted().map { "." + $0 }.joined(separator: ", ") + ")"
    }
  }

  /// By name, custom operators last.
  let uses: [Use]
  /// What passes may put in the place of some of them.
  let fused: [String]

  /// Signatures that the runtime cannot run have no say.
  /// - Throws: `unsupported` when the runtime lacks an operator that is not custom, or its version.
  init(_ models: [Model]) throws {
    var uses: [String: Use] = [:]
    for model in models {
      let isLacking = { (lacking: UnsupportedOperator) in
        !lacking.node.isCustom || lacking.node.isTensorFlows
      }
      if let lacking = model.unsupportedOperators(runBy: 0).first(where: isLacking) {
        throw lacking.node.error(.unsupported, lacking.reason)
      }
      let names = Set(model.unsupportedOperators().filter(isLacking).map { $0.node.name })
      for graph in model.graphs {
        for node in graph.operators where !names.contains(node.name) {
          let key = (node.isCustom ? "custom " : "") + node.name
          var use = uses[key] ?? Use(name: node.name, isCustom: node.isCustom, entry: Self.entry(node))
          use.versions.insert(node.version)
          if let input = node.inputs.first(where: { $0 >= 0 }) { use.types.insert(graph.tensors[input].type) }
          if let type = use.entry?.swiftType(node, in: graph) { use.swiftTypes.insert(type) }
          uses[key] = use
        }
      }
    }
    self.uses = uses.values.sorted { ($0.isCustom ? 1 : 0, $0.name) < ($1.isCustom ? 1 : 0, $1.name) }
    fused = Set(self.uses.flatMap { $0.entry?.passes?.operatorNames ?? [] }).sorted()
  }

  private static func entry(_ node: OperatorNode) -> OperatorEntry? {
    (node.isCustom ? OperatorTable.custom : OperatorTable.builtin).first {
      $0.names(node.name, isCustom: node.isCustom)
    }
  }

  /// What an application pastes: a registry of these operators.
  /// - Parameter paths: the models.
  func swift(_ paths: [String]) -> String {
    let names = PathNames.shortest(paths).map(Self.inComment).joined(separator: ", ")
    let foreign = uses.filter { $0.entry == nil }
    let list = uses.compactMap { use in
      use.entry.map { "      .\($0.swiftName)\(use.restriction),  // \(use.name) \(Self.text(use))\n" }
    }.joined()
    var text = """
      import TFLiteRuntime

      extension OperatorRegistry {
        /// The operators of \(names), printed by `tflite ops --for MODEL... --swift`. Give it to every session, as
        /// `SessionOptions(registry: .ofModels)`, and the program is linked without the other ones.
        static var ofModels: OperatorRegistry {
          \(foreign.isEmpty ? "" : "var registry = ")OperatorRegistry(only: [
      \(list)    ])

      """
    if !fused.isEmpty {
      text += "    // Passes make of these, and they come along: \(fused.joined(separator: ", ")).\n"
    }
    for use in foreign {
      text += "    // The application's, \(Self.text(use)):\n"
      text += "    // registry.register(\"\(Self.inComment(use.name))\") { node in MyOperator(node) }\n"
    }
    if !foreign.isEmpty { text += "    return registry\n" }
    return text + "  }\n}\n"
  }

  /// Text of a file in a comment of one line, which it must not leave.
  private static func inComment(_ text: String) -> String {
    String(text.map { $0.isNewline || $0.unicodeScalars.contains { $0.value < 32 } ? " " : $0 })
  }

  /// Versions and types, as `v1, v3: float32, int8`.
  private static func text(_ use: Use) -> String {
    let types = use.types.map { $0.name.lowercased() }.sorted()
    return use.versions.sorted().map { "v\($0)" }.joined(separator: ", ")
      + (types.isEmpty ? "" : ": " + types.joined(separator: ", "))
  }
}
