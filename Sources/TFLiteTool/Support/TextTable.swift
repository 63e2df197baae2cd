/// Rows of text in aligned columns.
package struct TextTable {
  package enum Column {
    /// Names: where the table is wider than the terminal, the middle of long ones is left out.
    case left(String)
    /// Shapes, versions and the like, which are always whole.
    case fixed(String)
    /// Numbers, which are always whole.
    case right(String)

    var title: String {
      switch self {
      case .left(let title), .fixed(let title), .right(let title): title
      }
    }

    var isName: Bool {
      if case .left = self { return true }
      return false
    }
  }

  private let columns: [Column]
  private var rows: [[String]] = []

  package init(_ columns: [Column]) { self.columns = columns }

  /// Adds a row; cells may be names of strangers.
  package mutating func add(_ row: [String]) { rows.append(row.map(Terminal.printable)) }

  /// The titles and the rows, two spaces between columns, as standard output shows them: in the width of a terminal, and
  /// with titles in bold letters where it has them.
  package var text: String {
    text(width: Output.standard.terminalWidth) { Output.standard.styled($0, .bold) }
  }

  /// - Parameters:
  ///   - width: the most columns of a line; nil for any number. Columns of names keep 8 at least, so that lines can be
  ///     longer all the same.
  ///   - styled: makes the line of titles what it is to look like.
  package func text(width: Int?, styled: (String) -> String = { $0 }) -> String {
    let all = [columns.map { $0.title }] + rows
    var widths = columns.indices.map { column in all.map { Terminal.columns($0[column]) }.max() ?? 0 }
    if let width { narrow(&widths, to: width) }
    var text = ""
    for (number, row) in all.enumerated() {
      var line = ""
      for (index, column) in columns.enumerated() {
        let cell = column.isName ? Terminal.shortened(row[index], to: widths[index]) : row[index]
        let padding = String(repeating: " ", count: max(widths[index] - Terminal.columns(cell), 0))
        switch column {
        case .left, .fixed: line += cell + (index + 1 < columns.count ? padding : "")
        case .right: line += padding + cell
        }
        if index + 1 < columns.count { line += "  " }
      }
      while line.last == " " { line.removeLast() }
      text += (number == 0 ? styled(line) : line) + "\n"
    }
    return text
  }

  /// Takes columns from the widest name until the line fits.
  private func narrow(_ widths: inout [Int], to width: Int) {
    let names = columns.indices.filter { columns[$0].isName }
    var excess = widths.reduce(0, +) + 2 * (columns.count - 1) - width
    while excess > 0, let widest = names.max(by: { widths[$0] < widths[$1] }), widths[widest] > 8 {
      widths[widest] -= 1
      excess -= 1
    }
  }
}
