import RoutePatterns

extension Collection<UInt8> {
  /// Whether the bytes are a token of RFC 9110, 5.6.2.
  var isToken: Bool { !isEmpty && allSatisfy(\.isTokenByte) }
}

extension UInt8 {
  /// Whether the byte may stand in a token.
  var isTokenByte: Bool {
    switch self {
    case _ where isASCIILetter || isASCIIDigit: true
    case UInt8(ascii: "!"), UInt8(ascii: "#"), UInt8(ascii: "$"), UInt8(ascii: "%"),
      UInt8(ascii: "&"), UInt8(ascii: "'"), UInt8(ascii: "*"), UInt8(ascii: "+"),
      UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "^"), UInt8(ascii: "_"),
      UInt8(ascii: "`"), UInt8(ascii: "|"), UInt8(ascii: "~"):
      true
    default: false
    }
  }
}

extension StringProtocol {
  /// Whether two texts are the same, whatever the case of their ASCII letters.
  func isCaselesslyEqual(to other: some StringProtocol) -> Bool {
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
