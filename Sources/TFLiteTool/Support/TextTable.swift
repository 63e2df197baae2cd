/// Rows of text in aligned columns.
struct TextTable {
  enum Column {
    case left(String)
    case right(String)

    var title: String {
      switch self {
      case .left(let title), .right(let title): title
      }
    }
  }

  private let columns: [Column]
  private var rows: [[String]] = []

  init(_ columns: [Column]) { self.columns = columns }

  mutating func add(_ row: [String]) { rows.append(row) }

  /// The titles and the rows, two spaces between columns.
  var text: String {
    let all = [columns.map { $0.title }] + rows
    let widths = columns.indices.map { column in all.map { $0[column].count }.max() ?? 0 }
    var text = ""
    for row in all {
      var line = ""
      for (index, column) in columns.enumerated() {
        let padding = String(repeating: " ", count: widths[index] - row[index].count)
        switch column {
        case .left: line += row[index] + (index + 1 < columns.count ? padding : "")
        case .right: line += padding + row[index]
        }
        if index + 1 < columns.count { line += "  " }
      }
      while line.last == " " { line.removeLast() }
      text += line + "\n"
    }
    return text
  }
}
