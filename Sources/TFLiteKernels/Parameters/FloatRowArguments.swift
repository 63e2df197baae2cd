/// One row of floats times a matrix that is read where it is:
/// `y[c] = sum over k of x[k] * w[c * columnStride + k * elementStride]`, one of the strides being 1.
package struct FloatRowArguments: BorrowedMemory, @unchecked Sendable {
  /// The row, `depth` elements.
  package var input: UnsafePointer<Float>
  /// The matrix.
  package var weights: UnsafePointer<Float>
  package var columns: Int
  package var depth: Int
  /// Elements of the matrix from one column to the next.
  package var columnStride: Int
  /// Elements of the matrix from one element of a column to the next.
  package var elementStride: Int
  /// The results, `columns` elements, apart from the operands.
  package var output: UnsafeMutablePointer<Float>

  /// Arguments of known parts.
  package init(
    input: UnsafePointer<Float>, weights: UnsafePointer<Float>, columns: Int, depth: Int, columnStride: Int,
    elementStride: Int, output: UnsafeMutablePointer<Float>
  ) {
    self.input = input
    self.weights = weights
    self.columns = columns
    self.depth = depth
    self.columnStride = columnStride
    self.elementStride = elementStride
    self.output = output
  }

  /// Asserts what kernels rely on.
  package func validate() -> Bool {
    assert(columns >= 0 && depth >= 0, "a negative extent")
    assert(columnStride == 1 || elementStride == 1, "a matrix without runs")
    return true
  }
}
