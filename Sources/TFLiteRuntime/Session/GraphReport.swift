/// A graph as it runs in a session, after the passes, and what each pass has done.
public struct GraphReport: Sendable {
  /// One operator.
  public struct Operator: Sendable {
    /// The position in the file; of an operator that stands for several, the one whose outputs it writes.
    public let index: Int
    /// The name such as `CONV_2D`, or one that no file states, such as `SWISH`.
    public let name: String
    /// Tensor indices, -1 for omitted inputs. Those from the file's number of tensors on are not in the file.
    public let inputs: [Int]
    /// Tensor indices.
    public let outputs: [Int]
    /// What it does besides what the file states, as `padding 0 1 0 1`.
    public let fusions: [String]
    /// Why an invocation does not execute it, nil where it does.
    public let idleness: String?
  }

  /// What one pass has done, by positions of operators in the file.
  public struct Pass: Sendable {
    /// What people call the pass.
    public let name: String
    /// The operators that do not run any more.
    public let removed: [Int]
    /// The operators in whose place others stand.
    public let replaced: [Int]
    /// The operators that do more than before.
    public let fused: [Int]
    /// The operators that run later than the file says.
    public let moved: [Int]
  }

  /// The subgraph.
  public let subgraph: Int
  /// It runs as the body of loops alone.
  public let isLoopBody: Bool
  /// In the order of execution.
  public let operators: [Operator]
  /// The passes in their order; empty where rewrites are turned off.
  public let passes: [Pass]
}

extension Session {
  /// The graphs as they run, as far as the session has made them; `prepare` tells which operators need not run.
  public var graphReports: [GraphReport] { program.existing.map { GraphReport($0) } }
}

extension GraphReport {
  /// What the passes called `names` make of a subgraph by themselves, without a session: one after the other, each told by
  /// the others' changes alone. Tables of bytes are empty.
  /// - Throws: as a session would.
  package init(_ model: Model, subgraph: Int = 0, passes names: [String]) throws(RuntimeError) {
    self.subgraph = subgraph
    isLoopBody = false
    let brought = OperatorSet.complete.passes
    let all = brought.passes(isLoopBody: false) + brought.passes(isLoopBody: true)
    let passes = names.compactMap { name in all.first { $0.name == name } }
    let account = MemoryAccount(limit: .max, of: model.constants.account)
    let table = try AlignedMemory(256, for: "a table", account)
    var made: [MadeOperator] = []
    let compiled = try CompiledGraph(
      model.graphs[subgraph], kept: [], passes: passes,
      PassEnvironment(brought) { $0.map { _ in table } }, .init(), account, made: &made)
    operators = zip(compiled.graph.operators, compiled.steps).map { node, step in
      Operator(
        index: node.index, name: node.name, inputs: node.inputs, outputs: node.outputs,
        fusions: step.fusions.map { $0.text }, idleness: nil)
    }
    self.passes = Self.passes(of: compiled)
  }

  init(_ executor: SubgraphExecutor) {
    let compiled = executor.compiled
    subgraph = executor.index
    isLoopBody = compiled.isLoopBody
    operators = zip(executor.states, compiled.steps).enumerated().map { number, pair in
      let (state, step) = pair
      var fusions = step.fusions.map { $0.text }
      if let output = state.epilogue?.output {
        fusions.append("epilogue \(executor.states[executor.producers[output]].node.name)")
      }
      if state.disposition == .runs, let bands = executor.bands(of: number) {
        let others = bands.operators.filter { executor.states[$0].hasPlace }.map { "\(executor.states[$0].node.index)" }
        fusions.append("in bands with \(others.joined(separator: " "))")
      }
      return Operator(
        index: state.node.index, name: state.node.name, inputs: state.node.inputs, outputs: state.node.outputs,
        fusions: fusions, idleness: state.idleness)
    }
    passes = Self.passes(of: compiled)
  }

  private static func passes(of compiled: CompiledGraph) -> [Self.Pass] {
    compiled.passNames.enumerated().map { number, name in
      let changes = compiled.changes.filter { $0.pass == number }
      func indices(_ kind: GraphChange.Kind) -> [Int] {
        Set(changes.filter { $0.kind == kind }.map { $0.operatorIndex }).sorted()
      }
      return Self.Pass(
        name: name, removed: indices(.removed), replaced: indices(.replaced), fused: indices(.fused),
        moved: indices(.moved))
    }
  }
}

extension OperatorState {
  fileprivate var idleness: String? {
    switch disposition {
    case .runs: isInvariant ? "once a loop" : nil
    case .folded: "computed while preparing"
    case .fused: "an epilogue"
    case .done: isInvariant ? "once a loop" : place.hasContent ? "nothing to copy" : "nothing to compute"
    }
  }
}

extension Fusion {
  fileprivate var text: String {
    switch self {
    case .padding(let margins): return "padding \(margins.top) \(margins.bottom) \(margins.left) \(margins.right)"
    case .dilation(let dilation): return dilation.text
    case .transposition(let axes, let place):
      let operand = if case .input(let number) = place { "input \(number)" } else { "output" }
      return "transposed \(operand) \(Shape(axes))"
    case .factor(let factor, let input): return "input \(input) times \(factor)"
    case .channels: return "channel factors"
    case .sharedRows(let sharing): return sharing == .gives ? "gives quantized rows" : "takes quantized rows"
    case .parts: return "part by part"
    }
  }
}

extension Dilation {
  fileprivate var text: String {
    var parts: [String] = []
    if blockHeight > 1 || blockWidth > 1 { parts.append("dilation \(blockHeight)x\(blockWidth)") }
    if margins != ImageMargins() { parts.append(Fusion.padding(margins).text) }
    if inputLines != nil { parts.append("reads lines") }
    if outputLines != nil { parts.append("writes lines") }
    return parts.joined(separator: ", ")
  }
}
