import TFLiteSchema

/// ONE_HOT: along a new axis, `on` where the position equals the index and `off` elsewhere.
final class OneHot {
  private let axis: Int

  private var isDynamic = false

  init(_ node: OperatorNode) { axis = Int(node.options.oneHotOptions?.axis ?? 0) }

  var made: MadeOperator { MadeOperator(prepare: prepare, execute: execute) }

  func prepare(_ context: PrepareContext) throws(RuntimeError) {
    try context.expect(inputs: 4, outputs: 1)
    let indices = try context.input(0)
    let depth = try context.input(1)
    let on = try context.input(2)
    let off = try context.input(3)
    try context.expect(indices, .int32, .int64)
    try context.expect(depth, .int32)
    try context.expect(on, oneOf: ElementType.wholeBytes)
    try context.expectSameType(off, on)
    try context.expectSameType(context.output(0), on)
    for operand in [depth, on, off] {
      try context.expect(operand.elementCount == 1, "not one element", operand)
    }
    if axis < -1 || axis > indices.rank {
      throw context.error("axis out of range", expected: "-1...\(indices.rank)", actual: "\(axis)")
    }
    isDynamic = !depth.isConstant
    if isDynamic {
      try context.setUnknownShape(ofOutput: 0)
    } else {
      try context.setShape(resolve(indices, depth, context.node), ofOutput: 0)
    }
  }

  func execute(_ context: ExecuteContext) throws(RuntimeError) {
    let indices = context.input(0)
    var output = context.output(0)
    if isDynamic { output = try context.resizeOutput(0, to: resolve(indices, context.input(1), context.node)) }
    let on = context.input(2)
    let width = on.type.elementByteCount
    fillElements(output.data, count: output.elementCount, value: context.input(3).data, width: width)
    let position = axis == -1 ? indices.rank : axis
    let inner = indices.shape.product(position..<indices.rank)
    let depth = output.shape[position]
    for number in 0..<indices.elementCount {
      let index = indices.integer(number)
      if index < 0 || index >= depth { continue }
      let element = (number / inner &* depth &+ index) &* inner &+ number % inner
      copyRun(output.data + element &* width, on.data, width)
    }
  }

  private func resolve(
    _ indices: RuntimeTensor, _ depth: RuntimeTensor, _ node: OperatorNode
  ) throws(RuntimeError) -> Shape {
    var shape = indices.shape
    shape.dimensions.insert(depth.integer(0), at: axis == -1 ? indices.rank : axis)
    if shape.checkedElementCount == nil {
      throw node.operandError("depth out of range", depth, actual: "\(depth.integer(0))")
    }
    return shape
  }
}
