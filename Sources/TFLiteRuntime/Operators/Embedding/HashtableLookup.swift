/// HASHTABLE_LOOKUP: for each key the row of the table at the place of the key in the sorted list of keys; rows of zeros
/// and empty strings for keys that are not there. The second output tells which keys were.
final class HashtableLookup {
  init(_ node: OperatorNode) {}

  var made: MadeOperator { MadeOperator(prepare: prepare, execute: execute) }

  func prepare(_ context: PrepareContext) throws(RuntimeError) {
    try context.expect(inputs: 3, outputs: 2)
    let lookups = try context.input(0)
    let keys = try context.input(1)
    let table = try context.input(2)
    try context.expect(lookups, .int32)
    try context.expectRank(lookups, 1)
    try context.expect(keys, .int32)
    try context.expectRank(keys, 1)
    if table.type == .string { try context.expectRank(table, 1) }
    try context.expectRank(table, 1...Int.max)
    if table.shape[0] != keys.elementCount || keys.elementCount == 0 {
      throw context.error(
        "the table does not fit the keys", table, expected: "\(keys.elementCount) rows, at least 1",
        actual: "\(table.shape[0])")
    }
    if let bits = table.type.bitWidth, table.elementCount / table.shape[0] &* bits % 8 != 0 {
      throw context.error(
        "a row is not made of whole bytes", table, expected: "a multiple of \(8 / bits) elements",
        actual: "\(table.shape)")
    }
    try context.expectSameType(context.output(0), table)
    try context.expect(context.output(1), .uint8)
    var shape = table.shape
    shape[0] = lookups.elementCount
    try context.setShape(shape, ofOutput: 0)
    try context.setShape([lookups.elementCount], ofOutput: 1)
  }

  func execute(_ context: ExecuteContext) throws(RuntimeError) {
    let lookups = context.input(0).values(as: Int32.self)
    let keys = context.input(1).values(as: Int32.self)
    let table = context.input(2)
    let output = context.output(0)
    let hits = context.output(1).mutablePointer(as: UInt8.self)
    let run = table.byteCount / keys.count
    for (number, key) in lookups.enumerated() {
      let place = Self.place(of: key, in: keys)
      hits[number] = place == nil ? 0 : 1
      if table.type == .string { continue }
      if let place {
        copyRun(output.data + number &* run, table.data + place &* run, run)
      } else {
        (output.data + number &* run).initializeMemory(as: UInt8.self, repeating: 0, count: run)
      }
    }
    if table.type == .string {
      try context.selectStrings(lookups.count, of: table, output: 0, shape: output.shape) {
        Self.place(of: lookups[$0], in: keys).map { Int32(truncatingIfNeeded: $0) } ?? -1
      }
    }
  }

  /// Binary search in ascending `keys`.
  private static func place(of key: Int32, in keys: UnsafeBufferPointer<Int32>) -> Int? {
    var low = 0
    var high = keys.count
    while low < high {
      let middle = (low + high) / 2
      if keys[middle] == key { return middle }
      if key < keys[middle] { high = middle } else { low = middle + 1 }
    }
    return nil
  }
}
