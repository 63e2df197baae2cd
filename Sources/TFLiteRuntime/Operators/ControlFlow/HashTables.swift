import TFLiteSchema

/// HASHTABLE: the identifier of a table between int64 and strings, one number.
final class HashTable {
  private let identifier: Int32
  private let keyType: ElementType?
  private let valueType: ElementType?

  init(_ node: OperatorNode) {
    let options = node.options.hashtableOptions
    identifier = options?.tableId ?? 0
    keyType = options.flatMap { ElementType(rawValue: Int8(truncatingIfNeeded: $0.keyDtype.rawValue)) }
    valueType = options.flatMap { ElementType(rawValue: Int8(truncatingIfNeeded: $0.valueDtype.rawValue)) }
  }

  var made: MadeOperator { MadeOperator(prepare: prepare, execute: execute, isPure: false) }

  func prepare(_ context: PrepareContext) throws(RuntimeError) {
    try context.expect(inputs: 0, outputs: 1)
    try context.expect(context.output(0), .resource)
    guard
      (keyType == .int64 && valueType == .string) || (keyType == .string && valueType == .int64)
    else {
      throw context.node.error(
        .unsupported, "key and value types not supported", expected: "INT64 and STRING, or STRING and INT64",
        actual: "\(keyType?.name ?? "none") and \(valueType?.name ?? "none")")
    }
    try context.setShape([1], ofOutput: 0)
  }

  func execute(_ context: ExecuteContext) throws(RuntimeError) {
    context.resources.tables.declare(identifier, keyType: keyType ?? .int64)
    context.output(0).mutablePointer(as: Int32.self)[0] = identifier
  }
}

/// HASHTABLE_IMPORT: fills a table with keys and values, the first time only.
final class HashTableImport {
  init(_ node: OperatorNode) {}

  var made: MadeOperator { MadeOperator(prepare: prepare, execute: execute, isPure: false) }

  func prepare(_ context: PrepareContext) throws(RuntimeError) {
    try context.expect(inputs: 3, outputs: 0)
    try context.expectHandle(context.input(0))
    let keys = try context.input(1)
    let values = try context.input(2)
    try context.expectTableTypes(keys, values)
    try context.expect(keys.shape == values.shape, "keys and values differ in shape", values)
  }

  func execute(_ context: ExecuteContext) throws(RuntimeError) {
    let keys = context.input(1)
    let values = context.input(2)
    let table = try context.table(keyType: keys.type)
    if table.isFilled { return }
    let (strings, integers) = keys.type == .string ? (keys, values) : (values, keys)
    try table.fill(strings: strings.bytes, integers: integers.values(as: Int64.self), context.memory)
  }
}

/// HASHTABLE_FIND: the values of keys, the default where a table has none.
final class HashTableFind {
  init(_ node: OperatorNode) {}

  var made: MadeOperator { MadeOperator(prepare: prepare, execute: execute, isPure: false) }

  func prepare(_ context: PrepareContext) throws(RuntimeError) {
    try context.expect(inputs: 3, outputs: 1)
    try context.expectHandle(context.input(0))
    let keys = try context.input(1)
    let standard = try context.input(2)
    let output = try context.output(0)
    try context.expectSameType(standard, output)
    try context.expectTableTypes(keys, output)
    try context.expect(standard.elementCount >= 1, "the default value is missing", standard)
    if output.type == .string {
      try context.setUnknownShape(ofOutput: 0)
    } else {
      try context.setShape(keys.shape, ofOutput: 0)
    }
  }

  func execute(_ context: ExecuteContext) throws(RuntimeError) {
    let keys = context.input(1)
    let table = try context.table(keyType: keys.type)
    if !table.isFilled { throw context.error("the table is searched before it is filled") }
    if keys.type == .string {
      let standard = context.input(2).pointer(as: Int64.self)[0]
      let output = context.output(0).mutablePointer(as: Int64.self)
      let count = SerializedStrings.count(keys.bytes)
      if count < keys.elementCount {
        throw context.error("too few strings", keys, expected: "\(keys.elementCount)", actual: "\(count)")
      }
      for index in 0..<keys.elementCount {
        output[index] = table.integer(Array(SerializedStrings.string(keys.bytes, index))) ?? standard
      }
      return
    }
    let defaults = context.input(2).bytes
    let standard = SerializedStrings.count(defaults) > 0 ? Array(SerializedStrings.string(defaults, 0)) : []
    let wanted = keys.values(as: Int64.self)
    var total = 4 &* (wanted.count &+ 2)
    for key in wanted { total &+= (table.string(key) ?? standard).count }
    if Int64(total) > Int64(Int32.max) { throw context.error("the strings are too long", actual: "\(total) bytes") }
    let output = try context.resizeOutput(0, to: keys.shape, byteCount: total)
    let words = output.mutablePointer(as: Int32.self)
    words[0] = Int32(truncatingIfNeeded: wanted.count)
    var offset = 4 &* (wanted.count &+ 2)
    for (number, key) in wanted.enumerated() {
      words[number &+ 1] = Int32(truncatingIfNeeded: offset)
      let string = table.string(key) ?? standard
      string.withUnsafeBytes { source in
        if let base = source.baseAddress { (output.data + offset).copyMemory(from: base, byteCount: source.count) }
      }
      offset &+= string.count
    }
    words[wanted.count &+ 1] = Int32(truncatingIfNeeded: offset)
  }
}

/// HASHTABLE_SIZE: the number of entries of a table.
final class HashTableSize {
  init(_ node: OperatorNode) {}

  var made: MadeOperator { MadeOperator(prepare: prepare, execute: execute, isPure: false) }

  func prepare(_ context: PrepareContext) throws(RuntimeError) {
    try context.expect(inputs: 1, outputs: 1)
    try context.expectHandle(context.input(0))
    try context.expect(context.output(0), .int64)
    try context.setShape([1], ofOutput: 0)
  }

  func execute(_ context: ExecuteContext) throws(RuntimeError) {
    context.output(0).mutablePointer(as: Int64.self)[0] = Int64(try context.table(keyType: nil).count)
  }
}

extension PrepareContext {
  /// - Throws: `unsupported` unless one tensor holds int64 and the other strings.
  fileprivate func expectTableTypes(_ keys: RuntimeTensor, _ values: RuntimeTensor) throws(RuntimeError) {
    try expect(keys, .int64, .string)
    try expect(values, keys.type == .int64 ? .string : .int64)
  }
}

extension ExecuteContext {
  /// The table that input 0 names.
  /// - Throws: `invalidData` when there is none, or one with keys of another type.
  fileprivate func table(keyType: ElementType?) throws(RuntimeError) -> HashTableStore.Table {
    let identifier = input(0).pointer(as: Int32.self)[0]
    guard let table = resources.tables.table(identifier), keyType == nil || keyType == table.keyType else {
      throw error("no such table", input(0), actual: "table \(identifier)")
    }
    return table
  }
}
