/// The place in a file that a finding is about.
package struct ReportedPlace: Hashable, Sendable {
  let file: String
  let line: Int
  let column: Int

  /// Takes a place; lines and columns are counted from 1.
  package init(file: String, line: Int, column: Int) {
    self.file = file
    self.line = line
    self.column = column
  }
}
