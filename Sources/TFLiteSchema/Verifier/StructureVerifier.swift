/// Proves that every reference of a flatbuffer stays inside the bytes, before any view follows it.
///
/// Numbers and offsets must be aligned to their size and tables to 4 bytes, counted from the beginning of the bytes.
/// The elements of a vector need no more than the 4-byte alignment of its count, as in the reference's verifier.
package struct StructureVerifier {
  private let bytes: UnsafeRawBufferPointer
  private let schema: SchemaLayout
  private let limits: VerifierLimits
  private var tablesLeft: Int

  private init(bytes: UnsafeRawBufferPointer, schema: SchemaLayout, limits: VerifierLimits) {
    self.bytes = bytes
    self.schema = schema
    self.limits = limits
    tablesLeft = limits.maxTables
  }

  /// Checks the whole buffer from its root and returns the root table.
  ///
  /// - Parameters:
  ///   - bytes: A flatbuffer, at any alignment.
  ///   - identifier: The four characters at byte 4.
  ///   - schema: The layout of its tables.
  ///   - limits: Bounds on depth and number of tables.
  package static func root(
    of bytes: UnsafeRawBufferPointer, identifier: StaticString, schema: SchemaLayout, limits: VerifierLimits
  ) throws(VerificationError) -> FlatBufferTable {
    guard let base = bytes.baseAddress, bytes.count >= 8 else {
      throw VerificationError("file too short: expected at least 8 bytes, found \(bytes.count)", at: 0)
    }
    guard identifier.utf8CodeUnitCount == 4, bytes[4..<8].elementsEqual(identifier.utf8) else {
      throw VerificationError(
        "file identifier: expected \"\(identifier)\", found \(quoted(bytes[4..<8]))", at: 4)
    }
    var verifier = StructureVerifier(bytes: bytes, schema: schema, limits: limits)
    let context = Context(table: schema.tables[schema.root].name, field: "root")
    let position = try verifier.target(of: 0, context)
    try verifier.table(at: position, layout: schema.root, depth: 1, context)
    return FlatBufferTable(pointer: base + position)
  }

  /// What is being followed, for messages.
  private struct Context {
    let table: StaticString
    let field: StaticString

    func error(_ problem: String, at byteOffset: Int) -> VerificationError {
      VerificationError("\(table).\(field): \(problem)", at: byteOffset)
    }
  }

  // MARK: Tables

  private mutating func table(
    at position: Int, layout index: Int, depth: Int, _ context: Context
  ) throws(VerificationError) {
    let layout = schema.tables[index]
    guard depth <= limits.maxDepth else {
      throw context.error("tables nested deeper than the limit of \(limits.maxDepth)", at: position)
    }
    guard tablesLeft > 0 else {
      throw context.error("more tables than the limit of \(limits.maxTables)", at: position)
    }
    tablesLeft -= 1

    let vtable = try vtable(of: position, context)
    for field in layout.fields {
      let slot = 4 + 2 * field.id
      guard slot + 2 <= vtable.size else { continue }
      let offset = Int(load(vtable.position + slot, as: UInt16.self))
      guard offset != 0 else { continue }
      let inner = Context(table: layout.name, field: field.name)
      let size = if case .scalar(let size) = field.storage { size } else { 4 }
      guard offset <= bytes.count - position, size <= bytes.count - position - offset else {
        throw inner.error(
          "field of \(size) bytes, \(offset) bytes into its table, runs past the end of the \(bytes.count)-byte file",
          at: position)
      }
      guard (position + offset) % size == 0 else {
        throw inner.error("expected a multiple of \(size) as its place", at: position + offset)
      }
      try reference(at: position + offset, field, in: position, vtable: vtable, depth: depth, inner)
    }
  }

  /// Checks what the stored field refers to.
  private mutating func reference(
    at position: Int, _ field: FieldLayout, in table: Int, vtable: VTable, depth: Int, _ context: Context
  ) throws(VerificationError) {
    switch field.storage {
    case .scalar:
      return
    case .string:
      try string(at: try target(of: position, context), context)
    case .scalars(let size):
      _ = try vector(at: try target(of: position, context), stride: size, context)
    case .strings:
      let elements = try vector(at: try target(of: position, context), stride: 4, context)
      for element in stride(from: elements.lowerBound, to: elements.upperBound, by: 4) {
        try string(at: try target(of: element, context), context)
      }
    case .table(let child):
      try self.table(at: try target(of: position, context), layout: child, depth: depth + 1, context)
    case .tables(let child):
      let elements = try vector(at: try target(of: position, context), stride: 4, context)
      for element in stride(from: elements.lowerBound, to: elements.upperBound, by: 4) {
        try self.table(at: try target(of: element, context), layout: child, depth: depth + 1, context)
      }
    case .union(let union):
      let tag = selector(before: field, in: table, vtable: vtable)
      let members = schema.unions[union]
      guard tag < members.count, members[tag] >= 0 else { return }
      try self.table(at: try target(of: position, context), layout: members[tag], depth: depth + 1, context)
    }
  }

  /// The byte that selects a union's member. The selector's own field comes first in the list of fields, so it has
  /// been checked.
  private func selector(before field: FieldLayout, in table: Int, vtable: VTable) -> Int {
    let slot = 4 + 2 * (field.id - 1)
    guard slot + 2 <= vtable.size else { return 0 }
    let offset = Int(load(vtable.position + slot, as: UInt16.self))
    return offset == 0 ? 0 : Int(bytes[table + offset])
  }

  private struct VTable {
    let position: Int
    let size: Int
  }

  private func vtable(of table: Int, _ context: Context) throws(VerificationError) -> VTable {
    guard table % 4 == 0 else { throw context.error("expected a table at a multiple of 4 bytes", at: table) }
    guard bytes.count - table >= 4 else {
      throw context.error("table runs past the end of the \(bytes.count)-byte file", at: table)
    }
    let distance = Int64(load(table, as: Int32.self))
    let position = Int64(table) - distance
    guard position >= 0, position <= Int64(bytes.count) - 4 else {
      throw context.error("vtable at byte \(position), outside the \(bytes.count)-byte file", at: table)
    }
    let start = Int(position)
    guard start % 2 == 0 else { throw context.error("expected a vtable at a multiple of 2 bytes", at: start) }
    let size = Int(load(start, as: UInt16.self))
    guard size >= 4, size % 2 == 0 else {
      throw context.error("vtable size: expected an even number from 4, found \(size)", at: start)
    }
    guard size <= bytes.count - start else {
      throw context.error("vtable of \(size) bytes runs past the end of the \(bytes.count)-byte file", at: start)
    }
    return VTable(position: start, size: size)
  }

  // MARK: Vectors and strings

  /// Checks a vector and returns where its elements stand.
  private func vector(at position: Int, stride: Int, _ context: Context) throws(VerificationError) -> Range<Int> {
    guard position % 4 == 0 else { throw context.error("expected a vector at a multiple of 4 bytes", at: position) }
    guard bytes.count - position >= 4 else {
      throw context.error("vector runs past the end of the \(bytes.count)-byte file", at: position)
    }
    let count = UInt64(load(position, as: UInt32.self))
    let room = bytes.count - position - 4
    guard count <= UInt64(room) / UInt64(stride) else {
      throw context.error(
        "vector of \(count) elements of \(stride) bytes: only \(room) bytes are left in the file", at: position)
    }
    return position + 4..<position + 4 + Int(count) * stride
  }

  private func string(at position: Int, _ context: Context) throws(VerificationError) {
    let characters = try vector(at: position, stride: 1, context)
    guard characters.upperBound < bytes.count, bytes[characters.upperBound] == 0 else {
      throw context.error("string of \(characters.count) bytes does not end with a NUL", at: position)
    }
  }

  // MARK: Offsets

  /// The place that the offset stored at `position` refers to. The offset itself lies inside the bytes.
  private func target(of position: Int, _ context: Context) throws(VerificationError) -> Int {
    guard position % 4 == 0 else { throw context.error("expected an offset at a multiple of 4 bytes", at: position) }
    let offset = load(position, as: UInt32.self)
    guard offset != 0, UInt64(offset) < UInt64(bytes.count - position) else {
      throw context.error(
        "offset \(offset) from byte \(position) does not lead into the \(bytes.count)-byte file", at: position)
    }
    return position + Int(offset)
  }

  private func load<Integer: FlatBufferScalar>(_ position: Int, as type: Integer.Type) -> Integer {
    Integer(element: UnsafeRawPointer(bytes.baseAddress.unsafelyUnwrapped) + position)
  }
}

extension StaticString {
  /// The characters as bytes.
  var utf8: UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: utf8Start, count: utf8CodeUnitCount)
  }
}

/// Bytes for a message: text where they are printable ASCII, numbers elsewhere.
private func quoted(_ bytes: Slice<UnsafeRawBufferPointer>) -> String {
  if bytes.allSatisfy({ $0 >= 0x20 && $0 < 0x7f }) {
    return "\"\(String(decoding: bytes, as: UTF8.self))\""
  }
  var text = "bytes"
  for byte in bytes { text += " \(byte)" }
  return text
}
