extension String {
  /// The columns that the text takes on a terminal.
  var columns: Int {
    utf8.allSatisfy { $0 < 0x80 } ? utf8.count : unicodeScalars.reduce(0) { $0 + $1.columns }
  }

  /// The text, cut to some columns at most; an ellipsis stands for what was cut off.
  func cut(to columns: Int) -> String {
    guard self.columns > columns else { return self }
    var text = ""
    var left = columns - 1
    for character in self {
      left -= String(character).columns
      guard left >= 0 else { break }
      text.append(character)
    }
    return text + "…"
  }

  /// The text with spaces up to some columns.
  func padded(to columns: Int) -> String {
    self + String(repeating: " ", count: max(0, columns - self.columns))
  }
}

extension Unicode.Scalar {
  /// The blocks whose characters take two columns, emoji apart: those that UAX #11 calls wide.
  ///
  /// By hand, as the function `wcwidth` of C depends on a locale, and Swift does not show it.
  private static let wide: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x2329...0x232A, 0x2E80...0x303E, 0x3041...0xA4CF,
    0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F,
    0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x18DFF, 0x1AFF0...0x1B2FF,
    0x1F200...0x1F2FF, 0x20000...0x3FFFD,
  ]

  /// The columns that the scalar takes on a terminal: 0 where it stands over the one before.
  fileprivate var columns: Int {
    guard value >= 0x300 else { return 1 }
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return 0
    default: break
    }
    // Vowels and final consonants of a Korean syllable stand in its box.
    if (0x1160...0x11FF).contains(value) || (0xD7B0...0xD7FF).contains(value) { return 0 }
    // A flag is two of these.
    if (0x1F1E6...0x1F1FF).contains(value) { return 1 }
    if properties.isEmojiPresentation { return 2 }
    return Self.wide.contains { $0.contains(value) } ? 2 : 1
  }
}
