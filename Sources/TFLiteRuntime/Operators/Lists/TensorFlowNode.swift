import TFLiteSchema

/// What the options of one of TensorFlow's own (Flex) operators say: a FlexBuffer vector of its name and its `NodeDef`, a protocol
/// buffer of which the attributes that are numbers are read. Nothing in it is trusted.
struct TensorFlowNode {
  private let definition: UnsafeRawBufferPointer

  /// Nil when the options are something else.
  init?(_ node: OperatorNode) {
    guard let definition = FlexBuffer.root(of: node.customOptions)?.vector?.at(1)?.bytes else { return nil }
    self.definition = definition
  }

  /// The attribute called `name`, where it is an integer (field 3 of an `AttrValue`) or the number of a type (field 6).
  func number(_ name: StaticString) -> Int? {
    var fields = ProtocolFields(definition)
    while let field = fields.next() {
      // attr, a map: entries of a key and a value.
      guard field.number == 5, let entry = field.bytes, let key = ProtocolFields.first(1, in: entry)?.bytes,
        key.count == name.utf8CodeUnitCount,
        key.elementsEqual(UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount)),
        let value = ProtocolFields.first(2, in: entry)?.bytes
      else { continue }
      return (ProtocolFields.first(6, in: value) ?? ProtocolFields.first(3, in: value))?.integer
    }
    return nil
  }

  /// The element type that TensorFlow's `DataType` number `type` is in model files.
  static func tensorType(_ type: Int) -> Schema.TensorType? {
    switch type {
    case 1: .float32
    case 2: .float64
    case 3: .int32
    case 4: .uint8
    case 5: .int16
    case 6: .int8
    case 8: .complex64
    case 9: .int64
    case 10: .bool
    case 14: .bfloat16
    case 17: .uint16
    case 18: .complex128
    case 19: .float16
    case 22: .uint32
    case 23: .uint64
    default: nil
    }
  }
}

/// The fields of a message in the wire format of protocol buffers, one after the other; ends where the bytes make no sense.
struct ProtocolFields {
  /// A field: a number, or bytes.
  struct Field {
    let number: Int
    let integer: Int?
    let bytes: UnsafeRawBufferPointer?
  }

  private let message: UnsafeRawBufferPointer
  private var position = 0

  init(_ message: UnsafeRawBufferPointer) { self.message = message }

  /// The first field of that number.
  static func first(_ number: Int, in message: UnsafeRawBufferPointer) -> Field? {
    var fields = ProtocolFields(message)
    while let field = fields.next() {
      if field.number == number { return field }
    }
    return nil
  }

  mutating func next() -> Field? {
    guard let tag = varint() else { return nil }
    let number = Int(truncatingIfNeeded: tag >> 3)
    switch tag & 7 {
    case 0:
      guard let value = varint() else { return nil }
      return Field(number: number, integer: Int(truncatingIfNeeded: value), bytes: nil)
    case 1: return bytes(8).map { Field(number: number, integer: nil, bytes: $0) }
    case 2:
      guard let count = varint().flatMap({ Int(exactly: $0) }) else { return nil }
      return bytes(count).map { Field(number: number, integer: nil, bytes: $0) }
    case 5: return bytes(4).map { Field(number: number, integer: nil, bytes: $0) }
    default: return nil
    }
  }

  /// A number in groups of seven bits, the lowest first.
  private mutating func varint() -> UInt64? {
    var value: UInt64 = 0
    var shift: UInt64 = 0
    while position < message.count, shift < 64 {
      let byte = message[position]
      position += 1
      value |= UInt64(byte & 0x7f) << shift
      if byte < 0x80 { return value }
      shift += 7
    }
    return nil
  }

  private mutating func bytes(_ count: Int) -> UnsafeRawBufferPointer? {
    guard count <= message.count - position else { return nil }
    defer { position += count }
    return UnsafeRawBufferPointer(rebasing: message[position..<position + count])
  }
}
