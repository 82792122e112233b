/// Hosts as the URL standard reads and writes them.
package enum StandardHost {
  private static let forbidden = ASCIISet(of: "\0\t\n\r #/:<>?@[\\]^|")
  private static let forbiddenInDomain = ASCIISet(0x00...0x1F).union(ASCIISet(0x7F))
    .union(ASCIISet(of: " #/:<>?@[\\]^|%"))

  /// The host of what is set as the host's name of a URL: it ends where a path, a query or a
  /// fragment would begin.
  static func canonical(name bytes: [UInt8], _ encoder: StandardText.DomainEncoder?) -> String? {
    var isInBrackets = false
    var end = 0
    scan: while end < bytes.count {
      switch bytes[end] {
      case UInt8(ascii: "["): isInBrackets = true
      case UInt8(ascii: "]"): isInBrackets = false
      case UInt8(ascii: ":"): if !isInBrackets { return nil }
      case UInt8(ascii: "/"), UInt8(ascii: "\\"), UInt8(ascii: "?"), UInt8(ascii: "#"): break scan
      default: break
      }
      end += 1
    }
    return end == 0 ? nil : canonical(bytes[..<end], encoder)
  }

  /// The host of a URL with one of the web's schemes: a name, or an address.
  package static func canonical(
    _ bytes: ArraySlice<UInt8>,
    _ encoder: StandardText.DomainEncoder?
  ) -> String? {
    if bytes.first == UInt8(ascii: "[") { return address(bytes) }
    let name = bytes.contains(UInt8(ascii: "%")) ? PercentCoding.decodedBytes(bytes)[...] : bytes
    guard var text = ascii(name, encoder), !text.isEmpty,
      !text.contains(where: forbiddenInDomain.contains)
    else { return nil }
    // A name may end in a dot, and an address too, which is written without.
    let dot = UInt8(ascii: ".")
    let isDotted = text.count > 1 && text.last == dot
    if isDotted { text.removeLast() }
    if let last = text.last, last != dot {
      let name = text
      guard HostAddress.makeCanonical(&text, from: 0) else { return nil }
      // Also what was written as an address stays one.
      let isAddress =
        text != name || text.split(separator: dot).last?.allSatisfy(\.isASCIIDigit) ?? false
      if isDotted, !isAddress { text.append(dot) }
    } else if isDotted {
      text.append(dot)
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// The host of any other URL: an address, or any text.
  package static func opaque(_ bytes: ArraySlice<UInt8>) -> String? {
    if bytes.first == UInt8(ascii: "[") { return address(bytes) }
    guard !bytes.contains(where: { $0 < 0x80 && forbidden.contains($0) }) else { return nil }
    return String(decoding: PercentSet.control.encoded(bytes), as: UTF8.self)
  }

  private static func address(_ bytes: ArraySlice<UInt8>) -> String? {
    guard bytes.count > 2, bytes.last == UInt8(ascii: "]") else { return nil }
    return HostAddress.version6(bytes.dropFirst().dropLast()).map { "[\($0)]" }
  }

  /// The name in ASCII and lower case.
  private static func ascii(
    _ name: ArraySlice<UInt8>,
    _ encoder: StandardText.DomainEncoder?
  ) -> [UInt8]? {
    var out: [UInt8] = []
    out.reserveCapacity(name.count)
    var isPlain = true
    for byte in name {
      isPlain = isPlain && byte < 0x80
      out.append(byte.isASCIILetter ? byte | 0x20 : byte)
    }
    // The standard takes names in ASCII as they are, also those that seem to be encoded.
    if isPlain { return out }
    guard let text = String(validating: name, as: UTF8.self) else { return nil }
    return encoder?(text).map { Array($0.utf8) }
  }
}
