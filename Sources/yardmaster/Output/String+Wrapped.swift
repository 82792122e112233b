extension String {
  /// The width of help texts.
  static let helpWidth = 80

  /// The words of the text in lines of some columns; a longer word has a line of its own.
  func wrapped(to columns: Int) -> [String] {
    var lines: [String] = []
    for word in split(separator: " ").map({ String($0) }) {
      if let last = lines.last, last.columns + 1 + word.columns <= columns {
        lines[lines.count - 1] = "\(last) \(word)"
      } else {
        lines.append(word)
      }
    }
    return lines
  }
}
