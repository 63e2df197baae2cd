import TFLiteSchema

/// SHAPE: the extents of the input as a vector of INT32 or INT64.
final class ShapeOf {
  init(_ node: OperatorNode) {}

  var made: MadeOperator { MadeOperator(prepare: prepare, execute: execute) }

  func prepare(_ context: PrepareContext) throws(RuntimeError) {
    try context.expect(inputs: 1, outputs: 1)
    let output = try context.output(0)
    try context.expect(output, .int32, .int64)
    try context.setShape([context.input(0).rank], ofOutput: 0)
    context.dependsOnShapesOnly()
  }

  func execute(_ context: ExecuteContext) throws(RuntimeError) {
    let output = context.output(0)
    for (axis, extent) in context.input(0).shape.dimensions.enumerated() {
      if output.type == .int64 {
        output.mutablePointer(as: Int64.self)[axis] = Int64(extent)
      } else {
        output.mutablePointer(as: Int32.self)[axis] = Int32(truncatingIfNeeded: extent)
      }
    }
  }
}
