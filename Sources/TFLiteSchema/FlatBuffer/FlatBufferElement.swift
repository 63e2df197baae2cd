/// What a flatbuffer vector can hold: numbers, enums, strings and tables.
public protocol FlatBufferElement {
  /// Bytes from one element to the next.
  static var elementStride: Int { get }

  /// Reads the element at `pointer`, which need not be aligned.
  init(element pointer: UnsafeRawPointer)
}

/// A number as it stands in a file: little-endian and possibly unaligned.
public protocol FlatBufferScalar: FlatBufferElement, BitwiseCopyable {}

extension FlatBufferScalar {
  /// The size of the number.
  public static var elementStride: Int { MemoryLayout<Self>.size }
}

extension FlatBufferScalar where Self: FixedWidthInteger {
  /// The integer at `pointer`.
  public init(element pointer: UnsafeRawPointer) {
    self.init(littleEndian: pointer.loadUnaligned(as: Self.self))
  }
}

extension Int8: FlatBufferScalar {}
extension UInt8: FlatBufferScalar {}
extension Int16: FlatBufferScalar {}
extension UInt16: FlatBufferScalar {}
extension Int32: FlatBufferScalar {}
extension UInt32: FlatBufferScalar {}
extension Int64: FlatBufferScalar {}
extension UInt64: FlatBufferScalar {}

extension Float: FlatBufferScalar {
  /// The number at `pointer`.
  public init(element pointer: UnsafeRawPointer) {
    self.init(bitPattern: UInt32(element: pointer))
  }
}

extension Double: FlatBufferScalar {
  /// The number at `pointer`.
  public init(element pointer: UnsafeRawPointer) {
    self.init(bitPattern: UInt64(element: pointer))
  }
}

extension Bool: FlatBufferScalar {
  /// Whether the byte at `pointer` is not 0.
  public init(element pointer: UnsafeRawPointer) {
    self = UInt8(element: pointer) != 0
  }
}

extension UnsafeRawPointer {
  /// The place that the 32-bit offset stored here refers to.
  var referenced: UnsafeRawPointer {
    self + Int(truncatingIfNeeded: UInt32(element: self))
  }
}
