/// Writes flatbuffers from trees of tables, parents before children.
package enum FlatBufferWriter {
  /// A table to write: fields in any order.
  package struct Table: Sendable {
    package var fields: [Field]

    package init(_ fields: [Field] = []) {
      self.fields = fields
    }
  }

  /// A field to write, even when it holds the default.
  package struct Field: Sendable {
    package var id: Int
    package var value: Value

    package init(_ id: Int, _ value: Value) {
      self.id = id
      self.value = value
    }
  }

  /// What a field holds.
  package indirect enum Value: Sendable {
    /// Little-endian bytes of a number.
    case scalar([UInt8])
    /// Little-endian bytes of numbers; the first stands at a multiple of `alignment`.
    case vector(count: Int, bytes: [UInt8], alignment: Int)
    case string(String)
    case strings([String])
    case table(Table)
    case tables([Table])
  }

  /// A whole buffer whose root is `root`.
  package static func file(identifier: String, root: Table) -> [UInt8] {
    var output = Output()
    output.bytes = [0, 0, 0, 0] + Array(identifier.utf8.prefix(4))
    output.table(root, referredFrom: 0)
    return output.bytes
  }

  /// The little-endian bytes of a number.
  package static func bytes<Number: BitwiseCopyable>(of number: Number) -> [UInt8] {
    withUnsafeBytes(of: number) { Array($0) }
  }

  /// The bytes of numbers, one after the other.
  package static func bytes<Number: BitwiseCopyable>(of numbers: [Number]) -> [UInt8] {
    numbers.withUnsafeBytes { Array($0) }
  }

  private struct Output {
    var bytes: [UInt8] = []

    mutating func align(_ alignment: Int, before padding: Int = 0) {
      while (bytes.count + padding) % alignment != 0 { bytes.append(0) }
    }

    mutating func store<Number: BitwiseCopyable>(_ number: Number, at position: Int) {
      bytes.replaceSubrange(position..<position + MemoryLayout<Number>.size, with: FlatBufferWriter.bytes(of: number))
    }

    /// Makes the offset stored at `position` lead to the end of the bytes so far.
    mutating func refer(from position: Int) {
      store(UInt32(bytes.count - position), at: position)
    }

    mutating func table(_ table: Table, referredFrom reference: Int) {
      let slots = (table.fields.map(\.id).max() ?? -1) + 1
      var places = [Int](repeating: 0, count: slots)
      var size = 4
      var alignment = 4
      for field in table.fields.sorted(by: { $0.value.inlineSize > $1.value.inlineSize }) {
        let width = field.value.inlineSize
        alignment = max(alignment, width)
        size = (size + width - 1) / width * width
        places[field.id] = size
        size += width
      }
      let vtableSize = 4 + 2 * slots
      align(alignment, before: vtableSize)
      let vtable = bytes.count
      bytes += FlatBufferWriter.bytes(of: [UInt16(vtableSize), UInt16(size)] + places.map { UInt16($0) })
      let start = bytes.count
      refer(from: reference)
      bytes += [UInt8](repeating: 0, count: size)
      store(Int32(start - vtable), at: start)
      for field in table.fields {
        write(field.value, at: start + places[field.id])
      }
    }

    mutating func write(_ value: Value, at position: Int) {
      switch value {
      case .scalar(let scalar):
        bytes.replaceSubrange(position..<position + scalar.count, with: scalar)
      case .vector(let count, let elements, let alignment):
        align(max(alignment, 4), before: 4)
        refer(from: position)
        bytes += FlatBufferWriter.bytes(of: UInt32(count)) + elements
      case .string(let text):
        align(4)
        refer(from: position)
        bytes += FlatBufferWriter.bytes(of: UInt32(text.utf8.count)) + Array(text.utf8) + [0]
      case .strings(let texts):
        for (text, element) in zip(texts, references(texts.count, from: position)) {
          write(.string(text), at: element)
        }
      case .table(let child):
        table(child, referredFrom: position)
      case .tables(let children):
        for (child, element) in zip(children, references(children.count, from: position)) {
          table(child, referredFrom: element)
        }
      }
    }

    /// A vector of offsets yet to be set; returns where they stand.
    mutating func references(_ count: Int, from position: Int) -> [Int] {
      align(4)
      refer(from: position)
      bytes += FlatBufferWriter.bytes(of: UInt32(count))
      let start = bytes.count
      bytes += [UInt8](repeating: 0, count: 4 * count)
      return (0..<count).map { start + 4 * $0 }
    }
  }
}

extension FlatBufferWriter.Value {
  /// Bytes inside the table.
  fileprivate var inlineSize: Int {
    if case .scalar(let bytes) = self { bytes.count } else { 4 }
  }
}

extension FlatBufferWriter.Field {
  package static func bool(_ id: Int, _ value: Bool) -> Self { Self(id, .scalar([value ? 1 : 0])) }
  package static func int8(_ id: Int, _ value: Int8) -> Self { scalar(id, value) }
  package static func uint8(_ id: Int, _ value: UInt8) -> Self { scalar(id, value) }
  package static func int32(_ id: Int, _ value: Int32) -> Self { scalar(id, value) }
  package static func uint32(_ id: Int, _ value: UInt32) -> Self { scalar(id, value) }
  package static func int64(_ id: Int, _ value: Int64) -> Self { scalar(id, value) }
  package static func uint64(_ id: Int, _ value: UInt64) -> Self { scalar(id, value) }
  package static func float(_ id: Int, _ value: Float) -> Self { scalar(id, value) }

  package static func string(_ id: Int, _ value: String) -> Self { Self(id, .string(value)) }
  package static func strings(_ id: Int, _ values: [String]) -> Self { Self(id, .strings(values)) }
  package static func table(_ id: Int, _ value: FlatBufferWriter.Table) -> Self { Self(id, .table(value)) }
  package static func tables(_ id: Int, _ values: [FlatBufferWriter.Table]) -> Self { Self(id, .tables(values)) }

  package static func bools(_ id: Int, _ values: [Bool]) -> Self { vector(id, values.map { UInt8($0 ? 1 : 0) }) }
  package static func uint8s(_ id: Int, _ values: [UInt8], alignment: Int = 1) -> Self {
    Self(id, .vector(count: values.count, bytes: values, alignment: alignment))
  }
  package static func uint16s(_ id: Int, _ values: [UInt16]) -> Self { vector(id, values) }
  package static func int32s(_ id: Int, _ values: [Int32]) -> Self { vector(id, values) }
  package static func int64s(_ id: Int, _ values: [Int64]) -> Self { vector(id, values) }
  package static func floats(_ id: Int, _ values: [Float]) -> Self { vector(id, values) }

  private static func scalar<Number: BitwiseCopyable>(_ id: Int, _ value: Number) -> Self {
    Self(id, .scalar(FlatBufferWriter.bytes(of: value)))
  }

  private static func vector<Number: BitwiseCopyable>(_ id: Int, _ values: [Number]) -> Self {
    Self(
      id,
      .vector(
        count: values.count, bytes: FlatBufferWriter.bytes(of: values), alignment: MemoryLayout<Number>.alignment))
  }
}
