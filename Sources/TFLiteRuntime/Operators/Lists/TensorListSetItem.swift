/// TensorListSetItem: the list, with input 2 as the element that input 1 names. What LiteRT does beyond the end, where it makes
/// the list longer, is an error, as in TensorFlow.
final class TensorListSetItem {
  init(_ node: OperatorNode) {}

  var made: MadeOperator { MadeOperator(prepare: prepare, execute: execute) }

  func prepare(_ context: PrepareContext) throws(RuntimeError) {
    try context.expect(inputs: 3, outputs: 1)
    let (list, item) = (try context.list(0), try context.input(2))
    try context.expectIndex(1)
    try context.expectSameType(item, list)
    try context.expectSameType(context.output(0), list)
    let shape = try Self.shape(list, item, context.node)
    try context.setShape(shape, ofOutput: 0)
    if shape == list.shape { context.allowInPlace(output: 0, input: 0) }
  }

  /// The shape of `list` once it holds `item`.
  /// - Throws: `invalidOperator` when its elements have another.
  static func shape(_ list: RuntimeTensor, _ item: RuntimeTensor, _ node: OperatorNode) throws(RuntimeError) -> Shape {
    if let shape = TensorList.shape(list.shape, holding: item.shape) { return shape }
    throw node.operandError(
      "the elements of the list have another shape", item,
      expected: "\(Shape(Array(list.shape.dimensions.dropFirst())))",
      actual: "\(item.shape)")
  }

  func execute(_ context: ExecuteContext) throws(RuntimeError) {
    let (list, item, output) = (context.input(0), context.input(2), context.output(0))
    let number = try context.element(1, of: output.shape[0])
    if list.byteCount != output.byteCount {
      output.clear()
    } else if list.data != output.data {
      output.data.copyMemory(from: list.data, byteCount: list.byteCount)
    }
    (output.data + number &* item.byteCount).copyMemory(from: item.data, byteCount: item.byteCount)
  }
}
