import TFLiteKernels

/// An operand as it is computed with: `[..., rows, columns]`, unless `isSwapped`.
struct BatchOperand {
  let tensor: RuntimeTensor
  var extents: [Int]
  /// Elements from one step along an axis to the next.
  var strides: [Int]
  let isSwapped: Bool

  /// - Throws: `invalidOperator` when there are not as many axes as in the permutation.
  init(
    _ tensor: RuntimeTensor, _ permutation: [Int]?, isSwapped: Bool, _ context: PrepareContext
  ) throws(RuntimeError) {
    self.tensor = tensor
    self.isSwapped = isSwapped
    extents = tensor.shape.dimensions
    strides = tensor.shape.strides
    guard let permutation else { return }
    guard permutation.count == tensor.rank else {
      throw context.error("wrong rank", tensor, expected: "\(permutation.count)", actual: "\(tensor.rank)")
    }
    (extents, strides) = (permutation.map { extents[$0] }, permutation.map { strides[$0] })
  }

  /// The same with axes of one before the others.
  func extended(to rank: Int) -> BatchOperand {
    var operand = self
    operand.extents = [Int](repeating: 1, count: rank - extents.count) + extents
    operand.strides = [Int](repeating: 0, count: rank - strides.count) + strides
    return operand
  }
}

/// Extents of a batched product, and which matrices of the operands meet in each output matrix.
struct BatchPlan {
  var rows = 0
  var depth = 0
  var columns = 0
  var leftBatches = 0
  var rightBatches = 0
  var outputBatches = 0
  var outputShape: Shape = []
  /// Elements from row to row of the left operand, once that is not swapped any more, and of the output.
  var leftStride = 0
  var outputStride = 0
  /// Elements of the right operand from column to column, and from row to row.
  var columnStride = 0
  var elementStride = 0
  /// Where each matrix of the right operand begins, in elements.
  let rightOffsets: Table<Int>

  /// An output matrix: the matrix numbers of both operands, and where the left and the output matrix begin, in elements.
  struct Pair: BitwiseCopyable {
    var left = 0
    var right = 0
    var leftOffset = 0
    var outputOffset = 0
  }
  let pairs: Table<Pair>
  /// The left operand has every line of the output, in the same order.
  let hasLinesOfLeft: Bool
  /// All lines of the output.
  var lines: Range<Int> { 0..<outputBatches &* rows }

  /// States the shape of output 0. Without elements in it there are no batches, and no depth.
  /// - Throws: `invalidOperator` when the shapes do not go together, `outOfMemory` for too many matrices.
  init(
    _ first: BatchOperand, _ second: BatchOperand, _ outputPermutation: [Int]?, _ context: PrepareContext
  ) throws(RuntimeError) {
    let rank = max(first.extents.count, second.extents.count)
    let left = first.extended(to: rank)
    let right = second.extended(to: rank)
    let (l, r) = (left.extents, right.extents)
    rows = l[rank - (left.isSwapped ? 1 : 2)]
    depth = l[rank - (left.isSwapped ? 2 : 1)]
    columns = r[rank - (right.isSwapped ? 2 : 1)]
    guard depth == r[rank - (right.isSwapped ? 1 : 2)] else {
      throw context.error(
        "the inner extents differ", right.tensor, expected: "\(depth) as in \(left.tensor.shape)",
        actual: "\(right.tensor.shape)")
    }
    var dimensions: [Int] = []
    for axis in 0..<rank - 2 {
      guard l[axis] == r[axis] || l[axis] == 1 || r[axis] == 1 else {
        throw context.error(
          "the shapes do not broadcast", right.tensor, expected: "a match for \(left.tensor.shape)",
          actual: "\(right.tensor.shape)")
      }
      dimensions.append(l[axis] == 1 ? r[axis] : l[axis])
    }
    let computed = Shape(dimensions + [rows, columns])
    guard computed.checkedElementCount != nil else {
      throw context.error("impossible output shape", left.tensor, actual: "\(computed)")
    }
    let permutation = outputPermutation ?? Array(0..<rank)
    guard permutation.count == rank else {
      throw context.error("wrong rank", left.tensor, expected: "\(permutation.count)", actual: "\(rank)")
    }
    outputShape = Shape(permutation.map { computed[$0] })
    var outputStrides = computed.strides
    for (axis, stride) in outputShape.strides.enumerated() { outputStrides[permutation[axis]] = stride }
    leftStride = left.isSwapped ? depth : left.strides[rank - 2]
    outputStride = outputStrides[rank - 2]
    columnStride = right.strides[rank - (right.isSwapped ? 2 : 1)]
    elementStride = right.strides[rank - (right.isSwapped ? 1 : 2)]
    try context.setShape(outputShape, ofOutput: 0)
    hasLinesOfLeft = Array(l[..<(rank - 2)]) == dimensions
    if outputShape.elementCount > 0 {
      outputBatches = dimensions.reduce(1, &*)
      leftBatches = l[..<(rank - 2)].reduce(1, &*)
      rightBatches = r[..<(rank - 2)].reduce(1, &*)
    } else {
      // Nothing is multiplied, and no memory bounds the extents of matrices of which there are none.
      depth = 0
    }
    pairs = try context.table(outputBatches) { batch in
      var (rest, pair, leftCount, rightCount) = (batch, Pair(), 1, 1)
      for axis in dimensions.indices.reversed() {
        let position = rest % dimensions[axis]
        rest /= dimensions[axis]
        pair.left += l[axis] == 1 ? 0 : position * leftCount
        pair.right += r[axis] == 1 ? 0 : position * rightCount
        pair.leftOffset += l[axis] == 1 ? 0 : position * left.strides[axis]
        pair.outputOffset += position * outputStrides[axis]
        leftCount *= l[axis]
        rightCount *= r[axis]
      }
      return pair
    }
    rightOffsets = try context.table(rightBatches) { batch in
      var (rest, offset) = (batch, 0)
      for axis in dimensions.indices.reversed() {
        offset += rest % r[axis] * right.strides[axis]
        rest /= r[axis]
      }
      return offset
    }
  }
}
