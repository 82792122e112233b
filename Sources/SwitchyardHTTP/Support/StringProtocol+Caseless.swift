extension StringProtocol {
  /// Whether two texts are the same, whatever the case of their ASCII letters.
  package func isCaselesslyEqual(to other: some StringProtocol) -> Bool {
    utf8.count == other.utf8.count
      && zip(utf8, other.utf8).allSatisfy { $0.lowercasedASCII == $1.lowercasedASCII }
  }

  /// The text without spaces and tabs around it.
  var trimmed: String {
    var text = Substring(self).utf8
    while let first = text.first, first == 0x20 || first == 0x09 { text.removeFirst() }
    while let last = text.last, last == 0x20 || last == 0x09 { text.removeLast() }
    return String(Substring(text))
  }
}
