import TFLiteSchema

/// Where something was written: its distance from the end of the buffer.
package typealias FlatBufferReference = Int

/// Writes a flatbuffer from its end to its beginning, so that what is referred to stands behind what refers to it.
///
/// Equal strings, equal vtables and vectors from the same place of a file are written once.
package final class FlatBufferBuilder {
  /// Most bytes of a flatbuffer, whose offsets have 32 bits, some of them with a sign.
  package static let maximumByteCount = Int(Int32.max)

  private var memory: UnsafeMutableRawBufferPointer
  /// Bytes written, which are the last of `memory`.
  private var count = 0
  /// The greatest multiple that anything has to stand at.
  private var alignment = 4
  private var texts: [SchemaText: FlatBufferReference] = [:]
  private var vtables: [[UInt16]: FlatBufferReference] = [:]
  private var places: [Place: FlatBufferReference] = [:]
  /// The table that is being written.
  private var slots: [(id: Int, place: FlatBufferReference)] = []
  private var tableEnd = 0
  /// Whether there was more than a flatbuffer can hold; nothing is written from then on.
  private var isFull = false

  private struct Place: Hashable {
    let address: UnsafeRawPointer
    let count: Int
    let alignment: Int
  }

  package init() { memory = .allocate(byteCount: 1 << 16, alignment: 16) }

  deinit { memory.deallocate() }

  /// Ends the buffer with the reference to its root.
  /// - Returns: The whole buffer, nil when it would be longer than ``maximumByteCount``.
  package func finish(_ root: FlatBufferReference, identifier: String) -> [UInt8]? {
    align(alignment, before: 8)
    for byte in identifier.utf8.prefix(4).reversed() { push(byte) }
    pushReference(root)
    return isFull ? nil : Array(memory[(memory.count - count)...])
  }

  // MARK: Tables

  package func beginTable() {
    slots.removeAll(keepingCapacity: true)
    tableEnd = count
  }

  package func store<Value: FlatBufferScalar & Equatable>(_ value: Value, unless standard: Value, in id: Int) {
    if value != standard { store(value, in: id) }
  }

  package func store<Value: SchemaEnum>(_ value: Value, unless standard: Value, in id: Int) {
    if value != standard { store(value.rawValue, in: id) }
  }

  private func store<Value: FlatBufferScalar>(_ value: Value, in id: Int) {
    align(MemoryLayout<Value>.size)
    push(value)
    slots.append((id, count))
  }

  package func store(_ reference: FlatBufferReference?, in id: Int) {
    guard let reference else { return }
    align(4)
    pushReference(reference)
    slots.append((id, count))
  }

  package func endTable() -> FlatBufferReference {
    align(4)
    push(Int32(0))
    let table = count
    var vtable = [UInt16](repeating: 0, count: 2 + (slots.map { $0.id + 1 }.max() ?? 0))
    vtable[0] = UInt16(2 * vtable.count)
    vtable[1] = UInt16(truncatingIfNeeded: table - tableEnd)
    for slot in slots { vtable[2 + slot.id] = UInt16(truncatingIfNeeded: table - slot.place) }
    let place: FlatBufferReference
    if let known = vtables[vtable] {
      place = known
    } else {
      for entry in vtable.reversed() { push(entry) }
      place = count
      vtables[vtable] = place
    }
    if !isFull {
      memory.storeBytes(
        of: Int32(truncatingIfNeeded: place - table).littleEndian, toByteOffset: memory.count - table, as: Int32.self)
    }
    return table
  }

  // MARK: Vectors and strings

  package func text(_ text: SchemaText?) -> FlatBufferReference? {
    guard let text else { return nil }
    if let known = texts[text] { return known }
    align(4, before: text.utf8.count + 1)
    push(UInt8(0))
    text.utf8.withUnsafeBytes { push(bytes: $0) }
    push(UInt32(truncatingIfNeeded: text.utf8.count))
    texts[text] = count
    return count
  }

  package func texts(_ texts: [SchemaText]?) -> FlatBufferReference? {
    texts.flatMap { references($0.map { self.text($0) ?? 0 }) }
  }

  package func tables(_ tables: [some MutableTable]?) -> FlatBufferReference? {
    tables.flatMap { references($0.map { $0.pack(self) }) }
  }

  package func bytes(_ bytes: SchemaBytes?, alignment: Int = 1) -> FlatBufferReference? {
    guard let bytes else { return nil }
    let place = bytes.place.flatMap { bytes in
      bytes.baseAddress.map { Place(address: $0, count: bytes.count, alignment: alignment) }
    }
    if let place, let known = places[place] { return known }
    bytes.withUnsafeBytes { vector($0, count: $0.count, alignment: alignment) }
    if let place { places[place] = count }
    return count
  }

  package func vector<Element: FlatBufferScalar>(_ elements: [Element]?, alignment: Int = 1) -> FlatBufferReference? {
    guard let elements else { return nil }
    // Numbers are little-endian in files and on every processor that Swift runs on.
    elements.withUnsafeBytes {
      vector($0, count: elements.count, alignment: max(alignment, MemoryLayout<Element>.size))
    }
    return count
  }

  package func vector<Element: SchemaEnum>(_ elements: [Element]?, alignment: Int = 1) -> FlatBufferReference? {
    vector(elements?.map { $0.rawValue }, alignment: alignment)
  }

  private func vector(_ bytes: UnsafeRawBufferPointer, count elements: Int, alignment: Int) {
    align(max(alignment, 4), before: bytes.count)
    push(bytes: bytes)
    push(UInt32(truncatingIfNeeded: elements))
  }

  private func references(_ references: [FlatBufferReference]) -> FlatBufferReference {
    align(4, before: 4 * references.count)
    for reference in references.reversed() { pushReference(reference) }
    push(UInt32(truncatingIfNeeded: references.count))
    return count
  }

  // MARK: Bytes

  /// Fills up so that what begins `byteCount` bytes further on stands at a multiple of `multiple`.
  private func align(_ multiple: Int, before byteCount: Int = 0) {
    alignment = max(alignment, multiple)
    while (count + byteCount) % multiple != 0, !isFull { push(UInt8(0)) }
  }

  private func pushReference(_ reference: FlatBufferReference) {
    push(UInt32(truncatingIfNeeded: count + 4 - reference))
  }

  private func push<Value: BitwiseCopyable>(_ value: Value) {
    withUnsafeBytes(of: value) { push(bytes: $0) }
  }

  private func push(bytes: UnsafeRawBufferPointer) {
    guard reserve(bytes.count) else { return }
    count += bytes.count
    UnsafeMutableRawBufferPointer(rebasing: memory[(memory.count - count)...]).copyMemory(from: bytes)
  }

  /// Makes room in front of what is written.
  private func reserve(_ more: Int) -> Bool {
    if isFull || more > Self.maximumByteCount - count {
      isFull = true
      return false
    }
    guard count + more > memory.count else { return true }
    let larger = UnsafeMutableRawBufferPointer.allocate(
      byteCount: max(2 * memory.count, (count + more + 15) & ~15), alignment: 16)
    UnsafeMutableRawBufferPointer(rebasing: larger[(larger.count - count)...]).copyMemory(
      from: UnsafeRawBufferPointer(rebasing: memory[(memory.count - count)...]))
    memory.deallocate()
    memory = larger
    return true
  }
}
