import TFLiteSchema

// Operand changes: transpositions of an operand, and its multiplication by a positive number, go where all its readers can do
// them; a transposition behind an operator goes there where it is the only reader.
//
// All operands of an operator that takes one over are floats, and it has one output. What is multiplied by may be rounded
// elsewhere.

extension Pass {
  static var operandChanges: Pass {
    Pass("operand changes") { graph, _ in
      for number in graph.nodes.indices where graph.isOpen(number) {
        guard let change = OperandChange(graph.nodes[number].stated, graph), !graph.isKept[change.output] else {
          continue
        }
        let readers = graph.uses(of: change.output)
        let canGo = readers.allSatisfy {
          graph.isOpen($0.node) && graph.accepts(change.fusion(of: $0), $0.node) && graph.isPlain($0.node)
        }
        guard !readers.isEmpty, canGo else { continue }
        for reader in readers where graph.fuse(change.fusion(of: reader), into: reader.node) {
          graph.setInput(reader.position, of: reader.node, to: change.source)
        }
        graph.removeIfUnused(number)
      }
      for number in graph.nodes.indices where graph.isOpen(number) {
        guard let change = OperandChange(graph.nodes[number].stated, graph),
          case .transposition(let axes) = change.kind,
          graph.hasOneUse(change.source), let producer = graph.producer(of: change.source), graph.isOpen(producer),
          graph.isPlain(producer), graph.fuse(.transposition(axes, .output), into: producer)
        else { continue }
        graph.remove(number)
        graph.rewire(producer, inputs: graph.inputs(producer), outputs: [change.output])
      }
    }
  }
}

extension EditableGraph {
  /// A float operator with one output, whose operands are none but floats; some may be missing.
  fileprivate func isPlain(_ number: Int) -> Bool {
    outputs(number).count == 1 && outputs(number)[0] >= 0 && tensors[outputs(number)[0]].isPlainFloat
      && inputs(number).allSatisfy { $0 < 0 || tensors[$0].isPlainFloat }
  }
}

/// What an operator does to the one tensor that it reads besides a constant.
private struct OperandChange {
  enum Kind {
    case transposition([Int])
    case factor(Float)
  }

  let kind: Kind
  let source: Int
  let output: Int

  /// The change as one that an operator can make of its own input.
  func fusion(of use: EditableGraph.Use) -> Fusion {
    switch kind {
    case .transposition(let axes): .transposition(axes, .input(use.position))
    case .factor(let factor): .factor(factor, input: use.position)
    }
  }

  init?(_ node: OperatorNode, _ graph: borrowing EditableGraph) {
    let inputs = node.inputs
    guard inputs.count == 2, node.outputs.count == 1, inputs[0] >= 0, inputs[1] >= 0, node.outputs[0] >= 0,
      graph.tensors[node.outputs[0]].isPlainFloat
    else { return nil }
    let (first, second) = (graph.tensors[inputs[0]], graph.tensors[inputs[1]])
    output = node.outputs[0]
    switch node.code {
    case .transpose:
      guard Self.isSource(first), let axes = second.permutation, axes.count == first.shape.rank else {
        return nil
      }
      (kind, source) = (.transposition(axes), inputs[0])
    case .mul:
      if node.hasActivation { return nil }
      if let factor = Self.factor(second, beside: first) {
        (kind, source) = (.factor(factor), inputs[0])
      } else if let factor = Self.factor(first, beside: second) {
        (kind, source) = (.factor(factor), inputs[1])
      } else {
        return nil
      }
    case .div:
      guard !node.hasActivation, let divisor = Self.factor(second, beside: first), (1 / divisor).isNormal else {
        return nil
      }
      (kind, source) = (.factor(1 / divisor), inputs[0])
    default: return nil
    }
  }

  /// A float tensor computed at run time.
  private static func isSource(_ tensor: TensorDescription) -> Bool {
    tensor.isPlainFloat && tensor.hasRank && !tensor.isConstant
  }

  /// A constant positive number that leaves the shape of `source` as it is.
  private static func factor(_ tensor: TensorDescription, beside source: TensorDescription) -> Float? {
    guard let factor = tensor.number, isSource(source), tensor.shape.rank <= source.shape.rank else { return nil }
    return factor > 0 && factor.isNormal ? factor : nil
  }
}
