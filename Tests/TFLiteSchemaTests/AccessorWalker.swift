import TFLiteSchema

/// Reads every property of every table it is led to, so that a fault in a view or a gap in the verifier shows.
struct AccessorWalker {
  /// A sum over all that was read, which keeps the reads from being optimised away.
  private(set) var checksum: UInt64 = 0

  /// Tables that may still be entered; a table can be referred to many times.
  private var tablesLeft: Int

  init(maxTables: Int = 20_000) {
    tablesLeft = maxTables
  }

  mutating func enter() -> Bool {
    tablesLeft -= 1
    return tablesLeft >= 0
  }

  private mutating func add(_ value: UInt64) {
    checksum = checksum &* 31 &+ value
  }

  mutating func read<Number: FlatBufferScalar & FixedWidthInteger>(_ value: Number) {
    add(UInt64(truncatingIfNeeded: value))
  }

  mutating func read(_ value: Float) { add(UInt64(value.bitPattern)) }
  mutating func read(_ value: Bool) { add(value ? 1 : 0) }

  mutating func read(_ value: some SchemaEnum) {
    add(UInt64(truncatingIfNeeded: value.rawValue))
    add(UInt64(value.name.utf8.count))
  }

  mutating func read(_ value: FlatBufferString?) {
    guard let value else { return }
    add(UInt64(value.utf8.count))
    read(ends: value.utf8)
    if value.utf8.count < 200 { add(UInt64(value.string.utf8.count)) }
  }

  mutating func read<Element: FlatBufferScalar>(_ vector: FlatBufferVector<Element>, _ isPresent: Bool) {
    read(isPresent)
    add(UInt64(vector.count))
    read(ends: vector.bytes)
    _ = vector.first
    _ = vector.last
    _ = vector.at(vector.count)
  }

  mutating func read<Element: SchemaEnum>(_ vector: FlatBufferVector<Element>, _ isPresent: Bool) {
    read(isPresent)
    if let first = vector.first { read(first) }
    if let last = vector.last { read(last) }
  }

  private mutating func read(ends bytes: UnsafeRawBufferPointer) {
    if let first = bytes.first { add(UInt64(first)) }
    if let last = bytes.last { add(UInt64(last)) }
  }

  /// Reads a model, what its helpers give, and the options of its custom operators.
  mutating func walk(_ model: Schema.Model, in file: UnsafeRawBufferPointer) {
    walk(model)
    for code in model.operatorCodes where enter() { read(code.resolvedCode) }
    for buffer in model.buffers where enter() {
      if let contents = buffer.contents(in: file) { read(ends: contents) }
    }
    for subgraph in model.subgraphs where enter() {
      for tensor in subgraph.tensors where enter() {
        if let constant = model.constant(of: tensor, in: file) { read(ends: constant) }
      }
      for entry in subgraph.operators where enter() {
        if let options = entry.customOptionsContents(in: file) { walk(flexBuffer: options) }
      }
    }
  }

  /// Reads a FlexBuffer in every way.
  mutating func walk(flexBuffer bytes: UnsafeRawBufferPointer) {
    guard let root = FlexBuffer.root(of: bytes) else { return }
    walk(root, depth: 0)
    guard let map = FlexBuffer.Map(bytes) else { return }
    for key in ["max_detections", "use_regular_nms", ""] {
      _ = map.int(forKey: key)
      _ = map.float(forKey: key)
      _ = map.bool(forKey: key)
      _ = map.string(forKey: key)
      _ = map.vector(forKey: key)
    }
  }

  private mutating func walk(_ value: FlexBuffer.Value, depth: Int) {
    guard depth < 8, enter() else { return }
    add(UInt64(bitPattern: value.int ?? 1))
    add((value.double ?? 1).bitPattern)
    read(value.bool ?? false)
    read(value.isNull)
    if let bytes = value.bytes { read(ends: bytes) }
    if let string = value.string { add(UInt64(string.utf8.count)) }
    if let map = value.map {
      for index in 0..<min(map.count, 100) {
        add(UInt64(map.key(at: index)?.utf8.count ?? 0))
        _ = map.value(at: index)
      }
    }
    if let vector = value.vector {
      for index in 0..<min(vector.count, 100) {
        if let element = vector.at(index) { walk(element, depth: depth + 1) }
      }
      _ = vector.at(vector.count)
    }
  }
}
