extension String {
  /// The text with its lines as they are, and what else could command a terminal escaped.
  package var printableLines: String {
    split(separator: "\n", omittingEmptySubsequences: false)
      .map { String($0).printable }
      .joined(separator: "\n")
  }

  /// As much of the printable text as a message has room for.
  package var excerpt: String {
    let limit = 160
    // Scalars, as one character can be of any length.
    guard unicodeScalars.count > limit else { return printable }
    return String(unicodeScalars.prefix(limit)).printable + "…"
  }

  /// The text with what could forge a line of a message or command a terminal shown escaped, as
  /// are noncharacters.
  package var printable: String {
    guard unicodeScalars.contains(where: \.isUnprintable) else { return self }
    return unicodeScalars.reduce(into: "") { text, scalar in
      if scalar.isUnprintable {
        text += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
  }
}

extension Unicode.Scalar {
  fileprivate var isUnprintable: Bool {
    switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator: true
    // XML, as in drawings, can have some of these in no way.
    case .unassigned: properties.isNoncharacterCodePoint
    default: false
    }
  }
}
