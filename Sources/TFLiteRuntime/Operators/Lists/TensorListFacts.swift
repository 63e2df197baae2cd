/// TensorListLength: the number of elements, an int32.
final class TensorListLength {
  init(_ node: OperatorNode) {}

  var made: MadeOperator { MadeOperator(prepare: prepare, execute: execute) }

  func prepare(_ context: PrepareContext) throws(RuntimeError) {
    try context.expect(inputs: 1, outputs: 1)
    _ = try context.list(0)
    try context.expect(context.output(0), .int32)
    try context.setShape([], ofOutput: 0)
    context.dependsOnShapesOnly()
  }

  func execute(_ context: ExecuteContext) throws(RuntimeError) {
    context.output(0).mutablePointer(as: Int32.self)[0] = Int32(truncatingIfNeeded: context.input(0).shape[0])
  }
}

/// TensorListElementShape: the shape of the elements, int32 or int64; of extents that are not known yet, and of none in an element
/// without any, it says -1.
final class TensorListElementShape {
  init(_ node: OperatorNode) {}

  var made: MadeOperator { MadeOperator(prepare: prepare, execute: execute) }

  func prepare(_ context: PrepareContext) throws(RuntimeError) {
    try context.expect(inputs: 1, outputs: 1)
    let list = try context.list(0)
    try context.expect(context.output(0), .int32, .int64)
    try context.setShape([list.rank - 1], ofOutput: 0)
    context.dependsOnShapesOnly()
  }

  func execute(_ context: ExecuteContext) throws(RuntimeError) {
    let output = context.output(0)
    for (axis, extent) in context.input(0).shape.dimensions.dropFirst().enumerated() {
      let extent = extent == 0 ? -1 : extent
      if output.type == .int64 {
        output.mutablePointer(as: Int64.self)[axis] = Int64(extent)
      } else {
        output.mutablePointer(as: Int32.self)[axis] = Int32(truncatingIfNeeded: extent)
      }
    }
  }
}
