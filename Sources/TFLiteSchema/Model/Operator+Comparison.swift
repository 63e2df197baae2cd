extension Schema.Operator {
  /// The options of both operators, custom ones included, are written alike. A default that one of them writes out and the
  /// other leaves out counts as a difference.
  package func hasOptions(of other: Self) -> Bool {
    if table.pointer == other.table.pointer { return true }
    guard let layout = Schema.layout.tables.first(where: { $0.name.description == "Operator" }) else { return false }
    return layout.fields.allSatisfy { field in
      switch field.name.description {
      case "opcode_index", "inputs", "outputs", "intermediates", "debug_metadata_index": true
      default: table.isEqual(in: field, to: other.table)
      }
    }
  }
}

extension FlatBufferTable {
  /// Both tables hold the same in `field`, or both leave it out.
  func isEqual(in layout: FieldLayout, to other: Self) -> Bool {
    guard let first = field(layout.id), let second = other.field(layout.id) else {
      return field(layout.id) == nil && other.field(layout.id) == nil
    }
    switch layout.storage {
    case .scalar(let size): return Self.areEqual(first, second, size)
    case .string: return Self.areEqualVectors(first.referenced, second.referenced, 1)
    case .scalars(let size): return Self.areEqualVectors(first.referenced, second.referenced, size)
    case .table(let index): return isEqual(first, second, index)
    case .union(let index):
      let selector = Int(scalar(layout.id - 1, default: UInt8(0)))
      let members = Schema.layout.unions[index]
      guard selector == Int(other.scalar(layout.id - 1, default: UInt8(0))), members.indices.contains(selector),
        members[selector] >= 0
      else { return false }
      return isEqual(first, second, members[selector])
    case .strings, .tables: return false
    }
  }

  private func isEqual(_ first: UnsafeRawPointer, _ second: UnsafeRawPointer, _ layout: Int) -> Bool {
    let table = Self(pointer: first.referenced)
    let other = Self(pointer: second.referenced)
    return Schema.layout.tables[layout].fields.allSatisfy { table.isEqual(in: $0, to: other) }
  }

  private static func areEqual(_ first: UnsafeRawPointer, _ second: UnsafeRawPointer, _ count: Int) -> Bool {
    UnsafeRawBufferPointer(start: first, count: count).elementsEqual(
      UnsafeRawBufferPointer(start: second, count: count))
  }

  private static func areEqualVectors(_ first: UnsafeRawPointer, _ second: UnsafeRawPointer, _ size: Int) -> Bool {
    let count = Int(UInt32(element: first))
    return count == Int(UInt32(element: second)) && areEqual(first + 4, second + 4, count * size)
  }
}
