/// TensorListFromTensor: the rows of input 0 as the elements of a list. Input 1 states their shape once more.
final class TensorListFromTensor {
  init(_ node: OperatorNode) {}

  var made: MadeOperator { MadeOperator(prepare: prepare, execute: execute) }

  func prepare(_ context: PrepareContext) throws(RuntimeError) {
    try context.expect(inputs: 2, outputs: 1)
    let tensor = try context.list(0)
    try context.expectSameType(context.output(0), tensor)
    let stated = try context.input(1)
    if stated.isConstant {
      let shape = try TensorList.shape(tensor.shape, of: context.elementShape(1))
      try context.expect(shape == tensor.shape, "rows have another shape than elements are to have", tensor)
    }
    try context.setShape(tensor.shape, ofOutput: 0)
    context.keepContent()
  }

  func execute(_ context: ExecuteContext) throws(RuntimeError) {
    try context.copyUnchanged(shape: context.output(0).shape, resizing: false)
  }
}
