import TFLiteRuntime

/// The names by which the inputs or outputs of a runner may be called.
struct Names {
  enum Side {
    case input
    case output
  }

  private let side: Side
  /// False where the order of the case is the order of the runner.
  private let matchesNames: Bool
  private let names: [[String]]

  init(_ runner: ModelRunner, _ model: Model, _ side: Side) {
    self.side = side
    guard let signature = runner.signature?.signature else {
      matchesNames = false
      names = (side == .input ? runner.inputNames : runner.outputNames).map { [$0] }
      return
    }
    matchesNames = true
    let tensors = model.graphs[signature.subgraph].tensors
    names = (side == .input ? signature.inputs : signature.outputs).map { [$0.name, tensors[$0.tensor].name] }
  }

  /// A matcher for the inputs or outputs of one step.
  func matcher() -> Matcher { Matcher(names: self) }

  /// Gives each position away once.
  struct Matcher {
    let names: Names
    private var used: Set<Int> = []

    init(names: Names) { self.names = names }

    /// The position called `name`, or `alias`; by order of the case where names do not matter or do not tell.
    /// - Throws: `failed` when there are not so many.
    mutating func position(of name: String, _ alias: String?, at order: Int) throws(ToolError) -> Int {
      if names.matchesNames {
        for (position, known) in names.names.enumerated() where !used.contains(position) {
          if known.contains(name) || alias.map({ known.contains($0) }) == true {
            used.insert(position)
            return position
          }
        }
      }
      guard names.names.indices.contains(order), !used.contains(order) else {
        let side = names.side == .input ? "input" : "output"
        throw ToolError(
          .failed, "\(side) '\(name)'", expected: names.names.map { "'\($0[0])'" }.joined(separator: " or "),
          found: "no such \(side)")
      }
      used.insert(order)
      return order
    }
  }
}
