import TFLiteSchema

// Reductions over the last axis as converters write them: the axis stays as one of one element, or it is dropped and comes back
// by another shape.

extension EditableGraph {
  /// Floats computed at run time whose last axis is known.
  func hasKnownRows(_ tensor: Int) -> Bool {
    let source = tensors[tensor]
    let rank = source.shape.rank
    return source.isPlainFloat && !source.isConstant && source.hasRank && rank > 0 && source.shape[rank - 1] > 0
      && source.shapeSignature.rank == rank && source.shapeSignature[rank - 1] == source.shape[rank - 1]
  }

  /// Whether a reduction over the last axis of its input, and no other, drops that axis; nil for other operators.
  func dropsLastAxis(_ node: OperatorNode) -> Bool? {
    guard node.inputs.count == 2, node.inputs.allSatisfy({ $0 >= 0 }), hasKnownRows(node.inputs[0]),
      let axes = tensors[node.inputs[1]].indices,
      axes == [-1] || axes == [tensors[node.inputs[0]].shape.rank - 1]
    else { return nil }
    return !(node.options.reducerOptions?.keepDims ?? false)
  }

  /// Whether the operator gives a tensor without the last axis of `source` that axis again, with one element. Of the shape that a
  /// RESHAPE reads at run time no more than one extent may be open.
  func restoresLastAxis(_ node: OperatorNode, of source: Int) -> Bool {
    guard let output = node.outputs.first, output >= 0, hasKnownRows(source) else { return false }
    let (whole, narrow) = (tensors[source], tensors[output])
    let leading = whole.shape.rank - 1
    let open = narrow.shapeSignature.dimensions.count { $0 < 0 }
    switch node.code {
    case .reshape: guard open <= 1 else { return false }
    case .expandDims:
      guard node.inputs.count == 2, node.inputs[1] >= 0, let axis = tensors[node.inputs[1]].indices,
        axis == [-1] || axis == [leading]
      else { return false }
    default: return false
    }
    return narrow.hasRank && narrow.shape.rank == leading + 1 && narrow.shape.innermost == 1
      && narrow.shapeSignature.rank == leading + 1 && narrow.shapeSignature.innermost == 1
      && (0..<leading).allSatisfy {
        narrow.shape[$0] == whole.shape[$0] && narrow.shapeSignature[$0] == whole.shapeSignature[$0]
      }
  }

  /// Whether the tensor is `source` reduced over its last axis by operators of this code, with one element there.
  func isReduced(_ tensor: Int, _ code: Schema.BuiltinOperator, of source: Int) -> Bool {
    guard let number = producer(of: tensor), isOpen(number) else { return false }
    let node = nodes[number].stated
    if node.code == code { return node.inputs.first == source && dropsLastAxis(node) == false }
    guard restoresLastAxis(node, of: source), let reduction = producer(of: node.inputs.first ?? -1), isOpen(reduction)
    else { return false }
    let reducing = nodes[reduction].stated
    return reducing.code == code && reducing.inputs.first == source && dropsLastAxis(reducing) == true
  }

  /// A constant with an element for each of the last axis of `source`, to whose shape it broadcasts.
  func isRow(_ tensor: Int, beside source: Int) -> Bool {
    let (row, source) = (tensors[tensor], tensors[source])
    guard row.isPlainFloat, row.isConstant, let last = row.shape.dimensions.last else { return false }
    return last == source.shape.innermost && row.shape.elementCount == last && row.shape.rank <= source.shape.rank
  }
}
