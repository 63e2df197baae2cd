import TFLiteSchema

/// MIRROR_PAD: margins that repeat the input backwards, without (reflect) or with (symmetric) its outermost element.
final class MirrorPad {
  /// How far from the border the reflection starts: 1 or 0.
  private let offset: Int

  private var copy: IndexedCopy?

  init(_ node: OperatorNode) {
    offset = node.options.mirrorPadOptions?.mode == .symmetric ? 0 : 1
  }

  var made: MadeOperator { MadeOperator(prepare: prepare, execute: execute) }

  func prepare(_ context: PrepareContext) throws(RuntimeError) {
    copy = nil
    try context.expect(inputs: 2, outputs: 1)
    let input = try context.input(0)
    let paddings = try context.input(1)
    let output = try context.output(0)
    try context.expect(input, oneOf: ElementType.wholeBytes)
    try context.expectSameType(output, input)
    try context.expect(paddings, .int32, .int64)
    if paddings.shape != [input.rank, 2] {
      throw context.error(
        "wrong shape of the paddings", paddings, expected: "[\(input.rank),2]", actual: "\(paddings.shape)")
    }
    if input.type == .uint8 || input.type == .int8 || input.type == .int16 {
      try context.expectSameQuantization(output, input)
    }
    if input.type == .int16 { try context.expectZeroZeroPoint(input) }
    if paddings.isConstant {
      let (shape, indices) = try resolve(input, paddings, context.node)
      try context.setShape(shape, ofOutput: 0)
      copy = try IndexedCopy(
        width: input.type.elementByteCount, input: input.shape, output: shape, indices: indices, context.memory)
    } else {
      try context.setUnknownShape(ofOutput: 0)
    }
  }

  func execute(_ context: ExecuteContext) throws(RuntimeError) {
    let input = context.input(0)
    var output = context.output(0)
    let copy: IndexedCopy
    if let planned = self.copy {
      copy = planned
    } else {
      let (shape, indices) = try resolve(input, context.input(1), context.node)
      output = try context.resizeOutput(0, to: shape)
      copy = try IndexedCopy(
        width: input.type.elementByteCount, input: input.shape, output: shape, indices: indices, context.memory)
    }
    if output.elementCount > 0 { copy.run(context, from: input.data, to: output.data) }
  }

  /// The shape of the output, and how indices of its axes follow from those of the input, nil where they are the same.
  private func resolve(
    _ input: RuntimeTensor, _ paddings: RuntimeTensor, _ node: OperatorNode
  ) throws(RuntimeError) -> (Shape, [((Int) -> Int)?]) {
    var shape = input.shape
    var margins: [(before: Int, after: Int)] = []
    for axis in 0..<input.rank {
      let before = paddings.integer(2 * axis)
      let after = paddings.integer(2 * axis + 1)
      let limit = input.shape[axis] - offset
      for margin in [before, after] where margin != 0 && (margin < 0 || margin > limit) {
        throw node.operandError(
          "padding of axis \(axis) is out of range", paddings, expected: "0...\(max(0, limit))", actual: "\(margin)")
      }
      margins.append((before, after))
      shape[axis] = input.shape[axis] &+ before &+ after
    }
    guard shape.checkedElementCount != nil else {
      throw node.operandError("impossible output shape", paddings, actual: "\(shape)")
    }
    var indices: [((Int) -> Int)?] = []
    for (axis, margin) in margins.enumerated() {
      let extent = input.shape[axis]
      if margin.before == 0 && margin.after == 0 {
        indices.append(nil)
      } else {
        let offset = offset
        indices.append { position in
          let index = position - margin.before
          if index < 0 { return -index - 1 + offset }
          return index < extent ? index : 2 * extent - 1 - offset - index
        }
      }
    }
    return (shape, indices)
  }
}
