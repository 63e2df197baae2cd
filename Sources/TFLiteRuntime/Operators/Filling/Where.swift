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
    for value in values { count &+= value != 0 ? 1 : 0 }
    let rank = input.rank
    let output = try context.resizeOutput(0, to: [count, rank])
    guard let last = values.lastIndex(where: { $0 != 0 }) else { return }
    var row = output.mutablePointer(as: Int64.self)
    let length = input.shape[rank - 1]
    withUnsafeTemporaryAllocation(of: Int64.self, capacity: rank) { indices in
      indices.initialize(repeating: 0)
      var start = 0
      while start <= last {
        // The row of every element is written, and kept where the element is not zero: behind the last of these there is no row.
        for index in 0..<min(length, last &+ 1 &- start) {
          for axis in 0..<rank - 1 { row[axis] = indices[axis] }
          row[rank - 1] = Int64(index)
          row += values[start &+ index] != 0 ? rank : 0
        }
        start &+= length
        var axis = rank - 2
        while axis >= 0 {
          indices[axis] &+= 1
          if indices[axis] < input.shape[axis] { break }
          indices[axis] = 0
          axis -= 1
        }
      }
    }
  }
}
