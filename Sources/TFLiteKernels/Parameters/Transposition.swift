/// A matrix whose lines become columns: element `[row][column]` of the source is `[column][row]` of the destination. Strides
/// count bytes and lead from line to line; the arrays do not overlap.
package struct Transposition {
  package var source: UnsafeRawPointer
  package var sourceStride: Int
  package var destination: UnsafeMutableRawPointer
  package var destinationStride: Int
  /// The lines of the source.
  package var rows: Int
  package var columns: Int
  /// 1, 2, 4 or 8 bytes.
  package var elementSize: Int

  package init(
    source: UnsafeRawPointer, sourceStride: Int, destination: UnsafeMutableRawPointer, destinationStride: Int,
    rows: Int,
    columns: Int, elementSize: Int
  ) {
    self.source = source
    self.sourceStride = sourceStride
    self.destination = destination
    self.destinationStride = destinationStride
    self.rows = rows
    self.columns = columns
    self.elementSize = elementSize
  }

  /// Asserts what kernels rely on.
  @inlinable @inline(__always)
  package func validate() -> Bool {
    assert(rows >= 0 && columns >= 0, "a negative extent")
    assert(elementSize == 1 || elementSize == 2 || elementSize == 4 || elementSize == 8, "elements of no known size")
    assert(destinationStride >= rows &* elementSize || columns <= 1, "lines that overlap")
    return true
  }
}
