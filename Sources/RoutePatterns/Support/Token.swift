extension Collection<UInt8> {
  /// Whether the bytes are a token of RFC 9110, 5.6.2.
  @inlinable
  package var isToken: Bool { !isEmpty && allSatisfy(\.isTokenByte) }
}

extension UInt8 {
  /// Whether the byte may stand in a token.
  @inlinable
  package var isTokenByte: Bool {
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
