import TFLiteSchema

// Meeting transpositions: what stands between a transposition and its inverse, and does to elements whatever their place is, runs
// on the tensors from before, and neither transposition runs. Converters that turn images of channels by channels into images
// of pixels by pixels leave such islands.
//
// An island is elementwise operators, of tensors of its rank and of single numbers, and PAD by constants, whose rows change
// places. All that comes in does by the same transposition, all that goes out by its inverse; nothing in it leaves the graph.

extension Pass {
  static var meetingTranspositions: Pass {
    Pass("meeting transpositions") { graph, _ in
      for number in graph.nodes.indices where graph.isOpen(number) {
        guard let island = TransposedIsland(behind: number, graph), island.changePaddings(&graph) else { continue }
        island.dissolve(&graph)
      }
    }
  }
}

/// Operators between transpositions.
private struct TransposedIsland {
  /// The transpositions in front, and their inverses behind.
  private var entries: [Int] = []
  private var exits: [Int] = []
  private var operators: [Int] = []
  /// Axis `i` of its tensors is axis `axes[i]` of those around it.
  private let axes: [Int]

  private var seen = PositionSet()
  private var known = PositionSet()
  private var waiting: [Int] = []

  /// Tensors of an island, and readers of all of them, at most: a damaged file should not take long.
  private static let mostTensors = 256
  private static let mostReaders = 512

  /// Nil where there is none behind the operator `number`, or it is not closed.
  init?(behind number: Int, _ graph: borrowing EditableGraph) {
    guard let axes = Self.permutation(number, graph), axes != Array(axes.indices) else { return nil }
    self.axes = axes
    expect(graph.outputs(number)[0])
    var (count, readers) = (0, 0)
    while let tensor = waiting.popLast() {
      count += 1
      readers += graph.uses(of: tensor).count
      guard count <= Self.mostTensors, readers <= Self.mostReaders, visit(tensor, graph) else { return nil }
    }
    // What a transposition reads or writes is inside or outside, not both, as of one that is its own inverse it may be.
    guard !exits.isEmpty, entries.allSatisfy({ !known.contains(graph.inputs($0)[0]) }),
      exits.allSatisfy({ !known.contains(graph.outputs($0)[0]) })
    else { return nil }
  }

  private mutating func expect(_ tensor: Int) {
    if known.contains(tensor) { return }
    known.insert(tensor)
    waiting.append(tensor)
  }

  /// Whether the tensor can belong to it, with all who write and read it.
  private mutating func visit(_ tensor: Int, _ graph: borrowing EditableGraph) -> Bool {
    let description = graph.tensors[tensor]
    guard let producer = graph.producer(of: tensor), graph.isOpen(producer), !graph.isKept[tensor],
      description.hasRank, description.shape.rank == axes.count, !description.isVariable, !description.isConstant,
      description.quantization?.scales.count ?? 0 <= 1
    else { return false }
    if !seen.contains(producer) {
      if Self.permutation(producer, graph) == axes {
        seen.insert(producer)
        entries.append(producer)
      } else if !take(producer, graph) {
        return false
      }
    }
    for use in graph.uses(of: tensor) where !seen.contains(use.node) {
      guard graph.isOpen(use.node) else { return false }
      if let other = Self.permutation(use.node, graph) {
        guard use.position == 0, other.count == axes.count, other.indices.allSatisfy({ axes[other[$0]] == $0 }),
          !graph.isKept[graph.outputs(use.node)[0]]
        else { return false }
        seen.insert(use.node)
        exits.append(use.node)
      } else if !take(use.node, graph) {
        return false
      }
    }
    return true
  }

  /// Whether the operator does not care for places; its operands are visited next.
  private mutating func take(_ number: Int, _ graph: borrowing EditableGraph) -> Bool {
    let node = graph.nodes[number]
    guard node.fusions.isEmpty, node.stated.outputs.count == 1, node.stated.outputs[0] >= 0 else { return false }
    var operands: [Int] = []
    switch node.stated.code {
    case .pad:
      guard node.stated.inputs.count == 2, graph.extents(node.stated.inputs[1], [axes.count, 2]) != nil else {
        return false
      }
      operands = [node.stated.inputs[0]]
    case .relu, .relu6, .reluN1To1, .relu0To1, .leakyRelu, .logistic, .tanh, .elu, .hardSwish, .gelu, .abs, .neg, .exp,
      .log, .sqrt, .rsqrt, .square, .sin, .cos, .floor, .ceil, .round, .sign, .quantize, .dequantize:
      guard node.stated.inputs.count == 1 else { return false }
      operands = node.stated.inputs
    case .add, .sub, .mul, .div, .maximum, .minimum, .squaredDifference:
      guard node.stated.inputs.count == 2 else { return false }
      operands = node.stated.inputs.filter { $0 < 0 || !isNumber(graph.tensors[$0]) }
    default: return false
    }
    guard !operands.isEmpty, operands.allSatisfy({ $0 >= 0 }) else { return false }
    seen.insert(number)
    operators.append(number)
    for tensor in operands + node.stated.outputs { expect(tensor) }
    return true
  }

  private func isNumber(_ tensor: TensorDescription) -> Bool {
    tensor.isConstant && tensor.shape.rank <= axes.count && tensor.shape.elementCount == 1
  }

  /// The axes of a TRANSPOSE by a constant.
  private static func permutation(_ number: Int, _ graph: borrowing EditableGraph) -> [Int]? {
    let node = graph.nodes[number].stated
    guard node.code == .transpose, graph.nodes[number].fusions.isEmpty, node.inputs.count == 2, node.outputs.count == 1,
      node.inputs[0] >= 0, node.inputs[1] >= 0, node.outputs[0] >= 0,
      let axes = graph.tensors[node.inputs[1]].permutation
    else { return nil }
    let (input, output) = (graph.tensors[node.inputs[0]], graph.tensors[node.outputs[0]])
    return input.hasRank && input.shape.rank == axes.count && !input.isVariable && input.type == output.type
      && input.quantization == output.quantization ? axes : nil
  }

  /// Gives each PAD its numbers in the order of the axes around.
  /// - Returns: false, and nothing is changed, where there is no room for them.
  func changePaddings(_ graph: inout EditableGraph) -> Bool {
    let pads = operators.filter { graph.nodes[$0].stated.code == .pad }
    var constants: [Int] = []
    for pad in pads {
      let paddings = graph.inputs(pad)[1]
      guard let values = graph.extents(paddings, [axes.count, 2]) else { return false }
      var moved = values
      for (inner, outer) in axes.enumerated() {
        (moved[2 * outer], moved[2 * outer + 1]) = (values[2 * inner], values[2 * inner + 1])
      }
      guard let constant = graph.addConstant(moved.map { Int32(truncatingIfNeeded: $0) }, like: paddings) else {
        return false
      }
      constants.append(constant)
    }
    for (pad, constant) in zip(pads, constants) { graph.setInput(1, of: pad, to: constant) }
    return true
  }

  /// Lets its operators compute with the tensors around, and removes the transpositions.
  func dissolve(_ graph: inout EditableGraph) {
    var inverse = axes
    for (inner, outer) in axes.enumerated() { inverse[outer] = inner }
    for number in operators { graph.transposeDescription(of: graph.outputs(number)[0], inverse) }
    for number in entries + exits {
      let (source, output) = (graph.inputs(number)[0], graph.outputs(number)[0])
      graph.redirect(output, to: source)
      graph.remove(number)
    }
  }
}
