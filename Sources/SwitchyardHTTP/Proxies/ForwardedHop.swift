/// The client of a proxy, as the proxy names it in a field.
enum ForwardedHop: Equatable, Sendable {
  case address(NetworkAddress)
  /// The proxy does not know it, or does not tell: `unknown`, `_hidden`.
  case hidden

  /// Reads an address, which may have a port, or an identifier that stands for one.
  /// - Parameters:
  ///   - text: the text, without quotes.
  ///   - needsBrackets: whether an IPv6 address has to stand in brackets, as in `Forwarded`.
  init?(parsing text: String, needsBrackets: Bool) {
    if !needsBrackets, let address = NetworkAddress(parsing: text) {
      self = .address(address)
      return
    }
    let bytes = text.utf8
    let nameEnd: String.Index
    if bytes.first == UInt8(ascii: "[") {
      guard let end = bytes.firstIndex(of: UInt8(ascii: "]")) else { return nil }
      nameEnd = bytes.index(after: end)
    } else {
      nameEnd = bytes.firstIndex(of: UInt8(ascii: ":")) ?? bytes.endIndex
    }
    guard Self.isPort(text[nameEnd...]) else { return nil }
    let name = text[..<nameEnd]
    if name.utf8.first == UInt8(ascii: "[") {
      let inner = String(name.dropFirst().dropLast())
      guard inner.utf8.contains(UInt8(ascii: ":")), let address = NetworkAddress(parsing: inner)
      else { return nil }
      self = .address(address)
    } else if name.isCaselesslyEqual(to: "unknown") || Self.isObfuscated(name) {
      self = .hidden
    } else if let address = NetworkAddress(parsing: String(name)) {
      self = .address(address)
    } else {
      return nil
    }
  }

  /// Whether a text is nothing, or a colon with the number of a port or a word for one.
  private static func isPort(_ text: Substring) -> Bool {
    if text.isEmpty { return true }
    guard text.utf8.first == UInt8(ascii: ":") else { return false }
    let port = text.dropFirst()
    return (1...5).contains(port.utf8.count) && port.utf8.allSatisfy(\.isASCIIDigit)
      || isObfuscated(port)
  }

  // RFC 7239, 6.3: `obfnode = "_" 1*( ALPHA / DIGIT / "." / "_" / "-")`.
  private static func isObfuscated(_ text: Substring) -> Bool {
    let bytes = text.utf8
    return bytes.count > 1 && bytes.first == UInt8(ascii: "_")
      && bytes.allSatisfy { byte in
        byte.isASCIILetter || byte.isASCIIDigit || byte == UInt8(ascii: ".")
          || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-")
      }
  }
}
