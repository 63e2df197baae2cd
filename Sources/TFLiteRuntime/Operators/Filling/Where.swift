/// WHERE: the indices of the elements that are not zero, one row of INT64 each, in row-major order.
final class Where {
  init(_ node: OperatorNode) {}

  var made: MadeOperator { MadeOperator(prepare: prepare, execute: execute) }

  func prepare(_ context: PrepareContext) throws(RuntimeError) {
    try context.expect(inputs: 1, outputs: 1)
    let input = try context.input(0)
    try context.expect(input, .bool, .float32, .int64, .int32, .int8, .uint8, .uint32)
    try context.expect(context.output(0), .int64)
    try context.expectRank(input, 1...Int.max)
    try context.setUnknownShape(ofOutput: 0)
  }

  func execute(_ context: ExecuteContext) throws(RuntimeError) {
    switch context.input(0).type {
    case .float32: try select(context, Float.self)
    case .int64: try select(context, Int64.self)
    case .int32, .uint32: try select(context, Int32.self)
    default: try select(context, UInt8.self)
    }
  }

  private func select<Element: Numeric & BitwiseCopyable>(
    _ context: ExecuteContext, _ type: Element.Type
  ) throws(RuntimeError) {
    let input = context.input(0)
    let values = input.values(as: type)
    var count = 0
    for value in values where value != 0 { count &+= 1 }
    let rank = input.rank
    let output = try context.resizeOutput(0, to: [count, rank])
    var row = output.mutablePointer(as: Int64.self)
    for (number, value) in values.enumerated() where value != 0 {
      var rest = number
      for axis in (0..<rank).reversed() {
        row[axis] = Int64(rest % input.shape[axis])
        rest /= input.shape[axis]
      }
      row += rank
    }
  }
}
