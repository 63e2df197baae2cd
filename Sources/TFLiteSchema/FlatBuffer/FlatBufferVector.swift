/// What an absent vector points to: a vector without elements that is never freed.
private let emptyVector = EmptyVector()

private struct EmptyVector: @unchecked Sendable {
  let pointer: UnsafeRawPointer

  init() {
    let bytes = UnsafeMutableRawPointer.allocate(byteCount: 4, alignment: 16)
    bytes.storeBytes(of: 0, as: UInt32.self)
    pointer = UnsafeRawPointer(bytes)
  }
}

/// A vector of a file, read in place.
///
/// A vector that the file leaves out is empty. Subscripts require an index of the collection; ``at(_:)`` accepts any.
public struct FlatBufferVector<Element: FlatBufferElement>: RandomAccessCollection, @unchecked Sendable {
  /// The first element; not to be read when there is none.
  private let start: UnsafeRawPointer

  /// Number of elements.
  public let count: Int

  package init() {
    start = emptyVector.pointer + 4
    count = 0
  }

  /// The vector at `pointer`: a 32-bit count and the elements.
  package init(at pointer: UnsafeRawPointer) {
    start = pointer + 4
    count = Int(truncatingIfNeeded: UInt32(element: pointer))
  }

  /// Always 0.
  public var startIndex: Int { 0 }

  /// The number of elements.
  public var endIndex: Int { count }

  /// The element at `index`, which must be an index of the vector.
  public subscript(index: Int) -> Element {
    precondition(index >= 0 && index < count, "vector index out of range")
    return Element(element: start + index * Element.elementStride)
  }

  /// The element at `index`, or nil if there is none.
  public func at(_ index: Int) -> Element? {
    guard index >= 0, index < count else { return nil }
    return Element(element: start + index * Element.elementStride)
  }
}

extension FlatBufferVector where Element: FlatBufferScalar {
  /// The elements as they stand in the file: little-endian, and aligned to 4 bytes from the beginning of the file
  /// at least.
  public var bytes: UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: start, count: count * Element.elementStride)
  }
}
