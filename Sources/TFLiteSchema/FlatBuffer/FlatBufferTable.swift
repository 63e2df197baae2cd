/// The place of a table in verified bytes.
///
/// A table begins with the signed distance back to its vtable, which holds, for each field number, the field's distance
/// from the table's beginning, or 0 for a field left out.
public struct FlatBufferTable: Sendable {
  // Not a pointer: a program has functions of its own to copy each type that holds one, and each table is a type. Those that hold
  // a number share the number's.
  private let address: UInt

  package init(pointer: UnsafeRawPointer) {
    address = UInt(bitPattern: pointer)
  }

  /// The first byte of the table.
  package var pointer: UnsafeRawPointer { UnsafeRawPointer(bitPattern: address).unsafelyUnwrapped }

  /// Where field `id` is stored, or nil if it was left out.
  package func field(_ id: Int) -> UnsafeRawPointer? {
    let vtable = pointer - Int(Int32(element: pointer))
    let slot = 4 + 2 * id
    guard slot + 2 <= Int(UInt16(element: vtable)) else { return nil }
    let offset = Int(UInt16(element: vtable + slot))
    return offset == 0 ? nil : pointer + offset
  }

  /// Whether field `id` is stored.
  package func has(_ id: Int) -> Bool {
    field(id) != nil
  }

  /// A number, or its default.
  package func scalar<Value: FlatBufferScalar>(_ id: Int, default value: Value) -> Value {
    guard let field = field(id) else { return value }
    return Value(element: field)
  }

  /// An enum, or its default.
  package func enumeration<Value: SchemaEnum>(_ id: Int, default value: Value) -> Value {
    guard let field = field(id) else { return value }
    return Value(element: field)
  }

  /// A string, or nil if it was left out.
  package func string(_ id: Int) -> FlatBufferString? {
    field(id).map { FlatBufferString(element: $0) }
  }

  /// A vector, empty if it was left out.
  package func vector<Element: FlatBufferElement>(_ id: Int, of type: Element.Type) -> FlatBufferVector<Element> {
    guard let field = field(id) else { return FlatBufferVector() }
    return FlatBufferVector(at: field.referenced)
  }

  /// A table, or nil if it was left out.
  package func child(_ id: Int) -> FlatBufferTable? {
    field(id).map { FlatBufferTable(pointer: $0.referenced) }
  }
}
