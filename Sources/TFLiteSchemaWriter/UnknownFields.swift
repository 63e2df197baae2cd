import TFLiteSchema

/// What a file holds that the schema does not know, as files of newer versions of the format may.
package enum UnknownFields {
  /// How many fields and tables of unions are unknown, by the table that they stand in.
  ///
  /// - Parameter model: The root of a verified file.
  package static func counts(in model: Schema.Model) -> [(table: String, count: Int)] {
    var walker = Walker(counts: [Int](repeating: 0, count: Schema.layout.tables.count))
    walker.walk(model.table, Schema.layout.root)
    return zip(Schema.layout.tables, walker.counts).filter { $1 > 0 }.map { ($0.name.description, $1) }
  }

  private struct Walker {
    var counts: [Int]

    mutating func walk(_ table: FlatBufferTable, _ index: Int) {
      let layout = Schema.layout.tables[index]
      // Fields below the last known one that the layout leaves out are deprecated, which nobody reads.
      let known = (layout.fields.map(\.id).max() ?? -1) + 1
      counts[index] += (known..<max(known, table.fieldCount)).count { table.has($0) }
      for field in layout.fields {
        switch field.storage {
        case .scalar, .string, .scalars, .strings: break
        case .table(let child):
          if let referenced = table.child(field.id) { walk(referenced, child) }
        case .tables(let child):
          for view in table.vector(field.id, of: Schema.Tensor.self) { walk(view.table, child) }
        case .union(let union):
          let selector = Int(table.scalar(field.id - 1, default: UInt8(0)))
          let members = Schema.layout.unions[union]
          if members.indices.contains(selector), members[selector] >= 0 {
            if let referenced = table.child(field.id) { walk(referenced, members[selector]) }
          } else if selector != 0 {
            counts[index] += 1
          }
        }
      }
    }
  }
}

extension FlatBufferTable {
  /// How many fields the table's vtable speaks of.
  fileprivate var fieldCount: Int {
    let vtable = pointer - Int(Int32(element: pointer))
    return max(0, Int(UInt16(element: vtable)) - 4) / 2
  }
}
