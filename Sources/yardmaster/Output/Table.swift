import RoutePatterns

/// Text in aligned columns; a column without any text is left out.
///
/// No cell can command a terminal, or make a column wider than a message has room for. On a
/// terminal that is too narrow the columns are cut and left out by their weights.
struct Table {
  struct Column: ExpressibleByStringLiteral {
    /// The weight of a column where there is too little room.
    enum Weight {
      /// It is left out before any column is cut.
      case extra
      /// It is left out where all are cut.
      case useful
      case essential
    }

    let title: String
    var weight = Weight.essential
    /// The columns of a terminal that it can be cut to; `nil` if it is never cut.
    var least: Int?

    init(_ title: String, _ weight: Weight, atLeast least: Int? = nil) {
      self.title = title
      self.weight = weight
      self.least = least
    }

    init(stringLiteral value: String) { title = value }
  }

  struct Cell: ExpressibleByStringLiteral {
    let text: String
    var style: Style?

    init(_ text: String?, _ style: Style? = nil) {
      self.text = text ?? ""
      self.style = style
    }

    init(stringLiteral value: String) { self.init(value) }
  }

  private let header: [Column]
  private var rows: [[Cell]] = []

  init(_ header: Column...) { self.header = header }

  /// Adds a row with as many cells as the header has.
  mutating func append(_ cells: Cell...) {
    rows.append(cells.map { Cell($0.text.excerpt, $0.style) })
  }

  /// The rows as lines, without a line break at the end, and the titles of the columns for which a
  /// terminal has no room.
  func text(styled: Bool, within width: Int? = nil) -> (text: String, leftOut: [String]) {
    let used = header.indices.filter { column in rows.contains { !$0[column].text.isEmpty } }
    let widths = Dictionary(
      uniqueKeysWithValues: used.map { column in
        (column, ([header[column].title] + rows.map { $0[column].text }).map(\.columns).max() ?? 0)
      }
    )
    let fitted = width.map { TableFit(header, widths, $0).widths } ?? widths
    let shown = used.filter { fitted[$0] != nil }
    let lines = ([header.map { Cell($0.title, .strong) }] + rows).map { row in
      var line = ""
      for column in shown {
        let columns = fitted[column] ?? 0
        let cell = row[column]
        let text = cell.text.isEmpty ? "-" : cell.text.cut(to: columns)
        line += text.styled(cell.text.isEmpty ? .faint : cell.style, styled)
        guard column != shown.last else { break }
        line += String(repeating: " ", count: max(0, columns - text.columns) + 2)
      }
      return line
    }
    return (
      lines.joined(separator: "\n"), used.filter { fitted[$0] == nil }.map { header[$0].title }
    )
  }
}
