/// ZEROS_LIKE: zeros in the shape of the input.
final class ZerosLike {
  init(_ node: OperatorNode) {}

  var made: MadeOperator { MadeOperator(prepare: prepare, execute: execute) }

  func prepare(_ context: PrepareContext) throws(RuntimeError) {
    try context.expect(inputs: 1, outputs: 1)
    let input = try context.input(0)
    try context.expect(input, oneOf: ElementType.fixedSize)
    try context.expectSameType(context.output(0), input)
    try context.setShape(input.shape, ofOutput: 0)
    context.dependsOnShapesOnly()
  }

  func execute(_ context: ExecuteContext) throws(RuntimeError) {
    let output = context.output(0)
    output.data.initializeMemory(as: UInt8.self, repeating: 0, count: output.byteCount)
  }
}
