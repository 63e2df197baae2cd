/// TensorListStack: the elements of a list as the rows of one tensor. Input 1 states their shape as far as it is known, the
/// attribute `num_elements` their number, -1 for any.
final class TensorListStack {
  private let count: Int?
  /// LiteRT's operator leaves an axis of elements of shape [1] out.
  private let dropsOne: Bool

  init(_ node: OperatorNode) {
    count = TensorFlowNode(node)?.number("num_elements").flatMap { $0 < 0 ? nil : $0 }
    dropsOne = !node.isTensorFlows
  }

  var made: MadeOperator { MadeOperator(prepare: prepare, execute: execute) }

  func prepare(_ context: PrepareContext) throws(RuntimeError) {
    try context.expect(inputs: 2, outputs: 1)
    let list = try context.list(0)
    try context.expectSameType(context.output(0), list)
    var shape = try context.resolvedList(list, 1)
    if let count, count != shape[0] {
      throw context.error("the list has another length", list, expected: "\(count)", actual: "\(shape[0])")
    }
    if dropsOne, shape.rank == 2, shape[1] == 1 { shape = [shape[0]] }
    try context.setShape(shape, ofOutput: 0)
    if shape.elementCount == list.elementCount { context.keepContent() }
  }

  func execute(_ context: ExecuteContext) throws(RuntimeError) {
    let (list, output) = (context.input(0), context.output(0))
    if list.byteCount != output.byteCount { return output.clear() }
    if list.data != output.data { output.data.copyMemory(from: list.data, byteCount: list.byteCount) }
  }
}
