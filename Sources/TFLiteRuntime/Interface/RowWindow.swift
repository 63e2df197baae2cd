/// Which rows of its inputs an operator reads for rows of its output.
///
/// Rows count along the first axis that is not one: of an image `[1, H, W, C]`, its H rows. Row `y` of the output needs the
/// rows `y * stride - padding ..< y * stride - padding + extent` of the inputs, as far as there are such.
package struct RowWindow: Sendable, Equatable {
  /// Rows of the output.
  package var rows: Int
  /// Input rows from one output row to the next.
  package var stride = 1
  /// Input rows that one output row spans.
  package var extent = 1
  /// Rows missing before the first of the input.
  package var padding = 0

  /// A window over one row at a time, or the one given.
  package init(rows: Int, stride: Int = 1, extent: Int = 1, padding: Int = 0) {
    self.rows = rows
    self.stride = stride
    self.extent = extent
    self.padding = padding
  }

  /// The first input row that output row `row` and those after it read.
  func firstInput(of row: Int) -> Int { max(0, row * stride - padding) }

  /// The end of the input rows that the output rows before `end` read.
  func inputEnd(of end: Int) -> Int { end == 0 ? 0 : (end - 1) * stride - padding + extent }
}
