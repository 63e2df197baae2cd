/// TensorListPushBack: the list with input 1 as one element more.
final class TensorListPushBack {
  init(_ node: OperatorNode) {}

  var made: MadeOperator { MadeOperator(prepare: prepare, execute: execute) }

  func prepare(_ context: PrepareContext) throws(RuntimeError) {
    try context.expect(inputs: 2, outputs: 1)
    let (list, item) = (try context.list(0), try context.input(1))
    try context.expectSameType(item, list)
    try context.expectSameType(context.output(0), list)
    var shape = try TensorListSetItem.shape(list, item, context.node)
    shape[0] += 1
    try context.setShape(shape, ofOutput: 0)
  }

  func execute(_ context: ExecuteContext) throws(RuntimeError) {
    let (list, item, output) = (context.input(0), context.input(1), context.output(0))
    let start = output.byteCount - item.byteCount
    if list.byteCount == start {
      output.data.copyMemory(from: list.data, byteCount: start)
    } else {
      output.clear()
    }
    (output.data + start).copyMemory(from: item.data, byteCount: item.byteCount)
  }
}

/// TensorListPopBack: the list without its last element, and that element, whose shape input 1 states as far as it is known.
final class TensorListPopBack {
  init(_ node: OperatorNode) {}

  var made: MadeOperator { MadeOperator(prepare: prepare, execute: execute) }

  func prepare(_ context: PrepareContext) throws(RuntimeError) {
    try context.expect(inputs: 2, outputs: 2)
    let list = try context.list(0)
    for index in 0..<2 { try context.expectSameType(context.output(index), list) }
    let shape = try context.resolvedList(list, 1)
    var rest = list.shape
    rest[0] = max(0, rest[0] - 1)
    try context.setShape(rest, ofOutput: 0)
    try context.setShape(Shape(Array(shape.dimensions.dropFirst())), ofOutput: 1)
  }

  func execute(_ context: ExecuteContext) throws(RuntimeError) {
    let (list, rest, item) = (context.input(0), context.output(0), context.output(1))
    if list.shape[0] == 0 { throw context.error("the list has no element to take", list) }
    rest.data.copyMemory(from: list.data, byteCount: rest.byteCount)
    if list.byteCount < item.byteCount { return item.clear() }
    item.data.copyMemory(from: list.data + rest.byteCount, byteCount: item.byteCount)
  }
}
