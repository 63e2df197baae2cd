import TFLiteSchema

/// SPLIT and SPLIT_V: the input cut along an axis, into equal parts or parts of stated sizes.
///
/// SPLIT takes the axis and the input, SPLIT_V the input, the sizes (one of which may be -1: what remains) and the axis.
final class Split {
  private let count: Int
  private let hasSizes: Bool

  private var plan: Plan?

  private enum Plan {
    case fixed(AxisSplit)
    /// Axis or sizes are known only while executing.
    case dynamic
  }

  init(equalParts node: OperatorNode) {
    count = Int(node.options.splitOptions?.numSplits ?? 0)
    hasSizes = false
  }

  init(sizes node: OperatorNode) {
    count = Int(node.options.splitVOptions?.numSplits ?? 0)
    hasSizes = true
  }

  var made: MadeOperator { MadeOperator(prepare: prepare, execute: execute) }

  func prepare(_ context: PrepareContext) throws(RuntimeError) {
    plan = nil
    try context.expect(inputs: hasSizes ? 3 : 2, outputs: max(0, count))
    let input = try context.input(hasSizes ? 0 : 1)
    let axis = try context.input(hasSizes ? 2 : 0)
    try context.expect(input, oneOf: ElementType.wholeBytes)
    try context.expect(axis, .int32)
    try context.expect(axis.elementCount == 1, "the axis is not one number", axis)
    var isDynamic = !axis.isConstant
    if hasSizes {
      let sizes = try context.input(1)
      try context.expect(sizes, .int32, .int64)
      try context.expectRank(sizes, 1)
      if sizes.elementCount != count {
        throw context.error("wrong number of sizes", sizes, expected: "\(count)", actual: "\(sizes.elementCount)")
      }
      isDynamic = isDynamic || !sizes.isConstant
    }
    for number in 0..<count { try context.expectSameType(context.output(number), input) }
    if isDynamic {
      for number in 0..<count { try context.setUnknownShape(ofOutput: number) }
      plan = .dynamic
      return
    }
    let (shapes, parts) = try resolve(input, axis, hasSizes ? context.input(1) : nil, context.node)
    for (number, shape) in shapes.enumerated() { try context.setShape(shape, ofOutput: number) }
    for (number, copy) in parts.copies.enumerated() {
      context.allowPlacing(output: number, insideInput: hasSizes ? 0 : 1, copy)
    }
    plan = .fixed(parts)
  }

  func execute(_ context: ExecuteContext) throws(RuntimeError) {
    switch plan {
    case .fixed(let parts): parts.split(context, input: hasSizes ? 0 : 1)
    case .dynamic:
      let input = context.input(hasSizes ? 0 : 1)
      let axis = context.input(hasSizes ? 2 : 0)
      let (shapes, parts) = try resolve(input, axis, hasSizes ? context.input(1) : nil, context.node)
      for (number, shape) in shapes.enumerated() { try context.resizeOutput(number, to: shape) }
      parts.split(context, input: hasSizes ? 0 : 1)
    case nil: throw context.unprepared
    }
  }

  /// The shapes of the parts, and the copies.
  private func resolve(
    _ input: RuntimeTensor, _ axisTensor: RuntimeTensor, _ sizesTensor: RuntimeTensor?, _ node: OperatorNode
  ) throws(RuntimeError) -> ([Shape], AxisSplit) {
    let given = axisTensor.integer(0)
    let axis = given < 0 ? given &+ input.rank : given
    if axis < 0 || axis >= input.rank {
      throw node.operandError(
        "axis out of range", axisTensor, expected: "\(-input.rank)..<\(input.rank)", actual: "\(given)")
    }
    let extent = input.shape[axis]
    var sizes: [Int]
    if let sizesTensor {
      sizes = sizesTensor.integers
      var sum = 0
      var open: Int?
      for (number, size) in sizes.enumerated() {
        if size == -1, open == nil {
          open = number
        } else if size < 0 || size > extent {
          throw node.operandError("a size is out of range", sizesTensor, expected: "0...\(extent)", actual: "\(size)")
        } else {
          sum &+= size
        }
      }
      if let open, sum <= extent {
        sizes[open] = extent - sum
      } else if sum != extent {
        throw node.operandError("the sizes do not fit the axis", sizesTensor, expected: "\(extent)", actual: "\(sum)")
      }
    } else {
      if count <= 0 || extent % count != 0 {
        throw node.operandError("the axis cannot be cut evenly", input, actual: "\(extent) in \(count) parts")
      }
      sizes = [Int](repeating: extent / count, count: count)
    }
    let parts = AxisSplit(
      input.type, outer: input.shape.product(0..<axis), counts: sizes,
      inner: input.shape.product(axis + 1..<input.rank), .wholeToParts)
    let shapes = sizes.map { size in
      var shape = input.shape
      shape[axis] = size
      return shape
    }
    return (shapes, parts)
  }
}
