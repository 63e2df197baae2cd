import TFLiteSchema

/// What a FULLY_CONNECTED gives for one row of a list, read from what it has computed of all rows: inputs are these products,
/// the row's number, an int32, and the list.
final class ProductRow {
  private let keepsDimensions: Bool
  /// The rows of the list.
  private var rowCount = 0

  /// - Parameter product: the FULLY_CONNECTED.
  init(_ product: OperatorNode) {
    keepsDimensions = product.options.fullyConnectedOptions?.keepNumDims ?? false
  }

  var made: MadeOperator { MadeOperator(prepare: prepare, execute: execute) }

  func prepare(_ context: PrepareContext) throws(RuntimeError) {
    try context.expect(inputs: 3, outputs: 1)
    let products = try context.input(0)
    let index = try context.input(1)
    let list = try context.input(2)
    try context.expect(index, .int32)
    try context.expect(index.elementCount == 1, "the index of a row is one number", index)
    try context.expectSameType(context.output(0), products)
    guard list.rank > 0, let units = products.shape.dimensions.last else {
      throw context.error("a list has rows", list, actual: "\(list.shape)")
    }
    rowCount = list.shape[0]
    try context.expect(
      products.shape[0] % max(1, rowCount) == 0, "a row of the list is not made of whole rows for the weights", list)
    if keepsDimensions {
      try context.setShape(Shape(index.shape.dimensions + products.shape.dimensions[1...]), ofOutput: 0)
    } else {
      try context.setShape([products.shape[0] / max(1, rowCount), units], ofOutput: 0)
    }
  }

  func execute(_ context: ExecuteContext) throws(RuntimeError) {
    let output = context.output(0)
    let index = Int(context.input(1).pointer(as: Int32.self)[0])
    if index < 0 || index >= rowCount {
      throw context.error("index out of range", context.input(1), expected: "0..<\(rowCount)", actual: "\(index) at 0")
    }
    output.data.copyMemory(from: context.input(0).data + index &* output.byteCount, byteCount: output.byteCount)
  }
}
