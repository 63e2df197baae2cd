/// What every kernel may rely on, as asserts: kernels assert these, and the `validate` of their argument structs, first.
/// A family's contract stands once, for the reference and for all tiers. All of it returns true, if at all, so that it stands
/// in an assert of the kernel: what release builds do not evaluate, they do not call in another module either.
package enum Contract {
  /// Rows or columns `[begin, end)` are a part of `limit` of them, which may be empty.
  @inlinable @inline(__always)
  package static func range(_ begin: Int, _ end: Int, of limit: Int) -> Bool {
    assert(begin >= 0 && begin <= end, "not a range")
    assert(end <= limit, "a range outside its shape")
    return true
  }

  /// Packed data are 64-byte aligned: kernels read whole cache lines of them.
  @inlinable @inline(__always)
  package static func packed(_ memory: UnsafeRawPointer) -> Bool {
    assert(UInt(bitPattern: memory) & 63 == 0, "packed data that are not 64-byte aligned")
    return true
  }

  /// The `count` elements of `inputSize` bytes each that become elements of `outputSize` bytes lie elsewhere than these, or, if
  /// both have one size, in the same places.
  @inlinable @inline(__always)
  package static func map(
    _ input: UnsafeRawPointer, _ output: UnsafeRawPointer, _ count: Int, from inputSize: Int, to outputSize: Int
  ) -> Bool {
    assert(count >= 0, "a negative count")
    assert(
      count <= 0 || (input == output && inputSize == outputSize)
        || areApart(input, count &* inputSize, output, count &* outputSize),
      "an output that overlaps the input")
    return true
  }

  /// Rows `[begin, end)` of `depth` elements each, as in `map`.
  @inlinable @inline(__always)
  package static func rows(
    _ input: UnsafeRawPointer, _ output: UnsafeRawPointer, _ depth: Int, _ begin: Int, _ end: Int,
    from inputSize: Int, to outputSize: Int
  ) -> Bool {
    assert(range(begin, end, of: Int.max))
    assert(depth >= 1 || begin == end, "rows without elements")
    assert(
      map(
        input + begin &* depth &* inputSize, output + begin &* depth &* outputSize, (end &- begin) &* depth,
        from: inputSize, to: outputSize))
    return true
  }

  /// Sums of the products of `rows` rows of `length` values.
  @inlinable @inline(__always)
  package static func rowProducts(_ rows: Int, _ length: Int) -> Bool {
    assert(rows >= 0 && length >= 0, "a negative extent")
    return true
  }

  /// Whether two pieces of memory have no byte in common.
  package static func areApart(_ a: UnsafeRawPointer, _ aCount: Int, _ b: UnsafeRawPointer, _ bCount: Int) -> Bool {
    aCount == 0 || bCount == 0 || a + aCount <= b || b + bCount <= a
  }
}

/// Arguments that point to memory which belongs to the caller. Kernels use it until the call returns and keep none of it; the
/// caller keeps it alive so long, and lets no other thread write what a call reads or touch what it writes. That makes such
/// values `Sendable`, which the compiler cannot see of pointers.
package protocol BorrowedMemory: Sendable {}
