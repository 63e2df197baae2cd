import TFLiteSchema
import TestSupport

/// A model taken apart into tables that can be changed and written again.
enum ModelTree {
  typealias Table = FlatBufferWriter.Table
  typealias Value = FlatBufferWriter.Value

  /// The tables of a verified file.
  static func table(of bytes: UnsafeRawBufferPointer) -> Table? {
    guard (try? Schema.Model.verified(bytes)) != nil else { return nil }
    let reader = Reader(bytes: bytes)
    return reader.table(at: reader.target(of: 0), Schema.layout.root)
  }

  /// A file of the same content.
  static func file(_ root: Table) -> [UInt8] { FlatBufferWriter.file(identifier: "TFL3", root: root) }

  /// Reads what the verifier has seen.
  private struct Reader {
    let bytes: UnsafeRawBufferPointer

    func load<Number: BitwiseCopyable>(_ position: Int, _ type: Number.Type) -> Number {
      bytes.loadUnaligned(fromByteOffset: position, as: type)
    }

    func target(of position: Int) -> Int { position + Int(load(position, UInt32.self)) }

    func table(at position: Int, _ layout: Int) -> Table {
      var fields: [FlatBufferWriter.Field] = []
      for field in Schema.layout.tables[layout].fields {
        guard let place = place(of: field.id, in: position), let value = value(at: place, field, in: position) else {
          continue
        }
        fields.append(.init(field.id, value))
      }
      return Table(fields)
    }

    func place(of id: Int, in table: Int) -> Int? {
      let vtable = table - Int(load(table, Int32.self))
      guard 4 + 2 * id + 2 <= Int(load(vtable, UInt16.self)) else { return nil }
      let offset = Int(load(vtable + 4 + 2 * id, UInt16.self))
      return offset == 0 ? nil : table + offset
    }

    func value(at place: Int, _ field: FieldLayout, in table: Int) -> Value? {
      switch field.storage {
      case .scalar(let size): return .scalar(Array(bytes[place..<place + size]))
      case .string: return .string(string(at: target(of: place)))
      case .scalars(let size):
        let vector = target(of: place)
        let count = Int(load(vector, UInt32.self))
        return .vector(
          count: count, bytes: Array(bytes[vector + 4..<vector + 4 + count * size]), alignment: max(size, 4))
      case .strings: return .strings(elements(of: place).map { string(at: $0) })
      case .table(let child): return .table(self.table(at: target(of: place), child))
      case .tables(let child): return .tables(elements(of: place).map { self.table(at: $0, child) })
      case .union(let union):
        guard let selector = self.place(of: field.id - 1, in: table) else { return nil }
        let members = Schema.layout.unions[union]
        let tag = Int(bytes[selector])
        guard tag < members.count, members[tag] >= 0 else { return nil }
        return .table(self.table(at: target(of: place), members[tag]))
      }
    }

    func elements(of place: Int) -> [Int] {
      let vector = target(of: place)
      return (0..<Int(load(vector, UInt32.self))).map { target(of: vector + 4 + 4 * $0) }
    }

    func string(at position: Int) -> String {
      let count = Int(load(position, UInt32.self))
      return String(decoding: bytes[position + 4..<position + 4 + count], as: UTF8.self)
    }
  }
}

extension FlatBufferWriter.Table {
  /// What the field `id` holds.
  subscript(_ id: Int) -> FlatBufferWriter.Value? {
    get { fields.first { $0.id == id }?.value }
    set {
      fields.removeAll { $0.id == id }
      if let newValue { fields.append(.init(id, newValue)) }
    }
  }

  /// The tables of a list.
  subscript(tables id: Int) -> [FlatBufferWriter.Table] {
    get { if case .tables(let tables)? = self[id] { tables } else { [] } }
    set { self[id] = .tables(newValue) }
  }

  /// The numbers of a list of int32.
  subscript(numbers id: Int) -> [Int32] {
    get {
      guard case .vector(let count, let bytes, _)? = self[id], bytes.count == 4 * count else { return [] }
      return bytes.withUnsafeBytes { bytes in
        (0..<count).map { bytes.loadUnaligned(fromByteOffset: 4 * $0, as: Int32.self) }
      }
    }
    set { self[id] = .vector(count: newValue.count, bytes: FlatBufferWriter.bytes(of: newValue), alignment: 4) }
  }

  /// A number of four bytes, 0 where there is none.
  subscript(number id: Int) -> UInt32 {
    get {
      guard case .scalar(let bytes)? = self[id], bytes.count == 4 else { return 0 }
      return bytes.withUnsafeBytes { $0.loadUnaligned(as: UInt32.self) }
    }
    set { self[id] = .scalar(FlatBufferWriter.bytes(of: newValue)) }
  }
}
