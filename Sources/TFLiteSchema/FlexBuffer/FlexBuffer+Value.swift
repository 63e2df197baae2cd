extension FlexBuffer {
  /// A value of a buffer: null, a number, text, bytes, a vector or a map.
  public struct Value: Sendable {
    let storage: FlexBytes
    let position: Int
    let width: Int
    let kind: Kind?
    let childWidth: Int

    init?(bytes: UnsafeRawBufferPointer, position: Int, width: Int, packedType: UInt8) {
      self.init(
        storage: FlexBytes(bytes: bytes), position: position, width: width, kind: Kind(rawValue: packedType >> 2),
        childWidth: 1 << Int(packedType & 3))
    }

    init(storage: FlexBytes, position: Int, width: Int, kind: Kind?, childWidth: Int) {
      self.storage = storage
      self.position = position
      self.width = width
      self.kind = kind
      self.childWidth = childWidth
    }

    /// Whether the value is null.
    public var isNull: Bool { kind == .null }

    /// The value as an integer; a float is cut towards zero.
    public var int: Int64? {
      switch kind {
      case .int: storage.signed(at: position, width: width)
      case .uint, .bool: storage.unsigned(at: position, width: width).flatMap { Int64(exactly: $0) }
      case .indirectInt: target.flatMap { storage.signed(at: $0, width: childWidth) }
      case .indirectUInt:
        target.flatMap { storage.unsigned(at: $0, width: childWidth) }.flatMap { Int64(exactly: $0) }
      case .float, .indirectFloat: double.flatMap { Int64(exactly: $0.rounded(.towardZero)) }
      default: nil
      }
    }

    /// The value as a floating-point number.
    public var double: Double? {
      switch kind {
      case .float: storage.float(at: position, width: width)
      case .indirectFloat: target.flatMap { storage.float(at: $0, width: childWidth) }
      case .uint, .bool: storage.unsigned(at: position, width: width).map { Double($0) }
      case .indirectUInt: target.flatMap { storage.unsigned(at: $0, width: childWidth) }.map { Double($0) }
      case .int, .indirectInt: int.map { Double($0) }
      default: nil
      }
    }

    /// The value as a truth value; a number is true unless it is 0.
    public var bool: Bool? {
      switch kind {
      case .float, .indirectFloat: double.map { $0 != 0 }
      case .bool, .uint: storage.unsigned(at: position, width: width).map { $0 != 0 }
      default: int.map { $0 != 0 }
      }
    }

    /// The bytes of a string, a key or a blob.
    public var bytes: UnsafeRawBufferPointer? {
      guard let target else { return nil }
      switch kind {
      case .key: return storage.key(at: target)
      case .string, .blob:
        return storage.count(before: target, width: childWidth, stride: 1).map {
          storage.slice(at: target, count: $0)
        }
      default: return nil
      }
    }

    /// The text of a string or a key; bytes that are no UTF-8 are replaced by U+FFFD.
    public var string: String? {
      guard kind == .string || kind == .key else { return nil }
      return bytes.map { String(decoding: $0, as: UTF8.self) }
    }

    /// The value as a vector; a map reads as the vector of its values.
    public var vector: Vector? { Vector(self) }

    /// The value as a map.
    public var map: Map? { Map(self) }

    /// What the value refers to.
    var target: Int? {
      storage.reference(at: position, width: width)
    }
  }
}
