/// TensorListGetItem: the element that input 1 names. Input 2 states its shape as far as it is known.
final class TensorListGetItem {
  init(_ node: OperatorNode) {}

  var made: MadeOperator { MadeOperator(prepare: prepare, execute: execute) }

  func prepare(_ context: PrepareContext) throws(RuntimeError) {
    try context.expect(inputs: 3, outputs: 1)
    let list = try context.list(0)
    try context.expectIndex(1)
    try context.expectSameType(context.output(0), list)
    let shape = try context.resolvedList(list, 2)
    try context.setShape(Shape(Array(shape.dimensions.dropFirst())), ofOutput: 0)
  }

  func execute(_ context: ExecuteContext) throws(RuntimeError) {
    let (list, output) = (context.input(0), context.output(0))
    let number = try context.element(1, of: list.shape[0])
    if list.byteCount < output.byteCount { return output.clear() }
    output.data.copyMemory(from: list.data + number &* output.byteCount, byteCount: output.byteCount)
  }
}

extension PrepareContext {
  /// The shape of `list` with what input `index` states of its elements' shape.
  /// - Throws: `invalidOperator` when they have another.
  func resolvedList(_ list: RuntimeTensor, _ index: Int) throws(RuntimeError) -> Shape {
    let stated = try input(index)
    if !stated.isConstant { return list.shape }
    if let shape = try TensorList.shape(list.shape, of: elementShape(index)) { return shape }
    throw node.operandError(
      "the elements of the list have another shape", list, expected: "\(Shape(stated.integers))",
      actual: "\(Shape(Array(list.shape.dimensions.dropFirst())))")
  }
}
