/// Writes FlexBuffers, eight bytes wide throughout, for the options of custom operators.
package enum FlexBufferWriter {
  /// A value to write.
  package indirect enum Value: Sendable, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
    ExpressibleByBooleanLiteral, ExpressibleByStringLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
  {
    case int(Int64)
    case float(Double)
    case bool(Bool)
    case string(String)
    case vector([Value])
    case map([(String, Value)])

    package init(integerLiteral value: Int64) { self = .int(value) }
    package init(floatLiteral value: Double) { self = .float(value) }
    package init(booleanLiteral value: Bool) { self = .bool(value) }
    package init(stringLiteral value: String) { self = .string(value) }
    package init(arrayLiteral elements: Value...) { self = .vector(elements) }
    package init(dictionaryLiteral elements: (String, Value)...) { self = .map(elements) }
  }

  /// A buffer whose root is `value`.
  package static func bytes(_ value: Value) -> [UInt8] {
    var output = Output()
    let root = output.prepare(value)
    output.element(root)
    output.bytes += [root.packedType, 8]
    return output.bytes
  }

  /// A value whose parts outside its parent are written.
  private struct Prepared {
    var packedType: UInt8
    /// The value itself, or where the value stands.
    var bits: UInt64
    var isReference: Bool
  }

  private struct Output {
    var bytes: [UInt8] = []

    mutating func word(_ value: UInt64) {
      bytes += FlatBufferWriter.bytes(of: value)
    }

    mutating func element(_ value: Prepared) {
      word(value.isReference ? UInt64(bytes.count) - value.bits : value.bits)
    }

    mutating func align() {
      while bytes.count % 8 != 0 { bytes.append(0) }
    }

    mutating func prepare(_ value: Value) -> Prepared {
      switch value {
      case .int(let value):
        return Prepared(packedType: 1 << 2 | 3, bits: UInt64(bitPattern: value), isReference: false)
      case .float(let value):
        return Prepared(packedType: 3 << 2 | 3, bits: value.bitPattern, isReference: false)
      case .bool(let value):
        return Prepared(packedType: 26 << 2 | 3, bits: value ? 1 : 0, isReference: false)
      case .string(let text):
        align()
        word(UInt64(text.utf8.count))
        let start = bytes.count
        bytes += Array(text.utf8) + [0]
        return Prepared(packedType: 5 << 2 | 3, bits: UInt64(start), isReference: true)
      case .vector(let values):
        let prepared = values.map { prepare($0) }
        align()
        return elements(prepared, packedType: 10 << 2 | 3)
      case .map(let entries):
        return map(entries.sorted { $0.0 < $1.0 })
      }
    }

    private mutating func map(_ entries: [(String, Value)]) -> Prepared {
      let keys = entries.map { entry in
        let start = bytes.count
        bytes += Array(entry.0.utf8) + [0]
        return start
      }
      let values = entries.map { prepare($0.1) }
      align()
      word(UInt64(keys.count))
      let keyVector = bytes.count
      for key in keys { word(UInt64(bytes.count - key)) }
      word(UInt64(bytes.count - keyVector))
      word(8)
      return elements(values, packedType: 9 << 2 | 3)
    }

    private mutating func elements(_ values: [Prepared], packedType: UInt8) -> Prepared {
      word(UInt64(values.count))
      let start = bytes.count
      for value in values { element(value) }
      bytes += values.map(\.packedType)
      return Prepared(packedType: packedType, bits: UInt64(start), isReference: true)
    }
  }
}
