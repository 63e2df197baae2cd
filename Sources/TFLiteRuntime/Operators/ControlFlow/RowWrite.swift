/// Writes a row into a list in place: inputs are the list, the row and the number of the row, an int32. There is no output: the
/// list changes. The row is one that a CONCATENATION joined with those around it, or an element of a list of tensors.
final class RowWrite {
  /// The row has one axis less than the list, a `TensorList`.
  private let isElement: Bool
  /// The rows of the list.
  private var rowCount = 0

  init(isElement: Bool) { self.isElement = isElement }

  var made: MadeOperator { MadeOperator(prepare: prepare, execute: execute, isPure: false) }

  func prepare(_ context: PrepareContext) throws(RuntimeError) {
    try context.expect(inputs: 3, outputs: 0)
    let list = try context.input(0)
    let row = try context.input(1)
    let index = try context.input(2)
    try context.expectSameType(row, list)
    try context.expect(index, .int32)
    try context.expect(index.elementCount == 1, "the index of a row is one number", index)
    list.settledShape = nil
    if isElement {
      let shape = try TensorListSetItem.shape(list, row, context.node)
      if shape != list.shape { list.settledShape = shape }
    } else {
      var shape = list.shape
      if shape.rank > 0 { shape[0] = 1 }
      if row.shape != shape {
        throw context.error("shapes differ outside the axis", row, expected: "\(shape)", actual: "\(row.shape)")
      }
    }
    rowCount = list.shape.rank > 0 ? list.shape[0] : 1
  }

  func execute(_ context: ExecuteContext) throws(RuntimeError) {
    let list = context.input(0)
    let row = context.input(1)
    if let shape = list.settledShape { try settle(list, shape, context) }
    let index = Int(context.input(2).pointer(as: Int32.self)[0])
    if index < 0 || index >= rowCount {
      throw context.error(
        "no such row in the list", context.input(2), expected: "0..<\(rowCount)", actual: "\(index)")
    }
    (list.data + index &* row.byteCount).copyMemory(from: row.data, byteCount: row.byteCount)
  }

  /// Gives the list, which has no bytes, the shape that comes with its first element. Nobody else in the subgraph reads it.
  private func settle(_ list: RuntimeTensor, _ shape: Shape, _ context: ExecuteContext) throws(RuntimeError) {
    guard let count = shape.checkedElementCount, let byteCount = list.type.byteCount(ofElements: count) else {
      throw context.error("impossible shape of a list", list, actual: "\(shape)")
    }
    try list.ensureOwnMemory(byteCount, context.memory)
    list.clear()
    list.shape = shape
    list.settledShape = nil
  }
}
