import TFLiteKernels
import TFLiteSchema

// Recurrent cells: the operator that ends a step of an LSTM or a GRU, written out in elementwise operators, computes all of the
// step that follows the products.
//
// Everything is float32 and has the same last axis; operators have no activation but a candidate's, and nobody else reads what
// they pass on. The function of candidates and states is TANH or RELU.
// Sums in front of the gates, and what cuts them into gates, go too where only the cell reads them. The new state of an LSTM
// may be read by all that comes later. Values are added up in another order, so that they may be rounded elsewhere.

extension Pass {
  static var recurrentCells: Pass {
    Pass("recurrent cells", operators: ["LSTM_CELL", "GRU_CELL"]) { graph, _ in
      for number in graph.nodes.indices where graph.isOpen(number) {
        guard let cell = RecurrentCellMatch.cell(at: number, graph) else { continue }
        // The operator that wrote the state lies among these.
        for state in cell.outputs.dropFirst() {
          if let producer = graph.producer(of: state) { graph.remove(producer) }
        }
        graph.replace(
          number, with: .recurrentCell(cell.layout), inputs: cell.inputs, outputs: cell.outputs, needsRanks: true)
        for step in cell.steps.sorted(by: >) where graph.isOpen(step) { graph.removeIfUnused(step) }
      }
    }
  }
}

/// A step of a recurrent cell in a graph.
struct RecurrentCellMatch {
  typealias Layout = RecurrentCellLayout

  /// What the new operator reads.
  private(set) var inputs: [Int] = []
  let outputs: [Int]
  private(set) var layout: Layout
  /// The operators that it makes superfluous.
  let steps: PositionSet

  /// The step that operator `number` ends, nil where it ends none.
  static func cell(at number: Int, _ graph: EditableGraph) -> Self? {
    let node = graph.nodes[number].stated
    guard node.code == .mul || node.code == .add, node.inputs.count == 2, node.inputs.allSatisfy({ $0 >= 0 }),
      node.outputs.count == 1, !node.hasActivation
    else { return nil }
    var kept = PositionSet()
    // Each turn leaves one more sum alone, which others read.
    while true {
      var finder = RecurrentCellFinder(graph, kept: kept)
      guard let found = node.code == .mul ? finder.lstm(number) : finder.gru(number) else { return nil }
      guard let shared = finder.sharedSum else { return Self(found, steps: finder.steps) }
      kept.insert(shared)
    }
  }

  private init(_ found: RecurrentCellFinder.Cell, steps: PositionSet) {
    (outputs, self.steps) = (found.outputs, steps)
    var positions: [Int: Int] = [:]
    var operands: [Layout.Operand?] = []
    for term in found.terms {
      guard let term else {
        operands.append(nil)
        continue
      }
      if positions[term.tensor] == nil {
        positions[term.tensor] = inputs.count
        inputs.append(term.tensor)
      }
      operands.append(
        Layout.Operand(
          input: positions[term.tensor] ?? 0, part: term.part, isFirstRow: term.isFirstRow, isAddend: term.isAddend))
    }
    layout = Layout(kind: found.kind, activation: found.activation, operands: operands)
  }
}

/// Looks for the operators of one step.
private struct RecurrentCellFinder {
  typealias Part = RecurrentCellLayout.Part

  /// A part of a tensor.
  struct Term: Hashable {
    var tensor: Int
    var part = Part.whole
    var isFirstRow = false
    /// An operand of an addition that was found.
    var isAddend = false
  }

  struct Cell {
    let kind: RecurrentCellLayout.Kind
    let activation: CellActivation
    let terms: [Term?]
    let outputs: [Int]
  }

  /// What a gate is the function of.
  private struct Sum {
    var terms: [Term] = []
    var bias: Term?
    /// The reset gate, and what it scales.
    var reset: (gate: [Term?], recurrent: Term)?

    /// As many as there are places for.
    var operands: [Term?] {
      [terms.first, terms.count > 1 ? terms[1] : nil, bias]
    }
  }

  private let graph: EditableGraph
  /// Sums that others read too.
  private let kept: PositionSet
  /// The operators found.
  private(set) var steps = PositionSet()
  /// Sums that are read in parts.
  private var sums = PositionSet()
  /// What the operators read in the end.
  private var leaves = PositionSet()
  /// The shape of what leaves the cells.
  private var shape: Shape = []
  /// The sum whose activation is the cell's function.
  private var rectified: Int?

  init(_ graph: EditableGraph, kept: PositionSet) { (self.graph, self.kept) = (graph, kept) }

  /// One of the sums found that somebody reads who is not part of the step.
  var sharedSum: Int? {
    for sum in sums {
      if leaves.contains(sum) { return sum }
      for use in graph.uses(of: sum) {
        if !steps.contains(use.node) { return sum }
        for part in graph.outputs(use.node) where part >= 0 {
          if graph.isKept[part] || !graph.uses(of: part).allSatisfy({ steps.contains($0.node) }) { return sum }
        }
      }
    }
    return nil
  }

  // MARK: Cells

  /// `logistic(exit) * f(state)` with `state = logistic(forget) * cell + logistic(input) * f(candidate)`.
  mutating func lstm(_ number: Int) -> Cell? {
    let output = graph.outputs(number)[0]
    guard begin(output) else { return nil }
    for (exit, result) in Self.orders(graph.inputs(number)) {
      let reader = graph.producer(of: result)
      guard let activation = self.activation(result), let exit = function(.logistic, exit),
        let state = function(activation.code, result), isLike(state),
        let sum = operation(.add, state), graph.uses(of: state).allSatisfy({ $0.node > number || $0.node == reader })
      else { continue }
      for (kept, new) in Self.orders(sum) where kept != new {
        guard let (forget, cell) = scaled(kept), let (input, candidate) = activated(new, activation) else {
          continue
        }
        steps.insert(number)
        let gates = [input, forget, candidate, exit].map { self.sum($0, isCandidate: false).operands }
        guard let term = operand(cell) else { return nil }
        return Cell(
          kind: .lstm, activation: activation, terms: gates.flatMap { $0 } + [term], outputs: [output, state])
      }
    }
    return nil
  }

  /// `z * hidden + (1 - z) * n`, or `n + z * (hidden - n)`, with `z = logistic(update)` and `n = f(candidate)`.
  mutating func gru(_ number: Int) -> Cell? {
    let output = graph.outputs(number)[0]
    guard begin(output) else { return nil }
    for (first, second) in Self.orders(graph.inputs(number)) where first != second {
      guard let (update, hidden, candidate) = blend(first, second) ?? difference(first, second),
        let activation = self.activation(candidate),
        let gate = function(.logistic, update, uses: graph.uses(of: update).count),
        let new = input(of: activation, candidate, uses: graph.uses(of: candidate).count)
      else { continue }
      steps.insert(number)
      let sums = (sum(gate, isCandidate: false), sum(new, isCandidate: true))
      guard let term = operand(hidden) else { return nil }
      let reset = sums.1.reset
      return Cell(
        kind: .gru, activation: activation,
        terms: sums.0.operands + (reset?.gate ?? [nil, nil, nil]) + sums.1.operands + [reset?.recurrent, term],
        outputs: [output])
    }
    return nil
  }

  /// The parts of `z * hidden` and `(1 - z) * candidate`.
  private mutating func blend(_ kept: Int, _ new: Int) -> (update: Int, hidden: Int, candidate: Int)? {
    guard let keptOperands = operation(.mul, kept), let newOperands = operation(.mul, new) else { return nil }
    for (rest, candidate) in Self.orders(newOperands) where graph.hasOneUse(candidate) {
      guard let difference = operation(.sub, rest), graph.tensors[difference[0]].number == 1,
        graph.tensors[difference[0]].shape.rank <= shape.rank
      else { continue }
      let update = difference[1]
      for (gate, hidden) in Self.orders(keptOperands)
      where gate == update && hidden != update && graph.uses(of: update).count == 2 && !graph.isKept[update] {
        return (update, hidden, candidate)
      }
    }
    return nil
  }

  /// The parts of `candidate` and `z * (hidden - candidate)`.
  private mutating func difference(_ candidate: Int, _ scaled: Int) -> (update: Int, hidden: Int, candidate: Int)? {
    guard graph.uses(of: candidate).count == 2, !graph.isKept[candidate], let product = operation(.mul, scaled) else {
      return nil
    }
    for (update, rest) in Self.orders(product) where graph.hasOneUse(update) {
      guard let difference = operation(.sub, rest), difference[1] == candidate, difference[0] != candidate else {
        continue
      }
      return (update, difference[0], candidate)
    }
    return nil
  }

  /// What a gate scales in a product: the gate's argument and the other operand.
  private mutating func scaled(_ tensor: Int) -> (gate: Int, other: Int)? {
    guard let operands = operation(.mul, tensor) else { return nil }
    for (gate, other) in Self.orders(operands) where gate != other {
      if let argument = function(.logistic, gate) { return (argument, other) }
    }
    return nil
  }

  /// The arguments of `logistic(x) * f(y)`.
  private mutating func activated(_ tensor: Int, _ activation: CellActivation) -> (gate: Int, candidate: Int)? {
    guard let operands = operation(.mul, tensor) else { return nil }
    for (gate, candidate) in Self.orders(operands) {
      if let argument = function(.logistic, gate), let other = input(of: activation, candidate, uses: 1) {
        return (argument, other)
      }
    }
    return nil
  }

  // MARK: Sums

  /// What is added up to `tensor`.
  private mutating func sum(_ tensor: Int, isCandidate: Bool) -> Sum {
    var sum = Sum()
    add(Term(tensor: tensor), to: &sum, isCandidate: isCandidate, depth: Self.deepestSum)
    return sum
  }

  /// Additions inside one another that are looked through: two products, a bias and what a gate scales need three.
  private static let deepestSum = 4

  private mutating func add(_ term: Term, to sum: inout Sum, isCandidate: Bool, depth: Int) {
    let term = unshaped(cut(term))
    let isWhole = term.part == .whole
    if depth > 0, let node = addition(term) {
      let before = (sum, steps, sums, leaves)
      steps.insert(node)
      if !isWhole { sums.insert(term.tensor) }
      for input in graph.inputs(node) {
        var other = term
        other.tensor = input
        other.isAddend = true
        add(other, to: &sum, isCandidate: isCandidate, depth: depth - 1)
      }
      if sum.terms.count <= 2 { return }
      (sum, steps, sums, leaves) = before
    } else if isCandidate, isWhole, sum.reset == nil, graph.hasOneUse(term.tensor), isLike(term.tensor) {
      let before = (steps, sums, leaves)
      if let (gate, other) = scaled(term.tensor) {
        let operands = self.sum(gate, isCandidate: false).operands
        let recurrent = cut(Term(tensor: other))
        if isRow(recurrent) {
          leaves.insert(recurrent.tensor)
          sum.reset = (operands, recurrent)
          return
        }
      }
      (steps, sums, leaves) = before
    }
    leaves.insert(term.tensor)
    if sum.bias == nil, graph.tensors[term.tensor].isConstant { sum.bias = term } else { sum.terms.append(term) }
  }

  /// The addition that computes a term, where its operands can stand for it and nobody else seems to read it.
  private func addition(_ term: Term) -> Int? {
    guard !kept.contains(term.tensor), let number = graph.producer(of: term.tensor), graph.isOpen(number),
      term.part == .whole ? graph.hasOneUse(term.tensor) || term.tensor == rectified : !graph.isKept[term.tensor]
    else { return nil }
    let node = graph.nodes[number].stated
    let sum = graph.tensors[term.tensor]
    guard node.code == .add, node.inputs.count == 2, node.outputs.count == 1,
      !node.hasActivation || term.tensor == rectified
    else { return nil }
    for input in node.inputs {
      guard input >= 0 else { return nil }
      let tensor = graph.tensors[input]
      guard tensor.isPlainFloat, tensor.hasRank, tensor.shape.rank > 0,
        tensor.shape.innermost == sum.shape.innermost, hasKnownRow(tensor),
        tensor.shape == sum.shape
          || tensor.isConstant && tensor.shape.elementCount == tensor.shape.innermost
            && tensor.shape.rank <= sum.shape.rank
      else { return nil }
    }
    return number
  }

  /// The part of a longer row that a term is, where an operator cuts it out for nobody else.
  private mutating func cut(_ term: Term) -> Term {
    guard term.part == .whole, !term.isFirstRow, graph.hasOneUse(term.tensor),
      let number = graph.producer(of: term.tensor), graph.isOpen(number),
      let part = RowPart.of(term.tensor, graph.nodes[number].stated, graph.tensors)
    else { return term }
    steps.insert(number)
    return Term(tensor: part.source, part: part.part, isFirstRow: part.isFirstRow)
  }

  /// The same part of the tensor that an operator gives the shape that it has, for nobody else.
  private mutating func unshaped(_ term: Term) -> Term {
    guard graph.hasOneUse(term.tensor), let number = graph.producer(of: term.tensor), graph.isOpen(number) else {
      return term
    }
    let node = graph.nodes[number].stated
    guard node.code == .reshape, let input = node.inputs.first, input >= 0, node.outputs.count == 1 else { return term }
    let (before, after) = (graph.tensors[input], graph.tensors[term.tensor])
    guard before.isPlainFloat, before.hasRank, before.shape == after.shape,
      before.shapeSignature == after.shapeSignature, before.shape.elementCount > 0
    else { return term }
    steps.insert(number)
    var other = term
    other.tensor = input
    return other
  }

  /// The term for an operand of the states' shape, or of one row.
  private mutating func operand(_ tensor: Int) -> Term? {
    let term = Term(tensor: tensor)
    guard isRow(term) else { return nil }
    leaves.insert(tensor)
    return term
  }

  // MARK: Operators

  /// The function whose result a tensor is.
  private func activation(_ tensor: Int) -> CellActivation? {
    guard tensor >= 0, let number = graph.producer(of: tensor) else { return nil }
    let node = graph.nodes[number].stated
    switch node.code {
    case .tanh: return .tanh
    case .relu: return .relu
    case .add: return node.fusedActivation == .relu ? .relu : nil
    default: return nil
    }
  }

  /// The argument of a cell's function; the result itself where the function is a sum's activation, as a rectified sum stays
  /// as it is.
  private mutating func input(of activation: CellActivation, _ tensor: Int, uses: Int) -> Int? {
    guard tensor >= 0, let number = graph.producer(of: tensor), graph.nodes[number].stated.code == .add else {
      return function(activation.code, tensor, uses: uses)
    }
    guard self.activation(tensor) == activation, isLike(tensor), !graph.isKept[tensor],
      graph.uses(of: tensor).count == uses
    else { return nil }
    rectified = tensor
    return tensor
  }

  /// The argument of a function, of whose result the tensor has so many readers.
  private mutating func function(_ code: Schema.BuiltinOperator, _ tensor: Int, uses: Int = 1) -> Int? {
    guard tensor >= 0, isLike(tensor), !graph.isKept[tensor], graph.uses(of: tensor).count == uses,
      let number = graph.producer(of: tensor), graph.isOpen(number)
    else { return nil }
    let node = graph.nodes[number].stated
    guard node.code == code, node.inputs.count == 1, node.outputs.count == 1, node.inputs[0] >= 0,
      isLike(node.inputs[0])
    else { return nil }
    steps.insert(number)
    return node.inputs[0]
  }

  /// The operands of an operation without activation, whose result is like the cells; one reader has it, unless it is a sum.
  private mutating func operation(_ code: Schema.BuiltinOperator, _ tensor: Int) -> [Int]? {
    guard tensor >= 0, isLike(tensor), code == .add || graph.hasOneUse(tensor),
      let number = graph.producer(of: tensor), graph.isOpen(number)
    else { return nil }
    let node = graph.nodes[number].stated
    guard node.code == code, node.inputs.count == 2, node.outputs.count == 1, !node.hasActivation,
      node.inputs.allSatisfy({ $0 >= 0 && graph.tensors[$0].isPlainFloat })
    else { return nil }
    steps.insert(number)
    return node.inputs
  }

  private static func orders(_ operands: [Int]) -> [(Int, Int)] {
    [(operands[0], operands[1]), (operands[1], operands[0])]
  }

  // MARK: Tensors

  /// Notes the shape of the cells.
  private mutating func begin(_ output: Int) -> Bool {
    guard output >= 0 else { return false }
    let tensor = graph.tensors[output]
    shape = tensor.shape
    return tensor.isPlainFloat && tensor.hasRank && shape.rank > 0 && shape.innermost > 1 && hasKnownRow(tensor)
  }

  /// The tensor has the shape of the cells.
  private func isLike(_ tensor: Int) -> Bool {
    let tensor = graph.tensors[tensor]
    return tensor.isPlainFloat && tensor.hasRank && tensor.shape == shape && hasKnownRow(tensor)
  }

  /// The term has a row as long as that of the cells.
  private func isRow(_ term: Term) -> Bool {
    let tensor = graph.tensors[term.tensor]
    guard tensor.isPlainFloat, tensor.hasRank, 1...shape.rank ~= tensor.shape.rank, hasKnownRow(tensor) else {
      return false
    }
    if term.part != .whole { return true }
    return tensor.shape == shape
      || tensor.shape.innermost == shape.innermost
        && tensor.shape.elementCount == shape.innermost
  }

  private func hasKnownRow(_ tensor: TensorDescription) -> Bool {
    tensor.shapeSignature.rank == tensor.shape.rank && tensor.shapeSignature.innermost == tensor.shape.innermost
  }
}

extension CellActivation {
  /// The operator that stands for it.
  fileprivate var code: Schema.BuiltinOperator {
    switch self {
    case .tanh: .tanh
    case .relu: .relu
    }
  }
}
