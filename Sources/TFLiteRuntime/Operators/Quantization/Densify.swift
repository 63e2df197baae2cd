/// DENSIFY: a sparse constant with its zeros filled in. Every sparse constant is expanded when its subgraph is made, so what
/// arrives here is dense.
final class Densify {
  init(_ node: OperatorNode) {}

  var made: MadeOperator { MadeOperator(prepare: prepare, execute: execute) }

  func prepare(_ context: PrepareContext) throws(RuntimeError) {
    try context.expectUnary()
    let input = try context.input(0)
    try context.expect(input, .float32, .float16, .int8)
    try context.expect(input.isConstant, "the input of DENSIFY is not a constant", input)
    try context.setShape(input.shape, ofOutput: 0)
  }

  func execute(_ context: ExecuteContext) throws(RuntimeError) {
    let input = context.input(0)
    context.output(0).data.copyMemory(from: input.data, byteCount: input.byteCount)
  }
}
