import RoutePatterns

/// Text in aligned columns; a column without any text is left out.
///
/// No cell can command a terminal, or make a column wider than a message has room for.
struct Table {
  struct Cell: ExpressibleByStringLiteral {
    let text: String
    var style: Style?

    init(_ text: String?, _ style: Style? = nil) {
      self.text = text ?? ""
      self.style = style
    }

    init(stringLiteral value: String) { self.init(value) }
  }

  private let header: [String]
  private var rows: [[Cell]] = []

  init(_ header: String...) { self.header = header }

  /// Adds a row with as many cells as the header has.
  mutating func append(_ cells: Cell...) {
    rows.append(cells.map { Cell($0.text.excerpt, $0.style) })
  }

  /// The rows as lines, without a line break at the end.
  func text(styled: Bool) -> String {
    let columns = header.indices.filter { column in rows.contains { !$0[column].text.isEmpty } }
    let titles = header.map { Cell($0, .strong) }
    let widths = columns.map { column in
      ([titles] + rows).map { $0[column].text.count }.max() ?? 0
    }
    return ([titles] + rows).map { row in
      var line = ""
      for (place, column) in columns.enumerated() {
        let text = row[column].text.isEmpty ? "-" : row[column].text
        line += text.styled(row[column].style, styled)
        guard place < columns.count - 1 else { break }
        line += String(repeating: " ", count: max(0, widths[place] - text.count) + 2)
      }
      return line
    }
    .joined(separator: "\n")
  }
}
