/// The columns of a table that a terminal has room for.
struct TableFit {
  private let header: [Table.Column]
  /// The widths of the columns that are shown, by their places in the header.
  private(set) var widths: [Int: Int]

  /// Fits columns of some widths into a line: leaves out what is extra, then what is useful where
  /// cutting is not enough, and cuts the widest first.
  init(_ header: [Table.Column], _ widths: [Int: Int], _ room: Int) {
    self.header = header
    self.widths = widths
    while total > room, leaveOut(.extra) {}
    while leastTotal > room, leaveOut(.useful) {}
    while total > room, cutWidest() {}
  }

  private var gaps: Int { 2 * max(0, widths.count - 1) }
  private var total: Int { widths.values.reduce(gaps, +) }
  private var leastTotal: Int { widths.keys.reduce(gaps) { $0 + least($1) } }

  private func least(_ column: Int) -> Int {
    let width = widths[column] ?? 0
    return min(width, header[column].least ?? width)
  }

  /// Leaves out the last column of a weight.
  /// - Returns: whether there is one.
  private mutating func leaveOut(_ weight: Table.Column.Weight) -> Bool {
    guard let last = widths.keys.filter({ header[$0].weight == weight }).max() else { return false }
    widths[last] = nil
    return true
  }

  /// Takes one column of the terminal from the widest that can be cut.
  /// - Returns: whether there is one.
  private mutating func cutWidest() -> Bool {
    let widest = widths.filter { $0.value > least($0.key) }
      .max { ($0.value, $0.key) < ($1.value, $1.key) }
    guard let widest else { return false }
    widths[widest.key] = widest.value - 1
    return true
  }
}
