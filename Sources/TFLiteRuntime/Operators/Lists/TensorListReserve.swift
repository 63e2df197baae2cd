/// TensorListReserve, EmptyTensorList: a list of as many elements as input 1 says, or of none, all of the shape that input 0 states
/// as far as it is known.
final class TensorListReserve {
  private let isEmpty: Bool
  private var isDynamic = false

  init(_ node: OperatorNode, isEmpty: Bool = false) { self.isEmpty = isEmpty }

  var made: MadeOperator { MadeOperator(prepare: prepare, execute: execute) }

  func prepare(_ context: PrepareContext) throws(RuntimeError) {
    try context.expect(inputs: 2, outputs: 1)
    let (shape, count) = (try context.input(0), try context.input(1))
    try context.expectListed(context.output(0))
    try context.expect(count, .int32)
    try context.expect(count.elementCount == 1, "the number of elements is one number", count)
    isDynamic = !shape.isConstant || !isEmpty && !count.isConstant
    if isDynamic {
      try context.setUnknownShape(ofOutput: 0)
    } else {
      try context.setShape(resolve(shape, count, context.node), ofOutput: 0)
    }
  }

  func execute(_ context: ExecuteContext) throws(RuntimeError) {
    var list = context.output(0)
    if isDynamic {
      list = try context.resizeOutput(0, to: resolve(context.input(0), context.input(1), context.node))
    }
    list.clear()
  }

  private func resolve(
    _ shape: RuntimeTensor, _ count: RuntimeTensor, _ node: OperatorNode
  ) throws(RuntimeError) -> Shape {
    let number = isEmpty ? 0 : count.integer(0)
    if number < 0 { throw node.operandError("a list of fewer than no elements", count, actual: "\(number)") }
    return TensorList.shape(number, of: try PrepareContext.elementShape(shape, node))
  }
}
