/// Text in aligned columns, as listings are shown.
///
/// Characters that could forge a line or command a terminal are shown escaped; a cell without text
/// is shown as a dash.
package struct TextTable: CustomStringConvertible {
  private var rows: [[String]]

  package init(_ header: [String]) { rows = [header] }

  /// Adds a row; cells that are missing at its end are empty.
  package mutating func append(_ cells: [String?]) {
    rows.append(cells.map { cell in cell.flatMap { $0.isEmpty ? nil : $0.printable } ?? "-" })
  }

  /// The rows as lines, without a line break at the end.
  package var description: String {
    let columns = rows.map(\.count).max() ?? 0
    let widths = (0..<columns).map { column in
      rows.map { column < $0.count ? $0[column].count : 0 }.max() ?? 0
    }
    return rows.map { row in
      var line = ""
      for (column, cell) in row.enumerated() {
        line += cell
        guard column < row.count - 1 else { break }
        line += String(repeating: " ", count: widths[column] - cell.count + 2)
      }
      return line
    }
    .joined(separator: "\n")
  }
}
