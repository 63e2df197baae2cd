/// Which rows of its inputs an operator reads for rows of its output.
///
/// Rows are counted as `RuntimeTensor.rowCount` does: of images `[N, H, W, C]`, all N * H, one image behind the other. Row `y` of
/// an image of the output needs the rows `y * stride - padding ..< y * stride - padding + extent` of the same image of the inputs,
/// as far as there are such.
package struct RowWindow: Sendable, Equatable {
  /// Rows of the output.
  package var rows: Int
  /// Input rows from one output row to the next.
  package var stride = 1
  /// Input rows that one output row spans.
  package var extent = 1
  /// Rows missing before the first of an image of the input.
  package var padding = 0
  /// The images, of as many rows each.
  private var images = 1
  /// Rows of one image of the inputs, where there are several.
  private var inputRows = 0

  /// A window over one row at a time, or the one given.
  package init(rows: Int, stride: Int = 1, extent: Int = 1, padding: Int = 0) {
    self.rows = rows
    self.stride = stride
    self.extent = extent
    self.padding = padding
  }

  /// The same window over so many images, of which `rows` is one's, of `inputRows` rows of input each.
  package func over(images: Int, inputRows: Int) -> RowWindow {
    var all = self
    all.rows = rows * images
    all.images = images
    all.inputRows = inputRows
    return all
  }

  /// An output row is computed of the input row of its number.
  var isOneForOne: Bool { stride == 1 && extent == 1 && padding == 0 }

  /// The first input row that output row `row` and those after it read.
  func firstInput(of row: Int) -> Int {
    if images == 1 { return max(0, row * stride - padding) }
    let (image, y) = row.quotientAndRemainder(dividingBy: rows / images)
    return image * inputRows + max(0, min(y * stride - padding, inputRows))
  }

  /// The end of the input rows that the output rows before `end` read.
  func inputEnd(of end: Int) -> Int {
    if end == 0 { return 0 }
    if images == 1 { return (end - 1) * stride - padding + extent }
    let (image, y) = (end - 1).quotientAndRemainder(dividingBy: rows / images)
    return image * inputRows + max(0, min(y * stride - padding + extent, inputRows))
  }
}
