/// A string of a file, read in place.
public struct FlatBufferString: FlatBufferElement, Hashable, CustomStringConvertible, @unchecked Sendable {
  private let start: UnsafeRawPointer
  private let count: Int

  /// Bytes that a reference to the string takes in a vector.
  public static var elementStride: Int { 4 }

  /// The string that the offset at `pointer` refers to.
  public init(element pointer: UnsafeRawPointer) {
    let vector = pointer.referenced
    start = vector + 4
    count = Int(truncatingIfNeeded: UInt32(element: vector))
  }

  /// The bytes without the NUL that ends them in the file; not checked to be UTF-8.
  public var utf8: UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: start, count: count)
  }

  /// The text; bytes that are no UTF-8 are replaced by U+FFFD.
  public var string: String {
    String(decoding: utf8, as: UTF8.self)
  }

  /// The same as ``string``.
  public var description: String { string }

  /// Whether both strings have the same bytes.
  public static func == (left: Self, right: Self) -> Bool {
    left.count == right.count && left.utf8.elementsEqual(right.utf8)
  }

  /// Feeds the bytes to the hasher.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(bytes: utf8)
  }
}
