import TFLiteSchema

/// A tensor that is a part of each row of another one, or of the first: what SPLIT, SPLIT_V, STRIDED_SLICE and SLICE with constant
/// operands leave along the last axis.
struct RowPart {
  let source: Int
  let part: RecurrentCellLayout.Part
  let isFirstRow: Bool

  /// What `tensor`, which `node` writes, is a part of; nil where it is something else than such a part.
  static func of(_ tensor: Int, _ node: OperatorNode, _ tensors: [TensorDescription]) -> Self? {
    guard let number = node.outputs.firstIndex(of: tensor), node.inputs.allSatisfy({ $0 >= 0 }) else { return nil }
    let isSplit = node.code == .split
    guard node.inputs.count == (isSplit ? 2 : node.code == .stridedSlice ? 4 : 3) else { return nil }
    let source = node.inputs[isSplit ? 1 : 0]
    let description = tensors[source]
    let rank = description.shape.rank
    guard description.isPlainFloat, description.hasRank, rank > 0, description.shapeSignature.rank == rank,
      description.shapeSignature[rank - 1] == description.shape[rank - 1], tensors[tensor].shape.rank == rank
    else { return nil }
    let length = tensors[tensor].shape.innermost
    let range: (range: Range<Int>, isFirstRow: Bool)?
    switch node.code {
    case .split:
      guard isLast(node.inputs[0], rank, tensors), length * node.outputs.count == description.shape.innermost else {
        return nil
      }
      return Self(source: source, part: .split(number: number, count: node.outputs.count), isFirstRow: false)
    case .splitV: range = splitV(node, number, description, tensors).map { ($0, false) }
    case .stridedSlice: range = stridedSlice(node, description, tensors)
    case .slice: range = slice(node, description, tensors)
    default: return nil
    }
    guard let range, range.range.count == length, length > 0 else { return nil }
    return Self(
      source: source, part: .range(begin: range.range.lowerBound, count: range.range.count),
      isFirstRow: range.isFirstRow)
  }

  /// The axis that a constant names is the last.
  private static func isLast(_ axis: Int, _ rank: Int, _ tensors: [TensorDescription]) -> Bool {
    tensors[axis].indices == [rank - 1] || tensors[axis].indices == [-1]
  }

  private static func splitV(
    _ node: OperatorNode, _ number: Int, _ source: TensorDescription, _ tensors: [TensorDescription]
  ) -> Range<Int>? {
    guard isLast(node.inputs[2], source.shape.rank, tensors), let sizes = tensors[node.inputs[1]].indices,
      sizes.count == node.outputs.count, sizes.allSatisfy({ 0...source.shape.innermost ~= $0 }),
      sizes.reduce(0, +) == source.shape.innermost
    else { return nil }
    let begin = sizes[..<number].reduce(0, +)
    return begin..<begin + sizes[number]
  }

  private static func stridedSlice(
    _ node: OperatorNode, _ source: TensorDescription, _ tensors: [TensorDescription]
  ) -> (Range<Int>, isFirstRow: Bool)? {
    let (rank, length) = (source.shape.rank, source.shape.innermost)
    let options = node.options.stridedSliceOptions
    guard let begin = tensors[node.inputs[1]].indices, let end = tensors[node.inputs[2]].indices,
      let strides = tensors[node.inputs[3]].indices, begin.count == rank, end.count == rank,
      strides == [Int](repeating: 1, count: rank), rank <= 31, options?.ellipsisMask ?? 0 == 0,
      options?.newAxisMask ?? 0 == 0, options?.shrinkAxisMask ?? 0 == 0, !(options?.offset ?? false)
    else { return nil }
    let (beginMask, endMask) = (options?.beginMask ?? 0, options?.endMask ?? 0)
    func isSet(_ mask: Int32, _ axis: Int) -> Bool { mask >> Int32(axis) & 1 == 1 }
    var isWhole = true
    var isFirstRow = true
    for axis in 0..<rank - 1 {
      guard isSet(beginMask, axis) || begin[axis] == 0 else { return nil }
      isWhole = isWhole && isSet(endMask, axis)
      isFirstRow = isFirstRow && !isSet(endMask, axis) && end[axis] == 1
    }
    let first = isSet(beginMask, rank - 1) ? 0 : begin[rank - 1]
    let last = isSet(endMask, rank - 1) ? length : end[rank - 1]
    guard isWhole || isFirstRow, first >= 0, last >= first, last <= length else { return nil }
    return (first..<last, !isWhole)
  }

  private static func slice(
    _ node: OperatorNode, _ source: TensorDescription, _ tensors: [TensorDescription]
  ) -> (Range<Int>, isFirstRow: Bool)? {
    let (rank, length) = (source.shape.rank, source.shape.innermost)
    guard let begin = tensors[node.inputs[1]].indices, let size = tensors[node.inputs[2]].indices,
      begin.count == rank, size.count == rank, begin.dropLast().allSatisfy({ $0 == 0 })
    else { return nil }
    let isWhole = size.dropLast().allSatisfy { $0 == -1 }
    guard isWhole || size.dropLast().allSatisfy({ $0 == 1 }) else { return nil }
    let first = begin[rank - 1]
    guard 0...length ~= first, -1...(length - first) ~= size[rank - 1] else { return nil }
    return (first..<(size[rank - 1] == -1 ? length : first + size[rank - 1]), !isWhole)
  }
}
